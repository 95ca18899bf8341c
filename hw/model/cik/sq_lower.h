/* SPDX-License-Identifier: MIT
 *
 * Inside of the files that say vector instructions in LLVM's terms (sq_*_jit.c).
 */
#ifndef HW_MODEL_CIK_SQ_LOWER_H
#define HW_MODEL_CIK_SQ_LOWER_H

#ifdef FL_JIT

#include "hw/model/cik/sq_jit.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/jit/words.h"

/* A register's lanes. Arithmetic leaves the NaN that the processor makes; it becomes SQ_NAN when something
 * looks at its bits. */
struct sq_value {
	LLVMValueRef v; /* NULL: it is in memory alone */
	bool any_nan;
	bool bits;           /* made of bits in the part: LLVM may know which */
	LLVMValueRef cut[2]; /* the floats that v_cvt_pkrtz_f16_f32 made it of; NULL: something else did */
};

struct sq_low {
	struct fl_emit *e;
	const struct sq_part *part;
	uint32_t mode;
	enum fl_isa isa;
	bool flushes; /* denormal operands count as zeros */
	LLVMValueRef exec;
	struct sq_value v[MCIK_VGPRS];
	bool wrote_v[MCIK_VGPRS];
	LLVMValueRef mask[MCIK_SCALARS]; /* pairs that the part wrote */
	/* Beside the sources and the result of an instruction (sq_wide_jit.c): a mask that it reads, one that
	 * it writes; the upper halves of sources of 64 bits, and of such a result. */
	LLVMValueRef in, out, high[3], result_high;
	LLVMValueRef
	    nothing;    /* zeros, of which LLVM does not know that they are; NULL: none were asked for */
	bool normal[3]; /* which of the sources are numbers that are known: no zero, no denormal, no NaN */
	bool whole;     /* scalars are constants too, and masks stay in the part (ps_whole_jit.c) */
	unsigned n;     /* instructions so far */
};

/* How an instruction of the kit's table is said: with its sources as dwords, as many as it has, and MODE;
 * the result is dwords, or of comparisons a mask. */
struct sq_how {
	LV (*say)(struct sq_low *l, unsigned opcode, LV a, LV b, LV c);
	bool nan_in;      /* which NaN its operands are does not matter */
	bool nan_out;     /* its result, if it is a NaN, has to become SQ_NAN yet */
	bool any_setting; /* it is the same whichever denormals the arithmetic keeps */
	bool bits;        /* with any_setting: it computes no float at all */
	bool wide;        /* it needs instructions that the lowest set has not: rounding, or FMA */
};

/* An operation, and what a register holds; nan_in: which NaN does not matter. */
void mcik_sq_say(struct sq_low *l, const struct sq_inst *i);
LV mcik_sq_vector(struct sq_low *l, unsigned v, bool nan_in);

/* By opcode; NULL: it is not one of those. The first looks among all. */
const struct sq_how *mcik_sq_how(unsigned opcode);
const struct sq_how *mcik_sq_float_how(unsigned opcode);
const struct sq_how *mcik_sq_int_how(unsigned opcode);
const struct sq_how *mcik_sq_wide_how(unsigned opcode);
const struct sq_how *mcik_sq_compare_how(unsigned opcode);

/* The build function of a part, and its argument. */
struct sq_lower_ask {
	const struct sq_part *part;
	const struct sq_line *line;
	uint32_t mode;
	enum fl_isa isa;
};
bool mcik_sq_lower(struct fl_emit *e, void *arg);

#endif
#endif
