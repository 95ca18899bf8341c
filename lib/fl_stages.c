/* SPDX-License-Identifier: MIT
 *
 * The table of the families that a stage can be set up on; see hw/fl_families.h and lib/fl_stage_family.h.
 */
#include "lib/fl_stage_family.h"

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##stage(extern const struct fl_stage_family fl_stage_##name;)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##stage(&fl_stage_##name, )
const struct fl_stage_family *const fl_stages[] = {FL_FAMILIES(ROW) NULL};
