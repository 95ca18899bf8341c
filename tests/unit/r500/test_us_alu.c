/* SPDX-License-Identifier: MIT
 *
 * US: each operation and modifier against its formula in R5xx guide 8.4 and 8.7, on every instruction set.
 */
#include "tests/unit/r500/test_us_rig.h"

TestSuite(us_alu, .timeout = 30);

/* Run w (a program that ends in OUT to target 0) on every set; r0, r1, r2 hold a, b, c in all channels. */
static void run_each(struct us_rig *g, const struct us_asm *p, unsigned n, const float a[4], const float b[4],
		     const float c[4], void (*check)(struct us_rig *g, const char *isa, const void *arg),
		     const void *arg)
{
	uint32_t w[16][6];
	const char *name;
	us_run_fn *run;

	for (unsigned i = 0; i < n; i++)
		memcpy(w[i], p[i].w, sizeof(w[i]));
	us_load(g, (const uint32_t(*)[6])w, n);
	fl_arena_reset(&g->arena);
	cr_assert(us_decode(g));
	for (unsigned i = 0; (run = us_isa(i, &name)); i++) {
		for (unsigned k = 0; k < 4; k++)
			for (unsigned l = 0; l < 64; l++) {
				mr500_px_of(g->t)->temp[0][k][l] = a[k];
				mr500_px_of(g->t)->temp[1][k][l] = b[k];
				mr500_px_of(g->t)->temp[2][k][l] = c[k];
			}
		memset(mr500_px_of(g->t)->out, 0x55, sizeof(mr500_px_of(g->t)->out));
		run(g->t);
		check(g, name, arg);
	}
}

static bool close_to(float got, double want, double ulps)
{
	if (want != want)
		return got != got;
	if (isinf(want))
		return got == want;
	return fabs(got - want) <= ulps * fabs(want) * 0x1p-23 + 1e-37;
}

struct want {
	double v[4];
	double ulps;
	const char *what;
	bool exact_sign;
};

static void check_out(struct us_rig *g, const char *isa, const void *arg)
{
	const struct want *w = arg;

	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < 64; l += 21) {
			float got = mr500_px_of(g->t)->out[0][c][l];
			cr_assert(close_to(got, w->v[c], w->ulps), "%s, %s, channel %u: %.9g, not %.9g",
				  w->what, isa, c, got, w->v[c]);
			if (w->exact_sign && got == got)
				cr_assert_eq(signbit(got) != 0, signbit(w->v[c]) != 0, "%s, %s: sign of %g",
					     w->what, isa, got);
		}
}

static const float A[4] = {0.75f, -2.5f, 3.25f, 0.3f}, B[4] = {1.5f, 0.125f, -4.0f, 0.9f},
		   C[4] = {0.6f, -0.5f, 0.0f, 0.5f};
static uint32_t src012;

static void op(unsigned rgb, unsigned alpha, double r, double gr, double b, double a, const char *what)
{
	struct us_rig *g = us_rig_new("r580");
	src012 = us_src_word(0, 1, 2);
	struct us_asm p = us_alu_inst(1, rgb, alpha, src012, 0);
	struct want w = {{r, gr, b, a}, 4, what, false};

	run_each(g, &p, 1, A, B, C, check_out, &w);
	us_rig_free(g);
}

Test(us_alu, vector_operations)
{
	double dp3 = 0.75 * 1.5 - 2.5 * 0.125 - 13.0, dp4 = dp3 + (double)0.3f * 0.9f,
	       d2a = 0.75 * 1.5 - 2.5 * 0.125;

	op(0, 0, 0.75 * 1.5 + 0.6f, -2.5 * 0.125 - 0.5, -13, (double)0.3f * 0.9f + 0.5, "MAD");
	op(1, 1, dp3, dp3, dp3, dp3, "DP3, DP");
	op(2, 1, dp4, dp4, dp4, dp4, "DP4, DP");
	op(3, 1, d2a, d2a, d2a, d2a, "D2A, DP");
	op(4, 2, 0.75, -2.5, -4, 0.3f, "MIN");
	op(5, 3, 1.5, 0.125, 3.25, 0.9f, "MAX");
	op(7, 5, 0.75, 0.125, -4, 0.9f, "CND: C > 0.5");
	op(8, 6, 0.75, 0.125, 3.25, 0.3f, "CMP: C >= 0");
	op(9, 7, 0.75, 0.5, 0.25, 0.3f, "FRC");
}

