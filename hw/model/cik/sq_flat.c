/* SPDX-License-Identifier: MIT
 *
 * Flat addresses (FLAT): memory, LDS and scratch by 64 bits of address. Sea Islands reference, chapters 4.5
 * and 4.7; the apertures are SH_MEM_BASES'. What goes to memory returns in order with other vector memory,
 * what goes to LDS in order with LDS; both counters count it.
 */
#include "hw/model/cik/sq_memory.h"
#include "hw/regs/cik.h"

enum { APERTURE_SHIFT = 48, SCRATCH_ELEMENT_B = 4 };

bool mcik_sq_mem_op(unsigned op, struct sq_mem_op *m)
{
	static const uint8_t load_B[4] = {1, 1, 2, 2}, dwords[4] = {1, 2, 4, 3};

	*m = (struct sq_mem_op){.n = 1, .size_B = 4};
	if (op >= CIK_OP_FLAT__FLAT_LOAD_UBYTE && op <= CIK_OP_FLAT__FLAT_LOAD_SSHORT) {
		m->size_B = load_B[op & 3];
		m->has_sign = op & 1;
		return true;
	}
	if (op >= CIK_OP_FLAT__FLAT_LOAD_DWORD && op <= CIK_OP_FLAT__FLAT_LOAD_DWORDX3) {
		m->n = dwords[op & 3];
		return true;
	}
	m->kind = SQ_STORE;
	m->data_dw = 1;
	if (op == CIK_OP_FLAT__FLAT_STORE_BYTE || op == CIK_OP_FLAT__FLAT_STORE_SHORT) {
		m->size_B = op == CIK_OP_FLAT__FLAT_STORE_BYTE ? 1 : 2;
		return true;
	}
	if (op >= CIK_OP_FLAT__FLAT_STORE_DWORD && op <= CIK_OP_FLAT__FLAT_STORE_DWORDX3) {
		m->n = m->data_dw = dwords[op & 3];
		return true;
	}
	if (op < CIK_OP_FLAT__FLAT_ATOMIC_SWAP || op > CIK_OP_FLAT__FLAT_ATOMIC_FMAX_X2)
		return false;
	const bool wide = op >= CIK_OP_FLAT__FLAT_ATOMIC_SWAP_X2;
	const unsigned which = op - (wide ? CIK_OP_FLAT__FLAT_ATOMIC_SWAP_X2 : CIK_OP_FLAT__FLAT_ATOMIC_SWAP);
	const bool compares = which == CIK_OP_FLAT__FLAT_ATOMIC_CMPSWAP - CIK_OP_FLAT__FLAT_ATOMIC_SWAP ||
			      which == CIK_OP_FLAT__FLAT_ATOMIC_FCMPSWAP - CIK_OP_FLAT__FLAT_ATOMIC_SWAP;

	m->kind = SQ_ATOMIC;
	m->size_B = wide ? 8 : 4;
	m->n = wide ? 2 : 1;
	m->data_dw = (uint8_t)(m->n << compares);
	m->fn = mcik_sq_mem_atomic(which, wide);
	return m->fn != NULL;
}

bool mcik_sq_mem_access(struct mcik_wave *w, const struct sq_mem_op *m, uint64_t va, unsigned access,
			uint32_t data[4])
{
	const struct mcik_sq_env *env = w->env;
	const unsigned bytes = m->kind == SQ_ATOMIC ? m->size_B : m->n * m->size_B;

	if (m->size_B >= 4)
		va = sq_dword_at(w, va);
	if (m->kind == SQ_STORE)
		return env->store(env->arg, w->vmid, va, data, bytes, access);
	if (m->kind == SQ_ATOMIC) {
		const bool wide = m->n == 2;
		const uint64_t operand[2] = {wide ? data[0] | (uint64_t)data[1] << 32 : data[0],
					     wide ? data[2] | (uint64_t)data[3] << 32 : data[1]};
		uint64_t old = 0;
		const bool ok = env->atomic(env->arg, w->vmid, va, bytes, m->fn, operand, &old);

		data[0] = (uint32_t)old;
		data[1] = (uint32_t)(old >> 32);
		return ok;
	}
	memset(data, 0, 4 * sizeof *data);
	const bool ok = env->load(env->arg, w->vmid, va, data, bytes, access);

	if (!ok)
		memset(data, 0, 4 * sizeof *data);
	if (m->has_sign)
		data[0] = m->size_B == 1 ? (uint32_t)(int8_t)data[0] : (uint32_t)(int16_t)data[0];
	return ok;
}

