/* SPDX-License-Identifier: MIT
 *
 * Clipping, in clip space, against the planes that the primitive's vertices lie outside of (R5xx guide 7.1,
 * 7.4.3, 11.11): Sutherland and Hodgman's way round the polygon, plane after plane. New vertices are always
 * computed from the inner towards the outer end of an edge, so triangles that share the edge share the
 * vertex.
 *
 * A point is drawn whole if its center is inside of the discard band, z and the user planes, and not at all
 * else. Where VAP_CLIP_CNTL.PS_UCP_MODE says so, it goes by its radius, or is expanded to a rectangle in clip
 * space and cut: see struct mr500_vap_state for the factors, which no known driver writes.
 */
#include "hw/model/r500/vap.h"

#include <string.h>

enum { PLANES = 12, MAX_CORNERS = 4 + PLANES };

struct corner {
	float clip[4];
	float psize;
	bool edge; /* polygons: the edge that starts here is an edge of the original */
	float attr[MR500_MAX_ATTR];
};

static float distance(const struct mr500_vap_state *st, unsigned plane, const float p[4])
{
	switch (1u << plane) {
	case FL_RASTER_CLIP_LEFT:
		return p[3] * st->clip_x + p[0];
	case FL_RASTER_CLIP_RIGHT:
		return p[3] * st->clip_x - p[0];
	case FL_RASTER_CLIP_BOTTOM:
		return p[3] * st->clip_y + p[1];
	case FL_RASTER_CLIP_TOP:
		return p[3] * st->clip_y - p[1];
	case FL_RASTER_CLIP_NEAR:
		return st->dx ? p[2] : p[3] + p[2];
	case FL_RASTER_CLIP_FAR:
		return p[3] - p[2];
	}
	const float *u = st->ucp[plane - 6];
	return ((u[0] * p[0] + u[1] * p[1]) + u[2] * p[2]) + u[3] * p[3];
}

/* Colors are clamped before they are interpolated (guide 7.4.19: "only the RGB and ALPHA_CLAMP fields are
 * used by VAP"), as GA clamps those of vertices that are not cut. */
static void corner(const struct mr500_vap_state *st, const struct fl_raster_clip_vertex *v, struct corner *c)
{
	memcpy(c->clip, v->clip, sizeof(c->clip));
	memcpy(c->attr, v->v.attr, st->out.n_attr * sizeof(float));
	c->psize = v->v.psize;
	c->edge = false;
	for (unsigned i = 0; i < st->color_end; i++) {
		bool clamp = (i & 3) == 3 ? st->clamp_alpha : st->clamp_rgb;
		if (clamp) {
			c->attr[i] = c->attr[i] > 0.0f ? c->attr[i] : 0.0f;
			c->attr[i] = c->attr[i] < 1.0f ? c->attr[i] : 1.0f;
		}
	}
}

static void between(const struct mr500_vap_state *st, const struct corner *in, const struct corner *out,
		    float d_in, float d_out, struct corner *c)
{
	float t = d_in / (d_in - d_out);

	for (unsigned i = 0; i < 4; i++)
		c->clip[i] = in->clip[i] + t * (out->clip[i] - in->clip[i]);
	for (unsigned i = 0; i < st->out.n_attr; i++) {
		float way = out->attr[i] - in->attr[i];
		/* the shorter way round (guide 7.4.22: SU_TEX_WRAP counts when clipping) */
		if (st->wrap >> i & 1)
			way = way > 0.5f ? way - 1.0f : way < -0.5f ? way + 1.0f : way;
		c->attr[i] = in->attr[i] + t * way;
	}
	c->psize = in->psize + t * (out->psize - in->psize);
	c->edge = false;
}

static void finish(const struct mr500_vap_state *st, const struct corner *c, struct fl_raster_vertex *v)
{
	fl_raster_viewport(&st->vte, c->clip, v);
	v->psize = c->psize;
	v->pad = 0;
	memcpy(v->attr, c->attr, st->out.n_attr * sizeof(float));
}

