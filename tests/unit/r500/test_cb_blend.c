/* SPDX-License-Identifier: MIT
 *
 * CB: blending, against formulas written down here in doubles.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/unit/r500/test_rb_rig.h"

struct rgba {
	double c[4]; /* r g b a */
};

/* The factors of R5xx guide 11.2, GL numbering; k is the channel, 3 alpha. */
static double factor(unsigned code, unsigned k, struct rgba s, struct rgba d, struct rgba c)
{
	switch (code) {
	case 32:
		return 0;
	case 33:
		return 1;
	case 34:
		return s.c[k];
	case 35:
		return 1 - s.c[k];
	case 36:
		return d.c[k];
	case 37:
		return 1 - d.c[k];
	case 38:
		return s.c[3];
	case 39:
		return 1 - s.c[3];
	case 40:
		return d.c[3];
	case 41:
		return 1 - d.c[3];
	case 42:
		return k == 3 ? 1 : fmin(s.c[3], 1 - d.c[3]);
	case 43:
		return c.c[k];
	case 44:
		return 1 - c.c[k];
	case 45:
		return c.c[3];
	default:
		return 1 - c.c[3];
	}
}

static double equation(unsigned func, unsigned sf, unsigned df, unsigned k, struct rgba s, struct rgba d,
		       struct rgba c)
{
	double a = s.c[k] * factor(sf, k, s, d, c), b = d.c[k] * factor(df, k, s, d, c);

	switch (func >> 1) {
	case 0:
		return fmin(a + b, 1);
	case 1:
		return fmax(a - b, 0);
	case 2:
		return func & 1 ? fmax(s.c[k], d.c[k]) : fmin(s.c[k], d.c[k]);
	default:
		return fmax(b - a, 0);
	}
}

static struct rgba of_word(uint32_t w)
{
	return (struct rgba){
	    {(w >> 16 & 255) / 255.0, (w >> 8 & 255) / 255.0, (w & 255) / 255.0, (w >> 24) / 255.0}};
}

Test(cb, blend_every_factor_and_function)
{
	static const struct {
		uint32_t old;
		float c[4];
	} cases[] = {{0x80402010, {1.0f, 0.5f, 0.25f, 0.75f}}, {0x00ff7f01, {0.2f, 0.85f, 0.0f, 0.3f}}};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	/* constant: R 300, G 600, B 900, A 450 of 1023 */
	struct rgba k10 = {{300 / 1023.0, 600 / 1023.0, 900 / 1023.0, 450 / 1023.0}};

	rig_set(g, R500_RB3D_CONSTANT_COLOR_AR, 300 | 450u << 16);
	rig_set(g, R500_RB3D_CONSTANT_COLOR_GB, 900 | 600u << 16);
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < 2; j++)
			for (unsigned func = 0; func < 8; func++)
				for (unsigned sf = 32; sf <= 46; sf++)
					for (unsigned df = 32; df <= 46; df++) {
						if (df == 42) /* reserved for the destination */
							continue;
						rig_set(g, R500_RB3D_BLENDCNTL,
							1 | 1 << 2 | func << 12 | sf << 16 | df << 24);
						uint32_t got =
						    rig_draw_one(g, isa[i], cases[j].old, cases[j].c);
						struct rgba s, d = of_word(cases[j].old), out = of_word(got);

						for (unsigned c = 0; c < 4; c++)
							s.c[c] = nearbyint(cases[j].c[c] * 255.0f) / 255.0;
						for (unsigned c = 0; c < 4; c++) {
							double want = equation(func, sf, df, c, s, d, k10);
							/* half a step of the result, and half a step of the
							 * constant */
							cr_assert_leq(fabs(want - out.c[c]), 1.01 / 255,
								      "isa %u func %u factors %u %u channel "
								      "%u: %f not %f",
								      isa[i], func, sf, df, c, out.c[c],
								      want);
						}
					}
	rb_rig_delete(g);
}

