/* SPDX-License-Identifier: MIT
 *
 * Where an element (a texel, a pixel, a block of 4x4) stands in memory: all array modes, pipe configurations
 * and macro-tile shapes of Sea Islands; the one address function that color and depth buffers, textures,
 * copies and SDMA share.
 *
 * The equations are those of Sea Islands facts 7. Bits of an address below 256 count inside a memory channel
 * ("pipe"); the pipe and the bank of a tile are exclusive ors of coordinate bits, and stand above them. What
 * is uncertain: modes 6, 10, 11 and 15 (partly resident, 2D or 3D), whose banks no open driver was checked
 * with: taken as turning neither from slice to slice nor, 10 and 15, with a split.
 */
#ifndef HW_MODEL_CIK_TILE_H
#define HW_MODEL_CIK_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/model/cik/chips.h"
#include "hw/regs/cik.h"

/* ARRAY_MODE of GB_TILE_MODE (facts 0.1; the database names those that the reference documents). */
enum mcik_array {
	MCIK_ARRAY_LINEAR_GENERAL,
	MCIK_ARRAY_LINEAR_ALIGNED,
	MCIK_ARRAY_1D_THIN,
	MCIK_ARRAY_1D_THICK,
	MCIK_ARRAY_2D_THIN,
	MCIK_ARRAY_PRT_THIN,
	MCIK_ARRAY_PRT_2D_THIN,
	MCIK_ARRAY_2D_THICK,
	MCIK_ARRAY_2D_XTHICK,
	MCIK_ARRAY_PRT_THICK,
	MCIK_ARRAY_PRT_2D_THICK,
	MCIK_ARRAY_PRT_3D_THIN,
	MCIK_ARRAY_3D_THIN,
	MCIK_ARRAY_3D_THICK,
	MCIK_ARRAY_3D_XTHICK,
	MCIK_ARRAY_PRT_3D_THICK,
	MCIK_ARRAYS
};

/* MICRO_TILE_MODE_NEW: the order of the elements of a tile. */
enum mcik_micro {
	MCIK_MICRO_DISPLAY,
	MCIK_MICRO_THIN,
	MCIK_MICRO_DEPTH,
	MCIK_MICRO_ROTATED,
	MCIK_MICRO_THICK
};

enum {
	MCIK_TILE_PX = 8,
	MCIK_TILE_ELEMENTS = 64,
	MCIK_THICKEST = 8,
	MCIK_INTERLEAVE_B = 256, /* bytes of a pipe that follow each other */
};

/* PIPE_CONFIG, likewise. */
enum { MCIK_P16_32X32_8X16 = 16, MCIK_P16_32X32_16X16 };

/* The chip's tables, and the size of a DRAM row. */
struct mcik_tile_tables {
	struct mcik_tiling tiling;
	uint32_t row_B;
};

/* What a pipe's bit is: the parity of these bits of x / 8 and y / 8. */
struct mcik_pipe_bit {
	uint8_t x, y;
};

/* How surfaces of one tile index, element size and number of samples lie: what mcik_layout() makes. */
struct mcik_layout {
	uint32_t mode, macro; /* the words of GB_TILE_MODE and GB_MACROTILE_MODE that it is made of */
	const struct mcik_pipe_bit *pipe;
	uint8_t array, micro, config; /* ARRAY_MODE, MICRO_TILE_MODE_NEW, PIPE_CONFIG */
	uint8_t bytes, samples;       /* of an element's sample; samples of an element */
	uint8_t log2_pipes, log2_banks, log2_bank_w, log2_bank_h, log2_aspect;
	uint8_t thick;                        /* slices of a tile: 1, 4, 8 */
	uint8_t splits;                       /* parts of a tile that are in slices of their own; 1: whole */
	uint32_t tile_B;                      /* of such a part, as it is stored */
	uint32_t macro_w, macro_h;            /* elements of a macro tile; 8 where there are none */
	uint32_t element[MCIK_TILE_ELEMENTS]; /* byte in the tile, of element y % 8 * 8 + x % 8, sample 0 */
	uint32_t slice[MCIK_THICKEST];        /* added for slice z % thick */
	uint32_t sample_B;                    /* from sample to sample */
};

/* Alignment of a surface's base in bytes, of its pitch and height in elements; and of a slice in bytes, which
 * a wider pitch sees to. 1: of none. */
struct mcik_tile_align {
	uint32_t base_B, pitch, height, slice_B;
};

/* Fill t for the tile index of GB_TILE_MODE, elements of 1 to 16 bytes (a power of two) and 1, 2, 4, 8
 * samples. An element of FMASK is the masks of all samples of a pixel: it has one. NULL, or why there is no
 * such surface, a phrase to stand behind the tile index. */
