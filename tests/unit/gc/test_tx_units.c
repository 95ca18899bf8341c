/* SPDX-License-Identifier: MIT
 *
 * What the Vivante model's texture units can do beside plain images: comparisons, layers, sRGB, whole
 * numbers, tile status, anisotropy, halves of two pipes, rows, pairs of YUV, blocks; and what is said of
 * features that a core has not. Expected values are formulas of GC facts 8.1, 8.2 and 9.
 */
#include "tests/unit/gc/tx_rig.h"

enum { STATUS = 0x500000 };

static const char *const newer[] = {"gc3000", "gc7000l"}, *const all[] = {"gc880", "gc2000", "gc3000",
									  "gc7000l"};

#define EACH(list) for (unsigned c = 0; c < sizeof(list) / sizeof(*(list)); c++)

static void put(struct tx_rig *x, uint64_t at, uint64_t value, unsigned n)
{
	memcpy(x->r.mem + TEXELS + at, &value, n);
}

static unsigned whole(float v, unsigned most)
{
	return (unsigned)lroundf(v * (float)most);
}

/* ---- comparisons --------------------------------------------------------------------------------------- */
static bool holds(unsigned func, float ref, float texel)
{
	switch (func) {
	case GC_TEXTURE_COMPARE_FUNC__LEQUAL:
		return ref <= texel;
	case GC_TEXTURE_COMPARE_FUNC__GEQUAL:
		return ref >= texel;
	case GC_TEXTURE_COMPARE_FUNC__LESS:
		return ref < texel;
	case GC_TEXTURE_COMPARE_FUNC__GREATER:
		return ref > texel;
	case GC_TEXTURE_COMPARE_FUNC__EQUAL:
		return ref == texel;
	case GC_TEXTURE_COMPARE_FUNC__NOTEQUAL:
		return ref != texel;
	default:
		return func == GC_TEXTURE_COMPARE_FUNC__ALWAYS;
	}
}

