/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: the state of fragments, triangles, lines and points.
 */
#include "lib/fl_draw_chip.h"

/* State that only points or only lines take, or only polygons: fl_begin() looks at the primitive type while
 * there is any. */
static void look_at_class(struct fl_draw *d)
{
	d->by_class &= (uint8_t)~FL_BY_PRIM;
	if (d->point_sprite || d->point_attenuated || d->stipple_repeat || d->stencil_two_sided)
		d->by_class |= FL_BY_PRIM;
}

void fl_depth(struct fl_draw *d, bool on, enum fl_func func, bool write)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, (unsigned)func <= FL_ALWAYS, "no such comparison");
	FL_CHECK(d, !on || d->has_depth, "depth test without a depth buffer");
	d->depth_test = on;
	d->depth_func = (uint8_t)func;
	d->depth_write = write;
	d->dirty |= FL_D_DEPTH;
}

__attribute__((cold)) void fl_stencil(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref,
				      uint8_t mask, uint8_t write_mask)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, (unsigned)func <= FL_ALWAYS, "no such comparison");
	FL_CHECK(d, !on || (d->has_depth && d->depth_buffer.format == FL_Z24S8),
		 "stencil without a stencil buffer");
	d->stencil_on = on;
	d->stencil_two_sided = false;
	look_at_class(d);
	d->stencil[0].func = (uint8_t)func;
	d->stencil[0].ref = ref;
	d->stencil[0].mask = mask;
	d->stencil[0].write_mask = write_mask;
	d->dirty |= FL_D_DEPTH;
}

__attribute__((cold)) void fl_stencil_op(struct fl_draw *d, enum fl_stencil_op fail, enum fl_stencil_op zfail,
					 enum fl_stencil_op zpass)
{
	FL_OUTSIDE(d);
	FL_CHECK(d,
		 (unsigned)fail <= FL_DECR_WRAP && (unsigned)zfail <= FL_DECR_WRAP &&
		     (unsigned)zpass <= FL_DECR_WRAP,
		 "no such operation");
	for (int side = 0; side < 2; side++) {
		d->stencil[side].fail = (uint8_t)fail;
		d->stencil[side].zfail = (uint8_t)zfail;
		d->stencil[side].zpass = (uint8_t)zpass;
	}
	d->dirty |= FL_D_DEPTH;
}

__attribute__((cold)) void fl_stencil_side(struct fl_draw *d, enum fl_side side, const struct fl_stencil *s)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, d->stencil_on, "fl_stencil() switches the test on, and comes first");
	FL_CHECK(d, s->func < 8 && s->fail < 8 && s->zfail < 8 && s->zpass < 8,
		 "a function or an operation that does not exist");
	if (!d->stencil_two_sided)
		d->stencil[1] = d->stencil[0];
	d->stencil_two_sided = true;
	look_at_class(d);
	if (side & FL_FRONT)
		d->stencil[0] = *s;
	if (side & FL_BACK)
		d->stencil[1] = *s;
	d->dirty |= FL_D_DEPTH;
}

void fl_blend(struct fl_draw *d, enum fl_factor src, enum fl_factor dst)
{
	FL_OUTSIDE(d);
	FL_CHECK(d,
		 (unsigned)src <= FL_ONE_MINUS_CONSTANT_ALPHA && (unsigned)dst <= FL_ONE_MINUS_CONSTANT_ALPHA,
		 "no such factor");
	FL_CHECK(d, dst != FL_SRC_ALPHA_SATURATE, "FL_SRC_ALPHA_SATURATE is a source factor");
	d->blend_src = d->blend_src_alpha = (uint8_t)src;
	d->blend_dst = d->blend_dst_alpha = (uint8_t)dst;
	d->blend_op = d->blend_op_alpha = FL_ADD;
	d->blend_on = src != FL_ONE || dst != FL_ZERO;
	d->dirty |= FL_D_BLEND;
}