static uint32_t planes_of(const struct mr500_vap_state *st, uint32_t any)
{
	return any & (FL_RASTER_CLIP_FRUSTUM | (st->ucp_cull_only ? 0 : FL_RASTER_CLIP_UCPS));
}

void mr500_clip_line(struct mr500 *r, const struct mr500_vap_state *st, const struct fl_raster_clip_vertex *a,
		     const struct fl_raster_clip_vertex *b, const struct fl_raster_clip_vertex *provoke)
{
	uint32_t any = a->code | b->code;
	struct corner c[2];
	struct fl_raster_vertex v[2];

	if (any & FL_RASTER_CLIP_BAD || a->code & b->code & FL_RASTER_CLIP_REJECT)
		return;
	any = planes_of(st, any);
	if (!any) {
		st->to->line(r, &a->v, &b->v, &provoke->v);
		return;
	}
	corner(st, a, &c[0]);
	corner(st, b, &c[1]);
	for (unsigned p = 0; p < PLANES; p++) {
		if (!(any >> p & 1))
			continue;
		float d0 = distance(st, p, c[0].clip), d1 = distance(st, p, c[1].clip);
		struct corner cut;
		if (d0 < 0.0f && d1 < 0.0f)
			return;
		if (d0 < 0.0f) {
			between(st, &c[1], &c[0], d1, d0, &cut);
			c[0] = cut;
		} else if (d1 < 0.0f) {
			between(st, &c[0], &c[1], d0, d1, &cut);
			c[1] = cut;
		}
	}
	finish(st, &c[0], &v[0]);
	finish(st, &c[1], &v[1]);
	st->to->line(r, &v[0], &v[1], &provoke->v);
}

static unsigned cut_polygon(const struct mr500_vap_state *st, unsigned plane, const struct corner *from,
			    unsigned n, struct corner *to)
{
	float d[MAX_CORNERS];
	unsigned m = 0;

	for (unsigned i = 0; i < n; i++)
		d[i] = distance(st, plane, from[i].clip);
	for (unsigned i = 0; i < n && m < MAX_CORNERS; i++) {
		unsigned next = i + 1 < n ? i + 1 : 0;
		bool in = !(d[i] < 0.0f), next_in = !(d[next] < 0.0f);
		if (in)
			to[m++] = from[i];
		if (in == next_in || m == MAX_CORNERS)
			continue;
		if (in) { /* the edge leaves: from the new corner on it runs along the plane */
			between(st, &from[i], &from[next], d[i], d[next], &to[m]);
			to[m++].edge = st->boundary_edges;
		} else {
			between(st, &from[next], &from[i], d[next], d[i], &to[m]);
			to[m++].edge = from[i].edge;
		}
	}
	return m;
}

void mr500_clip_triangle(struct mr500 *r, const struct mr500_vap_state *st,
			 const struct fl_raster_clip_vertex *a, const struct fl_raster_clip_vertex *b,
			 const struct fl_raster_clip_vertex *c, const struct fl_raster_clip_vertex *provoke,
			 unsigned edges)
{
	uint32_t any = a->code | b->code | c->code;
	struct corner poly[2][MAX_CORNERS], *now = poly[0], *then = poly[1];
	struct fl_raster_vertex v[MAX_CORNERS];
	unsigned n = 3;

	if (any & FL_RASTER_CLIP_BAD || a->code & b->code & c->code & FL_RASTER_CLIP_REJECT)
		return;
	any = planes_of(st, any);
	if (!any) {
		st->to->triangle(r, &a->v, &b->v, &c->v, &provoke->v, edges);
		return;
	}
	corner(st, a, &now[0]);
	corner(st, b, &now[1]);
	corner(st, c, &now[2]);
	now[0].edge = edges & FL_RASTER_EDGE_01;
	now[1].edge = edges & FL_RASTER_EDGE_12;
	now[2].edge = edges & FL_RASTER_EDGE_20;
	for (unsigned p = 0; p < PLANES; p++) {
		if (!(any >> p & 1))
			continue;
		n = cut_polygon(st, p, now, n, then);
		if (n < 3)
			return;
		struct corner *swap = now;
		now = then;
		then = swap;
	}
	for (unsigned i = 0; i < n; i++)
		finish(st, &now[i], &v[i]);
	for (unsigned i = 1; i + 1 < n; i++) {
		unsigned shown = (i == 1 && now[0].edge ? FL_RASTER_EDGE_01 : 0) |
				 (now[i].edge ? FL_RASTER_EDGE_12 : 0) |
				 (i + 2 == n && now[n - 1].edge ? FL_RASTER_EDGE_20 : 0);
		st->to->triangle(r, &v[0], &v[i], &v[i + 1], &provoke->v, shown);
	}
}

