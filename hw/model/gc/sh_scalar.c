/* SPDX-License-Identifier: MIT
 *
 * SH lane by lane: the judge of sh_alu.c. All components of a lane are computed before one is written.
 */
#include "hw/model/gc/sh_code.h"
#include "hw/model/gc/sh_math_body.h"

#define SH_ENTRY(name)                                                \
	static uint32_t fn_##name(uint32_t a, uint32_t b, uint32_t c) \
	{                                                             \
		return one_##name(a, b, c);                           \
	}
SH_KERNELS(SH_ENTRY)
#undef SH_ENTRY

sh_one *const mgc_sh_one[SH_OPS] = {
#define SH_ENTRY(name) [SH_OP_##name] = fn_##name,
    SH_KERNELS(SH_ENTRY)
#undef SH_ENTRY
};

uint32_t mgc_sh_modified(uint32_t v, unsigned mod)
{
	return modified(v, mod);
}

uint32_t mgc_sh_value(const struct sh_run *x, const struct sh_inst *in, unsigned slot, unsigned c,
		      unsigned lane)
{
	const struct sh_src *s = &in->src[slot];
	const unsigned comp = s->swz[c];
	unsigned i;

	switch (s->from) {
	case SH_TABLE:
		return x->p->table[s->table[c]][lane];
	case SH_FACE:
		return modified(x->w->i0[comp].u[lane], s->mod);
	case SH_UNIFORM_REL:
		i = sh_index(x, s->reg, s->amode, lane);
		return i < x->p->n_uniform ? modified(x->p->uniform[i][comp], s->mod) : 0;
	default:
		i = sh_index(x, s->reg, s->amode, lane);
		return i < MGC_TEMPS ? modified(x->w->t[i][comp].u[lane], s->mod) : 0;
	}
}

static uint32_t arg(const struct sh_run *x, const struct sh_inst *in, unsigned slot, unsigned c,
		    unsigned lane)
{
	return slot == SH_NO_SLOT ? 0 : mgc_sh_value(x, in, slot, c, lane);
}

static uint32_t result(const struct sh_run *x, const struct sh_inst *in, unsigned c, unsigned lane)
{
	sh_one *run = mgc_sh_one[in->run];
	uint32_t sum, mask;

	switch (in->shape) {
	case SH_ONCE:
		return run(arg(x, in, in->a, 0, lane), arg(x, in, in->b, 0, lane), 0);
	case SH_DOT:
		sum = one_mul(arg(x, in, in->a, 0, lane), arg(x, in, in->b, 0, lane), 0);
		for (unsigned k = 1; k < in->run; k++)
			sum = one_mad(arg(x, in, in->a, k, lane), arg(x, in, in->b, k, lane), sum);
		return sum;
	case SH_TEST:
		mask = mgc_sh_one[in->test](arg(x, in, in->a, c, lane), arg(x, in, in->b, c, lane), 0);
		if (in->op == GC_INST_OPCODE__SELECT)
			return run(mask, arg(x, in, 1, c, lane), arg(x, in, 2, c, lane));
		return run(mask, in->op == GC_INST_OPCODE__SET ? SH_ONE : arg(x, in, 2, c, lane), 0);
	case SH_SLOPE:
		return one_sub(arg(x, in, in->a, c, lane | in->run), arg(x, in, in->a, c, lane & ~in->run),
			       0);
	default:
		return run(arg(x, in, in->a, c, lane), arg(x, in, in->b, c, lane),
			   arg(x, in, in->c, c, lane));
	}
}

void mgc_sh_alu_scalar(struct sh_run *x, const struct sh_inst *in, uint64_t lanes)
{
	const unsigned first = (unsigned)__builtin_ctz(in->mask | 16);

	if (!in->dst_use && in->shape != SH_ADDRESS)
		return;
	/* A quad's results before anything is written: slopes read its other lanes. */
	for (unsigned corner = 0; corner < MGC_LANES; corner += 4) {
		uint32_t v[4][4];
		for (unsigned k = 0; k < 4; k++)
			for (unsigned c = 0; c < 4; c++) {
				uint32_t r = result(x, in, c, corner + k);
				if (in->pair && c != first)
					r = SH_ONE;
				v[k][c] = in->sat && in->type == GC_INST_TYPE__F32 ? one_sat(r, 0, 0) : r;
			}
		for (unsigned k = 0; k < 4; k++) {
			const unsigned lane = corner + k;
			const unsigned to = sh_index(x, in->dst, in->dst_amode, lane);
			for (unsigned c = 0; c < 4; c++) {
				if (!(in->mask >> c & 1) || !(lanes >> lane & 1))
					continue;
				if (in->shape == SH_ADDRESS)
					x->w->a[c].u[lane] = v[k][c];
				else if (to < MGC_TEMPS)
					x->w->t[to][c].u[lane] = v[k][c];
			}
		}
	}
}

uint64_t mgc_sh_test_scalar(struct sh_run *x, const struct sh_inst *in, uint64_t lanes)
{
	uint64_t pass = 0;

	for (unsigned lane = 0; lane < MGC_LANES; lane++)
		for (unsigned c = 0; c < (in->any ? 4u : 1u); c++)
			if (mgc_sh_one[in->test](arg(x, in, in->a, c, lane), arg(x, in, in->b, c, lane), 0))
				pass |= 1ull << lane;
	return pass & lanes;
}
