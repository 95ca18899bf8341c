/* SPDX-License-Identifier: MIT
 *
 * State of setup: culling, polygon mode and offset, sizes of lines and points, flat colors.
 */
#include "lib/gc/draw_state.h"

static void cannot(struct fl_draw *d, const char *what)
{
	if (!d->code)
		d->code = fl_fail(&d->err, FL_USAGE, "%s has no %s", fl_gc_info_of(d)->name, what);
}

/* Faces whose area in memory rows is positive are CW: hw/model/gc/choices.md, "Which faces are clockwise".
 * Rows count down, so that they are clockwise to who looks at the picture, too. */
static uint32_t config(const struct fl_draw *d)
{
#define PA(x) GC_PA_CONFIG__##x
	static const uint8_t fill[3] = {[FL_FILL] = PA(FILL_MODE__SOLID),
					[FL_OUTLINE] = PA(FILL_MODE__WIREFRAME),
					[FL_CORNERS] = PA(FILL_MODE__POINT)};
	const uint32_t cull = d->cull == FL_CULL_BACK    ? PA(CULL_FACE_MODE__CW)
			      : d->cull == FL_CULL_FRONT ? PA(CULL_FACE_MODE__CCW)
							 : PA(CULL_FACE_MODE__OFF);
	/* There is one mode for both sides: the one that is seen. */
	const uint32_t mode = d->cull == FL_CULL_FRONT ? d->polygon_back : d->polygon_front;

	return PA(CULL_FACE_MODE)(cull) | PA(FILL_MODE)(fill[mode % 3]) |
	       PA(SHADE_MODEL)(d->flat ? PA(SHADE_MODEL__FLAT) : PA(SHADE_MODEL__SMOOTH)) |
	       PA(POINT_SIZE_ENABLE)(fl_draw_attenuates(d) || fl_gc_program_sized(d)) |
	       PA(POINT_SPRITE_ENABLE)(fl_draw_sprites(d)) | PA(UNK22)(1); /* WIDE_LINE */
}

uint32_t *fl_gc_draw_raster(struct fl_draw *d, uint32_t *p)
{
	const float line = d->line_width_px * 0.5f;

	if (d->polygon_front != d->polygon_back && d->cull == FL_CULL_NONE)
		cannot(d, "polygon modes that differ from side to side");
	if (fl_draw_stipples(d))
		cannot(d, "stipple of lines");
	if (d->clip_planes && d->program)
		cannot(d, "clip planes for programs of the caller's own");
	p = fl_gc_put(p, GC_PA_CONFIG, config(d));
	p = fl_gc_put_float(p, GC_PA_LINE_WIDTH, line); /* three times half of it: GC facts 7 */
	p = fl_gc_put_float(p, GC_PA_LINE_UNK00A38, line);
	p = fl_gc_put_float(p, GC_PA_LINE_UNK00A3C, line);
	p = fl_gc_put_float(p, GC_PA_POINT_SIZE, d->point_size_px * 0.5f);
	/* Units are of 16 bits of depth (GC facts 7). */
	p = fl_gc_put_float(p, GC_SE_DEPTH_SCALE, d->offset_on ? d->offset_factor : 0);
	return fl_gc_put_float(p, GC_SE_DEPTH_BIAS, d->offset_on ? d->offset_units * 2 / 65535 : 0);
}
