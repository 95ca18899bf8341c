/* SPDX-License-Identifier: MIT
 *
 * SH's operations of floats, each against a formula of its own: exact ones bit for bit under both roundings,
 * approximations within the ulps that GC facts 5 give them; modifiers, swizzles, masks, saturation.
 */
#include "tests/unit/gc/sh_rig.h"
#include "tests/unit/test_random.h"

#include <fenv.h>

TestSuite(gc_sh_float, .timeout = 120);

static void fill(struct sh_rig *r)
{
	for (unsigned t = 0; t < 4; t++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				r->w->t[t][c].u[l] = some_float(random32(), random32());
}

/* With a zero of its sign for what is too small, and the model's one NaN */
static uint32_t as_result(float f)
{
	if (f != f)
		return 0x7fc00000u;
	return fpclassify(f) == FP_SUBNORMAL ? as_bits(f) & 0x80000000u : as_bits(f);
}

static float flushed(float f)
{
	return as_float(as_result(f));
}

static uint32_t expected(unsigned op, const float a[4], const float b[4], const float z[4], unsigned c)
{
	volatile float sum;

	switch (op) {
	case GC_INST_OPCODE__ADD:
		sum = a[c] + z[c];
		return as_result(sum);
	case GC_INST_OPCODE__MUL:
		sum = a[c] * b[c];
		return as_result(sum);
	case GC_INST_OPCODE__MAD:
		sum = a[c] * b[c];
		sum = flushed(sum);
		sum = sum + z[c];
		return as_result(sum);
	default:
		sum = a[0] * b[0];
		for (unsigned i = 1; i < (op == GC_INST_OPCODE__DP2   ? 2u
					  : op == GC_INST_OPCODE__DP3 ? 3u
								      : 4u);
		     i++) {
			volatile float product = a[i] * b[i];
			sum = flushed(sum) + flushed(product);
		}
		return as_result(sum);
	}
}

static void exact(const char *chip, unsigned rounding, int mode, bool scalar)
{
	static const uint8_t ops[] = {GC_INST_OPCODE__ADD, GC_INST_OPCODE__MUL, GC_INST_OPCODE__MAD,
				      GC_INST_OPCODE__DP3, GC_INST_OPCODE__DP4, GC_INST_OPCODE__DP2};
	struct sh_rig r = sh_rig(chip, MGC_PIXEL);
	unsigned n = r.g->variant->halti >= 2 ? 6 : 5;

	for (unsigned round = 0; round < 20; round++)
		for (unsigned i = 0; i < n; i++) {
			r.n = 0;
			fill(&r);
			add(&r, (struct op){.op = ops[i],
					    .mask = 15,
					    .dst = 4,
					    .rounding = rounding,
					    .s = {T(0), T(1), T(2)}});
			cr_assert(run(&r, scalar));
			for (unsigned l = 0; l < 64; l++) {
				float v[3][4];
				for (unsigned t = 0; t < 3; t++)
					for (unsigned c = 0; c < 4; c++)
						v[t][c] = r.w->t[t][c].f[l];
				fesetround(mode);
				for (unsigned c = 0; c < 4; c++) {
					uint32_t want = expected(ops[i], v[0], v[1], v[2], c);
					if (want != r.w->t[4][c].u[l]) {
						fesetround(FE_TONEAREST);
						cr_assert_eq(r.w->t[4][c].u[l], want,
							     "%s op %x: %a %a %a: %08x, not %08x", chip,
							     ops[i], v[0][c], v[1][c], v[2][c],
							     r.w->t[4][c].u[l], want);
					}
				}
				fesetround(FE_TONEAREST);
			}
		}
	cr_assert_null(fl_model_report(r.m, 0));
	sh_rig_free(&r);
}

Test(gc_sh_float, sums_and_products_to_the_nearest)
{
	exact("gc7000l", 0, FE_TONEAREST, true);
	exact("gc7000l", 0, FE_TONEAREST, false);
	exact("gc2000", 2, FE_TONEAREST, false);
}

Test(gc_sh_float, sums_and_products_toward_zero)
{
	exact("gc2000", 0, FE_TOWARDZERO, true);
	exact("gc2000", 0, FE_TOWARDZERO, false);
	exact("gc7000l", 1, FE_TOWARDZERO, false);
}

/* |got - want| in units of want's last place */
static double ulps(float got, double want)
{
	int e;

	if (isnan(want))
		return isnan(got) ? 0 : INFINITY;
	if (isinf((float)want) || isinf(got) || want == 0)
		return got == (float)want ? 0 : INFINITY;
	frexp(want, &e);
	return fabs(got - want) / ldexp(1, e - 24);
}

static double function(unsigned op, double x)
{
	switch (op) {
	case GC_INST_OPCODE__RCP:
		return 1 / x;
	case GC_INST_OPCODE__RSQ:
		return x == 0 ? INFINITY : 1 / sqrt(x);
	case GC_INST_OPCODE__EXP:
		return x < -126 ? 0 : exp2(x);
	case GC_INST_OPCODE__LOG:
		return x == 0 ? -INFINITY : log2(x);
	case GC_INST_OPCODE__SQRT:
		return x == 0 ? x : sqrt(x);
	case GC_INST_OPCODE__FRC:
		return (float)((float)x - floorf((float)x));
	case GC_INST_OPCODE__FLOOR:
		return floor(x);
	case GC_INST_OPCODE__CEIL:
		return ceil(x);
	default:
		return x > 0 ? 1 : x < 0 ? -1 : 0;
	}
}

Test(gc_sh_float, functions_of_one_operand)
{
	static const struct {
		uint8_t op;
		bool once;
		double within;
	} ops[] = {
	    {GC_INST_OPCODE__RCP, true, 1},   {GC_INST_OPCODE__RSQ, true, 2},
	    {GC_INST_OPCODE__EXP, true, 2},   {GC_INST_OPCODE__SQRT, true, 2},
	    {GC_INST_OPCODE__FRC, false, 0},  {GC_INST_OPCODE__FLOOR, false, 0},
	    {GC_INST_OPCODE__CEIL, false, 0}, {GC_INST_OPCODE__SIGN, false, 0},
	    {GC_INST_OPCODE__LOG, true, 3},
	};
	struct sh_rig r = sh_rig("gc880", MGC_VERTEX);

	for (unsigned i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		for (unsigned round = 0; round < 32; round++) {
			r.n = 0;
			fill(&r);
			/* source t0.wzyx: once takes its first component for all */
			add(&r, (struct op){.op = ops[i].op, .mask = 15, .dst = 4, .s[2] = TS(0, 0x1b)});
			cr_assert(run(&r, round & 1));
			for (unsigned l = 0; l < 64; l++)
				for (unsigned c = 0; c < 4; c++) {
					float x = r.w->t[0][ops[i].once ? 3 : 3 - c].f[l],
					      got = r.w->t[4][c].f[l];
					double want = function(ops[i].op, x), off;
					if (fpclassify((float)want) == FP_SUBNORMAL)
						want = 0;
					off = ulps(got, want);
					/* near 1 a logarithm goes through 0: absolute there */
					if (ops[i].op == GC_INST_OPCODE__LOG && fabs(got - want) < 2.4e-7)
						off = 0;
					cr_assert_leq(off, ops[i].within, "op %x of %a: %a, not %a (%g ulp)",
						      ops[i].op, x, got, want, off);
				}
		}
	sh_rig_free(&r);
}

Test(gc_sh_float, sines_count_quarters_and_with_the_feature_halves)
{
	for (unsigned fast = 0; fast < 2; fast++) {
		struct sh_rig r = sh_rig(fast ? "gc3000" : "gc2000", MGC_PIXEL);
		for (unsigned i = 0; i < 64; i++)
			r.w->t[0][0].f[i] = (float)((int)i - 32) * 0.37f;
		for (unsigned k = 0; k < 2; k++)
			add(&r, (struct op){.op = GC_INST_OPCODE__SIN + k,
					    .mask = fast ? 3 : 1,
					    .dst = 1 + k,
					    .rounding = fast,
					    .s[2] = TS(0, RIG_XXXX)});
		for (unsigned scalar = 0; scalar < 2; scalar++) {
			cr_assert(run(&r, scalar));
			for (unsigned i = 0; i < 64; i++) {
				double angle = r.w->t[0][0].f[i] * M_PI / (fast ? 1 : 2);
				double got[2];
				for (unsigned k = 0; k < 2; k++)
					got[k] = fast ? (double)r.w->t[1 + k][0].f[i] * r.w->t[1 + k][1].f[i]
						      : r.w->t[1 + k][0].f[i];
				cr_assert_float_eq(got[0], sin(angle), 4e-7);
				cr_assert_float_eq(got[1], cos(angle), 4e-7);
			}
		}
		cr_assert_null(fl_model_report(r.m, 0));
		sh_rig_free(&r);
	}
}

/* GC facts 5: LOG and DIV in two factors, in xy or zw */
Test(gc_sh_float, factors_of_log_and_div)
{
	struct sh_rig r = sh_rig("gc7000l", MGC_PIXEL);

	for (unsigned i = 0; i < 64; i++) {
		r.w->t[0][0].f[i] = (float)i * 3.5f + 0.25f;
		r.w->t[0][1].f[i] = (float)i - 20.5f;
	}
	add(&r, (struct op){.op = GC_INST_OPCODE__LOG, .mask = 12, .dst = 1, .rounding = 1, .s[2] = T(0)});
	add(&r, (struct op){.op = GC_INST_OPCODE__DIV,
			    .mask = 3,
			    .dst = 1,
			    .rounding = 1,
			    .s = {[1] = T(0), [2] = TS(0, 0x55)}});
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		cr_assert(run(&r, scalar));
		for (unsigned i = 0; i < 64; i++) {
			cr_assert_float_eq(r.w->t[1][2].f[i] * r.w->t[1][3].f[i], log2f(r.w->t[0][0].f[i]),
					   1e-6);
			cr_assert_float_eq(r.w->t[1][0].f[i] * r.w->t[1][1].f[i],
					   r.w->t[0][0].f[i] / r.w->t[0][1].f[i], 1e-4);
		}
	}
	sh_rig_free(&r);
}

/* abs comes before neg; each component of a masked result takes its own entry of the swizzle. */
Test(gc_sh_float, modifiers_swizzles_masks_saturation)
{
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);

	for (unsigned n = 0; n < 400; n++) {
		uint32_t was[4][64], k = random32();
		struct arg s = TS(0, k & 0xff);
		bool sat = k >> 8 & 1;
		unsigned mask = k >> 9 & 15, dst = k >> 13 & 1;
		s.neg = k >> 14 & 1;
		s.abs = k >> 15 & 1;
		r.n = 0;
		fill(&r);
		if (k >> 16 & 1) { /* of a uniform */
			s.group = 2;
			for (unsigned c = 0; c < 4; c++) {
				uint32_t v = some_float(random32(), random32());
				uniform(&r, 0, c, v);
				for (unsigned l = 0; l < 64; l++)
					r.w->t[0][c].u[l] = v;
			}
		}
		for (unsigned c = 0; c < 4; c++)
			memcpy(was[c], r.w->t[dst][c].u, sizeof(was[c]));
		uint32_t in[4][64];
		for (unsigned c = 0; c < 4; c++)
			memcpy(in[c], r.w->t[0][c].u, sizeof(in[c]));
		add(&r,
		    (struct op){.op = GC_INST_OPCODE__MOV, .mask = mask, .dst = dst, .sat = sat, .s[2] = s});
		cr_assert(run(&r, k >> 17 & 1));
		for (unsigned l = 0; l < 64; l++)
			for (unsigned c = 0; c < 4; c++) {
				uint32_t v = in[s.swz >> 2 * c & 3][l];
				v = s.abs ? v & 0x7fffffff : v;
				v = s.neg ? v ^ 0x80000000 : v;
				float f = as_float(v);
				if (sat)
					v = as_bits(f > 0 ? (f < 1 ? f : 1) : 0);
				cr_assert_eq(r.w->t[dst][c].u[l], mask >> c & 1 ? v : was[c][l]);
			}
	}
	sh_rig_free(&r);
}

