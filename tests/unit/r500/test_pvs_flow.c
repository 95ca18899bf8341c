/* SPDX-License-Identifier: MIT
 *
 * Flow control, addressing, dual operations and the memory ports of the vertex shader (R5xx guide 7.4.10,
 * 7.5.1, 7.5.5, 7.5.6), on both paths.
 */
#include "tests/unit/r500/test_pvs_rig.h"

#define ONE              w_src(PVS_SRC_INPUT, 0, SWZ(5, 5, 5, 5))
#define ZERO             w_src(PVS_SRC_INPUT, 0, SWZ(4, 4, 4, 4))
#define A0_OF(component) (1u << 4 | (uint32_t)(component) << 29)
#define I0_SRC           (1u << 31)

enum { JUMP = 1, LOOP = 2, JSR = 3 };

static void flow(struct prig *g, unsigned i, unsigned kind, unsigned act, unsigned target, unsigned last,
		 unsigned rtn)
{
	uint32_t *opc = &g->r->reg[R500_VAP_PVS_FLOW_CNTL_OPC / 4];

	*opc = (*opc & ~(3u << (2 * i))) | kind << (2 * i);
	if (g->r->variant->kind == MR500_KIND_R5XX) {
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_LW(i) / 4] = act | target << 16;
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_UW(i) / 4] = last | rtn << 16;
	} else {
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS(i) / 4] = act | target << 8 | last << 16 | rtn << 24;
	}
}

static void loop_index(struct prig *g, unsigned i, unsigned init, int step, bool inherit)
{
	g->r->reg[R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX(i) / 4] =
	    init | ((unsigned)step & 255) << 8 | (unsigned)inherit << 31;
}

static void clear_out(struct prig *g)
{
	prig_add(g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 0, 15), ZERO, ZERO, 0);
}

/* t0.x += by */
static void count_up(struct prig *g, uint32_t by)
{
	prig_add(g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 0, 1), w_src(PVS_SRC_TEMPORARY, 0, SWZ_XYZW), by, 0);
}

static void hand_out(struct prig *g)
{
	prig_add(g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15), w_src(PVS_SRC_TEMPORARY, 0, SWZ_XYZW), ZERO, 0);
}

static void constants(struct prig *g)
{
	for (unsigned i = 0; i < 256; i++)
		for (unsigned c = 0; c < 4; c++)
			memcpy(&g->p->konst[i][c], &(float){(float)(10 * i + c)}, 4);
	g->p->const_version++;
}

static float both(struct prig *g, unsigned vector, unsigned channel)
{
	float slow, fast;

	prig_run(g, FL_ISA_SCALAR, 3);
	slow = prig_out(g, vector, channel, 2);
	prig_run(g, FL_ISA_BASE, 3);
	fast = prig_out(g, vector, channel, 2);
	cr_assert_eq(slow, fast, "scalar %g, vector %g", (double)slow, (double)fast);
	return fast;
}

static void loop_of_five(const char *chip)
{
	struct prig g = prig_new(chip);

	clear_out(&g);     /* 0 */
	count_up(&g, ONE); /* 1 */
	hand_out(&g);      /* 2 */
	flow(&g, 0, LOOP, 0, 5, 1, 1);
	cr_assert_eq(both(&g, 0, 0), 5.0f);
	prig_delete(&g);
}

Test(pvs, loop_runs_its_count)
{
	loop_of_five("r580");
	loop_of_five("r300"); /* the single-word form */
}

Test(pvs, jump_skips_and_call_returns)
{
	struct prig g = prig_new("r580");

	clear_out(&g);     /* 0: jumps to 2 */
	count_up(&g, ONE); /* 1: skipped */
	count_up(&g, ONE); /* 2: calls 5 */
	hand_out(&g);      /* 3: the end */
	hand_out(&g);      /* 4 */
	count_up(&g, ONE); /* 5: the subroutine */
	count_up(&g, ONE); /* 6 */
	g.r->reg[R500_VAP_PVS_CODE_CNTL_0 / 4] = R500_VAP_PVS_CODE_CNTL_0__PVS_LAST_INST(3);
	flow(&g, 0, JUMP, 0, 2, 0, 0);
	flow(&g, 1, JSR, 2, 5, 6, 3);
	cr_assert_eq(both(&g, 0, 0), 3.0f);
	prig_delete(&g);
}

