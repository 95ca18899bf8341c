/* SPDX-License-Identifier: MIT
 *
 * Where the pixels of color and depth surfaces stand in memory, and what their sizes are rounded up to.
 */
#ifndef HW_MODEL_R600_SURFACE_H
#define HW_MODEL_R600_SURFACE_H

#include "hw/model/r600/tile_addr.h"
#include "hw/model/tiles/surface.h"

/* struct fl_tile_key: micro is the array mode, macro says that tiles are in depth order, config the low half
 * of GB_TILING_CONFIG. */
static inline struct mr600_tiled mr600_tiled_of(const struct fl_tile_key *k)
{
	return (struct mr600_tiled){.base = k->base,
				    .pitch = k->pitch_px,
				    .height = k->rows,
				    .config = k->config,
				    .mode = k->micro,
				    .bpe = k->cpp,
				    .samples = k->samples,
				    .depth = k->macro};
}

/* ENDIAN of CB_COLOR_INFO and texture resources: which byte of a unit stands where (fl_tile_key.swap). */
static inline uint8_t mr600_swap_of(unsigned endian)
{
	static const uint8_t swap[4] = {0, 1, 3, 7}; /* none, bytes of 16, 32, 64 bits */

	return swap[endian & 3];
}

/* What pitch and height of a surface are multiples of, in elements. */
struct mr600_align {
	uint32_t pitch, height;
};
struct mr600_align mr600_surface_align(unsigned mode, unsigned bpe, unsigned samples, uint32_t config);

extern const struct fl_tile_layout mr600_surface_layout;

struct mr600;
/* The slice of CB_COLORi_VIEW or DB_DEPTH_VIEW (whose fields are the same) that is drawn to. */
uint16_t mr600_surface_slice(const struct mr600 *r, uint32_t view);

#endif
