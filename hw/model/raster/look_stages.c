/* SPDX-License-Identifier: MIT
 *
 * A look into the stages of a wave: which of them a sample of the watched pixel does not survive, what is in
 * the buffers before and after. See look.h.
 *
 * All tiles but the one of the watched pixel go by, on whatever thread: what is noted is noted on one.
 */
#include "hw/model/raster/look_stages.h"
#include "hw/model/look.h"
#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"

#include <string.h>

static struct fl_raster_look *look_of(const struct fl_raster_thread *t)
{
	return &t->model->look->raster;
}

/* ---- coverage ------------------------------------------------------------------------------------------ */
static bool inside(const struct fl_raster_prim *p, unsigned i, int x, int y)
{
	const struct fl_raster_scan *sc = p->draw->scan;
	bool in = x >= p->x0 && x <= p->x1 && y >= p->y0 && y <= p->y1;

	for (unsigned e = 0; e < p->n_edges; e++)
		in = in && (int64_t)p->edge[e].a * x + (int64_t)p->edge[e].b * y +
				   fl_raster_edge_c(sc, &p->edge[e], i) >=
			       0;
	return in;
}

void fl_raster_look_covered(struct fl_raster_look *l, const struct fl_raster_prim *p, uint32_t number,
			    bool scissored)
{
	const struct fl_raster_scan *sc = p->draw->scan;
	int x, y;

	if (!fl_raster_look_window(l, p->draw, &x, &y))
		return;
	const unsigned lane = (unsigned)(y % 8 / 2 * 16 + x % 8 / 2 * 4 + y % 2 * 2 + x % 2);
	const bool clipped = sc->clip && !(fl_raster_clip_rects(sc, x & ~7, y & ~7) >> lane & 1);

	for (unsigned i = 0; i < sc->n_pos; i++) {
		const unsigned s = sc->pos[i].sample;
		struct fl_look_fragment *f;

		if (!(sc->pos[i].lanes >> lane & 1) || !inside(p, i, x, y) || !(f = fl_raster_look_found(l)))
			continue;
		f->primitive = number;
		f->sample = s;
		f->back = p->flags & FL_RASTER_BACK;
		f->fate = scissored                    ? FL_LOOK_SCISSOR
			  : !(sc->door[s] >> lane & 1) ? FL_LOOK_SAMPLE_MASK
			  : clipped                    ? FL_LOOK_CLIP_RECT
			  : p->flags & FL_RASTER_STIPPLED && p->draw->stages & FL_RASTER_STIPPLE
			      ? FL_LOOK_STIPPLE
			      : FL_LOOK_NO_COLOR;
	}
}

static bool in_tile(const struct fl_tile *t, int x, int y)
{
	return (unsigned)x / FL_TILE_PX * FL_TILE_PX == t->x0 &&
	       (unsigned)y / FL_TILE_PX * FL_TILE_PX == t->y0;
}

/* Where bounds of depths would drop a block before anybody knew why, they are forgotten. */
static void cover(struct fl_raster_worker *w, const struct fl_raster_prim *p, unsigned edges)
{
	struct fl_raster_look *l = look_of(&w->t);
	int x, y;

	if (fl_raster_look_window(l, p->draw, &x, &y) && in_tile(&w->t.tile, x, y)) {
		if (w->t.tile.depth)
			w->t.tile.depth->z_known = 0;
		fl_raster_look_covered(l, p, fl_raster_look_number(l, p), false);
		l->covering = p;
		l->real.cover(w, p, edges);
		l->covering = NULL;
		return;
	}
	l->real.cover(w, p, edges);
}

/* The fragment of a sample of a primitive: the last one. */
static struct fl_look_fragment *fragment(struct fl_raster_look *l, const struct fl_raster_prim *p, unsigned s)
{
	const uint32_t number = fl_raster_look_number(l, p);

