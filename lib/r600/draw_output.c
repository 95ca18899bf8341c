/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end that is seldom changed: which channels are written, the color of blending.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/program_state.h"

uint32_t *fl_r600_draw_output(struct fl_draw *d, uint32_t *p)
{
	const uint32_t there = (1u << d->n_color) - 1, written = fl_r600_program_targets(d);

	/* The first output stays on: the alpha test is its alpha's (R6xx facts 7.2). */
	p = r600_pm4_context(p, R600_CB_TARGET_MASK, 2);
	*p++ = fl_draw_channels(there & written, d->color_mask);
	*p++ = fl_draw_channels(written | 1, 15);
	if (fl_r600_its(d)->r7xx)
		p = r600_pm4_put(p, R600_CB_SHADER_CONTROL, written | 1);
	p = r600_pm4_context(p, R600_CB_BLEND_RED, 4);
	for (uint32_t i = 0; i < 4; i++)
		*p++ = fl_f32(d->blend_color[i]);
	return p;
}
