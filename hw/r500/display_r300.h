/* SPDX-License-Identifier: MIT
 *
 * What the displays of an R3xx or R4xx show, for display.c: the registers of crtc_r300.h, the table of
 * colors, and whether VGA has its memory, which is the beginning of VRAM.
 */
#ifndef HW_R500_DISPLAY_R300_H
#define HW_R500_DISPLAY_R300_H

#include "hw/fl_display.h"

/* Goes through all that is kept, in the order in which it is put back: each is read, read again and compared,
 * or written and read back. */
enum r500_walk_pass { R500_WALK_NOTE, R500_WALK_CHECK, R500_WALK_GIVE };

struct r500_walk {
	struct fl_dev *d;
	enum r500_walk_pass pass;
	uint32_t *word;
	uint32_t wrong; /* a register that reads otherwise than it should; 0: none */
};

/* ---- display.c */
/* The next word is that of this register. mask: the bits that must come out right. */
void r500_walk_reg(struct r500_walk *w, uint32_t at, uint32_t mask);
/* The next words are a table of colors behind this register, which is set up for it. */
void r500_walk_colors(struct r500_walk *w, uint32_t port);

/* ---- display_r300.c */
enum { R500_R300_HEAD = 21 };
/* The registers, so many words; and the table of colors. */
void r500_display_r300_head(struct r500_walk *w);
void r500_display_r300_body(struct r500_walk *w);

#endif
