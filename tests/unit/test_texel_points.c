/* SPDX-License-Identifier: MIT
 *
 * Texture look-ups of single points: at either end of each axis, by a kernel for one of the filters, and of
 * channels that are 1 by selection.
 */
#include "tests/unit/test_texel_rig.h"

/* Which of n texels is at p, in texels from the first one's edge; -1: the border. GL_CLAMP, half way to the
 * border where it is filtered, takes the last texel for a point at the very end (OpenGL 1.5, 3.8.8). */
static int at_end(unsigned wrap, double p, int n)
{
	const int i = (int)floor(p), twice = wrapped(i, 2 * n), once = (int)floor(fabs(p));

	switch (wrap) {
	case FL_TEXEL_REPEAT:
		return wrapped(i, n);
	case FL_TEXEL_MIRROR:
		return twice < n ? twice : 2 * n - 1 - twice;
	case FL_TEXEL_MIRROR_ONCE_EDGE:
	case FL_TEXEL_MIRROR_ONCE_HALF:
		return clamped(once, n);
	case FL_TEXEL_CLAMP_BORDER:
		return i < 0 || i >= n ? -1 : i;
	case FL_TEXEL_MIRROR_ONCE_BORDER:
		return once >= n ? -1 : once;
	default:
		return clamped(i, n);
	}
}

/* On each axis, whatever the others do; odd quarters of a texel, and where the first begins and the last
 * ends. */
Test(texel_lookup, points_at_either_end)
{
	enum { BORDER = 9999, DEPTH = 4 };
	static const int sizes[3] = {W, H, DEPTH};

	for (unsigned wrap = FL_TEXEL_REPEAT; wrap <= FL_TEXEL_MIRROR_ONCE_BORDER; wrap++)
		for (unsigned axis = 0; axis < 5; axis++) /* of a volume; of a flat image */
			for (unsigned others = 0; others < 4; others++) {
				const unsigned flat = axis > 2, c = axis % 3;
				const int n = sizes[c];

				start(flat ? FL_TEXEL_2D : FL_TEXEL_3D, W, H, flat ? 1 : DEPTH);
				for (unsigned k = 0; k < 3; k++) {
					const bool first = (k + 2) % 3 == c;

					unit.wrap[k] =
					    (others >> first & 1) ? FL_TEXEL_CLAMP_EDGE : FL_TEXEL_REPEAT;
					all(k, 0.01f);
				}
				unit.wrap[c] = (uint8_t)wrap;
				for (unsigned k = 0; k < 4; k++)
					unit.border[k] = BORDER;
				for (int at = -12; at <= 12; at++) {
					const double p = at == -12 ? 0 : at == 12 ? n : n * 0.5 + at + 0.25;
					const int i = at_end(wrap, p, n);
					const unsigned place[3] = {c == 0 ? (unsigned)i : 0,
								   c == 1 ? (unsigned)i : 0,
								   c == 2 ? (unsigned)i : 0};

					all(c, (float)(p / n));
					look();
					/* where a mirror turns, it is the texel before it */
					if (wrap == FL_TEXEL_MIRROR && at == 12)
						cr_assert_eq(i, n - 1);
					cr_assert_eq(out[0][7],
						     i < 0 ? BORDER
							   : value(0, place[2], place[1], place[0], 0),
						     "wrap %u, axis %u, others %u, at %g of %d: %g", wrap,
						     axis, others, p, n, out[0][7]);
				}
			}
}

/* The kernel takes one component of either filter, or of both: all its weight two texels further than where
 * the others look. */
Test(texel_lookup, a_kernel_by_either_filter)
{
	static int16_t weights[2][9][4];
	enum { ALL = 512, SECOND = 1, LAST = 3 };

	for (unsigned phase = 0; phase < 9; phase++) {
		weights[0][phase][LAST] = ALL;
		weights[1][phase][SECOND] = ALL;
	}
	for (unsigned how = 0; how < 4 * 8; how++) {
		const bool mag = how & 1, min = how & 2, minified = how & 4;
		const unsigned comp = how / 8;
		const bool kernel = minified ? min : mag;

		start(FL_TEXEL_2D, W, H, 1);
		for (unsigned c = 0; c < 4; c++)
			unit.image.sel[c] = (uint8_t)(FL_TEXEL_SEL_0 + c);
		unit.kernel = (const int16_t(*)[9][4])weights;
		unit.kernel_comp = (uint8_t)(FL_TEXEL_SEL_0 + comp);
		unit.mag = mag ? FL_TEXEL_KERNEL : FL_TEXEL_POINT;
		unit.min = min ? FL_TEXEL_KERNEL : FL_TEXEL_POINT;
		request.op = FL_TEXEL_OP_LOD;
		all(3, minified ? 1 : -1);
		each_texel(W, H, 0.5f);
		look();
		for (unsigned l = 0; l < LANES; l++)
			for (unsigned c = 0; c < 4; c++) {
				const unsigned x = kernel && c == comp ? (l + 2) % W : l % W, y = l / W % H;

				cr_assert_eq(out[c][l], value(0, 0, y, x, c), "%u, lane %u, channel %u: %g",
					     how, l, c, out[c][l]);
			}
	}
}

