/* SPDX-License-Identifier: MIT
 *
 * The Sea Islands back end of immediate mode: sends what changed, finishes.
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/program_state.h"
#include "lib/cik/start.h"

/* What is changed most often, and alone. */
#define QUICK_STATE (FL_D_SCISSOR | FL_D_DEPTH | FL_D_BLEND)

static inline uint32_t *quick_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_SCISSOR)
		p = fl_cik_draw_scissor(d, p);
	if (d->dirty & FL_D_DEPTH)
		p = fl_cik_draw_depth(d, p);
	if (d->dirty & FL_D_BLEND)
		p = fl_cik_draw_blend(d, p);
	return p;
}

/* The rest of the pixel end, and setup. */
static __attribute__((cold, noinline)) uint32_t *pixel_state(struct fl_draw *d, uint32_t *p)
{
	const uint32_t dirty = d->dirty;

	if (dirty & FL_D_OUTPUT)
		p = fl_cik_draw_output(d, p);
	if (dirty & FL_D_RASTER)
		p = fl_cik_draw_raster(d, p);
	if (dirty & FL_D_POINT)
		p = fl_cik_draw_point(d, p);
	if ((dirty & FL_D_STIPPLE) && d->stipple_repeat)
		p = fl_cik_draw_stipple(d, p);
	if (dirty & FL_D_VIEWPORT)
		p = fl_cik_draw_viewport(d, p);
	if (dirty & FL_D_CLIP)
		p = fl_cik_draw_clip(d, p);
	return p;
}

#define PIXEL_STATE (FL_D_OUTPUT | FL_D_RASTER | FL_D_POINT | FL_D_STIPPLE | FL_D_VIEWPORT | FL_D_CLIP)

/* What the keys of fixed function depend on. */
#define KEYS                                                                                                 \
	(FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | FL_D_TEXGEN | FL_D_LIGHT | FL_D_MATERIAL | FL_D_POINT | \
	 FL_D_ALPHA)

/* Groups of constants that changed make their program's table stale. All of a table is written anew. */
static uint32_t *fixed_function(struct fl_draw *d, uint32_t *p)
{
	uint32_t now;

	d->owed |= fl_ff_owed(d->dirty);
	if (d->dirty & KEYS)
		p = fl_cik_set_programs(d, p);
	now = d->owed & d->needs;
	d->owed &= ~now;
	fl_cik_of(d)->stale |= (uint8_t)((now & FL_FF_G_VERTEX ? FL_CIK_VS_CONSTANTS : 0) |
					 (now & ~FL_FF_G_VERTEX ? FL_CIK_FS_CONSTANTS : 0));
	return p;
}

static __attribute__((noinline)) uint32_t *all_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_INIT)
		p = fl_cik_draw_init(d, p);
	if (d->dirty & FL_D_TARGET)
		p = fl_cik_draw_target(d, p);
	if (d->dirty & FL_D_TEXTURE) {
		p = fl_cik_draw_borders(d, p);
		fl_cik_of(d)->stale |= FL_CIK_TEXTURES;
	}
	p = d->program ? fl_cik_program_state(d, p) : fixed_function(d, p);
	p = quick_state(d, p);
	return d->dirty & PIXEL_STATE ? pixel_state(d, p) : p;
}

__attribute__((cold)) uint32_t *fl_cik_draw_init(struct fl_draw *d, uint32_t *p)
{
	struct fl_cik_draw *r = fl_cik_of(d);

	fl_cs_done(d->cs, p);
	fl_cik_start(d->cs, fl_cik_chip(d));
	r->takes = 0; /* geometry programs are off */
	r->user = CIK_SPI_SHADER_USER_DATA_VS(0);
	p = fl_cs_room(d->cs, FL_CIK_STATE_DW);
	p = cik_pm4_context(p, CIK_TA_BC_BASE_ADDR, 2); /* and TA_BC_BASE_ADDR_HI */
	*p++ = (uint32_t)(fl_cik_borders(d) >> 8);
	*p++ = (uint32_t)(fl_cik_borders(d) >> 40);
	return p;
}

static void draw_state(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, FL_CIK_STATE_DW);

	p = d->dirty & ~QUICK_STATE ? all_state(d, p) : quick_state(d, p);
	d->dirty = 0;
	if (fl_cik_tables_stale(d))
		p = fl_cik_tables(d, p);
	fl_cs_done(d->cs, p);
}

static __attribute__((cold)) void draw_finish(struct fl_draw *d)
{
	fl_cs_done(d->cs, fl_cik_flush(fl_cs_room(d->cs, FL_CIK_FLUSH_DW)));
}

static __attribute__((cold)) void draw_forget(struct fl_draw *d)
{
	struct fl_cik_draw *r = fl_cik_of(d);

	memset(r, 0, sizeof(*r));
	r->vs = r->fs = FL_CIK_NO_PROGRAM;
	r->user = CIK_SPI_SHADER_USER_DATA_VS(0);
	r->stale = FL_CIK_TABLES;
	fl_residents_begin(&r->programs, d->chip.own_addr, FL_CIK_PROGRAMS_B);
}

const struct fl_draw_backend fl_cik_backend = {.forget = draw_forget,
					       .begin = fl_cik_draw_begin,
					       .end = fl_cik_draw_end,
					       .state = draw_state,
					       .clear = fl_cik_draw_clear,
					       .resolve = fl_cik_draw_resolve,
					       .finish = draw_finish,
					       .count = fl_cik_draw_count,
					       .counted = fl_draw_counted_pairs,
					       .stream = fl_cik_draw_stream,
					       .arrays = fl_cik_draw_arrays};
