/* SPDX-License-Identifier: MIT
 *
 * Blending of R6xx beside what test_cb.c has: an equation for alpha of its own, an equation a target (and the
 * R600, which has one for all), the factors that old APIs set for both sides, and rounding.
 */
#include <math.h>

#include "tests/unit/r600/test_rb_rig.h"

enum {
	ONE = 1,
	SRC_ALPHA = 4,
	INV_SRC_ALPHA = 5,
	BOTH_SRC_ALPHA = 11,
	BOTH_INV_SRC_ALPHA = 12,
	FACTORS = 21
};
enum { FLOATS = 35u << 2 | 1 << 8 | 7u << 12, BYTES = 26u << 2 | 1 << 8 | 1u << 20 };

static const float s[4] = {0.2f, 0.6f, 0.9f, 0.4f}, d[4] = {0.4f, 0.7f, 0.1f, 0.8f},
		   c[4] = {0.6f, 0, 0.2f, 0.3f};

static void constants(struct rb_rig *g)
{
	for (unsigned k = 0; k < 4; k++)
		rig_float(g, R600_CB_BLEND_RED + 4 * k, c[k]);
}

/* The pixel that a draw of s over d gives, in floats. */
static void blend(struct rb_rig *g, unsigned target_B, enum fl_isa isa, float out[4])
{
	uint32_t bits[4];
	uint8_t px[16];

	for (unsigned i = 0; i < 64; i++)
		memcpy(g->mem + target_B + i * 16, d, 16);
	for (unsigned k = 0; k < 4; k++)
		bits[k] = (uint32_t)num_bits(s[k]);
	for (unsigned i = 0; i < 8; i++)
		rig_color(g, i, bits);
	rig_draw(g, isa, bits, 16, px);
	memcpy(out, g->mem + target_B, 16);
}

static double alpha_factor(unsigned f)
{
	const double of[FACTORS] = {0, 1, s[3], 1 - s[3], s[3], 1 - s[3], d[3], 1 - d[3], d[3], 1 - d[3], 1,
				    0, 0, c[3], 1 - c[3], s[3], 1 - s[3], s[3], 1 - s[3], c[3], 1 - c[3]};

	return of[f];
}

/* Color is added up; alpha has its own function and factors. */
Test(r600_cb_blend, alpha_apart)
{
	enum { APART = 1 << 29 };
	struct rb_rig *g = rb_rig_new();

	constants(g);
	rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0180);
	rig_set(g, R600_CB_COLOR_INFO(0), FLOATS);
	for (unsigned func = 0; func < 5; func++)
		for (uint32_t sf = 0; sf < FACTORS; sf++)
			for (uint32_t df = 0; df < FACTORS; df++) {
				const double a = s[3] * alpha_factor(sf), b = d[3] * alpha_factor(df);
				const double want = func == 0   ? a + b
						    : func == 1 ? a - b
						    : func == 2 ? fmin(s[3], d[3])
						    : func == 3 ? fmax(s[3], d[3])
								: b - a;
				float out[4];

				if (sf == BOTH_SRC_ALPHA || sf == BOTH_INV_SRC_ALPHA ||
				    df == BOTH_SRC_ALPHA || df == BOTH_INV_SRC_ALPHA)
					continue;
				rig_set(g, R600_CB_BLEND0_CONTROL(0),
					APART | ONE | ONE << 8 | sf << 16 | func << 21 | df << 24);
				blend(g, 0, sf & 1 ? FL_ISA_BASE : FL_ISA_SCALAR, out);
				for (unsigned k = 0; k < 3; k++)
					cr_expect_float_eq(out[k], s[k] + d[k], 1e-6);
				cr_expect_float_eq(out[3], want, 1e-6,
						   "function %u, factors %u and %u: %g, not %g", func, sf, df,
						   (double)out[3], want);
			}
	rb_rig_delete(g);
}

/* Direct3D 7: one factor that stands for those of both sides. */
Test(r600_cb_blend, factors_of_both_sides)
{
	struct rb_rig *g = rb_rig_new();

	rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0180);
	rig_set(g, R600_CB_COLOR_INFO(0), FLOATS);
	for (unsigned inverse = 0; inverse < 2; inverse++) {
		const double a = inverse ? 1 - s[3] : s[3];
		float out[4];

		rig_set(g, R600_CB_BLEND0_CONTROL(0), BOTH_SRC_ALPHA + inverse);
		blend(g, 0, FL_ISA_BASE, out);
		for (unsigned k = 0; k < 4; k++)
			cr_expect_float_eq(out[k], s[k] * a + d[k] * (1 - a), 1e-6, "%u, channel %u: %g",
					   inverse, k, (double)out[k]);
	}
	rb_rig_delete(g);
}

/* PER_MRT_BLEND: CB_BLEND0_CONTROL and on; without it, and on the R600 always, CB_BLEND_CONTROL is for all. A
 * target whose bit of TARGET_BLEND_ENABLE is 0 does not blend. */
