/* SPDX-License-Identifier: MIT
 *
 * US, the fragment shader of the R3xx-R5xx model.
 *
 *   memory words --us_decode.c / us_decode_r300.c--> struct us_inst (what the program says, chip-independent)
 *                --us_compile.c--> struct us_op (what the vector machine does, operands resolved to
 *                                  addresses)
 *
 * us_scalar.c interprets us_inst, pixel by pixel; us_simd.c executes us_op, a wave at a time. Both give the
 * same bits. The numeric rules that they share, where the guide leaves a choice:
 *   - denormals are flushed by the processor's own flags (num/flush.h);
 *   - with ZERO_TIMES_ANYTHING_EQUALS_ZERO a product with a zero factor is +0, and no sum is -0;
 *   - NaNs get their standard bits (0x7fffffff) where bits can be seen: in outputs, and everywhere in a
 *     program that uses US_OMOD_DISABLED (R5xx guide 8.4.5.1);
 *   - clamping gives 0 for NaN;
 *   - an intermediate result beyond the finite range is not kept for the output modifier (8.7.2).
 */
#ifndef HW_MODEL_R500_US_H
#define HW_MODEL_R500_US_H

#include "hw/model/r500/r500.h"

enum us_type { US_ALU, US_OUT, US_FC, US_TEX };

/* Operations of both halves of an ALU instruction; each half allows those that its word can name. */
enum us_alu {
	US_MAD,
	US_DP3,
	US_DP4,
	US_D2A,
	US_MIN,
	US_MAX,
	US_CND,
	US_CMP,
	US_FRC,
	US_OTHER, /* RGB: SOP, the result of the alpha half; alpha: DP, the result of the RGB half */
	US_MDH,
	US_MDV,
	US_EX2,
	US_LN2,
	US_RCP,
	US_RSQ,
	US_SIN,
	US_COS,
	US_RESERVED,
};

enum us_tex_op {
	US_TEX_NOP,
	US_TEX_LD,
	US_TEX_KILL,
	US_TEX_PROJ,
	US_TEX_LODBIAS,
	US_TEX_LOD,
	US_TEX_DXDY,
	US_TEX_RESERVED
};

enum us_src_kind { US_SRC_TEMP, US_SRC_CONST, US_SRC_INLINE };

struct us_src {
	uint8_t kind;
	bool rel; /* aL is added to index */
	uint8_t index;
	float value; /* US_SRC_INLINE */
};

enum { US_SWZ_ZERO = 4, US_SWZ_HALF, US_SWZ_ONE, US_SWZ_UNUSED };
enum { US_MOD_NEG = 1, US_MOD_ABS = 2 };

struct us_arg {
	uint8_t sel;    /* src0, src1, src2, 3: presubtract */
	uint8_t swz[3]; /* alpha: swz[0] */
	uint8_t mod;
};

struct us_half { /* 0: RGB, 1: alpha */
	uint8_t op, presub;
	uint8_t omod; /* 0-6, 7: disabled */
	bool clamp;
	uint8_t dst;
	bool dst_rel;
	uint8_t target; /* render target of an OUT, comparison of a predicate write */
	struct us_src src[3];
	struct us_arg arg[3];
};

struct us_reg { /* a texture instruction's register */
	uint8_t index;
	bool rel;
	uint8_t swz[4];
};

struct us_inst {
	uint16_t addr;
	uint8_t type;
	bool sem_wait, nop, alu_wait, last, write_inactive;
	uint8_t pred_sel[2]; /* 0 none, 1 own channel, 2-5 R, G, B, A */
	bool pred_inv[2];
	uint8_t wmask, omask; /* bits R, G, B, A */
	bool w_omask, alu_wmask;
	uint8_t alu_sel, alu_op;
	struct us_half half[2];

	/* US_TEX */
	uint8_t tex_op, unit;
	bool sem_acquire, ignore_uncovered, unscaled;
	struct us_reg coord, result, dx, dy; /* result.swz: which channel of the texel goes to R, G, B, A */

	/* US_FC */
	uint8_t fc_op, a_op, jump_func, b_pop, b_op[2]; /* b_op: 0 if it stays, 1 if it jumps */
	bool b_else, jump_any;
	uint8_t bool_addr, int_addr;
	uint16_t jump_addr; /* absolute */
};

/* ---- the vector form ---------------------------------------------------------------------------------- */
/* An operand is a byte offset, from struct mr500_px or (bit 0 set) from the table of constants, where each
 * entry is one value repeated over the wave, so that all operands are walked alike. */
typedef uint32_t us_ref;
enum { US_REF_CONST = 1 };

