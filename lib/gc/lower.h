/* SPDX-License-Identifier: MIT
 *
 * Fixed-function programs (lib/fl_ff_form.h) in the instructions of Vivante's cores.
 *
 * Vertex programs find input i of struct fl_ff_places in t(i), pixel programs in t(1 + i); t0 of the latter
 * is the place of the pixel. Constant i is u(i); behind them are literals, {0, 1, the smallest number that
 * is not denormal, 1/2}, which who sends constants sends, too. Outputs are registers: out_reg.
 *
 * Before GC7000L an instruction may read one uniform (GC facts 5): a constant beside a literal comes by way
 * of a temporary.
 */
#ifndef LIB_GC_LOWER_H
#define LIB_GC_LOWER_H

#include "lib/fl_ff_form.h"
#include "lib/gc/cores.h"

/* Instructions that no program has more of: what a core's memory for one kind holds. */
#define FL_GC_LOWERED_MAX 256u

#define FL_GC_VS_LITERALS ((uint32_t)FL_FF_C_COUNT)
#define FL_GC_VS_PLANES   (FL_GC_VS_LITERALS + 1) /* of clip space, those that are on without gaps */
#define FL_GC_PS_LITERALS ((uint32_t)FL_FF_FC_STIPPLE + 1)
#define FL_GC_PS_ALPHA    (FL_GC_PS_LITERALS + 1) /* x: the reference of the alpha test */
extern const float fl_gc_literals[4];

struct fl_gc_lowered {
	uint32_t n;                       /* instructions, 1 at least */
	uint8_t temps;                    /* NUM_TEMPS */
	bool kills;                       /* it may throw pixels away */
	uint8_t out_reg[FL_FF_OUT_COUNT]; /* of outputs that there are */
	uint8_t clip_reg[2];              /* of a vertex program: distances from planes, four in each */
	uint32_t words[FL_GC_LOWERED_MAX][FL_GC_WORDS];
};

/* What a pixel program does that the form does not say: how alpha is tested where PE does not (ALPHA_FUNC and
 * 8; 0: not), and whether red and blue change places. */
#define FL_GC_PS_TESTS(func) (8u | (func))
#define FL_GC_PS_SWAPS       16u
#define FL_GC_PS_CLIPS(n)    ((n) << 5) /* n distances from clip planes come as varyings, after the others */

/* planes: how many clip planes there are */
void fl_gc_vs_lower(const struct fl_gc_info *info, const struct fl_ff_inst *inst, uint32_t n,
		    const struct fl_ff_places *at, uint32_t planes, struct fl_gc_lowered *out);
void fl_gc_ps_lower(const struct fl_gc_info *info, const struct fl_ff_inst *inst, uint32_t n,
		    const struct fl_ff_places *at, uint32_t extra, struct fl_gc_lowered *out);

#endif
