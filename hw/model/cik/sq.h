/* SPDX-License-Identifier: MIT
 *
 * SQ of Sea Islands (GFX7): waves of 64 lanes, workgroups of such waves, and programs out of memory, decoded
 * once. Whoever launches a wave fills in its registers (SPI, or a test), whoever has memory, images and
 * exports answers the calls of struct mcik_sq_env; the instruction set is executed here.
 *
 *   code = mcik_code_new(env); mcik_wave_init(&wave, code, env, …); registers; mcik_group_run(&group, …)
 *
 * Results of memory instructions land when the program waits for them (s_waitcnt), not before: what reads
 * a register too early gets what it held, and a report. Nothing here keeps a pointer into memory when a wave
 * does not run.
 */
#ifndef HW_MODEL_CIK_SQ_H
#define HW_MODEL_CIK_SQ_H

#include "hw/model/fl_model.h"
#include "hw/model/jit/jit.h"
#include "hw/model/vec.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	MCIK_LANES = 64,
	MCIK_SCALARS = 128, /* by operand code */
	MCIK_SGPRS = 104,   /* of them, what programs may allot; then: */
	MCIK_FLAT_SCRATCH = 104,
	MCIK_VCC = 106,
	MCIK_TBA = 108,
	MCIK_TMA = 110,
	MCIK_TTMP = 112,
	MCIK_M0 = 124,
	MCIK_EXEC = 126,
	MCIK_VGPRS = 256,
	MCIK_PENDING = 48,      /* results on their way, of a wave */
	MCIK_EXPORTS = 8,       /* exports on their way: more than EXP_CNT counts */
	MCIK_RESULT = 17,       /* registers of one result: sixteen dwords, and a status */
	MCIK_GROUP_WAVES = 40,  /* the most that a workgroup has */
	MCIK_LDS_B = 64 * 1024, /* of a compute unit */
};

typedef uint32_t mcik_plane[MCIK_LANES];

/* ---- what a wave reaches ------------------------------------------------------------------------------- */
struct mcik_wave;

enum mcik_access { MCIK_GLC = 1, MCIK_SLC = 2, MCIK_SCALAR = 4 /* the constant cache, not the vector one */ };

/* New contents out of the old ones and up to two operands: for atomics. */
typedef uint64_t mcik_atomic_fn(uint64_t old, uint64_t data, uint64_t data2);

/* An image instruction: opcodes are those of MIMG (CIK_OP_MIMG__…). Lanes outside of `lanes` are left. */
struct mcik_image {
	uint8_t op, dmask;
	bool unorm, da, glc, slc, tfe, lwe;
	uint32_t resource[8], sampler[4]; /* T# (of 128 bits: the rest is 0) and S# */
	const mcik_plane *address;        /* VADDR and those after it, as many as the instruction takes */
	const mcik_plane *data;           /* stores and atomics: VDATA and those after it */
	mcik_plane *out; /* loads, samples, atomics: packed by DMASK; tfe: a status after them */
	uint64_t lanes;
};

struct mcik_export {
	uint8_t target, en;
	bool compr, done, vm;
	const uint32_t *src[4]; /* planes; compr: two, of halves */
	uint64_t lanes;         /* vm: the pixels that are kept */
};

/* A load by format, for who looks on. */
struct mcik_loaded {
	unsigned vgpr, n; /* n channels, to that register and those after it */
	uint64_t base;    /* of the descriptor */
	uint32_t offset_B;
	bool integers;
	const mcik_plane *got;
};

