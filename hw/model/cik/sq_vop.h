/* SPDX-License-Identifier: MIT
 *
 * What the files of vector instructions share.
 */
#ifndef HW_MODEL_CIK_SQ_VOP_H
#define HW_MODEL_CIK_SQ_VOP_H

#include "hw/model/cik/sq_code.h"

/* Instructions that are no operation a lane: v_readlane, v_movrel and the like. False: it is none of them. */
bool mcik_sq_special(struct sq_inst *i);

/* Its operands are dwords as they stand, one source at most is no plane, and nothing is modified. */
bool mcik_sq_is_quick(const struct sq_inst *i);

#endif
