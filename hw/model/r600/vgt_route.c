/* SPDX-License-Identifier: MIT
 *
 * Primitives whose vertex program exports, beside their position, a viewport, a layer of the targets, or
 * which of their edges show (R6xx facts 4.8: Y, Z and W of the misc vector, all three whole numbers).
 *
 * The vertex that provokes says where all of a primitive goes. A layer is a target of its own: a primitive in
 * another than the one before it ends the batch. A layer beyond the last of the view is that last one.
 */
#include "hw/model/r600/vgt.h"

enum { EDGE_FLAG = 1, LAYER = 2, VIEWPORT = 3, VIEWPORTS = 16, MAX_LAYERS = 2048 };

struct mr600_route {
	struct mr600_route *next;
	unsigned viewport;
	struct fl_raster_viewport to_window;
	struct mr600_draw draw;
};

/* ---- the state of a draw for another viewport, or layer ------------------------------------------------ */
static struct mr600_route *make(struct mr600 *r, unsigned viewport, unsigned layer)
{
	struct mr600_vgt *v = r->vgt;
	struct mr600_route *n;
	bool ok;

	if (v->routes_layer != layer) { /* nothing that waits may need what is forgotten now */
		fl_raster_run(&v->ras);
		fl_arena_reset(&v->routes_arena);
		v->routes = NULL;
		v->routes_layer = layer;
		v->ras.draw = v->ras.targets = &v->draw->base;
	}
	n = fl_arena_alloc(&v->routes_arena, sizeof(*n), 16);
	if (!n) {
		mr600_report(r, FL_REFUSE, "VGT", "", "out of memory for the state of a draw");
		return NULL;
	}
	n->viewport = viewport;
	n->draw = *v->draw;
	mr600_pa_viewport(r, viewport, &n->to_window);
	v->viewport = viewport;
	v->layer = layer;
	ok = mr600_vgt_targets(r, &v->routes_arena, &n->draw);
	v->viewport = v->layer = 0;
	if (!ok)
		return NULL;
	n->next = v->routes;
	v->routes = n;
	return n;
}

/* What comes now goes there. */
static struct mr600_route *route(struct mr600 *r, unsigned viewport, unsigned layer)
{
	struct mr600_vgt *v = r->vgt;
	struct mr600_route *n = v->routes_layer == layer ? v->routes : NULL;

	while (n && n->viewport != viewport)
		n = n->next;
	if (!n && !(n = make(r, viewport, layer)))
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
static void triangle(struct mr600_vgt *v, const struct fl_raster_vertex *const c[3],
		     const struct fl_raster_vertex *provoke, unsigned edges)
{
	const struct fl_raster_front *f = &v->pa.front;

	if (!(c[0]->code | c[1]->code | c[2]->code))
		f->to->triangle(f->ras, c[0], c[1], c[2], provoke, edges);
	else
		fl_raster_clip_triangle(f, c[0], c[1], c[2], provoke, edges);
}

/* Edge i begins at corner i, whose flag says whether it shows. */
static unsigned shown(const struct mr600_vgt *v, enum fl_raster_type type, unsigned lane)
{
	const uint32_t *flag = v->out->pos[v->pa.misc][EDGE_FLAG].u + lane;

	if (v->pa.edge_flags &&
	    (type == FL_RASTER_TRIANGLE_LIST || type == FL_RASTER_QUAD_LIST || type == FL_RASTER_POLYGON))
		return (flag[0] ? FL_RASTER_EDGE_01 : 0) | (flag[1] ? FL_RASTER_EDGE_12 : 0) |
		       (flag[2] ? FL_RASTER_EDGE_20 : 0);
	return FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12 | FL_RASTER_EDGE_20;
}

bool mr600_route_list(struct mr600 *r, const struct mr600_vgt_walk *w, unsigned n, uint32_t first,
		      uint32_t total)
{
	struct mr600_vgt *v = r->vgt;
	const union mr600_value *misc = v->out->pos[v->pa.misc];
	const unsigned corners = fl_raster_list_corners(w->type), last = w->first ? 0 : corners - 1;
	const enum fl_raster_type kind = fl_raster_list_kind(w->type);

	for (unsigned at = 0; at + corners <= n && v->ras.open; at += corners, first++) {
		const unsigned viewport = v->pa.viewports ? misc[VIEWPORT].u[at + last] % VIEWPORTS : 0,
			       layer = v->pa.layers ? misc[LAYER].u[at + last] % MAX_LAYERS : 0;
		const struct mr600_route *to = route(r, viewport, layer);
		const struct fl_raster_vertex *c[3];
		uint16_t slot[3];

		if (!to)
			return false;
		for (unsigned i = 0; i < 3; i++) { /* the ring goes on behind the wave */
			struct fl_raster_vertex *x =
			    (void *)(v->reuse.ring + (size_t)(at + i) * v->reuse.vtx_B);

			if (i < corners)
				fl_raster_to_window(&to->to_window, x);
			slot[i] = (uint16_t)(at + i);
			c[i] = x;
		}
		if (kind == FL_RASTER_RECT_LIST) {
			if (!((c[0]->code | c[1]->code | c[2]->code) & FL_RASTER_CLIP_BAD))
				fl_raster_setup_rect(&v->ras, c, c[last]);
		} else if (kind == FL_RASTER_TRIANGLE_LIST) {
			triangle(v, c, c[last],
				 shown(v, w->type, at) &
				     fl_raster_list_edges(w->type, first, total, w->first));
		} else {
			fl_raster_order_run(&v->order, &v->pa.front, v->reuse.ring, v->reuse.vtx_B, slot,
					    corners);
		}
	}
	return true;
}
