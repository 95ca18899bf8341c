/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: the frame, where it is drawn, textures and fog. Nothing here knows a register: a
 * family's back end turns the state into commands.
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
	d->blend_src_alpha = FL_ONE;
	d->alpha_func = FL_ALWAYS;
	d->color_mask = 15;
	d->point_size_px = d->line_width_px = 1;
	fl_light_defaults(d);
	for (int i = 0; i < (int)FL_TEXCOORDS; i++) {
		d->texcoord[i][3] = 1;
		d->unit[i].size = 2;
		for (int k = 0; k < 4; k++)
			d->unit[i].plane[k][k] = d->unit[i].eye_plane[k][k] = 1;
	}
	d->logic_op = FL_LOGIC_COPY;
	d->point_attenuation[0] = 1;
	d->fog_end = 1;
	for (int i = 0; i < FL_MATRIX_COUNT; i++)
		fl_mat_identity(d->matrix[i][0]);
	fl_draw_invalidate(d);
}

void fl_draw_invalidate(struct fl_draw *d)
{
	d->dirty = FL_D_ALL;
	d->textures_changed = 0xff;
	d->textures_stale = true;
	d->chip.backend->forget(d);
}

void fl_viewport(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, w > 0 && h > 0, "a viewport of no size");
	d->viewport[0] = x;
	d->viewport[1] = y;
	d->viewport[2] = w;
	d->viewport[3] = h;
	d->dirty |= FL_D_VIEWPORT;
}

void fl_depth_range(struct fl_draw *d, float near_z, float far_z)
{
	FL_OUTSIDE(d);
	d->depth_near = fl_clampf(near_z, 0, 1);
	d->depth_far = fl_clampf(far_z, 0, 1);
	d->dirty |= FL_D_VIEWPORT;
}

void fl_scissor(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, w >= 0 && h >= 0, "a scissor of negative size");
	d->scissor_on = true;
	d->scissor[0] = x;
	d->scissor[1] = y;
	d->scissor[2] = w;
	d->scissor[3] = h;
	d->dirty |= FL_D_SCISSOR;
}

void fl_scissor_off(struct fl_draw *d)
{
	FL_OUTSIDE(d);
	d->scissor_on = false;
	d->dirty |= FL_D_SCISSOR;
}

void fl_texenv(struct fl_draw *d, uint32_t unit, enum fl_texenv env)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, unit < FL_TEXCOORDS, "a unit above FL_TEXCOORDS - 1");
	FL_CHECK(d, env <= FL_ENV_ADD, "no such environment");
	if (unit >= FL_TEXCOORDS || env > FL_ENV_ADD)
		return;
	d->unit[unit].env = (uint8_t)env;
	d->dirty |= FL_D_FRAGMENT;
}

void fl_texenv_color(struct fl_draw *d, uint32_t unit, uint32_t argb)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, unit < FL_TEXCOORDS, "a unit above FL_TEXCOORDS - 1");
	if (unit >= FL_TEXCOORDS)
		return;
	for (int i = 0; i < 3; i++)
		d->unit[unit].env_color[i] = (float)(argb >> (16 - 8 * i) & 255) / 255;
	d->unit[unit].env_color[3] = (float)(argb >> 24) / 255;
	d->dirty |= FL_D_ENV;
}

void fl_texgen(struct fl_draw *d, uint32_t unit, enum fl_texgen gen)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, unit < FL_TEXCOORDS, "a unit above FL_TEXCOORDS - 1");
	FL_CHECK(d, gen <= FL_GEN_NORMAL, "no such generation");
	if (unit >= FL_TEXCOORDS || gen > FL_GEN_NORMAL)
		return;
	d->unit[unit].gen = (uint8_t)gen;
	d->dirty |= FL_D_TEXGEN;
}

void fl_texgen_planes(struct fl_draw *d, uint32_t unit, const float plane[4][4])
{
	float inverse[16];
	bool invertible = fl_mat_invert(inverse, d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]]);

	FL_OUTSIDE(d);
	FL_CHECK(d, unit < FL_TEXCOORDS, "a unit above FL_TEXCOORDS - 1");
	FL_CHECK(d, invertible, "planes of a modelview matrix that has no inverse");
	if (unit >= FL_TEXCOORDS)
		return;
	memcpy(d->unit[unit].plane, plane, sizeof(d->unit[unit].plane));
	for (int k = 0; k < 4 && invertible; k++)
		fl_mat_apply_plane(d->unit[unit].eye_plane[k], inverse, plane[k]);
	d->dirty |= FL_D_TEXGEN;
}

void fl_texcoord_size(struct fl_draw *d, uint32_t i, uint32_t components)
{
	FL_CHECK(d, !d->prim, "a texture coordinate's size is changed between fl_begin() and fl_end()");
	FL_CHECK(d, i < FL_TEXCOORDS, "a texture coordinate above FL_TEXCOORDS - 1");
	FL_CHECK(d, components >= 2 && components <= 4, "a texture coordinate has 2, 3 or 4 components");
	if (i >= FL_TEXCOORDS || components < 2 || components > 4)
		return;
	if (d->unit[i].size != components)
		d->dirty |= FL_D_VERTEX;
	d->unit[i].size = (uint8_t)components;
}

void fl_fog(struct fl_draw *d, bool on, float start, float end, uint32_t argb)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, !on || d->fog_mode != FL_FOG_LINEAR || start != end, "fog that starts where it ends");
	if (on != d->fog_on)
		d->dirty |= FL_D_VERTEX | FL_D_FRAGMENT;
	d->fog_on = on;
	d->fog_start = start;
	d->fog_end = end;
	for (int i = 0; i < 3; i++)
		d->fog_color[i] = (float)(argb >> (16 - 8 * i) & 255) / 255;
	d->dirty |= FL_D_FOG;
}

void fl_fog_mode(struct fl_draw *d, enum fl_fog_mode mode, float density)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, mode <= FL_FOG_EXP2, "no such fog");
	FL_CHECK(d, mode == FL_FOG_LINEAR || density >= 0, "a fog density below 0");
	if (mode > FL_FOG_EXP2)
		return;
	if (d->fog_mode != mode)
		d->dirty |= FL_D_VERTEX;
	d->fog_mode = (uint8_t)mode;
	d->fog_density = density;
	d->dirty |= FL_D_FOG;
}