Test(gc_sh_float, slopes_by_quad)
{
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);

	fill(&r);
	for (unsigned l = 0; l < 64; l++)
		r.w->t[0][0].f[l] = (float)(l / 4) + 8.0f * (float)(l & 1) + 32.0f * (float)(l >> 1 & 1) +
				    (l % 4 == 3 ? 100.0f : 0);
	add(&r, (struct op){.op = GC_INST_OPCODE__DSX, .mask = 1, .dst = 1, .s = {T(0), [2] = T(0)}});
	add(&r, (struct op){.op = GC_INST_OPCODE__DSY, .mask = 1, .dst = 2, .s = {T(0), [2] = T(0)}});
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		cr_assert(run(&r, scalar));
		for (unsigned l = 0; l < 64; l++) {
			cr_assert_eq(r.w->t[1][0].f[l], l & 2 ? 108 : 8);
			cr_assert_eq(r.w->t[2][0].f[l], l & 1 ? 132 : 32);
		}
	}
	sh_rig_free(&r);
}

/* u[a.x], t[a.y] both ways; past the end reads 0, and is not written */
Test(gc_sh_float, address_registers)
{
	struct sh_rig r = sh_rig("gc3000", MGC_VERTEX);
	struct arg u = U(2), t = T(5);

	u.amode = 1;
	t.amode = 2;
	for (unsigned i = 0; i < 8; i++)
		uniform(&r, i, 0, as_bits((float)i * 10));
	for (unsigned l = 0; l < 64; l++) {
		r.w->t[0][0].f[l] = (float)(l % 8) - 1.5f; /* -2 to 5 */
		r.w->t[0][1].u[l] = l;
		for (unsigned i = 1; i < 64; i++)
			r.w->t[i][0].f[l] = 0;
		r.w->t[6][0].f[l] = 77;
	}
	add(&r, (struct op){.op = GC_INST_OPCODE__MOVAR, .mask = 1, .s[2] = T(0)});
	add(&r, (struct op){.op = GC_INST_OPCODE__MOVAI, .mask = 2, .type = 1, .s[2] = T(0)});
	add(&r, (struct op){.op = GC_INST_OPCODE__MOV, .mask = 1, .dst = 2, .s[2] = u});
	add(&r, (struct op){.op = GC_INST_OPCODE__MOV, .mask = 1, .dst = 3, .s[2] = t});
	add(&r, (struct op){.op = GC_INST_OPCODE__MOV, .mask = 1, .dst = 10, .dst_amode = 2, .s[2] = T(0)});
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		cr_assert(run(&r, scalar));
		for (unsigned l = 0; l < 64; l++) {
			cr_assert_eq(r.w->t[2][0].f[l], 10.0f * (float)(l % 8));
			cr_assert_eq(r.w->t[3][0].f[l], l == 1 ? 77 : 0);
			for (unsigned i = 10; i < 64; i++)
				cr_assert_eq(r.w->t[i][0].f[l], i == 10 + l ? r.w->t[0][0].f[l] : 0);
		}
	}
	sh_rig_free(&r);
}

