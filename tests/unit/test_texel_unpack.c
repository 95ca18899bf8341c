/* SPDX-License-Identifier: MIT
 *
 * A texel's bits as numbers: every kind in every width, in doubles; what a channel shows of them; which
 * images are kept as bytes.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "hw/model/texture/texel.h"

static struct fl_texel_image plain(void)
{
	return (struct fl_texel_image){
	    .format = {.coding = FL_TEXEL_FIELDS, .bits = 128, .block_w = 1, .block_h = 1},
	    .sel = {FL_TEXEL_SEL_0, FL_TEXEL_SEL_1, FL_TEXEL_SEL_2, FL_TEXEL_SEL_3}};
}

static float as_float(uint32_t v)
{
	float f;

	memcpy(&f, &v, 4);
	return f;
}

/* ---- numbers ------------------------------------------------------------------------------------------- */
/* Sign, exponent and mantissa of so many bits; all ones of the exponent are a number too if `finite`. */
static double floating(uint32_t v, unsigned sign, unsigned exponent, unsigned mantissa, bool finite)
{
	const uint32_t e = v >> mantissa & ((1u << exponent) - 1), m = v & ((1u << mantissa) - 1);
	const int bias = (1 << (exponent - 1)) - 1;
	const double s = sign && v >> (exponent + mantissa) & 1 ? -1 : 1;

	if (e == (1u << exponent) - 1 && !finite)
		return m ? (double)NAN : s * (double)INFINITY;
	return s * ldexp(m + (e ? ldexp(1, (int)mantissa) : 0), (int)(e ? e : 1) - bias - (int)mantissa);
}

/* The head of enum fl_texel_number, in doubles. */
static double meaning(unsigned kind, unsigned width, uint32_t v)
{
	const double all = ldexp(1, (int)width) - 1;
	const double s = v >> (width - 1) & 1 ? v - ldexp(1, (int)width) : v;

	switch (kind) {
	case FL_TEXEL_UNORM:
		return v / all;
	case FL_TEXEL_UNORM_POW2:
		return v / (all + 1);
	case FL_TEXEL_SNORM:
		return width == 1 ? s : fmax(s / ((all - 1) / 2), -1);
	case FL_TEXEL_SNORM_NO_ZERO:
		return (2 * s + 1) / all;
	case FL_TEXEL_BIASED:
		return 2.0 * v / all - 1;
	case FL_TEXEL_USCALED:
		return v;
	case FL_TEXEL_SSCALED:
		return s;
	case FL_TEXEL_FLOAT:
		return width == 16 ? floating(v, 1, 5, 10, false) : floating(v, 1, 8, 23, false);
	default: /* FL_TEXEL_SMALL */
		return width == 24 ? floating(v, 0, 4, 20, true) : floating(v, 0, 5, width - 5, false);
	}
}

/* A code in field i of 128 bits, with all else of the texel being ones. */
static void unpacked(struct fl_texel_image *t, unsigned i, unsigned kind, unsigned at, unsigned width,
		     uint32_t v, float out[4])
{
	uint8_t b[FL_TEXEL_ELEMENT_B];

	memset(b, 0xff, sizeof(b));
	for (unsigned bit = 0; bit < width; bit++)
		if (!(v >> bit & 1))
			b[(at + bit) / 8] &= (uint8_t) ~(1u << (at + bit) % 8);
	memset(t->format.width, 0, 4);
	t->format.at[i] = (uint8_t)at;
	t->format.width[i] = (uint8_t)width;
	t->format.number[i] = (uint8_t)kind;
	fl_texel_unpack(t, b, 0, 0, out);
}

static bool exists(unsigned kind, unsigned width)
{
	if (kind == FL_TEXEL_FLOAT)
		return width == 16 || width == 32;
	if (kind == FL_TEXEL_SMALL)
		return width == 10 || width == 11 || width == 24;
	return true;
}

