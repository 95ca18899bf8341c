/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own in place of fixed function: a vertex and a fragment program in shader assembly.
 *
 *	static struct fl_program p;                     // large
 *	if (fl_program_make(&p, vertex_text, fragment_text, &err)) …
 *	wobble = fl_program_const(&p, FL_VERTEX, "wobble");
 *	fl_program(&d, &p);
 *	fl_program_set(&p, FL_VERTEX, wobble, 1, v);
 *	fl_begin(&d, FL_TRIANGLES); …
 *
 * The language is that of lib/r500/asm.h. Inputs of the vertex program are found by name: position, color, normal, texcoord0 to
 * texcoord3; a name with fewer components in the vertex than the program reads gets 0, 0, 1 for what lacks. Constants that are called
 * state_… are kept up to date by the library: state_mvp[4], state_modelview[4], state_projection[4], state_normal[3],
 * state_texture0[4] to state_texture3[4] (rows of matrices), state_viewport (x, y, width, height), state_light0 … (position).
 * Everything behind the programs - depth, stencil, blending, fog aside - is the state of immediate mode. tex0 to tex7 are
 * the textures that fl_texture() names.
 */
#ifndef FL_PROGRAM_H
#define FL_PROGRAM_H

#include "lib/fl_draw.h"
#include "lib/r500/asm.h"

enum fl_stage_of { FL_VERTEX, FL_FRAGMENT };

struct fl_program {
	struct r500_vs vs;
	struct r500_fs fs;
	struct r500_route route;
	uint8_t attribute[3 + FL_TEXCOORDS]; /* vn of position, color, normal, texcoord…; 255: not read */
	uint32_t dirty[2];                   /* constants of each stage that changed: first | past the last << 16 */
	uint32_t id;                         /* different for each fl_program_make() of a struct fl_draw's programs */
};

/* Assemble, and see whether the two fit. FL_USAGE: *err has the first error, as "vertex program 3:14: …"; p->vs.source and
 * p->fs.source have all. */
enum fl_code fl_program_make(struct fl_program *p, const char *vertex, const char *fragment, struct fl_err *err);
/* The place of a named constant; -1: there is none. */
int32_t fl_program_const(struct fl_program *p, enum fl_stage_of stage, const char *name);
/* n vectors from place at on. A place of -1 changes nothing. */
void fl_program_set(struct fl_program *p, enum fl_stage_of stage, int32_t at, uint32_t n, const float (*v)[4]);
/* Draw with p from now on; NULL: with fixed function. *p must stay. */
void fl_program(struct fl_draw *d, struct fl_program *p);

#endif
