/* SPDX-License-Identifier: MIT
 *
 * Vertex programs that read temporaries which nothing has written, as one did whose first frame came out
 * black on a real RV530; and programs that look like it and are right.
 */
#include "tests/unit/r500/test_pvs_rig.h"

enum {
	T = PVS_SRC_TEMPORARY,
	ALT = PVS_SRC_ALT_TEMPORARY,
	IN = PVS_SRC_INPUT,
	C = PVS_SRC_CONSTANT,
	X = 1,
	XYZW = 15
};

static const char said[] = "which nothing has written";

/* o0 = a + b */
static void add(struct prig *g, uint32_t dst, uint32_t a)
{
	prig_add(g, dst, a, w_src(C, 0, SWZ(4, 4, 4, 4)), 0);
}

static void expect(struct prig *g, bool report, const char *what)
{
	enum fl_isa isa[4] = {FL_ISA_SCALAR};
	unsigned n = 1 + prig_isas(isa + 1);

	for (unsigned i = 0; i < n; i++) {
		g->p->valid = false;
		g->r->base.n_reports = 0;
		memset(g->r->base.report_chain, 0, sizeof(g->r->base.report_chain));
		memset(g->p->regs, 0x5a, sizeof(*g->p->regs));
		prig_run(g, isa[i], 1);
		cr_assert_eq(prig_reported(g, said), report, "%s, set %d", what, isa[i]);
	}
	prig_delete(g);
}

Test(pvs_unset, reads_of_what_nothing_has_written)
{
	struct prig g = prig_new("rv530");

	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW));
	expect(&g, true, "a temporary");

	g = prig_new("r300");
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW));
	expect(&g, true, "a temporary of R3xx");

	g = prig_new("rv530");
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(ALT, 1, SWZ_XYZW));
	expect(&g, true, "an alternate temporary");

	g = prig_new("rv530"); /* of which one channel is there */
	add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 5, X), w_src(IN, 0, SWZ_XYZW));
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW));
	expect(&g, true, "channels Y, Z and W");

	g = prig_new("rv530"); /* written after it was read */
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW));
	add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 5, XYZW), w_src(IN, 0, SWZ_XYZW));
	expect(&g, true, "too late");

	g = prig_new("rv530"); /* the scalar operations read W */
	prig_add(&g, w_dst(ME_RECIP_DX, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW), 0, 0);
	expect(&g, true, "a reciprocal");
}

Test(pvs_unset, what_is_no_mistake)
{
	struct prig g = prig_new("rv530");

	add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 5, XYZW), w_src(IN, 0, SWZ_XYZW));
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW));
	expect(&g, false, "written first");

	g = prig_new("rv530");
	add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 5, X), w_src(IN, 0, SWZ_XYZW));
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ(PVS_X, PVS_X, 4, 5)));
	expect(&g, false, "the channel that is there, 0 and 1");

	g = prig_new("rv530");
	add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 5, X), w_src(IN, 0, SWZ_XYZW));
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, X), w_src(T, 5, SWZ_XYZW));
	expect(&g, false, "the channel that the result needs");

	g = prig_new("rv530"); /* a dot product of three: W times 0 */
	add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 5, 7), w_src(IN, 0, SWZ_XYZW));
	prig_add(&g, w_dst(VE_DOT_PRODUCT, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW),
		 w_src(C, 0, SWZ(PVS_X, PVS_Y, PVS_Z, PVS_FORCE_0)), 0);
	expect(&g, false, "three components");

	g = prig_new("rv530"); /* some vertices may have written it */
	add(&g, w_dst(VE_ADD, PVS_DST_TEMPORARY, 5, XYZW) | PVS_DST_PRED_ENABLE, w_src(IN, 0, SWZ_XYZW));
	add(&g, w_dst(VE_ADD, PVS_DST_OUT, 0, XYZW), w_src(T, 5, SWZ_XYZW));
	expect(&g, false, "under a predicate");
}
