/* SPDX-License-Identifier: MIT
 *
 * US of R3xx and R4xx: every operation, argument, modifier and presubtract by its formula (Mesa r300_reg.h),
 * on every instruction set. The values are few bits long, so that 24-bit floats hold all but the
 * transcendentals exactly.
 */
#include "tests/unit/r500/test_us_rig.h"

TestSuite(us_r300, .timeout = 30);

enum { R, G, B, A };
static const double S[3][4] = {{0.75, -2.5, 3.25, 0.5}, {1.5, 0.125, -4, 2}, {0.625, -0.5, 0, 0.75}};
static const double (*temps)[4] = S;

struct inst {
	unsigned rgb_op, alpha_op, presub, omod, clamp;
	unsigned rgb_arg[3], alpha_arg[3], mod[3];
};

/* OUT of one instruction whose sources are r0, r1, r2 as temps has them. */
static void run(const char *chip, const struct inst *in, const double want[4], double tolerance,
		const char *what)
{
	struct us_rig *g = us_rig_new(chip);
	uint32_t addr = R300_US_ALU_RGB_ADDR__ADDR1(1) | R300_US_ALU_RGB_ADDR__ADDR2(2);
	const char *name;
	us_run_fn *fn;

	us_set(g, R300_US_ALU_RGB_ADDR(0), addr | R300_US_ALU_RGB_ADDR__OMASK(7));
	us_set(g, R300_US_ALU_ALPHA_ADDR(0), addr | R300_US_ALU_ALPHA_ADDR__OMASK(1));
	us_set(g, R300_US_ALU_RGB_INST(0),
	       R300_US_ALU_RGB_INST__RGB_OP(in->rgb_op) | R300_US_ALU_RGB_INST__SRCP_OP(in->presub) |
		   R300_US_ALU_RGB_INST__OMOD(in->omod) | R300_US_ALU_RGB_INST__CLAMP(in->clamp) |
		   R300_US_ALU_RGB_INST__RGB_SEL_A(in->rgb_arg[0]) |
		   R300_US_ALU_RGB_INST__RGB_MOD_A(in->mod[0]) |
		   R300_US_ALU_RGB_INST__RGB_SEL_B(in->rgb_arg[1]) |
		   R300_US_ALU_RGB_INST__RGB_MOD_B(in->mod[1]) |
		   R300_US_ALU_RGB_INST__RGB_SEL_C(in->rgb_arg[2]) |
		   R300_US_ALU_RGB_INST__RGB_MOD_C(in->mod[2]));
	us_set(g, R300_US_ALU_ALPHA_INST(0),
	       R300_US_ALU_ALPHA_INST__ALPHA_OP(in->alpha_op) | R300_US_ALU_ALPHA_INST__SRCP_OP(in->presub) |
		   R300_US_ALU_ALPHA_INST__OMOD(in->omod) | R300_US_ALU_ALPHA_INST__CLAMP(in->clamp) |
		   R300_US_ALU_ALPHA_INST__ALPHA_SEL_A(in->alpha_arg[0]) |
		   R300_US_ALU_ALPHA_INST__ALPHA_MOD_A(in->mod[0]) |
		   R300_US_ALU_ALPHA_INST__ALPHA_SEL_B(in->alpha_arg[1]) |
		   R300_US_ALU_ALPHA_INST__ALPHA_MOD_B(in->mod[1]) |
		   R300_US_ALU_ALPHA_INST__ALPHA_SEL_C(in->alpha_arg[2]) |
		   R300_US_ALU_ALPHA_INST__ALPHA_MOD_C(in->mod[2]));
	us_set(g, R300_US_CODE_ADDR(3), R300_US_CODE_ADDR__RGBA_OUT(1));
	us_set(g, R300_US_PIXSIZE, 2);
	/* A format that keeps what the program gave. */
	us_set(g, R500_US_OUT_FMT(0), R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__C4_32_FP));
	cr_assert(us_decode(g));
	for (unsigned i = 0; (fn = us_isa(i, &name)); i++) {
		for (unsigned k = 0; k < 12; k++)
			for (unsigned l = 0; l < 64; l++)
				mr500_px_of(g->t)->temp[k / 4][k % 4][l] = (float)temps[k / 4][k % 4];
		fn(g->t);
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l += 21) {
				double got = mr500_px_of(g->t)->out[0][c][l];

				cr_expect(fabs(got - want[c]) <= tolerance * fabs(want[c]),
					  "%s, %s, %s, channel %u: %.9g, not %.9g", chip, what, name, c, got,
					  want[c]);
			}
	}
	cr_expect(!fl_model_report(&g->r->base, 0), "%s: %s", what, fl_model_report(&g->r->base, 0)->text);
	us_rig_free(g);
}

