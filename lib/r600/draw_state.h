/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r600: one function a group of state; each writes at p and returns where it stopped.
 */
#ifndef LIB_R600_DRAW_STATE_H
#define LIB_R600_DRAW_STATE_H

#include "hw/r600/pm4.h"
#include "lib/fl_draw_chip.h"
#include "lib/fl_ff.h"
#include "lib/fl_program.h"
#include "lib/r600/draw.h"
#include "lib/r600/draw_own.h"
#include "lib/r600/fetch.h"

/* Room that sending state or a clear takes at most: targets (120), programs and routing (80), textures (8 *
 * 20), planes (40), constants (20 groups of 22), the other groups (150). */
#define FL_R600_STATE_DW     1024u
/* Resources of vertices (R6xx facts 1.2): fetch programs number them from the vertex programs' first on. */
#define FL_R600_VERTICES     320u
/* Constants of vertex programs: behind those of pixel programs. */
#define FL_R600_VS_CONSTANTS 256u

/* VGT_PRIMITIVE_TYPE of each primitive type */
extern const uint8_t fl_r600_prim[FL_PRIM_COUNT];

void fl_r600_draw_begin(struct fl_draw *d);
void fl_r600_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n);
void fl_r600_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src);
/* What a draw takes beside its vertices and indices. */
#define FL_R600_DRAW_DW 48u
/* Resource FL_R600_VERTICES + i: size_B bytes of vertices at addr. */
uint32_t *fl_r600_vertices(uint32_t *p, uint32_t i, uint64_t addr, uint32_t stride_B, uint64_t size_B);
/* Draw n vertices in the order in which they are; or those that the indices at indices name; all of it so
 * many times. type: VGT_PRIMITIVE_TYPE */
uint32_t *fl_r600_put_draw(struct fl_draw *d, uint32_t *p, uint32_t type, uint32_t n, uint32_t instances,
			   uint32_t index_B, uint64_t indices);

/* Programs, and what is between them: of the caller's own or of fixed function, with vertices as fetch has
 * them. They are brought to memory if they are not there, which takes room of its own in the stream: p is
 * where that stands, and FL_R600_STATE_DW are free behind what is returned. */
uint32_t *fl_r600_set_programs(struct fl_draw *d, uint32_t *p, uint64_t fetch);
/* A program's parts, as registers name them. exports: SQ_PGM_EXPORTS_PS */
struct fl_r600_set {
	const struct fl_resident *fetch, *vs, *fs;
	const struct fl_resident *gs, *copy; /* NULL: vs exports, and there is no geometry program */
};
/* SQ_PGM_RESOURCES of any kind */
uint32_t fl_r600_resources(const struct fl_resident *s);
uint32_t *fl_r600_put_programs(struct fl_draw *d, uint32_t *p, const struct fl_r600_set *s, uint32_t exports);
const struct fl_resident *fl_r600_fetch_program(struct fl_draw *d, uint64_t key);
/* In place of samples: a clear of whole numbers, which are the last constant of fragment programs. */
#define FL_R600_NUMBERS       64u
#define FL_R600_LAST_CONSTANT 255u
/* Those of a clear, or of a resolve of so many samples, by resource 0 (draw_plain.c). Vertices are a position
 * and a color, both of four floats. */
uint32_t *fl_r600_set_plain(struct fl_draw *d, uint32_t *p, uint32_t samples);
const struct fl_resident *fl_r600_plain(struct fl_draw *d, uint32_t samples);
/* Resource 0: the samples of a color buffer. */
uint32_t *fl_r600_put_samples(const struct fl_draw *d, uint32_t *p, const struct fl_surface *s);
/* The vertex as fl_vertex() writes it: its format is noted in *d. The key of the fetch program. */
uint64_t fl_r600_immediate(struct fl_draw *d);
/* The same for programs that read those attributes of struct fl_arrays (bit k: attribute k), coordinates of
 * that many components. */
uint64_t fl_r600_immediate_format(struct fl_draw *d, uint32_t reads, const uint8_t size[FL_TEXCOORDS]);

