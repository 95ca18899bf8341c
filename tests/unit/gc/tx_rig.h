/* SPDX-License-Identifier: MIT
 *
 * A unit of the Vivante model's texture units on any core: what it is to be, written as states or as a
 * descriptor, and one look-up of it.
 */
#ifndef TESTS_UNIT_GC_TX_RIG_H
#define TESTS_UNIT_GC_TX_RIG_H

#include "hw/model/gc/tx.h"
#include "tests/unit/gc/front_rig.h"

#include <math.h>

enum {
	TEXELS = 0x400000,
	LEVEL1 = 0x440000,
	DESC = 0x3f0000,
	SWIZZLE = 0x3210, /* R, G, B, A as they are, at bit 8 */
};

struct tx_rig {
	struct gc_rig r;
	struct fl_arena arena;
	const struct mgc_units *t;
};

/* What a unit is to be; codes of TEXTURE_FORMAT, TEXTURE_FILTER, TEXTURE_WRAPMODE. */
struct want {
	unsigned type, format, ext, w, h, depth, halign, wrap, min, mip, mag;
	float lod_max, bias;
	uint32_t swizzle;
	unsigned addressing, stride, config1, astc; /* config1: more bits of it */
	unsigned aniso;                             /* log2 */
	bool srgb, compare, is_signed, stencil;
	unsigned func;
};

static const struct want plain = {.type = GC_TEXTURE_TYPE_H5__2D,
				  .format = GC_TEXTURE_FORMAT__A8R8G8B8,
				  .w = 20,
				  .h = 12,
				  .depth = 1,
				  .halign = GC_TEXTURE_HALIGN__SIXTEEN,
				  .min = 1,
				  .mag = 1,
				  .swizzle = SWIZZLE};

static inline struct tx_rig tx_new(const char *chip)
{
	return (struct tx_rig){.r = rig_new(chip)};
}

static inline void tx_free(struct tx_rig *x)
{
	fl_arena_free(&x->arena);
	rig_free(&x->r);
}

static inline void st(struct tx_rig *x, uint32_t offset, uint32_t value)
{
	mgc_state(x->r.g, offset, value);
}

static inline void set(struct tx_rig *x, unsigned unit, const struct want *w)
{
	const uint32_t config0 = w->type | w->wrap << 3 | w->wrap << 5 | w->min << 7 | w->mip << 9 |
				 w->mag << 11 | w->format << 13 | w->addressing << 20 | w->aniso << 29;
	const uint32_t config1 = w->ext | (w->swizzle & 0xf) << 8 | (w->swizzle >> 4 & 0xf) << 12 |
				 (w->swizzle >> 8 & 0xf) << 16 | (w->swizzle >> 12 & 0xf) << 20 |
				 w->halign << 26 | w->config1;
	const uint32_t srgb = (uint32_t)w->srgb << 31;
	const uint32_t base = (uint32_t)w->compare << 16 | w->func << 20;
	const uint32_t size = w->w | w->h << 16, volume = w->depth | w->wrap << 28;
	const uint32_t at[2] = {x->r.base + TEXELS, x->r.base + LEVEL1};

	if (x->r.g->variant->tx_descriptor) {
		const int bias = (int)(w->bias * 256);

		rig_poke(&x->r, DESC + GC_TEXDESC_CONFIG0, config0);
		rig_poke(&x->r, DESC + GC_TEXDESC_CONFIG1, config1);
		rig_poke(&x->r, DESC + GC_TEXDESC_SIZE, size);
		rig_poke(&x->r, DESC + GC_TEXDESC_3D_CONFIG, volume);
		rig_poke(&x->r, DESC + GC_TEXDESC_LINEAR_STRIDE, w->stride);
		rig_poke(&x->r, DESC + GC_TEXDESC_ASTC0, w->astc);
		rig_poke(&x->r, DESC + GC_TEXDESC_BASELOD, GC_TEXDESC_BASELOD__MAXLOD(1));
		rig_poke(&x->r, DESC + GC_TEXDESC_CONFIG2, w->is_signed ? 3 << 18 : 0);
		rig_poke(&x->r, DESC, at[0]);
		rig_poke(&x->r, DESC + 4, at[1]);
		st(x, GC_NTE_DESCRIPTOR_ADDR(unit), x->r.base + DESC);
		st(x, GC_NTE_DESCRIPTOR_INVALIDATE, 1u << 29 | unit); /* GC facts 9 */
		st(x, GC_NTE_DESCRIPTOR_SAMP_CTRL0(unit),
		   w->wrap | w->wrap << 3 | w->wrap << 6 | w->min << 9 | w->mip << 11 | w->mag << 13 |
		       (uint32_t)w->stencil << 16 | (uint32_t)w->compare << 17 | w->func << 18);
		st(x, GC_NTE_DESCRIPTOR_SAMP_CTRL1(unit), (uint32_t)w->srgb << 2);
		st(x, GC_NTE_DESCRIPTOR_SAMP_ANISOTROPY(unit), w->aniso << 8);
		st(x, GC_NTE_DESCRIPTOR_SAMP_LOD_MINMAX(unit), (uint32_t)(w->lod_max * 256));
		st(x, GC_NTE_DESCRIPTOR_SAMP_LOD_BIAS(unit), ((uint32_t)bias & 0xffff) | 1 << 16);
		return;
	}
	const bool nte = x->r.g->variant->halti >= 2;
	const uint32_t lod =
	    1 | (uint32_t)(w->lod_max * 32) << 1 | ((uint32_t)(int)(w->bias * 32) & 0x3ff) << 21;

	st(x, nte ? GC_NTE_SAMPLER_CONFIG0(unit) : GC_TE_SAMPLER_CONFIG0(unit), config0);
	st(x, nte ? GC_NTE_SAMPLER_CONFIG1(unit) : GC_TE_SAMPLER_CONFIG1(unit), config1);
	st(x, nte ? GC_NTE_SAMPLER_SIZE(unit) : GC_TE_SAMPLER_SIZE(unit), size);
	st(x, nte ? GC_NTE_SAMPLER_LOD_CONFIG(unit) : GC_TE_SAMPLER_LOD_CONFIG(unit), lod);
	st(x, nte ? GC_NTE_SAMPLER_3D_CONFIG(unit) : GC_TE_SAMPLER_3D_CONFIG(unit), volume);
	st(x, nte ? GC_NTE_SAMPLER_LOG_SIZE(unit) : GC_TE_SAMPLER_LOG_SIZE(unit), srgb);
	st(x, nte ? GC_NTE_SAMPLER_UNK10280(unit) : GC_TE_SAMPLER_LINEAR_STRIDE(unit, 0), w->stride);
	if (nte) {
		st(x, GC_NTE_SAMPLER_BASELOD(unit), base);
		st(x, GC_NTE_SAMPLER_ASTC0(unit), w->astc);
	}
	for (unsigned l = 0; l < 2; l++)
		st(x, nte ? GC_NTE_SAMPLER_ADDR_LOD(unit, l) : GC_TE_SAMPLER_LOD_ADDR(unit, l), at[l]);
}

