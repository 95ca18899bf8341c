/* SPDX-License-Identifier: MIT
 *
 * Geometry programs (scenario G; R6xx facts 4.8): the vertex program runs as ES and leaves its vertices in
 * the ESGS ring; GS gets the places of a primitive's vertices there, and leaves what it emits in the GSVS
 * ring; the copy program runs as VS, with the place of each of those vertices.
 *
 * Rings are filled from their start for every wave of primitives: nobody can tell, since only the programs of
 * that wave read them. Places are dwords.
 */
#include "hw/model/r600/vgt.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_EMITS = 1024, /* of a primitive: VGT_GS_MODE.CUT_MODE */
	MAX_CORNERS = 6,
	GRANULE_LOG2 = 8, /* of bases and sizes of rings */
};

/* A ring as the waves of one stage write it. */
struct ring {
	uint64_t base, size_dw;
	uint32_t item_dw;
	uint32_t first; /* item of the first lane */
};

struct mr600_gs {
	const struct mr600_program *es, *gs;
	uint16_t n[MR600_WAVE];                 /* vertices that a lane has emitted */
	uint8_t cut[MR600_WAVE][MAX_EMITS + 1]; /* a strip ends before the vertex */
	uint32_t place[MAX_EMITS];              /* in the GSVS ring, of one strip */
	bool too_many;
};

bool mr600_gs_new(struct mr600_vgt *v)
{
	v->gs = calloc(1, sizeof(*v->gs));
	return v->gs;
}

void mr600_gs_free(struct mr600_vgt *v)
{
	free(v->gs);
	v->gs = NULL;
}

bool mr600_gs_on(const struct mr600 *r)
{
	const unsigned mode = R600_VGT_GS_MODE__MODE__GET(R600_REG(r, VGT_GS_MODE));

	return mode != R600_VGT_GS_MODE__MODE__GS_OFF && mode != R600_VGT_GS_MODE__MODE__GS_SCENARIO_A;
}

enum fl_raster_type mr600_gs_out_type(const struct mr600 *r)
{
	static const uint8_t type[] = {
	    [R600_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__POINTLIST] = FL_RASTER_POINT_LIST,
	    [R600_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__LINESTRIP] = FL_RASTER_LINE_STRIP,
	    [R600_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__TRISTRIP] = FL_RASTER_TRIANGLE_STRIP,
	};
	const unsigned out = R600_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__GET(R600_REG(r, VGT_GS_OUT_PRIM_TYPE));

	return out < sizeof(type) ? type[out] : FL_RASTER_NO_TYPE;
}

static struct ring ring_of(const struct mr600 *r, uint32_t base, uint32_t size, uint32_t item)
{
	return (struct ring){.base = (uint64_t)r->reg[base / 4] << GRANULE_LOG2,
			     .size_dw = ((uint64_t)r->reg[size / 4] << GRANULE_LOG2) / 4,
			     .item_dw = R600_SQ_ESGS_RING_ITEMSIZE__ITEMSIZE__GET(r->reg[item / 4])};
}

static struct ring esgs(const struct mr600 *r)
{
	return ring_of(r, R600_SQ_ESGS_RING_BASE, R600_SQ_ESGS_RING_SIZE, R600_SQ_ESGS_RING_ITEMSIZE);
}

static struct ring gsvs(const struct mr600 *r)
{
	return ring_of(r, R600_SQ_GSVS_RING_BASE, R600_SQ_GSVS_RING_SIZE, R600_SQ_GSVS_RING_ITEMSIZE);
}

