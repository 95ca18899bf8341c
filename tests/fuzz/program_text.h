/* SPDX-License-Identifier: MIT
 *
 * Texts of valid programs for R6xx and R7xx, made out of any bytes: each byte is a choice. The same bytes
 * give the same text; when they are used up the program comes to its end.
 */
#ifndef TESTS_FUZZ_PROGRAM_TEXT_H
#define TESTS_FUZZ_PROGRAM_TEXT_H

#include "tests/fuzz/fuzz.h"

enum { PROGRAM_TEXT_B = 1 << 16 };

/* What programs count on, and fuzz_program.c provides */
enum {
	PROGRAM_GPRS = 12,    /* R0 to R7: whatever; R9 to R11: the program's own */
	PROGRAM_SMALL = 8,    /* 0 to 7 in all channels, which nothing writes */
	PROGRAM_TEXTURES = 8, /* resources and samplers 0 to 7 */
	PROGRAM_BUFFER = 8,   /* a resource, of vertices */
	PROGRAM_SEMANTICS = 10,
	PROGRAM_LOOPS = 4, /* LOOP_CONST: few rounds, small indices */
	PROGRAM_ITEMS = 8, /* of scratch memory and of the reduction buffer */
	PROGRAM_STACK = 32,
};

enum program_stage { PROGRAM_PS, PROGRAM_VS, PROGRAM_GS };

struct program_kind {
	enum program_stage stage;
	bool r7xx, doubles;
	bool file; /* constants of the register file (SQ_CONFIG.DX9_CONSTS) */
};

void program_text(char text[PROGRAM_TEXT_B], const struct program_kind *k, struct fuzz_in *in);

/* How often each operation was put into a program: [OP3][opcode]. */
extern unsigned program_ops[2][128];

#endif
