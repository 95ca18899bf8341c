/* SPDX-License-Identifier: MIT
 *
 * Programs in the chip's memories: those of fixed function (lib/fl_ff.h), lowered to the chip's words, and
 * what the chip holds of them and of the caller's own (lib/r500/program.h).
 *
 * Registers of fixed function. Vertex programs: inputs and outputs are numbered as struct fl_ff_places says,
 * all of 4 components. Fragment programs: so are the temporaries in which the inputs arrive; they write outA.
 */
#ifndef LIB_R500_PROGRAMS_H
#define LIB_R500_PROGRAMS_H

#include "hw/regs/r500.h"
#include "lib/fl_draw.h"
#include "lib/fl_ff_form.h"
#include "lib/r500/draw_own.h"
#include "lib/r500/gen.h"

/* The last of fragment program and constant memory are fl_clear()'s. */
#define FL_R500_FS_CLEAR_AT    508u
#define FL_R500_FS_CLEAR_CONST 255u

/* Where words for the vector memories go: R5xx guide 5.1, 7.4.10. */
static inline uint32_t fl_r500_vector_port(const struct fl_draw *d)
{
	return d->chip.pushed ? R500_VAP_PVS_VECTOR_DATA_REG : R500_VAP_PVS_VECTOR_DATA_REG_128;
}

/* ---- programs ------------------------------------------------------------------------------------------ */
/* Instructions that these programs have of R5xx's memory for fragment programs; the rest is for the caller's
 * own. */
#define FL_R500_FS_MEMORY 128u
/* Dwords an instruction */
#define FL_R500_VS_DW     4u
#define FL_R500_FS_DW     6u

/* Lower a program of n instructions, whose inputs and outputs are at places, to words. Returns the number of
 * instructions; *last_position is the one that writes the position last. saturates: the chip's instructions
 * do. words is written in order and not read. */
uint32_t fl_r500_vs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *places,
			  bool saturates, uint32_t *words, uint32_t *last_position);
/* The same of a fragment program; *last_temp: highest temporary used. */
uint32_t fl_r500_fs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *places,
			  uint32_t *words, uint32_t *last_temp);

/* Send the values of these groups of constants, FL_FF_G_…. */
uint32_t *fl_r500_draw_constants(struct fl_draw *d, uint32_t *p, uint32_t groups);

/* Point the chip at the vertex program of key; load it if it is not resident. */
uint32_t *fl_r500_draw_vs(struct fl_draw *d, uint32_t *p, uint64_t key);
/* The vertex format of what fl_vertex() writes for the program of key. */
uint32_t *fl_r500_put_format(struct fl_draw *d, uint32_t *p, const uint8_t to[FL_ATTRIBUTES],
			     const uint8_t size[FL_TEXCOORDS]);
uint32_t *fl_r500_draw_format(struct fl_draw *d, uint32_t *p, uint64_t key);
/* The routing from the vertex program's outputs to the fragment program's registers. */
uint32_t *fl_r500_draw_route(const struct fl_r500_gen *gen, uint32_t *p, uint64_t key);
/* The same from a description; RS alone, whose registers ip and inst are. */
uint32_t *fl_r500_put_rs(uint32_t *p, const struct fl_r500_route *r, uint32_t ip, uint32_t inst);
uint32_t *fl_r500_put_raster(const struct fl_r500_gen *gen, uint32_t *p, const struct fl_r500_route *r);

/* ---- the parts of R5xx: gen.h -------------------------------------------------------------------------- */
uint32_t *fl_r500_init(const struct fl_draw *d, uint32_t *p);
uint32_t *fl_r500_fs(struct fl_draw *d, uint32_t *p, uint64_t key);
/* The nth writes the last constant to target n. */
extern const uint32_t fl_r500_clear_words[FL_TARGETS][FL_R500_FS_DW];
uint32_t *fl_r500_clear(uint32_t *p, uint32_t n, const float rgba[4]);
uint32_t *fl_r500_own_fs(const struct fl_program *program, uint32_t *p, const struct fl_r500_route *r);
uint32_t *fl_r500_constants(uint32_t *p, uint32_t first, uint32_t n, const uint32_t (*v)[4]);
uint32_t *fl_r500_raster(uint32_t *p, const struct fl_r500_route *r);
uint32_t *fl_r500_blend_color(uint32_t *p, const float c[4], bool is_float);

/* ---- which are in the chip: resident.c ----------------------------------------------------------------- */
/* The program of key in c, or NULL. */
struct fl_r500_resident *fl_r500_resident(struct fl_r500_programs *c, uint64_t key);
/* A place for a program of n instructions in memory of that many, in place of the oldest that are in its
 * way. */
struct fl_r500_resident *fl_r500_make_room(struct fl_r500_programs *c, uint64_t key, uint32_t n,
					   uint32_t memory);
/* Something else was written to the memory from there on. */
void fl_r500_forget(struct fl_r500_programs *c, uint32_t from);
/* Of the caller's own: where d->program is, or NULL; a place for it, likewise. */
struct fl_r500_own_program *fl_r500_own(struct fl_draw *d);
struct fl_r500_own_program *fl_r500_make_own_room(struct fl_draw *d);

#endif
