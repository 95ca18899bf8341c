/* SPDX-License-Identifier: MIT
 *
 * Drawing with the 2D engine: fills, copies, lines, mono expansion, raster operations, on surfaces of 8, 16 and 32 bits
 * a pixel.
 *
 *	struct fl_2d g;
 *	fl_2d_init_stream(&g, &cs, gpu_addr, FL_2D_R500);     // or fl_2d_init_mmio()
 *	fl_2d_target(&g, &screen);
 *	fl_fill_rect(&g, 0, 0, 1024, 768, 0xff203040);
 *	fl_line(&g, 10, 10, 200, 90, 0xffffffff);
 *	fl_2d_finish(&g);
 *
 * There are two ways out: a command stream, or plain register writes with a look at the FIFO before them, for a chip
 * whose ring does not run (and for one that has none). What an engine lacks is made up from what it has: lines are runs
 * of fills, text is rectangles; raster operations that would need the destination are refused.
 *
 * Colors are pixels of the target's format (fl_pixel() makes them). Coordinates are pixels, may be negative, and are
 * clipped to the clip rectangle and the target. Every call returns FL_OK or the reason; the first failure also stays in
 * g->code and g->err, so that a drawing may be checked once, at its end.
 */
#ifndef FL_DRAW2D_H
#define FL_DRAW2D_H

#include "hw/fl_dev.h"
#include "lib/fl_cs.h"
#include "lib/fl_surface.h"

/* What an engine can do, or-ed together. Every engine fills with a solid color and copies in four directions. */
#define FL_2D_ROPS        1u /* all 256 ternary raster operations */
#define FL_2D_LINES       2u /* DST_LINE_START, DST_LINE_END */
#define FL_2D_HOST_DATA   4u /* bits and pixels from the host */
#define FL_2D_R500        (FL_2D_ROPS | FL_2D_LINES | FL_2D_HOST_DATA)
#define FL_2D_ATI_VGA     0u /* QEMU 7.2's ati-vga: fills and copies */

/* Ternary raster operations: bit (P << 2 | S << 1 | D) is the result for brush P, source S, destination D. These are
 * Windows' numbers (R5xx guide 6.2.2, WIN31_ROP). */
#define FL_ROP_BLACKNESS  0x00u
#define FL_ROP_NOTSRCCOPY 0x33u
#define FL_ROP_DSTINVERT  0x55u
#define FL_ROP_PATINVERT  0x5au /* D xor P */
#define FL_ROP_SRCINVERT  0x66u /* D xor S */
#define FL_ROP_SRCAND     0x88u
#define FL_ROP_NOP        0xaau
#define FL_ROP_MERGEPAINT 0xbbu
#define FL_ROP_SRCCOPY    0xccu
#define FL_ROP_SRCPAINT   0xeeu /* D or S */
#define FL_ROP_PATCOPY    0xf0u
#define FL_ROP_WHITENESS  0xffu

struct fl_2d {
	struct fl_dev *dev; /* one of these two is NULL */
	struct fl_cs *cs;
	uint32_t caps;
	uint64_t vram_addr; /* the address at which the engine sees the start of video memory */
	const struct fl_surface *dst;
	uint32_t dst_pitch_offset;
	uint32_t gmc;           /* what all operations on this target share */
	int32_t x0, y0, x1, y1; /* clip rectangle, x1 and y1 outside */
	uint32_t fifo_free;     /* entries known to be free */
	/* What the registers hold, to write only what changed. */
	uint32_t last_gmc, last_brush, last_dp_cntl;
	bool last_valid;
	enum fl_code code;
	struct fl_err err;
};

/* Draw through a command stream. vram_addr: the GPU address of video memory (MC_FB_LOCATION). */
void fl_2d_init_stream(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr, uint32_t caps);
/* Draw by register writes. The engine must be idle and reset; vram_addr is 0 on chips with raw offsets. */
void fl_2d_init_mmio(struct fl_2d *g, struct fl_dev *dev, uint64_t vram_addr, uint32_t caps);

/* Draw on *dst from now on, clipped to its size. *dst must stay. FL_USAGE: an offset or a pitch that the engine cannot
 * address (lay it out with FL_USE_2D), a micro-tiled surface. Also call it after somebody else used the engine. */
enum fl_code fl_2d_target(struct fl_2d *g, const struct fl_surface *dst);
/* Clip to x0 <= x < x1, y0 <= y < y1 (and to the target). */
void fl_2d_clip(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1);
void fl_2d_clip_off(struct fl_2d *g);

enum fl_code fl_fill_rect(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color);
/* rop must not depend on the source. FL_FAILED: the engine has no raster operations, and this one needs them. */
enum fl_code fl_fill_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color, uint32_t rop);

/* Copy the rectangle at (sx, sy) of src to (dx, dy) of the target. The two may be the same surface and overlap. src has
 * the target's bytes a pixel (FL_USAGE otherwise); the part outside src is not drawn. */
enum fl_code fl_blit(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx, int32_t dy,
		     int32_t w, int32_t h);
/* The same with a raster operation; brush is the color P. */
enum fl_code fl_blit_rop(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx, int32_t dy,
			 int32_t w, int32_t h, uint32_t brush, uint32_t rop);

/* A line one pixel wide, both ends included: along the longer axis one pixel a step, on the other axis the nearest
 * pixel. Where two are equally near the chip decides. */
enum fl_code fl_line(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t color);

/* Draw color where bits has a one; zeros leave the target. bits: h rows of pitch_B bytes, the left pixel in bit 7. */
enum fl_code fl_mono(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const uint8_t *bits, uint32_t pitch_B,
		     uint32_t color);

/* Results reach memory. By registers: waits until they are there (FL_TIMEOUT after a second). By stream: the commands
 * that make it so are written; they take effect when the stream has run (fl_cs_flush(), then a fence). */
enum fl_code fl_2d_finish(struct fl_2d *g);

#endif
