/* SPDX-License-Identifier: MIT
 *
 * PVS: the programmable vertex shader (R5xx guide 7.5). Up to 64 vertices, a group, go through it at once, in
 * structure-of-arrays.
 *
 *   pvs.c         its memory: code, constants, user clip planes (guide 7.4.10, 7.4.11)
 *   pvs_decode.c  a program into a plain list of steps: flow control and the loop index are the same for
 *                 every vertex, so jumps, loops and calls are followed once, here, and never again
 *   pvs_check.c   what guide 7.5 forbids
 *   pvs_simd.c    runs the steps over a group
 *   pvs_native.c  has steps compiled where a program runs for long enough, by pvs_jit.c
 *   pvs_scalar.c  runs a program from its raw words, one vertex at a time: the reference for the others
 */
#ifndef HW_MODEL_R500_PVS_H
#define HW_MODEL_R500_PVS_H

#include "hw/model/jit/worn.h"
#include "hw/model/r500/r500.h"

enum {
	MR500_PVS_LANES = 64, /* vertices of a group */
	MR500_PVS_CODE = 1024,
	MR500_PVS_CONSTS = 256,
	MR500_PVS_TEMPS = 128,  /* TRM: 128 vectors, which one vertex may use all (guide 7.5.2) */
	MR500_PVS_INPUTS = 32,  /* IVM */
	MR500_PVS_OUTPUTS = 32, /* OVM */
	MR500_PVS_ALTS = 20,    /* ATRM */
	MR500_PVS_FLOWS = 16,
	MR500_PVS_DEPTH = 8, /* how deep loops and subroutines may nest */
	/* Instructions executed a vertex, before the program counts as endless: Mesa's loops count to 255
	 * always, two of them nested run to their end on real chips. */
	MR500_PVS_STEPS = 1 << 22,
	MR500_PVS_UNROLLED = 65536, /* so many are decoded into steps; longer programs run as the words are */

	/* where each memory lies in struct mr500_pvs_regs.v */
	MR500_PVS_IN = 0,
	MR500_PVS_OUT = MR500_PVS_IN + MR500_PVS_INPUTS,
	MR500_PVS_ALT = MR500_PVS_OUT + MR500_PVS_OUTPUTS,
	MR500_PVS_TEMP = MR500_PVS_ALT + MR500_PVS_ALTS,
	/* gathered operands, results not scattered yet, a snapshot */
	MR500_PVS_SCRATCH = MR500_PVS_TEMP + MR500_PVS_TEMPS,
	MR500_PVS_REGS = MR500_PVS_SCRATCH + 3 + 1 + 4,
};

/* The vector memory that VAP_PVS_VECTOR_INDX_REG addresses, in octwords. R3xx and R4xx: 256, 512, 1024. */
enum {
	MR500_PVS_CONST_START = R500_PVS_MEMORY__CONST,
	MR500_PVS_UCP_START = R500_PVS_MEMORY__UCP,
	MR500_PVS_R300_CODE = 256,
	MR500_PVS_R300_CONST_START = 512,
	MR500_PVS_R300_UCP_START = 1024,
	/* in ucp[] of struct mr500_pvs */
	MR500_PVS_POINT_VPORT_SCALE = 6,
	MR500_PVS_POINT_GEN_TEX = 7,
};

