/* SPDX-License-Identifier: MIT
 *
 * Quads gathered to waves, and a wave's way through the stages.
 */
#include "hw/model/raster/gather.h"

#include <string.h>

#include "hw/model/pixel/depth.h"
#include "hw/model/raster/interp.h"

uint64_t fl_wave_blocks_of_quads(const struct fl_wave *w, uint64_t lanes)
{
	uint64_t blocks = 0;

	for (unsigned q = 0; q < w->n_quads; q++)
		blocks |= (uint64_t)((lanes >> q * 4 & 15) != 0) << (w->qy[q] / 8 * 8 + w->qx[q] / 8);
	return blocks;
}

/* The lanes that the patterns of lines let pass. */
static uint64_t stipple(const struct fl_raster_thread *t)
{
	const struct fl_wave *v = &t->wave;
	const struct fl_raster_setup *su = v->draw->setup;
	const int32_t period = 16 * su->pattern_repeat;
	uint64_t pass = 0;

	for (unsigned lane = 0; lane < 4 * v->n_quads; lane++) {
		const struct fl_raster_prim *p = v->prim[v->one_prim ? 0 : lane / 4];
		const int32_t px = p->flags & FL_RASTER_STIPPLE_Y
				       ? (int32_t)(t->tile.y0 + v->qy[lane / 4] + lane / 2 % 2)
				       : (int32_t)(t->tile.x0 + v->qx[lane / 4] + lane % 2);
		const int32_t at = (p->stipple + (p->flags & FL_RASTER_STIPPLE_UP ? -px : px)) % period;
		const bool drawn = su->pattern >> (at < 0 ? at + period : at) / su->pattern_repeat & 1;

		pass |= (uint64_t)(drawn || !(p->flags & FL_RASTER_STIPPLED)) << lane;
	}
	return pass;
}

static void stages(struct fl_raster_worker *w)
{
	struct fl_raster_thread *t = &w->t;
	struct fl_wave *v = &t->wave;
	const struct fl_raster_draw *d = v->draw;

	if (d->stages & FL_RASTER_Z)
		w->fn.z(t);
	if (d->early_depth && d->stages & FL_RASTER_DEPTH) {
		w->fn.depth(t);
		if (!fl_wave_alive(v, d->samples))
			return;
	}
	if (d->stages & FL_RASTER_SHADE) {
		t->looked_up = false;
		w->fn.shade(t);
		if (!fl_wave_alive(v, d->samples))
			return;
	}
	if (!d->early_depth && d->stages & FL_RASTER_DEPTH) {
		w->fn.depth(t);
		if (!fl_wave_alive(v, d->samples))
			return;
	}
	if (d->stages & FL_RASTER_COLOR)
		w->fn.color(t);
}

/* One sample after the other. */
static void each_sample(struct fl_raster_worker *w)
{
	struct fl_wave *v = &w->t.wave;
	uint64_t cover[FL_WAVE_SAMPLES];

	memcpy(cover, v->cover, sizeof(cover));
	for (unsigned s = 0; s < v->draw->samples; s++) {
		if (!cover[s])
			continue;
		memset(v->cover, 0, sizeof(v->cover));
		v->cover[s] = cover[s];
		v->sample = s;
		stages(w);
	}
}

static void run(struct fl_raster_worker *w)
{
	struct fl_wave *v = &w->t.wave;
	const struct fl_raster_draw *d = v->draw;

	if (d->stages & FL_RASTER_STIPPLE) {
		const uint64_t pass = stipple(&w->t);

		for (unsigned s = 0; s < d->samples; s++)
			v->cover[s] &= pass;
		if (!fl_wave_alive(v, d->samples))
			return;
	}
	if (d->stages & FL_RASTER_SAMPLES)
		each_sample(w);
	else
		stages(w);
}

void fl_raster_flush(struct fl_raster_worker *w)
{
	struct fl_raster_pend *p = &w->pend;
	struct fl_wave *v = &w->t.wave;

	if (!p->n)
		return;
	v->draw = p->draw;
	v->n_quads = p->n;
	v->one_prim = p->one_prim;
	v->block = false;
	v->back = p->back;
	memcpy(v->qx, p->qx, sizeof(v->qx));
	memcpy(v->qy, p->qy, sizeof(v->qy));
	memcpy(v->prim, p->prim, sizeof(v->prim));
	memcpy(v->cover, p->cover, sizeof(v->cover));
	for (unsigned i = 0; i < p->n; i++)
		p->map[p->qy[i] / 8 * 8 + p->qx[i] / 8] = 0;
	p->n = 0;
	run(w);
}

