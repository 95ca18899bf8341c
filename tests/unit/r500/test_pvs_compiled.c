/* SPDX-License-Identifier: MIT
 *
 * Vertex programs as compiled code (pvs_jit.c) against the scalar interpreter: random ones, and pairs of
 * an instruction that makes a NaN which exact arithmetic does not have, and any that takes it. Then what
 * becomes of code whose program, constants or instruction set change.
 */
#include "tests/unit/r500/test_pvs_random.h"
#include "hw/model/num/num.h"
#include "hw/model/r500/pvs_native.h"

TestSuite(pvs_compiled, .timeout = 120);

/* Code turns to its exact form for all lanes of a vector if one has met a NaN: with data that are full of
 * infinities, nothing else is ever tried. So these have zeros of both signs, equal numbers and denormals, and
 * where they are to be huge, an infinity or what is not a number now and then. */
static float plain_float(unsigned huge_in)
{
	static const uint32_t huge[] = {0x7f800000, 0xff800000, 0x7fc00000};
	uint32_t k = pvs_rnd();

	if (huge_in && pvs_below(huge_in) == 0)
		return num_float((int32_t)huge[pvs_below(3)]);
	if (k % 32 == 0)
		return num_float((int32_t)(pvs_rnd() & 0x807fffff));
	if (k % 2)
		return ((float)(pvs_rnd() >> 8) / 16777216.0f - 0.5f) * (k % 16 < 8 ? 4.0f : 100.0f);
	return num_float((int32_t)((k & 0x80000000) | (uint32_t)num_bits((float)((k >> 8) % 3) * 0.5f)));
}

enum { INPUTS = 6 };

static void plain_inputs(struct mr500_pvs_regs *to, unsigned huge_in)
{
	for (unsigned i = 0; i < MR500_PVS_REGS; i++) /* what was there before must not show */
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < MR500_PVS_LANES; l++)
				to->v[i][c][l] = i < INPUTS ? plain_float(huge_in) : 7e7f;
}

/* In each 16 vertices one where a channel of input 0 times that of input 1 is not a number. */
static void one_product(struct mr500_pvs_regs *to)
{
	for (unsigned l = 0; l < MR500_PVS_LANES; l += 16) {
		const unsigned lane = l + pvs_below(16), c = pvs_below(4), zero = pvs_below(2);

		to->v[zero][c][lane] = 0;
		to->v[!zero][c][lane] = pvs_below(2) ? INFINITY : -INFINITY;
	}
}

static void plain_consts(struct prig *g)
{
	for (unsigned i = 0; i < MR500_PVS_CONSTS; i++)
		for (unsigned c = 0; c < 4; c++)
			g->p->konst[i][c] = (uint32_t)num_bits(plain_float(0));
	g->p->const_version++;
}

/* The program, compiled for one set of instructions after the other, on groups without anything huge, with
 * little of it, and with much. Returns whether there is any code. */
static bool compare_groups(struct prig *g, const char *name, unsigned seed)
{
	static const struct {
		unsigned huge_in;
		bool product;
	} groups[] = {{0, false}, {400, false}, {400, false}, {0, true}, {0, true}, {0, true},
		      {0, true},  {0, true},    {0, true},    {0, true}, {0, true}, {16, false}};
	static struct mr500_pvs_regs input;
	static unsigned turn;
	enum fl_isa isa[3];
	const unsigned n_isa = prig_isas(isa);

	g->r->base.jit = FL_JIT_ALWAYS;
	g->r->isa = isa[turn++ % n_isa];
	if (!mr500_pvs_prepare(g->r, g->p))
		return false;
	for (unsigned i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		plain_inputs(&input, groups[i].huge_in);
		if (groups[i].product)
			one_product(&input);
		pvs_agrees(g, g->r->isa, &input, i % 3 ? MR500_PVS_LANES : 1 + pvs_below(MR500_PVS_LANES),
			   name, seed);
	}
	return g->p->native;
}

/* ---- random programs ----------------------------------------------------------------------------------- */
/* Without operands by the address register: they would cut what is compiled into small pieces. */
static void straighten(struct prig *g)
{
	for (unsigned i = 0; i < g->n; i++) {
		g->p->code[i][0] &= ~(1u << 31);
		for (unsigned k = 1; k < 4; k++)
			g->p->code[i][k] &= ~(1u << 4);
	}
	g->p->code_version++;
}