#define PVS_DST_MATH_INST    R500_PVS_OP_DST_OPERAND__PVS_DST_MATH_INST__MASK
#define PVS_DST_MACRO_INST   R500_PVS_OP_DST_OPERAND__PVS_DST_MACRO_INST__MASK
#define PVS_DST_VE_SAT       R500_PVS_OP_DST_OPERAND__PVS_DST_VE_SAT__MASK
#define PVS_DST_ME_SAT       R500_PVS_OP_DST_OPERAND__PVS_DST_ME_SAT__MASK
#define PVS_DST_PRED_ENABLE  R500_PVS_OP_DST_OPERAND__PVS_DST_PRED_ENABLE__MASK
#define PVS_DST_PRED_SENSE   R500_PVS_OP_DST_OPERAND__PVS_DST_PRED_SENSE__MASK
#define PVS_DST_DUAL_MATH_OP R500_PVS_OP_DST_OPERAND__PVS_DST_DUAL_MATH_OP__MASK
#define PVS_SRC_ABS_XYZW     R500_PVS_SRC_OPERAND_0__PVS_SRC_ABS_XYZW__MASK
enum pvs_src_reg {
	PVS_SRC_TEMPORARY = R500_PVS_SRC_REG_TYPE__TEMPORARY,
	PVS_SRC_INPUT = R500_PVS_SRC_REG_TYPE__INPUT,
	PVS_SRC_CONSTANT = R500_PVS_SRC_REG_TYPE__CONSTANT,
	PVS_SRC_ALT_TEMPORARY = R500_PVS_SRC_REG_TYPE__ALT_TEMPORARY,
};
enum pvs_dst_reg {
	PVS_DST_TEMPORARY = R500_PVS_DST_REG_TYPE__TEMPORARY,
	PVS_DST_A0 = R500_PVS_DST_REG_TYPE__A0,
	PVS_DST_OUT = R500_PVS_DST_REG_TYPE__OUT,
	PVS_DST_OUT_REPL_X = R500_PVS_DST_REG_TYPE__OUT_REPL_X,
	PVS_DST_ALT = R500_PVS_DST_REG_TYPE__ALT_TEMPORARY,
	PVS_DST_INPUT = R500_PVS_DST_REG_TYPE__INPUT,
};
enum pvs_addr_mode {
	PVS_ABSOLUTE = R500_PVS_ADDR_MODE__ABSOLUTE,
	PVS_RELATIVE_A0 = R500_PVS_ADDR_MODE__RELATIVE_A0,
	PVS_RELATIVE_I0 = R500_PVS_ADDR_MODE__RELATIVE_I0,
};
enum pvs_select {
	PVS_X = R500_PVS_SWIZZLE__X,
	PVS_Y = R500_PVS_SWIZZLE__Y,
	PVS_Z = R500_PVS_SWIZZLE__Z,
	PVS_W = R500_PVS_SWIZZLE__W,
	PVS_FORCE_0 = R500_PVS_SWIZZLE__FORCE_0,
	PVS_FORCE_1 = R500_PVS_SWIZZLE__FORCE_1,
};

/* Opcodes in one row, so that a step has a single one: those of the vector engine, then from ME on the math
 * engine's. */
enum pvs_op {
	VECTOR_NO_OP,
	VE_DOT_PRODUCT,
	VE_MULTIPLY,
	VE_ADD,
	VE_MULTIPLY_ADD,
	VE_DISTANCE_VECTOR,
	VE_FRACTION,
	VE_MAXIMUM,
	VE_MINIMUM,
	VE_SET_GREATER_THAN_EQUAL,
	VE_SET_LESS_THAN,
	VE_MULTIPLYX2_ADD,
	VE_MULTIPLY_CLAMP,
	VE_FLT2FIX_DX,
	VE_FLT2FIX_DX_RND,
	VE_PRED_SET_EQ_PUSH,
	VE_PRED_SET_GT_PUSH,
	VE_PRED_SET_GTE_PUSH,
	VE_PRED_SET_NEQ_PUSH,
	VE_COND_WRITE_EQ,
	VE_COND_WRITE_GT,
	VE_COND_WRITE_GTE,
	VE_COND_WRITE_NEQ,
	VE_COND_MUX_EQ,
	VE_COND_MUX_GT,
	VE_COND_MUX_GTE,
	VE_SET_GREATER_THAN,
	VE_SET_EQUAL,
	VE_SET_NOT_EQUAL,
	VE_OPS,

	ME = 32, /* in a step: 32 + the opcode of the math engine */
	MATH_NO_OP = ME,
	ME_EXP_BASE2_DX,
	ME_LOG_BASE2_DX,
	ME_EXP_BASEE_FF,
	ME_LIGHT_COEFF_DX,
	ME_POWER_FUNC_FF,
	ME_RECIP_DX,
	ME_RECIP_FF,
	ME_RECIP_SQRT_DX,
	ME_RECIP_SQRT_FF,
	ME_MULTIPLY,
	ME_EXP_BASE2_FULL_DX,
	ME_LOG_BASE2_FULL_DX,
	ME_POWER_FUNC_FF_CLAMP_B,
	ME_POWER_FUNC_FF_CLAMP_B1,
	ME_POWER_FUNC_FF_CLAMP_01,
	ME_SIN,
	ME_COS,
	ME_LOG_BASE2_IEEE,
	ME_RECIP_IEEE,
	ME_RECIP_SQRT_IEEE,
	ME_PRED_SET_EQ,
	ME_PRED_SET_GT,
	ME_PRED_SET_GTE,
	ME_PRED_SET_NEQ,
	ME_PRED_SET_CLR,
	ME_PRED_SET_INV,
	ME_PRED_SET_POP,
	ME_PRED_SET_RESTORE,
	ME_OPS,