/* Halves without exponents at the ends: all that these tests need. */
static uint32_t half_of(double v)
{
	int e;
	double m = frexp(fabs(v), &e); /* 0.5 to 1 */

	return v == 0 ? 0 : (v < 0 ? 0x8000u : 0) | (uint32_t)(e + 14) << 10 | ((uint32_t)(m * 2048) & 0x3ff);
}

static double from_half(uint32_t h)
{
	return h & 0x7fff ? (h & 0x8000 ? -1 : 1) * ldexp(1024 + (h & 0x3ff), (int)(h >> 10 & 31) - 25) : 0;
}

/* Targets of halves: the same equations without clamps, in numbers that come out exactly. */
Test(cb, fp16_blend_every_factor_and_function)
{
	static const uint8_t funcs[] = {1, 3, 4, 5, 7};
	const struct rgba s = {{0.5, 0.25, 2, 0.75}}, d = {{1.5, 0.25, 0.5, 0.375}},
			  k = {{0.5, 0.25, 0.75, 0.125}};
	const struct rgba s2 = {{0.5, 0.25, 2, 0.375}}, d2 = {{1.5, 0.25, 0.5, 0.25}};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 10u << 21);
	rig_set(g, R500_US_OUT_FMT(0), 0x1b12); /* C4_16_FP, B G R A */
	rig_set(g, R500_RB3D_CONSTANT_COLOR_AR, half_of(k.c[0]) | half_of(k.c[3]) << 16);
	rig_set(g, R500_RB3D_CONSTANT_COLOR_GB, half_of(k.c[2]) | half_of(k.c[1]) << 16);
	for (unsigned j = 0; j < 2 * n; j++)
		for (unsigned f = 0; f < sizeof(funcs); f++)
			for (unsigned sf = 32; sf <= 46; sf++)
				for (unsigned df = 32; df <= 46; df++) {
					const struct rgba *from = j & 1 ? &s2 : &s, *to = j & 1 ? &d2 : &d;
					const bool bare = funcs[f] == 4 || funcs[f] == 5;
					double got[4];

					if (df == 42)
						continue;
					rig_set(g, R500_RB3D_BLENDCNTL,
						1 | 1 << 2 | (unsigned)funcs[f] << 12 | sf << 16 | df << 24);
					for (uint32_t px = 0; px < 8 * 256; px++) {
						uint32_t w[2] = {half_of(to->c[2]) | half_of(to->c[1]) << 16,
								 half_of(to->c[0]) | half_of(to->c[3]) << 16};

						memcpy(g->mem + px * 8, w, 8);
					}
					rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
					cr_assert(rig_open(g, 0, 0));
					rig_block(g, 0, 0, ~0ull);
					rig_color(g, 0, (float)from->c[0], (float)from->c[1],
						  (float)from->c[2], (float)from->c[3]);
					rig_run_cb(g, isa[j / 2]);
					rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
					fl_arena_reset(&g->arena);
					got[2] = from_half(rig_dword(g, 0) & 0xffff);
					got[1] = from_half(rig_dword(g, 0) >> 16);
					got[0] = from_half(rig_dword(g, 4) & 0xffff);
					got[3] = from_half(rig_dword(g, 4) >> 16);
					for (unsigned c = 0; c < 4; c++) {
						double a = from->c[c] * factor(sf, c, *from, *to, k),
						       b = to->c[c] * factor(df, c, *from, *to, k), want;

						if (bare) {
							a = from->c[c];
							b = to->c[c];
						}
						want = funcs[f] == 1   ? a + b
						       : funcs[f] == 3 ? a - b
						       : funcs[f] == 4 ? fmin(a, b)
						       : funcs[f] == 5 ? fmax(a, b)
								       : b - a;
						cr_assert_eq(
						    got[c], want,
						    "isa %u func %u factors %u %u channel %u: %g not %g",
						    isa[j / 2], funcs[f], sf, df, c, got[c], want);
					}
				}
	rb_rig_delete(g);
}

/* The head of color.h: what the blender reads and writes is finite, and no negative zero. Every half, as the
 * destination and as the source; a block has 256 of them. */
