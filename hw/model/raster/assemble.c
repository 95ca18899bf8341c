/* SPDX-License-Identifier: MIT
 *
 * Primitive assembly: the order of vertices into points, lines and triangles.
 *
 * Quads split from second to fourth vertex, quad strips from first to last: as Mesa's draw module does it.
 */
#include "hw/model/raster/assemble.h"

enum { EDGES_ALL = FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12 | FL_RASTER_EDGE_20 };

typedef const struct fl_raster_vertex *vtx;
typedef const struct fl_raster_front *front;

static inline void point(front f, vtx a)
{
	if (!a->code && f->point_clip == FL_RASTER_POINT_CENTER)
		f->to->point(f->ras, a);
	else
		fl_raster_clip_point(f, a);
}

static inline void line(front f, vtx a, vtx b)
{
	vtx p = f->provoke ? b : a;

	if (!(a->code | b->code))
		f->to->line(f->ras, a, b, p);
	else
		fl_raster_clip_line(f, a, b, p);
}

static inline void triangle(front f, vtx a, vtx b, vtx c, vtx p, unsigned edges)
{
	if (!(a->code | b->code | c->code))
		f->to->triangle(f->ras, a, b, c, p, edges);
	else
		fl_raster_clip_triangle(f, a, b, c, p, edges);
}

/* Corners in the order round the quad; diagonal: from b to d, else from a to c. */
static void quad(front f, vtx a, vtx b, vtx c, vtx d, vtx p, bool bd)
{
	if (bd) {
		triangle(f, a, b, d, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_20);
		triangle(f, b, c, d, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12);
	} else {
		triangle(f, d, a, c, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_20);
		triangle(f, a, b, c, p, FL_RASTER_EDGE_01 | FL_RASTER_EDGE_12);
	}
}

static inline vtx quad_provoke(front f, const vtx *held, vtx newest)
{
	return f->provoke < 3 ? held[f->provoke] : newest;
}

void fl_raster_order_begin(struct fl_raster_order *o, enum fl_raster_type type, unsigned total)
{
	o->type = (uint8_t)type;
	o->total = total;
	o->seen = 0;
}

/* The k-th vertex arrives. held[0]: the first (fans, loops, polygons) or the oldest of those that are still
 * needed. */
static void push(front f, struct fl_raster_order *s, vtx x)
{
	unsigned k = s->seen++;
	vtx *h = s->held;

	switch (s->type) {
	case FL_RASTER_POINT_LIST:
		point(f, x);
		break;
	case FL_RASTER_LINE_LIST:
		if (k & 1)
			line(f, h[0], x);
		h[0] = x;
		break;
	case FL_RASTER_LINE_STRIP:
		if (k)
			line(f, h[0], x);
		h[0] = x;
		break;
	case FL_RASTER_LINE_LOOP:
		if (k)
			line(f, h[1], x);
		else
			h[0] = x;
		h[1] = x;
		if (k && k + 1 == s->total)
			line(f, x, h[0]);
		break;
	case FL_RASTER_TRIANGLE_LIST:
		if (k % 3 == 2)
			triangle(f, h[0], h[1], x,
				 f->provoke == 0   ? h[0]
				 : f->provoke == 1 ? h[1]
						   : x,
				 EDGES_ALL);
		else
			h[k % 3] = x;
		break;
	case FL_RASTER_TRIANGLE_STRIP:
		if (k >= 2) {
			vtx p = f->provoke == 0 ? h[0] : f->provoke == 1 ? h[1] : x;
			if (k & 1)
				triangle(f, h[1], h[0], x, p, EDGES_ALL);
			else
				triangle(f, h[0], h[1], x, p, EDGES_ALL);
			h[0] = h[1];
			h[1] = x;
		} else {
			h[k] = x;
		}
		break;
	case FL_RASTER_TRIANGLE_FAN:
		if (k >= 2) {
			triangle(f, h[0], h[1], x,
				 f->provoke == 0   ? h[0]
				 : f->provoke == 1 ? h[1]
						   : x,
				 EDGES_ALL);
			h[1] = x;
		} else {
			h[k] = x;
		}
		break;
	case FL_RASTER_POLYGON:
		if (k >= 2) {
			vtx p = f->provoke == 0 ? h[1] : f->provoke == 1 ? x : h[0];
			triangle(f, h[1], x, h[0], p,
				 FL_RASTER_EDGE_01 | (k + 1 == s->total ? FL_RASTER_EDGE_12 : 0) |
				     (k == 2 ? FL_RASTER_EDGE_20 : 0));
			h[1] = x;
		} else {
			h[k] = x;
		}
		break;
	case FL_RASTER_QUAD_LIST:
		if ((k & 3) == 3)
			quad(f, h[0], h[1], h[2], x, quad_provoke(f, h, x), true);
		else
			h[k & 3] = x;
		break;
	case FL_RASTER_QUAD_STRIP:
		if (k >= 3 && k & 1) { /* 0 1 2 3 of the strip go 0 1 3 2 round the quad */
			quad(f, h[0], h[1], x, h[2], quad_provoke(f, h, x), false);
			h[0] = h[2];
			h[1] = x;
		} else {
			h[k < 2 ? k : 2] = x;
		}
		break;
	}
}

static void keep(struct fl_raster_order *s, unsigned n_attr)
{
	for (unsigned i = 0; i < 4; i++)
		if (s->held[i] && s->held[i] != &s->keep[i]) {
			/* two may be the same vertex, and one may lie in another's place */
			struct fl_raster_vertex copy;

			fl_raster_vertex_copy(&copy, s->held[i], n_attr);
			for (unsigned j = i + 1; j < 4; j++)
				if (s->held[j] == &s->keep[i]) {
					fl_raster_vertex_copy(&s->keep[j], &s->keep[i], n_attr);
					s->held[j] = &s->keep[j];
				}
			fl_raster_vertex_copy(&s->keep[i], &copy, n_attr);
			s->held[i] = &s->keep[i];
		}
}

void fl_raster_order_run(struct fl_raster_order *s, const struct fl_raster_front *f, const uint8_t *ring,
			 size_t stride_B, const uint16_t *slot, unsigned n)
{
	unsigned i = 0;

#define AT(i) ((vtx)(const void *)(ring + slot[i] * stride_B))
	if (s->type == FL_RASTER_TRIANGLE_LIST) {
		for (; i < n && s->seen % 3; i++)
			push(f, s, AT(i));
		for (; i + 3 <= n; i += 3, s->seen += 3) {
			vtx a = AT(i), b = AT(i + 1), c = AT(i + 2);

			triangle(f, a, b, c, f->provoke == 0 ? a : f->provoke == 1 ? b : c, EDGES_ALL);
		}
		if (s->seen % 3 == 0)
			s->held[0] = s->held[1] = NULL;
	}
	for (; i < n; i++)
		push(f, s, AT(i));
#undef AT
	keep(s, f->n_attr);
}

void fl_raster_order_end(struct fl_raster_order *o)
{
	for (unsigned i = 0; i < 4; i++)
		o->held[i] = NULL;
}
