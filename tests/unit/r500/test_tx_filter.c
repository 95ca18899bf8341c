/* SPDX-License-Identifier: MIT
 *
 * TX: what filters make of texels: Filter4, anisotropy, MPEG modes, levels by clamp and bias; chroma keys;
 * YUV; border colors of every format; what the texture cache may keep. R5xx guide 10.1, 10.6, 11.9.
 */
#include "hw/model/r500/tx_block.h"
#include "tests/unit/r500/test_tx_rig.h"

TestSuite(tx_filter, .timeout = 60);

enum {
	CLAMP = 2 | 2 << 3,
	BORDER = 6 | 6 << 3,
	ANISO = 3 << 9 | 3 << 11,
	MIP_POINT = 1 << 13,
	MIP_LINEAR = 2 << 13
};

static void all(struct tx_rig *t, unsigned c, float v)
{
	for (unsigned l = 0; l < 64; l++)
		t->in[c][l] = v;
}

/* ---- Filter4 ------------------------------------------------------------------------------------------- */
/* Weights of phase p, texels -1 to 2, in 1/512; symmetric: phase 16 - p has them backwards. */
static int weight(unsigned direction, unsigned p, unsigned n)
{
	const int out = direction ? 3 : 5, side = (int)p * (direction ? 20 : 16);
	const int w[4] = {-out * (int)(8 - (p > 8 ? 16 - p : p)), 512 - side, side, 17};

	return p <= 8 ? w[n] : weight(direction, 16 - p, 3 - n);
}

static void load_kernel(struct tx_rig *t)
{
	for (unsigned d = 0; d < 2; d++)
		for (unsigned p = 0; p <= 8; p++)
			for (unsigned pair = 0; pair < 2; pair++)
				us_set(t->g, R500_TX_FILTER4,
				       d << 27 | p << 23 | pair << 22 |
					   ((unsigned)weight(d, p, 2 * pair) & 0x7ff) << 11 |
					   ((unsigned)weight(d, p, 2 * pair + 1) & 0x7ff));
}

/* "The kernel is 4x4 symmetric and separable with 16 phases"; "only one of four 8-bit components can have
 * Filter4 applied". */
Test(tx_filter, filter4_by_formula)
{
	struct tx_rig *t = tx_rig_new("r580");
	uint8_t texel[8][8][4];
	float got[4];

	for (unsigned i = 0; i < sizeof(texel); i++)
		texel[i / 32][i / 4 % 8][i % 4] = (uint8_t)((i * 0x9e3779b1u) >> 24);
	memcpy(t->mem, texel, sizeof(texel));
	load_kernel(t);
	for (unsigned comp = 0; comp < 4; comp++) {
		tx_set(t, 8, 8, 12, SEL_RGBA, CLAMP);
		us_set(t->g, R500_TX_FORMAT2(0), comp << 18);
		tx_decode(t);
		for (unsigned n = 0; n < 256; n++) {
			/* phases px, py behind texel (i, j) */
			unsigned px = n % 16, py = n / 16, i = n % 7, j = n / 7 % 7;
			double want[4] = {0};

			for (unsigned c = 0; c < 4; c++)
				for (int y = -1; y <= 2; y++)
					for (int x = -1; x <= 2; x++) {
						int at = (int)i + x, row = (int)j + y;
						double w = c == comp ? weight(0, px, x + 1) / 512.0 *
									   (weight(1, py, y + 1) / 512.0)
							   : x < 0 || x > 1 || y < 0 || y > 1
							       ? 0
							       : (x ? px : 16 - px) / 16.0 *
								     ((y ? py : 16 - py) / 16.0);

						at = at < 0 ? 0 : at > 7 ? 7 : at;
						row = row < 0 ? 0 : row > 7 ? 7 : row;
						want[c] += texel[row][at][c] * w;
					}
			tx_at(t, ((float)i + 0.5f + (float)px / 16) / 8,
			      ((float)j + 0.5f + (float)py / 16) / 8, got);
			for (unsigned c = 0; c < 4; c++)
				cr_assert_float_eq(got[c] * 255, want[c], 0.01,
						   "phases %u %u, channel %u of %u: %g, not %g", px, py, c,
						   comp, got[c] * 255, want[c]);
		}
	}
	tx_rig_free(t);
}

