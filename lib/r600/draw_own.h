/* SPDX-License-Identifier: MIT
 *
 * What the R6xx back end keeps in a struct fl_draw: what the chip holds and is set to, so that it is not sent
 * again.
 */
#ifndef LIB_R600_DRAW_OWN_H
#define LIB_R600_DRAW_OWN_H

#include "lib/fl_draw.h"
#include "lib/r600/resident.h"

#define FL_R600_NO_PROGRAM UINT64_MAX

struct fl_r600_draw {
	uint64_t vs, fs, fetch; /* keys of the programs that are set up; FL_R600_NO_PROGRAM: none */
	bool r7xx;
	bool one_blend;       /* R600 itself: one equation for all targets, and samples in other registers */
	bool tell_bases;      /* base registers are followed by SURFACE_BASE_UPDATE */
	uint8_t takes, emits; /* of the geometry program that is set up: FL_ASM_POINTS and so on; 0: none */
	bool half_pixels;     /* all targets take colors of 16 bits a channel: two pixels at a time */

	/* ---- the arrays that the chip is set to: drawing from them again takes no more than the draw --- */
	bool arrays_set;
	uint32_t arrays_first, arrays_most; /* vertex 0 is this one; the largest index */
	struct fl_arrays arrays;

	const struct fl_program *program_sent; /* the caller's program whose constants are in the chip */
	struct fl_r600_residents programs;
};

_Static_assert(sizeof(struct fl_r600_draw) <= FL_BACKEND_B, "the back end's state fits into struct fl_draw");

static inline struct fl_r600_draw *fl_r600_of(struct fl_draw *d)
{
	return (struct fl_r600_draw *)(void *)d->own;
}

static inline const struct fl_r600_draw *fl_r600_its(const struct fl_draw *d)
{
	return (const struct fl_r600_draw *)(const void *)d->own;
}

#endif
