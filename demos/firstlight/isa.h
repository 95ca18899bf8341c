/* SPDX-License-Identifier: MIT
 *
 * The instruction sets that `firstlight asm` and `firstlight disasm` know, by name.
 */
#ifndef DEMOS_FIRSTLIGHT_ISA_H
#define DEMOS_FIRSTLIGHT_ISA_H

#include "lib/fl_asm_isa.h"

/* The i-th of all families', NULL: no more. */
const struct fl_asm_isa *fl_isa_at(unsigned i);
/* The one whose name is what the n characters at s begin with, in any case; NULL: none. */
const struct fl_asm_isa *fl_isa_named(const char *s, size_t n);

/* The one that all programs of this chip have, in any case; NULL: none. */
const struct fl_asm_isa *fl_isa_of_chip(const char *chip);

/* All of them in a sentence, with "or" between them. */
enum fl_isa_list {
	FL_ISA_HEADS,   /* "!!PVS (vertex) or !!US (fragment)" */
	FL_ISA_NAMES,   /* "pvs or us" */
	FL_ISA_WHATS,   /* "vertex or fragment" */
	FL_ISA_OPTIONS, /* "--program pvs or --program us" */
};
struct fl_isa_text {
	char s[200];
};
struct fl_isa_text fl_isa_list(enum fl_isa_list list);

#endif
