/* SPDX-License-Identifier: MIT
 *
 * State of the vertex end: viewport and clip planes.
 */
#include "lib/r600/draw_state.h"

uint32_t *fl_r600_draw_viewport(struct fl_draw *d, uint32_t *p)
{
#define VTE(x) R600_PA_CL_VTE_CNTL__##x
	const float w2 = (float)d->viewport[2] * 0.5f, h2 = (float)d->viewport[3] * 0.5f;

	/* y of clip space points up, rows count down. */
	p = r600_pm4_context(p, R600_PA_CL_VPORT_XSCALE(0), 6);
	*p++ = fl_f32(w2);
	*p++ = fl_f32((float)d->viewport[0] + w2);
	*p++ = fl_f32(-h2);
	*p++ = fl_f32((float)d->viewport[1] + h2);
	*p++ = fl_f32((d->depth_far - d->depth_near) * 0.5f);
	*p++ = fl_f32((d->depth_far + d->depth_near) * 0.5f);
	p = fl_r600_put(p, R600_PA_CL_VTE_CNTL,
			VTE(VPORT_X_SCALE_ENA)(1) | VTE(VPORT_X_OFFSET_ENA)(1) | VTE(VPORT_Y_SCALE_ENA)(1) |
			    VTE(VPORT_Y_OFFSET_ENA)(1) | VTE(VPORT_Z_SCALE_ENA)(1) |
			    VTE(VPORT_Z_OFFSET_ENA)(1) | VTE(VTX_W0_FMT)(1));
	return p;
}

uint32_t *fl_r600_draw_clip(struct fl_draw *d, uint32_t *p)
{
	float inverse[16], plane[4];
	uint32_t on = d->clip_planes;

	/* The chip takes planes in clip space. */
	if (on && !fl_mat_invert(inverse, d->matrix[FL_PROJECTION][d->matrix_top[FL_PROJECTION]]))
		on = 0;
	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++) {
		if (!(on >> i & 1))
			continue;
		fl_mat_apply_plane(plane, inverse, d->clip_plane[i]);
		p = r600_pm4_context(p, R600_PA_CL_UCP_X(i), 4);
		memcpy(p, plane, sizeof(plane));
		p += 4;
	}
	/* UCP_ENA_0 to _5 are the lowest bits. */
	return fl_r600_put(p, R600_PA_CL_CLIP_CNTL, R600_PA_CL_CLIP_CNTL__DX_LINEAR_ATTR_CLIP_ENA(1) | on);
}
