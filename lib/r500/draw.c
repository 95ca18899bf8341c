/* SPDX-License-Identifier: MIT
 *
 * The R5xx back end of immediate mode: sends what changed, clears, finishes.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
#include "lib/r500/program_state.h"

static uint32_t vs_key(const struct fl_draw *d)
{
	return (d->unit[0].texture ? R500_VS_TEX : 0u) | (d->lighting_on ? R500_VS_LIGHT : 0u) |
	       (d->fog_on ? R500_VS_FOG : 0u);
}

static uint32_t fs_key(const struct fl_draw *d)
{
	return (d->unit[0].texture ? 1u + d->unit[0].env : 0u) | (d->fog_on ? R500_FS_FOG : 0u);
}

/* The pixel end: few groups, often changed. */
static uint32_t *pixel_state(struct fl_draw *d, uint32_t *p)
{
	uint32_t dirty = d->dirty;

	if (dirty & FL_D_TARGET)
		p = r500_draw_target(d, p);
	if (dirty & FL_D_SCISSOR)
		p = r500_draw_scissor(d, p);
	if (dirty & (FL_D_DEPTH | FL_D_ALPHA))
		p = r500_draw_depth(d, p);
	if (dirty & FL_D_BLEND)
		p = r500_draw_blend(d, p);
	if (dirty & FL_D_OUTPUT)
		p = r500_draw_output(d, p);
	if (dirty & FL_D_RASTER)
		p = r500_draw_raster(d, p);
	if (dirty & FL_D_POINT)
		p = r500_draw_point(d, p);
	if ((dirty & FL_D_STIPPLE) && d->stipple_repeat)
		p = r500_draw_stipple(d, p);
	return p;
}

static uint32_t *fixed_function(struct fl_draw *d, uint32_t *p)
{
	const uint32_t constants = FL_D_MVP | FL_D_TEXMAT | FL_D_NORMAL | FL_D_LIGHT | FL_D_FOG | FL_D_CLIP;

	if (d->program_on)
		p = r500_program_leave(d, p);
	if (d->dirty & FL_D_VERTEX) {
		p = r500_draw_vs(d, p, vs_key(d));
		p = r500_draw_route(p, vs_key(d));
		fl_draw_vertex_format(d,
				      (d->unit[0].texture ? FL_V_TEXCOORD : 0u) | (d->lighting_on ? FL_V_NORMAL : 0u));
	} else if (d->dirty & constants) {
		p = fl_cs_reg(p, R500_VAP_PVS_STATE_FLUSH_REG, 0);
	}
	if (d->dirty & constants)
		p = r500_draw_matrices(d, p);
	if ((d->dirty & (FL_D_LIGHT | FL_D_MATERIAL)) && d->lighting_on)
		p = r500_draw_light(d, p);
	if (d->dirty & FL_D_FRAGMENT)
		p = r500_draw_fs(d, p, fs_key(d));
	if ((d->dirty & FL_D_FOG) && d->fog_on) {
		p = fl_cs_reg(p, R500_GA_US_VECTOR_INDEX,
			      R500_GA_US_VECTOR_INDEX__INDEX(0) | R500_GA_US_VECTOR_INDEX__TYPE(1));
		p = fl_cs_port(p, R500_GA_US_VECTOR_DATA, 4);
		memcpy(p, d->fog_color, 12);
		p[3] = fl_f32(1);
		p += 4;
	}
	return p;
}

static uint32_t *own_program(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & (FL_D_VERTEX | FL_D_FRAGMENT))
		return r500_program_route(d, p);
	return d->dirty & FL_D_CLIP ? fl_cs_reg(p, R500_VAP_PVS_STATE_FLUSH_REG, 0) : p;
}

/* Everything else: programs, constants, texture. */
static __attribute__((noinline)) uint32_t *program_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_VIEWPORT)
		p = r500_draw_viewport(d, p);
	if (d->program)
		p = own_program(d, p);
	else
		p = fixed_function(d, p);
	if (d->dirty & FL_D_CLIP) /* both have flushed */
		p = r500_draw_clip(d, p);
	if (d->dirty & FL_D_TEXTURE)
		p = r500_draw_texture(d, p);
	return p;
}

#define PIXEL_STATE                                                                                                   \
	(FL_D_TARGET | FL_D_SCISSOR | FL_D_DEPTH | FL_D_ALPHA | FL_D_BLEND | FL_D_OUTPUT | FL_D_RASTER | FL_D_POINT | \
	 FL_D_STIPPLE)

