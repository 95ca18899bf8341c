/* SPDX-License-Identifier: MIT
 *
 * The back end of Vivante's cores: sends what changed, finishes.
 */
#include "lib/gc/draw_state.h"

/* What fixed function's programs depend on, which are compared by their keys; the alpha test and the order
 * of channels, which GC7000L and targets of other orders have in the program. */
#define KEYS                                                                                                 \
	(FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | FL_D_TEXGEN | FL_D_LIGHT | FL_D_MATERIAL | FL_D_POINT | \
	 FL_D_ALPHA | FL_D_TARGET | FL_D_OUTPUT | FL_D_CLIP | FL_D_RASTER)

bool fl_gc_new_batch(struct fl_draw *d)
{
	struct fl_gc_draw *r = fl_gc_of(d);

	if (r->batch == d->cs->batches)
		return false;
	r->batch = d->cs->batches;
	r->at = r->end = NULL;
	if (fl_gc_info_of(d)->code == FL_GC_CODE_MEMORY) { /* programs and descriptors lay in it */
		r->vs = r->ps = FL_GC_NO_PROGRAM;
		d->dirty |= FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXTURE;
		d->textures_changed = 0xff;
	}
	return true;
}

static uint32_t *fixed_function(struct fl_draw *d, uint32_t *p)
{
	uint32_t now;

	fl_gc_of(d)->program_sent = NULL; /* its uniforms are about to be overwritten */
	d->owed |= fl_ff_owed(d->dirty);
	if (d->dirty & KEYS)
		p = fl_gc_set_programs(d, p);
	now = d->owed & d->needs;
	if (now || d->dirty & (FL_D_ALPHA | FL_D_CLIP)) {
		p = fl_gc_constants(d, p, now);
		d->owed &= ~now;
	}
	return p;
}

static uint32_t *all_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_INIT)
		p = fl_gc_draw_init(d, p);
	if (d->dirty & FL_D_TARGET)
		p = fl_gc_draw_target(d, p);
	if (d->dirty & (FL_D_SCISSOR | FL_D_VIEWPORT))
		p = fl_gc_draw_scissor(d, p);
	if (d->dirty & (FL_D_DEPTH | FL_D_ALPHA | FL_D_TARGET))
		p = fl_gc_draw_depth(d, p);
	if (d->dirty & FL_D_BLEND)
		p = fl_gc_draw_blend(d, p);
	if (d->dirty & (FL_D_OUTPUT | FL_D_FRAGMENT))
		p = fl_gc_draw_output(d, p);
	if (d->dirty & (FL_D_RASTER | FL_D_POINT))
		p = fl_gc_draw_raster(d, p);
	if (d->dirty & FL_D_VIEWPORT)
		p = fl_gc_draw_viewport(d, p);
	if (d->dirty & FL_D_TEXTURE)
		p = fl_gc_draw_texture(d, p);
	return d->program ? fl_gc_program_state(d, p) : fixed_function(d, p);
}

uint32_t *fl_gc_draw_init(struct fl_draw *d, uint32_t *p)
{
	fl_cs_done(d->cs, fl_gc_start(p, fl_gc_info_of(d)));
	return fl_cs_room(d->cs, FL_GC_STATE_DW);
}

/* A full batch on the way is handed over, and takes what lay in it along: that is sent again. */
static void draw_state(struct fl_draw *d)
{
	enum { TURNS = 3 };

	for (int turn = 0; turn < TURNS; turn++) {
		uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

		fl_gc_new_batch(d);
		p = all_state(d, p);
		d->dirty = 0;
		fl_cs_done(d->cs, p);
		if (!fl_gc_new_batch(d) || !d->dirty)
			break;
	}
}

static __attribute__((cold)) void draw_finish(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	fl_gc_new_batch(d);
	p = fl_gc_flush(p, fl_gc_info_of(d));
	p = fl_gc_close(d, p);
	fl_cs_done(d->cs, p);
}

static __attribute__((cold)) void draw_forget(struct fl_draw *d)
{
	struct fl_gc_draw *r = fl_gc_of(d);

	memset(r, 0, sizeof(*r));
	r->vs = r->ps = FL_GC_NO_PROGRAM;
	r->format = ~0u;
	r->busy = true;
	r->batch = d->cs->batches - 1;
}

const struct fl_draw_backend fl_gc_backend = {.forget = draw_forget,
					      .begin = fl_gc_draw_begin,
					      .end = fl_gc_draw_end,
					      .state = draw_state,
					      .clear = fl_gc_draw_clear,
					      .resolve = fl_gc_draw_resolve,
					      .finish = draw_finish,
					      .count = fl_gc_draw_count,
					      .counted = fl_gc_counted,
					      .arrays = fl_gc_draw_arrays};
