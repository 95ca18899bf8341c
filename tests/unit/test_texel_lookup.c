/* SPDX-License-Identifier: MIT
 *
 * What only some families ask of texture look-ups: texels by their place, gathers, offsets,
 * comparisons with a reference, layers of arrays, cubes without seams. Each texel has a value of its
 * own, so that a look-up says which one it took.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/unit/test_texel_rig.h"

static _Alignas(64) float reference[LANES], face[LANES];

static void refer_to(float v)
{
	request.reference = reference;
	for (unsigned l = 0; l < LANES; l++)
		reference[l] = v;
}

static float bits(int32_t v)
{
	float f;

	memcpy(&f, &v, sizeof(f));
	return f;
}

/* ---- beyond the edges ---------------------------------------------------------------------------------- */
/* The texel that number i is of n, as OpenGL 2.1 has it (3.8.7, wrap modes). */
static int by_mode(enum fl_texel_wrap wrap, int i, int n)
{
	const int twice = wrapped(i, 2 * n);

	switch (wrap) {
	case FL_TEXEL_REPEAT:
		return wrapped(i, n);
	case FL_TEXEL_MIRROR:
		return twice < n ? twice : 2 * n - 1 - twice;
	case FL_TEXEL_MIRROR_ONCE_EDGE:
		return clamped(i < 0 ? -1 - i : i, n);
	default:
		return clamped(i, n);
	}
}

Test(texel_lookup, each_direction_has_a_wrap_of_its_own)
{
	enum { D = 4 };
	static const int size[3] = {W, H, D};

	for (unsigned k = 0; k < 64; k++) {
		const uint8_t wrap[3] = {k & 3, k >> 2 & 3, k >> 4};

		start(FL_TEXEL_3D, W, H, D);
		memcpy(unit.wrap, wrap, sizeof(wrap));
		unit.max_level = 0;
		for (int l = 0; l < LANES; l++)
			for (int c = 0; c < 3; c++)
				in[c][l] = ((float)(l * (3 + 2 * c) % (5 * size[c]) - 2 * size[c]) + 0.5f) /
					   (float)size[c];
		look();
		for (int l = 0; l < LANES; l++) {
			unsigned at[3];

			for (int c = 0; c < 3; c++)
				at[c] = (unsigned)by_mode(
				    wrap[c], l * (3 + 2 * c) % (5 * size[c]) - 2 * size[c], size[c]);
			cr_assert_eq(out[0][l], value(0, at[2], at[1], at[0], 0), "wraps %u %u %u, lane %d",
				     wrap[0], wrap[1], wrap[2], l);
		}
	}
}

/* ---- by place ------------------------------------------------------------------------------------------ */
Test(texel_lookup, texels_by_their_place)
{
	static const struct {
		enum fl_texel_kind kind;
		unsigned depth, first, last;
	} images[] = {{FL_TEXEL_2D, 1, 0, 0},
		      {FL_TEXEL_3D, 4, 0, 0},
		      {FL_TEXEL_CUBE, 6, 0, 0},
		      {FL_TEXEL_ARRAY, 6, 0, 5},
		      {FL_TEXEL_ARRAY, 6, 2, 4}};

	for (unsigned i = 0; i < sizeof(images) / sizeof(*images); i++)
		for (int level = -1; level <= LEVELS; level++)
			for (int layer = -2; layer < 8; layer++) {
				const int8_t offset[3] = {1, -1, (int8_t)(i % 2)};
				const bool flat = images[i].kind == FL_TEXEL_2D;

				start(images[i].kind, W, H, images[i].depth);
				unit.first_layer = (uint16_t)images[i].first;
				unit.last_layer = (uint16_t)images[i].last;
				request.op = FL_TEXEL_OP_FETCH;
				memcpy(request.offset, offset, sizeof(offset));
				for (int l = 0; l < LANES; l++) {
					in[0][l] = bits(l % 11 - 2);
					in[1][l] = bits(l / 11 - 1);
					in[2][l] = bits(layer);
					in[3][l] = bits(level);
				}
				look();
				for (int l = 0; l < LANES; l++) {
					const struct fl_texel_level *n = &unit.level[level < 0 ? 0 : level];
					int x = l % 11 - 2 + offset[0], y = l / 11 - 1 + offset[1],
					    z = flat ? 0 : layer + offset[2];
					bool there = level >= 0 && level < LEVELS && z >= 0;

					z += there && images[i].kind == FL_TEXEL_ARRAY ? (int)images[i].first
										       : 0;
					there = there && x >= 0 && x < (int)n->width && y >= 0 &&
						y < (int)n->height && z < (int)n->depth;
					for (unsigned c = 0; c < 4; c++)
						cr_assert_eq(out[c][l],
							     there ? value((unsigned)level, (unsigned)z,
									   (unsigned)y, (unsigned)x, c)
								   : 0,
							     "image %u, level %d, (%d, %d, %d)", i, level, x,
							     y, z);
				}
			}
}

