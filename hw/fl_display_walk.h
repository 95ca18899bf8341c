/* SPDX-License-Identifier: MIT
 *
 * Keeping what displays show, for display.c of the families: going through all that is kept, in the order in
 * which it is put back. Each word is read, read again and compared, or written and read back.
 */
#ifndef HW_FL_DISPLAY_WALK_H
#define HW_FL_DISPLAY_WALK_H

#include "hw/fl_display.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_display_pass { FL_DISPLAY_NOTE, FL_DISPLAY_CHECK, FL_DISPLAY_GIVE };

struct fl_display_walk {
	struct fl_dev *d;
	enum fl_display_pass pass;
	uint32_t *word;
	uint32_t wrong; /* a register that reads otherwise than it should; 0: none */
};

/* The next word is that of this register. mask: the bits that must come out right. */
void fl_display_reg(struct fl_display_walk *w, uint32_t at, uint32_t mask);
/* The next words are those of these registers, each `more` behind what the list says. */
void fl_display_regs(struct fl_display_walk *w, const uint16_t *at, unsigned n, uint32_t more);
/* The next n words are a table of colors behind this register, which is set up for it. */
void fl_display_colors(struct fl_display_walk *w, uint32_t port, unsigned n);

/* For `vga` below: VGA's memory begins at this address of the chip, and VRAM at that one. */
enum fl_code fl_display_vga_at(struct fl_display *k, uint64_t vga, uint64_t vram, struct fl_err *err);

/* A kind of displays. */
struct fl_display_parts {
	/* First what the body is reached through, so many words: taking begins with it, and giving back ends
	 * with it. */
	unsigned head_words;
	void (*head)(struct fl_display_walk *w);
	void (*body)(struct fl_display_walk *w);
	/* Where VGA's memory is: k->vga_at_B, of VRAM that begins at vram. NULL: at its beginning. */
	enum fl_code (*vga)(struct fl_display *k, uint64_t vram, struct fl_err *err);
	/* From here on the kernel's characters go nowhere. 0, or the register that does not take it. */
	uint32_t (*vga_off)(struct fl_display *k);
};

/* fl_display_ops: taking all of it twice, and the same both times: a card that is off the bus for a moment
 * reads as all ones, or what is behind another index. And giving it back. */
enum fl_code fl_display_take_parts(struct fl_display *k, const struct fl_display_parts *parts, uint64_t vram,
				   struct fl_err *err);
enum fl_code fl_display_give_parts(struct fl_display *k, const struct fl_display_parts *parts,
				   struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
