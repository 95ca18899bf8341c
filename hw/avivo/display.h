/* SPDX-License-Identifier: MIT
 *
 * What AVIVO's displays show, kept and given back: the parts of it, for display.c of the families that have
 * it.
 */
#ifndef HW_AVIVO_DISPLAY_H
#define HW_AVIVO_DISPLAY_H

#include "hw/fl_display_walk.h"

/* All of it. */
extern const struct fl_display_parts fl_avivo_display;

/* A family that keeps more makes parts of its own of these. */
enum { FL_AVIVO_HEAD_WORDS = 11, FL_AVIVO_BODY_WORDS = 576 };
void fl_avivo_head(struct fl_display_walk *w);
void fl_avivo_body(struct fl_display_walk *w);
enum fl_code fl_avivo_vga(struct fl_display *k, uint64_t vram, struct fl_err *err);
uint32_t fl_avivo_vga_off(struct fl_display *k);

#endif
