/* SPDX-License-Identifier: MIT
 *
 * Viewports, layers and edges that vertex programs export (R6xx facts 4.8): see hw/model/raster/route.h. A
 * layer beyond the last of the view is that last one.
 */
#include "hw/model/r600/vgt.h"

const struct fl_raster_draw *mr600_route(void *of, struct fl_arena *a, unsigned viewport, unsigned layer,
					 struct fl_raster_viewport *to_window)
{
	struct mr600 *r = of;
	struct mr600_vgt *v = r->vgt;
	struct mr600_draw *d = fl_arena_alloc(a, sizeof(*d), 16);
	bool ok;

	if (!d) {
		mr600_report(r, FL_REFUSE, "VGT", "", "out of memory for the state of a draw");
		return NULL;
	}
	*d = *v->draw;
	mr600_pa_viewport(r, viewport, to_window);
	v->viewport = viewport;
	v->layer = layer;
	ok = mr600_vgt_targets(r, a, d);
	v->viewport = v->layer = 0;
	return ok ? &d->base : NULL;
}