/* ---- where a lane's address goes ----------------------------------------------------------------------- */
static bool in_lds(const struct mcik_wave *w, uint64_t va)
{
	return w->env->shared_base && va >> APERTURE_SHIFT == w->env->shared_base;
}

/* Scratch: lanes lie beside each other, dword by dword. */
static uint64_t scratch_address(const struct mcik_wave *w, uint64_t va, unsigned lane, bool *inside)
{
	const uint32_t at = (uint32_t)va, size = w->s[MCIK_FLAT_SCRATCH] & 0x7ffff;
	const uint64_t wave = (uint64_t)(w->s[MCIK_FLAT_SCRATCH + 1] & 0xffffff) << 8;

	*inside = at < size;
	return w->env->hidden_private + wave +
	       ((uint64_t)(at / SCRATCH_ELEMENT_B) * MCIK_LANES + lane) * SCRATCH_ELEMENT_B +
	       at % SCRATCH_ELEMENT_B;
}

static void lds_access(struct mcik_wave *w, const struct sq_mem_op *m, uint64_t addr, uint32_t data[4])
{
	const uint64_t limit = w->s[MCIK_M0];

	if (m->kind == SQ_ATOMIC) {
		const bool wide = m->n == 2;
		const uint64_t old = mcik_sq_lds_load(w, addr, m->size_B, limit);
		const uint64_t d = wide ? data[0] | (uint64_t)data[1] << 32 : data[0];
		const uint64_t e = wide ? data[2] | (uint64_t)data[3] << 32 : data[1];

		mcik_sq_lds_store(w, addr, m->size_B, limit, m->fn(old, d, e));
		data[0] = (uint32_t)old;
		data[1] = (uint32_t)(old >> 32);
		return;
	}
	for (unsigned k = 0; k < m->n; k++) {
		if (m->kind == SQ_STORE)
			mcik_sq_lds_store(w, addr + 4ull * k, m->size_B, limit, data[k]);
		else
			data[k] = (uint32_t)mcik_sq_lds_load(w, addr + 4ull * k, m->size_B, limit);
	}
	if (m->has_sign)
		data[0] = m->size_B == 1 ? (uint32_t)(int8_t)data[0] : (uint32_t)(int16_t)data[0];
}

static void scratch_access(struct mcik_wave *w, const struct sq_mem_op *m, uint64_t va, unsigned lane,
			   uint32_t data[4])
{
	struct sq_mem_op one = *m;
	bool inside;

	if (m->kind == SQ_ATOMIC) { /* of 64 bits it would not lie in one piece */
		mcik_sq_report(w, FL_WARN, "Sea Islands 4.7", "an atomic operation on scratch");
		return;
	}
	one.n = 1;
	for (unsigned k = 0; k < m->n; k++) {
		const uint64_t at = scratch_address(w, va + 4ull * k, lane, &inside);
		uint32_t part[4] = {data[k]};

		if (!inside)
			part[0] = 0;
		else
			mcik_sq_mem_access(w, &one, at, 0, part);
		data[k] = part[0];
	}
}

bool mcik_sq_flat_row(struct mcik_wave *w, const struct sq_inst *i, const struct sq_mem_op *m, uint64_t exec,
		      mcik_plane *got)
{
	const unsigned vaddr = i->src[0] - SQ_VGPR, vdata = i->src[1] - SQ_VGPR;

	if (!exec || w->env->isa == FL_ISA_SCALAR)
		return false;
	const uint64_t va = (uint64_t)w->v[vaddr + 1][__builtin_ctzll(exec)] << 32;

	return !in_lds(w, va) && !(w->env->private_base && va >> APERTURE_SHIFT == w->env->private_base) &&
	       mcik_sq_row(w, m, exec, w->v[vaddr], w->v[vaddr + 1], w->v + vdata, got);
}