struct mcik_sq_env {
	void *arg;
	/* Memory of a VMID. False: the VM faulted (the callee reports it); loads give 0, stores are dropped.
	 * code: n dwords, of which so many were read. */
	uint32_t (*code)(void *arg, unsigned vmid, uint64_t va, uint32_t *dw, uint32_t n);
	bool (*load)(void *arg, unsigned vmid, uint64_t va, void *to, unsigned size_B, unsigned access);
	/* For loads in haste: memory from va on, and how much of it stands in a row. NULL: load() is asked,
	 * which has faults to report; the function too may be NULL. */
	const uint8_t *(*peek)(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B);
	/* The same for stores: store() has the faults. */
	uint8_t *(*poke)(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B);
	bool (*store)(void *arg, unsigned vmid, uint64_t va, const void *from, unsigned size_B,
		      unsigned access);
	bool (*atomic)(void *arg, unsigned vmid, uint64_t va, unsigned size_B, mcik_atomic_fn *fn,
		       const uint64_t data[2], uint64_t *old);
	/* NULL: such instructions are refused */
	void (*image)(void *arg, struct mcik_wave *w, const struct mcik_image *image);
	/* A load by format has come from a buffer. NULL: nobody wants to know. */
	void (*loaded)(void *arg, struct mcik_wave *w, const struct mcik_loaded *l);
	/* A wave with `looked` has come over the instruction at pc, n_dw dwords, with those lanes. */
	void (*stepped)(void *arg, struct mcik_wave *w, uint64_t pc, const uint32_t *word, unsigned n_dw,
			uint64_t lanes);
	void (*export)(void *arg, struct mcik_wave *w, const struct mcik_export *e);
	void (*message)(void *arg, struct mcik_wave *w, uint32_t simm16); /* s_sendmsg; M0 is in the wave */
	/* Ordered count and barrier resources of the GDS: the opcode and the offset of DS; NULL: refused.
	 * Returns what all lanes get. */
	uint32_t (*gds_op)(void *arg, struct mcik_wave *w, unsigned op, unsigned offset, uint32_t data);
	/* Before what others may see the order of: the GDS, and memory with GLC. NULL: nothing is to be done.
	 * False: the group came too late, its waves end, and what they do does not count. */
	bool (*turn)(void *arg);
	void (*cache)(void *arg, unsigned which); /* enum mcik_cache_op; NULL: there are none */
	/* s_memtime, of a wave that begins: it counts on with its instructions. NULL: 0 */
	uint64_t (*time)(void *arg);
	/* As fl_model_vreport(). */
	void (*report)(void *arg, const struct mcik_wave *w, enum fl_severity severity, const char *section,
		       const char *fmt, va_list ap);
	uint8_t *gds; /* global data share; NULL: none */
	uint32_t gds_B;
	bool unaligned;       /* SH_MEM_CONFIG: accesses of dwords need not be aligned */
	uint16_t shared_base; /* SH_MEM_BASES: bits 63:48 of the apertures of LDS and scratch */
	uint16_t private_base;
	uint64_t hidden_private; /* SH_HIDDEN_PRIVATE_BASE_VMID: where scratch of FLAT lies */
	enum fl_isa isa;         /* FL_ISA_SCALAR: the path that judges the others */
	enum fl_jit_when jit;    /* when programs are compiled */
};

enum mcik_cache_op { MCIK_INV_SCALAR, MCIK_INV_SCALAR_VOL, MCIK_INV_CODE, MCIK_INV_L1, MCIK_INV_L1_VOL };

/* ---- programs (sq_code.c) ------------------------------------------------------------------------------ */
/* Instructions as they were fetched, decoded: what the instruction cache holds. One a thread. */
struct mcik_code;
struct mcik_code *mcik_code_new(const struct mcik_sq_env *env); /* NULL: no memory; env stays the caller's */
void mcik_code_free(struct mcik_code *c);
/* The instruction cache is invalidated: what is executed next is fetched again, and decoded again if it has
 * changed. */
void mcik_code_invalidate(struct mcik_code *c);
/* A pixel program whose colors are the same in all lanes where its attributes are: sq_pure.c. masks_at: the
 * scalar that has the mask of primitives; n_inputs: VGPRs with places and weights. */
bool mcik_sq_pure(struct mcik_code *c, unsigned vmid, uint64_t pc, unsigned masks_at, unsigned n_inputs);
/* A program that may read or write memory: all but those that go straight to their end, and compute with what
 * they begin with. */
bool mcik_sq_reaches_memory(struct mcik_code *c, unsigned vmid, uint64_t pc);

/* ---- waves --------------------------------------------------------------------------------------------- */
enum mcik_wave_state {
	MCIK_RUNNING,
	MCIK_BARRIER, /* waits for the other waves of its group */
	MCIK_HALTED,  /* s_sethalt, s_sendmsghalt */
	MCIK_ENDED,
	MCIK_STUCK, /* no instruction, no code, or its budget is used up: reported */
};

/* MODE */
enum {
	MCIK_MODE_ROUND_32 = 3,
	MCIK_MODE_DENORM_32 = 3 << 4,
	MCIK_MODE_DX10_CLAMP = 1 << 8,
	MCIK_MODE_IEEE = 1 << 9,
	MCIK_MODE_VSKIP = 1 << 28,
	MCIK_MODE_ROUND_64_SHIFT = 2,
	MCIK_MODE_DENORM_32_SHIFT = 4,
	MCIK_MODE_DENORM_64_SHIFT = 6,
	MCIK_MODE_CSP_SHIFT = 29,
	MCIK_MODE_START = 3 << 6 | MCIK_MODE_DX10_CLAMP, /* FLOAT_MODE 0xC0, as drivers have it */
};

enum mcik_counter { MCIK_VM_CNT, MCIK_LGKM_CNT };

