/* SPDX-License-Identifier: MIT
 *
 * Geometry programs (scenario G; CIK facts 4.2, 4.3, 4.6): the vertex program runs as ES and leaves its
 * vertices in the ESGS ring; GS gets the places of a primitive's vertices there, and leaves what it emits in
 * the GSVS ring; the copy program runs as VS, with the place of each of those vertices.
 *
 * Rings are filled from their start for every wave of primitives: nobody can tell, since only the programs of
 * that wave read them. Programs find the rings by descriptors of their own; places are dwords.
 */
#include "hw/model/cik/vgt.h"
#include "hw/model/look.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_EMITS = 1024, /* of a primitive: VGT_GS_MODE.CUT_MODE */
	MAX_CORNERS = 6,
	GRANULE_B = 256,   /* of sizes of rings */
	STRIDE_LANES = 16, /* of the GSVS ring: INDEX_STRIDE of its descriptors */
	MESSAGE = 15,
	MESSAGE_GS = 2,
	MESSAGE_GS_DONE = 3,
	CUT = 1,
	EMIT = 2,
	OP_SHIFT = 4,
	STREAM_SHIFT = 8,
};

struct mcik_gs {
	bool runs;                                            /* a wave of GS */
	uint16_t n[MCIK_STREAMS][MCIK_LANES];                 /* vertices that a lane has emitted */
	uint8_t cut[MCIK_STREAMS][MCIK_LANES][MAX_EMITS + 1]; /* a strip ends before the vertex */
	uint32_t place[MCIK_LANES * MAX_EMITS * 3]; /* in the GSVS ring, of the primitives as a list */
	unsigned most;                              /* that a lane may emit */
	bool too_many, done;
};

bool mcik_gs_new(struct mcik_vgt *v)
{
	v->gs = calloc(1, sizeof(*v->gs));
	return v->gs;
}

void mcik_gs_free(struct mcik_vgt *v)
{
	free(v->gs);
	v->gs = NULL;
}

bool mcik_gs_on(const struct mcik *c)
{
	return CIK_VGT_GS_MODE__MODE__GET(CIK_REG(c, VGT_GS_MODE)) == CIK_VGT_GS_MODE__MODE__GS_SCENARIO_G;
}

enum fl_raster_type mcik_gs_out_type(const struct mcik *c, unsigned stream)
{
	static const uint8_t type[] = {FL_RASTER_POINT_LIST, FL_RASTER_LINE_STRIP, FL_RASTER_TRIANGLE_STRIP};
	enum { BITS = 8, MASK = 63 };
	const uint32_t w = CIK_REG(c, VGT_GS_OUT_PRIM_TYPE);
	const unsigned out =
	    w >> (CIK_VGT_GS_OUT_PRIM_TYPE__UNIQUE_TYPE_PER_STREAM__GET(w) ? BITS * stream : 0) & MASK;

	return out < sizeof(type) ? (enum fl_raster_type)type[out] : FL_RASTER_NO_TYPE;
}

static uint32_t es_item_dw(const struct mcik *c)
{
	return CIK_VGT_ESGS_RING_ITEMSIZE__ITEMSIZE__GET(CIK_REG(c, VGT_ESGS_RING_ITEMSIZE));
}

/* Vertices of the ESGS ring, whole waves of them; any number of such as have nothing in it. */
static uint64_t es_room(const struct mcik *c)
{
	const uint64_t wave_B = (uint64_t)es_item_dw(c) * 4 * MCIK_LANES;

	return wave_B ? (uint64_t)CIK_REG(c, VGT_ESGS_RING_SIZE) * GRANULE_B / wave_B * MCIK_LANES
		      : UINT32_MAX;
}

/* Of a stream: dwords that all vertices of a lane take in the GSVS ring. */
static uint32_t lane_dw(const struct mcik *c, unsigned stream)
{
	return c->reg[CIK_VGT_GS_VERT_ITEMSIZE / 4 + stream] * c->vgt->gs->most;
}

bool mcik_gs_decode(struct mcik *c)
{
	const uint32_t item_dw =
	    CIK_VGT_GSVS_RING_ITEMSIZE__ITEMSIZE__GET(CIK_REG(c, VGT_GSVS_RING_ITEMSIZE));
	const uint64_t room_B = (uint64_t)CIK_REG(c, VGT_GSVS_RING_SIZE) * GRANULE_B;
	struct mcik_gs *g = c->vgt->gs;

	g->most = CIK_VGT_GS_MAX_VERT_OUT__MAX_VERT_OUT__GET(CIK_REG(c, VGT_GS_MAX_VERT_OUT));
	if (!g->most || g->most > MAX_EMITS || mcik_gs_out_type(c, 0) == FL_RASTER_NO_TYPE) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "CIK facts 10",
		    "VGT_GS_MAX_VERT_OUT %u (1 to %u), VGT_GS_OUT_PRIM_TYPE 0x%08x (points, line strips, "
		    "triangle strips): not drawn",
		    g->most, MAX_EMITS, CIK_REG(c, VGT_GS_OUT_PRIM_TYPE));
		return false;
	}
	if (es_room(c) < MAX_CORNERS || room_B < (uint64_t)item_dw * 4 * MCIK_LANES) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "CIK facts 4.6",
		    "rings of a geometry program: VGT_ESGS_RING_SIZE 0x%x of items of %u dwords, "
		    "VGT_GSVS_RING_SIZE 0x%x of items of %u: there is no room for one wave; not drawn",
		    CIK_REG(c, VGT_ESGS_RING_SIZE), es_item_dw(c), CIK_REG(c, VGT_GSVS_RING_SIZE), item_dw);
		return false;
	}
	return mcik_stage_decode(c, MCIK_ES) && mcik_stage_decode(c, MCIK_GS);
}

