/* SPDX-License-Identifier: MIT
 *
 * Shapes that several demos draw: vertices with normals, and texture coordinates that go once around.
 * Counter-clockwise from outside. Each is a run of fl_begin() … fl_end() in the state of the moment.
 */
#ifndef DEMOS_SHAPE_H
#define DEMOS_SHAPE_H

#include "lib/fl_draw.h"

/* Faces at -x to x, -y to y, -z to z. */
void fl_shape_box(struct fl_draw *d, float x, float y, float z);
/* Around the y axis; slices and stacks of quads, at least 3 and 2. */
void fl_shape_sphere(struct fl_draw *d, float radius, uint32_t slices, uint32_t stacks);
/* In the plane of x and y: a tube of radius tube about a circle of radius ring. */
void fl_shape_torus(struct fl_draw *d, float ring, float tube, uint32_t slices, uint32_t stacks);
/* A profile of n points (radius, height, upwards on the outside) turned around the y axis. */
void fl_shape_lathe(struct fl_draw *d, const float (*profile)[2], uint32_t n, uint32_t slices);
/* A tube along n points in the plane of x and y, each (x, y, radius); open at its ends. */
void fl_shape_pipe(struct fl_draw *d, const float (*path)[3], uint32_t n, uint32_t slices);
/* A square in the plane of x and z, side 2 * size, cells x cells quads, facing up; texture coordinates run
 * from 0 to repeat. */
void fl_shape_floor(struct fl_draw *d, float size, uint32_t cells, float repeat);
/* All of the screen, in clip space; texture coordinates from (s0, t0) at its bottom left to (s1, t1). */
void fl_shape_screen(struct fl_draw *d, float s0, float t0, float s1, float t1);
/* A vertex program for it: out uv, the texture coordinate. That of R6xx is in demos/r600_text.h. */
extern const char fl_screen_vertex[];

#endif