Test(cb, fp16_blend_of_every_half)
{
	static const uint8_t place[4] = {2, 1, 0, 3}; /* B, G, R, A in memory */
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 10u << 21);
	rig_set(g, R500_US_OUT_FMT(0), 0x1b12); /* C4_16_FP, B G R A */
	for (unsigned i = 0; i < 2 * n; i++)
		for (uint32_t first = 0; first < 1u << 16; first += 256) {
			const bool source = i & 1;
			uint16_t in[64][4], got[4];

			rig_set(g, R500_RB3D_BLENDCNTL,
				1 | 1 << 2 | 1 << 12 |
				    (source ? 33u << 16 | 32u << 24 : 32u << 16 | 33u << 24));
			rig_color(g, 0, 0.5f, 0.5f, 0.5f, 0.5f);
			for (unsigned l = 0; l < 64; l++) {
				const unsigned x = l / 4 % 4 * 2 + l % 2, y = l / 16 * 2 + l / 2 % 2;
				static const uint16_t half[4] = {0x3800, 0x3800, 0x3800, 0x3800};

				for (unsigned c = 0; c < 4; c++) {
					const uint32_t code = in[l][c] = (uint16_t)(first + 4 * l + c);
					const double sign = code & 0x8000 ? -1 : 1;
					const uint32_t e = code >> 10 & 31, m = code & 0x3ff;

					if (source)
						mr500_px_of(g->t)->out[0][place[c]][l] =
						    (float)(e == 31
								? m ? (double)NAN : sign * (double)INFINITY
								: sign * ldexp(e ? 1024 + m : m,
									       (int)(e ? e : 1) - 25));
				}
				memcpy(g->mem + (y * 256 + x) * 8, source ? half : in[l], 8);
			}
			rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
			cr_assert(rig_open(g, 0, 0));
			rig_block(g, 0, 0, ~0ull);
			rig_run_cb(g, isa[i / 2]);
			rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
			fl_arena_reset(&g->arena);
			for (unsigned l = 0; l < 64; l++) {
				const unsigned x = l / 4 % 4 * 2 + l % 2, y = l / 16 * 2 + l / 2 % 2;

				memcpy(got, g->mem + (y * 256 + x) * 8, 8);
				for (unsigned c = 0; c < 4; c++) {
					const unsigned size = in[l][c] & 0x7fff,
						       want = size > 0x7c00        ? 0
							      : in[l][c] == 0x8000 ? 0
							      : size == 0x7c00     ? in[l][c] - 1u
										   : in[l][c];

					cr_assert_eq(got[c], want, "isa %u, source %d: 0x%04x is 0x%04x",
						     isa[i / 2], source, in[l][c], got[c]);
				}
			}
		}
	rb_rig_delete(g);
}

/* Signed channels: bytes count from -127 to 127, what is read as what is written; channels without a sign
 * beside them count to 255. */
Test(cb, blend_of_signed_channels)
{
	static const uint8_t codes[] = {0, 1, 63, 64, 100, 127, 128, 129, 192, 255};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_RB3D_BLENDCNTL,
		1 | 1 << 2 | 1 << 12 | 32u << 16 | 33u << 24); /* the destination alone */
	for (unsigned i = 0; i < n; i++)
		for (unsigned sign = 1; sign < 16; sign++)
			for (unsigned j = 0; j < sizeof(codes); j++) {
				const float half[4] = {0.5f, 0.5f, 0.5f, 0.5f};
				const uint32_t old = codes[j] * 0x01010101u;
				uint32_t got;

				rig_set(g, R500_US_OUT_FMT(0), 0x1b00 | R500_US_OUT_FMT__OUT_SIGN(sign));
				got = rig_draw_one(g, isa[i], old, half);
				for (unsigned k = 0; k < 4; k++) {
					const uint8_t least =
					    sign >> k & 1 && codes[j] == 128 ? 129 : codes[j];

					cr_assert_eq(got >> 8 * k & 255, least,
						     "isa %u, sign %u, channel %u: %u is %u", isa[i], sign, k,
						     codes[j], got >> 8 * k & 255);
				}
			}
	rb_rig_delete(g);
}