/* One place, by level; with a reference unless it is NAN. */
static inline bool look_with(struct tx_rig *x, unsigned unit, float s, float t, float r, float lod, float ref,
			     float out[4])
{
	static _Alignas(64) float in[6][MGC_LANES], got[4][MGC_LANES];
	struct mgc_sh_lookup q = {
	    .op = GC_INST_OPCODE__TEXLDL,
	    .unit = (uint8_t)unit,
	    .stage = unit >= x->r.g->variant->vs_sampler_base && x->r.g->variant->vs_samplers ? MGC_VERTEX
											      : MGC_PIXEL,
	    .lanes = 1,
	    .lod = in[4]};

	for (unsigned i = 0; i < MGC_LANES; i++) {
		in[0][i] = s;
		in[1][i] = t;
		in[2][i] = r;
		in[4][i] = lod;
		in[5][i] = ref;
	}
	for (unsigned c = 0; c < 4; c++) {
		q.coord[c] = in[c];
		q.out[c] = got[c];
	}
	q.ref = isnan(ref) ? NULL : in[5];
	mgc_tx_flush(x->r.g, false);
	x->t = mgc_draw_textures(x->r.g, &x->arena, 1u << unit);
	cr_assert(x->t);
	if (!mgc_draw_lookup((void *)x->t, &q))
		return false;
	for (unsigned c = 0; c < 4; c++)
		out[c] = got[c][0];
	return true;
}

static inline bool look(struct tx_rig *x, unsigned unit, float s, float t, float r, float lod, float out[4])
{
	return look_with(x, unit, s, t, r, lod, NAN, out);
}

/* Nobody objected to anything, TX above all. */
static inline bool quiet(const struct tx_rig *x)
{
	const struct fl_report *p;

	for (unsigned i = 0; (p = fl_model_report(x->r.m, i)); i++)
		if (p->severity != FL_NOTE && !strcmp(p->block, "TX"))
			return false;
	return rig_quiet(&x->r);
}

static inline void bytes(struct tx_rig *x, uint64_t at, uint64_t value, unsigned n)
{
	memcpy(x->r.mem + TEXELS + at, &value, n);
}

#endif
