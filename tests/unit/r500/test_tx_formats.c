/* SPDX-License-Identifier: MIT
 *
 * TX: each texture format with a texel packed by hand from the tables of R5xx guide 3 (component 0 lowest).
 */
#include "tests/unit/r500/test_tx_rig.h"

TestSuite(tx_formats, .timeout = 20);

enum { S0 = 1 << 5, S1 = 1 << 6, S2 = 1 << 7, S3 = 1 << 8, GAMMA = 1 << 21, MSB = 32 };

static const struct {
	unsigned format;
	uint32_t flags;
	uint32_t texel[4];
	double want[4]; /* of components 0-3, as R, G, B, A */
} row[] = {
    {0, 0, {0x80}, {128 / 255.0, 0, 0, 0}},
    {0, S0, {0x81}, {-1, 0, 0, 0}},
    {1, 0, {0x8000}, {32768 / 65535.0, 0, 0, 0}},
    {1, S0, {0x8001}, {-1, 0, 0, 0}},
    {2, 0, {0xa5}, {5 / 15.0, 10 / 15.0, 0, 0}},
    {3, 0, {0x40c0}, {192 / 255.0, 64 / 255.0, 0, 0}},
    {3, S0 | S1, {0x40c0}, {-64 / 127.0, 64 / 127.0, 0, 0}},
    {4, 0, {0x1234abcd}, {0xabcd / 65535.0, 0x1234 / 65535.0, 0, 0}},
    {5, 0, {5 << 5 | 3 << 2 | 2}, {2 / 3.0, 3 / 7.0, 5 / 7.0, 0}},
    {6, 0, {17 << 11 | 33 << 5 | 9}, {9 / 31.0, 33 / 63.0, 17 / 31.0, 0}},
    {7, 0, {33 << 10 | 9 << 5 | 17}, {17 / 31.0, 9 / 31.0, 33 / 63.0, 0}},
    {8, 0, {1000u << 21 | 500 << 10 | 300}, {300 / 1023.0, 500 / 2047.0, 1000 / 2047.0, 0}},
    {9, 0, {300u << 22 | 1000 << 11 | 500}, {500 / 2047.0, 1000 / 2047.0, 300 / 1023.0, 0}},
    {10, 0, {0x1234}, {4 / 15.0, 3 / 15.0, 2 / 15.0, 1 / 15.0}},
    {11, 0, {1 << 15 | 3 << 10 | 7 << 5 | 30}, {30 / 31.0, 7 / 31.0, 3 / 31.0, 1}},
    {12, 0, {0x80604020}, {32 / 255.0, 64 / 255.0, 96 / 255.0, 128 / 255.0}},
    {12, S0 | S1 | S2 | S3, {0x80604020}, {32 / 127.0, 64 / 127.0, 96 / 127.0, -1}},
    {12, GAMMA, {0x80ff8000}, {0, 0.21586, 1, 128 / 255.0}}, /* IEC 61966-2-1 of 128/255 */
    {13, 0, {2u << 30 | 100 << 20 | 200 << 10 | 300}, {300 / 1023.0, 200 / 1023.0, 100 / 1023.0, 2 / 3.0}},
    {14, 0, {0x20001000, 0x80004000}, {4096 / 65535.0, 8192 / 65535.0, 16384 / 65535.0, 32768 / 65535.0}},
    {18, S0 | S1, {0x0040}, {64 / 127.0, 0, 0.86373, 0}}, /* sqrt(1 - (64/127)^2) */
    {19, 0, {0x40302010}, {0x30 / 255.0, 0x20 / 255.0, 0x10 / 255.0, 0x40 / 255.0}},
    {20, 0, {0x40302010}, {0x40 / 255.0, 0x10 / 255.0, 0x20 / 255.0, 1}},
    {21, 0, {0x40302010}, {0x30 / 255.0, 0x20 / 255.0, 0x10 / 255.0, 1}},
    {19, 1 << 22, {0xff80eb80}, {1, 1, 1, 1}}, /* Y 235, U and V 128: white */
    {22, S0, {0x8001}, {-1, 0, 0, 0}},
    {23, S0 | S1, {0x7fff8001}, {-1, 1, 0, 0}},
    {24, 0, {0xc100}, {-2.5, 0, 0, 0}},
    {25, 0, {0x3c00c100}, {-2.5, 1, 0, 0}},
    {26, 0, {0x3c00c100, 0x7bff0001}, {-2.5, 1, 5.9604645e-8, 65504}},
    {27, 0, {0xc0490fdb}, {-3.14159274, 0, 0, 0}},
    {28, 0, {0x3f800000, 0x40000000}, {1, 2, 0, 0}},
    {29, 0, {0x3f800000, 0x40000000, 0x40400000, 0x40800000}, {1, 2, 3, 4}},
    {30, 0, {0x3f8000}, {1.5, 0, 0, 0}}, /* exponent 63 - 63, mantissa 0.5 */
    {30, 0, {0x400000}, {2, 0, 0, 0}},
    {30, 0, {0xbf0000}, {-1, 0, 0, 0}},
    {30, 0, {0x000000}, {0, 0, 0, 0}},
    {MSB + 0, 0, {0x01}, {1, 0, 0, 0}},
    {MSB + 1, 0, {0x80}, {1, 0, 0, 0}},
    {MSB + 2, 0, {0x155}, {0x155 / 1023.0, 0, 0, 0}},
    {MSB + 3, 0, {0x03ff0155}, {0x155 / 1023.0, 1, 0, 0}},
    {MSB + 4, 0, {0x03ff0155, 0x01000200}, {0x155 / 1023.0, 1, 512 / 1023.0, 256 / 1023.0}},
    {MSB + 6, 0, {0x80000012}, {8388608 / 16777215.0, 18 / 255.0, 0, 0}},
    /* DXT1: c0 = red 31, c1 = blue 31, texel 0 has code 2: two thirds red */
    {15, 0, {0x001ff800, 0x00000002}, {170 / 255.0, 0, 85 / 255.0, 1}},
    {15, 0, {0xf800001f, 0x00000003}, {0, 0, 0, 0}}, /* c0 < c1, code 3: transparent */
    {16, 0, {0x0000000a, 0, 0x001ff800, 0}, {1, 0, 0, 10 / 15.0}},
    {17, 0, {2u << 16 | 10 << 8 | 80, 0, 0x001ff800, 1}, {0, 0, 1, (6 * 80 + 10) / 7 / 255.0}},
    {31, 0, {0x00000000 | 10 << 8 | 80, 0, 200, 0}, {80 / 255.0, 200 / 255.0, 0, 0}},
    {MSB + 5, 0, {1 << 16 | 10 << 8 | 80, 0}, {10 / 255.0, 0, 0, 0}},
    {MSB + 5, S0, {0x81 | 10 << 8, 0}, {-1, 0, 0, 0}},
};

