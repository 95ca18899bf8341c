/* SPDX-License-Identifier: MIT
 *
 * Displays; see crtc.h.
 */
#include "hw/cik/crtc.h"
#include "hw/regs/cik.h"

enum { FRAME_US = 50000 };

uint32_t cik_display_reg(uint32_t first, unsigned i)
{
	const uint32_t stride = CIK_CRTC_CONTROL(1) - CIK_CRTC_CONTROL(0);

	if (i < CIK_CRTC_CONTROL__COUNT)
		return first + i * stride;
	return first + (CIK_CRTC_HIGH_CONTROL(0) - CIK_CRTC_CONTROL(0)) +
	       (i - CIK_CRTC_CONTROL__COUNT) * stride;
}

static bool is_on(struct fl_dev *d, unsigned i)
{
	return CIK_CRTC_CONTROL__CRTC_MASTER_EN__GET(fl_read32(d, cik_display_reg(CIK_CRTC_CONTROL(0), i)));
}

unsigned cik_displays_on(struct fl_dev *d, unsigned n)
{
	unsigned on = 0;

	for (unsigned i = 0; i < n; i++)
		on += is_on(d, i);
	return on;
}

/* A display that is off counts no frames. */
static void wait_frame(struct fl_dev *d, unsigned i)
{
	uint32_t reg = cik_display_reg(CIK_CRTC_STATUS_FRAME_COUNT(0), i);
	uint32_t frame = fl_read32(d, reg);
	uint64_t start = fl_now_us(d);

	while (fl_read32(d, reg) == frame && fl_now_us(d) - start < FRAME_US)
		fl_delay_us(d, 100);
}

void cik_displays_stop(struct fl_dev *d, unsigned n)
{
	fl_write32(d, CIK_VGA_RENDER_CONTROL, 0);
	for (unsigned i = 0; i < n; i++) {
		uint32_t lock = cik_display_reg(CIK_CRTC_UPDATE_LOCK(0), i);

		if (!is_on(d, i))
			continue;
		fl_write32(d, lock, 1);
		fl_mask32(d, cik_display_reg(CIK_CRTC_BLANK_CONTROL(0), i),
			  CIK_CRTC_BLANK_CONTROL__CRTC_BLANK_DATA_EN__MASK,
			  CIK_CRTC_BLANK_CONTROL__CRTC_BLANK_DATA_EN(1));
		fl_write32(d, lock, 0);
		wait_frame(d, i);
		fl_write32(d, lock, 1);
		fl_mask32(d, cik_display_reg(CIK_CRTC_CONTROL(0), i), CIK_CRTC_CONTROL__CRTC_MASTER_EN__MASK,
			  0);
		fl_write32(d, lock, 0);
	}
}
