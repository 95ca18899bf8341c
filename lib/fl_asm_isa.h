/* SPDX-License-Identifier: MIT
 *
 * Instruction sets of shader programs, of all families: what an assembler and a disassembler need to know to
 * be called without knowing whose they are. A program's text begins with !! and the name of its instruction
 * set.
 */
#ifndef LIB_FL_ASM_ISA_H
#define LIB_FL_ASM_ISA_H

#include "hw/fl_families.h"
#include "lib/fl_asm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program that was assembled. The pointers lead into the room that was given for it. */
struct fl_asm_program {
	const struct fl_asm *source; /* its errors, and the names */
	const uint32_t *words;
	uint32_t n; /* instructions */
	const uint32_t (*constant)[4];
	const uint32_t *given; /* bit i: constant i has a value in the text */
	uint32_t n_constants;
};

struct fl_asm_isa {
	const char *name;         /* "PVS" */
	const char *what;         /* "vertex" */
	uint32_t words;           /* of an instruction */
	uint32_t max;             /* instructions of a program */
	const char *const *kinds; /* what struct fl_asm_symbol.kind means */
	const char *chips;        /* by blanks: those that have no other; "": there are several kinds */
	size_t program_B;         /* room that assemble() wants, aligned for anything */
	/* False: the text has errors, which program->source holds. */
	bool (*assemble)(void *room, const char *text, size_t size_B, struct fl_asm_program *program);
	/* Returns how many of the n instructions are not valid; the text says which. */
	uint32_t (*disassemble)(const uint32_t *words, uint32_t n, struct fl_asm_out *out);
	/* The same as a graph of control flow, for Graphviz; NULL: there is none. */
	uint32_t (*graph)(const uint32_t *words, uint32_t n, struct fl_asm_out *out);
};

/* fl_r500_isas and so on (lib/FAMILY/isas.c): each ends with a NULL name. The table of them ends with
 * NULL. */
#define FL_ASM_DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##asm(extern const struct fl_asm_isa fl_##name##_isas[];)
FL_FAMILIES(FL_ASM_DECLARE)
#undef FL_ASM_DECLARE
extern const struct fl_asm_isa *const fl_asm_isas[];

#ifdef __cplusplus
}
#endif

#endif
