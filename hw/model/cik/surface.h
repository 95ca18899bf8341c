/* SPDX-License-Identifier: MIT
 *
 * Color and depth surfaces for the tile cache: what struct fl_tile_key holds of them, and the address
 * equation.
 */
#ifndef HW_MODEL_CIK_SURFACE_H
#define HW_MODEL_CIK_SURFACE_H

#include "hw/model/cik/tile.h"
#include "hw/model/tiles/surface.h"

/* Put how it lies, and its address, into a key whose cpp, samples, pitch_px, rows and layer are set. */
void mcik_surface_key(struct fl_tile_key *k, const struct mcik_layout *t, uint32_t row_B, uint64_t addr);

/* The layout that a key was made of. */
void mcik_surface_layout_of(const struct fl_tile_key *k, struct mcik_layout *t);

extern const struct fl_tile_layout mcik_surface_layout;

#endif
