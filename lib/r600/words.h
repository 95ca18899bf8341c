/* SPDX-License-Identifier: MIT
 *
 * The library's own small programs, put together when they are needed: 2D's, those of clears and resolves.
 * Control flow has the first slots, clauses follow; whoever puts clauses says in the same order what runs
 * them.
 *
 *	fl_r600_words_begin(&p);
 *	from = p.n;
 *	fl_r600_alu(&p, FL_R600_OP(MOV), fl_r600_gpr(0, 0), fl_r600_constant(0, 0), 0, true);
 *	fl_r600_alu_clause(&p, from);
 *	fl_r600_export(&p, FL_R600_EXPORT(PIXEL), 0, 0, true);      // p.w has p.n slots
 */
#ifndef LIB_R600_WORDS_H
#define LIB_R600_WORDS_H

#include "hw/regs/r600.h"

#include <stdbool.h>

enum { FL_R600_WORDS = 128, FL_R600_WORDS_CF = 8 };

struct fl_r600_words {
	uint32_t n, n_cf; /* slots; those of control flow */
	uint32_t w[FL_R600_WORDS][2];
	bool r700, vertex_cache;
};

#define FL_R600_OP(name)     R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__SQ_OP2_INST_##name
#define FL_R600_EXPORT(name) R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_##name

/* Operands: a channel of a register, of a constant; numbers that the chip has; the literal behind a group. */
enum { FL_R600_ZERO = 248, FL_R600_ONE_INT = 250, FL_R600_LITERAL = 253 };

static inline uint32_t fl_r600_gpr(uint32_t gpr, uint32_t chan)
{
	return gpr | chan << R600_SQ_ALU_WORD0__SRC0_CHAN__SHIFT;
}

static inline uint32_t fl_r600_constant(uint32_t i, uint32_t chan)
{
	return fl_r600_gpr(256 + i, chan);
}

/* r700 and vertex_cache are set. */
void fl_r600_words_begin(struct fl_r600_words *p);
/* A slot as it is: a literal. */
void fl_r600_slot(struct fl_r600_words *p, uint32_t word0, uint32_t word1);
/* An operation; last: the group ends. */
void fl_r600_alu(struct fl_r600_words *p, uint32_t op, uint32_t to, uint32_t a, uint32_t b, bool last);
/* The clause of what was put since slot `from`. */
void fl_r600_alu_clause(struct fl_r600_words *p, uint32_t from);

/* Where fetches can begin: at an even slot. */
uint32_t fl_r600_fetches(struct fl_r600_words *p);
/* The texel of resource `id` at the whole numbers in x and y of a register; its sample is in w. */
void fl_r600_load_texel(struct fl_r600_words *p, uint32_t id, uint32_t to, uint32_t from, bool sampled);
/* Element number (a channel of a register) of buffer `id`, whose resource says its format. It fills x and y;
 * z and w become 0 and 1. Numbers of a draw's vertices begin with the one that the draw says. */
void fl_r600_load_element(struct fl_r600_words *p, uint32_t id, uint32_t to, uint32_t number);
void fl_r600_load_vertex(struct fl_r600_words *p, uint32_t id, uint32_t to, uint32_t number);
void fl_r600_texel_clause(struct fl_r600_words *p, uint32_t from);
void fl_r600_element_clause(struct fl_r600_words *p, uint32_t from);

/* A register, all of it; ends: so does the program. */
void fl_r600_export(struct fl_r600_words *p, uint32_t type, uint32_t at, uint32_t gpr, bool ends);

#endif
