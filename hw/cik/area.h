/* SPDX-License-Identifier: MIT
 *
 * What lies where in the memory for commands and their answers (hw/fl_area.h): the ring of the graphics
 * command processor first, a page of answers, what a compute queue needs, and a ring for each SDMA engine.
 */
#ifndef HW_CIK_AREA_H
#define HW_CIK_AREA_H

#include "hw/fl_area.h"

enum {
	CIK_AREA_RING_B = 64 << 10,
	CIK_AREA_ANSWERS_B = CIK_AREA_RING_B,                 /* of the page that follows: */
	CIK_AREA_FENCE_B = CIK_AREA_ANSWERS_B,                /* a fence's number */
	CIK_AREA_BATCH_B = CIK_AREA_ANSWERS_B + 0x40,         /* likewise of a command buffer that was read */
	CIK_AREA_COMPUTE_FENCE_B = CIK_AREA_ANSWERS_B + 0x80, /* of the compute queue */
	CIK_AREA_SDMA_FENCE_B = CIK_AREA_ANSWERS_B + 0xc0,    /* of both engines, 8 bytes each */
	CIK_AREA_SCRATCH_B = CIK_AREA_ANSWERS_B + 0x100,      /* tests: 256 bytes */
	CIK_AREA_IB_B = CIK_AREA_ANSWERS_B + 0x200,           /* tests: a small indirect buffer */
	CIK_AREA_COMPUTE_B = CIK_AREA_ANSWERS_B + 0x1000,     /* the compute queue's ring */
	CIK_AREA_COMPUTE_SIZE_B = 16 << 10,
	CIK_AREA_MQD_B = CIK_AREA_COMPUTE_B + CIK_AREA_COMPUTE_SIZE_B, /* its descriptor in memory */
	CIK_AREA_EOP_B = CIK_AREA_MQD_B + 4096,                        /* a page for each of 8 pipes */
	CIK_AREA_EOP_SIZE_B = 4096,
	CIK_AREA_SDMA_B = CIK_AREA_EOP_B + 8 * CIK_AREA_EOP_SIZE_B,
	CIK_AREA_SDMA_SIZE_B = 4096, /* of each engine's ring */
	CIK_AREA_B = CIK_AREA_SDMA_B + 2 * CIK_AREA_SDMA_SIZE_B,
};

#endif
