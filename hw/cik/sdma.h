/* SPDX-License-Identifier: MIT
 *
 * An SDMA engine, of which there are two: it copies and fills memory beside the graphics engine, by packets
 * of its own (CIK facts 3) in a ring of its own, in the area that the graphics ring is in (area.h). The
 * caller keeps the struct.
 *
 *	cik_sdma_start(&dma, &card.ring.area, 0, &err);
 *	cik_sdma_copy(&dma, to, from, size_B, &err);      // addresses as the chip sees them
 *	cik_sdma_sync(&dma, 100000, &err);                // it is done, and the host sees it
 *	cik_sdma_stop(&dma);
 */
#ifndef HW_CIK_SDMA_H
#define HW_CIK_SDMA_H

#include "hw/cik/area.h"
#include "hw/fl_ring.h"

struct cik_sdma {
	struct fl_ring ring; /* its engine: 0 or 1 */
	uint32_t number;     /* of the last fence */
};

enum { CIK_SDMAS = 2, CIK_SDMA_TIMEOUT_US = 1000000 };

/* FL_FAILED: its registers do not hold what is written. */
enum fl_code cik_sdma_start(struct cik_sdma *dma, const struct fl_area *area, unsigned engine,
			    struct fl_err *err);
void cik_sdma_stop(struct cik_sdma *dma);
/* size_B bytes; the regions may not overlap. */
enum fl_code cik_sdma_copy(struct cik_sdma *dma, uint64_t to, uint64_t from, uint64_t size_B,
			   struct fl_err *err);
/* n_dw dwords, at most CIK_SDMA_WRITE_DW, to memory. */
enum { CIK_SDMA_WRITE_DW = 64 };
enum fl_code cik_sdma_write(struct cik_sdma *dma, uint64_t to, const uint32_t *dw, uint32_t n_dw,
			    struct fl_err *err);
/* value all over; size_B is a multiple of 4. */
enum fl_code cik_sdma_fill(struct cik_sdma *dma, uint64_t to, uint32_t value, uint64_t size_B,
			   struct fl_err *err);
/* A fence behind all of it, waited for. */
enum fl_code cik_sdma_sync(struct cik_sdma *dma, uint64_t timeout_us, struct fl_err *err);

#endif
