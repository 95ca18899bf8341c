/* SPDX-License-Identifier: MIT
 *
 * TX: what each field of a unit's registers says (R5xx guide 11.9), value by value; every bit of every format
 * of whole numbers, in a texel and in a border color.
 */
#include "tests/unit/r500/test_tx_rig.h"

TestSuite(tx_units, .timeout = 60);

enum {
	LAST_UNIT = 15,
	F_8888 = 12,
	F_24_8 = 6 /* with TXFORMAT_MSB */,
	EDGE = 2 | 2 << 3 | 2 << 6,
	NO_BIAS = 1 << 3
};

/* One of the last unit's registers beside those of a plain texture. */
static const struct fl_texel_unit *with(struct tx_rig *t, uint32_t reg, uint32_t value)
{
	static const uint32_t plain[][2] = {{R500_TX_FORMAT0(LAST_UNIT), 63 | 63 << 11},
					    {R500_TX_FORMAT1(LAST_UNIT), F_8888 | SEL_RGBA},
					    {R500_TX_FORMAT2(LAST_UNIT), 0},
					    {R500_TX_FILTER0(LAST_UNIT), POINT | EDGE},
					    {R500_TX_FILTER1(LAST_UNIT), NO_BIAS},
					    {R500_TX_CHROMA_KEY(LAST_UNIT), 0x12345678}};

	us_set(t->g, R500_TX_ENABLE, 1u << LAST_UNIT);
	us_set(t->g, R500_TX_OFFSET(LAST_UNIT), t->addr);
	for (unsigned i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		us_set(t->g, plain[i][0], plain[i][1]);
	us_set(t->g, reg, value);
	fl_arena_reset(&t->g->arena);
	tx_decode(t);
	for (unsigned i = 0; i < LAST_UNIT; i++)
		cr_assert_null(t->g->draw.tx->unit[i]);
	cr_assert_not_null(t->g->draw.tx->unit[LAST_UNIT]);
	return t->g->draw.tx->unit[LAST_UNIT];
}

/* CLAMP_S, CLAMP_T, CLAMP_R: 0 to 7. */
Test(tx_units, each_clamp_of_each_coordinate)
{
	static const uint8_t modes[8] = {FL_TEXEL_REPEAT,       FL_TEXEL_MIRROR,
					 FL_TEXEL_CLAMP_EDGE,   FL_TEXEL_MIRROR_ONCE_EDGE,
					 FL_TEXEL_CLAMP_HALF,   FL_TEXEL_MIRROR_ONCE_HALF,
					 FL_TEXEL_CLAMP_BORDER, FL_TEXEL_MIRROR_ONCE_BORDER};
	struct tx_rig *t = tx_rig_new("r580");

	for (unsigned axis = 0; axis < 3; axis++)
		for (unsigned mode = 0; mode < 8; mode++) {
			const uint32_t others = EDGE & ~(7u << 3 * axis);
			const struct fl_texel_unit *u =
			    with(t, R500_TX_FILTER0(LAST_UNIT), POINT | others | mode << 3 * axis);

			for (unsigned a = 0; a < 3; a++)
				cr_expect_eq(u->wrap[a], a == axis ? modes[mode] : FL_TEXEL_CLAMP_EDGE,
					     "axis %u, mode %u: %u of axis %u", axis, mode, u->wrap[a], a);
		}
	tx_rig_free(t);
}

/* MAG, MIN: 0 Filter4 (new with R5xx: guide 1), 1 point, 2 linear, 3 anisotropic; MIP and VOL: 0 none, 1
 * point, 2 linear. The two rows of each chip: what the field says as it goes through its values. */
Test(tx_units, each_filter)
{
	static const uint8_t in_level[2][4] = {
	    {FL_TEXEL_KERNEL, FL_TEXEL_POINT, FL_TEXEL_LINEAR, FL_TEXEL_ANISO},
	    {FL_TEXEL_POINT, FL_TEXEL_POINT, FL_TEXEL_LINEAR, FL_TEXEL_ANISO}};
	static const uint8_t between[3] = {FL_TEXEL_NONE, FL_TEXEL_POINT, FL_TEXEL_LINEAR};
	static const char *const chips[] = {"r580", "r420", "r300"};

	for (unsigned chip = 0; chip < 3; chip++) {
		struct tx_rig *t = tx_rig_new(chips[chip]);

		for (unsigned mag = 0; mag < 4; mag++)
			for (unsigned min = 0; min < 4; min++)
				for (unsigned mip = 0; mip < 3; mip++)
					for (unsigned vol = 0; vol < 3; vol++) {
						const struct fl_texel_unit *u =
						    with(t, R500_TX_FILTER0(LAST_UNIT),
							 EDGE | mag << 9 | min << 11 | mip << 13 | vol << 15);

						cr_expect_eq(u->mag, in_level[chip > 0][mag], "%s",
							     chips[chip]);
						cr_expect_eq(u->min, in_level[chip > 0][min], "%s",
							     chips[chip]);
						cr_expect_eq(u->mip, between[mip], "%s", chips[chip]);
						cr_expect_eq(u->vol, between[vol], "%s", chips[chip]);
						cr_expect_eq(u->level_steps, chip ? 32 : 64);
					}
		tx_rig_free(t);
	}
}

Test(tx_units, levels_and_samples)
{
	struct tx_rig *t = tx_rig_new("r580");

	for (unsigned n = 0; n < 13; n++)
		for (unsigned first = 0; first < 16; first++) {
			us_set(t->g, R500_TX_FILTER0(0), 0);
			with(t, R500_TX_FORMAT0(LAST_UNIT), 63 | 63 << 11 | n << 26);
			us_set(t->g, R500_TX_FILTER0(LAST_UNIT),
			       POINT | EDGE | first << 17 | (first & 7) << 21);
			tx_decode(t);
			const struct fl_texel_unit *u = t->g->draw.tx->unit[LAST_UNIT];

			cr_expect_eq(u->image.n_levels, n + 1);
			cr_expect_eq(u->max_level, n);
			cr_expect_eq(u->min_level, first < n ? first : n);
			cr_expect_eq(u->aniso, (first & 7) < 4 ? first & 7 : 4); /* 16 samples at most */
		}
	/* levels that there cannot be: 4096 texels have 13 */
	for (unsigned n = 13; n < 16; n++)
		cr_expect_eq(with(t, R500_TX_FORMAT0(LAST_UNIT), 63 | 63 << 11 | n << 26)->image.n_levels,
			     13);
	tx_rig_free(t);
}

Test(tx_units, bias_and_motion)
{
	struct tx_rig *t = tx_rig_new("r580");

	for (unsigned n = 0; n < 13; n++) {
		const int32_t bias = n < 10 ? 1 << n : -(int32_t)n; /* ten bits, signed, 32nds */
		const struct fl_texel_unit *u =
		    with(t, R500_TX_FILTER1(LAST_UNIT),
			 ((uint32_t)bias & 1023) << 3 | (n & 1) << 2 | (n >> 1 & 1) << 14 | n % 3 << 0);

		cr_expect_float_eq(u->lod_bias, ((n == 9 ? -512 : bias) - 1) / 32.0f, 1e-6, "%d: %g", bias,
				   u->lod_bias);
		cr_expect_eq(u->round_quarter, n & 1);
		cr_expect_eq(u->half_steps, n >> 1 & 1);
		cr_expect_eq(u->image.key_mode, n % 3); /* off, kill, blend */
		cr_expect_eq(u->image.key, n % 3 ? 0x12345678 : 0);
		cr_expect(!u->image.tile[MR500_TX_MACRO_SWITCH]);
	}
	cr_expect(with(t, R500_TX_FILTER1(LAST_UNIT), NO_BIAS | 1 << 22)->image.tile[MR500_TX_MACRO_SWITCH]);
	tx_rig_free(t);
}

/* TXWIDTH and TXHEIGHT have 11 bits, with one more on R5xx; TXDEPTH counts powers of two; a pitch holds where
 * it is enabled. */
Test(tx_units, sizes)
{
	for (unsigned chip = 0; chip < 2; chip++) {
		struct tx_rig *t = tx_rig_new(chip ? "r420" : "r580");

		for (unsigned i = 0; i < 12; i++)
			for (unsigned high = 0; high < 4; high++) {
				const unsigned w = i < 11 ? 1u << i : 2047, h = i < 11 ? 1024u >> i : 2047;

				with(t, R500_TX_FORMAT0(LAST_UNIT), w | h << 11 | i << 22 | (high & 1) << 31);
				us_set(t->g, R500_TX_FORMAT2(LAST_UNIT), high << 15 | (w * 2 + 1));
				tx_decode(t);
				const struct fl_texel_image *m = &t->g->draw.tx->unit[LAST_UNIT]->image;

				cr_expect_eq(m->width, w + 1 + (chip ? 0 : (high & 1) << 11));
				cr_expect_eq(m->height, h + 1 + (chip ? 0 : (high >> 1) << 11));
				cr_expect_eq(m->depth, 1u << i);
				cr_expect_eq(m->pitch, high & 1 ? w * 2 + 2 : 0);
			}
		tx_rig_free(t);
	}
}

Test(tx_units, kinds_places_and_channels)
{
	static const uint8_t kinds[3] = {FL_TEXEL_2D, FL_TEXEL_3D, FL_TEXEL_CUBE},
			     yuv[3] = {FL_TEXEL_YUV_AS_IS, FL_TEXEL_YUV_CLAMPED, FL_TEXEL_YUV_WIDE};
	/* "0 none, 1 16 bits, 2 32 bits, 3 half dwords": byte i stands at i ^ this */
	static const uint8_t flips[4] = {0, 1, 3, 2};
	static const uint8_t sel[8] = {FL_TEXEL_SEL_0,         FL_TEXEL_SEL_1,        FL_TEXEL_SEL_2,
				       FL_TEXEL_SEL_3,         FL_TEXEL_SEL_ZERO,     FL_TEXEL_SEL_ONE,
				       FL_TEXEL_SEL_TWICE + 2, FL_TEXEL_SEL_TWICE + 3};
	static const unsigned sel_at[4] = {12, 15, 18, 9}; /* R, G, B, A */
	struct tx_rig *t = tx_rig_new("r580");

	for (unsigned i = 0; i < 3; i++) {
		cr_expect_eq(with(t, R500_TX_FORMAT1(LAST_UNIT), F_8888 | SEL_RGBA | i << 25)->image.kind,
			     kinds[i]);
		cr_expect_eq(with(t, R500_TX_FORMAT1(LAST_UNIT), F_8888 | SEL_RGBA | i << 22)->image.yuv,
			     yuv[i]);
	}
	for (unsigned i = 0; i < 16; i++) {
		const struct fl_texel_image *m =
		    &with(t, R500_TX_OFFSET(LAST_UNIT), (t->addr + 0x12345000) | (i & 15) | (i >> 3) << 4)
			 ->image;

		cr_expect_eq(m->addr, t->addr + 0x12345000);
		cr_expect_eq(m->flip, flips[i & 3]);
		cr_expect_eq(m->tile[MR500_TX_MACRO], i >> 2 & 1);
		cr_expect_eq(m->tile[MR500_TX_MICRO], i >> 3 ? 3 : 0);
	}
	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < 8; i++) {
			const struct fl_texel_image *m =
			    &with(t, R500_TX_FORMAT1(LAST_UNIT),
				  F_8888 | (SEL_RGBA & ~(7u << sel_at[c])) | i << sel_at[c])
				 ->image;

			for (unsigned k = 0; k < 4; k++)
				cr_expect_eq(m->sel[k], k == c ? sel[i] : FL_TEXEL_SEL_0 + k);
		}
	for (unsigned i = 0; i < 4; i++) {
		const struct fl_texel_image *m =
		    &with(t, R500_TX_FORMAT1(LAST_UNIT), F_8888 | SEL_RGBA | (i & 1) << 21 | (i >> 1) << 24)
			 ->image;

		cr_expect_eq(m->srgb, i & 1);
		cr_expect_eq(m->swap_yuv, i >> 1);
	}
	for (unsigned i = 0; i < 16; i++) /* SIGNED_COMP0 to 3 */
		for (unsigned pow2 = 0; pow2 < 2; pow2++) {
			with(t, R500_TX_FORMAT1(LAST_UNIT), F_8888 | SEL_RGBA | i << 5);
			us_set(t->g, R500_TX_FORMAT2(LAST_UNIT), pow2 << 17);
			tx_decode(t);
			const struct fl_texel_unit *u = t->g->draw.tx->unit[LAST_UNIT];

			cr_expect_eq(u->image.pow2, pow2);
			for (unsigned c = 0; c < 4; c++)
				cr_expect_eq(u->image.format.number[c], i >> c & 1 ? FL_TEXEL_SNORM
									: pow2     ? FL_TEXEL_UNORM_POW2
										   : FL_TEXEL_UNORM);
		}
	for (unsigned i = 0; i < 16; i++) { /* depths and stencils have no signs */
		with(t, R500_TX_FORMAT1(LAST_UNIT), F_24_8 | SEL_RGBA | i << 5);
		us_set(t->g, R500_TX_FORMAT2(LAST_UNIT), R500_TX_FORMAT2__TXFORMAT_MSB(1));
		tx_decode(t);
		for (unsigned c = 0; c < 4; c++)
			cr_expect_eq(t->g->draw.tx->unit[LAST_UNIT]->image.format.number[c], FL_TEXEL_UNORM);
	}
	for (unsigned i = 0; i < 4; i++) /* of S3TC 0 to 2 are B, G, R where they are selected at all */
		for (unsigned swizzle = 0; swizzle < 2; swizzle++) {
			enum { F_DXT5 = 17, DXTC_SWIZZLE = R500_TX_FILTER1__DXTC_SWIZZLE__MASK };

			with(t, R500_TX_FORMAT2(LAST_UNIT), i << 18);
			us_set(t->g, R500_TX_FORMAT1(LAST_UNIT), F_DXT5 | SEL_RGBA);
			us_set(t->g, R500_TX_FILTER1(LAST_UNIT), NO_BIAS | (swizzle ? DXTC_SWIZZLE : 0));
			tx_decode(t);
			cr_expect_eq(t->g->draw.tx->unit[LAST_UNIT]->kernel_comp,
				     swizzle && i < 3 ? 2 - i : i);
		}
	tx_rig_free(t);
}