/* A phase above 8 is said. Chips before R520 have no such kernel (R5xx guide 1, "New Filter4 mode"). */
Test(tx_filter, filter4_limits)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	us_set(t->g, R500_TX_FILTER4, 9u << 23);
	cr_assert(fl_model_report(&t->g->r->base, 0));
	cr_assert(strstr(fl_model_report(&t->g->r->base, 0)->text, "phase 9"));
	tx_rig_free(t);

	t = tx_rig_new("r420");
	memcpy(t->mem, "\x10\x30", 2);
	tx_set(t, 2, 1, 0, SEL_RGBA, CLAMP);
	tx_decode(t);
	tx_at(t, 0.3f, 0.5f, got);
	cr_assert_float_eq(got[0] * 255, 0x10, 1e-3);
	tx_rig_free(t);
}

/* ---- levels -------------------------------------------------------------------------------------------- */
/* 64x64 bytes and six levels below, each of one color: level n is 30 n. */
static void chain(struct tx_rig *t, uint32_t filter0, unsigned levels)
{
	for (unsigned i = 0, at = 0; i < 7; at += (64 >> i < 32 ? 32 : 64 >> i) * (64 >> i), i++)
		memset(t->mem + at, (int)(30 * i), (size_t)(64 >> i < 32 ? 32 : 64 >> i) * (64 >> i));
	tx_set(t, 64, 64, 0, SEL_RGBA, filter0 | CLAMP);
	us_set(t->g, R500_TX_FORMAT0(0), 63 | 63 << 11 | levels << 26);
}

static double level_of(struct tx_rig *t)
{
	float got[4];

	tx_at(t, 0.5f, 0.5f, got);
	return got[0] * 255 / 30;
}

/* The level that a program asks for, the bias, then the clamp to MAX_MIP_LEVEL … NUM_LEVELS. */
Test(tx_filter, level_clamp_and_bias)
{
	static const char *const chips[] = {"r580", "r420", "r300"};

	for (unsigned c = 0; c < 3; c++) {
		struct tx_rig *t = tx_rig_new(chips[c]);

		t->q.op = FL_TEXEL_OP_LOD;
		for (unsigned mip = 1; mip <= 2; mip++)
			for (unsigned last = 1; last <= 6; last += 2)
				for (unsigned first = 0; first < last; first += 2)
					for (int bias = -512; bias < 512; bias += 73)
						for (int lod = -12; lod <= 32; lod += 5) { /* quarters */
							double want = lod / 4.0 + bias / 32.0 - 1 / 32.0;

							chain(t, POINT | mip << 13 | first << 17, last);
							us_set(t->g, R500_TX_FILTER1(0),
							       ((uint32_t)bias & 0x3ff) << 3);
							fl_arena_reset(&t->g->arena);
							tx_decode(t);
							all(t, 3, (float)lod / 4);
							want = want < first  ? first
							       : want > last ? last
									     : want;
							/* "6-bits of trilinear precision. R420 supported
							 * 5-bits" */
							if (mip == 1)
								want = floor(want + 0.5);
							cr_assert(fabs(level_of(t) - want) <=
								      (mip == 1 ? 1e-3 : 1 / 31.0),
								  "%s mip %u, levels %u to %u, bias %d, lod "
								  "%d/4: %g, not %g",
								  chips[c], mip, first, last, bias, lod,
								  level_of(t), want);
						}
		tx_rig_free(t);
	}
}

/* TRI_PERF: "lfrac_out = clamp(4/3*lfrac_in - 1/6)", "clamp(2*lfrac_in - 1/2)", "clamp(4*lfrac_in - 3/2)". */
Test(tx_filter, trilinear_slopes)
{
	static const double slope[4] = {1, 4.0 / 3, 2, 4}, less[4] = {0, 1.0 / 6, 0.5, 1.5};
	struct tx_rig *t = tx_rig_new("r580");

	t->q.op = FL_TEXEL_OP_LOD;
	for (unsigned perf = 0; perf < 4; perf++)
		for (unsigned i = 0; i <= 64; i++) {
			double f = i % 64 / 64.0, want = f * slope[perf] - less[perf];

			chain(t, LINEAR | MIP_LINEAR, 6);
			us_set(t->g, R500_TX_FILTER1(0), 1 << 3 | perf << 15);
			fl_arena_reset(&t->g->arena);
			tx_decode(t);
			all(t, 3, (float)i / 64);
			want = i / 64 + (want < 0 ? 0 : want > 1 ? 1 : want);
			cr_assert(fabs(level_of(t) - want) <= 1 / 63.0, "mode %u, %g: %g, not %g", perf, f,
				  level_of(t), want);
		}
	tx_rig_free(t);
}

