/* SPDX-License-Identifier: MIT
 *
 * What the displays of an R3xx or R4xx show, for display.c: the registers of crtc_r300.h, the table of
 * colors, and whether VGA has its memory, which is the beginning of VRAM.
 */
#ifndef HW_R500_DISPLAY_R300_H
#define HW_R500_DISPLAY_R300_H

#include "hw/fl_display.h"

/* Read all of it, and take VGA its memory. */
void r500_display_r300_take(struct fl_display *k);
/* Write all of it back. Returns the register that did not take its value; 0: none. */
uint32_t r500_display_r300_give(struct fl_display *k);

#endif