/* All of it goes to one place in memory: at once. */
static bool run_row(struct mcik_wave *w, const struct sq_inst *i, const struct sq_mem_op *m, uint64_t exec)
{
	if (!mcik_sq_flat_row(w, i, m, exec, sq_next_late(w)))
		return false;
	mcik_sq_late(w, MCIK_VM_CNT, i->dst, m->kind == SQ_LOAD ? m->n : 0, exec);
	mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, 0, 0);
	return true;
}

static void run_flat(struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_mem_op m;
	const unsigned vaddr = i->src[0] - SQ_VGPR, vdata = i->src[1] - SQ_VGPR;
	const bool glc = CIK_FLAT_WORD0__GLC__GET(i->word[0]);
	const unsigned access = (glc ? MCIK_GLC : 0) | (CIK_FLAT_WORD0__SLC__GET(i->word[0]) ? MCIK_SLC : 0);
	const uint64_t exec = sq_exec_mask(w);
	uint64_t in_order = 0, local = 0;
	struct sq_window window = {0};
	struct sq_hole hole = {0};
	mcik_plane got[4];

	mcik_sq_mem_op(i->opcode, &m);
	if (access & MCIK_GLC && !sq_in_turn(w))
		return;
	if (run_row(w, i, &m, exec))
		return;
	memset(got, 0, sizeof got);
	const bool dwords = m.kind == SQ_LOAD && m.size_B == 4;

	for (uint64_t left = exec; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(left);
		const uint64_t va = w->v[vaddr][l] | (uint64_t)w->v[vaddr + 1][l] << 32;
		const bool global =
		    !in_lds(w, va) && !(w->env->private_base && va >> APERTURE_SHIFT == w->env->private_base);
		const uint8_t *row =
		    dwords && global ? sq_window_at(w, &window, sq_dword_at(w, va), 4u * m.n) : NULL;
		uint32_t data[4] = {0};

		for (unsigned k = 0; k < m.data_dw; k++)
			data[k] = w->v[vdata + k][l];
		*(in_lds(w, va) ? &local : &in_order) |= 1ull << l;
		if (m.kind == SQ_STORE && global && w->env->poke) {
			const uint64_t at = m.size_B < 4 ? va : sq_dword_at(w, va);
			uint8_t *to = sq_hole_at(w, &hole, at, m.n * m.size_B);

			if (to) {
				memcpy(to, data, m.n * m.size_B);
				continue;
			}
		}
		if (row)
			memcpy(data, row, 4 * m.n);
		else if (in_lds(w, va))
			lds_access(w, &m, (uint32_t)va, data);
		else if (!global)
			scratch_access(w, &m, va, l, data);
		else
			mcik_sq_mem_access(w, &m, va, access, data);
		for (unsigned k = 0; k < 4; k++)
			got[k][l] = data[k];
	}
	const bool returns = m.kind == SQ_LOAD || (m.kind == SQ_ATOMIC && glc);
	const unsigned n = returns ? m.n : 0;
	mcik_plane *to = mcik_sq_late(w, MCIK_VM_CNT, i->dst, in_order ? n : 0, in_order);

	memcpy(to, got, n * sizeof *got);
	to = mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, local ? n : 0, local);
	memcpy(to, got, n * sizeof *got);
}

void mcik_sq_flat(struct sq_inst *i)
{
	struct sq_mem_op m;

	i->opcode = (uint16_t)CIK_FLAT_WORD0__OP__GET(i->word[0]);
	i->src[0] = (uint16_t)(SQ_VGPR + CIK_FLAT_WORD1__ADDR__GET(i->word[1]));
	i->src[1] = (uint16_t)(SQ_VGPR + CIK_FLAT_WORD1__DATA__GET(i->word[1]));
	i->dst = (uint16_t)(SQ_VGPR + CIK_FLAT_WORD1__VDST__GET(i->word[1]));
	i->unit = SQ_VMEM;
	if (!mcik_sq_mem_op(i->opcode, &m))
		return;
	i->run = run_flat;
	mcik_sq_reads(i, i->src[0], 2);
	if (m.data_dw)
		mcik_sq_reads(i, i->src[1], m.data_dw);
	if (m.kind == SQ_LOAD || (m.kind == SQ_ATOMIC && CIK_FLAT_WORD0__GLC__GET(i->word[0])))
		mcik_sq_writes(i, i->dst, m.n);
}
