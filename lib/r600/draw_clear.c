/* SPDX-License-Identifier: MIT
 *
 * Clears, resolves, depths as colors: a rectangle that covers the target, drawn by programs of their own.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/start.h"
#include "lib/r600/surface.h"

enum { CORNERS = 3, VERTEX_DW = 8 };

/* The rectangle from the upper left corner on, of w x h pixels, at depth z. Its fourth corner lies
 * opposite of the second. rgba NULL: corners carry their places in place of a color. */
static uint32_t *rectangle(struct fl_draw *d, uint32_t *p, uint32_t w, uint32_t h, const float *rgba, float z)
{
	const float x[CORNERS] = {0, 0, (float)w}, y[CORNERS] = {0, (float)h, (float)h};
	const uint64_t addr = fl_cs_address(d->cs, p + 1);

	p = r600_pm4_pkt3(p, R600_PKT3_NOP, CORNERS * VERTEX_DW);
	for (uint32_t i = 0; i < CORNERS; i++) {
		const float v[VERTEX_DW] = {x[i], y[i], z, 1, x[i], y[i]};

		memcpy(p, v, sizeof(v));
		if (rgba)
			memcpy(p + 4, rgba, 16);
		p += VERTEX_DW;
	}
	d->cs->fetched = true;
	p = fl_r600_vertices(p, 0, addr, 4 * VERTEX_DW, 4 * CORNERS * VERTEX_DW);
	return fl_r600_put_draw(d, p, R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST, CORNERS, 1, 0, 0);
}

/* Everything but targets, scissor, depth, masks, and CB_COLOR_CONTROL. */
static uint32_t *plain_state(struct fl_draw *d, uint32_t *p, uint32_t samples)
{
	p = fl_r600_set_plain(d, p, samples);
	p = r600_pm4_put(p, R600_SX_ALPHA_TEST_CONTROL, 0);
	p = fl_r600_put_order(d, p, false, false, false);
	p = r600_pm4_put(p, R600_PA_SU_SC_MODE_CNTL, R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1));
	p = r600_pm4_put(p, R600_SPI_INTERP_CONTROL_0, R600_SPI_INTERP_CONTROL_0__FLAT_SHADE_ENA(!samples));
	/* Positions are pixels already, and nothing is clipped. */
	p = r600_pm4_put(p, R600_PA_CL_VTE_CNTL,
			 R600_PA_CL_VTE_CNTL__VTX_XY_FMT(1) | R600_PA_CL_VTE_CNTL__VTX_Z_FMT(1));
	p = r600_pm4_put(p, R600_PA_CL_CLIP_CNTL, R600_PA_CL_CLIP_CNTL__CLIP_DISABLE(1));
	d->dirty |= FL_D_DEPTH | FL_D_ALPHA | FL_D_BLEND | FL_D_OUTPUT | FL_D_RASTER | FL_D_POINT |
		    FL_D_VERTEX | FL_D_FRAGMENT | FL_D_VIEWPORT | FL_D_CLIP;
	return p;
}

/* Targets that are written; there is output 0 alone. CB_COLOR_CONTROL: it may go to several. */
static uint32_t *outputs(const struct fl_draw *d, uint32_t *p, uint32_t mask, bool to_all)
{
	enum { COPY = 0xcc };

	p = r600_pm4_context(p, R600_CB_TARGET_MASK, 2); /* and CB_SHADER_MASK */
	*p++ = mask;
	*p++ = 15;
	if (fl_r600_its(d)->r7xx)
		p = r600_pm4_put(p, R600_CB_SHADER_CONTROL, 1);
	return r600_pm4_put(p, R600_CB_COLOR_CONTROL,
			    R600_CB_COLOR_CONTROL__ROP3(COPY) |
				R600_CB_COLOR_CONTROL__MULTIWRITE_ENABLE(to_all));
}