enum us_kind {
	US_K_MOV, /* a + 0 */
	US_K_MUL, /* a * b + 0 */
	US_K_ADD, /* a + c */
	US_K_MAD,
	US_K_MIN,
	US_K_MAX,
	US_K_CND,
	US_K_CMP,
	US_K_FRC,
	US_K_MDH,
	US_K_MDV,
	US_K_DOT,    /* sum of the lanes' a * b (+ c of lane 0 if it has one), raw, to d of lane 0 */
	US_K_TRANS,  /* raw, fn says which */
	US_K_FIN,    /* output modifier, clamp */
	US_K_COPY,   /* bits */
	US_K_PRESUB, /* fn: 0 1 - 2a, 1 b - a, 2 b + a, 3 1 - a */
	US_K_STORE,  /* copy under the instruction's mask of channel `chan` */
	US_K_PRED,   /* set predicate `chan` from a, comparison fn, under the flow control mask */
	US_K_ALU_RESULT,
};

struct us_lane {
	us_ref a, b, c, d;
	uint8_t mod[3];
	uint8_t chan;
	uint8_t fin; /* US_FIN_* */
	float omod;
	uint32_t pad; /* 32 bytes */
};
enum { US_FIN_OMOD = 1, US_FIN_CLAMP = 2, US_FIN_NAN = 4, US_FIN_FP24 = 8 };

struct us_op {
	uint8_t kind, fn;
	uint8_t n;  /* lanes */
	bool plain; /* no lane has a modifier or anything to finish (US_K_MIN to _FRC: a factor at most) */
	bool has_c; /* US_K_DOT */
	uint16_t lane;
};

/* One instruction of the program, in the order reached from its start. */
struct us_step {
	struct us_inst in;
	uint16_t op, n_op;   /* when all lanes write */
	uint16_t mop, n_mop; /* when some lanes may not; without flow control there are none */
	/* Without flow control: the operations of this many steps, which follow each other, lie side by
	 * side. */
	uint16_t span;
	uint16_t next, jump; /* steps */
	bool masked;         /* predicated: always the masked form */
	bool rel;            /* uses aL, and is compiled anew for each of its values */
	bool end;
};

/* A constant as operands use it. */
struct us_slot {
	uint16_t from; /* 4 * constant + channel, or US_SLOT_VALUE */
	uint8_t mod;
	float value;
};
enum { US_SLOT_VALUE = 0xffff, US_SLOT_B = 4 * FL_WAVE_PX };

enum { US_OUT_C4_10_GAMMA = 2 }; /* US_OUT_FMT up to here: 8 and 10 bits */
enum { US_MAX_STEPS = 512, US_MAX_INST = 512, US_MAX_CONST = 256 };

struct us_prog {
	struct us_step *step;
	struct us_op *op;
	struct us_lane *lane;
	struct us_slot *slot;
	uint16_t n_step, n_op, n_lane, n_slot;
	bool legacy_zero; /* US_CONFIG.ZERO_TIMES_ANYTHING_EQUALS_ZERO */
	bool full_fc;
	bool fp24; /* R3xx/R4xx: 24-bit floats */
	bool flow; /* has flow control, LAST bits or predicates: the general loop */
	bool kills, writes_w, uses_rel, std_nan;
	bool late;      /* uses registers that texture look-ups have not reached yet: us_late.c */
	uint16_t units; /* texture units looked up */
	const struct us_unset *unset;
};

enum { US_TEMP_WORDS = MR500_MAX_TEMPS * 4 / 64 };

/* What a program reads without having written it, and what it leaves unwritten. A register's channel is bit
 * 4 * register + channel; what RS writes does not count. */
struct us_unset {
	uint64_t maybe[US_TEMP_WORDS];          /* read, and pixels may get there that have not written it */
	uint64_t never[US_TEMP_WORDS];          /* read, and no pixel can have written it */
	uint16_t never_at[MR500_MAX_TEMPS * 4]; /* by the instruction at this address */
	bool ends;                              /* some path leads to the end */
	int pred_at, alu_at, al_at; /* the same for predicates, the ALU result, aL; -1: there is none */
	uint8_t out_always[4],
	    out_some[4]; /* channels of a target that every pixel, that some pixel may write */
	bool w_always;
};

struct mr500_us_state {
	struct us_prog prog;
	const uint8_t *table;    /* constants of prog.slot, US_SLOT_B each; aligned */
	const float (*konst)[4]; /* all 256 if uses_rel; for the scalar path as far as they are used */
	unsigned n_konst;
	uint32_t bools;
	uint32_t ints[32];
	uint8_t out_fmt[MR500_MAX_TARGETS]; /* US_OUT_FMT */
	bool *hung;                         /* set when the step budget is used up */
	const struct us_native *native;     /* us_native.h; NULL: none of it is compiled */
	uint64_t *ran;                      /* counts lanes; NULL: nobody wants to know */
};

