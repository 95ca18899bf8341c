/* SPDX-License-Identifier: MIT
 *
 * What assembled fragment programs compute: run on the model's plain interpreter and on its vectors, against
 * formulas here. The model checks the guide's scheduling rules (semaphore, waits, NOPs, the program's end):
 * it must have nothing to say.
 */
#include "tests/unit/r500/test_us_rig.h"
#include "lib/r500/asm.h"

TestSuite(asm_us, .timeout = 30);

static struct fl_r500_fs fs;

static void assemble(const char *text)
{
	char error[200];

	if (!fl_r500_fs_asm(&fs, text, strlen(text))) {
		fl_asm_error_text(&fs.source, 0, error, sizeof(error));
		cr_assert_fail("%s", error);
	}
}

static struct us_rig *load(const char *text)
{
	struct us_rig *g = us_rig_new("r580");

	assemble(text);
	us_load(g, (const uint32_t(*)[6])fs.words, fs.n);
	us_set(g, R500_US_CODE_ADDR,
	       R500_US_CODE_ADDR__START_ADDR(fs.first) | R500_US_CODE_ADDR__END_ADDR(fs.n - 1));
	us_set(g, R500_US_PIXSIZE, fs.last_temp);
	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(fs.full_flow));
	for (unsigned i = 0; i < 256; i++)
		if (fs.consts.given[i / 32] >> (i % 32) & 1)
			us_const(g, i, us_bits(fs.consts.value[i][0]), us_bits(fs.consts.value[i][1]),
				 us_bits(fs.consts.value[i][2]), us_bits(fs.consts.value[i][3]));
	return g;
}

/* Target t of every pixel; r0 and r1 are the inputs, r0.r also distinguishes pixels: + lane. */
static void expect(struct us_rig *g, unsigned t, const float r0[4], const float r1[4],
		   void (*want)(unsigned lane, double v[4]))
{
	const char *name;
	us_run_fn *run;

	fl_arena_reset(&g->arena);
	cr_assert(us_decode(g));
	for (unsigned i = 0; (run = us_isa(i, &name)); i++) {
		for (unsigned k = 0; k < 4; k++)
			for (unsigned l = 0; l < 64; l++) {
				mr500_px_of(g->t)->temp[0][k][l] = r0[k] + (k == 0 ? (float)l : 0);
				mr500_px_of(g->t)->temp[1][k][l] = r1[k];
			}
		memset(mr500_px_of(g->t)->out, 0x55, sizeof(mr500_px_of(g->t)->out));
		run(g->t);
		for (unsigned l = 0; l < 64; l++) {
			double v[4];

			want(l, v);
			for (unsigned k = 0; k < 4; k++)
				cr_assert(fabs(mr500_px_of(g->t)->out[t][k][l] - v[k]) <=
					      1e-5 * fabs(v[k]) + 1e-6,
					  "%s, pixel %u, channel %u: %g, not %g", name, l, k,
					  (double)mr500_px_of(g->t)->out[t][k][l], v[k]);
		}
	}
	for (unsigned i = 0; fl_model_report(&g->r->base, i); i++)
		cr_assert_fail("%s", fl_model_report(&g->r->base, i)->text);
	us_rig_free(g);
}

static const float A[4] = {0, 2, -3, 0.25f}, B[4] = {0.5f, 4, 8, -2};
#define HEAD "!!US\nin a0_ : color0\nin b0_ : texcoord0\nout px : A\ntemp t\n"

static void set4(double v[4], double r, double g, double b, double a)
{
	v[0] = r, v[1] = g, v[2] = b, v[3] = a;
}

static void want_operands(unsigned l, double v[4])
{
	/* x = r0 * r1 + 0.3; y = |r1|.bgra - 2 * x; z = (1 - y) * 3 */
	double r0[4] = {l, 2, -3, 0.25}, swapped[4] = {8, 4, 0.5, 2};

	for (unsigned k = 0; k < 4; k++) {
		double x = r0[k] * (double)B[k] + 0.3, y = swapped[k] - 2 * x;
		v[k] = (1 - y) * 3;
	}
}

Test(asm_us, operands_constants_and_presubtract)
{
	struct us_rig *g = load(HEAD "MAD t, a0_, b0_, 0.3\n"
				     "MAD t, t, -2, |b0_.bgra|\n"
				     "MUL px, (1-t), 3\n");

	cr_assert(fs.words[1][0] >> 9 & 1, "a NOP before the presubtract (guide 8.4.2)");
	expect(g, 0, A, B, want_operands);
}

static void want_halves(unsigned l, double v[4])
{
	double dot = 2 * 4 - 3 * 8 + l * 0.5;

	set4(v, dot, dot, dot, 2 / sqrt(2.0) - 1);
}