/* ---- offsets and gathers: coordinates in the middle between texels, a quarter beyond ------------------- */
Test(texel_lookup, offsets)
{
	for (int dx = -8; dx < 8; dx += 3)
		for (int dy = -8; dy < 8; dy += 5)
			for (unsigned wrap = 0; wrap < 8; wrap++) /* a bit an axis: it clamps */
				for (unsigned kind = 0; kind < 2; kind++) {
					const int dz = dx & 3;

					start(kind ? FL_TEXEL_3D : FL_TEXEL_2D, W, H, kind ? 4 : 1);
					for (unsigned c = 0; c < 3; c++)
						unit.wrap[c] =
						    wrap >> c & 1 ? FL_TEXEL_CLAMP_EDGE : FL_TEXEL_REPEAT;
					request.offset[0] = (int8_t)dx;
					request.offset[1] = (int8_t)dy;
					request.offset[2] = (int8_t)dz;
					each_texel(W, H, 0.5f);
					all(2, 0.375f); /* layer 1 of 4 */
					look();
					for (unsigned l = 0; l < LANES; l++) {
						int x = (int)(l % W) + dx, y = (int)(l / W % H) + dy,
						    z = kind ? 1 + dz : 0;

						x = wrap & 1 ? clamped(x, W) : wrapped(x, W);
						y = wrap & 2 ? clamped(y, H) : wrapped(y, H);
						z = wrap & 4 ? clamped(z, 4) : wrapped(z, 4);
						cr_assert_eq(
						    out[0][l],
						    value(0, (unsigned)z, (unsigned)y, (unsigned)x, 0),
						    "wrap %u, offset %d, %d, %d, lane %u: %g", wrap, dx, dy,
						    dz, l, out[0][l]);
					}
				}
}

/* Beyond the edge the offset comes first, and then what clamps or mirrors: texel -5 and 7 more is 2. */
Test(texel_lookup, offsets_come_before_edges)
{
	static const uint8_t wraps[] = {FL_TEXEL_REPEAT, FL_TEXEL_CLAMP_EDGE, FL_TEXEL_MIRROR};

	for (unsigned i = 0; i < 3; i++)
		for (int x = -5; x < W + 5; x++)
			for (int dx = -8; dx < 8; dx++) {
				const int to = x + dx, twice = wrapped(to, 2 * W),
					  want = !i          ? wrapped(to, W)
						 : i == 1    ? clamped(to, W)
						 : twice < W ? twice
							     : 2 * W - 1 - twice;

				start(FL_TEXEL_2D, W, H, 1);
				unit.wrap[0] = wraps[i];
				request.offset[0] = (int8_t)dx;
				all(0, ((float)x + 0.5f) / W);
				all(1, 0.5f / H);
				look();
				cr_assert_eq(out[0][3], value(0, 0, 0, (unsigned)want, 0),
					     "wrap %u, texel %d, offset %d: %g", i, x, dx, out[0][3]);
			}
}

