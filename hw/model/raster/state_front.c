/* SPDX-License-Identifier: MIT
 *
 * State of the front: the viewport, and what vertices bring along; see state.h.
 */
#include "hw/model/num/num.h"
#include "hw/model/raster/state.h"

void fl_raster_state_viewport(struct fl_raster_viewport *t, const uint32_t word[6], unsigned on)
{
	for (unsigned i = 0; i < 3; i++) {
		t->scale[i] = on >> (2 * i) & 1 ? num_float((int32_t)word[2 * i]) : 1.0f;
		t->offset[i] = on >> (2 * i + 1) & 1 ? num_float((int32_t)word[2 * i + 1]) : 0.0f;
	}
}

unsigned fl_raster_state_vectors(struct fl_raster_exports *pa, bool misc, bool dist0, bool dist1)
{
	const bool dist[2] = {dist0, dist1};
	unsigned missing = 0;
	uint8_t next = 1;

	pa->misc = misc ? next++ : 0;
	for (unsigned i = 0; i < 2; i++) {
		const unsigned of = 15u << 4 * i;

		pa->dist[i] = dist[i] ? next++ : 0;
		if (dist[i])
			continue;
		missing |= (unsigned)(((pa->clip_mask | pa->cull_mask) & of) != 0) << i;
		pa->clip_mask &= (uint8_t)~of;
		pa->cull_mask &= (uint8_t)~of;
	}
	pa->point_size &= misc;
	pa->edge_flags &= misc;
	pa->layers &= misc;
	pa->viewports &= misc;
	pa->routed = pa->edge_flags || pa->layers || pa->viewports;
	return missing;
}

void fl_raster_state_carried(struct fl_raster_exports *pa, unsigned n_params, const struct fl_raster_src *src,
			     unsigned n, uint32_t ucp_mask)
{
	struct fl_raster_front *f = &pa->front;

	f->dist_mask = pa->clip_mask;
	f->dist_at = (uint8_t)(4 * n_params);
	f->ucp_mask = ucp_mask | pa->clip_mask;
	f->n_attr = (uint8_t)(f->dist_at + (pa->clip_mask ? FL_RASTER_UCPS : 0));
	f->has_psize = pa->point_size;
	for (unsigned i = 0; i < n; i++)
		if (src[i].linear && src[i].kind == FL_RASTER_SRC_VTX)
			f->linear[src[i].at / 64] |= UINT64_C(1) << src[i].at % 64;
}