/* ---- anisotropy ---------------------------------------------------------------------------------------- */
/* Gradients of `wide` texels one way and `narrow` the other. With enough samples the narrow one gives the
 * level; with fewer, the wide one divided by their number. FILTER0 bits 21-23: log2 of the most samples (Mesa
 * r300_reg.h). */
Test(tx_filter, anisotropic_levels)
{
	struct tx_rig *t = tx_rig_new("r580");

	t->q.op = FL_TEXEL_OP_GRADIENTS;
	for (unsigned way = 0; way < 2; way++)
		for (unsigned most = 0; most <= 4; most++)
			for (unsigned narrow = 0; narrow <= 2; narrow++)
				for (unsigned ratio = 0; ratio <= 4; ratio++) {
					unsigned wide = narrow + ratio,
						 want = wide - (ratio < most ? ratio : most);

					chain(t, ANISO | MIP_POINT | most << 21, 6);
					fl_arena_reset(&t->g->arena);
					tx_decode(t);
					for (unsigned c = 4; c < 12; c++)
						all(t, c, 0);
					/* a little less than the power of two: its square root is not to be
					 * rounded up */
					all(t, way ? 9 : 4,
					    (float)(1 << wide) / 64 * (ratio ? 0.999f : 1.0f));
					all(t, way ? 4 : 9, (float)(1 << narrow) / 64);
					cr_assert_float_eq(
					    level_of(t), want > 6 ? 6 : want, 1e-3,
					    "way %u, %u samples, %u:%u texels: level %g, not %u", way,
					    1 << most, 1 << wide, 1 << narrow, level_of(t), want);
				}
	tx_rig_free(t);
}

/* A texture of 64x64, white where one coordinate is below a half; and the gradients of all lanes: one of
 * `wide` texels, by x or by y as `way` says, and one of `narrow` the other way. */
static void half_white(struct tx_rig *t, bool by_x, unsigned most, unsigned way, float wide, float narrow)
{
	for (unsigned y = 0; y < 64; y++)
		for (unsigned x = 0; x < 64; x++)
			t->mem[y * 64 + x] = ((by_x ? x : y) < 32) * 255;
	us_set(t->g, R500_TX_INVALTAGS, 0);
	tx_set(t, 64, 64, 0, SEL_RGBA, ANISO | CLAMP | most << 21);
	fl_arena_reset(&t->g->arena);
	tx_decode(t);
	for (unsigned c = 4; c < 12; c++)
		all(t, c, 0);
	all(t, way ? 4 : 9, wide / 64);
	all(t, way ? 9 : 4, narrow / 64);
}

/* The samples lie along the longer gradient, over all of it, half to each side: stripes across it are
 * averaged, stripes along it are not mixed; without anisotropy neither. */
Test(tx_filter, anisotropic_samples_spread)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	t->q.op = FL_TEXEL_OP_GRADIENTS;
	for (unsigned way = 0; way < 2; way++)
		for (unsigned most = 0; most <= 4; most++)
			for (unsigned across = 0; across < 2; across++) {
				half_white(t, way ^ across, most, way, 16 * 0.999f, 1);
				/* a texel and a half before the border, and in the middle of the other way */
				float at = (32 - 1.5f) / 64;
				tx_at(t, way ^ across ? at : 0.25f, way ^ across ? 0.25f : at, got);
				if (across || most == 0) {
					cr_assert_float_eq(got[0], 1, 1e-6, "way %u most %u across %u: %g",
							   way, most, across, got[0]);
					continue;
				}
				/* 16 texels around: of n samples at 16 (i + 1/2) / n - 8 some are above 1.5
				 * texels */
				double white = 0;
				unsigned n = 1u << most;
				for (unsigned i = 0; i < n; i++) {
					double p = 32 - 1.5 + 0.999 * (16 * (i + 0.5) / n - 8) - 0.5,
					       f = p - floor(p);

					white += ((floor(p) < 32) * (1 - f) + (floor(p) + 1 < 32) * f) / n;
				}
				cr_assert_float_eq(got[0], white, 0.01, "way %u, %u samples: %g, not %g", way,
						   n, got[0], white);
			}
	tx_rig_free(t);
}

