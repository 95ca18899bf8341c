/* SPDX-License-Identifier: MIT
 *
 * Elements of the vertex stream into their registers, two a register (R5xx guide 11.11).
 */
#include "lib/r500/psc.h"
#include "hw/r500/pm4.h"

const uint16_t fl_r500_fill[5] = {0, FL_R500_SWIZZLE_X001, FL_R500_SWIZZLE_XY01, FL_R500_SWIZZLE_XYZ1,
				  FL_R500_SWIZZLE_XYZW};

static uint32_t *pairs(uint32_t *p, const uint32_t *half, uint32_t n)
{
	for (uint32_t i = 0; i < n; i += 2)
		*p++ = half[i] | half[i + 1] << R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_1__SHIFT;
	return p;
}

uint32_t *fl_r500_put_elements(uint32_t *p, const uint32_t *element, const uint32_t *swizzle, uint32_t n)
{
	p = pairs(r500_pm4_regs(p, R500_VAP_PROG_STREAM_CNTL(0), (n + 1) / 2), element, n);
	return pairs(r500_pm4_regs(p, R500_VAP_PROG_STREAM_CNTL_EXT(0), (n + 1) / 2), swizzle, n);
}
