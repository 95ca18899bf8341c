/* SPDX-License-Identifier: MIT
 *
 * Buffers: what a descriptor (V#) and an instruction say, where a lane's element is, and whether it is there;
 * for sq_buffer.c and sq_fetch.c. Sea Islands reference, chapters 4.5 and 8.1; which range is checked, and in
 * what units, as ACO and Mesa have it for GFX7.
 */
#ifndef HW_MODEL_CIK_SQ_BUFFER_H
#define HW_MODEL_CIK_SQ_BUFFER_H

#include "hw/model/cik/sq_code.h"

struct sq_buffer {
	uint64_t base;
	uint32_t word3, records, stride;
	bool swizzled, add_tid;
	uint32_t element_B, index_stride;
};

/* What an instruction says, in the fields that MUBUF and MTBUF have in common */
struct sq_access {
	struct sq_buffer b;
	bool offen, idxen, addr64, lds;
	uint32_t offset, soffset;
	unsigned vaddr, flags;
};

struct sq_place {
	uint64_t va;
	uint32_t index, offset;
};

static inline struct sq_place sq_place_of(const struct mcik_wave *w, const struct sq_access *a, unsigned lane)
{
	const struct sq_buffer *b = &a->b;
	const uint32_t first = w->v[a->vaddr][lane];
	struct sq_place p = {.offset = a->offset, .index = a->idxen ? first : 0};

	if (a->addr64) {
		const uint64_t at = first | (uint64_t)w->v[a->vaddr + 1][lane] << 32;

		p.va = b->base + at + a->offset + a->soffset;
		return p;
	}
	if (a->offen)
		p.offset += a->idxen ? w->v[a->vaddr + 1][lane] : first;
	if (b->add_tid)
		p.index += lane;
	p.va = b->base + a->soffset;
	if (b->swizzled) {
		const uint64_t rows = p.index / b->index_stride, column = p.index % b->index_stride;
		const uint64_t element = p.offset / b->element_B, rest = p.offset % b->element_B;

		p.va += (rows * b->stride + element * b->element_B) * b->index_stride +
			column * b->element_B + rest;
	} else {
		p.va += (uint64_t)p.index * b->stride + p.offset;
	}
	return p;
}

/* Is what lies at `more` bytes from the place, of so many bytes, in the buffer? */
static inline bool sq_inside(const struct sq_access *a, const struct sq_place *p, unsigned more,
			     unsigned size_B)
{
	const struct sq_buffer *b = &a->b;

	if (a->addr64)
		return true;
	if (b->stride == 0) {
		const uint32_t left = b->records - a->soffset; /* wraps, as the comparison does */

		return (uint64_t)p->offset + more + size_B <= left;
	}
	if (p->index >= b->records)
		return false;
	return !(b->swizzled && (a->idxen || b->add_tid)) || p->offset + more < b->stride;
}

struct sq_access mcik_sq_access_of(struct mcik_wave *w, const struct sq_inst *i);
/* A store of more than 64 bits keeps on reading its registers, unless an SGPR gives the offset. */
void mcik_sq_note_wide_store(struct mcik_wave *w, const struct sq_inst *i, unsigned n);
/* What was loaded is on its way, to registers or to LDS: it lies where sq_next_late() says. */
void mcik_sq_buffer_loaded(struct mcik_wave *w, const struct sq_inst *i, const struct sq_access *a,
			   uint64_t exec);

#endif
