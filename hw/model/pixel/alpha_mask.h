/* SPDX-License-Identifier: MIT
 *
 * Alpha to coverage: how many samples of a pixel stay.
 */
#ifndef HW_MODEL_PIXEL_ALPHA_MASK_H
#define HW_MODEL_PIXEL_ALPHA_MASK_H

#include "hw/model/raster/thread.h"

/* As much of them as its alpha says, lane by lane. Which pixels of a quad round up, registers of offsets
 * would say, and which samples go first is not published: samples stay from the first one on, and offsets are
 * left aside. */
void fl_pixel_alpha_to_mask(struct fl_raster_thread *t, const float *alpha);

#endif
