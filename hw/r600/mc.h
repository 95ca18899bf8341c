/* SPDX-License-Identifier: MIT
 *
 * The memory controller: where it puts VRAM, and how addresses outside of VRAM are translated. R6xx and R7xx
 * have the same registers at different places.
 */
#ifndef HW_R600_MC_H
#define HW_R600_MC_H

#include "hw/r600/card.h"

/* Offsets of its registers. */
struct r600_mc_regs {
	uint16_t fb_location, agp_top, agp_bot, agp_base, aperture_low, aperture_high, aperture_default;
	uint16_t blackout; /* CITF_CNTL */
	uint16_t table_base, table_start, table_end, fault_default;
};
const struct r600_mc_regs *r600_mc_regs(const struct r600_card *c);
/* The registers of its first-level caches of translations; *n of them. */
const uint16_t *r600_mc_tlbs(const struct r600_card *c, unsigned *n);

/* Where the chip sees VRAM: first and last byte. */
void r600_mc_get_location(const struct r600_card *c, uint64_t *first, uint64_t *last);
/* FL_TIMEOUT: something still reads or writes memory: a display, say. */
enum fl_code r600_mc_wait_idle(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err);

/* What the processor wrote to VRAM is there when this returns, and what it reads there is what the chip
 * wrote: the host's path to memory is emptied, by each generation's own way (hdp.c). */
void r600_hdp_flush(struct fl_dev *d, bool r7xx, uint64_t at_B);

/* Let the chip reach m, memory of the machine, and nothing else of it: each address of it is translated to
 * itself (gart.c). The page table is a page of VRAM at at_B; the last page of m is what wrong addresses
 * reach. FL_USAGE: m is too large for it. FL_FAILED: the chip refuses. */
enum fl_code r600_gart_on(struct r600_card *c, const struct fl_dma *m, uint64_t at_B, struct fl_err *err);

#endif
