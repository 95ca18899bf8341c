/* SPDX-License-Identifier: MIT
 *
 * Who has a card's memory when no PCI driver does: mostly the console that the kernel keeps on the picture
 * that the firmware left. Its driver is a platform device's, and all that ties it to the card is a line in
 * /proc/iomem.
 */
#include "hw/bus/hosted/internal.h"

#include <stdio.h>
#include <string.h>

/* The name in /proc/iomem, and the platform driver (drivers/video/fbdev, drivers/gpu/drm/sysfb and tiny of
 * Linux). */
static const struct {
	const char *range, *driver;
} consoles[] = {
    {"vesafb", "vesa-framebuffer"},   {"vesadrm", "vesa-framebuffer"},    {"efifb", "efi-framebuffer"},
    {"efidrm", "efi-framebuffer"},    {"simplefb", "simple-framebuffer"}, {"simpledrm", "simple-framebuffer"},
    {"BOOTFB", "simple-framebuffer"},
};

/* 	10000000-febfffff : PCI Bus 0000:00
 *	  fd000000-fdffffff : 0000:00:04.0
 *	    fd000000-fdffffff : vesafb
 * A line that is indented deeper than the one before lies within its range. Without root all addresses are 0,
 * but the names are there. */
void fl_range_holder(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf)
{
	char path[512], line[256], slot[FL_SLOT_MAX];
	int inside = -1; /* how far the card's line is indented */
	FILE *f;

	*out = 0;
	snprintf(path, sizeof(path), "%s/proc/iomem", fl_root_of(o));
	fl_slot_name(slot, sizeof(slot), bdf);
	f = fopen(path, "re");
	while (f && !*out && fgets(line, sizeof(line), f)) {
		int depth = (int)strspn(line, " ");
		const char *name = strstr(line, " : ");

		line[strcspn(line, "\n")] = 0;
		if (!name)
			continue;
		if (inside >= 0 && depth > inside)
			snprintf(out, size, "%s", name + 3);
		else
			inside = strcmp(name + 3, slot) ? -1 : depth;
	}
	if (f)
		fclose(f);
}

enum fl_code fl_range_refuse(const char *holder, const char *card, struct fl_err *err)
{
	for (unsigned i = 0; i < sizeof(consoles) / sizeof(*consoles); i++)
		if (!strcmp(holder, consoles[i].range))
			return fl_fail(err, FL_PERMISSION,
				       "%s: its memory belongs to %s, the console on the picture that the "
				       "firmware left. Take it away (that console ends) with: echo %s.0 | "
				       "sudo tee /sys/bus/platform/drivers/%s/unbind",
				       card, holder, consoles[i].driver, consoles[i].driver);
	return fl_fail(err, FL_PERMISSION,
		       "%s: its memory belongs to \"%s\", by /proc/iomem, and that is no PCI driver. Find "
		       "the module, and unload it",
		       card, holder);
}