/* ---- bits of formats ----------------------------------------------------------------------------------- */
/* The components of formats of whole numbers, from bit 0 up: R5xx guide 3. Where 10 bits stand in 16, the
 * others are nothing. */
#define EXACT 2e-7

static const struct fields {
	unsigned format, width[4], at[4];
} whole[] = {{0, {8}, {0}},
	     {1, {16}, {0}},
	     {2, {4, 4}, {0, 4}},
	     {3, {8, 8}, {0, 8}},
	     {4, {16, 16}, {0, 16}},
	     {5, {2, 3, 3}, {0, 2, 5}},
	     {6, {5, 6, 5}, {0, 5, 11}},
	     {7, {5, 5, 6}, {0, 5, 10}},
	     {8, {10, 11, 11}, {0, 10, 21}},
	     {9, {11, 11, 10}, {0, 11, 22}},
	     {10, {4, 4, 4, 4}, {0, 4, 8, 12}},
	     {11, {5, 5, 5, 1}, {0, 5, 10, 15}},
	     {12, {8, 8, 8, 8}, {0, 8, 16, 24}},
	     {13, {10, 10, 10, 2}, {0, 10, 20, 30}},
	     {14, {16, 16, 16, 16}, {0, 16, 32, 48}},
	     {32 + 2, {10}, {0}},
	     {32 + 3, {10, 10}, {0, 16}},
	     {32 + 4, {10, 10, 10, 10}, {0, 16, 32, 48}},
	     {32 + 6, {24, 8}, {8, 0}}};

