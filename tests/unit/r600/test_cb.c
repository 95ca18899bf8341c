/* SPDX-License-Identifier: MIT
 *
 * Color buffers of R6xx: every format and kind of number out, by formula; blending, masks, logic operations,
 * clears, resolve and copies of depth.
 */
#include <math.h>
#include <stdio.h>

#include "tests/unit/r600/test_rb_rig.h"

/* Fields from bit 0 up. */
struct layout {
	unsigned format, cpp, n, width[4];
	bool is_float;
};

static const struct layout layouts[] = {
    {1, 1, 1, {8}, false},
    {2, 1, 2, {4, 4}, false},
    {3, 1, 3, {2, 3, 3}, false},
    {5, 2, 1, {16}, false},
    {6, 2, 1, {16}, true},
    {7, 2, 2, {8, 8}, false},
    {8, 2, 3, {5, 6, 5}, false},
    {9, 2, 3, {5, 5, 6}, false},
    {10, 2, 4, {5, 5, 5, 1}, false},
    {11, 2, 4, {4, 4, 4, 4}, false},
    {12, 2, 4, {1, 5, 5, 5}, false},
    {13, 4, 1, {32}, false},
    {14, 4, 1, {32}, true},
    {15, 4, 2, {16, 16}, false},
    {16, 4, 2, {16, 16}, true},
    {17, 4, 2, {24, 8}, false},
    {19, 4, 2, {8, 24}, false},
    {21, 4, 3, {11, 11, 10}, false},
    {22, 4, 3, {11, 11, 10}, true},
    {23, 4, 3, {10, 11, 11}, false},
    {24, 4, 3, {10, 11, 11}, true},
    {25, 4, 4, {10, 10, 10, 2}, false},
    {26, 4, 4, {8, 8, 8, 8}, false},
    {27, 4, 4, {2, 10, 10, 10}, false},
    {29, 8, 2, {32, 32}, false},
    {30, 8, 2, {32, 32}, true},
    {31, 8, 4, {16, 16, 16, 16}, false},
    {32, 8, 4, {16, 16, 16, 16}, true},
    {34, 16, 4, {32, 32, 32, 32}, false},
    {35, 16, 4, {32, 32, 32, 32}, true},
};

enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, SRGB, FLOATS, LINEAR };

/* The channel that field i is, by COMP_SWAP: R6xx facts 7.2. */
static const char *const orders[4][4] = {{"R", "G", "B", "A"},
					 {"RG", "RA", "GR", "AR"},
					 {"RGB", "RGA", "BGR", "AGR"},
					 {"RGBA", "BGRA", "ABGR", "ARGB"}};

static double within(double x, double low, double high)
{
	return x < low ? low : x > high ? high : x;
}

static double ulps(double x, unsigned mantissa)
{
	int e;

	frexp(x, &e);
	return ldexp(1, e - 1 - (int)mantissa);
}

/* All fields have 8 bits at most. */
static bool few(const struct layout *l)
{
	bool is = true;

	for (unsigned i = 0; i < l->n; i++)
		is &= l->width[i] <= 8;
	return is;
}

/* Is `code` what a number v gives? */
static void expect_code(const struct layout *l, unsigned number, unsigned width, uint32_t bits, uint32_t code,
			const char *what)
{
	const double max = ldexp(1, (int)width) - 1, half = ldexp(1, (int)width - 1) - 1;
	const float v = num_float((int32_t)bits);
	const double code_signed = code > half ? code - (max + 1) : code;
	double want, got = code;

	if (l->is_float) {
		const unsigned mantissa = width == 32 ? 23 : width == 16 ? 10 : width - 5;

		got = width == 32   ? num_float((int32_t)code)
		      : width == 16 ? num_from_half(code)
				    : ldexp(1 + (code & ((1u << mantissa) - 1)) * ldexp(1, -(int)mantissa),
					    (int)(code >> mantissa) - 15);
		want = width < 16 && v < 0 ? 0 : v;
		if (want == 0)
			cr_expect_eq(code & 0x7fffffff, 0, "%s: 0x%x, not 0", what, code);
		else
			cr_expect(fabs(got - want) <= ulps(want, mantissa) / 2, "%s: %g, not %g", what, got,
				  want);
		return;
	}
	switch (number) {
	case UNORM:
		want = within(v, 0, 1) * max;
		if (few(l) && l->format != 26) /* a byte whose low bits are dropped */
			want = floor(floor(within(v, 0, 1) * 255 + 0.5) / ldexp(1, 8 - (int)width));
		break;
	case LINEAR: /* alpha beside sRGB */
		want = within(v, 0, 1) * max;
		break;
	case SRGB:
		want = within(v, 0, 1);
		want = max * (want <= 0.0031308 ? want * 12.92 : 1.055 * pow(want, 1 / 2.4) - 0.055);
		break;
	case SNORM:
		want = within(v, -1, 1) * half;
		got = width == 1 ? 0 : code_signed;
		break;
	case USCALED:
		want = within(v, 0, max);
		break;
	case SSCALED:
		want = within(v, -half - 1, half);
		got = code_signed;
		break;
	case UINT:
		want = within(bits, 0, max);
		break;
	default:
		want = within((int32_t)bits, -half - 1, half);
		got = code_signed;
	}
	if (width == 1 && (number == SSCALED || number == SINT || number == SNORM))
		return; /* a sign alone */
	cr_expect(fabs(got - want) <= 0.5001, "%s: %.0f, not %g", what, got, want);
}

