/* SPDX-License-Identifier: MIT
 *
 * A color or depth surface in memory, and the way of its pixels between memory and the linear 64x64 tiles of
 * the tile cache. Pure functions: the cache itself is rb_tiles.c.
 */
#ifndef HW_MODEL_TILES_SURFACE_H
#define HW_MODEL_TILES_SURFACE_H

#include "hw/model/chip.h"

enum {
	FL_TILE_PX = 64,     /* width and height of a tile */
	FL_TILE_TARGETS = 8, /* color surfaces at once */
};

/* What distinguishes surfaces. Compared with memcmp: clear the whole struct before filling it. */
struct fl_tile_key {
	uint64_t base;         /* GPU address of pixel (0, 0) */
	uint32_t pitch_px;     /* pixels a row, a multiple of what the tiling asks for */
	uint16_t x_off, y_off; /* ZB_DEPTHXY_OFFSET: added to window coordinates; multiples of 32 */
	uint8_t cpp;           /* bytes a pixel or sample: 1, 2, 4, 8, 16. 0: no surface */
	uint8_t samples;       /* 1, 2, 3, 4 or 6 */
	uint8_t micro;         /* enum mr500_micro */
	uint8_t macro;         /* bool */
	uint8_t endian;        /* MR500_ENDIAN_* */
	uint8_t depth;         /* bool: lives in the Z cache */
	uint8_t slot;          /* for reports: color buffer 0-3, or 4: resolve buffer. Depth: 0 */
	uint8_t fast; /* bool: ZMASK (depth) or CMASK (color) says which blocks hold the clear value */
};

/* COLORENDIAN and DEPTHENDIAN */
enum { MR500_ENDIAN_NONE, MR500_ENDIAN_16, MR500_ENDIAN_32, MR500_ENDIAN_HALVES };

/* The surfaces of a draw. */
struct fl_tile_targets {
	unsigned n; /* color surfaces, some may be none */
	uint32_t
	    used; /* a bit each: the draw does something to it, else it is opened for others of the batch */
	const struct fl_tile_key *color[FL_TILE_TARGETS];
	const struct fl_tile_key *resolve, *depth; /* NULL: none */
	bool depth_used;
};

/* Byte offset of sample s of pixel (x, y) from the surface's base. x, y count from the surface's corner,
 * offsets included. Pixels that follow each other in a row are contiguous up to mr500_surface_run() of
 * them. */
uint64_t mr500_surface_addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s);

/* Read the 8x8 blocks of `blocks` (bit y / 8 * 8 + x / 8) of tile (tx, ty) into px. What has no memory behind
 * it is filled with zeros. False if there was such a pixel. */
bool mr500_surface_load(const struct fl_mem *mem, const struct fl_tile_key *k, unsigned tx, unsigned ty,
			uint8_t *px, uint64_t blocks);

/* Write the quads of dirty (as in struct fl_tile_buf) to memory. False if a pixel had no memory behind
 * it. */
bool mr500_surface_store(const struct fl_mem *mem, const struct fl_tile_key *k, unsigned tx, unsigned ty,
			 const uint8_t *px, const uint64_t dirty[16]);

/* Does a dirty quad of tile (tx, ty) stand in [addr, addr + size_B)? */
bool mr500_surface_overlaps(const struct fl_tile_key *k, unsigned tx, unsigned ty, const uint64_t dirty[16],
			    uint64_t addr, uint64_t size_B);

#endif
