/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end: target, scissor, depth and stencil, blending.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

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

uint32_t *r500_draw_depth(struct fl_draw *d, uint32_t *p)
{
	bool test = d->depth_test && d->has_depth;
	bool stencil = d->stencil_on && d->has_depth && d->depth_buffer.format == FL_Z24S8;
	bool writes = (test && d->depth_write) || stencil;

	p = fl_cs_regs(p, R500_ZB_CNTL, 3);
	*p++ = R500_ZB_CNTL__STENCIL_ENABLE(stencil) | R500_ZB_CNTL__Z_ENABLE(test) |
	       R500_ZB_CNTL__ZWRITEENABLE(test && d->depth_write);
	*p++ = (test ? R500_ZB_ZSTENCILCNTL__ZFUNC(zb_func[d->depth_func & 7]) : 0u) |
	       (stencil ? R500_ZB_ZSTENCILCNTL__STENCILFUNC(zb_func[d->stencil[0].func & 7]) |
			      R500_ZB_ZSTENCILCNTL__STENCILFAIL(d->stencil[0].fail) |
			      R500_ZB_ZSTENCILCNTL__STENCILZPASS(d->stencil[0].zpass) |
			      R500_ZB_ZSTENCILCNTL__STENCILZFAIL(d->stencil[0].zfail)
			: 0u);
	*p++ = stencil ? R500_ZB_STENCILREFMASK__STENCILREF(d->stencil[0].ref) |
			     R500_ZB_STENCILREFMASK__STENCILMASK(d->stencil[0].mask) |
			     R500_ZB_STENCILREFMASK__STENCILWRITEMASK(d->stencil[0].write_mask)
		       : 0u;
	/* AF_FUNC counts as enum fl_func does. With a reference of 8 bits, AF_EN_8BIT. */
	p = fl_cs_reg(p, R500_FG_ALPHA_FUNC,
		      d->alpha_test
			  ? R500_FG_ALPHA_FUNC__AF_VAL(d->alpha_ref) | R500_FG_ALPHA_FUNC__AF_FUNC(d->alpha_func) |
				R500_FG_ALPHA_FUNC__AF_EN(1) | R500_FG_ALPHA_FUNC__AF_EN_8BIT(1)
			  : 0u);
	/* Early depth would write what the alpha test throws away later (R5xx guide 10.4.5). */
	return fl_cs_reg(p, R500_ZB_ZTOP, R500_ZB_ZTOP__ZTOP(!(d->alpha_test && writes)));
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
	return 32 + f;
}

uint32_t *r500_draw_blend(struct fl_draw *d, uint32_t *p)
{
	uint32_t mask = d->has_color ? d->color_mask : 0;
	bool swapped = d->color_buffer.format == FL_ABGR8888;

	p = fl_cs_regs(p, R500_RB3D_BLENDCNTL, 3);
	*p++ = d->blend_on ? R500_RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE(1) | R500_RB3D_BLENDCNTL__READ_ENABLE(1) |
				 R500_RB3D_BLENDCNTL__SRCBLEND(factor(d, d->blend_src)) |
				 R500_RB3D_BLENDCNTL__DESTBLEND(factor(d, d->blend_dst))
			   : 0u;
	*p++ = 0;
	/* The mask's bits are the places C0 to C3, not colors: C0 is blue in BGRA, red in RGBA. */
	*p++ = R500_RB3D_COLOR_CHANNEL_MASK__BLUE_MASK(mask >> (swapped ? 0 : 2) & 1) |
	       R500_RB3D_COLOR_CHANNEL_MASK__GREEN_MASK(mask >> 1 & 1) |
	       R500_RB3D_COLOR_CHANNEL_MASK__RED_MASK(mask >> (swapped ? 2 : 0) & 1) |
	       R500_RB3D_COLOR_CHANNEL_MASK__ALPHA_MASK(mask >> 3 & 1);
	return p;
}
