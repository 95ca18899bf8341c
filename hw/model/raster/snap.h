/* SPDX-License-Identifier: MIT
 *
 * Corners of a triangle to subpixels: most triangles are culled after it.
 */
#ifndef HW_MODEL_RASTER_SNAP_H
#define HW_MODEL_RASTER_SNAP_H

#include "hw/model/raster/setup.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

typedef float fl_raster_f4 __attribute__((vector_size(16)));
typedef int32_t fl_raster_i4 __attribute__((vector_size(16)));

/* In [low, high]; NaN is low: the machine's maximum gives its second operand then. */
static inline fl_raster_f4 fl_raster_between(fl_raster_f4 v, fl_raster_f4 low, fl_raster_f4 high)
{
#if defined(__SSE__)
	return (fl_raster_f4)_mm_min_ps(_mm_max_ps((__m128)v, (__m128)low), (__m128)high);
#else
	fl_raster_i4 m = v > low;

	v = (fl_raster_f4)((m & (fl_raster_i4)v) | (~m & (fl_raster_i4)low));
	m = v > high;
	return (fl_raster_f4)((m & (fl_raster_i4)high) | (~m & (fl_raster_i4)v));
#endif
}

/* fl_raster_snap(), four at a time. Numbers of steps are whole, and singles hold them and what they come to
 * (fl_raster_setup.far): those are multiplied, for of integers that is dear where the processor cannot. */
static inline fl_raster_i4 fl_raster_snap4(const struct fl_raster_setup *su, fl_raster_f4 px, int32_t offset)
{
	const fl_raster_f4 far = (fl_raster_f4){0} + su->last_step;
	const fl_raster_i4 end = (fl_raster_i4){0} + su->far;
	fl_raster_f4 v = fl_raster_between(px * su->steps, -far, far);
	fl_raster_i4 m, i;

	if (su->nearest) {
		v += 0.5f;
		i = __builtin_convertvector(v, fl_raster_i4);
		i += (fl_raster_i4)(__builtin_convertvector(i, fl_raster_f4) > v);
	} else {
		i = __builtin_convertvector(v, fl_raster_i4);
	}
	i &= su->keep;
	if (su->step != 1)
		i = __builtin_convertvector(__builtin_convertvector(i, fl_raster_f4) * (float)su->step,
					    fl_raster_i4);
	if (!offset)
		return i;
	i += offset;
	m = i < -end;
	i = (m & -end) | (~m & i);
	m = i > end;
	return (m & end) | (~m & i);
}

static inline void fl_raster_snap3(const struct fl_raster_setup *su,
				   const struct fl_raster_vertex *const v[3], int32_t x[4], int32_t y[4])
{
	const fl_raster_f4 none = {0};
	fl_raster_f4 row[3], left;
	fl_raster_i4 to;

	for (unsigned i = 0; i < 3; i++)
		memcpy(&row[i], &v[i]->x, sizeof(row[i])); /* x, y, and what follows them */
	left = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
	row[2] = __builtin_shufflevector(row[2], none, 0, 4, 1, 5);
	to = fl_raster_snap4(su, __builtin_shufflevector(left, row[2], 0, 1, 4, 5), su->off_x);
	memcpy(x, &to, sizeof(to));
	to = fl_raster_snap4(su, __builtin_shufflevector(left, row[2], 2, 3, 6, 7), su->off_y);
	memcpy(y, &to, sizeof(to));
}

#endif
