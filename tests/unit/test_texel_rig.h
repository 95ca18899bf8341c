/* SPDX-License-Identifier: MIT
 *
 * A texture unit with an image of which each texel has a value of its own, so that a look-up says which one
 * it took; and one request to it.
 */
#ifndef TESTS_UNIT_TEST_TEXEL_RIG_H
#define TESTS_UNIT_TEST_TEXEL_RIG_H

#include "hw/model/chip.h"
#include "hw/model/texture/texel.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { W = 8, H = 4, LAYERS = 6, LEVELS = 3, LANES = 64 };

static struct fl_texel_unit unit;
static struct fl_texel_request request;
static float texels[LEVELS][LAYERS * H * W * 4];
/* The cache, too, leaves room behind the last texel. */
static uint8_t bytes[LEVELS][LAYERS * H * W * 4 + 16];
static _Alignas(64) float in[8][LANES], out[4][LANES];

/* Of texel (x, y) of a layer of a level: whole numbers below 2^12, channel by channel 4096 apart. */
static inline float value(unsigned level, unsigned layer, unsigned y, unsigned x, unsigned channel)
{
	return (float)(1 + x + 8 * y + 64 * layer + 512 * level + 4096 * channel);
}

static inline void start(enum fl_texel_kind kind, unsigned w, unsigned h, unsigned depth)
{
	memset(&unit, 0, sizeof(unit));
	memset(&request, 0, sizeof(request));
	memset(in, 0, sizeof(in));
	unit.image.kind = (uint8_t)kind;
	unit.image.width = w;
	unit.image.height = h;
	unit.image.depth = depth;
	unit.image.n_levels = LEVELS;
	unit.store = FL_TEXEL_STORE_F;
	unit.mag = unit.min = FL_TEXEL_POINT;
	unit.max_level = LEVELS - 1;
	unit.level_slope = 1;
	unit.level_steps = 64;
	unit.last_layer = LAYERS - 1;
	unit.to_float = 1.0f / 255;
	for (unsigned n = 0; n < LEVELS; n++) {
		struct fl_texel_level *l = &unit.level[n];
		unsigned at = 0;

		l->width = w >> n ? w >> n : 1;
		l->height = h >> n ? h >> n : 1;
		l->depth = kind == FL_TEXEL_3D && depth >> n ? depth >> n : kind == FL_TEXEL_3D ? 1 : depth;
		l->texels = texels[n];
		for (unsigned z = 0; z < l->depth; z++)
			for (unsigned y = 0; y < l->height; y++)
				for (unsigned x = 0; x < l->width; x++)
					for (unsigned c = 0; c < 4; c++, at++) {
						texels[n][at] = value(n, z, y, x, c);
						bytes[n][at] = (uint8_t)(texels[n][at] + (float)(40 * c));
					}
	}
	for (unsigned c = 0; c < 4; c++) {
		request.coord[c] = in[c];
		request.out[c] = out[c];
	}
	request.n_quads = 16;
	request.lanes = ~0ull;
}

/* All paths give the same; what is not theirs the vectors leave to the plain one. */
static inline void look(void)
{
	float want[4][LANES];

	enum fl_isa most;
	char why[100];

	cr_assert(fl_model_isa(&(struct fl_model_config){0}, &most, why, sizeof(why)));
	fl_texel_lookup_scalar(&unit, &request);
	memcpy(want, out, sizeof(want));
	for (enum fl_isa isa = FL_ISA_BASE; isa <= most; isa++) {
		memset(out, 0, sizeof(out));
		FL_SIMD_PICK(isa, fl_texel_lookup)(&unit, &request);
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < LANES; l++)
				cr_assert(!(request.lanes >> l & 1) || out[c][l] == want[c][l] ||
					      (isnan(out[c][l]) && isnan(want[c][l])),
					  "isa %u, lane %u, channel %u: %g instead of %g", isa, l, c,
					  (double)out[c][l], (double)want[c][l]);
	}
}

static inline void all(unsigned n, float v)
{
	for (unsigned l = 0; l < LANES; l++)
		in[n][l] = v;
}

/* Lane after lane, texel after texel of a w x h image: so far into each. */
static inline void each_texel(int w, int h, float into)
{
	for (int l = 0; l < LANES; l++) {
		in[0][l] = ((float)(l % w) + into) / (float)w;
		in[1][l] = ((float)(l / w % h) + into) / (float)h;
	}
}

static inline int wrapped(int i, int n)
{
	return (i % n + n) % n;
}

static inline int clamped(int i, int n)
{
	return i < 0 ? 0 : i >= n ? n - 1 : i;
}

#endif
