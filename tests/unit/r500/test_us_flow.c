/* SPDX-License-Identifier: MIT
 *
 * US: flow control, statement by statement as R5xx guide 8.6.4 encodes them, against what each pixel has to
 * come out with.
 */
#include "tests/unit/r500/test_us_rig.h"

TestSuite(us_flow, .timeout = 30);

enum { JUMP, LOOP, ENDLOOP, REP, ENDREP, BREAKLOOP, BREAKREP, CONTINUE };
enum { NONE, DECR, INCR };

static void fc(uint32_t w[6], unsigned op, unsigned func, unsigned any, unsigned a_op, unsigned b0,
	       unsigned b1, unsigned pop, unsigned b_else, unsigned jump)
{
	memset(w, 0, 24);
	w[0] = R500_US_CMN_INST__TYPE(2) | R500_US_CMN_INST__ALU_WAIT(1);
	w[2] = R500_US_FC_INST__OP(op) | R500_US_FC_INST__JUMP_FUNC(func) | R500_US_FC_INST__JUMP_ANY(any) |
	       R500_US_FC_INST__A_OP(a_op) | R500_US_FC_INST__B_OP0(b0) | R500_US_FC_INST__B_OP1(b1) |
	       R500_US_FC_INST__B_POP_CNT(pop) | R500_US_FC_INST__B_ELSE(b_else);
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(jump);
}

/* r0 = r0 + constant n, in all channels */
static void add(uint32_t w[6], unsigned n)
{
	struct us_asm p = us_alu_inst(0, 0, 0, us_src_word(0, 0, n | US_C), 0);

	p.w[3] = (p.w[3] & ~(0x1ffu << 15)) | 6u << 15 | 6u << 18 | 6u << 21;
	p.w[4] =
	    (p.w[4] & ~R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B__MASK) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(6);
	memcpy(w, p.w, 24);
}

/* ALU result = r1.channel >= 0 */
static void test(uint32_t w[6], unsigned channel)
{
	struct us_asm p = us_alu_inst(0, 5, 3, us_src_word(1, 1, 1), 0);

	p.w[0] = R500_US_CMN_INST__ALU_RESULT_OP(2);
	p.w[3] = channel << 2 | channel << 15 | R500_US_ALU_RGB_INST__ALU_WMASK(1);
	memcpy(w, p.w, 24);
}

static struct us_rig *rig(void)
{
	struct us_rig *g = us_rig_new("r580");

	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(1));
	for (unsigned i = 0; i < 8; i++)
		us_const(g, i, 1 << (2 * i), 1 << (2 * i), 1 << (2 * i), 1 << (2 * i));
	return g;
}

/* r1.rgb say by the lane's bits 0, 1 and 2 which way each of three conditions goes. */
static void run(struct us_rig *g, uint32_t (*w)[6], unsigned n, float (*want)(unsigned lane))
{
	const char *name;
	us_run_fn *fn;

	memcpy(w[n++], us_out_reg(0).w, 24);
	us_load(g, (const uint32_t(*)[6])w, n);
	cr_assert(us_decode(g));
	for (unsigned i = 0; (fn = us_isa(i, &name)); i++) {
		memset(mr500_px_of(g->t), 0, sizeof(struct mr500_px));
		for (unsigned l = 0; l < 64; l++)
			for (unsigned c = 0; c < 3; c++)
				mr500_px_of(g->t)->temp[1][c][l] = l >> c & 1 ? 1 : -1;
		fn(g->t);
		for (unsigned l = 0; l < 64; l++)
			cr_assert_eq(mr500_px_of(g->t)->out[0][3][l], want(l), "%s, lane %u: %g, not %g",
				     name, l, mr500_px_of(g->t)->out[0][3][l], want(l));
	}
	us_rig_free(g);
}

static float nested(unsigned l)
{
	return (l & 1 ? 1 + (l & 2 ? 4 : 16) : 64) + 256;
}

Test(us_flow, if_else_nested)
{
	uint32_t w[16][6];

	test(w[0], 0);
	fc(w[1], JUMP, 0x0f, 0, 0, INCR, INCR, 0, 0, 10); /* IF c0 */
	add(w[2], 0);
	test(w[3], 1);
	fc(w[4], JUMP, 0x0f, 0, 0, INCR, INCR, 0, 0, 7); /* IF c1 */
	add(w[5], 1);
	fc(w[6], JUMP, 0x00, 0, 0, NONE, DECR, 1, 1, 9); /* ELSE */
	add(w[7], 2);
	fc(w[8], JUMP, 0x00, 1, 0, DECR, NONE, 1, 0, 0);  /* ENDIF */
	fc(w[9], JUMP, 0x00, 0, 0, NONE, DECR, 1, 1, 12); /* ELSE */
	add(w[10], 3);
	fc(w[11], JUMP, 0x00, 1, 0, DECR, NONE, 1, 0, 0); /* ENDIF */
	add(w[12], 4);
	run(rig(), w, 13, nested);
}

