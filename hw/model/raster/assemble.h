/* SPDX-License-Identifier: MIT
 *
 * From vertices in order to points, lines and triangles: primitive assembly (assemble.c), and clipping of
 * what crosses a plane (clip.c).
 */
#ifndef HW_MODEL_RASTER_ASSEMBLE_H
#define HW_MODEL_RASTER_ASSEMBLE_H

#include "hw/model/raster/vertex.h"

struct fl_raster;

enum fl_raster_type {
	FL_RASTER_POINT_LIST,
	FL_RASTER_LINE_LIST,
	FL_RASTER_LINE_STRIP,
	FL_RASTER_LINE_LOOP,
	FL_RASTER_TRIANGLE_LIST,
	FL_RASTER_TRIANGLE_STRIP,
	FL_RASTER_TRIANGLE_FAN,
	FL_RASTER_QUAD_LIST,
	FL_RASTER_QUAD_STRIP,
	FL_RASTER_POLYGON,
	/* list.h alone takes these apart */
	FL_RASTER_RECT_LIST, /* three corners each, the fourth follows */
	FL_RASTER_LINE_LIST_ADJ,
	FL_RASTER_LINE_STRIP_ADJ,
	FL_RASTER_TRIANGLE_LIST_ADJ,
	FL_RASTER_TRIANGLE_STRIP_ADJ,
	FL_RASTER_NO_TYPE,
};

enum { FL_RASTER_EDGE_01 = 1, FL_RASTER_EDGE_12 = 2, FL_RASTER_EDGE_20 = 4 }; /* shown by polygon mode */

/* A point that was expanded and cut: of the rectangle x0 ... x1, y0 ... y1, in pixels, what lies inside of a
 * convex polygon. tex: S, T of its corner with the larger row and x0, and of the other end of that
 * diagonal. */
struct fl_raster_point_part {
	float x0, y0, x1, y1, tex[4];
	unsigned n;
	float x[4 + 6 + FL_RASTER_UCPS], y[4 + 6 + FL_RASTER_UCPS];
};

/* Where primitives go: setup (fl_raster_to_setup in raster.h), or a test. Vertices may be reused after the
 * call returns. provoke: the vertex whose attributes flat shading takes. */
struct fl_raster_sink {
	void (*point)(struct fl_raster *ras, const struct fl_raster_vertex *v);
	void (*line)(struct fl_raster *ras, const struct fl_raster_vertex *v0,
		     const struct fl_raster_vertex *v1, const struct fl_raster_vertex *provoke);
	void (*triangle)(struct fl_raster *ras, const struct fl_raster_vertex *v0,
			 const struct fl_raster_vertex *v1, const struct fl_raster_vertex *v2,
			 const struct fl_raster_vertex *provoke, unsigned edges);
	void (*point_part)(struct fl_raster *ras, const struct fl_raster_vertex *v,
			   const struct fl_raster_point_part *part);
};

/* How points meet user clip planes: by their center, by their radius, by their radius and cut where they
 * cross a plane, cut always. */
enum fl_raster_point_clip {
	FL_RASTER_POINT_CENTER,
	FL_RASTER_POINT_RADIUS,
	FL_RASTER_POINT_RADIUS_CUT,
	FL_RASTER_POINT_CUT
};

/* What the state of a draw says to assembly and clipping. */
struct fl_raster_front {
	struct fl_raster *ras;
	const struct fl_raster_sink *to;
	/* Which vertex of a primitive provokes, counted from 0. Lines: 0 or 1. Triangles of lists and strips:
	 * in the order of the vertices, whatever the winding. Fans: 0 is the hub. Polygons: their triangles
	 * turn as (previous, newest, hub). Quads: in the order of the vertices; triangles of a quad share
	 * one. */
	uint8_t provoke;
	uint8_t n_attr; /* floats in use */
	bool has_psize;
	/* clipping */
	bool z_from_zero;     /* the near plane is z = 0, not z = -w */
	bool ucp_cull_only;   /* user planes drop what is outside of them, and cut nothing */
	bool boundary_edges;  /* edges that clipping makes are shown by polygon mode */
	float clip_x, clip_y; /* guard band over W */
	uint32_t ucp_mask;
	float ucp[FL_RASTER_UCPS][4];
	/* Those of ucp_mask whose distance the vertex has itself: attr[dist_at + plane]. */
	uint8_t dist_mask, dist_at;
	uint8_t point_clip;   /* enum fl_raster_point_clip */
	float point_scale[4]; /* clip space, over W and the size: X, Y, (unused), radius for culling */
	float point_size[2];  /* pixels, of vertices without a size */
	float point_tex[4];
	uint8_t color_end; /* attr below this are colors, clamped before they are interpolated */
	bool clamp_rgb, clamp_alpha;
	/* floats of attr that go round a cylinder: the short way */
	uint64_t wrap[(FL_RASTER_ATTR + 63) / 64];
	/* those without perspective, which are halfway between two vertices where the window is */
	uint64_t linear[(FL_RASTER_ATTR + 63) / 64];
	struct fl_raster_viewport viewport;
};

/* Where assembly stands in a draw. */
struct fl_raster_order {
	uint8_t type; /* enum fl_raster_type */
	unsigned total, seen;
	const struct fl_raster_vertex *held[4];
	struct fl_raster_vertex keep[4]; /* held vertices move here when a window ends */
};

void fl_raster_order_begin(struct fl_raster_order *o, enum fl_raster_type type, unsigned total);
/* The next n vertices: slot[i] of the ring, whose vertices are stride_B apart. */
void fl_raster_order_run(struct fl_raster_order *o, const struct fl_raster_front *f, const uint8_t *ring,
			 size_t stride_B, const uint16_t *slot, unsigned n);
void fl_raster_order_end(struct fl_raster_order *o);

/* clip.c: something of it is outside of something. */
void fl_raster_clip_point(const struct fl_raster_front *f, const struct fl_raster_vertex *a);
void fl_raster_clip_line(const struct fl_raster_front *f, const struct fl_raster_vertex *a,
			 const struct fl_raster_vertex *b, const struct fl_raster_vertex *provoke);
void fl_raster_clip_triangle(const struct fl_raster_front *f, const struct fl_raster_vertex *a,
			     const struct fl_raster_vertex *b, const struct fl_raster_vertex *c,
			     const struct fl_raster_vertex *provoke, unsigned edges);

#endif
