/* SPDX-License-Identifier: MIT
 *
 * US: what the block keeps between draws.
 */
#ifndef HW_MODEL_R500_US_BLOCK_H
#define HW_MODEL_R500_US_BLOCK_H

#include "hw/model/jit/worn.h"
#include "hw/model/r500/r500.h"
#include "hw/model/r500/us.h"

enum { US_CAP_OP = 24 * US_MAX_STEPS, US_CAP_LANE = 40 * US_MAX_STEPS, US_CAP_SLOT = 4096 };
enum { US_KEYS = 9 }; /* what a decoded program depends on */

struct mr500_us {
	/* GA_US_VECTOR_INDEX and its data port: R5xx guide 8.8 */
	uint32_t code[US_MAX_INST][6];
	float konst[US_MAX_CONST][4];
	uint32_t konst_raw[US_MAX_CONST][4]; /* as written: the data port reads nothing back, the tests do */
	unsigned index, part;
	bool to_const, clamp;
	uint32_t generation; /* counts changes of code */

	/* R3xx/R4xx: programs are registers, of which R4xx has banks (US_CODE_BANK) */
	uint32_t r300_tex[512];
	uint32_t r300_alu[512][5]; /* RGB_ADDR, ALPHA_ADDR, RGB_INST, ALPHA_INST, EXT_ADDR */

	bool hung;

	uint64_t serial; /* of the last draw that was linked */

	/* The decoded program, and what it was decoded from. */
	struct us_prog prog;
	bool valid;
	uint32_t key[US_KEYS];
	struct us_unset unset;
	struct us_step step[US_MAX_STEPS];
	struct us_op op[US_CAP_OP];
	struct us_lane lane[US_CAP_LANE];
	struct us_slot slot[US_CAP_SLOT];

	/* Compiled: of that program, and of others that draws may have yet. */
	struct us_native *native, *old;
	bool never;                              /* it does not compile */
	struct fl_worn worn[FL_WORN], *worn_now; /* in lanes */
};

/* us_native.c: the program has changed; a draw gets what there is of it; no draw has anything. */
void mr500_us_native_changed(struct mr500 *r);
void mr500_us_native_get(struct mr500 *r, struct mr500_us_state *s);
void mr500_us_native_forget(struct mr500 *r);

#endif
