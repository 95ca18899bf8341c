/* SPDX-License-Identifier: MIT
 *
 * A picture on the displays of an R5xx: D1CRTC, D1GRPH and D1MODE, or those of the second display, 32 bits a
 * pixel (ARGB8888). What R3xx and R4xx have in their place: crtc_r300.h.
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

#include "hw/fl_mode.h"
#include "hw/r500/card.h"

/* The registers of the second display are so far behind those of the first; D2VGA_CONTROL is not. */
enum { R500_SECOND_CRTC = 0x800 };

/* What setting a mode writes, of the first display: what is shown, then timing and viewport. */
enum { R500_GRPH_REGS = 11, R500_TIMING_REGS = 12, R500_LUT_REGS = 7, R500_LUT_ENTRIES = 256 };
extern const uint16_t r500_grph_regs[R500_GRPH_REGS], r500_timing_regs[R500_TIMING_REGS];

struct r500_picture {
	unsigned width, height, pitch_px;
	uint32_t addr; /* as the chip sees it */
};

/* Show the picture at offset_B of VRAM (a multiple of 4 KiB), pitch_px pixels a line (a multiple of 64, at
 * least the width). After the step "memory". The card's fl_did() line says what is shown where. FL_USAGE: it
 * does not fit, into memory or into the mode that is kept; or it is not a mode of hw/fl_mode.h, or one that
 * no monitor would take. FL_FAILED: a register does not hold what was written. */
enum fl_code r500_crtc_set(struct r500_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err);

/* ---- for both generations ------------------------------------------------------------------------------ */
/* CRTC number keeps its mode of x * y: does the picture fit? */
enum fl_code r500_crtc_keeps(struct r500_card *c, unsigned number, unsigned x, unsigned y,
			     const struct r500_picture *p, struct fl_err *err);
/* It gets a mode of the picture's size: which, and is it one that a monitor takes, if VGA's clock runs? */
enum fl_code r500_crtc_mode(struct r500_card *c, unsigned number, bool vga, const struct r500_picture *p,
			    const struct fl_mode **mode, struct fl_err *err);
/* FL_FAILED: the address that the CRTC shows reads as addr, and not as the picture's. */
enum fl_code r500_crtc_took(unsigned number, uint32_t addr, const struct r500_picture *p, struct fl_err *err);
/* 256 entries, from black to white, to the port of a table of colors. */
void r500_lut_ramp(struct fl_dev *d, uint32_t data_reg);

#endif
