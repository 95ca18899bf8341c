/* SPDX-License-Identifier: MIT
 *
 * The vector path of the vertex shader against the scalar one: random programs of every opcode, addressing
 * mode, modifier, predicate and flow, over random vertices with a share of zeros, infinities and what is not
 * a number.
 */
#include "tests/unit/r500/test_pvs_random.h"

Test(pvs, vector_and_scalar_agree_on_random_programs)
{
	static struct mr500_pvs_regs input;
	enum fl_isa isa[3];
	unsigned n_isa = prig_isas(isa), ran = 0;
	struct prig g = prig_new("r580");

	for (unsigned seed = 1; seed <= 10000; seed++) {
		unsigned n = 3 + pvs_below(14), lanes = 1 + pvs_below(MR500_PVS_LANES);
		pvs_state = seed * 977;
		g.n = 0;
		g.r->reg[R500_VAP_PVS_CONST_CNTL / 4] =
		    R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(20 + pvs_below(8)) |
		    R500_VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET(pvs_below(256));
		for (unsigned i = 0; i < n; i++)
			pvs_instruction(&g);
		pvs_flow(&g, n);
		for (unsigned i = 0; i < MR500_PVS_CONSTS; i++)
			for (unsigned c = 0; c < 4; c++) {
				float f = pvs_any_float();
				memcpy(&g.p->konst[i][c], &f, 4);
			}
		g.p->const_version++;
		for (unsigned i = 0; i < MR500_PVS_REGS; i++) /* what was there before must not show */
			for (unsigned c = 0; c < 4; c++)
				for (unsigned l = 0; l < MR500_PVS_LANES; l++)
					input.v[i][c][l] = i < 6 ? pvs_any_float() : 7e7f;
		if (!mr500_pvs_prepare(g.r, g.p))
			continue; /* endless, or too deep: both are possible */
		for (unsigned k = 0; k < n_isa; k++, ran++)
			pvs_agrees(&g, isa[k], &input, lanes, "random", seed);
	}
	cr_assert(ran > 6000 * n_isa, "%u", ran);
	prig_delete(&g);
}