static uint32_t field(const uint8_t *px, unsigned at, unsigned width)
{
	uint32_t w;

	memcpy(&w, px + at / 32 * 4, 4);
	return w >> at % 32 & (width == 32 ? ~0u : (1u << width) - 1);
}

Test(r600_cb, formats)
{
	static const float values[][4] = {
	    {0.25f, 0.5f, 0.75f, 1}, {-0.5f, 0.31f, 2, 0}, {-1, -7, 100, 0.91f}};
	static const uint32_t integers[][4] = {
	    {1, 2, 3, 0}, {200, 70000, 0x7fffffff, 1}, {~0u, ~4u, 0x80000000, 15}};
	static const char channels[] = "RGBA";
	struct rb_rig *g = rb_rig_new();

	for (unsigned n = 0; n < sizeof(layouts) / sizeof(layouts[0]); n++) {
		const struct layout *l = &layouts[n];

		for (unsigned number = UNORM; number <= FLOATS; number++)
			for (unsigned swap = 0; swap < 4; swap++)
				for (unsigned v = 0; v < 3; v++) {
					const bool integer = number == UINT || number == SINT;
					uint8_t px[16] = {0};
					uint32_t c[4];
					unsigned at = 0;

					/* drivers have sRGB of bytes alone */
					if ((number == FLOATS) != l->is_float ||
					    (number == SRGB && l->cpp * 8 > l->n * 8))
						continue;
					for (unsigned k = 0; k < 4; k++)
						c[k] = integer ? integers[v][k]
							       : (uint32_t)num_bits(values[v][k]);
					rig_set(g, R600_CB_COLOR_INFO(0),
						l->format << 2 | 1 << 8 | number << 12 | swap << 16 |
						    (number <= SNORM) << 20 | integer << 22);
					rig_draw(g, v & 1 ? FL_ISA_BASE : FL_ISA_SCALAR, c, l->cpp, px);
					for (unsigned i = 0; i < l->n; i++) {
						const unsigned k =
						    (unsigned)(strchr(channels, orders[l->n - 1][swap][i]) -
							       channels);
						char what[80];

						snprintf(what, sizeof(what),
							 "format %u, number %u, swap %u, values %u, field %u",
							 l->format, number, swap, v, i);
						expect_code(l, number == SRGB && k == 3 ? LINEAR : number,
							    l->width[i], c[k], field(px, at, l->width[i]),
							    what);
						at += l->width[i];
					}
				}
	}
	rb_rig_delete(g);
}

/* ---- blending ------------------------------------------------------------------------------------------ */
static double factor_by_formula(unsigned f, unsigned k, const float *s, const float *s1, const float *d,
				const float *c)
{
	switch (f) {
	case 1:
		return 1;
	case 2:
		return s[k];
	case 3:
		return 1 - s[k];
	case 4:
		return s[3];
	case 5:
		return 1 - s[3];
	case 6:
		return d[3];
	case 7:
		return 1 - d[3];
	case 8:
		return d[k];
	case 9:
		return 1 - d[k];
	case 10:
		return k == 3 ? 1 : fmin(s[3], 1 - d[3]);
	case 13:
		return c[k];
	case 14:
		return 1 - c[k];
	case 15:
		return s1[k];
	case 16:
		return 1 - s1[k];
	case 17:
		return s1[3];
	case 18:
		return 1 - s1[3];
	case 19:
		return c[3];
	case 20:
		return 1 - c[3];
	default:
		return 0;
	}
}

