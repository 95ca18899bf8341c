/* SPDX-License-Identifier: MIT
 *
 * Waves whose lanes all start with the same values: flat colors, rectangles that are filled. A shader that
 * makes its colors of these alone need not run again for the next wave of the same kind.
 */
#ifndef HW_MODEL_RASTER_SAME_H
#define HW_MODEL_RASTER_SAME_H

#include "hw/model/raster/thread.h"

enum { FL_RASTER_SAME_MAX = 16 }; /* values; draws with more inputs have no such waves */

/* Would fl_raster_interpolate() give all pixels of the wave the same inputs? Then value[k] is that of input k
 * (fl_raster_inputs.in), and nothing else about the wave matters to them. May say no where it is so. */
bool fl_raster_same(const struct fl_raster_thread *t, float value[FL_RASTER_SAME_MAX]);

#endif
