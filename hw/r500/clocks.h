/* SPDX-License-Identifier: MIT
 *
 * The clock registers behind CLOCK_CNTL_INDEX. PLLs set a board's clocks: only the forced-on bits and the
 * pipe clocks are written by the kit.
 */
#ifndef HW_R500_CLOCKS_H
#define HW_R500_CLOCKS_H

#include "hw/fl_dev.h"

uint32_t r500_pll_read(struct fl_dev *d, unsigned index);
void r500_pll_write(struct fl_dev *d, unsigned index, uint32_t value);

#endif
