/* SPDX-License-Identifier: MIT
 *
 * Primitive assembly: the order of vertices into points, lines and triangles for GA (R5xx guide 11.11
 * VAP_VF_CNTL, 7.4.3 for edge flags).
 *
 * Which vertex gives flat colors, with GA_COLOR_CONTROL.PROVOKING_VERTEX first, second, third, last of a
 * primitive:
 *
 *   lines, triangles   as numbered; lines know first and last only
 *   strips             in the order of the strip, whatever the winding
 *   fans               0 is the hub (which is why drivers for OpenGL ask for "second")
 *   quads, quad strips the first never provokes: second, third, fourth, fourth (Mesa r300_render.c)
 *   polygons           triangles turn as (i, i + 1, hub): third and last give the hub (the same place)
 *
 * Quads split from second to fourth vertex, quad strips from first to last: as Mesa's draw module does it.
 */
#include "hw/model/r500/vap.h"

enum {
	POINT_LIST = R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST,
	LINE_LIST = R500_VAP_VF_CNTL__PRIM_TYPE__LINE_LIST,
	LINE_STRIP = R500_VAP_VF_CNTL__PRIM_TYPE__LINE_STRIP,
	TRIANGLE_LIST = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST,
	TRIANGLE_FAN = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_FAN,
	TRIANGLE_STRIP = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_STRIP,
	TRIANGLE_WFLAGS = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS,
	LINE_LOOP = R500_VAP_VF_CNTL__PRIM_TYPE__LINE_LOOP,
	QUAD_LIST = R500_VAP_VF_CNTL__PRIM_TYPE__QUAD_LIST,
	QUAD_STRIP = R500_VAP_VF_CNTL__PRIM_TYPE__QUAD_STRIP,
	POLYGON = R500_VAP_VF_CNTL__PRIM_TYPE__POLYGON,

	EDGES_ALL = FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12 | FL_RASTER_EDGE_20,
};

typedef const struct fl_raster_clip_vertex *vtx;

static inline void point(struct mr500 *r, const struct mr500_vap_state *st, vtx a)
{
	if (!a->code && !st->ps_mode)
		st->to->point(r, &a->v);
	else
		mr500_clip_point(r, st, a);
}

static inline void line(struct mr500 *r, const struct mr500_vap_state *st, vtx a, vtx b)
{
	vtx p = st->provoke ? b : a;

	if (!(a->code | b->code))
		st->to->line(r, &a->v, &b->v, &p->v);
	else
		mr500_clip_line(r, st, a, b, p);
}

static inline void triangle(struct mr500 *r, const struct mr500_vap_state *st, vtx a, vtx b, vtx c, vtx p,
			    unsigned edges)
{
	if (!(a->code | b->code | c->code))
		st->to->triangle(r, &a->v, &b->v, &c->v, &p->v, edges);
	else
		mr500_clip_triangle(r, st, a, b, c, p, edges);
}

/* Corners in the order round the quad; diagonal: from b to d, else from a to c. */
static void quad(struct mr500 *r, const struct mr500_vap_state *st, vtx a, vtx b, vtx c, vtx d, vtx p,
		 bool bd)
{
	if (bd) {
		triangle(r, st, a, b, d, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_20);
		triangle(r, st, b, c, d, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12);
	} else {
		triangle(r, st, d, a, c, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_20);
		triangle(r, st, a, b, c, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12);
	}
}

void mr500_prim_begin(struct mr500_vap *v, unsigned type, unsigned total)
{
	v->prim.type = (uint8_t)type;
	v->prim.total = total;
	v->prim.seen = 0;
}

/* The k-th vertex arrives. held[0]: the first (fans, loops, polygons) or the oldest of those that are still
 * needed. */
