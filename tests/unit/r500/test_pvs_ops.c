/* SPDX-License-Identifier: MIT
 *
 * Every opcode of the vertex shader against the guide's listing (7.5.7, 7.5.8) with the special values it
 * names, on the scalar path and on every set of vector instructions.
 */
#include "tests/unit/r500/test_pvs_rig.h"

#define MAXF 0x1.fffffep127f
#define TINY 0x1p-24f /* 0x33800000 */

struct op_case {
	unsigned op;
	float a[4], b[4], c[4];
	float want[4];
	float tolerance; /* relative; 0: exact */
};

#define V(x, y, z, w)      \
	{                  \
		x, y, z, w \
	}
#define S(x)     V(x, x, x, x)
#define W(x)     V(9, 9, 9, x) /* scalar operands are read from w */
#define N        S(0)
#define MINF     0x1p-126f /* the smallest number that is no denormal */
#define DENORMAL 0x1p-130f

static const struct op_case cases[] = {
    {VE_DOT_PRODUCT, V(1, 2, 3, 4), V(5, -6, 7, 8), N, S(5 - 12 + 21 + 32), 0},
    /* 0 times anything is 0 */
    {VE_DOT_PRODUCT, V(0, 2, INFINITY, 4), V(INFINITY, -6, 0, 8), N, S(-12 + 32), 0},
    {VE_MULTIPLY, V(0, INFINITY, NAN, INFINITY), V(INFINITY, 0, 0, -2), N, V(0, 0, 0, -INFINITY), 0},
    {VE_MULTIPLY_ADD, V(0, -INFINITY, NAN, 4), V(INFINITY, 0, 0, 0.5f), V(1, 1, 2, 3), V(1, 1, 2, 5), 0},
    {VE_MULTIPLYX2_ADD, V(0, -INFINITY, NAN, 4), V(INFINITY, 0, 0, 0.5f), V(1, 1, 2, 3), V(1, 1, 2, 7), 0},
    {VE_DISTANCE_VECTOR, V(7, 0, 5, 6), V(7, INFINITY, 8, 9), N, V(1, 0, 5, 9), 0},
    {VE_MULTIPLY_CLAMP, V(0, 9, 9, 0), V(INFINITY, 9, 9, NAN), V(-1, 9, 9, 5), S(0), 0},
    /* denormals are zeros, as operands and as results */
    {VE_ADD, V(DENORMAL, MINF, 0, 1), V(0, -1.5f * MINF, 0, 0), N, V(0, 0, 0, 1), 0},
    {VE_MULTIPLY, V(DENORMAL, MINF, 0x1p-64f, MINF), V(0x1p100f, 0.5f, 0x1p-64f, 2), N, V(0, 0, 0, 2 * MINF),
     0},
    {VE_MULTIPLY_ADD, V(MINF, 1, 1, 1), V(0.75f, DENORMAL, 1, 1), V(0, 0, 1, 1), V(0, 0, 2, 2), 0},
    {VE_DOT_PRODUCT, S(0x1p-64f), S(0x1p-64f), N, S(0), 0},
    {VE_MAXIMUM, V(DENORMAL, -1, 1, 0), V(-1, DENORMAL, DENORMAL, DENORMAL), N, V(0, 0, 1, 0), 0},
    {VE_COND_MUX_EQ, V(DENORMAL, 1, 0, 1), V(5, 6, DENORMAL, 8), S(3), V(5, 3, 0, 3), 0},
    {VE_SET_GREATER_THAN, V(DENORMAL, MINF, 0, 0), N, N, V(0, 1, 0, 0), 0},
    {ME_RECIP_DX, W(MAXF), N, N, S(0), 0}, /* so that a root, RECIP_DX of RECIP_SQRT_DX, is 0 at 0 */
    {ME_MULTIPLY, W(0), W(INFINITY), N, S(0), 0},
    {ME_MULTIPLY, W(MINF), W(0.5f), N, S(0), 0},
    {VE_MULTIPLY, V(1, 2, -3, 4), V(5, 6, 7, 0.5f), N, V(5, 12, -21, 2), 0},
    {VE_ADD, V(1, 2, -3, 4), V(5, 6, 7, 0.5f), N, V(6, 8, 4, 4.5f), 0},
    {VE_MULTIPLY_ADD, V(1, 2, -3, 4), V(5, 6, 7, 0.5f), V(1, 1, 2, 3), V(6, 13, -19, 5), 0},
    {VE_DISTANCE_VECTOR, V(7, 4, 5, 6), V(7, 3, 8, 9), N, V(1, 12, 5, 9), 0},
    {VE_FRACTION, V(1.25f, -1.25f, 3, -0.5f), N, N, V(0.25f, 0.75f, 0, 0.5f), 0},
    {VE_MAXIMUM, V(1, -2, INFINITY, 0), V(2, -3, 5, 0), N, V(2, -2, INFINITY, 0), 0},
    {VE_MINIMUM, V(1, -2, INFINITY, 0), V(2, -3, 5, 0), N, V(1, -3, 5, 0), 0},
    {VE_SET_GREATER_THAN_EQUAL, V(1, 2, 2, -1), V(1, 1, 3, 0), N, V(1, 1, 0, 0), 0},
    {VE_SET_LESS_THAN, V(1, 2, 2, -1), V(1, 1, 3, 0), N, V(0, 0, 1, 1), 0},
    {VE_MULTIPLYX2_ADD, V(1, 2, -3, 4), V(5, 6, 7, 0.5f), V(1, 1, 2, 3), V(11, 25, -40, 7), 0},
    {VE_MULTIPLY_CLAMP, V(2, 9, 9, 2), V(3, 9, 9, 3), V(1, 9, 9, 5), S(5), 0},  /* c.w < a.w b.w */
    {VE_MULTIPLY_CLAMP, V(2, 9, 9, 2), V(3, 9, 9, 3), V(7, 9, 9, 10), S(7), 0}, /* c.x >= a.x b.x */
    {VE_MULTIPLY_CLAMP, V(2, 9, 9, 2), V(3, 9, 9, 3), V(1, 9, 9, 10), S(6), 0},
    {VE_FLT2FIX_DX, V(1.75f, -1.25f, 2.5f, -3), N, N, V(1, -2, 2, -3), 0},
    {VE_FLT2FIX_DX_RND, V(1.75f, -1.25f, 2.5f, -3), N, N, V(2, -1, 3, -3), 0},
    {VE_PRED_SET_EQ_PUSH, W(0), W(0), N, S(0), 0},
    {VE_PRED_SET_EQ_PUSH, W(0), W(2), N, S(1), 0},
    {VE_PRED_SET_EQ_PUSH, W(3), W(0), N, S(4), 0},
    {VE_PRED_SET_GT_PUSH, W(0), W(2), N, S(0), 0},
    {VE_PRED_SET_GT_PUSH, W(0), W(0), N, S(1), 0},
    {VE_PRED_SET_GTE_PUSH, W(0), W(0), N, S(0), 0},
    {VE_PRED_SET_GTE_PUSH, W(0), W(-1), N, S(1), 0},
    {VE_PRED_SET_NEQ_PUSH, W(0), W(-1), N, S(0), 0},
    {VE_PRED_SET_NEQ_PUSH, W(1), W(-1), N, S(2), 0},
    {VE_COND_WRITE_EQ, V(0, 1, -1, 0), V(5, 6, 7, 8), N, V(5, 99, 99, 8), 0}, /* 99 was there before */
    {VE_COND_WRITE_GT, V(0, 1, -1, 0), V(5, 6, 7, 8), N, V(99, 6, 99, 99), 0},
    {VE_COND_WRITE_GTE, V(0, 1, -1, 0), V(5, 6, 7, 8), N, V(5, 6, 99, 8), 0},
    {VE_COND_WRITE_NEQ, V(0, 1, -1, 0), V(5, 6, 7, 8), N, V(99, 6, 7, 99), 0},
    {VE_COND_MUX_EQ, V(0, 1, -1, 0), V(5, 6, 7, 8), S(3), V(5, 3, 3, 8), 0},
    {VE_COND_MUX_GT, V(0, 1, -1, 0), V(5, 6, 7, 8), S(3), V(3, 6, 3, 3), 0},
    {VE_COND_MUX_GTE, V(0, 1, -1, 0), V(5, 6, 7, 8), S(3), V(5, 6, 3, 8), 0},
    {VE_SET_GREATER_THAN, V(1, 2, 2, -1), V(1, 1, 3, 0), N, V(0, 1, 0, 0), 0},
    {VE_SET_EQUAL, V(1, 2, 2, -1), V(1, 1, 3, -1), N, V(1, 0, 0, 1), 0},
    {VE_SET_NOT_EQUAL, V(1, 2, 2, -1), V(1, 1, 3, -1), N, V(0, 1, 1, 0), 0},

    {ME_EXP_BASE2_DX, W(2.5f), N, N, V(4, 0.5f, 5.65685425f, 1), 2e-7f},
    {ME_EXP_BASE2_DX, W(-0.75f), N, N, V(0.5f, 0.25f, 0.594603558f, 1), 2e-7f},
    {ME_EXP_BASE2_DX, W(128.5f), N, N, V(INFINITY, 0, INFINITY, 1),
     0}, /* y: "not equivalent to DX behaviour" */
    {ME_LOG_BASE2_DX, W(-6), N, N, V(2, 1.5f, 2.5849625f, 1), 2e-7f},
    {ME_LOG_BASE2_DX, W(0), N, N, V(-MAXF, 1, -MAXF, 1), 0},
    {ME_EXP_BASEE_FF, W(1), N, N, S(2.71828183f), 4e-7f},
    {ME_LIGHT_COEFF_DX, W(0.5f), W(0.25f), W(3), V(1, 0.25f, 0.125f, 1), 1e-6f},
    {ME_LIGHT_COEFF_DX, W(0.5f), W(-0.25f), W(3), V(1, 0, 0, 1), 0},
    {ME_LIGHT_COEFF_DX, W(-0.5f), W(1), W(3), V(1, 1, 0, 1), 0},
    {ME_LIGHT_COEFF_DX, W(0.5f), W(1), W(500), V(1, 1, 0, 1), 0}, /* 2^-128 */
    {ME_LIGHT_COEFF_DX, W(1), W(1), W(500), V(1, 1, 1, 1), 0},
    {ME_POWER_FUNC_FF, W(3), N, W(2.5f), S(15.5884573f), 1e-6f},
    {ME_POWER_FUNC_FF, W(-3), N, W(2), S(-9), 1e-6f},
    {ME_POWER_FUNC_FF, W(0), N, W(-1), S(INFINITY), 0},
    {ME_POWER_FUNC_FF, W(0), N, W(2), S(0), 0},
    {ME_POWER_FUNC_FF, W(7), N, W(0), S(1), 0},
    {ME_POWER_FUNC_FF, W(INFINITY), N, W(-2), S(0), 0},
    {ME_POWER_FUNC_FF, W(INFINITY), N, W(2), S(INFINITY), 0},
    {ME_POWER_FUNC_FF, W(2), N, W(-INFINITY), S(0), 0},
    {ME_POWER_FUNC_FF, W(0.5f), N, W(-INFINITY), S(INFINITY), 0},
    {ME_POWER_FUNC_FF, W(2), N, W(INFINITY), S(INFINITY), 0},
    {ME_POWER_FUNC_FF, W(0.5f), N, W(INFINITY), S(0), 0},
    {ME_RECIP_DX, W(-4), N, N, S(-0.25f), 0},
    {ME_RECIP_DX, W(0), N, N, S(MAXF), 0},
    {ME_RECIP_FF, W(8), N, N, S(0.125f), 0},
    {ME_RECIP_FF, W(0), N, N, S(0), 0},
    {ME_RECIP_SQRT_DX, W(-4), N, N, S(0.5f), 0},
    {ME_RECIP_SQRT_DX, W(0), N, N, S(MAXF), 0},
    {ME_RECIP_SQRT_DX, W(INFINITY), N, N, S(0), 0},
    {ME_RECIP_SQRT_FF, W(16), N, N, S(0.25f), 0},
    {ME_RECIP_SQRT_FF, W(0), N, N, S(0), 0},
    {ME_MULTIPLY, W(3), W(-2), N, S(-6), 0},
    {ME_EXP_BASE2_FULL_DX, W(-3), N, N, S(0.125f), 0},
    {ME_LOG_BASE2_FULL_DX, W(-8), N, N, S(3), 0},
    {ME_LOG_BASE2_FULL_DX, W(0), N, N, S(-MAXF), 0},
    {ME_POWER_FUNC_FF_CLAMP_B, W(0.25f), W(0.5f), W(2), S(0), 0},
    {ME_POWER_FUNC_FF_CLAMP_B, W(2), W(0.5f), W(2), S(4), 0},
    {ME_POWER_FUNC_FF_CLAMP_B1, W(0.25f), W(0.5f), W(2), S(0), 0},
    {ME_POWER_FUNC_FF_CLAMP_B1, W(2), W(0.5f), W(2), S(1), 0},
    {ME_POWER_FUNC_FF_CLAMP_B1, W(0.5f), W(0.5f), W(2), S(0.25f), 0},
    {ME_POWER_FUNC_FF_CLAMP_01, W(-1), N, W(2), S(0), 0},
    {ME_POWER_FUNC_FF_CLAMP_01, W(2), N, W(2), S(1), 0},
    {ME_POWER_FUNC_FF_CLAMP_01, W(0.5f), N, W(3), S(0.125f), 0},
    {ME_SIN, W(0), N, N, S(0), 0},
    {ME_SIN, W(0.5f), N, N, S(0.479425539f), 1e-6f},
    {ME_SIN, W(-1.5f), N, N, S(-0.997494987f), 1e-6f},
    {ME_SIN, W(3.14159274f), N, N, S(0), 0},
    {ME_SIN, W(100), N, N, S(0), 0},
    {ME_SIN, W(INFINITY), N, N, S(0), 0},
    {ME_SIN, W(NAN), N, N, S(0), 0},
    {ME_SIN, W(1e-10f), N, N, S(TINY), 0},
    {ME_SIN, W(-1e-10f), N, N, S(-TINY), 0},
    {ME_COS, W(0), N, N, S(1), 0},
    {ME_COS, W(2), N, N, S(-0.416146837f), 1e-6f},
    {ME_COS, W(-100), N, N, S(-1), 0},
    {ME_COS, W(NAN), N, N, S(-1), 0},
    {ME_LOG_BASE2_IEEE, W(0), N, N, S(-INFINITY), 0},
    {ME_LOG_BASE2_IEEE, W(0.25f), N, N, S(-2), 0},
    {ME_RECIP_IEEE, W(0), N, N, S(INFINITY), 0},
    {ME_RECIP_IEEE, W(2), N, N, S(0.5f), 0},
    {ME_RECIP_SQRT_IEEE, W(0), N, N, S(INFINITY), 0},
    {ME_RECIP_SQRT_IEEE, W(64), N, N, S(0.125f), 0},
    {ME_PRED_SET_EQ, W(0), N, N, S(0), 0},
    {ME_PRED_SET_EQ, W(1), N, N, S(1), 0},
    {ME_PRED_SET_GT, W(1), N, N, S(0), 0},
    {ME_PRED_SET_GT, W(0), N, N, S(1), 0},
    {ME_PRED_SET_GTE, W(0), N, N, S(0), 0},
    {ME_PRED_SET_GTE, W(-1), N, N, S(1), 0},
    {ME_PRED_SET_NEQ, W(-1), N, N, S(0), 0},
    {ME_PRED_SET_NEQ, W(0), N, N, S(1), 0},
    {ME_PRED_SET_CLR, W(5), N, N, S(MAXF), 0},
    {ME_PRED_SET_INV, W(1), N, N, S(0), 0},
    {ME_PRED_SET_INV, W(0), N, N, S(1), 0},
    {ME_PRED_SET_INV, W(5), N, N, S(5), 0},
    {ME_PRED_SET_POP, W(0), N, N, S(0), 0},
    {ME_PRED_SET_POP, W(1), N, N, S(0), 0},
    {ME_PRED_SET_POP, W(3), N, N, S(2), 0},
    {ME_PRED_SET_RESTORE, W(0), N, N, S(0), 0},
    {ME_PRED_SET_RESTORE, W(7), N, N, S(7), 0},
};

