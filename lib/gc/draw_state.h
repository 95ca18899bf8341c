/* SPDX-License-Identifier: MIT
 *
 * Inside lib/gc: one function a group of state; each writes at p and returns where it stopped. Those that
 * take more than FL_GC_STATE_DW take room of their own, and return where it stands then.
 */
#ifndef LIB_GC_DRAW_STATE_H
#define LIB_GC_DRAW_STATE_H

#include "lib/fl_draw_chip.h"
#include "lib/fl_ff.h"
#include "lib/gc/draw.h"
#include "lib/gc/draw_own.h"
#include "lib/gc/lower.h"
#include "lib/gc/start.h"
#include "lib/gc/states.h"

/* Room that is free behind what each of these returns: targets and their copies (5 * 100), the groups of
 * state together (200), textures (8 * 30). */
#define FL_GC_STATE_DW 1024u
/* What a draw takes */
#define FL_GC_DRAW_DW  32u

static inline uint32_t fl_gc_addr(const struct fl_draw *d, const struct fl_surface *s)
{
	return (uint32_t)(d->chip.vram_addr + s->offset_B);
}

/* No draw is running that reads programs or uniforms that are about to change. */
static inline uint32_t *fl_gc_idle(struct fl_draw *d, uint32_t *p)
{
	if (!fl_gc_its(d)->busy)
		return p;
	fl_gc_of(d)->busy = false;
	return fl_gc_fe_waits(p, GC_SYNC_RECIPIENT__PE);
}

/* True: this is another batch than before. What lay in that one is not there any more, and is marked as to be
 * sent. */
bool fl_gc_new_batch(struct fl_draw *d);

/* draw_immd.c */
void fl_gc_draw_begin(struct fl_draw *d);
void fl_gc_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n);
/* How n vertices are drawn: as a type of the core's, or by indices that this makes of them. */
struct fl_gc_how {
	uint32_t type;    /* GC_PRIMITIVE_TYPE__… */
	uint32_t n;       /* vertices, or indices */
	uint32_t index_B; /* 0: in their order */
	uint32_t indices; /* the address of the first */
};
uint32_t *fl_gc_put_draw(struct fl_draw *d, uint32_t *p, const struct fl_gc_how *how, uint32_t first,
			 uint32_t instances);
/* The same for a primitive of the library's; room for FL_GC_DRAW_DW, and at the end of the batch for indices,
 * if there are any (fl_gc_indices_dw()). */
uint32_t *fl_gc_put_prim(struct fl_draw *d, uint32_t *p, enum fl_prim prim, uint32_t first, uint32_t n);
uint32_t fl_gc_indices_dw(const struct fl_draw *d, enum fl_prim prim, uint32_t n);

/* draw_vertex.c: elements of vertices, where n describes them. */
struct fl_gc_element {
	uint8_t stream, type, size, normalize; /* GC_FE_DATA_TYPE__…; components */
	uint16_t start_B, size_B;
	bool integer;
};
uint32_t *fl_gc_put_elements(const struct fl_draw *d, uint32_t *p, const struct fl_gc_element *e, uint32_t n);
uint32_t *fl_gc_put_stream(const struct fl_draw *d, uint32_t *p, uint32_t i, uint32_t addr, uint32_t stride_B,
			   uint32_t divisor);
/* The vertex as fl_vertex() writes it: elements for the attributes that are read (bit k: attribute k of
 * struct fl_arrays), coordinates of that many components; and *d's format. */
uint32_t *fl_gc_put_vertex(struct fl_draw *d, uint32_t *p, uint32_t reads, const uint8_t size[FL_TEXCOORDS]);
uint32_t *fl_gc_draw_viewport(struct fl_draw *d, uint32_t *p);

