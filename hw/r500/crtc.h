/* SPDX-License-Identifier: MIT
 *
 * A picture on the first display of an R5xx: D1CRTC, D1GRPH and D1MODE, 32 bits a pixel (ARGB8888).
 *
 * The card is posted, and its outputs are as the video BIOS left them: which connector is lit, and the pixel
 * clock, are the board's and are not touched. From VGA text (28.3 MHz) 640x480 comes out at 67 Hz, which
 * monitors take; the larger modes want a clock that fits. Not tried on a card.
 */
#ifndef HW_R500_CRTC_H
#define HW_R500_CRTC_H

#include "hw/r500/card.h"

/* Show the picture at offset_B of VRAM (a multiple of 4 KiB), pitch_px pixels a line (a multiple of 64, at
 * least the width). After the step "memory". FL_USAGE: not a mode of hw/fl_mode.h, or it does not fit.
 * FL_FAILED: a register does not hold what was written. */
enum fl_code r500_crtc_set(struct r500_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err);

#endif
