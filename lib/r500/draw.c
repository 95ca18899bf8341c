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
	if ((d->dirty & FL_D_FRAGMENT) && d->n_color > 1)
		p = r500_draw_outputs(d, p, r500_program_targets(d));
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

static void draw_finish(struct fl_draw *d)
{
	fl_cs_done(d->cs, r500_draw_flush(fl_cs_room(d->cs, 8)));
}

const struct fl_draw_backend fl_draw_r500 = {.state = draw_state,
					     .clear = r500_draw_clear,
					     .resolve = r500_draw_resolve,
					     .finish = draw_finish,
					     .count = r500_draw_count,
					     .arrays = r500_draw_arrays};
