/* SPDX-License-Identifier: MIT
 *
 * A rig for the tests of the vertex shader: a chip with the VAP alone, programs written word by word, a group
 * of vertices in and out.
 */
#ifndef TESTS_UNIT_R500_TEST_PVS_RIG_H
#define TESTS_UNIT_R500_TEST_PVS_RIG_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/r500/cp.h"
#include "hw/model/r500/chips.h"
#include "hw/model/r500/pvs.h"
#include "hw/model/r500/vap.h"
#include "tests/unit/r500/test_severity.h"

FL_SIMD_DECLARE(void, mr500_pvs_run, (struct mr500_pvs *, unsigned n));

struct prig {
	struct mr500 *r;
	struct mr500_pvs *p;
	unsigned n; /* instructions so far */
};

static inline struct prig prig_new(const char *chip)
{
	static const struct fl_model_ops ops;
	struct prig g = {.r = calloc(1, sizeof(struct mr500))};

	g.r->base.ops = &ops;
	g.r->variant = mr500_variant(chip);
	/* RB is asked what its cache holds, the CP who writes */
	cr_assert(mr500_vap_new(g.r) && mr500_rb_new(g.r) && mr500_cp_new(g.r));
	g.p = g.r->vap->pvs;
	g.r->reg[R500_VAP_PVS_CONST_CNTL / 4] = R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(255);
	g.r->reg[R500_VAP_PVS_CODE_CNTL_1 / 4] = 1023;
	return g;
}

static inline void prig_delete(struct prig *g)
{
	severities(&g->r->base);
	mr500_vap_free(g->r);
	mr500_rb_free(g->r);
	mr500_cp_free(g->r);
	free(g->r->base.reports);
	free(g->r->base.report_key);
	free(g->r);
}

static inline bool prig_reported(const struct prig *g, const char *part)
{
	for (unsigned i = 0; i < g->r->base.n_reports; i++)
		if (strstr(g->r->base.reports[i].text, part))
			return true;
	return false;
}

/* The sets of vector instructions that this machine runs. */
static inline unsigned prig_isas(enum fl_isa isa[3])
{
	unsigned n = 0;

	isa[n++] = FL_ISA_BASE;
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2"))
		isa[n++] = FL_ISA_AVX2;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		isa[n++] = FL_ISA_AVX512;
#endif
	return n;
}

/* ---- words --------------------------------------------------------------------------------------------- */
#define SWZ(x, y, z, w) ((x) | (y) << 3 | (z) << 6 | (w) << 9)
#define SWZ_XYZW        SWZ(PVS_X, PVS_Y, PVS_Z, PVS_W)

static inline uint32_t w_src(unsigned type, unsigned offset, unsigned swizzle)
{
	return type | offset << 5 | (uint32_t)swizzle << 13;
}

static inline uint32_t w_dst(unsigned op, unsigned type, unsigned offset, unsigned mask)
{
	return (op < ME ? op : (op - ME) | PVS_DST_MATH_INST) | type << 8 | offset << 13 | mask << 20;
}

static inline void prig_add(struct prig *g, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3)
{
	uint32_t w[4] = {w0, w1, w2, w3};

	memcpy(g->p->code[g->n++], w, sizeof(w));
	g->p->code_version++;
	g->r->reg[R500_VAP_PVS_CODE_CNTL_0 / 4] = R500_VAP_PVS_CODE_CNTL_0__PVS_LAST_INST(g->n - 1);
}

static inline void prig_in(struct prig *g, unsigned vector, unsigned lane, float x, float y, float z, float w)
{
	float v[4] = {x, y, z, w};

	for (unsigned c = 0; c < 4; c++)
		g->p->regs->v[MR500_PVS_IN + vector][c][lane] = v[c];
}

static inline float prig_out(const struct prig *g, unsigned vector, unsigned channel, unsigned lane)
{
	return g->p->regs->v[MR500_PVS_OUT + vector][channel][lane];
}

static inline void prig_run(struct prig *g, enum fl_isa isa, unsigned n)
{
	cr_assert(mr500_pvs_prepare(g->r, g->p));
	FL_SIMD_PICK(isa, mr500_pvs_run)(g->p, n);
}

#endif
