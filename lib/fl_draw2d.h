/* SPDX-License-Identifier: MIT
 *
 * Drawing in 2D: fills, patterns, copies, bitmaps, images, lines, raster operations, color keys, clipping, on
 * surfaces of 8, 16 and 32 bits a pixel.
 *
 *	struct fl_2d g;
 *	fl_r500_2d_stream(&g, &cs, gpu_addr, FL_2D_ALL);      // of the family; a stage has one begun
 *	fl_2d_target(&g, &screen);
 *	fl_fill_rect(&g, 0, 0, 1024, 768, 0xff203040);
 *	fl_line(&g, 10, 10, 200, 90, 0xffffffff);
 *	fl_2d_finish(&g);
 *
 * There are two ways out: a command stream, or plain register writes with a look at the FIFO before them, for
 * a chip whose ring does not run (and for one that has none). What an engine cannot do is made up from fills
 * where that gives the same pixels; what would need to read the destination, and cannot, is refused with
 * FL_FAILED.
 *
 * Colors are pixels of the target's format (fl_pixel() makes them). Coordinates are pixels of the target, any
 * 32 bits, and may be negative: what lies outside the clip rectangles and the target is left out, and what is
 * larger than the engine's coordinates reach is cut into pieces. A width or height of 0 or less draws
 * nothing.
 *
 * Every call returns FL_OK or the reason; the first failure also stays in g->code and g->err, so that a
 * drawing may be checked once, at its end. FL_USAGE: what was asked makes no sense (the text says what).
 * FL_FAILED: this engine cannot do it. FL_TIMEOUT: the engine does not take register writes any more.
 */
#ifndef LIB_FL_DRAW2D_H
#define LIB_FL_DRAW2D_H

#include "hw/fl_dev.h"
#include "lib/fl_cs.h"
#include "lib/fl_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an engine can do, or-ed together. Every engine fills with a solid color and copies in four
 * directions. */
#define FL_2D_ROPS         1u  /* all 256 ternary raster operations */
#define FL_2D_LINES        2u  /* lines, and scissors */
#define FL_2D_HOST_DATA    4u  /* bits and pixels from the host */
#define FL_2D_PATTERNS     8u  /* brushes of 8 x 8 pixels */
#define FL_2D_KEYS         16u /* color compare and the write mask */
#define FL_2D_ALL          (FL_2D_ROPS | FL_2D_LINES | FL_2D_HOST_DATA | FL_2D_PATTERNS | FL_2D_KEYS)
#define FL_2D_ATI_VGA      0u /* QEMU 7.2's ati-vga: fills and copies */

/* Ternary raster operations: bit (P << 2 | S << 1 | D) is the result for brush P, source S, destination D.
 * These are Windows' numbers (R5xx guide 6.2.2, WIN31_ROP). */
#define FL_ROP_BLACKNESS   0x00u
#define FL_ROP_NOTSRCERASE 0x11u
#define FL_ROP_NOTSRCCOPY  0x33u
#define FL_ROP_SRCERASE    0x44u
#define FL_ROP_DSTINVERT   0x55u
#define FL_ROP_PATINVERT   0x5au /* D xor P */
#define FL_ROP_SRCINVERT   0x66u /* D xor S */
#define FL_ROP_SRCAND      0x88u
#define FL_ROP_NOP         0xaau
#define FL_ROP_MERGEPAINT  0xbbu
#define FL_ROP_MERGECOPY   0xc0u /* P and S: with a bitmap of all ones as S, the pattern through a stencil */
#define FL_ROP_SRCCOPY     0xccu
#define FL_ROP_SRCPAINT    0xeeu /* D or S */
#define FL_ROP_PATCOPY     0xf0u
#define FL_ROP_WHITENESS   0xffu

struct fl_rect {
	int32_t x, y, w, h;
};

struct fl_point {
	int32_t x, y;
};

/* P of a raster operation: a color, or a pattern of 8 x 8 pixels that repeats over the target. */
enum fl_brush_kind {
	FL_BRUSH_SOLID,       /* color */
	FL_BRUSH_MONO,        /* bits: color where 1, background where 0 */
	FL_BRUSH_TRANSPARENT, /* bits: color where 1; where 0 nothing is drawn, whatever the raster operation
				 (if it uses P) */
	FL_BRUSH_COLOR,       /* pixels */
};