/* The geometry program of d->program and what is around it, or that there is none, if one was before
 * (draw_geometry.c). */
uint32_t *fl_r600_put_geometry(struct fl_draw *d, uint32_t *p, const struct fl_r600_set *s);
/* Where the constants of a kind of program are, if not in the constant file. */
uint64_t fl_r600_constants_at(const struct fl_draw *d, enum fl_stage_of stage);
/* False: the geometry program takes other primitives than those (VGT_PRIMITIVE_TYPE), which d->err says. */
bool fl_r600_geometry_takes(struct fl_draw *d, uint32_t type);

uint32_t *fl_r600_constants(struct fl_draw *d, uint32_t *p, uint32_t groups);
uint32_t *fl_r600_draw_target(struct fl_draw *d, uint32_t *p);
/* n color buffers, the first at s[0]. */
uint32_t *fl_r600_color_buffers(const struct fl_draw *d, uint32_t *p, const struct fl_surface *const s[],
				uint32_t n);
/* s NULL: there is none. */
uint32_t *fl_r600_depth_buffer(const struct fl_draw *d, uint32_t *p, const struct fl_surface *s);
/* Chips that take base registers over by a packet do so: bits of SURFACE_BASE_UPDATE. */
uint32_t *fl_r600_tell_bases(const struct fl_draw *d, uint32_t *p, uint32_t which);
uint32_t *fl_r600_samples(const struct fl_draw *d, uint32_t *p, uint32_t samples);
/* PA_SC_MODE_CNTL */
uint32_t *fl_r600_mode(const struct fl_draw *d, uint32_t *p, uint32_t samples);
/* Pixels from (x0, y0) to (x1, y1), which is outside. */
uint32_t *fl_r600_put_window(uint32_t *p, int32_t x0, int32_t y0, int32_t x1, int32_t y1);
uint32_t *fl_r600_draw_scissor(struct fl_draw *d, uint32_t *p);
/* The tests of depth and stencil; front NULL: no stencil; back NULL: both sides alike. */
uint32_t *fl_r600_put_depth(uint32_t *p, bool test, bool write, uint32_t func, const struct fl_stencil *front,
			    const struct fl_stencil *back);
/* Whether samples are counted; no hierarchy. copies: of DB_RENDER_CONTROL; nothing is counted then. */
uint32_t *fl_r600_put_render(const struct fl_draw *d, uint32_t *p, uint32_t copies);
/* DB_SHADER_CONTROL: depth and stencil come after all that throws pixels away, a program (kills) or what
 * follows it (late), and after a program that makes their depth. */
uint32_t *fl_r600_put_order(const struct fl_draw *d, uint32_t *p, bool late, bool kills, bool depth);
uint32_t *fl_r600_draw_viewport(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r600_draw_depth(struct fl_draw *d, uint32_t *p);
/* Blending and the logic operation. */
uint32_t *fl_r600_draw_blend(struct fl_draw *d, uint32_t *p);
/* Masks of channels, color of blending. */
uint32_t *fl_r600_draw_output(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r600_draw_raster(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r600_draw_point(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r600_draw_stipple(struct fl_draw *d, uint32_t *p);
/* What is drawn next goes on with the pattern of the strip before it. */
uint32_t *fl_r600_stipple_on(const struct fl_draw *d, uint32_t *p);
uint32_t *fl_r600_draw_clip(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r600_draw_texture(struct fl_draw *d, uint32_t *p);
/* Textures that are copies of depth buffers are made anew; p as in fl_r600_set_programs(). */
uint32_t *fl_r600_draw_copies(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r600_draw_init(struct fl_draw *d, uint32_t *p);

void fl_r600_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil);
void fl_r600_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to);
void fl_r600_draw_count(struct fl_draw *d, bool begin, uint64_t result_B);
void fl_r600_draw_stream(struct fl_draw *d, uint64_t addr, uint64_t size_B, uint32_t stride_B);

static inline uint64_t fl_r600_addr(const struct fl_draw *d, const struct fl_surface *s)
{
	return d->chip.vram_addr + s->offset_B;
}

#endif