/* t0.x = sum of constants c[I0].x, I0 = 4, 6, 8: 40 + 60 + 80 */
Test(pvs, loop_index_addresses_constants)
{
	struct prig g = prig_new("r580");

	constants(&g);
	clear_out(&g);
	count_up(&g, w_src(PVS_SRC_CONSTANT, 0, SWZ_XYZW) | I0_SRC);
	hand_out(&g);
	flow(&g, 0, LOOP, 0, 3, 1, 1);
	loop_index(&g, 0, 4, 2, false);
	cr_assert_eq(both(&g, 0, 0), 180.0f);
	loop_index(&g, 0, 1, -1, false); /* 1, 0, -1: outside reads 0 */
	cr_assert_eq(both(&g, 0, 0), 10.0f);
	prig_delete(&g);
}

/* An inner loop that inherits the index, and leaves the outer one as it was: outer 2, 3; inner steps 10
 * twice. Inside: 2 + 12, 3 + 13; after the inner loop: c[2], c[3]. */
Test(pvs, nested_loops_keep_their_indices)
{
	struct prig g = prig_new("r580");

	constants(&g);
	clear_out(&g);                                                      /* 0: outer begins */
	count_up(&g, ZERO);                                                 /* 1: inner begins */
	count_up(&g, w_src(PVS_SRC_CONSTANT, 0, SWZ_XYZW) | I0_SRC);        /* 2: inner */
	count_up(&g, w_src(PVS_SRC_CONSTANT, 0, SWZ(1, 0, 0, 0)) | I0_SRC); /* 3: outer, + 1 */
	hand_out(&g);
	flow(&g, 0, LOOP, 0, 2, 3, 1);
	loop_index(&g, 0, 2, 1, false);
	flow(&g, 1, LOOP, 1, 2, 2, 2);
	loop_index(&g, 1, 77, 10, true);
	cr_assert_eq(both(&g, 0, 0), 10.0f * (2 + 12 + 3 + 13) + 21 + 31);
	prig_delete(&g);
}

/* Mesa's loops count to 255 always, and two of them nested are more instructions than are unrolled. */
Test(pvs, long_loops_run_to_their_end)
{
	struct prig g = prig_new("rv530");

	constants(&g);
	clear_out(&g);      /* 0: outer begins */
	count_up(&g, ZERO); /* 1: inner begins */
	count_up(&g, ONE);  /* 2: inner */
	count_up(&g, ZERO); /* 3: inner ends */
	prig_add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 0, 2), w_src(PVS_SRC_TEMPORARY, 0, SWZ_XYZW), ONE, 0);
	hand_out(&g);
	flow(&g, 0, LOOP, 0, 255, 4, 1);
	flow(&g, 1, LOOP, 1, 255, 3, 2);
	cr_assert_eq(both(&g, 0, 0), 255.0f * 255);
	cr_assert_eq(both(&g, 0, 1), 255.0f);
	cr_assert(g.p->executed > MR500_PVS_UNROLLED && g.p->looped);
	/* the same by the index: 0 + 1 + … + 254, 255 times, of constants 10 * i */
	g.n = 2;
	count_up(&g, w_src(PVS_SRC_CONSTANT, 0, SWZ_XYZW) | I0_SRC);
	g.n = 6;
	loop_index(&g, 1, 0, 1, false);
	g.p->code_version++;
	g.r->reg[R500_VAP_PVS_CODE_CNTL_0 / 4] = R500_VAP_PVS_CODE_CNTL_0__PVS_LAST_INST(5);
	/* a float counts so far only in steps of 64, which is what is summed up at the end */
	float sum = 0;
	for (unsigned i = 0; i < 255 * 255; i++)
		sum += 10.0f * (float)(i % 255);
	cr_assert_eq(both(&g, 0, 0), sum);
	prig_delete(&g);
}