/* Direct3D 11.3, functional specification 7.18.11: of a footprint whose minor axis is below one texel the
 * ratio is that of the major axis to a whole texel, one at least; the level stays what the ratio itself makes
 * of it (rounded up, as EXT_texture_filter_anisotropic has it). */
Test(tx_filter, anisotropic_samples_of_what_is_magnified)
{
	static const double lengths[] = {1 / 16.0, 0.3, 0.6, 1, 1.7, 2.5, 3.2, 4.4, 6.5, 12.3, 15.6};
	enum { LENGTHS = sizeof(lengths) / sizeof(*lengths) };
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	t->q.op = FL_TEXEL_OP_GRADIENTS;
	for (unsigned way = 0; way < 2; way++)
		for (unsigned most = 0; most <= 4; most++)
			for (unsigned i = 0; i < LENGTHS * LENGTHS; i++) {
				const double wide = lengths[i % LENGTHS], narrow = lengths[i / LENGTHS];
				const double ratio = fmin(wide / narrow, 1 << most);
				const double minor = wide / ratio;
				const int n = (int)ceil(minor < 1 ? fmax(ratio * minor, 1) : ratio);
				double white = 0;

				if (narrow >= wide)
					continue;
				half_white(t, way, most, way, (float)wide, (float)narrow);
				const double at = 32 - 0.3 * wide;
				tx_at(t, way ? (float)at / 64 : 0.25f, way ? 0.25f : (float)at / 64, got);
				for (int k = 0; k < n; k++) {
					const double p = at + wide * ((k + 0.5) / n - 0.5) - 0.5;

					white += fmin(fmax(32 - p, 0), 1) / n;
				}
				cr_assert_float_eq(got[0], white, 0.006, "way %u, %g to %g, %u: %g, not %g",
						   way, wide, narrow, 1 << most, got[0], white);

				/* three levels more, so that those below the finest show */
				chain(t, ANISO | MIP_POINT | most << 21, 6);
				us_set(t->g, R500_TX_FILTER1(0), (3 * 32 + 1) << 3);
				us_set(t->g, R500_TX_INVALTAGS, 0);
				fl_arena_reset(&t->g->arena);
				tx_decode(t);
				const double level = fmin(fmax(log2(wide / ceil(ratio)) + 3, 0), 6);
				if (fabs(level - floor(level) - 0.5) > 0.1)
					cr_assert_float_eq(level_of(t), floor(level + 0.5), 1e-3,
							   "way %u, %g to %g, %u: level %g, not %g", way,
							   wide, narrow, 1 << most, level_of(t), level);
			}
	tx_rig_free(t);
}

