/* SPDX-License-Identifier: MIT
 *
 * Viewports, layers and edges that vertex programs export (CIK facts 4.3): see hw/model/raster/route.h.
 */
#include "hw/model/cik/vgt.h"

static const struct fl_raster_draw *decode(void *of, struct fl_arena *a, unsigned viewport, unsigned layer,
					   struct fl_raster_viewport *to_window)
{
	struct mcik *c = of;
	struct mcik_vgt *v = c->vgt;
	struct mcik_draw_state *d = fl_arena_alloc(a, sizeof(*d), 64);
	bool ok;

	if (!d) {
		mcik_report(c, FL_REFUSE, "VGT", "", "out of memory for the state of a draw");
		return NULL;
	}
	*d = *v->draw;
	mcik_pa_viewport(c, viewport, to_window);
	v->viewport = viewport;
	v->layer = layer;
	ok = mcik_vgt_targets(c, a, d);
	v->viewport = v->layer = 0;
	return ok ? &d->base : NULL;
}

bool mcik_route_list(struct mcik *c, const struct mcik_walk *w, unsigned n, uint32_t first, uint32_t total)
{
	struct mcik_vgt *v = c->vgt;
	const struct fl_raster_routed list = {
	    .ras = &v->ras,
	    .draw = &v->draw->base,
	    .pa = &v->pa,
	    .order = &v->order,
	    .reuse = &v->reuse,
	    .misc = (const uint32_t(*)[FL_WAVE_PX])v->out->pos[v->pa.misc],
	    .type = w->type,
	    .first_provokes = w->first,
	};

	v->routes.decode = decode;
	v->routes.of = c;
	return fl_raster_route_list(&v->routes, &list, n, first, total);
}
