/* SPDX-License-Identifier: MIT
 *
 * Tiles that one primitive covers whole, with one color and one depth: clears. Of its 64 blocks one is drawn,
 * and the others are what that one is.
 */
#ifndef HW_MODEL_RASTER_WHOLE_H
#define HW_MODEL_RASTER_WHOLE_H

#include "hw/model/raster/gather.h"

/* Draws p in the worker's tile, inside all of its edges. False: it has to go block by block, and nothing is
 * done. */
bool fl_raster_whole(struct fl_raster_worker *w, const struct fl_raster_prim *p);

#endif
