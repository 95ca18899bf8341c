/* SPDX-License-Identifier: MIT
 *
 * Images of the Vivante model's texture units on every core: super tiles, cubes, volumes, blocks, formats
 * that are no plain fractions, more texels than the cache holds. test_tx.c has samplers and mistakes.
 */
#include "tests/unit/gc/tx_rig.h"

static const char *const chips[] = {"gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = 4 };

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
