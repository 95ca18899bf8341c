/* SPDX-License-Identifier: MIT
 *
 * Random programs of the vertex shader: every opcode, addressing mode, modifier, predicate and flow; and what
 * to compare of their results.
 */
#ifndef TESTS_UNIT_R500_TEST_PVS_RANDOM_H
#define TESTS_UNIT_R500_TEST_PVS_RANDOM_H

#include "tests/unit/r500/test_pvs_rig.h"

static uint64_t pvs_state;

static inline uint32_t pvs_rnd(void)
{
	pvs_state = pvs_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(pvs_state >> 33) ^ (uint32_t)(pvs_state >> 13);
}

static inline unsigned pvs_below(unsigned n)
{
	return pvs_rnd() % n;
}

static inline float pvs_any_float(void)
{
	static const float special[] = {0.0f,     -0.0f,     1.0f,    -1.0f,       0.5f,   2.0f,
					INFINITY, -INFINITY, NAN,     3.14159274f, 1e-40f, 3e38f,
					-3e38f,   128.0f,    -126.5f, 255.0f,      -256.0f};
	switch (pvs_below(8)) {
	case 0:
		return special[pvs_below(sizeof(special) / sizeof(*special))];
	case 1: { /* any bits */
		uint32_t b = pvs_rnd();
		float f;
		memcpy(&f, &b, 4);
		return f;
	}
	case 2:
		return (float)(int)pvs_below(12) - 4.0f;
	default:
		return ((float)(int)pvs_below(20001) - 10000.0f) / 1024.0f;
	}
}

static inline unsigned pvs_swizzle(void)
{
	if (pvs_below(2))
		return SWZ_XYZW;
	return SWZ(pvs_below(6), pvs_below(6), pvs_below(6), pvs_below(6));
}

static inline uint32_t pvs_source(void)
{
	static const unsigned range[] = {
	    6, 4, 24, 4}; /* a few of each, so that they are written before they are read */
	unsigned type = pvs_below(4);
	uint32_t w = w_src(type, pvs_below(range[type]), pvs_swizzle());

	if (pvs_below(4) == 0)
		w |= (pvs_rnd() & 15) << 25; /* negate */
	if (pvs_below(6) == 0)
		w |= PVS_SRC_ABS_XYZW;
	if (pvs_below(6) == 0) /* A0 */
		w |= 1u << 4 | pvs_below(4) << 29;
	else if (pvs_below(8) == 0) /* I0 */
		w |= 1u << 31;
	return w;
}

static inline void pvs_instruction(struct prig *g)
{
	static const unsigned types[] = {PVS_DST_TEMPORARY, PVS_DST_TEMPORARY, PVS_DST_TEMPORARY,
					 PVS_DST_OUT,       PVS_DST_OUT,       PVS_DST_OUT_REPL_X,
					 PVS_DST_ALT,       PVS_DST_INPUT};
	static const unsigned range[] = {[PVS_DST_TEMPORARY] = 6,
					 [PVS_DST_OUT] = 8,
					 [PVS_DST_OUT_REPL_X] = 8,
					 [PVS_DST_ALT] = 4,
					 [PVS_DST_INPUT] = 4};
	unsigned type = types[pvs_below(8)],
		 op = pvs_below(2) ? pvs_below(VE_OPS) : ME + pvs_below(ME_OPS - ME);
	uint32_t w0;

	if (pvs_below(10) == 0) { /* the address register */
		op = pvs_below(2) ? VE_FLT2FIX_DX : VE_FLT2FIX_DX_RND;
		type = PVS_DST_A0;
	}
	w0 = w_dst(op, type, type == PVS_DST_A0 ? 0 : pvs_below(range[type]), pvs_rnd() & 15);
	if (op == VE_MULTIPLY_ADD && pvs_below(2)) /* as a macro */
		w0 = (w0 & ~63u) | PVS_DST_MACRO_INST;
	if (pvs_below(5) == 0)
		w0 |= PVS_DST_VE_SAT | PVS_DST_ME_SAT;
	if (pvs_below(4) == 0)
		w0 |= PVS_DST_PRED_ENABLE | (pvs_below(2) ? PVS_DST_PRED_SENSE : 0);
	if (type != PVS_DST_A0) {
		if (pvs_below(10) == 0)
			w0 |= 1u << 31 | pvs_below(4) << 29; /* A0 */
		else if (pvs_below(10) == 0)
			w0 |= 1u << 12; /* I0 */
	}
	uint32_t w3 = pvs_source();
	if (pvs_below(6) == 0 && op < ME && !(w0 & PVS_DST_MACRO_INST)) { /* dual */
		w0 |= PVS_DST_DUAL_MATH_OP;
		unsigned mop = pvs_below(ME_OPS - ME);
		w3 = (w3 & ~0x1ff80004u) | (mop & 15) << 21 | (mop >> 4) << 2 | pvs_below(4) << 19 |
		     pvs_below(4) << 27 | (pvs_rnd() & 3) << 25;
	}
	prig_add(g, w0, pvs_source(), pvs_source(), w3);
}

/* Jumps forward, and loops and calls whose ends lie behind their beginnings. */
static inline void pvs_flow(struct prig *g, unsigned n)
{
	unsigned ops = pvs_below(4);
	uint32_t opc = 0;

	for (unsigned i = 0; i < ops; i++) {
		unsigned kind = 1 + pvs_below(3), act = pvs_below(n - 2), count = 1 + pvs_below(4);
		unsigned to = act + 1 + pvs_below(n - act - 1), last = to + pvs_below(n - to);
		opc |= kind << (2 * i);
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_LW(0) / 4 + 2 * i] = act | (kind == 2 ? count : to)
										      << 16;
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_UW(0) / 4 + 2 * i] = last | (act + 1) << 16;
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX(0) / 4 + i] =
		    pvs_below(8) | (pvs_rnd() & 255) << 8 | pvs_below(2) << 31;
	}
	g->r->reg[R500_VAP_PVS_FLOW_CNTL_OPC / 4] = opc;
}

static inline bool pvs_same(float a, float b)
{
	return memcmp(&a, &b, 4) == 0 || (isnan(a) && isnan(b));
}

/* The program that is prepared, by these instructions, makes of the input what the scalar path does. */
static inline void pvs_agrees(struct prig *g, enum fl_isa isa, const struct mr500_pvs_regs *input,
			      unsigned lanes, const char *name, unsigned seed)
{
	static struct mr500_pvs_regs expected;

	memcpy(g->p->regs, input, sizeof(*input));
	FL_SIMD_PICK(FL_ISA_SCALAR, mr500_pvs_run)(g->p, lanes);
	memcpy(&expected, g->p->regs, sizeof(expected));
	memcpy(g->p->regs, input, sizeof(*input));
	FL_SIMD_PICK(isa, mr500_pvs_run)(g->p, lanes);
	for (unsigned i = 0; i < MR500_PVS_OUTPUTS; i++)
		for (unsigned c = 0; c < 4 && g->p->writes_outputs >> i & 1; c++)
			for (unsigned l = 0; l < lanes; l++) {
				const float a = expected.v[MR500_PVS_OUT + i][c][l], b = prig_out(g, i, c, l);

				cr_assert(pvs_same(a, b),
					  "%s, program %u, set %d: o%u.%c of vertex %u: scalar %a, not %a",
					  name, seed, isa, i, "xyzw"[c], l, (double)a, (double)b);
			}
}

#endif
