/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end that is seldom changed: the color of blending, masks, logic operation, dithering.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

/* The color of blending in 0.10 fixed point, for other targets than FL_ABGR16F (Mesa r300_state.c). */
static uint32_t fixed10(float f)
{
	return (uint32_t)(f * 1023.9f);
}

uint32_t *fl_r500_blend_color(uint32_t *p, const float c[4], bool is_float)
{
	uint32_t place[4];

	for (uint32_t i = 0; i < 4; i++)
		place[i] = is_float ? fl_half(c[i]) : fixed10(c[i]);
	p = r500_pm4_regs(p, R500_RB3D_CONSTANT_COLOR_AR, 2);
	*p++ = R500_RB3D_CONSTANT_COLOR_AR__RED(place[2]) | R500_RB3D_CONSTANT_COLOR_AR__ALPHA(place[3]);
	*p++ = R500_RB3D_CONSTANT_COLOR_GB__BLUE(place[0]) | R500_RB3D_CONSTANT_COLOR_GB__GREEN(place[1]);
	return p;
}

uint32_t *fl_r500_draw_output(struct fl_draw *d, uint32_t *p)
{
	bool float_target = fl_format_is(d->color_buffer.format, FL_IS_FLOAT);
	float place[4];
	uint32_t mode = d->dither ? R500_RB3D_DITHER_CTL__DITHER_MODE__LUT_DITHER
				  : R500_RB3D_DITHER_CTL__DITHER_MODE__TRUNCATE;

	/* Blue, green, red and alpha are names of the target's places C0 to C3. */
	for (uint32_t i = 0; i < 4; i++)
		place[i] = d->blend_color[fl_r500_target_channel(d, 0, i)];
	p = fl_r500_gen(d)->blend_color(p, place, float_target);
	p = r500_pm4_reg(p, R500_RB3D_COLOR_CHANNEL_MASK,
			 fl_r500_target_mask(d, d->has_color ? d->color_mask : 0));
	p = r500_pm4_reg(p, R500_RB3D_ROPCNTL,
			 d->logic_op == FL_LOGIC_COPY
			     ? 0u
			     : R500_RB3D_ROPCNTL__ROP_ENABLE(1) | R500_RB3D_ROPCNTL__ROP(d->logic_op));
	return r500_pm4_reg(p, R500_RB3D_DITHER_CTL,
			    R500_RB3D_DITHER_CTL__DITHER_MODE(mode) |
				R500_RB3D_DITHER_CTL__ALPHA_DITHER_MODE(mode));
}
