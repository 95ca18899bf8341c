/* SPDX-License-Identifier: MIT
 *
 * Which programs are in video memory, and where. The back end has a piece of it (struct fl_draw_chip,
 * own_addr and own_B); a program is brought there in the stream, so that it arrives behind the draws that
 * read what was in its place, and before those that read it.
 *
 *	do {
 *		turn = r->turn;
 *		fetch = …;                            // fl_r600_resident(), else fl_r600_bring()
 *		vs = fl_r600_ff_vs(r, d->cs, vs_key);
 *		fs = fl_r600_ff_fs(r, d->cs, fs_key);
 *	} while (turn != r->turn);
 *	p = fl_cs_room(d->cs, …);                     // only now: bringing takes room of its own
 */
#ifndef LIB_R600_RESIDENT_H
#define LIB_R600_RESIDENT_H

#include "lib/fl_cs.h"

#define FL_R600_RESIDENTS 48u

/* The highest byte of a key */
enum { FL_R600_FF_VS = 1, FL_R600_FF_FS, FL_R600_FETCH, FL_R600_OWN };
#define FL_R600_KEY(kind, key) ((uint64_t)(kind) << 56 | (key))

struct fl_r600_resident {
	uint64_t key;        /* what it was made from */
	uint32_t start;      /* SQ_PGM_START_x: its address / 256 */
	uint8_t gprs, stack; /* SQ_PGM_RESOURCES_x.NUM_GPRS and STACK_SIZE */
	bool kills;          /* DB_SHADER_CONTROL.KILL_ENABLE */
};

struct fl_r600_residents {
	uint32_t first, end, next; /* of the memory, in 256 bytes: all of it, and where it is free */
	uint32_t
	    turn; /* how often it was full, and filled anew: what was found before is not there any more */
	uint32_t n;
	bool r700;
	struct fl_r600_resident slot[FL_R600_RESIDENTS];
};

/* The memory holds nothing yet, or nothing that is known. It has at least FL_R600_OWN_MIN_B bytes. */
#define FL_R600_OWN_MIN_B (128u << 10)
void fl_r600_residents_begin(struct fl_r600_residents *r, uint64_t addr, uint64_t size_B, bool r700);
/* NULL: it is not there. */
const struct fl_r600_resident *fl_r600_resident(const struct fl_r600_residents *r, uint64_t key);
/* Bring a program of n slots, which is not there; its key, gprs, stack and kills are what's. This takes room
 * of its own in the stream, as often as FL_CS_MIN_DW wants; the 3D engine is idle behind it. */
const struct fl_r600_resident *fl_r600_bring(struct fl_r600_residents *r, struct fl_cs *cs,
					     const struct fl_r600_resident *what, const uint32_t (*words)[2],
					     uint32_t n);
/* Programs of fixed function, brought if they are not there. */
const struct fl_r600_resident *fl_r600_ff_vs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key);
const struct fl_r600_resident *fl_r600_ff_fs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key);

#endif
