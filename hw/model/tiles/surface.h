/* SPDX-License-Identifier: MIT
 *
 * A color or depth surface in memory, and the way of its pixels between memory and the linear 64x64 tiles of
 * the tile cache. Pure functions: the cache itself is cache.c. Where a pixel stands in memory is the family's
 * to say.
 */
#ifndef HW_MODEL_TILES_SURFACE_H
#define HW_MODEL_TILES_SURFACE_H

#include "hw/model/chip.h"

enum {
	FL_TILE_PX = 64,     /* width and height of a tile */
	FL_TILE_TARGETS = 8, /* color surfaces at once */
	FL_TILE_BRICKS = 64, /* in an 8x8 block, at most */
	FL_TILE_BLOCKS = 64, /* of 8x8 in a tile */
	FL_TILE_LINE_B = 64, /* of the host's caches */
	FL_TILE_LINES = 16,  /* of them in a block, at most: 16 bytes a pixel */
	FL_TILE_TURNS = 4,   /* of them in a block of 4 bytes a pixel; pairs of rows in it, too */
};

/* The other plane of a surface whose depths and stencils are two in memory: pitch, rows and layers are the
 * same. */
struct fl_tile_second {
	uint64_t base;
	uint32_t config;
	uint8_t micro, macro;
};
/* Of fl_tile_key.planes: which there are. */
enum { FL_TILE_FIRST = 1, FL_TILE_SECOND = 2 };

/* What makes surfaces different ones. Compared with memcmp: clear the whole struct before filling it. */
struct fl_tile_key {
	uint64_t base;         /* GPU address of pixel (0, 0) */
	uint32_t pitch_px;     /* pixels a row, a multiple of what the tiling asks for */
	uint32_t rows;         /* of a layer; 0: there is one, and where it ends is not known */
	uint32_t config;       /* how the chip spreads memory: the family's code */
	uint16_t layer;        /* which of the surface's */
	uint16_t x_off, y_off; /* added to window coordinates; multiples of 8 */
	uint8_t cpp;           /* bytes a pixel or sample: 1, 2, 4, 8, 16. 0: no surface */
	uint8_t samples;       /* 1 to 8 */
	uint8_t micro,
	    macro; /* the family's codes of tiling: pixels in small tiles, and these in large ones */
	/* Byte b of the surface stands at b ^ swap: 0 as it is; 1, 3, 7 bytes of each 16-, 32- or 64-bit unit
	 * change places; 2 the halves of each 32-bit unit. */
	uint8_t swap;
	uint8_t depth; /* bool: lives in the depth cache */
	uint8_t slot;  /* of color surfaces, for reports; the family's */
	/* bool: memory may not hold what the surface has, and the family fills in (a fast clear) */
	uint8_t fast;
	/* Not 0: depth and stencil stand apart in memory, in dwords and in bytes; in a tile a sample has
	 * both, in cpp bytes: 4, the depth of 24 bits above the stencil, or 8, a dword each. base, config,
	 * micro and macro are the depth's. */
	uint8_t planes;
	uint8_t space; /* of base: whose addresses these are, where a chip has several kinds; the family's */
	struct fl_tile_second second;
};

/* The surfaces of a draw. */
struct fl_tile_targets {
	unsigned n; /* color surfaces, some may be none */
	/* a bit each: the draw does something to it, else it is opened for others of the batch */
	uint32_t used;
	const struct fl_tile_key *color[FL_TILE_TARGETS];
	const struct fl_tile_key *resolve, *depth; /* NULL: none */
	bool depth_used;
};

/* The shapes of bricks for which whole blocks are copied with sizes that the compiler knows: width, height,
 * bytes a pixel. */
enum fl_tile_copy {
	FL_TILE_COPY_ANY,
	FL_TILE_COPY_2X2_4, /* depths in tiles */
	FL_TILE_COPY_4X2_4,
	FL_TILE_COPY_4X4_4,
	FL_TILE_COPY_8X1_4,
	FL_TILE_COPY_8X2_2,
	FL_TILE_COPY_2X2_1, /* stencils in tiles */
};

/* Sixteen pixels of four bytes, each out of one of two sources: px[] counts from the first to the second. */
struct fl_tile_turn {
	uint32_t from[2];
	int32_t px[16];
};

/* Of the aligned 8x8 blocks of a surface with one sample a pixel: bricks of w_px x h_px pixels, 1, 2, 4 or 8
 * each, that stand row after row in memory with nothing between. Brick i of a block (they count row by row)
 * stands at base + (at[i] ^ flip), where the block says base and flip: memory that is interleaved over
 * channels and banks permutes addresses so, and linear surfaces have a flip of 0. */
