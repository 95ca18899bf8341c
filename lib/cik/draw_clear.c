/* SPDX-License-Identifier: MIT
 *
 * Clears and resolves: a rectangle that covers the target, drawn by programs of their own.
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/start.h"

enum { CORNERS = 3, VERTEX_DW = 8, READ = 2 };

/* The rectangle from the upper left corner on, of w x h pixels, at depth z. Its fourth corner lies opposite
 * of the first (facts 10). Vertices are a position and a color, both of four floats. */
static uint32_t *rectangle(struct fl_draw *d, uint32_t *p, uint32_t w, uint32_t h, const float rgba[4],
			   float z)
{
	const float x[CORNERS] = {0, 0, (float)w}, y[CORNERS] = {0, (float)h, 0};
	const uint32_t format = fl_cik_format(FL_FLOAT, 4, false);
	const uint64_t addr = fl_cs_address(d->cs, p + 1);

	p = cik_pm4_pkt3(p, CIK_PKT3_NOP, CORNERS * VERTEX_DW + 4 * READ);
	for (uint32_t i = 0; i < CORNERS; i++) {
		const float v[VERTEX_DW] = {x[i], y[i], z, 1, rgba[0], rgba[1], rgba[2], rgba[3]};

		memcpy(p, v, sizeof(v));
		p += VERTEX_DW;
	}
	for (uint32_t i = 0; i < READ; i++, p += 4)
		fl_cik_buffer(p, addr + 16ull * i, 4 * VERTEX_DW, CORNERS, format);
	d->cs->fetched = true;
	p = fl_cik_unbounded(d, fl_cik_put_vertices(d, p, addr + 4ull * CORNERS * VERTEX_DW));
	return fl_cik_put_draw(p, CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST, CORNERS, 1, 0, 0);
}

/* Everything but targets, scissor, depth, masks, and CB_COLOR_CONTROL. */
static uint32_t *plain_state(struct fl_draw *d, uint32_t *p, uint32_t what)
{
	p = fl_cik_set_plain(d, p, what);
	p = fl_cik_put_order(p, false, false);
	p = cik_pm4_context(p, CIK_CB_BLEND_CONTROL(0), FL_TARGETS_MAX);
	for (uint32_t i = 0; i < FL_TARGETS_MAX; i++)
		*p++ = 0;
	p = cik_pm4_put(p, CIK_PA_SU_SC_MODE_CNTL, CIK_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1));
	p = cik_pm4_put(p, CIK_SPI_INTERP_CONTROL_0, CIK_SPI_INTERP_CONTROL_0__FLAT_SHADE_ENA(1));
	/* Positions are pixels already, and nothing is clipped. */
	p = cik_pm4_put(p, CIK_PA_CL_VTE_CNTL,
			CIK_PA_CL_VTE_CNTL__VTX_XY_FMT(1) | CIK_PA_CL_VTE_CNTL__VTX_Z_FMT(1));
	p = cik_pm4_put(p, CIK_PA_CL_CLIP_CNTL, CIK_PA_CL_CLIP_CNTL__CLIP_DISABLE(1));
	d->dirty |= FL_D_DEPTH | FL_D_BLEND | FL_D_OUTPUT | FL_D_RASTER | FL_D_POINT | FL_D_VERTEX |
		    FL_D_FRAGMENT | FL_D_VIEWPORT | FL_D_CLIP;
	return p;
}

/* The output goes to target i, or to none. */
static uint32_t *output(uint32_t *p, bool writes, uint32_t i)
{
	enum { ALL = 15, COPY = 0xcc };

	p = cik_pm4_context(p, CIK_CB_TARGET_MASK, 2); /* and CB_SHADER_MASK */
	*p++ = writes ? (uint32_t)ALL << 4 * i : 0;
	*p++ = (uint32_t)ALL << 4 * i;
	return cik_pm4_put(p, CIK_CB_COLOR_CONTROL,
			   CIK_CB_COLOR_CONTROL__MODE(CIK_CB_COLOR_CONTROL__MODE__CB_NORMAL) |
			       CIK_CB_COLOR_CONTROL__ROP3(COPY));
}

void fl_cik_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil)
{
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	const bool color = mask & FL_CLEAR_COLOR, z = mask & FL_CLEAR_DEPTH;
	const bool numbers = color && fl_format_is(s->format, FL_IS_INTEGER);
	const bool st = (mask & FL_CLEAR_STENCIL) && d->depth_buffer.format == FL_Z24S8;
	const struct fl_stencil all = {.func = FL_ALWAYS,
				       .ref = stencil,
				       .mask = 0xff,
				       .write_mask = 0xff,
				       .fail = FL_REPLACE_OP,
				       .zpass = FL_REPLACE_OP,
				       .zfail = FL_REPLACE_OP};
	uint32_t *p = fl_cs_room(d->cs, FL_CIK_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = fl_cik_draw_init(d, p);
	if (d->dirty & FL_D_TARGET)
		p = fl_cik_draw_target(d, p);
	if (d->dirty & FL_D_SCISSOR)
		p = fl_cik_draw_scissor(d, p);
	p = plain_state(d, p, numbers ? FL_CIK_PLAIN_NUMBERS : FL_CIK_PLAIN_COLOR);
	if (numbers)
		p = fl_cik_put_constant(d, p, rgba);
	p = fl_cik_put_depth(p, z, true, FL_ALWAYS, st ? &all : NULL, NULL);
	p = fl_cik_put_counting(d, p, d->counting);
	/* The program has one output: targets take turns at being its. */
	for (uint32_t i = 0; i < (color ? d->n_color : 1u); i++) {
		p = output(p, color, i);
		p = rectangle(d, p, s->width_px, s->height_px, rgba, depth);
		fl_cs_done(d->cs, p);
		p = fl_cs_room(d->cs, FL_CIK_STATE_DW);
	}
	d->dirty &= ~(FL_D_INIT | FL_D_TARGET | FL_D_SCISSOR);
}

void fl_cik_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to)
{
	static const float none[4];
	uint32_t *p = fl_cs_room(d->cs, FL_CIK_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = fl_cik_draw_init(d, p);
	p = fl_cik_flush(p);
	p = fl_cik_color_buffers(d, p, &to, 1);
	p = fl_cik_depth_buffer(d, p, NULL);
	p = fl_cik_samples(d, p, 1);
	p = fl_cik_put_window(p, 0, 0, (int32_t)to->width_px, (int32_t)to->height_px);
	p = plain_state(d, p, from->samples);
	p = fl_cik_put_samples(d, p, from);
	p = fl_cik_put_depth(p, false, false, FL_ALWAYS, NULL, NULL);
	p = output(p, true, 0);
	p = rectangle(d, p, to->width_px, to->height_px, none, 0);
	fl_cs_done(d->cs, fl_cik_flush(p));
	d->dirty = (d->dirty & ~FL_D_INIT) | FL_D_TARGET | FL_D_SCISSOR;
}
