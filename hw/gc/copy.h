/* SPDX-License-Identifier: MIT
 *
 * Rectangles filled and copied without a program: by RS, the resolve engine, or by BLT, the copier that
 * stands in its place on newer cores (GC facts 8.3, 8.4). Pixels are of 4 bytes, A8R8G8B8.
 */
#ifndef HW_GC_COPY_H
#define HW_GC_COPY_H

#include "hw/gc/chips.h"
#include "hw/gc/words.h"

/* Of RS: windows are so wide and high, or multiples of it. */
enum { GC_COPY_W = 16, GC_COPY_H = 8 };

struct gc_copy_image {
	uint32_t addr;          /* a multiple of 64 */
	uint32_t stride_B;      /* of a row of pixels */
	bool tiled;             /* in tiles of 4 by 4 (GC facts 8.1); else row by row */
	bool status_on;         /* it is read through a status of its tiles (8.2), which is not compressed */
	uint32_t status, clear; /* where that is; what a cleared tile reads as */
};

/* BLT is there, and RS is not. */
bool gc_core_copier(const struct gc_core *k);
/* Commands that fill w by h pixels, or copy them from corner to corner, and wait until that is done. */
void gc_copy_fill(const struct gc_core *k, struct gc_words *o, const struct gc_copy_image *to, uint32_t w,
		  uint32_t h, uint32_t value);
void gc_copy_pixels(const struct gc_core *k, struct gc_words *o, const struct gc_copy_image *from,
		    const struct gc_copy_image *to, uint32_t w, uint32_t h);

#endif
