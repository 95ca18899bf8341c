/* SPDX-License-Identifier: MIT
 *
 * A wave of pixels: inputs (SPI), the pixel program (SQ), alpha test and depths that it exports (SX).
 */
#include "hw/model/pixel/alpha_mask.h"
#include "hw/model/pixel/sample_mask.h"
#include "hw/model/r600/spi.h"

#include <string.h>

/* Where a lane's middle is, or its first covered sample, from the start of its primitive's planes. */
struct place {
	float x, y;
};

static struct place place_of(const struct fl_raster_thread *t, unsigned lane, const int32_t *ax,
			     const int32_t *ay)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : lane / 4];
	const int32_t sub = w->draw->setup->sub;
	const int32_t x = (int32_t)(t->tile.x0 + w->qx[lane / 4] + lane % 2) * sub,
		      y = (int32_t)(t->tile.y0 + w->qy[lane / 4] + lane / 2 % 2) * sub;

	return (struct place){(float)(x + (ax ? ax[lane] : sub / 2)) - p->rx,
			      (float)(y + (ay ? ay[lane] : sub / 2)) - p->ry};
}

/* Where no primitive has a perspective, inputs without one are like the others. */
static bool are_affine(const struct fl_wave *w)
{
	for (unsigned q = 0; q < (w->one_prim ? 1 : w->n_quads); q++)
		if (!(w->prim[q]->flags & FL_RASTER_AFFINE))
			return false;
	return true;
}

/* Inputs without perspective, where the primitive has one: the planes are those of the value itself. */
static void linear(struct fl_raster_thread *t, const struct mr600_spi *s, const int32_t *ax,
		   const int32_t *ay)
{
	const struct fl_wave *w = &t->wave;
	struct mr600_px *px = mr600_px_of(t);

	for (unsigned i = 0; i < s->n_linear; i++) {
		const bool adjusted = s->linear[i].adjusted;

		for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
			const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : lane / 4];
			const float *a = &p->plane[s->linear[i].plane];
			struct place at;

			if (p->flags & FL_RASTER_AFFINE)
				continue;
			at = place_of(t, lane, adjusted ? ax : NULL, adjusted ? ay : NULL);
			for (unsigned ch = 0; ch < 4; ch++)
				px->gpr[s->linear[i].gpr][ch].f[lane] =
				    a[ch] + (a[p->n4 + ch] * at.x + a[2 * p->n4 + ch] * at.y);
		}
	}
}

/* x and y of the window, depth, and W of the clip position. */
static void position(struct fl_raster_thread *t, const struct mr600_spi *s, const int32_t *ax,
		     const int32_t *ay)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_setup *su = w->draw->setup;
	union mr600_value *to = mr600_px_of(t)->gpr[s->position];

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : lane / 4];
		const bool adjusted = s->position_adjusted;
		const struct place at = place_of(t, lane, adjusted ? ax : NULL, adjusted ? ay : NULL);
		const float half = (float)su->sub / 2;

		to[0].f[lane] = (float)(t->tile.x0 + w->qx[lane / 4] + lane % 2) +
				(adjusted ? (float)ax[lane] : half) / (float)su->sub;
		to[1].f[lane] = (float)(t->tile.y0 + w->qy[lane / 4] + lane / 2 % 2) +
				(adjusted ? (float)ay[lane] : half) / (float)su->sub;
		to[2].f[lane] =
		    (float)((p->z + p->zx * (double)at.x + p->zy * (double)at.y) / (double)su->z_scale);
		to[3].f[lane] = 1.0f / (p->w + (p->wx * at.x + p->wy * at.y));
	}
}

static void face(struct fl_raster_thread *t, const struct mr600_spi *s)
{
	const struct fl_wave *w = &t->wave;
	union mr600_value *to = &mr600_px_of(t)->gpr[s->face][s->face_channel];

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const bool back = w->back >> lane & 1;

		if (s->face_all_bits)
			to->u[lane] = back ? 0 : ~0u;
		else
			to->f[lane] = back ? -1.0f : 1.0f;
	}
}

/* Whole pixels, and the number of the sample, which is 0 where the program runs once a pixel
 * (Mesa r600_shader.c takes it from W). */
static void fixed(struct fl_raster_thread *t, const struct mr600_spi *s)
{
	const struct fl_wave *w = &t->wave;
	union mr600_value *to = mr600_px_of(t)->gpr[s->fixed];

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		to[0].u[lane] = t->tile.x0 + w->qx[lane / 4] + lane % 2;
		to[1].u[lane] = t->tile.y0 + w->qy[lane / 4] + lane / 2 % 2;
		to[2].u[lane] = 0;
		to[3].u[lane] = w->draw->stages & FL_RASTER_SAMPLES ? w->sample : 0;
	}
}

