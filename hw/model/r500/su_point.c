/* SPDX-License-Identifier: MIT
 *
 * SU: points, which are axis-aligned rectangles around the vertex: R5xx guide 10.7.1.
 */
#include "hw/model/r500/ga.h"

#include <math.h>

void r500_su_point(struct r500 *r, const struct r500_vtx *v, const struct r500_vtx *provoke, int face)
{
	const struct r500_draw *d = r->ga->draw;
	const struct r500_ga_state *ga = d->ga;
	int32_t x = r500_su_snap(ga, v->x, ga->off_x), y = r500_su_snap(ga, v->y, ga->off_y);
	int32_t w = ga->point_w, h = ga->point_h;
	struct r500_su_shape s;
	struct r500_su_values in;

	if (d->vap.has_psize) {
		/* Pixels across, always square: Mesa r300_state.c, r300_reg.h. Of fractions no document tells. They are
		 * dropped, as OpenGL has it for points that are not smooth; registers hold any multiple of 1/6. */
		float half = truncf(v->psize) * 0.5f * (float)ga->coarse;

		if (!(half > ga->point_min))
			half = ga->point_min;
		if (half > ga->point_max)
			half = ga->point_max;
		w = h = (int32_t)half * (ga->sub / ga->coarse);
	}
	if (w <= 0 || h <= 0)
		return;

	/* V0 is the lower left corner, the one with the larger row; V2 the upper right. */
	s.n = 4;
	s.x[0] = s.x[1] = x - w;
	s.x[2] = s.x[3] = x + w;
	s.y[0] = s.y[3] = y + h;
	s.y[1] = s.y[2] = y - h;
	s.rule = R500_ER_POINT;
	s.back = false;
	s.box = true;
	s.line = false;
	in.v[0] = in.v[1] = in.v[2] = v;
	in.rx = (float)s.x[0];
	in.ry = (float)s.y[0];
	in.ex = in.ey = 0;
	in.provoke = provoke;
	in.back = face == 1;
	in.offset = ga->po_para ? 0 : face;
	/* first step along x, second along y */
	in.gx1 = 1.0 / (2.0 * w);
	in.gy2 = -1.0 / (2.0 * h);
	in.gx2 = in.gy1 = 0;
	r500_su_affine(ga, &in);
	if (ga->stuff) {
		for (unsigned i = 0; i < 3; i++) {
			in.stuff[i][0] = !ga->stuff_point ? 0 : i == 1 ? ga->s1 : ga->s0;
			in.stuff[i][1] = !ga->stuff_point ? 0 : i == 2 ? ga->t1 : ga->t0;
			in.stuff[i][2] = 0;
		}
	}
	r500_su_prim(r, &s, &in);
}
