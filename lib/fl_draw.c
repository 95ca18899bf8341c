/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: the frame, where it is drawn, textures and fog. Nothing here knows a register; lib/r500 turns the
 * state into commands.
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
	memset(d->vs_key, 0xff, sizeof(d->vs_key));
	memset(d->fs_key, 0xff, sizeof(d->fs_key));
	d->vs_next = d->fs_next = 0;
	memset(d->own, 0, sizeof(d->own));
	d->own_vs_next = d->own_fs_next = 0;
	d->own_next = 0;
	d->program_on = false;
	d->program_sent = NULL;
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
