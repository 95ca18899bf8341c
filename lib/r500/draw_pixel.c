/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end: scissor, depth and stencil, blending.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
#include "lib/r500/program_state.h"

__attribute__((cold)) uint32_t *fl_r500_draw_scissor(struct fl_draw *d, uint32_t *p)
{
	const uint32_t origin = fl_r500_gen(d)->scissor_px;
	int32_t w[4];

	/* Both corners are inside: nothing is left when the first lies beyond the second. */
	fl_draw_window(d, w);
	p = r500_pm4_regs(p, R500_SC_SCISSOR0, 2);
	*p++ =
	    R500_SC_SCISSOR0__XS0(origin + (uint32_t)w[0]) | R500_SC_SCISSOR0__YS0(origin + (uint32_t)w[1]);
	*p++ = R500_SC_SCISSOR1__XS1(origin + (uint32_t)w[2] - 1) |
	       R500_SC_SCISSOR1__YS1(origin + (uint32_t)w[3] - 1);
	return p;
}

/* enum fl_func counts as GL does; ZB as D3D does. */
static const uint8_t zb_func[8] = {
    [FL_NEVER] = R500_ZB_ZSTENCILCNTL__ZFUNC__NEVER,
    [FL_LESS] = R500_ZB_ZSTENCILCNTL__ZFUNC__LESS,
    [FL_EQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__EQUAL,
    [FL_LEQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__LESS_EQUAL,
    [FL_GREATER] = R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER,
    [FL_NOTEQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__NOT_EQUAL,
    [FL_GEQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER_EQUAL,
    [FL_ALWAYS] = R500_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS,
};

/* enum fl_stencil_op to STENCILFAIL and the like */
static const uint8_t stencil_op[8] = {
    [FL_KEEP] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__KEEP,
    [FL_ZERO_OP] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__ZERO,
    [FL_REPLACE_OP] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__REPLACE,
    [FL_INCR] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__INC_CLAMP,
    [FL_DECR] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__DEC_CLAMP,
    [FL_INVERT] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__INVERT,
    [FL_INCR_WRAP] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__INC_WRAP,
    [FL_DECR_WRAP] = R500_ZB_ZSTENCILCNTL__STENCILFAIL__DEC_WRAP,
};

/* A side in ZB_ZSTENCILCNTL: that of the front, and further up alike that of the back */
enum { BACK = R500_ZB_ZSTENCILCNTL__STENCILFUNC_BF__SHIFT - R500_ZB_ZSTENCILCNTL__STENCILFUNC__SHIFT };
_Static_assert(R500_ZB_ZSTENCILCNTL__STENCILZFAIL_BF__SHIFT - R500_ZB_ZSTENCILCNTL__STENCILZFAIL__SHIFT ==
		   BACK,
	       "both sides are laid out alike");

static uint32_t side(const struct fl_stencil *s)
{
	return R500_ZB_ZSTENCILCNTL__STENCILFUNC(zb_func[s->func & 7]) |
	       R500_ZB_ZSTENCILCNTL__STENCILFAIL(stencil_op[s->fail & 7]) |
	       R500_ZB_ZSTENCILCNTL__STENCILZPASS(stencil_op[s->zpass & 7]) |
	       R500_ZB_ZSTENCILCNTL__STENCILZFAIL(stencil_op[s->zfail & 7]);
}

uint32_t fl_r500_refmask(const struct fl_stencil *s)
{
	return R500_ZB_STENCILREFMASK__STENCILREF(s->ref) | R500_ZB_STENCILREFMASK__STENCILMASK(s->mask) |
	       R500_ZB_STENCILREFMASK__STENCILWRITEMASK(s->write_mask);
}

__attribute__((cold)) uint32_t *fl_r500_draw_depth(struct fl_draw *d, uint32_t *p)
{
	bool test = d->depth_test && d->has_depth;
	bool stencil = d->stencil_on && d->has_depth && d->depth_buffer.format == FL_Z24S8;
	bool two = stencil && d->stencil_two_sided;
	bool writes = (test && d->depth_write) || stencil;
	const struct fl_stencil *front = &d->stencil[0], *back = &d->stencil[1];
	uint32_t r5xx = fl_r500_gen(d)->r5xx;
	bool own_masks = two && r5xx; /* of the back; else it has the front's */

	p = r500_pm4_regs(p, R500_ZB_CNTL, 3);
	*p++ = R500_ZB_CNTL__STENCIL_ENABLE(stencil) | R500_ZB_CNTL__Z_ENABLE(test) |
	       R500_ZB_CNTL__ZWRITEENABLE(test && d->depth_write) | R500_ZB_CNTL__STENCIL_FRONT_BACK(two) |
	       R500_ZB_CNTL__STENCIL_REFMASK_FRONT_BACK(own_masks);
	*p++ = (test ? R500_ZB_ZSTENCILCNTL__ZFUNC(zb_func[d->depth_func & 7]) : 0u) |
	       (stencil ? side(front) : 0u) | (two ? side(back) << BACK : 0u);
	*p++ = stencil ? fl_r500_refmask(front) : 0u;
	if (own_masks)
		p = r500_pm4_reg(p, R500_ZB_STENCILREFMASK_BF, fl_r500_refmask(back));
	if (!r5xx)
		p = fl_r500_draw_cull(d, p);
	/* AF_FUNC counts as enum fl_func does. With a reference of 8 bits, AF_EN_8BIT. */
	p = r500_pm4_reg(p, R500_FG_ALPHA_FUNC,
			 d->alpha_test
			     ? R500_FG_ALPHA_FUNC__AF_VAL(d->alpha_ref) |
				   R500_FG_ALPHA_FUNC__AF_FUNC(d->alpha_func) | R500_FG_ALPHA_FUNC__AF_EN(1) |
				   (R500_FG_ALPHA_FUNC__AF_EN_8BIT(1) & r5xx)
			     : 0u);
	/* Early depth would write, or count, what is thrown away later (R5xx guide 10.4.5). */
	bool late = (writes && (d->alpha_test || fl_draw_stipples(d))) || d->counting ||
		    fl_r500_program_late_depth(d);

	return r500_pm4_reg(p, R500_ZB_ZTOP, R500_ZB_ZTOP__ZTOP(!late));
}

/* RB3D_BLENDCNTL's GL factors begin at 32 in the order of enum fl_factor. A target without alpha reads as
 * alpha 1. */
static uint32_t factor(bool has_alpha, uint32_t f)
{
	if (!has_alpha) {
		if (f == FL_DST_ALPHA)
			f = FL_ONE;
		else if (f == FL_ONE_MINUS_DST_ALPHA || f == FL_SRC_ALPHA_SATURATE)
			f = FL_ZERO;
	}
	return R500_RB3D_BLENDCNTL__SRCBLEND__GL_ZERO + f;
}

/* Operation and factors, which stand at the same bits for color and for alpha; is: of the target's
 * format. */
static uint32_t equation(uint32_t is, uint32_t op, uint32_t src, uint32_t dst)
{
	static const uint8_t comb[5] = {
	    [FL_ADD] = R500_RB3D_BLENDCNTL__COMB_FCN__ADD_CLAMP,
	    [FL_SUBTRACT] = R500_RB3D_BLENDCNTL__COMB_FCN__SUB_SRC_DST_CLAMP,
	    [FL_REVERSE_SUBTRACT] = R500_RB3D_BLENDCNTL__COMB_FCN__SUB_DST_SRC_CLAMP,
	    [FL_MIN] = R500_RB3D_BLENDCNTL__COMB_FCN__MIN,
	    [FL_MAX] = R500_RB3D_BLENDCNTL__COMB_FCN__MAX,
	};
	uint32_t function = comb[op <= FL_MAX ? op : FL_ADD];

	if (op == FL_MIN || op == FL_MAX) /* No document says whether the chip applies factors first: with 1
					     it does not matter. */
		src = dst = FL_ONE;
	else if (is & FL_IS_FLOAT) /* Nothing is clamped there (R5xx guide 10.1.17): each has its other form
				       next to it. */
		function++;
	return R500_RB3D_BLENDCNTL__COMB_FCN(function) |
	       R500_RB3D_BLENDCNTL__SRCBLEND(factor(is & FL_HAS_ALPHA, src)) |
	       R500_RB3D_BLENDCNTL__DESTBLEND(factor(is & FL_HAS_ALPHA, dst));
}

uint32_t *fl_r500_draw_blend(struct fl_draw *d, uint32_t *p)
{
	uint32_t color = 0, alpha = 0;

	if (d->blend_on && d->logic_op == FL_LOGIC_COPY) {
		uint32_t is = fl_format_info((enum fl_format)d->color_buffer.format)->is;

		color = equation(is, d->blend_op, d->blend_src, d->blend_dst) |
			R500_RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE(1) | R500_RB3D_BLENDCNTL__READ_ENABLE(1);
		if (d->blend_op != d->blend_op_alpha || d->blend_src != d->blend_src_alpha ||
		    d->blend_dst != d->blend_dst_alpha) {
			color |= R500_RB3D_BLENDCNTL__SEPARATE_ALPHA_ENABLE(1);
			alpha = equation(is, d->blend_op_alpha, d->blend_src_alpha, d->blend_dst_alpha);
		}
	}
	p = r500_pm4_regs(p, R500_RB3D_BLENDCNTL, 2); /* and ABLENDCNTL */
	*p++ = color;
	*p++ = alpha;
	return p;
}
