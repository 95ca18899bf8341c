/* SPDX-License-Identifier: MIT
 *
 * What the files of vector instructions share.
 */
#ifndef HW_MODEL_CIK_SQ_VOP_H
#define HW_MODEL_CIK_SQ_VOP_H

#include "hw/model/cik/sq_code.h"

/* Instructions that are no operation a lane: v_readlane, v_movrel and the like. False: it is none. */
bool mcik_sq_special(struct sq_inst *i);
/* Of those, one whose registers M0 says. */
bool mcik_sq_is_relative(const struct sq_inst *i);

/* Its operands are dwords as they stand, one source at most is no plane, and nothing is modified. */
bool mcik_sq_is_quick(const struct sq_inst *i);

/* Of instructions that are operations a lane: source k's letter in the kit's table; -1: of the result. */
char mcik_sq_letter(const struct sq_inst *i, int k);
/* The scalars that have the mask which is read. */
unsigned mcik_sq_mask_at(const struct sq_inst *i);
bool mcik_sq_is_constant(unsigned code);

#endif
