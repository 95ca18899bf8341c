/* SPDX-License-Identifier: MIT
 *
 * The table of the families whose cards can be found and woken; see hw/fl_families.h. A program that defines
 * the table itself links only the families that it names.
 */
#include "hw/fl_family.h"

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##cards(extern const struct fl_family name##_family;)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##cards(&name##_family, )
const struct fl_family *const fl_families[] = {FL_FAMILIES(ROW) NULL};