Test(tx_formats, a_texel_of_each)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		uint32_t texel[4];
		memcpy(texel, row[i].texel, sizeof(texel));
		memcpy(t->mem, texel, sizeof(texel));
		us_set(t->g, R500_TX_INVALTAGS, 0);
		tx_set(t, 4, 4, row[i].format, SEL_RGBA | row[i].flags, POINT | 2 | 2 << 3);
		tx_decode(t);
		tx_at(t, 0.125f, 0.125f, got);
		for (unsigned c = 0; c < 4; c++)
			cr_expect(fabs(got[c] - row[i].want[c]) <=
				      0.6 / 255 * (fabs(row[i].want[c]) > 1 ? 1e-3 : 1),
				  "row %u, format %u, channel %u: %.6f, not %.6f", i, row[i].format, c,
				  got[c], row[i].want[c]);
	}
	tx_rig_free(t);
}

/* Floats of 24 bits have a sign that zero has, too (R5xx guide 3: sign, 7 bits of exponent, 16 of
 * mantissa). */
Test(tx_formats, zeros_of_24_bits)
{
	enum { W24_FP = 30 };
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned sign = 0; sign < 2; sign++) {
		const uint32_t texel = sign << 23;

		memcpy(t->mem, &texel, 4);
		us_set(t->g, R500_TX_INVALTAGS, 0);
		tx_set(t, 1, 1, W24_FP, SEL_RGBA, POINT | 2 | 2 << 3);
		tx_decode(t);
		tx_at(t, 0.5f, 0.5f, got);
		cr_expect_eq(us_word(got[0]), sign << 31);
	}
	tx_rig_free(t);
}

