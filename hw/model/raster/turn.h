/* SPDX-License-Identifier: MIT
 *
 * Four by four numbers turned over: rows of components, as waves have them, to vertices, and back.
 */
#ifndef HW_MODEL_RASTER_TURN_H
#define HW_MODEL_RASTER_TURN_H

#include <stdint.h>

typedef uint32_t fl_four __attribute__((vector_size(16)));

/* Number k of m[i] becomes number i of m[k]. */
static inline void fl_turn(fl_four m[4])
{
	const fl_four low0 = __builtin_shufflevector(m[0], m[1], 0, 4, 1, 5),
		      low1 = __builtin_shufflevector(m[2], m[3], 0, 4, 1, 5),
		      high0 = __builtin_shufflevector(m[0], m[1], 2, 6, 3, 7),
		      high1 = __builtin_shufflevector(m[2], m[3], 2, 6, 3, 7);

	m[0] = __builtin_shufflevector(low0, low1, 0, 1, 4, 5);
	m[1] = __builtin_shufflevector(low0, low1, 2, 3, 6, 7);
	m[2] = __builtin_shufflevector(high0, high1, 0, 1, 4, 5);
	m[3] = __builtin_shufflevector(high0, high1, 2, 3, 6, 7);
}

#endif
