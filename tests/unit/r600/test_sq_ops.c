/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model: each operation of one unit on all pairs or triples of interesting numbers, beside a
 * formula.
 */
#include "tests/unit/r600/sq_rig.h"

#include <float.h>
#include <math.h>

TestSuite(r600_sq_ops, .timeout = 120, .fini = rig_free);

union v {
	uint32_t u;
	int32_t i;
	float f;
};

#define NAN_BITS 0x7fc00000u
#define ONE      0x3f800000u
#define ONES     0xffffffffu

/* Denormals count as zeros. */
static float flushed(float x)
{
	return fabsf(x) < FLT_MIN ? copysignf(0, x) : x;
}

static uint32_t bits(float x)
{
	union v v = {.f = flushed(x)};

	return isnan(x) ? NAN_BITS : v.u;
}

static float times(float x, float y) /* zero wins */
{
	return x == 0 || y == 0 ? 0.0f : flushed(x * y);
}

static float lit(float x, float y, float z)
{
	return !isfinite(y) || y == -FLT_MAX || !(z > 0) ? -FLT_MAX : times(x, y);
}

static uint32_t clamp_address(double x)
{
	return isnan(x) || x < -256 ? (uint32_t)-256 : x > 255 ? 255u : (uint32_t)(int32_t)x;
}

static uint32_t to_int(float x)
{
	return isnan(x) ? 0 : x >= 0x1p31f ? 0x7fffffffu : x < -0x1p31f ? 0x80000000u : (uint32_t)(int32_t)x;
}

static uint32_t to_uint(float x)
{
	return isnan(x) || x <= 0 ? 0 : x >= 0x1p32f ? ONES : (uint32_t)x;
}

static uint32_t recip_uint(uint32_t x)
{
	return x < 2 ? ONES : (uint32_t)(0x100000000ull / x);
}

static uint32_t recip_int(int32_t x)
{
	int64_t r = x ? 0x100000000ll / llabs((int64_t)x) : INT32_MAX;

	r = r > INT32_MAX ? INT32_MAX : r;
	return (uint32_t)(x < 0 ? -r : r);
}

static uint32_t of_infinity(float x, float instead)
{
	return bits(isinf(x) ? copysignf(instead, x) : x);
}