__attribute__((cold)) void fl_blend_separate(struct fl_draw *d, enum fl_factor src, enum fl_factor dst,
					     enum fl_blend_op op, enum fl_factor src_alpha,
					     enum fl_factor dst_alpha, enum fl_blend_op op_alpha)
{
	FL_OUTSIDE(d);
	FL_CHECK(d,
		 (unsigned)src <= FL_ONE_MINUS_CONSTANT_ALPHA &&
		     (unsigned)dst <= FL_ONE_MINUS_CONSTANT_ALPHA &&
		     (unsigned)src_alpha <= FL_ONE_MINUS_CONSTANT_ALPHA &&
		     (unsigned)dst_alpha <= FL_ONE_MINUS_CONSTANT_ALPHA,
		 "no such factor");
	FL_CHECK(d, (unsigned)op <= FL_MAX && (unsigned)op_alpha <= FL_MAX, "no such operation");
	FL_CHECK(d, dst != FL_SRC_ALPHA_SATURATE && dst_alpha != FL_SRC_ALPHA_SATURATE,
		 "FL_SRC_ALPHA_SATURATE is a source factor");
	d->blend_src = (uint8_t)src;
	d->blend_dst = (uint8_t)dst;
	d->blend_op = (uint8_t)op;
	d->blend_src_alpha = (uint8_t)src_alpha;
	d->blend_dst_alpha = (uint8_t)dst_alpha;
	d->blend_op_alpha = (uint8_t)op_alpha;
	d->blend_on = src != FL_ONE || dst != FL_ZERO || op != FL_ADD || src_alpha != FL_ONE ||
		      dst_alpha != FL_ZERO || op_alpha != FL_ADD;
	d->dirty |= FL_D_BLEND;
}

__attribute__((cold)) void fl_blend_color(struct fl_draw *d, float r, float g, float b, float a)
{
	FL_OUTSIDE(d);
	d->blend_color[0] = fl_clampf(r, 0, 1);
	d->blend_color[1] = fl_clampf(g, 0, 1);
	d->blend_color[2] = fl_clampf(b, 0, 1);
	d->blend_color[3] = fl_clampf(a, 0, 1);
	d->dirty |= FL_D_OUTPUT;
}

void fl_logic_op(struct fl_draw *d, uint8_t op)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, op < 16, "a logic operation above 15");
	d->logic_op = op & 15;
	d->dirty |= FL_D_OUTPUT | FL_D_BLEND;
}

void fl_dither(struct fl_draw *d, bool on)
{
	FL_OUTSIDE(d);
	d->dither = on;
	d->dirty |= FL_D_OUTPUT;
}

__attribute__((cold)) void fl_alpha_test(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, (unsigned)func <= FL_ALWAYS, "no such comparison");
	d->alpha_test = on;
	d->alpha_func = (uint8_t)func;
	d->alpha_ref = ref;
	d->dirty |= FL_D_ALPHA;
}

void fl_color_mask(struct fl_draw *d, bool red, bool green, bool blue, bool alpha)
{
	FL_OUTSIDE(d);
	d->color_mask = (uint8_t)(red | green << 1 | blue << 2 | alpha << 3);
	d->dirty |= FL_D_OUTPUT;
}

void fl_cull(struct fl_draw *d, enum fl_face cull)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, (unsigned)cull <= FL_CULL_BACK, "no such side to cull");
	d->cull = (uint8_t)cull;
	d->dirty |= FL_D_RASTER;
}

void fl_flat(struct fl_draw *d, bool flat)
{
	FL_OUTSIDE(d);
	d->flat = flat;
	d->dirty |= FL_D_RASTER;
}

__attribute__((cold)) void fl_polygon_offset(struct fl_draw *d, float factor, float units)
{
	FL_OUTSIDE(d);
	d->offset_on = factor != 0 || units != 0;
	d->offset_factor = factor;
	d->offset_units = units;
	d->dirty |= FL_D_RASTER;
}

