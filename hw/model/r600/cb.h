/* SPDX-License-Identifier: MIT
 *
 * CB: what its files hand to each other while they decode a draw.
 */
#ifndef HW_MODEL_R600_CB_H
#define HW_MODEL_R600_CB_H

#include "hw/model/pixel/target.h"
#include "hw/model/r600/r600.h"

/* cb_format.c: CB_COLOR_INFO.FORMAT. */
const struct fl_pixel_fields *mr600_cb_format(unsigned format);
/* cb_blend.c: the equations of target i; and is the blender on for it. */
bool mr600_cb_equations(struct mr600 *r, unsigned i, struct fl_pixel_equation eq[2]);

#endif