/* x, y, z: the sources as floats without denormals; a, b, c: their bits; i, j: as integers */
#define OPS(X)                                                        \
	X(2, ADD, bits(x + y))                                        \
	X(2, MUL, bits(times(x, y)))                                  \
	X(2, MUL_IEEE, bits(x *y))                                    \
	X(2, MAX, x >= y ? a : b)                                     \
	X(2, MIN, x < y ? a : b)                                      \
	X(2, MAX_DX10, isnan(y) ? a : x >= y ? a : b)                 \
	X(2, MIN_DX10, isnan(y) ? a : x < y ? a : b)                  \
	X(2, SETE, x == y ? ONE : 0)                                  \
	X(2, SETGT, x > y ? ONE : 0)                                  \
	X(2, SETGE, x >= y ? ONE : 0)                                 \
	X(2, SETNE, x != y ? ONE : 0)                                 \
	X(2, SETE_DX10, x == y ? ONES : 0)                            \
	X(2, SETGT_DX10, x > y ? ONES : 0)                            \
	X(2, SETGE_DX10, x >= y ? ONES : 0)                           \
	X(2, SETNE_DX10, x != y ? ONES : 0)                           \
	X(1, FRACT, bits(x - floorf(x)))                              \
	X(1, TRUNC, bits(truncf(x)))                                  \
	X(1, CEIL, bits(ceilf(x)))                                    \
	X(1, RNDNE, bits(rintf(x)))                                   \
	X(1, FLOOR, bits(floorf(x)))                                  \
	X(1, MOVA, clamp_address(floorf(x + 0.5f)))                   \
	X(1, MOVA_FLOOR, clamp_address(floorf(x)))                    \
	X(1, MOVA_INT, clamp_address(i))                              \
	X(1, MOV, a)                                                  \
	X(2, PRED_SETGT_UINT, a > b ? 0 : ONE)                        \
	X(2, PRED_SETGE_UINT, a >= b ? 0 : ONE)                       \
	X(2, PRED_SETE, x == y ? 0 : ONE)                             \
	X(2, PRED_SETGT, x > y ? 0 : ONE)                             \
	X(2, PRED_SETGE, x >= y ? 0 : ONE)                            \
	X(2, PRED_SETNE, x != y ? 0 : ONE)                            \
	X(1, PRED_SET_INV, x == 1 ? 0 : x == 0 ? ONE : a)             \
	X(2, PRED_SET_POP, x <= y ? 0 : bits(x - y))                  \
	X(1, PRED_SET_RESTORE, x == 0 ? 0 : a)                        \
	X(2, PRED_SETE_PUSH, x == 0 && y == 0 ? 0 : bits(x + 1))      \
	X(2, PRED_SETGT_PUSH, x == 0 && y > 0 ? 0 : bits(x + 1))      \
	X(2, PRED_SETGE_PUSH, x == 0 && y >= 0 ? 0 : bits(x + 1))     \
	X(2, PRED_SETNE_PUSH, x == 0 && y != 0 ? 0 : bits(x + 1))     \
	X(2, KILLE, x == y ? ONE : 0)                                 \
	X(2, KILLGT, x > y ? ONE : 0)                                 \
	X(2, KILLGE, x >= y ? ONE : 0)                                \
	X(2, KILLNE, x != y ? ONE : 0)                                \
	X(2, AND_INT, a &b)                                           \
	X(2, OR_INT, a | b)                                           \
	X(2, XOR_INT, a ^ b)                                          \
	X(1, NOT_INT, ~a)                                             \
	X(2, ADD_INT, a + b)                                          \
	X(2, SUB_INT, a - b)                                          \
	X(2, MAX_INT, (uint32_t)(i > j ? i : j))                      \
	X(2, MIN_INT, (uint32_t)(i < j ? i : j))                      \
	X(2, MAX_UINT, a > b ? a : b)                                 \
	X(2, MIN_UINT, a < b ? a : b)                                 \
	X(2, SETE_INT, i == j ? ONES : 0)                             \
	X(2, SETGT_INT, i > j ? ONES : 0)                             \
	X(2, SETGE_INT, i >= j ? ONES : 0)                            \
	X(2, SETNE_INT, i != j ? ONES : 0)                            \
	X(2, SETGT_UINT, a > b ? ONES : 0)                            \
	X(2, SETGE_UINT, a >= b ? ONES : 0)                           \
	X(2, KILLGT_UINT, a > b ? ONE : 0)                            \
	X(2, KILLGE_UINT, a >= b ? ONE : 0)                           \
	X(2, PRED_SETE_INT, i == j ? 0 : ONE)                         \
	X(2, PRED_SETGT_INT, i > j ? 0 : ONE)                         \
	X(2, PRED_SETGE_INT, i >= j ? 0 : ONE)                        \
	X(2, PRED_SETNE_INT, i != j ? 0 : ONE)                        \
	X(2, KILLE_INT, i == j ? ONE : 0)                             \
	X(2, KILLGT_INT, i > j ? ONE : 0)                             \
	X(2, KILLGE_INT, i >= j ? ONE : 0)                            \
	X(2, KILLNE_INT, i != j ? ONE : 0)                            \
	X(2, PRED_SETE_PUSH_INT, x == 0 && j == 0 ? 0 : bits(x + 1))  \
	X(2, PRED_SETGT_PUSH_INT, x == 0 && j > 0 ? 0 : bits(x + 1))  \
	X(2, PRED_SETGE_PUSH_INT, x == 0 && j >= 0 ? 0 : bits(x + 1)) \
	X(2, PRED_SETNE_PUSH_INT, x == 0 && j != 0 ? 0 : bits(x + 1)) \
	X(2, PRED_SETLT_PUSH_INT, x == 0 && j < 0 ? 0 : bits(x + 1))  \
	X(2, PRED_SETLE_PUSH_INT, x == 0 && j <= 0 ? 0 : bits(x + 1)) \
	X(1, RECIP_IEEE, bits(1 / x))                                 \
	X(1, RECIP_CLAMPED, of_infinity(1 / x, FLT_MAX))              \
	X(1, RECIP_FF, of_infinity(1 / x, 0))                         \
	X(1, FLT_TO_INT, to_int(x))                                   \
	X(1, INT_TO_FLT, bits((float)i))                              \
	X(1, UINT_TO_FLT, bits((float)a))                             \
	X(2, ASHR_INT, (uint32_t)(i >> (b & 31)))                     \
	X(2, LSHR_INT, a >> (b & 31))                                 \
	X(2, LSHL_INT, a << (b & 31))                                 \
	X(2, MULLO_INT, (uint32_t)((uint64_t)a * b))                  \
	X(2, MULHI_INT, (uint32_t)((uint64_t)((int64_t)i * j) >> 32)) \
	X(2, MULLO_UINT, (uint32_t)((uint64_t)a * b))                 \
	X(2, MULHI_UINT, (uint32_t)((uint64_t)a * b >> 32))           \
	X(1, RECIP_INT, recip_int(i))                                 \
	X(1, RECIP_UINT, recip_uint(a))                               \
	X(1, FLT_TO_UINT, to_uint(x))                                 \
	X(3, MUL_LIT, bits(lit(x, y, z)))                             \
	X(3, MUL_LIT_M2, bits(flushed(lit(x, y, z)) * 2))             \
	X(3, MUL_LIT_M4, bits(flushed(lit(x, y, z)) * 4))             \
	X(3, MUL_LIT_D2, bits(flushed(lit(x, y, z)) / 2))             \
	X(3, MULADD, bits(times(x, y) + z))                           \
	X(3, MULADD_M2, bits(flushed(times(x, y) + z) * 2))           \
	X(3, MULADD_M4, bits(flushed(times(x, y) + z) * 4))           \
	X(3, MULADD_D2, bits(flushed(times(x, y) + z) / 2))           \
	X(3, MULADD_IEEE, bits(flushed(x *y) + z))                    \
	X(3, MULADD_IEEE_M2, bits(flushed(flushed(x *y) + z) * 2))    \
	X(3, MULADD_IEEE_M4, bits(flushed(flushed(x *y) + z) * 4))    \
	X(3, MULADD_IEEE_D2, bits(flushed(flushed(x *y) + z) / 2))    \
	X(3, CNDE, x == 0 ? b : c)                                    \
	X(3, CNDGT, x > 0 ? b : c)                                    \
	X(3, CNDGE, x >= 0 ? b : c)                                   \
	X(3, CNDE_INT, i == 0 ? b : c)                                \
	X(3, CNDGT_INT, i > 0 ? b : c)                                \
	X(3, CNDGE_INT, i >= 0 ? b : c)