Test(asm_us, two_halves)
{
	struct us_rig *g = load(HEAD "DP3 t.rgb, a0_, b0_ & RSQ.x2 t.a, |b0_.a|\n"
				     "MOV px.rgb, t & SUB px.a, t.a, 1\n");

	cr_assert_eq(fs.n, 2u);
	expect(g, 0, A, B, want_halves);
}

static void want_scalars(unsigned l, double v[4])
{
	double dp4 = l * 0.5 + 8 - 24 - 0.5;

	set4(v, 1.0 / 8, 1.0 / 8, 1.0 / 8, dp4);
}

Test(asm_us, scalars_and_dots_in_one_text)
{
	struct us_rig *g = load(HEAD "RCP t, b0_.b\nDP4 t.a, a0_, b0_\nMOV px, t\n");

	expect(g, 0, A, B, want_scalars);
}

static void want_clamp(unsigned l, double v[4])
{
	set4(v, l > 8 ? 1 : l / 8.0, 0.5, 0.375, 0.25);
}

Test(asm_us, output_modifiers_and_targets)
{
	struct us_rig *g = load("!!US\nin v1_ : color0\nout far : C\nout z : depth\n"
				"MUL.d8.sat far.rgb + r5, v1_, {1, 2, -1} & MOV far.a + z, 0.25\n");

	cr_assert_eq(fs.targets, 4u);
	cr_assert(fs.depth);
	expect(g, 2, A, B, want_clamp);
}

static void want_if(unsigned l, double v[4])
{
	/* even and odd of a count: the ALU result and a predicate bit, nested, with and without ELSE */
	double r = l < 20 ? 1 : 2, g = l < 20 ? (l < 10 ? 5 : 6) : 7;

	set4(v, r, g, l >= 30 ? 9 : 8, l < 40 ? 3 : 4);
}

Test(asm_us, conditions)
{
	struct us_rig *g = load(HEAD "MOV t, {0, 0, 8, 4}\n"
				     "SUB cc.r:lt, a0_.r, 20\n"
				     "SUB p.rg:lt, a0_.rrr, {10, 40, 0}\n"
				     "IF cc\n"
				     "  MOV t.r, 1\n"
				     "  IF p.r\n"
				     "    MOV t.g, 5\n"
				     "  ELSE\n"
				     "    MOV t.g, 6\n"
				     "  ENDIF\n"
				     "ELSE\n"
				     "  MOV t.rg, {2, 7, 0}\n"
				     "ENDIF\n"
				     "(p.g) MOV t.a, 3\n"
				     "SUB cc.r:ge, a0_.r, 30\n"
				     "IF cc\n"
				     "  MOV t.b, 9\n"
				     "ENDIF\n"
				     "MOV px, t\n");

	cr_assert(!fs.full_flow);
	expect(g, 0, A, B, want_if);
}

static void want_loop(unsigned l, double v[4])
{
	/* Up to 12 rounds, left after more than l; every other one is cut short; a subroutine doubles at the
	 * end. */
	double n = 0, odd = 0;

	for (int i = 0; i < 12; i++) {
		n++;
		if (n > l)
			break;
		if (i & 1)
			continue;
		odd++;
	}
	set4(v, 2 * n, 2 * odd, 0, 0);
}

Test(asm_us, loops_and_calls)
{
	struct us_rig *g = load(HEAD "temp round\ntemp half\n"
				     "main2: JUMP main\n"
				     "twice:\n"
				     "  ADD t, t, t\n"
				     "RET\n"
				     "main:\n"
				     "MOV t, 0\nMOV round, 0\n"
				     "LOOP i3\n"
				     "  ADD t.r, t, 1\n"
				     "  SUB cc.r:lt, a0_.r, t.r\n"
				     "  BRK cc\n"
				     "  MUL half.r, round, 0.5\n"
				     "  ADD round.r, round, 1\n"
				     "  FRC cc.r:ne, half.r\n"
				     "  IF cc\n"
				     "    CONT\n"
				     "  ENDIF\n"
				     "  ADD t.g, t, 1\n"
				     "ENDLOOP\n"
				     "CALL twice\n"
				     "MOV px, t\n");

	cr_assert(fs.full_flow);
	us_set(g, R500_US_FC_INT_CONST(3), R500_US_FC_INT_CONST__KR(12) | R500_US_FC_INT_CONST__KB(1));
	expect(g, 0, A, B, want_loop);
}

static void want_static(unsigned l, double v[4])
{
	set4(v, 1, 4, 0, 0);
}

