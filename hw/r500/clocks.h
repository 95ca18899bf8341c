/* SPDX-License-Identifier: MIT
 *
 * The clock registers behind CLOCK_CNTL_INDEX. PLLs set a board's clocks: only the forced-on bits and the
 * pipe clocks are written by the kit.
 */
#ifndef HW_R500_CLOCKS_H
#define HW_R500_CLOCKS_H

#include "hw/fl_dev.h"

/* Write the byte of CLOCK_CNTL_INDEX that has the index, until it reads so: behind one that the card did not
 * hear of is another clock. */
void r500_pll_select(struct fl_dev *d, uint32_t index);
uint32_t r500_pll_read(struct fl_dev *d, unsigned index);
void r500_pll_write(struct fl_dev *d, unsigned index, uint32_t value);

#endif