#define WANT(n, name, formula)                                                 \
	static uint32_t want_##name(uint32_t a, uint32_t b, uint32_t c)        \
	{                                                                      \
		union v va = {a}, vb = {b}, vc = {c};                          \
		float x = flushed(va.f), y = flushed(vb.f), z = flushed(vc.f); \
		int32_t i = va.i, j = vb.i;                                    \
                                                                               \
		(void)x, (void)y, (void)z, (void)i, (void)j;                   \
		return (formula);                                              \
	}
OPS(WANT)

static const struct {
	const char *name;
	unsigned n;
	uint32_t (*want)(uint32_t a, uint32_t b, uint32_t c);
} ops[] = {
#define ROW(n, name, formula) {#name, n, want_##name},
    OPS(ROW)};

static const uint32_t numbers[] = {
    0,          0x80000000, ONE,        0xbf800000, 0x3f000000, 0xbf000000, 0x40200000, 0xc0200000,
    0x40600000, 0xc0a00000, 0x000116c2, 0x800116c2, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00001, 0x4b000001, 0x3f800001, 0x437f8000, 0xc3960000, 0x4f32d05e,
    0xcf32d05e, 0x4f000000, 0x4f800000, 1,          2,          3,          31,         33,
    0x7fffffff, ONES,       0xfffffff9, 0x00010001,
};
enum { NUMBERS = sizeof(numbers) / sizeof(numbers[0]), FEW = 27 };