/* Booleans: no stack is touched; aL counts through registers. */
Test(asm_us, booleans_and_the_loop_variable)
{
	struct us_rig *g = load("!!US\nin v1_ : color0\nout px : A\ntemp t\ntemp many[4] r4\n"
				"MOV t, 0\n"
				"REP i1\nIF b2\nADD t.r, t, 1\nBRK\nELSE\nADD t.r, t, 7\nENDIF\nENDREP\n"
				"MOV many[1], 1\nMOV many[2], 1\nMOV many[3], 2\n"
				"LOOP i0\nADD t.g, t, many[aL]\nENDLOOP\n"
				"MOV px, t\n");

	us_set(g, R500_US_FC_BOOL_CONST, 1u << 2);
	us_set(g, R500_US_FC_INT_CONST(0),
	       R500_US_FC_INT_CONST__KR(3) | R500_US_FC_INT_CONST__KG(1) | R500_US_FC_INT_CONST__KB(1));
	us_set(g, R500_US_FC_INT_CONST(1), R500_US_FC_INT_CONST__KR(9));
	expect(g, 0, A, B, want_static);
}

/* ---- what the assembler adds of its own accord --------------------------------------------------------- */
enum { WAIT = 1 << 2, NOP = 1 << 9, ALU_WAIT = 1 << 10 };

/* R5xx guide 8.5.2: the example, and what follows from its rules. */
Test(asm_us, semaphore)
{
	static const struct {
		bool wait, acquire;
	} want[] = {{0, 0}, {0, 0}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, {1, 0}, {0, 0}, {1, 1}, {1, 0}};

	assemble("!!US\n"
		 "LD r4, r1, tex0\n"
		 "LD r5, r2, tex1\n"
		 "LD r6, r3, tex2\n"
		 "ADD r1, r1, 1\n"
		 "ADD r2, r2, 1\n"
		 "ADD r3, r3, 1\n"
		 "ADD r4, r4, 1\n"
		 "ADD r5, r5, 1\n" /* the wait before was for all of them */
		 "LD r7, r6, tex3\n"
		 "MOV outA, r7\n");
	cr_assert_eq(fs.n, 10u);
	for (unsigned i = 0; i < fs.n; i++) {
		bool tex = (fs.words[i][0] & 3) == 3;

		cr_expect_eq(!!(fs.words[i][0] & WAIT), want[i].wait, "instruction %u", i);
		cr_expect_eq(tex && fs.words[i][1] >> 25 & 1, want[i].acquire, "instruction %u", i);
	}
	cr_assert_eq(fs.textures, 15u);
	cr_assert_eq(fs.last_temp, 7u);
}

Test(asm_us, waits_and_nops)
{
	assemble("!!US\nADD r1, r1, 1\nLD r2, r1, tex0\nLD r3, r4, tex0\nMDH r5, r2, -1\nMDV r6, r5, -1\nADD "
		 "r7, r5, 1\n");
	cr_assert(fs.words[1][0] & ALU_WAIT, "its coordinate is the ALU's");
	cr_assert(!(fs.words[2][0] & ALU_WAIT));
	cr_assert(fs.words[3][0] & NOP, "r5 is differentiated right after");
	cr_assert(!(fs.words[4][0] & NOP));
	/* The end: an OUT that waits, added where the last is none. */
	cr_assert_eq(fs.n, 6u);
	cr_assert_eq(fs.words[5][0] & 3, 1u);
	assemble("!!US\nIF cc\nMOV outA, r0\nENDIF\n");
	cr_assert_eq(fs.n, 4u);
	cr_assert_eq(fs.words[3][0], 5u);
	/* And when the text asks for none. */
	assemble("!!US\noption nosched\nADD r1, r1, 1\nLD r2, r1, tex0\nMOV r3, r2\n");
	cr_assert_eq(fs.n, 3u);
	cr_assert(!(fs.words[1][0] & ALU_WAIT) && !(fs.words[2][0] & WAIT) && !(fs.words[2][0] & 3));
}

/* Numbers: selectors, inline constants, constants, in this order. */
Test(asm_us, numbers)
{
	assemble("!!US\nMAD r0, 1, 0.5, 0\nMUL r0, r1, -12\nMUL r0, r1, 0.1\nMUL r2, 0.1, 480\nMAD r2, 0.1, "
		 "0.2, 0.3\n");
	cr_assert_eq(fs.words[0][1], 0x08020080u, "no source at all");
	cr_assert_eq(fs.words[1][1] >> 10 & 0x3ff, 0x80u | (7 + 3) << 3 | 4, "1.5 * 2^3");
	cr_assert_eq(fs.words[2][1] >> 10 & 0x3ff, 0x100u);
	cr_assert_eq(fs.words[3][1] & 0x3ff, 0x100u, "the same constant");
	cr_assert_eq(fs.words[3][1] >> 10 & 0x3ff, 0x80u | 15 << 3 | 7, "480 is the largest (guide 8.4.1)");
	cr_assert_eq(fs.consts.value[0][0], 0x3dcccccdu);
	cr_assert_eq(fs.words[4][1], 0x08020100u, "three numbers in one constant");
	cr_assert_eq(fs.consts.value[0][2], 0x3e99999au);
}