Test(texel_lookup, gathers)
{
	static const int at[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};

	for (unsigned wrap = 0; wrap < 2; wrap++)
		for (unsigned level = 0; level < 2; level++)
			for (int d = -2; d < 3; d++) {
				const int w = W >> level, h = H >> level;

				start(FL_TEXEL_ARRAY, W, H, LAYERS);
				unit.wrap[0] = unit.wrap[1] = wrap ? FL_TEXEL_CLAMP_EDGE : FL_TEXEL_REPEAT;
				unit.min_level = (uint8_t)level;
				request.op = FL_TEXEL_OP_GATHER;
				request.offset[0] = (int8_t)d;
				request.offset[1] = (int8_t)-d;
				all(2, 3);
				each_texel(w, h, 0.75f);
				look();
				for (int l = 0; l < LANES; l++)
					for (unsigned c = 0; c < 4; c++) {
						int x = l % w + at[c][0] + d, y = l / w % h + at[c][1] - d;

						x = wrap ? clamped(x, w) : wrapped(x, w);
						y = wrap ? clamped(y, h) : wrapped(y, h);
						cr_assert_eq(out[c][l],
							     value(level, 3, (unsigned)y, (unsigned)x, 0),
							     "wrap %u, level %u, lane %d, texel %u: %g", wrap,
							     level, l, c, out[c][l]);
					}
			}
}

/* ---- coordinates that are no numbers, numbers with an exponent in common
 * -------------------------------- */
/* What an infinity repeats to is 0, the first texel, mirrored or not; it clamps to the ends. */
Test(texel_lookup, infinite_coordinates)
{
	for (unsigned wrap = FL_TEXEL_REPEAT; wrap <= FL_TEXEL_MIRROR_ONCE_EDGE; wrap++)
		for (unsigned sign = 0; sign < 2; sign++) {
			const bool last =
			    wrap == FL_TEXEL_MIRROR_ONCE_EDGE || (wrap == FL_TEXEL_CLAMP_EDGE && !sign);

			start(FL_TEXEL_2D, W, H, 1);
			unit.wrap[0] = unit.wrap[1] = (uint8_t)wrap;
			all(0, sign ? -INFINITY : INFINITY);
			all(1, 0.1f);
			look();
			cr_expect_eq(out[0][7], value(0, 0, 0, last ? W - 1 : 0, 0), "wrap %u, sign %u: %g",
				     wrap, sign, out[0][7]);
		}
}

/* Three of nine bits, from bit 0 on, and their exponent at 27: v 2^(e - 15 - 9). There is no fourth. */
Test(texel_lookup, exponents_in_common)
{
	struct fl_texel_image image = {
	    .format = {.coding = FL_TEXEL_E5999, .bits = 32, .block_w = 1, .block_h = 1},
	    .sel = {FL_TEXEL_SEL_0, FL_TEXEL_SEL_1, FL_TEXEL_SEL_2, FL_TEXEL_SEL_3}};

	for (uint32_t e = 0; e < 32; e++)
		for (unsigned bit = 0; bit < 27; bit++) {
			const uint32_t w = e << 27 | 1u << bit;
			uint8_t b[FL_TEXEL_ELEMENT_B] = {0};
			float got[4];

			memcpy(b, &w, 4);
			fl_texel_unpack(&image, b, 0, 0, got);
			for (unsigned c = 0; c < 4; c++)
				cr_expect_eq(got[c],
					     c == bit / 9 ? ldexpf((float)(1 << bit % 9), (int)e - 24) : 0,
					     "0x%08x, component %u: %g", w, c, got[c]);
		}
}

