/* SPDX-License-Identifier: MIT
 *
 * The front: from draw packets to primitives for the rasterizer. One job a file:
 *
 *   draw.c         one draw, from its packet to the last primitive
 *   vgt.c          the block
 *   vgt_begin.c    the state of a draw, decoded; batches
 *   vgt_walk.c     waves of vertices, on the way over indices (hw/model/raster/walk.h)
 *   vgt_route.c    primitives that choose their viewport and layer, and show some of their edges
 *   vs_whole.c     vertex programs that go straight to their end (vs_whole.h)
 *   vgt_strmout.c  where the waves of a program that streams out write
 *   vgt_tess.c     patches, the programs before and behind the tessellator (tess.h)
 *   vgt_event.c    what events count, and write to memory
 *   vgt_gs.c       geometry programs, with their rings and the copy program
 *   stage.c        waves of every stage before the pixels: the registers they begin with
 *   pa.c, sc.c     viewport, clipping, setup; scissors and samples
 *
 * Waves of the front run on the caller's thread, one at a time.
 */
#ifndef HW_MODEL_CIK_VGT_H
#define HW_MODEL_CIK_VGT_H

#include "hw/model/cik/draw.h"
#include "hw/model/cik/draw_state.h"
#include "hw/model/cik/spi.h"
#include "hw/model/raster/walk.h"

enum { MCIK_POS = 4, MCIK_STREAMS = 4, MCIK_USER_SGPRS = 16 };

/* ---- stages (stage.c) ---------------------------------------------------------------------------------- */
enum mcik_stage_id { MCIK_VS, MCIK_GS, MCIK_ES, MCIK_HS, MCIK_LS, MCIK_STAGES };

/* A stage's program, as its registers have it. */
struct mcik_stage {
	uint8_t id;
	uint64_t pc;
	uint32_t rsrc1, rsrc2;
	uint16_t n_sgprs, n_vgprs;
	uint8_t n_user;
	uint8_t comps; /* VGPR_COMP_CNT: so many are given beside v0 */
	uint32_t user[MCIK_USER_SGPRS];
	bool scratch;
};

/* What a wave of the vertex program exports; has: which targets were written. */
struct mcik_vs_out {
	_Alignas(64) uint32_t pos[MCIK_POS][4][FL_WAVE_PX];
	_Alignas(64) uint32_t param[MCIK_PARAMS][4][FL_WAVE_PX];
	uint32_t has_pos, has_param;
	bool done;
};

/* A point that the tessellator has made: where in its domain, and of which patch. */
struct mcik_domain_point {
	float u, v;
	uint32_t rel, patch; /* the patch in its group, and in the draw */
};

/* ---- one draw's way over its indices ------------------------------------------------------------------- */
struct mcik_walk {
	struct fl_raster_walk base; /* first */
	unsigned vmid;
	uint32_t instance, step[2];
	bool copy; /* vertices are places in the ring of a geometry program */
	/* vertices are these points; NULL: they are not. buffer_B: where HS has left what belongs to them */
	const struct mcik_domain_point *point;
	uint32_t buffer_B;
};

/* Statistics of the pipeline: what went by, and which programs ran how often. */
struct mcik_ran {
	uint64_t vertices_in, primitives_in;          /* as the draw has them */
	uint64_t vertices, patches, domain, geometry; /* programs, and of HS whole patches */
	uint64_t geometry_made, primitives;           /* of the geometry program; to the clipper */
	uint64_t pixels, compute;
};

struct mcik_gs;        /* vgt_gs.c */
struct mcik_vs_wholes; /* vs_whole.h */
struct mcik_tess_unit; /* vgt_event.c: of a VMID; addr 0: there is none. */
void mcik_vgt_event(struct mcik *c, unsigned vmid, unsigned event, uint64_t addr);

/* vgt_tess.c */

struct mcik_vgt {
	struct fl_raster ras;
	struct fl_arena arena;        /* decoded state of the draws in the batch */
	struct mcik_draw_state *draw; /* the last one begun; NULL: none since the arena was emptied */
	bool killed;                  /* primitives of it are not drawn */
	struct fl_raster_exports pa;
	/* State is decoded for this viewport and layer: both 0 but for what vgt_route.c asks for. */
	unsigned viewport, layer;
	struct fl_raster_routes routes;
	struct fl_raster_order order;
	struct fl_raster_reuse reuse;
	struct mcik_stage stage[MCIK_STAGES];
	struct mcik_sq_env env; /* of waves of the front */
	struct mcik_wave wave;
	struct mcik_vs_out *out;
	struct mcik_vs_wholes *wholes;
	uint64_t draws; /* that have begun */
	struct mcik_gs *gs;
	struct mcik_tess_unit *tess;
	uint32_t lds_B; /* of the wave at hand: before the tessellator alone */
	/* streams: vertices of the wave whose primitives fit; primitives of all */
	unsigned so_lanes, so_stream;
	uint64_t so_written[MCIK_STREAMS], so_needed[MCIK_STREAMS];
	struct mcik_ran ran;
	bool counting;  /* what runs is added to it */
	bool in_memory; /* pixel programs of the batch may reach memory while they run */
	bool hung;
};

