/* SPDX-License-Identifier: MIT
 *
 * Buffers (MUBUF, MTBUF): instructions decoded, and loads, stores and atomics of bytes and dwords. Those by
 * format are in sq_fetch.c.
 */
#include "hw/model/cik/sq_buffer.h"
#include "hw/model/cik/sq_fetch.h"
#include "hw/model/cik/sq_memory.h"
#include "hw/regs/cik.h"

enum { PLANES = 5 /* four dwords, and the status after them */ };

static struct sq_buffer buffer_of(const struct mcik_wave *w, unsigned at)
{
	const uint32_t *s = &w->s[at];

	return (struct sq_buffer){.base = s[0] | (uint64_t)CIK_SQ_BUF_RSRC_WORD1__BASE_ADDRESS_HI__GET(s[1])
						     << 32,
				  .stride = CIK_SQ_BUF_RSRC_WORD1__STRIDE__GET(s[1]),
				  .swizzled = CIK_SQ_BUF_RSRC_WORD1__SWIZZLE_ENABLE__GET(s[1]),
				  .records = s[2],
				  .word3 = s[3],
				  .element_B = 2u << CIK_SQ_BUF_RSRC_WORD3__ELEMENT_SIZE__GET(s[3]),
				  .index_stride = 8u << CIK_SQ_BUF_RSRC_WORD3__INDEX_STRIDE__GET(s[3]),
				  .add_tid = CIK_SQ_BUF_RSRC_WORD3__ADD_TID_ENABLE__GET(s[3])};
}

struct sq_access mcik_sq_access_of(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t w0 = i->word[0], w1 = i->word[1];

	return (struct sq_access){.b = buffer_of(w, i->src[2]),
				  .offen = CIK_MUBUF_WORD0__OFFEN__GET(w0),
				  .idxen = CIK_MUBUF_WORD0__IDXEN__GET(w0),
				  .addr64 = CIK_MUBUF_WORD0__ADDR64__GET(w0),
				  .offset = CIK_MUBUF_WORD0__OFFSET__GET(w0),
				  .soffset = mcik_sq_read32(w, i, CIK_MUBUF_WORD1__SOFFSET__GET(w1)),
				  .vaddr = i->src[0] - SQ_VGPR,
				  .flags = (CIK_MUBUF_WORD0__GLC__GET(w0) ? MCIK_GLC : 0u) |
					   (CIK_MUBUF_WORD1__SLC__GET(w1) ? MCIK_SLC : 0u)};
}

/* ---- bytes and dwords ---------------------------------------------------------------------------------- */
static void lane_access(struct mcik_wave *w, const struct sq_access *a, const struct sq_mem_op *m,
			const struct sq_place *p, uint32_t data[4])
{
	struct sq_mem_op part = *m;
	const unsigned size = m->kind == SQ_ATOMIC ? m->size_B : m->n * m->size_B;

	if (m->kind == SQ_ATOMIC || sq_inside(a, p, 0, size)) {
		if (sq_inside(a, p, 0, size))
			mcik_sq_mem_access(w, m, p->va, a->flags, data);
		else
			memset(data, 0, 4 * sizeof *data);
		return;
	}
	part.n = 1;
	for (unsigned k = 0; k < m->n; k++) { /* each dword for itself */
		uint32_t one[4] = {data[k]};

		if (sq_inside(a, p, k * m->size_B, m->size_B))
			mcik_sq_mem_access(w, &part, p->va + 4ull * k, a->flags, one);
		else
			one[0] = 0;
		data[k] = one[0];
	}
}

void mcik_sq_note_wide_store(struct mcik_wave *w, const struct sq_inst *i, unsigned n)
{
	if (n <= 2 || CIK_MUBUF_WORD1__SOFFSET__GET(i->word[1]) < MCIK_SCALARS)
		return;
	w->wide_store_at = w->now;
	w->watched = true;
	w->wide_store_first = i->src[1];
	w->wide_store_n = (uint16_t)n;
}

/* Loads to LDS: at M0, the offset, and the lane; and nothing comes to the registers. */
static void to_lds(struct mcik_wave *w, const struct sq_access *a, const mcik_plane *got, uint64_t exec)
{
	for (unsigned l = 0; l < MCIK_LANES; l++)
		if (exec >> l & 1)
			mcik_sq_lds_store(w, (w->s[MCIK_M0] & 0xffff) + (uint64_t)a->offset + 4 * l, 4,
					  UINT32_MAX, got[0][l]);
}

void mcik_sq_buffer_loaded(struct mcik_wave *w, const struct sq_inst *i, const struct sq_access *a,
			   uint64_t exec)
{
	const unsigned n = i->n_writes ? i->writes[0].n : 0;
	const mcik_plane *got = (const mcik_plane *)mcik_sq_late(w, MCIK_VM_CNT, i->src[1], n, n ? exec : 0);

	if (a->lds)
		to_lds(w, a, got, exec);
}

static void run_plain(struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_mem_op m;
	struct sq_access a = mcik_sq_access_of(w, i);
	const uint64_t exec = sq_exec_mask(w);
	const unsigned vdata = i->src[1] - SQ_VGPR;
	struct sq_window window = {0};
	struct sq_hole hole = {0};
	mcik_plane *got = sq_next_late(w);

	if (a.flags & MCIK_GLC && !sq_in_turn(w))
		return;
	a.lds = CIK_MUBUF_WORD0__LDS__GET(i->word[0]);
	memset(got, 0, PLANES * sizeof *got);
	mcik_sq_mem_op(i->opcode, &m);
	const bool dwords = m.kind == SQ_LOAD && m.size_B == 4;

	for (uint64_t left = exec; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(left);
		const struct sq_place p = sq_place_of(w, &a, l);
		uint32_t data[4] = {0};
		const uint8_t *row = NULL;

		if (dwords && sq_inside(&a, &p, 0, 4u * m.n))
			row = sq_window_at(w, &window, sq_dword_at(w, p.va), 4u * m.n);
		if (row) {
			for (unsigned k = 0; k < m.n; k++)
				memcpy(&got[k][l], row + 4 * k, sizeof got[k][l]);
			continue;
		}
		for (unsigned k = 0; k < m.data_dw; k++)
			data[k] = w->v[(vdata + k) % MCIK_VGPRS][l];
		if (m.kind == SQ_STORE && w->env->poke && sq_inside(&a, &p, 0, m.n * m.size_B)) {
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
		mcik_sq_note_wide_store(w, i, m.n);
	mcik_sq_buffer_loaded(w, i, &a, exec);
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

		i->run = mcik_sq_run_format;
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
	i->run = mcik_sq_run_format;
	registers(i, stores ? 0 : (op & 3) + 1, stores ? (op & 3) + 1 : 0);
}