/* ---- what the programs do ------------------------------------------------------------------------------ */
void mcik_gs_message(void *arg, struct mcik_wave *w, uint32_t simm16)
{
	struct mcik *c = w->owner;
	struct mcik_gs *g = c->vgt->gs;
	const unsigned op = simm16 >> OP_SHIFT & 3, stream = simm16 >> STREAM_SHIFT & 3;
	const uint64_t lanes = w->s[MCIK_EXEC] | (uint64_t)w->s[MCIK_EXEC + 1] << 32;

	(void)arg;
	if ((simm16 & MESSAGE) == MESSAGE_GS_DONE) {
		g->done = true;
		return;
	}
	if ((simm16 & MESSAGE) != MESSAGE_GS || !g->runs) {
		mcik_report(
		    c, FL_WARN, "VGT", "CIK facts 5.2",
		    "s_sendmsg 0x%x of a program before the pixels: it is for geometry programs to emit (2) "
		    "and end (3); left aside",
		    simm16);
		return;
	}
	for (uint64_t m = lanes; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(m);

		if (op & EMIT && g->n[stream][l] < g->most)
			g->n[stream][l]++;
		else if (op & EMIT)
			g->too_many = true;
		if (op & CUT)
			g->cut[stream][l][g->n[stream][l]] = true;
	}
}

/* ---- a segment of primitives --------------------------------------------------------------------------- */
/* The vertices of primitives, n of them, into the ESGS ring from its start on. */
static bool vertices(struct mcik *c, const struct mcik_walk *w, const uint32_t *index, unsigned n)
{
	for (unsigned at = 0; at < n; at += MCIK_LANES) {
		const unsigned m = n - at < MCIK_LANES ? n - at : MCIK_LANES;
		unsigned next;
		bool ok;
		struct mcik_wave *x;

		if (!w->point)
			fl_look_lane_begin(&c->base, index + at, m);
		x = mcik_stage_begin(c, MCIK_ES, m, &next);
		if (w->point) {
			if (CIK_SPI_SHADER_PGM_RSRC2_ES__OC_LDS_EN__GET(c->vgt->stage[MCIK_ES].rsrc2))
				x->s[next++] = w->buffer_B;
			next++; /* unused (CIK facts 4.2) */
		}
		x->s[next++] = at * es_item_dw(c) * 4;
		mcik_vgt_ids(c, w, index + at, NULL, m, c->vgt->stage[MCIK_ES].comps);
		mcik_count(c->vgt, w->point ? &c->vgt->ran.domain : &c->vgt->ran.vertices, m);
		ok = mcik_stage_run(c, MCIK_ES, next);
		fl_look_lane_end(&c->base);
		if (!ok)
			return false;
	}
	return true;
}

/* Where vertex k of the ESGS ring is. */
static uint32_t es_place(const struct mcik *c, unsigned k)
{
	return k / MCIK_LANES * es_item_dw(c) * MCIK_LANES + k % MCIK_LANES;
}

/* What one lane has emitted to a stream, strip by strip, as a list; returns how long that is then. */
static uint32_t strips(const struct mcik *c, unsigned stream, unsigned lane, bool first, uint32_t n)
{
	struct mcik_gs *g = c->vgt->gs;
	const enum fl_raster_type type = mcik_gs_out_type(c, stream);
	const uint32_t ring = stream ? c->reg[CIK_VGT_GSVS_RING_OFFSET_1 / 4 + stream - 1] * MCIK_LANES : 0;
	const uint32_t base =
	    ring + lane / STRIDE_LANES * lane_dw(c, stream) * STRIDE_LANES + lane % STRIDE_LANES;

	for (unsigned k = 0; k < g->n[stream][lane];) {
		const unsigned begins = k;
		uint32_t total;

		do
			k++;
		while (k < g->n[stream][lane] && !g->cut[stream][lane][k]);
		total = fl_raster_list_count(type, k - begins);
		for (uint32_t i = 0; i < total; i++)
			g->place[n++] =
			    base + (begins + fl_raster_list_at(type, i, k - begins, first)) * STRIDE_LANES;
	}
	return n;
}

