/* SPDX-License-Identifier: MIT
 *
 * NaNs that nobody sees: arithmetic of a shader engine gives one NaN, whatever the processor makes of it,
 * and to find it out takes as long as an addition. Where whoever reads a planned result until its place is
 * written anew treats all NaNs alike, it may be any. A plan is gone through from its end, where the bits of
 * all that is left matter, to its beginning.
 */
#ifndef HW_MODEL_NUM_NUM_NANS_H
#define HW_MODEL_NUM_NUM_NANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sources of an operation, a bit each */
enum { FL_NANS_FIRST = 1, FL_NANS_SECOND = 2, FL_NANS_THIRD = 4 };

/* An operation that gives some NaN, or nothing that depends on a NaN's bits, for NaNs of its sources, but for
 * those that may come out as they are (hands). raw: the same without making NaNs one; 0: there is none. */
struct fl_nans_row {
	uint16_t run, raw;
	uint8_t hands;
};

/* The step before: run writes place `to` of what stands in `from`. matters: of each place, whether the bits
 * of a NaN there do, behind it; then before it. Operations that have no row see bits. Returns what to run. */
static inline unsigned fl_nans_before(const struct fl_nans_row *rows, unsigned n_rows, unsigned run,
				      unsigned to, const unsigned from[3], bool *matters)
{
	const struct fl_nans_row *row = NULL;
	const bool result = matters[to];

	for (unsigned i = 0; i < n_rows && !row; i++)
		if (rows[i].run == run)
			row = &rows[i];
	matters[to] = false;
	for (unsigned k = 0; k < 3; k++)
		if (!row || (row->hands >> k & 1 && result))
			matters[from[k]] = true;
	return row && row->raw && !result ? row->raw : run;
}

#endif
