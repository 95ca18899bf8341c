/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model: operations of several units, of doubles, and what tests do to lanes.
 */
#include "tests/unit/r600/sq_rig.h"

#include <float.h>
#include <math.h>

#define ALL ~UINT64_C(0)
#define END "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n"

TestSuite(r600_sq_wide, .timeout = 60, .fini = rig_free);

static uint64_t run(const char *text)
{
	cr_assert(rig_run(rig_program(MR600_PS, text), MR600_PS, ALL), "%s", text);
	rig_quiet();
	return rig.wave.killed;
}

static uint32_t seed = 1;

static uint32_t random32(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8 ^ seed << 13;
}

static float some(void)
{
	return (float)((int32_t)random32() % 2000) / 64.0f;
}

/* R0 and R2: four channels of small numbers */
static void fill(void)
{
	for (unsigned l = 0; l < MR600_WAVE; l++)
		for (unsigned c = 0; c < 4; c++) {
			rig.gpr[0][c].f[l] = some();
			rig.gpr[2][c].f[l] = some();
		}
}

#define IN(r, c) rig.gpr[r][c].f[l]
#define EACH     for (unsigned l = 0; l < MR600_WAVE; l++)

Test(r600_sq_wide, dot4)
{
	rig_new("rv770");
	fill();
	rig.gpr[0][0].f[0] = 0; /* zero wins over infinity, but not by IEEE */
	rig.gpr[2][0].f[0] = INFINITY;
	run("ALU\n 0 x: DOT4 R1.x, R0.x, R2.x\n y: DOT4 R1.y, R0.y, R2.y\n z: DOT4 __.z, R0.z, R2.z\n"
	    " w: DOT4 R1.w, R0.w, R2.w\n"
	    " 1 x: DOT4_IEEE R3.x, R0.x, R2.x\n y: DOT4_IEEE __.y, R0.y, R2.y\n z: DOT4_IEEE __.z, R0.z, "
	    "R2.z\n"
	    " w: DOT4_IEEE __.w, R0.w, R2.w\n"
	    " 2 y: ADD R3.y, PV.z, 0\n" END);
	EACH
	{
		float d = (l ? IN(0, 0) * IN(2, 0) : 0) + IN(0, 1) * IN(2, 1);

		d = d + IN(0, 2) * IN(2, 2);
		d = d + IN(0, 3) * IN(2, 3);
		cr_assert_eq(IN(1, 0), d, "lane %u: %g, not %g", l, IN(1, 0), d);
		cr_assert_eq(IN(1, 1), d);
		cr_assert_eq(IN(1, 3), d);
		cr_assert_eq(IN(1, 2), 0.0f, "not written");
		cr_assert(l ? IN(3, 0) == d && IN(3, 1) == d : isnan(IN(3, 0)) && isnan(IN(3, 1)));
	}
}

Test(r600_sq_wide, max4)
{
	rig_new("rv770");
	fill();
	run("ALU\n 0 x: MAX4 R1.x, R0.x\n y: MAX4 R1.y, R0.y\n z: MAX4 R1.z, R0.z\n w: MAX4 R1.w, "
	    "R0.w\n" END);
	EACH
	{
		float m = fmaxf(fmaxf(IN(0, 0), IN(0, 1)), fmaxf(IN(0, 2), IN(0, 3)));

		for (unsigned c = 0; c < 4; c++)
			cr_assert_eq(IN(1, c), m);
	}
}

/* GL's table of cube faces: +X (-z, -y), -X (z, -y), +Y (x, z), -Y (x, -z), +Z (x, -y), -Z (-x, -y) */
Test(r600_sq_wide, cube)
{
	static const float table[6][2][3] = {{{0, 0, -1}, {0, -1, 0}}, {{0, 0, 1}, {0, -1, 0}},
					     {{1, 0, 0}, {0, 0, 1}},   {{1, 0, 0}, {0, 0, -1}},
					     {{1, 0, 0}, {0, -1, 0}},  {{-1, 0, 0}, {0, -1, 0}}};

	rig_new("rv770");
	fill();
	run("ALU\n 0 x: CUBE R1.x, R0.z, R0.y\n y: CUBE R1.y, R0.z, R0.x\n z: CUBE R1.z, R0.x, R0.z\n"
	    " w: CUBE R1.w, R0.y, R0.z\n" END);
	EACH
	{
		float v[3] = {IN(0, 0), IN(0, 1), IN(0, 2)}, s = 0, t = 0;
		unsigned axis = fabsf(v[2]) >= fabsf(v[0]) && fabsf(v[2]) >= fabsf(v[1]) ? 2
				: fabsf(v[1]) >= fabsf(v[0])                             ? 1
											 : 0;
		unsigned face = axis * 2 + (v[axis] < 0);

		for (unsigned i = 0; i < 3; i++) {
			s += table[face][0][i] * v[i];
			t += table[face][1][i] * v[i];
		}
		cr_assert_eq(IN(1, 0), t);
		cr_assert_eq(IN(1, 1), s);
		cr_assert_eq(IN(1, 2), 2 * v[axis]);
		cr_assert_eq(IN(1, 3), (float)face);
	}
}

