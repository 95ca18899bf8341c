/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices that lie in video memory and are drawn from there.
 *
 *	struct fl_arrays a = {
 *		.position = {.offset_B = at, .stride_B = 16, .type = FL_FLOAT, .size = 3},
 *		.color = {.offset_B = at + 12, .stride_B = 16, .type = FL_UBYTE, .size = 4},
 *	};
 *	fl_draw_elements(&d, FL_TRIANGLES, &a, indices_B, 2, n, n_vertices);
 *
 * The state is that of immediate mode, fixed function or a program. What an array does not give is what
 * fl_color(), fl_normal(), fl_texcoord() said last; arrays that are not read are not fetched. Of an array
 * with fewer than four components the others are 0, 0, 1.
 *
 * The memory is read while the commands run: it may change after a fence that follows.
 */
#ifndef LIB_FL_BUFFER_H
#define LIB_FL_BUFFER_H

#include "lib/fl_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draw vertices first to first + count - 1; any count below 2^24. FL_DEBUG checks alignment and sizes. */
void fl_draw_arrays(struct fl_draw *d, enum fl_prim prim, const struct fl_arrays *a, uint32_t first,
		    uint32_t count);
/* Draw the vertices that count indices of index_B (2 or 4) bytes at indices_B (a multiple of 4) name; count
 * below 2^23. All below n_vertices: the chip clamps those that are not. */
void fl_draw_elements(struct fl_draw *d, enum fl_prim prim, const struct fl_arrays *a, uint64_t indices_B,
		      uint32_t index_B, uint32_t count, uint32_t n_vertices);

/* How often arrays and elements are drawn from now on, by one command: n times, once at first. fl_begin()
 * draws once. A program of the caller's own can tell the instances from one another (lib/FAMILY/program.h).
 * FL_USAGE (d->code): a chip without FL_DOES_INSTANCES. */
void fl_instances(struct fl_draw *d, uint32_t n);

/* Vertices to memory: what a program of the caller's own streams out (lib/FAMILY/program.h) of each vertex
 * drawn from here to fl_stream_end() goes to size_B bytes of video memory at at_B, stride_B bytes a vertex,
 * in their order. at_B is a multiple of 256, the others of 4. Strips, fans and loops come as primitives of
 * their own; one for which there is no room is left out whole. Nothing of it is seen, and nothing but
 * fl_draw_arrays(), fl_draw_elements() and fl_begin() is called between the two. After fl_stream_end() the
 * vertices can be drawn from there. FL_USAGE (d->code): a chip without FL_DOES_STREAMS. */
void fl_stream_out(struct fl_draw *d, uint64_t at_B, uint64_t size_B, uint32_t stride_B);
void fl_stream_end(struct fl_draw *d);

#ifdef __cplusplus
}
#endif

#ifdef FL_WHERE
#define fl_draw_arrays(d, ...)   fl_draw_arrays(FL_AT(d, "fl_draw_arrays"), __VA_ARGS__)
#define fl_draw_elements(d, ...) fl_draw_elements(FL_AT(d, "fl_draw_elements"), __VA_ARGS__)
#define fl_instances(d, ...)     fl_instances(FL_AT(d, "fl_instances"), __VA_ARGS__)
#define fl_stream_out(d, ...)    fl_stream_out(FL_AT(d, "fl_stream_out"), __VA_ARGS__)
#define fl_stream_end(d)         fl_stream_end(FL_AT(d, "fl_stream_end"))
#endif

#endif
