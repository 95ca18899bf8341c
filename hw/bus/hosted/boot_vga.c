/* SPDX-License-Identifier: MIT
 *
 * The card that firmware showed its pictures on, when the kernel's text console is on it: no driver is bound
 * to it, no range of its memory is taken, and still the kernel writes to it.
 */
#include "hw/bus/hosted/internal.h"

#include <stdio.h>
#include <string.h>

enum { CONSOLES = 8 };

static bool console_file(const struct fl_open_options *o, unsigned i, const char *name, char *out,
			 size_t size)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/sys/class/vtconsole/vtcon%u/%s", fl_root_of(o), i, name);
	return fl_read_text(path, out, size);
}

/* Is a console bound whose name is that of VGA's text modes? ("(S) VGA+"; drivers/video/console/vgacon.c of
 * Linux has the names.) Consoles on a frame buffer are found by their driver, or by /proc/iomem. */
static bool text_console(const struct fl_open_options *o, char *out, size_t size)
{
	for (unsigned i = 0; i < CONSOLES; i++) {
		char bound[8], name[64];

		if (!console_file(o, i, "bind", bound, sizeof(bound)) || strcmp(bound, "1") ||
		    !console_file(o, i, "name", name, sizeof(name)) ||
		    (!strstr(name, "VGA") && !strstr(name, "EGA")))
			continue;
		snprintf(out, size, "%s (vtcon%u)", strstr(name, "VGA") ? strstr(name, "VGA") : name, i);
		return true;
	}
	return false;
}

/* The card whose memory is at 0xA0000: the kernel says so of the card that firmware used (boot_vga). Where it
 * does not, the bridge that passes VGA's addresses on does, by its line in /proc/iomem:
 *	000a0000-000bffff : PCI Bus 0000:01 */
static bool decodes_vga(const struct fl_open_options *o, uint32_t bdf)
{
	char path[512], text[8], line[256], bus[24];
	bool found = false;
	FILE *f;

	fl_sysfs_path(path, sizeof(path), o, bdf, "boot_vga");
	if (fl_read_text(path, text, sizeof(text)))
		return !strcmp(text, "1");
	snprintf(path, sizeof(path), "%s/proc/iomem", fl_root_of(o));
	snprintf(bus, sizeof(bus), "PCI Bus %04x:%02x\n", bdf >> 16, bdf >> 8 & 0xff);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof(line), f))
		found = strstr(line, "000a0000-000bffff : ") && strstr(line, bus);
	if (f)
		fclose(f);
	return found;
}

bool fl_boot_vga_console(const struct fl_open_options *o, uint32_t bdf, char *out, size_t size)
{
	return decodes_vga(o, bdf) && text_console(o, out, size);
}

enum fl_code fl_boot_vga_refuse(const struct fl_open_options *o, uint32_t bdf, const char *card,
				struct fl_err *err)
{
	char console[96];

	/* A card that is opened through VFIO may be reset by that. */
	if ((o->reads && !fl_by_vfio(o)) || o->take_console ||
	    !fl_boot_vga_console(o, bdf, console, sizeof(console)))
		return FL_OK;
	return fl_fail(err, FL_PERMISSION,
		       "%s shows the text console of this machine, %s, and the kernel writes to its memory. "
		       "Reading commands work; for others use another card, or say --take-console: what is "
		       "shown is kept, and given back at the end",
		       card, console);
}
