/* SPDX-License-Identifier: MIT
 *
 * US of R5xx: what test_us_alu.c and test_us_flow.c leave of the instruction set, code by code: derivatives
 * in both halves, all inline constants, swizzles, input modifiers and presubtract by channel, REP.
 */
#include "tests/unit/r500/test_us_rig.h"

TestSuite(us_ops, .timeout = 30);

static const float S[3][4] = {{0.75f, -2.5f, 3.25f, 0.5f}, {1.5f, 0.125f, -4, 2}, {0.625f, -0.5f, 0, 0.75f}};

/* The program on every set, r0 to r2 as S has them plus the pixel's number times step; want[c] of each. */
static void run(struct us_rig *g, const struct us_asm *p, unsigned n, float step,
		float (*want)(unsigned c, unsigned lane, const void *arg), const void *arg, const char *what)
{
	const char *name;
	us_run_fn *fn;

	us_load(g, (const uint32_t(*)[6])p, n);
	fl_arena_reset(&g->arena);
	cr_assert(us_decode(g));
	for (unsigned i = 0; (fn = us_isa(i, &name)); i++) {
		for (unsigned k = 0; k < 12; k++)
			for (unsigned l = 0; l < 64; l++)
				mr500_px_of(g->t)->temp[k / 4][k % 4][l] =
				    S[k / 4][k % 4] + step * (float)(l * l);
		fn(g->t);
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				cr_assert_eq(mr500_px_of(g->t)->out[0][c][l], want(c, l, arg),
					     "%s, %s, channel %u, lane %u: %g, not %g", what, name, c, l,
					     mr500_px_of(g->t)->out[0][c][l], want(c, l, arg));
	}
}

/* 8.4.4: MDH is topleft.src0 * B + topright.src0, MDV the same with bottomleft; here B is src1. */
static float derivative(unsigned c, unsigned l, const void *vertical)
{
	unsigned corner = l & ~3u, other = corner + (*(const bool *)vertical ? 2 : 1);
	float b = S[1][c] + (float)(l * l);

	return (S[0][c] + (float)(corner * corner)) * b + (S[0][c] + (float)(other * other));
}

Test(us_ops, derivatives_in_both_halves)
{
	struct us_rig *g = us_rig_new("r580");

	for (unsigned v = 0; v < 2; v++) {
		struct us_asm p = us_alu_inst(1, 11 + v, 14 + v, us_src_word(0, 1, 2), 0);
		bool vertical = v;

		run(g, &p, 1, 1, derivative, &vertical, v ? "MDV" : "MDH");
	}
	us_rig_free(g);
}

static float number(unsigned c, unsigned l, const void *arg)
{
	return *(const float *)arg;
}

/* 8.4.1: 4 bits of exponent with bias 7, 3 of mantissa. (Of exponent 0: us.h.) */
Test(us_ops, inline_constants)
{
	struct us_rig *g = us_rig_new("r580");

	for (unsigned code = 0; code < 128; code++) {
		unsigned a = 0x80 | code;
		struct us_asm p = us_alu_inst(1, 5, 3, us_src_word(a, a, a), 0);
		float v = ldexpf((float)(8 + code % 8), (int)(code / 8) - 7 - 3);

		run(g, &p, 1, 0, number, &v, "inline constant");
	}
	us_rig_free(g);
}

struct arg_case {
	unsigned sel, swz, mod, presub;
};

static float chosen(unsigned c, unsigned l, const void *arg)
{
	const struct arg_case *k = arg;
	unsigned s = k->swz;
	float v = s == 4 ? 0 : s == 5 ? 0.5f : s == 6 ? 1 : 0;

	if (s < 4 && k->sel < 3)
		v = S[k->sel][s];
	else if (s < 4)
		v = k->presub == 0   ? 1 - 2 * S[0][s]
		    : k->presub == 1 ? S[1][s] - S[0][s]
		    : k->presub == 2 ? S[1][s] + S[0][s]
				     : 1 - S[0][s];
	v = k->mod & 2 ? fabsf(v) : v;
	return k->mod & 1 ? -v : v;
}

