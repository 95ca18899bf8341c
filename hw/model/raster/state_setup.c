/* SPDX-License-Identifier: MIT
 *
 * State of setup, in 256ths of a pixel; see state.h.
 */
#include "hw/model/num/num.h"
#include "hw/model/raster/interp.h"
#include "hw/model/raster/state.h"

enum {
	FAR = 1 << 23,  /* subpixels: vertices further out are moved in */
	SIXTEENTH = 16, /* of sizes, and of the slopes that polygon offset counts in */
};

void fl_raster_state_positions(struct fl_raster_setup *su, unsigned quant, bool whole, int x_px, int y_px)
{
	su->sub = FL_RASTER_SUB;
	su->coarse = SIXTEENTH;
	su->far = FAR;
	su->keep = -1;
	su->step = quant < 5 ? SIXTEENTH << quant : 1;
	fl_raster_count_steps(su);
	su->off_x = x_px * FL_RASTER_SUB + (whole ? FL_RASTER_SUB / 2 : 0);
	su->off_y = y_px * FL_RASTER_SUB + (whole ? FL_RASTER_SUB / 2 : 0);
}

void fl_raster_state_sizes(struct fl_raster_setup *su, unsigned w, unsigned h, unsigned line, bool t_top)
{
	su->point_w = (int32_t)w * SIXTEENTH;
	su->point_h = (int32_t)h * SIXTEENTH;
	su->line_half = (int32_t)line * SIXTEENTH;
	su->s1 = 1;
	su->t0 = t_top ? 0 : 1;
	su->t1 = t_top ? 1 : 0;
	su->stuff_point = true;
}

void fl_raster_state_pattern(struct fl_raster_setup *su, uint32_t bits, bool highest_first, unsigned repeat)
{
	uint32_t turned = 0;

	for (unsigned i = 0; i < 16; i++)
		turned |= (bits >> i & 1) << (15 - i);
	su->pattern = (uint16_t)(highest_first ? turned : bits);
	su->pattern_repeat = (uint16_t)repeat;
}

/* 2^n */
static float power(int n)
{
	float p = 1;

	for (; n > 0; n--)
		p *= 2;
	for (; n < 0; n++)
		p *= 0.5f;
	return p;
}

/* Of 24 bits */
static int32_t fixed(float z)
{
	z = z > 0 ? z < 1 ? z : 1.0f : 0.0f;
	return (int32_t)((double)z * FL_RASTER_Z24_MAX + 0.5);
}

void fl_raster_state_depths(struct fl_raster_setup *su, const struct fl_raster_state_depth *d)
{
	const float most = FL_RASTER_Z24_MAX;

	su->z_kind = d->is_float ? FL_RASTER_Z_FLOAT : FL_RASTER_Z_FIXED;
	su->z_scale = d->is_float ? 1.0f : most;
	/* what no plane cut is kept in range a pixel at a time, not at the corners */
	su->z_min = d->is_float ? d->min : d->beyond ? -(most + 1.0f) : 0.0f;
	su->z_max = d->is_float ? d->max : d->beyond ? 2.0f * most : most;
	su->z_low = fixed(d->min);
	su->z_high = fixed(d->max);
	su->po_clamp = d->clamp * su->z_scale;
	for (unsigned i = 0; i < 2; i++) {
		su->po_scale[i] = num_float((int32_t)d->word[2 * i]) * (float)(FL_RASTER_SUB / SIXTEENTH);
		su->po_offset[i] = num_float((int32_t)d->word[2 * i + 1]) * power(d->bits) * su->z_scale;
	}
}

void fl_raster_state_planes(struct fl_raster_setup *su, unsigned n, const struct fl_raster_src *src,
			    const struct fl_raster_group *group)
{
	su->n = n;
	su->src = src;
	su->group = group;
	for (unsigned i = 0; i < n; i++)
		su->stuff |= src[i].kind == FL_RASTER_SRC_S || src[i].kind == FL_RASTER_SRC_T ||
			     src[i].sprite == FL_RASTER_SRC_S || src[i].sprite == FL_RASTER_SRC_T;
}