Test(cb, blend_is_exact_without_a_constant)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	/* source alpha over, every alpha, and the result rounded to nearest */
	rig_set(g, R500_RB3D_BLENDCNTL, 1 | 1 << 2 | 38u << 16 | 39u << 24);
	for (unsigned i = 0; i < n; i++)
		for (unsigned a = 0; a < 256; a++) {
			float c[4] = {200 / 255.0f, 3 / 255.0f, 1.0f, a / 255.0f};
			uint32_t got = rig_draw_one(g, isa[i], 0xff4080c0, c);
			const unsigned s[4] = {255, 3, 200, a}, d[4] = {0xc0, 0x80, 0x40, 0xff};

			for (unsigned k = 0; k < 4; k++)
				cr_assert_eq(got >> k * 8 & 255,
					     (unsigned)floor((s[k] * a + d[k] * (255.0 - a)) / 255.0 + 0.5));
		}
	rb_rig_delete(g);
}

/* Direct3D's codes 1 to 11 are the same factors, in another order (R5xx guide 11.2, RB3D_BLENDCNTL), on
 * either side and for alpha alone. */
Test(cb, blend_every_d3d_factor)
{
	enum { D3D_ZERO = 1, D3D_ONE, D3D_SAT = 11, GL_ZERO = 32, GL_ONE };
	static const uint8_t as_gl[] = {0, GL_ZERO, GL_ONE, 34, 35, 38, 39, 40, 41, 36, 37, 42};
	static const float c[4] = {0.2f, 0.85f, 0.0f, 0.3f};
	const uint32_t old = 0x34ff7f01; /* alpha far from its complement */
	struct rb_rig *g = rb_rig_new("r580");
	struct rgba s, d = of_word(old), none = {{0}};

	for (unsigned k = 0; k < 4; k++)
		s.c[k] = nearbyint(c[k] * 255.0f) / 255.0;
	for (unsigned code = D3D_ZERO; code <= D3D_SAT; code++)
		for (unsigned where = 0; where < 4; where++) { /* source, destination; and of alpha */
			bool dst = where & 1, alpha = where & 2;
			unsigned sf = dst ? D3D_ONE : code, df = dst ? code : D3D_ZERO;

			if (dst && code == D3D_SAT) /* reserved for the destination */
				continue;
			if (alpha) {
				rig_set(g, R500_RB3D_BLENDCNTL, 1 | 2 | 4 | D3D_ONE << 16 | D3D_ZERO << 24);
				rig_set(g, R500_RB3D_ABLENDCNTL, sf << 16 | df << 24);
			} else {
				rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | sf << 16 | df << 24);
			}
			struct rgba out = of_word(rig_draw_one(g, FL_ISA_BASE, old, c));

			for (unsigned k = 0; k < 4; k++) {
				bool plain = alpha && k < 3;
				double want = equation(0, as_gl[plain ? D3D_ONE : sf],
						       as_gl[plain ? D3D_ZERO : df], k, s, d, none);

				cr_assert_leq(fabs(want - out.c[k]), 0.51 / 255,
					      "code %u, case %u, channel %u: %f, want %f", code, where, k,
					      out.c[k], want);
			}
		}
	cr_assert_eq(g->r->base.n_reports, 0);
	rb_rig_delete(g);
}

Test(cb, separate_alpha_and_both_d3d_factors)
{
	struct rb_rig *g = rb_rig_new("r580");
	const float c[4] = {1.0f, 0.5f, 0.25f, 0.5f};

	/* color: one, zero; alpha: zero, one */
	rig_set(g, R500_RB3D_BLENDCNTL, 1 | 2 | 4 | 33u << 16 | 32u << 24);
	rig_set(g, R500_RB3D_ABLENDCNTL, 32u << 16 | 33u << 24);
	cr_assert_eq(rig_draw_one(g, FL_ISA_BASE, 0x77112233, c), 0x77ff8040);
	/* D3D_BOTHSRCALPHA (12): source As, destination 1 - As, whatever DESTBLEND says */
	rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 12u << 16 | 2u << 24);
	cr_assert_eq(rig_draw_one(g, FL_ISA_BASE, 0xff0000ff, c) & 0xff00ff,
		     (255 * 128 * 2 + 255) / 510 << 16 | (64 * 128 * 2 + 255 * 127 * 2 + 255) / 510);
	/* D3D_BOTHINVSRCALPHA (13): source 1 - As, destination As, whatever DESTBLEND says */
	rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 13u << 16 | 1u << 24);
	uint32_t got = rig_draw_one(g, FL_ISA_BASE, 0xff0000ff, c);
	cr_assert_eq(got >> 16 & 255, (255 * 127 * 2 + 255) / 510);
	cr_assert_eq(got & 255, (64 * 127 * 2 + 255 * 128 * 2 + 255) / 510);
	rb_rig_delete(g);
}