static void random_programs(unsigned programs, bool straight)
{
	struct prig g = prig_new("r580");
	unsigned compiled = 0;

	for (unsigned seed = 1; seed <= programs; seed++) {
		unsigned n;

		pvs_state = seed * 977 + straight;
		n = 4 + pvs_below(20);
		g.n = 0;
		g.r->reg[R500_VAP_PVS_CONST_CNTL / 4] =
		    R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(20 + pvs_below(8)) |
		    R500_VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET(pvs_below(256));
		for (unsigned i = 0; i < n; i++)
			pvs_instruction(&g);
		if (straight)
			straighten(&g);
		pvs_flow(&g, n);
		plain_consts(&g);
		compiled += compare_groups(&g, straight ? "straight" : "any", seed);
	}
	cr_assert(compiled * 10 >= programs * (straight ? 8 : 5) || !fl_jit_start(),
		  "only %u of %u have any code", compiled, programs);
	prig_delete(&g);
}

Test(pvs_compiled, random_programs)
{
	random_programs(120, false);
}

Test(pvs_compiled, random_straight_programs)
{
	random_programs(150, true);
}

/* ---- a NaN that gets lost ------------------------------------------------------------------------------ */
enum { MADE = 5, SPARE = 4 };

static uint32_t reads(unsigned k, unsigned at)
{
	return k == at ? w_src(PVS_SRC_TEMPORARY, MADE, SWZ_XYZW) : w_src(PVS_SRC_INPUT, 2 + k, SWZ_XYZW);
}

/* What was made is no more afterwards: it would be seen where it is stored. */
static void pair(struct prig *g, unsigned maker, unsigned taker, unsigned at, uint32_t more)
{
	const uint32_t in0 = w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), in1 = w_src(PVS_SRC_INPUT, 1, SWZ_XYZW);
	char name[64];

	g->n = 0;
	prig_add(g, w_dst(maker, PVS_DST_TEMPORARY, MADE, 15), in0, in1, w_src(PVS_SRC_INPUT, 2, SWZ_XYZW));
	prig_add(g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15), in0, in1, in0);
	prig_add(g, w_dst(taker, PVS_DST_OUT, 0, 0) | more, reads(0, at), reads(1, at), reads(2, at));
	prig_add(g, w_dst(VE_ADD, PVS_DST_TEMPORARY, MADE, 15), in0, in1, in0);
	snprintf(name, sizeof(name), "%u, taken by %u as operand %u, %x", maker, taker, at, more);
	cr_assert(compare_groups(g, name, 0) || !fl_jit_start(), "%s: not compiled", name);
}

/* What a sum makes is seldom the zero that might be taken for a NaN anyhow; and others by turns. */
static void pairs_of(struct prig *g, unsigned taker, uint32_t more)
{
	static const unsigned makers[] = {VE_MULTIPLY, VE_DOT_PRODUCT, VE_MULTIPLYX2_ADD, ME_MULTIPLY};
	static unsigned turn;

	for (unsigned at = 0; at < 3; at++)
		if (mr500_pvs_operands((enum pvs_op)taker) >> at & 1) {
			pair(g, VE_MULTIPLY_ADD, taker, at, more);
			pair(g, makers[turn++ % (sizeof(makers) / sizeof(*makers))], taker, at, more);
		}
}

static void pairs(uint32_t more)
{
	struct prig g = prig_new("r580");

	pvs_state = 5 + more;
	for (unsigned taker = VE_DOT_PRODUCT; taker < ME_OPS; taker++)
		if (taker < VE_OPS || taker > MATH_NO_OP)
			pairs_of(&g, taker, more);
	prig_delete(&g);
}

enum { XYZW = 15 << 20 };

Test(pvs_compiled, what_one_instruction_makes_another_takes)
{
	pairs(XYZW);
}

Test(pvs_compiled, what_one_instruction_makes_another_takes_and_saturates)
{
	pairs(XYZW | PVS_DST_VE_SAT | PVS_DST_ME_SAT);
}

Test(pvs_compiled, what_one_instruction_makes_another_takes_in_one_channel)
{
	static const unsigned takers[] = {VE_DISTANCE_VECTOR, ME_EXP_BASE2_DX, ME_LOG_BASE2_DX,
					  ME_LIGHT_COEFF_DX};
	struct prig g = prig_new("r580");

	pvs_state = 1;
	for (unsigned i = 0; i < sizeof(takers) / sizeof(*takers); i++)
		for (unsigned c = 0; c < 4; c++)
			pairs_of(&g, takers[i], 1u << (20 + c));
	prig_delete(&g);
}