	for (unsigned i = l->n_found; i--;)
		if (l->found[i].primitive == number && l->found[i].sample == s &&
		    l->found[i].fate != FL_LOOK_SCISSOR)
			return &l->found[i];
	return NULL;
}

static uint64_t visible(const struct fl_raster_thread *t, const struct fl_raster_draw *d, unsigned x,
			unsigned y, uint32_t low, uint32_t high)
{
	struct fl_raster_look *l = look_of(t);
	const uint64_t pass = l->real.visible(t, d, x, y, low, high);
	int wx, wy;

	if (!fl_raster_look_window(l, d, &wx, &wy) || (unsigned)wx / 8 * 8 != x ||
	    (unsigned)wy / 8 * 8 != y || !l->covering)
		return pass;
	if (pass >> (wy % 8 / 2 * 16 + wx % 8 / 2 * 4 + wy % 2 * 2 + wx % 2) & 1)
		return pass;
	for (unsigned s = 0; s < d->samples; s++) {
		struct fl_look_fragment *f = fragment(l, l->covering, s);

		if (f && (f->fate == FL_LOOK_NO_COLOR || f->fate == FL_LOOK_STIPPLE))
			f->fate = FL_LOOK_HIER_DEPTH;
	}
	return pass;
}

/* ---- costs --------------------------------------------------------------------------------------------- */
/* What lanes of the wave cost, if anybody asks. */
static void tell_costs(struct fl_raster_thread *t, uint64_t lanes, bool shaded)
{
	const struct fl_look_state *look = t->model->look;
	const struct fl_wave *w = &t->wave;
	const struct fl_tile_key *k = fl_raster_look_costs(&look->raster, w->draw);

	for (; k && lanes; lanes &= lanes - 1) {
		const unsigned lane = (unsigned)__builtin_ctzll(lanes);
		struct fl_look_cost c = {.event = look->event.n,
					 .x = t->tile.x0 + w->qx[lane / 4] + lane % 2 + k->x_off,
					 .y = t->tile.y0 + w->qy[lane / 4] + lane / 2 % 2 + k->y_off,
					 .shaded = shaded,
					 .steps = shaded ? look->program->count[lane] : 0};

		for (unsigned s = 0; !shaded && s < w->draw->samples; s++)
			c.written += w->cover[s] >> lane & 1;
		look->ask.cost(look->ask.arg, t->model, &c);
	}
}

/* What goes to the buffers. */
static void count_written(struct fl_raster_thread *t)
{
	const struct fl_wave *w = &t->wave;

	for (unsigned s = 0; s < w->draw->samples; s++)
		__atomic_add_fetch(&look_of(t)->written, (unsigned)__builtin_popcountll(w->cover[s]),
				   __ATOMIC_RELAXED);
	tell_costs(t, fl_wave_alive(w, w->draw->samples), false);
}

static void run_program(struct fl_raster_thread *t)
{
	const uint64_t lanes = fl_wave_alive(&t->wave, t->wave.draw->samples);
	const bool counts = fl_raster_look_costs(look_of(t), t->wave.draw);

	if (counts)
		fl_look_count_begin(t->model);
	look_of(t)->real.shade(t);
	fl_look_lane_end(t->model);
	if (counts)
		tell_costs(t, lanes, true);
}

/* ---- waves --------------------------------------------------------------------------------------------- */
/* The watched pixel in a wave. */
struct seen {
	struct fl_raster_look *l;
	const struct fl_raster_prim *p;
	unsigned lane;
	uint32_t alive; /* samples of it, a bit each */
};

static uint32_t alive(const struct fl_wave *w, unsigned lane)
{
	uint32_t m = 0;

	for (unsigned s = 0; s < w->draw->samples; s++)
		m |= (uint32_t)(w->cover[s] >> lane & 1) << s;
	return m;
}