Test(cb, reads_off_and_discard)
{
	struct rb_rig *g = rb_rig_new("r580");
	const float half[4] = {0.5f, 0.5f, 0.5f, 0.5f}, faint[4] = {1.0f, 1.0f, 1.0f, 1 / 255.0f};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++) {
		/* READ_ENABLE 0 and a factor that needs the destination: taken as 0, reported */
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 33u << 16 | 33u << 24);
		cr_assert_eq(rig_draw_one(g, isa[i], 0x11111111, half), 0x80808080);
		/* DISCARD_SRC_PIXELS 1, threshold 1: alpha 1 of 255 is not drawn, in both ways */
		rig_set(g, R500_RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD, 0x01010101);
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 1 << 3 | 38u << 16 | 39u << 24);
		cr_assert_eq(rig_draw_one(g, isa[i], 0x11111111, faint), 0x11111111);
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 1 << 3 | 33u << 16 | 33u << 24);
		cr_assert_eq(rig_draw_one(g, isa[i], 0x11111111, faint), 0x11111111);
		/* 2: only the colors count: they are above */
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 2 << 3 | 33u << 16 | 32u << 24);
		cr_assert_eq(rig_draw_one(g, isa[i], 0x11111111, faint), 0x01ffffff);
		/* 5: colors at or above the threshold */
		rig_set(g, R500_RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD, 0xfefefefe);
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 5 << 3 | 33u << 16 | 32u << 24);
		cr_assert_eq(rig_draw_one(g, isa[i], 0x11111111, faint), 0x11111111);
		/* 6: alpha is not */
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 6 << 3 | 33u << 16 | 32u << 24);
		cr_assert_eq(rig_draw_one(g, isa[i], 0x11111111, faint), 0x01ffffff);
		rig_set(g, R500_RB3D_BLENDCNTL, 0);
	}
	cr_assert_eq(g->r->base.n_reports, 1);
	rb_rig_delete(g);
}

/* R5xx guide 11.2, RB3D_BLENDCNTL.DISCARD_SRC_PIXELS: a pixel goes if all of the channels that are named are
 * at or below their thresholds (1 alpha, 2 colors, 3 both), or at or above others (4, 5, 6). */