/* ---- comparisons --------------------------------------------------------------------------------------- */
/* A reference that is less than the texel, equal, greater, or none of these. Bytes count 255ths. */
Test(texel_lookup, comparisons_with_a_reference)
{
	for (unsigned store = 0; store < 2; store++)
		for (unsigned mask = 0; mask < 8; mask++) {
			start(FL_TEXEL_2D, W, H, 1);
			unit.compare = (uint8_t)mask;
			request.reference = reference;
			if (store) {
				unit.store = FL_TEXEL_STORE_8;
				unit.level[0].texels = bytes[0];
			}
			each_texel(W, H, 0.5f);
			for (unsigned l = 0; l < LANES; l++) {
				const unsigned x = l % W, y = l / W % H;
				const float texel =
				    store ? bytes[0][(y * W + x) * 4] * unit.to_float : value(0, 0, y, x, 0);
				static const float by[4] = {-0.001f, 0, 0.001f, NAN};

				reference[l] = texel + by[(l + l / W) % 4];
			}
			look();
			for (unsigned l = 0; l < LANES; l++) {
				const unsigned is = (l + l / W) % 4;

				for (unsigned c = 0; c < 4; c++)
					cr_assert_float_eq(out[c][l], is < 3 && mask >> is & 1 ? 1 : 0, 1e-6,
							   "store %u, mask %u, lane %u", store, mask, l);
			}
		}
	/* filtered after they are compared: of four texels 10, 11, 18, 19 the lower two are above 15 */
	start(FL_TEXEL_2D, W, H, 1);
	unit.mag = unit.min = FL_TEXEL_LINEAR;
	unit.compare = 1;
	refer_to(15);
	all(0, 2.0f / W);
	all(1, 2.25f / H);
	look();
	cr_expect_eq(out[0][5], 0.75f, "%g", out[0][5]);
	refer_to(18.5f); /* only the last is above it */
	all(1, 2.0f / H);
	look();
	cr_expect_eq(out[0][5], 0.25f, "%g", out[0][5]);
}

/* A depth of fixed point is equal to a reference that is beyond it, in the direction of its end. */
Test(texel_lookup, references_of_fixed_point_are_clamped)
{
	static _Alignas(64) float texel[8] = {0, 0, 0, 0, 1, 1, 1, 1};

	for (unsigned fixed = 0; fixed < 2; fixed++) {
		start(FL_TEXEL_2D, 2, 1, 1);
		unit.compare = 2; /* equal */
		unit.fixed_reference = fixed;
		unit.level[0].texels = texel;
		each_texel(2, 1, 0.5f);
		request.reference = reference;
		for (unsigned l = 0; l < LANES; l++)
			reference[l] = l % 4 >= 2 ? NAN : l % 2 ? 2 : -1;
		look();
		for (unsigned l = 0; l < LANES; l++)
			cr_expect_eq(out[0][l], fixed && l % 4 < 2 ? 1 : 0, "%u, lane %u: %g", fixed, l,
				     out[0][l]);
	}
}

/* What a resource sets to 0 or 1 is so after a comparison, too (a depth texture that is read as luminance, or
 * as alpha): the texel is the first component that is not. */
Test(texel_lookup, comparisons_leave_constants)
{
	static const uint8_t sel[2][4] = {
	    {FL_TEXEL_SEL_0, FL_TEXEL_SEL_0, FL_TEXEL_SEL_ZERO, FL_TEXEL_SEL_ONE},
	    {FL_TEXEL_SEL_ZERO, FL_TEXEL_SEL_ZERO, FL_TEXEL_SEL_ZERO, FL_TEXEL_SEL_0}};

	for (unsigned i = 0; i < 2; i++) {
		static _Alignas(64) float texel[4];

		start(FL_TEXEL_2D, 1, 1, 1);
		unit.compare = 1;
		unit.level[0].texels = texel;
		memcpy(unit.image.sel, sel[i], 4);
		for (unsigned c = 0; c < 4; c++)
			texel[c] = sel[i][c] == FL_TEXEL_SEL_0 ? 0.5f : sel[i][c] == FL_TEXEL_SEL_ONE;
		all(0, 0.5f);
		all(1, 0.5f);
		for (unsigned passes = 0; passes < 2; passes++) {
			refer_to(passes ? 0.25f : 0.75f);
			look();
			for (unsigned c = 0; c < 4; c++)
				cr_expect_eq(out[c][9],
					     sel[i][c] == FL_TEXEL_SEL_0 ? (float)passes : texel[c],
					     "%u, component %u, %u: %g", i, c, passes, out[c][9]);
		}
	}
}

