/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: the state. Nothing here knows a register; lib/r500 turns the state into commands.
 */
#include "lib/fl_draw_chip.h"

void fl_draw_init(struct fl_draw *d, struct fl_cs *cs, const struct fl_draw_chip *chip)
{
	memset(d, 0, sizeof(*d));
	d->cs = cs;
	d->chip = *chip;
	d->color = 0xffffffff;
	d->normal[2] = 1;
	d->depth_far = 1;
	d->depth_func = FL_LESS;
	d->depth_write = true;
	fl_stencil(d, false, FL_ALWAYS, 0, 0xff, 0xff);
	d->blend_src = FL_ONE;
	d->blend_dst = FL_ZERO;
	d->alpha_func = FL_ALWAYS;
	d->color_mask = 15;
	d->point_size_px = d->line_width_px = 1;
	fl_light_defaults(d);
	for (int i = 0; i < (int)FL_TEXCOORDS; i++) {
		d->texcoord[i][3] = 1;
		d->unit[i].size = 2;
	}
	d->logic_op = 12;
	d->point_attenuation[0] = 1;
	d->fog_end = 1;
	for (int i = 0; i < FL_MATRIX_COUNT; i++)
		fl_mat_identity(d->matrix[i][0]);
	fl_draw_invalidate(d);
}

void fl_draw_invalidate(struct fl_draw *d)
{
	d->dirty = FL_D_ALL;
	memset(d->vs_key, 0xff, sizeof(d->vs_key));
	memset(d->fs_key, 0xff, sizeof(d->fs_key));
	d->vs_next = d->fs_next = 0;
}

void fl_draw_target(struct fl_draw *d, const struct fl_surface *color, const struct fl_surface *depth)
{
	const struct fl_surface *size = color ? color : depth;

	FL_CHECK(d, !d->prim, "fl_draw_target() between fl_begin() and fl_end()");
	FL_CHECK(d, size != NULL, "fl_draw_target() without a surface");
	FL_CHECK(d, !depth || (depth->tiling & FL_MICRO), "the depth buffer must be micro-tiled");
	d->has_color = color != NULL;
	d->has_depth = depth != NULL;
	if (color)
		d->color_buffer = *color;
	if (depth)
		d->depth_buffer = *depth;
	d->dirty |= FL_D_TARGET | FL_D_DEPTH | FL_D_BLEND | FL_D_RASTER;
	if (size)
		fl_viewport(d, 0, 0, (int32_t)size->width_px, (int32_t)size->height_px);
	fl_scissor_off(d);
}

void fl_draw_finish(struct fl_draw *d)
{
	FL_CHECK(d, !d->prim, "fl_draw_finish() between fl_begin() and fl_end()");
	d->chip.backend->finish(d);
	/* A fence that follows empties the scissor. */
	d->dirty |= FL_D_SCISSOR;
}

void fl_viewport(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h)
{
	FL_CHECK(d, w > 0 && h > 0, "a viewport of no size");
	d->viewport[0] = x;
	d->viewport[1] = y;
	d->viewport[2] = w;
	d->viewport[3] = h;
	d->dirty |= FL_D_VIEWPORT;
}

void fl_depth_range(struct fl_draw *d, float near_z, float far_z)
{
	d->depth_near = fl_clampf(near_z, 0, 1);
	d->depth_far = fl_clampf(far_z, 0, 1);
	d->dirty |= FL_D_VIEWPORT;
}

void fl_scissor(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h)
{
	d->scissor_on = true;
	d->scissor[0] = x;
	d->scissor[1] = y;
	d->scissor[2] = w;
	d->scissor[3] = h;
	d->dirty |= FL_D_SCISSOR;
}

void fl_scissor_off(struct fl_draw *d)
{
	d->scissor_on = false;
	d->dirty |= FL_D_SCISSOR;
}