/* Depth has none, nor has one bit. */
static bool has_no_sign(const struct fields *f)
{
	return f->format == 32 + 6 || f->format == 11;
}

/* Of a component with these bits set alone; the highest is the sign, and the lowest value -1 as the next. */
static double value_of(const struct fields *f, unsigned c, uint64_t bits, bool is_signed)
{
	const uint64_t all = (UINT64_C(1) << f->width[c]) - 1, v = bits >> f->at[c] & all;
	double x = (double)v;

	if (!f->width[c])
		return 0;
	if (!is_signed)
		return x / (double)all;
	x = v > all / 2 ? x - (double)all - 1 : x;
	return fmax(x / (double)(all / 2), -1);
}

/* Each bit alone, all but it, all; what looked() gives is by these bits, so exactly. */
static void every_bit(struct tx_rig *t, const struct fields *f, bool is_signed, double exactly,
		      void looked(struct tx_rig *t, uint64_t bits, float out[4]))
{
	unsigned end = 0;
	float got[4];

	for (unsigned c = 0; c < 4; c++)
		end = f->width[c] && f->at[c] + f->width[c] > end ? f->at[c] + f->width[c] : end;
	for (unsigned i = 0; i <= 2 * end; i++) {
		const uint64_t all = ~UINT64_C(0) >> (64 - end), one = UINT64_C(1) << i % end,
			       bits = i < end       ? one
				      : i < 2 * end ? all & ~one
						    : all;

		looked(t, bits, got);
		for (unsigned c = 0; c < 4; c++) {
			const double want = value_of(f, c, bits, is_signed);

			cr_expect(fabs(got[c] - want) < exactly,
				  "format %u, bits %016llx: component %u is %.9g, not %.9g", f->format,
				  (unsigned long long)bits, c, got[c], want);
		}
	}
}