Test(gc_sh_float, immediates)
{
	struct sh_rig r = sh_rig("gc3000", MGC_PIXEL);
	static const struct {
		unsigned kind;
		uint32_t v, want;
	} is[] = {{0, 0x3f800, 0x3f800000}, {0, 0xbf800, 0xbf800000}, {1, 0xfffff, 0xffffffff},
		  {1, 0x7ffff, 0x7ffff},    {2, 0xfffff, 0xfffff},    {3, 0xc500, 0xc0a00000}};

	for (unsigned i = 0; i < 6; i++)
		add(&r,
		    (struct op){
			.op = GC_INST_OPCODE__MOV, .mask = 15, .dst = i, .s[2] = imm(is[i].kind, is[i].v)});
	cr_assert(run(&r, false));
	for (unsigned i = 0; i < 6; i++)
		for (unsigned c = 0; c < 4; c++)
			cr_assert_eq(r.w->t[i][c].u[63], is[i].want);
	sh_rig_free(&r);
}

/* A look-up's own arithmetic rounds to the nearest, whatever came before it; so do instructions that are no
 * sums or products. */
static volatile float one = 1.0f, above = 0x1.8p-24f;
static bool rounded_up;

static bool sampler(void *ctx, const struct mgc_sh_lookup *q)
{
	(void)ctx, (void)q;
	rounded_up = one + above > one;
	return true;
}

