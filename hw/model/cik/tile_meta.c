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

uint64_t mcik_meta_nibble(const struct mcik_layout *t, enum mcik_meta what, uint32_t pitch, uint32_t height,
			  uint32_t x, uint32_t y, uint32_t z)
{
	const uint32_t bits = what == MCIK_HTILE ? HTILE_BITS : CMASK_BITS;
	uint32_t w, h, n, index = 0, pipe;
	uint64_t macro, at;
	unsigned index_bits;

	if (mcik_meta_block(t, what, &w, &h))
		return 0;
	macro = (uint64_t)z * (pitch / w) * (height / h) + (uint64_t)(y / h) * (pitch / w) + x / w;
	index_bits = index_of(t, x / MCIK_TILE_PX, y / MCIK_TILE_PX, &index);
	n = (x % w / UNIT_PX + y % h / UNIT_PX * (w / UNIT_PX)) << (UNIT_TILES_LOG2 - t->log2_pipes);
	n = (n >> index_bits << index_bits) + index;
	at = macro * row_of(what) * bits + (uint64_t)n * bits;
	pipe = mcik_tile_pipe(t, x / MCIK_TILE_PX, y / MCIK_TILE_PX);
	return (at % PIPE_BITS + (uint64_t)pipe * PIPE_BITS +
		((at / PIPE_BITS * PIPE_BITS) << t->log2_pipes)) /
	       4;
}