static bool find(struct fl_raster_thread *t, struct seen *e)
{
	const struct fl_wave *w = &t->wave;
	int x, y;

	e->l = look_of(t);
	if (!fl_raster_look_window(e->l, w->draw, &x, &y) || !in_tile(&t->tile, x, y))
		return false;
	x -= (int)t->tile.x0;
	y -= (int)t->tile.y0;
	for (unsigned q = 0; q < w->n_quads; q++) {
		if (w->qx[q] != (x & ~1) || w->qy[q] != (y & ~1))
			continue;
		e->lane = 4 * q + (unsigned)(y & 1) * 2 + (x & 1);
		e->alive = alive(w, e->lane);
		e->p = w->prim[w->one_prim ? 0 : q];
		if (e->alive)
			break;
	}
	return e->alive;
}

/* The fragment of one of its samples that goes on from here. */
static struct fl_look_fragment *on(const struct seen *e, unsigned s)
{
	struct fl_look_fragment *f = e->alive >> s & 1 ? fragment(e->l, e->p, s) : NULL;

	if (f && f->fate == FL_LOOK_STIPPLE)
		f->fate = FL_LOOK_NO_COLOR;
	return f;
}

static void z(struct fl_raster_thread *t)
{
	struct seen e = {.l = NULL};

	for (unsigned s = 0; find(t, &e) && s < FL_WAVE_SAMPLES; s++)
		on(&e, s);
	look_of(t)->real.z(t);
}

void fl_raster_look_left(struct fl_raster_thread *t)
{
	struct fl_raster_look *l = look_of(t);
	struct seen e = {.l = NULL};

	if (l->thread == t)
		l->left = find(t, &e) ? e.alive : 0;
}

static void shade(struct fl_raster_thread *t)
{
	struct seen e = {.l = NULL};
	struct fl_raster_look *l = look_of(t);
	uint32_t after;

	if (!find(t, &e)) {
		run_program(t);
		return;
	}
	l->thread = t;
	l->left = e.alive;
	if (t->model->look->program)
		fl_look_pixel_lane(t->model, e.lane, fl_raster_look_number(l, e.p));
	run_program(t);
	l->thread = NULL;
	after = alive(&t->wave, e.lane);
	for (unsigned s = 0; s < FL_WAVE_SAMPLES; s++) {
		struct fl_look_fragment *f = on(&e, s);

		if (f && !(after >> s & 1))
			f->fate = l->left >> s & 1 ? FL_LOOK_ALPHA : FL_LOOK_SHADER;
	}
}

/* ---- depth --------------------------------------------------------------------------------------------- */
static void depth(struct fl_raster_thread *t)
{
	const struct fl_raster_draw *d = t->wave.draw;
	const struct fl_pixel_depth *zb = d->depth;
	struct fl_tile_buf *b = t->tile.depth;
	struct seen e = {.l = NULL};
	uint32_t stored[FL_WAVE_SAMPLES][2] = {{0}}, code[FL_WAVE_SAMPLES] = {0}, ref = 0, after;
	const bool there = find(t, &e), tested = there && b && zb->path != FL_PIXEL_DEPTH_PASS;

	if (tested) {
		const uint32_t *refs = zb->refs ? zb->refs(t) : NULL;

		ref = refs ? refs[e.lane] : zb->face[t->wave.back >> e.lane & 1].ref;
		fl_tile_need(b, fl_wave_blocks(&t->wave, UINT64_C(1) << e.lane));
		for (unsigned s = 0; s < d->samples && s < b->samples; s++) {
			fl_pixel_depth_stored(zb, fl_tile_at(b, &t->wave, e.lane, s), stored[s]);
			code[s] = zb->forced ? zb->forced_z : t->wave.z[s][e.lane];
		}
	}
	e.l->real.depth(t);
	if (!(d->stages & FL_RASTER_COLOR))
		count_written(t);
	after = there ? alive(&t->wave, e.lane) : 0;
	for (unsigned s = 0; there && s < FL_WAVE_SAMPLES; s++) {
		struct fl_look_fragment *f = on(&e, s);

		if (!f || !tested || s >= b->samples)
			continue;
		f->has_depth = zb->depth_on && zb->path != FL_PIXEL_DEPTH_CLEAR;
		f->depth = fl_raster_look_unit(zb->format, fl_pixel_depth_encode(zb, code[s]));
		f->depth_stored = fl_raster_look_unit(zb->format, stored[s][0]);
		f->stencil_stored = (uint8_t)stored[s][1];
		if (after >> s & 1 || zb->path == FL_PIXEL_DEPTH_CLEAR || zb->path == FL_PIXEL_DEPTH_TOUCH)
			continue;
		switch (fl_pixel_depth_why(zb, stored[s], code[s], t->wave.back >> e.lane & 1, ref)) {
		case FL_PIXEL_DEPTH_BY_BOUNDS:
			f->fate = FL_LOOK_BOUNDS;
			break;
		case FL_PIXEL_DEPTH_BY_STENCIL:
			f->fate = FL_LOOK_STENCIL;
			break;
		case FL_PIXEL_DEPTH_BY_DEPTH:
			f->fate = FL_LOOK_DEPTH;
			break;
		case FL_PIXEL_DEPTH_PASSES: /* no sample goes on */
			break;
		}
	}
}