/* draw_program.c */
uint32_t *fl_gc_set_programs(struct fl_draw *d, uint32_t *p);
/* What a clear draws with: positions of four floats, and the color that is pixel uniform 0. */
uint32_t *fl_gc_set_plain(struct fl_draw *d, uint32_t *p);
/* What is between a vertex and a pixel program. */
struct fl_gc_link {
	uint32_t n;       /* varyings */
	uint8_t reg[20];  /* of the vertex program: position, varyings, size of points */
	uint8_t flat[16]; /* 1: a color; 2: which is flat */
	uint32_t outputs; /* of reg */
	int32_t sprite;   /* the varying that is where in the point a pixel lies, or -1 */
	bool sized;
	bool numbered; /* the numbers of vertex and instance come to a register */
	uint8_t number_reg;
	uint32_t n_in, vs_temps, ps_temps;
	uint32_t n_targets;
	uint8_t target_reg[8];
};
/* Words of programs come to the core, which takes room of its own. */
void fl_gc_bring(struct fl_draw *d, bool pixel, uint32_t n, const uint32_t (*words)[FL_GC_WORDS]);
uint32_t fl_gc_ps_control(const struct fl_draw *d, uint32_t n_targets);
uint32_t *fl_gc_put_link(const struct fl_draw *d, uint32_t *p, const struct fl_gc_link *l);

/* draw_const.c */
uint32_t *fl_gc_constants(struct fl_draw *d, uint32_t *p, uint32_t groups);
/* How many clip planes are on, of fixed function; their values, which may be NULL. */
uint32_t fl_gc_planes(const struct fl_draw *d, float (*plane)[4]);
uint32_t *fl_gc_put_uniforms(const struct fl_gc_info *info, uint32_t *p, bool pixel, uint32_t first,
			     uint32_t n, const float (*v)[4]);

/* draw_samples.c: how many samples a pixel has. Programs are set up anew where that changes. */
uint32_t *fl_gc_put_samples(struct fl_draw *d, uint32_t *p);

/* draw_target.c, shadow.c */
uint32_t *fl_gc_draw_target(struct fl_draw *d, uint32_t *p);
uint32_t *fl_gc_draw_output(struct fl_draw *d, uint32_t *p);
/* Where dithering begins or ends; cores without PE_DITHER_FIX do not dither what they blend. */
uint32_t *fl_gc_put_dither(struct fl_draw *d, uint32_t *p);
/* PE_COLOR_FORMAT's and PE_LOGIC_OP's words of the first target. */
uint32_t *fl_gc_put_output(const struct fl_draw *d, uint32_t *p, uint32_t mask, uint32_t logic_op);
/* red and blue of the first target stand the other way round than PE has them */
bool fl_gc_swaps(const struct fl_draw *d);
/* Where color buffer i (FL_TARGETS_MAX: the depth buffer) is drawn into: its own place, or a copy of it. */
struct fl_gc_place {
	uint32_t addr[2], pitch_B;
	bool linear;
};
uint32_t *fl_gc_open(struct fl_draw *d, uint32_t *p, uint32_t i, const struct fl_surface *s,
		     struct fl_gc_place *place);
/* What was drawn into copies goes where it belongs; then there are none. */
uint32_t *fl_gc_close(struct fl_draw *d, uint32_t *p);

/* draw_raster.c, draw_pixel.c */
uint32_t *fl_gc_draw_raster(struct fl_draw *d, uint32_t *p);
uint32_t *fl_gc_put_window(const struct fl_draw *d, uint32_t *p, const int32_t w[4]);
uint32_t *fl_gc_draw_scissor(struct fl_draw *d, uint32_t *p);
uint32_t *fl_gc_draw_depth(struct fl_draw *d, uint32_t *p);
uint32_t *fl_gc_put_depth(const struct fl_draw *d, uint32_t *p, bool test, bool write, uint32_t func,
			  const struct fl_stencil *front, const struct fl_stencil *back);
uint32_t *fl_gc_draw_blend(struct fl_draw *d, uint32_t *p);

/* program_load.c: what d->dirty says of d->program. */
uint32_t *fl_gc_program_state(struct fl_draw *d, uint32_t *p);
/* Targets that are written. */
uint32_t fl_gc_program_targets(const struct fl_draw *d);
bool fl_gc_program_depth(const struct fl_draw *d);
uint32_t fl_gc_program_attributes(const struct fl_draw *d);
bool fl_gc_program_sized(const struct fl_draw *d);

/* draw_texture.c */
uint32_t *fl_gc_draw_texture(struct fl_draw *d, uint32_t *p);

void fl_gc_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil);
void fl_gc_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to);
void fl_gc_draw_count(struct fl_draw *d, bool on, uint64_t result_B);
uint32_t fl_gc_counted(const uint32_t *words, uint32_t n);
void fl_gc_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src);
uint32_t *fl_gc_draw_init(struct fl_draw *d, uint32_t *p);

#endif