/* Where the assembler finds a unit for it */
static void check(const char *name, unsigned n, uint32_t (*want)(uint32_t, uint32_t, uint32_t))
{
	static const char *const form[] = {"", "%s R1.x, R0.x", "%s R1.x, R0.x, R0.y",
					   "%s R1.x, R0.x, R0.y, R0.z"};
	unsigned all = n == 1   ? NUMBERS
		       : n == 2 ? NUMBERS * NUMBERS
				: FEW * FEW * FEW,
		 of = n == 3 ? FEW : NUMBERS;
	char line[100], text[200];
	const struct mr600_program *p;

	snprintf(line, sizeof(line), form[n], name);
	snprintf(text, sizeof(text), "ALU\n 0 %s\nEXPORT_DONE PIXEL 0, R1.xyzw EOP\n", line);
	p = rig_program(MR600_PS, text);
	for (unsigned first = 0; first < all; first += MR600_WAVE) {
		for (unsigned l = 0; l < MR600_WAVE; l++) {
			unsigned k = first + l;

			for (unsigned c = 0; c < 3; c++, k /= of)
				rig.gpr[0][c].u[l] = numbers[k % of];
			rig.gpr[1][0].u[l] = 0xdeadbeef;
		}
		cr_assert(rig_run(p, MR600_PS, ~UINT64_C(0)));
		for (unsigned l = 0; l < MR600_WAVE; l++) {
			uint32_t w = want(rig.gpr[0][0].u[l], rig.gpr[0][1].u[l], rig.gpr[0][2].u[l]);

			cr_assert_eq(rig.gpr[1][0].u[l], w, "%s of %08x %08x %08x: %08x, not %08x", name,
				     rig.gpr[0][0].u[l], rig.gpr[0][1].u[l], rig.gpr[0][2].u[l],
				     rig.gpr[1][0].u[l], w);
		}
	}
	rig_quiet();
}

