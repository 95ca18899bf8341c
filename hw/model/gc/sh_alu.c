/* SPDX-License-Identifier: MIT
 *
 * SH a component at a time, for all lanes of a wave, by the kernels of an instruction set. The same bits as
 * sh_scalar.c's.
 */
#include "hw/model/gc/sh_code.h"

static const _Alignas(64) uint32_t zeros[MGC_LANES];

const uint32_t *mgc_sh_operand(struct sh_run *x, const struct sh_inst *in, unsigned slot, unsigned c,
			       uint32_t *room)
{
	const struct sh_src *s;
	const uint32_t *v;

	if (slot == SH_NO_SLOT)
		return zeros;
	s = &in->src[slot];
	if (s->from == SH_TABLE)
		return x->p->table[s->table[c]];
	if (s->from == SH_UNIFORM_REL || s->amode) {
		for (unsigned lane = 0; lane < MGC_LANES; lane++)
			room[lane] = mgc_sh_value(x, in, slot, c, lane);
		return room;
	}
	v = s->from == SH_FACE ? x->w->i0[s->swz[c]].u : x->w->t[s->reg][s->swz[c]].u;
	if (!s->mod)
		return v;
	if (x->kit)
		x->kit->change(room, v, s->mod);
	else
		for (unsigned lane = 0; lane < MGC_LANES; lane++)
			room[lane] = mgc_sh_modified(v[lane], s->mod);
	return room;
}

void mgc_sh_expand(struct sh_run *x, uint64_t lanes)
{
	struct sh_scratch *s = x->s;

	if (s->mask_is == lanes)
		return;
	if (x->kit)
		x->kit->expand(s->lane_mask, lanes);
	else
		for (unsigned l = 0; l < MGC_LANES; l++)
			s->lane_mask[l] = 0u - (uint32_t)(lanes >> l & 1);
	s->mask_is = lanes;
}

static void blend(struct sh_run *x, uint32_t *to, const uint32_t *from, uint64_t lanes)
{
	if (lanes == x->w->exec) { /* what other lanes hold nobody looks at */
		memcpy(to, from, sizeof(x->s->lane_mask));
		return;
	}
	mgc_sh_expand(x, lanes);
	if (x->kit)
		x->kit->blend(to, from, x->s->lane_mask);
	else
		for (unsigned l = 0; l < MGC_LANES; l++)
			to[l] = (from[l] & x->s->lane_mask[l]) | (to[l] & ~x->s->lane_mask[l]);
}

void mgc_sh_store(struct sh_run *x, const struct sh_inst *in, unsigned c, const uint32_t *value,
		  uint64_t lanes)
{
	if (in->shape == SH_ADDRESS) {
		blend(x, x->w->a[c].u, value, lanes);
		return;
	}
	if (!in->dst_amode) {
		blend(x, x->w->t[in->dst][c].u, value, lanes);
		return;
	}
	for (unsigned lane = 0; lane < MGC_LANES; lane++) {
		const unsigned to = sh_index(x, in->dst, in->dst_amode, lane);
		if (lanes >> lane & 1 && to < MGC_TEMPS)
			x->w->t[to][c].u[lane] = value[lane];
	}
}

