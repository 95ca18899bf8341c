/* SPDX-License-Identifier: MIT
 *
 * CB: blend equations (R6xx facts 7.2; R600 alone has one equation for all targets, 0).
 */
#include <string.h>

#include "hw/model/r600/cb.h"
#include "hw/model/r600/chips.h"

/* COLOR_SRCBLEND and its like. */
enum {
	BLEND_ZERO,
	BLEND_ONE,
	BLEND_SRC_COLOR,
	BLEND_ONE_MINUS_SRC_COLOR,
	BLEND_SRC_ALPHA,
	BLEND_ONE_MINUS_SRC_ALPHA,
	BLEND_DST_ALPHA,
	BLEND_ONE_MINUS_DST_ALPHA,
	BLEND_DST_COLOR,
	BLEND_ONE_MINUS_DST_COLOR,
	BLEND_SRC_ALPHA_SATURATE,
	BLEND_BOTH_SRC_ALPHA,
	BLEND_BOTH_INV_SRC_ALPHA,
	BLEND_CONST_COLOR,
	BLEND_ONE_MINUS_CONST_COLOR,
	BLEND_SRC1_COLOR,
	BLEND_INV_SRC1_COLOR,
	BLEND_SRC1_ALPHA,
	BLEND_INV_SRC1_ALPHA,
	BLEND_CONST_ALPHA,
	BLEND_ONE_MINUS_CONST_ALPHA,
	BLEND_FACTORS
};

static uint8_t factor(struct mr600 *r, unsigned code)
{
	static const uint8_t factors[BLEND_FACTORS] = {
	    [BLEND_ZERO] = FL_PIXEL_BF_ZERO,
	    [BLEND_ONE] = FL_PIXEL_BF_ONE,
	    [BLEND_SRC_COLOR] = FL_PIXEL_BF_SRC_COLOR,
	    [BLEND_ONE_MINUS_SRC_COLOR] = FL_PIXEL_BF_INV_SRC_COLOR,
	    [BLEND_SRC_ALPHA] = FL_PIXEL_BF_SRC_ALPHA,
	    [BLEND_ONE_MINUS_SRC_ALPHA] = FL_PIXEL_BF_INV_SRC_ALPHA,
	    [BLEND_DST_ALPHA] = FL_PIXEL_BF_DST_ALPHA,
	    [BLEND_ONE_MINUS_DST_ALPHA] = FL_PIXEL_BF_INV_DST_ALPHA,
	    [BLEND_DST_COLOR] = FL_PIXEL_BF_DST_COLOR,
	    [BLEND_ONE_MINUS_DST_COLOR] = FL_PIXEL_BF_INV_DST_COLOR,
	    [BLEND_SRC_ALPHA_SATURATE] = FL_PIXEL_BF_SAT,
	    [BLEND_BOTH_SRC_ALPHA] = FL_PIXEL_BF_SRC_ALPHA,
	    [BLEND_BOTH_INV_SRC_ALPHA] = FL_PIXEL_BF_INV_SRC_ALPHA,
	    [BLEND_CONST_COLOR] = FL_PIXEL_BF_CONST_COLOR,
	    [BLEND_ONE_MINUS_CONST_COLOR] = FL_PIXEL_BF_INV_CONST_COLOR,
	    [BLEND_SRC1_COLOR] = FL_PIXEL_BF_SRC1_COLOR,
	    [BLEND_INV_SRC1_COLOR] = FL_PIXEL_BF_INV_SRC1_COLOR,
	    [BLEND_SRC1_ALPHA] = FL_PIXEL_BF_SRC1_ALPHA,
	    [BLEND_INV_SRC1_ALPHA] = FL_PIXEL_BF_INV_SRC1_ALPHA,
	    [BLEND_CONST_ALPHA] = FL_PIXEL_BF_CONST_ALPHA,
	    [BLEND_ONE_MINUS_CONST_ALPHA] = FL_PIXEL_BF_INV_CONST_ALPHA,
	};

	if (code < BLEND_FACTORS)
		return factors[code];
	mr600_report(r, FL_WARN, "CB", "R6xx facts 7.2", "blend factor %u is reserved: taken as zero", code);
	return FL_PIXEL_BF_ZERO;
}

