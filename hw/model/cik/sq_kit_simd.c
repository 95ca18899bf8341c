/* SPDX-License-Identifier: MIT
 *
 * The vector ALU of Sea Islands in the vectors of an instruction set (FL_ISA).
 */
#include "hw/model/cik/sq_kit_body.h"

const struct sq_kit *FL_SIMD(mcik_sq_kit)(void)
{
	return &kit;
}
