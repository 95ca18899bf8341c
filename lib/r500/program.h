/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own in place of fixed function: a vertex and a fragment program in R5xx shader
 * assembly.
 *
 *	static struct fl_program p;                     // large
 *	if (fl_program_make(&p, vertex_text, fragment_text, &err)) …
 *	wobble = fl_program_const(&p, FL_VERTEX, "wobble");
 *	fl_program(&d, &p);
 *	fl_program_set(&p, FL_VERTEX, wobble, 1, v);
 *	fl_begin(&d, FL_TRIANGLES); …
 *
 * The language is that of lib/r500/asm.h, so this header is the R5xx's: another family has other programs.
 *
 * Inputs of the vertex program are found by name: position, color, normal, texcoord0 to texcoord3. A name
 * with fewer components in the vertex than the program reads gets 0, 0, 1 for those that are missing;
 * position must be among them.
 *
 * Constants of either program that are called state_… are kept up to date by the library, each row of a
 * matrix a register:
 *	state_mvp[4]                            projection * modelview
 *	state_modelview[4], state_projection[4]
 *	state_normal[3]                         for normals: the modelview's inverse, transposed; w 0
 *	state_texture0[4] to state_texture3[4]
 *	state_viewport                          x, y, width, height in pixels, from the top left
 *	state_light0 to state_light3            position in eye space; w 0: direction
 * A declaration of fewer registers gets the first ones.
 *
 * What comes after the programs - depth, stencil, alpha test, blending - is the state of immediate mode;
 * fog, lighting, texture environment and coordinate generation, line stipple and point attenuation are fixed
 * function's. tex0 to tex7 are the textures that fl_texture() names. With fl_point_sprite(), texcoord0 of a
 * fragment program is that of the point: x, y, 0, 1; a vertex program that has a texcoord0 too must have no
 * other after it then. Outputs A to D go to the targets of fl_draw_targets(); targets that a program does not
 * write keep what they hold.
 *
 * The chip keeps several programs: changing between two of them sends constants and registers, but no code.
 */
#ifndef LIB_R500_PROGRAM_H
#define LIB_R500_PROGRAM_H

#include "lib/fl_program_state.h"
#include "lib/r500/asm.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_program {
	struct fl_program_head head;
	uint64_t code;                       /* of the words of both: equal for equal programs */
	uint8_t attribute[3 + FL_TEXCOORDS]; /* vn of position, color, normal, texcoord…; 255: not read */
	bool kills;                          /* the fragment program may throw pixels away */
	uint16_t booleans;                   /* b0 to b15 of the vertex program */
	uint32_t fs_booleans;
	uint32_t fs_int[32];
	struct fl_program_dirty dirty[2]; /* constants of each stage that changed */
	struct fl_program_states states;
	struct fl_r500_vs vs;
	struct fl_r500_fs fs;
};

/* Assemble, and see whether the two fit. FL_USAGE: *err has the first error, as "vertex program 3:14: …";
 * p->vs.source and p->fs.source have all. The texts must stay as long as fl_program_const() is called. Make
 * one again, and it must be given to fl_program() again. */
enum fl_code fl_r500_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				  struct fl_err *err);
static inline enum fl_code fl_program_make(struct fl_program *p, const char *vertex, const char *fragment,
					   struct fl_err *err)
{
	return fl_r500_program_make(p, vertex, fragment, err);
}

#ifdef __cplusplus
}
#endif

#endif