static struct fl_pixel_equation equation(struct mr600 *r, unsigned func, unsigned src, unsigned dst)
{
	static const uint8_t funcs[8] = {FL_PIXEL_FUNC_ADD, FL_PIXEL_FUNC_SUB, FL_PIXEL_FUNC_MIN,
					 FL_PIXEL_FUNC_MAX, FL_PIXEL_FUNC_REVERSE_SUB};
	struct fl_pixel_equation e = {
	    .func = funcs[func], .src = factor(r, src), .dst = factor(r, dst), .clamp = true};

	if (func > 4)
		mr600_report(r, FL_WARN, "CB", "R6xx facts 7.2",
			     "blend function %u is reserved: taken as add", func);
	if (src == BLEND_BOTH_SRC_ALPHA)
		e.dst = FL_PIXEL_BF_INV_SRC_ALPHA;
	if (src == BLEND_BOTH_INV_SRC_ALPHA)
		e.dst = FL_PIXEL_BF_SRC_ALPHA;
	if (e.func == FL_PIXEL_FUNC_MIN || e.func == FL_PIXEL_FUNC_MAX)
		e.src = e.dst = FL_PIXEL_BF_ONE;
	return e;
}

/* The fields of CB_BLEND_CONTROL and CB_BLENDi_CONTROL stand alike. */
bool mr600_cb_equations(struct mr600 *r, unsigned i, struct fl_pixel_equation eq[2])
{
	const uint32_t color = R600_REG(r, CB_COLOR_CONTROL);
	const bool per_target =
	    R600_CB_COLOR_CONTROL__PER_MRT_BLEND__GET(color) && strcmp(r->variant->name, "r600") != 0;
	const uint32_t c = per_target ? r->reg[R600_CB_BLEND0_CONTROL(i) / 4] : R600_REG(r, CB_BLEND_CONTROL);

	if (!(R600_CB_COLOR_CONTROL__TARGET_BLEND_ENABLE__GET(color) >> i & 1))
		return false;
	eq[0] = eq[1] = equation(r, R600_CB_BLEND_CONTROL__COLOR_COMB_FCN__GET(c),
				 R600_CB_BLEND_CONTROL__COLOR_SRCBLEND__GET(c),
				 R600_CB_BLEND_CONTROL__COLOR_DESTBLEND__GET(c));
	if (R600_CB_BLEND_CONTROL__SEPARATE_ALPHA_BLEND__GET(c))
		eq[1] = equation(r, R600_CB_BLEND_CONTROL__ALPHA_COMB_FCN__GET(c),
				 R600_CB_BLEND_CONTROL__ALPHA_SRCBLEND__GET(c),
				 R600_CB_BLEND_CONTROL__ALPHA_DESTBLEND__GET(c));
	return true;
}

static bool of_second(unsigned f)
{
	return f >= FL_PIXEL_BF_SRC1_COLOR && f <= FL_PIXEL_BF_INV_SRC1_ALPHA;
}

bool mr600_cb_second_source(const struct fl_pixel_equation eq[2])
{
	return of_second(eq[0].src) || of_second(eq[0].dst) || of_second(eq[1].src) || of_second(eq[1].dst);
}

static bool of_destination(unsigned f)
{
	return f == FL_PIXEL_BF_DST_COLOR || f == FL_PIXEL_BF_INV_DST_COLOR || f == FL_PIXEL_BF_DST_ALPHA ||
	       f == FL_PIXEL_BF_INV_DST_ALPHA || f == FL_PIXEL_BF_SAT;
}

bool mr600_cb_reads(const struct fl_pixel_equation eq[2])
{
	return eq[0].dst != FL_PIXEL_BF_ZERO || eq[1].dst != FL_PIXEL_BF_ZERO || of_destination(eq[0].src) ||
	       of_destination(eq[1].src);
}
