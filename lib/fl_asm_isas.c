/* SPDX-License-Identifier: MIT
 *
 * The table of the families whose shader programs can be assembled, out of the one list.
 */
#include "lib/fl_asm_isa.h"

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##asm(fl_##name##_isas, )
const struct fl_asm_isa *const fl_asm_isas[] = {FL_FAMILIES(ROW) NULL};
