/* SPDX-License-Identifier: MIT
 *
 * Inside back ends: which programs are in video memory, and where. The back end has a piece of it (struct
 * fl_draw_chip, own_addr and own_B); a program is brought there in the stream, so that it arrives behind the
 * draws that read what was in its place, and before those that read it.
 *
 *	do {
 *		turn = r->turn;
 *		vs = fl_resident(r, vs_key);              // else fl_resident_place(), and bring it there
 *		fs = fl_resident(r, fs_key);
 *	} while (turn != r->turn);
 *	p = fl_cs_room(d->cs, …);                         // only now: bringing takes room of its own
 */
#ifndef LIB_FL_RESIDENT_H
#define LIB_FL_RESIDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_RESIDENTS       48u
#define FL_RESIDENT_PAGE_B 256u /* programs begin at multiples */

struct fl_resident {
	uint64_t key;     /* what it was made from */
	uint32_t start;   /* its address / FL_RESIDENT_PAGE_B */
	uint32_t regs[2]; /* what the family's registers say of it */
	bool kills;       /* it may throw pixels away */
};

struct fl_residents {
	uint32_t first, end, next; /* of the memory, in pages: all of it, and where it is free */
	/* how often it was full, and filled anew: what was found before is not there any more */
	uint32_t turn;
	uint32_t n;
	struct fl_resident slot[FL_RESIDENTS];
};

/* The memory holds nothing yet, or nothing that is known. */
void fl_residents_begin(struct fl_residents *r, uint64_t addr, uint64_t size_B);
/* NULL: it is not there. */
const struct fl_resident *fl_resident(const struct fl_residents *r, uint64_t key);
/* A place for a program of size_B bytes, which is not there; its key, regs and kills are what's. The caller
 * brings it to fl_resident_addr(). */
const struct fl_resident *fl_resident_place(struct fl_residents *r, const struct fl_resident *what,
					    uint32_t size_B);

static inline uint64_t fl_resident_addr(const struct fl_resident *s)
{
	return (uint64_t)s->start * FL_RESIDENT_PAGE_B;
}

#ifdef __cplusplus
}
#endif

#endif
