/* SPDX-License-Identifier: MIT
 *
 * MC: memory controller, clocks (PLL) and HDP, the host's path to memory.
 */
#ifndef HW_MODEL_R500_MC_H
#define HW_MODEL_R500_MC_H

#include "hw/model/r500/r500.h"

enum { MR500_MC_REGS = 0x100, MR500_PLL_REGS = 64 };

struct mr500_mc {
	uint32_t mc[MR500_MC_REGS]; /* indirect registers */
	uint32_t pll[MR500_PLL_REGS];
	uint32_t pcie[256];
	unsigned index_writes; /* of PCIE_INDEX since PCIE_DATA was accessed */
	bool never_idle;       /* fault */
};

/* The state that a video BIOS leaves: memory at start (in bytes), and its size in the registers. */
void mr500_mc_post(struct mr500 *r, uint64_t start);
/* Where MC_FB_LOCATION puts VRAM. */
uint64_t mr500_mc_fb_start(const struct mr500 *r);

/* hdp.c: the VRAM BAR and MM_DATA */
void mr500_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B);
bool mr500_hdp_plain(const struct fl_model *m);
void mr500_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B);

/* hdp_surface.c: is there a surface or a byte swap, so that offsets have to go through mr500_hdp_move()? */
bool mr500_hdp_moves(const struct mr500 *r);
/* Where the byte at offset_B of the BAR is found, also as an offset. *run_B becomes the number of bytes that
 * lie in a row from there on, at most what it was. */
uint64_t mr500_hdp_move(struct mr500 *r, uint64_t offset_B, size_t *run_B);

#endif