Test(cb, discards_by_every_channel)
{
	enum { ALPHA = 8, COLORS = 7, B = 0, G = 8, R = 16, A = 24 };
	static const struct {
		unsigned format, out; /* four bytes; halves; 5, 6 and 5 bits, which have no alpha */
	} f[] = {{6, 0x1b00}, {10, 0x3912}, {4, 0x1b00}};
	static const unsigned channels[7] = {0, ALPHA, COLORS, COLORS | ALPHA, ALPHA, COLORS, COLORS | ALPHA};
	static const uint8_t limit[4] = {0x20, 0x60, 0xa0, 0xe0};
	const uint32_t limits = limit[0] << B | limit[1] << G | limit[2] << R | (uint32_t)limit[3] << A,
		       dest[2] = {R500_RB3D_BLENDCNTL__DESTBLEND(32), R500_RB3D_BLENDCNTL__DESTBLEND(39)},
		       old = 0x11111111;
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n * 3; i++)
		for (unsigned how = 0; how < 7; how++)
			for (unsigned near = 0; near < 81; near++) {
				/* each channel one below its threshold, at it, one above it; in the order R,
				 * G, B, A of colors, of which the target's places C0 to C3 are B, G, R, A or
				 * R, G, B, A */
				const bool rgba = f[i / n].format == 10;
				uint8_t place[4];
				float c[4];
				bool gone = how != 0;

				for (unsigned k = 0, v = near; k < 4; k++, v /= 3) {
					place[k] = (uint8_t)(limit[k] - 1 + v % 3);
					if (channels[how] >> k & 1)
						gone &= how < 4 ? place[k] <= limit[k] : place[k] >= limit[k];
				}
				for (unsigned k = 0; k < 4; k++)
					c[k] = place[rgba || k == 3 ? k : 2 - k] / 255.0f;
				rig_set(g, R500_RB3D_COLORPITCH(0), 256 | f[i / n].format << 21);
				rig_set(g, R500_US_OUT_FMT(0), f[i / n].out);
				rig_set(g, R500_RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD,
					how < 4 ? limits : 0x01020304);
				rig_set(g, R500_RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD,
					how < 4 ? 0x50607080 : limits);
				rig_set(g, R500_RB3D_BLENDCNTL,
					R500_RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE(1) |
					    R500_RB3D_BLENDCNTL__READ_ENABLE(1) |
					    R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS(how) |
					    R500_RB3D_BLENDCNTL__SRCBLEND(33) | dest[near & 1]);
				cr_assert_eq(rig_draw_one(g, isa[i % n], old, c) == old, gone,
					     "format %u, isa %u, %u: %02x %02x %02x %02x", f[i / n].format,
					     isa[i % n], how, place[0], place[1], place[2], place[3]);
			}
	rb_rig_delete(g);
}

/* What is not read counts as 0: of every pixel without READ_ENABLE, of those whose alpha is 0 or 1 where
 * SRC_ALPHA_0_NO_READ and SRC_ALPHA_1_NO_READ say so. Bytes, bytes in another place than all at once,
 * halves. */
Test(cb, pixels_that_are_not_read)
{
	static const unsigned formats[][2] = {{6, 0x1b00}, {6, 0x3900}, {10, 0x3912}};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n * 3; i++)
		for (unsigned how = 0; how < 8; how++)
			for (unsigned alpha = 0; alpha < 256; alpha += alpha < 4 || alpha > 250 ? 1 : 31) {
				const bool halves = formats[i / n][0] == 10, reads = how & 1, skip0 = how & 2,
					   skip1 = how & 4,
					   is = reads && !(skip0 && alpha == 0) && !(skip1 && alpha == 255);
				/* what is there: 32 of 255 in all bytes, or 1/4 in halves; added to 64 of
				 * 255, or 1/2 */
				const uint32_t old = halves ? 0x34003400 : 0x20202020;
				const float v = halves ? 0.5f : 64 / 255.0f,
					    c[4] = {v, v, v, (float)alpha / 255};
				uint32_t got;

				rig_set(g, R500_RB3D_COLORPITCH(0), 256 | formats[i / n][0] << 21);
				rig_set(g, R500_US_OUT_FMT(0), formats[i / n][1]);
				rig_set(g, R500_RB3D_BLENDCNTL,
					R500_RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE(1) |
					    R500_RB3D_BLENDCNTL__READ_ENABLE(reads) |
					    R500_RB3D_BLENDCNTL__SRC_ALPHA_0_NO_READ(skip0) |
					    R500_RB3D_BLENDCNTL__SRC_ALPHA_1_NO_READ(skip1) |
					    R500_RB3D_BLENDCNTL__SRCBLEND(33) |
					    R500_RB3D_BLENDCNTL__DESTBLEND(33));
				got = rig_draw_one(g, isa[i % n], old, c);
				if (halves)
					cr_assert_eq(got, is ? 0x3a003a00 : 0x38003800,
						     "isa %u, %u, alpha %u: 0x%08x", isa[i % n], how, alpha,
						     got);
				else
					cr_assert_eq(got & 0xffffff, is ? 0x606060 : 0x404040,
						     "0x%x, isa %u, %u, alpha %u: 0x%08x", formats[i / n][1],
						     isa[i % n], how, alpha, got);
			}
	rb_rig_delete(g);
}

