/* SPDX-License-Identifier: MIT
 *
 * Buffers by format: elements to registers and back. Where an index alone says what a lane reads, as with the
 * inputs of vertices, rows of all lanes come at once.
 */
#include "hw/model/cik/sq_fetch.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_memory.h"
#include "hw/regs/cik.h"

enum { ROW_B = 16 /* the kit reads as much of each */ };

static bool is_typed(const struct sq_inst *i) /* MTBUF, which says the format */
{
	return i->sdst;
}

static bool goes_to_lds(const struct sq_inst *i)
{
	return !is_typed(i) && CIK_MUBUF_WORD0__LDS__GET(i->word[0]);
}

/* ---- rows of all lanes --------------------------------------------------------------------------------- */
/* Pages that follow each other in the program's addresses mostly do so in memory, too: rows of a wave go over
 * the end of one. */
static const uint8_t *look(const struct mcik_wave *w, struct sq_window *o, uint64_t va, uint64_t size_B)
{
	const struct mcik_sq_env *env = w->env;
	uint64_t more_B = 0;

	*o = (struct sq_window){.va = va};
	o->p = env->peek ? env->peek(env->arg, w->vmid, va, &o->size_B) : NULL;
	while (o->p && o->size_B < size_B &&
	       env->peek(env->arg, w->vmid, va + o->size_B, &more_B) == o->p + o->size_B && more_B)
		o->size_B += more_B;
	return o->p && o->size_B >= size_B ? o->p : NULL;
}

/* Of channels in order, the first that the element has; those after them are the same in all lanes. 0: it is
 * another order. */
static unsigned leading(const struct sq_format *f, unsigned n)
{
	unsigned lead = 0;

	while (lead < n && f->from[lead] == lead)
		lead++;
	for (unsigned k = lead; k < n; k++)
		if (f->from[k] != 4)
			return 0;
	return lead;
}

static bool load_rows(struct mcik_wave *w, const struct sq_access *a, const struct sq_format *f, unsigned n,
		      mcik_plane *to)
{
	const struct sq_buffer *b = &a->b;
	const uint32_t *index = w->v[a->vaddr];
	const unsigned lead = f->dwords ? leading(f, n) : 0;
	struct sq_window window;
	uint32_t low, high;

	if (!a->idxen || a->offen || a->addr64 || b->swizzled || b->add_tid || !b->stride ||
	    (!lead && !f->bytes))
		return false;
	w->kit->bounds(index, &low, &high);
	if (high >= b->records || high - low >= 1u << 16)
		return false;
	const uint64_t at = b->base + a->soffset + (uint64_t)low * b->stride + a->offset;
	const uint32_t last_B = (high - low) * b->stride;
	const uint8_t *row = look(w, &window, at, last_B + f->size_B);

	if (!row)
		return false;
	if (f->bytes) {
		mcik_plane word;

		w->kit->words(word, row, index, low, b->stride);
		mcik_sq_format_bytes(f, word, ~UINT64_C(0), n, to);
		return true;
	}
	if (window.size_B < last_B + ROW_B)
		return false;
	w->kit->rows(to, row, index, low, b->stride, lead);
	for (unsigned k = lead; k < n; k++)
		w->kit->fill(to[k], f->fixed[k]);
	return true;
}

/* ---- a lane after the other ---------------------------------------------------------------------------- */
/* Elements are read whole; those that are out of range, and of formats that are none, leave got as it is. */
static void load_lanes(struct mcik_wave *w, const struct sq_access *a, const struct sq_format *f, unsigned n,
		       uint64_t exec, mcik_plane *got)
{
	struct sq_window window = {0};
	uint64_t bytes_of = 0;
	mcik_plane word = {0};
	uint32_t data[4];

	for (uint64_t m = f->size_B ? exec : 0; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(m);
		const struct sq_place p = sq_place_of(w, a, l);
		uint8_t bytes[SQ_FORMAT_B] = {0};
		const uint8_t *row;

		if (!sq_inside(a, &p, 0, f->size_B))
			continue;
		row = sq_window_at(w, &window, p.va, f->size_B);
		if (f->dwords && row) {
			for (unsigned k = 0; k < n; k++) {
				got[k][l] = f->fixed[k];
				if (f->from[k] < 4)
					memcpy(&got[k][l], row + 4 * f->from[k], sizeof got[k][l]);
			}
			continue;
		}
		if (f->bytes && row) {
			memcpy(&word[l], row, sizeof word[l]);
			bytes_of |= 1ull << l;
			continue;
		}
		if (row)
			memcpy(bytes, row, f->size_B);
		else if (!w->env->load(w->env->arg, w->vmid, p.va, bytes, f->size_B, a->flags))
			memset(bytes, 0, sizeof bytes);
		mcik_sq_format_unpack(f, bytes, data);
		for (unsigned k = 0; k < n; k++)
			got[k][l] = data[k];
	}
	if (bytes_of)
		mcik_sq_format_bytes(f, word, bytes_of, n, got);
}