Test(tx_formats, selects_and_fixed_values)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	memcpy(t->mem, "\x10\x20\x30\x40", 4);
	/* B, G, 0, 1 */
	tx_set(t, 1, 1, 12, 2 << 12 | 1 << 15 | 4 << 18 | 5 << 9, POINT | 2 | 2 << 3);
	tx_decode(t);
	tx_at(t, 0.5f, 0.5f, got);
	cr_expect_float_eq(got[0], 0x30 / 255.0, 1e-6);
	cr_expect_float_eq(got[1], 0x20 / 255.0, 1e-6);
	cr_expect_eq(got[2], 0);
	cr_expect_eq(got[3], 1);
	/* POW2FIX2FLT divides by 256, but 1 stays 1 */
	us_set(t->g, R500_TX_FORMAT2(0), 1 << 17);
	tx_decode(t);
	tx_at(t, 0.5f, 0.5f, got);
	cr_expect_float_eq(got[0], 0x30 / 256.0, 1e-6);
	cr_expect_eq(got[3], 1);
	tx_rig_free(t);
}

Test(tx_formats, endian_swaps)
{
	static const uint8_t want[4][4] = {{1, 2, 3, 4}, {2, 1, 4, 3}, {4, 3, 2, 1}, {3, 4, 1, 2}};
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	memcpy(t->mem, "\1\2\3\4", 4);
	for (unsigned e = 0; e < 4; e++) {
		tx_set(t, 1, 1, 12, SEL_RGBA, POINT | 2 | 2 << 3);
		us_set(t->g, R500_TX_OFFSET(0), t->addr | e);
		tx_decode(t);
		tx_at(t, 0.5f, 0.5f, got);
		for (unsigned c = 0; c < 4; c++)
			cr_expect_float_eq(got[c], want[e][c] / 255.0, 1e-6, "swap %u channel %u: %f", e, c,
					   got[c] * 255);
	}
	tx_rig_free(t);
}

Test(tx_formats, a_unit_that_is_off)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	us_set(t->g, R500_TX_ENABLE, 0);
	tx_decode(t);
	tx_at(t, 0.5f, 0.5f, got);
	cr_expect(got[0] == 0 && got[1] == 0 && got[2] == 0 && got[3] == 1);
	tx_rig_free(t);
}

/* The cache of decoded texels has shorter ways than texel by texel. A chroma key that kills keeps a texture
 * out of it: every texel is then unpacked from memory when it is looked up. */
static void cached_is_memory(struct tx_rig *t, unsigned w, unsigned h, unsigned format, uint32_t format1,
			     unsigned offset_bits, unsigned looked[3])
{
	float cached[4][64];

	tx_set(t, w, h, format, format1, POINT | 2 | 2 << 3);
	us_set(t->g, R500_TX_OFFSET(0), t->addr | offset_bits);
	for (unsigned key = 0; key < 2; key++) {
		us_set(t->g, R500_TX_FILTER1(0), 1 << 3 | key);
		fl_arena_reset(&t->g->arena);
		tx_decode(t);
		const struct fl_texel_unit *u = t->g->draw.tx->unit[0];
		if (!u)
			return;
		looked[u->store]++;
		for (unsigned l = 0; l < 64; l++) {
			t->in[0][l] = ((float)(l * 7 % w) + 0.5f) / (float)w;
			t->in[1][l] = ((float)(l * 5 % h) + 0.5f) / (float)h;
		}
		fl_texel_lookup_scalar(u, &t->q);
		if (!key) {
			memcpy(cached, t->out, sizeof(cached));
			continue;
		}
		bool bytes = fl_texel_store(&u->image) == FL_TEXEL_STORE_8;
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++) {
				float want = t->out[c][l], got = cached[c][l];
				bool same = bytes ? fabs(got - fmin(fmax(want, 0), 1)) < 0.51 / 255
						  : us_word(got) == us_word(want);

				cr_assert(same,
					  "format %u, %ux%u, TX_FORMAT1 0x%x, offset bits 0x%x: "
					  "channel %u lane %u: %.9g, not %.9g",
					  format, w, h, format1, offset_bits, c, l, got, want);
			}
	}
}