/* What blending reads of a pixel, by COLORFORMAT: with factors DST_COLOR and DST_ALPHA, and a source of ones.
 * Without alpha it is 1, as of UV88 and UV1010 (what passes on a real RV530: cb.c), where V goes with green:
 * so the channel masks in R5xx guide 11.2 pair them. Of I8 and I10 all four channels are the pixel. */
Test(cb, blend_reads_every_format)
{
	static const struct {
		const char *name;
		unsigned format, out;
		uint32_t old, by_alpha;
	} f[] = {
	    {"ARGB8888", 6, 0x1b00, 0x20406080, 0x20202020},
	    {"ARGB1555, alpha 1", 3, 0x1b00, 0xa5a5a5a5, 0xffffffff},
	    {"ARGB1555, alpha 0", 3, 0x1b00, 0x25a525a5, 0},
	    {"RGB565", 4, 0x1b00, 0x12341234, 0xffffffff},
	    {"ARGB4444", 15, 0x1b00, 0x54325432, 0x55555555},
	    {"ARGB2101010", 5, 0x1b01, 0xc1234567, 0xffffffff},
	    {"I8", 9, 0x1b00, 0x5a5a5a5a, 0x5a5a5a5a},
	    {"UV88", 13, 0x1b00, 0x40c040c0, 0xffffffff},
	    {"UV1010", 1, 0x1b01, 0x00400320, 0x03ff03ff},
	    {"UV1010, U large", 1, 0x1b01, 0x03fe0320, 0x03ff03ff},
	    {"I10", 14, 0x1b01, 0x02ab02ab, 0x02ab02ab},
	    {"ARGB10101010, B and G as R and A", 0, 0x1b01, 0x02ab0155, 0x02ab02ab},
	};
	const float ones[4] = {1, 1, 1, 1};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < sizeof(f) / sizeof(f[0]); j++) {
			uint32_t got;

			rig_set(g, R500_RB3D_COLORPITCH(0), 256 | f[j].format << 21);
			rig_set(g, R500_US_OUT_FMT(0), f[j].out);
			rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 36u << 16 | 32u << 24);
			got = rig_draw_one(g, isa[i], f[j].old, ones);
			cr_assert_eq(got, f[j].old, "%s by its color, isa %u: 0x%08x", f[j].name, isa[i],
				     got);
			rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 40u << 16 | 32u << 24);
			got = rig_draw_one(g, isa[i], f[j].old, ones);
			cr_assert_eq(got, f[j].by_alpha, "%s by its alpha, isa %u: 0x%08x", f[j].name, isa[i],
				     got);
		}
	cr_assert_eq(g->r->base.n_reports, 0);
	rb_rig_delete(g);
}

/* Codes without a name are zero, and said. */
Test(cb, blend_factors_that_are_none)
{
	const float half[4] = {0.5f, 0.5f, 0.5f, 0.5f};

	for (unsigned code = 0; code < 64; code++) {
		bool named = (code >= 1 && code <= 13) || (code >= 32 && code <= 46);
		struct rb_rig *g = rb_rig_new("r580");

		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | code << 16 | 1u << 24);
		uint32_t got = rig_draw_one(g, FL_ISA_BASE, 0x11111111, half);

		cr_assert_eq(g->r->base.n_reports, !named, "code %u", code);
		cr_assert(named || g->r->base.reports[0].severity == FL_WARN);
		if (!named)
			cr_assert_eq(got, 0, "code %u: 0x%08x", code, got);
		rb_rig_delete(g);
	}
}

/* The constant color of a single channel is green's, whichever channel of the shader goes there: Mesa's
 * r300_set_blend_color() copies it there for R8, L8, I8 and A8, and for no other format. */
