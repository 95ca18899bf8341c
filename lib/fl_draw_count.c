/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: occlusion counts.
 */
#include "lib/fl_draw_chip.h"

void fl_occlusion_begin(struct fl_draw *d)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, !d->counting, "fl_occlusion_begin() while samples are counted: the chip has one counter");
	d->counting = true;
	d->dirty |= FL_D_DEPTH;
	d->chip.backend->count(d, true, 0);
}

void fl_occlusion_end(struct fl_draw *d, uint64_t result_B)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, d->counting, "fl_occlusion_end() without fl_occlusion_begin()");
	FL_CHECK(d, !(result_B & 3), "a place for the counts that is not a multiple of 4");
	d->counting = false;
	d->dirty |= FL_D_DEPTH;
	d->chip.backend->count(d, false, result_B);
}

uint32_t fl_occlusion_count(const struct fl_draw *d, const uint32_t *words)
{
	const uint32_t n = fl_occlusion_words(d);
	uint32_t sum = 0;

	if (d->chip.backend->counted)
		return d->chip.backend->counted(words, n);
	for (uint32_t i = 0; i < n; i++)
		sum += words[i];
	return sum;
}

uint32_t fl_draw_counted_pairs(const uint32_t *words, uint32_t n)
{
	enum { BEGIN, BEGIN_HI, END, END_HI, EACH };
	const uint32_t written = 1u << 31;
	uint32_t sum = 0;

	for (uint32_t i = 0; i + EACH <= n; i += EACH)
		if (words[i + BEGIN_HI] & words[i + END_HI] & written)
			sum += words[i + END] - words[i + BEGIN];
	return sum;
}
