/* SPDX-License-Identifier: MIT
 *
 * Whole blocks of 8x8 pixels on their way between memory and a tile, of the usual shapes of bricks.
 */
#ifndef HW_MODEL_TILES_MOVE_H
#define HW_MODEL_TILES_MOVE_H

#include "hw/model/tiles/surface.h"
#include "hw/model/vec.h"

/* Function that moves a block of such bricks, to memory (store) or from it. NULL: none but the general way, as
 * for FL_TILE_COPY_ANY, and always on the scalar path, which is there to judge the others. */
FL_SIMD_DECLARE(fl_tile_mover *, fl_tile_mover_of, (enum fl_tile_copy copy, bool store));

#endif
