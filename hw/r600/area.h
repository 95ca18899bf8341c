/* SPDX-License-Identifier: MIT
 *
 * A piece of memory that the chip and the processor both use for commands and their answers: VRAM, or memory
 * of the machine. It begins with the ring of the command processor; a page of answers and a page for the ring
 * of the DMA engine follow.
 */
#ifndef HW_R600_AREA_H
#define HW_R600_AREA_H

#include "hw/fl_dev.h"

struct r600_area {
	struct fl_dev *dev;
	volatile uint32_t *cpu; /* NULL: VRAM through the bus */
	uint64_t at_B;          /* VRAM: where in the aperture. Else where in VRAM a dword is nobody's */
	uint64_t addr;          /* where the chip sees it */
	bool vram;              /* else memory of the machine */
	bool r7xx;              /* how the host's path is emptied */
};

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

void r600_area_put(const struct r600_area *a, uint32_t at_B, uint32_t dw);
uint32_t r600_area_get(const struct r600_area *a, uint32_t at_B);
/* Both sides see what the other wrote: to the area, and to VRAM. */
void r600_area_settle(const struct r600_area *a);
/* Until the dword there has reached want, for at most timeout_us; it may be past it. FL_TIMEOUT with what it
 * is. */
enum fl_code r600_area_wait(const struct r600_area *a, uint32_t at_B, uint32_t want, uint64_t timeout_us,
			    const char *what, struct fl_err *err);

#endif
