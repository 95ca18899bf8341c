/* SPDX-License-Identifier: MIT
 *
 * The vector ALU of Sea Islands without vector instructions of its own: the path that judges the others.
 */
#include "hw/model/cik/sq_kit_body.h"

const struct sq_kit *mcik_sq_kit_scalar(void)
{
	return &kit;
}
