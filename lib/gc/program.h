/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own in place of fixed function: a vertex and a fragment program in the assembly of
 * Vivante's cores.
 *
 *	static struct fl_program p;                     // large
 *	if (fl_program_make(&p, vertex_text, fragment_text, &err)) …
 *	wobble = fl_program_const(&p, FL_VERTEX, "wobble");
 *	fl_program(&d, &p);
 *	fl_program_set(&p, FL_VERTEX, wobble, 1, v);
 *	fl_begin(&d, FL_TRIANGLES); …
 *
 * The language is that of lib/gc/asm.h, so this header is this family's: another has other programs. A text
 * is made for the level that it begins with and for those above it: one with !!GC2000 runs on every core,
 * as far as it has no operation that differs (SIN, COS and LOG, which give two factors from GC3000 on).
 *
 * A vertex program says `vertex`, then its inputs, position among them, and its outputs, of which one is a
 * position: its depth goes from -w to w, on every core. A name with fewer components in the vertex than the
 * program reads gets 0, 0, 1 for those that are missing. A fragment program says `fragment`, and its
 * inputs, which find the outputs of the same meaning; one that no output has is what some other output has.
 * Its outputs go to the first of fl_draw_targets(), to the second and so on. What it writes to z of an
 * input that is called `: position` is the depth.
 *
 * From GC3000 on, x of a `temp chip_number` of a vertex program is the number of the vertex in the arrays,
 * and y that of the instance (fl_instances()): whole numbers from 0 on.
 *
 * Constants are uniforms, u0 and on in the order in which they are declared. Those of either program that are
 * called state_… are kept up to date by the library, each row of a matrix a constant: state_mvp[4],
 * state_modelview[4], state_projection[4], state_normal[3], state_texture0[4] to state_texture3[4],
 * state_viewport, state_light0 to state_light3.
 *
 * tex0 to tex7 are the textures that fl_texture() names; vertex programs read none. There are no
 * fl_program_bool() and fl_program_int(): branches test uniforms. What comes after the programs is the
 * state of immediate mode; fog, lighting, texture environment and coordinate generation, and point
 * attenuation are fixed function's. fl_flat() is for colors. With fl_point_sprite(), x and y of texcoord0
 * of a fragment program are those of the point.
 */
#ifndef LIB_GC_PROGRAM_H
#define LIB_GC_PROGRAM_H

#include "lib/fl_program_state.h"
#include "lib/gc/asm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_GC_OWN_MAX    248u /* instructions of one of the two programs */
#define FL_GC_OWN_NAMES  64u  /* of its constants */
#define FL_GC_OWN_STAGES 2u

/* One program, in words for one level */
struct fl_gc_own {
	uint32_t n, temps;
	uint32_t words[FL_GC_OWN_MAX][FL_GC_WORDS];
};

struct fl_gc_own_stage {
	struct fl_gc_own code[FL_GC_LEVELS];
	uint64_t key; /* of equal words */
	uint32_t n_names, n_constants;
	struct fl_asm_symbol name[FL_GC_OWN_NAMES];
	uint32_t value[FL_GC_CONSTANTS][4];
};

struct fl_program {
	struct fl_program_head head;
	bool made[FL_GC_LEVELS];
	bool kills;          /* the fragment program may throw pixels away */
	bool depth;          /* and writes a depth */
	uint8_t attributes;  /* bit i: the vertex program reads attribute i of struct fl_arrays */
	uint8_t n_in, n_out; /* of fragment inputs, of vertex outputs */
	uint8_t in[FL_MEANINGS_COMMON], out[FL_MEANINGS_COMMON], out_reg[FL_MEANINGS_COMMON];
	uint8_t position_reg, point_size_reg, number_reg; /* FL_GC_TEMPS: there is none */
	uint8_t n_targets, target_reg[FL_GC_TARGETS];
	struct fl_program_dirty dirty[FL_GC_OWN_STAGES];
	struct fl_program_states states;
	struct fl_gc_own_stage stage[FL_GC_OWN_STAGES];
	struct fl_err why;           /* made[…] is false */
	struct fl_gc_program source; /* the one that was assembled last, and its errors */
};

/* Assemble, and see whether the two fit. FL_USAGE: *err has the first error, as "vertex program 3:14: …".
 * The texts must stay as long as fl_program_const() is called. Make one again, and it must be given to
 * fl_program() again. */
enum fl_code fl_gc_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				struct fl_err *err);
static inline enum fl_code fl_program_make(struct fl_program *p, const char *vertex, const char *fragment,
					   struct fl_err *err)
{
	return fl_gc_program_make(p, vertex, fragment, err);
}

extern const struct fl_program_kind fl_gc_programs;

#ifdef __cplusplus
}
#endif

#endif
