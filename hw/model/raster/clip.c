/* SPDX-License-Identifier: MIT
 *
 * Clipping, in clip space, against the planes that the primitive's vertices lie outside of: Sutherland and
 * Hodgman's way round the polygon, plane after plane. New vertices are always computed from the inner towards
 * the outer end of an edge, so triangles that share the edge share the vertex.
 *
 * A point is drawn whole if its center is inside of the discard band, z and the user planes, and not at all
 * else. By enum fl_raster_point_clip it may go by its radius instead, or be expanded to a rectangle in clip
 * space and cut.
 */
#include "hw/model/raster/assemble.h"

enum { PLANES = 6 + FL_RASTER_UCPS, MAX_CORNERS = 4 + PLANES };

struct corner {
	struct fl_raster_vertex v;
	bool edge; /* polygons: the edge that starts here is an edge of the original */
};

static float distance(const struct fl_raster_front *f, unsigned plane, const struct fl_raster_vertex *v)
{
	const float *p = v->clip;

	switch (1u << plane) {
	case FL_RASTER_CLIP_LEFT:
		return p[3] * f->clip_x + p[0];
	case FL_RASTER_CLIP_RIGHT:
		return p[3] * f->clip_x - p[0];
	case FL_RASTER_CLIP_BOTTOM:
		return p[3] * f->clip_y + p[1];
	case FL_RASTER_CLIP_TOP:
		return p[3] * f->clip_y - p[1];
	case FL_RASTER_CLIP_NEAR:
		return f->z_from_zero ? p[2] : p[3] + p[2];
	case FL_RASTER_CLIP_FAR:
		return p[3] - p[2];
	}
	if (f->dist_mask >> (plane - 6) & 1)
		return v->attr[f->dist_at + plane - 6];
	const float *u = f->ucp[plane - 6];
	return ((u[0] * p[0] + u[1] * p[1]) + u[2] * p[2]) + u[3] * p[3];
}

/* Colors are clamped before they are interpolated, as setup clamps those of vertices that are not cut. */
static void corner(const struct fl_raster_front *f, const struct fl_raster_vertex *v, struct corner *c)
{
	float *attr = c->v.attr;

	fl_raster_vertex_copy(&c->v, v, f->n_attr);
	c->edge = false;
	for (unsigned i = 0; i < f->color_end; i++) {
		bool clamp = (i & 3) == 3 ? f->clamp_alpha : f->clamp_rgb;
		if (clamp) {
			attr[i] = attr[i] > 0.0f ? attr[i] : 0.0f;
			attr[i] = attr[i] < 1.0f ? attr[i] : 1.0f;
		}
	}
}

static void corner_copy(const struct fl_raster_front *f, struct corner *to, const struct corner *from)
{
	fl_raster_vertex_copy(&to->v, &from->v, f->n_attr);
	to->edge = from->edge;
}

static void between(const struct fl_raster_front *f, const struct corner *in, const struct corner *out,
		    float d_in, float d_out, struct corner *c)
{
	const float t = d_in / (d_in - d_out);
	float in_window;

	for (unsigned i = 0; i < 4; i++)
		c->v.clip[i] = in->v.clip[i] + t * (out->v.clip[i] - in->v.clip[i]);
	in_window = c->v.clip[3] != 0 ? t * out->v.clip[3] / c->v.clip[3] : t;
	for (unsigned i = 0; i < f->n_attr; i++) {
		float way = out->v.attr[i] - in->v.attr[i];
		/* the shorter way round a cylinder */
		if (f->wrap[i / 64] >> i % 64 & 1)
			way = way > 0.5f ? way - 1.0f : way < -0.5f ? way + 1.0f : way;
		c->v.attr[i] = in->v.attr[i] + (f->linear[i / 64] >> i % 64 & 1 ? in_window : t) * way;
	}
	c->v.psize = in->v.psize + t * (out->v.psize - in->v.psize);
	c->v.code = 0;
	c->edge = false;
}

