/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: programs of the caller's own, as the drawing state sees them.
 */
#ifndef LIB_R500_PROGRAM_STATE_H
#define LIB_R500_PROGRAM_STATE_H

#include "lib/r500/program.h"

extern const struct fl_program_kind fl_r500_programs;

/* Send code and constants of d->program, as far as d->dirty says. They take their own room in the stream. */
void fl_r500_program_send(struct fl_draw *d);
/* The registers beside d->program: vertex format, routing, flow control. */
uint32_t *fl_r500_program_route(struct fl_draw *d, uint32_t *p);
/* Back to what fixed function expects in registers that it does not write itself. */
uint32_t *fl_r500_program_leave(struct fl_draw *d, uint32_t *p);

/* Targets that are written: bit n. Fixed function writes to the first. */
static inline uint32_t fl_r500_program_targets(const struct fl_draw *d)
{
	return d->program ? d->program->fs.targets : 1u;
}

/* Depth and stencil must come after the fragment program: it throws pixels away, or makes their depth. */
static inline bool fl_r500_program_late_depth(const struct fl_draw *d)
{
	return d->program && (d->program->kills || d->program->fs.depth);
}

#endif
