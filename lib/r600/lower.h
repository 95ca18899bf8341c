/* SPDX-License-Identifier: MIT
 *
 * Fixed-function programs (lib/fl_ff_form.h) in the words of R6xx and R7xx.
 *
 * Registers of vertex programs. They begin with CALL_FS: the fetch program leaves input i of struct
 * fl_ff_places, of 4 components, in R(1 + i); R0 is the chip's. The position goes to POS 60, the point's size
 * to x of POS 61, the outputs behind these to PARAM 0, 1 and so on in the order of struct fl_ff_places.
 * Constant i is C[i]: the constant file, 256 vectors for each kind of program.
 *
 * Fragment programs find input i in R(i), texture unit u as resource u and sampler u, and their constants in
 * the same way. They export to PIXEL 0.
 */
#ifndef LIB_R600_LOWER_H
#define LIB_R600_LOWER_H

#include "lib/fl_ff_form.h"

/* Slots of 64 bits that no program has more of */
#define FL_R600_LOWERED_MAX 480u

struct fl_r600_lowered {
	uint32_t n;          /* slots */
	uint8_t gprs, stack; /* SQ_PGM_RESOURCES_x.NUM_GPRS and STACK_SIZE */
	bool kills;          /* it may throw pixels away: DB_SHADER_CONTROL.KILL_ENABLE */
	uint32_t words[FL_R600_LOWERED_MAX][2];
};

/* Lower a program of n instructions, whose inputs and outputs are at places. r700: for R7xx */
void fl_r600_vs_lower(bool r700, const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		      struct fl_r600_lowered *out);
void fl_r600_fs_lower(bool r700, const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		      struct fl_r600_lowered *out);

/* The PARAM of output `out` (FL_FF_OUT_COLOR and later ones), which must be there; how many there are. */
static inline uint32_t fl_r600_param(const struct fl_ff_places *at, uint32_t out)
{
	return (uint32_t)(at->out[out] - at->out[FL_FF_OUT_COLOR]);
}

static inline uint32_t fl_r600_params(const struct fl_ff_places *at)
{
	return (uint32_t)(at->n_out - at->out[FL_FF_OUT_COLOR]);
}

#endif
