/* SPDX-License-Identifier: MIT
 *
 * Programs in video memory (lib/fl_resident.h), and how they come there.
 */
#ifndef LIB_R600_RESIDENT_H
#define LIB_R600_RESIDENT_H

#include "lib/fl_cs.h"
#include "lib/fl_resident.h"

/* The highest byte of a key */
enum { FL_R600_FF_VS = 1, FL_R600_FF_FS, FL_R600_FETCH, FL_R600_OWN };
#define FL_R600_KEY(kind, key) ((uint64_t)(kind) << 56 | (key))

/* struct fl_resident, regs: SQ_PGM_RESOURCES_x.NUM_GPRS and STACK_SIZE */
enum { FL_R600_GPRS, FL_R600_STACK };

struct fl_r600_residents {
	struct fl_residents all;
	bool r700;
};

/* The memory holds nothing yet, or nothing that is known. It has at least FL_R600_OWN_MIN_B bytes. */
#define FL_R600_OWN_MIN_B (128u << 10)
void fl_r600_residents_begin(struct fl_r600_residents *r, uint64_t addr, uint64_t size_B, bool r700);
/* NULL: it is not there. */
static inline const struct fl_resident *fl_r600_resident(const struct fl_r600_residents *r, uint64_t key)
{
	return fl_resident(&r->all, key);
}
/* Bring a program of n slots, which is not there; its key, regs and kills are what's. This takes room
 * of its own in the stream, as often as FL_CS_MIN_DW wants; the 3D engine is idle behind it. */
const struct fl_resident *fl_r600_bring(struct fl_r600_residents *r, struct fl_cs *cs,
					const struct fl_resident *what, const uint32_t (*words)[2],
					uint32_t n);
/* Programs of fixed function, brought if they are not there. */
const struct fl_resident *fl_r600_ff_vs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key);
const struct fl_resident *fl_r600_ff_fs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key);

#endif
