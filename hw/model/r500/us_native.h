/* SPDX-License-Identifier: MIT
 *
 * Steps of a program as compiled code (us_jit.c): as many in a row as always follow each other and do nothing
 * but arithmetic. Texture look-ups, flow control, predicates and relative addresses are left to us_simd.c, so
 * are programs that see texture results come late, and those of R3xx and R4xx with their 24 bits.
 */
#ifndef HW_MODEL_R500_US_NATIVE_H
#define HW_MODEL_R500_US_NATIVE_H

#include "hw/model/jit/jit.h"
#include "hw/model/r500/us_flow.h"

struct us_native {
	struct us_native *next; /* of those that nobody is going to ask for again */
	enum fl_isa isa;
	bool later; /* the compiler was busy */
	unsigned n_code, n_step;
	struct us_code {                           /* one a step */
		const struct fl_jit_program *code; /* NULL: none begins here */
		uint16_t n;                        /* steps that it takes */
	} at[];
};

/* For waves: px holds the registers, table the constants. */
static inline void us_native_run(const struct us_code *c, void *px, const void *table, struct us_flow *flow)
{
	static const float one = 1.0f; /* which the compiler does not know */

	c->code->run(px, (void *)(uintptr_t)table, flow, (void *)(uintptr_t)&one);
}

/* ---- for the compiler (us_jit.c) ----------------------------------------------------------------------- */
struct us_piece {
	const struct us_prog *p;
	const struct us_op *op;
	unsigned n_op;
};

/* The build function of a struct us_piece. */
bool mr500_us_build(struct fl_emit *e, void *arg);

#endif
