/* SPDX-License-Identifier: MIT
 *
 * Inside lib/cik: programs of the caller's own, as the drawing state sees them.
 */
#ifndef LIB_CIK_PROGRAM_STATE_H
#define LIB_CIK_PROGRAM_STATE_H

#include "hw/regs/cik.h"
#include "lib/cik/lower.h"
#include "lib/cik/program.h"

extern const struct fl_program_kind fl_cik_programs;

/* SPI_PS_INPUT_ADDR of fragment programs: which of the chip's inputs stands where, whether it is there or
 * not: weights in v[0:1], the position in v[2:5], the face in v6 (facts 4.3). */
#define FL_CIK_OWN_ADDR                                                                           \
	(CIK_SPI_PS_INPUT_ADDR__PERSP_CENTER_ENA(1) | CIK_SPI_PS_INPUT_ADDR__POS_X_FLOAT_ENA(1) | \
	 CIK_SPI_PS_INPUT_ADDR__POS_Y_FLOAT_ENA(1) | CIK_SPI_PS_INPUT_ADDR__POS_Z_FLOAT_ENA(1) |  \
	 CIK_SPI_PS_INPUT_ADDR__POS_W_FLOAT_ENA(1) | CIK_SPI_PS_INPUT_ADDR__FRONT_FACE_ENA(1))

/* The program that p->source has, with what comes before it, in p->stage[stage] (program_begin.c). False: it
 * is too long. */
bool fl_cik_own_words(struct fl_program *p, enum fl_stage_of stage);

/* ---- drawing (program_load.c) -------------------------------------------------------------------------- */
/* All that d->dirty says of d->program; p as in fl_cik_set_programs(). */
uint32_t *fl_cik_program_state(struct fl_draw *d, uint32_t *p);
/* The constants of a stage, in the stream if they are few. User registers reg and the next get their
 * address. */
uint32_t *fl_cik_program_constants(const struct fl_draw *d, uint32_t *p, uint32_t stage, uint32_t reg);

/* Targets that are written: bit n. Fixed function writes to the first. */
static inline uint32_t fl_cik_program_targets(const struct fl_draw *d)
{
	return d->program ? d->program->targets : 1u;
}

#endif
