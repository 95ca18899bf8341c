/* SPDX-License-Identifier: MIT
 *
 * A picture on the displays of an R5xx: D1CRTC, D1GRPH and D1MODE, or those of the second display, 32 bits a
 * pixel (ARGB8888).
 *
 * The card is posted, and its outputs are as the video BIOS left them: which connector is lit, and the pixel
 * clock, are the board's and are not touched. A display that is in a graphics mode (the video BIOS's, GRUB's)
 * keeps it: timing, clock and scaler stay, and what is shown is replaced, in the upper left corner if it is
 * smaller. From VGA text a standard mode is set; VGA's two clocks say what refresh rate results: 640x480
 * comes out at 60 or 67 Hz, which monitors take, and the larger modes are refused. Where no display is lit a
 * mode is set by the clock that happens to be there. Not tried on a card.
 */
#ifndef HW_R500_CRTC_H
#define HW_R500_CRTC_H

#include "hw/r500/card.h"

/* The registers of the second display are so far behind those of the first; D2VGA_CONTROL is not. */
enum { R500_SECOND_CRTC = 0x800 };

/* What setting a mode writes, of the first display: what is shown, then timing and viewport. */
enum { R500_GRPH_REGS = 11, R500_TIMING_REGS = 12, R500_LUT_REGS = 7, R500_LUT_ENTRIES = 256 };
extern const uint16_t r500_grph_regs[R500_GRPH_REGS], r500_timing_regs[R500_TIMING_REGS];

/* Show the picture at offset_B of VRAM (a multiple of 4 KiB), pitch_px pixels a line (a multiple of 64, at
 * least the width). After the step "memory". The card's fl_did() line says what is shown where. FL_USAGE: it
 * does not fit, into memory or into the mode that is kept; or it is not a mode of hw/fl_mode.h, or one that
 * no monitor would take. FL_FAILED: a register does not hold what was written. */
enum fl_code r500_crtc_set(struct r500_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err);

#endif
