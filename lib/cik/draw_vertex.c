/* SPDX-License-Identifier: MIT
 *
 * State of the vertex end: viewport and clip planes.
 */
#include "lib/cik/draw_state.h"

uint32_t *fl_cik_draw_viewport(struct fl_draw *d, uint32_t *p)
{
#define VTE(x) CIK_PA_CL_VTE_CNTL__##x##_ENA(1)
	const float w2 = (float)d->viewport[2] * 0.5f, h2 = (float)d->viewport[3] * 0.5f;

	/* y of clip space points up, rows count down. */
	p = cik_pm4_context(p, CIK_PA_CL_VPORT_XSCALE(0), 6);
	*p++ = fl_f32(w2);
	*p++ = fl_f32((float)d->viewport[0] + w2);
	*p++ = fl_f32(-h2);
	*p++ = fl_f32((float)d->viewport[1] + h2);
	*p++ = fl_f32((d->depth_far - d->depth_near) * 0.5f);
	*p++ = fl_f32((d->depth_far + d->depth_near) * 0.5f);
	return cik_pm4_put(p, CIK_PA_CL_VTE_CNTL,
			   VTE(VPORT_X_SCALE) | VTE(VPORT_X_OFFSET) | VTE(VPORT_Y_SCALE) |
			       VTE(VPORT_Y_OFFSET) | VTE(VPORT_Z_SCALE) | VTE(VPORT_Z_OFFSET) |
			       CIK_PA_CL_VTE_CNTL__VTX_W0_FMT(1));
}

uint32_t *fl_cik_draw_clip(struct fl_draw *d, uint32_t *p)
{
	float plane[FL_CLIP_PLANES][4];
	const uint32_t on = fl_draw_clip_space(d, plane);

	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++) {
		if (!(on >> i & 1))
			continue;
		p = cik_pm4_context(p, CIK_PA_CL_UCP_X(i), 4);
		memcpy(p, plane[i], sizeof(plane[i]));
		p += 4;
	}
	/* UCP_ENA_0 to _5 are the lowest bits. */
	return cik_pm4_put(p, CIK_PA_CL_CLIP_CNTL,
			   CIK_PA_CL_CLIP_CNTL__DX_LINEAR_ATTR_CLIP_ENA(1) |
			       CIK_PA_CL_CLIP_CNTL__DX_RASTERIZATION_KILL(d->streaming) | on);
}