static uint32_t random_memory(struct tx_rig *t)
{
	uint32_t seed = 4711;

	for (unsigned i = 0; i < 1 << 20; i += 4) {
		uint32_t v = us_random(&seed) & 0x3fff3fff; /* no NaNs among the floats */

		memcpy(t->mem + i, &v, 4);
	}
	return seed;
}

Test(tx_formats, the_cache_holds_what_is_in_memory)
{
	struct tx_rig *t = tx_rig_new("r580");
	unsigned looked[3] = {0};
	uint32_t seed = random_memory(t);

	for (unsigned n = 0; n < 2000; n++) {
		unsigned w = us_random(&seed) % 100 + 1, h = us_random(&seed) % 40 + 1;
		unsigned format = us_random(&seed) & 63, sel = us_random(&seed) & 0xfff;
		bool yuv = format >= 19 && format <= 21; /* selects do not hold for these */
		uint32_t f1 = yuv ? SEL_RGBA : sel << 9;

		if (n % 4 == 0) /* what has a way of its own */
			format = 12;
		f1 |= n % 8 == 7 ? (us_random(&seed) & 15) << 5 : 0;
		cached_is_memory(t, w, h, format, f1, (us_random(&seed) & 7) | us_random(&seed) % 3 << 3,
				 looked);
	}
	cr_assert_gt(looked[FL_TEXEL_STORE_8], 500);
	cr_assert_gt(looked[FL_TEXEL_STORE_F], 200);
	tx_rig_free(t);
}

/* From 65536 texels on, those of 16 bits are decoded by a table of all values: each such format, with each
 * swap of bytes, linear and tiled. */
Test(tx_formats, the_cache_holds_large_textures)
{
	static const uint8_t formats[] = {2, 3, 5, 6, 7, 10, 11};
	struct tx_rig *t = tx_rig_new("r580");
	unsigned looked[3] = {0};

	random_memory(t);
	for (unsigned i = 0; i < sizeof(formats); i++)
		for (unsigned bits = 0; bits < 4; bits++)
			for (unsigned tiles = 0; tiles < 2; tiles++)
				cached_is_memory(t, 300, 230, formats[i], SEL_RGBA, bits | tiles << 2,
						 looked);
	cr_assert_eq(looked[FL_TEXEL_STORE_8], sizeof(formats) * 8, "%u", looked[FL_TEXEL_STORE_8]);
	tx_rig_free(t);
}

/* R5xx guide 10.1.5, 11.9: codes from 32 on are of R5xx, ATI2N came with R4xx; the other reserved ones are
 * reserved everywhere. */
Test(tx_formats, which_chips_have_which)
{
	enum { ATI2N = 31, FIRST_OF_R5XX = 32 };
	static const uint8_t high[] = {32, 33, 34, 35, 36, 37, 38};
	static const enum mr500_kind kinds[] = {MR500_KIND_R3XX, MR500_KIND_R4XX, MR500_KIND_R5XX};

	for (unsigned k = 0; k < 3; k++)
		for (unsigned code = 0; code < 64; code++) {
			const struct mr500_tx_format *f = mr500_tx_format(code, kinds[k]);
			bool there = code < FIRST_OF_R5XX || memchr(high, (int)code, sizeof(high));

			there = there && (code < FIRST_OF_R5XX || kinds[k] == MR500_KIND_R5XX) &&
				(code != ATI2N || kinds[k] != MR500_KIND_R3XX);
			cr_expect_eq(f->exists, there, "code %u, kind %u: %s", code, k, f->name);
			if (!there) {
				cr_expect_str_eq(f->name, "reserved");
				cr_expect_eq(f->bits, 32);
				cr_expect_eq(f->block, 1);
			}
		}
}

