/* SPDX-License-Identifier: MIT
 *
 * AVIVO, the display controllers that R5xx, R6xx and R7xx have: a picture on D1CRTC, D1GRPH and D1MODE, or on
 * those of the second display, 32 bits a pixel (ARGB8888).
 *
 * The card is posted, and its outputs are as the video BIOS left them: which connector is lit, and the pixel
 * clock, are the board's and are not touched. A display that is in a graphics mode (the video BIOS's, GRUB's)
 * keeps it: timing, clock and scaler stay, and what is shown is replaced, in the upper left corner if it is
 * smaller. From VGA text a standard mode is set; VGA's two clocks say what refresh rate results: 640x480
 * comes out at 60 or 67 Hz, which monitors take, and the larger modes are refused. Where no display is lit a
 * mode is set by the clock that happens to be there. Not tried on a card.
 */
#ifndef HW_AVIVO_CRTC_H
#define HW_AVIVO_CRTC_H

#include "hw/avivo/mode.h"

/* The registers of the second display are so far behind those of the first; D2VGA_CONTROL is not. */
enum { FL_AVIVO_SECOND = 0x800 };

/* What setting a mode writes, of the first display: what is shown, then timing and viewport (mode.h). */
extern const uint16_t fl_avivo_grph_regs[FL_AVIVO_GRPH_REGS], fl_avivo_timing_regs[FL_AVIVO_TIMING_REGS];

/* Show it. The card's fl_did() line says what is shown where. FL_USAGE: it does not fit into the mode that is
 * kept; or it is not a mode of hw/fl_mode.h, or one that no monitor would take. FL_FAILED: a register does
 * not hold what was written. */
enum fl_code fl_avivo_show(struct fl_bringup *up, const struct fl_crtc_picture *p, struct fl_err *err);
/* Stop both displays' reads of memory, and VGA's (Linux rv515_mc_stop). */
void fl_avivo_stop(struct fl_dev *d);

#endif
