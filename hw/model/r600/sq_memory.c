/* SPDX-License-Identifier: MIT
 *
 * Memory that programs write for themselves. A lane's scratch and its part of the reduction buffer are the
 * program's alone, and where they lie in the ring's memory is not said anywhere: the model keeps them beside
 * its registers. MEM_EXPORT (R7xx) writes dwords where SX_MEMORY_EXPORT_BASE and the index say.
 *
 * The model's choices: what lies beyond ARRAY_SIZE, the item or the buffer is not written, and read as zero;
 * an index counts items of four dwords, of MEM_EXPORT dwords; reads take the dwords as they are, whatever
 * format they name.
 */
#include "hw/model/r600/sq_math.h"

#include <stdlib.h>

enum { WRITE, WRITE_IND, READ_OR_ACK, READ_IND_OR_IND_ACK, MEM_EXPORT = 0x3a };
enum { SEL_0 = 4, SEL_1 = 5, SEL_MASK = 7 };

static bool make_room(struct sq_run *x, unsigned room)
{
	struct mr600_sq_state *s = x->s;
	unsigned n = x->p->items[room];
	void *more;

	if (!n)
		return mr600_sq_hang(x, room == SQ_SCRATCH
					    ? "it uses scratch memory, and its ring has no size or item size"
					    : "it uses the reduction buffer, and its ring has no size or "
					      "item size");
	if (n <= s->n_room[room])
		return true;
	more = calloc(n, sizeof(*s->room[room]));
	if (!more)
		return mr600_sq_hang(x, "the host has no memory for its scratch memory");
	free(s->room[room]);
	s->room[room] = more;
	s->n_room[room] = n;
	return true;
}

/* The item of a lane, or -1 */
static int64_t item_of(const struct sq_run *x, unsigned room, int64_t base, const uint32_t *index,
		       uint32_t size, unsigned lane)
{
	if (index && index[lane] > size)
		return -1;
	base += index ? index[lane] : 0;
	return base < x->p->items[room] ? base : -1;
}

static bool in_room(struct sq_run *x, const struct sq_step *s, unsigned room, unsigned gpr, uint64_t lanes)
{
	unsigned type = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(s->word[0]);
	unsigned n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(s->word[1]) + 1;
	unsigned mask = R600_SQ_CF_ALLOC_EXPORT_WORD1_BUF__COMP_MASK__GET(s->word[1]);
	unsigned base = R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(s->word[0]);
	const uint32_t *index =
	    type & 1 ? x->w->gpr[R600_SQ_CF_ALLOC_EXPORT_WORD0__INDEX_GPR__GET(s->word[0])][0].u : NULL;
	bool read = type >= READ_OR_ACK && !x->p->code.r7xx;

	if (!make_room(x, room))
		return false;
	for (unsigned i = 0; i < n; i++)
		for (unsigned l = 0; l < SQ_LANES; l++) {
			int64_t at =
			    item_of(x, room, (int64_t)base + i, index,
				    R600_SQ_CF_ALLOC_EXPORT_WORD1_BUF__ARRAY_SIZE__GET(s->word[1]), l);

			for (unsigned c = 0; c < 4 && lanes >> l & 1; c++) {
				uint32_t *reg = &x->w->gpr[gpr + i][c].u[l];

				if (!(mask >> c & 1))
					continue;
				if (read)
					*reg = at < 0 ? 0 : x->s->room[room][at][c].u[l];
				else if (at >= 0)
					x->s->room[room][at][c].u[l] = *reg;
			}
		}
	return true;
}

