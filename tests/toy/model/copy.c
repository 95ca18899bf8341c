/* SPDX-License-Identifier: MIT
 *
 * COPY: a rectangle of pixels, from one place of memory to another.
 */
#include "hw/model/toy/chip.h"

#include <string.h>

/* The body, by the order of its dwords in the register database */
enum { TO = 1, FROM, PITCHES, SIZE };

/* Rows are taken from the end that the picture moves to, so that the two may overlap. */
bool mtoy_copy(struct mtoy *t, const uint32_t *dw)
{
	uint32_t width = TOY_PKT3_COPY__SIZE__WIDTH__GET(dw[SIZE]);
	uint32_t height = TOY_PKT3_COPY__SIZE__HEIGHT__GET(dw[SIZE]);
	uint64_t to_B = 4 * TOY_PKT3_COPY__PITCHES__TO__GET(dw[PITCHES]);
	uint64_t from_B = 4 * TOY_PKT3_COPY__PITCHES__FROM__GET(dw[PITCHES]);

	for (uint32_t i = 0; width && i < height; i++) {
		uint32_t y = dw[TO] > dw[FROM] ? height - 1 - i : i;
		uint8_t *to = fl_mem_span(&t->base.mem, dw[TO] + y * to_B, 4ull * width);
		const uint8_t *from = fl_mem_span(&t->base.mem, dw[FROM] + y * from_B, 4ull * width);

		if (!to || !from) {
			mtoy_report(t, FL_REFUSE, "COPY: row %u is not in memory", y);
			return false;
		}
		if (!fl_work(&t->base, width))
			return false;
		memmove(to, from, 4ull * width);
	}
	return true;
}