struct fl_brush {
	enum fl_brush_kind kind;
	uint32_t color, background;
	uint8_t bits[8]; /* rows from the top; the left pixel in bit 7 */
	/* 64, row by row, each a pixel of the target's format; read during the call only */
	const uint32_t *pixels;
	int32_t x, y; /* the target's pixel on which the pattern's upper left one lies; any that is 8 apart is
			 as good */
};

/* A bitmap in the host's memory: h rows of pitch_B bytes, the left pixel in bit 7 of a row's first byte;
 * pitch_B = 0 repeats one row. S of a raster operation is color where a bit is 1, background where it is
 * 0. */
struct fl_bitmap {
	const uint8_t *bits;
	uint32_t pitch_B;
	uint32_t color, background;
	bool opaque; /* false: where a bit is 0 nothing is drawn, and background does not matter */
};

/* How lines look. They are one pixel wide. */
struct fl_pen {
	uint32_t color, background;
	uint32_t dashes; /* 32 steps, repeating, the first in bit 0: color where 1. 0: a solid line */
	uint32_t phase;  /* the step that a line begins with */
	bool opaque;     /* background where a dash's bit is 0; else nothing is drawn there */
};

/* Color compare: which pixels a drawing leaves alone. */
enum fl_key_when {
	FL_KEY_OFF,
	FL_KEY_NOT_EQUAL, /* draw where the pixel is not the key: a source's background stays out, a
			     destination's frame stays */
	FL_KEY_EQUAL,     /* draw where the pixel is the key: a destination's blue box is filled */
};

struct fl_2d_key {
	enum fl_key_when src, dst; /* with both, both must agree */
	uint32_t src_key, dst_key; /* pixels */
	uint32_t mask;             /* of the bits compared, for both; 0 means all */
};

struct fl_2d_engine;

struct fl_2d_box {
	int32_t x0, y0, x1, y1; /* x1 and y1 outside */
};

enum { FL_2D_OWN_B = 384, FL_2D_CLIPS = 64 };

struct fl_2d {
	const struct fl_2d_engine *engine;
	struct fl_dev *dev; /* one of these two is NULL */
	struct fl_cs *cs;
	void *priv; /* the engine's own, where own below is not enough */
	uint32_t caps;
	uint64_t vram_addr; /* the address at which the engine sees the start of video memory */
	const struct fl_surface *dst;
	struct fl_2d_box clip;       /* the clip rectangle, inside the target */
	const struct fl_rect *clips; /* a list of more, or NULL */
	uint32_t n_clips;            /* 1 without a list */
	struct fl_2d_key key;        /* keys cut to the pixel's bits; mask never 0 */
	uint32_t write_mask;
	bool large; /* the target is larger than the engine's coordinates reach */
	__attribute__((aligned(8)))
	uint8_t own[FL_2D_OWN_B]; /* the engine's own: what its registers hold, and the like */
	enum fl_code code;
	struct fl_err err;
};

/* ---- Beginning and ending ---- */

/* Draw on *dst from now on: clip list, key and write mask are off, the clip rectangle is all of it. *dst must
 * stay. FL_USAGE: an offset or a pitch that the engine cannot address (lay it out with FL_USE_2D), a
 * micro-tiled surface. Also call it after somebody else used the engine. */
enum fl_code fl_2d_target(struct fl_2d *g, const struct fl_surface *dst);

/* Results reach memory. By registers: waits until they are there (FL_TIMEOUT after a second). By stream: the
 * commands that make it so are written; they take effect when the stream has run (fl_cs_flush(), then a
 * fence). */
enum fl_code fl_2d_finish(struct fl_2d *g);

/* ---- What all drawing heeds ---- */

/* Clip to x0 <= x < x1, y0 <= y < y1 (and to the target). */
void fl_2d_clip(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1);
/* Besides, clip to the n rectangles of a list (a window with others before it). The array must stay until the
 * list is taken away: by fl_2d_clip_off(), or with n = 0. Every call then draws once a rectangle: the
 * engine's registers name three auxiliary scissors, but no document says how an R5xx uses them, and the guide
 * reserves the bit that would turn them on. FL_USAGE: more than FL_2D_CLIPS, or two that overlap (what they
 * share would be drawn twice). */
