/* SPDX-License-Identifier: MIT
 *
 * PVS: the macro operations, which take three temporaries (R5xx guide 7.5), and the operations that do
 * nothing.
 */
#include "tests/unit/r500/test_pvs_rig.h"

enum { T = PVS_SRC_TEMPORARY };

/* o0 = 99, then op of t0 = (2, -3, 0.5, 4), t1 = (5, 7, -8, 0.25), t2 = (1, -1, 2, 3) to o0. */
static void run(enum fl_isa isa, uint32_t word, const float want[4], const char *what)
{
	static const float v[4][4] = {{2, -3, 0.5f, 4}, {5, 7, -8, 0.25f}, {1, -1, 2, 3}, {99, 99, 99, 99}};
	struct prig g = prig_new("r580");

	memcpy(g.p->konst, v, sizeof(v));
	g.p->const_version++;
	for (unsigned i = 0; i < 4; i++)
		prig_add(
		    &g, i < 3 ? w_dst(VE_ADD, PVS_DST_TEMPORARY, i, 15) : w_dst(VE_ADD, PVS_DST_OUT, 0, 15),
		    w_src(PVS_SRC_CONSTANT, i, SWZ_XYZW), w_src(PVS_SRC_CONSTANT, i, SWZ(4, 4, 4, 4)), 0);
	prig_add(&g, word, w_src(T, 0, SWZ_XYZW), w_src(T, 1, SWZ_XYZW), w_src(T, 2, SWZ_XYZW));
	prig_run(&g, isa, 1);
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(prig_out(&g, 0, c, 0), want[c], "%s, set %d, %c: %g, not %g", what, isa,
			     "xyzw"[c], (double)prig_out(&g, 0, c, 0), (double)want[c]);
	prig_delete(&g);
}

Test(pvs, macro_operations_and_those_that_do_nothing)
{
	enum fl_isa isa[4] = {FL_ISA_SCALAR};
	unsigned n = 1 + prig_isas(isa + 1);
	const uint32_t out = w_dst(0, PVS_DST_OUT, 0, 15);

	for (unsigned i = 0; i < n; i++) {
		run(isa[i], out | PVS_DST_MACRO_INST | R500_PVS_MACRO_OPCODE__PVS_MACRO_OP_2CLK_MADD,
		    (const float[]){2 * 5 + 1, -3 * 7 - 1, -4 + 2, 1 + 3}, "2CLK_MADD");
		run(isa[i], out | PVS_DST_MACRO_INST | R500_PVS_MACRO_OPCODE__PVS_MACRO_OP_2CLK_M2X_ADD,
		    (const float[]){2 * 2 * 5 + 1, -2 * 3 * 7 - 1, -8 + 2, 2 + 3}, "2CLK_M2X_ADD");
		run(isa[i], out, (const float[]){99, 99, 99, 99}, "VECTOR_NO_OP");
		run(isa[i], out | PVS_DST_MATH_INST, (const float[]){99, 99, 99, 99}, "MATH_NO_OP");
	}
}