static void both(const struct inst *in, const double want[4], double tolerance, const char *what)
{
	run("r300", in, want, tolerance, what);
	run("rv410", in, want, tolerance, what);
}

enum { SRC0 = 0, SRC1 = 4, SRC2 = 8, ALPHA0 = 9, ALPHA1 = 10, ALPHA2 = 11 };

/* RGB operation op and alpha operation al of src0, src1, src2. */
static void op(unsigned rgb, unsigned al, double r, double g, double b, double a, double tolerance,
	       const char *what)
{
	struct inst in = {.rgb_op = rgb,
			  .alpha_op = al,
			  .rgb_arg = {SRC0, SRC1, SRC2},
			  .alpha_arg = {ALPHA0, ALPHA1, ALPHA2}};
	double want[4] = {r, g, b, a};

	both(&in, want, tolerance, what);
}

Test(us_r300, operations)
{
	double dp3 = 0.75 * 1.5 - 2.5 * 0.125 - 13, d2a = 0.75 * 1.5 - 2.5 * 0.125 + 0;
	const double eps = 0x1p-15; /* 16 bits of mantissa */

	op(0, 0, 0.75 * 1.5 + 0.625, -2.5 * 0.125 - 0.5, -13, 0.5 * 2 + 0.75, 0, "MAD");
	op(1, 1, dp3, dp3, dp3, dp3, 0, "DP3, DP");
	op(2, 1, dp3 + 1, dp3 + 1, dp3 + 1, dp3 + 1, 0, "DP4, DP");
	op(3, 1, d2a, d2a, d2a, d2a, 0, "D2A, DP");
	op(4, 2, 0.75, -2.5, -4, 0.5, 0, "MIN");
	op(5, 3, 1.5, 0.125, 3.25, 2, 0, "MAX");
	op(7, 5, 0.75, 0.125, -4, 0.5, 0, "CND: C > 0.5");
	op(8, 6, 0.75, 0.125, 3.25, 0.5, 0, "CMP: C >= 0");
	op(9, 7, 0.75, 0.5, 0.25, 0.5, 0, "FRC");
	op(10, 8, sqrt(2), sqrt(2), sqrt(2), sqrt(2), eps, "SOP, EX2");
	op(10, 9, -1, -1, -1, -1, eps, "SOP, LN2");
	op(10, 10, 2, 2, 2, 2, eps, "SOP, RCP");
	op(10, 11, sqrt(2), sqrt(2), sqrt(2), sqrt(2), eps, "SOP, RSQ");
}

/* Between 1 and 2 the last of 16 bits is 2^-16; what is below it is cut off, whatever the sign. */
Test(us_r300, results_are_cut)
{
	for (unsigned k = 0; k < 16; k++) {
		const double low = k * 0x1p-20, one = 1 + (k * 0x1234 & 0xffff) * 0x1p-16;
		const double t[3][4] = {
		    {one, -one, one, 1 + 3 * 0x1p-16}, {1, 1, -1, 1.5}, {low, -low, -low, 0}};
		const double want[4] = {one, -one, -one, trunc((1.5 + 4.5 * 0x1p-16) * 0x1p16) * 0x1p-16};

		temps = t;
		op(0, 0, want[0], want[1], want[2], want[3], 0, "MAD, cut");
	}
	temps = S;
}

/* To 16 bits of mantissa, and what is below them cut off. */
static double cut(double v)
{
	int e;

	frexp(v, &e);
	return ldexp(trunc(ldexp(v, 17 - e)), e - 17);
}

