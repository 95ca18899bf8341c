/* SPDX-License-Identifier: MIT
 *
 * Texts of valid programs for Vivante cores, made out of any bytes, as those of program_text.h are.
 */
#ifndef TESTS_FUZZ_PROGRAM_TEXT_GC_H
#define TESTS_FUZZ_PROGRAM_TEXT_GC_H

#include "tests/fuzz/fuzz.h"

/* What programs count on, and fuzz_program_gc.c provides */
enum {
	PROGRAM_GC_TEXT_B = 1 << 15,
	PROGRAM_GC_TEMPS = 12,    /* t0 to t11: whatever; t12 counts rounds */
	PROGRAM_GC_UNIFORMS = 32, /* u0 to u31: whatever */
	PROGRAM_GC_MEMORY = 62,   /* u62.x: where memory is; u63: 0, -1, and small numbers of rounds */
	PROGRAM_GC_ROUNDS = 63,
	PROGRAM_GC_UNITS = 4,
	PROGRAM_GC_NONE = 255,
	PROGRAM_GC_MEMORY_B = 1024,
};

struct program_gc_kind {
	const char *name; /* "!!GC2000" without the marks */
	unsigned level;   /* 0, 2, 5: of the core's features */
	bool pixel;
	bool integers;         /* GC400 has none */
	unsigned sampler_base; /* of the stage; PROGRAM_GC_NONE: it has no samplers */
};

/* The rest of an input of fuzz_program() whose first byte has bit 7 */
void fuzz_program_gc(struct fuzz_in *in, unsigned how);

void program_text_gc(char text[PROGRAM_GC_TEXT_B], const struct program_gc_kind *k, struct fuzz_in *in);

#endif
