/* SPDX-License-Identifier: MIT
 *
 * Surfaces of Sea Islands: what their chips make of formats, tiling and sizes (CIK facts 6, 7, 9).
 *
 *	format                   bits  texture filtered target blended  color that it holds
 *	FL_L8 (= FL_C8), A8         8     x       x       x       x     as on R5xx: grey; alpha
 *	FL_LA88                    16     x       x       x       x     grey and alpha
 *	FL_ARGB1555, RGB565,
 *	FL_ARGB4444                16     x       x       x       x
 *	FL_ARGB8888, ABGR8888,
 *	FL_ARGB2101010             32     x       x       x       x
 *	FL_R16, R16F               16     x       x       x       x     red
 *	FL_GR1616, GR16F           32     x       x       x       x     red and green
 *	FL_ABGR16161616, ABGR16F   64     x       x       x       x
 *	FL_R32F, GR32F, ABGR32F    32+    x       x       x       x
 *	FL_R32UI, ABGR8888UI       32     x               x             whole numbers
 *	FL_DXT1, ATI1N             4/px   x       x                     blocks of 4x4
 *	FL_DXT3, DXT5, ATI2N       8/px   x       x
 *	FL_Z16                     16     x       x     depth           as texture a grey
 *	FL_Z24S8                   32     x       x     depth           likewise
 *
 * Targets that are blended, of up to 32 bits, and depths can have 2, 4 and 8 samples a pixel.
 *
 * Tiling, in the words of the documents, and the entry of the chip's table of tile modes (GB_TILE_MODE) that
 * a surface names; hw/cik/tiling.c has filled the table.
 *
 *	FL_LINEAR           ARRAY_LINEAR_ALIGNED                                      8
 *	FL_MICRO            ARRAY_1D_TILED_THIN1: tiles of 8x8 pixels, one after the  13, depth 5
 *	                    other
 *	FL_MACRO            ARRAY_2D_TILED_THIN1: such tiles over all pipes and banks 14, depth 0 to 4
 *	                    of the memory; with FL_MICRO it is the same
 *
 * Of FL_Z24S8 the depths are in the lower 24 bits of a pixel's word, and the stencils in a plane of their own
 * behind all of them.
 */
#ifndef LIB_CIK_SURFACE_H
#define LIB_CIK_SURFACE_H

#include "lib/fl_texture.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of Bonaire with rows of 2 KiB in its memory. A stage has those of its card. */
extern const struct fl_surface_rules fl_cik_surfaces;
/* The rules of a card: its family (enum cik_family), and its GB_ADDR_CONFIG. */
void fl_cik_surface_rules(struct fl_surface_rules *rules, uint32_t family, uint32_t addr_config);

/* The entry of the table of tile modes that the surface's tiling is; and the words of the tables. */
uint32_t fl_cik_tile_index(const struct fl_surface *s);
uint32_t fl_cik_tile_mode(const struct fl_surface *s);
uint32_t fl_cik_macro_mode(const struct fl_surface *s);

/* CB_COLOR_PITCH and DB_DEPTH_SIZE, CB_COLOR_SLICE and DB_DEPTH_SLICE: in tiles of 8x8, less 1. */
static inline uint32_t fl_cik_tiles_wide(const struct fl_surface *s)
{
	return s->pitch_px / 8 - 1;
}

static inline uint32_t fl_cik_tiles(const struct fl_surface *s)
{
	return s->pitch_px * ((s->height_rows + 7) / 8) / 8 - 1;
}

/* Where the stencils of a depth buffer begin, behind the depths; 0: it has none. */
static inline uint64_t fl_cik_stencil_B(const struct fl_surface *s)
{
	const uint64_t depths_B =
	    (uint64_t)s->pitch_px * s->height_rows * s->bytes_px * (s->samples ? s->samples : 1);

	return s->size_B > depths_B ? depths_B : 0;
}

#ifdef __cplusplus
}
#endif

#endif
