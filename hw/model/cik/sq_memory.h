/* SPDX-License-Identifier: MIT
 *
 * Vector memory: what buffers (MUBUF, MTBUF) and flat addresses have in common.
 */
#ifndef HW_MODEL_CIK_SQ_MEMORY_H
#define HW_MODEL_CIK_SQ_MEMORY_H

#include "hw/model/cik/sq_code.h"

enum sq_mem_kind { SQ_LOAD, SQ_STORE, SQ_ATOMIC };

/* What an opcode of MUBUF or FLAT does, formats apart: both number these alike. */
struct sq_mem_op {
	uint8_t kind, n; /* dwords; bytes and halves: 1 */
	uint8_t size_B;  /* of an element: 1, 2 or 4; atomics: 4 or 8 */
	bool has_sign;
	mcik_atomic_fn *fn;
	uint8_t data_dw; /* VGPRs that it reads as data */
};
/* False: there is no such opcode. */
bool mcik_sq_mem_op(unsigned op, struct sq_mem_op *m);

/* One lane's access. data: its dwords, which loads and atomics fill in. False: a fault, which gives 0. */
bool mcik_sq_mem_access(struct mcik_wave *w, const struct sq_mem_op *m, uint64_t va, unsigned access,
			uint32_t data[4]);

/* Where an access of dwords goes. */
static inline uint64_t sq_dword_at(const struct mcik_wave *w, uint64_t va)
{
	return w->env->unaligned ? va : va & ~UINT64_C(3);
}

/* As struct sq_window, to write to: for the next lanes of an instruction. Both begin cleared. */
struct sq_hole {
	uint8_t *p;
	uint64_t va, size_B;
};

static inline uint8_t *sq_hole_at(const struct mcik_wave *w, struct sq_hole *o, uint64_t va, unsigned size_B)
{
	if (va - o->va < o->size_B && o->size_B - (va - o->va) >= size_B)
		return o->p + (va - o->va);
	*o = (struct sq_hole){.va = va};
	o->p = w->env->poke ? w->env->poke(w->env->arg, w->vmid, va, &o->size_B) : NULL;
	if (!o->p)
		o->size_B = 0;
	return o->size_B >= size_B ? o->p : NULL;
}

/* Lanes at low[l] and high[l] of 64 bits of address, whose elements lie in memory that can be had at once:
 * the loads or stores of all that exec names (sq_row.c). What got has of other lanes is nothing; it may be
 * where the addresses are. False: nothing was done. */
bool mcik_sq_row(struct mcik_wave *w, const struct sq_mem_op *m, uint64_t exec, const uint32_t *low,
		 const uint32_t *high, const mcik_plane *data, mcik_plane *got);

/* The same of a flat instruction, whose operation m is: loads go to `got` (sq_flat.c). False: what it reaches
 * is not memory, or not in one piece. */
bool mcik_sq_flat_row(struct mcik_wave *w, const struct sq_inst *i, const struct sq_mem_op *m, uint64_t exec,
		      mcik_plane *got);

/* So many bytes at va as they stand there; NULL: load() has to be asked. */
static inline const uint8_t *sq_window_at(const struct mcik_wave *w, struct sq_window *o, uint64_t va,
					  unsigned size_B)
{
	if (va - o->va < o->size_B && o->size_B - (va - o->va) >= size_B)
		return o->p + (va - o->va);
	*o = (struct sq_window){.va = va};
	o->p = w->env->peek ? w->env->peek(w->env->arg, w->vmid, va, &o->size_B) : NULL;
	if (!o->p)
		o->size_B = 0;
	return o->size_B >= size_B ? o->p : NULL;
}

#endif