Test(us_alu, transcendental_operations_reach_both_halves)
{
	double x = 0.3f, pi2 = 6.283185307179586;

	op(10, 8, exp2(x), exp2(x), exp2(x), exp2(x), "EX2");
	op(10, 9, log2(x), log2(x), log2(x), log2(x), "LN2");
	op(10, 10, 1 / x, 1 / x, 1 / x, 1 / x, "RCP");
	op(10, 11, 1 / sqrt(x), 1 / sqrt(x), 1 / sqrt(x), 1 / sqrt(x), "RSQ");
	op(10, 12, sin(x * pi2), sin(x * pi2), sin(x * pi2), sin(x * pi2), "SIN");
	op(10, 13, cos(x * pi2), cos(x * pi2), cos(x * pi2), cos(x * pi2), "COS");
}

/* The table of R5xx guide 8.7.3. */
Test(us_alu, special_values_of_transcendentals)
{
	const double inf = INFINITY, nan = NAN;
	static const char *const names[] = {"EX2", "LN2", "RCP", "RSQ", "SIN", "COS"};
	const float in[5] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN};
	const double want[5][6] = {
	    {1, -inf, inf, inf, 0.0, 1},     {1, -inf, -inf, inf, -0.0, 1},  {inf, inf, 0.0, 0.0, nan, nan},
	    {0.0, nan, -0.0, nan, nan, nan}, {nan, nan, nan, nan, nan, nan},
	};
	struct us_rig *g = us_rig_new("r580");

	for (unsigned i = 0; i < 5; i++)
		for (unsigned k = 0; k < 6; k++) {
			struct us_asm p = us_alu_inst(1, 10, 8 + k, us_src_word(0, 1, 2), 0);
			float a[4] = {in[i], in[i], in[i], in[i]};
			struct want w = {{want[i][k], want[i][k], want[i][k], want[i][k]}, 0, names[k], true};
			run_each(g, &p, 1, a, B, C, check_out, &w);
		}
	us_rig_free(g);
}

/* R5xx guide 8.7.2, 8.7.5. */
Test(us_alu, zero_times_infinity)
{
	struct us_rig *g = us_rig_new("r580");
	struct us_asm p = us_alu_inst(1, 0, 0, us_src_word(0, 1, 2), 0);
	float zero[4] = {0, -0.0f, 0, 0}, inf[4] = {INFINITY, -INFINITY, NAN, INFINITY},
	      one[4] = {1, 1, 1, 1};
	struct want ieee = {{NAN, NAN, NAN, NAN}, 0, "0 * inf + 1", false},
		    legacy = {{1, 1, 1, 1}, 0, "legacy 0 * inf + 1", false};

	run_each(g, &p, 1, zero, inf, one, check_out, &ieee);
	us_set(g, R500_US_CONFIG, R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1));
	run_each(g, &p, 1, zero, inf, one, check_out, &legacy);
	us_rig_free(g);
}

Test(us_alu, min_and_max_give_the_second_of_nan_and_of_two_zeros)
{
	struct us_rig *g = us_rig_new("r580");
	struct us_asm max = us_alu_inst(1, 5, 3, us_src_word(0, 1, 2), 0),
		      min = us_alu_inst(1, 4, 2, us_src_word(0, 1, 2), 0);
	float a[4] = {NAN, 7, 0.0f, -0.0f}, b[4] = {7, NAN, -0.0f, 0.0f};
	struct want w = {{7, NAN, -0.0, 0.0}, 0, "MIN, MAX", true};

	run_each(g, &min, 1, a, b, C, check_out, &w);
	run_each(g, &max, 1, a, b, C, check_out, &w);
	us_rig_free(g);
}

Test(us_alu, denormals_are_zero)
{
	struct us_rig *g = us_rig_new("r580");
	struct us_asm p = us_alu_inst(1, 0, 0, us_src_word(0, 1, 2), 0);
	float a[4] = {1e-30f, -1e-30f, us_bits(1), 1}, b[4] = {1e-10f, 1e-10f, 1e30f, us_bits(0x80000005)},
	      c[4] = {0, 0, 0, 0};
	struct want w = {{0, 0, 0, 0}, 0, "denormals", false};

#if defined(__SSE__) || defined(__aarch64__)
	run_each(g, &p, 1, a, b, c, check_out, &w);
	cr_assert_eq(mr500_px_of(g->t)->out[0][0][0], 0.0f);
#endif
	us_rig_free(g);
}

