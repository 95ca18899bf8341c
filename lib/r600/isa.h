/* SPDX-License-Identifier: MIT
 *
 * The instruction set of R600 and R700 as tables: names, operands, where an operation may stand, the fields
 * of words. What reads words and what writes them (disassembler, assembler, checks) have nothing of it twice.
 *
 * Sources: opcodes and fields xf86-video-ati r600_reg_auto_r6xx.h and r600_reg_r7xx.h (hw/regs/r600/isa.xml);
 * units, operand counts and what only R7xx has Mesa r600_isa.h; rules Mesa r600_asm.c and R6xx/R7xx guide 3.
 */
#ifndef LIB_R600_ISA_H
#define LIB_R600_ISA_H

#include "hw/regs/r600.h"
#include "lib/fl_asm.h"

/* ---- ALU ----------------------------------------------------------------------------------------------- */
enum {
	FL_R600_SLOT_T = 4,
	FL_R600_SLOTS = 5,
	FL_R600_GROUP_MAX = 7, /* slots of 64 bits: five operations, four literals */
	FL_R600_CLAUSE_MAX = 128,
	FL_R600_TEMPS = 124, /* the first of T0 to T3, which live as long as a clause */
};

/* Of operations. A unit that is not named can be any. */
enum {
	FL_R600_TRANS = 1,    /* in the transcendental unit only */
	FL_R600_TRANS_R6 = 2, /* so on R6xx only */
	FL_R600_VECTOR = 4,   /* in the vector units only */
	FL_R600_ALL_FOUR = 8, /* in all four of them at once */
	FL_R600_MOVA = 16,    /* loads AR */
	FL_R600_TEST = 32,    /* KILL… and PRED_SET…: one in a group */
	FL_R600_FLOAT = 64,   /* its result is a float, which OMOD may scale */
	FL_R600_ONLY_R6 = 128,
	FL_R600_ONLY_R7 = 256,
};

struct fl_r600_op {
	char name[26];
	uint8_t sources;
	uint16_t flags;
};

struct fl_r600_src {
	uint32_t sel, chan;
	bool rel, neg, abs;
};

/* An instruction of an ALU clause, in words */
static inline bool fl_r600_is_op3(const uint32_t w[2])
{
	return R600_SQ_ALU_WORD1__ENCODING__GET(w[1]) != 0;
}

static inline uint32_t fl_r600_alu_inst(bool r700, const uint32_t w[2])
{
	if (fl_r600_is_op3(w))
		return R600_SQ_ALU_WORD1_OP3__ALU_INST__GET(w[1]);
	return r700 ? R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__GET(w[1])
		    : R600_SQ_ALU_WORD1_OP2__ALU_INST__GET(w[1]);
}

static inline uint32_t fl_r600_alu_omod(bool r700, const uint32_t w[2])
{
	return r700 ? R600_SQ_ALU_WORD1_OP2_V2__OMOD__GET(w[1]) : R600_SQ_ALU_WORD1_OP2__OMOD__GET(w[1]);
}

/* OP3 always writes. */
static inline bool fl_r600_alu_writes(const uint32_t w[2])
{
	return fl_r600_is_op3(w) || R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK__GET(w[1]);
}

/* NULL: the opcode is reserved. */
const struct fl_r600_op *fl_r600_alu_op(bool op3, uint32_t inst);
/* The operation of these words; of reserved ones, one that is called "" and has all sources. */
const struct fl_r600_op *fl_r600_alu_of(bool r700, const uint32_t w[2]);
/* By its name, whatever the case. False: there is none. */
bool fl_r600_alu_named(const char *name, uint32_t length, bool *op3, uint32_t *inst);
void fl_r600_alu_src(const uint32_t w[2], uint32_t i, struct fl_r600_src *src);
void fl_r600_alu_set_src(uint32_t w[2], uint32_t i, const struct fl_r600_src *src);
/* 64-bit slots of literals behind a group: by the highest channel that any operand field names. */
uint32_t fl_r600_literal_slots(const uint32_t (*w)[2], uint32_t n);

/* Selectors of sources */
enum {
	FL_R600_SRC_KCACHE = 128, /* 128 to 159 set 0, 160 to 191 set 1 */
	FL_R600_SRC_KCACHE_END = 192,
	FL_R600_SRC_DOUBLE = 244, /* to 247: 1.0 and 0.5 as doubles, low and high dword */
	FL_R600_SRC_0 = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_0,
	FL_R600_SRC_1 = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_1,
	FL_R600_SRC_1_INT = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_1_INT,
	FL_R600_SRC_M_1_INT = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_M_1_INT,
	FL_R600_SRC_0_5 = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_0_5,
	FL_R600_SRC_LITERAL = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_LITERAL,
	FL_R600_SRC_PV = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_PV,
	FL_R600_SRC_PS = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_PS,
	FL_R600_SRC_CFILE = 256,
	FL_R600_SRC_COUNT = 512,
};