/* A predicate of it, and an address of it: lanes are written, and a constant is read, accordingly. */
static void chosen_by(uint32_t op, unsigned type, uint32_t more, uint32_t source_more)
{
	const uint32_t in0 = w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), in1 = w_src(PVS_SRC_INPUT, 1, SWZ_XYZW);
	const uint32_t made = w_src(PVS_SRC_TEMPORARY, MADE, SWZ_XYZW);
	struct prig g = prig_new("r580");

	pvs_state = op;
	plain_consts(&g);
	for (unsigned i = 0; i < 40; i++) {
		g.n = 0;
		prig_add(&g, w_dst(VE_MULTIPLY, PVS_DST_TEMPORARY, MADE, 15), in0, in1, in0);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15), in0, in1, in0);
		prig_add(&g, w_dst(op, type, type == PVS_DST_A0 ? 0 : SPARE, 15), made, made, made);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, MADE, 15), in0, in1, in0);
		prig_add(&g, w_dst(VE_MAXIMUM, PVS_DST_OUT, 0, 15) | more,
			 w_src(PVS_SRC_CONSTANT, 40, SWZ_XYZW) | source_more, in1, in1);
		cr_assert(compare_groups(&g, "chosen", op) || !fl_jit_start());
	}
	prig_delete(&g);
}

Test(pvs_compiled, predicates_of_it)
{
	for (unsigned op = ME_PRED_SET_EQ; op <= ME_PRED_SET_RESTORE; op++)
		for (unsigned sense = 0; sense < 2; sense++)
			chosen_by(op, PVS_DST_TEMPORARY,
				  PVS_DST_PRED_ENABLE | (sense ? PVS_DST_PRED_SENSE : 0), 0);
	for (unsigned op = VE_PRED_SET_EQ_PUSH; op <= VE_PRED_SET_NEQ_PUSH; op++)
		chosen_by(op, PVS_DST_TEMPORARY, PVS_DST_PRED_ENABLE | PVS_DST_PRED_SENSE, 0);
}

Test(pvs_compiled, addresses_of_it)
{
	chosen_by(VE_FLT2FIX_DX, PVS_DST_A0, 0, 1u << 4);
	chosen_by(VE_FLT2FIX_DX_RND, PVS_DST_A0, 0, 1u << 4 | 2u << 29);
}

/* Values are looked at two by two; of three, the last is alone. */
Test(pvs_compiled, the_last_of_three_outputs)
{
	const uint32_t in0 = w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), in1 = w_src(PVS_SRC_INPUT, 1, SWZ_XYZW);
	struct prig g = prig_new("r580");

	for (unsigned i = 0; i < 3; i++) {
		g.n = 0;
		for (unsigned c = 0; c < 3; c++)
			prig_add(&g, w_dst(c == 2 ? VE_MULTIPLY_ADD : VE_ADD, PVS_DST_OUT, 0, 1u << c), in0,
				 in1, in0);
		cr_assert(compare_groups(&g, "three", i) || !fl_jit_start());
	}
	prig_delete(&g);
}

/* What the engine makes of nothing, ones and the largest number, times denormals, and the reciprocal of it:
 * the compiler, which keeps denormals, must not see it. */
Test(pvs_compiled, numbers_that_are_known)
{
	static const unsigned makers[] = {VE_DISTANCE_VECTOR, ME_EXP_BASE2_DX, ME_LOG_BASE2_DX,
					  ME_LIGHT_COEFF_DX,  ME_PRED_SET_CLR, ME_PRED_SET_EQ};
	const uint32_t in0 = w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), in1 = w_src(PVS_SRC_INPUT, 1, SWZ_XYZW);
	const uint32_t made = w_src(PVS_SRC_TEMPORARY, MADE, SWZ_XYZW);
	struct prig g = prig_new("r580");

	for (unsigned i = 0; i < sizeof(makers) / sizeof(*makers); i++) {
		g.n = 0;
		prig_add(&g, w_dst(makers[i], PVS_DST_TEMPORARY, MADE, 15), in0, in1, in0);
		prig_add(&g, w_dst(VE_MULTIPLY, PVS_DST_OUT, 0, 15), made, in1, in1);
		prig_add(&g, w_dst(ME_RECIP_DX, PVS_DST_OUT, 1, 15), made, made, made);
		prig_add(&g, w_dst(VE_MAXIMUM, PVS_DST_OUT, 2, 15), made, in1, in1);
		cr_assert(compare_groups(&g, "known", makers[i]) || !fl_jit_start());
	}
	prig_delete(&g);
}