Test(us_alu, input_modifiers_swizzles_and_presubtract)
{
	struct us_rig *g = us_rig_new("r580");
	/* RGB: A = |src0.gra|, B = 1, C = -src1.bbb; alpha: A = presubtract (src1 - src0) red, B = 0.5, C =
	 * 0 */
	struct us_asm p = us_alu_inst(1, 0, 0, us_src_word(0, 1, 2) | 1u << 30, 0);
	p.w[3] = R500_US_ALU_RGB_INST__RGB_SEL_A(0) | 1u << 2 | 0u << 5 | 3u << 8 |
		 R500_US_ALU_RGB_INST__RGB_MOD_A(2) | R500_US_ALU_RGB_INST__RGB_SEL_B(0) | 6u << 15 |
		 6u << 18 | 6u << 21;
	p.w[4] = R500_US_ALU_ALPHA_INST__ALPHA_OP(0) | R500_US_ALU_ALPHA_INST__ALPHA_SEL_A(3) |
		 R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_A(0) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(5);
	p.w[5] = R500_US_ALU_RGBA_INST__RGB_SEL_C(1) | 2u << 14 | 2u << 17 | 2u << 20 |
		 R500_US_ALU_RGBA_INST__RGB_MOD_C(1) | R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C(4);
	struct want w = {{2.5 + 4, 0.75 + 4, (double)0.3f + 4, (1.5 - 0.75) * 0.5}, 2, "modifiers", false};

	run_each(g, &p, 1, A, B, C, check_out, &w);
	static const double pre[4] = {1 - 2 * 0.75, 1.5 - 0.75, 1.5 + 0.75, 1 - 0.75};
	for (unsigned k = 0; k < 4; k++) {
		p.w[1] = us_src_word(0, 1, 2) | k << 30;
		w.v[3] = pre[k] * 0.5;
		run_each(g, &p, 1, A, B, C, check_out, &w);
	}
	us_rig_free(g);
}

Test(us_alu, output_modifiers_and_clamp)
{
	struct us_rig *g = us_rig_new("r580");
	static const double factor[7] = {1, 2, 4, 8, 0.5, 0.25, 0.125};

	for (unsigned k = 0; k < 14; k++) {
		bool clamp = k >= 7;
		struct us_asm p = us_alu_inst(1, 4, 2, us_src_word(0, 0, 0), 0);
		p.w[0] |= R500_US_CMN_INST__RGB_CLAMP(clamp) | R500_US_CMN_INST__ALPHA_CLAMP(clamp);
		p.w[3] |= R500_US_ALU_RGB_INST__OMOD(k % 7);
		p.w[4] |= R500_US_ALU_ALPHA_INST__OMOD(k % 7);
		struct want w = {.ulps = 1, .what = "output modifier"};
		for (unsigned c = 0; c < 4; c++) {
			w.v[c] = (double)A[c] * factor[k % 7];
			if (clamp)
				w.v[c] = w.v[c] < 0 ? 0 : w.v[c] > 1 ? 1 : w.v[c];
		}
		run_each(g, &p, 1, A, B, C, check_out, &w);
	}
	us_rig_free(g);
}

static void check_derivative(struct us_rig *g, const char *isa, const void *arg)
{
	for (unsigned l = 0; l < 64; l++) {
		cr_assert_eq(mr500_px_of(g->t)->out[0][0][l], 3.0f, "%s: MDH of lane %u: %g", isa, l,
			     mr500_px_of(g->t)->out[0][0][l]);
		cr_assert_eq(mr500_px_of(g->t)->out[0][3][l], -5.0f, "%s: MDV of lane %u: %g", isa, l,
			     mr500_px_of(g->t)->out[0][3][l]);
	}
}

Test(us_alu, derivatives)
{
	struct us_rig *g = us_rig_new("r580");
	struct us_asm p = us_alu_inst(1, 11, 15, us_src_word(0, 0, 0), 0);
	const char *name;
	us_run_fn *run;
	/* B = -1: C - A */
	p.w[3] = 6u << 15 | 6u << 18 | 6u << 21 | R500_US_ALU_RGB_INST__RGB_MOD_B(1);
	p.w[4] = R500_US_ALU_ALPHA_INST__ALPHA_OP(15) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(6) |
		 R500_US_ALU_ALPHA_INST__ALPHA_MOD_B(1);
	us_load(g, (const uint32_t(*)[6]) & p.w, 1);
	cr_assert(us_decode(g));
	for (unsigned i = 0; (run = us_isa(i, &name)); i++) {
		for (unsigned l = 0; l < 64; l++)
			for (unsigned c = 0; c < 4; c++)
				mr500_px_of(g->t)->temp[0][c][l] =
				    (float)(l / 4 * 100) + 3.0f * (l & 1) - 5.0f * (l >> 1 & 1);
		run(g->t);
		check_derivative(g, name, NULL);
	}
	us_rig_free(g);
}

