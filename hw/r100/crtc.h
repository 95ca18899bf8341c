/* SPDX-License-Identifier: MIT
 *
 * A picture on the monitor of an RV100-class card: CRTC 1, 32 bits a pixel (x8r8g8b8).
 *
 * The pixel clock is not touched: PLLs are the board's. On QEMU's ati-vga that is all there is to it; a real card shows the
 * mode if its video BIOS left a fitting clock.
 */
#ifndef R100_CRTC_H
#define R100_CRTC_H

#include "hw/r100/identify.h"

struct r100_mode {
	uint16_t width, height;
	/* pixels and lines: total, start of sync, length of sync (VESA DMT at 60 Hz) */
	uint16_t h_total, h_sync, h_sync_len;
	uint16_t v_total, v_sync, v_sync_len;
};

/* 640x480, 800x600, 1024x768. NULL: no such mode. */
const struct r100_mode *r100_mode_find(unsigned width, unsigned height);

/* Show the picture at offset_B of VRAM (a multiple of 8), pitch_px pixels a line (a multiple of 8, at least the width).
 * FL_USAGE: no such mode, or it does not fit. FL_FAILED: a register does not hold what was written. */
enum fl_code r100_crtc_set(struct r100_card *c, unsigned width, unsigned height, uint32_t offset_B, unsigned pitch_px,
			   struct fl_err *err);
void r100_crtc_off(struct r100_card *c);

#endif
