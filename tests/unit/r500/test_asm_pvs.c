/* SPDX-License-Identifier: MIT
 *
 * What assembled vertex programs compute: run on the model's plain interpreter and on its vectors, against
 * formulas here; and the model has nothing to object to.
 */
#include "tests/unit/r500/test_pvs_rig.h"
#include "lib/r500/asm.h"

TestSuite(asm_pvs, .timeout = 30);

static struct fl_r500_vs vs;

static struct prig load(const char *text)
{
	struct prig g = prig_new("r580");
	struct fl_r500_route r = {0};
	static struct fl_r500_fs fs;
	const char *why;
	char error[200];

	if (!fl_r500_vs_asm(&vs, text, strlen(text))) {
		fl_asm_error_text(&vs.source, 0, error, sizeof(error));
		cr_assert_fail("%s", error);
	}
	for (uint32_t i = 0; i < vs.n; i++)
		prig_add(&g, vs.words[i][0], vs.words[i][1], vs.words[i][2], vs.words[i][3]);
	memcpy(g.p->konst, vs.consts.value, sizeof(vs.consts.value));
	g.p->const_version++;
	fs.n = 1;
	fl_r500_asm_route(&vs, &fs, 0, 0, false, &r,
			  &why); /* the vertex end's registers are there whatever the rest says */
	g.r->reg[R500_VAP_PVS_CODE_CNTL_0 / 4] = r.vap_pvs_code_cntl_0;
	g.r->reg[R500_VAP_PVS_CODE_CNTL_1 / 4] = r.vap_pvs_code_cntl_1;
	g.r->reg[R500_VAP_PVS_CONST_CNTL / 4] = r.vap_pvs_const_cntl;
	g.r->reg[R500_VAP_PVS_FLOW_CNTL_OPC / 4] = r.vap_pvs_flow_cntl_opc;
	for (uint32_t i = 0; i < 16; i++) {
		g.r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_LW(i) / 4] = r.vap_pvs_flow_cntl_addrs[2 * i];
		g.r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_UW(i) / 4] = r.vap_pvs_flow_cntl_addrs[2 * i + 1];
		g.r->reg[R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX(i) / 4] = r.vap_pvs_flow_cntl_loop_index[i];
	}
	return g;
}

/* Output o of lane 2, on both paths. */
static void expect(struct prig *g, unsigned o, double x, double y, double z, double w)
{
	const double want[4] = {x, y, z, w};

	for (unsigned isa = 0; isa < 2; isa++) {
		prig_run(g, isa ? FL_ISA_BASE : FL_ISA_SCALAR, 3);
		for (unsigned c = 0; c < 4; c++)
			cr_expect(fabs(prig_out(g, o, c, 2) - want[c]) <= 1e-5 * fabs(want[c]) + 1e-6,
				  "o%u[%u] is %g, not %g", o, c, (double)prig_out(g, o, c, 2), want[c]);
	}
	for (unsigned i = 0; i < g->r->base.n_reports; i++)
		cr_expect_fail("%s", g->r->base.reports[i].text);
}

Test(asm_pvs, transform_and_pack)
{
	struct prig g = load("!!PVS\n"
			     "in position\nin color\n"
			     "out uv : texcoord1.xy\nout col : color0\nout pos : position\n"
			     "const m[4] = {1, 2, 3, 4}, {0.5, 0, 0, 1}, {0, 0, -1, 0}, {0, 0, 0, 1}\n"
			     "DP4 pos.x, m[0], position; DP4 pos.y, m[1], position\n"
			     "DP4 pos.z, m[2], position; DP4 pos.w, m[3], position\n"
			     "MUL.sat col, color, 2\n"
			     "MOV uv, {0.25, 7}\n");

	prig_in(&g, 0, 2, 2, 3, 5, 1);
	prig_in(&g, 1, 2, 0.25f, 0.75f, -1, 0.5f);
	expect(&g, 0, 2 + 6 + 15 + 4, 2, -5, 1); /* position first, colors, texture coordinates */
	expect(&g, 1, 0.5, 1, 0, 1);
	expect(&g, 2, 0.25, 7, 0, 1);
	cr_assert_eq(vs.n_outputs, 3);
	cr_assert_eq(vs.n_inputs, 2);
	cr_assert_eq(vs.last_position, 3);
	cr_assert_eq(vs.last_input, 4);
	prig_delete(&g);
}

Test(asm_pvs, operands)
{
	struct prig g = load("!!PVS\n"
			     "temp p1\ntemp p2\ntemp p3\n"
			     "MOV p1, {1, -2, 3, -4}\n"
			     "MOV p2, {10, 20, 30, 40}\n"
			     "MOV p3, {100, 200, 300, 400}\n"
			     "MAD o0, p1, p2, p3\n" /* three temporaries: the macro */
			     "MOV o1, -|p1.x-y01|\n"
			     "SUB o2, p3.wzyx, p2\n"
			     "DP3 o3, p1, p2\n"
			     "MADX2 o4, p1, p2, 1\n"
			     "MAX o5, |p1|, 2.5\n"
			     "MOV ox6, p1.y\n"
			     "ADD o7, p1, -1\n");

	cr_assert(vs.words[3][0] & 0x80, "PVS_DST_MACRO_INST");
	expect(&g, 0, 110, 160, 390, 240);
	/* abs, then negation by component, then of all */
	expect(&g, 1, -1, 2, 0, -1);
	expect(&g, 2, 390, 280, 170, 60);
	expect(&g, 3, 60, 60, 60, 60);
	expect(&g, 4, 21, -79, 181, -319);
	expect(&g, 5, 2.5, 2.5, 3, 4);
	expect(&g, 6, -2, -2, -2, -2);
	expect(&g, 7, 0, -3, 2, -5);
	prig_delete(&g);
}