__attribute__((cold)) void fl_polygon_mode(struct fl_draw *d, enum fl_side side, enum fl_polygon_mode mode)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, (unsigned)mode <= FL_CORNERS && !((unsigned)side & ~FL_BOTH), "no such mode or side");
	if (side & FL_FRONT)
		d->polygon_front = (uint8_t)mode;
	if (side & FL_BACK)
		d->polygon_back = (uint8_t)mode;
	d->dirty |= FL_D_RASTER;
}

void fl_point_size(struct fl_draw *d, float size_px)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, size_px > 0, "points of no size");
	d->point_size_px = size_px;
	d->dirty |= FL_D_POINT;
}

static void by_class(struct fl_draw *d)
{
	look_at_class(d);
	d->dirty |= FL_D_POINT | FL_D_VERTEX | FL_D_FRAGMENT | FL_D_DEPTH;
}

__attribute__((cold)) void fl_point_sprite(struct fl_draw *d, bool on)
{
	FL_OUTSIDE(d);
	if (on == d->point_sprite)
		return;
	d->point_sprite = on;
	by_class(d);
}

__attribute__((cold)) void fl_point_attenuation(struct fl_draw *d, float a, float b, float c)
{
	bool on = a != 1 || b != 0 || c != 0;

	FL_OUTSIDE(d);
	FL_CHECK(d, a >= 0 && b >= 0 && c >= 0 && a + b + c > 0, "an attenuation that is not positive");
	d->point_attenuation[0] = a;
	d->point_attenuation[1] = b;
	d->point_attenuation[2] = c;
	d->dirty |= FL_D_POINT;
	if (on == d->point_attenuated)
		return;
	d->point_attenuated = on;
	by_class(d);
}

void fl_line_width(struct fl_draw *d, float width_px)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, width_px > 0, "lines of no width");
	d->line_width_px = width_px;
	d->dirty |= FL_D_RASTER;
}

__attribute__((cold)) void fl_line_stipple(struct fl_draw *d, uint32_t repeat, uint16_t pattern)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, repeat <= 256, "a stipple that repeats each bit more than 256 times");
	if (!repeat != !d->stipple_repeat) {
		d->stipple_repeat = (uint16_t)repeat;
		by_class(d);
	}
	d->stipple_repeat = (uint16_t)(repeat > 256 ? 256 : repeat);
	d->stipple_pattern = pattern;
	d->dirty |= FL_D_STIPPLE;
}

__attribute__((cold)) void fl_clip_plane(struct fl_draw *d, uint32_t i, const float plane[4])
{
	float inverse[16];

	FL_OUTSIDE(d);
	FL_CHECK(d, i < FL_CLIP_PLANES, "a clip plane above FL_CLIP_PLANES - 1");
	if (i >= FL_CLIP_PLANES)
		return;
	d->clip_planes &= (uint8_t) ~(1u << i);
	d->dirty |= FL_D_CLIP;
	if (!plane)
		return;
	FL_CHECK(d, fl_mat_invert(inverse, d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]]),
		 "the modelview matrix has no inverse");
	if (!fl_mat_invert(inverse, d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]]))
		return;
	d->clip_planes |= (uint8_t)(1u << i);
	fl_mat_apply_plane(d->clip_plane[i], inverse, plane);
}

__attribute__((cold)) uint32_t fl_draw_clip_space(const struct fl_draw *d, float plane[FL_CLIP_PLANES][4])
{
	float inverse[16];

	if (!d->clip_planes ||
	    !fl_mat_invert(inverse, d->matrix[FL_PROJECTION][d->matrix_top[FL_PROJECTION]]))
		return 0;
	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++)
		if (d->clip_planes >> i & 1)
			fl_mat_apply_plane(plane[i], inverse, d->clip_plane[i]);
	return d->clip_planes;
}
