/* SPDX-License-Identifier: MIT
 *
 * Primitives whose vertex program exports, beside their position, a viewport, a layer of the targets, or
 * which of their edges show (CIK facts 4.3: Y, Z and W of the misc vector, all three whole numbers).
 *
 * The vertex that provokes says where all of a primitive goes. A layer is a target of its own: a primitive in
 * another than the one before it ends the batch.
 */
#include "hw/model/cik/vgt.h"

enum { EDGE_FLAG = 1, LAYER = 2, VIEWPORT = 3, VIEWPORTS = 16, MAX_LAYERS = 2048 };

struct mcik_route {
	struct mcik_route *next;
	unsigned viewport;
	struct fl_raster_viewport to_window;
	struct mcik_draw_state draw;
};

/* ---- the state of a draw for another viewport, or layer ------------------------------------------------ */
static struct mcik_route *make(struct mcik *c, unsigned viewport, unsigned layer)
{
	struct mcik_vgt *v = c->vgt;
	struct mcik_route *n;
	bool ok;

	if (v->routes_layer != layer) { /* nothing that waits may need what is forgotten now */
		fl_raster_run(&v->ras);
		fl_arena_reset(&v->routes_arena);
		v->routes = NULL;
		v->routes_layer = layer;
		v->ras.draw = v->ras.targets = &v->draw->base;
	}
	n = fl_arena_alloc(&v->routes_arena, sizeof(*n), 64);
	if (!n) {
		mcik_report(c, FL_REFUSE, "VGT", "", "out of memory for the state of a draw");
		return NULL;
	}
	n->viewport = viewport;
	n->draw = *v->draw;
	mcik_pa_viewport(c, viewport, &n->to_window);
	v->viewport = viewport;
	v->layer = layer;
	ok = mcik_vgt_targets(c, &v->routes_arena, &n->draw);
	v->viewport = v->layer = 0;
	if (!ok)
		return NULL;
	n->next = v->routes;
	v->routes = n;
	return n;
}

/* What comes now goes there. */
static struct mcik_route *route(struct mcik *c, unsigned viewport, unsigned layer)
{
	struct mcik_vgt *v = c->vgt;
	struct mcik_route *n = v->routes_layer == layer ? v->routes : NULL;

	while (n && n->viewport != viewport)
		n = n->next;
	if (!n && !(n = make(c, viewport, layer)))
		return NULL;
	if (v->ras.draw == &n->draw.base)
		return n;
	if (v->ras.bins.n_active && !fl_tile_same_targets(&v->ras.targets->targets, &n->draw.base.targets))
		fl_raster_run(&v->ras);
	v->ras.draw = v->ras.targets = &n->draw.base;
	v->pa.front.viewport = n->to_window;
	return n;
}

/* ---- primitives ---------------------------------------------------------------------------------------- */
static void triangle(struct mcik_vgt *v, const struct fl_raster_vertex *const c[3],
		     const struct fl_raster_vertex *provoke, unsigned edges)
{
	const struct fl_raster_front *f = &v->pa.front;

	if (!(c[0]->code | c[1]->code | c[2]->code))
		f->to->triangle(f->ras, c[0], c[1], c[2], provoke, edges);
	else
		fl_raster_clip_triangle(f, c[0], c[1], c[2], provoke, edges);
}

/* Edge i begins at corner i, whose flag says whether it shows. */
static unsigned shown(const struct mcik_vgt *v, enum fl_raster_type type, unsigned lane)
{
	const uint32_t *flag = v->out->pos[v->pa.misc][EDGE_FLAG] + lane;

	if (v->pa.edge_flags &&
	    (type == FL_RASTER_TRIANGLE_LIST || type == FL_RASTER_QUAD_LIST || type == FL_RASTER_POLYGON))
		return (flag[0] ? FL_RASTER_EDGE_01 : 0) | (flag[1] ? FL_RASTER_EDGE_12 : 0) |
		       (flag[2] ? FL_RASTER_EDGE_20 : 0);
	return FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12 | FL_RASTER_EDGE_20;
}

bool mcik_route_list(struct mcik *c, const struct mcik_walk *w, unsigned n, uint32_t first, uint32_t total)
{
	struct mcik_vgt *v = c->vgt;
	const uint32_t(*misc)[FL_WAVE_PX] = (const void *)v->out->pos[v->pa.misc];
	const unsigned corners = fl_raster_list_corners(w->type), last = w->first ? 0 : corners - 1;
	const enum fl_raster_type kind = fl_raster_list_kind(w->type);

	for (unsigned at = 0; at + corners <= n && v->ras.open; at += corners, first++) {
		const unsigned viewport = v->pa.viewports ? misc[VIEWPORT][at + last] % VIEWPORTS : 0,
			       layer = v->pa.layers ? misc[LAYER][at + last] % MAX_LAYERS : 0;
		const struct mcik_route *to = route(c, viewport, layer);
		const struct fl_raster_vertex *x[3];
		uint16_t slot[3];

		if (!to)
			return false;
		for (unsigned i = 0; i < 3; i++) { /* the ring goes on behind the wave */
			struct fl_raster_vertex *vtx =
			    (void *)(v->reuse.ring + (size_t)(at + i) * v->reuse.vtx_B);

			if (i < corners)
				fl_raster_to_window(&to->to_window, vtx);
			slot[i] = (uint16_t)(at + i);
			x[i] = vtx;
		}
		if (kind == FL_RASTER_RECT_LIST) {
			if (!((x[0]->code | x[1]->code | x[2]->code) & FL_RASTER_CLIP_BAD))
				fl_raster_setup_rect(&v->ras, x, x[last]);
		} else if (kind == FL_RASTER_TRIANGLE_LIST) {
			triangle(v, x, x[last],
				 shown(v, w->type, at) &
				     fl_raster_list_edges(w->type, first, total, w->first));
		} else {
			fl_raster_order_run(&v->order, &v->pa.front, v->reuse.ring, v->reuse.vtx_B, slot,
					    corners);
		}
	}
	return true;
}
