/* SPDX-License-Identifier: MIT
 *
 * Surfaces of R6xx and R7xx: what their chips make of formats, tiling and sizes (R6xx facts 5.1, 6, 7).
 *
 *	format                   bits  texture filtered target blended samples  color that it holds
 *	FL_L8 (= FL_C8), A8         8     x       x       x       x       x     as on R5xx: grey; alpha
 *	FL_LA88                    16     x       x       x       x       x     grey and alpha
 *	FL_ARGB1555, RGB565,
 *	FL_ARGB4444                16     x       x       x       x       x
 *	FL_ARGB8888, ABGR8888,
 *	FL_ARGB2101010             32     x       x       x       x       x
 *	FL_R16, R16F               16     x       x       x       x       x     red
 *	FL_GR1616, GR16F           32     x       x       x       x       x     red and green
 *	FL_ABGR16161616, ABGR16F   64     x       x       x       x       x
 *	FL_R32F, GR32F, ABGR32F    32+    x       x       x       x       x
 *	FL_R32UI, ABGR8888UI       32     x               x                     whole numbers
 *	FL_DXT1, ATI1N             4/px   x       x                             blocks of 4x4
 *	FL_DXT3, DXT5, ATI2N       8/px   x       x
 *	FL_Z16                     16     x       x     depth             x     as texture a grey
 *	FL_Z24S8                   32     x       x     depth             x     likewise, by a copy
 *
 * Tiling, in the words of the documents:
 *
 *	FL_LINEAR           LINEAR_ALIGNED: rows of whole groups, and of 64 pixels
 *	FL_MICRO            1D_TILED_THIN1: tiles of 8x8 pixels, one after the other
 *	FL_MACRO            2D_TILED_THIN1: such tiles over all pipes and banks of the memory; with FL_MICRO
 *	                    it is the same
 *
 * Of FL_Z24S8 the depth buffer keeps each tile in a way of its own, which no texture unit reads: fl_texture()
 * makes it write its depths as colors, into memory that a surface with FL_USE_TEXTURE has behind it. So what
 * such a texture shows is what was drawn, not what fl_image_write() has put there.
 *
 * A group is the 256 or 512 bytes that one pipe has in a row. How many pipes and banks there are is the
 * card's: GB_TILING_CONFIG, whose lower half is the `layout` of the rules.
 */
#ifndef LIB_R600_SURFACE_H
#define LIB_R600_SURFACE_H

#include "lib/fl_texture.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of cards with the layout of most RV770: 8 pipes, 8 banks, groups of 256 bytes. A stage has those of its
 * card. */
extern const struct fl_surface_rules fl_r600_surfaces;
/* The rules of a card: r7xx, and the lower half of its GB_TILING_CONFIG. */
void fl_r600_surface_rules(struct fl_surface_rules *rules, bool r7xx, uint32_t tiling_config);

/* ARRAY_MODE of CB_COLOR_INFO and DB_DEPTH_INFO, TILE_MODE of textures. */
static inline uint32_t fl_r600_array_mode(const struct fl_surface *s)
{
	return s->tiling & FL_MACRO ? 4 : s->tiling & FL_MICRO ? 2 : 1;
}

/* CB_COLOR_SIZE and DB_DEPTH_SIZE: pitch and area in tiles of 8x8. */
static inline uint32_t fl_r600_tiles(const struct fl_surface *s)
{
	return (s->pitch_px / 8 - 1) | (s->pitch_px * s->height_rows / 64 - 1) << 10;
}

/* FL_BY_COPY: a texture's copy has the second half of its memory. */
static inline uint64_t fl_r600_copy_B(const struct fl_texture *t)
{
	return t->size_B / 2;
}

/* There is memory for it, and a depth buffer to copy from. */
static inline bool fl_r600_has_copy(const struct fl_texture *t)
{
	const struct fl_surface *s = &t->image;

	return s->tiling && t->size_B >= 2ull * s->pitch_px * s->height_rows * s->bytes_px;
}

#ifdef __cplusplus
}
#endif

#endif
