/* SPDX-License-Identifier: MIT
 *
 * The state of a draw, decoded once: what the front (VGT, vertex stages, PA, SC: vgt.h) and the back (inputs
 * of the pixel program, DB, CB: pixels.h) hand to each other and to hw/model/raster.
 *
 *   CP --packets--> registers --VGT: waves of vertices--> SQ --PA--> fl_raster_vertex --hw/model/raster-->
 *      fl_wave --DB, SPI, SQ (pixel program), DB--> CB --> tile buffers --flush--> memory
 */
#ifndef HW_MODEL_CIK_DRAW_STATE_H
#define HW_MODEL_CIK_DRAW_STATE_H

#include "hw/model/cik/cik.h"
#include "hw/model/raster/raster.h"

enum { MCIK_PARAMS = 32 /* that a vertex program exports */ };

/* What a vertex carries to its pixels: attr[4 * i] on is export PARAM param[i]. Setup makes planes of it. */
struct mcik_carried {
	unsigned n_params;
	uint8_t param[MCIK_PARAMS];
	unsigned n_planes; /* four an input of the pixel program */
	const struct fl_raster_src *src;
	const struct fl_raster_group *group;
};

struct mcik_spi_ps; /* pixels.h: what the pixel program starts with */
struct mcik_rb_metas;
struct mcik_ps; /* pixels.h: the pixel program, and what decides its exports */

struct mcik_draw_state {
	struct fl_raster_draw base; /* first: a struct fl_raster_draw * of this family is one of these */
	/* The front's, there before mcik_pixels_decode() is called; base.scan and base.samples are, too. */
	unsigned vmid;
	bool points; /* primitives are points */
	/* The back's. */
	struct mcik_carried carried;
	const struct mcik_spi_ps *spi;
	const struct mcik_ps *ps;
	const struct mcik_rb_metas *metas; /* rb_meta.h: tile data of its surfaces */
};

static inline const struct mcik_draw_state *mcik_draw_of(const struct fl_raster_draw *d)
{
	return (const struct mcik_draw_state *)d;
}

/* ---- the back ------------------------------------------------------------------------------------------ */
/* SPI_PS_*, DB_*, CB_*: fills in base.inputs, .depth, .color, .targets, .stages (but FL_RASTER_STIPPLE),
 * .early_depth, .cost, and carried, spi, ps. layer: of the targets. False: refused, reported. */
bool mcik_pixels_decode(struct mcik *c, struct fl_arena *a, unsigned layer, struct mcik_draw_state *d);
/* With shade = mcik_shade(), the size of a thread's registers, and what is done with counters. */
extern const struct fl_raster_ops mcik_pixels_ops;
struct fl_tile_cache *mcik_pixels_tiles(struct mcik *c);

/* ---- the front ----------------------------------------------------------------------------------------- */
/* vgt.c: what is gathered is drawn, into the tile cache; records of draws are forgotten. */
void mcik_finish(struct mcik *c);
/* The same ahead of a flush: leaving is FL_RASTER_LEAVE_…. */
void mcik_finish_for(struct mcik *c, unsigned leaving);
bool mcik_drawing(const struct mcik *c); /* something is gathered */
/* sc.c: the pixel program runs once a sample (PS_ITER_SAMPLE) */
bool mcik_sc_each_sample(const struct mcik *c);

#endif