static void in_memory(struct tx_rig *t, uint64_t bits, float out[4])
{
	memcpy(t->mem, &bits, sizeof(bits));
	us_set(t->g, R500_TX_INVALTAGS, 0);
	fl_arena_reset(&t->g->arena);
	tx_decode(t);
	tx_at(t, 0.5f, 0.5f, out);
}

Test(tx_units, every_bit_of_a_texel)
{
	struct tx_rig *t = tx_rig_new("r580");

	for (unsigned i = 0; i < sizeof(whole) / sizeof(*whole); i++)
		for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
			if (is_signed && has_no_sign(&whole[i]))
				continue;
			tx_set(t, 1, 1, whole[i].format, SEL_RGBA | (is_signed ? 15 << 5 : 0), POINT | EDGE);
			/* what has no component of more than 8 bits is kept in bytes */
			every_bit(t, &whole[i], is_signed,
				  whole[i].width[0] <= 8 && !is_signed ? 0.51 / 255 : EXACT, in_memory);
		}
	tx_rig_free(t);
}

static void in_border(struct tx_rig *t, uint64_t bits, float out[4])
{
	us_set(t->g, R500_TX_BORDER_COLOR(0), (uint32_t)bits);
	fl_arena_reset(&t->g->arena);
	tx_decode(t);
	memcpy(out, t->g->draw.tx->unit[0]->border, 4 * sizeof(float));
}

