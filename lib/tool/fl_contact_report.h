/* SPDX-License-Identifier: MIT
 *
 * The report of a first contact (hw/fl_contact.h), as text, line by line, so that a machine that does not
 * survive a check leaves a report that says which:
 *
 *     firstlight contact 1
 *     tool 0.3
 *     time 2026-11-22T21:00:00Z              where the machine knows it
 *     family r500
 *     card 01:00.0 RV530 [1002:71c1]
 *     pci 1002:71c1 revision 9e subsystem 174b:0860
 *     via sysfs
 *     bios 113-A67107-100                    strings in its video BIOS
 *     before mmio 0x00f8 0x10000000 CONFIG_MEMSIZE
 *     ...                                    registers that are safe to read; zeros are left out
 *     try scratch CP scratch registers       a check begins: stage, block, name
 *     pass 0 64 8 registers hold what is written
 *                                            how it ended: pass, fail or skip, exit code, us, text
 *     ...
 *     picture cube 256x192 crc32 0x12345678  CRC-32 of its pixels, R, G, B a byte each
 *     after mmio 0x00f8 0x10000000 CONFIG_MEMSIZE
 *     ...
 *     end failed ring 1234                   done, failed, declined or interrupted; the stage;
 *                                            how many lines there were before
 *
 * Freestanding, without a state of its own. demos/firstlight/contact_read.h reads it.
 */
#ifndef LIB_TOOL_FL_CONTACT_REPORT_H
#define LIB_TOOL_FL_CONTACT_REPORT_H

#include "hw/fl_contact.h"
#include "lib/tool/fl_regtool.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	FL_CONTACT_REPORT_VERSION = 1,
	FL_CONTACT_LINE_MAX = 400,
	/* Where a PC's BIOS copies the video BIOS of its first display to. */
	FL_CONTACT_ROM_AT = 0xc0000,
	FL_CONTACT_ROM_B = 128 << 10,
};

struct fl_contact_report {
	/* The caller's. A whole line, with its '\n'; what it got is kept before the next check begins. */
	void (*put)(void *arg, const char *line, size_t n);
	void *arg;
	const char *tool; /* version of the program */
	const char *time; /* NULL: not known */
	/* The card's video BIOS, or what lies where it should be; NULL: it cannot be seen. */
	const uint8_t *rom;
	size_t rom_B;
	unsigned lines; /* so far */
};

/* Run all stages as fl_contact() does, and write all of it down. c's callbacks are called too. */
enum fl_code fl_contact_report(struct fl_contact_report *r, const struct fl_family *f, struct fl_bringup *up,
			       struct fl_contact *c, struct fl_err *err);
/* For c->draw. */
void fl_contact_report_picture(struct fl_contact_report *r, const char *name, unsigned width, unsigned height,
			       uint32_t crc);

#ifdef __cplusplus
}
#endif

#endif
