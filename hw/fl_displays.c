/* SPDX-License-Identifier: MIT
 *
 * The table of the families whose displays can be kept; see hw/fl_families.h and hw/fl_display.h.
 */
#include "hw/fl_display.h"

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##display(extern const struct fl_display_ops name##_display;)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##display(&name##_display, )
const struct fl_display_ops *const fl_displays[] = {FL_FAMILIES(ROW) NULL};
