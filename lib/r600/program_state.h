/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r600: programs of the caller's own, as the drawing state sees them.
 */
#ifndef LIB_R600_PROGRAM_STATE_H
#define LIB_R600_PROGRAM_STATE_H

#include "lib/r600/draw.h"
#include "lib/r600/program.h"

extern const struct fl_program_kind fl_r600_programs;

/* ---- making (program.c, program_geometry.c) ------------------------------------------------------------ */
/* p->source is the geometry program, or the vertex program before one: what is known of it, and whether it
 * writes what it may. */
enum fl_code fl_r600_keep_geometry(struct fl_program *p, struct fl_err *err);
enum fl_code fl_r600_keep_export(struct fl_program *p, struct fl_err *err);
/* Its constants are read out of memory: the first of buffer 0, in place of the constant file. name: which of
 * the programs it is, for errors */
enum fl_code fl_r600_from_memory(struct fl_r600_program *s, const char *name, struct fl_err *err);
/* The copy program of the geometry program that p has now; p->source is lost. */
void fl_r600_make_copy(struct fl_program *p, bool r700);
/* The words of s; stage: a number for programs that do the same work */
void fl_r600_keep_words(struct fl_r600_own *to, const struct fl_r600_program *s, uint32_t stage);

/* ---- drawing ------------------------------------------------------------------------------------------- */
/* The fetch program of fl_vertex() for d->program; the vertex format is noted in *d. */
uint64_t fl_r600_program_immediate(struct fl_draw *d);
/* d->program and that fetch program, brought and set up; p as in fl_r600_set_programs(). */
uint32_t *fl_r600_program_set_up(struct fl_draw *d, uint32_t *p, uint64_t fetch);
/* All that d->dirty says of d->program, its constants too; p likewise. */
uint32_t *fl_r600_program_state(struct fl_draw *d, uint32_t *p);

/* Targets that are written: bit n. Fixed function writes to the first. */
static inline uint32_t fl_r600_program_targets(const struct fl_draw *d)
{
	return d->program ? d->program->targets : 1u;
}

/* STACK_SIZE on this chip: of 4 quad pipes, wavefronts have 64 threads (R6xx facts 0). */
static inline uint32_t fl_r600_own_stack(const struct fl_r600_own *own, const struct fl_chip *chip)
{
	return r600_chip_family(chip)->pipes < 4 ? own->stack_narrow : own->stack;
}

#endif