Test(asm_pvs, math_and_dual)
{
	struct prig g = load("!!PVS\n"
			     "in at\n"
			     "temp t\n"
			     "alt s\n"
			     "MOV t, at\n"
			     "RCP o0.x, t.x; RSQ o0.y, t.y; POW o0.z, t.x, t.z; EX2 o0.w, t.z\n"
			     "LIT o1, t.x, t.y, t.z\n"
			     "MUL o2, t, at & POW s.z, t.xz\n" /* 4^2 */
			     "MOV o3, s.z\n"
			     "SIN o4, t.w\n");

	prig_in(&g, 0, 2, 4, 16, 2, 0.5f);
	expect(&g, 0, 0.25, 0.25, 16, 4);
	expect(&g, 1, 1, 16, 16, 1);
	expect(&g, 2, 16, 256, 4, 0.25);
	expect(&g, 3, 16, 16, 16, 16);
	expect(&g, 4, sin(0.5), sin(0.5), sin(0.5), sin(0.5));
	prig_delete(&g);
}

Test(asm_pvs, addresses_and_predicates)
{
	struct prig g = load("!!PVS\n"
			     "in at\n"
			     "temp count\n"
			     "const k[3] c4 = 10, 20, 30\n"
			     "ARL a0.x, at.x\n"
			     "MOV o0, k[a0.x + 1]\n"
			     "MOV o1, 0\n"
			     "PRED_SET_GT count.w, at.y\n"
			     "(p) MOV o1.x, 1\n"
			     "(!p) MOV o1.y, 1\n"
			     "PRED_SET_INV count.w, count.w\n"
			     "(p) MOV o1.z, 1\n"
			     "(!p) MOV o1.w, 1\n"
			     "SGE o2, at, 1\n"
			     "COND_MUX_GT o3, at, 2, 3\n");

	prig_in(&g, 0, 2, 1.5f, 3, 1, -1);
	expect(&g, 0, 30, 30, 30, 30);
	expect(&g, 1, 1, 0, 0, 1);
	expect(&g, 2, 1, 1, 1, 0);
	expect(&g, 3, 2, 2, 2, 3);
	prig_delete(&g);
}

/* Loops in a subroutine, jumps over instructions: NOPs come where a flow statement has no instruction of its
 * own. */
Test(asm_pvs, flow)
{
	struct prig g = load("!!PVS\n"
			     "temp t\n"
			     "temp u\n"
			     "const k[4] = 1, 10, 100, 1000\n"
			     "twice:\n"
			     "  LOOP 2\n"
			     "    ADD t, t, 1\n"
			     "  ENDLOOP\n"
			     "RET\n"
			     "main:\n"
			     "MOV t, 0\n"
			     "MOV u, 0\n"
			     "LOOP 3\n" /* 3 times: two calls of 2 */
			     "  CALL twice\n"
			     "  CALL twice\n"
			     "ENDLOOP\n"
			     "LOOP 3, 3, -1\n" /* k[3] + k[2] + k[1] */
			     "  ADD u, u, k[i0]\n"
			     "ENDLOOP\n"
			     "JUMP over\n"
			     "MOV t, 77\n"
			     "over:\n"
			     "MOV o0, t\n"
			     "MOV o1, u\n");

	expect(&g, 0, 12, 12, 12, 12);
	expect(&g, 1, 1110, 1110, 1110, 1110);
	cr_assert_eq(vs.n_flows, 6u);
	/* A boolean that is not set: the jump is not carried out. */
	g.r->reg[R500_VAP_PVS_FLOW_CNTL_OPC / 4] &= ~(3u << 10);
	expect(&g, 0, 77, 77, 77, 77);
	prig_delete(&g);
}

/* The library's own transform, written by hand as data, is what the text gives. */
Test(asm_pvs, same_words_as_by_hand)
{
	static const char text[] = "!!PVS\nin vp\nin vc\nout pos : position\nout col : color0\nconst mvp[4]\n"
				   "DP4 pos.x, mvp[0], vp\nDP4 pos.y, mvp[1], vp\nDP4 pos.z, mvp[2], vp\n"
				   "DP4 pos.w, mvp[3], vp\nMOV col, vc\n";
	/* R5xx guide 7.5.9, field by field: opcode 1, output n, one component; constant n, input 0, input 0
	 * as zeros */
	cr_assert(fl_r500_vs_asm(&vs, text, sizeof(text) - 1));
	cr_assert_eq(vs.n, 5u);
	for (uint32_t i = 0; i < 4; i++) {
		const uint32_t want[4] = {1 | 2 << 8 | 1u << (20 + i), 2 | i << 5 | 0xd10000, 1 | 0xd10000,
					  1 | 0x1248000};

		cr_assert_arr_eq(vs.words[i], want, 16, "instruction %u", i);
	}
	/* Mesa's pass-through program, out of a recorded stream: v1 to o1 */
	const uint32_t mov[4] = {0x00f02203, 0x00d10021, 0x01248021, 0x01248021};
	cr_assert_arr_eq(vs.words[4], mov, 16);
	cr_assert_eq(fl_r500_asm_find(&vs.source, "mvp"), 0);
	cr_assert_eq(fl_r500_asm_find(&vs.source, "vc"), 1);
	cr_assert_eq(fl_r500_asm_find(&vs.source, "nothing"), -1);
}