Test(texel_unpack, every_kind_of_number)
{
	struct fl_texel_image t = plain();

	for (unsigned kind = FL_TEXEL_UNORM; kind <= FL_TEXEL_SSCALED; kind++)
		for (unsigned width = 1; width <= 32; width++)
			for (unsigned n = 0; n < 300 && exists(kind, width); n++) {
				/* the ends, the middle, and what a hash makes of n */
				const uint32_t ones = ~0u >> (32 - width), half = 1u << (width - 1);
				const uint32_t v = (n < 20   ? n
						    : n < 40 ? ones - (n - 20)
						    : n < 60 ? half - 10 + (n - 40)
							     : n * 0x9e3779b1u >> 3) &
						   ones;
				/* no field stands in two halves of 64 bits */
				const unsigned i = n % 4,
					       at = n % 3 * 32 + (n % 2 && width < 32 ? 32 - width : 0);
				const double want = meaning(kind, width, v);
				float got[4];

				unpacked(&t, i, kind, at, width, v, got);
				cr_assert(isnan(want) ? isnan(got[i])
						      : got[i] == (float)want ||
							    fabs(got[i] - want) <= 2e-7 * (1 + fabs(want)),
					  "kind %u, %u bits at %u, 0x%x: %.9g, not %.9g", kind, width, at, v,
					  (double)got[i], want);
				for (unsigned k = 0; k < 4; k++)
					cr_assert(k == i || got[k] == 0, "component %u of nothing: %g", k,
						  (double)got[k]);
			}
}

/* Whole numbers pass as bits, the signed ones extended; the constant 1 of such an image is a whole one too.
 * */
Test(texel_unpack, whole_numbers)
{
	struct fl_texel_image t = plain();

	for (unsigned kind = FL_TEXEL_UINT; kind <= FL_TEXEL_SINT; kind++)
		for (unsigned width = 1; width <= 32; width++)
			for (unsigned n = 0; n < 64; n++) {
				const uint32_t v = (n < 32 ? 1u << n : ~(1u << n % 32)) & ~0u >> (32 - width);
				const bool minus = kind == FL_TEXEL_SINT && v >> (width - 1) & 1;
				const uint32_t want = v | (minus && width < 32 ? ~0u << width : 0);
				float got[4];

				unpacked(&t, 0, kind, n % 2 * 64, width, v, got);
				cr_assert_eq(memcmp(&got[0], &want, 4), 0, "kind %u, %u bits, 0x%x", kind,
					     width, v);
			}
	for (unsigned kind = FL_TEXEL_UNORM; kind <= FL_TEXEL_SINT; kind++) {
		float got[4];

		t.sel[3] = FL_TEXEL_SEL_ONE;
		unpacked(&t, 0, kind, 0, 16, 0, got);
		cr_expect_eq(got[3], kind >= FL_TEXEL_UINT ? as_float(1) : 1.0f, "kind %u", kind);
	}
}

/* 24 bits of R5xx (guide 4.3): sign, seven bits of exponent, whose bias is 63, sixteen of mantissa. */
Test(texel_unpack, floats_of_24_bits)
{
	struct fl_texel_image t = plain();

	for (uint32_t e = 0; e < 128; e++)
		for (uint32_t m = 0; m < 1 << 16; m += 0x1555)
			for (uint32_t sign = 0; sign < 2; sign++) {
				const double want = e || m ? ldexp(65536 + m, (int)e - 63 - 16) : 0;
				float got[4];

				unpacked(&t, 1, FL_TEXEL_FLOAT, 32, 24, sign << 23 | e << 16 | m, got);
				cr_assert(got[1] == (float)(sign ? -want : want) && !signbit(got[1]) == !sign,
					  "exponent %u, mantissa 0x%x: %g", e, m, (double)got[1]);
			}
}

