/* SPDX-License-Identifier: MIT
 *
 * Reading the report of a first contact (lib/tool/fl_contact_report.h), and explaining it. Reports come from
 * elsewhere: nothing in one is trusted. One that ends in the middle is a report, too: of a machine that did
 * not survive, or of a command that was killed.
 */
#ifndef DEMOS_FIRSTLIGHT_CONTACT_READ_H
#define DEMOS_FIRSTLIGHT_CONTACT_READ_H

#include "hw/fl_contact.h"

#include <stdio.h>

enum {
	FL_CONTACT_CHECKS_MAX = 96,
	FL_CONTACT_REGS_MAX = 8192,
	FL_CONTACT_BIOS_MAX = 32,
	FL_CONTACT_FILE_MAX_B = 4 << 20,
};

struct fl_contact_reg {
	uint32_t offset, before, after;
	char name[40];
};

struct fl_contact_check {
	enum fl_contact_stage stage;
	bool ended; /* what follows holds */
	enum fl_verdict verdict;
	unsigned code;
	unsigned long long us;
	char block[12], name[64], text[320];
};

struct fl_contact_read {
	char tool[40], time[40], family[16], card[64], pci[64], via[16], picture[64];
	char bios[FL_CONTACT_BIOS_MAX][104];
	unsigned n_bios, n_checks, n_regs, lines;
	struct fl_contact_check check[FL_CONTACT_CHECKS_MAX];
	struct fl_contact_reg reg[FL_CONTACT_REGS_MAX];
	bool ended; /* the last line is there; what follows holds */
	enum fl_contact_end end;
	enum fl_contact_stage stage;
};

/* n bytes of text: a report, or what was caught at a serial port while one was printed. FL_FAILED: not a
 * report, with the line. path: what messages call it. */
enum fl_code fl_contact_parse(struct fl_contact_read *r, const char *text, size_t n, const char *path,
			      struct fl_err *err);
/* The file (path "-": standard input). Beside that the codes of fl_file_fail(). */
enum fl_code fl_contact_read(struct fl_contact_read *r, const char *path, struct fl_err *err);
/* In words: which stage and block, what it means, what to try next. */
void fl_contact_explain(FILE *f, const struct fl_contact_read *r);

#endif
