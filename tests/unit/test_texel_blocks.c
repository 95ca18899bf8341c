/* SPDX-License-Identifier: MIT
 *
 * Compressed textures beside S3TC, in the room of textures that all models share: ETC1, ETC2, EAC by blocks
 * that Mesa decoded, ASTC by blocks that astcenc decoded, and what a formula says of some.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "hw/model/texture/texel.h"
#include "tests/unit/test_astc_blocks.h"
#include "tests/unit/test_etc_blocks.h"

static uint32_t fnv(uint32_t h, uint8_t byte)
{
	return (h ^ byte) * 0x01000193;
}

enum { FNV = 0x811c9dc5 };

static struct fl_texel_image image(unsigned coding, unsigned w, unsigned h)
{
	return (struct fl_texel_image){
	    .sel = {0, 1, 2, 3},
	    .format = {.coding = (uint8_t)coding, .bits = 128, .block_w = (uint8_t)w, .block_h = (uint8_t)h}};
}

Test(texel_blocks, etc_and_eac_as_mesa_has_them)
{
	for (unsigned i = 0; i < sizeof(etc_blocks) / sizeof(*etc_blocks); i++) {
		const unsigned coding = etc_blocks[i].coding;
		const bool eleven = coding == FL_TEXEL_EAC1 || coding == FL_TEXEL_EAC2;
		struct fl_texel_image t = image(coding, 4, 4);
		uint8_t b[FL_TEXEL_ELEMENT_B];
		uint32_t h = FNV;

		memcpy(b, etc_blocks[i].block, sizeof(b));
		t.format.number[0] = t.format.number[1] =
		    etc_blocks[i].is_signed ? FL_TEXEL_SNORM : FL_TEXEL_UNORM;
		for (unsigned k = 0; k < 16; k++) {
			float v[4];

			fl_texel_unpack(&t, b, k % 4, k / 4, v);
			for (unsigned c = 0; c < (coding == FL_TEXEL_EAC1 ? 1u : eleven ? 2u : 4u); c++) {
				const long n =
				    lroundf(v[c] * (eleven ? etc_blocks[i].is_signed ? 1023 : 2047 : 255));

				h = fnv(h, n & 255);
				if (eleven)
					h = fnv(h, n >> 8 & 255);
			}
		}
		cr_expect_eq(h, etc_blocks[i].hash, "block %u, coding %u", i, coding);
	}
}

/* A block of mode T: bits 63 to 61 and 58 are such that red and its difference are beyond five bits. */
static void t_block(uint8_t b[8], const uint8_t c[2][3], unsigned distance, uint32_t codes)
{
	const unsigned high = c[0][0] >> 2, low = c[0][0] & 3;
	uint64_t v = (uint64_t)high << 59 | (uint64_t)low << 56 | (uint64_t)c[0][1] << 52 |
		     (uint64_t)c[0][2] << 48 | (uint64_t)c[1][0] << 44 | (uint64_t)c[1][1] << 40 |
		     (uint64_t)c[1][2] << 36 | (uint64_t)(distance >> 1) << 34 | UINT64_C(1) << 33 |
		     (uint64_t)(distance & 1) << 32 | codes;

	v |= high + low > 3 ? UINT64_C(7) << 61 : UINT64_C(1) << 58;
	for (unsigned i = 0; i < 8; i++)
		b[i] = v >> (56 - 8 * i) & 255;
}

/* Where a chip has the colors of mode T in each other's place, a block with them swapped comes out right. */
Test(texel_blocks, mode_t_with_its_colors_swapped)
{
	for (unsigned n = 0; n < 512; n++) {
		const uint8_t c[2][3] = {{n & 15, n >> 3 & 15, 5}, {n >> 5 & 15, n * 7 & 15, n * 3 & 15}},
			      other[2][3] = {{c[1][0], c[1][1], c[1][2]}, {c[0][0], c[0][1], c[0][2]}};
		uint8_t one[8], two[8], is[4], want[4];

		t_block(one, c, n & 7, n * 2654435761u);
		t_block(two, other, n & 7, n * 2654435761u);
		for (unsigned i = 0; i < 16; i++) {
			fl_texel_etc_color(one, FL_TEXEL_ETC_SECOND, true, i % 4, i / 4, is);
			fl_texel_etc_color(two, FL_TEXEL_ETC_SECOND, false, i % 4, i / 4, want);
			cr_assert_arr_eq(is, want, 4, "%u: texel %u", n, i);
		}
	}
}

/* Every base and factor of EAC with eleven bits, each code of a table (OpenGL ES 3.0, appendix C): base * 8 +
 * 4 and the code's number times 8 and the factor, or once if that is 0; signed without the 4, and -128 is
 * -127. The first byte is the base, the second factor and table; codes follow, three bits each, column by
 * column. */