/* ---- changes ------------------------------------------------------------------------------------------- */
/* out 0 = (in 0 op constant 3) op constant 3, op constant 3 */
static void three(struct prig *g, unsigned op)
{
	const uint32_t c = w_src(PVS_SRC_CONSTANT, 3, SWZ_XYZW), t = w_src(PVS_SRC_TEMPORARY, 0, SWZ_XYZW);

	g->n = 0;
	prig_add(g, w_dst(op, PVS_DST_TEMPORARY, 0, 15), w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), c, c);
	prig_add(g, w_dst(op, PVS_DST_TEMPORARY, 0, 15), t, c, c);
	prig_add(g, w_dst(op, PVS_DST_OUT, 0, 15), t, c, c);
}

static float three_of(struct prig *g, float x)
{
	prig_in(g, 0, 0, x, x, x, x);
	prig_run(g, g->r->isa, 1);
	return prig_out(g, 0, 2, 0);
}

static void set_constant(struct prig *g, float x)
{
	for (unsigned c = 0; c < 4; c++)
		g->p->konst[3][c] = (uint32_t)num_bits(x);
	g->p->const_version++;
}

Test(pvs_compiled, code_goes_with_its_program)
{
	struct prig g = prig_new("r580");
	const struct mr500_pvs_native *was;

	g.r->isa = FL_ISA_BASE;
	g.r->base.jit = FL_JIT_ALWAYS;
	three(&g, VE_ADD);
	set_constant(&g, 2);
	cr_assert_eq(three_of(&g, 1), 7);
	cr_assert(!g.p->native == !fl_jit_start());
	was = g.p->native;
	set_constant(&g, 5); /* the same code for other constants */
	cr_assert_eq(three_of(&g, 1), 16);
	cr_assert_eq(g.p->native, was);
	three(&g, VE_MULTIPLY);
	cr_assert_eq(three_of(&g, 2), 250);
	g.r->isa = FL_ISA_SCALAR;
	cr_assert_eq(three_of(&g, 3), 375);
	cr_assert_null(g.p->native);
	g.r->isa = FL_ISA_BASE;
	cr_assert_eq(three_of(&g, 4), 500);
	cr_assert(!g.p->native == !fl_jit_start());
	g.r->base.jit = FL_JIT_OFF;
	cr_assert_eq(three_of(&g, 5), 625);
	cr_assert_null(g.p->native);
	prig_delete(&g);
}

/* The same instructions, with something behind them that reads temporaries, and without. */
Test(pvs_compiled, code_goes_with_what_is_read_after_it)
{
	const uint32_t in0 = w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), in1 = w_src(PVS_SRC_INPUT, 1, SWZ_XYZW);
	const uint32_t t0 = w_src(PVS_SRC_TEMPORARY, 0, SWZ_XYZW), t1 = w_src(PVS_SRC_TEMPORARY, 1, SWZ_XYZW);
	struct prig g = prig_new("r580");

	for (unsigned i = 0; i < 6; i++) { /* three sets of instructions each */
		g.n = 0;
		prig_add(&g, w_dst(VE_MULTIPLY, PVS_DST_TEMPORARY, 0, 15), in0, in1, in0);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 1, 15), in0, in1, in0);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15), t0, t1, in0);
		if (i >= 3)
			prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 1, 15), t1 | 1u << 4, in1, in0);
		cr_assert(compare_groups(&g, "read after it", i) || !fl_jit_start());
	}
	prig_delete(&g);
}

/* Only what has run for as long as compiling takes is compiled; also of a program that comes again. */
Test(pvs_compiled, what_runs_for_long_is_compiled)
{
	struct prig g = prig_new("r580");
	unsigned groups = 0;

	g.r->isa = FL_ISA_BASE;
	set_constant(&g, 1);
	for (; !g.p->native && groups < 400000; groups++) {
		if (groups % 20000 == 0)
			three(&g, groups % 40000 ? VE_ADD : VE_MULTIPLY);
		if (groups % 1000 == 0)
			cr_assert(mr500_pvs_prepare(g.r, g.p));
		FL_SIMD_PICK(FL_ISA_BASE, mr500_pvs_run)(g.p, MR500_PVS_LANES);
	}
	cr_assert(groups > 50000);
	cr_assert(g.p->native || !fl_jit_start(), "%u groups", groups);
	prig_delete(&g);
}