static void inputs(struct fl_raster_thread *t)
{
	const struct mr600_spi *s = mr600_draw_of(t->wave.draw)->spi;
	const bool any_linear = s->n_linear && !are_affine(&t->wave);
	int32_t ax[FL_WAVE_PX], ay[FL_WAVE_PX];

	FL_SIMD_PICK(((const struct mr600 *)t->model)->isa, fl_raster_interpolate)(t);
	if (!any_linear && s->position == MR600_NO_GPR && s->face == MR600_NO_GPR && s->fixed == MR600_NO_GPR)
		return;
	fl_raster_adjusted(t, ax, ay);
	if (any_linear)
		linear(t, s, ax, ay);
	if (s->position != MR600_NO_GPR)
		position(t, s, ax, ay);
	if (s->face != MR600_NO_GPR)
		face(t, s);
	if (s->fixed != MR600_NO_GPR)
		fixed(t, s);
}

/* ---- what comes after the program ------------------------------------------------------------------- */
static void keep(struct fl_raster_thread *t, uint64_t lanes)
{
	for (unsigned i = 0; i < t->wave.draw->samples; i++)
		t->wave.cover[i] &= lanes;
}

static uint64_t alpha(const struct fl_raster_thread *t, const struct mr600_draw *d)
{
	const float *a = t->out[0][3], ref = d->alpha_ref;
	uint64_t pass = 0;

	for (unsigned lane = 0; lane < 4 * t->wave.n_quads; lane++) {
		/* bit 0: less passes, bit 1: equal, bit 2: greater */
		const unsigned is = a[lane] < ref ? 1 : a[lane] == ref ? 2 : a[lane] > ref ? 4 : 0;

		pass |= (uint64_t)((d->alpha_func & is) != 0) << lane;
	}
	return pass;
}

static void depth(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct mr600_px *px = mr600_px_of(t);

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const uint32_t bits = fl_raster_z_made(w->draw->setup, px->z.f[lane]);

		for (unsigned s = 0; s < w->draw->samples; s++)
			w->z[s][lane] = bits;
	}
}

/* Full waves are the rule, and to count bits is a call where the processor need not have it. */
static unsigned count(uint64_t lanes)
{
	return lanes == ~UINT64_C(0) ? FL_WAVE_PX : (unsigned)__builtin_popcountll(lanes);
}

/* SPI and SQ. False: the program hangs. */
static bool run(struct fl_raster_thread *t, struct mr600_wave *w)
{
	w->px->has_out = 0;
	t->out = w->px->out;
	inputs(t);
	if (!mr600_sq_run(w))
		return false;
	w->px->held_units = w->units;
	w->px->held_lanes = count(w->valid);
	w->px->held_steps = w->steps;
	return true;
}

/* A wave that does not run, for it would do what the one before did, counts as if it had: the budget of a
 * draw is the same on each path. All lanes take the same way through the program, so each has its share. */
static bool pay(struct fl_raster_thread *t, const struct mr600_px *px, uint64_t lanes)
{
	const unsigned n = count(lanes);
	const uint64_t units = n == px->held_lanes ? px->held_units : px->held_units / px->held_lanes * n;

	return fl_raster_work(t, units + px->held_steps);
}

void mr600_shade(struct fl_raster_thread *t)
{
	const struct mr600_draw *d = mr600_draw_of(t->wave.draw);
	struct mr600_px *px = mr600_px_of(t);
	const uint64_t all = fl_wave_lanes(&t->wave);
	struct mr600_wave w = {
	    .r = (struct mr600 *)t->model,
	    .program = d->ps,
	    .gpr = px->gpr,
	    .valid = all,
	    .helper = all & ~fl_wave_alive(&t->wave, d->base.samples),
	    .px = px,
	    .thread = t,
	};
	bool repeats;

	if (!px->sq && !(px->sq = mr600_sq_state_new())) {
		keep(t, 0);
		return;
	}
	w.state = px->sq;
	if (d->counts)
		px->runs += count(all & ~w.helper);
	repeats = d->repeats && (!d->spi->n_linear || are_affine(&t->wave));
	t->same = false;
	if (!(fl_raster_again(t, &px->held, repeats ? mr600_sq_serial(d->ps) : 0, all) ? pay(t, px, all)
										       : run(t, &w))) {
		px->held.serial = 0;
		keep(t, 0);
		return;
	}
	t->looked_up = w.looked_up;
	t->same = px->held.serial && !(d->colors & ~px->has_out);
	if (w.killed)
		keep(t, ~w.killed);
	if (d->alpha_test) {
		fl_raster_look_here(t);
		keep(t, alpha(t, d));
	}
	if (d->exports_mask && px->has_out & MR600_HAS_MASK)
		fl_pixel_sample_mask(t, px->mask.u);
	if (d->alpha_to_mask && !d->alpha_test)
		fl_raster_look_here(t);
	if (d->alpha_to_mask)
		fl_pixel_alpha_to_mask(t, t->out[0][3]);
	if (d->writes_z)
		depth(t);
}
