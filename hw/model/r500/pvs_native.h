/* SPDX-License-Identifier: MIT
 *
 * Vertex programs as compiled code (pvs_jit.c): steps in a row, up to those that go by the address register,
 * which are left to pvs_simd.c.
 */
#ifndef HW_MODEL_R500_PVS_NATIVE_H
#define HW_MODEL_R500_PVS_NATIVE_H

#include "hw/model/jit/jit.h"
#include "hw/model/r500/pvs.h"

struct mr500_pvs_native {
	enum fl_isa isa;
	unsigned n_part;
	struct pvs_part {
		const struct fl_jit_program *code; /* NULL: the steps are interpreted */
		unsigned first, n;                 /* steps */
		bool piece;                        /* they can be code */
	} part[];
};

/* The program has changed, or goes. */
void mr500_pvs_native_drop(struct mr500_pvs *p);
/* p->native, if there is or may be one by now. */
void mr500_pvs_native_get(struct mr500 *r, struct mr500_pvs *p);

/* Numbers that LLVM must not compute with: it keeps denormals, which the engine has not. */
enum { PVS_HIDDEN_1, PVS_HIDDEN_MAX, PVS_HIDDEN };
extern const float mr500_pvs_hidden[PVS_HIDDEN];

static inline void mr500_pvs_native_run(const struct fl_jit_program *code, struct mr500_pvs_regs *g,
					const float (*pool)[16], unsigned n)
{
	uint32_t lanes = n;

	code->run(g, (void *)(uintptr_t)pool, &lanes, (void *)(uintptr_t)mr500_pvs_hidden);
}

/* ---- for the compiler (pvs_jit.c) ---------------------------------------------------------------------- */
/* Places: rows of lanes in struct mr500_pvs_regs. */
enum {
	PVS_PLACE_B = MR500_PVS_LANES * 4,
	PVS_PLACES = sizeof(struct mr500_pvs_regs) / PVS_PLACE_B,
	PVS_PLACE_A0 = offsetof(struct mr500_pvs_regs, a0) / PVS_PLACE_B,
	PVS_PLACE_PRED = offsetof(struct mr500_pvs_regs, pred) / PVS_PLACE_B,
	PVS_POOLED = 1 << 15, /* in an operand: a splat of the pool, not a place */
	PVS_LIVE_DW = (PVS_PLACES + 31) / 32,
};

/* A step without pointers. */
struct pvs_move {
	uint8_t op;   /* enum pvs_op; also PVS_STEP_SNAPSHOT */
	uint8_t mask; /* channels that are written */
	int8_t pred;  /* as in the step */
	bool pred_from : 1, sat : 1, replicate_x : 1, to_a0 : 1;
	uint16_t absolute, negated; /* bits operand * 4 + channel */
	uint16_t src[3][4];
	uint16_t dst[4];
};

/* What makes a piece another: its moves, and the places that something reads after it. */
struct pvs_piece {
	uint32_t n;
	uint32_t live[PVS_LIVE_DW];
	struct pvs_move move[];
};

static inline bool pvs_is_live(const uint32_t live[PVS_LIVE_DW], unsigned place)
{
	return live[place / 32] >> (place % 32) & 1;
}

/* The build function of a struct pvs_piece. */
bool mr500_pvs_build(struct fl_emit *e, void *arg);

#endif
