/* SPDX-License-Identifier: MIT
 *
 * SH: LOAD, STORE and atomic operations. Addresses are the core's: source 0 and source 1 shifted left, in
 * bytes (GC facts 5). No source says which
 * port of the core they go through: that of textures (choices.md).
 */
#include "hw/model/gc/sh_code.h"

static uint32_t widened(const struct sh_inst *in, uint32_t v)
{
	switch (in->type) {
	case GC_INST_TYPE__S8:
		return (uint32_t)(int8_t)v;
	case GC_INST_TYPE__S16:
		return (uint32_t)(int16_t)v;
	case GC_INST_TYPE__F16:
		return sh_u(num_from_half(v));
	default:
		return v;
	}
}

static void load(struct sh_run *x, const struct sh_inst *in, uint64_t lanes, const uint32_t *addr)
{
	uint32_t(*r)[MGC_LANES] = x->s->result;

	memset(r, 0, sizeof(x->s->result));
	for (uint64_t left = lanes; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctzll(left);
		for (unsigned c = 0; c < 4; c++) {
			uint32_t v = 0;
			if (!(in->mask >> c & 1))
				continue;
			mgc_read(x->g, MGC_TX, addr[lane] + c * in->size_B, &v, in->size_B);
			r[c][lane] = widened(in, v);
		}
	}
	for (unsigned c = 0; c < 4; c++)
		if (in->mask >> c & 1)
			mgc_sh_store(x, in, c, r[c], lanes);
}

static void store(struct sh_run *x, const struct sh_inst *in, uint64_t lanes, const uint32_t *addr)
{
	for (uint64_t left = lanes; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctzll(left);
		for (unsigned c = 0; c < 4; c++) {
			uint32_t v = mgc_sh_value(x, in, 2, c, lane);
			if (!(in->mask >> c & 1))
				continue;
			if (in->type == GC_INST_TYPE__F16)
				v = num_to_half(sh_f(v));
			mgc_write(x->g, MGC_TX, addr[lane] + c * in->size_B, &v, in->size_B);
		}
	}
}

static uint32_t changed(const struct sh_inst *in, uint32_t was, uint32_t data, uint32_t second)
{
	const bool less = in->type == GC_INST_TYPE__S32 ? (int32_t)data < (int32_t)was : data < was;

	switch (in->op) {
	case GC_INST_OPCODE__ATOM_ADD:
		return was + data;
	case GC_INST_OPCODE__ATOM_XCHG:
		return data;
	case GC_INST_OPCODE__ATOM_CMP_XCHG: /* x: what is expected, y: what comes there (choices.md) */
		return was == data ? second : was;
	case GC_INST_OPCODE__ATOM_MIN:
		return less ? data : was;
	case GC_INST_OPCODE__ATOM_MAX:
		return less ? was : data;
	case GC_INST_OPCODE__ATOM_OR:
		return was | data;
	case GC_INST_OPCODE__ATOM_AND:
		return was & data;
	default:
		return was ^ data;
	}
}

static void atomic(struct sh_run *x, const struct sh_inst *in, uint64_t lanes, const uint32_t *addr)
{
	uint32_t *r = x->s->result[0];

	memset(r, 0, sizeof(x->s->result[0]));
	for (uint64_t left = lanes & x->w->live & ~x->w->kill; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctzll(left);
		const uint32_t data = mgc_sh_value(x, in, 2, 0, lane), next = mgc_sh_value(x, in, 2, 1, lane);
		uint64_t left_B = 0;
		uint8_t *p = addr[lane] & 3 ? NULL : mgc_at(x->g, MGC_TX, addr[lane], true, &left_B);
		if (addr[lane] & 3)
			mgc_report(x->g, FL_WARN, "SH", "GC facts 5", "%s at 0x%08x: not a multiple of 4",
				   in->code->name, addr[lane]);
		if (!p || left_B < 4 || (uintptr_t)p & 3)
			continue;
		uint32_t was = __atomic_load_n((uint32_t *)p, __ATOMIC_RELAXED);
		while (!__atomic_compare_exchange_n((uint32_t *)p, &was, changed(in, was, data, next), false,
						    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			;
		r[lane] = was;
	}
	for (unsigned c = 0; c < 4 && in->dst_use; c++)
		if (in->mask >> c & 1)
			mgc_sh_store(x, in, c, r, lanes);
}

void mgc_sh_memory(struct sh_run *x, const struct sh_inst *in, uint64_t lanes)
{
	uint32_t addr[MGC_LANES];

	for (unsigned lane = 0; lane < MGC_LANES; lane++)
		addr[lane] = mgc_sh_value(x, in, 0, 0, lane) + (mgc_sh_value(x, in, 1, 0, lane) << in->shift);
	if (in->shape == SH_LOAD && in->dst_use)
		load(x, in, lanes, addr);
	if (in->shape == SH_STORE)
		store(x, in, lanes & x->w->live & ~x->w->kill, addr);
	if (in->shape == SH_ATOMIC)
		atomic(x, in, lanes, addr);
}
