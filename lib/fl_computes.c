/* SPDX-License-Identifier: MIT
 *
 * The table of the families that compute; see hw/fl_families.h and lib/fl_compute_card.h.
 */
#include "hw/fl_families.h"
#include "lib/fl_compute_card.h"

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##compute(extern const struct fl_compute_family fl_compute_##name;)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##compute(&fl_compute_##name, )
const struct fl_compute_family *const fl_computes[] = {FL_FAMILIES(ROW) NULL};
