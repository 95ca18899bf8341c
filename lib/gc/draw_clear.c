/* SPDX-License-Identifier: MIT
 *
 * Clears: a rectangle that covers the target, drawn with a color that is a uniform.
 */
#include "lib/gc/draw_state.h"

enum { H5 = 5, CORNERS = 4, CORNER_DW = 4, RECTANGLE_DW = CORNERS * CORNER_DW };

/* Clip space from corner to corner, at depth z of the buffer. */
static uint32_t *rectangle(struct fl_draw *d, uint32_t *p, float z)
{
	const float clip_z = fl_gc_info_of(d)->z_from_zero ? z : 2 * z - 1;
	const struct fl_gc_how how = {.type = GC_PRIMITIVE_TYPE__TRIANGLE_STRIP, .n = CORNERS};
	uint32_t *to = fl_gc_tail(d->cs, RECTANGLE_DW, 4);

	for (uint32_t i = 0; i < CORNERS; i++) {
		const float v[CORNER_DW] = {i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, clip_z, 1};

		memcpy(to + i * CORNER_DW, v, sizeof(v));
	}
	p = fl_gc_put_stream(d, p, 0, (uint32_t)fl_cs_address(d->cs, to), 4 * CORNER_DW, 0);
	return fl_gc_put_draw(d, p, &how, 0, 1);
}

/* The viewport is the target; nothing is culled or moved. */
static uint32_t *plain_state(struct fl_draw *d, uint32_t *p, uint32_t w, uint32_t h)
{
	const float w2 = (float)w * 0.5f, h2 = (float)h * 0.5f;

	p = fl_gc_put(p, GC_PA_CONFIG,
		      GC_PA_CONFIG__FILL_MODE(GC_PA_CONFIG__FILL_MODE__SOLID) |
			  GC_PA_CONFIG__SHADE_MODEL(GC_PA_CONFIG__SHADE_MODEL__SMOOTH) |
			  GC_PA_CONFIG__UNK22(1));
	p = fl_gc_put_float(p, GC_SE_DEPTH_SCALE, 0);
	p = fl_gc_put_float(p, GC_SE_DEPTH_BIAS, 0);
	p = fl_gc_put_float(p, GC_PA_VIEWPORT_SCALE_X, w2);
	p = fl_gc_put_float(p, GC_PA_VIEWPORT_SCALE_Y, -h2);
	p = fl_gc_put_float(p, GC_PA_VIEWPORT_SCALE_Z, 1);
	p = fl_gc_put_float(p, GC_PA_VIEWPORT_OFFSET_X, w2);
	p = fl_gc_put_float(p, GC_PA_VIEWPORT_OFFSET_Y, h2);
	p = fl_gc_put_float(p, GC_PA_VIEWPORT_OFFSET_Z, 0);
	p = fl_gc_put(p, GC_PE_ALPHA_OP, 0);
	p = fl_gc_put(p, GC_PE_ALPHA_CONFIG, 0);
	for (uint32_t i = 1; i < d->n_color && fl_gc_info_of(d)->halti >= H5; i++)
		p = fl_gc_put(p, GC_PE_HALTI5_RT_ALPHA_CONFIG(i - 1), 0);
	/* size of points and lines, which only PA_CONFIG's fields need to agree with */
	d->dirty |= FL_D_DEPTH | FL_D_ALPHA | FL_D_BLEND | FL_D_OUTPUT | FL_D_RASTER | FL_D_POINT |
		    FL_D_VERTEX | FL_D_FRAGMENT | FL_D_VIEWPORT;
	return p;
}

/* The color is pixel uniform 0, which is the color of fog. */
static uint32_t *put_color(struct fl_draw *d, uint32_t *p, const float rgba[4])
{
	float v[1][4];

	memcpy(v[0], rgba, sizeof(v[0]));
	d->owed |= FL_FF_G_FOG_COLOR;
	fl_gc_of(d)->program_sent = NULL; /* it may be a program's */
	return fl_gc_put_uniforms(fl_gc_info_of(d), p, true, 0, 1, (const float(*)[4])v);
}
_Static_assert(FL_FF_FC_FOG == 0, "uniform 0 of pixel programs is the color of fog");

static uint32_t *clear(struct fl_draw *d, uint32_t *p, uint32_t mask, const float rgba[4], float depth,
		       uint8_t stencil)
{
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	const bool st = (mask & FL_CLEAR_STENCIL) && d->depth_buffer.format == FL_Z24S8;
	const struct fl_stencil all = {.func = FL_ALWAYS,
				       .ref = stencil,
				       .mask = 0xff,
				       .write_mask = 0xff,
				       .fail = FL_REPLACE_OP,
				       .zpass = FL_REPLACE_OP,
				       .zfail = FL_REPLACE_OP};
	int32_t w[4];

	if (d->dirty & FL_D_INIT)
		p = fl_gc_draw_init(d, p);
	if (d->dirty & FL_D_TARGET)
		p = fl_gc_draw_target(d, p);
	d->dirty &= ~(FL_D_INIT | FL_D_TARGET);
	fl_draw_window(d, w);
	p = fl_gc_put_window(d, p, w);
	p = plain_state(d, p, s->width_px, s->height_px);
	p = fl_gc_set_plain(d, p);
	p = put_color(d, p, rgba);
	p = fl_gc_put_depth(d, p, mask & FL_CLEAR_DEPTH, true, FL_ALWAYS, st ? &all : NULL, NULL);
	if (st)
		p = fl_gc_put(p, GC_PE_STENCIL_CONFIG_EXT, GC_PE_STENCIL_CONFIG_EXT__REF_BACK(stencil));
	p = fl_gc_put_output(d, p, mask & FL_CLEAR_COLOR ? 15 : 0, FL_LOGIC_COPY);
	return rectangle(d, p, depth);
}

void fl_gc_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil)
{
	static const float nothing[4];

	/* All of it stands in one batch: what draws is in it, where programs are in memory. */
	if ((uint32_t)(d->cs->end - d->cs->at) < FL_CS_MIN_DW)
		fl_cs_more(d->cs, FL_CS_MIN_DW);
	fl_gc_new_batch(d);
	fl_cs_done(d->cs,
		   clear(d, fl_cs_room(d->cs, FL_GC_STATE_DW), mask, rgba ? rgba : nothing, depth, stencil));
}