const char *mcik_layout(struct mcik_layout *t, const struct mcik_tile_tables *c, unsigned index,
			unsigned bytes, unsigned samples);
/* The same of a mode's and a shape's words: those of a layout that was made before, or of the 1D mode that a
 * small level of it has. */
const char *mcik_layout_of(struct mcik_layout *t, uint32_t mode, uint32_t macro, uint32_t row_B,
			   unsigned bytes, unsigned samples);
/* The same out of what this thread keeps (tile_kept.c): good until the thread asks for another. NULL: there
 * is none, and *why says why. */
const struct mcik_layout *mcik_layout_kept(uint32_t mode, uint32_t macro, uint32_t row_B, unsigned bytes,
					   unsigned samples, const char **why);
/* The words of a tile index, for those two. */
void mcik_layout_words(const struct mcik_tile_tables *c, unsigned index, unsigned bytes, unsigned samples,
		       uint32_t *mode, uint32_t *macro);
struct mcik_tile_align mcik_tile_align(const struct mcik_layout *t);

/* The array mode has macro tiles. */
static inline bool mcik_array_macro(unsigned array)
{
	return array >= MCIK_ARRAY_2D_THIN;
}

/* Of a surface at base (whose bits above 256 that number a pipe and a bank say where it begins to count
 * them), with slices of pitch * height elements: the address of sample s of element (x, y, z). */
uint64_t mcik_tile_addr(const struct mcik_layout *t, uint64_t base, uint32_t pitch, uint32_t height,
			uint32_t x, uint32_t y, uint32_t z, unsigned s);

/* The same of macro modes in two parts, for who walks whole tiles: the address is corner + inside +
 * ((bank ^ turn) << (8 + log2_pipes)). The corner of the tile of (x, y), in slice z / thick: */
uint64_t mcik_tile_corner(const struct mcik_layout *t, uint64_t base, uint32_t pitch, uint32_t height,
			  uint32_t x, uint32_t y, uint32_t z, uint32_t *bank);
/* Byte off of a tile, of all its splits. */
uint64_t mcik_tile_inside(const struct mcik_layout *t, uint32_t pitch, uint32_t height, uint32_t off,
			  uint32_t *turn);

/* The first bit of an address above those of pipe and bank. */
static inline unsigned mcik_above_banks(const struct mcik_layout *t)
{
	return 8u + t->log2_pipes + t->log2_banks;
}

/* Macro tiles of a slice. */
static inline uint64_t mcik_slice_macros(const struct mcik_layout *t, uint32_t pitch, uint32_t height)
{
	return (uint64_t)(pitch / t->macro_w) * (height / t->macro_h);
}

/* The pipe of a tile, by its numbers; no swizzle of the base, no turn of slices. */
uint32_t mcik_tile_pipe(const struct mcik_layout *t, uint32_t tx, uint32_t ty);

/* What is kept of each 8x8 pixels: HTILE 32 bits, CMASK 4. */
enum mcik_meta { MCIK_HTILE, MCIK_CMASK };

/* Pixels of its macro blocks, to whose multiples a surface is rounded up. NULL, or why there is none. */
const char *mcik_meta_block(const struct mcik_layout *t, enum mcik_meta what, uint32_t *width,
			    uint32_t *height);
/* Address in nibbles, from the buffer's beginning, of what is kept of pixel (x, y) of slice z. pitch and
 * height in pixels, rounded up. t is that of the surface of pixels. */
uint64_t mcik_meta_nibble(const struct mcik_layout *t, enum mcik_meta what, uint32_t pitch, uint32_t height,
			  uint32_t x, uint32_t y, uint32_t z);

/* The same in two steps, for who asks often: what all places of a surface have in common. False: there is
 * none. */
struct mcik_meta_grid {
	const struct mcik_layout *layout; /* the caller's */
	uint64_t per_slice;               /* macro blocks */
	uint32_t per_row, row;            /* of them; elements of one, of each pipe */
	uint8_t log2_w, log2_h, bits;     /* pixels of one; of an element */
};
bool mcik_meta_grid_of(struct mcik_meta_grid *g, const struct mcik_layout *t, enum mcik_meta what,
		       uint32_t pitch, uint32_t height);
uint64_t mcik_meta_nibble_in(const struct mcik_meta_grid *g, uint32_t x, uint32_t y, uint32_t z);
/* Of the 8x8 blocks of aligned 64x64 pixels, row by row: their places are the first one's ^ by[i]. Each is
 * below the result, a power of two. */
enum { MCIK_META_BLOCKS = 64 };
uint32_t mcik_meta_blocks(const struct mcik_meta_grid *g, uint32_t by[MCIK_META_BLOCKS]);

#endif