/* ---- doubles: R0.xy and R2.xy, low dword first; R1 what comes out -------------------------------------- */
static double get(unsigned gpr, unsigned chan, unsigned l)
{
	uint32_t w[2] = {rig.gpr[gpr][chan].u[l], rig.gpr[gpr][chan + 1].u[l]};
	double x;

	memcpy(&x, w, 8);
	return x;
}

static void set(unsigned gpr, unsigned chan, unsigned l, double x)
{
	uint32_t w[2];

	memcpy(w, &x, 8);
	rig.gpr[gpr][chan].u[l] = w[0];
	rig.gpr[gpr][chan + 1].u[l] = w[1];
}

static const double doubles[16] = {0,     -0.0,      1,    -1,         1.0 / 3, -1e300,    1e-300, INFINITY,
				   1e308, -INFINITY, 2.75, -1234.0625, NAN,     0x1p-1000, 3,      -0.5};

static void fill_doubles(void)
{
	EACH
	{
		set(0, 0, l, doubles[l % 16]);
		set(2, 0, l, doubles[l / 4]);
		set(3, 0, l, doubles[(l * 7 + l / 16) % 16]);
	}
}

static void is(unsigned l, double got, double want, const char *what)
{
	cr_assert(isnan(want) ? isnan(got) : got == want && signbit(got) == signbit(want),
		  "%s of %g, %g, %g: %g, not %g", what, get(0, 0, l), get(2, 0, l), get(3, 0, l), got, want);
}

static double tiny(double x)
{
	return fabs(x) < DBL_MIN ? copysign(0, x) : x;
}

#define PAIR(op, rest0, rest1) "ALU\n 0 x: " op " R1.x, R0.y" rest0 "\n y: " op " R1.y, R0.x" rest1 "\n" END

Test(r600_sq_wide, pairs_of_doubles)
{
	rig_new("rv770");
	fill_doubles();
	run(PAIR("ADD_64", ", R2.y", ", R2.x"));
	EACH is(l, get(1, 0, l), tiny(get(0, 0, l) + get(2, 0, l)), "ADD_64");
	run(PAIR("FRACT_64", "", ""));
	EACH is(l, get(1, 0, l), get(0, 0, l) - floor(get(0, 0, l)), "FRACT_64");
	run(PAIR("FLT64_TO_FLT32", "", ""));
	EACH is(
	    l, IN(1, 0),
	    (fabs((float)get(0, 0, l)) < FLT_MIN ? copysignf(0, (float)get(0, 0, l)) : (float)get(0, 0, l)),
	    "FLT64_TO_FLT32");
	EACH rig.gpr[4][0].i[l] = (int)l * 70 - 2000;
	run(PAIR("LDEXP_64", ", R4.x", ", 0"));
	EACH is(l, get(1, 0, l), tiny(ldexp(get(0, 0, l), (int)l * 70 - 2000)), "LDEXP_64");
	EACH IN(4, 0) = (float)get(0, 0, l);
	run("ALU\n 0 x: FLT32_TO_FLT64 R1.x, R4.x\n y: FLT32_TO_FLT64 R1.y, 0\n" END);
	EACH is(l, get(1, 0, l), (double)IN(4, 0), "FLT32_TO_FLT64");
}

#define FOUR(op, m)                                                                    \
	"ALU\n 0 x: " op " R1.x, R0.y, R2.y" m("y") "\n y: " op " R1.y, R0.y, R2.y" m( \
	    "y") "\n z: " op " R1.z, R0.y, R2.y" m("y") "\n w: " op " R1.w, R0.x, R2.x" m("x") "\n" END
#define TWO(c)   ""
#define THREE(c) ", R3." c