static inline bool fl_r600_is_kcache(uint32_t sel)
{
	return sel >= FL_R600_SRC_KCACHE && sel < FL_R600_SRC_KCACHE_END;
}

/* Is REL of any use with this selector? */
static inline bool fl_r600_can_rel(uint32_t sel)
{
	return sel < FL_R600_SRC_KCACHE_END || sel >= FL_R600_SRC_CFILE;
}

/* Index modes */
enum { FL_R600_AR_X, FL_R600_LOOP = 4, FL_R600_GLOBAL, FL_R600_GLOBAL_AR_X, FL_R600_INDEX_RESERVED };

/* ---- control flow -------------------------------------------------------------------------------------- */
enum fl_r600_cf_kind {
	FL_R600_CF_PLAIN, /* WORD0 means nothing */
	FL_R600_CF_JUMP,  /* WORD0 is where it goes */
	FL_R600_CF_TEX,   /* clauses */
	FL_R600_CF_VTX,
	FL_R600_CF_ALU,
	FL_R600_CF_MEM,
	FL_R600_CF_EXPORT,
};

struct fl_r600_cf {
	char name[20];
	uint8_t inst; /* seven bits; of ALU clauses four */
	uint8_t kind;
	bool only_r7;
	int8_t push; /* entries that it puts on the stack, less what it takes; of loops see stack.c */
};

static inline bool fl_r600_cf_is_alu(uint32_t word1)
{
	return word1 >> (R600_SQ_CF_WORD1__CF_INST__SHIFT + 6) & 1;
}

/* What the words are; of reserved opcodes a row that is called "". */
const struct fl_r600_cf *fl_r600_cf_of(uint32_t word1);
const struct fl_r600_cf *fl_r600_cf_named(const char *name, uint32_t length);

static inline bool fl_r600_cf_has_clause(const struct fl_r600_cf *cf)
{
	return cf->kind == FL_R600_CF_TEX || cf->kind == FL_R600_CF_VTX || cf->kind == FL_R600_CF_ALU;
}

/* Does the program end behind these words? ALU clauses have no such bit. */
static inline bool fl_r600_cf_ends(uint32_t word1)
{
	return !fl_r600_cf_is_alu(word1) && R600_SQ_CF_WORD1__END_OF_PROGRAM__GET(word1);
}

/* Is it this one of SQ_CF_WORD1, or of SQ_CF_ALLOC_EXPORT_WORD1? */
#define FL_R600_CF_IS(cf, which)                          \
	((cf)->kind != FL_R600_CF_ALU && (cf)->name[0] && \
	 (cf)->inst == R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_##which)
#define FL_R600_CF_IS_EXPORT_DONE(cf) \
	((cf)->inst == R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT_DONE)

/* Slots of 64 bits of its clause */
uint32_t fl_r600_cf_slots(bool r700, const struct fl_r600_cf *cf, uint32_t word1);

/* ---- fetches ------------------------------------------------------------------------------------------- */
enum fl_r600_fetch_kind { FL_R600_FETCH_VTX, FL_R600_FETCH_SEM, FL_R600_FETCH_MEM, FL_R600_FETCH_TEX };

struct fl_r600_fetch {
	char name[24];
	uint8_t inst, kind;
	uint8_t mem_op; /* of FL_R600_FETCH_MEM */
};

const struct fl_r600_fetch *fl_r600_fetch_of(uint32_t word0);
const struct fl_r600_fetch *fl_r600_fetch_named(const char *name, uint32_t length);

/* ---- fields that are written as NAME, NAME:VALUE or not at all ----------------------------------------- */
enum fl_r600_attr_style {
	FL_R600_FLAG,   /* NAME: the one bit is not what it is by default */
	FL_R600_NUMBER, /* NAME:5 */
	FL_R600_SIGNED, /* NAME:-5 */
	FL_R600_CHOICE, /* one of names[]; "" stands for none */
	FL_R600_COORDS, /* CT:NNUU, of four bits */
};

struct fl_r600_attr {
	const char *name;
	uint32_t mask, usual; /* usual: the value that is not written */
	uint8_t word, shift, style;
	bool always; /* written even so */
	const char *const *names;
};

/* Each ends with a NULL name. */
const struct fl_r600_attr *fl_r600_cf_attrs(bool r700, const struct fl_r600_cf *cf);
const struct fl_r600_attr *fl_r600_fetch_attrs(const struct fl_r600_fetch *f);
const struct fl_r600_attr *fl_r600_alu_attrs(bool r700, bool op3);
/* What is usual, into words. */
void fl_r600_attrs_begin(const struct fl_r600_attr *attrs, uint32_t *words);
/* Write those in which words differ from what is said so far, and take them over into said. */
void fl_r600_attrs_put(struct fl_asm_out *o, const struct fl_r600_attr *attrs, const uint32_t *words,
		       uint32_t *said);
/* Read the next, after any comma. 1: done, 0: it is none of these, -1: an error was said. */
int fl_r600_attr_take(struct fl_asm *a, const struct fl_r600_attr *attrs, uint32_t *words);

#endif