/* What is not stored of a unit vector: the rest, or 0 where there is none. */
Test(texel_unpack, unit_vectors)
{
	struct fl_texel_image t = plain();
	float got[4];

	t.format.third = true;
	t.format.at[1] = 8;
	t.format.width[0] = t.format.width[1] = 8;
	t.format.number[0] = t.format.number[1] = FL_TEXEL_SNORM;
	for (int x = -127; x <= 127; x++)
		for (int y = -127; y <= 127; y++) {
			uint8_t b[FL_TEXEL_ELEMENT_B] = {(uint8_t)x, (uint8_t)y};
			const double rest = 1 - x * x / 16129.0 - y * y / 16129.0,
				     want = rest > 0 ? sqrt(rest) : 0;

			fl_texel_unpack(&t, b, 0, 0, got);
			cr_assert_float_eq(got[2], want, 1e-3, "(%d, %d): %g, not %g", x, y, (double)got[2],
					   want);
			cr_assert(rest > 0 || got[2] == 0);
			cr_assert_eq(got[3], 0);
		}
}

/* ---- channels ------------------------------------------------------------------------------------------ */
/* sRGB by its definition (IEC 61966-2-1), of colors alone; constants stay. */
Test(texel_unpack, channels)
{
	struct fl_texel_image t = plain();
	float got[4];

	for (unsigned v = 0; v < 256; v++)
		for (unsigned sel = 0; sel < FL_TEXEL_SEL_TWICE + 4; sel++)
			for (unsigned srgb = 0; srgb < 2; srgb++) {
				const uint8_t b[FL_TEXEL_ELEMENT_B] = {
				    (uint8_t)v, (uint8_t)(v + 60), (uint8_t)(v + 120), (uint8_t)(v + 180)};

				for (unsigned k = 0; k < 4; k++) {
					t.format.at[k] = (uint8_t)(8 * k);
					t.format.width[k] = 8;
					t.format.number[k] = FL_TEXEL_UNORM;
					t.sel[k] = (uint8_t)sel;
				}
				t.srgb = srgb;
				fl_texel_unpack(&t, b, 0, 0, got);
				for (unsigned k = 0; k < 4; k++) {
					const bool twice = sel >= FL_TEXEL_SEL_TWICE;
					const double of =
					    b[twice ? sel - FL_TEXEL_SEL_TWICE : sel & 3] / 255.0;
					const double linear =
					    of <= 0.04045 ? of / 12.92 : pow((of + 0.055) / 1.055, 2.4);
					const double want = sel == FL_TEXEL_SEL_ZERO  ? 0
							    : sel == FL_TEXEL_SEL_ONE ? 1
							    : twice                   ? of > 0.5 ? 0 : 2 * of
							    : srgb && k < 3           ? linear
										      : of;

					cr_assert_float_eq(got[k], want, 1e-6,
							   "%u, select %u, srgb %u, channel %u: %g, not %g",
							   b[sel & 3], sel, srgb, k, (double)got[k], want);
				}
			}
}

/* Two texels in four bytes: R, G0, B, G1, or G0, R, G1, B. */
Test(texel_unpack, pairs_with_a_green_each)
{
	const uint8_t b[FL_TEXEL_ELEMENT_B] = {10, 20, 30, 40};
	struct fl_texel_image t = plain();

	for (unsigned x = 0; x < 2; x++)
		for (unsigned g = 0; g < 2; g++) {
			float got[4];

			t.format.coding = g ? FL_TEXEL_GRGB : FL_TEXEL_RGBG;
			fl_texel_unpack(&t, b, x, 0, got);
			cr_expect_eq(got[0], b[g] / 255.0f);
			cr_expect_eq(got[1], b[(g ? 0 : 1) + 2 * x] / 255.0f);
			cr_expect_eq(got[2], b[2 + g] / 255.0f);
			cr_expect_eq(got[3], 0);
		}
}

/* ---- the key ------------------------------------------------------------------------------------------- */
static bool keyed(struct fl_texel_image *t, uint32_t texel, uint32_t key, unsigned x)
{
	uint8_t b[FL_TEXEL_ELEMENT_B] = {0};

	memcpy(b, &texel, 4);
	memset(b + 4, 0xff, 4);
	t->key = key;
	return fl_texel_keyed(t, b, x);
}