Test(us_alu, both_halves_read_before_either_writes)
{
	struct us_rig *g = us_rig_new("r580");
	/* r0.rgb = r0.gba, r0.a = r0.r: a rotation in place */
	struct us_asm p[2] = {us_alu_inst(0, 5, 3, us_src_word(0, 0, 0), 0), us_out_reg(0)};
	p[0].w[3] =
	    1u << 2 | 2u << 5 | 3u << 8 | 1u << 15 | 2u << 18 | 3u << 21 | R500_US_ALU_RGB_INST__OMOD(7);
	p[0].w[4] = R500_US_ALU_ALPHA_INST__ALPHA_OP(3) | R500_US_ALU_ALPHA_INST__OMOD(7);
	struct want w = {{A[1], A[2], A[3], A[0]}, 0, "rotation", false};

	run_each(g, p, 2, A, B, C, check_out, &w);
	us_rig_free(g);
}

/* The tests of R5xx guide 8.7.1, through a predicate: r1 = 1 where it holds. */
Test(us_alu, predicates)
{
	static const float x[5] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN};
	static const bool want[4][5] = {{1, 1, 0, 0, 0}, {0, 0, 0, 1, 0}, {1, 1, 1, 0, 0}, {0, 0, 1, 1, 1}};
	struct us_rig *g = us_rig_new("r580");

	for (unsigned test = 0; test < 4; test++)
		for (unsigned i = 0; i < 5; i++)
			for (unsigned inv = 0; inv < 2; inv++) {
				struct us_asm p[3] = {us_alu_inst(0, 5, 3, us_src_word(0, 0, 0), 0),
						      us_alu_inst(0, 5, 3, us_src_word(1, 1, 1), 2),
						      us_out_reg(2)};
				p[0].w[0] = R500_US_CMN_INST__RGB_OMASK(7) | R500_US_CMN_INST__ALPHA_OMASK(1);
				p[0].w[3] |=
				    R500_US_ALU_RGB_INST__TARGET(test) | R500_US_ALU_RGB_INST__OMOD(7);
				p[0].w[4] |=
				    R500_US_ALU_ALPHA_INST__TARGET(test) | R500_US_ALU_ALPHA_INST__OMOD(7);
				p[1].w[0] |= R500_US_CMN_INST__RGB_PRED_SEL(1) |
					     R500_US_CMN_INST__ALPHA_PRED_SEL(5) |
					     R500_US_CMN_INST__RGB_PRED_INV(inv) |
					     R500_US_CMN_INST__ALPHA_PRED_INV(inv);
				float a[4] = {x[i], x[i], x[i], x[i]}, one[4] = {1, 1, 1, 1},
				      zero[4] = {0, 0, 0, 0};
				double v = want[test][i] != inv;
				struct want w = {{v, v, v, v}, 0, "predicate", false};
				run_each(g, p, 3, a, one, zero, check_out, &w);
			}
	us_rig_free(g);
}

Test(us_alu, kill_of_negatives_and_of_minus_zero)
{
	struct us_rig *g = us_rig_new("r580");
	uint32_t w[2][6] = {
	    {R500_US_CMN_INST__TYPE(3) | R500_US_CMN_INST__RGB_WMASK(5), R500_US_TEX_INST__INST(2)}};
	const char *name;
	us_run_fn *run;

	memcpy(w[1], us_out_reg(0).w, sizeof(w[1]));
	us_load(g, (const uint32_t(*)[6])w, 2);
	cr_assert(us_decode(g));
	cr_assert(mr500_us_kills(g->draw.us));
	for (unsigned i = 0; (run = us_isa(i, &name)); i++) {
		memset(mr500_px_of(g->t), 0, sizeof(struct mr500_px));
		mr500_px_of(g->t)->temp[0][0][3] = -1;
		mr500_px_of(g->t)->temp[0][1][4] = -1; /* green is masked out */
		mr500_px_of(g->t)->temp[0][2][17] = -0.0f;
		mr500_px_of(g->t)->temp[0][0][40] = NAN;
		mr500_px_of(g->t)->temp[0][2][63] = -INFINITY;
		g->t->wave.cover[0] = ~(uint64_t)0;
		run(g->t);
		cr_assert_eq(~g->t->wave.cover[0], 1ull << 3 | 1ull << 17 | 1ull << 63, "%s: %016llx", name,
			     (unsigned long long)~g->t->wave.cover[0]);
	}
	us_rig_free(g);
}