/* R5xx guide 11.9, TX_FORMAT2.POW2FIX2FLT "can only be asserted for 8-bit components": the codes whose
 * components have no more, CxV8U8 (18) aside, whose third one is computed. */
Test(tx_formats, which_have_components_of_bytes)
{
	static const uint8_t bytes[] = {0, 2, 3, 5, 6, 7, 10, 11, 12, 15, 16, 17, 19, 20, 21, 31, 32, 33, 37};

	for (unsigned code = 0; code < 64; code++) {
		const struct mr500_tx_format *f = mr500_tx_format(code, MR500_KIND_R5XX);

		cr_expect_eq(f->byte_comps, memchr(bytes, (int)code, sizeof(bytes)) != NULL, "%s", f->name);
	}
}

/* Two texels in four bytes: Y of each, and U and V in common (R5xx guide 3: the tables of VYUY422 and
 * YVYU422). Rows stand one behind the other, or in micro-tiles of 8x2 texels of 16 bits. */
Test(tx_formats, rows_of_pairs)
{
	enum { W = 16, H = 4, VYUY = 20, YVYU = 21 };
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned k = 0; k < 4; k++) {
		const unsigned format = k & 1 ? YVYU : VYUY, micro = k >> 1, y_at = format == YVYU;

		for (unsigned y = 0; y < H; y++)
			for (unsigned x = 0; x < W; x++) {
				const unsigned at =
				    micro ? (y / 2 * (W / 8) + x / 8) * 32 + y % 2 * 16 + x % 8 * 2
					  : (y * W + x) * 2;

				t->mem[at + y_at] = (uint8_t)(1 + W * y + x);
				t->mem[at + !y_at] = (uint8_t)(101 + W * y + x);
			}
		us_set(t->g, R500_TX_INVALTAGS, 0);
		tx_set(t, W, H, format, SEL_RGBA, POINT | 2 | 2 << 3);
		us_set(t->g, R500_TX_OFFSET(0), t->addr | micro << 3);
		tx_decode(t);
		for (unsigned y = 0; y < H; y++)
			for (unsigned x = 0; x < W; x++) {
				tx_at(t, (x + 0.5f) / W, (y + 0.5f) / H, got);
				cr_expect_float_eq(got[1] * 255, 1 + W * y + x, 1e-3,
						   "format %u, Y of (%u, %u)", format, x, y);
				cr_expect_float_eq(got[2] * 255, 101 + W * y + (x & ~1u), 1e-3);
				cr_expect_float_eq(got[0] * 255, 101 + W * y + (x | 1u), 1e-3);
			}
	}
	tx_rig_free(t);
}

/* Bits of a byte: texel 0 is the lowest, or the highest (formats 32 and 33). */
Test(tx_formats, every_bit_of_a_row)
{
	enum { W = 16, BITS_UP = MSB + 0, BITS_DOWN = MSB + 1 };
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned down = 0; down < 2; down++)
		for (unsigned bit = 0; bit < W; bit++) {
			memset(t->mem, 0, W / 8);
			t->mem[bit / 8] = (uint8_t)(1u << bit % 8);
			us_set(t->g, R500_TX_INVALTAGS, 0);
			tx_set(t, W, 1, down ? BITS_DOWN : BITS_UP, SEL_RGBA, POINT | 2 | 2 << 3);
			tx_decode(t);
			for (unsigned x = 0; x < W; x++) {
				const unsigned at = down ? x / 8 * 8 + 7 - x % 8 : x;

				tx_at(t, (x + 0.5f) / W, 0.5f, got);
				cr_expect_eq(got[0], at == bit ? 1 : 0, "down %u, bit %u, texel %u", down,
					     bit, x);
			}
		}
	tx_rig_free(t);
}
