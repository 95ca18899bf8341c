/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own in place of fixed function: drawing with one, and its constants. A program is
 * one family's: what it is written in, and fl_program_make(), are lib/FAMILY/program.h's, which also says
 * what a struct fl_program is. It begins with a struct fl_program_head.
 */
#ifndef LIB_FL_PROGRAM_H
#define LIB_FL_PROGRAM_H

#include "lib/fl_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_stage_of { FL_VERTEX, FL_FRAGMENT, FL_GEOMETRY };

/* What a family does with its programs. */
struct fl_program_kind {
	const char *name; /* the family's */
	/* Of what the family's header says of its fl_program_make(). */
	enum fl_code (*make)(struct fl_program *p, const char *vertex, const char *fragment,
			     struct fl_err *err);
	/* The same with a geometry program between the two. NULL where chips lack FL_DOES_GEOMETRY. */
	enum fl_code (*make_geometry)(struct fl_program *p, const char *vertex, const char *geometry,
				      const char *fragment, struct fl_err *err);
	const struct fl_draw_backend *backend; /* of the chips that run them */
	/* FL_USAGE: the chip that d draws on cannot run it, and why. */
	enum fl_code (*fits)(const struct fl_draw *d, const struct fl_program *p, struct fl_err *err);
	uint32_t constants; /* that a program can have */
	int32_t (*place)(struct fl_program *p, enum fl_stage_of stage, const char *name);
	void (*set)(struct fl_program *p, enum fl_stage_of stage, uint32_t at, uint32_t n,
		    const float (*v)[4]);
	void (*boolean)(struct fl_program *p, enum fl_stage_of stage, uint32_t i, bool on);
	void (*integer)(struct fl_program *p, uint32_t i, uint8_t count, uint8_t first, int8_t step);
};

struct fl_program_head {
	const struct fl_program_kind *kind; /* NULL: it was not made */
	struct fl_draw *draw;               /* that draws with it */
};

/* A program in the languages of several families; the list ends with family NULL. */
struct fl_program_text {
	const char *family; /* "r500" */
	const char *vertex, *fragment;
};
/* Make the one of the family that d draws on; *p has room for a struct fl_program of that family.
 * FL_NO_DEVICE: there is none of it. lib/fl_programs.c has this, which links the assemblers of all
 * families. */
enum fl_code fl_program_choose(const struct fl_draw *d, struct fl_program *p,
			       const struct fl_program_text *texts, struct fl_err *err);
/* The same with a geometry program, which makes other primitives of each that is drawn: geometry[i] goes with
 * texts[i]. FL_USAGE: a chip without FL_DOES_GEOMETRY. */
enum fl_code fl_program_choose_geometry(const struct fl_draw *d, struct fl_program *p,
					const struct fl_program_text *texts, const char *const *geometry,
					struct fl_err *err);

/* The place of a named constant; -1: there is none. FL_GEOMETRY is a stage of programs that have one. */
int32_t fl_program_const(struct fl_program *p, enum fl_stage_of stage, const char *name);
/* n vectors from place at on, below what the family has (R5xx: 256). A place of -1 changes nothing. */
void fl_program_set(struct fl_program *p, enum fl_stage_of stage, int32_t at, uint32_t n,
		    const float (*v)[4]);
/* bi of a program. Off at first. */
void fl_program_bool(struct fl_program *p, enum fl_stage_of stage, uint32_t i, bool on);
/* ii of the fragment program: how often LOOP or REP run, 0 to 255; aL's first value, and what is added each
 * time, -128 to 127. */
void fl_program_int(struct fl_program *p, uint32_t i, uint8_t count, uint8_t first, int8_t step);
/* Draw with p from now on; NULL: with fixed function. *p must stay, and belongs to one struct fl_draw at a
 * time. A program of another family than the chip's changes nothing; nor does one that the chip cannot run,
 * which is an error of d (d->code, d->err). */
void fl_program(struct fl_draw *d, struct fl_program *p);

#ifdef __cplusplus
}
#endif

#ifdef FL_WHERE
#define fl_program(d, ...) fl_program(FL_AT(d, "fl_program"), __VA_ARGS__)
#endif

#endif
