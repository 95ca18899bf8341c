/* SPDX-License-Identifier: MIT
 *
 * State of setup: culling, polygon mode and offset, lines and their stipple, points; and user clip planes.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw_r300.h"
#include "lib/r500/program_state.h"
#include "lib/r500/programs.h"

/* Subpixels a pixel: GA counts in twelfths (GB_TILE_CONFIG.SUBPIXEL 0). */
#define SUBPIXELS 12

/* Pixels to half sizes in 1/12 pixel. */
static uint32_t half_twelfths(float px)
{
	return (uint32_t)fl_clampf(px * (SUBPIXELS / 2), 1, 65535);
}

uint32_t *fl_r500_draw_cull(const struct fl_draw *d, uint32_t *p)
{
	return r500_pm4_reg(p, R500_SU_CULL_MODE, d->cull | (fl_r500_r300_twice(d) ? FL_CULL_BACK : 0));
}

uint32_t *fl_r500_draw_raster(struct fl_draw *d, uint32_t *p)
{
	static const uint8_t ptype[3] = {
	    [FL_FILL] = R500_GA_POLY_MODE__FRONT_PTYPE__TRIANGLES,
	    [FL_OUTLINE] = R500_GA_POLY_MODE__FRONT_PTYPE__LINES,
	    [FL_CORNERS] = R500_GA_POLY_MODE__FRONT_PTYPE__POINTS,
	};
	/* The scale works on slopes per 1/12 pixel; the offset counts half (24 bits) and quarter units (16
	 * bits): Mesa r300_state.c. */
	float units = d->offset_units * (d->has_depth && d->depth_buffer.format == FL_Z16 ? 4 : 2);

	p = fl_r500_draw_cull(d, p);
	p = r500_pm4_reg(p, R500_GA_POLY_MODE,
			 d->polygon_front || d->polygon_back
			     ? R500_GA_POLY_MODE__POLY_MODE(R500_GA_POLY_MODE__POLY_MODE__DUAL) |
				   R500_GA_POLY_MODE__FRONT_PTYPE(ptype[d->polygon_front % 3]) |
				   R500_GA_POLY_MODE__BACK_PTYPE(ptype[d->polygon_back % 3])
			     : 0u);
	p = r500_pm4_reg(p, R500_SU_POLY_OFFSET_ENABLE,
			 R500_SU_POLY_OFFSET_ENABLE__FRONT_ENABLE(d->offset_on) |
			     R500_SU_POLY_OFFSET_ENABLE__BACK_ENABLE(d->offset_on));
	if (d->offset_on) {
		p = r500_pm4_regs(p, R500_SU_POLY_OFFSET_FRONT_SCALE, 4);
		for (int face = 0; face < 2; face++) {
			*p++ = fl_f32(d->offset_factor * SUBPIXELS);
			*p++ = fl_f32(units);
		}
	}
	p = r500_pm4_reg(p, R500_GA_LINE_CNTL,
			 R500_GA_LINE_CNTL__WIDTH(half_twelfths(d->line_width_px)) |
			     R500_GA_LINE_CNTL__END_TYPE(R500_GA_LINE_CNTL__END_TYPE__SQUARE));
	/* 2 bits for the color and 2 for the alpha of four colors: 1 flat, 2 smooth. The last vertex
	 * provokes. */
	return r500_pm4_reg(p, R500_GA_COLOR_CONTROL,
			    (d->flat ? 0x5555u : 0xaaaau) | R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(3));
}

uint32_t *fl_r500_draw_point(struct fl_draw *d, uint32_t *p)
{
	uint32_t size = half_twelfths(d->point_size_px), least = size, most = size;

	/* A size that comes with the vertex is clamped between the two; one that does not is not, but Mesa's
	 * r300 sets the limits anyway. The largest is what the chip draws at all. */
	if (d->program ? d->program->vs.output[FL_R500_POINT_SIZE] : fl_draw_attenuates(d)) {
		least = half_twelfths(1);
		most = half_twelfths(4096);
	}
	p = r500_pm4_reg(p, R500_GA_POINT_SIZE,
			 R500_GA_POINT_SIZE__HEIGHT(size) | R500_GA_POINT_SIZE__WIDTH(size));
	p = r500_pm4_reg(p, R500_GA_POINT_MINMAX,
			 R500_GA_POINT_MINMAX__MIN_SIZE(least) | R500_GA_POINT_MINMAX__MAX_SIZE(most));
	/* (S0, T0) belongs to the lower left corner, (S1, T1) to the upper right: rows count down, and so
	 * does t (Mesa r300_state.c, upper left origin). */
	if (fl_draw_sprites(d)) {
		p = r500_pm4_regs(p, R500_GA_POINT_S0, 4);
		*p++ = fl_f32(0);
		*p++ = fl_f32(1);
		*p++ = fl_f32(1);
		*p++ = fl_f32(0);
	}
	return r500_pm4_reg(
	    p, R500_GB_ENABLE,
	    (fl_draw_sprites(d) ? R500_GB_ENABLE__POINT_STUFF_ENABLE(1) |
				      R500_GB_ENABLE__TEX0_SOURCE(R500_GB_ENABLE__TEX0_SOURCE__STUFF_ST)
				: 0u) |
		(fl_draw_stipples(d) ? R500_GB_ENABLE__LINE_STUFF_ENABLE(1) |
					   R500_GB_ENABLE__TEX7_SOURCE(R500_GB_ENABLE__TEX7_SOURCE__STUFF_STR)
				     : 0u));
}

uint32_t *fl_r500_draw_stipple(struct fl_draw *d, uint32_t *p)
{
	/* t becomes 1 after the 16 bits of the pattern; the register holds a float without its two lowest
	 * bits. */
	float scale = 1.0f / (16 * SUBPIXELS * (float)(d->stipple_repeat ? d->stipple_repeat : 1));

	p = r500_pm4_reg(p, R500_GA_LINE_STIPPLE_CONFIG,
			 R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET(
			     d->stipple_each ? R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__PER_LINE
					     : R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__NO_RESET) |
			     (fl_f32(scale) & R500_GA_LINE_STIPPLE_CONFIG__STIPPLE_SCALE__MASK));
	/* Not by packet: a strip may take several. */
	return r500_pm4_reg(p, R500_GA_LINE_STIPPLE_VALUE, 0);
}

uint32_t *fl_r500_draw_clip(struct fl_draw *d, uint32_t *p)
{
	float plane[FL_CLIP_PLANES][4];
	const uint32_t on = fl_draw_clip_space(d, plane);

	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++) {
		if (!(on >> i & 1))
			continue;
		p = r500_pm4_reg(p, R500_VAP_PVS_VECTOR_INDX_REG, fl_r500_gen(d)->vs_ucp + i);
		p = r500_pm4_port(p, fl_r500_vector_port(d), 4);
		memcpy(p, plane[i], sizeof(plane[i]));
		p += 4;
	}
	/* Mesa's r300: points are expanded and clipped as fans. UCP_ENA_0 to _5 are the lowest bits. */
	return r500_pm4_reg(p, R500_VAP_CLIP_CNTL,
			    R500_VAP_CLIP_CNTL__PS_UCP_MODE(R500_VAP_CLIP_CNTL__PS_UCP_MODE__ALWAYS_EXPAND) |
				on);
}