Test(gc_tx_units, comparisons)
{
	EACH(newer) for (unsigned func = 0; func < 8; func++)
	{
		struct tx_rig x = tx_new(newer[c]);
		struct want w = plain;

		w.format = GC_TEXTURE_FORMAT__D16;
		w.w = w.h = 4;
		w.compare = true;
		w.func = func;
		set(&x, 1, &w);
		for (unsigned i = 0; i < 4; i++)
			put(&x, 2 * i, i * 21845, 2); /* thirds */
		for (unsigned i = 0; i < 4; i++)
			for (unsigned k = 0; k < 4; k++) {
				const float texel = (float)(i * 21845) / 65535,
					    ref = (float)(k * 21845) / 65535;
				float out[4];

				cr_assert(look_with(&x, 1, (i + 0.5f) / 4, 0.1f, 0, 0, ref, out));
				cr_assert_eq(out[0], holds(func, ref, texel), "%s: %u: %g of %g gives %g",
					     newer[c], func, (double)ref, (double)texel, (double)out[0]);
			}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* ---- layers, sRGB, whole numbers, stencils ------------------------------------------------------------- */
Test(gc_tx_units, layers)
{
	EACH(newer)
	{
		struct tx_rig x = tx_new(newer[c]);
		struct want w = plain;
		float out[4];

		w.format = GC_TEXTURE_FORMAT__L8;
		w.w = w.h = 16;
		w.depth = 5;
		w.config1 = GC_TEXDESC_CONFIG1__TEXTURE_ARRAY(1);
		set(&x, 0, &w);
		for (unsigned z = 0; z < 5; z++)
			memset(x.r.mem + TEXELS + 256 * z, (int)(40 + 30 * z), 256);
		for (int z = -2; z < 8; z++) {
			const int layer = z < 0 ? 0 : z > 4 ? 4 : z;

			cr_assert(look(&x, 0, 0.3f, 0.6f, (float)z, 0, out));
			cr_assert_eq((int)whole(out[0], 255), 40 + 30 * layer, "%s, %d", newer[c], z);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

Test(gc_tx_units, srgb_leaves_alpha_alone)
{
	EACH(all)
	{
		struct tx_rig x = tx_new(all[c]);
		struct want w = plain;

		w.w = w.h = 16;
		w.srgb = true;
		set(&x, 0, &w);
		for (unsigned i = 0; i < 256; i++) /* a tile is 16 texels one after the other */
			put(&x, 4 * i, i * 0x01010101u, 4);
		for (unsigned i = 0; i < 256; i++) {
			const unsigned u = i / 16 % 4 * 4 + i % 4, v = i / 64 * 4 + i / 4 % 4;
			const double s = i / 255.0,
				     want = s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
			float out[4];

			cr_assert(look(&x, 0, (u + 0.5f) / 16, (v + 0.5f) / 16, 0, 0, out));
			for (unsigned k = 0; k < 3; k++)
				cr_assert_float_eq(out[k], want, 1e-5, "%s: %u is %g", all[c], i,
						   (double)out[k]);
			cr_assert_float_eq(out[3], s, 1e-6);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

static uint32_t bits_of(float v)
{
	uint32_t u;

	memcpy(&u, &v, 4);
	return u;
}

Test(gc_tx_units, whole_numbers_pass_as_bits)
{
	static const struct {
		unsigned ext, bits, n;
	} t[] = {
	    {GC_TEXTURE_FORMAT_EXT_H5__R8I, 8, 1},       {GC_TEXTURE_FORMAT_EXT_H5__G8R8I, 8, 2},
	    {GC_TEXTURE_FORMAT_EXT_H5__R16I, 16, 1},     {GC_TEXTURE_FORMAT_EXT_H5__G16R16I, 16, 2},
	    {GC_TEXTURE_FORMAT_EXT_H5__A8B8G8R8I, 8, 4}, {GC_TEXTURE_FORMAT_EXT_H5__A16B16G16R16I, 16, 4}};

	EACH(newer) for (unsigned i = 0; i < sizeof(t) / sizeof(*t); i++)
	{
		struct tx_rig x = tx_new(newer[c]);
		struct want w = plain;
		const uint64_t value = UINT64_C(0x8c31f7a92b64d5e3);
		float out[4];

		w.format = 0;
		w.ext = t[i].ext;
		w.w = w.h = 1;
		w.is_signed = c; /* descriptors alone can say so */
		set(&x, 0, &w);
		put(&x, 0, value, 8);
		cr_assert(look(&x, 0, 0.5f, 0.5f, 0, 0, out));
		for (unsigned k = 0; k < t[i].n; k++) {
			uint32_t want = (uint32_t)(value >> k * t[i].bits) & ((1u << t[i].bits) - 1);

			if (c && want >> (t[i].bits - 1))
				want |= ~0u << t[i].bits;
			cr_assert_eq(bits_of(out[k]), want, "%s, %u, %u: %08x", newer[c], t[i].ext, k,
				     bits_of(out[k]));
		}
		if (t[i].n < 4)
			cr_assert_eq(bits_of(out[3]), 1u);
		tx_free(&x);
	}
}

Test(gc_tx_units, stencils_and_depths_of_one_format)
{
	struct tx_rig x = tx_new("gc7000l");
	struct want w = plain;
	float out[4];

	w.format = 0;
	w.ext = GC_TEXTURE_FORMAT_EXT_H5__D24S8;
	w.w = w.h = 1;
	put(&x, 0, 0x33333377, 4);
	for (unsigned stencil = 0; stencil < 2; stencil++) {
		w.stencil = stencil;
		set(&x, 0, &w);
		cr_assert(look(&x, 0, 0.5f, 0.5f, 0, 0, out));
		if (stencil)
			cr_assert_eq(bits_of(out[0]), 0x77u);
		else
			cr_assert_float_eq(out[0], 0.2f, 1e-6f);
	}
	tx_free(&x);
}

/* ---- tile status --------------------------------------------------------------------------------------- */
Test(gc_tx_units, cleared_tiles_read_as_their_value)
{
	EACH(newer)
	{
		struct tx_rig x = tx_new(newer[c]);
		const bool h5 = x.r.g->variant->tx_descriptor;
		const unsigned tile_B = h5 ? 128 : 64, entry = h5 ? 4 : 2;
		struct want w = plain;
		unsigned cleared = 0;

		w.w = w.h = 16;
		set(&x, 2, &w);
		st(&x, GC_TS_SAMPLER_CONFIG(2), 1);
		st(&x, GC_TS_SAMPLER_STATUS_BASE(2), x.r.base + STATUS);
		st(&x, GC_TS_SAMPLER_CLEAR_VALUE(2), 0x11223344);
		if (h5)
			st(&x, GC_NTE_DESCRIPTOR_TX_CTRL(2),
			   GC_NTE_DESCRIPTOR_TX_CTRL__TS_ENABLE(1) | GC_NTE_DESCRIPTOR_TX_CTRL__TS_INDEX(2));
		for (unsigned i = 0; i < 256; i++)
			put(&x, 4 * i, 0xff000000 | i, 4);
		for (unsigned tile = 0; tile < 1024 / tile_B; tile++) /* every third is cleared */
			if (tile % 3 == 1)
				x.r.mem[STATUS + tile * entry / 8] |= (uint8_t)(1 << tile * entry % 8);
		for (unsigned i = 0; i < 256; i++) {
			const unsigned u = i / 16 % 4 * 4 + i % 4, v = i / 64 * 4 + i / 4 % 4;
			const bool clear = 4 * i / tile_B % 3 == 1;
			float out[4];

			cr_assert(look(&x, 2, (u + 0.5f) / 16, (v + 0.5f) / 16, 0, 0, out));
			cr_assert_eq(whole(out[2], 255), clear ? 0x44 : i, "%s: %u", newer[c], i);
			cr_assert_eq(whole(out[0], 255), clear ? 0x22u : 0u);
			cleared += clear;
		}
		cr_assert_gt(cleared, 64);
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* Texels of 64 bits have a second word of the value. */
Test(gc_tx_units, cleared_texels_of_64_bits)
{
	struct tx_rig x = tx_new("gc3000");
	struct want w = plain;
	float out[4];

	w.format = 0;
	w.ext = GC_TEXTURE_FORMAT_EXT_H5__A16B16G16R16F;
	w.w = w.h = 4;
	set(&x, 0, &w);
	st(&x, GC_TS_SAMPLER_CONFIG(0), 1);
	st(&x, GC_TS_SAMPLER_STATUS_BASE(0), x.r.base + STATUS);
	st(&x, GC_TS_SAMPLER_CLEAR_VALUE(0), 0x40003c00);
	st(&x, GC_TS_SAMPLER_CLEAR_VALUE2(0), 0x3800bc00);
	memset(x.r.mem + STATUS, 0x55, 16);
	cr_assert(look(&x, 0, 0.3f, 0.8f, 0, 0, out));
	cr_assert_eq(out[0], 1);
	cr_assert_eq(out[1], 2);
	cr_assert_eq(out[2], -1);
	cr_assert_eq(out[3], 0.5f);
	tx_free(&x);
}

/* ---- anisotropy ---------------------------------------------------------------------------------------- */
/* Two texels a pixel one way, half a texel the other: level 1 by the longer way, level 0 with two samples. */
Test(gc_tx_units, anisotropy)
{
	static _Alignas(64) float in[6][MGC_LANES], got[4][MGC_LANES];

	EACH(all) for (unsigned aniso = 0; aniso < 2; aniso++)
	{
		struct tx_rig x = tx_new(all[c]);
		struct want w = plain;
		struct mgc_sh_lookup q = {.op = GC_INST_OPCODE__TEXLDD, .lanes = 1};

		w.format = GC_TEXTURE_FORMAT__L8;
		w.w = w.h = 16;
		w.min = w.mag = GC_TEXTURE_FILTER__LINEAR;
		w.mip = GC_TEXTURE_FILTER__NEAREST;
		w.lod_max = 1;
		w.aniso = aniso;
		set(&x, 0, &w);
		memset(x.r.mem + TEXELS, 100, 256);
		memset(x.r.mem + LEVEL1, 200, 256);
		for (unsigned i = 0; i < MGC_LANES; i++) {
			in[0][i] = in[1][i] = 0.5f;
			in[2][i] = 2.0f / 16;
			in[3][i] = 0.5f / 16;
		}
		q.coord[0] = in[0];
		q.coord[1] = in[1];
		q.dx[0] = in[2];
		q.dx[1] = q.dy[0] = in[4];
		q.dy[1] = in[3];
		for (unsigned k = 0; k < 4; k++)
			q.out[k] = got[k];
		x.t = mgc_draw_textures(x.r.g, &x.arena, 1);
		cr_assert(mgc_draw_lookup((void *)x.t, &q));
		cr_assert_eq(whole(got[0][0], 255), aniso ? 100u : 200u, "%s, %u: %g", all[c], aniso,
			     (double)got[0][0]);
		tx_free(&x);
	}
}

/* ---- places -------------------------------------------------------------------------------------------- */
/* GC facts 8.1: halves of two pipes, 32 bits a texel, of a height that is a multiple of 8 or 128. */
static uint32_t split_at(bool super, unsigned x, unsigned y, unsigned width, unsigned height)
{
	const unsigned stride = width * 4;

	if (!super) {
		const unsigned p = (x / 4 ^ y / 4) & 1, column = (x / 4 & ~1u) | (y / 4 & 1);

		return p * stride * height / 2 + y / 8 * 4 * stride + column * 64 + (y % 4 * 4 + x % 4) * 4;
	}
	const unsigned p = (x / 8 ^ y / 4) & 1, u = x ^ p * 8, v = y / 8 * 4 + y % 4;
	const unsigned order[12] = {u,      u >> 1, v,      v >> 1, u >> 2, v >> 2,
				    v >> 3, u >> 3, u >> 4, u >> 5, v >> 4, v >> 5};
	unsigned index = 0;

	for (unsigned i = 0; i < 12; i++)
		index |= (order[i] & 1) << i;
	return p * stride * height / 2 + v / 64 * 64 * stride + u / 64 * 16384 + index * 4;
}

Test(gc_tx_units, halves_of_two_pipes)
{
	static const char *const two[] = {"gc2000", "gc3000"};

	EACH(two) for (unsigned super = 0; super < 2; super++)
	{
		struct tx_rig x = tx_new(two[c]);
		struct want w = plain;
		enum { WIDE = 128, HIGH = 128 };

		if (super && !x.r.g->variant->supertiled_texture) {
			tx_free(&x);
			continue;
		}
		w.w = WIDE;
		w.h = HIGH;
		w.halign = super ? GC_TEXTURE_HALIGN__SPLIT_SUPER_TILED : GC_TEXTURE_HALIGN__SPLIT_TILED;
		set(&x, 0, &w);
		for (unsigned v = 0; v < HIGH; v++)
			for (unsigned u = 0; u < WIDE; u++)
				put(&x, split_at(super, u, v, WIDE, HIGH), 0xff000000 | v << 8 | u, 4);
		for (unsigned i = 0; i < WIDE * HIGH; i += 37) {
			const unsigned u = i % WIDE, v = i / WIDE;
			float out[4];

			cr_assert(look(&x, 0, (u + 0.5f) / WIDE, (v + 0.5f) / HIGH, 0, 0, out));
			cr_assert_eq(whole(out[2], 255), u, "%s, %u: %u, %u", two[c], super, u, v);
			cr_assert_eq(whole(out[1], 255), v);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* Units of the vertex stage have numbers of their own, and the same words. */
Test(gc_tx_units, units_of_the_vertex_stage)
{
	EACH(all)
	{
		struct tx_rig x = tx_new(all[c]);
		const unsigned first = x.r.g->variant->vs_sampler_base;
		struct want w = plain;
		float out[4];

		w.w = w.h = 4;
		put(&x, 0, 0xff336699, 4);
		for (unsigned i = first; i < first + x.r.g->variant->vs_samplers; i++) {
			set(&x, i, &w);
			cr_assert(look(&x, i, 0.1f, 0.1f, 0, 0, out), "%s: %u", all[c], i);
			cr_assert_eq(whole(out[0], 255), 0x33u);
			cr_assert_eq(whole(out[2], 255), 0x99u);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

Test(gc_tx_units, rows_of_a_stride)
{
	EACH(all)
	{
		struct tx_rig x = tx_new(all[c]);
		struct want w = plain;

		w.addressing = GC_TEXTURE_ADDRESSING_MODE__LINEAR;
		w.stride = 0x140; /* more than 20 texels take */
		set(&x, 0, &w);
		for (unsigned i = 0; i < w.w * w.h; i++)
			put(&x, i / w.w * 0x140 + i % w.w * 4, i, 4);
		for (unsigned i = 0; i < w.w * w.h; i++) {
			float out[4];

			cr_assert(look(&x, 0, (i % w.w + 0.5f) / w.w, (i / w.w + 0.5f) / w.h, 0, 0, out));
			cr_assert_eq(whole(out[2], 255), i, "%s: %u", all[c], i);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* YUY2 and UYVY: tiles of 4 x 4 pixels of 16 bits, the format that RS tiles as one of two bytes. */
Test(gc_tx_units, pairs_of_yuv_in_tiles)
{
	EACH(all) for (unsigned swapped = 0; swapped < 2; swapped++)
	{
		struct tx_rig x = tx_new(all[c]);
		struct want w = plain;

		w.format = swapped ? GC_TEXTURE_FORMAT_H5__UYVY : GC_TEXTURE_FORMAT_H5__YUY2;
		w.w = 32;
		w.h = 8;
		set(&x, 0, &w);
		for (unsigned i = 0; i < 32 * 8; i++) {
			const unsigned u = i % 32, v = i / 32, y = 16 + i * 219 / 255;
			const unsigned chroma = 128; /* neither blue nor red */

			put(&x, v / 4 * 4 * 64 + u / 4 * 32 + (v % 4 * 4 + u % 4) * 2,
			    swapped ? y << 8 | chroma : chroma << 8 | y, 2);
		}
		for (unsigned i = 0; i < 32 * 8; i++) {
			const float want = 1.164f * (float)(i * 219 / 255) / 255;
			float out[4];

			cr_assert(look(&x, 0, (i % 32 + 0.5f) / 32, (i / 32 + 0.5f) / 8, 0, 0, out));
			for (unsigned k = 0; k < 3; k++) /* in 255ths */
				cr_assert_float_eq(out[k], want > 1 ? 1 : want, 0.6 / 255,
						   "%s, %u: %u is %g, not %g", all[c], swapped, i,
						   (double)out[k], (double)want);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* ---- blocks -------------------------------------------------------------------------------------------- */
/* ETC1's individual mode: four bits of each color, twice, and the first modifier of the first table. */
static uint64_t etc(unsigned r, unsigned g, unsigned b)
{
	const uint8_t bytes[8] = {(uint8_t)(r * 17), (uint8_t)(g * 17), (uint8_t)(b * 17)};
	uint64_t v;

	memcpy(&v, bytes, 8);
	return v;
}

Test(gc_tx_units, blocks_of_etc_stand_in_rows)
{
	EACH(all) for (unsigned second = 0; second < 2; second++)
	{
		struct tx_rig x = tx_new(all[c]);
		struct want w = plain;

		w.format = second ? 0 : GC_TEXTURE_FORMAT_H5__ETC1; /* ETC2 is where both formats are 0 */
		w.halign = GC_TEXTURE_HALIGN__FOUR;
		w.w = 12;
		w.h = 8;
		set(&x, 0, &w);
		for (unsigned i = 0; i < 6; i++)
			put(&x, 8 * i, etc(i, 2 * i, 10 - i), 8);
		for (unsigned i = 0; i < 6; i++) {
			float out[4];

			cr_assert(look(&x, 0, (4.0f * (i % 3) + 1.5f) / 12, i / 3 ? 0.7f : 0.3f, 0, 0, out));
			cr_assert_eq(whole(out[0], 255), i * 17 + 2, "%s: %u", all[c], i);
			cr_assert_eq(whole(out[1], 255), 2 * i * 17 + 2);
			cr_assert_eq(whole(out[2], 255), (10 - i) * 17 + 2);
			cr_assert_eq(out[3], 1);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* A block of each size of ASTC, of one color each: the second across begins where the first ends. */
Test(gc_tx_units, blocks_of_astc)
{
	static const uint8_t sizes[14][2] = {{4, 4}, {5, 4},  {5, 5},  {6, 5},  {6, 6},   {8, 5},   {8, 6},
					     {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10}, {12, 12}};

	for (unsigned s = 0; s < 14; s++) {
		struct tx_rig x = tx_new("gc3000");
		struct want w = plain;

		w.format = 0;
		w.ext = GC_TEXTURE_FORMAT_EXT_H5__ASTC;
		w.astc = s;
		w.w = 3u * sizes[s][0];
		w.h = 2u * sizes[s][1];
		set(&x, 0, &w);
		for (unsigned i = 0; i < 6; i++) {
			put(&x, 16 * i, UINT64_C(0xfffffffffffffdfc), 8);
			put(&x, 16 * i + 8, 0xffff000000000000u | (i * 1000), 8);
		}
		for (unsigned i = 0; i < w.w * w.h; i++) {
			const unsigned u = i % w.w, v = i / w.w,
				       block = v / sizes[s][1] * 3 + u / sizes[s][0];
			float out[4];

			if (i % 7)
				continue;
			cr_assert(look(&x, 0, (u + 0.5f) / w.w, (v + 0.5f) / w.h, 0, 0, out));
			cr_assert_eq(whole(out[0], 65535), block * 1000, "size %u: %u, %u", s, u, v);
			cr_assert_eq(out[3], 1);
		}
		cr_assert(quiet(&x));
		tx_free(&x);
	}
}

/* ---- what a core has not ------------------------------------------------------------------------------- */
static void said(const char *chip, const struct want *w, enum fl_severity severity, const char *text)
{
	struct tx_rig x = tx_new(chip);
	float out[4];
	bool ok;

	set(&x, 0, w);
	ok = look(&x, 0, 0.5f, 0.5f, 0.5f, 0, out);
	cr_expect_eq(ok, severity != FL_REFUSE, "%s: %s", chip, text);
	rig_said(&x.r, severity, text);
	tx_free(&x);
}

Test(gc_tx_units, formats_by_their_features)
{
	struct want w = plain;

	w.w = w.h = 16;
	w.format = GC_TEXTURE_FORMAT_H5__DXT1;
	said("gc400", &w, FL_REFUSE, "with the feature DXT_TEXTURE_COMPRESSION");
	w.format = GC_TEXTURE_FORMAT_H5__ETC1;
	said("gc400", &w, FL_REFUSE, "with the feature ETC1_TEXTURE_COMPRESSION");
	w.format = 0;
	said("gc400", &w, FL_REFUSE, "with the feature HALTI0");
	w.ext = GC_TEXTURE_FORMAT_EXT_H5__ASTC;
	said("gc2000", &w, FL_REFUSE, "with the feature TEXTURE_ASTC");
	said("gc7000l", &w, FL_REFUSE, "with the feature TEXTURE_ASTC"); /* it has NO_ASTC */
	w.astc = 15;
	said("gc3000", &w, FL_REFUSE, "ASTC_FORMAT 15: there are no blocks of that size");
	w.ext = GC_TEXTURE_FORMAT_EXT_H5__AYUV;
	said("gc3000", &w, FL_REFUSE, "with the feature HALTI5");
	w.ext = 63;
	said("gc3000", &w, FL_REFUSE, "there is no FORMAT 0 with FORMAT_EXT 63");
}

Test(gc_tx_units, layouts_and_sizes_by_their_features)
{
	struct want w = plain;

	said("gc400", &w, FL_WARN, "is for cores with the feature NON_POWER_OF_TWO");
	w.w = w.h = 16;
	w.halign = GC_TEXTURE_HALIGN__SUPER_TILED;
	said("gc2000", &w, FL_WARN, "is for cores with the feature SUPERTILED_TEXTURE");
	w.halign = GC_TEXTURE_HALIGN__SPLIT_TILED;
	said("gc880", &w, FL_WARN, "is of the halves that two pixel pipes draw");
	w.halign = 6;
	said("gc3000", &w, FL_WARN, "HALIGN 6: there are 0 to 4");
	w = plain;
	w.w = w.h = 16;
	w.addressing = GC_TEXTURE_ADDRESSING_MODE__LINEAR;
	w.stride = 64;
	said("gc400", &w, FL_WARN, "is for cores with the feature LINEAR_TEXTURE_SUPPORT");
	w.mip = GC_TEXTURE_FILTER__NEAREST;
	w.lod_max = 1;
	said("gc2000", &w, FL_WARN, "the LODs go to level 1 of a linear texture");
	w = plain;
	w.w = 8208;
	w.h = 16;
	said("gc2000", &w, FL_WARN, "SIZE is 8208 by 16, and the core has 8192 at most");
	w.w = 32;
	w.type = GC_TEXTURE_TYPE__CUBE_MAP;
	said("gc2000", &w, FL_WARN, "the faces of a cube are 32 by 16");
	w = plain;
	w.w = w.h = 2;
	w.mip = GC_TEXTURE_FILTER__NEAREST;
	w.lod_max = 20;
	said("gc3000", &w, FL_WARN, "LODs go to 20, and a texture has 14 levels at most");
}

Test(gc_tx_units, tile_status_where_it_is_not_read)
{
	struct tx_rig x = tx_new("gc2000");
	struct want w = plain;
	float out[4];

	w.w = w.h = 16;
	set(&x, 0, &w);
	st(&x, GC_TS_SAMPLER_CONFIG(0), 1);
	st(&x, GC_TS_SAMPLER_STATUS_BASE(0), x.r.base + STATUS);
	cr_assert(look(&x, 0, 0.5f, 0.5f, 0, 0, out));
	rig_said(&x.r, FL_WARN, "is for cores with the feature TEXTURE_TILED_READ");
	tx_free(&x);
}