/* Every source, presubtract, swizzle and modifier, in each of the three arguments of both halves. */
Test(us_ops, arguments)
{
	struct us_rig *g = us_rig_new("r580");
	const unsigned one = 6, zero = 4;

	for (unsigned i = 0; i < 4 * 7 * 4 * 4; i++) {
		struct arg_case k = {i % 4, i / 4 % 7, i / 28 % 4, i / 112};

		if (k.sel < 3 && k.presub)
			continue;
		for (unsigned at = 0; at < 3; at++) { /* x * 1 + 0, 1 * x + 0, 0 * 0 + x */
			struct us_asm p = us_alu_inst(1, 0, 0, us_src_word(0, 1, 2), 0);
			unsigned swz[3] = {at == 2 ? zero : one, at == 2 ? zero : one, zero};
			uint32_t rgb[3], alpha[3];

			swz[at] = k.swz;
			for (unsigned n = 0; n < 3; n++) {
				uint32_t sel = n == at ? k.sel : 0, mod = n == at ? k.mod : 0;

				rgb[n] = sel | swz[n] << 2 | swz[n] << 5 | swz[n] << 8 | mod << 11;
				alpha[n] = sel | swz[n] << 2 | mod << 5;
			}
			p.w[1] |= R500_US_ALU_RGB_ADDR__SRCP_OP(k.presub);
			p.w[2] |= R500_US_ALU_ALPHA_ADDR__SRCP_OP(k.presub);
			p.w[3] = rgb[0] << R500_US_ALU_RGB_INST__RGB_SEL_A__SHIFT |
				 rgb[1] << R500_US_ALU_RGB_INST__RGB_SEL_B__SHIFT;
			p.w[4] = alpha[0] << R500_US_ALU_ALPHA_INST__ALPHA_SEL_A__SHIFT |
				 alpha[1] << R500_US_ALU_ALPHA_INST__ALPHA_SEL_B__SHIFT;
			p.w[5] = rgb[2] << R500_US_ALU_RGBA_INST__RGB_SEL_C__SHIFT |
				 alpha[2] << R500_US_ALU_RGBA_INST__ALPHA_SEL_C__SHIFT;
			run(g, &p, 1, 0, chosen, &k, "an argument");
		}
	}
	us_rig_free(g);
}

static uint32_t *fc(struct us_asm *p, unsigned op, unsigned func, unsigned any, unsigned jump)
{
	*p = (struct us_asm){
	    {R500_US_CMN_INST__TYPE(2) | R500_US_CMN_INST__ALU_WAIT(1), 0,
	     R500_US_FC_INST__OP(op) | R500_US_FC_INST__JUMP_FUNC(func) | R500_US_FC_INST__JUMP_ANY(any),
	     R500_US_FC_ADDR__JUMP_ADDR(jump) | R500_US_FC_ADDR__INT_ADDR(5)}};
	return p->w;
}

/* Each round adds src2 = 1 to r0; odd pixels leave in the first. */
static float rounds(unsigned c, unsigned l, const void *breaks)
{
	return S[0][c] + (*(const bool *)breaks && l % 2 ? 1 : 3);
}

Test(us_ops, rep_and_its_break)
{
	struct us_rig *g = us_rig_new("r580");

	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(1));
	us_set(g, R500_US_FC_INT_CONST(5), 3);
	for (unsigned i = 0; i < 2; i++) {
		bool breaks = i;
		struct us_asm p[6];

		/* REP; r0 = r0 * 1 + 1, BREAKREP where r3.r < 0; ENDREP; out r0 */
		fc(&p[0], R500_US_FC_INST__OP__US_FC_OP_REP, 0, 0, 5);
		p[1] = us_alu_inst(0, 0, 0, us_src_word(0, 0, 0), 0);
		p[1].w[3] = 0 << 2 | 1u << 5 | 2u << 8 | 6u << 15 | 6u << 18 | 6u << 21;
		p[1].w[4] = R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_A(3) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(6);
		p[1].w[5] = 6u << 14 | 6u << 17 | 6u << 20 | R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C(6);
		p[2] = us_alu_inst(0, 5, 3, us_src_word(3, 3, 3), 4);
		p[2].w[0] = R500_US_CMN_INST__ALU_RESULT_OP(1);
		p[2].w[3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
		fc(&p[3], R500_US_FC_INST__OP__US_FC_OP_BREAKREP, breaks ? 0xf0 : 0, 0, 5)[2] |=
		    R500_US_FC_INST__B_OP1(1);
		fc(&p[4], R500_US_FC_INST__OP__US_FC_OP_ENDREP, 0xff, 1, 1);
		p[5] = us_out_reg(0);
		for (unsigned l = 0; l < 64; l++)
			mr500_px_of(g->t)->temp[3][0][l] = l % 2 ? -1 : 1;
		run(g, p, 6, 0, rounds, &breaks, breaks ? "BREAKREP" : "REP");
	}
	us_rig_free(g);
}