static uint32_t planes_of(const struct fl_raster_front *f, uint32_t any)
{
	return any & (FL_RASTER_CLIP_FRUSTUM | (f->ucp_cull_only ? 0 : FL_RASTER_CLIP_UCPS));
}

void fl_raster_clip_line(const struct fl_raster_front *f, const struct fl_raster_vertex *a,
			 const struct fl_raster_vertex *b, const struct fl_raster_vertex *provoke)
{
	uint32_t any = a->code | b->code;
	struct corner c[2];

	if (any & FL_RASTER_CLIP_BAD || a->code & b->code & FL_RASTER_CLIP_REJECT)
		return;
	any = planes_of(f, any);
	if (!any) {
		f->to->line(f->ras, a, b, provoke);
		return;
	}
	corner(f, a, &c[0]);
	corner(f, b, &c[1]);
	for (unsigned p = 0; p < PLANES; p++) {
		if (!(any >> p & 1))
			continue;
		float d0 = distance(f, p, &c[0].v), d1 = distance(f, p, &c[1].v);
		struct corner cut;
		if (d0 < 0.0f && d1 < 0.0f)
			return;
		if (d0 < 0.0f) {
			between(f, &c[1], &c[0], d1, d0, &cut);
			corner_copy(f, &c[0], &cut);
		} else if (d1 < 0.0f) {
			between(f, &c[0], &c[1], d0, d1, &cut);
			corner_copy(f, &c[1], &cut);
		}
	}
	fl_raster_to_window(&f->viewport, &c[0].v);
	fl_raster_to_window(&f->viewport, &c[1].v);
	f->to->line(f->ras, &c[0].v, &c[1].v, provoke);
}

static unsigned cut_polygon(const struct fl_raster_front *f, unsigned plane, const struct corner *from,
			    unsigned n, struct corner *to)
{
	float d[MAX_CORNERS];
	unsigned m = 0;

	for (unsigned i = 0; i < n; i++)
		d[i] = distance(f, plane, &from[i].v);
	for (unsigned i = 0; i < n && m < MAX_CORNERS; i++) {
		unsigned next = i + 1 < n ? i + 1 : 0;
		bool in = !(d[i] < 0.0f), next_in = !(d[next] < 0.0f);
		if (in)
			corner_copy(f, &to[m++], &from[i]);
		if (in == next_in || m == MAX_CORNERS)
			continue;
		if (in) { /* the edge leaves: from the new corner on it runs along the plane */
			between(f, &from[i], &from[next], d[i], d[next], &to[m]);
			to[m++].edge = f->boundary_edges;
		} else {
			between(f, &from[next], &from[i], d[next], d[i], &to[m]);
			to[m++].edge = from[i].edge;
		}
	}
	return m;
}

void fl_raster_clip_triangle(const struct fl_raster_front *f, const struct fl_raster_vertex *a,
			     const struct fl_raster_vertex *b, const struct fl_raster_vertex *c,
			     const struct fl_raster_vertex *provoke, unsigned edges)
{
	uint32_t any = a->code | b->code | c->code;
	struct corner poly[2][MAX_CORNERS], *now = poly[0], *then = poly[1];
	unsigned n = 3;

	if (any & FL_RASTER_CLIP_BAD || a->code & b->code & c->code & FL_RASTER_CLIP_REJECT)
		return;
	any = planes_of(f, any);
	if (!any) {
		f->to->triangle(f->ras, a, b, c, provoke, edges);
		return;
	}
	corner(f, a, &now[0]);
	corner(f, b, &now[1]);
	corner(f, c, &now[2]);
	now[0].edge = edges & FL_RASTER_EDGE_01;
	now[1].edge = edges & FL_RASTER_EDGE_12;
	now[2].edge = edges & FL_RASTER_EDGE_20;
	for (unsigned p = 0; p < PLANES; p++) {
		if (!(any >> p & 1))
			continue;
		n = cut_polygon(f, p, now, n, then);
		if (n < 3)
			return;
		struct corner *swap = now;
		now = then;
		then = swap;
	}
	for (unsigned i = 0; i < n; i++)
		fl_raster_to_window(&f->viewport, &now[i].v);
	for (unsigned i = 1; i + 1 < n; i++) {
		unsigned shown = (i == 1 && now[0].edge ? FL_RASTER_EDGE_01 : 0) |
				 (now[i].edge ? FL_RASTER_EDGE_12 : 0) |
				 (i + 2 == n && now[n - 1].edge ? FL_RASTER_EDGE_20 : 0);
		f->to->triangle(f->ras, &now[0].v, &now[i].v, &now[i + 1].v, provoke, shown);
	}
}

