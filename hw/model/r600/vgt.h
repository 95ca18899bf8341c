/* SPDX-License-Identifier: MIT
 *
 * VGT and PA: from draw packets to primitives for the rasterizer. One job a file:
 *
 *   vgt.c          the block: registers, one draw
 *   vgt_begin.c    the state of a draw, decoded block by block; batches
 *   vgt_walk.c     vertex waves, on the way over indices (hw/model/raster/walk.h)
 *   vgt_gs.c       geometry programs, with their rings and the copy program
 *   vgt_route.c    primitives that choose their viewport and layer, and show some of their edges
 *   vgt_strmout.c  what vertex programs stream out
 *   vgt_event.c    events, SURFACE_SYNC
 *   pa.c           PA_CL and PA_SU: viewport, clipping, setup; what a vertex program exports to vertices
 *   sc.c, spi.c    scissors and samples; inputs of the pixel program
 *   shade.c        waves of pixels
 */
#ifndef HW_MODEL_R600_VGT_H
#define HW_MODEL_R600_VGT_H

#include "hw/model/r600/r600.h"
#include "hw/model/r600/sq.h"
#include "hw/model/raster/walk.h"

enum {
	MR600_VGT_STREAMS = 4,
};

/* One draw's way over its indices. */
struct mr600_vgt_walk {
	struct fl_raster_walk base; /* first */
	uint32_t instance, step[2];
	bool numbers; /* mr600_numbers() */
};

struct mr600_gs; /* vgt_gs.c */

struct mr600_vgt {
	struct fl_raster ras;
	struct fl_arena arena;       /* decoded state of the draws in the batch */
	uint32_t stale;              /* MR600_DIRTY_* that must be decoded although no register changed */
	struct mr600_draw *draw;     /* the last one begun; NULL: none since the arena was emptied */
	bool draw_points;            /* it was decoded for draws with points */
	bool in_memory;              /* pixel programs of the batch read or write memory while they run */
	struct fl_raster_exports pa; /* vgt_route.c does what is routed */
	/* State is decoded for this viewport and layer: both 0 but for what vgt_route.c asks for. */
	unsigned viewport, layer;
	struct fl_raster_routes routes;
	struct fl_raster_order order;
	struct fl_raster_reuse reuse;
	/* vertex waves */
	union mr600_value (*gpr)[4];
	struct mr600_vs_out *out;
	struct mr600_sq_state *sq;
	struct mr600_gs *gs;
	/* streams: dwords that stand in each buffer */
	uint32_t filled_dw[MR600_VGT_STREAMS];
	unsigned so_lanes;              /* of the wave, those whose primitives fit */
	uint64_t so_written, so_needed; /* primitives */
	/* counters */
	uint64_t vs_runs, ia_vertices, ia_primitives, gs_runs, gs_primitives, pa_primitives, ps_runs;
	bool counting;
	bool hung;
};

/* vgt_begin.c: the draw is open; NULL: refused. */
const struct mr600_draw *mr600_vgt_begin(struct mr600 *r, bool points);
bool mr600_vgt_kills_raster(const struct mr600 *r);

/* vgt_walk.c: where primitives of the draw that was begun go, and how. */
void mr600_walk_begin(struct mr600 *r, struct mr600_vgt_walk *w);
/* Vertices [from, from + n) of it, which no restart parts: through VS to primitives. */
bool mr600_vgt_segment(struct mr600 *r, struct mr600_vgt_walk *w, uint32_t from, uint32_t n);
/* Vertex programs know which primitive their vertex is of. */
bool mr600_numbers(const struct mr600 *r);
/* Indices, as vertex programs see them, with their company in R0 of n lanes. */
void mr600_vgt_ids(struct mr600 *r, const struct mr600_vgt_walk *w, const uint32_t *index, unsigned n);

/* vgt_gs.c */
bool mr600_gs_new(struct mr600_vgt *v);
void mr600_gs_free(struct mr600_vgt *v);
bool mr600_gs_on(const struct mr600 *r);
enum fl_raster_type mr600_gs_out_type(const struct mr600 *r); /* of what comes out */
bool mr600_gs_decode(struct mr600 *r, struct fl_arena *a);
bool mr600_gs_segment(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n);

/* vgt_begin.c: what a viewport and a layer change of a draw: scissor, depths, targets. */
bool mr600_vgt_targets(struct mr600 *r, struct fl_arena *a, struct mr600_draw *d);
/* vgt_route.c: struct fl_raster_routes.decode */
const struct fl_raster_draw *mr600_route(void *of, struct fl_arena *a, unsigned viewport, unsigned layer,
					 struct fl_raster_viewport *to_window);

/* vgt_strmout.c: before and after a wave of n lanes, of primitives of that many corners. */
bool mr600_strmout_on(const struct mr600 *r);
void mr600_strmout_before(struct mr600 *r, unsigned lanes, unsigned corners);
void mr600_strmout_after(struct mr600 *r, unsigned lanes, unsigned corners);
void mr600_strmout_write(struct mr600_wave *w, unsigned stream, unsigned array_base, unsigned mask,
			 const union mr600_value value[4], uint64_t lanes);

/* pa.c */
bool mr600_pa_decode(struct mr600 *r, struct fl_raster_exports *pa, const struct mr600_spi *spi);
/* Corners of polygons may be drawn, as points. */
bool mr600_pa_corners(const struct mr600 *r);
void mr600_pa_viewport(const struct mr600 *r, unsigned n, struct fl_raster_viewport *t);
const struct fl_raster_setup *mr600_pa_setup(struct mr600 *r, struct fl_arena *a,
					     const struct mr600_spi *spi);
/* sc.c */
const struct fl_raster_scan *mr600_sc_decode(struct mr600 *r, struct fl_arena *a);
bool mr600_sc_each_sample(const struct mr600 *r); /* the pixel program runs once a sample */
/* shade.c: struct fl_raster_ops.shade */
void mr600_shade(struct fl_raster_thread *t);

/* A coordinate of PA_SC_WINDOW_OFFSET. */
static inline int mr600_signed15(uint32_t v)
{
	return (int)((v & 0x7fff) ^ 0x4000) - 0x4000;
}

static inline float mr600_bits_float(uint32_t u)
{
	union {
		uint32_t u;
		float f;
	} v = {u};
	return v.f;
}

#endif