/* As a texel, where one fits into 32 bits. Else (Mesa r300_state.c) four bytes; of S3TC B, G, R, A; of what
 * has Y, U and V those of AVYU; of ATI1N the second of four components of four bits. */
Test(tx_units, every_bit_of_a_border)
{
	static const struct fields bytes = {0, {8, 8, 8, 8}, {0, 8, 16, 24}},
				   s3tc = {0, {8, 8, 8, 8}, {16, 8, 0, 24}};
	static const uint8_t wide[] = {14, 26, 28, 29, 31, 32, 33, 36}, blocks[] = {15, 16, 17};
	static const struct fields pairs = {0, {8, 8, 8, 8}, {16, 8, 0, 24}};
	float got[4];
	const uint32_t filter0 = POINT | 6 | 6 << 3;
	struct tx_rig *t = tx_rig_new("r580");

	for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
		const uint32_t format1 = SEL_RGBA | (is_signed ? 15 << 5 : 0);

		for (unsigned i = 0; i < sizeof(whole) / sizeof(*whole); i++) {
			if (whole[i].at[3] == 48 || (is_signed && has_no_sign(&whole[i])))
				continue;
			tx_set(t, 1, 1, whole[i].format, format1, filter0);
			every_bit(t, &whole[i], is_signed, EXACT, in_border);
		}
		for (unsigned i = 0; i < sizeof(wide); i++) {
			tx_set(t, 4, 4, wide[i], format1, filter0);
			every_bit(t, &bytes, is_signed, EXACT, in_border);
		}
		for (unsigned i = 0; i < sizeof(blocks); i++) {
			tx_set(t, 4, 4, blocks[i], format1, filter0);
			every_bit(t, &s3tc, is_signed, EXACT, in_border);
		}
		for (unsigned f = 19; f <= 21; f++) {
			tx_set(t, 4, 4, f, format1, filter0);
			every_bit(t, &pairs, false, EXACT, in_border);
		}
		for (unsigned v = 0; v < 16 && !is_signed; v++) {
			tx_set(t, 4, 4, 32 + 5, format1, filter0);
			in_border(t, 0xa50f | v << 4, got);
			cr_expect_float_eq(got[0], v / 15.0, EXACT);
		}
	}
	tx_rig_free(t);
}