/* ---- points -------------------------------------------------------------------------------------------- */
static void expand(const struct fl_raster_front *f, const struct fl_raster_vertex *a, float rx, float ry)
{
	static const float side[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
	struct corner poly[2][MAX_CORNERS], *now = poly[0], *then = poly[1];
	const uint32_t planes = planes_of(f, FL_RASTER_CLIP_FRUSTUM | f->ucp_mask * FL_RASTER_CLIP_UCP);
	struct fl_raster_point_part part = {.n = 4};
	const struct fl_raster_vertex *v = &now[0].v;

	for (unsigned i = 0; i < 4; i++) {
		corner(f, a, &now[i]);
		now[i].v.clip[0] += side[i][0] * rx;
		now[i].v.clip[1] += side[i][1] * ry;
	}
	fl_raster_to_window(&f->viewport, &now[0].v);
	part.x0 = v->x;
	part.y0 = v->y;
	v = &now[2].v;
	fl_raster_to_window(&f->viewport, &now[2].v);
	part.x1 = part.x0 > v->x ? part.x0 : v->x;
	part.y1 = part.y0 > v->y ? part.y0 : v->y;
	part.x0 = part.x0 < v->x ? part.x0 : v->x;
	part.y0 = part.y0 < v->y ? part.y0 : v->y;
	memcpy(part.tex, f->point_tex, sizeof(part.tex));
	for (unsigned p = 0; p < PLANES; p++) {
		struct corner *swap = now;

		if (!(planes >> p & 1))
			continue;
		part.n = cut_polygon(f, p, now, part.n, then);
		if (part.n < 3)
			return;
		now = then;
		then = swap;
	}
	for (unsigned i = 0; i < part.n; i++) {
		fl_raster_to_window(&f->viewport, &now[i].v);
		part.x[i] = now[i].v.x;
		part.y[i] = now[i].v.y;
	}
	f->to->point_part(f->ras, a, &part);
}

/* The distance to a plane is the product that also decides for the center, so planes have to be normalized
 * for the radius to be one. */
void fl_raster_clip_point(const struct fl_raster_front *f, const struct fl_raster_vertex *a)
{
	const float w = a->clip[3], *size = f->point_size;
	const float of_vertex[2] = {a->psize, a->psize};
	bool crosses = f->point_clip == FL_RASTER_POINT_CUT;
	float radius;

	if (a->code & FL_RASTER_CLIP_BAD)
		return;
	if (f->point_clip == FL_RASTER_POINT_CENTER) {
		if (!(a->code & FL_RASTER_CLIP_REJECT))
			f->to->point(f->ras, a);
		return;
	}
	if (f->has_psize)
		size = of_vertex;
	radius = f->point_scale[3] * (size[0] > size[1] ? size[0] : size[1]) * w;
	for (unsigned i = 0; i < FL_RASTER_UCPS; i++) {
		if (!(f->ucp_mask >> i & 1))
			continue;
		float d = distance(f, 6 + i, a);
		if (d < -radius)
			return;
		crosses |= d < radius;
	}
	if (f->point_clip >= FL_RASTER_POINT_RADIUS_CUT && crosses)
		expand(f, a, f->point_scale[0] * size[0] * w, f->point_scale[1] * size[1] * w);
	else if (!(a->code & FL_RASTER_CLIP_REJECT & ~FL_RASTER_CLIP_UCPS))
		f->to->point(f->ras, a);
}