static void push(struct mr500 *r, const struct mr500_vap_state *st, struct fl_raster_order *s, vtx x)
{
	unsigned k = s->seen++;
	vtx *h = s->held;

	switch (s->type) {
	case POINT_LIST:
		point(r, st, x);
		break;
	case LINE_LIST:
		if (k & 1)
			line(r, st, h[0], x);
		h[0] = x;
		break;
	case LINE_STRIP:
		if (k)
			line(r, st, h[0], x);
		h[0] = x;
		break;
	case LINE_LOOP:
		if (k)
			line(r, st, h[1], x);
		else
			h[0] = x;
		h[1] = x;
		if (k && k + 1 == s->total)
			line(r, st, x, h[0]);
		break;
	case TRIANGLE_LIST:
	case TRIANGLE_WFLAGS:
		if (k % 3 == 2)
			triangle(r, st, h[0], h[1], x,
				 st->provoke == 0   ? h[0]
				 : st->provoke == 1 ? h[1]
						    : x,
				 EDGES_ALL);
		else
			h[k % 3] = x;
		break;
	case TRIANGLE_STRIP:
		if (k >= 2) {
			vtx p = st->provoke == 0 ? h[0] : st->provoke == 1 ? h[1] : x;
			if (k & 1)
				triangle(r, st, h[1], h[0], x, p, EDGES_ALL);
			else
				triangle(r, st, h[0], h[1], x, p, EDGES_ALL);
			h[0] = h[1];
			h[1] = x;
		} else {
			h[k] = x;
		}
		break;
	case TRIANGLE_FAN:
		if (k >= 2) {
			triangle(r, st, h[0], h[1], x,
				 st->provoke == 0   ? h[0]
				 : st->provoke == 1 ? h[1]
						    : x,
				 EDGES_ALL);
			h[1] = x;
		} else {
			h[k] = x;
		}
		break;
	case POLYGON:
		if (k >= 2) {
			vtx p = st->provoke == 0 ? h[1] : st->provoke == 1 ? x : h[0];
			triangle(r, st, h[1], x, h[0], p,
				 FL_RASTER_EDGE_01 | (k + 1 == s->total ? FL_RASTER_EDGE_12 : 0) |
				     (k == 2 ? FL_RASTER_EDGE_20 : 0));
			h[1] = x;
		} else {
			h[k] = x;
		}
		break;
	case QUAD_LIST:
		if ((k & 3) == 3)
			quad(r, st, h[0], h[1], h[2], x,
			     st->provoke == 0   ? h[1]
			     : st->provoke == 1 ? h[2]
						: x,
			     true);
		else
			h[k & 3] = x;
		break;
	case QUAD_STRIP:
		if (k >= 3 && k & 1) { /* 0 1 2 3 of the strip go 0 1 3 2 round the quad */
			quad(r, st, h[0], h[1], x, h[2],
			     st->provoke == 0   ? h[1]
			     : st->provoke == 1 ? h[2]
						: x,
			     false);
			h[0] = h[2];
			h[1] = x;
		} else {
			h[k < 2 ? k : 2] = x;
		}
		break;
	}
}

static void keep(struct fl_raster_order *s)
{
	for (unsigned i = 0; i < 4; i++)
		if (s->held[i] && s->held[i] != &s->keep[i]) {
			/* two may be the same vertex, and one may lie in another's place */
			struct fl_raster_clip_vertex copy = *s->held[i];
			for (unsigned j = i + 1; j < 4; j++)
				if (s->held[j] == &s->keep[i]) {
					s->keep[j] = s->keep[i];
					s->held[j] = &s->keep[j];
				}
			s->keep[i] = copy;
			s->held[i] = &s->keep[i];
		}
}

void mr500_prim_run(struct mr500 *r, struct mr500_vap *v, const uint16_t *slot, unsigned n)
{
	struct fl_raster_order *s = &v->prim;
	const struct mr500_vap_state *st = &v->st;
	vtx ring = v->ring;
	unsigned i = 0;

	if (s->type == TRIANGLE_LIST) {
		for (; i < n && s->seen % 3; i++)
			push(r, st, s, &ring[slot[i]]);
		for (; i + 3 <= n; i += 3, s->seen += 3) {
			vtx a = &ring[slot[i]], b = &ring[slot[i + 1]], c = &ring[slot[i + 2]];
			triangle(r, st, a, b, c, st->provoke == 0 ? a : st->provoke == 1 ? b : c, EDGES_ALL);
		}
		if (s->seen % 3 == 0)
			s->held[0] = s->held[1] = NULL;
	}
	for (; i < n; i++)
		push(r, st, s, &ring[slot[i]]);
	keep(s);
}

void mr500_prim_end(struct mr500 *r, struct mr500_vap *v)
{
	for (unsigned i = 0; i < 4; i++)
		v->prim.held[i] = NULL;
}