static void store_format(struct mcik_wave *w, const struct sq_access *a, const struct sq_format *f,
			 const struct sq_place *p, unsigned n, const uint32_t data[4])
{
	uint8_t bytes[SQ_FORMAT_B] = {0};

	if (!f->size_B || !sq_inside(a, p, 0, f->size_B))
		return;
	mcik_sq_format_pack(f, data, n, bytes);
	w->env->store(w->env->arg, w->vmid, p->va, bytes, f->size_B, a->flags);
}

/* ---- instructions -------------------------------------------------------------------------------------- */
static const struct sq_format *format_of(const struct mcik_wave *w, const struct sq_inst *i,
					 const struct sq_access *a)
{
	const uint32_t w0 = i->word[0], word3 = a->b.word3;

	if (is_typed(i))
		return mcik_sq_format(&w->code->formats, CIK_MTBUF_WORD0__DFMT__GET(w0),
				      CIK_MTBUF_WORD0__NFMT__GET(w0), 0);
	return mcik_sq_format(&w->code->formats, CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__GET(word3),
			      CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__GET(word3), word3);
}

static void load(struct mcik_wave *w, const struct sq_access *a, const struct sq_format *f, unsigned n,
		 uint64_t exec, mcik_plane *to)
{
	if (!~exec && load_rows(w, a, f, n, to))
		return;
	memset(to, 0, n * sizeof *to);
	load_lanes(w, a, f, n, exec, to);
}

void mcik_sq_run_format(struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_access a = mcik_sq_access_of(w, i);
	const struct sq_format *f = format_of(w, i, &a);
	const bool stores = i->opcode >= CIK_OP_MUBUF__BUFFER_STORE_FORMAT_X;
	const unsigned n = (i->opcode & 3) + 1, vdata = i->src[1] - SQ_VGPR;
	const uint64_t exec = sq_exec_mask(w);
	mcik_plane *got = sq_next_late(w);

	if (a.flags & MCIK_GLC && !sq_in_turn(w))
		return;
	a.lds = goes_to_lds(i);
	if (!stores)
		load(w, &a, f, n, exec, got);
	if (!stores && w->env->loaded)
		w->env->loaded(
		    w->env->arg, w,
		    &(const struct mcik_loaded){.vgpr = vdata,
						.n = n,
						.base = a.b.base,
						.offset_B = a.offset + a.soffset,
						.integers = f->image.format.number[0] >= FL_TEXEL_UINT,
						.got = (const mcik_plane *)got});
	for (uint64_t m = stores ? exec : 0; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(m);
		const struct sq_place p = sq_place_of(w, &a, l);
		uint32_t data[4] = {0};

		for (unsigned k = 0; k < n; k++)
			data[k] = w->v[(vdata + k) % MCIK_VGPRS][l];
		store_format(w, &a, f, &p, n, data);
	}
	if (stores)
		mcik_sq_note_wide_store(w, i, n);
	if (i->n_writes && i->writes[0].n > n) /* TFE: no fault */
		memset(got[n], 0, sizeof got[n]);
	mcik_sq_buffer_loaded(w, i, &a, exec);
}

/* ---- by themselves ------------------------------------------------------------------------------------- */
bool mcik_sq_fetch_of(struct mcik_wave *w, const struct sq_inst *i, struct sq_fetch *f)
{
	const unsigned n = (i->opcode & 3) + 1;

	if (i->run != mcik_sq_run_format || i->opcode >= CIK_OP_MUBUF__BUFFER_STORE_FORMAT_X ||
	    goes_to_lds(i) || i->writes[0].n != n)
		return false;
	f->a = mcik_sq_access_of(w, i);
	f->f = *format_of(w, i, &f->a);
	f->n = (uint8_t)n;
	f->to = (uint8_t)(i->src[1] - SQ_VGPR);
	return !(f->a.flags & MCIK_GLC) && f->to + n <= MCIK_VGPRS;
}

void mcik_sq_fetch(struct mcik_wave *w, const struct sq_fetch *f, uint64_t exec)
{
	mcik_plane *to = w->v + f->to, got[4];

	if (load_rows(w, &f->a, &f->f, f->n, to))
		return;
	memset(got, 0, sizeof got);
	load_lanes(w, &f->a, &f->f, f->n, exec, got);
	memcpy(to, got, f->n * sizeof *got);
}