/* struct mcik_sq_env.export of waves of VS; their owner is the struct mcik. */
void mcik_vs_export(void *arg, struct mcik_wave *w, const struct mcik_export *e);
/* stage.c: decodes; false: refused, reported. */
bool mcik_stage_decode(struct mcik *c, enum mcik_stage_id id);
/* A wave of n lanes with its user SGPRs; *at: the SGPR after them. The caller fills in more, and VGPRs. */
struct mcik_wave *mcik_stage_begin(struct mcik *c, enum mcik_stage_id id, unsigned n, unsigned *at);
/* The same in memory of the caller's; the SGPR after the user's. */
unsigned mcik_stage_prepare(struct mcik *c, const struct mcik_stage *s, struct mcik_wave *w, unsigned n);
/* All waves of a group, to their end. False: they hang. */
bool mcik_stage_finish(struct mcik *c, struct mcik_group *group);
/* To its end; at: where the SGPRs given end. False: it hangs. */
bool mcik_stage_run(struct mcik *c, enum mcik_stage_id id, unsigned at);

/* vgt_begin.c: the draw is open; NULL: refused. */
const struct mcik_draw_state *mcik_vgt_begin(struct mcik *c, unsigned vmid, bool points);
/* What a viewport and a layer change of a draw. */
bool mcik_vgt_targets(struct mcik *c, struct fl_arena *a, struct mcik_draw_state *d);

/* vgt_walk.c */
/* Where primitives of the draw that was begun go, and how. */
void mcik_walk_begin(struct mcik *c, struct mcik_walk *w);
/* Vertices [from, from + n) of it, which no restart parts: through VS to primitives. */
bool mcik_vgt_segment(struct mcik *c, struct mcik_walk *w, uint32_t from, uint32_t n);
/* What comes with indices in the VGPRs of n lanes of the wave. primitive: a lane's, or NULL. */
void mcik_vgt_ids(struct mcik *c, const struct mcik_walk *w, const uint32_t *index, const uint32_t *primitive,
		  unsigned n, unsigned comps);

/* vgt_gs.c */
bool mcik_gs_new(struct mcik_vgt *v);
void mcik_gs_free(struct mcik_vgt *v);
bool mcik_gs_on(const struct mcik *c);
enum fl_raster_type mcik_gs_out_type(const struct mcik *c, unsigned stream); /* of what comes out */
bool mcik_gs_decode(struct mcik *c);
bool mcik_gs_segment(struct mcik *c, const struct mcik_walk *w, uint32_t from, uint32_t n);
void mcik_gs_message(void *arg, struct mcik_wave *w, uint32_t simm16);

/* vgt_event.c: of a VMID; addr 0: there is none. */
void mcik_vgt_event(struct mcik *c, unsigned vmid, unsigned event, uint64_t addr);

/* vgt_tess.c */
bool mcik_tess_new(struct mcik_vgt *v);
void mcik_tess_free(struct mcik_vgt *v);
bool mcik_tess_on(const struct mcik *c);
enum fl_raster_type mcik_tess_out_type(const struct mcik *c); /* of what comes out */
bool mcik_tess_decode(struct mcik *c);
uint32_t mcik_tess_patches(const struct mcik *c, uint32_t n); /* that n vertices make */
bool mcik_tess_segment(struct mcik *c, const struct mcik_walk *w, uint32_t from, uint32_t n);

/* vgt_route.c: struct fl_raster_routes.decode */
const struct fl_raster_draw *mcik_route(void *of, struct fl_arena *a, unsigned viewport, unsigned layer,
					struct fl_raster_viewport *to_window);

/* vgt_strmout.c: before a wave of n lanes, of primitives of that many corners: what fits. The SGPRs of the
 * program, from *at on. After it. */
bool mcik_strmout_on(const struct mcik *c);
void mcik_strmout_before(struct mcik *c, unsigned lanes, unsigned corners);
void mcik_strmout_scalars(struct mcik *c, struct mcik_wave *w, unsigned *at);
void mcik_strmout_after(struct mcik *c, unsigned lanes, unsigned corners);

/* pa.c */
void mcik_pa_decode(struct mcik *c, struct fl_raster_exports *pa, const struct mcik_carried *carried);
/* Corners of polygons may be drawn, as points. */
bool mcik_pa_corners(const struct mcik *c);
void mcik_pa_viewport(const struct mcik *c, unsigned n, struct fl_raster_viewport *t);
const struct fl_raster_setup *mcik_pa_setup(struct mcik *c, struct fl_arena *a,
					    const struct mcik_draw_state *d);
/* sc.c */
const struct fl_raster_scan *mcik_sc_decode(struct mcik *c, struct fl_arena *a);

static inline void mcik_count(const struct mcik_vgt *v, uint64_t *of, uint64_t n)
{
	*of += v->counting ? n : 0;
}

static inline float mcik_float(uint32_t u)
{
	union {
		uint32_t u;
		float f;
	} v = {u};
	return v.f;
}

#endif