Test(cb, constant_of_a_single_channel)
{
	const float ones[4] = {1, 1, 1, 1};
	struct rb_rig *g = rb_rig_new("r580");
	struct rb_rig *old = rb_rig_new("r300");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(old, R500_RB3D_CONSTANT_COLOR, 0x40308010); /* A R G B */
	rig_set(g, R500_RB3D_CONSTANT_COLOR_AR, 0x01010303);
	for (unsigned i = 0; i < n; i++)
		for (unsigned out = 0; out < 4; out++) { /* C2_SEL: alpha, red, green, blue */
			for (unsigned c = 0; c < 256; c += 51) {
				rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 9u << 21); /* I8 */
				rig_set(g, R500_US_OUT_FMT(0), out << 12);
				rig_set(g, R500_RB3D_CONSTANT_COLOR_GB, c * 1023 / 255 << 16 | 0x155);
				rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 43u << 16 | 32u << 24);
				cr_assert_eq(rig_draw_one(g, isa[i], 0, ones), c * 0x01010101u, "%u, isa %u",
					     c, isa[i]);
			}
			rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 14u << 21); /* I10 */
			rig_set(g, R500_US_OUT_FMT(0), out << 12 | 1);
			rig_set(g, R500_RB3D_CONSTANT_COLOR_GB, 0x02ab0155);
			cr_assert_eq(rig_draw_one(g, isa[i], 0, ones), 0x02ab02ab);
			rig_set(old, R500_RB3D_COLORPITCH(0), 256 | 9u << 21);
			rig_set(old, R500_US_OUT_FMT(0), out << 12);
			rig_set(old, R500_RB3D_BLENDCNTL, 1 | 4 | 43u << 16 | 32u << 24);
			cr_assert_eq(rig_draw_one(old, isa[i], 0, ones), 0x80808080);
		}
	rb_rig_delete(old);
	rb_rig_delete(g);
}

Test(cb, constant_color_of_r300)
{
	struct rb_rig *g = rb_rig_new("r300");
	const float c[4] = {1.0f, 1.0f, 1.0f, 1.0f};

	rig_set(g, R500_RB3D_CONSTANT_COLOR, 0x40302010);    /* A R G B */
	rig_set(g, R500_RB3D_CONSTANT_COLOR_AR, 0x03ff03ff); /* not there yet */
	rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 43u << 16 | 32u << 24);
	cr_assert_eq(rig_draw_one(g, FL_ISA_BASE, 0, c), 0x40302010);
	cr_assert_eq(rig_draw_one(g, FL_ISA_SCALAR, 0, c), 0x40302010);
	rb_rig_delete(g);
}

/* The constant in the blender's precision, to nearest: of 8 bits or of 10, from 8 bits or from 10 (R5xx guide
 * 10.1.17). Ones times it, in targets of 8 and of 10 bits. */
Test(cb, constant_color_to_nearest)
{
	const float ones[4] = {1, 1, 1, 1};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned old = 0; old < 2; old++)
		for (unsigned ten = 0; ten < 2; ten++) {
			struct rb_rig *g = rb_rig_new(old ? "r420" : "r580");
			const unsigned from = old ? 255 : 1023, to = ten ? 1023 : 255;

			if (ten) {
				rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 5u << 21); /* ARGB2101010 */
				rig_set(g, R500_US_OUT_FMT(0), 0x1b01);
			}
			rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 43u << 16 | 32u << 24);
			for (unsigned c = 0; c <= from; c++) {
				const unsigned want = (unsigned)floor((double)c * to / from + 0.5);

				rig_set(g, R500_RB3D_CONSTANT_COLOR, c << 16 | c << 8 | c); /* R, G, B */
				rig_set(g, R500_RB3D_CONSTANT_COLOR_AR, c);
				rig_set(g, R500_RB3D_CONSTANT_COLOR_GB, c << 16 | c);
				const uint32_t got = rig_draw_one(g, isa[c % n], 0, ones);

				for (unsigned k = 0; k < 3; k++)
					cr_assert_eq(got >> (ten ? 10 : 8) * k & to, want,
						     "old %u, ten %u, %u: 0x%08x, not %u", old, ten, c, got,
						     want);
			}
			rb_rig_delete(g);
		}
}
