/* SPDX-License-Identifier: MIT
 *
 * Waves of look-ups as pictures are drawn by them: blocks of quads that lie on an image straight, turned,
 * mirrored, larger or smaller than its texels. Each instruction set has short ways for some, and gives the
 * bits of the plain one.
 */
#include "tests/unit/test_texel_rig.h"

static uint32_t seed = 9;

static uint32_t pick(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static float between(float low, float high)
{
	return low + (high - low) * (float)pick(1 << 16) / (1 << 16);
}

/* Lanes of an 8x8 block of pixels, of which quads are in any order if they are `loose`: at x, y, and so much
 * further a pixel. */
static void lay(float x, float y, const float step[2][2], bool loose)
{
	for (unsigned q = 0; q < LANES / 4; q++) {
		const unsigned at = loose ? pick(LANES / 4) : q;

		for (unsigned k = 0; k < 4; k++) {
			const float px = (float)(at % 4 * 2 + k % 2), py = (float)(at / 4 * 2 + k / 2);

			in[0][4 * q + k] = x + px * step[0][0] + py * step[0][1];
			in[1][4 * q + k] = y + px * step[1][0] + py * step[1][1];
		}
	}
}

/* Texels a pixel: whole ones and fractions of them, straight and turned. */
static void choose_steps(float step[2][2], unsigned w, unsigned h)
{
	static const float sizes[] = {1, 1, 1, 0.5f, 0.26f, 1.25f, 2, 3, -1, -0.5f};
	const float size = sizes[pick(sizeof(sizes) / sizeof(*sizes))], turn = pick(3) ? 0 : between(-1, 1);

	step[0][0] = size / (float)w;
	step[0][1] = turn / (float)w;
	step[1][0] = turn / (float)h;
	step[1][1] = (pick(4) ? size : -size) / (float)h;
}

static void choose_unit(unsigned w, unsigned h)
{
	start(FL_TEXEL_2D, w, h, 1);
	if (pick(4)) {
		unit.store = FL_TEXEL_STORE_8;
		for (unsigned n = 0; n < LEVELS; n++) {
			unit.level[n].texels = bytes[n];
			for (unsigned i = 0; i < w * h * 4; i++)
				bytes[n][i] = (uint8_t)pick(256);
		}
	}
	for (unsigned c = 0; c < 2; c++)
		unit.wrap[c] = (uint8_t)pick(FL_TEXEL_MIRROR_ONCE_EDGE + 1);
	if (pick(2))
		unit.wrap[1] = unit.wrap[0];
	unit.mag = pick(2) ? FL_TEXEL_POINT : FL_TEXEL_LINEAR;
	unit.min = pick(4) ? unit.mag : FL_TEXEL_LINEAR;
	unit.mip = (uint8_t)pick(3);
	unit.min_level = (uint8_t)pick(2);
	unit.max_level = (uint8_t)(pick(2) ? unit.min_level : LEVELS - 1);
	unit.lod_bias = pick(2) ? 0 : between(-1, 1);
	unit.fixed = pick(4) ? 0 : (uint8_t)pick(16);
}

/* What no coordinate of a picture is: ends, just below them, and no numbers. */
static void spoil(void)
{
	static const float odd[] = {0,           -0.0f,     1,        -1,   -1e-10f, 0x1.fffffep-1f,
				    -0x1.8p-24f, -INFINITY, INFINITY, NAN,  1e30f,   -1e30f,
				    0x1p-149f,   65536,     0.5f,     1e-7f};

	for (unsigned i = 0; i < 4; i++)
		in[pick(2)][pick(LANES)] = odd[pick(sizeof(odd) / sizeof(*odd))];
}

Test(texel_vectors, as_pictures_are_drawn)
{
	for (unsigned i = 0; i < 20000; i++) {
		const unsigned w = pick(4) ? W : 1 + pick(W), h = pick(4) ? H : 1 + pick(H);
		const float end = (float)pick(3) - 1;
		float step[2][2];

		choose_unit(w, h);
		choose_steps(step, w, h);
		lay(end + between(-0.1f, 0.6f), end + between(-0.1f, 0.6f), step, !pick(4));
		if (!pick(4))
			spoil();
		all(3, 1);
		request.op = pick(2) ? FL_TEXEL_OP_PROJECT : FL_TEXEL_OP_PLAIN;
		if (!pick(4))
			in[3][pick(LANES)] = between(-2, 2);
		request.lanes = pick(2) ? ~0ull : (uint64_t)pick(1 << 16) << pick(48);
		look();
		if (!pick(4)) {
			for (unsigned l = 0; l < LANES; l++) {
				in[0][l] *= (float)w;
				in[1][l] *= (float)h;
			}
			request.unscaled = true;
			look();
		}
	}
}

/* A texel of its own for each pixel, and pixels that share one, all over a larger image: what each lane takes
 * is known beside all that the others compute. */
Test(texel_vectors, a_run_a_row)
{
	enum { SIDE = 64 };
	static uint32_t image[SIDE * SIDE + 4];

	for (unsigned i = 0; i < SIDE * SIDE; i++)
		image[i] = (i % SIDE) | (i / SIDE) << 8;
	for (unsigned i = 0; i < 4000; i++) {
		const unsigned x = pick(2 * SIDE), y = pick(2 * SIDE), larger = 1 + pick(3);
		const float one = 1.0f / (float)(SIDE * larger), step[2][2] = {{one, 0}, {0, one}};

		start(FL_TEXEL_2D, W, H, 1);
		unit.image.width = unit.image.height = unit.level[0].width = unit.level[0].height = SIDE;
		unit.store = FL_TEXEL_STORE_8;
		unit.to_float = 1;
		unit.max_level = 0;
		unit.level[0].texels = image;
		lay(((float)x + 0.5f) * one, ((float)y + 0.5f) * one, step, false);
		look();
		for (unsigned l = 0; l < LANES; l++) {
			const unsigned px = l / 4 % 4 * 2 + l % 2, py = l / 16 * 2 + l / 2 % 2;

			cr_assert_eq(out[0][l], (float)((x + px) / larger % SIDE), "%u, lane %u", i, l);
			cr_assert_eq(out[1][l], (float)((y + py) / larger % SIDE), "%u, lane %u", i, l);
		}
	}
}
