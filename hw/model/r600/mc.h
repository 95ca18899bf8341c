/* SPDX-License-Identifier: MIT
 *
 * MC: memory controller, HDP (the host's path to memory), RLC's microcode port.
 */
#ifndef HW_MODEL_R600_MC_H
#define HW_MODEL_R600_MC_H

#include "hw/model/r600/r600.h"

enum { MR600_RLC_R6XX = 768, MR600_RLC_R7XX = 1024 }; /* dwords: Linux r600.c */

struct mr600_mc {
	bool never_idle; /* fault */
	uint32_t rlc[MR600_RLC_R7XX];
	uint32_t rlc_at;
	unsigned rlc_written;
};

/* The state that a video BIOS leaves: memory at start (in bytes), and its size in the registers. */
void mr600_mc_post(struct mr600 *r, uint64_t start);
void mr600_rlc_reset(struct mr600 *r);
/* The offset of MC_VM_FB_LOCATION, which is not the same on R6xx and R7xx. */
uint32_t mr600_mc_fb_location(const struct mr600 *r);

/* hdp.c: the VRAM BAR and MM_DATA */
void mr600_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B);
void mr600_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B);
bool mr600_hdp_plain(const struct fl_model *m);

#endif
