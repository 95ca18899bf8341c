/* SPDX-License-Identifier: MIT
 *
 * SQ's operations without vector instructions of their own: the path that judges the others.
 */
#include "hw/model/r600/sq_kit_body.h"

const struct sq_kit *mr600_sq_kit_scalar(void)
{
	return &kit;
}
