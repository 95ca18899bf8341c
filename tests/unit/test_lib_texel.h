/* SPDX-License-Identifier: MIT
 *
 * Pixel formats as the tests of textures and targets see them: written down once more, as texts, from the
 * highest bits to the lowest, and packed by a formula of their own.
 */
#ifndef TESTS_UNIT_TEST_LIB_TEXEL_H
#define TESTS_UNIT_TEST_LIB_TEXEL_H

#include "tests/unit/test_lib_rig.h"

#include <ctype.h>

struct texel_format {
	uint8_t format;
	const char *text; /* "A1R5G5B5"; L: luminance; small letters: floats */
	bool blended, filtered;
};

static const struct texel_format texel_formats[] = {
    {FL_L8, "L8", true, true},
    {FL_A8, "A8", true, true},
    {FL_LA88, "A8L8", true, true},
    {FL_ARGB1555, "A1R5G5B5", true, true},
    {FL_RGB565, "R5G6B5", true, true},
    {FL_ARGB4444, "A4R4G4B4", true, true},
    {FL_ARGB8888, "A8R8G8B8", true, true},
    {FL_ABGR8888, "A8B8G8R8", true, true},
    {FL_ARGB2101010, "A2R10G10B10", true, true},
    {FL_R16, "R16", false, true},
    {FL_GR1616, "G16R16", false, true},
    {FL_ABGR16161616, "A16B16G16R16", false, true},
    {FL_R16F, "r16", false, false},
    {FL_GR16F, "g16r16", false, false},
    {FL_ABGR16F, "a16b16g16r16", true, false},
    {FL_R32F, "r32", false, false},
    {FL_GR32F, "g32r32", false, false},
    {FL_ABGR32F, "a32b32g32r32", false, false},
};

enum { TEXEL_FORMATS = sizeof(texel_formats) / sizeof(texel_formats[0]) };

/* A number as a half, by the definition: (-1)^s 2^(e-15) (1 + m / 1024). No denormals, nothing too large. */
static inline uint32_t texel_half(double v)
{
	int e;
	double m = frexp(fabs(v), &e); /* v = m 2^e, m from 0.5 to 1 */

	if (v == 0)
		return 0;
	return (v < 0 ? 0x8000u : 0) + (((uint32_t)(e + 14) << 10) | (uint32_t)lrint((m * 2 - 1) * 1024));
}

/* Channel c ('R', 'G', 'B', 'A', 'L') of r, g, b, a; luminance is green, as fl_format.h has it. */
static inline double texel_channel(int c, const double rgba[4])
{
	return c == 'R' ? rgba[0] : c == 'B' ? rgba[2] : c == 'A' ? rgba[3] : rgba[1];
}

/* rgba packed. With down, whole numbers of fewer than 8 bits are first made of 8, and the lower bits then
 * dropped, as a color buffer does without dithering; the two bits beside others of ten are the nearest value
 * (as Mesa's recorded streams want it). */
static inline void texel_pack(const char *text, const double rgba[4], bool down, uint8_t out[16])
{
	int at = 0;
	bool drop = down && !strstr(text, "10");

	for (const char *p = text; *p; p++)
		if (isalpha((unsigned char)*p))
			at += atoi(p + 1);
	memset(out, 0, 16);
	for (const char *p = text; *p; p++) {
		int bits = atoi(p + 1);
		double v = texel_channel(toupper((unsigned char)*p), rgba);
		uint64_t word;
		float f = (float)v;

		if (!isalpha((unsigned char)*p))
			continue;
		at -= bits;
		if (islower((unsigned char)*p)) {
			uint32_t u;

			memcpy(&u, &f, 4);
			word = bits == 32 ? u : texel_half(v);
		} else if (drop && bits < 8) {
			word = (uint64_t)lrint(v * 255) >> (8 - bits);
		} else {
			word = (uint64_t)lrint(v * (double)((1ull << bits) - 1));
		}
		for (int i = 0; i < bits; i++)
			if (word >> i & 1)
				out[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
	}
}

/* What a shader gets of it, as 0xAARRGGBB. */
static inline uint32_t texel_seen(const char *text, const double rgba[4])
{
	double v[4] = {0, 0, 0, 1};
	uint32_t out = 0;

	for (const char *p = text; *p; p++) {
		int c = toupper((unsigned char)*p), bits = atoi(p + 1);
		double x = texel_channel(c, rgba);

		if (!isalpha(c))
			continue;
		if (isupper((unsigned char)*p)) {
			double max = (double)((1ull << bits) - 1);

			x = rint(x * max) / max;
		}
		if (c == 'L')
			v[0] = v[1] = v[2] = x;
		else
			v[c == 'R' ? 0 : c == 'G' ? 1 : c == 'B' ? 2 : 3] = x;
	}
	for (int i = 0; i < 4; i++)
		out |= (uint32_t)lrint((v[i] < 0   ? 0
					: v[i] > 1 ? 1
						   : v[i]) *
				       255)
		       << (i == 3 ? 24 : 16 - 8 * i);
	return out;
}

/* Ways to tile; not every format has every one. */
static const uint8_t texel_tilings[] = {FL_LINEAR,
					FL_MICRO,
					FL_MICRO | FL_SQUARE,
					FL_MACRO,
					FL_MICRO | FL_MACRO,
					FL_MICRO | FL_SQUARE | FL_MACRO};

static inline bool texel_tiled(uint32_t format, uint32_t tiling)
{
	uint32_t bytes = fl_format_bytes((enum fl_format)format);

	return (!(tiling & FL_SQUARE) || bytes == 2) && (!(tiling & FL_MICRO) || bytes < 16);
}

/* What f draws, checked, with each format in each of its tilings as texel_now and texel_tiling. */
static const struct texel_format *texel_now;
static uint32_t texel_tiling;

static inline void texel_draw_each(void (*f)(struct fl_stage *s), void (*check)(struct rig *r))
{
	struct rig *r = rig_open(W, H, false);

	for (uint32_t i = 0; i < TEXEL_FORMATS; i++)
		for (uint32_t j = 0; j < sizeof(texel_tilings); j++) {
			texel_now = &texel_formats[i];
			texel_tiling = texel_tilings[j];
			if (!texel_tiled(texel_now->format, texel_tiling))
				continue;
			rig_draw(r, f);
			check(r);
		}
	rig_close(r);
}

#endif