/* ---- points -------------------------------------------------------------------------------------------- */
static void expand(struct mr500 *r, const struct mr500_vap_state *st, const struct fl_raster_clip_vertex *a,
		   float rx, float ry)
{
	static const float side[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
	struct corner poly[2][MAX_CORNERS], *now = poly[0], *then = poly[1];
	const uint32_t planes = planes_of(st, FL_RASTER_CLIP_FRUSTUM | st->ucp_mask * FL_RASTER_CLIP_UCP);
	struct fl_raster_point_part part = {.n = 4};
	struct fl_raster_vertex v;

	for (unsigned i = 0; i < 4; i++) {
		corner(st, a, &now[i]);
		now[i].clip[0] += side[i][0] * rx;
		now[i].clip[1] += side[i][1] * ry;
	}
	fl_raster_viewport(&st->vte, now[0].clip, &v);
	part.x0 = v.x;
	part.y0 = v.y;
	fl_raster_viewport(&st->vte, now[2].clip, &v);
	part.x1 = part.x0 > v.x ? part.x0 : v.x;
	part.y1 = part.y0 > v.y ? part.y0 : v.y;
	part.x0 = part.x0 < v.x ? part.x0 : v.x;
	part.y0 = part.y0 < v.y ? part.y0 : v.y;
	memcpy(part.tex, st->ps_tex, sizeof(part.tex));
	for (unsigned p = 0; p < PLANES; p++) {
		struct corner *swap = now;

		if (!(planes >> p & 1))
			continue;
		part.n = cut_polygon(st, p, now, part.n, then);
		if (part.n < 3)
			return;
		now = then;
		then = swap;
	}
	for (unsigned i = 0; i < part.n; i++) {
		fl_raster_viewport(&st->vte, now[i].clip, &v);
		part.x[i] = v.x;
		part.y[i] = v.y;
	}
	st->to->point_part(r, &a->v, &part);
}

/* R5xx guide 11.11 VAP_CLIP_CNTL.PS_UCP_MODE: 0 cull by the center, 1 by the radius, 2 by the radius and cut
 * what crosses a plane, 3 cut always. The distance to a plane is taken as the product that also decides for
 * the center, so planes have to be normalized for the radius to be one. */
void mr500_clip_point(struct mr500 *r, const struct mr500_vap_state *st,
		      const struct fl_raster_clip_vertex *a)
{
	const float w = a->clip[3], *size = st->ps_size;
	const float of_vertex[2] = {a->v.psize, a->v.psize};
	bool crosses = st->ps_mode == 3;
	float radius;

	if (a->code & FL_RASTER_CLIP_BAD)
		return;
	if (!st->ps_mode) {
		if (!(a->code & FL_RASTER_CLIP_REJECT))
			st->to->point(r, &a->v);
		return;
	}
	if (st->out.has_psize)
		size = of_vertex;
	radius = st->ps_scale[3] * (size[0] > size[1] ? size[0] : size[1]) * w;
	for (unsigned i = 0; i < 6; i++) {
		if (!(st->ucp_mask >> i & 1))
			continue;
		float d = distance(st, 6 + i, a->clip);
		if (d < -radius)
			return;
		crosses |= d < radius;
	}
	if (st->ps_mode > 1 && crosses)
		expand(r, st, a, st->ps_scale[0] * size[0] * w, st->ps_scale[1] * size[1] * w);
	else if (!(a->code & FL_RASTER_CLIP_REJECT & ~FL_RASTER_CLIP_UCPS))
		st->to->point(r, &a->v);
}
