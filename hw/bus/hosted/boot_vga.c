/* SPDX-License-Identifier: MIT
 *
 * The card that firmware showed its pictures on, when the kernel's text console is on it: no driver is bound
 * to it, no range of its memory is taken, and still the kernel writes to it.
 */
#include "hw/bus/hosted/internal.h"

#include <stdio.h>
#include <string.h>

enum { CONSOLES = 8 };

/* Is a console bound whose name is that of VGA's text modes? ("(S) VGA+"; drivers/video/console/vgacon.c of
 * Linux has the names.) Consoles on a frame buffer are found by their driver, or by /proc/iomem. */
static bool text_console(const struct fl_open_options *o)
{
	for (unsigned i = 0; i < CONSOLES; i++) {
		char path[512], bound[8], name[64];

		snprintf(path, sizeof(path), "%s/sys/class/vtconsole/vtcon%u/bind", o->root ? o->root : "",
			 i);
		if (!fl_read_text(path, bound, sizeof(bound)) || strcmp(bound, "1"))
			continue;
		snprintf(path, sizeof(path), "%s/sys/class/vtconsole/vtcon%u/name", o->root ? o->root : "",
			 i);
		if (fl_read_text(path, name, sizeof(name)) && (strstr(name, "VGA") || strstr(name, "EGA")))
			return true;
	}
	return false;
}

enum fl_code fl_boot_vga_refuse(const struct fl_open_options *o, uint32_t bdf, const char *card,
				struct fl_err *err)
{
	char path[512], text[8];

	fl_sysfs_path(path, sizeof(path), o, bdf, "boot_vga");
	if (o->boot_vga || !fl_read_text(path, text, sizeof(text)) || strcmp(text, "1") || !text_console(o))
		return FL_OK;
	return fl_fail(err, FL_PERMISSION,
		       "%s shows the text console of this machine (boot_vga), which would be lost, and which "
		       "writes to the card. Use another card, or say --boot-vga (in a program: "
		       "fl_open_options.boot_vga) if you reach this machine in another way",
		       card);
}
