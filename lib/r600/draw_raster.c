/* SPDX-License-Identifier: MIT
 *
 * State of setup: culling, polygon mode and offset, lines and their stipple, points.
 */
#include "lib/r600/draw_state.h"

/* SPI_INTERP_CONTROL_0: whether the inputs that may be flat are; what sprites put in place of a
 * coordinate: S, T, 0, 1, with T 0 at the top. */
static uint32_t *interpolation(const struct fl_draw *d, uint32_t *p)
{
#define SPRITE(x) R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_##x
	return r600_pm4_put(p, R600_SPI_INTERP_CONTROL_0,
			    R600_SPI_INTERP_CONTROL_0__FLAT_SHADE_ENA(d->flat) |
				SPRITE(ENA)(fl_draw_sprites(d)) |
				SPRITE(OVRD_X)(SPRITE(OVRD_X__SPI_PNT_SPRITE_SEL_S)) |
				SPRITE(OVRD_Y)(SPRITE(OVRD_X__SPI_PNT_SPRITE_SEL_T)) |
				SPRITE(OVRD_Z)(SPRITE(OVRD_X__SPI_PNT_SPRITE_SEL_0)) |
				SPRITE(OVRD_W)(SPRITE(OVRD_X__SPI_PNT_SPRITE_SEL_1)));
}

/* Scales are of slopes per 1/16 pixel; offsets count in halves of the smallest step of 24 bits, and in
 * quarters of that of 16: Mesa r600_state.c, R6xx facts 3.2. */
static uint32_t *polygon_offset(const struct fl_draw *d, uint32_t *p)
{
	const bool z16 = d->has_depth && d->depth_buffer.format == FL_Z16;
	const int32_t bits = z16 ? 16 : 24;

	p = r600_pm4_put(
	    p, R600_PA_SU_POLY_OFFSET_DB_FMT_CNTL,
	    R600_PA_SU_POLY_OFFSET_DB_FMT_CNTL__POLY_OFFSET_NEG_NUM_DB_BITS((uint32_t)-bits & 0xff));
	p = r600_pm4_context(p, R600_PA_SU_POLY_OFFSET_FRONT_SCALE, 4);
	for (int face = 0; face < 2; face++) {
		*p++ = fl_f32(d->offset_factor * 16);
		*p++ = fl_f32(d->offset_units * (z16 ? 4 : 2));
	}
	return p;
}

uint32_t *fl_r600_draw_raster(struct fl_draw *d, uint32_t *p)
{
#define SC(x) R600_PA_SU_SC_MODE_CNTL__##x
	static const uint8_t ptype[3] = {[FL_FILL] = SC(POLYMODE_FRONT_PTYPE__X_DRAW_TRIANGLES),
					 [FL_OUTLINE] = SC(POLYMODE_FRONT_PTYPE__X_DRAW_LINES),
					 [FL_CORNERS] = SC(POLYMODE_FRONT_PTYPE__X_DRAW_POINTS)};
	const bool mode = d->polygon_front || d->polygon_back;

	p = r600_pm4_put(p, R600_PA_SU_SC_MODE_CNTL,
			 SC(CULL_FRONT)(d->cull == FL_CULL_FRONT) | SC(CULL_BACK)(d->cull == FL_CULL_BACK) |
			     SC(POLY_MODE)(mode ? SC(POLY_MODE__X_DUAL_MODE) : 0u) |
			     SC(POLYMODE_FRONT_PTYPE)(ptype[d->polygon_front % 3]) |
			     SC(POLYMODE_BACK_PTYPE)(ptype[d->polygon_back % 3]) |
			     SC(POLY_OFFSET_FRONT_ENABLE)(d->offset_on) |
			     SC(POLY_OFFSET_BACK_ENABLE)(d->offset_on) | SC(PROVOKING_VTX_LAST)(1));
	if (d->offset_on)
		p = polygon_offset(d, p);
	p = r600_pm4_put(p, R600_PA_SU_LINE_CNTL,
			 R600_PA_SU_LINE_CNTL__WIDTH(fl_draw_half_sixteenths(d->line_width_px)));
	return interpolation(d, p);
}

uint32_t *fl_r600_draw_point(struct fl_draw *d, uint32_t *p)
{
	const uint32_t size = fl_draw_half_sixteenths(d->point_size_px);
	uint32_t least = size, most = size;

	/* A size that comes with the vertex is clamped between the two. */
	if (fl_draw_attenuates(d)) {
		least = fl_draw_half_sixteenths(1);
		most = fl_draw_half_sixteenths(8191);
	}
	p = r600_pm4_context(p, R600_PA_SU_POINT_SIZE, 2);
	*p++ = R600_PA_SU_POINT_SIZE__HEIGHT(size) | R600_PA_SU_POINT_SIZE__WIDTH(size);
	*p++ = R600_PA_SU_POINT_MINMAX__MIN_SIZE(least) | R600_PA_SU_POINT_MINMAX__MAX_SIZE(most);
	p = fl_r600_mode(d, p, fl_draw_samples(d));
	return interpolation(d, p);
}

static uint32_t *put_stipple(const struct fl_draw *d, uint32_t *p, uint32_t reset)
{
	return r600_pm4_put(p, R600_PA_SC_LINE_STIPPLE,
			    R600_PA_SC_LINE_STIPPLE__LINE_PATTERN(d->stipple_pattern) |
				R600_PA_SC_LINE_STIPPLE__REPEAT_COUNT(d->stipple_repeat - 1u) |
				R600_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL(reset));
}

uint32_t *fl_r600_draw_stipple(struct fl_draw *d, uint32_t *p)
{
	enum { EACH_LINE = 1, EACH_STRIP = 2 };

	p = put_stipple(d, p, d->stipple_each ? EACH_LINE : EACH_STRIP);
	return fl_r600_mode(d, p, fl_draw_samples(d));
}

/* The next fl_begin() of lines has it begin again. */
__attribute__((cold)) uint32_t *fl_r600_stipple_on(const struct fl_draw *d, uint32_t *p)
{
	return fl_draw_stipples(d) ? put_stipple(d, p, 0) : p;
}
