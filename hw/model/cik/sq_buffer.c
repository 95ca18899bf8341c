/* SPDX-License-Identifier: MIT
 *
 * Buffers (MUBUF, MTBUF): addresses, range and swizzle of a descriptor (V#), and what goes there. Sea Islands
 * reference, chapters 4.5 and 8.1; which range is checked, and in what units, as ACO and Mesa have it for
 * GFX7.
 */
#include "hw/model/cik/sq_format.h"
#include "hw/model/cik/sq_memory.h"
#include "hw/model/raster/turn.h"
#include "hw/regs/cik.h"

struct buffer {
	uint64_t base;
	uint32_t word3, records, stride;
	bool swizzled, add_tid;
	uint32_t element_B, index_stride;
};

static struct buffer buffer_of(const struct mcik_wave *w, unsigned at)
{
	const uint32_t *s = &w->s[at];

	return (struct buffer){.base = s[0] | (uint64_t)CIK_SQ_BUF_RSRC_WORD1__BASE_ADDRESS_HI__GET(s[1])
						  << 32,
			       .stride = CIK_SQ_BUF_RSRC_WORD1__STRIDE__GET(s[1]),
			       .swizzled = CIK_SQ_BUF_RSRC_WORD1__SWIZZLE_ENABLE__GET(s[1]),
			       .records = s[2],
			       .word3 = s[3],
			       .element_B = 2u << CIK_SQ_BUF_RSRC_WORD3__ELEMENT_SIZE__GET(s[3]),
			       .index_stride = 8u << CIK_SQ_BUF_RSRC_WORD3__INDEX_STRIDE__GET(s[3]),
			       .add_tid = CIK_SQ_BUF_RSRC_WORD3__ADD_TID_ENABLE__GET(s[3])};
}

/* What an instruction says, in the fields that MUBUF and MTBUF have in common */
struct access {
	struct buffer b;
	bool offen, idxen, addr64, lds;
	uint32_t offset, soffset;
	unsigned vaddr, flags;
};

static struct access access_of(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t w0 = i->word[0], w1 = i->word[1];

	return (struct access){.b = buffer_of(w, i->src[2]),
			       .offen = CIK_MUBUF_WORD0__OFFEN__GET(w0),
			       .idxen = CIK_MUBUF_WORD0__IDXEN__GET(w0),
			       .addr64 = CIK_MUBUF_WORD0__ADDR64__GET(w0),
			       .offset = CIK_MUBUF_WORD0__OFFSET__GET(w0),
			       .soffset = mcik_sq_read32(w, i, CIK_MUBUF_WORD1__SOFFSET__GET(w1)),
			       .vaddr = i->src[0] - SQ_VGPR,
			       .flags = (CIK_MUBUF_WORD0__GLC__GET(w0) ? MCIK_GLC : 0u) |
					(CIK_MUBUF_WORD1__SLC__GET(w1) ? MCIK_SLC : 0u)};
}

struct place {
	uint64_t va;
	uint32_t index, offset;
};