/* ---- color --------------------------------------------------------------------------------------------- */
static void source(const struct fl_raster_thread *t, const struct fl_pixel_target *target, unsigned lane,
		   struct fl_look_fragment *f)
{
	const bool shaded = t->wave.draw->stages & FL_RASTER_SHADE;

	f->has_source = shaded || target->wide.fixed;
	for (unsigned k = 0; k < 4 && f->has_source; k++)
		f->source[k] =
		    target->wide.fixed ? target->wide.color[k] : t->out[target->from][k][t->same ? 0 : lane];
}

static bool masked(const struct fl_pixel_target *t)
{
	uint32_t any = 0;

	for (unsigned i = 0; i < t->words; i++)
		any |= t->mask[i];
	return t->path == FL_PIXEL_COLOR_NONE || !any;
}

static void color(struct fl_raster_thread *t)
{
	const struct fl_raster_draw *d = t->wave.draw;
	struct seen e = {.l = NULL};
	const bool there = find(t, &e);
	const int n = there ? fl_raster_look_target(e.l, d) : -1;
	struct fl_tile_buf *b = n >= 0 ? t->tile.color[n] : NULL;
	const struct fl_pixel_target *target = n >= 0 ? &d->color->target[n] : NULL;

	count_written(t);
	if (b)
		fl_tile_need(b, fl_wave_blocks(&t->wave, UINT64_C(1) << e.lane));
	for (unsigned s = 0; there && s < FL_WAVE_SAMPLES; s++) {
		struct fl_look_fragment *f = on(&e, s);

		if (!f || !b || s >= b->samples)
			continue;
		source(t, target, e.lane, f);
		f->fate = masked(target) ? FL_LOOK_MASKED
			  : f->has_source && fl_pixel_color_discards(d->color, target, f->source)
			      ? FL_LOOK_DISCARD
			      : FL_LOOK_WRITTEN;
		f->has_value = true;
		f->size_B = b->cpp;
		memcpy(f->before, fl_tile_at(b, &t->wave, e.lane, s), b->cpp);
	}
	e.l->real.color(t);
	for (unsigned s = 0; there && s < FL_WAVE_SAMPLES; s++) {
		struct fl_look_fragment *f = on(&e, s);

		if (f && b && s < b->samples)
			memcpy(f->after, fl_tile_at(b, &t->wave, e.lane, s), b->cpp);
	}
}

void fl_raster_look_stages(struct fl_raster *ras, struct fl_raster_stages *fn)
{
	struct fl_raster_look *l = &ras->model->look->raster;

	l->real = *fn;
	*fn = (struct fl_raster_stages){cover, NULL, z, shade, depth, color, visible};
}