/* Component c to d */
static void compute(struct sh_run *x, const struct sh_inst *in, unsigned c, uint32_t *d)
{
	const struct sh_kit *k = x->kit;
	uint32_t(*room)[MGC_LANES] = x->s->operand;
	const uint32_t *a, *b, *v;

	switch (in->shape) {
	case SH_ONCE:
		a = mgc_sh_operand(x, in, in->a, 0, room[0]);
		b = mgc_sh_operand(x, in, in->b, 0, room[1]);
		k->op[in->run](d, a, b, zeros);
		break;
	case SH_DOT:
		a = mgc_sh_operand(x, in, in->a, 0, room[0]);
		b = mgc_sh_operand(x, in, in->b, 0, room[1]);
		k->op[SH_OP_mul](room[2], a, b, zeros);
		for (unsigned i = 1; i < in->run; i++) {
			a = mgc_sh_operand(x, in, in->a, i, room[0]);
			b = mgc_sh_operand(x, in, in->b, i, room[1]);
			k->op[SH_OP_mad](i + 1 == in->run ? d : room[2], a, b, room[2]);
		}
		break;
	case SH_TEST:
		a = mgc_sh_operand(x, in, in->a, c, room[0]);
		b = mgc_sh_operand(x, in, in->b, c, room[1]);
		k->op[in->test](room[2], a, b, zeros);
		if (in->op == GC_INST_OPCODE__SELECT) {
			v = mgc_sh_operand(x, in, 2, c, room[3]);
			k->op[in->run](d, room[2], b, v);
			break;
		}
		if (in->op == GC_INST_OPCODE__SET) {
			for (unsigned l = 0; l < MGC_LANES; l++)
				d[l] = room[2][l] & SH_ONE;
			break;
		}
		k->op[in->run](d, room[2], mgc_sh_operand(x, in, 2, c, room[3]), zeros);
		break;
	case SH_SLOPE:
		k->slope(d, mgc_sh_operand(x, in, in->a, c, room[0]), in->run);
		break;
	default:
		a = mgc_sh_operand(x, in, in->a, c, room[0]);
		b = mgc_sh_operand(x, in, in->b, c, room[1]);
		k->op[in->run](d, a, b, mgc_sh_operand(x, in, in->c, c, room[2]));
	}
}

void mgc_sh_alu_vector(struct sh_run *x, const struct sh_inst *in, uint64_t lanes)
{
	const unsigned mask = in->mask, first = (unsigned)__builtin_ctz(mask | 16);
	const bool once = in->shape == SH_ONCE || in->shape == SH_DOT;
	const bool sat = in->sat && in->type == GC_INST_TYPE__F32;
	uint32_t(*r)[MGC_LANES] = x->s->result;

	if ((!in->dst_use && in->shape != SH_ADDRESS) || !mask)
		return;
	if (once) {
		compute(x, in, 0, r[0]);
		if (sat)
			x->kit->op[SH_OP_sat](r[0], r[0], zeros, zeros);
		for (unsigned l = 0; l < MGC_LANES && in->pair; l++)
			r[1][l] = SH_ONE;
		for (unsigned c = 0; c < 4; c++)
			if (mask >> c & 1)
				mgc_sh_store(x, in, c, r[in->pair && c != first], lanes);
		return;
	}
	const bool all = lanes == x->w->exec && in->shape != SH_ADDRESS;
	for (unsigned c = 0; c < 4; c++) {
		if (!(mask >> c & 1))
			continue;
		/* The last reader of an operand may be its writer: kernels go lane by lane. */
		uint32_t *d = all && in->direct >> c & 1 ? x->w->t[in->dst][c].u : r[c];
		compute(x, in, c, d);
		if (sat)
			x->kit->op[SH_OP_sat](d, d, zeros, zeros);
	}
	for (unsigned c = 0; c < 4; c++)
		if (mask >> c & 1 && !(all && in->direct >> c & 1))
			mgc_sh_store(x, in, c, r[c], lanes);
}

uint64_t mgc_sh_test_vector(struct sh_run *x, const struct sh_inst *in, uint64_t lanes)
{
	uint32_t(*room)[MGC_LANES] = x->s->operand;
	uint64_t pass = 0;

	for (unsigned c = 0; c < (in->any ? 4u : 1u); c++) {
		const uint32_t *a = mgc_sh_operand(x, in, in->a, c, room[0]);
		const uint32_t *b = mgc_sh_operand(x, in, in->b, c, room[1]);
		x->kit->op[in->test](room[2], a, b, zeros);
		pass |= x->kit->bits(room[2]);
	}
	return pass & lanes;
}