static inline struct place place_of(const struct mcik_wave *w, const struct access *a, unsigned lane)
{
	const struct buffer *b = &a->b;
	const uint32_t first = w->v[a->vaddr][lane];
	struct place p = {.offset = a->offset, .index = a->idxen ? first : 0};

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
static bool inside(const struct access *a, const struct place *p, unsigned more, unsigned size_B)
{
	const struct buffer *b = &a->b;

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

/* ---- bytes and dwords ---------------------------------------------------------------------------------- */
static void lane_access(struct mcik_wave *w, const struct access *a, const struct sq_mem_op *m,
			const struct place *p, uint32_t data[4])
{
	struct sq_mem_op part = *m;
	const unsigned size = m->kind == SQ_ATOMIC ? m->size_B : m->n * m->size_B;

	if (m->kind == SQ_ATOMIC || inside(a, p, 0, size)) {
		if (inside(a, p, 0, size))
			mcik_sq_mem_access(w, m, p->va, a->flags, data);
		else
			memset(data, 0, 4 * sizeof *data);
		return;
	}
	part.n = 1;
	for (unsigned k = 0; k < m->n; k++) { /* each dword for itself */
		uint32_t one[4] = {data[k]};

		if (inside(a, p, k * m->size_B, m->size_B))
			mcik_sq_mem_access(w, &part, p->va + 4ull * k, a->flags, one);
		else
			one[0] = 0;
		data[k] = one[0];
	}
}

/* A store of more than 64 bits keeps on reading its registers, unless an SGPR gives the offset. */
static void note_wide_store(struct mcik_wave *w, const struct sq_inst *i, unsigned n)
{
	if (n <= 2 || CIK_MUBUF_WORD1__SOFFSET__GET(i->word[1]) < MCIK_SCALARS)
		return;
	w->wide_store_at = w->now;
	w->watched = true;
	w->wide_store_first = i->src[1];
	w->wide_store_n = (uint16_t)n;
}

/* Loads to LDS: at M0, the offset, and the lane; and nothing comes to the registers. */
static void to_lds(struct mcik_wave *w, const struct access *a, const mcik_plane *got, uint64_t exec)
{
	for (unsigned l = 0; l < MCIK_LANES; l++)
		if (exec >> l & 1)
			mcik_sq_lds_store(w, (w->s[MCIK_M0] & 0xffff) + (uint64_t)a->offset + 4 * l, 4,
					  UINT32_MAX, got[0][l]);
}

static void finish(struct mcik_wave *w, const struct sq_inst *i, const struct access *a, mcik_plane *got,
		   uint64_t exec)
{
	const unsigned n = i->n_writes ? i->writes[0].n : 0;
	mcik_plane *to = mcik_sq_late(w, MCIK_VM_CNT, i->src[1], n, n ? exec : 0);

	memcpy(to, got, n * sizeof *got);
	if (a->lds)
		to_lds(w, a, (const mcik_plane *)got, exec);
}

static void run_plain(struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_mem_op m;
	struct access a = access_of(w, i);
	const uint64_t exec = sq_exec_mask(w);
	const unsigned vdata = i->src[1] - SQ_VGPR;
	struct sq_window window = {0};
	struct sq_hole hole = {0};
	mcik_plane got[5];

	if (a.flags & MCIK_GLC && !sq_in_turn(w))
		return;
	a.lds = CIK_MUBUF_WORD0__LDS__GET(i->word[0]);
	memset(got, 0, sizeof got);
	mcik_sq_mem_op(i->opcode, &m);
	const bool dwords = m.kind == SQ_LOAD && m.size_B == 4;

	for (uint64_t left = exec; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(left);
		const struct place p = place_of(w, &a, l);
		uint32_t data[4] = {0};
		const uint8_t *row = NULL;

		if (dwords && inside(&a, &p, 0, 4u * m.n))
			row = sq_window_at(w, &window, sq_dword_at(w, p.va), 4u * m.n);
		if (row) {
			for (unsigned k = 0; k < m.n; k++)
				memcpy(&got[k][l], row + 4 * k, sizeof got[k][l]);
			continue;
		}
		for (unsigned k = 0; k < m.data_dw; k++)
			data[k] = w->v[(vdata + k) % MCIK_VGPRS][l];
		if (m.kind == SQ_STORE && w->env->poke && inside(&a, &p, 0, m.n * m.size_B)) {
			const uint64_t at = m.size_B < 4 ? p.va : sq_dword_at(w, p.va);
			uint8_t *to = sq_hole_at(w, &hole, at, m.n * m.size_B);

			if (to) {
				memcpy(to, data, m.n * m.size_B);
				continue;
			}
		}
		lane_access(w, &a, &m, &p, data);
		for (unsigned k = 0; k < 4; k++)
			got[k][l] = data[k];
	}
	if (i->n_writes && i->writes[0].n > m.n) /* TFE: no fault */
		memset(got[m.n], 0, sizeof got[m.n]);
	if (m.kind == SQ_STORE)
		note_wide_store(w, i, m.n);
	finish(w, i, &a, got, exec);
}

/* ---- formats ------------------------------------------------------------------------------------------- */
/* The components are the element's first. */
static bool in_order(const uint8_t from[4], unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		if (from[k] != k)
			return false;
	return n > 1;
}

/* Four rows at a time, of which 16 bytes can be read each. */
static void turn_rows(const uint8_t *row, const uint32_t *index, uint32_t low, uint32_t stride, unsigned n,
		      mcik_plane *got)
{
	for (unsigned l = 0; l < MCIK_LANES; l += 4) {
		fl_four m[4];

		for (unsigned k = 0; k < 4; k++)
			memcpy(&m[k], row + (size_t)(index[l + k] - low) * stride, sizeof m[k]);
		fl_turn(m);
		for (unsigned k = 0; k < n; k++)
			memcpy(&got[k][l], &m[k], sizeof m[k]);
	}
}

static void bounds(const uint32_t *index, uint32_t *low, uint32_t *high)
{
	typedef int32_t four __attribute__((vector_size(16)));
	const four sign = (four){0} + INT32_MIN; /* comparisons are signed */
	four least = (four){0} + INT32_MAX, most = (four){0} + INT32_MIN;

	for (unsigned l = 0; l < MCIK_LANES; l += 4) {
		four v, less, more;

		memcpy(&v, index + l, sizeof v);
		v ^= sign;
		less = v < least;
		more = v > most;
		least = (less & v) | (~less & least);
		most = (more & v) | (~more & most);
	}
	*low = UINT32_MAX;
	*high = 0;
	for (unsigned k = 0; k < 4; k++) {
		const uint32_t l = (uint32_t)(least ^ sign)[k], h = (uint32_t)(most ^ sign)[k];

		*low = l < *low ? l : *low;
		*high = h > *high ? h : *high;
	}
}

/* Rows of dwords by an index alone, all of which lie in what memory shows at once: a channel after the other.
 * False: they do not. */
static bool load_rows(struct mcik_wave *w, const struct access *a, const struct sq_format *f, unsigned n,
		      struct sq_window *window, mcik_plane *got)
{
	const struct buffer *b = &a->b;
	const uint32_t *index = w->v[a->vaddr];
	uint32_t low, high;
	const uint8_t *row;

	if (!a->idxen || a->offen || a->addr64 || b->swizzled || b->add_tid || !b->stride)
		return false;
	bounds(index, &low, &high);
	if (high >= b->records || high - low >= 1u << 16)
		return false;
	const uint64_t at = b->base + a->soffset + (uint64_t)low * b->stride + a->offset;
	const uint32_t size_B = (high - low) * b->stride + f->size_B;

	row = in_order(f->from, n) ? sq_window_at(w, window, at, size_B + sizeof(fl_four) - 4 * n) : NULL;
	if (row) {
		turn_rows(row, index, low, b->stride, n, got);
		return true;
	}
	row = sq_window_at(w, window, at, size_B);
	if (!row)
		return false;
	for (unsigned k = 0; k < n; k++)
		for (unsigned l = 0; l < MCIK_LANES; l++)
			if (f->from[k] < 4)
				memcpy(&got[k][l],
				       row + (size_t)(index[l] - low) * b->stride + 4 * f->from[k], 4);
			else
				got[k][l] = f->fixed[k];
	return true;
}

/* Elements are read whole; those that are out of range, and of formats that are none, leave got as it is. */
static void load_format(struct mcik_wave *w, const struct access *a, const struct sq_format *f, unsigned n,
			uint64_t exec, mcik_plane *got)
{
	struct sq_window window = {0};
	uint64_t bytes_of = 0;
	uint32_t data[4];

	if (f->dwords && !~exec && load_rows(w, a, f, n, &window, got))
		return;
	mcik_plane word = {0};

	for (uint64_t m = f->size_B ? exec : 0; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(m);
		const struct place p = place_of(w, a, l);
		uint8_t bytes[SQ_FORMAT_B] = {0};
		const uint8_t *row;

		if (!inside(a, &p, 0, f->size_B))
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

static void store_format(struct mcik_wave *w, const struct access *a, const struct sq_format *f,
			 const struct place *p, unsigned n, const uint32_t data[4])
{
	uint8_t bytes[SQ_FORMAT_B] = {0};

	if (!f->size_B || !inside(a, p, 0, f->size_B))
		return;
	mcik_sq_format_pack(f, data, n, bytes);
	w->env->store(w->env->arg, w->vmid, p->va, bytes, f->size_B, a->flags);
}

static void run_format(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool typed = i->sdst; /* MTBUF, which says the format */
	struct access a = access_of(w, i);
	const uint32_t w0 = i->word[0];
	const struct sq_format *f =
	    typed ? mcik_sq_format(&w->code->formats, CIK_MTBUF_WORD0__DFMT__GET(w0),
				   CIK_MTBUF_WORD0__NFMT__GET(w0), 0)
		  : mcik_sq_format(&w->code->formats, CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__GET(a.b.word3),
				   CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__GET(a.b.word3), a.b.word3);
	const bool stores = i->opcode >= CIK_OP_MUBUF__BUFFER_STORE_FORMAT_X;
	const unsigned n = (i->opcode & 3) + 1, vdata = i->src[1] - SQ_VGPR;
	const uint64_t exec = sq_exec_mask(w);
	mcik_plane got[5];

	if (a.flags & MCIK_GLC && !sq_in_turn(w))
		return;
	a.lds = !typed && CIK_MUBUF_WORD0__LDS__GET(w0);
	memset(got, 0, (n + 1) * sizeof *got);
	if (!stores)
		load_format(w, &a, f, n, exec, got);
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
		const struct place p = place_of(w, &a, l);
		uint32_t data[4] = {0};

		for (unsigned k = 0; k < n; k++)
			data[k] = w->v[(vdata + k) % MCIK_VGPRS][l];
		store_format(w, &a, f, &p, n, data);
	}
	if (stores)
		note_wide_store(w, i, n);
	finish(w, i, &a, got, exec);
}

static void run_cache(struct mcik_wave *w, const struct sq_inst *i)
{
	if (w->env->cache)
		w->env->cache(w->env->arg,
			      i->opcode == CIK_OP_MUBUF__BUFFER_WBINVL1 ? MCIK_INV_L1 : MCIK_INV_L1_VOL);
	mcik_sq_late(w, MCIK_VM_CNT, SQ_VGPR, 0, 0);
}

/* ---- decoding ------------------------------------------------------------------------------------------ */
static void registers(struct sq_inst *i, unsigned loads, unsigned stores)
{
	const uint32_t w0 = i->word[0], w1 = i->word[1];
	const bool addr64 = CIK_MUBUF_WORD0__ADDR64__GET(w0);
	const unsigned n =
	    addr64 ? 2 : (unsigned)CIK_MUBUF_WORD0__OFFEN__GET(w0) + CIK_MUBUF_WORD0__IDXEN__GET(w0);

	if (n)
		mcik_sq_reads(i, i->src[0], n);
	mcik_sq_reads(i, i->src[2], 4);
	mcik_sq_reads(i, CIK_MUBUF_WORD1__SOFFSET__GET(w1), 1);
	if (stores)
		mcik_sq_reads(i, i->src[1], stores);
	if (loads)
		mcik_sq_writes(i, i->src[1], loads + CIK_MUBUF_WORD1__TFE__GET(w1));
}

static bool operands(struct sq_inst *i)
{
	const uint32_t w1 = i->word[1];

	i->src[0] = (uint16_t)(SQ_VGPR + CIK_MUBUF_WORD1__VADDR__GET(w1));
	i->src[1] = (uint16_t)(SQ_VGPR + CIK_MUBUF_WORD1__VDATA__GET(w1));
	i->src[2] = (uint16_t)(CIK_MUBUF_WORD1__SRSRC__GET(w1) * 4);
	i->unit = SQ_VMEM;
	return i->src[2] + 4 <= MCIK_SCALARS && CIK_MUBUF_WORD1__SOFFSET__GET(w1) != SQ_LITERAL;
}

void mcik_sq_mubuf(struct sq_inst *i)
{
	const unsigned op = CIK_MUBUF_WORD0__OP__GET(i->word[0]);
	const bool lds = CIK_MUBUF_WORD0__LDS__GET(i->word[0]);

	i->opcode = (uint16_t)op;
	if (!operands(i))
		return;
	if (op <= CIK_OP_MUBUF__BUFFER_STORE_FORMAT_XYZW) {
		const bool stores = op >= CIK_OP_MUBUF__BUFFER_STORE_FORMAT_X;

		i->run = run_format;
		registers(i, stores || lds ? 0 : (op & 3) + 1, stores ? (op & 3) + 1 : 0);
		return;
	}
	if (op == CIK_OP_MUBUF__BUFFER_WBINVL1 || op == CIK_OP_MUBUF__BUFFER_WBINVL1_VOL) {
		i->run = run_cache;
		return;
	}
	struct sq_mem_op m;

	if (!mcik_sq_mem_op(op, &m))
		return;
	const bool returns =
	    m.kind == SQ_LOAD || (m.kind == SQ_ATOMIC && CIK_MUBUF_WORD0__GLC__GET(i->word[0]));

	i->run = run_plain;
	registers(i, returns && !lds ? m.n : 0, m.data_dw);
}

void mcik_sq_mtbuf(struct sq_inst *i)
{
	const unsigned op = CIK_MTBUF_WORD0__OP__GET(i->word[0]);
	const bool stores = op >= CIK_OP_MTBUF__TBUFFER_STORE_FORMAT_X;

	i->opcode = (uint16_t)op; /* as those of MUBUF */
	i->sdst = 1;
	if (!operands(i))
		return;
	i->run = run_format;
	registers(i, stores ? 0 : (op & 3) + 1, stores ? (op & 3) + 1 : 0);
}