static void draw_state(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, R500_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = r500_draw_init(d, p);
	if (d->program) {
		fl_cs_done(d->cs, p);
		r500_program_send(d);
		p = fl_cs_room(d->cs, R500_STATE_DW);
	}
	p = pixel_state(d, p);
	if (d->dirty & ~PIXEL_STATE)
		p = program_state(d, p);
	d->dirty = 0;
	fl_cs_done(d->cs, p);
}

/* One point that covers the target, with the depth and the color to be stored, as Mesa's r300 clears. */
static void draw_clear(struct fl_draw *d, uint32_t mask, uint32_t argb, float depth, uint8_t stencil)
{
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	bool color = mask & FL_CLEAR_COLOR, z = mask & FL_CLEAR_DEPTH;
	bool st = (mask & FL_CLEAR_STENCIL) && d->depth_buffer.format == FL_Z24S8;
	uint32_t *p = fl_cs_room(d->cs, R500_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = r500_draw_init(d, p);
	if (d->dirty & FL_D_TARGET)
		p = r500_draw_target(d, p);
	if (d->dirty & FL_D_SCISSOR)
		p = r500_draw_scissor(d, p);
	p = fl_cs_regs(p, R500_ZB_CNTL, 3);
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
	p = fl_cs_reg(p, R500_ZB_ZTOP, R500_ZB_ZTOP__ZTOP(1));
	p = fl_cs_reg(p, R500_FG_ALPHA_FUNC, 0);
	p = fl_cs_regs(p, R500_RB3D_BLENDCNTL, 3);
	*p++ = 0;
	*p++ = 0;
	*p++ = color ? 15 : 0;
	p = fl_cs_reg(p, R500_RB3D_ROPCNTL, 0);
	p = fl_cs_reg(p, R500_RB3D_DITHER_CTL, 0);
	p = fl_cs_reg(p, R500_SU_CULL_MODE, 0);
	p = fl_cs_reg(p, R500_GB_ENABLE, 0);
	p = fl_cs_reg(p, R500_SU_POLY_OFFSET_ENABLE, 0);
	p = fl_cs_reg(p, R500_GA_COLOR_CONTROL, 0xaaaau | R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(3));
	/* Half sizes in 1/12 pixel. */
	p = fl_cs_reg(p, R500_GA_POINT_SIZE,
		      R500_GA_POINT_SIZE__HEIGHT(s->height_px * 6) | R500_GA_POINT_SIZE__WIDTH(s->width_px * 6));
	if (d->program_on)
		p = r500_program_leave(d, p);
	p = r500_draw_vs(d, p, R500_VS_CLEAR);
	p = r500_draw_route(p, R500_VS_CLEAR);
	p = r500_draw_fs(d, p, 0);
	/* Positions are pixels already, and nothing is clipped. */
	p = fl_cs_reg(p, R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1));
	p = fl_cs_reg(p, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	p = fl_cs_pkt3(p, FL_OP_DRAW_IMMD_2, 9);
	*p++ =
	    R500_VAP_VF_CNTL__PRIM_TYPE(FL_POINTS) | R500_VAP_VF_CNTL__PRIM_WALK(3) | R500_VAP_VF_CNTL__NUM_VERTICES(1);
	*p++ = fl_f32((float)s->width_px * 0.5f);
	*p++ = fl_f32((float)s->height_px * 0.5f);
	*p++ = fl_f32(depth);
	*p++ = fl_f32(1);
	*p++ = fl_f32((float)(argb >> 16 & 255) / 255);
	*p++ = fl_f32((float)(argb >> 8 & 255) / 255);
	*p++ = fl_f32((float)(argb & 255) / 255);
	*p++ = fl_f32((float)(argb >> 24) / 255);
	fl_cs_done(d->cs, p);
	d->dirty &= ~(FL_D_INIT | FL_D_TARGET | FL_D_SCISSOR);
	d->dirty |= FL_D_DEPTH | FL_D_ALPHA | FL_D_BLEND | FL_D_OUTPUT | FL_D_RASTER | FL_D_POINT | FL_D_VERTEX |
		    FL_D_FRAGMENT | FL_D_VIEWPORT | FL_D_CLIP;
}

static void draw_finish(struct fl_draw *d)
{
	fl_cs_done(d->cs, r500_draw_flush(fl_cs_room(d->cs, 8)));
}

const struct fl_draw_backend fl_draw_r500 = {
    .state = draw_state, .clear = draw_clear, .finish = draw_finish, .count = r500_draw_count};