bool mr600_gs_decode(struct mr600 *r, struct fl_arena *a)
{
	struct mr600_gs *g = r->vgt->gs;
	const struct ring es = esgs(r), gs = gsvs(r);

	if (R600_VGT_GS_MODE__MODE__GET(R600_REG(r, VGT_GS_MODE)) != R600_VGT_GS_MODE__MODE__GS_SCENARIO_G ||
	    mr600_gs_out_type(r) == FL_RASTER_NO_TYPE) {
		mr600_report(r, FL_REFUSE, "VGT", "R6xx facts 4.8",
			     "VGT_GS_MODE %08x, VGT_GS_OUT_PRIM_TYPE %u: only scenarios A and G (1, 3) are "
			     "known, the latter with "
			     "points, line strips and triangle strips",
			     R600_REG(r, VGT_GS_MODE), R600_REG(r, VGT_GS_OUT_PRIM_TYPE));
		return false;
	}
	/* a geometry program that reads nothing has items of none */
	if (!gs.item_dw || es.size_dw < (uint64_t)es.item_dw * MAX_CORNERS || gs.size_dw < gs.item_dw) {
		mr600_report(r, FL_REFUSE, "VGT", "R6xx facts 4.8",
			     "rings for a geometry program: items of %u and %u dwords, %llu and %llu dwords "
			     "in all: there is no room for one primitive",
			     es.item_dw, gs.item_dw, (unsigned long long)es.size_dw,
			     (unsigned long long)gs.size_dw);
		return false;
	}
	g->es = mr600_sq_decode(r, a, MR600_ES);
	g->gs = mr600_sq_decode(r, a, MR600_GS);
	return g->es && g->gs;
}

/* ---- what the programs do --------------------------------------------------------------------------- */
/* MEM_RING: dwords from the lane's item on; the index counts elements. */
static void write_ring(struct mr600_wave *w, const uint32_t cf[2], uint64_t lanes)
{
	const struct ring *ring = w->arg;
	const unsigned size = R600_SQ_CF_ALLOC_EXPORT_WORD0__ELEM_SIZE__GET(cf[0]) + 1;
	const unsigned gpr = R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(cf[0]);
	const unsigned n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(cf[1]) + 1;
	const unsigned mask = R600_SQ_CF_ALLOC_EXPORT_WORD1_BUF__COMP_MASK__GET(cf[1]);
	const uint32_t *index = w->gpr[R600_SQ_CF_ALLOC_EXPORT_WORD0__INDEX_GPR__GET(cf[0])][0].u;
	const bool indexed = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(cf[0]) & 1;

	for (unsigned l = 0; l < MR600_WAVE; l++) {
		uint64_t at = (uint64_t)(ring->first + l) * ring->item_dw +
			      R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(cf[0]);

		if (!(lanes >> l & 1))
			continue;
		at += indexed ? (uint64_t)index[l] * size : 0;
		for (unsigned i = 0; i < 4 * n; i++) {
			const uint64_t dw = at + (uint64_t)(i / 4) * size + i % 4;

			if (i % 4 >= size || !(mask >> i % 4 & 1))
				continue;
			if (dw >= ring->size_dw || !fl_mem_write32(&w->r->base.mem, ring->base + dw * 4,
								   w->gpr[gpr + i / 4][i % 4].u[l]))
				mr600_report(w->r, FL_WARN, "SX", "R6xx facts 4.8",
					     "MEM_RING writes dword %llu of a ring of %llu dwords at %08llx: "
					     "dropped",
					     (unsigned long long)dw, (unsigned long long)ring->size_dw,
					     (unsigned long long)ring->base);
		}
	}
}

static void emitted(struct mr600_wave *w, bool emit, bool cut, uint64_t lanes)
{
	struct mr600_gs *g = w->r->vgt->gs;

	for (unsigned l = 0; l < MR600_WAVE; l++) {
		if (!(lanes >> l & 1))
			continue;
		if (emit && g->n[l] < MAX_EMITS)
			g->n[l]++;
		else if (emit)
			g->too_many = true;
		if (cut)
			g->cut[l][g->n[l]] = true;
	}
}

static bool run(struct mr600 *r, const struct mr600_program *program, struct ring *ring, unsigned n, bool gs)
{
	struct mr600_vgt *v = r->vgt;
	struct mr600_wave w = {
	    .r = r,
	    .program = program,
	    .gpr = v->gpr,
	    .valid = n < MR600_WAVE ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0),
	    .ring = write_ring,
	    .emit = gs ? emitted : NULL,
	    .arg = ring,
	    .state = v->sq,
	};

	v->hung |= !mr600_sq_run(&w);
	return !v->hung;
}