struct fl_tile_bricks {
	unsigned w_px, h_px;
	uint32_t reach_B; /* all of a block's bytes lie in [base, base + reach_B) */
	uint32_t at[FL_TILE_BRICKS];
	/* found by fl_tile_copy_init() */
	enum fl_tile_copy copy;
	unsigned n_lines; /* of the host's caches that the bricks lie in, each once, as at[] has it */
	uint32_t line[FL_TILE_LINES];
	/* Four bytes a pixel, and no line has others' pixels: how rows 2 * i and 2 * i + 1 come out of lines
	 * (from: as in line[]), and line i out of such pairs of rows (from: their number). */
	bool by_lines;
	struct fl_tile_turn in[FL_TILE_TURNS], out[FL_TILE_TURNS];
};

/* The address equation of a family's surfaces. x, y count from the surface's corner, offsets included;
 * results are bytes from the surface's base. */
struct fl_tile_layout {
	/* Of sample s of pixel (x, y). Pixels x and x + 1 stand side by side if x is even, but
	 * of 16 bytes. */
	uint64_t (*addr)(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s);
	/* Once a surface: what its blocks have in common. */
	void (*bricks)(const struct fl_tile_key *k, struct fl_tile_bricks *b);
	/* Base and flip of the block whose corner is pixel (x, y). */
	uint64_t (*block)(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip);
	/* With several: all of a pixel's lie in one aligned unit of this size. NULL: they do not. */
	uint64_t (*unit_B)(const struct fl_tile_key *k);
	/* The host pointer of an address, and how many bytes follow it, of surfaces whose key has a space;
	 * NULL: nothing is there. What is read may lie beside what is drawn, beyond the surface's end even:
	 * only a store is a fault. */
	uint8_t *(*at)(const struct fl_mem *mem, const struct fl_tile_key *k, uint64_t addr, bool store,
		       uint64_t *left_B);
};

struct fl_tile_path;

/* Where the blocks of a tile begin, as fl_tile_layout.block() has it: asked once. All zeros at first. */
struct fl_tile_corners {
	uint64_t known; /* a bit a block */
	uint64_t base[FL_TILE_BLOCKS];
	uint32_t flip[FL_TILE_BLOCKS];
};
struct fl_tile_places {
	struct fl_tile_corners first, second; /* second: of the second plane */
};

/* What a surface remembers of that, or one of its planes. */
struct fl_tile_path {
	const struct fl_tile_layout *layout;
	const struct fl_tile_key *key;
	struct fl_tile_bricks bricks;
	/* The memory around its base: fl_tile_way_look(). host NULL: none is there. */
	const struct fl_mem *mem;
	uint8_t *host;
	uint64_t left_B;
	/* whole blocks: tiles/copy.h */
	uint64_t (*copy)(const struct fl_tile_path *p, const struct fl_tile_corners *c, uint8_t *px,
			 uint64_t blocks, bool store);
	uint64_t (*copy_dirty)(const struct fl_tile_path *p, const struct fl_tile_corners *c,
			       const uint8_t *px, uint64_t blocks, const uint64_t dirty[16], bool upper);
};

/* As long as it is used, the surface's key stays where it is, and so does this. */
struct fl_tile_way {
	struct fl_tile_path whole;
	struct fl_tile_path plane[2]; /* of a surface of two planes, each as a surface of its own */
	struct fl_tile_key key[2];    /* theirs */
};

void fl_tile_way_init(struct fl_tile_way *way, const struct fl_tile_layout *layout,
		      const struct fl_tile_key *k, enum fl_isa isa);
/* Whenever memory may have moved since the last load or save. */
void fl_tile_way_look(struct fl_tile_way *way, const struct fl_mem *mem);

/* Read the 8x8 blocks of `blocks` (bit y / 8 * 8 + x / 8) of tile (tx, ty) into px. What has no memory is
 * filled with zeros. */
void fl_tile_load(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx, unsigned ty,
		  uint8_t *px, uint64_t blocks);

/* Write the quads of dirty (as in struct fl_tile_buf) to memory; of two planes the second only if it was
 * drawn to. False if a pixel had no memory. */
bool fl_tile_save(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx, unsigned ty,
		  const uint8_t *px, const uint64_t dirty[16], bool second);

/* The same of blocks of the second plane, bytes, one sample a pixel, that are all this value. */
bool fl_tile_fill_second(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx,
			 unsigned ty, uint64_t blocks, uint8_t value);

/* Does a dirty quad of tile (tx, ty) stand in [addr, addr + size_B)? */
bool fl_tile_overlaps(const struct fl_tile_layout *layout, const struct fl_tile_key *k, unsigned tx,
		      unsigned ty, const uint64_t dirty[16], uint64_t addr, uint64_t size_B);

#endif
