/* SPDX-License-Identifier: MIT
 *
 * The vector path of the vertex shader against the scalar one: random programs of every opcode, addressing
 * mode, modifier, predicate and flow, over random vertices with a share of zeros, infinities and what is not
 * a number.
 */
#include "tests/unit/r500/test_pvs_rig.h"

static uint64_t state;

static uint32_t rnd(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) ^ (uint32_t)(state >> 13);
}

static unsigned below(unsigned n)
{
	return rnd() % n;
}

static float any_float(void)
{
	static const float special[] = {0.0f,     -0.0f,     1.0f,    -1.0f,       0.5f,   2.0f,
					INFINITY, -INFINITY, NAN,     3.14159274f, 1e-40f, 3e38f,
					-3e38f,   128.0f,    -126.5f, 255.0f,      -256.0f};
	switch (below(8)) {
	case 0:
		return special[below(sizeof(special) / sizeof(*special))];
	case 1: { /* any bits */
		uint32_t b = rnd();
		float f;
		memcpy(&f, &b, 4);
		return f;
	}
	case 2:
		return (float)(int)below(12) - 4.0f;
	default:
		return ((float)(int)below(20001) - 10000.0f) / 1024.0f;
	}
}

static unsigned swizzle(void)
{
	if (below(2))
		return SWZ_XYZW;
	return SWZ(below(6), below(6), below(6), below(6));
}

static uint32_t source(void)
{
	static const unsigned range[] = {
	    6, 4, 24, 4}; /* a few of each, so that they are written before they are read */
	unsigned type = below(4);
	uint32_t w = w_src(type, below(range[type]), swizzle());

	if (below(4) == 0)
		w |= (rnd() & 15) << 25; /* negate */
	if (below(6) == 0)
		w |= PVS_SRC_ABS_XYZW;
	if (below(6) == 0) /* A0 */
		w |= 1u << 4 | below(4) << 29;
	else if (below(8) == 0) /* I0 */
		w |= 1u << 31;
	return w;
}

static void instruction(struct prig *g)
{
	static const unsigned types[] = {PVS_DST_TEMPORARY, PVS_DST_TEMPORARY, PVS_DST_TEMPORARY,
					 PVS_DST_OUT,       PVS_DST_OUT,       PVS_DST_OUT_REPL_X,
					 PVS_DST_ALT,       PVS_DST_INPUT};
	static const unsigned range[] = {[PVS_DST_TEMPORARY] = 6,
					 [PVS_DST_OUT] = 8,
					 [PVS_DST_OUT_REPL_X] = 8,
					 [PVS_DST_ALT] = 4,
					 [PVS_DST_INPUT] = 4};
	unsigned type = types[below(8)], op = below(2) ? below(VE_OPS) : ME + below(ME_OPS - ME);
	uint32_t w0;

	if (below(10) == 0) { /* the address register */
		op = below(2) ? VE_FLT2FIX_DX : VE_FLT2FIX_DX_RND;
		type = PVS_DST_A0;
	}
	w0 = w_dst(op, type, type == PVS_DST_A0 ? 0 : below(range[type]), rnd() & 15);
	if (op == VE_MULTIPLY_ADD && below(2)) /* as a macro */
		w0 = (w0 & ~63u) | PVS_DST_MACRO_INST;
	if (below(5) == 0)
		w0 |= PVS_DST_VE_SAT | PVS_DST_ME_SAT;
	if (below(4) == 0)
		w0 |= PVS_DST_PRED_ENABLE | (below(2) ? PVS_DST_PRED_SENSE : 0);
	if (type != PVS_DST_A0) {
		if (below(10) == 0)
			w0 |= 1u << 31 | below(4) << 29; /* A0 */
		else if (below(10) == 0)
			w0 |= 1u << 12; /* I0 */
	}
	uint32_t w3 = source();
	if (below(6) == 0 && op < ME && !(w0 & PVS_DST_MACRO_INST)) { /* dual */
		w0 |= PVS_DST_DUAL_MATH_OP;
		unsigned mop = below(ME_OPS - ME);
		w3 = (w3 & ~0x1ff80004u) | (mop & 15) << 21 | (mop >> 4) << 2 | below(4) << 19 |
		     below(4) << 27 | (rnd() & 3) << 25;
	}
	prig_add(g, w0, source(), source(), w3);
}