/* Random units, coordinates and gradients: the same bits as on the plain path. */
Test(tx_filter, anisotropic_vectors_agree_with_the_plain_path)
{
	static const uint8_t formats[] = {12, 0, 24, 29}; /* bytes and floats */
	static const uint8_t ops[] = {FL_TEXEL_OP_PLAIN, FL_TEXEL_OP_PROJECT, FL_TEXEL_OP_BIAS,
				      FL_TEXEL_OP_LOD, FL_TEXEL_OP_GRADIENTS};
	struct tx_rig *t = tx_rig_new("r580");
	uint32_t seed = 271828;

	for (unsigned i = 0; i < 1 << 20; i += 4) {
		uint32_t v = us_random(&seed) & 0x3fff3fff; /* no NaNs among the floats */
		memcpy(t->mem + i, &v, 4);
	}
	for (unsigned n = 0; n < 4000; n++) {
		uint32_t lw = us_random(&seed) % 8, lh = us_random(&seed) % 8, levels = lw > lh ? lw : lh;
		uint32_t most = us_random(&seed) % 5,
			 one = us_random(&seed) % 4 ? 3 : 1 + us_random(&seed) % 3;

		/* wrap modes without borders; magnification, minification, between levels; bits 21-23 */
		tx_set(t, 1 << lw, 1 << lh, formats[us_random(&seed) % sizeof(formats)], SEL_RGBA,
		       us_random(&seed) % 4 | us_random(&seed) % 4 << 3 | 3 << 9 | one << 11 |
			   us_random(&seed) % 3 << 13 | most << 21);
		us_set(t->g, R500_TX_FORMAT0(0),
		       ((1 << lw) - 1) | ((1 << lh) - 1) << 11 | levels * (us_random(&seed) & 1) << 26);
		us_set(t->g, R500_TX_FILTER1(0), us_random(&seed) & 0x1f80f8);
		fl_arena_reset(&t->g->arena);
		tx_decode(t);
		t->q.op = ops[us_random(&seed) % sizeof(ops)];
		t->q.unscaled = us_random(&seed) % 4 == 0;
		for (unsigned c = 0; c < 12; c++)
			for (unsigned l = 0; l < 64; l++) {
				float v = us_random_float(&seed);
				t->in[c][l] = n % 3 == 0 ? v
					      : n % 3 == 1
						  ? (float)(l % 8) * 0.03f * (c + 1) - v * 0.01f
						  : (float)(l / 8) * 0.2f + (float)(l % 2) * 0.3f / (c + 1);
			}
		tx_agree(t, n);
	}
	tx_rig_free(t);
}

/* ---- MPEG ---------------------------------------------------------------------------------------------- */
/* MC_COORD_TRUNCATE: "truncate coordinate fractions to 0.0 and 0.5"; MC_ROUND: "+0.25" in place of "+0.5". */
Test(tx_filter, mpeg_modes)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned i = 0; i < 8; i++)
		for (unsigned x = 0; x < 8; x++)
			t->mem[i * 32 + x] = (uint8_t)((i * 37 + x * 59) * 3 & 255);
	for (unsigned mode = 0; mode < 4; mode++) {
		tx_set(t, 8, 8, 0, SEL_RGBA, LINEAR | CLAMP);
		us_set(t->g, R500_TX_FILTER1(0), 1 << 3 | (mode & 1) << 2 | (mode >> 1) << 14);
		fl_arena_reset(&t->g->arena);
		tx_decode(t);
		for (unsigned n = 0; n < 64; n++) {
			/* eighths of a texel */
			double fx = n % 8 / 8.0, fy = n / 8 / 8.0, want;
			unsigned x = n % 7, y = n / 7 % 7;
			const uint8_t *p = t->mem + y * 32 + x;

			tx_at(t, (float)(x + 0.5 + fx) / 8, (float)(y + 0.5 + fy) / 8, got);
			if (mode & 2) {
				fx = floor(fx * 2) / 2;
				fy = floor(fy * 2) / 2;
			}
			want =
			    (p[0] * (1 - fx) + p[1] * fx) * (1 - fy) + (p[32] * (1 - fx) + p[33] * fx) * fy;
			if (mode & 1)
				want = floor(want + 0.25);
			cr_assert_float_eq(got[0] * 255, want, 1e-3, "mode %u, fraction (%g, %g): %g, not %g",
					   mode, fx, fy, got[0] * 255, want);
		}
	}
	tx_rig_free(t);
}

