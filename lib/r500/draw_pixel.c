/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end: target, scissor, depth and stencil, blending.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
#include "lib/r500/program_state.h"

uint32_t *r500_draw_flush(uint32_t *p)
{
	/* Flush and free both caches, and let the command processor wait for it (facts: bringup.md, "Cache flush"). */
	p = fl_cs_reg(p, R500_RB3D_DSTCACHE_CTLSTAT,
		      R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(2) | R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE(2));
	p = fl_cs_reg(p, R500_ZB_ZCACHE_CTLSTAT,
		      R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(1) | R500_ZB_ZCACHE_CTLSTAT__ZC_FREE(1));
	return fl_cs_reg(p, R500_WAIT_UNTIL, R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1));
}

/* US_OUT_FMT selects: 0 alpha, 1 red, 2 green, 3 blue; C0 is the lowest byte. */
#define OUT_BGRA                                                                                \
	(R500_US_OUT_FMT__C0_SEL(3) | R500_US_OUT_FMT__C1_SEL(2) | R500_US_OUT_FMT__C2_SEL(1) | \
	 R500_US_OUT_FMT__C3_SEL(0))
#define OUT_RGBA                                                                                \
	(R500_US_OUT_FMT__C0_SEL(1) | R500_US_OUT_FMT__C1_SEL(2) | R500_US_OUT_FMT__C2_SEL(3) | \
	 R500_US_OUT_FMT__C3_SEL(0))

static uint32_t color_format(uint32_t format)
{
	switch (format) {
	case FL_ARGB1555:
		return R500_RB3D_COLORPITCH__COLORFORMAT__ARGB1555;
	case FL_RGB565:
		return R500_RB3D_COLORPITCH__COLORFORMAT__RGB565;
	case FL_ARGB4444:
		return R500_RB3D_COLORPITCH__COLORFORMAT__ARGB4444;
	default:
		return R500_RB3D_COLORPITCH__COLORFORMAT__ARGB8888;
	}
}

/* COLORMICROTILE, DEPTHMICROTILE: 0 linear, 1 tiled, 2 square */
static uint32_t micro(const struct fl_surface *s)
{
	return s->tiling & FL_SQUARE ? 2 : s->tiling & FL_MICRO ? 1 : 0;
}

uint32_t *r500_draw_target(struct fl_draw *d, uint32_t *p)
{
	/* These registers are not pipelined: what was drawn must be out of the caches (R5xx guide 10.3.2). */
	p = r500_draw_flush(p);
	if (d->has_color) {
		const struct fl_surface *s = &d->color_buffer;

		p = fl_cs_reg(p, R500_RB3D_COLOROFFSET(0), (uint32_t)(d->chip.vram_addr + s->offset_B));
		p = fl_cs_reg(p, R500_RB3D_COLORPITCH(0),
			      R500_RB3D_COLORPITCH__COLORPITCH(s->pitch_px >> 1) |
				  R500_RB3D_COLORPITCH__COLORTILE(s->tiling & FL_MACRO ? 1u : 0u) |
				  R500_RB3D_COLORPITCH__COLORMICROTILE(micro(s)) |
				  R500_RB3D_COLORPITCH__COLORFORMAT(color_format(s->format)));
	}
	p = fl_cs_reg(p, R500_US_OUT_FMT(0),
		      R500_US_OUT_FMT__OUT_FMT(0) |
			  (d->has_color && d->color_buffer.format == FL_ABGR8888 ? OUT_RGBA : OUT_BGRA));
	if (d->has_depth) {
		const struct fl_surface *s = &d->depth_buffer;

		p = fl_cs_reg(p, R500_ZB_FORMAT,
			      R500_ZB_FORMAT__DEPTHFORMAT(s->format == FL_Z16
							      ? R500_ZB_FORMAT__DEPTHFORMAT__Z16_INT
							      : R500_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8));
		p = fl_cs_reg(p, R500_ZB_DEPTHOFFSET, (uint32_t)(d->chip.vram_addr + s->offset_B));
		p = fl_cs_reg(p, R500_ZB_DEPTHPITCH,
			      R500_ZB_DEPTHPITCH__DEPTHPITCH(s->pitch_px >> 2) |
				  R500_ZB_DEPTHPITCH__DEPTHMACROTILE(s->tiling & FL_MACRO ? 1u : 0u) |
				  R500_ZB_DEPTHPITCH__DEPTHMICROTILE(micro(s)));
	}
	return p;
}

uint32_t *r500_draw_scissor(struct fl_draw *d, uint32_t *p)
{
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	int32_t x0 = 0, y0 = 0, x1 = (int32_t)s->width_px, y1 = (int32_t)s->height_px;

	if (d->scissor_on) {
		int32_t right = d->scissor[0] + d->scissor[2], bottom = d->scissor[1] + d->scissor[3];

		x0 = d->scissor[0] > 0 ? d->scissor[0] : 0;
		y0 = d->scissor[1] > 0 ? d->scissor[1] : 0;
		x1 = right < x1 ? right : x1;
		y1 = bottom < y1 ? bottom : y1;
	}
	/* Both corners are inside: nothing is left when the first lies behind the second. */
	if (x0 >= x1 || y0 >= y1) {
		x0 = y0 = 1;
		x1 = y1 = 1;
	}
	p = fl_cs_regs(p, R500_SC_SCISSOR0, 2);
	*p++ = R500_SC_SCISSOR0__XS0((uint32_t)x0) | R500_SC_SCISSOR0__YS0((uint32_t)y0);
	*p++ = R500_SC_SCISSOR1__XS1((uint32_t)x1 - 1) | R500_SC_SCISSOR1__YS1((uint32_t)y1 - 1);
	return p;
}

