/* SPDX-License-Identifier: MIT
 *
 * What the assembler and the disassembler of R6xx and R7xx share among their files.
 */
#ifndef LIB_R600_ASM_OWN_H
#define LIB_R600_ASM_OWN_H

#include "lib/r600/asm.h"
#include "lib/r600/group.h"

#include <string.h>

enum { FL_R600_FETCH_WORDS = 4, FL_R600_FETCH_SLOTS = 2 };

/* ---- words as text ------------------------------------------------------------------------------------- */
struct fl_r600_dis {
	struct fl_asm_out *out;
	bool r700;
	uint32_t groups;  /* so far: they are numbered through the program */
	uint32_t invalid; /* instructions so far */
};

extern const char fl_r600_swizzle_letters[9]; /* of selectors: xyzw01?_ */
extern const char *const fl_r600_index_modes[8];
extern const char *const fl_r600_vec[6], *const fl_r600_scl[4];
extern const char *const fl_r600_doubles[4];
extern const char *const fl_r600_export_types[4], *const fl_r600_memory_types[2][4];

/* Blanks up to this column behind `from`. */
void fl_r600_pad(struct fl_asm_out *o, size_t from, size_t column);
/* A register, or with a relative address "R[5+AL]" */
void fl_r600_put_gpr(struct fl_asm_out *o, uint32_t gpr, bool rel, uint32_t mode);
void fl_r600_put_invalid(struct fl_r600_dis *d, const char *why);
/* An instruction of control flow, without its clause and its line's end. at, body: what of the clause. */
void fl_r600_put_cf(struct fl_r600_dis *d, const uint32_t w[2], bool body, bool at);
void fl_r600_put_fetch(struct fl_r600_dis *d, const uint32_t w[FL_R600_FETCH_WORDS]);
void fl_r600_put_alu(struct fl_r600_dis *d, const uint32_t cf[2], const uint32_t (*w)[2], uint32_t slots);
/* The operations of the group at w, at most those of the slots; 0: it has no end there, or too many, or its
 * literals do not fit. *slots: with the literals. */
uint32_t fl_r600_group_size(const uint32_t (*w)[2], uint32_t left, uint32_t *slots);

/* ---- rules of programs --------------------------------------------------------------------------------- */
/* NULL: none is broken by instruction i of the n_cf of a program of n slots. */
const char *fl_r600_cf_check(bool r700, const uint32_t (*w)[2], uint32_t n_cf, uint32_t n, uint32_t i);
/* Of a fetch in a clause of that kind */
const char *fl_r600_fetch_check(bool r700, const struct fl_r600_cf *clause, const uint32_t *w);

/* ---- text as words ------------------------------------------------------------------------------------- */
/* One source as it is read */
struct fl_r600_operand {
	struct fl_r600_src src;
	uint32_t mode;    /* of its index, if src.rel */
	uint32_t literal; /* its value, if src.sel says so */
	bool placed;      /* the text says which channel the literal has */
};

/* An operation of a group */
struct fl_r600_line {
	const char *at;
	uint32_t w[2], residue[2], literal[3];
	uint8_t slot;     /* that the text names; FL_R600_SLOTS: none */
	uint8_t literals; /* bit i: source i has one */
	uint8_t placed;   /* likewise: in a channel that the text names */
	bool swizzle;     /* the text has one */
};

struct fl_r600_as {
	struct fl_r600_program *p;
	struct fl_asm *a;
	struct fl_r600_block *block;     /* that is being filled; NULL: none */
	const struct fl_r600_cf *clause; /* whose it is; NULL: data */
	struct fl_r600_clause state;
	/* the group that is being read */
	bool fixed; /* the text says what is in it */
	uint32_t n_lines, n_junk;
	struct fl_r600_line line[FL_R600_SLOTS];
	uint32_t junk[4];
	bool split, numbers; /* control flow was added; places of it are given as numbers */
};

/* Names of registers and constants. 1: read, 0: it is something else, -1: an error was said. */
int fl_r600_take_declaration(struct fl_r600_as *s);
/* R5, T1, R[5+AL] behind `skip` characters of a name that is read here */
bool fl_r600_take_gpr(struct fl_asm *a, uint32_t skip, uint32_t *gpr, bool *rel, uint32_t *mode);
bool fl_r600_take_channel(struct fl_asm *a, uint32_t *chan); /* with its point: .x */
bool fl_r600_take_source(struct fl_asm *a, struct fl_r600_operand *o);
/* Four of these letters */
bool fl_r600_take_swizzle(struct fl_asm *a, uint32_t selectors[4]);

/* Is the next word an operation of the ALU? */
bool fl_r600_is_op(struct fl_asm *a);
bool fl_r600_take_op(struct fl_r600_as *s, struct fl_r600_line *l);
bool fl_r600_take_fetch(struct fl_r600_as *s);
bool fl_r600_is_fetch(struct fl_asm *a);
/* An instruction of control flow; opens its clause. */
bool fl_r600_take_cf(struct fl_r600_as *s);

/* The operations of a group in words, at most FL_R600_GROUP_MAX slots: literals, LAST, bank swizzles. 0: an
 * error was said. quiet: none is, where a rule is broken. */
uint32_t fl_r600_make_group(struct fl_r600_as *s, struct fl_r600_clause *c, bool quiet,
			    uint32_t out[FL_R600_GROUP_MAX][2]);
/* The group that was read, if any, goes into the clause. */
void fl_r600_end_group(struct fl_r600_as *s);
/* One operation more without a unit: into the group, or into a new one */
void fl_r600_add_line(struct fl_r600_as *s, const struct fl_r600_line *l);
/* Room for n slots more in the clause, which is continued by another where it is full. */
uint32_t (*fl_r600_room(struct fl_r600_as *s, uint32_t n, const char *at))[2];
struct fl_r600_block *fl_r600_open(struct fl_r600_as *s, uint32_t cf, bool even, int32_t at);
/* An instruction of control flow more; its number, FL_R600_CF_MAX after an error. */
uint32_t fl_r600_add_cf(struct fl_r600_as *s, const uint32_t w[2], const char *at);
/* Places, addresses and counts of all that was read; what is derived. */
void fl_r600_finish(struct fl_r600_as *s);

#endif
