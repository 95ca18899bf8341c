/* SPDX-License-Identifier: MIT
 *
 * Inside lib/cik: one function a group of state; each writes at p and returns where it stopped.
 */
#ifndef LIB_CIK_DRAW_STATE_H
#define LIB_CIK_DRAW_STATE_H

#include "hw/cik/pm4.h"
#include "lib/cik/draw.h"
#include "lib/cik/draw_own.h"
#include "lib/cik/lower.h"
#include "lib/fl_draw_chip.h"
#include "lib/fl_ff.h"

/* Constants of a program of the caller's own that go with the stream, vectors; more of them have memory. */
#define FL_CIK_IN_STREAM 96u
/* Room that tables take at most: constants of three programs, textures (8 * 16 dwords). */
#define FL_CIK_TABLES_DW (3 * (4 * FL_CIK_IN_STREAM + 5) + 144)
/* Room that sending state or a clear takes at most: targets (180), programs and routing (220), planes (40),
 * tables, the other groups (150). */
#define FL_CIK_STATE_DW  (FL_CIK_TABLES_DW + 700)
/* What a draw takes beside its vertices and indices. */
#define FL_CIK_DRAW_DW   64u

/* VGT_PRIMITIVE_TYPE of each primitive type */
extern const uint8_t fl_cik_prim[FL_PRIM_COUNT];

void fl_cik_draw_begin(struct fl_draw *d);
void fl_cik_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n);
void fl_cik_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src);

/* ---- vertices ------------------------------------------------------------------------------------------ */
/* SQ_BUF_RSRC_WORD3 of an attribute: enum fl_type, components */
uint32_t fl_cik_format(uint32_t type, uint32_t size, bool integer);
/* What an attribute is read as, in bytes: three of a type have the place of four, but for floats. */
uint32_t fl_cik_attribute_B(uint32_t type, uint32_t size);
/* Four words of a descriptor: n records of stride_B bytes; without a stride n is bytes. */
void fl_cik_buffer(uint32_t w[4], uint64_t addr, uint32_t stride_B, uint32_t n, uint32_t format);
/* The vertex as fl_vertex() writes it: its format is noted in *d and in its own state. The program reads
 * those attributes of struct fl_arrays (bit k: attribute k), coordinates of that many components. */
void fl_cik_immediate(struct fl_draw *d, uint32_t reads, const uint8_t size[FL_TEXCOORDS]);
/* The descriptors of what the vertex program reads are there, 4 dwords each. */
uint32_t *fl_cik_put_vertices(const struct fl_draw *d, uint32_t *p, uint64_t descriptors);
/* Vertices are of the stream, and all of them are drawn. */
static inline uint32_t *fl_cik_unbounded(struct fl_draw *d, uint32_t *p)
{
	struct fl_cik_draw *r = fl_cik_of(d);

	r->arrays_set = false;
	if (!r->bounded)
		return p;
	r->bounded = false;
	return cik_pm4_put(p, CIK_VGT_MAX_VTX_INDX, ~0u);
}
/* Draw n vertices in the order in which they are; or those that the indices at indices name, of most + 1; all
 * of it so many times. type: VGT_PRIMITIVE_TYPE */
uint32_t *fl_cik_put_draw(uint32_t *p, uint32_t type, uint32_t n, uint32_t instances, uint32_t index_B,
			  uint64_t indices);

/* ---- programs ------------------------------------------------------------------------------------------ */
/* Programs that are set up together, and what registers say of them. vs runs as VS: behind a geometry program
 * gs it is the copy program, and vertices are es'. */
struct fl_cik_set {
	const struct fl_resident *vs, *fs; /* regs: SPI_SHADER_PGM_RSRC1, SPI_PS_INPUT_ENA */
	const struct fl_resident *es, *gs; /* gs NULL: there is none */
	uint32_t addr;                     /* SPI_PS_INPUT_ADDR */
	uint32_t params;                   /* outputs behind the positions */
	uint32_t targets;                  /* that are exported: bit n */
	bool sized, depth;                 /* point sizes, depths are exported */
	bool streams;                      /* the vertex program stores vertices */
};
/* The geometry program of d->program, or that there is none, if one was before (draw_geometry.c). */
uint32_t *fl_cik_put_geometry(struct fl_draw *d, uint32_t *p, const struct fl_cik_set *s);
/* The rings in the program's constants; the buffers of the copy program, with that for fl_stream_out(). */
void fl_cik_geometry_rings(const struct fl_draw *d, struct fl_program *program);
uint32_t *fl_cik_put_copied(const struct fl_draw *d, uint32_t *p);
/* False: the geometry program that is set up takes other primitives, which d->err says. */
bool fl_cik_geometry_takes(struct fl_draw *d, enum fl_prim prim);
uint32_t *fl_cik_put_set(struct fl_draw *d, uint32_t *p, const struct fl_cik_set *s);
/* Bring a program of n dwords, which is not there: this takes room of its own in the stream. */
const struct fl_resident *fl_cik_bring(struct fl_draw *d, const struct fl_resident *what,
				       const uint32_t *words, uint32_t n);
/* What the alpha test adds to the key of a pixel program; 0: there is none. */
uint64_t fl_cik_alpha_key(const struct fl_draw *d);
/* Programs of fixed function, and what is between them, and vertices in the stream. They are brought to
 * memory if they are not there, which takes room of its own in the stream: p is where that stands, and
 * FL_CIK_STATE_DW are free behind what is returned. */