/* ---- YUV ----------------------------------------------------------------------------------------------- */
static double clamp01(double v)
{
	return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* ITU-R BT.601, studio swing. YUV_TO_RGB 1 clamps, 2 does not; SWAP_YUV "inverts upper bit of U and V". */
Test(tx_filter, yuv_to_rgb)
{
	static const uint8_t yuv[][3] = {{16, 128, 128}, {235, 128, 128}, {81, 90, 240},   {145, 54, 34},
					 {41, 240, 110}, {0, 0, 0},       {255, 255, 255}, {128, 1, 254}};
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned i = 0; i < sizeof(yuv) / 3; i++)
		for (unsigned format = 19; format <= 21; format++)
			for (unsigned odd = 0; odd < 2; odd++)
				for (unsigned mode = 0; mode < 3; mode++)
					for (unsigned swap = 0; swap < 2; swap++) {
						const uint8_t y = yuv[i][0], u = yuv[i][1], v = yuv[i][2],
							      other = 99;
						/* AVYU: A highest. VYUY: V highest, Y1, U, Y0. YVYU: Y1, V,
						 * Y0, U */
						const uint8_t y0 = odd ? other : y, y1 = odd ? y : other;
						const uint32_t word =
						    format == 19 ? 0x77u << 24 | v << 16 | y << 8 | u
						    : format == 20
							? (uint32_t)v << 24 | y1 << 16 | u << 8 | y0
							: (uint32_t)y1 << 24 | v << 16 | y0 << 8 | u;
						double su = swap ? u ^ 128 : u, sv = swap ? v ^ 128 : v,
						       want[4];

						if (format == 19 && odd)
							continue;
						memcpy(t->mem, &word, 4);
						us_set(t->g, R500_TX_INVALTAGS, 0);
						/* "Ignored for Y/YUV formats": selects and signs */
						tx_set(t, 2, 1, format,
						       (5 << 12 | 5 << 15 | 5 << 18 | 4 << 9) | 0xf << 5 |
							   mode << 22 | swap << 24,
						       POINT | CLAMP);
						fl_arena_reset(&t->g->arena);
						tx_decode(t);
						tx_at(t, odd ? 0.75f : 0.25f, 0.5f, got);
						want[0] = mode ? (1.164 * (y - 16) + 1.596 * (sv - 128)) / 255
							       : sv / 255;
						want[1] = mode ? (1.164 * (y - 16) - 0.813 * (sv - 128) -
								  0.391 * (su - 128)) /
								     255
							       : y / 255.0;
						want[2] = mode ? (1.164 * (y - 16) + 2.018 * (su - 128)) / 255
							       : su / 255;
						want[3] = format == 19 ? 0x77 / 255.0 : 1;
						for (unsigned c = 0; c < 4; c++) {
							double w = mode == 1 ? clamp01(want[c]) : want[c];

							cr_assert(fabs(got[c] - w) < 0.6 / 255,
								  "format %u mode %u swap %u, %u %u %u, "
								  "channel %u: %g, not %g",
								  format, mode, swap, y, u, v, c,
								  got[c] * 255, w * 255);
						}
					}
	tx_rig_free(t);
}

/* ---- borders ------------------------------------------------------------------------------------------- */
/* "Color used for borders. Format is the same as the texture being bordered": for all formats of 8 to 32
 * bits, what a texel with these bits shows. Wider ones: "now supported for all image formats" (10.1.6). */
Test(tx_filter, border_of_every_format)
{
	static const struct {
		unsigned format, bits;
		uint32_t flags;
	} row[] = {{0, 8, 0},      {0, 8, 1 << 5},    {1, 16, 0},        {1, 16, 1 << 5},  {2, 8, 0},
		   {3, 16, 0},     {3, 16, 3 << 5},   {4, 32, 0},        {5, 8, 0},        {6, 16, 0},
		   {7, 16, 0},     {8, 32, 0},        {9, 32, 0},        {10, 16, 0},      {11, 16, 0},
		   {12, 32, 0},    {12, 32, 15 << 5}, {12, 32, 1 << 21}, {13, 32, 0},      {18, 16, 3 << 5},
		   {19, 32, 0},    {19, 32, 1 << 22}, {22, 16, 1 << 5},  {23, 32, 3 << 5}, {24, 16, 0},
		   {25, 32, 0},    {27, 32, 0},       {30, 32, 0},       {32 + 2, 16, 0},  {32 + 3, 32, 0},
		   {32 + 6, 32, 0}};
	static const uint32_t texels[] = {0x12345678, 0xc0ffee81, 0x3f7f0040, 0xa5c33c5a};
	struct tx_rig *t = tx_rig_new("r580");
	float in[4], out[4];

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		for (unsigned k = 0; k < sizeof(texels) / 4; k++) {
			uint32_t v = row[i].bits == 32 ? texels[k] : texels[k] & ((1u << row[i].bits) - 1);

			memcpy(t->mem, &v, 4);
			us_set(t->g, R500_TX_INVALTAGS, 0);
			us_set(t->g, R500_TX_BORDER_COLOR(0), v);
			tx_set(t, 1, 1, row[i].format, SEL_RGBA | row[i].flags, POINT | BORDER);
			fl_arena_reset(&t->g->arena);
			tx_decode(t);
			tx_at(t, 0.5f, 0.5f, in);
			tx_at(t, 1.5f, 0.5f, out);
			for (unsigned c = 0; c < 4; c++)
				cr_assert(us_word(in[c]) == us_word(out[c]) ||
					      fabs(in[c] - out[c]) < 0.6 / 255,
					  "format %u, 0x%08x, channel %u: %g inside, %g in the border",
					  row[i].format, v, c, in[c], out[c]);
		}
	/* Mesa r300_state.c: formats of 64 and 128 bits have four bytes, 32f_32f too; S3TC B8G8R8A8 */
	static const struct {
		unsigned format;
		double want[4];
	} wide[] = {{14, {0x11, 0x22, 0x33, 0x44}},
		    {26, {0x11, 0x22, 0x33, 0x44}},
		    {29, {0x11, 0x22, 0x33, 0x44}},
		    {15, {0x33, 0x22, 0x11, 0x44}},
		    {17, {0x33, 0x22, 0x11, 0x44}}};
	for (unsigned i = 0; i < sizeof(wide) / sizeof(wide[0]); i++) {
		us_set(t->g, R500_TX_BORDER_COLOR(0), 0x44332211);
		tx_set(t, 4, 4, wide[i].format, SEL_RGBA, POINT | BORDER);
		fl_arena_reset(&t->g->arena);
		tx_decode(t);
		tx_at(t, -0.5f, 0.5f, out);
		for (unsigned c = 0; c < 4; c++)
			cr_assert_float_eq(out[c] * 255, wide[i].want[c], 0.01, "format %u, channel %u: %g",
					   wide[i].format, c, out[c] * 255);
	}
	tx_rig_free(t);
}

