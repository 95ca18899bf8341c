/* SPDX-License-Identifier: MIT
 *
 * The walk over a draw's vertices: indices are read, new vertices go through the shader a group at a time,
 * and all go to primitive assembly (R5xx guide 7.2, 7.4.1; registers in 11.11).
 */
#include "hw/model/look.h"
#include "hw/model/r500/vap.h"

#include <string.h>

/* In units of fl_work(): fetching a vertex, and its part in a primitive; an index that is found again. */
enum { VERTEX_WORK = 32, INDEX_WORK = 4 };

FL_SIMD_DECLARE(void, mr500_pvs_run, (struct mr500_pvs *, unsigned n));

static uint32_t half_at(struct mr500 *r, const struct mr500_vap_indices *ix, uint32_t i)
{
	uint32_t dw;
	uint16_t h;

	if (ix->host) {
		memcpy(&h, ix->host + (size_t)i * 2, 2);
		return h;
	}
	return fl_mem_read32(&r->base.mem, ix->addr + (i & ~1u) * 2ull, &dw) ? dw >> (i & 1 ? 16 : 0) & 0xffff
									     : 0;
}

static uint32_t index_at(struct mr500 *r, const struct mr500_vap_indices *ix, uint32_t i)
{
	uint32_t dw;

	if (ix->walk != R500_VAP_VF_CNTL__PRIM_WALK__INDEXES)
		return i;
	if (ix->wflags) /* three indices, then a word that is skipped */
		i = i / 3 * 4 + i % 3;
	if (!ix->wide)
		return half_at(r, ix, i);
	if (ix->host) {
		memcpy(&dw, ix->host + (size_t)i * 4, 4);
		return dw;
	}
	return fl_mem_read32(&r->base.mem, ix->addr + i * 4ull, &dw) ? dw : 0;
}

/* "Offset value added to index value in both indexed and auto-indexed modes"; "if index to be fetched is
 * larger than this value": the clamps apply to the index with the offset added. The sum has as many bits as
 * those clamps and wraps: draws by negative base vertices (piglit,
 * arb_draw_elements_base_vertex-negative-index) pass on a real RV530, where Mesa adds what goes below 0 to
 * indices that go above 2^24. */
static uint32_t place(const struct mr500_vap_indices *ix, uint32_t index)
{
	const uint32_t i = (index + (uint32_t)ix->offset) & R500_VAP_VF_MAX_VTX_INDX__MAX_INDX__MASK;

	return i > ix->max ? ix->max : i < ix->min ? ix->min : i;
}

static uint32_t swapped(uint32_t w, unsigned how)
{
	switch (how) {
	case R500_VAP_CNTL_STATUS__VC_SWAP__SWAP_16BIT:
		return (w >> 8 & 0x00ff00ff) | (w << 8 & 0xff00ff00);
	case R500_VAP_CNTL_STATUS__VC_SWAP__SWAP_32BIT:
		return __builtin_bswap32(w);
	case R500_VAP_CNTL_STATUS__VC_SWAP__SWAP_HALF_DWORD:
		return w >> 16 | w << 16;
	}
	return w;
}

static void fetch(struct mr500 *r, struct mr500_vap *v, const struct mr500_vap_indices *ix,
		  const uint32_t *index, unsigned n)
{
	static const uint32_t in_order[MR500_PVS_LANES] = {
	    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
	    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
	    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
	unsigned swap = R500_VAP_CNTL_STATUS__VC_SWAP__GET(R500_REG(r, VAP_CNTL_STATUS));
	bool memory = ix->walk != R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA;
	float(*in)[4][MR500_PVS_LANES] = &v->pvs->regs->v[MR500_PVS_IN];
	uint32_t own[MR500_PVS_LANES];
	uint32_t largest = 0;

	for (unsigned l = 0; l < n; l++)
		largest = index[l] > largest ? index[l] : largest;
	for (unsigned s = 0; s < v->n_streams; s++) {
		const struct mr500_vap_stream *st = &v->stream[s];
		const uint32_t *which = index;
		const uint8_t *base = st->base;
		uint32_t stride_B = st->stride_B, most = largest, dwords = st->count;
		bool reported = false;

		if (st->first == st->last)
			continue;
		if (ix->dual) { /* bits 23-16 are for the first array, 15-0 for the others */
			most = 0;
			for (unsigned l = 0; l < n; l++) {
				own[l] = s ? index[l] & 0xffff : index[l] >> 16 & 0xff;
				most = own[l] > most ? own[l] : most;
			}
			which = own;
		}
		if (most >= st->indices || (memory && swap)) {
			for (unsigned l = 0; l < n; l++)
				for (unsigned d = 0; d < st->count; d++) {
					uint64_t at = st->gpu_addr + (uint64_t)which[l] * stride_B + d * 4;
					uint32_t *to = &v->bounce[l * st->count + d];
					if (memory && fl_mem_read32(&r->base.mem, at, to)) {
						*to = swapped(*to, swap);
						continue;
					}
					*to = 0;
					if (!reported)
						mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.2",
							     "vertex %u of array %u: nothing is at %08llx; "
							     "zeros are taken",
							     which[l], s, (unsigned long long)at);
					reported = true;
				}
			base = (const uint8_t *)v->bounce;
			stride_B = st->count * 4;
			which = in_order;
		} else if (most + 1ull < st->indices && dwords + stride_B / 4 >= 4) {
			/* Four dwords of each can be read: the vertex behind the last is there as well. */
			dwords = dwords > 4 ? dwords : 4;
		}
		FL_SIMD_PICK(r->isa, mr500_psc_fetch)
		(&v->psc.comp[st->first], st->last - st->first, base, stride_B, dwords, which, n, in);
	}
}