/* A loop that has switched itself off by the predicate is left: t0.x counts to 10, then the predicate is
 * cleared. Without the way out this is 2^22 instructions a vertex, for each of 64. */
Test(pvs, a_long_loop_is_left_when_it_is_done, .timeout = 60)
{
	struct prig g = prig_new("rv530");
	const uint32_t x = w_src(PVS_SRC_TEMPORARY, 0, SWZ(0, 0, 0, 0)),
		       if_set = PVS_DST_PRED_ENABLE | PVS_DST_PRED_SENSE;

	constants(&g);
	for (unsigned c = 0; c < 4; c++)
		memcpy(&g.p->konst[7][c], &(float){-10.0f}, 4);
	clear_out(&g);
	prig_add(&g, w_dst(ME_PRED_SET_EQ, PVS_DST_TEMPORARY, 1, 8), ZERO, 0, 0); /* 1: set; outer begins */
	count_up(&g, ZERO);                                                       /* 2: inner begins */
	prig_add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 0, 1) | if_set, x, ONE, 0); /* 3: inner */
	prig_add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 2, 15) | if_set, x,
		 w_src(PVS_SRC_CONSTANT, 7, SWZ_XYZW), 0);
	prig_add(&g, w_dst(ME_PRED_SET_NEQ, PVS_DST_TEMPORARY, 1, 8), w_src(PVS_SRC_TEMPORARY, 2, SWZ_XYZW),
		 0, 0);
	for (unsigned i = 6; i < 60; i++)
		count_up(&g, ZERO);
	hand_out(&g);
	flow(&g, 0, LOOP, 1, 255, 59, 2);
	flow(&g, 1, LOOP, 2, 255, 59, 3);
	for (unsigned lane = 0; lane < 64; lane++)
		prig_in(&g, 0, lane, 0, 0, 0, 0);
	prig_run(&g, FL_ISA_BASE, 64);
	for (unsigned lane = 0; lane < 64; lane++)
		cr_assert_eq(prig_out(&g, 0, 0, lane), 10.0f);
	cr_assert(g.p->executed > 3000000);
	prig_delete(&g);
}

Test(pvs, endless_flow_is_refused)
{
	struct prig g = prig_new("r580");

	clear_out(&g);
	count_up(&g, ONE);
	hand_out(&g);
	flow(&g, 0, JUMP, 1, 0, 0, 0);
	cr_assert_not(mr500_pvs_prepare(g.r, g.p));
	cr_assert(prig_reported(&g, "does not end"));
	/* a call that calls itself */
	flow(&g, 0, JSR, 1, 1, 2, 2);
	cr_assert_not(mr500_pvs_prepare(g.r, g.p));
	cr_assert(prig_reported(&g, "nested deeper than 8"));
	/* and all is well again without it */
	flow(&g, 0, 0, 0, 0, 0, 0);
	cr_assert_eq(both(&g, 0, 0), 1.0f);
	prig_delete(&g);
}

/* A0 = floor(in), clamped to -256 … 255; constants outside 0 … PVS_MAX_CONST_ADDR read as 0. */
Test(pvs, address_register)
{
	static const struct {
		float in, want;
	} cases[] = {{2.75f, 10 * (2 + 3)},
		     {-1.5f, 10 * (-2 + 3)},
		     {-4, 0},
		     {37, 400},
		     {38, 0},
		     {1e9f, 0},
		     {-1e9f, 0}};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct prig g = prig_new("r580");
		constants(&g);
		g.r->reg[R500_VAP_PVS_CONST_CNTL / 4] = R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(40);
		prig_add(&g, w_dst(VE_FLT2FIX_DX, PVS_DST_A0, 0, 4), w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), 0, 0);
		prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15),
			 w_src(PVS_SRC_CONSTANT, 3, SWZ_XYZW) | A0_OF(2), ZERO, 0);
		for (unsigned lane = 0; lane < 3; lane++)
			prig_in(&g, 0, lane, 5, 5, cases[i].in, 5);
		cr_assert_eq(both(&g, 0, 0), cases[i].want, "A0 from %g", (double)cases[i].in);
		prig_delete(&g);
	}
}

