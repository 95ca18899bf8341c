/* SPDX-License-Identifier: MIT
 *
 * Where the words of HTILE and CMASK stand (facts 7.5); see tile.h.
 */
#include "hw/model/cik/tile.h"

#include <stddef.h>

enum {
	UNIT_PX = 32,        /* what all pipes together take turns in: 4x4 tiles */
	UNIT_TILES_LOG2 = 4, /* tiles of a unit */
	PIPE_BITS = 2048,    /* bits of a pipe that follow each other: 256 bytes */
	HTILE_BITS = 32,
	CMASK_BITS = 4,
	HTILE_ROW = 512,
	CMASK_ROW = 256 /* elements of a macro block, of each pipe */
};

static uint32_t row_of(enum mcik_meta what)
{
	return what == MCIK_HTILE ? HTILE_ROW : CMASK_ROW;
}

/* Bits of an element's number inside a unit, out of the numbers of its tile; how many. 0: nobody describes
 * the pipe configuration's. */
static unsigned index_of(const struct mcik_layout *t, uint32_t tx, uint32_t ty, uint32_t *index)
{
	const uint32_t x1 = tx >> 1 & 1, y0 = ty & 1, y1 = ty >> 1 & 1;

	switch (t->config) {
	case CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P2:
		*index = x1 << 2 | (x1 ^ y1) << 1 | (x1 ^ y0);
		return 3;
	case CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_8X16:
		*index = x1 << 1 | (x1 ^ y1);
		return 2;
	case CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_16X16:
	case MCIK_P16_32X32_16X16:
		*index = x1 << 1 | (x1 ^ y0);
		return 2;
	default:
		return 0;
	}
}

const char *mcik_meta_block(const struct mcik_layout *t, enum mcik_meta what, uint32_t *width,
			    uint32_t *height)
{
	uint32_t w = row_of(what), h = 1, index;

	if (!mcik_array_macro(t->array))
		return "is not macro-tiled, as surfaces with tile data have to be";
	if (!index_of(t, 0, 0, &index))
		return "has a PIPE_CONFIG whose tile data nobody describes";
	while (w > (2 * h) << t->log2_pipes) {
		w /= 2;
		h *= 2;
	}
	*width = MCIK_TILE_PX * w;
	*height = (MCIK_TILE_PX * h) << t->log2_pipes;
	return NULL;
}

bool mcik_meta_grid_of(struct mcik_meta_grid *g, const struct mcik_layout *t, enum mcik_meta what,
		       uint32_t pitch, uint32_t height)
{
	uint32_t w, h;

	if (mcik_meta_block(t, what, &w, &h))
		return false;
	*g = (struct mcik_meta_grid){.layout = t,
				     .log2_w = (uint8_t)__builtin_ctz(w),
				     .log2_h = (uint8_t)__builtin_ctz(h),
				     .per_row = pitch / w,
				     .per_slice = (uint64_t)(pitch / w) * (height / h),
				     .bits = what == MCIK_HTILE ? HTILE_BITS : CMASK_BITS,
				     .row = row_of(what)};
	return true;
}

uint64_t mcik_meta_nibble_in(const struct mcik_meta_grid *g, uint32_t x, uint32_t y, uint32_t z)
{
	const struct mcik_layout *t = g->layout;
	const uint32_t in_x = x & ((1u << g->log2_w) - 1), in_y = y & ((1u << g->log2_h) - 1);
	const uint64_t macro = z * g->per_slice + (uint64_t)(y >> g->log2_h) * g->per_row + (x >> g->log2_w);
	uint32_t n, index = 0, pipe;
	unsigned index_bits;
	uint64_t at;

	index_bits = index_of(t, x / MCIK_TILE_PX, y / MCIK_TILE_PX, &index);
	n = (in_x / UNIT_PX + (in_y / UNIT_PX << g->log2_w) / UNIT_PX) << (UNIT_TILES_LOG2 - t->log2_pipes);
	n = (n >> index_bits << index_bits) + index;
	at = macro * g->row * g->bits + (uint64_t)n * g->bits;
	pipe = mcik_tile_pipe(t, x / MCIK_TILE_PX, y / MCIK_TILE_PX);
	return (at % PIPE_BITS + (uint64_t)pipe * PIPE_BITS +
		((at / PIPE_BITS * PIPE_BITS) << t->log2_pipes)) /
	       4;
}

/* Pipes and elements are made of a coordinate's bits alone, and macro blocks are larger. */
uint32_t mcik_meta_blocks(const struct mcik_meta_grid *g, uint32_t by[MCIK_META_BLOCKS])
{
	enum { ROW = 8 };
	const uint64_t first = mcik_meta_nibble_in(g, 0, 0, 0);
	uint32_t any = 0;

	for (uint32_t i = 0; i < MCIK_META_BLOCKS; i++) {
		by[i] = (uint32_t)(mcik_meta_nibble_in(g, i % ROW * MCIK_TILE_PX, i / ROW * MCIK_TILE_PX, 0) ^
				   first);
		any |= by[i];
	}
	return any ? 2u << (31 - __builtin_clz(any)) : 1;
}

uint64_t mcik_meta_nibble(const struct mcik_layout *t, enum mcik_meta what, uint32_t pitch, uint32_t height,
			  uint32_t x, uint32_t y, uint32_t z)
{
	struct mcik_meta_grid g;

	return mcik_meta_grid_of(&g, t, what, pitch, height) ? mcik_meta_nibble_in(&g, x, y, z) : 0;
}