static void check_all(const char *chip)
{
	rig_new(chip);
	for (unsigned i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		check(ops[i].name, ops[i].n, ops[i].want);
}

Test(r600_sq_ops, exact_r700)
{
	check_all("rv770");
}

Test(r600_sq_ops, exact_r600)
{
	check_all("r600");
	check("MOVA_GPR_INT", 1, want_MOVA_INT);
}

/* ---- approximations ------------------------------------------------------------------------------------ */
#define TWO_PI 6.283185307179586

static double exp_(double x)
{
	return x < -126 ? 0 : exp2(x);
}

static double rsq_(double x)
{
	return 1 / sqrt(x);
}

static double sin_turns(double x)
{
	return sin(x * TWO_PI);
}

static double cos_turns(double x)
{
	return cos(x * TWO_PI);
}

static double log_clamped(double x)
{
	return x == 0 ? -FLT_MAX : log2(x);
}

static double clamped(double x)
{
	return isinf(x) ? copysign(FLT_MAX, x) : x;
}

static double rsq_clamped(double x)
{
	return clamped(x == 0 ? copysign(INFINITY, x) : rsq_(x));
}

static double rsq_ff(double x)
{
	return x == 0 ? x : rsq_(x);
}

static void near(const char *name, double (*want)(double), double low, double high, double relative,
		 double absolute)
{
	static const uint32_t edge[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
					ONE,        0xbf800000, 0x000116c2, 0x800116c2, 0x40000000,
					0x40800000, 0x3e800000, 0x00800000, 0x7f7fffff, 0xff7fffff};
	enum { EDGES = sizeof(edge) / sizeof(edge[0]), STEPS = 4000 };
	bool angle = !strcmp(name, "SIN") || !strcmp(name, "COS");
	char text[200];
	const struct mr600_program *p;

	snprintf(text, sizeof(text), "ALU\n 0 t: %s R1.x, R0.x\nEXPORT_DONE PIXEL 0, R1.xyzw EOP\n", name);
	p = rig_program(MR600_PS, text);
	for (unsigned first = 0; first < STEPS; first += MR600_WAVE) {
		for (unsigned l = 0; l < MR600_WAVE; l++) {
			if (first + l < EDGES && !angle)
				rig.gpr[0][0].u[l] = edge[first + l];
			else
				rig.gpr[0][0].f[l] = (float)(low + (high - low) * (first + l) / STEPS);
		}
		cr_assert(rig_run(p, MR600_PS, ~UINT64_C(0)));
		for (unsigned l = 0; l < MR600_WAVE; l++) {
			float x = flushed(rig.gpr[0][0].f[l]), got = rig.gpr[1][0].f[l];
			double w = (float)want(x);

			if (isnan(w))
				cr_assert_eq(rig.gpr[1][0].u[l], NAN_BITS, "%s of %g: %g", name, x, got);
			else if (isinf(w) || w == 0)
				cr_assert(got == (float)w || fabs(got - w) <= absolute,
					  "%s of %g: %g, not %g", name, x, got, w);
			else
				cr_assert(fabs(got - w) <= fabs(w) * relative + absolute,
					  "%s of %g: %.9g, not %.9g", name, x, got, w);
		}
	}
	rig_quiet();
}

static void near_all(const char *chip)
{
	rig_new(chip);
	near("EXP_IEEE", exp_, -130, 130, 2e-7, 0);
	near("LOG_IEEE", log2, 1e-6, 70, 4e-7, 2e-7);
	near("LOG_CLAMPED", log_clamped, 1e-6, 70, 4e-7, 2e-7);
	near("RECIPSQRT_IEEE", rsq_, 1e-6, 70, 2e-7, 0);
	near("RECIPSQRT_CLAMPED", rsq_clamped, 1e-6, 70, 2e-7, 0);
	near("RECIPSQRT_FF", rsq_ff, 1e-6, 70, 2e-7, 0);
	near("SQRT_IEEE", sqrt, 1e-6, 70, 3e-7, 0);
}

Test(r600_sq_ops, near_r700)
{
	near_all("rv770");
	near("SIN", sin_turns, -0.5, 0.5, 0, 3e-7);
	near("COS", cos_turns, -0.5, 0.5, 0, 3e-7);
}

Test(r600_sq_ops, near_r600)
{
	near_all("r600");
	near("SIN", sin, -3.14159, 3.14159, 0, 5e-7);
	near("COS", cos, -3.14159, 3.14159, 0, 5e-7);
}

/* ---- every instruction set gives the same bits
 * ---------------------------------------------------------------- */
static const char *const approximations[] = {
    "EXP_IEEE",  "LOG_IEEE", "LOG_CLAMPED", "RECIPSQRT_IEEE", "RECIPSQRT_CLAMPED", "RECIPSQRT_FF",
    "SQRT_IEEE", "SIN",      "COS",         "RECIP_IEEE"};
enum { APPROXIMATIONS = sizeof(approximations) / sizeof(approximations[0]) };

static void fill_numbers(unsigned seed)
{
	for (unsigned l = 0; l < MR600_WAVE; l++) {
		rig.gpr[0][0].u[l] = numbers[l % NUMBERS];
		rig.gpr[0][1].f[l] =
		    ldexpf((float)((l * 7919 + seed * 104729) % 65536) / 65536, (int)(l % 9) - 4);
		rig.gpr[0][2].u[l] = (l + 1) * 2654435761u * (seed + 1);
	}
}

static void compute(uint32_t out[APPROXIMATIONS][3][MR600_WAVE])
{
	for (unsigned i = 0; i < APPROXIMATIONS; i++)
		for (unsigned c = 0; c < 3; c++) {
			char text[200];

			snprintf(text, sizeof(text),
				 "ALU\n 0 t: %s*2_sat R1.x, R0.%c\n 1 t: %s R1.y, -R0.%c\n"
				 " 2 x: ADD R1.x, R1.x, R1.y\nEXPORT_DONE PIXEL 0, R1.xyzw EOP\n",
				 approximations[i], "xyz"[c], approximations[i], "xyz"[c]);
			fill_numbers(i);
			cr_assert(rig_run(rig_program(MR600_PS, text), MR600_PS, ~UINT64_C(0)));
			memcpy(out[i][c], rig.gpr[1][0].u, sizeof(out[i][c]));
		}
}

Test(r600_sq_ops, same_bits)
{
	static const char *const sets[] = {"base", "avx2", "avx512"};
	static uint32_t want[APPROXIMATIONS][3][MR600_WAVE], got[APPROXIMATIONS][3][MR600_WAVE];

	rig_isa = "scalar";
	check_all("r600");
	compute(want);
	for (unsigned i = 0; i < 3; i++) {
		struct fl_model_config config = {.isa = sets[i]};
		char why[200];
		struct fl_model *m = fl_model_new("r600", &config, why, sizeof(why));

		if (!m)
			continue; /* not on this machine */
		fl_model_delete(m);
		rig_free();
		rig_isa = sets[i];
		check_all("r600");
		compute(got);
		cr_assert_arr_eq(got, want, sizeof(want), "%s is not as the scalar path", sets[i]);
	}
}