/* o[1 + A0] per vertex, and a constant base that wraps at 256. */
Test(pvs, relative_destination_and_constant_base)
{
	struct prig g = prig_new("r580");

	constants(&g);
	g.r->reg[R500_VAP_PVS_CONST_CNTL / 4] = R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(9) |
						R500_VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET(250);
	prig_add(&g, w_dst(VE_FLT2FIX_DX, PVS_DST_A0, 0, 1), w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), 0, 0);
	prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 1, 1) | 1u << 31, w_src(PVS_SRC_CONSTANT, 8, SWZ_XYZW), ZERO,
		 0);
	for (unsigned lane = 0; lane < 3; lane++)
		prig_in(&g, 0, lane, (float)lane, 0, 0, 0);
	cr_assert_eq(both(&g, 3, 0), 20.0f); /* 250 + 8 is constant 2; vertex 2 goes to o3 */
	cr_assert_eq(both(&g, 1, 0), 0.0f);
	prig_delete(&g);
}

/* Both halves read before either writes: the vector half adds the old alternate temporary 1. */
Test(pvs, dual_math)
{
	struct prig g = prig_new("r580");
	uint32_t math = w_src(PVS_SRC_INPUT, 0, 0) | PVS_W << 13 | PVS_W << 16; /* x and y of the swizzle */
	unsigned op = ME_RECIP_IEEE - ME;

	math |= (op & 15) << 21 | (op >> 4) << 2 | 1u << 19 | 3u << 27; /* to alternate temporary 1, w */
	prig_add(&g, w_dst(VE_ADD, PVS_DST_ALT, 1, 15), ONE, ONE, 0);
	prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15) | PVS_DST_DUAL_MATH_OP,
		 w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), w_src(PVS_SRC_ALT_TEMPORARY, 1, SWZ_XYZW), math);
	prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 1, 15), w_src(PVS_SRC_ALT_TEMPORARY, 1, SWZ_XYZW),
		 w_src(PVS_SRC_ALT_TEMPORARY, 1, SWZ(4, 4, 4, 4)), 0);
	for (unsigned lane = 0; lane < 3; lane++)
		prig_in(&g, 0, lane, 1, 2, 3, 8);
	cr_assert_eq(both(&g, 0, 3), 10.0f);
	cr_assert_eq(both(&g, 1, 3), 0.125f);
	cr_assert_eq(both(&g, 1, 0), 2.0f);
	prig_delete(&g);
}

/* Y of the math half's swizzle is the second operand, where the operation has one. */
Test(pvs, dual_math_swizzles)
{
	static const struct {
		enum pvs_op op;
		bool reported;
	} c[] = {{ME_SIN, false}, {ME_COS, false}, {ME_MULTIPLY, true}};

	for (unsigned i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		struct prig g = prig_new("rv530");
		const unsigned op = c[i].op - ME;
		uint32_t math = w_src(PVS_SRC_INPUT, 0, 0) | PVS_W << 13 | 7u << 16;

		math |= (op & 15) << 21 | (op >> 4) << 2 | 1u << 19 | 3u << 27;
		prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15) | PVS_DST_DUAL_MATH_OP,
			 w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), w_src(PVS_SRC_INPUT, 0, SWZ_XYZW), math);
		cr_assert(mr500_pvs_prepare(g.r, g.p));
		cr_expect_eq(prig_reported(&g, "swizzle 7 is reserved"), c[i].reported, "%u", i);
		prig_delete(&g);
	}
}