/* Counts the instructions that a program with loops or jumps ran for a wave; at the budget's end it counts as
 * hung. */
static inline void us_count_steps(struct fl_raster_thread *t, bool *hung, unsigned steps, bool ended)
{
	if (!fl_raster_work(t, 64ull * steps) || !ended)
		__atomic_store_n(hung, true, __ATOMIC_RELAXED);
}

/* us_decode.c */
void mr500_us_decode_inst(struct us_inst *in, unsigned addr, const uint32_t w[6], unsigned code_offset);
/* us_decode_r300.c: the whole program, from the registers; false if there is none. */
struct mr500;
bool mr500_us_program_r300(struct mr500 *r, struct us_prog *p);
void mr500_us_write_r300(struct mr500 *r, uint32_t offset, uint32_t value);
/* mr500_us_compile.c: steps are filled in but for their operations. False: too large. */
bool mr500_us_compile(struct us_prog *p, unsigned cap_op, unsigned cap_lane, unsigned cap_slot);
/* Compile one instruction with aL added to what asks for it. */
struct us_build {
	struct us_prog *p;
	unsigned cap_op, cap_lane, cap_slot;
	bool full;
	int al; /* added to relative addresses */
	/* for relative instructions: offset of the plain copy of all constants in the table */
	us_ref konst_at;
};
void mr500_us_compile_inst(struct us_build *b, const struct us_inst *in, bool masked, uint16_t *op,
			   uint16_t *n_op);
/* mr500_us_reads.c */
unsigned mr500_us_args(unsigned op);                /* arguments that an operation takes: bits A, B, C */
unsigned mr500_us_needed(const struct us_inst *in); /* channels whose results go anywhere */
enum us_how {
	US_READ_PLAIN,
	US_READ_PRESUB,
	US_READ_QUAD
}; /* by presubtract; of all pixels of a quad (MDH, MDV) */
typedef void us_read_fn(void *ctx, const struct us_inst *in, const struct us_src *src, unsigned chan,
			enum us_how how);
/* what() for each channel of a source that the results of an ALU or OUT instruction depend on, constants
 * too */
void mr500_us_reads(const struct us_inst *in, us_read_fn *what, void *ctx);
/* us_late.c: can the program tell that texture results come late? */
bool mr500_us_is_late(const struct us_prog *p);
/* What such a program does in every wave: nothing is on its way; before each instruction, what it waits for
 * lands; a look-up leaves value for lanes of a channel; the texture instruction is done. */
void mr500_us_late_begin(struct mr500_px *px);
void mr500_us_late_wait(struct mr500_px *px, const struct us_inst *in);
void mr500_us_late_fetch(struct mr500_px *px, unsigned reg, unsigned chan, uint64_t lanes,
			 const float value[FL_WAVE_PX]);
void mr500_us_late_acquire(struct mr500_px *px, const struct us_inst *in);
/* us_unset.c */
void mr500_us_find_unset(const struct us_prog *p, struct us_unset *out);
/* mr500_us_check.c: the rules of scheduling and encoding; reports. */
void mr500_us_check(struct mr500 *r, const struct us_prog *p);
/* mr500_us_check_r300.c: the same for R3xx and R4xx, and for a node of theirs with its steps. */
struct us_node_r300 {
	unsigned index, alu, n_alu, tex, n_tex; /* instructions in memory: first and number */
	unsigned n_steps;
	bool rgba_out, w_out;
};
void mr500_us_check_r300(struct mr500 *r, const struct us_prog *p);
void mr500_us_check_node_r300(struct mr500 *r, const struct us_node_r300 *n, const struct us_step *step);
/* The same for what comes in from RS and goes out to CB. */
void mr500_us_check_link(struct mr500 *r, const struct mr500_draw *d);

/* For the tests. */
static inline float us_inline_value(unsigned code)
{
	/* 4 bits of exponent, bias 7, 3 of mantissa. The guide (8.4.1) has denormals, and 2^-10 for code 0;
	 * Mesa (radeon_inline_literals.c) takes exponent 0 for a number like the others, 2^-7 (1 + m / 8),
	 * and its programs do divide by 128 with code 0. They run on cards, so the model follows them. */
	unsigned e = code >> 3 & 15, m = code & 7;
	float v = 1.0f + (float)m / 8;

	for (; e > 7; e--)
		v *= 2;
	for (; e < 7; e++)
		v /= 2;
	return v;
}

#endif
