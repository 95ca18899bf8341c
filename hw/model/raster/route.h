/* SPDX-License-Identifier: MIT
 *
 * Primitives whose vertex program exports, beside their position, a viewport, a layer of the targets, or
 * which of their edges show: Y, Z and W of the misc vector, all three whole numbers. For families whose
 * vertex programs run in waves.
 *
 * The vertex that provokes says where all of a primitive goes. A layer is a target of its own: a primitive in
 * another than the one before it ends the batch.
 */
#ifndef HW_MODEL_RASTER_ROUTE_H
#define HW_MODEL_RASTER_ROUTE_H

#include "hw/model/raster/export.h"
#include "hw/model/raster/raster.h"

struct fl_raster_walk; /* walk.h */

enum { FL_ROUTE_VIEWPORTS = 16, FL_ROUTE_LAYERS = 2048 };

/* States of the last draw, for other viewports and layers than the first. */
struct fl_raster_routes {
	struct fl_arena arena;
	/* The family's: the state of the draw at hand for a viewport and a layer, out of the arena, and where
	 * that viewport is. NULL: refused, and reported. */
	const struct fl_raster_draw *(*decode)(void *of, struct fl_arena *a, unsigned viewport,
					       unsigned layer, struct fl_raster_viewport *to_window);
	void *of;
	unsigned layer; /* of all of these: */
	struct {
		const struct fl_raster_draw *draw; /* NULL: not decoded yet */
		struct fl_raster_viewport to_window;
	} to[FL_ROUTE_VIEWPORTS];
};

/* A draw begins: what was decoded is not of it. The arena stays, for what waits. */
void fl_raster_routes_forget(struct fl_raster_routes *t);
/* The primitives of a wave, whose vertices are in the ring, lane 0 first: n lanes in the order of a list
 * (list.h), the first of them primitive `first` of `total` vertices. False: refused. */
bool fl_raster_route_list(struct fl_raster_walk *w, unsigned n, uint32_t first, uint32_t total);
/* A triangle of such a list; edges: those that polygon mode draws. */
void fl_raster_list_triangle(const struct fl_raster_front *f, const struct fl_raster_vertex *const c[3],
			     const struct fl_raster_vertex *provoke, unsigned edges);

#endif