Test(pvs, ports_that_do_not_exist_are_reported)
{
	struct prig g = prig_new("r580");

	prig_add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, 15), w_src(PVS_SRC_CONSTANT, 0, SWZ_XYZW),
		 w_src(PVS_SRC_CONSTANT, 1, SWZ_XYZW), 0);
	prig_add(&g, w_dst(VE_MULTIPLY_ADD, PVS_DST_OUT, 0, 15), w_src(PVS_SRC_TEMPORARY, 0, SWZ_XYZW),
		 w_src(PVS_SRC_TEMPORARY, 1, SWZ_XYZW), w_src(PVS_SRC_TEMPORARY, 2, SWZ_XYZW));
	prig_add(&g, w_dst(VE_ADD, PVS_DST_A0, 0, 15), ONE, ZERO, 0);
	cr_assert(mr500_pvs_prepare(g.r, g.p));
	cr_assert(prig_reported(&g, "one address may be read"));
	cr_assert(prig_reported(&g, "three temporaries"));
	cr_assert(prig_reported(&g, "may write A0"));
	prig_delete(&g);
}

static void poke(struct prig *g, uint32_t offset, uint32_t value)
{
	g->r->reg[offset / 4] = value;
	mr500_vap_write(g->r, offset, value, MR500_CP);
}

/* Guide 7.4.10 and 7.4.11: code wraps from 1023 to 0, constants from 1535 to 1024, planes from 1542 to
 * 1536. */
Test(pvs, memory_ports)
{
	struct prig g = prig_new("r580");

	poke(&g, R500_VAP_PVS_VECTOR_INDX_REG, 1023);
	for (unsigned i = 0; i < 8; i++)
		poke(&g, R500_VAP_PVS_VECTOR_DATA_REG_128, 100 + i);
	cr_assert_eq(g.p->code[1023][3], 103);
	cr_assert_eq(g.p->code[0][0], 104);
	poke(&g, R500_VAP_PVS_VECTOR_INDX_REG, 1024 + 7);
	for (unsigned i = 0; i < 5; i++)
		poke(&g, R500_VAP_PVS_VECTOR_DATA_REG, 200 + i);
	cr_assert_eq(g.p->konst[7][3], 203);
	cr_assert_eq(g.p->konst[8][0], 204);
	poke(&g, R500_VAP_PVS_VECTOR_INDX_REG, 1542);
	for (unsigned i = 0; i < 8; i++)
		poke(&g, R500_VAP_PVS_VECTOR_DATA_REG_128, 300 + i);
	cr_assert_eq(g.p->ucp[6][0], 300);
	cr_assert_eq(g.p->ucp[0][3], 307);
	poke(&g, R500_VAP_PVS_VECTOR_INDX_REG, 1031);
	for (unsigned i = 0; i < 4; i++)
		cr_assert_eq(mr500_vap_read(g.r, R500_VAP_PVS_VECTOR_DATA_REG, MR500_HOST), 200 + i);
	cr_assert_eq(g.r->base.n_reports, 0);
	poke(&g, R500_VAP_PVS_VECTOR_INDX_REG, 1600);
	poke(&g, R500_VAP_PVS_VECTOR_DATA_REG, 1);
	cr_assert(prig_reported(&g, "where there is none"));
	prig_delete(&g);
	/* R3xx: code 0-255, constants from 512, planes from 1024 */
	g = prig_new("r300");
	poke(&g, R500_VAP_PVS_VECTOR_INDX_REG, 512);
	poke(&g, R500_VAP_PVS_VECTOR_DATA_REG, 9);
	poke(&g, R500_VAP_PVS_VECTOR_INDX_REG, 1024);
	poke(&g, R500_VAP_PVS_VECTOR_DATA_REG, 10);
	cr_assert_eq(g.p->konst[0][0], 9);
	cr_assert_eq(g.p->ucp[0][0], 10);
	prig_delete(&g);
}
