/* SPDX-License-Identifier: MIT
 *
 * From the shader's outputs to vertices as GA takes them: clip codes and viewport transform for a vector of
 * vertices at a time, then out of structure-of-arrays. vap_out_scalar.c says what is computed.
 */
#include "hw/model/r500/vap.h"
#include "hw/model/num/num.h"
#include "hw/model/raster/turn.h"

#include <stddef.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE vi bit(vi m, int32_t b)
{
	return m & b;
}

INLINE vi codes(const struct mr500_vap_state *st, vf x, vf y, vf z, vf w)
{
	vf cx = w * st->front.clip_x, cy = w * st->front.clip_y, dx = w * st->disc_x, dy = w * st->disc_y;
	vf size = x * 0.0f + y * 0.0f + z * 0.0f + w * 0.0f;
	vi code = bit(x < -cx, FL_RASTER_CLIP_LEFT) | bit(x > cx, FL_RASTER_CLIP_RIGHT) |
		  bit(y < -cy, FL_RASTER_CLIP_BOTTOM) | bit(y > cy, FL_RASTER_CLIP_TOP) |
		  bit(z > w, FL_RASTER_CLIP_FAR);

	code |= bit(st->front.z_from_zero ? z < 0.0f : z < -w, FL_RASTER_CLIP_NEAR);
	vi nowhere = (code == 0) & ~(w > 0.0f);
	code |= bit(x < -dx, FL_RASTER_DISC_LEFT) | bit(x > dx, FL_RASTER_DISC_RIGHT) |
		bit(y < -dy, FL_RASTER_DISC_BOTTOM) | bit(y > dy, FL_RASTER_DISC_TOP);
	code |= bit((size != 0.0f) | nowhere, FL_RASTER_CLIP_BAD);
	for (unsigned i = 0; i < 6; i++)
		if (st->front.ucp_mask >> i & 1) {
			const float *u = st->front.ucp[i];
			vf d = ((u[0] * x + u[1] * y) + u[2] * z) + u[3] * w;
			code |= bit(d < 0.0f, FL_RASTER_CLIP_UCP << i);
		}
	return code;
}

void FL_SIMD(mr500_vap_out)(const struct mr500_vap_state *st, const struct mr500_pvs_regs *g, unsigned n,
			    uint8_t *at)
{
	static const float fixed[2][MR500_PVS_LANES]
	    __attribute__((aligned(64))) = {{0}, {[0 ... MR500_PVS_LANES - 1] = 1.0f}};
	_Alignas(64) float win[4][MR500_PVS_LANES];
	_Alignas(64) int32_t code[MR500_PVS_LANES];
	const float(*pos)[MR500_PVS_LANES] = g->v[st->out_reg[0]];
	const struct fl_raster_viewport *t = &st->front.viewport;
	const size_t stride_B = FL_RASTER_VERTEX_B(st->front.n_attr);

	for (unsigned l = 0; l < n; l += FL_LANES) {
		vf x = *(const vf *)&pos[0][l], y = *(const vf *)&pos[1][l];
		vf z = *(const vf *)&pos[2][l], w = *(const vf *)&pos[3][l];

		*(vi *)&code[l] = st->clip ? codes(st, x, y, z, w) : vi_set(0);
		vf rhw = t->w_is_w ? 1.0f / w : w;
		if (!t->xy_done) {
			x = x * rhw;
			y = y * rhw;
		}
		if (!t->z_done)
			z = z * rhw;
		*(vf *)&win[0][l] = x * t->scale[0] + t->offset[0];
		*(vf *)&win[1][l] = y * t->scale[1] + t->offset[1];
		*(vf *)&win[2][l] = z * t->scale[2] + t->offset[2];
		*(vf *)&win[3][l] = rhw;
	}
	fl_turn_out((const float *const[]){win[0], win[1], win[2], win[3]}, n,
		    at + offsetof(struct fl_raster_vertex, x), stride_B);
	fl_turn_out((const float *const[]){pos[0], pos[1], pos[2], pos[3]}, n,
		    at + offsetof(struct fl_raster_vertex, clip), stride_B);
	for (unsigned l = 0; l < n; l++) {
		struct fl_raster_vertex *to = (void *)(at + l * stride_B);

		to->code = (uint32_t)code[l];
		to->psize = st->out.has_psize ? g->v[st->out_reg[1]][0][l] : 0.0f;
	}
	for (unsigned i = 2; i < st->n_out; i++) {
		const float(*a)[MR500_PVS_LANES] = g->v[st->out_reg[i]];
		unsigned count = st->out_count[i];

		fl_turn_out((const float *const[]){a[0], count > 1 ? a[1] : fixed[0],
						   count > 2 ? a[2] : fixed[0], count > 3 ? a[3] : fixed[1]},
			    n, at + offsetof(struct fl_raster_vertex, attr) + st->out_at[i] * sizeof(float),
			    stride_B);
	}
}
