/* SPDX-License-Identifier: MIT
 *
 * What the R5xx back end keeps in a struct fl_draw: what the chip holds and is set to, so that it is not sent
 * again.
 */
#ifndef LIB_R500_DRAW_OWN_H
#define LIB_R500_DRAW_OWN_H

#include "lib/fl_draw.h"

#define FL_R500_PROGRAMS 16u /* resident programs of each kind */

/* A program that the chip holds, one after the other in a memory of its own that is filled round and
 * round. */
struct fl_r500_resident {
	uint64_t key;  /* what it was made from */
	uint16_t at;   /* its first instruction */
	uint16_t n;    /* instructions; 0: free */
	uint16_t last; /* of a vertex program: its last write of the position; of a fragment program: its last
			  temporary */
};

struct fl_r500_programs {
	uint64_t now; /* key of the one that is set up; FL_R500_NO_PROGRAM: none */
	struct fl_r500_resident slot[FL_R500_PROGRAMS];
	uint16_t next_at;
	uint8_t next_slot;
};
#define FL_R500_NO_PROGRAM UINT64_MAX

/* A pair of programs of the caller's own: where it is */
struct fl_r500_own_program {
	uint64_t code; /* 0: free */
	uint16_t vs_at, vs_n, fs_at, fs_n;
};

struct fl_r500_gen;

struct fl_r500_draw {
	const struct fl_r500_gen *gen;  /* of the chip */
	struct fl_r500_programs vs, fs; /* of fixed function */

	/* ---- programs of the caller's own ---- */
	struct fl_r500_own_program own[FL_R500_PROGRAMS];
	uint16_t own_vs_next, own_fs_next;
	uint8_t own_next, own_at;
	bool program_on;                       /* the chip is set to own[own_at] */
	const struct fl_program *program_sent; /* its constants are in the chip */

	/* ---- the arrays that the chip is set to: drawing from them again takes no more than the draw --- */
	bool arrays_set, arrays_indexed;
	uint32_t arrays_first, arrays_most; /* vertex 0 is this one; the largest index */
	struct fl_arrays arrays;
};

_Static_assert(sizeof(struct fl_r500_draw) <= FL_BACKEND_B, "the back end's state fits into struct fl_draw");

static inline struct fl_r500_draw *fl_r500_of(struct fl_draw *d)
{
	return (struct fl_r500_draw *)(void *)d->own;
}

static inline const struct fl_r500_gen *fl_r500_gen(const struct fl_draw *d)
{
	return ((const struct fl_r500_draw *)(const void *)d->own)->gen;
}

#endif
