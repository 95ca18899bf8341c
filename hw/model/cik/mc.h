/* SPDX-License-Identifier: MIT
 *
 * MC: where the memory controller puts VRAM, its microcode port; and HDP, the host's path to memory.
 */
#ifndef HW_MODEL_CIK_MC_H
#define HW_MODEL_CIK_MC_H

#include "hw/model/cik/cik.h"

struct mcik_mc {
	bool never_idle;  /* fault */
	uint32_t flushed; /* GPU_HDP_FLUSH_DONE */
};

/* The state that a video BIOS leaves: memory at start (in bytes), its size and shape in the registers. */
void mcik_mc_post(struct mcik *c, uint64_t start);

/* hdp.c: the VRAM BAR and MM_DATA */
void mcik_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B);
void mcik_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B);
bool mcik_hdp_plain(const struct fl_model *m);

#endif