void fl_r600_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil)
{
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	const bool color = mask & FL_CLEAR_COLOR, z = mask & FL_CLEAR_DEPTH;
	const bool st = (mask & FL_CLEAR_STENCIL) && d->depth_buffer.format == FL_Z24S8;
	const struct fl_stencil all = {.func = FL_ALWAYS,
				       .ref = stencil,
				       .mask = 0xff,
				       .write_mask = 0xff,
				       .fail = FL_REPLACE_OP,
				       .zpass = FL_REPLACE_OP,
				       .zfail = FL_REPLACE_OP};
	uint32_t *p = fl_cs_room(d->cs, FL_R600_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = fl_r600_draw_init(d, p);
	if (d->dirty & FL_D_TARGET)
		p = fl_r600_draw_target(d, p);
	if (d->dirty & FL_D_SCISSOR)
		p = fl_r600_draw_scissor(d, p);
	if (color && fl_format_is(s->format, FL_IS_INTEGER)) {
		p = plain_state(d, p, FL_R600_NUMBERS);
		p = r600_pm4_constant(p, FL_R600_LAST_CONSTANT, 1);
		memcpy(p, rgba, 16);
		p += R600_CONSTANT_DW;
		fl_r600_of(d)->program_sent = NULL; /* it may be a program's */
	} else {
		p = plain_state(d, p, 0);
	}
	p = outputs(d, p, color ? (uint32_t)((UINT64_C(1) << 4 * d->n_color) - 1) : 0, d->n_color > 1);
	p = fl_r600_put_depth(p, z, true, FL_ALWAYS, st ? &all : NULL, NULL);
	p = fl_r600_put_render(d, p, 0);
	p = rectangle(d, p, s->width_px, s->height_px, rgba, depth);
	fl_cs_done(d->cs, p);
	d->dirty &= ~(FL_D_INIT | FL_D_TARGET | FL_D_SCISSOR);
}

/* ---- from one surface to another ----------------------------------------------------------------------- */
/* Color buffer 0 is `to`, all of it; depth is NULL: no depth buffer. */
static uint32_t *other_target(struct fl_draw *d, uint32_t *p, const struct fl_surface *to,
			      const struct fl_surface *depth, uint32_t samples)
{
	fl_r600_of(d)->half_pixels = false; /* of the draw's own targets, which are set up again */
	p = fl_r600_flush(p, r600_chip_family(fl_r600_chip(d)));
	p = fl_r600_color_buffers(d, p, &to, 1);
	p = fl_r600_depth_buffer(d, p, depth);
	p = fl_r600_samples(d, p, 1);
	p = fl_r600_put_window(p, 0, 0, (int32_t)to->width_px, (int32_t)to->height_px);
	p = plain_state(d, p, samples);
	d->dirty |= FL_D_TARGET | FL_D_SCISSOR;
	return outputs(d, p, 15, false);
}

static void to_memory(struct fl_draw *d, uint32_t *p, const struct fl_surface *to)
{
	p = rectangle(d, p, to->width_px, to->height_px, NULL, 0);
	fl_cs_done(d->cs, fl_r600_flush(p, r600_chip_family(fl_r600_chip(d))));
}

void fl_r600_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to)
{
	uint32_t *p = fl_cs_room(d->cs, FL_R600_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = fl_r600_draw_init(d, p);
	p = fl_r600_put_samples(d, p, from);
	p = other_target(d, p, to, NULL, from->samples);
	to_memory(d, fl_r600_put_depth(p, false, false, FL_ALWAYS, NULL, NULL), to);
	d->dirty &= ~FL_D_INIT;
	d->dirty |= FL_D_TEXTURE;
	d->textures_changed |= 1; /* unit 0's resource */
}

/* DB puts the depths out in place of colors, whatever the program does (R6xx facts 7.3). */
static void copy_depth(struct fl_draw *d, const struct fl_surface *from, uint64_t behind_B)
{
#define CONTROL(x) R600_DB_RENDER_CONTROL__##x(1)
	static const struct fl_stencil never_fails = {
	    .zfail = FL_INCR, .func = FL_ALWAYS, .write_mask = 0xff};
	const uint32_t family = fl_r600_chip(d)->family;
	/* These copy nothing unless depth and stencil are tested. */
	const bool tested = family == R600_FAMILY_RV610 || family == R600_FAMILY_RV620 ||
			    family == R600_FAMILY_RV630 || family == R600_FAMILY_RV635;
	struct fl_surface to = *from;
	uint32_t *p = fl_cs_room(d->cs, FL_R600_STATE_DW);

	to.offset_B += behind_B;
	p = other_target(d, p, &to, from, 0);
	p = fl_r600_put_depth(p, tested, false, FL_LEQUAL, tested ? &never_fails : NULL, NULL);
	p = fl_r600_put_render(d, p, CONTROL(DEPTH_COPY) | CONTROL(COPY_CENTROID));
	to_memory(d, p, &to);
}

static void copy_texture(struct fl_draw *d, const struct fl_texture *t)
{
	struct fl_surface image;

	for (uint32_t level = 0; fl_texture_image(t, 0, level, &image); level++)
		for (uint32_t i = 0; fl_texture_image(t, i, level, &image); i++)
			copy_depth(d, &image, fl_r600_copy_B(t));
}

uint32_t *fl_r600_draw_copies(struct fl_draw *d, uint32_t *p)
{
	for (uint32_t i = 0; i < FL_TEXTURES; i++) {
		const struct fl_texture *t = d->unit[i].texture;

		if (!t || !(d->textures_changed >> i & 1) || !(fl_surface_can(&t->image) & FL_BY_COPY) ||
		    !fl_r600_has_copy(t))
			continue;
		fl_cs_done(d->cs, p);
		copy_texture(d, t);
		p = fl_cs_room(d->cs, FL_R600_STATE_DW);
	}
	return p;
}
