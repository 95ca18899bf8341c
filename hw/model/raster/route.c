/* SPDX-License-Identifier: MIT
 *
 * Where primitives go; see route.h.
 */
#include "hw/model/raster/look.h"
#include "hw/model/raster/walk.h"

#include <string.h>

enum { EDGE_FLAG = 1, LAYER = 2, VIEWPORT = 3 };

void fl_raster_routes_forget(struct fl_raster_routes *t)
{
	memset(t->to, 0, sizeof(t->to));
}

/* What comes now goes there. NULL: refused. */
static const struct fl_raster_viewport *route(struct fl_raster_walk *w, unsigned viewport, unsigned layer)
{
	struct fl_raster_routes *t = w->routes;
	struct fl_raster *ras = w->ras;
	struct fl_raster_viewport *to_window = &t->to[viewport].to_window;
	const struct fl_raster_draw *draw;

	if (t->layer != layer) { /* nothing that waits may need what is forgotten now */
		fl_raster_run(ras);
		fl_arena_reset(&t->arena);
		fl_raster_routes_forget(t);
		t->layer = layer;
		ras->draw = ras->targets = w->draw;
	}
	draw = t->to[viewport].draw;
	if (!draw && !(draw = t->decode(t->of, &t->arena, viewport, layer, to_window)))
		return NULL;
	t->to[viewport].draw = draw;
	if (ras->draw == draw)
		return to_window;
	if (ras->bins.n_active && !fl_tile_same_targets(&ras->targets->targets, &draw->targets))
		fl_raster_run(ras);
	ras->draw = ras->targets = draw;
	w->pa->front.viewport = *to_window;
	return to_window;
}

void fl_raster_list_triangle(const struct fl_raster_front *f, const struct fl_raster_vertex *const c[3],
			     const struct fl_raster_vertex *provoke, unsigned edges)
{
	if (!(c[0]->code | c[1]->code | c[2]->code))
		f->to->triangle(f->ras, c[0], c[1], c[2], provoke, edges);
	else
		fl_raster_clip_triangle(f, c[0], c[1], c[2], provoke, edges);
}

/* Whole numbers that were exported: X, Y, Z, W. */
static const uint32_t *misc(const struct fl_raster_walk *w, unsigned component)
{
	return (const uint32_t *)w->out.pos[w->pa->misc][component];
}

/* Edge i begins at corner i, whose flag says whether it shows. */
static unsigned shown(const struct fl_raster_walk *w, unsigned lane)
{
	const uint32_t *flag = misc(w, EDGE_FLAG) + lane;

	if (w->pa->edge_flags && (w->type == FL_RASTER_TRIANGLE_LIST || w->type == FL_RASTER_QUAD_LIST ||
				  w->type == FL_RASTER_POLYGON))
		return (flag[0] ? FL_RASTER_EDGE_01 : 0) | (flag[1] ? FL_RASTER_EDGE_12 : 0) |
		       (flag[2] ? FL_RASTER_EDGE_20 : 0);
	return FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12 | FL_RASTER_EDGE_20;
}

bool fl_raster_route_list(struct fl_raster_walk *w, unsigned n, uint32_t first, uint32_t total)
{
	const unsigned corners = fl_raster_list_corners(w->type), last = w->first ? 0 : corners - 1;
	const enum fl_raster_type kind = fl_raster_list_kind(w->type);
	const size_t vtx_B = w->reuse->vtx_B;

	for (unsigned at = 0; at + corners <= n && w->ras->open; at += corners, first++) {
		const struct fl_raster_viewport *to_window =
		    route(w, w->pa->viewports ? misc(w, VIEWPORT)[at + last] % FL_ROUTE_VIEWPORTS : 0,
			  w->pa->layers ? misc(w, LAYER)[at + last] % FL_ROUTE_LAYERS : 0);
		const struct fl_raster_vertex *c[3];
		uint16_t slot[3];

		if (!to_window)
			return false;
		for (unsigned i = 0; i < 3; i++) { /* the ring goes on behind the wave */
			struct fl_raster_vertex *v = (void *)(w->reuse->ring + (size_t)(at + i) * vtx_B);

			if (i < corners)
				fl_raster_to_window(to_window, v);
			slot[i] = (uint16_t)(at + i);
			c[i] = v;
		}
		if (kind == FL_RASTER_RECT_LIST) {
			if (!((c[0]->code | c[1]->code | c[2]->code) & FL_RASTER_CLIP_BAD))
				fl_raster_looked_rect(w->ras, c, c[last]);
		} else if (kind == FL_RASTER_TRIANGLE_LIST) {
			fl_raster_list_triangle(&w->pa->front, c, c[last],
						shown(w, at) &
						    fl_raster_list_edges(w->type, first, total, w->first));
		} else {
			fl_raster_order_run(w->order, &w->pa->front, w->reuse->ring, vtx_B, slot, corners);
		}
	}
	return true;
}
