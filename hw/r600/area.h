/* SPDX-License-Identifier: MIT
 *
 * What lies where in the memory for commands and their answers (hw/fl_area.h): it begins with the ring of the
 * command processor; a page of answers and a page for the ring of the DMA engine follow.
 */
#ifndef HW_R600_AREA_H
#define HW_R600_AREA_H

#include "hw/fl_area.h"

enum {
	R600_AREA_RING_B = 64 << 10,
	R600_AREA_ANSWERS_B = R600_AREA_RING_B,            /* of the page that follows: */
	R600_AREA_FENCE_B = R600_AREA_ANSWERS_B,           /* a fence's number */
	R600_AREA_BATCH_B = R600_AREA_ANSWERS_B + 0x40,    /* likewise of a command buffer that was read */
	R600_AREA_SCRATCH_B = R600_AREA_ANSWERS_B + 0x100, /* tests: 256 bytes */
	R600_AREA_IB_B = R600_AREA_ANSWERS_B + 0x200,      /* tests: a small indirect buffer */
	R600_AREA_DMA_B = R600_AREA_ANSWERS_B + 0x1000,
	R600_AREA_DMA_SIZE_B = 4096,
	R600_AREA_B = R600_AREA_DMA_B + R600_AREA_DMA_SIZE_B,
};

/* fl_area.generation */
enum { R600_AREA_R6XX, R600_AREA_R7XX };
/* fl_area.settle (hdp.c) */
void r600_area_settle(const struct fl_area *a);

#endif