/* enum fl_func counts as GL does; ZB as D3D does. */
static const uint8_t zb_func[8] = {
    [FL_NEVER] = R500_ZB_ZSTENCILCNTL__ZFUNC__NEVER,          [FL_LESS] = R500_ZB_ZSTENCILCNTL__ZFUNC__LESS,
    [FL_EQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__EQUAL,          [FL_LEQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__LESS_EQUAL,
    [FL_GREATER] = R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER,      [FL_NOTEQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__NOT_EQUAL,
    [FL_GEQUAL] = R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER_EQUAL, [FL_ALWAYS] = R500_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS,
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

static uint32_t refmask(const struct fl_stencil *s)
{
	return R500_ZB_STENCILREFMASK__STENCILREF(s->ref) | R500_ZB_STENCILREFMASK__STENCILMASK(s->mask) |
	       R500_ZB_STENCILREFMASK__STENCILWRITEMASK(s->write_mask);
}

uint32_t *r500_draw_depth(struct fl_draw *d, uint32_t *p)
{
	bool test = d->depth_test && d->has_depth;
	bool stencil = d->stencil_on && d->has_depth && d->depth_buffer.format == FL_Z24S8;
	bool two = stencil && d->stencil_two_sided;
	bool writes = (test && d->depth_write) || stencil;
	const struct fl_stencil *front = &d->stencil[0], *back = &d->stencil[1];

	p = fl_cs_regs(p, R500_ZB_CNTL, 3);
	*p++ = R500_ZB_CNTL__STENCIL_ENABLE(stencil) | R500_ZB_CNTL__Z_ENABLE(test) |
	       R500_ZB_CNTL__ZWRITEENABLE(test && d->depth_write) | R500_ZB_CNTL__STENCIL_FRONT_BACK(two) |
	       R500_ZB_CNTL__STENCIL_REFMASK_FRONT_BACK(two);
	*p++ = (test ? R500_ZB_ZSTENCILCNTL__ZFUNC(zb_func[d->depth_func & 7]) : 0u) |
	       (stencil ? R500_ZB_ZSTENCILCNTL__STENCILFUNC(zb_func[front->func & 7]) |
			      R500_ZB_ZSTENCILCNTL__STENCILFAIL(stencil_op[front->fail & 7]) |
			      R500_ZB_ZSTENCILCNTL__STENCILZPASS(stencil_op[front->zpass & 7]) |
			      R500_ZB_ZSTENCILCNTL__STENCILZFAIL(stencil_op[front->zfail & 7])
			: 0u) |
	       (two ? R500_ZB_ZSTENCILCNTL__STENCILFUNC_BF(zb_func[back->func & 7]) |
			  R500_ZB_ZSTENCILCNTL__STENCILFAIL_BF(stencil_op[back->fail & 7]) |
			  R500_ZB_ZSTENCILCNTL__STENCILZPASS_BF(stencil_op[back->zpass & 7]) |
			  R500_ZB_ZSTENCILCNTL__STENCILZFAIL_BF(stencil_op[back->zfail & 7])
		    : 0u);
	*p++ = stencil ? refmask(front) : 0u;
	if (two)
		p = fl_cs_reg(p, R500_ZB_STENCILREFMASK_BF, refmask(back));
	/* AF_FUNC counts as enum fl_func does. With a reference of 8 bits, AF_EN_8BIT. */
	p = fl_cs_reg(p, R500_FG_ALPHA_FUNC,
		      d->alpha_test
			  ? R500_FG_ALPHA_FUNC__AF_VAL(d->alpha_ref) | R500_FG_ALPHA_FUNC__AF_FUNC(d->alpha_func) |
				R500_FG_ALPHA_FUNC__AF_EN(1) | R500_FG_ALPHA_FUNC__AF_EN_8BIT(1)
			  : 0u);
	/* Early depth would write, or count, what is thrown away later (R5xx guide 10.4.5). */
	bool late = (writes && (d->alpha_test || fl_draw_stipples(d))) || d->counting || r500_program_late_depth(d);

	return fl_cs_reg(p, R500_ZB_ZTOP, R500_ZB_ZTOP__ZTOP(!late));
}

/* RB3D_BLENDCNTL's GL factors begin at 32 in the order of enum fl_factor. A target without alpha reads as alpha 1. */
static uint32_t factor(const struct fl_draw *d, uint32_t f)
{
	if (d->color_buffer.format == FL_RGB565) {
		if (f == FL_DST_ALPHA)
			f = FL_ONE;
		else if (f == FL_ONE_MINUS_DST_ALPHA || f == FL_SRC_ALPHA_SATURATE)
			f = FL_ZERO;
	}
	return R500_RB3D_BLENDCNTL__SRCBLEND__GL_ZERO + f;
}

/* Operation and factors, which stand at the same bits for color and for alpha. */
static uint32_t equation(const struct fl_draw *d, uint32_t op, uint32_t src, uint32_t dst)
{
	static const uint8_t comb[5] = {
	    [FL_ADD] = R500_RB3D_BLENDCNTL__COMB_FCN__ADD_CLAMP,
	    [FL_SUBTRACT] = R500_RB3D_BLENDCNTL__COMB_FCN__SUB_SRC_DST_CLAMP,
	    [FL_REVERSE_SUBTRACT] = R500_RB3D_BLENDCNTL__COMB_FCN__SUB_DST_SRC_CLAMP,
	    [FL_MIN] = R500_RB3D_BLENDCNTL__COMB_FCN__MIN,
	    [FL_MAX] = R500_RB3D_BLENDCNTL__COMB_FCN__MAX,
	};

	/* Whether the chip applies factors before MIN and MAX no document tells: with 1 it does not matter. */
	if (op == FL_MIN || op == FL_MAX)
		src = dst = FL_ONE;
	return R500_RB3D_BLENDCNTL__COMB_FCN(comb[op % 5]) | R500_RB3D_BLENDCNTL__SRCBLEND(factor(d, src)) |
	       R500_RB3D_BLENDCNTL__DESTBLEND(factor(d, dst));
}

uint32_t *r500_draw_blend(struct fl_draw *d, uint32_t *p)
{
	uint32_t mask = d->has_color ? d->color_mask : 0, color = 0, alpha = 0;
	bool swapped = d->color_buffer.format == FL_ABGR8888;

	if (d->blend_on && d->logic_op == FL_LOGIC_COPY) {
		color = equation(d, d->blend_op, d->blend_src, d->blend_dst);
		alpha = equation(d, d->blend_op_alpha, d->blend_src_alpha, d->blend_dst_alpha);
		color |= R500_RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE(1) | R500_RB3D_BLENDCNTL__READ_ENABLE(1) |
			 R500_RB3D_BLENDCNTL__SEPARATE_ALPHA_ENABLE(d->blend_op != d->blend_op_alpha ||
								    d->blend_src != d->blend_src_alpha ||
								    d->blend_dst != d->blend_dst_alpha);
	}
	p = fl_cs_regs(p, R500_RB3D_BLENDCNTL, 3);
	*p++ = color;
	*p++ = alpha;
	/* The mask's bits are the places C0 to C3, not colors: C0 is blue in BGRA, red in RGBA. */
	*p++ = R500_RB3D_COLOR_CHANNEL_MASK__BLUE_MASK(mask >> (swapped ? 0 : 2) & 1) |
	       R500_RB3D_COLOR_CHANNEL_MASK__GREEN_MASK(mask >> 1 & 1) |
	       R500_RB3D_COLOR_CHANNEL_MASK__RED_MASK(mask >> (swapped ? 2 : 0) & 1) |
	       R500_RB3D_COLOR_CHANNEL_MASK__ALPHA_MASK(mask >> 3 & 1);
	return p;
}

/* The color of blending in 0.10 fixed point (Mesa r300_state.c). */
static uint32_t fixed10(float f)
{
	return (uint32_t)(f * 1023.9f);
}

uint32_t *r500_draw_output(struct fl_draw *d, uint32_t *p)
{
	const float *c = d->blend_color;
	bool swapped = d->color_buffer.format == FL_ABGR8888;
	uint32_t mode =
	    d->dither ? R500_RB3D_DITHER_CTL__DITHER_MODE__LUT_DITHER : R500_RB3D_DITHER_CTL__DITHER_MODE__TRUNCATE;

	/* Red and blue are places of the target, as in the mask. */
	p = fl_cs_regs(p, R500_RB3D_CONSTANT_COLOR_AR, 2);
	*p++ = R500_RB3D_CONSTANT_COLOR_AR__RED(fixed10(c[swapped ? 2 : 0])) |
	       R500_RB3D_CONSTANT_COLOR_AR__ALPHA(fixed10(c[3]));
	*p++ = R500_RB3D_CONSTANT_COLOR_GB__BLUE(fixed10(c[swapped ? 0 : 2])) |
	       R500_RB3D_CONSTANT_COLOR_GB__GREEN(fixed10(c[1]));
	p = fl_cs_reg(
	    p, R500_RB3D_ROPCNTL,
	    d->logic_op == FL_LOGIC_COPY ? 0u : R500_RB3D_ROPCNTL__ROP_ENABLE(1) | R500_RB3D_ROPCNTL__ROP(d->logic_op));
	return fl_cs_reg(p, R500_RB3D_DITHER_CTL,
			 R500_RB3D_DITHER_CTL__DITHER_MODE(mode) | R500_RB3D_DITHER_CTL__ALPHA_DITHER_MODE(mode));
}
