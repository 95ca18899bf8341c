/* SPDX-License-Identifier: MIT
 *
 * Waves whose lanes all start with the same values: flat colors, rectangles that are filled. A shader that
 * makes its colors of these alone need not run again for the next wave of the same kind.
 */
#ifndef HW_MODEL_RASTER_SAME_H
#define HW_MODEL_RASTER_SAME_H

#include "hw/model/raster/thread.h"

enum { FL_RASTER_SAME_MAX = 16 }; /* values; draws with more inputs have no such waves */

/* The inputs that a thread's colors were made of, where they were the same in all these lanes. */
struct fl_raster_held {
	uint64_t serial; /* of the program; 0: they were not */
	uint64_t lanes;
	unsigned n;
	float value[FL_RASTER_SAME_MAX];
};

/* Would fl_raster_interpolate() give all pixels of the wave the same inputs, and those that the colors at
 * hand were made of, by the program of that number in these lanes or more? Then it need not run. If the
 * inputs are the same in all pixels alone, they are noted, for the next wave; else nothing is held. serial 0:
 * a program that has to run each time. May say no where it is so. */
bool fl_raster_again(const struct fl_raster_thread *t, struct fl_raster_held *held, uint64_t serial,
		     uint64_t lanes);

#endif