	/* steps that are not instructions, but help one that follows */
	PVS_STEP_GATHER = 64, /* operand by address register into scratch */
	PVS_STEP_SCATTER,     /* the result in scratch to an address by address register */
	/* The predicate and alternate temporaries 0 to 3 are kept as they are before both halves of a dual
	   instruction. */
	PVS_STEP_SNAPSHOT,
};

_Static_assert((int)VE_SET_NOT_EQUAL == R500_PVS_VE_OPCODE__VE_SET_NOT_EQUAL &&
		   (int)VE_FLT2FIX_DX_RND == R500_PVS_VE_OPCODE__VE_FLT2FIX_DX_RND &&
		   ME_COS - ME == R500_PVS_ME_OPCODE__ME_COS &&
		   ME_PRED_SET_RESTORE - ME == R500_PVS_ME_OPCODE__ME_PRED_SET_RESTORE,
	       "the opcodes are the database's");

/* The registers of a group: v[register][channel][lane]. */
struct mr500_pvs_regs {
	_Alignas(64) float v[MR500_PVS_REGS][4][MR500_PVS_LANES];
	_Alignas(64) int32_t a0[4][MR500_PVS_LANES];
	/* 0 or ~0: the current one, and that of the snapshot */
	_Alignas(64) int32_t pred[2][MR500_PVS_LANES];
};

/* One step. Everything is resolved: an operand's channel is a pointer to 64 lanes (same ~0), or to 16 equal
 * floats (same 0) for constants; constants have their modifiers applied. */
struct mr500_pvs_step {
	uint8_t op; /* enum pvs_op */
	uint8_t n;  /* channels that are written */
	uint8_t ch[4];
	bool plain;  /* no modifier on any operand */
	bool simple; /* no saturation, predicate, conditional write, address register */
	bool sat;
	bool replicate_x;  /* result x goes to all channels */
	int8_t pred;       /* -1: no predicate; else its value that enables the write */
	uint8_t pred_from; /* 0 the predicate, 1 its snapshot */
	bool to_a0;
	uint8_t a0;             /* gather and scatter: component of the address register */
	uint8_t mask;           /* scatter: channels */
	int16_t addr;           /* gather, scatter: address before adding the register */
	uint16_t base, size;    /* gather, scatter: registers that may be reached; size 0: the constants */
	const float *src[3][4]; /* operand, channel x y z w */
	uint32_t same[3][4];    /* mask on the lane */
	uint32_t keep[3][4];    /* and-mask: absolute value */
	uint32_t flip[3][4];    /* xor-mask: negation */
	float *dst[4];          /* by channel x y z w */
};

struct mr500_pvs_const { /* a splat in the pool, to be refilled when constants change */
	uint16_t addr;   /* constant, before the base is added */
	uint8_t channel;
	uint8_t mod; /* bit 0 absolute, bit 1 negated */
};

struct mr500_pvs {
	/* memory, as written */
	uint32_t code[MR500_PVS_CODE][4];
	uint32_t konst[MR500_PVS_CONSTS][4];
	uint32_t ucp[8][4]; /* user clip planes 0-5, MR500_PVS_POINT_* */
	uint32_t code_version, const_version;
	unsigned dword, dword128; /* counters of the two data ports */
	uint32_t octword[4];      /* what the 128-bit port has gathered */

	/* the running program */
	bool valid, refused; /* decoded; endless or without code */
	uint32_t key[8 + 3 * MR500_PVS_FLOWS], decoded_code_version;
	uint32_t filled_const_version, filled_const_cntl;
	struct mr500_pvs_step *step;
	unsigned n_steps, cap_steps;
	unsigned executed; /* instructions a vertex, jumps followed */
	bool looped;       /* beyond MR500_PVS_UNROLLED: no steps */
	float (*pool)[16]; /* splats: 0.0, 1.0, then as in pool_is */
	struct mr500_pvs_const *pool_is;
	unsigned n_pool, cap_pool;
	uint16_t *pool_at; /* (addr * 4 + channel) * 4 + mod: index in pool, 0 for none yet */
	/* Registers to clear before a group, because they are read, or handed on, before they are written. */
	uint8_t zero[MR500_PVS_REGS];
	unsigned n_zero;
	bool uses_a0, uses_i0, uses_pred, writes_inputs;
	uint32_t reads_inputs, writes_outputs; /* one bit for each vector */

