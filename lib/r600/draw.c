/* SPDX-License-Identifier: MIT
 *
 * The R6xx back end of immediate mode: sends what changed, finishes.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/program_state.h"
#include "lib/r600/start.h"

/* What is changed most often, and alone. */
#define QUICK_STATE (FL_D_SCISSOR | FL_D_DEPTH | FL_D_ALPHA | FL_D_BLEND)

static inline uint32_t *quick_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_SCISSOR)
		p = fl_r600_draw_scissor(d, p);
	if (d->dirty & (FL_D_DEPTH | FL_D_ALPHA))
		p = fl_r600_draw_depth(d, p);
	if (d->dirty & FL_D_BLEND)
		p = fl_r600_draw_blend(d, p);
	return p;
}

/* The rest of the pixel end, and setup. */
static __attribute__((cold, noinline)) uint32_t *pixel_state(struct fl_draw *d, uint32_t *p)
{
	const uint32_t dirty = d->dirty;

	if (dirty & (FL_D_OUTPUT | FL_D_FRAGMENT))
		p = fl_r600_draw_output(d, p);
	if (dirty & FL_D_RASTER)
		p = fl_r600_draw_raster(d, p);
	if (dirty & FL_D_POINT)
		p = fl_r600_draw_point(d, p);
	if ((dirty & FL_D_STIPPLE) && d->stipple_repeat)
		p = fl_r600_draw_stipple(d, p);
	if (dirty & FL_D_VIEWPORT)
		p = fl_r600_draw_viewport(d, p);
	if (dirty & FL_D_CLIP)
		p = fl_r600_draw_clip(d, p);
	if (dirty & FL_D_TEXTURE)
		p = fl_r600_draw_texture(d, p);
	return p;
}

#define PIXEL_STATE                                                                                          \
	(FL_D_OUTPUT | FL_D_FRAGMENT | FL_D_RASTER | FL_D_POINT | FL_D_STIPPLE | FL_D_VIEWPORT | FL_D_CLIP | \
	 FL_D_TEXTURE)

/* What the keys of fixed function depend on. What changed but is not read by its programs is owed to later
 * ones. */
#define KEYS \
	(FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | FL_D_TEXGEN | FL_D_LIGHT | FL_D_MATERIAL | FL_D_POINT)

static uint32_t *fixed_function(struct fl_draw *d, uint32_t *p)
{
	uint32_t now;

	fl_r600_of(d)->program_sent = NULL; /* its constants are about to be overwritten */
	d->owed |= fl_ff_owed(d->dirty);
	if (d->dirty & KEYS)
		p = fl_r600_set_programs(d, p, fl_r600_immediate(d));
	now = d->owed & d->needs;
	if (now) {
		p = fl_r600_constants(d, p, now);
		d->owed &= ~now;
	}
	return p;
}

static __attribute__((noinline)) uint32_t *all_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_INIT)
		p = fl_r600_draw_init(d, p);
	if (d->dirty & FL_D_TEXTURE)
		p = fl_r600_draw_copies(d, p);
	if (d->dirty & FL_D_TARGET)
		p = fl_r600_draw_target(d, p);
	p = quick_state(d, p);
	if (d->dirty & PIXEL_STATE)
		p = pixel_state(d, p);
	return d->program ? fl_r600_program_state(d, p) : fixed_function(d, p);
}

__attribute__((cold)) uint32_t *fl_r600_draw_init(struct fl_draw *d, uint32_t *p)
{
	fl_cs_done(d->cs, p);
	fl_r600_start(d->cs, fl_r600_chip(d));
	return fl_cs_room(d->cs, FL_R600_STATE_DW);
}

static void draw_state(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, FL_R600_STATE_DW);

	p = d->dirty & ~QUICK_STATE ? all_state(d, p) : quick_state(d, p);
	d->dirty = 0;
	fl_cs_done(d->cs, p);
}

static __attribute__((cold)) void draw_finish(struct fl_draw *d)
{
	fl_cs_done(d->cs,
		   fl_r600_flush(fl_cs_room(d->cs, FL_R600_FLUSH_DW), r600_chip_family(fl_r600_chip(d))));
}

static __attribute__((cold)) void draw_forget(struct fl_draw *d)
{
	const uint32_t family = fl_r600_chip(d)->family;
	struct fl_r600_draw *r = fl_r600_of(d);

	memset(r, 0, sizeof(*r));
	r->vs = r->fs = r->fetch = FL_R600_NO_PROGRAM;
	r->r7xx = r600_chip_family(fl_r600_chip(d))->r7xx;
	r->one_blend = family == R600_FAMILY_R600;
	r->tell_bases = !r->r7xx && !r->one_blend;
	fl_r600_residents_begin(&r->programs, d->chip.own_addr,
				d->chip.own_B - FL_R600_GEOMETRY_B - FL_R600_COUNTS_B, r->r7xx);
}

const struct fl_draw_backend fl_r600_backend = {.forget = draw_forget,
						.begin = fl_r600_draw_begin,
						.end = fl_r600_draw_end,
						.state = draw_state,
						.clear = fl_r600_draw_clear,
						.resolve = fl_r600_draw_resolve,
						.finish = draw_finish,
						.count = fl_r600_draw_count,
						.counted = fl_draw_counted_pairs,
						.stream = fl_r600_draw_stream,
						.arrays = fl_r600_draw_arrays};
