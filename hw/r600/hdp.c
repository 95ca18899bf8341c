/* SPDX-License-Identifier: MIT
 *
 * The host's path to memory, emptied. R6xx: a write to a register of its own. R7xx has a fault there: a write
 * to HDP_DEBUG1 and a read of memory do it (Linux r600_mmio_hdp_flush()).
 */
#include "hw/r600/mc.h"
#include "hw/regs/r600.h"

void r600_hdp_flush(struct fl_dev *d, bool r7xx, uint64_t at_B)
{
	uint32_t ignored;

	fl_write_barrier();
	if (!r7xx) {
		fl_write32(d, R600_HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
		return;
	}
	fl_write32(d, R600_HDP_DEBUG1, 0);
	fl_vram_read(d, at_B, &ignored, sizeof(ignored));
}

void r600_area_settle(const struct fl_area *a)
{
	r600_hdp_flush(a->dev, a->generation == R600_AREA_R7XX, a->at_B);
}