/* Every factor on both sides, every function; in bytes, in floats, with either path. */
Test(r600_cb, blends)
{
	static const float s[4] = {0.2f, 0.6f, 1, 0.4f}, s1[4] = {0.8f, 0.2f, 0.4f, 0.6f},
			   c[4] = {0.6f, 0, 0.2f, 0.8f};
	static const float d[4] = {0.4f, 1, 0.2f, 0.6f};
	struct rb_rig *g = rb_rig_new();

	for (unsigned k = 0; k < 4; k++)
		rig_float(g, R600_CB_BLEND_RED + 4 * k, c[k]);
	rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0180);
	for (unsigned wide = 0; wide < 2; wide++)
		for (unsigned func = 0; func < 5; func++)
			for (unsigned sf = 0; sf <= 20; sf++)
				for (unsigned df = 0; df <= 20; df++) {
					uint32_t bits[4], bits1[4];
					uint8_t px[16];

					if (sf == 11 || sf == 12 || df == 11 || df == 12)
						continue;
					rig_set(g, R600_CB_COLOR_INFO(0),
						(wide ? 35u : 26u) << 2 | 1 << 8 |
						    (wide ? 7u << 12 : 1u << 20));
					rig_set(g, R600_CB_BLEND0_CONTROL(0), sf | func << 5 | df << 8);
					for (unsigned k = 0; k < 4; k++) {
						const uint8_t byte = (uint8_t)(d[k] * 255 + 0.5f);

						bits[k] = (uint32_t)num_bits(s[k]);
						bits1[k] = (uint32_t)num_bits(s1[k]);
						for (unsigned i = 0; i < 64; i++)
							if (wide)
								memcpy(g->mem + i * 16 + 4 * k, &d[k], 4);
							else
								g->mem[i * 4 + k] = byte;
					}
					rig_color(g, 1, bits1);
					rig_draw(g, sf & 1 ? FL_ISA_BASE : FL_ISA_SCALAR, bits, wide ? 16 : 4,
						 px);
					for (unsigned k = 0; k < 4; k++) {
						const double a = s[k] * factor_by_formula(sf, k, s, s1, d, c);
						const double b = d[k] * factor_by_formula(df, k, s, s1, d, c);
						double want = func == 0   ? a + b
							      : func == 1 ? a - b
							      : func == 2 ? fmin(s[k], d[k])
							      : func == 3 ? fmax(s[k], d[k])
									  : b - a;
						double got = px[k] / 255.0;
						float f;

						memcpy(&f, px + (wide ? 4 * k : 0), 4);
						if (wide)
							got = f;
						else
							want = within(want, 0, 1);
						cr_expect(fabs(got - want) < (wide ? 1e-6 : 1.5 / 255),
							  "wide %u, function %u, factors %u and %u, channel "
							  "%u: %g, "
							  "not %g",
							  wide, func, sf, df, k, got, want);
					}
				}
	rb_rig_delete(g);
}

/* ---- logic, masks, clears --------------------------------------------------------------------------- */
Test(r600_cb, logic_and_masks)
{
	struct rb_rig *g = rb_rig_new();
	const uint32_t s[4] = {(uint32_t)num_bits(0xa5 / 255.0f), (uint32_t)num_bits(0x3c / 255.0f),
			       (uint32_t)num_bits(0xff / 255.0f), 0};

	for (unsigned op = 0; op < 16; op++)
		for (unsigned mask = 0; mask < 16; mask += 5) {
			const uint32_t src = 0x00ff3ca5, old = 0x5a0f33c3;
			uint32_t want = 0, keep = 0, got = 0;
			uint8_t px[4];

			for (unsigned i = 0; i < 32; i++)
				want |= (op >> ((src >> i & 1) << 1 | (old >> i & 1)) & 1) << i;
			for (unsigned k = 0; k < 4; k++)
				keep |= mask >> k & 1 ? 0 : 0xffu << 8 * k;
			for (unsigned i = 0; i < 64; i++)
				memcpy(g->mem + 4 * i, &old, 4);
			rig_set(g, R600_CB_COLOR_CONTROL, op * 0x11 << 16);
			rig_set(g, R600_CB_TARGET_MASK, mask);
			rig_draw(g, FL_ISA_BASE, s, 4, px);
			memcpy(&got, px, 4);
			want = (want & ~keep) | (old & keep);
			cr_expect_eq(got, want, "operation %u, mask %x: %08x, not %08x", op, mask, got, want);
		}
	rb_rig_delete(g);
}

