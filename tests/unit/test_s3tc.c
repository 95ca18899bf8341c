/* SPDX-License-Identifier: MIT
 *
 * Alpha and single components of compressed blocks: every code, at every place, between end points in both
 * orders, by the rule of Direct3D's BC3 to BC5: of six or of four values between, cut to whole ones.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "hw/model/texture/texel.h"

/* Texel (x, y) has code (x + y + turn) % 8, from the lowest bit of byte 2 on. */
static void block(uint8_t b[8], int a0, int a1, unsigned turn)
{
	uint64_t codes = 0;

	for (unsigned i = 0; i < 16; i++)
		codes |= (uint64_t)((i % 4 + i / 4 + turn) % 8) << 3 * i;
	b[0] = (uint8_t)a0;
	b[1] = (uint8_t)a1;
	for (unsigned i = 0; i < 6; i++)
		b[2 + i] = codes >> 8 * i & 255;
}

static int want(int a0, int a1, unsigned code, int low, int high)
{
	const int n = a0 > a1 ? 7 : 5;

	if (code < 2)
		return code ? a1 : a0;
	if (n == 5 && code > 5)
		return code == 6 ? low : high;
	return (int)trunc((double)((n + 1 - (int)code) * a0 + ((int)code - 1) * a1) / n);
}

Test(s3tc, alpha_and_components)
{
	static const int ends[][2] = {{200, 40}, {40, 200}, {77, 77}, {255, 0}, {0, 255}, {1, 0}};

	for (unsigned e = 0; e < sizeof(ends) / sizeof(*ends); e++)
		for (unsigned turn = 0; turn < 8; turn++)
			for (unsigned i = 0; i < 16; i++) {
				const unsigned x = i % 4, y = i / 4, code = (x + y + turn) % 8;
				uint8_t b[8];

				block(b, ends[e][0], ends[e][1], turn);
				cr_expect_eq(fl_texel_dxt5_alpha(b, x, y),
					     want(ends[e][0], ends[e][1], code, 0, 255), "%d to %d, code %u",
					     ends[e][0], ends[e][1], code);
			}
}

/* Signed end points: -128 is another -127. */
Test(s3tc, signed_components)
{
	static const int ends[][2] = {{100, -60},   {-60, 100},   {-128, 127}, {127, -128},
				      {-128, -127}, {-127, -128}, {-5, -90},   {0, 0}};

	for (unsigned e = 0; e < sizeof(ends) / sizeof(*ends); e++)
		for (unsigned turn = 0; turn < 8; turn++)
			for (unsigned i = 0; i < 16; i++) {
				const unsigned x = i % 4, y = i / 4, code = (x + y + turn) % 8;
				const int a0 = ends[e][0] < -127 ? -127 : ends[e][0],
					  a1 = ends[e][1] < -127 ? -127 : ends[e][1];
				uint8_t b[8];

				block(b, ends[e][0], ends[e][1], turn);
				cr_expect_eq(fl_texel_ati1n_signed(b, x, y), want(a0, a1, code, -127, 127),
					     "%d to %d, code %u: %d", a0, a1, code,
					     fl_texel_ati1n_signed(b, x, y));
			}
}

Test(s3tc, alpha_of_four_bits)
{
	uint8_t b[8];

	for (unsigned i = 0; i < 16; i += 2)
		b[i / 2] = (uint8_t)(i | (i + 1) << 4);
	for (unsigned i = 0; i < 16; i++)
		cr_expect_eq(fl_texel_dxt3_alpha(b, i % 4, i / 4), i * 255 / 15);
}
