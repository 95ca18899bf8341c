/* SPDX-License-Identifier: MIT
 *
 * The displays of Sea Islands (DCE 8): whether they read memory, stopping that, and showing a picture. They
 * are AVIVO's (hw/avivo/crtc.h) in what their registers hold, and so are the terms: which connector is lit
 * and the pixel clock are as the video BIOS left them, a graphics mode is kept, and from VGA text a standard
 * mode is set. Where the registers are, tiled surfaces, the colors' way and how reading stops are their own.
 * Not tried on a card.
 */
#ifndef HW_CIK_CRTC_H
#define HW_CIK_CRTC_H

#include "hw/avivo/mode.h"
#include "hw/cik/card.h"

enum { CIK_DISPLAYS = 6 };

/* A register of display i, given that of the first (CIK_CRTC_CONTROL(0), say). */
uint32_t cik_display_reg(uint32_t first, unsigned i);
/* How many of n displays are on. */
unsigned cik_displays_on(struct fl_dev *d, unsigned n);
/* They show black and read no memory any more, and VGA neither (Linux evergreen_mc_stop()). */
void cik_displays_stop(struct fl_dev *d, unsigned n);
/* Show the picture at offset_B of VRAM (a multiple of 4 KiB), pitch_px pixels a line (a multiple of 64, at
 * least the width). After the step "tiling". The card's fl_did() line says what is shown where. FL_USAGE: it
 * does not fit, into memory or into the mode that is kept; or it is not a mode of hw/fl_mode.h, or one that
 * no monitor would take. FL_FAILED: a register does not hold what was written. */
enum fl_code cik_crtc_set(struct cik_card *c, unsigned width, unsigned height, uint32_t offset_B,
			  unsigned pitch_px, struct fl_err *err);

/* What showing writes, of the first display: AVIVO's, in the order of hw/avivo/mode.h; and what AVIVO has
 * not: the upper halves of addresses, and how pixels go to the table of colors and on from there. */
enum { CIK_CRTC_MORE_REGS = 13 };
extern const uint16_t cik_crtc_grph_regs[FL_AVIVO_GRPH_REGS], cik_crtc_timing_regs[FL_AVIVO_TIMING_REGS],
    cik_crtc_more_regs[CIK_CRTC_MORE_REGS];
extern const uint16_t cik_crtc_vga_regs[CIK_DISPLAYS]; /* DnVGA_CONTROL */

#endif