/* All bits of a texel, and none beyond; of wider ones, and of blocks of rows, there is no key. */
Test(texel_unpack, keys_of_a_texel)
{
	struct fl_texel_image t = plain();
	const uint32_t texel = 0x8421f0a5;

	for (unsigned bits = 8; bits <= 64; bits *= 2)
		for (unsigned block_h = 1; block_h <= 4; block_h += 3) {
			const bool has = bits <= 32 && block_h == 1;

			t.format.bits = (uint8_t)bits;
			t.format.block_h = (uint8_t)block_h;
			for (unsigned w = 1; w <= 2; w++) {
				const unsigned of = bits / w; /* two texels in one element have half each */

				t.format.block_w = (uint8_t)w;
				cr_expect_eq(keyed(&t, texel, texel, 0), of <= 32 && block_h == 1,
					     "%u bits, %u wide, %u high", bits, w, block_h);
			}
			t.format.block_w = 1;
			for (unsigned bit = 0; bit < 32; bit++)
				cr_expect_eq(keyed(&t, texel, texel ^ 1u << bit, 0), has && bit >= bits,
					     "%u bits, bit %u", bits, bit);
		}
}

/* Packed YUV: V, Y and U in the order that AVYU has them, the Y that of the texel asked for. */
Test(texel_unpack, keys_of_packed_yuv)
{
	struct fl_texel_image t = plain();

	t.format.bits = 32;
	t.format.block_w = 2;
	for (unsigned yvyu = 0; yvyu < 2; yvyu++)
		for (unsigned x = 0; x < 2; x++) {
			/* VYUY: Y0 U Y1 V from byte 0 on; YVYU: U Y0 V Y1 */
			const uint32_t texel = yvyu ? 0xd2a5d13cu : 0xa5d23cd1u;
			const uint32_t y = x ? 0xd2 : 0xd1, key = 0xa5u << 16 | y << 8 | 0x3c;

			t.format.coding = yvyu ? FL_TEXEL_YVYU : FL_TEXEL_VYUY;
			for (unsigned bit = 0; bit < 32; bit++)
				cr_expect_eq(keyed(&t, texel, key ^ 1u << bit, x), bit >= 24,
					     "coding %u, texel %u, bit %u", t.format.coding, x, bit);
			cr_expect(keyed(&t, texel, key, x));
			cr_expect_not(keyed(&t, texel, key, !x));
		}
}

/* ---- what is kept as bytes ----------------------------------------------------------------------------- */
/* Fields of up to 8 bits that count from 0 to 1 or to a power of two, and blocks of such; where each must be
 * exact, those of 1, 2, 4 and 8 bits. No colors to be made linear, nor what goes beyond 1, nor vectors. */
Test(texel_unpack, which_images_are_bytes)
{
	for (unsigned width = 1; width <= 16; width++)
		for (unsigned number = FL_TEXEL_UNORM; number <= FL_TEXEL_SINT; number++)
			for (unsigned i = 0; i < 4; i++)
				for (unsigned flags = 0; flags < 16; flags++) {
					const bool srgb = flags & 1, third = flags & 2, wide = flags & 4,
						   exact = flags & 8;
					const bool whole =
					    width == 1 || width == 2 || width == 4 || width == 8;
					struct fl_texel_image t = plain();
					bool bytes = width <= 8 && number <= FL_TEXEL_UNORM_POW2 && !srgb &&
						     !third && !wide && (!exact || whole);

					memset(t.format.width, 8, 4);
					t.format.width[i] = (uint8_t)width;
					t.format.number[i] = (uint8_t)number;
					t.format.third = third;
					t.srgb = srgb;
					t.yuv = wide ? FL_TEXEL_YUV_WIDE : FL_TEXEL_YUV_CLAMPED;
					t.exact = exact;
					cr_assert_eq(fl_texel_store(&t),
						     bytes ? FL_TEXEL_STORE_8 : FL_TEXEL_STORE_F,
						     "%u bits, number %u, component %u, flags %u", width,
						     number, i, flags);
					/* of blocks the widths say nothing */
					t.format.coding = FL_TEXEL_DXT5;
					bytes = number <= FL_TEXEL_UNORM_POW2 && !srgb && !third && !wide;
					cr_assert_eq(fl_texel_store(&t),
						     bytes ? FL_TEXEL_STORE_8 : FL_TEXEL_STORE_F);
					t.format.coding = FL_TEXEL_E5999;
					cr_assert_eq(fl_texel_store(&t), FL_TEXEL_STORE_F);
				}
}

