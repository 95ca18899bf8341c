/* SPDX-License-Identifier: MIT
 *
 * A picture on the monitor of an RV100-class card: CRTC 1, 32 bits a pixel (x8r8g8b8).
 *
 * The pixel clock is not touched: PLLs are the board's. On QEMU's ati-vga that is all there is to it; a real
 * card shows the mode if its video BIOS left a fitting clock.
 */
#ifndef HW_R100_CRTC_H
#define HW_R100_CRTC_H

#include "hw/r100/identify.h"

/* Show the picture at offset_B of VRAM (a multiple of 8), pitch_px pixels a line (a multiple of 8, at least
 * the width). FL_USAGE: not a mode of hw/fl_mode.h, or it does not fit. FL_FAILED: a register does not hold
 * what was written. */
enum fl_code r100_crtc_set(struct r100_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err);
void r100_crtc_off(struct r100_card *c);

#endif
