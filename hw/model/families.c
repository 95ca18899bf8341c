/* SPDX-License-Identifier: MIT
 *
 * The table of the families that are modelled, out of the one list.
 */
#include "hw/fl_families.h"
#include "hw/model/chip.h"

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##model(extern const struct fl_model_family m##name##_model_family;)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##model(&m##name##_model_family, )
const struct fl_model_family *const fl_model_families[] = {FL_FAMILIES(ROW) NULL};