/* The border's bytes, to nearest, and which channels are 1 whatever is read; of powers of two 256 is 1. */
Test(texel_unpack, what_is_derived)
{
	static const float border[] = {-1, 0, 0.001f, 0.003f, 0.25f, 0.5f, 0.999f, 1, 2, NAN};

	for (unsigned pow2 = 0; pow2 < 2; pow2++)
		for (unsigned n = 0; n < sizeof(border) / sizeof(*border); n++)
			for (unsigned ones = 0; ones < 16; ones++) {
				const double all = pow2 ? 256 : 255, v = (double)border[n] * all + 0.5;
				struct fl_texel_unit u = {.image = plain()};

				u.image.pow2 = pow2;
				for (unsigned k = 0; k < 4; k++) {
					u.border[k] = k == n % 4 ? border[n] : 0;
					if (ones >> k & 1)
						u.image.sel[k] = FL_TEXEL_SEL_ONE;
				}
				u.fixed = 0xff;
				fl_texel_derive(&u);
				cr_expect_float_eq(u.to_float, 1 / all, 1e-9);
				cr_expect_eq(u.fixed, ones);
				for (unsigned k = 0; k < 4; k++)
					cr_expect_eq(u.border8[k],
						     k != n % 4 || !(v > 0) ? 0
						     : v > 255              ? 255
									    : (uint8_t)v,
						     "%g: %u", (double)border[n], u.border8[k]);
			}
}

/* ---- many at once -------------------------------------------------------------------------------------- */
/* Every byte in every component; and what makes an image one of which that may not be asked. */
Test(texel_unpack, bytes_of_many)
{
	static const uint8_t rgba[4] = {0, 8, 16, 24}, argb[4] = {8, 16, 24, 0};
	struct fl_texel_image t = plain();
	uint32_t word[FL_TEXEL_LANES], got[FL_TEXEL_LANES];

	t.format.bits = 32;
	for (unsigned c = 0; c < 4; c++) {
		t.format.at[c] = rgba[c];
		t.format.width[c] = 8;
		t.format.number[c] = FL_TEXEL_UNORM;
	}
	cr_assert(fl_texel_is_bytes(&t));
	for (unsigned first = 0; first < 256; first += FL_TEXEL_LANES)
		for (unsigned c = 0; c < 4; c++) {
			for (unsigned i = 0; i < FL_TEXEL_LANES; i++)
				word[i] = (first + i) << 8 * c | (0xffffffffu & ~(255u << 8 * c));
			fl_texel_bytes(word, c, got);
			for (unsigned i = 0; i < FL_TEXEL_LANES; i++) {
				uint8_t b[FL_TEXEL_ELEMENT_B] = {0};
				float one[4];

				memcpy(b, &word[i], sizeof(word[i]));
				fl_texel_unpack(&t, b, 0, 0, one);
				cr_assert_eq(as_float(got[i]), (float)((first + i) / 255.0));
				cr_assert_eq(as_float(got[i]), one[c]);
			}
		}

	for (unsigned what = 0; what < 8; what++) {
		struct fl_texel_image u = t;

		if (what == 0)
			memcpy(u.format.at, argb, sizeof(argb));
		u.format.width[1] = what == 1 ? 7 : 8;
		u.format.number[2] = what == 2 ? FL_TEXEL_SNORM : FL_TEXEL_UNORM;
		u.format.bits = what == 3 ? 64 : 32;
		u.sel[3] = what == 4 ? FL_TEXEL_SEL_TWICE : FL_TEXEL_SEL_ONE;
		u.srgb = what == 5;
		u.flip = what == 6 ? 3 : 0;
		u.format.third = what == 7;
		cr_assert_not(fl_texel_is_bytes(&u), "%u", what);
	}
}