/* Of the smaller term one bit is kept beyond the last of the larger, which is from 1 to 2 here: so a
 * difference can be too large by as much as its last bit, and a sum only too small. */
Test(us_r300, sums_keep_one_bit)
{
	for (unsigned k = 0; k < 64; k++) {
		const double one = 1 + (k * 0x3579 & 0xffff) * 0x1p-16, low = (1 + k * 0x1111) * 0x1p-22;
		const double kept = trunc(low * 0x1p17) * 0x1p-17;
		const double t[3][4] = {{one, one, -low, one}, {1, 1, 1, -1}, {low, -low, one, low}};
		const double want[4] = {cut(one + kept), cut(one - kept), cut(one - kept), cut(kept - one)};

		temps = t;
		op(0, 0, want[0], want[1], want[2], want[3], 0, "MAD, a sum");
	}
	/* without a shift the product has all its bits: 1.5 + 4.5 * 2^-16 */
	temps = (const double[3][4]){{1.5, 1.5, -1.5, 1.5},
				     {1 + 3 * 0x1p-16, 1 + 3 * 0x1p-16, 1 + 3 * 0x1p-16, 1},
				     {-1.5, -1.75, 1.5, -1.5}};
	op(0, 0, 4.5 * 0x1p-16, 4.5 * 0x1p-16 - 0.25, -4.5 * 0x1p-16, 0, 0, "MAD, a difference");
	temps = S;
}

/* What each code of R300_RGB_ARG stands for: source (3: presubtract, 4: a number), and its channels. */
Test(us_r300, rgb_arguments)
{
	static const struct {
		uint8_t src, ch[3];
	} arg[32] = {
	    {0, {R, G, B}}, {0, {R, R, R}}, {0, {G, G, G}}, {0, {B, B, B}}, {1, {R, G, B}}, {1, {R, R, R}},
	    {1, {G, G, G}}, {1, {B, B, B}}, {2, {R, G, B}}, {2, {R, R, R}}, {2, {G, G, G}}, {2, {B, B, B}},
	    {0, {A, A, A}}, {1, {A, A, A}}, {2, {A, A, A}}, {3, {R, G, B}}, {3, {R, R, R}}, {3, {G, G, G}},
	    {3, {B, B, B}}, {3, {A, A, A}}, {4, {0, 0, 0}}, {4, {2, 2, 2}}, {4, {1, 1, 1}}, {0, {G, B, R}},
	    {1, {G, B, R}}, {2, {G, B, R}}, {0, {B, R, G}}, {1, {B, R, G}}, {2, {B, R, G}}, {0, {A, B, G}},
	    {1, {A, B, G}}, {2, {A, B, G}},
	};

	for (unsigned i = 0; i < 32; i++) {
		/* MAX(x, x); presubtract is src1 + src0 */
		struct inst in = {
		    .rgb_op = 5, .alpha_op = 3, .presub = 2, .rgb_arg = {i, i}, .alpha_arg = {16, 16}};
		double want[4] = {0};

		for (unsigned c = 0; c < 3; c++) {
			unsigned ch = arg[i].ch[c];

			want[c] = arg[i].src == 4   ? ch / 2.0
				  : arg[i].src == 3 ? S[1][ch] + S[0][ch]
						    : S[arg[i].src][ch];
		}
		both(&in, want, 0, "an RGB argument");
	}
}

Test(us_r300, alpha_arguments)
{
	for (unsigned i = 0; i <= 18; i++) {
		struct inst in = {
		    .rgb_op = 5, .alpha_op = 3, .presub = 2, .rgb_arg = {20, 20}, .alpha_arg = {i, i}};
		double want[4] = {0};

		want[3] = i < 9     ? S[i / 3][i % 3]
			  : i < 12  ? S[i - 9][A]
			  : i < 16  ? S[1][i - 12] + S[0][i - 12]
			  : i == 16 ? 0
			  : i == 17 ? 1
				    : 0.5;
		both(&in, want, 0, "an alpha argument");
	}
}

