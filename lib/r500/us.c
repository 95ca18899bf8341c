/* SPDX-License-Identifier: MIT
 *
 * Operands of fragment instructions: the fields of the three operands of both halves (R5xx
 * guide 8.4.2, 11.10).
 */
#include "lib/r500/us.h"

#define RGB_OF(reg, w, x)                                                            \
	(struct fl_r500_us_operand)                                                  \
	{                                                                            \
		reg##__RGB_SEL_##x##__GET(w),                                        \
		    {reg##__RED_SWIZ_##x##__GET(w), reg##__GREEN_SWIZ_##x##__GET(w), \
		     reg##__BLUE_SWIZ_##x##__GET(w)},                                \
		    reg##__RGB_MOD_##x##__GET(w)                                     \
	}
#define ALPHA_OF(reg, w, x)                                                              \
	(struct fl_r500_us_operand)                                                      \
	{                                                                                \
		reg##__ALPHA_SEL_##x##__GET(w), {reg##__ALPHA_SWIZ_##x##__GET(w), 0, 0}, \
		    reg##__ALPHA_MOD_##x##__GET(w)                                       \
	}
#define RGB(reg, o, x)                                                            \
	(reg##__RGB_SEL_##x((o)->sel) | reg##__RED_SWIZ_##x((o)->swz[0]) |        \
	 reg##__GREEN_SWIZ_##x((o)->swz[1]) | reg##__BLUE_SWIZ_##x((o)->swz[2]) | \
	 reg##__RGB_MOD_##x((o)->mod))
#define ALPHA(reg, o, x) \
	(reg##__ALPHA_SEL_##x((o)->sel) | reg##__ALPHA_SWIZ_##x((o)->swz[0]) | reg##__ALPHA_MOD_##x((o)->mod))

struct fl_r500_us_operand fl_r500_us_operand(const uint32_t w[6], uint32_t half, uint32_t i)
{
	switch (3 * half + i) {
	case 0:
		return RGB_OF(R500_US_ALU_RGB_INST, w[3], A);
	case 1:
		return RGB_OF(R500_US_ALU_RGB_INST, w[3], B);
	case 2:
		return RGB_OF(R500_US_ALU_RGBA_INST, w[5], C);
	case 3:
		return ALPHA_OF(R500_US_ALU_ALPHA_INST, w[4], A);
	case 4:
		return ALPHA_OF(R500_US_ALU_ALPHA_INST, w[4], B);
	default:
		return ALPHA_OF(R500_US_ALU_RGBA_INST, w[5], C);
	}
}

void fl_r500_us_put_operand(uint32_t w[6], uint32_t half, uint32_t i, const struct fl_r500_us_operand *o)
{
	switch (3 * half + i) {
	case 0:
		w[3] |= RGB(R500_US_ALU_RGB_INST, o, A);
		break;
	case 1:
		w[3] |= RGB(R500_US_ALU_RGB_INST, o, B);
		break;
	case 2:
		w[5] |= RGB(R500_US_ALU_RGBA_INST, o, C);
		break;
	case 3:
		w[4] |= ALPHA(R500_US_ALU_ALPHA_INST, o, A);
		break;
	case 4:
		w[4] |= ALPHA(R500_US_ALU_ALPHA_INST, o, B);
		break;
	default:
		w[5] |= ALPHA(R500_US_ALU_RGBA_INST, o, C);
		break;
	}
}
