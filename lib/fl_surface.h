/* SPDX-License-Identifier: MIT
 *
 * Surfaces: how an image lies in video memory. Pure computation: nothing here touches a card.
 *
 * Names carry units: _px pixels, _B bytes, _rows rows. Coordinates count from the top left; row 0 is the
 * first row in memory. The rules are those of R3xx-R5xx ("R5xx guide" chapters 2, 4 and 10.8.5); what the
 * RV100 can use is the linear part of them.
 */
#ifndef LIB_FL_SURFACE_H
#define LIB_FL_SURFACE_H

#include "hw/fl_err.h"
#include "lib/fl_format.h"

#include <stdbool.h>
#include <stdint.h>

/* Tiling, or-ed together. A micro-tile is 32 bytes; a macro-tile is 8 x 8 of them, 2048 bytes (R5xx guide ch.
 * 2). */
#define FL_LINEAR      0u
/* Micro-tiles of 8x4, 8x2, 4x2 or 2x2 pixels of 8, 16, 32 or 64 bits; without it they are rows of 32 bytes.
 */
#define FL_MICRO       1u
/* With FL_MICRO, 16 bits: 4x4 instead of 8x2. Depth must have it, because ZB cannot read 8x2. */
#define FL_SQUARE      2u
#define FL_MACRO       4u

/* What the surface will be used for, or-ed together: each adds alignment. */
#define FL_USE_2D      1u /* 2D engine: offset in 1 KiB, pitch in 64 B (R5xx guide 6.2.2, SRC_PITCH_OFFSET) */
#define FL_USE_3D      2u /* color or depth buffer: even number of rows (R5xx guide 10.8.5) */
#define FL_USE_TEXTURE 4u /* texture: offset in 32 B (TX_OFFSET) */
#define FL_USE_DISPLAY 8u /* scan-out: pitch in 256 B, offset in 4 KiB */

struct fl_vram;

struct fl_surface {
	uint64_t offset_B; /* from the start of video memory; set by the caller or by fl_surface_place() */
	uint64_t size_B;
	uint32_t width_px, height_px;
	uint32_t pitch_px;    /* pixels from a row to the next, in the linear sense */
	uint32_t height_rows; /* rows that memory is taken for */
	uint32_t align_B;     /* of offset_B */
	uint8_t bytes_px;     /* 1 to 16; of compressed formats the bytes of a block */
	uint8_t tiling;       /* FL_LINEAR, or FL_MICRO, FL_SQUARE, FL_MACRO */
	uint8_t format;       /* enum fl_format */
	uint8_t block_px;     /* compressed formats: 4, the side of a block; else 0 or 1 */
	uint8_t samples;      /* a pixel: 2, 4 or 6; else 0 or 1 */
};

/* Lay out a surface: fills in *s, offset_B = 0. FL_USAGE: a size of 0 or above 16384 pixels, an unknown
 * format, a format that cannot be used so (fl_format.h), tiling that the format does not have, a pitch that
 * the 2D engine cannot address. */
enum fl_code fl_surface_init(struct fl_surface *s, uint32_t width_px, uint32_t height_px,
			     enum fl_format format, uint32_t tiling, uint32_t use, struct fl_err *err);

/* Lay out a color or depth buffer of 2, 4 or 6 samples a pixel, and take memory for it from *v (NULL: only
 * lay it out). It can be drawn into and read by fl_resolve(), nothing else: how the samples lie in it is the
 * chip's own (R5xx guide 10.8.1, 10.8.3). FL_USAGE: a format that has no samples, other numbers of them, a
 * width above 4096; of 6 samples of 32 bits 2720, of 4 and 6 samples of 64 bits 2048 and 1360 (Mesa's r300:
 * addresses go wrong beyond). */
enum fl_code fl_surface_multisample(struct fl_surface *s, struct fl_vram *v, uint32_t width_px,
				    uint32_t height_px, enum fl_format format, uint32_t samples,
				    struct fl_err *err);

/* A tile's width and height in pixels: the unit that pitch and height are rounded up to. */
void fl_surface_tile_px(uint32_t bytes_px, uint32_t tiling, uint32_t *width_px, uint32_t *height_px);

/* Byte offset of pixel (x, y) from the start of the surface; of compressed formats, of the block that it
 * stands in. The caller keeps x < pitch_px and y < height_rows. Not of surfaces of several samples. */
uint64_t fl_surface_at(const struct fl_surface *s, uint32_t x_px, uint32_t y_px);

/* Bytes from a row to the next of a linear surface; of compressed formats, from a row of blocks to the
 * next. */
static inline uint32_t fl_surface_pitch_B(const struct fl_surface *s)
{
	return s->pitch_px * s->bytes_px / (s->block_px ? s->block_px : 1u);
}

/* Video memory, handed out from the bottom up. Release what came last by going back to a mark. */
struct fl_vram {
	uint64_t start_B, end_B; /* the range that may be used, offsets from the start of video memory */
	uint64_t next_B;
};

static inline void fl_vram_init(struct fl_vram *v, uint64_t start_B, uint64_t end_B)
{
	v->start_B = v->next_B = start_B;
	v->end_B = end_B;
}

static inline uint64_t fl_vram_mark(const struct fl_vram *v)
{
	return v->next_B;
}

static inline void fl_vram_release(struct fl_vram *v, uint64_t mark)
{
	v->next_B = mark;
}

/* size_B bytes at a multiple of align_B (a power of two). FL_FAILED when the range is full: *offset_B is
 * unchanged. */
enum fl_code fl_vram_alloc(struct fl_vram *v, uint64_t size_B, uint64_t align_B, uint64_t *offset_B,
			   struct fl_err *err);

/* fl_surface_init() and memory for it. */
enum fl_code fl_surface_place(struct fl_surface *s, struct fl_vram *v, uint32_t width_px, uint32_t height_px,
			      enum fl_format format, uint32_t tiling, uint32_t use, struct fl_err *err);

#endif
