/* SPDX-License-Identifier: MIT
 *
 * Inside of the files that say vector instructions in LLVM's terms (sq_*_jit.c).
 */
#ifndef HW_MODEL_CIK_SQ_LOWER_H
#define HW_MODEL_CIK_SQ_LOWER_H

#ifdef FL_JIT

#include "hw/model/cik/sq_jit.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/jit/emit.h"

/* A register's lanes. Arithmetic leaves the NaN that the processor makes; it becomes SQ_NAN when something
 * looks at its bits. */
struct sq_value {
	LLVMValueRef v; /* NULL: it is in memory alone */
	bool any_nan;
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
	bool whole; /* scalars are constants too, and masks stay in the part (ps_whole_jit.c) */
	unsigned n; /* instructions so far */
};

typedef LLVMValueRef LV;

/* ---- words: l is the struct sq_low at hand
 * ----------------------------------------------------------------- */
#define LLVM_1(name, a)       (l->e->llvm->Build##name(l->e->at, a, ""))
#define LLVM_2(name, a, b)    (l->e->llvm->Build##name(l->e->at, a, b, ""))
#define LLVM_3(name, a, b, c) (l->e->llvm->Build##name(l->e->at, a, b, c, ""))
#define I_(value)             fl_emit_const(l->e, value)
#define F_(value)             fl_emit_float(l->e, fl_emit_const(l->e, sq_low_bits(value)))
#define AS_F(v)               fl_emit_float(l->e, v)
#define AS_I(v)               fl_emit_bits(l->e, v)
#define ADD(a, b)             LLVM_2(Add, a, b)
#define SUB(a, b)             LLVM_2(Sub, a, b)
#define MUL(a, b)             LLVM_2(Mul, a, b)
#define AND(a, b)             LLVM_2(And, a, b)
#define OR(a, b)              LLVM_2(Or, a, b)
#define XOR(a, b)             LLVM_2(Xor, a, b)
#define NOT(a)                LLVM_1(Not, a)
#define SHL(a, b)             LLVM_2(Shl, a, b)
#define LSHR(a, b)            LLVM_2(LShr, a, b)
#define ASHR(a, b)            LLVM_2(AShr, a, b)
#define FADD(a, b)            LLVM_2(FAdd, a, b)
#define FSUB(a, b)            LLVM_2(FSub, a, b)
#define FMUL(a, b)            LLVM_2(FMul, a, b)
#define FDIV(a, b)            LLVM_2(FDiv, a, b)
#define FCMP(how, a, b)       LLVM_3(FCmp, LLVMReal##how, a, b)
#define ICMP(how, a, b)       LLVM_3(ICmp, LLVMInt##how, a, b)
#define SELECT(m, a, b)       LLVM_3(Select, m, a, b) /* of dwords: a float might be compared with itself */
#define SELECT_F(m, a, b)     AS_F(SELECT(m, AS_I(a), AS_I(b)))

static inline uint32_t sq_low_bits(float f)
{
	uint32_t v;

	memcpy(&v, &f, sizeof v);
	return v;
}

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
