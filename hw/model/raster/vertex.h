/* SPDX-License-Identifier: MIT
 *
 * A vertex after the vertex shader, on its way to points, lines and triangles.
 */
#ifndef HW_MODEL_RASTER_VERTEX_H
#define HW_MODEL_RASTER_VERTEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
	FL_RASTER_ATTR = 136, /* floats a vertex, at most: 32 vectors of 4, and distances to planes */
	FL_RASTER_UCPS = 8,   /* user clip planes */
};

/* Clip codes: which side of which plane a vertex is on. */
enum {
	FL_RASTER_CLIP_LEFT = 1 << 0, /* guard band */
	FL_RASTER_CLIP_RIGHT = 1 << 1,
	FL_RASTER_CLIP_BOTTOM = 1 << 2,
	FL_RASTER_CLIP_TOP = 1 << 3,
	FL_RASTER_CLIP_NEAR = 1 << 4,
	FL_RASTER_CLIP_FAR = 1 << 5,
	FL_RASTER_CLIP_UCP = 1 << 6,   /* … 1 << 13 */
	FL_RASTER_DISC_LEFT = 1 << 14, /* discard band: what lies outside of it is not seen */
	FL_RASTER_DISC_RIGHT = 1 << 15,
	FL_RASTER_DISC_BOTTOM = 1 << 16,
	FL_RASTER_DISC_TOP = 1 << 17,
	/* not a number, or without a place on the screen: its primitives are dropped */
	FL_RASTER_CLIP_BAD = 1 << 18,
	/* to 1 << 26: outside of what drops a primitive that is all outside of it */
	FL_RASTER_CULL = 1 << 19,
	FL_RASTER_CULLS = 255 * FL_RASTER_CULL,
	FL_RASTER_CLIP_UCPS = ((1 << FL_RASTER_UCPS) - 1) * FL_RASTER_CLIP_UCP,
	FL_RASTER_CLIP_FRUSTUM = 63,
	FL_RASTER_CLIP_REJECT = FL_RASTER_CLIP_NEAR | FL_RASTER_CLIP_FAR | FL_RASTER_CLIP_UCPS |
				15 * FL_RASTER_DISC_LEFT | FL_RASTER_CULLS,
};

/* The memory of a vertex may end after the attributes that are in use. */
struct fl_raster_vertex {
	float x, y;    /* pixels, viewport applied; y counts in memory rows */
	float z;       /* after the viewport, not yet scaled to the depth buffer */
	float rhw;     /* 1/w of the clip position */
	float psize;   /* pixels, if the vertex shader outputs a point size; else unset */
	uint32_t code; /* FL_RASTER_CLIP_* */
	float clip[4]; /* the position as the vertex shader gave it */
	float attr[FL_RASTER_ATTR];
};

#define FL_RASTER_VERTEX_B(n_attr) (offsetof(struct fl_raster_vertex, attr) + (n_attr) * sizeof(float))

static inline void fl_raster_vertex_copy(struct fl_raster_vertex *to, const struct fl_raster_vertex *from,
					 unsigned n_attr)
{
	memcpy(to, from, FL_RASTER_VERTEX_B(n_attr));
}

/* x' = x * scale + offset; with what is switched off made 1 and 0. */
struct fl_raster_viewport {
	float scale[3], offset[3];
	bool xy_done, z_done; /* the vertex shader has divided by W */
	bool w_is_w;          /* else its fourth component is 1/W */
};

/* Clip position to window coordinates: writes x, y, z, rhw. */
static inline void fl_raster_to_window(const struct fl_raster_viewport *t, struct fl_raster_vertex *v)
{
	const float *clip = v->clip;
	float rhw = t->w_is_w ? 1.0f / clip[3] : clip[3];
	float x = t->xy_done ? clip[0] : clip[0] * rhw, y = t->xy_done ? clip[1] : clip[1] * rhw;
	float z = t->z_done ? clip[2] : clip[2] * rhw;

	v->x = x * t->scale[0] + t->offset[0];
	v->y = y * t->scale[1] + t->offset[1];
	v->z = z * t->scale[2] + t->offset[2];
	v->rhw = rhw;
}

#endif