Test(texel_blocks, eac_of_every_base)
{
	enum { TABLE = 13 };
	static const int number[8] = {-1, -2, -3, -10, 0, 1, 2, 9};
	const uint64_t codes = 0x053977053977; /* 0 to 7, twice */

	for (unsigned base = 0; base < 256; base++)
		for (unsigned factor = 0; factor < 16; factor++) {
			uint8_t b[8] = {(uint8_t)base, (uint8_t)(factor << 4 | TABLE)};

			for (unsigned i = 0; i < 6; i++)
				b[2 + i] = codes >> (40 - 8 * i) & 255;
			for (unsigned k = 0; k < 16; k++) {
				const int add = number[k % 8] * (factor ? 8 * (int)factor : 1),
					  of_sign = (int8_t)base < -127 ? -127 : (int8_t)base;
				const int u = (int)base * 8 + 4 + add, s = of_sign * 8 + add,
					  alpha = (int)base + number[k % 8] * (int)factor;

				cr_assert_eq(fl_texel_eac_11(b, false, k / 4, k % 4),
					     u < 0      ? 0
					     : u > 2047 ? 2047
							: u,
					     "%u, %u: texel %u", base, factor, k);
				cr_assert_eq(fl_texel_eac_11(b, true, k / 4, k % 4),
					     s < -1023  ? -1023
					     : s > 1023 ? 1023
							: s,
					     "%u, %u: texel %u", base, factor, k);
				cr_assert_eq(fl_texel_eac_alpha(b, k / 4, k % 4),
					     alpha < 0     ? 0
					     : alpha > 255 ? 255
							   : alpha,
					     "%u, %u: texel %u", base, factor, k);
			}
		}
}

static void astc(unsigned i, unsigned x, unsigned y, bool srgb, uint16_t rgba[4])
{
	uint8_t b[FL_TEXEL_ELEMENT_B];

	memcpy(b, astc_blocks[i].block, sizeof(b));
	fl_texel_astc(b, astc_blocks[i].w, astc_blocks[i].h, srgb, x, y, rgba);
}

Test(texel_blocks, astc_as_astcenc_has_it)
{
	for (unsigned i = 0; i < sizeof(astc_blocks) / sizeof(*astc_blocks); i++) {
		uint32_t h = FNV;

		for (unsigned y = 0; y < astc_blocks[i].h; y++)
			for (unsigned x = 0; x < astc_blocks[i].w; x++) {
				uint16_t v[4];

				astc(i, x, y, true, v);
				for (unsigned c = 0; c < 4; c++) {
					h = fnv(h, v[c] >> 8);
					cr_expect_eq(v[c] >> 8, v[c] & 255);
				}
			}
		cr_expect_eq(h, astc_blocks[i].hash, "block %u, %u x %u", i, astc_blocks[i].w,
			     astc_blocks[i].h);
	}
}

/* A byte at a time, the lowest first. */
static uint8_t drawn(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
	return *seed >> 33 & 255;
}

static void set_bits(uint8_t b[16], unsigned at, unsigned n, unsigned v)
{
	for (unsigned i = at; i < at + n; i++) {
		b[i / 8] &= (uint8_t) ~(1u << i % 8);
		b[i / 8] |= (uint8_t)((v >> (i - at) & 1) << i % 8);
	}
}

/* Any bits, but as many blocks of one partition as of several, and end points as the profile has them. */
static void draw_block(uint64_t *seed, uint8_t b[16])
{
	static const uint8_t modes[] = {0, 1, 4, 5, 6, 8, 9, 10, 12, 13}, parts[] = {0, 0, 1, 2, 3, 0, 1, 2};
	unsigned r;

	for (unsigned i = 0; i < 16; i++)
		b[i] = drawn(seed);
	r = drawn(seed);
	set_bits(b, 11, 2, parts[r >> 5]);
	if (!parts[r >> 5])
		set_bits(b, 13, 4, modes[r % 10]);
	else if (r & 1)
		set_bits(b, 23, 6, modes[r % 10] * 4u);
}

Test(texel_blocks, astc_that_is_drawn)
{
	uint64_t seed = 1;

	for (unsigned i = 0; i < sizeof(astc_drawn) / sizeof(*astc_drawn); i++)
		for (unsigned row = 0; row < ASTC_ROWS; row++) {
			const unsigned w = astc_drawn[i].w, h = astc_drawn[i].h;
			uint32_t sum = FNV;

			for (unsigned column = 0; column < ASTC_COLUMNS; column++) {
				uint8_t b[FL_TEXEL_ELEMENT_B];

				draw_block(&seed, b);
				for (unsigned k = 0; k < w * h; k++) {
					uint16_t v[4];

					fl_texel_astc(b, w, h, true, k % w, k / w, v);
					for (unsigned c = 0; c < 4; c++)
						sum = fnv(sum, v[c] >> 8);
				}
			}
			cr_expect_eq(sum, astc_drawn[i].hash[row], "row %u of %u x %u", row, w, h);
		}
}

