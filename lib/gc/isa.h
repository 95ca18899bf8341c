/* SPDX-License-Identifier: MIT
 *
 * Shader instructions of Vivante's cores: what there is, and an instruction as a record, from and to its four
 * words. Source: Mesa's etnaviv.xml, and etna_viv's isa.xml for operations that Mesa has no form of.
 */
#ifndef LIB_GC_ISA_H
#define LIB_GC_ISA_H

#include <stdbool.h>
#include <stdint.h>

enum { FL_GC_WORDS = 4 }; /* of an instruction */

/* What stands where in an instruction */
enum fl_gc_form {
	FL_GC_ALU,
	FL_GC_TEX,     /* a sampler and a swizzle behind the destination */
	FL_GC_FLOW,    /* no destination, and the number of an instruction in place of the third source */
	FL_GC_LOAD,    /* a shift of the offset, and where the memory is */
	FL_GC_STORE,   /* the same; the destination is memory */
	FL_GC_ADDRESS, /* the destination is the address register */
};

/* Levels of instruction sets, as far as operations and sources tell them apart */
enum { FL_GC_LEVEL_0, FL_GC_LEVEL_2, FL_GC_LEVEL_5, FL_GC_LEVELS };

struct fl_gc_op {
	char name[16]; /* as Mesa writes it */
	uint8_t op;    /* 7 bits */
	uint8_t form;
	uint8_t needs, may; /* bit i: source i is there, or may be */
	uint8_t level;      /* the first that has it */
	uint8_t extended;   /* 0, or what the third source says in place of an operand */
};

struct fl_gc_src {
	bool use, neg, abs;
	uint16_t reg;
	uint8_t swiz, amode, group;
};

struct fl_gc_inst {
	uint8_t op, form; /* form: which of the fields below are the words' */
	uint8_t cond, type, thread;
	bool sat, full;
	struct {
		bool use;
		uint8_t amode, reg, mask;
	} dst;
	struct {
		uint8_t id, amode, swiz;
	} tex;
	uint8_t rmode, shift;
	bool pack, skip, local, denorm;
	struct fl_gc_src src[3];
	uint16_t target;
};

/* All operations in the order of their numbers; n: how many */
extern const struct fl_gc_op fl_gc_ops[];
extern const uint32_t fl_gc_n_ops;

const struct fl_gc_op *fl_gc_op_named(const char *name, uint32_t length); /* NULL: there is none */
/* Of the instruction in these words; NULL: the extended operation is not known. */
const struct fl_gc_op *fl_gc_op_of(const uint32_t *w);

void fl_gc_inst_words(const struct fl_gc_inst *i, uint32_t *w);
/* form: what the operation has (fl_gc_op_of()). Bits that are no field of it are lost. */
void fl_gc_inst_of(struct fl_gc_inst *i, const uint32_t *w, uint8_t form);

/* Immediates: 20 bits of a source of the group IMMEDIATE, and what they are. */
enum { FL_GC_IMM_F20, FL_GC_IMM_S20, FL_GC_IMM_U20, FL_GC_IMM_F16 };
void fl_gc_set_immediate(struct fl_gc_src *s, uint32_t kind, uint32_t bits);
uint32_t fl_gc_immediate(const struct fl_gc_src *s, uint32_t *kind);

/* A source of a register or uniform, whatever its group: uniforms from 128 on have a group of their own. */
#define FL_GC_UNIFORM_HALF 128u
#define FL_GC_XYZW         0xe4u

#endif