/* ---- chroma keys --------------------------------------------------------------------------------------- */
static uint64_t dead_lanes(struct tx_rig *t, unsigned isa)
{
	const char *name;
	tx_look_fn *look = tx_isa(isa, &name);

	return look ? look(t->g->draw.tx->unit[0], &t->q) : ~UINT64_C(0);
}

/* "kill pixel if any sample matches chroma key"; "set sample to 0 if it matches chroma key". */
Test(tx_filter, chroma_keys)
{
	static const struct {
		unsigned format, cpp;
		uint32_t key, other; /* other differs from key in one bit of one component */
	} row[] = {{12, 4, 0x40302010, 0x40302011}, {6, 2, 0x8421, 0x8c21},          {0, 1, 0x7f, 0x7e},
		   {10, 2, 0xf123, 0xe123},         {13, 4, 0xc0300803, 0x80300803}, {11, 2, 0x8001, 0x0001}};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		for (unsigned mode = 0; mode < 3; mode++)
			for (unsigned filter = 1; filter <= 2; filter++) {
				struct tx_rig *t = tx_rig_new("r580");
				float plain[4], got[4];

				for (unsigned y = 0; y < 4; y++)
					for (unsigned x = 0; x < 4; x++)
						memcpy(t->mem + y * 32 + x * row[i].cpp,
						       x == 2 && y == 1 ? &row[i].key : &row[i].other,
						       row[i].cpp);
				tx_set(t, 4, 4, row[i].format, SEL_RGBA,
				       (filter << 9 | filter << 11) | CLAMP);
				us_set(t->g, R500_TX_CHROMA_KEY(0), row[i].key);
				tx_decode(t);
				cr_assert_not(mr500_tx_kills(t->g->draw.tx));
				tx_at(t, 0.125f, 0.125f, plain);
				us_set(t->g, R500_TX_FILTER1(0), 1 << 3 | mode);
				tx_decode(t);
				cr_assert_eq(mr500_tx_kills(t->g->draw.tx), mode == 1);
				for (unsigned isa = 0; isa < 4; isa++) {
					/* eighths of the texture: odd ones are texels' middles, even ones
					 * between two */
					for (unsigned l = 0; l < 64; l++) {
						t->in[0][l] = (float)(l % 8) / 8;
						t->in[1][l] = (float)(l / 8) / 8;
					}
					uint64_t dead = dead_lanes(t, isa), want = 0;

					if (dead == ~UINT64_C(0))
						continue;
					for (unsigned l = 0; l < 64; l++) {
						unsigned x = l % 8, y = l / 8;
						bool near = x >= 4 && x <= 6 && y >= 2 && y <= 4;
						bool inside = x >= 4 && x <= 5 && y >= 2 && y <= 3;

						/* whether a sample of no weight counts is not said */
						if (filter == 2 && (x % 2 || y % 2))
							dead &= ~(UINT64_C(1) << l);
						else
							want |= (uint64_t)(filter == 1 ? inside : near) << l;
					}
					cr_assert_eq(dead, mode == 1 ? want : 0,
						     "format %u filter %u: %016llx, not %016llx",
						     row[i].format, filter, (unsigned long long)dead,
						     (unsigned long long)want);
				}
				if (mode == 2) {
					tx_at(t, 0.625f, 0.375f, got); /* the texel itself */
					for (unsigned c = 0; c < 4; c++)
						cr_assert_eq(got[c], 0);
					tx_at(t, 0.75f, 0.375f, got); /* half of it */
					for (unsigned c = 0; c < 4 && filter == 2; c++)
						cr_assert_float_eq(got[c], plain[c] / 2, 1e-5);
				}
				tx_rig_free(t);
			}
}

