/* SPDX-License-Identifier: MIT
 *
 * From the shader's outputs to vertices as GA takes them, one at a time: the reference for vap_out_simd.c.
 *
 * Clip codes, R5xx guide 11.11 (VAP_CNTL.DX_CLIP_SPACE_DEF, VAP_GB_*): outside is x < -w * adjust or x > w *
 * adjust, for z the same without an adjust, or z < 0 in the space of DirectX; dot(plane, position) < 0 for
 * user clip planes.
 */
#include "hw/model/r500/vap.h"

static uint32_t code_of(const struct mr500_vap_state *st, const float p[4])
{
	float x = p[0], y = p[1], z = p[2], w = p[3];
	float cx = w * st->front.clip_x, cy = w * st->front.clip_y, dx = w * st->disc_x, dy = w * st->disc_y;
	float size = x * 0.0f + y * 0.0f + z * 0.0f + w * 0.0f;
	uint32_t code = 0;

	if (!st->clip)
		return 0;
	code |= x < -cx ? FL_RASTER_CLIP_LEFT : 0;
	code |= x > cx ? FL_RASTER_CLIP_RIGHT : 0;
	code |= y < -cy ? FL_RASTER_CLIP_BOTTOM : 0;
	code |= y > cy ? FL_RASTER_CLIP_TOP : 0;
	code |= z < (st->front.z_from_zero ? 0.0f : -w) ? FL_RASTER_CLIP_NEAR : 0;
	code |= z > w ? FL_RASTER_CLIP_FAR : 0;
	code |= x < -dx ? FL_RASTER_DISC_LEFT : 0;
	code |= x > dx ? FL_RASTER_DISC_RIGHT : 0;
	code |= y < -dy ? FL_RASTER_DISC_BOTTOM : 0;
	code |= y > dy ? FL_RASTER_DISC_TOP : 0;
	/* with a w of 0 only the origin passes all planes, and it has no place on the screen */
	if (size != 0.0f || (!(code & FL_RASTER_CLIP_FRUSTUM) && !(w > 0.0f)))
		code |= FL_RASTER_CLIP_BAD;
	for (unsigned i = 0; i < 6; i++) {
		const float *u = st->front.ucp[i];
		float d = ((u[0] * x + u[1] * y) + u[2] * z) + u[3] * w;
		if (st->front.ucp_mask >> i & 1 && d < 0.0f)
			code |= FL_RASTER_CLIP_UCP << i;
	}
	return code;
}

void mr500_vap_out_scalar(const struct mr500_vap_state *st, const struct mr500_pvs_regs *g, unsigned n,
			  uint8_t *ring)
{
	for (unsigned l = 0; l < n; l++) {
		struct fl_raster_vertex *to = (void *)(ring + l * FL_RASTER_VERTEX_B(st->front.n_attr));

		for (unsigned c = 0; c < 4; c++)
			to->clip[c] = g->v[st->out_reg[0]][c][l];
		to->code = code_of(st, to->clip);
		fl_raster_to_window(&st->front.viewport, to);
		to->psize = st->out.has_psize ? g->v[st->out_reg[1]][0][l] : 0.0f;
		for (unsigned i = 2; i < st->n_out; i++)
			for (unsigned c = 0; c < 4; c++)
				to->attr[st->out_at[i] + c] = c < st->out_count[i]
								  ? g->v[st->out_reg[i]][c][l]
							      : c == 3 ? 1.0f
								       : 0.0f;
	}
}