	struct mr500_pvs_regs *regs;

	/* pvs_native.h; NULL: it is interpreted */
	struct mr500_pvs_native *native;
	bool never;                              /* it does not compile */
	struct fl_worn worn[FL_WORN], *worn_now; /* in vertices, of full vectors */

	/* taken from registers by mr500_pvs_prepare(), for both paths */
	uint32_t first, last, const_base, const_max;
	/* Flow control has 8-bit addresses, and instructions nothing of what R5xx added to their words. */
	bool r300;
	uint32_t flow_op;
	struct mr500_pvs_flow {
		uint16_t act, target, last, rtn; /* target: loop count, jump or call address */
		int16_t init, step;
		bool inherit;
	} flow[MR500_PVS_FLOWS];
};

struct mr500_pvs *mr500_pvs_new(void);
void mr500_pvs_free(struct mr500_pvs *p);
/* The data ports. offset is one of VAP_PVS_VECTOR_INDX_REG, _DATA_REG, _DATA_REG_128. */
void mr500_pvs_write(struct mr500 *r, struct mr500_pvs *p, uint32_t offset, uint32_t value);
uint32_t mr500_pvs_read(struct mr500 *r, struct mr500_pvs *p);

/* Bring the decoded program up to date with code, constants and registers. False: it cannot run; reported. */
bool mr500_pvs_prepare(struct mr500 *r, struct mr500_pvs *p);
/* Reports what is wrong with an instruction that the flow has reached (pvs_check.c). */
void mr500_pvs_check(struct mr500 *r, const struct mr500_pvs *p, unsigned pc, const uint32_t w[4]);

/* Run the program over the first n lanes: regs->v[MR500_PVS_IN …] to regs->v[MR500_PVS_OUT …]. */
FL_SIMD_DECLARE(void, mr500_pvs_run, (struct mr500_pvs *, unsigned n));

/* Operands that an opcode reads (bits 0-2), for checks and decoding. */
unsigned mr500_pvs_operands(enum pvs_op op);

/* ---- fields of the instruction words (guide 7.5.9) ----------------------------------------------------- */
static inline unsigned pvs_dst_opcode(uint32_t w)
{
	return R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE__GET(w);
}
static inline unsigned pvs_dst_type(uint32_t w)
{
	return R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE__GET(w);
}
static inline unsigned pvs_dst_offset(uint32_t w)
{
	return R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET__GET(w);
}
static inline unsigned pvs_dst_mask(uint32_t w)
{
	return w >> R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X__SHIFT & 15;
}
static inline enum pvs_addr_mode pvs_dst_mode(uint32_t w)
{
	return (enum pvs_addr_mode)(R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_1__GET(w) << 1 |
				    R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_0__GET(w));
}
static inline unsigned pvs_addr_sel(uint32_t w) /* of sources and destinations */
{
	return R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_SEL__GET(w);
}
static inline unsigned pvs_src_type(uint32_t w)
{
	return R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE__GET(w);
}
static inline unsigned pvs_src_offset(uint32_t w)
{
	return R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET__GET(w);
}
static inline enum pvs_addr_mode pvs_src_mode(uint32_t w)
{
	return (enum pvs_addr_mode)(R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_1__GET(w) << 1 |
				    R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_0__GET(w));
}
static inline unsigned pvs_src_select(uint32_t w, unsigned channel)
{
	return w >> (R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_X__SHIFT + 3 * channel) & 7;
}
static inline unsigned pvs_src_negate(uint32_t w, unsigned channel)
{
	return w >> (R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_X__SHIFT + channel) & 1;
}
/* the math half of a dual instruction, in place of the third operand */
static inline unsigned pvs_dual_opcode(uint32_t w)
{
	return R500_PVS_DUAL_MATH__PVS_DST_OPCODE_MSB__GET(w) << 4 |
	       R500_PVS_DUAL_MATH__PVS_DST_OPCODE__GET(w);
}
static inline unsigned pvs_dual_offset(uint32_t w)
{
	return R500_PVS_DUAL_MATH__DUAL_MATH_DST_OFFSET__GET(w);
}
static inline unsigned pvs_dual_channel(uint32_t w)
{
	return R500_PVS_DUAL_MATH__PVS_DST_WE_SEL__GET(w);
}

#endif