Test(r600_cb_blend, equations_of_targets)
{
	enum { PER_MRT = 1 << 7, TARGETS = 4, APART_B = 1 << 16 };

	for (unsigned chip = 0; chip < 2; chip++)
		for (unsigned per = 0; per < 2; per++) {
			struct rb_rig *g = rb_rig_new();

			g->chip.name = chip ? "r600" : "rv770";
			g->chip.r7xx = !chip;
			rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0000 | 0x0b << 8 | (per ? PER_MRT : 0));
			rig_set(g, R600_CB_TARGET_MASK, 0xffff);
			rig_set(g, R600_CB_SHADER_MASK, 0xffff);
			rig_set(g, R600_CB_BLEND_CONTROL, ONE | ONE << 8); /* the sum */
			for (unsigned i = 0; i < TARGETS; i++) {
				rig_set(g, R600_CB_COLOR_BASE(i), (RIG_BASE + i * APART_B) >> 8);
				rig_set(g, R600_CB_COLOR_SIZE(i), g->r->reg[R600_CB_COLOR_SIZE(0) / 4]);
				rig_set(g, R600_CB_COLOR_INFO(i), FLOATS);
				/* the old value i times: none, half, … */
				rig_set(g, R600_CB_BLEND0_CONTROL(i),
					i == 1   ? ONE << 8
					: i == 3 ? SRC_ALPHA
						 : ONE);
			}
			for (unsigned i = 0; i < TARGETS; i++) {
				const bool own = per && !chip;
				float out[4];

				blend(g, i * APART_B, FL_ISA_BASE, out);
				for (unsigned k = 0; k < 4; k++) {
					const double want = i == 2   ? s[k] /* off */
							    : !own   ? s[k] + d[k]
							    : i == 0 ? s[k]
							    : i == 1 ? d[k]
								     : s[k] * s[3];

					cr_expect_float_eq(out[k], want, 1e-6,
							   "chip %u, per target %u, target %u: %g, not %g",
							   chip, per, i, (double)out[k], want);
				}
			}
			rb_rig_delete(g);
		}
}

/* CB_COLOR_INFO.ROUND_MODE: to the nearest code, halves up, or down. */
Test(r600_cb_blend, rounding)
{
	struct rb_rig *g = rb_rig_new();

	for (unsigned down = 0; down < 2; down++)
		for (unsigned i = 0; i < 64; i++) {
			const float v = ((float)i * 4 + (float)(i % 8) / 8 + 0.0625f) / 255;
			const uint32_t bits[4] = {(uint32_t)num_bits(v), 0, 0, 0};
			const double want = floor((double)v * 255 + (down ? 0 : 0.5));
			uint8_t px[4];

			rig_set(g, R600_CB_COLOR_INFO(0), BYTES | down << 25);
			rig_draw(g, i & 1 ? FL_ISA_BASE : FL_ISA_SCALAR, bits, 4, px);
			cr_expect_eq(px[0], want, "%g, down %u: %u, not %g", (double)v * 255, down, px[0],
				     want);
		}
	rb_rig_delete(g);
}

/* BLEND_CLAMP keeps the constant in the range of the target's numbers, as it does what comes from the
 * program: OpenGL 4.5, 17.3.6.1 (signed: from -1 to 1). */
Test(r600_cb_blend, constants_are_clamped)
{
	enum { CONST_COLOR = 13, SNORM = 1 << 12, ADD_NOTHING = CONST_COLOR | CONST_COLOR << 16 };
	static const float of[] = {-3, -1, -0.5f, 0, 0.25f, 1, 1.5f};
	struct rb_rig *g = rb_rig_new();

	rig_set(g, R600_CB_COLOR_CONTROL, 0xcc0180);
	rig_set(g, R600_CB_BLEND0_CONTROL(0), ADD_NOTHING);
	for (unsigned i = 0; i < 4 * sizeof(of) / sizeof(of[0]); i++) {
		const bool is_signed = i & 1;
		const double set = of[i / 4], low = is_signed ? -1 : 0, most = is_signed ? 127 : 255,
			     in = fmin(fmax(set, low), 1), want = round(in * 127 / 255 * most);
		const float v = 127.0f / 255;
		const uint32_t bits[4] = {(uint32_t)num_bits(v), 0, 0, 0};
		uint8_t px[4];

		rig_set(g, R600_CB_COLOR_INFO(0), BYTES | (is_signed ? SNORM : 0));
		rig_float(g, R600_CB_BLEND_RED, of[i / 4]);
		rig_draw(g, i & 2 ? FL_ISA_BASE : FL_ISA_SCALAR, bits, 4, px);
		cr_expect_eq(is_signed ? (int8_t)px[0] : px[0], want, "%g, signed %u: %u, not %g", set,
			     is_signed, px[0], want);
	}
	rb_rig_delete(g);
}
