/* SPDX-License-Identifier: MIT
 *
 * The clear state: what the registers of a context are when nobody has set them. The command processor learns
 * it once (PREAMBLE_CNTL), and loads it whenever CLEAR_STATE says so. Linux clearstate_ci.h.
 */
#ifndef HW_CIK_CLEAR_STATE_H
#define HW_CIK_CLEAR_STATE_H

#include "hw/cik/chips.h"

/* Registers that stand in a row. */
struct cik_clear_run {
	uint32_t first; /* offset */
	uint16_t n;
};
/* Of run i; n is 0 past the last. */
struct cik_clear_run cik_clear_run(unsigned i);
/* What the register at that offset holds in the clear state of a chip. */
uint32_t cik_clear_value(const struct cik_family_info *f, uint32_t reg);

#endif
