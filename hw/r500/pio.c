/* SPDX-License-Identifier: MIT
 *
 * Primary PIO; see pio.h. R5xx guide 5.11; that CSQ_CNTL = 1 << 28 and writes at 0x1000 do it was seen on a
 * real RV530.
 */
#include "hw/r500/pio.h"
#include "hw/r500/idle.h"
#include "hw/regs/r500.h"

enum fl_code r500_pio_start(struct fl_dev *d, struct fl_err *err)
{
	uint32_t mode = R500_CP_CSQ_CNTL__CSQ_MODE(R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_PIO_INDIRECT_OFF), got;

	/* Whatever mode it was in: through "off". */
	fl_write32(d, R500_CP_CSQ_CNTL, 0);
	fl_write32(d, R500_CP_CSQ_MODE, 0);
	fl_write32(d, R500_CP_CSQ_CNTL, mode);
	got = fl_read32(d, R500_CP_CSQ_CNTL);
	if ((got ^ mode) & R500_CP_CSQ_CNTL__CSQ_MODE__MASK)
		return fl_fail(err, FL_FAILED, "PIO: CP_CSQ_CNTL reads 0x%08x after 0x%08x was written", got,
			       mode);
	return FL_OK;
}

enum fl_code r500_pio_write(struct fl_dev *d, const uint32_t *dw, unsigned n, uint64_t timeout_us,
			    struct fl_err *err)
{
	for (unsigned i = 0; i < n; i++) {
		/* One at a time: slow, and never too much for the queue. The address within the aperture does
		 * not matter. */
		if (fl_poll32_least(d, R500_CP_CSQ_AVAIL, R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY__MASK, 1,
				    timeout_us, "room in the primary queue", "CP_CSQ_AVAIL", err))
			return r500_explain_state(d, FL_TIMEOUT, err);
		fl_write32(d, R500_CP_CSQ_APER_PRIMARY(0), dw[i]);
	}
	return FL_OK;
}

void r500_pio_stop(struct fl_dev *d)
{
	fl_write32(d, R500_CP_CSQ_CNTL, 0);
	fl_read32(d, R500_CP_CSQ_CNTL);
}
