/* SPDX-License-Identifier: MIT
 *
 * Four by four numbers turned over: rows of components, as waves have them, to vertices, and back.
 */
#ifndef HW_MODEL_RASTER_TURN_H
#define HW_MODEL_RASTER_TURN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/* Four rows of n numbers, with room for 3 more, to as many structures that are stride_B apart: four numbers
 * each, the first's at `to`. */
static inline __attribute__((always_inline)) void fl_turn_out(const float *const from[4], unsigned n,
							      uint8_t *to, size_t stride_B)
{
	for (unsigned l = 0; l < n; l += 4, to += 4 * stride_B) {
		fl_four m[4];

		for (unsigned c = 0; c < 4; c++)
			memcpy(&m[c], from[c] + l, sizeof(m[c]));
		fl_turn(m);
		for (unsigned k = 0; k < 4 && l + k < n; k++)
			memcpy(to + k * stride_B, &m[k], sizeof(m[k]));
	}
}

#endif