/* A result on its way to registers. */
struct mcik_pending {
	uint8_t counter;
	uint8_t scalar;    /* bool: SMRD, whose results come in any order; else VGPRs, in order */
	uint16_t first, n; /* registers */
	uint64_t lanes;
	uint8_t slot; /* of the wave's pool: n planes; scalars are in the first */
};

/* Memory that a wave was shown (struct mcik_sq_env, peek), for who looks there again. */
struct sq_window {
	const uint8_t *p;
	uint64_t va, size_B;
};

struct mcik_group;
struct mcik_record;
struct sq_kit;

struct mcik_wave {
	const struct mcik_sq_env *env;
	const struct sq_kit *kit; /* the vector ALU for env->isa */
	struct mcik_code *code;
	struct mcik_group *group;   /* LDS, barriers */
	void *owner;                /* the caller's */
	struct mcik_record *record; /* NULL: nobody writes down what it does; sq_record.h */
	bool looked;                /* somebody follows its instructions: env->stepped() */
	unsigned vmid;
	uint64_t pc;
	uint32_t s[MCIK_SCALARS];
	mcik_plane *v; /* n_vgprs of them */
	uint16_t n_sgprs, n_vgprs;
	bool scc, vccz_stale;
	uint32_t mode, status, trapsts, hw_id;
	uint8_t state; /* enum mcik_wave_state */
	uint8_t priority;
	uint64_t budget, given; /* instructions that are left, and that were: mcik_wave_allow() */
	uint32_t planes; /* attributes, a bit each, of which LDS has planes over the window, and no corners */
	/* Where in LDS the attributes of each quad are, from the first's on, and the mask of new primitives
	 * (M0) for which that holds. */
	uint32_t fresh, quad_at[MCIK_LANES / 4];
	struct sq_window constants; /* of scalar loads; while it runs */
	/* What the processor's arithmetic is set to while this wave runs (mcik_sq_set_arithmetic()), and what
	 * the caller has it set to. */
	uint8_t arithmetic;
	uint64_t arithmetic_was;

	/* results on their way, oldest first */
	struct mcik_pending pending[MCIK_PENDING];
	unsigned n_pending;
	uint8_t n_of[2], n_scalars; /* of them: by enum mcik_counter, and those to scalars */
	uint64_t late_v[MCIK_VGPRS / 64], late_s[MCIK_SCALARS / 64]; /* registers that wait for one */
	uint64_t exported[MCIK_EXPORTS][MCIK_VGPRS / 64]; /* registers that exports and GDS may still read */
	unsigned n_exported;                              /* oldest first */
	mcik_plane *pool;                                 /* for pending[].data: MCIK_PENDING slots */
	uint64_t pool_used;                               /* slots */

	/* Hazards: the time counts wait states. It goes on from program to program, so that what stands here
	 * is of long ago. */
	uint64_t now;
	bool watched;                      /* vskip_at or wide_store_at have been set */
	uint64_t valu_wrote[MCIK_SCALARS]; /* SGPRs: when a vector instruction wrote them, counted from 1 */
	uint64_t salu_wrote_m0, setreg_at[64], vskip_at, wide_store_at;
	uint16_t wide_store_first, wide_store_n;
};

/* A workgroup: waves that share LDS and meet at barriers. */
struct mcik_group {
	uint8_t *lds;
	uint32_t lds_B; /* what is allotted */
	struct mcik_wave **wave;
	unsigned n_waves;
};

/* Registers are 0, EXEC is all ones, MODE is MCIK_MODE_START. False: no memory. */
bool mcik_wave_init(struct mcik_wave *w, struct mcik_code *code, const struct mcik_sq_env *env,
		    unsigned n_sgprs, unsigned n_vgprs);
/* The same again for another program: keeps the memory. */
void mcik_wave_reset(struct mcik_wave *w);
/* The same in haste, for a program at pc that begins with these lanes: of the VGPRs that the wave has
 * (n_vgprs) those alone are cleared that it may read before it has written them. */
void mcik_wave_begin(struct mcik_wave *w, unsigned vmid, uint64_t pc, uint64_t lanes);
void mcik_wave_free(struct mcik_wave *w);
/* Instructions that the wave may execute from here on. */
static inline void mcik_wave_allow(struct mcik_wave *w, uint64_t n)
{
	w->budget = w->given = n;
}

/* Until it ends, halts, waits at a barrier, or has executed w->budget instructions (then it is stuck, and
 * that is reported). */
enum mcik_wave_state mcik_wave_run(struct mcik_wave *w);
/* All waves of the group in turns, until each has ended. False: one is stuck or halted. */
bool mcik_group_run(struct mcik_group *g);

#endif