static float looped(unsigned l)
{
	/* Five times: a; pixels of c0 leave in the first round behind it, those of c1 skip the rest of
	 * each. */
	return l & 1 ? 1 : l & 2 ? 5 : 5 * (1 + 4);
}

Test(us_flow, loop_break_continue)
{
	struct us_rig *g = rig();
	uint32_t w[16][6];

	us_set(g, R500_US_FC_INT_CONST(0), 5);
	fc(w[0], LOOP, 0x00, 0, 0, NONE, NONE, 0, 0, 8);
	add(w[1], 0);
	test(w[2], 0);
	fc(w[3], BREAKLOOP, 0xf0, 0, 0, NONE, DECR, 0, 0, 8); /* BREAK c */
	test(w[4], 1);
	fc(w[5], CONTINUE, 0xf0, 0, 0, NONE, DECR, 0, 0, 7); /* CONTINUE c */
	add(w[6], 1);
	fc(w[7], ENDLOOP, 0xff, 1, 0, NONE, NONE, 0, 0, 1);
	run(g, w, 8, looped);
}

static float counted(unsigned l)
{
	return l < 64 ? 160 * 160 * 10 : 0;
}

/* Real chips bring such a program to its end: some 282,000 instructions, above the 2^18 at which the model
 * once took a program for one that hangs. */
Test(us_flow, long_loops_end)
{
	struct us_rig *g = rig();
	uint32_t w[16][6];

	us_set(g, R500_US_FC_INT_CONST(0), 160);
	fc(w[0], LOOP, 0x00, 0, 0, NONE, NONE, 0, 0, 14);
	fc(w[1], LOOP, 0x00, 0, 0, NONE, NONE, 0, 0, 13);
	for (unsigned i = 2; i < 12; i++)
		add(w[i], 0);
	fc(w[12], ENDLOOP, 0xff, 1, 0, NONE, NONE, 0, 0, 2);
	fc(w[13], ENDLOOP, 0xff, 1, 0, NONE, NONE, 0, 0, 1);
	run(g, w, 14, counted);
}

static float summed(unsigned l)
{
	return 1 + 16 + 256; /* constants 0, 2, 4 by aL = 0, 2, 4 */
}

Test(us_flow, al_addresses_constants)
{
	struct us_rig *g = rig();
	uint32_t w[8][6];

	us_set(g, R500_US_FC_INT_CONST(0), 3 | 0 << 8 | 2 << 16);
	fc(w[0], LOOP, 0x00, 0, 0, NONE, NONE, 0, 0, 3);
	add(w[1], 0);
	w[1][1] |= R500_US_ALU_RGB_ADDR__ADDR2_REL(1);
	w[1][2] |= R500_US_ALU_ALPHA_ADDR__ADDR2_REL(1);
	fc(w[2], ENDLOOP, 0xff, 1, 0, NONE, NONE, 0, 0, 1);
	run(g, w, 3, summed);
}

static float called(unsigned l)
{
	return 1 + (l & 1 ? 4 : 0) + 16 + 4;
}

Test(us_flow, call_of_some_and_of_all)
{
	uint32_t w[12][6];

	/* 0: a; CALL c0 sub; b; CALL sub; end. The program's end is behind the subroutine, which is jumped
	 * over. */
	add(w[0], 0);
	test(w[1], 0);
	fc(w[2], JUMP, 0xf0, 1, 2, NONE, INCR, 0, 0, 6); /* CALL c */
	add(w[3], 2);
	fc(w[4], JUMP, 0xff, 1, 2, NONE, INCR, 0, 0, 6); /* CALL */
	fc(w[5], JUMP, 0xff, 0, 0, NONE, NONE, 0, 0, 8);
	add(w[6], 1);
	fc(w[7], JUMP, 0xff, 0, 1, NONE, DECR, 1, 0, 0); /* RETURN */
	run(rig(), w, 8, called);
}

Test(us_flow, a_loop_without_end_hangs_and_is_reported)
{
	struct us_rig *g = rig();
	uint32_t w[2][6];

	fc(w[0], JUMP, 0xff, 1, 0, NONE, NONE, 0, 0, 0);
	memcpy(w[1], us_out_reg(0).w, 24);
	us_load(g, (const uint32_t(*)[6])w, 2);
	cr_assert(us_decode(g));
	mr500_us_run_base(g->t);
	cr_assert(!us_decode(g), "the next draw is refused");
	us_rig_free(g);
}
