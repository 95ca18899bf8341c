/* SPDX-License-Identifier: MIT
 *
 * Clears and resolves: one point that covers the target, drawn by programs of their own, as Mesa's r300 does
 * it.
 */
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/program_state.h"
#include "lib/r500/us.h"

/* Write constant 255 to target t. */
#define WRITE(t)                                                                                       \
	US_OUT, US_ADDR(US_C(FL_R500_FS_CLEAR_CONST), US_NONE, US_NONE),                               \
	    US_ADDR(US_C(FL_R500_FS_CLEAR_CONST), US_NONE, US_NONE),                                   \
	    US_RGB_AB(US_RGB(0, US_SWZ_RGB), US_RGB(0, US_SWZ_111)) | R500_US_ALU_RGB_INST__TARGET(t), \
	    US_ALPHA_AB(US_A(0, R500_ALU_SWIZ__ALPHA), US_A(0, R500_ALU_SWIZ__ONE)) |                  \
		R500_US_ALU_ALPHA_INST__TARGET(t),                                                     \
	    US_RGB_C(US_RGB(0, US_SWZ_000)) | US_ALPHA_C(US_A(0, R500_ALU_SWIZ__ZERO))

const uint32_t fl_r500_clear_words[FL_TARGETS][FL_R500_FS_DW] = {
    {WRITE(0)}, {WRITE(1)}, {WRITE(2)}, {WRITE(3)}};

/* The program that writes rgba to the first n targets. It lies after the places of others, and is sent each
 * time. */
uint32_t *fl_r500_clear(uint32_t *p, uint32_t n, const float rgba[4])
{
	p = r500_pm4_reg(p, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(FL_R500_FS_CLEAR_AT));
	p = r500_pm4_port(p, R500_GA_US_VECTOR_DATA, 6 * n);
	memcpy(p, fl_r500_clear_words, n * 24);
	p += 6 * n;
	p = fl_r500_constants(p, FL_R500_FS_CLEAR_CONST, 1, (const uint32_t(*)[4])(const void *)rgba);
	p = r500_pm4_reg(p, R500_US_PIXSIZE, R500_US_PIXSIZE__PIX_SIZE(1));
	p = r500_pm4_reg(p, R500_US_CODE_RANGE,
			 R500_US_CODE_RANGE__CODE_ADDR(FL_R500_FS_CLEAR_AT) |
			     R500_US_CODE_RANGE__CODE_SIZE(n - 1));
	return r500_pm4_reg(p, R500_US_CODE_ADDR,
			    R500_US_CODE_ADDR__START_ADDR(FL_R500_FS_CLEAR_AT) |
				R500_US_CODE_ADDR__END_ADDR(FL_R500_FS_CLEAR_AT + n - 1));
}

/* What caller's programs have in the places of ours they will have to send again. */
static void make_way(struct fl_r500_draw *r, uint32_t n)
{
	const uint32_t constant = FL_R500_FS_CLEAR_CONST;

	for (uint32_t i = 0; i < FL_R500_PROGRAMS; i++)
		if (r->own[i].fs_at < FL_R500_FS_CLEAR_AT + n &&
		    r->own[i].fs_at + r->own[i].fs_n > FL_R500_FS_CLEAR_AT)
			r->own[i].code = 0;
	if (r->program_sent && (r->program_sent->fs.consts.taken[constant / 32] >> constant % 32 & 1))
		r->program_sent = NULL;
}

/* Everything but target, scissor, depth, and the mask of channels: a rectangle from the upper left corner, of
 * w x h pixels. */
static uint32_t *rectangle(struct fl_draw *d, uint32_t *p, uint32_t w, uint32_t h, uint32_t n,
			   const float rgba[4], float z)
{
	static const uint16_t off[] = {R500_FG_ALPHA_FUNC, R500_RB3D_BLENDCNTL,       R500_RB3D_ABLENDCNTL,
				       R500_RB3D_ROPCNTL,  R500_RB3D_DITHER_CTL,      R500_SU_CULL_MODE,
				       R500_GB_ENABLE,     R500_SU_POLY_OFFSET_ENABLE};

	p = r500_pm4_reg(p, R500_ZB_ZTOP, R500_ZB_ZTOP__ZTOP(1));
	p = FL_R500_PUT_ZEROS(p, off);
	p = r500_pm4_reg(p, R500_GA_COLOR_CONTROL, 0xaaaau | R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(3));
	/* Half sizes in 1/12 pixel. */
	p = r500_pm4_reg(p, R500_GA_POINT_SIZE,
			 R500_GA_POINT_SIZE__HEIGHT(h * 6) | R500_GA_POINT_SIZE__WIDTH(w * 6));
	if (fl_r500_of(d)->program_on)
		p = fl_r500_program_leave(d, p);
	make_way(fl_r500_of(d), n);
	p = fl_r500_draw_vs(d, p, FL_FF_VS_CLEAR);
	p = fl_r500_draw_format(d, p, FL_FF_VS_CLEAR);
	p = fl_r500_draw_route(fl_r500_gen(d), p, FL_FF_VS_CLEAR);
	p = fl_r500_gen(d)->clear(p, n, rgba);
	fl_r500_of(d)->fs.now = FL_R500_NO_PROGRAM;
	/* Positions are pixels already, and nothing is clipped. */
	p = r500_pm4_reg(p, R500_VAP_VTE_CNTL,
			 R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1));
	p = r500_pm4_reg(p, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	p = r500_pm4_pkt3(p, R500_PKT3_3D_DRAW_IMMD_2, 9);
	*p++ = R500_VAP_VF_CNTL__PRIM_TYPE(R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST) |
	       R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) |
	       R500_VAP_VF_CNTL__NUM_VERTICES(1);
	*p++ = fl_f32((float)w * 0.5f);
	*p++ = fl_f32((float)h * 0.5f);
	*p++ = fl_f32(z);
	*p++ = fl_f32(1);
	memcpy(
	    p, rgba,
	    16); /* the rasterizer must have a color, of 20 bits a channel; the program takes the constant */
	d->dirty |= FL_D_DEPTH | FL_D_ALPHA | FL_D_BLEND | FL_D_OUTPUT | FL_D_RASTER | FL_D_POINT |
		    FL_D_VERTEX | FL_D_FRAGMENT | FL_D_VIEWPORT | FL_D_CLIP;
	return p + 4;
}

