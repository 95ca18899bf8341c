/* SPDX-License-Identifier: MIT
 *
 * The host's path to memory, emptied: what the processor wrote to VRAM is there, and what it reads there is
 * what the chip wrote. Linux r600_mmio_hdp_flush().
 */
#ifndef HW_CIK_HDP_H
#define HW_CIK_HDP_H

#include "hw/fl_area.h"
#include "hw/regs/cik.h"

static inline void cik_hdp_flush(struct fl_dev *d, uint64_t at_B)
{
	uint32_t ignored;

	fl_write_barrier();
	fl_write32(d, CIK_HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	fl_vram_read(d, at_B, &ignored, sizeof(ignored));
}

#endif