/* What is 1 by selection is so, though all bits of a byte are less (of 256ths, say); the others are what they
 * are. */
Test(texel_lookup, channels_that_are_one)
{
	for (unsigned fixed = 0; fixed < 16; fixed++)
		for (unsigned linear = 0; linear < 2; linear++) {
			start(FL_TEXEL_2D, W, H, 1);
			unit.store = FL_TEXEL_STORE_8;
			unit.level[0].texels = bytes[0];
			unit.to_float = 1.0f / 256;
			unit.fixed = (uint8_t)fixed;
			unit.mag = unit.min = linear ? FL_TEXEL_LINEAR : FL_TEXEL_POINT;
			each_texel(W, H, 0.5f);
			look();
			for (unsigned l = 0; l < LANES; l++)
				for (unsigned c = 0; c < 4; c++)
					cr_assert_eq(out[c][l],
						     fixed >> c & 1 ? 1
								    : bytes[0][l % (W * H) * 4 + c] / 256.0f,
						     "fixed %u, linear %u, lane %u, channel %u: %g", fixed,
						     linear, l, c, out[c][l]);
		}
}

/* Coordinates that a shader has made of a direction, 1.5 added to each, are a direction again, by the table
 * of cube maps (OpenGL 4.6, 8.13): on each face s and t are components, or less than them. A face is the
 * nearest of six. */
Test(texel_lookup, directions_out_of_faces)
{
	static const struct {
		uint8_t major, s, t;
		int8_t sign, of_s, of_t;
	} table[6] = {{0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
		      {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1}};
	static const struct {
		float given;
		unsigned face;
	} faces[] = {{-1, 0},   {0, 0}, {0.25f, 0}, {0.75f, 1}, {1, 1}, {2, 2},     {2.4f, 2},
		     {2.6f, 3}, {3, 3}, {4, 4},     {4.75f, 5}, {5, 5}, {5.75f, 5}, {100, 5}};

	for (unsigned k = 0; k < sizeof(faces) / sizeof(*faces); k++)
		for (int s8 = -8; s8 <= 8; s8++)
			for (int t8 = -8; t8 <= 8; t8 += 3) {
				const float s = (float)s8 / 8, t = (float)t8 / 8;
				const unsigned f = faces[k].face;
				float v[3][FL_TEXEL_LANES], face[FL_TEXEL_LANES];

				for (unsigned i = 0; i < FL_TEXEL_LANES; i++) {
					v[0][i] = (s + 3) / 2;
					v[1][i] = (t + 3) / 2;
					v[2][i] = faces[k].given;
				}
				fl_texel_directions(v, face);
				for (unsigned i = 0; i < FL_TEXEL_LANES; i++) {
					cr_assert_eq(face[i], (float)f, "%g", faces[k].given);
					cr_assert_eq(v[table[f].major][i], (float)table[f].sign, "face %u",
						     f);
					cr_assert_eq(v[table[f].s][i], s * (float)table[f].of_s, "face %u",
						     f);
					cr_assert_eq(v[table[f].t][i], t * (float)table[f].of_t, "face %u",
						     f);
				}
			}
}

/* A coordinate so little below 0 that its fraction is 1 as a float: 1 repeats as 0 does, each way. */
Test(texel_lookup, the_end_of_a_period_is_its_beginning)
{
	enum { DEPTH = 4 };

	for (unsigned c = 0; c < 3; c++) {
		start(FL_TEXEL_3D, W, H, DEPTH);
		for (unsigned k = 0; k < 3; k++) {
			unit.wrap[k] = FL_TEXEL_REPEAT;
			all(k, 0.55f);
		}
		all(c, -1e-10f);
		look();
		cr_expect_eq(out[0][0], value(0, c == 2 ? 0 : 2, c == 1 ? 0 : 2, c == 0 ? 0 : 4, 0),
			     "direction %u: %g", c, (double)out[0][0]);
	}
}

/* What an infinity repeats to, mirrored or not, is the beginning. */
Test(texel_lookup, infinities_repeat_to_the_beginning)
{
	static const float far[] = {INFINITY, -INFINITY, NAN};

	for (unsigned mirror = 0; mirror < 2; mirror++)
		for (unsigned i = 0; i < 3; i++)
			for (unsigned c = 0; c < 2; c++) {
				start(FL_TEXEL_2D, W, H, 1);
				for (unsigned k = 0; k < 2; k++) {
					unit.wrap[k] = mirror ? FL_TEXEL_MIRROR : FL_TEXEL_REPEAT;
					all(k, 0.55f);
				}
				all(c, far[i]);
				look();
				cr_expect_eq(out[0][0], value(0, 0, c ? 0 : 2, c ? 4 : 0, 0),
					     "mirror %u, %g, direction %u: %g", mirror, (double)far[i], c,
					     (double)out[0][0]);
			}
}
