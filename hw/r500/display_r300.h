/* SPDX-License-Identifier: MIT
 *
 * What the displays of an R3xx or R4xx show, for display.c: the registers of crtc_r300.h, the table of
 * colors, and whether VGA has its memory, which is the beginning of VRAM.
 */
#ifndef HW_R500_DISPLAY_R300_H
#define HW_R500_DISPLAY_R300_H

#include "hw/fl_display_walk.h"

extern const struct fl_display_parts r500_display_r300;

#endif