Test(r600_sq_wide, four_units_of_doubles)
{
	rig_new("rv770");
	fill_doubles();
	run(FOUR("MUL_64", TWO));
	EACH is(l, get(1, 0, l), tiny(get(0, 0, l) * get(2, 0, l)), "MUL_64");
	run(FOUR("MULADD_64", THREE));
	EACH is(l, get(1, 0, l), tiny(tiny(get(0, 0, l) * get(2, 0, l)) + get(3, 0, l)), "MULADD_64");
	run(FOUR("MULADD_64_M2", THREE));
	EACH is(l, get(1, 0, l), tiny(tiny(get(0, 0, l) * get(2, 0, l)) + get(3, 0, l)) * 2, "MULADD_64_M2");
	run(FOUR("MULADD_64_M4", THREE));
	EACH is(l, get(1, 0, l), tiny(tiny(get(0, 0, l) * get(2, 0, l)) + get(3, 0, l)) * 4, "MULADD_64_M4");
	run(FOUR("MULADD_64_D2", THREE));
	EACH is(l, get(1, 0, l), tiny(tiny(get(0, 0, l) * get(2, 0, l)) + get(3, 0, l)) / 2, "MULADD_64_D2");
	run("ALU\n 0 x: FREXP_64 R1.x, R0.y\n y: FREXP_64 R1.y, R0.x\n z: FREXP_64 R1.z, R0.y\n"
	    " w: FREXP_64 R1.w, R0.x\n" END);
	EACH
	{
		int n = 0;
		double m = frexp(get(0, 0, l), &n);

		is(l, get(1, 2, l), m, "FREXP_64");
		cr_assert_eq(rig.gpr[1][1].i[l], isfinite(m) ? n : 0);
	}
}

Test(r600_sq_wide, no_doubles)
{
	rig_new("rv710");
	cr_assert(!rig_program(MR600_PS, PAIR("ADD_64", ", R2.y", ", R2.x")));
	cr_assert(strstr(rig_report(0), "no doubles"), "%s", rig_report(0));
}

/* ---- tests ------------------------------------------------------------------------------------------ */
static float want_x[] = {0, -0.0f, 1, -1, 2.5f, 1e-40f, INFINITY, NAN};

static uint64_t lanes_where(bool (*test)(unsigned a, unsigned b))
{
	uint64_t lanes = 0;

	EACH lanes |= (uint64_t)test(l % 8, l / 8) << l;
	return lanes;
}

static float operand(unsigned i)
{
	return i == 5 ? 0 : want_x[i]; /* the denormal */
}

static bool equal(unsigned a, unsigned b)
{
	return operand(a) == operand(b);
}

static bool greater(unsigned a, unsigned b)
{
	return operand(a) > operand(b);
}

static bool greater_equal(unsigned a, unsigned b)
{
	return operand(a) >= operand(b);
}

static bool not_equal(unsigned a, unsigned b)
{
	return operand(a) != operand(b);
}

static const struct {
	const char *name;
	bool (*test)(unsigned, unsigned);
} float_tests[] = {{"E", equal}, {"GT", greater}, {"GE", greater_equal}, {"NE", not_equal}};

static void test_operands(void)
{
	EACH
	{
		IN(0, 0) = want_x[l % 8];
		IN(0, 1) = want_x[l / 8];
		IN(0, 2) = (float)l;
	}
}

Test(r600_sq_wide, kill_and_predicates)
{
	char text[400];

	rig_new("r600");
	for (unsigned i = 0; i < 4; i++) {
		uint64_t lanes = lanes_where(float_tests[i].test);

		test_operands();
		snprintf(text, sizeof(text), "ALU\n KILL%s R1.x, R0.x, R0.y\n" END, float_tests[i].name);
		cr_assert_eq(run(text), lanes);
		/* the predicate selects, of the next group */
		snprintf(text, sizeof(text),
			 "ALU\n 0 PRED_SET%s R1.x, R0.x, R0.y UPDATE_PRED\n 1 MOV R2.x, 0\n"
			 " 2 x: (p) MOV R2.x, 1.0\n 3 x: (!p) MOV R2.x, -1.0\n" END,
			 float_tests[i].name);
		run(text);
		EACH cr_assert_eq(IN(2, 0), lanes >> l & 1 ? 1.0f : -1.0f, "lane %u: %g", l, IN(2, 0));
		/* and the mask has those that pass go on, and only them */
		snprintf(text, sizeof(text),
			 "ALU\n 0 MOV R2.x, -1.0\nALU_PUSH_BEFORE\n 0 PRED_SET%s __.x, R0.x, R0.y "
			 "UPDATE_EXEC_MASK\n"
			 " 1 MOV R2.x, 1.0\nPOP POP:1\n" END,
			 float_tests[i].name);
		run(text);
		EACH cr_assert_eq(IN(2, 0), lanes >> l & 1 ? 1.0f : -1.0f, "lane %u: %g", l, IN(2, 0));
	}
}

