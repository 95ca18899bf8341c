/* SPDX-License-Identifier: MIT
 *
 * What the register tool says, as aligned text: for a terminal, a file, a serial port. Freestanding.
 *
 *     struct fl_regtool_text text = {.put = to_the_uart};
 *     t.said = fl_regtool_print;
 *     t.arg = &text;
 */
#ifndef LIB_TOOL_FL_REGTOOL_TEXT_H
#define LIB_TOOL_FL_REGTOOL_TEXT_H

#include "lib/tool/fl_regtool.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_regtool_ink { FL_REGTOOL_PLAIN, FL_REGTOOL_NAME, FL_REGTOOL_NEW, FL_REGTOOL_BAD, FL_REGTOOL_QUIET };

struct fl_regtool_text {
	/* A piece of a line, ended by '\n' where a line ends. ink: what it is; whoever has no colors leaves
	 * it alone. */
	void (*put)(void *arg, const char *text, enum fl_regtool_ink ink);
	void *arg;
	bool brief; /* a line a register, no fields */
	bool all;   /* with what did not change */
};

/* For fl_regtool.said; arg is a struct fl_regtool_text. */
void fl_regtool_print(void *arg, const struct fl_regtool_said *s);

/* A line that names a register: where it is, its block, what may be done to it. */
void fl_regtool_print_name(const struct fl_regtool_text *text, const struct fl_reg *r);

/* What the database knows of a register: where it is, what may be done to it, its fields and the names of
 * their values. */
void fl_regtool_describe(const struct fl_regtool_text *text, const struct fl_regtool *t,
			 const struct fl_regtool_place *p);

#ifdef __cplusplus
}
#endif

#endif