static void one_block(struct fl_raster_worker *w, const struct fl_raster_prim *p, unsigned bx, unsigned by,
		      const uint64_t *cover)
{
	static const uint8_t dx[FL_WAVE_QUADS] = {0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6};
	static const uint8_t dy[FL_WAVE_QUADS] = {0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6};
	struct fl_wave *v = &w->t.wave;

	v->draw = p->draw;
	v->n_quads = FL_WAVE_QUADS;
	v->one_prim = true;
	v->block = true;
	v->back = p->flags & FL_RASTER_BACK ? ~UINT64_C(0) : 0;
	v->prim[0] = p;
	for (unsigned i = 0; i < FL_WAVE_QUADS; i++) {
		v->qx[i] = (uint8_t)(bx + dx[i]);
		v->qy[i] = (uint8_t)(by + dy[i]);
	}
	for (unsigned s = 0; s < p->draw->samples; s++)
		v->cover[s] = cover[s];
	run(w);
}

/* At least n of the quads, whose bits are every fourth. Their product is the count, sixteen alone does not
 * fit. */
static bool many(uint64_t quads, unsigned n)
{
	return quads == UINT64_C(0x1111111111111111) || quads * UINT64_C(0x1111111111111111) >> 60 >= n;
}

/* Quads with which a block is a wave of its own, the rest of it idle: to gather them with those of other
 * blocks costs more than a short program does on all lanes, and a longer one on some. Most of all cost
 * look-ups, whether the wave before had some says if this one will. Measured: with 3 for short ones gears
 * take 1.08 times as long on RV770, and 1.10 on Bonaire, triangles of 16 pixels 1.07 on R580; with 1
 * triangles of 8 pixels 1.15 on GC2000, of 2 pixels 1.28 on RV770. Small textured ones take 1.07 times as
 * long with 3 as with 9. */
static unsigned worth(const struct fl_raster_worker *w, const struct fl_raster_draw *d)
{
	enum { SHORT = 32, OF_SHORT = 2, OF_LONG = 6, OF_LOOK_UPS = 9 };

	if (w->t.looked_up)
		return OF_LOOK_UPS;
	return d->cost <= SHORT ? OF_SHORT : OF_LONG;
}

void fl_raster_block(struct fl_raster_worker *w, const struct fl_raster_prim *p, unsigned bx, unsigned by,
		     const uint64_t *cover)
{
	struct fl_raster_pend *e = &w->pend;
	const unsigned samples = p->draw->samples, at = by / 8 * 8 + bx / 8;
	uint64_t any = cover[0], quads, seen[FL_WAVE_SAMPLES];

	if (p->draw->stages & FL_RASTER_VISIBLE) {
		unsigned x = w->t.tile.x0 + bx, y = w->t.tile.y0 + by;
		uint64_t pass;
		uint32_t low, high;

		fl_raster_zbounds(p, p->draw->setup, (int32_t)x, (int32_t)y, &low, &high);
		pass = w->fn.visible(&w->t, p->draw, x, y, low, high);
		any = 0;
		for (unsigned s = 0; s < samples; s++)
			any |= seen[s] = cover[s] & pass;
		if (!any)
			return;
		cover = seen;
	}
	for (unsigned s = 1; s < samples; s++)
		any |= cover[s];
	quads = any | any >> 1;
	quads = (quads | quads >> 2) & UINT64_C(0x1111111111111111);

	/* Order matters only between primitives on the same pixels. */
	if (e->map[at] & any)
		fl_raster_flush(w);
	if (p->draw->stages & FL_RASTER_HIDE && w->t.tile.depth && w->t.tile.depth->z_known >> at & 1 &&
	    many(quads, 6)) {
		uint32_t low, high;

		fl_raster_zbounds(p, p->draw->setup, (int32_t)(w->t.tile.x0 + bx),
				  (int32_t)(w->t.tile.y0 + by), &low, &high);
		if (fl_pixel_depth_hides(&w->t, p->draw, bx, by, low, high))
			return;
	}
	if (many(quads, worth(w, p->draw))) {
		one_block(w, p, bx, by, cover);
		return;
	}
	if (e->n && e->draw != p->draw)
		fl_raster_flush(w);
	for (; quads; quads &= quads - 1) {
		unsigned lane = (unsigned)__builtin_ctzll(quads), q = lane / 4, n;

		if (e->n == FL_WAVE_QUADS)
			fl_raster_flush(w);
		n = e->n++;
		if (!n) {
			e->draw = p->draw;
			e->one_prim = true;
			e->back = 0;
			for (unsigned s = 0; s < samples; s++)
				e->cover[s] = 0;
		} else {
			e->one_prim = e->one_prim && p == e->prim[0];
		}
		e->qx[n] = (uint8_t)(bx + q % 4 * 2);
		e->qy[n] = (uint8_t)(by + q / 4 * 2);
		e->prim[n] = p;
		e->map[at] |= any & UINT64_C(15) << lane;
		for (unsigned s = 0; s < samples; s++)
			e->cover[s] |= (cover[s] >> lane & 15) << 4 * n;
		if (p->flags & FL_RASTER_BACK)
			e->back |= UINT64_C(15) << 4 * n;
	}
}