static const char *const int_tests[] = {"E", "GT", "GE", "NE"};

Test(r600_sq_wide, kill_by_integers)
{
	static const int32_t v[8] = {0, 1, -1, INT32_MIN, INT32_MAX, 7, -7, 8};
	char text[200];

	rig_new("rv770");
	EACH
	{
		rig.gpr[0][0].i[l] = v[l % 8];
		rig.gpr[0][1].i[l] = v[l / 8];
	}
	for (unsigned i = 0; i < 4; i++)
		for (unsigned kind = 0; kind < 2; kind++) {
			uint64_t lanes = 0;

			if (kind && (i == 0 || i == 3))
				continue;
			EACH
			{
				int32_t a = v[l % 8], b = v[l / 8];
				int64_t d = kind ? (int64_t)(uint32_t)a - (uint32_t)b : (int64_t)a - b;

				lanes |= (uint64_t)(i == 0   ? !d
						    : i == 1 ? d > 0
						    : i == 2 ? d >= 0
							     : d != 0)
					 << l;
			}
			snprintf(text, sizeof(text), "ALU\n KILL%s_%s R1.x, R0.x, R0.y\n" END, int_tests[i],
				 kind ? "UINT" : "INT");
			cr_assert_eq(run(text), lanes, "%s", text);
		}
}

Test(r600_sq_wide, counters)
{
	rig_new("rv770");
	test_operands();
	run("ALU\n 0 PRED_SET_CLR R1.x UPDATE_PRED\n 1 MOV R1.y, 0\n 2 x: NOP __.x\n 3 (p) MOV R1.y, "
	    "1.0\n" END);
	EACH cr_assert(IN(1, 0) == FLT_MAX && IN(1, 1) == 0);
	/* R0.z counts lanes: INV of 0, 1 and others */
	run("ALU\n 0 PRED_SET_INV R1.x, R0.z UPDATE_PRED\n 1 MOV R1.y, 0\n 2 (p) MOV R1.y, 1.0\n" END);
	EACH cr_assert(IN(1, 0) == (l == 0 ? 1.0f : l == 1 ? 0.0f : (float)l) && IN(1, 1) == (l == 1));
	run("ALU\n 0 PRED_SET_POP R1.x, R0.z, 1.0 UPDATE_PRED\n 1 MOV R1.y, 0\n 2 (p) MOV R1.y, 1.0\n" END);
	EACH cr_assert(IN(1, 0) == (l <= 1 ? 0.0f : (float)l - 1) && IN(1, 1) == (l <= 1));
	run("ALU\n 0 PRED_SETE_PUSH R1.x, R0.z, 0 UPDATE_PRED\n 1 MOV R1.y, 0\n 2 (p) MOV R1.y, 1.0\n" END);
	EACH cr_assert(IN(1, 0) == (l == 0 ? 0.0f : (float)l + 1) && IN(1, 1) == (l == 0));
	run("ALU\n 0 PRED_SET_RESTORE R1.x, R0.z UPDATE_PRED\n 1 MOV R1.y, 0\n 2 (p) MOV R1.y, 1.0\n" END);
	EACH cr_assert(IN(1, 0) == (float)l && IN(1, 1) == (l == 0));
}

Test(r600_sq_wide, tests_of_doubles)
{
	rig_new("rv770");
	for (unsigned i = 0; i < 3; i++) {
		char text[300];

		fill_doubles();
		snprintf(text, sizeof(text),
			 "ALU\n 0 x: PRED_SET%s_64 R1.x, R0.y, R2.y UPDATE_PRED\n"
			 " y: PRED_SET%s_64 __.y, R0.x, R2.x UPDATE_PRED\n"
			 " 1 MOV R4.x, 0\n 2 (p) MOV R4.x, 1.0\n" END,
			 int_tests[i], int_tests[i]);
		run(text);
		EACH
		{
			double a = get(0, 0, l), b = get(2, 0, l);
			bool pass = i == 0 ? a == b : i == 1 ? a > b : a >= b;

			cr_assert(IN(4, 0) == pass && IN(1, 0) == !pass, "%g, %g: %s", a, b, text);
		}
	}
}
