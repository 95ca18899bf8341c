/* SPDX-License-Identifier: MIT
 *
 * SQ's operations in the vectors of an instruction set (FL_ISA).
 */
#include "hw/model/r600/sq_kit_body.h"

const struct sq_kit *FL_SIMD(mr600_sq_kit)(void)
{
	return &kit;
}
