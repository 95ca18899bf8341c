/* SPDX-License-Identifier: MIT
 *
 * RLC, the run list controller: it powers the graphics engine, saves and restores what the command processors
 * hold, and without its microcode these do nothing. Linux cik_rlc_resume().
 */
#ifndef HW_MODEL_CIK_RLC_H
#define HW_MODEL_CIK_RLC_H

#include "hw/model/cik/cik.h"

enum { MCIK_RLC_MOST_DW = 4096 };

struct mcik_rlc {
	uint32_t dw[MCIK_RLC_MOST_DW];
	uint32_t at, written; /* dwords, in a row from 0 on */
	bool no_ram;          /* fault */
};

/* How much of it there has to be. */
unsigned mcik_rlc_dw(const struct mcik_variant *v);
/* Does it run, with all of its microcode? */
bool mcik_rlc_runs(const struct mcik *c);
/* `running`: well-formed microcode, not AMD's. */
void mcik_rlc_fill(struct mcik *c);
void mcik_rlc_soft_reset(struct mcik *c);

#endif