/* ---- a segment of primitives ------------------------------------------------------------------------ */
/* The vertices of one primitive, n of them, into the first items from slot on. */
static bool vertices(struct mr600 *r, const struct mr600_vgt_walk *w, const uint32_t *index, unsigned n)
{
	struct ring ring = esgs(r);

	for (unsigned at = 0; at < n; at += MR600_WAVE) {
		const unsigned m = n - at < MR600_WAVE ? n - at : MR600_WAVE;

		mr600_vgt_ids(r, w, index + at, m);
		ring.first = at;
		if (!run(r, r->vgt->gs->es, &ring, m, false))
			return false;
	}
	return true;
}

/* What one lane has emitted, strip by strip. */
static bool strips(struct mr600 *r, const struct mr600_vgt_walk *w, unsigned lane)
{
	struct mr600_gs *g = r->vgt->gs;
	const uint32_t vertex_dw =
	    R600_REG(r, SQ_GS_VERT_ITEMSIZE) & R600_SQ_GSVS_RING_ITEMSIZE__ITEMSIZE__MASK;
	const uint32_t base = lane * gsvs(r).item_dw;
	struct mr600_vgt_walk out = *w;

	fl_raster_walk_over(&out.base, g->place);
	out.base.type = mr600_gs_out_type(r);
	out.base.list = mr600_strmout_on(r) || (w->base.raster && r->vgt->pa.routed);
	out.step[0] = out.step[1] = 0;
	for (unsigned k = 0; k < g->n[lane];) {
		unsigned n = 0;

		do {
			g->place[n++] = base + k++ * vertex_dw;
		} while (k < g->n[lane] && !g->cut[lane][k]);
		if (r->vgt->counting)
			r->vgt->gs_primitives +=
			    fl_raster_list_count(out.base.type, n) / fl_raster_list_corners(out.base.type);
		if (!mr600_vgt_segment(r, &out, 0, n))
			return false;
	}
	return true;
}

static bool primitives(struct mr600 *r, const struct mr600_vgt_walk *w, unsigned n, unsigned corners,
		       uint32_t first_id)
{
	static const uint8_t reg[MAX_CORNERS] = {0, 0, 0, 1, 1, 1}, channel[MAX_CORNERS] = {0, 1, 3, 0, 1, 2};
	struct mr600_vgt *v = r->vgt;
	struct mr600_gs *g = v->gs;
	struct ring ring = gsvs(r);
	const uint32_t item_dw = esgs(r).item_dw;

	memset(g->n, 0, sizeof(g->n));
	memset(g->cut, 0, sizeof(g->cut));
	g->too_many = false;
	for (unsigned l = 0; l < n; l++) {
		for (unsigned c = 0; c < MAX_CORNERS; c++)
			v->gpr[reg[c]][channel[c]].u[l] = c < corners ? (l * corners + c) * item_dw : 0;
		v->gpr[0][2].u[l] = first_id + l;
	}
	v->gs_runs += v->counting ? n : 0;
	if (!run(r, g->gs, &ring, n, true))
		return false;
	if (g->too_many)
		mr600_report(r, FL_WARN, "VGT", "R6xx facts 4.8",
			     "a geometry program emits more than %u vertices: the rest is dropped",
			     MAX_EMITS);
	for (unsigned l = 0; l < n; l++)
		if (!strips(r, w, l))
			return false;
	return true;
}

bool mr600_gs_segment(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	const unsigned corners = fl_raster_adjacent_corners(w->base.type);
	const uint32_t total = fl_raster_list_count(w->base.type, n) / fl_raster_list_corners(w->base.type);
	const uint64_t room_es = esgs(r).item_dw ? esgs(r).size_dw / esgs(r).item_dw / corners : MR600_WAVE,
		       room_gs = gsvs(r).size_dw / gsvs(r).item_dw;
	uint32_t most = MR600_WAVE, index[MR600_WAVE * MAX_CORNERS];

	most = room_es < most ? (uint32_t)room_es : most;
	most = room_gs < most ? (uint32_t)room_gs : most;
	for (uint32_t p = 0; p < total; p += most) {
		const uint32_t m = total - p < most ? total - p : most;

		for (uint32_t i = 0; i < m * corners; i++)
			index[i] = fl_raster_walk_index(
			    &w->base, from + fl_raster_adjacent_at(w->base.type, p + i / corners, i % corners,
								   n, w->base.first));
		if (!vertices(r, w, index, m * corners) ||
		    !primitives(r, w, m, corners, w->base.primitive + p))
			return false;
	}
	return true;
}
