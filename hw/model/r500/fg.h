/* SPDX-License-Identifier: MIT
 *
 * FG: fog, alpha test, alpha to mask, the source of depth; decoded once a draw. For FG, ZB, CB and RB alone.
 *
 * R5xx guide 11.3 names the registers; what follows was chosen where it is silent:
 *   - the alpha test and alpha to mask see the alpha of render target A;
 *   - alpha becomes 8 or 10 bits clamped and rounded to nearest before it is compared, a half float for FP16;
 *   - alpha to mask turns the first round(alpha * samples) samples on, whatever AM_CFG says of their number;
 *   - fog: factor = the raster's fog value (linear), e^-value, e^-value^2, or FG_FOG_FACTOR; clamped to [0, 1];
 *     color = factor * color + (1 - factor) * fog color, of render target A, alpha untouched.
 */
#ifndef R500_FG_H
#define R500_FG_H

#include "hw/model/r500/rb.h"

enum r500_fg_alpha { R500_FG_ALPHA_OFF, R500_FG_ALPHA_8, R500_FG_ALPHA_10, R500_FG_ALPHA_FP16 };

struct r500_fg_state {
	bool idle; /* nothing to do at all */
	uint8_t alpha, func;
	float ref; /* in units of 1/255, 1/1023, or as it is */
	bool to_mask;
	bool fog;
	uint8_t fog_fn;
	float fog_color[3], fog_factor;
	bool shader_depth; /* FG_DEPTH_SRC: wave.z is made of px.out_w */
};

#define R500_LOG2_E 1.44269504088896341f

#endif