static bool near(float got, float want, float tolerance)
{
	return got == want || fabsf(got - want) <= tolerance * fabsf(want);
}

static void check(enum fl_isa isa)
{
	bool seen[ME_OPS] = {false};
	struct prig g = prig_new("r580");

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct op_case *k = &cases[i];
		uint32_t a = w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), b = w_src(PVS_SRC_CONSTANT, 3, SWZ_XYZW);
		uint32_t c = w_src(PVS_SRC_TEMPORARY, 1, SWZ_XYZW);

		seen[k->op] = true;
		g.n = 0;
		memcpy(g.p->konst[3], k->b, 16);
		memcpy(g.p->konst[4], k->c, 16);
		for (unsigned ch = 0; ch < 4; ch++)
			memcpy(&g.p->konst[5][ch], &(float){99.0f}, 4);
		g.p->const_version++;
		prig_in(&g, 0, 0, k->a[0], k->a[1], k->a[2], k->a[3]);
		prig_in(&g, 0, 1, k->a[0], k->a[1], k->a[2], k->a[3]);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 1, 15), w_src(PVS_SRC_CONSTANT, 4, SWZ_XYZW),
			 w_src(PVS_SRC_CONSTANT, 4, SWZ(4, 4, 4, 4)), 0);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15), w_src(PVS_SRC_CONSTANT, 5, SWZ_XYZW),
			 w_src(PVS_SRC_CONSTANT, 5, SWZ(4, 4, 4, 4)), 0);
		prig_add(&g, w_dst(k->op, PVS_DST_OUT, 0, 15), a, b, c);
		/* o1 = predicate ? 1 : 0 */
		prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 1, 15), w_src(PVS_SRC_INPUT, 0, SWZ(4, 4, 4, 4)),
			 w_src(PVS_SRC_INPUT, 0, SWZ(4, 4, 4, 4)), 0);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 1, 15) | PVS_DST_PRED_ENABLE | PVS_DST_PRED_SENSE,
			 w_src(PVS_SRC_INPUT, 0, SWZ(5, 5, 5, 5)), w_src(PVS_SRC_INPUT, 0, SWZ(4, 4, 4, 4)),
			 0);
		prig_run(&g, isa, 2);
		for (unsigned lane = 0; lane < 2; lane++)
			for (unsigned ch = 0; ch < 4; ch++) {
				float got = prig_out(&g, 0, ch, lane);
				cr_assert(near(got, k->want[ch], k->tolerance),
					  "set %d, case %u, opcode %u.%c: want %.9g, got %.9g", isa, i, k->op,
					  "xyzw"[ch], (double)k -> want[ch], (double)got);
			}
		if ((k->op >= VE_PRED_SET_EQ_PUSH && k->op <= VE_PRED_SET_NEQ_PUSH) ||
		    (k->op >= ME_PRED_SET_EQ && k->op <= ME_PRED_SET_RESTORE))
			/* set where the counter that comes out is 0 */
			cr_assert_eq(prig_out(&g, 1, 0, 0), k->want[3] == 0 ? 1.0f : 0.0f,
				     "set %d, case %u: the predicate after opcode %u", isa, i, k->op);
	}
	for (unsigned op = 1; op < ME_OPS; op++)
		cr_assert(seen[op] || (op >= VE_OPS && op <= ME), "no case for opcode %u", op);
	cr_assert_eq(g.r->base.n_reports, 0, "%s", g.r->base.reports ? g.r->base.reports[0].text : "");
	prig_delete(&g);
}

Test(pvs, opcodes_scalar)
{
	check(FL_ISA_SCALAR);
}

Test(pvs, opcodes_vector)
{
	enum fl_isa isa[3];
	unsigned n = prig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		check(isa[i]);
}