void fl_depth(struct fl_draw *d, bool on, enum fl_func func, bool write)
{
	FL_CHECK(d, !on || d->has_depth, "depth test without a depth buffer");
	d->depth_test = on;
	d->depth_func = (uint8_t)func;
	d->depth_write = write;
	d->dirty |= FL_D_DEPTH;
}

void fl_stencil(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref, uint8_t mask, uint8_t write_mask)
{
	FL_CHECK(d, !on || (d->has_depth && d->depth_buffer.format == FL_Z24S8), "stencil without a stencil buffer");
	d->stencil_on = on;
	d->stencil_two_sided = false;
	d->stencil[0].func = (uint8_t)func;
	d->stencil[0].ref = ref;
	d->stencil[0].mask = mask;
	d->stencil[0].write_mask = write_mask;
	d->dirty |= FL_D_DEPTH;
}

void fl_stencil_op(struct fl_draw *d, enum fl_stencil_op fail, enum fl_stencil_op zfail, enum fl_stencil_op zpass)
{
	d->stencil[0].fail = (uint8_t)fail;
	d->stencil[0].zfail = (uint8_t)zfail;
	d->stencil[0].zpass = (uint8_t)zpass;
	d->dirty |= FL_D_DEPTH;
}

void fl_blend(struct fl_draw *d, enum fl_factor src, enum fl_factor dst)
{
	FL_CHECK(d, dst != FL_SRC_ALPHA_SATURATE, "FL_SRC_ALPHA_SATURATE is a source factor");
	d->blend_src = (uint8_t)src;
	d->blend_dst = (uint8_t)dst;
	d->blend_on = src != FL_ONE || dst != FL_ZERO;
	d->dirty |= FL_D_BLEND;
}

void fl_alpha_test(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref)
{
	d->alpha_test = on;
	d->alpha_func = (uint8_t)func;
	d->alpha_ref = ref;
	d->dirty |= FL_D_ALPHA;
}

void fl_color_mask(struct fl_draw *d, bool red, bool green, bool blue, bool alpha)
{
	d->color_mask = (uint8_t)(red | green << 1 | blue << 2 | alpha << 3);
	d->dirty |= FL_D_BLEND;
}

void fl_cull(struct fl_draw *d, enum fl_face cull)
{
	d->cull = (uint8_t)cull;
	d->dirty |= FL_D_RASTER;
}

void fl_flat(struct fl_draw *d, bool flat)
{
	d->flat = flat;
	d->dirty |= FL_D_RASTER;
}

void fl_polygon_offset(struct fl_draw *d, float factor, float units)
{
	d->offset_on = factor != 0 || units != 0;
	d->offset_factor = factor;
	d->offset_units = units;
	d->dirty |= FL_D_RASTER;
}

void fl_point_size(struct fl_draw *d, float size_px)
{
	d->point_size_px = size_px;
	d->dirty |= FL_D_RASTER;
}

void fl_line_width(struct fl_draw *d, float width_px)
{
	d->line_width_px = width_px;
	d->dirty |= FL_D_RASTER;
}

void fl_texture(struct fl_draw *d, uint32_t unit, const struct fl_texture *t)
{
	FL_CHECK(d, !t || (t->image.width_px <= 4096 && t->image.height_px <= 4096), "a texture above 4096 x 4096");
	FL_CHECK(d, !t || (t->wrap_s == FL_CLAMP || !(t->image.width_px & (t->image.width_px - 1))),
		 "FL_REPEAT and FL_MIRROR need a width that is a power of two");
	FL_CHECK(d, !t || (t->wrap_t == FL_CLAMP || !(t->image.height_px & (t->image.height_px - 1))),
		 "FL_REPEAT and FL_MIRROR need a height that is a power of two");
	if ((t != NULL) != (d->unit[unit].texture != NULL))
		d->dirty |= FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT;
	d->unit[unit].texture = t;
	d->dirty |= FL_D_TEXTURE;
}

void fl_texenv(struct fl_draw *d, uint32_t unit, enum fl_texenv env)
{
	d->unit[unit].env = (uint8_t)env;
	d->dirty |= FL_D_FRAGMENT;
}