/* ---- exports to memory --------------------------------------------------------------------------------- */
static bool scatter(struct sq_run *x, const struct sq_step *s, unsigned gpr, uint64_t lanes)
{
	unsigned type = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(s->word[0]);
	unsigned n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(s->word[1]) + 1;
	unsigned mask = R600_SQ_CF_ALLOC_EXPORT_WORD1_BUF__COMP_MASK__GET(s->word[1]);
	unsigned size = R600_SQ_CF_ALLOC_EXPORT_WORD0__ELEM_SIZE__GET(s->word[0]) + 1;
	uint64_t base = R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(s->word[0]);
	const uint32_t *index = x->w->gpr[R600_SQ_CF_ALLOC_EXPORT_WORD0__INDEX_GPR__GET(s->word[0])][0].u;
	bool indexed = type & 1;

	if (!x->p->export_size_B)
		return mr600_sq_hang(x, "it exports to memory, and SX_MEMORY_EXPORT_SIZE is 0");
	for (unsigned l = 0; l < SQ_LANES; l++)
		for (unsigned i = 0; i < n * 4 && lanes >> l & 1; i++) {
			uint64_t at_B =
			    (base + (indexed ? index[l] : 0) + (uint64_t)(i / 4) * size + i % 4) * 4;

			if (mask >> i % 4 & 1 && i % 4 < size && at_B + 4 <= x->p->export_size_B)
				fl_mem_write32(&x->w->r->base.mem, x->p->export_addr + at_B,
					       x->w->gpr[gpr + i / 4][i % 4].u[l]);
		}
	return true;
}

bool mr600_sq_memory_out(struct sq_run *x, const struct sq_step *s, unsigned gpr, uint64_t lanes)
{
	if (s->inst == MEM_EXPORT)
		return scatter(x, s, gpr, lanes);
	return in_room(x, s,
		       s->inst == R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_MEM_SCRATCH
			   ? SQ_SCRATCH
			   : SQ_REDUCTION,
		       gpr, lanes);
}

/* ---- reads of R7xx: VTX clauses ------------------------------------------------------------------------ */
static uint32_t word_at(const struct sq_run *x, const struct sq_fetch *f, int64_t at, unsigned c,
			unsigned lane)
{
	uint32_t value = 0;
	uint64_t at_B;

	if (f->kind != SQ_READ_SCATTER)
		return at < 0 ? 0
			      : x->s->room[f->kind == SQ_READ_REDUCTION ? SQ_REDUCTION : SQ_SCRATCH][at][c]
				    .u[lane];
	at_B = ((uint64_t)at + c) * 4;
	if (at_B + 4 > x->p->export_size_B ||
	    !fl_mem_read32(&x->w->r->base.mem, x->p->export_addr + at_B, &value))
		return 0;
	return value;
}

bool mr600_sq_memory_read(struct sq_run *x, const struct sq_fetch *f, unsigned src, unsigned dst,
			  uint64_t lanes)
{
	unsigned n = R600_SQ_MEM_RD_WORD0__BURST_COUNT__GET(f->word[0]) + 1;
	unsigned room = f->kind == SQ_READ_REDUCTION ? SQ_REDUCTION : SQ_SCRATCH;
	const uint32_t *index = R600_SQ_MEM_RD_WORD0__INDEXED__GET(f->word[0])
				    ? x->w->gpr[src][R600_SQ_MEM_RD_WORD0__SRC_SEL_X__GET(f->word[0])].u
				    : NULL;
	uint32_t size = R600_SQ_MEM_RD_WORD2__ARRAY_SIZE__GET(f->word[2]);
	int64_t base = R600_SQ_MEM_RD_WORD2__ARRAY_BASE__GET(f->word[2]);

	if (f->kind != SQ_READ_SCATTER && !make_room(x, room))
		return false;
	for (unsigned i = 0; i < n && dst + i < MR600_GPRS; i++)
		for (unsigned l = 0; l < SQ_LANES; l++) {
			uint32_t value[4];
			int64_t at = f->kind != SQ_READ_SCATTER
					 ? item_of(x, room, base + i, index, size, l)
					 : base + 4 * (int64_t)i + (index ? index[l] : 0);

			if (!(lanes >> l & 1))
				continue;
			for (unsigned c = 0; c < 4; c++)
				value[c] = word_at(x, f, at, c, l);
			for (unsigned c = 0; c < 4; c++) {
				unsigned sel =
				    f->word[1] >> (R600_SQ_VTX_WORD1__DST_SEL_X__SHIFT + 3 * c) & 7;

				if (sel != SEL_MASK)
					x->w->gpr[dst + i][c].u[l] = sel < SEL_0    ? value[sel]
								     : sel == SEL_1 ? SQ_ONE
										    : 0;
			}
		}
	return true;
}
