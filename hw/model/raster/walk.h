/* SPDX-License-Identifier: MIT
 *
 * The way over a draw's vertices, for families whose vertex programs run in waves: restarts, indices; new
 * vertices go through the vertex program a wave at a time, and all go to primitive assembly. A family's own
 * record of a way begins with struct fl_raster_walk.
 */
#ifndef HW_MODEL_RASTER_WALK_H
#define HW_MODEL_RASTER_WALK_H

#include "hw/model/raster/export.h"
#include "hw/model/raster/list.h"
#include "hw/model/raster/raster.h"
#include "hw/model/raster/reuse.h"
#include "hw/model/raster/route.h"

/* In units of fl_work(): an index that is found again; an instance, which may have no vertex. */
enum { FL_RASTER_INDEX_WORK = 4, FL_RASTER_INSTANCE_WORK = 16 };

/* How the bytes of an index change places. */
enum fl_raster_swap { FL_RASTER_SWAP_NONE, FL_RASTER_SWAP_16, FL_RASTER_SWAP_32, FL_RASTER_SWAP_HALVES };

/* A wave of vertices. */
struct fl_raster_lanes {
	const uint32_t *index; /* as vertex programs see them */
	unsigned n;
	unsigned corners; /* of the whole primitives that these make; 0: vertices that are kept for others */
	uint32_t primitive; /* number of the first of these */
};

/* What a family does on the way. False: the chip hangs, or refused, and reported. */
struct fl_raster_walk_ops {
	/* The index at addr, which is not in one piece with the others. */
	uint32_t (*read)(const struct fl_raster_walk *w, uint64_t addr, unsigned size_B);
	/* The vertex program; what it exports is where w->out says. */
	bool (*wave)(struct fl_raster_walk *w, const struct fl_raster_lanes *l);
	/* Vertices [from, from + n), which no restart parts, through programs of vertices that come before;
	 * in the end to fl_raster_walk_segment(). */
	bool (*segment)(struct fl_raster_walk *w, uint32_t from, uint32_t n);
};

struct fl_raster_walk {
	const struct fl_raster_walk_ops *ops;
	/* Where primitives go. */
	struct fl_raster *ras;
	struct fl_raster_exports *pa;
	struct fl_raster_order *order;
	struct fl_raster_reuse *reuse;
	struct fl_raster_routes *routes;
	/* While primitives are drawn: the state of viewport 0 and layer 0, and where exports are. */
	const struct fl_raster_draw *draw;
	struct fl_raster_out out;
	bool raster; /* primitives are drawn */
	/* What the draw says. */
	enum fl_raster_type type;
	bool list;  /* primitives one by one, each vertex anew: streams, adjacency */
	bool first; /* the first vertex provokes */
	bool anew;  /* an index that comes again is another vertex */
	bool indexed, wide, reset;
	uint8_t swap; /* enum fl_raster_swap */
	uint32_t reset_index;
	const uint8_t *host; /* the indices; NULL: at addr, which is not in one piece */
	uint64_t addr;
	uint32_t count;
	uint32_t max_read;         /* indices from this one on may not be read: they are 0 */
	uint32_t offset, min, max; /* what is added to an index, and where it is kept then */
	uint32_t primitive;        /* number of the first one of the segment at hand: the family's, from 0 */
};

/* The number of the primitive of which lane i is a corner. Primitives of the draw count: a quad is one. */
static inline uint32_t fl_raster_lane_primitive(const struct fl_raster_walk *w,
						const struct fl_raster_lanes *l, unsigned i)
{
	const bool quads = w->type == FL_RASTER_QUAD_LIST || w->type == FL_RASTER_QUAD_STRIP;

	return (l->primitive + i / l->corners) / (quads ? 2 : 1);
}

/* All of an instance. */
void fl_raster_walk(struct fl_raster_walk *w);
/* Vertices [from, from + n) of it: through the vertex program to primitives. */
bool fl_raster_walk_segment(struct fl_raster_walk *w, uint32_t from, uint32_t n);
/* These take the place of the draw's indices: vertex programs see them as they are. */
void fl_raster_walk_over(struct fl_raster_walk *w, const uint32_t *index);
/* The i-th index, as vertex programs see it. */
uint32_t fl_raster_walk_index(const struct fl_raster_walk *w, uint32_t i);

#endif
