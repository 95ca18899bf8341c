/* SPDX-License-Identifier: MIT
 *
 * Primary PIO; see pio.h. R5xx guide 5.11; that CP_CSQ_CNTL = 1 << 28, CP_CSQ_MODE = 0 and writes at 0x1000
 * do it was seen on a real RV530.
 */
#include "hw/r500/pio.h"
#include "hw/regs/r500.h"

#include <string.h>

enum { NOMINAL_DW = 1 << 16, BLIND_DW = 8 };

static void set_mode(struct fl_dev *d, uint32_t cntl, uint32_t mode)
{
	r500_cp_off(d); /* guide 5.3: from one model to another through "off" */
	fl_write32(d, R500_CP_CSQ_CNTL, cntl);
	fl_write32(d, R500_CP_CSQ_MODE, mode);
}

uint32_t r500_pio_room(struct fl_dev *d)
{
	uint32_t n = R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY__GET(fl_read32(d, R500_CP_CSQ_AVAIL));

	/* The program that ran on the RV530 never read this count: where it is 0 while nothing waits in the
	 * queue, it does not count. */
	if (!n && !(fl_read32(d, R500_CP_STAT) & R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK))
		n = BLIND_DW;
	return n;
}

enum fl_code r500_pio_start(struct r500_ring *ring, struct fl_dev *d, uint64_t at_B, struct fl_err *err)
{
	uint32_t cntl = R500_CP_CSQ_CNTL__CSQ_MODE(R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_PIO_INDIRECT_OFF), got;

	memset(ring, 0, sizeof(*ring));
	set_mode(d, cntl, 0);
	got = fl_read32(d, R500_CP_CSQ_CNTL);
	if ((got ^ cntl) & R500_CP_CSQ_CNTL__CSQ_MODE__MASK) {
		r500_cp_off(d);
		return fl_fail(err, FL_FAILED, "CP_CSQ_CNTL reads 0x%08x after 0x%08x was written", got,
			       cntl);
	}
	ring->dev = d;
	ring->via = FL_TRANSPORT_PIO;
	ring->at_B = at_B;
	ring->hdp_cntl = fl_read32(d, R500_HOST_PATH_CNTL);
	ring->timeout_us = R500_RING_TIMEOUT_US;
	ring->size_dw = NOMINAL_DW;
	return FL_OK;
}

void r500_pio_with_indices(struct r500_ring *ring)
{
	set_mode(ring->dev, R500_CP_CSQ_CNTL__CSQ_MODE(R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_PIO_INDIRECT_BM),
		 R500_CSQ_MODE_STARTS);
}
