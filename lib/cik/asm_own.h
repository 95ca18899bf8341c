/* SPDX-License-Identifier: MIT
 *
 * What the files of the assembler and disassembler of Sea Islands share; see asm.h.
 */
#ifndef LIB_CIK_ASM_OWN_H
#define LIB_CIK_ASM_OWN_H

#include "lib/cik/asm.h"
#include "lib/cik/isa.h"

/* Codes of scalar operands (SSRC in the register database) */
enum {
	FL_CIK_SGPRS = 104,
	FL_CIK_VCC = 106,
	FL_CIK_TTMP = 112,
	FL_CIK_TTMPS = 12,
	FL_CIK_M0 = 124,
	FL_CIK_EXEC = 126,
	FL_CIK_SCALARS = 128, /* below it: registers that hold something */
	FL_CIK_VCCZ = 251,
	FL_CIK_LDS_DIRECT = 254,
};

enum fl_cik_operand_kind { FL_CIK_REGISTER, FL_CIK_INTEGER, FL_CIK_FLOAT };

struct fl_cik_operand {
	const char *at;
	enum fl_cik_operand_kind kind;
	uint16_t code, n; /* a register's, and how many dwords; vector registers from FL_CIK_VGPR on */
	bool neg, abs;
	uint64_t value; /* a whole number's, or a double's bits */
};

/* An instruction that is being assembled. */
struct fl_cik_as {
	struct fl_asm *a;
	const struct fl_cik_op *op;
	const char *at; /* its name */
	bool e64;
	uint32_t n, w[FL_CIK_INST_MAX];
	bool has_literal;
	uint32_t literal, literal_bits;
	uint32_t n_read, read[4]; /* scalar values that a vector instruction reads */
	const char *label;        /* where it goes to */
	uint32_t label_length;
};

/* ---- operands (asm_operand.c) -------------------------------------------------------------------------- */
/* A register. False without an error: there is none. */
bool fl_cik_take_register(struct fl_asm *a, struct fl_cik_operand *o);
/* A register or a number, with -, | | or neg(), abs() where `modifiers`. */
bool fl_cik_take_operand(struct fl_asm *a, bool modifiers, struct fl_cik_operand *o);
/* n vector registers: the first; scalar ones that can be written. */
bool fl_cik_take_vgprs(struct fl_asm *a, uint32_t n, uint32_t *first);
bool fl_cik_take_sgprs(struct fl_asm *a, uint32_t n, uint32_t *code);
/* The operand as a source of `letter`'s type (i I f F h): its code; a literal goes into *s. */
bool fl_cik_source(struct fl_cik_as *s, const struct fl_cik_operand *o, char letter, uint32_t *code);
bool fl_cik_whole(struct fl_asm *a, int64_t least, int64_t most, const char *what, uint32_t *value);
const char *fl_cik_scalar_name(uint32_t code, uint32_t n); /* of those that have no number; NULL */

/* ---- declarations (asm_decl.c) ------------------------------------------------------------------------- */
/* 1: a declaration, which is taken; 0: something else comes; -1: an error */
int fl_cik_take_declaration(struct fl_asm *a);
/* The same of geometry programs, and of what vertex programs hand to them (asm_geometry.c); `emit` and `cut`,
 * which are instructions. */
int fl_cik_take_geometry(struct fl_asm *a);
/* Registers for a name, which are the next ones. */
struct fl_cik_declared *fl_cik_declared(struct fl_asm *a);
bool fl_cik_is_language(const char *name, uint32_t n);
bool fl_cik_give_vgprs(struct fl_asm *a, struct fl_asm_symbol *symbol, uint32_t n);
/* A constant that is a buffer, which the library sets, and more scalar registers behind it: n in all */
bool fl_cik_give_buffer(struct fl_asm *a, const struct fl_asm_symbol *symbol, uint32_t n, uint32_t *sgpr,
			uint16_t *constant);
/* A register that has a name. False without an error: none comes. */
bool fl_cik_take_named(struct fl_asm *a, struct fl_cik_operand *o);
/* NAME[I] of a table: its place in memory, in dwords. The same */
bool fl_cik_take_place(struct fl_asm *a, uint32_t *at_dw);
/* The text has this register. */
void fl_cik_note_register(struct fl_asm *a, const struct fl_cik_operand *o);
/* No registers have names. */
void fl_cik_declare_none(struct fl_cik_declared *d);

/* ---- numbers (asm_number.c) ---------------------------------------------------------------------------- */
/* A number: whole ones of up to 64 bits, others as a double. */
bool fl_cik_take_number(struct fl_asm *a, struct fl_cik_operand *o);
/* A double as a float of `exponent` and `mantissa` bits, rounded to the nearest. False: too large or too
 * small. */
bool fl_cik_narrow(uint64_t bits, uint32_t exponent, uint32_t mantissa, uint32_t *value);

/* ---- instructions -------------------------------------------------------------------------------------- */
/* The instruction that comes next, and the end of its statement, as words. */
bool fl_cik_take_instruction(struct fl_cik_as *s, struct fl_asm *a);
bool fl_cik_take_scalar(struct fl_cik_as *s);
bool fl_cik_take_vector(struct fl_cik_as *s);
bool fl_cik_take_memory(struct fl_cik_as *s);
bool fl_cik_take_comma(struct fl_cik_as *s, bool *first);
void fl_cik_place(struct fl_cik_as *s, uint32_t word, uint32_t shift, uint32_t value);
/* 16 bits with names: counters, a hardware register's bits, a message */
bool fl_cik_take_counters(struct fl_asm *a, uint32_t *value);
bool fl_cik_take_hwreg(struct fl_asm *a, uint32_t *value);
bool fl_cik_take_message(struct fl_asm *a, uint32_t *value);

/* ---- text ---------------------------------------------------------------------------------------------- */
struct fl_cik_text {
	struct fl_asm_out *out;
	const struct fl_cik_inst *i;
	uint32_t next;             /* where the instruction behind it stands */
	const uint32_t *has_label; /* bit i: dword i has a label; NULL: none */
	bool first;                /* no operand was written yet */
};
/* The instruction, or its words with the reason in a comment. False: it is none. */
bool fl_cik_put_line(struct fl_asm_out *out, const struct fl_cik_inst *i, uint32_t next,
		     const uint32_t *has_label);
/* What the program's descriptors and addresses are in: a comment line of each kind */
void fl_cik_put_uses(struct fl_asm_out *out, const uint32_t *words, uint32_t n);
void fl_cik_put_instruction(struct fl_cik_text *t);
void fl_cik_put_scalar(struct fl_cik_text *t);
void fl_cik_put_vector(struct fl_cik_text *t);
void fl_cik_put_memory(struct fl_cik_text *t);
void fl_cik_put_comma(struct fl_cik_text *t);
void fl_cik_put_sgprs(struct fl_cik_text *t, uint32_t code, uint32_t n);
void fl_cik_put_vgprs(struct fl_cik_text *t, uint32_t first, uint32_t n);
void fl_cik_put_source(struct fl_cik_text *t, uint32_t code, uint32_t n);
void fl_cik_put_counters(struct fl_asm_out *out, uint32_t value);

#endif
