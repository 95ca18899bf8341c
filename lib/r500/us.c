/* SPDX-License-Identifier: MIT
 *
 * Operands of fragment instructions: the fields of the three operands of both halves (R5xx
 * guide 8.4.2, 11.10).
 */
#include "lib/r500/us.h"

/* All have one layout: a source, three selectors or one, a modifier. Where the source stands, by half and
 * operand: which word, and which bit. */
#define AT(word, field)                            \
	{                                          \
		word, R500_US_ALU_##field##__SHIFT \
	}
static const struct {
	uint8_t word, bit;
} at[2][3] = {
    {AT(3, RGB_INST__RGB_SEL_A), AT(3, RGB_INST__RGB_SEL_B), AT(5, RGBA_INST__RGB_SEL_C)},
    {AT(4, ALPHA_INST__ALPHA_SEL_A), AT(4, ALPHA_INST__ALPHA_SEL_B), AT(5, RGBA_INST__ALPHA_SEL_C)}};
enum { SELECTOR = 2, BITS = 3, MODIFIER_RGB = 11, MODIFIER_ALPHA = 5 };
_Static_assert(R500_US_ALU_RGB_INST__RGB_MOD_B__SHIFT ==
		       R500_US_ALU_RGB_INST__RGB_SEL_B__SHIFT + MODIFIER_RGB &&
		   R500_US_ALU_RGBA_INST__BLUE_SWIZ_C__SHIFT ==
		       R500_US_ALU_RGBA_INST__RGB_SEL_C__SHIFT + SELECTOR + 2 * BITS &&
		   R500_US_ALU_ALPHA_INST__ALPHA_MOD_B__SHIFT ==
		       R500_US_ALU_ALPHA_INST__ALPHA_SEL_B__SHIFT + MODIFIER_ALPHA,
	       "one layout");

struct fl_r500_us_operand fl_r500_us_operand(const uint32_t w[6], uint32_t half, uint32_t i)
{
	uint32_t f = w[at[half][i].word] >> at[half][i].bit;
	struct fl_r500_us_operand o = {.sel = f & 3, .mod = f >> (half ? MODIFIER_ALPHA : MODIFIER_RGB) & 3};

	for (uint32_t c = 0; c < (half ? 1 : 3); c++)
		o.swz[c] = f >> (SELECTOR + BITS * c) & 7;
	return o;
}

void fl_r500_us_put_operand(uint32_t w[6], uint32_t half, uint32_t i, const struct fl_r500_us_operand *o)
{
	uint32_t f = o->sel | o->mod << (half ? MODIFIER_ALPHA : MODIFIER_RGB);

	for (uint32_t c = 0; c < (half ? 1 : 3); c++)
		f |= o->swz[c] << (SELECTOR + BITS * c);
	w[at[half][i].word] |= f << at[half][i].bit;
}