void fl_r500_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil)
{
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	bool color = mask & FL_CLEAR_COLOR, z = mask & FL_CLEAR_DEPTH;
	bool st = (mask & FL_CLEAR_STENCIL) && d->depth_buffer.format == FL_Z24S8;
	uint32_t *p = fl_cs_room(d->cs, FL_R500_STATE_DW), n = d->n_color ? d->n_color : 1;

	if (d->dirty & FL_D_INIT)
		p = fl_r500_draw_init(d, p);
	if (d->dirty & FL_D_TARGET)
		p = fl_r500_draw_target(d, p);
	if (d->dirty & FL_D_SCISSOR)
		p = fl_r500_draw_scissor(d, p);
	if (fl_r500_program_targets(d) != (1u << n) - 1)
		p = fl_r500_draw_outputs(d, p, (1u << n) - 1);
	p = r500_pm4_regs(p, R500_ZB_CNTL, 3);
	*p++ = R500_ZB_CNTL__STENCIL_ENABLE(st) | R500_ZB_CNTL__Z_ENABLE(z) | R500_ZB_CNTL__ZWRITEENABLE(z);
	*p++ = (z ? R500_ZB_ZSTENCILCNTL__ZFUNC(R500_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS) : 0u) |
	       (st ? R500_ZB_ZSTENCILCNTL__STENCILFUNC(R500_ZB_ZSTENCILCNTL__STENCILFUNC__ALWAYS) |
			 R500_ZB_ZSTENCILCNTL__STENCILFAIL(R500_ZB_ZSTENCILCNTL__STENCILFAIL__REPLACE) |
			 R500_ZB_ZSTENCILCNTL__STENCILZPASS(R500_ZB_ZSTENCILCNTL__STENCILFAIL__REPLACE) |
			 R500_ZB_ZSTENCILCNTL__STENCILZFAIL(R500_ZB_ZSTENCILCNTL__STENCILFAIL__REPLACE)
		   : 0u);
	*p++ = st ? R500_ZB_STENCILREFMASK__STENCILREF(stencil) | R500_ZB_STENCILREFMASK__STENCILMASK(0xff) |
			R500_ZB_STENCILREFMASK__STENCILWRITEMASK(0xff)
		  : 0u;
	p = r500_pm4_reg(p, R500_RB3D_COLOR_CHANNEL_MASK, color ? fl_r500_target_mask(d, 15) : 0);
	p = rectangle(d, p, s->width_px, s->height_px, n, rgba, depth);
	fl_cs_done(d->cs, p);
	d->dirty &= ~(FL_D_INIT | FL_D_TARGET | FL_D_SCISSOR);
}

/* R5xx guide 10.8.2, step by step */
void fl_r500_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to)
{
	static const float nothing[4];
	uint32_t *p = fl_cs_room(d->cs, FL_R500_STATE_DW), origin = fl_r500_gen(d)->scissor_px;

	if (d->dirty & FL_D_INIT)
		p = fl_r500_draw_init(d, p);
	p = fl_r500_draw_flush(p);
	/* The tiling in COLORPITCH is that of the result. */
	p = fl_r500_draw_color_buffer(d, p, 0, from, to);
	p = r500_pm4_regs(p, R500_US_OUT_FMT(0), FL_TARGETS);
	*p++ = fl_r500_out_fmt(from);
	for (uint32_t i = 1; i < FL_TARGETS; i++)
		*p++ = R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED);
	p = r500_pm4_regs(p, R500_RB3D_AARESOLVE_OFFSET, 3);
	*p++ = (uint32_t)(d->chip.vram_addr + to->offset_B);
	*p++ = R500_RB3D_AARESOLVE_PITCH__AARESOLVE_PITCH(to->pitch_px >> 1);
	*p++ = R500_RB3D_AARESOLVE_CTL__AARESOLVE_MODE(1) |
	       (R500_RB3D_AARESOLVE_CTL__AARESOLVE_ALPHA(1) & fl_r500_gen(d)->r5xx);
	p = fl_r500_draw_samples(p, from->samples, true);
	p = r500_pm4_reg(p, R500_ZB_CNTL, 0);
	p = r500_pm4_reg(p, R500_RB3D_COLOR_CHANNEL_MASK, 15);
	p = r500_pm4_regs(p, R500_SC_SCISSOR0, 2);
	*p++ = R500_SC_SCISSOR0__XS0(origin) | R500_SC_SCISSOR0__YS0(origin);
	*p++ = R500_SC_SCISSOR1__XS1(origin + to->width_px - 1) |
	       R500_SC_SCISSOR1__YS1(origin + to->height_px - 1);
	p = rectangle(d, p, to->width_px, to->height_px, 1, nothing, 0);
	p = fl_r500_draw_flush(p);
	p = r500_pm4_reg(p, R500_RB3D_AARESOLVE_CTL, 0);
	fl_cs_done(d->cs, p);
	d->dirty &= ~FL_D_INIT;
	d->dirty |= FL_D_TARGET | FL_D_SCISSOR;
}
