/* SPDX-License-Identifier: MIT
 *
 * Copies between layouts, and fills, by what a core has for them (GC facts 8.3, 8.4): the resolve engine,
 * which works on windows of whole tiles, or GC7000L's copier, which takes any rectangle.
 */
#ifndef LIB_GC_COPY_H
#define LIB_GC_COPY_H

#include "lib/gc/cores.h"
#include "lib/gc/surface.h"

/* Pixels in memory, as the core sees it. */
struct fl_gc_image {
	uint32_t addr[2]; /* the second pixel pipe's half; the same where there are no halves */
	uint32_t pitch_B; /* from a row of pixels to the next */
	bool tiled, multi, super;
	uint8_t wide,
	    high; /* of what is copied from: samples of a pixel, beside each other and below; 0: 1 */
};

/* vram_addr: where the core sees the start of video memory. */
struct fl_gc_image fl_gc_image_of(const struct fl_surface *s, uint64_t vram_addr);

/* Windows of the resolve engine are multiples of so many pixels and rows; twice as many rows are quicker
 * where there are two pipes. */
enum { FL_GC_WINDOW_PX = 16, FL_GC_WINDOW_ROWS = 4 };

/* By the resolve engine, from the beginning of the one to that of the other: addresses are multiples of 64, w
 * and h are such a window of it; where neither lies in tiles, any number of rows. Of several samples a pixel
 * w and h count samples, and the copy has their means. What was drawn is in memory before, and what is drawn
 * afterwards finds the copy; texels are read anew. */
enum { FL_GC_RESOLVE_DW = 64 };
uint32_t *fl_gc_resolve(uint32_t *p, const struct fl_gc_info *info, const struct fl_gc_image *from,
			const struct fl_gc_image *to, uint32_t px_B, uint32_t w, uint32_t h);

/* The copier's: any rectangle of pixels of 1, 2, 4 or 8 bytes. The two may not share pixels. */
struct fl_gc_box {
	uint32_t sx, sy, dx, dy, w, h; /* fills: dx to h; of several samples w and h count them */
};
enum { FL_GC_BLT_DW = 64 };
uint32_t *fl_gc_blt_copy(uint32_t *p, const struct fl_gc_image *from, const struct fl_gc_image *to,
			 uint32_t px_B, const struct fl_gc_box *box);
/* color: a pixel, and again until 32 bits are full; bits: which of them are written. */
uint32_t *fl_gc_blt_fill(uint32_t *p, const struct fl_gc_image *to, uint32_t px_B,
			 const struct fl_gc_box *box, uint32_t color, uint32_t bits);
/* What was drawn is in memory before the copier reads it; what the copier wrote is, before anything is drawn
 * that reads it. */
enum { FL_GC_BLT_WAIT_DW = 16 };
uint32_t *fl_gc_blt_before(uint32_t *p);
uint32_t *fl_gc_blt_after(uint32_t *p);

#endif
