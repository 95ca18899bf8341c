/* SPDX-License-Identifier: MIT
 *
 * The table of the families that have a smoke test; see hw/fl_families.h and hw/fl_smoke.h.
 */
#include "hw/fl_smoke.h"

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##smoke(extern const struct fl_family name##_family;                              \
		      extern const struct fl_check name##_checks[];)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##smoke({&name##_family, name##_checks}, )
const struct fl_smoke_list fl_smokes[] = {FL_FAMILIES(ROW){NULL, NULL}};