/* Jumps forward, and loops and calls whose ends lie behind their beginnings. */
static void flow(struct prig *g, unsigned n)
{
	unsigned ops = below(4);
	uint32_t opc = 0;

	for (unsigned i = 0; i < ops; i++) {
		unsigned kind = 1 + below(3), act = below(n - 2), count = 1 + below(4);
		unsigned to = act + 1 + below(n - act - 1), last = to + below(n - to);
		opc |= kind << (2 * i);
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_LW(0) / 4 + 2 * i] = act | (kind == 2 ? count : to)
										      << 16;
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_UW(0) / 4 + 2 * i] = last | (act + 1) << 16;
		g->r->reg[R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX(0) / 4 + i] =
		    below(8) | (rnd() & 255) << 8 | below(2) << 31;
	}
	g->r->reg[R500_VAP_PVS_FLOW_CNTL_OPC / 4] = opc;
}

static bool same(float a, float b)
{
	return memcmp(&a, &b, 4) == 0 || (isnan(a) && isnan(b));
}

static unsigned compare(struct prig *g, enum fl_isa isa, const struct mr500_pvs_regs *input, unsigned lanes,
			unsigned seed)
{
	static struct mr500_pvs_regs expected;

	memcpy(g->p->regs, input, sizeof(*input));
	FL_SIMD_PICK(FL_ISA_SCALAR, mr500_pvs_run)(g->p, lanes);
	memcpy(&expected, g->p->regs, sizeof(expected));
	memcpy(g->p->regs, input, sizeof(*input));
	FL_SIMD_PICK(isa, mr500_pvs_run)(g->p, lanes);
	for (unsigned i = 0; i < MR500_PVS_OUTPUTS; i++) {
		if (!(g->p->writes_outputs >> i & 1))
			continue;
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < lanes; l++) {
				float a = expected.v[MR500_PVS_OUT + i][c][l], b = prig_out(g, i, c, l);
				cr_assert(same(a, b),
					  "program %u, set %d: o%u.%c of vertex %u: scalar %a, vector %a",
					  seed, isa, i, "xyzw"[c], l, (double)a, (double)b);
			}
	}
	return 1;
}

Test(pvs, vector_and_scalar_agree_on_random_programs)
{
	static struct mr500_pvs_regs input;
	enum fl_isa isa[3];
	unsigned n_isa = prig_isas(isa), ran = 0;
	struct prig g = prig_new("r580");

	for (unsigned seed = 1; seed <= 10000; seed++) {
		unsigned n = 3 + below(14), lanes = 1 + below(MR500_PVS_LANES);
		state = seed * 977;
		g.n = 0;
		g.r->reg[R500_VAP_PVS_CONST_CNTL / 4] =
		    R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(20 + below(8)) |
		    R500_VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET(below(256));
		for (unsigned i = 0; i < n; i++)
			instruction(&g);
		flow(&g, n);
		for (unsigned i = 0; i < MR500_PVS_CONSTS; i++)
			for (unsigned c = 0; c < 4; c++) {
				float f = any_float();
				memcpy(&g.p->konst[i][c], &f, 4);
			}
		g.p->const_version++;
		for (unsigned i = 0; i < MR500_PVS_REGS; i++) /* what was there before must not show */
			for (unsigned c = 0; c < 4; c++)
				for (unsigned l = 0; l < MR500_PVS_LANES; l++)
					input.v[i][c][l] = i < 6 ? any_float() : 7e7f;
		if (!mr500_pvs_prepare(g.r, g.p))
			continue; /* endless, or too deep: both are possible */
		for (unsigned k = 0; k < n_isa; k++)
			ran += compare(&g, isa[k], &input, lanes, seed);
	}
	cr_assert(ran > 6000 * n_isa, "%u", ran);
	prig_delete(&g);
}
