/* SPDX-License-Identifier: MIT
 *
 * MC: memory controller, clocks (PLL) and HDP, the host's path to memory.
 */
#ifndef HW_MODEL_R500_MC_H
#define HW_MODEL_R500_MC_H

#include "hw/model/r500/r500.h"

enum { MR500_MC_REGS = 0x100, MR500_PLL_REGS = 64 };

/* What the host has written and memory does not have yet (hdp_combine.c). */
enum { MR500_COMBINER_LINE_B = 64, MR500_COMBINER_LINES = 8 };
struct mr500_combiner_line {
	uint64_t at; /* offset in the BAR */
	uint8_t n, data[MR500_COMBINER_LINE_B];
};
struct mr500_combiner {
	unsigned n;
	struct mr500_combiner_line line[MR500_COMBINER_LINES];
	uint64_t last_us, last_at; /* of the write that came last */
	size_t last_B;
};

struct mr500_mc {
	uint32_t mc[MR500_MC_REGS]; /* indirect registers */
	uint32_t pll[MR500_PLL_REGS];
	uint32_t pcie[256];
	unsigned index_writes; /* of PCIE_INDEX since PCIE_DATA was accessed */
	bool never_idle;       /* fault */
	bool late; /* the host path is as a video BIOS leaves it, with combiner and two apertures */
	struct mr500_combiner combiner;
};

/* The state that a video BIOS leaves: memory at start (in bytes), and its size in the registers. */
void mr500_mc_post(struct mr500 *r, uint64_t start);
/* Where MC_FB_LOCATION puts VRAM. */
uint64_t mr500_mc_fb_start(const struct mr500 *r);

/* hdp.c: the VRAM BAR and MM_DATA */
void mr500_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B);
bool mr500_hdp_plain(const struct fl_model *m);
void mr500_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B);

/* The same without the combiner. */
void mr500_hdp_put(struct mr500 *r, uint64_t offset_B, const uint8_t *from, size_t n_B);
/* hdp_combine.c: all that waits goes to memory; that which has waited too long; was that written last? */
void mr500_hdp_drain(struct mr500 *r);
void mr500_hdp_time(struct mr500 *r);
bool mr500_hdp_wrote(const struct mr500 *r, uint64_t offset_B, size_t n_B);

/* hdp_surface.c: is there a surface or a byte swap, so that offsets have to go through mr500_hdp_move()? */
bool mr500_hdp_moves(const struct mr500 *r);
/* Where the byte at offset_B of the BAR is found, also as an offset. *run_B becomes the number of bytes that
 * lie in a row from there on, at most what it was. */
uint64_t mr500_hdp_move(struct mr500 *r, uint64_t offset_B, size_t *run_B);

#endif
