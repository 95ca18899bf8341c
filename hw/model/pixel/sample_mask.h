/* SPDX-License-Identifier: MIT
 *
 * Samples of a pixel that its program leaves out.
 */
#ifndef HW_MODEL_PIXEL_SAMPLE_MASK_H
#define HW_MODEL_PIXEL_SAMPLE_MASK_H

#include "hw/model/raster/thread.h"

/* Of a lane's samples those stay whose bits are set in the lane's mask: bit 0 is the first sample's. */
void fl_pixel_sample_mask(struct fl_raster_thread *t, const uint32_t mask[FL_WAVE_PX]);

#endif