/* ---- layers -------------------------------------------------------------------------------------------- */
Test(texel_lookup, layers_of_an_array)
{
	for (unsigned first = 0; first < 3; first++)
		for (unsigned last = first; last < LAYERS; last++) {
			start(FL_TEXEL_ARRAY, W, H, LAYERS);
			unit.first_layer = (uint16_t)first;
			unit.last_layer = (uint16_t)last;
			for (unsigned l = 0; l < LANES; l++)
				in[2][l] = (float)l / 8 - 1;
			look();
			for (unsigned l = 0; l < LANES; l++) {
				int layer =
				    clamped((int)floorf((float)l / 8 - 1 + 0.5f), (int)(last - first) + 1);

				cr_assert_eq(out[0][l], value(0, first + (unsigned)layer, 0, 0, 0),
					     "%u to %u, layer %g: %g", first, last, in[2][l], out[0][l]);
			}
		}
}

/* ---- cubes --------------------------------------------------------------------------------------------- */
/* What every API has: the axis of each face, and along which its columns and rows run. */
static const int axes[6][3][3] = {{{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
				  {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
				  {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}}};
enum { EDGE = 4 };

static void center(unsigned f, float x, float y, float v[3])
{
	for (unsigned c = 0; c < 3; c++)
		v[c] = (float)axes[f][0][c] + (float)axes[f][1][c] * (2 * (x + 0.5f) / EDGE - 1) +
		       (float)axes[f][2][c] * (2 * (y + 0.5f) / EDGE - 1);
}

/* The texel of another face that is nearest to one inside. */
static float beside(unsigned f, unsigned x, unsigned y, unsigned not_this, unsigned *which)
{
	float here[3], there[3], best = 100, v = 0;

	center(f, (float)x, (float)y, here);
	for (unsigned g = 0; g < 6; g++)
		for (unsigned i = 0; i < EDGE * EDGE && g != f && g != not_this; i++) {
			float d = 0;

			center(g, (float)(i % EDGE), (float)(i / EDGE), there);
			for (unsigned c = 0; c < 3; c++)
				d += (here[c] - there[c]) * (here[c] - there[c]);
			if (d < best) {
				best = d;
				v = value(0, g, i / EDGE, i % EDGE, 0);
				*which = g;
			}
		}
	return v;
}

Test(texel_lookup, faces_by_direction_and_by_number)
{
	start(FL_TEXEL_CUBE, EDGE, EDGE, 6);
	for (unsigned f = 0; f < 6; f++) {
		for (unsigned l = 0; l < LANES; l++) {
			float v[3];

			center(f, (float)(l % EDGE), (float)(l / EDGE % EDGE), v);
			for (unsigned c = 0; c < 3; c++)
				in[c][l] = v[c] * 3;
			face[l] = (float)f;
		}
		for (unsigned by = 0; by < 2; by++) {
			request.face = by ? face : NULL;
			look();
			for (unsigned l = 0; l < LANES; l++)
				cr_assert_eq(out[0][l], value(0, f, l / EDGE % EDGE, l % EDGE, 0),
					     "face %u, lane %u: %g", f, l, out[0][l]);
		}
	}
	/* ties go to Z, then to Y; a face that is named is taken, whatever the direction says */
	for (unsigned l = 0; l < 27 + 1; l++)
		for (unsigned c = 0; c < 3; c++)
			in[c][l] = (float)((int)(l / (c == 2 ? 9 : c == 1 ? 3 : 1)) % 3 - 1);
	request.face = NULL;
	look();
	for (unsigned l = 0; l < 27; l++) {
		const unsigned want = in[2][l] != 0 || (in[0][l] == 0 && in[1][l] == 0)
					  ? (in[2][l] < 0 ? 5 : 4)
				      : in[1][l] != 0 ? (in[1][l] < 0 ? 3 : 2)
				      : in[0][l] < 0  ? 1
						      : 0;

		cr_expect_eq(((unsigned)out[0][l] - 1) / 64, want, "(%g, %g, %g): %g", in[0][l], in[1][l],
			     in[2][l], out[0][l]);
	}
	request.face = face;
	for (unsigned l = 0; l < LANES; l++) {
		in[0][l] = 0.9f;
		in[1][l] = in[2][l] = 0.1f;
		face[l] = (float)(l % 6);
	}
	look();
	for (unsigned l = 0; l < LANES; l++)
		cr_expect_eq(((unsigned)out[0][l] - 1) / 64, l % 6);
}

/* What has no direction is seen in the middle of its face: 0 / 0 on both axes, or on one. */
Test(texel_lookup, directions_of_nothing)
{
	start(FL_TEXEL_CUBE, EDGE, EDGE, 6);
	all(0, 0);
	all(1, 0);
	all(2, 0);
	look();
	for (unsigned l = 0; l < LANES; l++)
		cr_expect_eq(out[0][l], value(0, 4, EDGE / 2, EDGE / 2, 0), "%g", out[0][l]);
}

/* Borders in bytes, to the nearest: of every number of 510ths, and beyond both ends. */
Test(texel_lookup, borders_in_bytes)
{
	for (int i = -20; i < 550; i++) {
		const int want = i < 0 ? 0 : i > 509 ? 255 : (i + 1) / 2;

		start(FL_TEXEL_2D, W, H, 1);
		for (unsigned c = 0; c < 4; c++)
			unit.border[c] = (float)i / 510;
		fl_texel_derive(&unit);
		for (unsigned c = 0; c < 4; c++)
			/* half-way numbers are what the division rounded them to */
			cr_expect(unit.border8[c] == want || (i & 1 && unit.border8[c] == want - 1), "%d: %u",
				  i, unit.border8[c]);
	}
}

/* The level that is asked for is each pixel's own, whatever the neighbours in its quad ask for. */
Test(texel_lookup, levels_of_a_cube)
{
	start(FL_TEXEL_CUBE, EDGE, EDGE, 6);
	unit.mip = FL_TEXEL_POINT;
	request.op = FL_TEXEL_OP_LOD;
	for (unsigned l = 0; l < LANES; l++) {
		in[0][l] = 1;
		in[1][l] = in[2][l] = 0.1f;
		in[3][l] = (float)(l % LEVELS);
	}
	look();
	for (unsigned l = 0; l < LANES; l++)
		cr_expect_eq((unsigned)(out[0][l] - 1) / 512, l % LEVELS, "lane %u: %g", l, out[0][l]);
}

/* Where derivatives of a direction are given, the level is that of the longer way on the face: from (1, 0.9,
 * 0.1) one of (1, -1.8, 0) leads to (2, -0.9, 0.1), 0.675 of the face's height further down, which is 2.7
 * texels. Of the second of two cubes, whose faces are given by number, as well. */
Test(texel_lookup, levels_of_a_cube_by_derivatives)
{
	for (unsigned k = 0; k < 4; k++)
		for (unsigned lane = 0; lane < 4; lane++) {
			const unsigned along_y = k % 2, first = k / 2 * 6;
			static _Alignas(64) float d[2][3][LANES];
			static const float at[3] = {1, 0.9f, 0.1f}, step[3] = {1, -1.8f, 0};

			start(FL_TEXEL_CUBE, EDGE, EDGE, 12);
			unit.mip = FL_TEXEL_POINT;
			request.op = FL_TEXEL_OP_GRADIENTS;
			memset(d, 0, sizeof(d));
			for (unsigned c = 0; c < 3; c++) {
				request.dx[c] = d[0][c];
				request.dy[c] = d[1][c];
			}
			request.face = first ? face : NULL;
			for (unsigned l = 0; l < LANES; l++)
				face[l] = (float)(first + 2 * (l % 3));
			for (unsigned l = 0; l < LANES; l++) /* on another face than its neighbours are */
				for (unsigned c = 0; c < 3; c++) {
					in[(l + c) % 3][l] = at[c];
					if (l % 4 == lane) /* the others stay where they are */
						d[along_y][(l + c) % 3][l] = step[c];
				}
			look();
			for (unsigned l = 0; l < LANES; l++)
				cr_expect_eq((unsigned)(out[0][l] - 1 - 64 * (float)first) / 512,
					     l % 4 == lane ? 1 : 0, "lane %u: %g", l, out[0][l]);
		}
}

/* Half of each: on the edges of a face a filter reaches to the face beside; at a corner there are three. Of
 * two cubes' faces those of the same one. */
Test(texel_lookup, cubes_without_seams)
{
	for (unsigned g = 0; g < 12; g++)
		for (unsigned side = 0; side < 4; side++)
			for (unsigned n = 0; n < EDGE; n++) {
				const unsigned x = side == 0   ? 0
						   : side == 1 ? EDGE - 1
							       : n,
					       y = side == 2   ? 0
						   : side == 3 ? EDGE - 1
							       : n;
				const float sx = side == 0   ? -0.5f
						 : side == 1 ? 0.5f
							     : 0,
					    sy = side == 2   ? -0.5f
						 : side == 3 ? 0.5f
							     : 0;
				const bool corner = n == 0 || n == EDGE - 1;
				const float first = 64 * 6 * (float)(g / 6);
				const unsigned f = g % 6;
				unsigned which, other;
				float v[3], want;

				start(FL_TEXEL_CUBE, EDGE, EDGE, 12);
				unit.seamless = true;
				request.face = face;
				for (unsigned l = 0; l < LANES; l++)
					face[l] = (float)g;
				unit.mag = unit.min = FL_TEXEL_LINEAR;
				center(f, (float)x + sx, (float)y + sy, v);
				for (unsigned c = 0; c < 3; c++)
					all(c, v[c]);
				look();
				want = beside(f, x, y, 6, &which);
				if (corner) { /* two faces are as near: that across this side */
					float across[3];
					const float far = beside(f, x, y, which, &other);

					center(f, (float)x + 4 * sx, (float)y + 4 * sy, across);
					if (fabsf(across[0] * (float)axes[other][0][0] +
						  across[1] * (float)axes[other][0][1] +
						  across[2] * (float)axes[other][0][2]) > 1.5f &&
					    across[0] * (float)axes[other][0][0] +
						    across[1] * (float)axes[other][0][1] +
						    across[2] * (float)axes[other][0][2] >
						0)
						want = far;
				}
				cr_assert_float_eq(out[0][3], first + (value(0, f, y, x, 0) + want) / 2, 1e-3,
						   "face %u, (%u, %u): %g, and %g beside %g", g, x, y,
						   out[0][3], value(0, f, y, x, 0), want);
			}
	/* in the very corner: a quarter each of the texel, its neighbours, and the mean of these three */
	for (unsigned f = 0; f < 6; f++)
		for (unsigned k = 0; k < 4; k++) {
			const unsigned x = k % 2 * (EDGE - 1), y = k / 2 * (EDGE - 1);
			unsigned one, two;
			float v[3], mean;

			start(FL_TEXEL_CUBE, EDGE, EDGE, 6);
			unit.seamless = true;
			request.face = face;
			for (unsigned l = 0; l < LANES; l++)
				face[l] = (float)f;
			unit.mag = unit.min = FL_TEXEL_LINEAR;
			center(f, (float)x + (x ? 0.5f : -0.5f), (float)y + (y ? 0.5f : -0.5f), v);
			for (unsigned c = 0; c < 3; c++)
				all(c, v[c]);
			look();
			mean = value(0, f, y, x, 0) + beside(f, x, y, 6, &one);
			mean = (mean + beside(f, x, y, one, &two)) / 3;
			cr_expect_float_eq(out[0][3], mean, 1e-2, "face %u, corner %u: %g, not %g", f, k,
					   out[0][3], mean);
		}
}
