/* SPDX-License-Identifier: MIT
 *
 * Viewports, layers and edges that vertex programs export (CIK facts 4.3): see hw/model/raster/route.h.
 */
#include "hw/model/cik/vgt.h"

const struct fl_raster_draw *mcik_route(void *of, struct fl_arena *a, unsigned viewport, unsigned layer,
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
