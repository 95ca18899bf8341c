/* SPDX-License-Identifier: MIT
 *
 * CB: the color buffer registers, decoded once a draw (facts 9; reference, CB chapter).
 */
#ifndef HW_MODEL_CIK_CB_H
#define HW_MODEL_CIK_CB_H

#include "hw/model/cik/cik.h"
#include "hw/model/cik/tile.h"
#include "hw/model/pixel/target.h"

enum { MCIK_TARGETS = 8 };

/* The targets of a draw to a layer, in *cb, which is cleared first. False: refused, and reported. */
bool mcik_cb_decode(struct mcik *c, unsigned layer, struct fl_pixel_color *cb);
/* The chip's tables of tile modes as they stand in its registers. */
void mcik_tile_tables(const struct mcik *c, struct mcik_tile_tables *tables);

#endif