Test(gc_sh_float, only_sums_and_products_round_toward_zero)
{
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);
		r.w->lookup = sampler;
		for (unsigned l = 0; l < 64; l++) {
			r.w->t[0][0].f[l] = 1.0f;
			r.w->t[1][0].f[l] = 0x1.8p-24f;
			r.w->t[2][0].f[l] = -0x1p-26f; /* FRC: 1 - 2^-26 */
			r.w->t[3][0].f[l] = 3.0f * (float)(l + 1);
		}
		add(&r, (struct op){.op = GC_INST_OPCODE__ADD, .mask = 1, .dst = 4, .s = {T(0), [2] = T(1)}});
		add(&r, (struct op){.op = GC_INST_OPCODE__TEXLD, .mask = 1, .dst = 5, .s = {T(0)}});
		add(&r, (struct op){.op = GC_INST_OPCODE__ADD, .mask = 1, .dst = 6, .s = {T(0), [2] = T(1)}});
		add(&r, (struct op){.op = GC_INST_OPCODE__FRC, .mask = 1, .dst = 7, .s[2] = T(2)});
		add(&r, (struct op){.op = GC_INST_OPCODE__MUL, .mask = 1, .dst = 8, .s = {T(0), T(0)}});
		add(&r, (struct op){.op = GC_INST_OPCODE__RCP, .mask = 1, .dst = 9, .s[2] = T(3)});
		rounded_up = false;
		cr_assert(run(&r, scalar));
		cr_assert(rounded_up);
		for (unsigned l = 0; l < 64; l++) {
			volatile float x = 3.0f * (float)(l + 1);
			cr_assert_eq(r.w->t[4][0].f[l], 1.0f);
			cr_assert_eq(r.w->t[6][0].f[l], 1.0f);
			cr_assert_eq(r.w->t[7][0].f[l], 1.0f);
			cr_assert_eq(r.w->t[9][0].f[l], 1 / x);
		}
		sh_rig_free(&r);
	}
}
