/* SPDX-License-Identifier: MIT
 *
 * FG: fog, alpha test, alpha to mask, the source of depth; decoded once a draw. For FG, ZB, CB and RB alone.
 *
 * R5xx guide 11.3 names the registers; what follows was chosen where it is silent:
 *   - the alpha test and alpha to mask see the alpha of render target A;
 *   - alpha becomes 8 or 10 bits clamped and rounded to nearest before it is compared, a half float for FP16;
 *   - alpha to mask turns the first round(alpha * samples) samples on, whatever AM_CFG says of their number;
 *   - fog: factor = the raster's fog value (linear), e^-value, e^-value^2, or FG_FOG_FACTOR; clamped to
 *     [0, 1]; color = factor * color + (1 - factor) * fog color, of render target A, alpha untouched.
 */
#ifndef HW_MODEL_R500_FG_H
#define HW_MODEL_R500_FG_H

#include "hw/model/r500/rb.h"

enum mr500_fg_alpha { MR500_FG_ALPHA_OFF, MR500_FG_ALPHA_8, MR500_FG_ALPHA_10, MR500_FG_ALPHA_FP16 };

struct mr500_fg_state {
	bool idle; /* nothing to do at all */
	uint8_t alpha, func;
	float ref; /* in units of 1/255, 1/1023, or as it is */
	bool to_mask;
	bool fog;
	uint8_t fog_fn;
	float fog_color[3], fog_factor;
	/* FG_DEPTH_SRC: wave.z is made of px.out_w, or with US_W_FMT.W_SRC 1 of px.raster_w */
	bool shader_depth, raster_w;
	uint8_t w_fmt; /* US_W_FMT.W_FMT: zero, 24 bits fixed, W24_FP */
};

/* W24_FP, as the texture format of that name: 7 bits of exponent with a bias of 63, 16 of mantissa. The sign
 * is left out: "preserve sorting order when values are compared as integers" (R5xx guide 11.10 US_W_FMT).
 * From the bits of a float, not yet clamped to 0 and MR500_FG_FP24_MAX. */
#define MR500_FG_FP24(bits) (((bits) >> 7) - ((127 - 63) << 16))
enum { MR500_FG_FP24_MAX = 0x7fffff };

#define MR500_LOG2_E 1.44269504088896341f

#endif
