/* SPDX-License-Identifier: MIT
 *
 * Inside lib/cik: programs of the caller's own, as the drawing state sees them.
 */
#ifndef LIB_CIK_PROGRAM_STATE_H
#define LIB_CIK_PROGRAM_STATE_H

#include "hw/regs/cik.h"
#include "lib/cik/emit.h"
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

/* Which of the buffer's vertices the lane's is: VGPR vgpr. Of the eight SGPRs from sgpr on, a multiple of 4,
 * the first four are the buffer; then the mask of lanes that fit, and where the buffer goes on, bytes. */
enum { FL_CIK_STREAM_MASK = 4, FL_CIK_STREAM_AT = 6 };
void fl_cik_begin_stream(struct fl_cik_code *c, uint32_t sgpr, uint32_t vgpr);

/* ---- geometry programs (program_geometry.c) ------------------------------------------------------------ */
/* What a vertex program hands over; the inputs of a geometry program, and its end. */
void fl_cik_end_hand(struct fl_cik_code *c, const struct fl_cik_declared *d);
void fl_cik_begin_geometry(struct fl_cik_code *c, const struct fl_cik_declared *d);
void fl_cik_end_geometry(struct fl_cik_code *c);
/* p->source is the geometry program, or the vertex program before one: what is known of it. */
enum fl_code fl_cik_keep_geometry(struct fl_program *p, struct fl_err *err);
enum fl_code fl_cik_keep_hand(struct fl_program *p, struct fl_err *err);
/* The copy program of p->geometry. False: it is too long. */
bool fl_cik_make_copy(struct fl_program *p);
/* User registers of copy programs: two descriptors */
enum { FL_CIK_COPY_RING = 0, FL_CIK_COPY_STREAM = 4 };

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
