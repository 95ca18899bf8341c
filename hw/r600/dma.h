/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine: it copies and fills memory beside the 3D engine, by packets of its own (Linux
 * r600_dma.c) in a ring of its own: a page of the area that the command processor's ring is in (area.h). The
 * caller keeps the struct.
 *
 *	r600_dma_start(&dma, &card.ring.area, &err);
 *	r600_dma_copy(&dma, to, from, size_B, &err);      // addresses as the chip sees them, multiples of 4
 *	r600_dma_sync(&dma, 100000, &err);                // it is done, and the host sees it
 *	r600_dma_stop(&dma);
 */
#ifndef HW_R600_DMA_H
#define HW_R600_DMA_H

#include "hw/fl_ring.h"
#include "hw/r600/area.h"

struct r600_dma {
	struct fl_ring ring;
	uint32_t number; /* of the last fence */
};

enum { R600_DMA_TIMEOUT_US = 1000000 };

/* FL_FAILED: its registers do not hold what is written. */
enum fl_code r600_dma_start(struct r600_dma *dma, const struct fl_area *area, struct fl_err *err);
void r600_dma_stop(struct r600_dma *dma);
/* size_B bytes, a multiple of 4; the regions may not overlap. */
enum fl_code r600_dma_copy(struct r600_dma *dma, uint64_t to, uint64_t from, uint64_t size_B,
			   struct fl_err *err);
/* n_dw dwords, at most R600_DMA_WRITE_DW, to memory. */
enum { R600_DMA_WRITE_DW = 64 };
enum fl_code r600_dma_write(struct r600_dma *dma, uint64_t to, const uint32_t *dw, uint32_t n_dw,
			    struct fl_err *err);
/* value all over; FL_NO_DEVICE: R6xx has no such packet. */
enum fl_code r600_dma_fill(struct r600_dma *dma, uint64_t to, uint32_t value, uint64_t size_B,
			   struct fl_err *err);
/* A fence behind all of it, waited for. */
enum fl_code r600_dma_sync(struct r600_dma *dma, uint64_t timeout_us, struct fl_err *err);

#endif