void fl_fog(struct fl_draw *d, bool on, float start, float end, uint32_t argb)
{
	FL_CHECK(d, !on || start != end, "fog that starts where it ends");
	if (on != d->fog_on)
		d->dirty |= FL_D_VERTEX | FL_D_FRAGMENT;
	d->fog_on = on;
	d->fog_start = start;
	d->fog_end = end;
	for (int i = 0; i < 3; i++)
		d->fog_color[i] = (float)(argb >> (16 - 8 * i) & 255) / 255;
	d->dirty |= FL_D_FOG;
}

/* ---- matrices ---- */

static float *top(struct fl_draw *d)
{
	/* Who depends on which matrix. */
	static const uint32_t dirties[FL_MATRIX_COUNT] = {
	    [FL_MODELVIEW] = FL_D_MVP | FL_D_NORMAL | FL_D_FOG,
	    [FL_PROJECTION] = FL_D_MVP,
	    [FL_TEXTURE] = FL_D_TEXMAT,
	    [FL_TEXTURE + 1] = FL_D_TEXMAT,
	    [FL_TEXTURE + 2] = FL_D_TEXMAT,
	    [FL_TEXTURE + 3] = FL_D_TEXMAT,
	};

	FL_CHECK(d, !d->prim, "a matrix is changed between fl_begin() and fl_end()");
	d->dirty |= dirties[d->matrix_mode];
	return d->matrix[d->matrix_mode][d->matrix_top[d->matrix_mode]];
}

void fl_matrix_mode(struct fl_draw *d, enum fl_matrix which)
{
	d->matrix_mode = which < FL_MATRIX_COUNT ? (uint8_t)which : FL_MODELVIEW;
}

void fl_push_matrix(struct fl_draw *d)
{
	uint8_t *at = &d->matrix_top[d->matrix_mode];
	float(*stack)[16] = d->matrix[d->matrix_mode];

	FL_CHECK(d, *at + 1u < FL_MATRIX_DEPTH, "fl_push_matrix() on a full stack");
	if (*at + 1u >= FL_MATRIX_DEPTH)
		return;
	memcpy(stack[*at + 1], stack[*at], sizeof(stack[0]));
	++*at;
}

void fl_pop_matrix(struct fl_draw *d)
{
	FL_CHECK(d, d->matrix_top[d->matrix_mode] > 0, "fl_pop_matrix() on an empty stack");
	if (d->matrix_top[d->matrix_mode])
		d->matrix_top[d->matrix_mode]--;
	top(d);
}

void fl_load_identity(struct fl_draw *d)
{
	fl_mat_identity(top(d));
}

void fl_load_matrix(struct fl_draw *d, const float m[16])
{
	memcpy(top(d), m, 16 * sizeof(float));
}

void fl_mult_matrix(struct fl_draw *d, const float m[16])
{
	float *t = top(d);

	fl_mat_mul(t, t, m);
}

void fl_translate(struct fl_draw *d, float x, float y, float z)
{
	fl_mat_translate(top(d), x, y, z);
}

void fl_scale(struct fl_draw *d, float x, float y, float z)
{
	fl_mat_scale(top(d), x, y, z);
}

void fl_rotate(struct fl_draw *d, float angle_deg, float x, float y, float z)
{
	fl_mat_rotate_deg(top(d), angle_deg, x, y, z);
}

void fl_perspective(struct fl_draw *d, float fovy_deg, float aspect, float z_near, float z_far)
{
	fl_mat_perspective_deg(top(d), fovy_deg, aspect, z_near, z_far);
}

void fl_ortho(struct fl_draw *d, float left, float right, float bottom, float top_y, float z_near, float z_far)
{
	fl_mat_ortho(top(d), left, right, bottom, top_y, z_near, z_far);
}

void fl_look_at(struct fl_draw *d, const float eye[3], const float center[3], const float up[3])
{
	fl_mat_look_at(top(d), eye, center, up);
}
