/* SPDX-License-Identifier: MIT
 *
 * For surface.c: surfaces of two planes (fl_tile_key.planes).
 */
#ifndef HW_MODEL_TILES_PLANES_H
#define HW_MODEL_TILES_PLANES_H

#include "hw/model/tiles/surface.h"

/* A plane as a surface of its own. */
struct fl_tile_key fl_tile_plane(const struct fl_tile_key *k, bool second);
/* fl_tile_load() and fl_tile_save() of both. */
void fl_tile_planes_load(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx,
			 unsigned ty, uint8_t *px, uint64_t blocks);
bool fl_tile_planes_save(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx,
			 unsigned ty, const uint8_t *px, const uint64_t dirty[16], bool second);

/* The same of one plane, or of a surface without planes (surface.c). */
void fl_tile_path_load(const struct fl_tile_path *path, struct fl_tile_corners *corners, unsigned tx,
		       unsigned ty, uint8_t *px, uint64_t blocks);
bool fl_tile_path_save(const struct fl_tile_path *path, struct fl_tile_corners *corners, unsigned tx,
		       unsigned ty, const uint8_t *px, const uint64_t dirty[16]);
/* Of the first plane of pairs of four bytes, with one sample: px has the pairs. */
bool fl_tile_path_save_upper(const struct fl_tile_path *path, struct fl_tile_corners *corners, unsigned tx,
			     unsigned ty, const uint8_t *px, const uint64_t dirty[16]);

#endif