/* Each component of a block has a sign of its own, and the border of S3TC is swapped with them. */
Test(tx_units, signs_of_a_border)
{
	static const uint8_t formats[] = {14, 15, 17, 31}, swapped[] = {0, 1, 1, 0};
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned i = 0; i < sizeof(formats); i++)
		for (unsigned c = 0; c < 4; c++) {
			tx_set(t, 4, 4, formats[i], SEL_RGBA | 1u << (5 + c), POINT | 6 | 6 << 3);
			in_border(t, 0xc0c0c0c0, got);
			for (unsigned k = 0; k < 4; k++) {
				const unsigned from = swapped[i] && k < 3 ? 2 - k : k;

				cr_expect_float_eq(got[k], from == c ? -64 / 127.0 : 192 / 255.0, 1e-6,
						   "format %u, sign of %u, component %u: %g", formats[i], c,
						   k, got[k]);
			}
		}
	tx_rig_free(t);
}

/* A chroma key has the bits of a texel, each of which counts, and no others; of Y, U and V those of AVYU,
 * without A where there is none (R5xx guide 10.6). */
Test(tx_units, every_bit_of_a_chroma_key)
{
	enum { KILL = 1, AVYU = 19, VYUY, YVYU };
	const uint8_t y = 0x51, u = 0x5a, v = 0xf0;
	struct tx_rig *t = tx_rig_new("r580");

	for (unsigned i = 0; i < sizeof(whole) / sizeof(*whole) + 3; i++) {
		const bool plain = i < sizeof(whole) / sizeof(*whole);
		const unsigned format = plain ? whole[i].format : AVYU + i - sizeof(whole) / sizeof(*whole);
		uint32_t texel = 0xa5c3965a, key = texel;
		unsigned bits = 0;

		for (unsigned c = 0; c < 4 && plain; c++)
			bits += whole[i].width[c];
		if (bits > 32 || (format > 32 && format < 36))
			continue; /* whether the other bits of 10 in 16 count is not said */
		if (!plain) {
			bits = format == AVYU ? 32 : 24;
			key = 0x77u << 24 | v << 16 | y << 8 | u;
			texel = format == AVYU   ? key
				: format == VYUY ? (uint32_t)v << 24 | y << 16 | u << 8 | y
						 : (uint32_t)y << 24 | v << 16 | y << 8 | u;
		}
		for (unsigned bit = 0; bit <= 32; bit++) {
			memcpy(t->mem, &texel, 4);
			us_set(t->g, R500_TX_INVALTAGS, 0);
			tx_set(t, 2, 1, format, SEL_RGBA, POINT | EDGE);
			us_set(t->g, R500_TX_FILTER1(0), NO_BIAS | KILL);
			us_set(t->g, R500_TX_CHROMA_KEY(0), bit < 32 ? key ^ 1u << bit : key);
			fl_arena_reset(&t->g->arena);
			tx_decode(t);
			for (unsigned l = 0; l < 64; l++) {
				t->in[0][l] = 0.25f;
				t->in[1][l] = 0.5f;
			}
			cr_expect_eq(fl_texel_lookup_scalar(t->g->draw.tx->unit[0], &t->q),
				     bit < bits ? 0 : ~UINT64_C(0), "format %u, bit %u of %u", format, bit,
				     bits);
		}
	}
	tx_rig_free(t);
}