/* R5xx guide 10.6: TX_CHROMA_KEY "should be AVYU for all YUV formats". */
Test(tx_filter, chroma_key_of_yuv)
{
	for (unsigned format = 20; format <= 21; format++) {
		struct tx_rig *t = tx_rig_new("r580");
		const uint8_t y0 = 0x51, u = 0x5a, v = 0xf0, y1 = 0x52;
		const uint32_t word = format == 20 ? (uint32_t)v << 24 | y1 << 16 | u << 8 | y0
						   : (uint32_t)y1 << 24 | v << 16 | y0 << 8 | u;

		memcpy(t->mem, &word, 4);
		tx_set(t, 2, 1, format, SEL_RGBA, POINT | CLAMP);
		us_set(t->g, R500_TX_FILTER1(0), 1 << 3 | 1);
		us_set(t->g, R500_TX_CHROMA_KEY(0), (uint32_t)v << 16 | y1 << 8 | u);
		tx_decode(t);
		for (unsigned l = 0; l < 64; l++)
			t->in[0][l] = l % 2 ? 0.75f : 0.25f;
		cr_assert_eq(dead_lanes(t, 0), UINT64_C(0xaaaaaaaaaaaaaaaa), "format %u", format);
		tx_rig_free(t);
	}
}

/* ---- the cache ----------------------------------------------------------------------------------------- */
/* More textures than it holds, used in turn and again, each still its own; and after TX_INVALTAGS every one
 * as memory is. */
Test(tx_filter, more_textures_than_the_cache_holds)
{
	enum { N = 12, SIDE = 1024, SIZE_B = SIDE * SIDE * 4 };
	struct tx_rig *t = tx_rig_new("r580");
	uint64_t held, decoded, budget = 24 << 20;
	float got[4];

	cr_assert_gt((uint64_t)N * SIZE_B, budget);
	for (unsigned pass = 0; pass < 3; pass++) {
		for (unsigned n = 0; n < N && pass != 1; n++)
			memset(t->mem + n * SIZE_B, (int)(pass * 7 + n * 11 + 1), SIZE_B);
		if (pass == 2)
			us_set(t->g, R500_TX_INVALTAGS, 0);
		for (unsigned n = 0; n < N; n++) {
			tx_set(t, SIDE, SIDE, 12, SEL_RGBA, POINT | CLAMP);
			us_set(t->g, R500_TX_OFFSET(0), t->addr + n * SIZE_B);
			tx_decode(t);
			tx_at(t, 0.7f, 0.2f, got);
			cr_assert_float_eq(got[0] * 255, (pass == 2 ? 14 : 0) + n * 11 + 1, 1e-3,
					   "pass %u, texture %u", pass, n);
			fl_texel_cache_stats(t->g->r->tx->cache, &held, &decoded);
			cr_assert_leq(held, budget);
			if (pass == 0)
				cr_assert_eq(decoded, (uint64_t)(n + 1) * SIDE * SIDE * 4, "%llu",
					     (unsigned long long)decoded);
		}
	}
	cr_assert_eq(fl_model_report(&t->g->r->base, 0), NULL);
	tx_rig_free(t);
}