/* What streams do not write, and constants: the same for every vertex. */
static void prefill(struct mr500 *r, struct mr500_vap *v, unsigned n)
{
	float(*in)[4][MR500_PVS_LANES] = &v->pvs->regs->v[MR500_PVS_IN];
	uint32_t wanted = v->pvs->reads_inputs | (v->pvs->writes_inputs ? 0xffffffff : 0) | v->psc.vectors;
	unsigned consts = 0;

	if (v->st.bypass)
		wanted = 0xffffffff;
	for (unsigned i = 0; i < MR500_PVS_INPUTS; i++)
		for (unsigned c = 0; c < 4; c++)
			if (wanted >> i & 1 && !(v->psc.full[i] >> c & 1))
				memset(in[i][c], 0, ((n + 15) & ~15u) * sizeof(float));
	while (consts < v->psc.n && v->psc.comp[consts].kind == PSC_CONST)
		consts++;
	FL_SIMD_PICK(r->isa, mr500_psc_fetch)
	(v->psc.comp, consts, (const uint8_t *)v->bounce, 0, 0, v->bounce, n, in);
}

static void note_inputs(struct mr500 *r, const struct mr500_vap *v)
{
	for (unsigned i = 0; i < MR500_PVS_INPUTS; i++) {
		const float(*in)[MR500_PVS_LANES] = v->pvs->regs->v[MR500_PVS_IN + i];
		const uint32_t *const lanes[4] = {(const void *)in[0], (const void *)in[1],
						  (const void *)in[2], (const void *)in[3]};

		if (v->psc.vectors >> i & 1)
			fl_look_note_input(&r->base, lanes, false, "input %u", i);
	}
}

/* A group with the vertex whose program is looked at. */
static void looked(struct mr500 *r, struct mr500_vap *v, unsigned n)
{
	mr500_pvs_run_looked(v->pvs, n, &r->base);
	fl_look_lane_end(&r->base);
}

/* The way over a draw's vertices. */
struct way {
	struct mr500 *r;
	const struct mr500_vap_indices *ix;
	bool ran; /* some group */
};

static void indices(void *of, uint32_t first, unsigned n, uint32_t *to)
{
	const struct way *w = of;

	for (unsigned i = 0; i < n; i++)
		to[i] = place(w->ix, index_at(w->r, w->ix, first + i));
}

static bool group(void *of, const uint32_t *index, unsigned n, uint8_t *to)
{
	struct way *w = of;
	struct mr500 *r = w->r;
	struct mr500_vap *v = r->vap;

	if (!fl_spend(&r->base, (uint64_t)n * (VERTEX_WORK + v->pvs->executed), "the vertices"))
		return false;
	if (v->pvs->writes_inputs && w->ran)
		prefill(r, v, n);
	w->ran = true;
	fl_look_wave_begin(&r->base, index, n);
	fetch(r, v, w->ix, index, n);
	if (fl_look_wave_open(&r->base))
		note_inputs(r, v);
	if (!v->st.bypass && fl_look_lane(&r->base) >= 0)
		looked(r, v, n);
	else if (!v->st.bypass)
		FL_SIMD_PICK(r->isa, mr500_pvs_run)(v->pvs, n);
	FL_SIMD_PICK(r->isa, mr500_vap_out)(&v->st, v->pvs->regs, n, to);
	fl_look_wave_end(&r->base, index, n,
			 &(const struct fl_look_exports){.vtx = to,
							 .stride_B = v->reuse.vtx_B,
							 .n = v->st.n_out > 2 ? v->st.n_out - 2 : 0,
							 .at = v->st.out_at + 2,
							 .number = v->st.out_reg + 2,
							 .what = "output "});
	return true;
}

void mr500_vap_walk(struct mr500 *r, struct mr500_vap *v, const struct mr500_vap_indices *ix)
{
	struct way w = {.r = r, .ix = ix};
	const struct fl_raster_source s = {.model = &r->base,
					   .of = &w,
					   .indices = indices,
					   .wave = group,
					   .in_order = !ix->reuse,
					   .raster = true,
					   .apart = true,
					   .n = ix->count};

	if (!fl_spend(&r->base, (uint64_t)ix->count * INDEX_WORK, "the indices"))
		return;
	prefill(r, v, ix->count < MR500_PVS_LANES ? ix->count : MR500_PVS_LANES);
	v->reuse.vtx_B = FL_RASTER_VERTEX_B(v->st.front.n_attr);
	fl_raster_reuse_begin(&v->reuse, ix->count);
	fl_raster_reuse_run(&v->reuse, &v->order, &v->st.front, &s);
}