Test(us_r300, presubtract)
{
	for (unsigned op = 0; op < 4; op++) {
		struct inst in = {
		    .rgb_op = 5, .alpha_op = 3, .presub = op, .rgb_arg = {15, 15}, .alpha_arg = {15, 15}};
		double want[4];

		for (unsigned c = 0; c < 4; c++)
			want[c] = op == 0   ? 1 - 2 * S[0][c]
				  : op == 1 ? S[1][c] - S[0][c]
				  : op == 2 ? S[1][c] + S[0][c]
					    : 1 - S[0][c];
		both(&in, want, 0, "presubtract");
	}
}

Test(us_r300, modifiers)
{
	static const double factor[7] = {1, 2, 4, 8, 0.5, 0.25, 0.125};
	double want[4];

	for (unsigned mod = 0; mod < 64; mod++) { /* of A, B and C: nothing, negative, absolute, both */
		struct inst in = {.rgb_arg = {SRC0, SRC1, SRC2}, .alpha_arg = {ALPHA0, ALPHA1, ALPHA2}};

		for (unsigned n = 0; n < 3; n++)
			in.mod[n] = mod >> 2 * n & 3;
		for (unsigned c = 0; c < 4; c++) {
			double x[3];

			for (unsigned n = 0; n < 3; n++) {
				x[n] = in.mod[n] & 2 ? fabs(S[n][c]) : S[n][c];
				x[n] = in.mod[n] & 1 ? -x[n] : x[n];
			}
			want[c] = x[0] * x[1] + x[2];
		}
		run("r300", &in, want, 0, "input modifiers");
	}
	for (unsigned k = 0; k < 14; k++) {
		struct inst in = {.rgb_op = 5,
				  .alpha_op = 3,
				  .omod = k % 7,
				  .clamp = k / 7,
				  .rgb_arg = {SRC0, SRC0},
				  .alpha_arg = {ALPHA0, ALPHA0}};

		for (unsigned c = 0; c < 4; c++) {
			want[c] = S[0][c] * factor[k % 7];
			if (in.clamp)
				want[c] = want[c] < 0 ? 0 : want[c] > 1 ? 1 : want[c];
		}
		both(&in, want, 0, "output modifiers");
	}
}

/* 24-bit constants: sign, 7 bits of exponent with bias 63, 16 of mantissa. Constant 31 to the output by
 * address. */
Test(us_r300, constants)
{
	struct us_rig *g = us_rig_new("r300");
	uint32_t addr = R300_US_ALU_RGB_ADDR__ADDR0(31) | R300_US_ALU_RGB_ADDR__ADDR0_CONST(1);
	static const uint32_t word[4] = {63u << 16, 1u << 23 | 64u << 16 | 0x8000, 0, 60u << 16 | 0x4000};
	static const float want[4] = {1, -3, 0, 0.15625f};

	for (unsigned c = 0; c < 4; c++)
		us_set(g, R300_US_ALU_CONST_R(31) + 4 * c, word[c]);
	us_set(g, R300_US_ALU_RGB_ADDR(0), addr | R300_US_ALU_RGB_ADDR__OMASK(7));
	us_set(g, R300_US_ALU_ALPHA_ADDR(0), addr | R300_US_ALU_ALPHA_ADDR__OMASK(1));
	us_set(g, R300_US_ALU_RGB_INST(0), R300_US_ALU_RGB_INST__RGB_OP(5));
	us_set(g, R300_US_ALU_ALPHA_INST(0),
	       R300_US_ALU_ALPHA_INST__ALPHA_OP(3) | R300_US_ALU_ALPHA_INST__ALPHA_SEL_A(ALPHA0) |
		   R300_US_ALU_ALPHA_INST__ALPHA_SEL_B(ALPHA0));
	us_set(g, R300_US_CODE_ADDR(3), R300_US_CODE_ADDR__RGBA_OUT(1));
	us_set(g, R500_US_OUT_FMT(0), R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__C4_32_FP));
	cr_assert(us_decode(g));
	mr500_us_run_base(g->t);
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(mr500_px_of(g->t)->out[0][c][0], want[c], "channel %u: %g", c,
			     mr500_px_of(g->t)->out[0][c][0]);
	us_rig_free(g);
}
