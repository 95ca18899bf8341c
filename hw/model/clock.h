/* SPDX-License-Identifier: MIT
 *
 * The counter of a card's reference clock, which fences store.
 */
#ifndef HW_MODEL_CLOCK_H
#define HW_MODEL_CLOCK_H

#include "hw/model/chip.h"

/* So many periods a us. Within a share of work no time passes for the card, and what draws still takes some:
 * *counted goes on by a period for each dword that the command processor takes. */
static inline uint64_t fl_clock(const struct fl_model *m, uint64_t *counted, unsigned per_us)
{
	const uint64_t now = m->now_us * per_us;

	*counted = *counted > now ? *counted : now;
	return *counted;
}

#endif
