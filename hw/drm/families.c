/* SPDX-License-Identifier: MIT
 *
 * The table of the families that have a render node, out of the one list.
 */
#include "hw/drm/fl_drm_family.h"

#include <stddef.h>

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##node(extern const struct fl_drm_family name##_drm_family;)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##node(&name##_drm_family, )
const struct fl_drm_family *const fl_drm_families[] = {FL_FAMILIES(ROW) NULL};
