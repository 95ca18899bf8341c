/* SPDX-License-Identifier: MIT
 *
 * Where Vivante's cores stand in systems on a chip, and what gives them power and clocks (hw/fl_soc.h; GC
 * facts 1).
 */
#ifndef HW_GC_BOARDS_H
#define HW_GC_BOARDS_H

#include "hw/fl_soc.h"

extern const struct fl_soc_table gc_boards;

#endif