uint32_t *fl_cik_set_programs(struct fl_draw *d, uint32_t *p);
/* Those of a clear, or of a resolve (draw_plain.c): the color of the corners goes to the pixels; or the first
 * constant does; or the mean of so many samples of the image that the table of textures begins with. */
enum { FL_CIK_PLAIN_COLOR, FL_CIK_PLAIN_NUMBERS }; /* else samples */
uint32_t *fl_cik_set_plain(struct fl_draw *d, uint32_t *p, uint32_t what);
const struct fl_resident *fl_cik_plain(struct fl_draw *d, uint32_t what);
/* The table of textures: the samples of a color buffer alone. */
uint32_t *fl_cik_put_samples(struct fl_draw *d, uint32_t *p, const struct fl_surface *s);
/* The first constant of pixel programs, in the stream. */
uint32_t *fl_cik_put_constant(struct fl_draw *d, uint32_t *p, const float v[4]);
/* Tables of the stream that are stale are written, and programs find them. */
uint32_t *fl_cik_tables(struct fl_draw *d, uint32_t *p);

static inline bool fl_cik_tables_stale(const struct fl_draw *d)
{
	return fl_cik_its(d)->stale || fl_cik_its(d)->batch != d->cs->batches;
}

/* ---- groups of state ----------------------------------------------------------------------------------- */
uint32_t *fl_cik_draw_init(struct fl_draw *d, uint32_t *p);
uint32_t *fl_cik_draw_target(struct fl_draw *d, uint32_t *p);
/* n color buffers, the first at s[0]. */
uint32_t *fl_cik_color_buffers(const struct fl_draw *d, uint32_t *p, const struct fl_surface *const s[],
			       uint32_t n);
/* s NULL: there is none. */
uint32_t *fl_cik_depth_buffer(const struct fl_draw *d, uint32_t *p, const struct fl_surface *s);
uint32_t *fl_cik_samples(const struct fl_draw *d, uint32_t *p, uint32_t samples);
/* PA_SC_MODE_CNTL_0 */
uint32_t *fl_cik_mode(const struct fl_draw *d, uint32_t *p);
/* Pixels from (x0, y0) to (x1, y1), which is outside. */
uint32_t *fl_cik_put_window(uint32_t *p, int32_t x0, int32_t y0, int32_t x1, int32_t y1);
uint32_t *fl_cik_draw_scissor(struct fl_draw *d, uint32_t *p);
/* The tests of depth and stencil; front NULL: no stencil; back NULL: both sides alike. */
uint32_t *fl_cik_put_depth(uint32_t *p, bool test, bool write, uint32_t func, const struct fl_stencil *front,
			   const struct fl_stencil *back);
/* Whether samples are counted. */
uint32_t *fl_cik_put_counting(const struct fl_draw *d, uint32_t *p, bool counting);
/* DB_SHADER_CONTROL: depth and stencil come after a program that throws pixels away. */
uint32_t *fl_cik_put_order(uint32_t *p, bool kills, bool depth);
uint32_t *fl_cik_draw_depth(struct fl_draw *d, uint32_t *p);
/* Blending and the logic operation. */
uint32_t *fl_cik_draw_blend(struct fl_draw *d, uint32_t *p);
/* Masks of channels, color of blending. */
uint32_t *fl_cik_draw_output(struct fl_draw *d, uint32_t *p);
uint32_t *fl_cik_draw_viewport(struct fl_draw *d, uint32_t *p);
uint32_t *fl_cik_draw_raster(struct fl_draw *d, uint32_t *p);
uint32_t *fl_cik_draw_point(struct fl_draw *d, uint32_t *p);
uint32_t *fl_cik_draw_stipple(struct fl_draw *d, uint32_t *p);
/* What is drawn next goes on with the pattern of the strip before it. */
uint32_t *fl_cik_stipple_on(const struct fl_draw *d, uint32_t *p);
uint32_t *fl_cik_draw_clip(struct fl_draw *d, uint32_t *p);
/* Borders of textures come to memory, which takes room of its own: p as in fl_cik_set_programs(). */
uint32_t *fl_cik_draw_borders(struct fl_draw *d, uint32_t *p);
/* The table of textures. */
uint32_t *fl_cik_put_textures(const struct fl_draw *d, uint32_t *p);

void fl_cik_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil);
void fl_cik_draw_stream(struct fl_draw *d, uint64_t addr, uint64_t size_B, uint32_t stride_B);
void fl_cik_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to);
void fl_cik_draw_count(struct fl_draw *d, bool begin, uint64_t result_B);

static inline uint64_t fl_cik_addr(const struct fl_draw *d, const struct fl_surface *s)
{
	return d->chip.vram_addr + s->offset_B;
}

/* Where constants of a stage (enum fl_stage_of) are that are too many for the stream. */
static inline uint64_t fl_cik_long_constants(const struct fl_draw *d, uint32_t stage)
{
	return d->chip.own_addr + FL_CIK_PROGRAMS_B + FL_CIK_COUNTS_B + FL_CIK_BORDERS_B +
	       FL_CIK_CONSTANTS_B * stage;
}

/* The color of unit u's border, entry u of the table. */
static inline uint64_t fl_cik_borders(const struct fl_draw *d)
{
	return d->chip.own_addr + FL_CIK_PROGRAMS_B + FL_CIK_COUNTS_B;
}

#endif
