/* SPDX-License-Identifier: MIT
 *
 * What the register database knows of a register, in the form that RBBM wants.
 */
#include "hw/model/r500/rbbm.h"

bool r500_reg_facts(const struct r500_variant *v, uint32_t offset, struct r500_reg_facts *out)
{
	*out = (struct r500_reg_facts){NULL, UINT32_MAX, UINT32_MAX, 0};
	return false;
}
