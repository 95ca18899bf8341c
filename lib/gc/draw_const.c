/* SPDX-License-Identifier: MIT
 *
 * Constants of fixed function as uniforms (GC facts 5.2).
 */
#include "lib/gc/draw_state.h"

enum { PIXEL_FIRST = 256 }; /* of unified uniforms */

static uint32_t base(const struct fl_gc_info *info, bool pixel, uint32_t first)
{
	switch (info->code) {
	case FL_GC_CODE_CACHED:
		return GC_SH_UNIFORMS(4 * (first + (pixel ? PIXEL_FIRST : 0)));
	case FL_GC_CODE_MEMORY:
		return pixel ? GC_SH_HALTI5_UNIFORMS(4 * (first + PIXEL_FIRST))
			     : GC_SH_HALTI5_UNIFORMS_MIRROR(4 * first);
	default:
		return pixel ? GC_PS_UNIFORMS(4 * first) : GC_VS_UNIFORMS(4 * first);
	}
}

/* Which stage the uniforms are of is said first, before HALTI5. */
static uint32_t *steer(const struct fl_gc_info *info, uint32_t *p, bool pixel)
{
	if (info->code == FL_GC_CODE_MEMORY)
		return p;
	return fl_gc_put(p, GC_VS_NEW_UNK00860, GC_VS_NEW_UNK00860__FLUSH(1) | GC_VS_NEW_UNK00860__PS(pixel));
}

uint32_t *fl_gc_put_uniforms(const struct fl_gc_info *info, uint32_t *p, bool pixel, uint32_t first,
			     uint32_t n, const float (*v)[4])
{
	p = steer(info, p, pixel);
	*p++ = fl_gc_load_header(base(info, pixel, first), 4 * n);
	memcpy(p, v, 16 * (size_t)n);
	p += 4 * (size_t)n;
	*p++ = 0;
	return p;
}

uint32_t fl_gc_planes(const struct fl_draw *d, float (*plane)[4])
{
	float v[FL_CLIP_PLANES][4];
	const uint32_t on = d->clip_planes && !d->program ? fl_draw_clip_space(d, v) : 0;
	uint32_t n = 0;

	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++) {
		if (!(on >> i & 1))
			continue;
		if (plane)
			memcpy(plane[n], v[i], sizeof(v[i]));
		n++;
	}
	return n;
}

/* What is no group's: literals, clip planes, the reference of the alpha test. Cores whose clip space begins
 * at 0 have 2 z - w where others have z. */
static uint32_t *others(const struct fl_draw *d, uint32_t *p)
{
	float v[1 + FL_CLIP_PLANES][4], ps[2][4] = {{0}};
	const uint32_t n = fl_gc_planes(d, v + 1);

	memcpy(v[0], fl_gc_literals, sizeof(v[0]));
	memcpy(ps[0], fl_gc_literals, sizeof(ps[0]));
	ps[1][0] = (float)d->alpha_ref / 255;
	for (uint32_t i = 1; i <= n && fl_gc_info_of(d)->z_from_zero; i++) {
		v[i][3] -= v[i][2];
		v[i][2] *= 2;
	}
	p = fl_gc_put_uniforms(fl_gc_info_of(d), p, false, FL_GC_VS_LITERALS, 1 + n, (const float(*)[4])v);
	return fl_gc_put_uniforms(fl_gc_info_of(d), p, true, FL_GC_PS_LITERALS, 2, (const float(*)[4])ps);
}
_Static_assert(FL_GC_VS_PLANES == FL_GC_VS_LITERALS + 1, "planes follow the literals");
_Static_assert(FL_GC_PS_ALPHA == FL_GC_PS_LITERALS + 1, "the reference follows the literals");

/* Cores whose clip space begins at 0 get (z + w) / 2 in place of z. */
static void from_zero(float v[4][4])
{
	for (uint32_t c = 0; c < 4; c++)
		v[2][c] = 0.5f * (v[2][c] + v[3][c]);
}

uint32_t *fl_gc_constants(struct fl_draw *d, uint32_t *p, uint32_t groups)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);

	p = fl_gc_idle(d, p);
	if (!fl_gc_its(d)->literals || (d->dirty & (FL_D_ALPHA | FL_D_CLIP))) {
		p = others(d, p);
		fl_gc_of(d)->literals = true;
	}
	for (; groups; groups &= groups - 1) {
		const uint32_t group = groups & -groups;
		float v[FL_FF_GROUP_MAX][4];
		uint32_t first;
		const uint32_t n = fl_ff_values(d, group, &first, v);

		if (group == FL_FF_G_MVP && info->z_from_zero)
			from_zero(v);
		p = fl_gc_put_uniforms(info, p, !(group & FL_FF_G_VERTEX), first, n, (const float(*)[4])v);
	}
	return p;
}