enum fl_code fl_2d_clip_list(struct fl_2d *g, const struct fl_rect *clips, uint32_t n);
void fl_2d_clip_off(struct fl_2d *g);

/* Compare colors from now on; NULL: no more. The source's key holds for copies and fl_put_image() and does
 * nothing elsewhere, the destination's holds for everything. The documents disagree about the comparison's
 * sense: the engine does here what xf86-video-ati uses and an RV515 showed for the source, and the same for
 * the destination. FL_FAILED: the engine has none. FL_USAGE: an unknown fl_key_when. */
enum fl_code fl_2d_key(struct fl_2d *g, const struct fl_2d_key *key);
/* Change only these bits of the target's pixels; ~0: all. FL_FAILED: the engine cannot, and not all are asked
 * for. */
enum fl_code fl_2d_write_mask(struct fl_2d *g, uint32_t mask);

/* ---- Rectangles ---- */

enum fl_code fl_fill_rect(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color);
/* With a raster operation of the color P and the destination D; FL_USAGE if it depends on a source. */
enum fl_code fl_fill_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color,
			 uint32_t rop);
/* n rectangles with one color, in order: cheaper than one by one. */
enum fl_code fl_fill_rects(struct fl_2d *g, const struct fl_rect *rects, uint32_t n, uint32_t color,
			   uint32_t rop);
/* With a brush. */
enum fl_code fl_pattern(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h,
			const struct fl_brush *brush, uint32_t rop);
/* The outermost pixels of a rectangle, each once. */
enum fl_code fl_outline(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color,
			uint32_t rop);

/* ---- Copies ---- */

/* Copy the rectangle at (sx, sy) of src to (dx, dy) of the target. The two may be the same surface and
 * overlap (two surfaces that share memory in another way may not). src has the target's bytes a pixel
 * (FL_USAGE otherwise); the part outside src is not drawn. */
enum fl_code fl_blit(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx,
		     int32_t dy, int32_t w, int32_t h);
/* The same with a raster operation; color is P. */
enum fl_code fl_blit_rop(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx,
			 int32_t dy, int32_t w, int32_t h, uint32_t color, uint32_t rop);
/* The same with a brush; NULL if rop does not use it. */
enum fl_code fl_blit_brush(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx,
			   int32_t dy, int32_t w, int32_t h, const struct fl_brush *brush, uint32_t rop);

/* ---- From the host's memory ---- */

/* Draw color where bits has a one; zeros leave the target. bits: h rows of pitch_B bytes, the left pixel in
 * bit 7. FL_USAGE: w or h below 0. */
enum fl_code fl_mono(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const uint8_t *bits,
		     uint32_t pitch_B, uint32_t color);
/* A bitmap in two colors or one, with a raster operation; brush is NULL if rop does not use it. */
enum fl_code fl_mono_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h,
			 const struct fl_bitmap *bitmap, const struct fl_brush *brush, uint32_t rop);

/* Draw an image: h rows of pitch_B bytes, each w pixels of the target's format, little-endian, at any
 * alignment. */
enum fl_code fl_put_image(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const void *pixels,
			  uint32_t pitch_B);
enum fl_code fl_put_image_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const void *pixels,
			      uint32_t pitch_B, const struct fl_brush *brush, uint32_t rop);

/* ---- Lines ---- */

/* A line one pixel wide, both ends included: along the longer axis one pixel a step, on the other axis the
 * nearest pixel. Where two are equally near the chip decides. FL_USAGE: a coordinate beyond +-16384. */
enum fl_code fl_line(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t color);
enum fl_code fl_line_rop(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t color,
			 uint32_t rop);
/* n - 1 lines from point to point. A corner is drawn once; so is the last point, unless it is the first one
 * again. Dashes run on around corners. rop must not depend on a source. */
enum fl_code fl_polyline(struct fl_2d *g, const struct fl_point *points, uint32_t n, const struct fl_pen *pen,
			 uint32_t rop);

#ifdef __cplusplus
}
#endif

#endif