/* End points that are not for sRGB are their bytes twice, so that nothing is off by more than half a byte. */
Test(texel_blocks, astc_of_sixteen_bits)
{
	unsigned between = 0;

	for (unsigned i = 0; i < sizeof(astc_blocks) / sizeof(*astc_blocks); i++)
		for (unsigned y = 0; y < astc_blocks[i].h; y++)
			for (unsigned x = 0; x < astc_blocks[i].w; x++) {
				uint16_t v[4], bytes[4];

				astc(i, x, y, false, v);
				astc(i, x, y, true, bytes);
				for (unsigned c = 0; c < 4; c++) {
					cr_assert_leq(abs(v[c] - ((bytes[c] & 0xff00) | 0x80)), 0x100);
					between += (v[c] >> 8) != (v[c] & 255);
				}
			}
	cr_assert_gt(between, 1000, "no value is between two bytes");
}

/* A block of one color: its 16 bits are the texel. */
Test(texel_blocks, astc_of_one_color)
{
	static const uint16_t color[4] = {0x1234, 0xfedc, 0, 0xffff};
	uint8_t b[FL_TEXEL_ELEMENT_B] = {0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

	memcpy(b + 8, color, sizeof(color));
	for (unsigned i = 0; i < 144; i++) {
		uint16_t v[4];

		fl_texel_astc(b, 12, 12, false, i % 12, i / 12, v);
		cr_assert_arr_eq(v, color, 4);
	}
	b[1] = 0xff; /* of the profile with more than 1: magenta */
	for (unsigned i = 0; i < 16; i++) {
		static const uint16_t magenta[4] = {0xffff, 0, 0xffff, 0xffff};
		uint16_t v[4];

		fl_texel_astc(b, 4, 4, false, i % 4, i / 4, v);
		cr_assert_arr_eq(v, magenta, 4);
	}
}

/* Khronos Data Format 23.22: for where the color is: from below to above, both ways, or nowhere in
 * particular, all ones; bits 10 and 11 are ones. Whatever else is said is an error. */
Test(texel_blocks, astc_of_one_color_for_a_place)
{
	enum { ALL = 0x1fff, N = 5 };
	static const uint16_t magenta[4] = {0xffff, 0, 0xffff, 0xffff},
			      color[4] = {0x1234, 0xfedc, 0, 0xffff};
	static const unsigned some[N] = {0, 1, 0x1000, ALL - 1, ALL};
	unsigned right = 0;

	for (unsigned i = 0; i < N * N * N * N * 4; i++) {
		const unsigned s0 = some[i % N], s1 = some[i / N % N], t0 = some[i / (N * N) % N],
			       t1 = some[i / (N * N * N) % N], ones = i / (N * N * N * N);
		const bool well = ones == 3 && ((s0 < s1 && t0 < t1) || (s0 & s1 & t0 & t1) == ALL);
		uint8_t b[FL_TEXEL_ELEMENT_B];
		uint16_t v[4];

		memset(b, 0, sizeof(b));
		set_bits(b, 0, 9, 0x1fc);
		set_bits(b, 10, 2, ones);
		set_bits(b, 12, 13, s0);
		set_bits(b, 25, 13, s1);
		set_bits(b, 38, 13, t0);
		set_bits(b, 51, 13, t1);
		memcpy(b + 8, color, sizeof(color));
		fl_texel_astc(b, 5, 5, false, i % 5, i / 5 % 5, v);
		cr_assert_arr_eq(v, well ? color : magenta, sizeof(v), "0x%x to 0x%x, 0x%x to 0x%x, %u", s0,
				 s1, t0, t1, ones);
		right += well;
	}
	cr_assert_eq(right, 101u, "ten pairs each way, and nowhere: %u", right);
}

/* Any bits at all come to an end, for every size, in a clean way (the sanitizers look on). */
Test(texel_blocks, astc_of_any_bits)
{
	static const uint8_t sizes[][2] = {{4, 4}, {6, 5}, {8, 8}, {10, 5}, {12, 12}};
	uint64_t seed = 1, sum = 0;

	for (unsigned n = 0; n < 20000; n++) {
		const uint8_t *size = sizes[n % 5];
		uint8_t b[FL_TEXEL_ELEMENT_B];
		uint16_t v[4];

		for (unsigned i = 0; i < sizeof(b); i++) {
			seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
			b[i] = (uint8_t)(seed >> 33);
		}
		fl_texel_astc(b, size[0], size[1], n & 1, n % size[0], n / 3 % size[1], v);
		sum += v[0];
	}
	cr_assert_neq(sum, 0);
}

/* AYUV: V, U, Y, A from the lowest byte up, by ITU-R BT.601. */
Test(texel_blocks, ayuv)
{
	struct fl_texel_image t = image(FL_TEXEL_AYUV, 1, 1);
	const uint8_t b[FL_TEXEL_ELEMENT_B] = {90, 160, 120, 51};
	const float y = 1.164f * (120 - 16), v = 90 - 128, u = 160 - 128;
	float out[4];

	t.yuv = FL_TEXEL_YUV_CLAMPED;
	fl_texel_unpack(&t, b, 0, 0, out);
	cr_expect_float_eq(out[0], (y + 1.596f * v) / 255, 1e-6f);
	cr_expect_float_eq(out[1], (y - 0.813f * v - 0.391f * u) / 255, 1e-6f);
	cr_expect_float_eq(out[2], (y + 2.018f * u) / 255, 1e-6f);
	cr_expect_float_eq(out[3], 0.2f, 1e-6f);
}
