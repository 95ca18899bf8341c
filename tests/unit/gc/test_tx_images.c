/* SPDX-License-Identifier: MIT
 *
 * Images of the Vivante model's texture units on every core: super tiles, cubes, volumes, blocks, formats
 * that are no plain fractions, more texels than the cache holds. test_tx.c has samplers and mistakes.
 */
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
	unsigned addressing;
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

static struct tx_rig tx_new(const char *chip)
{
	return (struct tx_rig){.r = rig_new(chip)};
}

static void tx_free(struct tx_rig *x)
{
	fl_arena_free(&x->arena);
	rig_free(&x->r);
}

static void st(struct tx_rig *x, uint32_t offset, uint32_t value)
{
	mgc_state(x->r.g, offset, value);
}

static void set(struct tx_rig *x, unsigned unit, const struct want *w)
{
	const uint32_t config0 = w->type | w->wrap << 3 | w->wrap << 5 | w->min << 7 | w->mip << 9 |
				 w->mag << 11 | w->format << 13 | w->addressing << 20;
	const uint32_t config1 = w->ext | (w->swizzle & 0xf) << 8 | (w->swizzle >> 4 & 0xf) << 12 |
				 (w->swizzle >> 8 & 0xf) << 16 | (w->swizzle >> 12 & 0xf) << 20 |
				 w->halign << 26;
	const uint32_t size = w->w | w->h << 16, volume = w->depth | w->wrap << 28;
	const uint32_t at[2] = {x->r.base + TEXELS, x->r.base + LEVEL1};

	if (x->r.g->variant->tx_descriptor) {
		const int bias = (int)(w->bias * 256);

		rig_poke(&x->r, DESC + GC_TEXDESC_CONFIG0, config0);
		rig_poke(&x->r, DESC + GC_TEXDESC_CONFIG1, config1);
		rig_poke(&x->r, DESC + GC_TEXDESC_SIZE, size);
		rig_poke(&x->r, DESC + GC_TEXDESC_3D_CONFIG, volume);
		rig_poke(&x->r, DESC, at[0]);
		rig_poke(&x->r, DESC + 4, at[1]);
		st(x, GC_NTE_DESCRIPTOR_ADDR(unit), x->r.base + DESC);
		st(x, GC_NTE_DESCRIPTOR_INVALIDATE, 1u << 29 | unit); /* GC facts 9 */
		st(x, GC_NTE_DESCRIPTOR_SAMP_CTRL0(unit),
		   w->wrap | w->wrap << 3 | w->wrap << 6 | w->min << 9 | w->mip << 11 | w->mag << 13);
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
	for (unsigned l = 0; l < 2; l++)
		st(x, nte ? GC_NTE_SAMPLER_ADDR_LOD(unit, l) : GC_TE_SAMPLER_LOD_ADDR(unit, l), at[l]);
}

/* One place, by level. */
static bool look(struct tx_rig *x, unsigned unit, float s, float t, float r, float lod, float out[4])
{
	static _Alignas(64) float in[5][MGC_LANES], got[4][MGC_LANES];
	struct mgc_sh_lookup q = {.op = GC_INST_OPCODE__TEXLDL,
				  .unit = (uint8_t)unit,
				  .stage = MGC_PIXEL,
				  .lanes = 1,
				  .lod = in[4]};

	for (unsigned i = 0; i < MGC_LANES; i++) {
		in[0][i] = s;
		in[1][i] = t;
		in[2][i] = r;
		in[4][i] = lod;
	}
	for (unsigned c = 0; c < 4; c++) {
		q.coord[c] = in[c];
		q.out[c] = got[c];
	}
	mgc_tx_flush(x->r.g, false);
	x->t = mgc_draw_textures(x->r.g, &x->arena, 1u << unit);
	cr_assert(x->t);
	if (!mgc_draw_lookup((void *)x->t, &q))
		return false;
	for (unsigned c = 0; c < 4; c++)
		out[c] = got[c][0];
	return true;
}

/* Nobody objected to anything, TX above all. */
static bool quiet(const struct tx_rig *x)
{
	const struct fl_report *p;

	for (unsigned i = 0; (p = fl_model_report(x->r.m, i)); i++)
		if (p->severity != FL_NOTE && !strcmp(p->block, "TX"))
			return false;
	return rig_quiet(&x->r);
}

static const char *const chips[] = {"gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = 4 };

static void bytes(struct tx_rig *x, uint64_t at, uint64_t value, unsigned n)
{
	memcpy(x->r.mem + TEXELS + at, &value, n);
}

/* Every texel of an image stands where its layout has it, and is found by its middle. */
Test(gc_tx_images, layouts)
{
	for (unsigned c = 0; c < CHIPS; c++)
		for (unsigned halign = 0; halign < 3; halign++) {
			struct tx_rig x = tx_new(chips[c]);
			struct want w = plain;
			const bool super = halign == 2;
			const uint32_t stride = (super ? 64 : halign ? 32 : 20) * 4;

			if (super && !x.r.g->variant->supertiled_texture) {
				tx_free(&x);
				continue;
			}
			w.halign = halign;
			set(&x, 3, &w);
			for (unsigned i = 0; i < w.w * w.h; i++) {
				const uint32_t u = i % w.w, v = i / w.w;
				unsigned pipe;
				const bool fresh = x.r.g->variant->cache_128_256;
				const uint64_t at =
				    mgc_layout_at(super ? fresh ? MGC_SUPER_NEW : MGC_SUPER_OLD : MGC_TILED,
						  u, v, stride, 4, &pipe);

				bytes(&x, at, 0xff000000 | v << 8 | u, 4);
			}
			for (unsigned i = 0; i < w.w * w.h; i += 7) {
				const unsigned u = i % w.w, v = i / w.w;
				float out[4];

				cr_assert(look(&x, 3, (u + 0.5f) / w.w, (v + 0.5f) / w.h, 0, 0, out));
				cr_assert_float_eq(out[2] * 255, u, 1e-3, "%s %u: %u, %u: %g", chips[c],
						   halign, u, v, (double)out[2] * 255);
				cr_assert_float_eq(out[1] * 255, v, 1e-3);
				cr_assert_eq(out[0], 0);
				cr_assert_eq(out[3], 1);
			}
			cr_assert(quiet(&x), "%s, %u", chips[c], halign);
			tx_free(&x);
		}
}

/* A texel's bits, and what they are as R, G, B, A. */
Test(gc_tx_images, depths_floats_and_signs)
{
	static const struct {
		unsigned format, ext, bytes;
		uint64_t bits;
		float rgba[4];
	} t[] = {
	    {GC_TEXTURE_FORMAT__D16, 0, 2, 13107, {0.2f, 0.2f, 0.2f, 1}},
	    {GC_TEXTURE_FORMAT__D24S8, 0, 4, 0x333333ff, {0.2f, 0.2f, 0.2f, 1}},
	    {0, GC_TEXTURE_FORMAT_EXT_H5__G8R8, 2, 0x3366, {0.4f, 0.2f, 0, 1}},
	    {0, GC_TEXTURE_FORMAT_EXT_H5__R16F, 2, 0x3e00, {1.5f, 0, 0, 1}},
	    {0, GC_TEXTURE_FORMAT_EXT_H5__A16B16G16R16F, 8, 0x3e004000bc003800, {0.5f, -1, 2, 1.5f}},
	    {0, GC_TEXTURE_FORMAT_EXT_H5__R32F, 4, 0x40490fdb, {3.14159274f, 0, 0, 1}},
	    {0, GC_TEXTURE_FORMAT_EXT_H5__A2B10G10R10, 4, 0x40000000 | 1023, {1, 0, 0, 1 / 3.0f}},
	    {0, GC_TEXTURE_FORMAT_EXT_H5__A8B8G8R8_SNORM, 4, 0x7f8100c1, {-63 / 127.0f, 0, -1, 1}},
	};

	for (unsigned c = 0; c < CHIPS; c++)
		for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
			struct tx_rig x = tx_new(chips[c]);
			struct want w = plain;
			float out[4];

			if (mgc_tx_format(t[i].format, t[i].ext)->halti > x.r.g->variant->halti) {
				tx_free(&x);
				continue;
			}
			w.format = t[i].format;
			w.ext = t[i].ext;
			w.w = w.h = 1;
			set(&x, 0, &w);
			bytes(&x, 0, t[i].bits, t[i].bytes);
			cr_assert(look(&x, 0, 0.5f, 0.5f, 0, 0, out));
			for (unsigned k = 0; k < 4; k++)
				cr_assert_float_eq(out[k], t[i].rgba[k], 1e-5, "%s: %u, %u: %g, not %g",
						   chips[c], t[i].format, t[i].ext, (double)out[k],
						   (double)t[i].rgba[k]);
			w.swizzle = 0x5402; /* B, R, 0, 1 */
			set(&x, 0, &w);
			cr_assert(look(&x, 0, 0.5f, 0.5f, 0, 0, out));
			cr_assert_float_eq(out[0], t[i].rgba[2], 1e-5);
			cr_assert_float_eq(out[1], t[i].rgba[0], 1e-5);
			cr_assert_eq(out[2], 0);
			cr_assert_eq(out[3], 1, "%s: %u, %u: %g", chips[c], t[i].format, t[i].ext,
				     (double)out[3]);
			cr_assert(quiet(&x), "%s: %u, %u", chips[c], t[i].format, t[i].ext);
			tx_free(&x);
		}
}

/* Faces of a cube follow each other, in the order of TEXTURE_FACE. */
Test(gc_tx_images, cubes)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		struct tx_rig x = tx_new(chips[c]);
		struct want w = plain;
		float out[4];

		w.type = GC_TEXTURE_TYPE__CUBE_MAP;
		w.format = GC_TEXTURE_FORMAT__L8;
		w.w = w.h = 16;
		w.wrap = GC_TEXTURE_WRAPMODE__CLAMP_TO_EDGE;
		set(&x, 0, &w);
		for (unsigned f = 0; f < 6; f++)
			memset(x.r.mem + TEXELS + 256 * f, (int)(20 + 30 * f), 256);
		for (unsigned f = 0; f < 6; f++) {
			float d[3] = {0.1f, 0.2f, -0.3f};

			d[f / 2] = f & 1 ? -1 : 1;
			cr_assert(look(&x, 0, d[0], d[1], d[2], 0, out));
			cr_assert_float_eq(out[0] * 255, 20 + 30 * f, 1e-3, "%s, face %u", chips[c], f);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* Slices of a volume follow each other: 4 of 16 x 16 texels, each of one value. */
Test(gc_tx_images, volumes)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		struct tx_rig x = tx_new(chips[c]);
		struct want w = plain;
		float out[4];

		w.type = GC_TEXTURE_TYPE_H5__3D;
		w.format = GC_TEXTURE_FORMAT__L8;
		w.w = w.h = 16;
		w.depth = 4;
		set(&x, 0, &w);
		for (unsigned z = 0; z < 4; z++)
			memset(x.r.mem + TEXELS + 256 * z, (int)(50 + 40 * z), 256);
		for (unsigned z = 0; z < 8; z++) {
			cr_assert(look(&x, 0, 0.3f, 0.6f, ((float)z + 0.5f) / 4, 0, out));
			cr_assert_float_eq(out[0] * 255, 50 + 40 * (z & 3), 1e-3, "%s, %u: %g", chips[c], z,
					   (double)out[0] * 255);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* Blocks stand in rows, whatever HALIGN says: 8 x 8 texels of DXT1, a color each. */
Test(gc_tx_images, blocks_of_dxt1)
{
	static const uint16_t colors[4] = {0xf800, 0x07e0, 0x001f, 0xffff};

	for (unsigned c = 0; c < CHIPS; c++) {
		struct tx_rig x = tx_new(chips[c]);
		struct want w = plain;
		float out[4];

		w.format = GC_TEXTURE_FORMAT__DXT1;
		w.halign = GC_TEXTURE_HALIGN__FOUR;
		w.w = w.h = 8;
		set(&x, 0, &w);
		for (unsigned i = 0; i < 4; i++)
			bytes(&x, 8 * i, colors[i], 8);
		for (unsigned i = 0; i < 4; i++) {
			cr_assert(look(&x, 0, i & 1 ? 0.9f : 0.1f, i & 2 ? 0.9f : 0.1f, 0, 0, out));
			cr_assert_eq(out[0], (float)(colors[i] >> 15), "%s: %u", chips[c], i);
			cr_assert_eq(out[1], (float)(colors[i] >> 10 & 1));
			cr_assert_eq(out[2], (float)(colors[i] & 1));
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* A draw's units are there together, though the cache has not room for all: three of 2048 x 2048 texels. */
Test(gc_tx_images, more_than_the_cache_holds)
{
	struct tx_rig x = tx_new("gc2000");
	struct want w = plain;
	uint64_t held_B, decoded;

	w.w = w.h = 2048;
	w.format = GC_TEXTURE_FORMAT__L8;
	for (unsigned i = 0; i < 3; i++) {
		set(&x, i, &w);
		st(&x, GC_TE_SAMPLER_LOD_ADDR(i, 0), x.r.base + TEXELS + i * 4096);
	}
	x.t = mgc_draw_textures(x.r.g, &x.arena, 7);
	cr_assert(x.t);
	fl_texel_cache_stats(x.r.g->tx->texels, &held_B, &decoded);
	cr_assert_eq(decoded, 3u * 2048 * 2048 * 4);
	cr_assert_eq(held_B, decoded, "texels of a unit are given back while the draw points to them");
	tx_free(&x);
}