Test(r600_cb, clear_color)
{
	struct rb_rig *g = rb_rig_new();
	const uint32_t s[4] = {0};
	uint8_t px[4];

	rig_float(g, R600_CB_CLEAR_RED, 1);
	rig_float(g, R600_CB_CLEAR_ALPHA, 0.2f);
	rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0020);
	rig_draw(g, FL_ISA_BASE, s, 4, px);
	cr_expect(px[0] == 255 && px[1] == 0 && px[2] == 0 && px[3] == 51);
	rb_rig_delete(g);
}

/* Samples of a tiled buffer are averaged into a linear one, of bytes and of floats. */
Test(r600_cb, resolve)
{
	for (unsigned wide = 0; wide < 2; wide++) {
		struct rb_rig *g = rb_rig_new();
		const unsigned cpp = wide ? 16 : 4;
		const uint32_t info = (wide ? 35u : 26u) << 2 | (wide ? 7u << 12 : 1u << 20);

		rig_set(g, R600_PA_SC_AA_CONFIG, 2); /* 4 samples */
		rig_set(g, R600_CB_COLOR_INFO(0), info | MR600_ARRAY_2D_THIN1 << 8);
		rig_set(g, R600_CB_COLOR_INFO(1), info | 1 << 8);
		rig_set(g, R600_CB_COLOR_BASE(1), (RIG_BASE + (4 << 20)) >> 8);
		rig_set(g, R600_CB_COLOR_SIZE(1), g->r->reg[R600_CB_COLOR_SIZE(0) / 4]);
		for (unsigned s = 0; s < 4; s++) {
			const float v = (float)s / 4;
			const uint32_t c[4] = {(uint32_t)num_bits(v), 0, (uint32_t)num_bits(1 - v),
					       (uint32_t)num_bits(1)};

			cr_assert(rig_open(g));
			rig_block(g, 8, 8);
			for (unsigned i = 0; i < 4; i++)
				g->t->wave.cover[i] = i == s ? ~0ull : 0;
			rig_color(g, 0, c);
			FL_SIMD_PICK(FL_ISA_BASE, fl_pixel_color_run)(g->t);
			rig_flush(g);
		}
		rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0070);
		rig_set(g, R600_CB_TARGET_MASK, 0xff);
		cr_assert(rig_open(g));
		rig_block(g, 8, 8);
		FL_SIMD_PICK(FL_ISA_BASE, fl_pixel_color_run)(g->t);
		rig_flush(g);
		const uint8_t *px = g->mem + (4 << 20) + (9 * RIG_PX + 9) * cpp;
		float f[4];
		memcpy(f, px, wide ? 16 : 4);
		if (wide)
			cr_expect(f[0] == 0.375f && f[1] == 0 && f[2] == 0.625f && f[3] == 1);
		else
			cr_expect(abs(px[0] - 96) <= 1 && px[1] == 0 && abs(px[2] - 159) <= 1 && px[3] == 255,
				  "%u %u %u %u", px[0], px[1], px[2], px[3]);
		rb_rig_delete(g);
	}
}

/* Of 8 targets each gets its own export; or all that of the first. */
Test(r600_cb, targets)
{
	for (unsigned same = 0; same < 2; same++) {
		struct rb_rig *g = rb_rig_new();

		for (unsigned i = 0; i < 8; i++) {
			const uint32_t c[4] = {(uint32_t)num_bits((float)(i + 1) / 255), 0, 0, 0};

			rig_set(g, R600_CB_COLOR_BASE(i), (RIG_BASE + (i << 16)) >> 8);
			rig_set(g, R600_CB_COLOR_SIZE(i), g->r->reg[R600_CB_COLOR_SIZE(0) / 4]);
			rig_set(g, R600_CB_COLOR_INFO(i), g->r->reg[R600_CB_COLOR_INFO(0) / 4]);
			rig_color(g, i, c);
		}
		rig_set(g, R600_CB_TARGET_MASK, ~0u);
		rig_set(g, R600_CB_SHADER_MASK, same ? 0xf : ~0u);
		rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0000 | same << 1);
		cr_assert(rig_open(g));
		rig_block(g, 0, 0);
		FL_SIMD_PICK(FL_ISA_BASE, fl_pixel_color_run)(g->t);
		rig_flush(g);
		for (unsigned i = 0; i < 8; i++)
			cr_expect_eq(g->mem[i << 16], same ? 1 : i + 1, "target %u: %u", i, g->mem[i << 16]);
		rb_rig_delete(g);
	}
}