/* All that a wave has emitted, through the copy program. */
static bool emitted(struct mcik *c, const struct mcik_walk *w, unsigned lanes)
{
	struct mcik_vgt *v = c->vgt;
	const uint32_t config = CIK_REG(c, VGT_STRMOUT_CONFIG);

	for (unsigned stream = 0; stream < MCIK_STREAMS; stream++) {
		uint32_t n = 0;
		struct mcik_walk out = *w;

		fl_raster_walk_over(&out.base, v->gs->place);
		out.base.list = mcik_strmout_on(c) || (w->base.raster && v->pa.routed);
		out.base.anew = out.copy = true;
		out.base.raster &= CIK_VGT_STRMOUT_CONFIG__RAST_STREAM__GET(config) == stream;
		out.point = NULL;
		out.base.type = mcik_gs_out_type(c, stream);
		if (out.base.type == FL_RASTER_NO_TYPE)
			continue;
		for (unsigned l = 0; l < lanes; l++)
			n = strips(c, stream, l, w->base.first, n);
		out.base.type = fl_raster_list_kind(out.base.type);
		v->so_stream = stream;
		mcik_count(v, &v->ran.geometry_made, n / fl_raster_list_corners(out.base.type));
		if (n && !mcik_vgt_segment(c, &out, 0, n))
			return false;
	}
	v->so_stream = 0;
	return true;
}

/* The number of a primitive that the tessellator has made is that of its patch. */
static uint32_t patch_of(const struct mcik_walk *w, uint32_t i)
{
	return w->point[fl_raster_walk_index(&w->base, i)].patch;
}

/* GS for n lanes: primitives from `from` on, by turns of `invocations` each. */
static bool primitives(struct mcik *c, const struct mcik_walk *w, uint32_t from, unsigned n, unsigned corners,
		       unsigned invocations, uint32_t first_id)
{
	/* VGPRs of the corners; v2 is the primitive's number */
	static const uint8_t reg[MAX_CORNERS] = {0, 1, 3, 4, 5, 6};
	enum { NUMBER = 2, INVOCATION = 7 };
	struct mcik_gs *g = c->vgt->gs;
	unsigned at;
	struct mcik_wave *x = mcik_stage_begin(c, MCIK_GS, n, &at);
	bool ok;

	memset(g->n, 0, sizeof(g->n));
	memset(g->cut, 0, sizeof(g->cut));
	g->too_many = g->done = false;
	x->s[at++] = 0; /* where the wave's part of the GSVS ring begins */
	x->s[at++] = 0; /* its number, for messages */
	for (unsigned l = 0; l < n; l++) {
		const uint32_t p = (from + l) / invocations;

		for (unsigned k = 0; k < corners; k++)
			x->v[reg[k]][l] = es_place(c, p * corners + k);
		x->v[NUMBER][l] =
		    w->point ? patch_of(w, (first_id - w->base.primitive + p) * corners) : first_id + p;
		x->v[INVOCATION][l] = (from + l) % invocations;
	}
	mcik_count(c->vgt, &c->vgt->ran.geometry, n);
	g->runs = true;
	ok = mcik_stage_run(c, MCIK_GS, at);
	g->runs = false;
	if (!ok)
		return false;
	if (g->too_many)
		mcik_report(
		    c, FL_WARN, "VGT", "CIK facts 4.6",
		    "a geometry program emits more than VGT_GS_MAX_VERT_OUT (%u) vertices: the rest is "
		    "dropped",
		    g->most);
	if (!g->done)
		mcik_report(
		    c, FL_WARN, "VGT", "CIK facts 4.6",
		    "a geometry program ends without s_sendmsg GS_DONE (3): the VGT waits for it for ever");
	return emitted(c, w, n);
}

static unsigned invocations_of(const struct mcik *c)
{
	const uint32_t w = CIK_REG(c, VGT_GS_INSTANCE_CNT);
	const unsigned n = CIK_VGT_GS_INSTANCE_CNT__CNT__GET(w);

	return CIK_VGT_GS_INSTANCE_CNT__ENABLE__GET(w) && n ? n : 1;
}

bool mcik_gs_segment(struct mcik *c, const struct mcik_walk *w, uint32_t from, uint32_t n)
{
	const unsigned corners = fl_raster_adjacent_corners(w->base.type), invocations = invocations_of(c);
	const uint32_t total = fl_raster_list_count(w->base.type, n) / fl_raster_list_corners(w->base.type);
	const uint64_t room = es_room(c) / corners;
	const uint32_t most = room < MCIK_LANES ? (uint32_t)room : MCIK_LANES;
	uint32_t index[MCIK_LANES * MAX_CORNERS];

	for (uint32_t p = 0; p < total; p += most) {
		const uint32_t m = total - p < most ? total - p : most;

		for (uint32_t i = 0; i < m * corners; i++)
			index[i] = fl_raster_walk_index(
			    &w->base, from + fl_raster_adjacent_at(w->base.type, p + i / corners, i % corners,
								   n, w->base.first));
		if (!fl_spend(&c->base, (uint64_t)m * corners, "the vertices") ||
		    !vertices(c, w, index, m * corners))
			return false;
		for (uint32_t at = 0; at < m * invocations; at += MCIK_LANES) {
			const uint32_t left = m * invocations - at;

			if (!primitives(c, w, at, left < MCIK_LANES ? left : MCIK_LANES, corners, invocations,
					w->base.primitive + p))
				return false;
		}
	}
	return true;
}
