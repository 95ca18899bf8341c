/* SPDX-License-Identifier: MIT
 *
 * What reads memory for a picture, stopped: both displays, and VGA. The display block is R5xx's (Linux
 * rv515_mc_stop(), which its driver uses for R6xx and R7xx too).
 */
#include "hw/r600/card.h"
#include "hw/regs/r600.h"

enum { SECOND_CRTC = R600_D2CRTC_CONTROL - R600_D1CRTC_CONTROL, FRAME_US = 50000 /* at 20 Hz */ };

void r600_displays_stop(struct fl_dev *d)
{
	fl_write32(d, R600_VGA_RENDER_CONTROL, 0);
	for (uint32_t crtc = 0; crtc <= SECOND_CRTC; crtc += SECOND_CRTC) {
		uint32_t control = fl_read32(d, R600_D1CRTC_CONTROL + crtc), frame;
		struct fl_err ignored;

		if (control == 0xffffffff || !R600_D1CRTC_CONTROL__D1CRTC_MASTER_EN__GET(control))
			continue;
		frame = fl_read32(d, R600_D1CRTC_FRAME_COUNT + crtc);
		fl_write32(d, R600_D1CRTC_UPDATE_LOCK + crtc, 1);
		fl_write32(d, R600_D1CRTC_CONTROL + crtc,
			   control | R600_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1));
		fl_write32(d, R600_D1CRTC_UPDATE_LOCK + crtc, 0);
		/* The change takes effect with the next frame; a CRTC whose clock stands never shows one. */
		fl_poll32_reached(d, R600_D1CRTC_FRAME_COUNT + crtc, frame + 1, FRAME_US, "next frame",
				  "D1CRTC_FRAME_COUNT", &ignored);
	}
}
