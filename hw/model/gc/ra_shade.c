/* SPDX-License-Identifier: MIT
 *
 * A wave of pixels: inputs, the pixel program, and what comes after it: alpha test, depths that it makes
 * (GC facts 5.3, 8).
 */
#include "hw/model/gc/pe.h"
#include "hw/model/gc/tx.h"
#include "hw/model/gc/vs.h"

#include <string.h>

/* t0: the middle of the pixel in the window, the depth from 0 to 1, 1 / W (GC facts 5.3). */
static void position(struct fl_raster_thread *t, union mgc_lanes *to)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_setup *su = w->draw->setup;
	const int32_t sub = su->sub;

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : lane / 4];
		const unsigned x = t->tile.x0 + w->qx[lane / 4] + lane % 2,
			       y = t->tile.y0 + w->qy[lane / 4] + lane / 2 % 2;
		const float fx = (float)((int32_t)x * sub + sub / 2) - p->rx,
			    fy = (float)((int32_t)y * sub + sub / 2) - p->ry;

		to[0].f[lane] = (float)x + 0.5f;
		to[1].f[lane] = (float)y + 0.5f;
		to[2].f[lane] =
		    (float)((p->z + p->zx * (double)fx + p->zy * (double)fy) / (double)su->z_scale);
		to[3].f[lane] = p->w + (p->wx * fx + p->wy * fy);
	}
}

static void inputs(struct fl_raster_thread *t, const struct mgc_drawn *d, struct mgc_sh_wave *w)
{
	FL_SIMD_PICK(((const struct mgc *)t->model)->isa, fl_raster_interpolate)(t);
	if (d->position || d->makes_z)
		position(t, w->t[0]);
	if (d->face)
		for (unsigned lane = 0; lane < MGC_LANES; lane++)
			w->i0[0].f[lane] = t->wave.back >> lane & 1 ? 0.0f : 1.0f;
}

/* ---- what comes after the program ---------------------------------------------------------------------- */
static void keep(struct fl_raster_thread *t, uint64_t lanes)
{
	for (unsigned i = 0; i < t->wave.draw->samples; i++)
		t->wave.cover[i] &= lanes;
}

static float clamped(float x)
{
	return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
}

/* One color stays where the program left it. */
static void colors(struct fl_raster_thread *t, const struct mgc_drawn *d, struct mgc_sh_wave *w)
{
	struct mgc_px *px = t->regs;

	if (d->base.targets.n <= 1)
		t->out = (float(*)[4][FL_WAVE_PX])(void *)w->t[d->out_reg[0]];
	else
		t->out = px->out;
	for (unsigned i = 0; i < d->base.targets.n; i++) {
		if (!(d->base.targets.used >> i & 1) && i)
			continue;
		if (t->out == px->out)
			memcpy(px->out[i], w->t[d->out_reg[i]], sizeof(px->out[i]));
		if (!(d->saturate >> i & 1))
			continue;
		for (unsigned c = 0; c < 4; c++)
			for (unsigned lane = 0; lane < MGC_LANES; lane++)
				t->out[i][c][lane] = clamped(t->out[i][c][lane]);
	}
}

/* GC_COMPARE_FUNC__…: bit 0 less, bit 1 equal, bit 2 greater, as those of gallium are. A reference that is
 * a half is compared with a half (choices.md). */
static uint64_t alpha(const struct fl_raster_thread *t, const struct mgc_drawn *d)
{
	const float *a = t->out[0][3], ref = d->alpha_ref;
	uint64_t pass = 0;

	for (unsigned lane = 0; lane < 4 * t->wave.n_quads; lane++) {
		const float v = d->alpha_half ? num_from_half(num_to_half(a[lane])) : a[lane];
		const unsigned is = v < ref ? 1 : v == ref ? 2 : 4;

		pass |= (uint64_t)((d->alpha_func & is) != 0) << lane;
	}
	return pass;
}

static void depth(struct fl_raster_thread *t, const struct mgc_sh_wave *sh)
{
	struct fl_wave *w = &t->wave;

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const uint32_t bits = fl_raster_z_made(w->draw->setup, sh->t[0][2].f[lane]);

		for (unsigned s = 0; s < w->draw->samples; s++)
			w->z[s][lane] = bits;
	}
}

/* On purpose: every texel is 0. */
static bool dead_lookup(void *ctx, const struct mgc_sh_lookup *q)
{
	for (unsigned c = 0; c < 4; c++)
		if (q->out[c])
			memset(q->out[c], 0, MGC_LANES * sizeof(float));
	return true;
}

/* On purpose: pixels of the last pipe, which are those of a buffer of its own (GC facts 8.1). */
static uint64_t pipe_lanes(const struct fl_raster_thread *t, const struct mgc *g)
{
	const struct fl_wave *w = &t->wave;
	const unsigned last = g->variant->pixel_pipes - 1u;
	uint64_t lanes = 0;

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const unsigned x = t->tile.x0 + w->qx[lane / 4], y = t->tile.y0 + w->qy[lane / 4];

		lanes |= (uint64_t)(((x >> 3 ^ y >> 2) & last) == last) << lane;
	}
	return lanes;
}

void mgc_shade(struct fl_raster_thread *t)
{
	const struct mgc_drawn *d = mgc_drawn_of(t->wave.draw);
	struct mgc *g = (struct mgc *)t->model;
	struct mgc_px *px = t->regs;
	const uint64_t all = fl_wave_lanes(&t->wave);
	const bool repeats = d->repeats && !g->fault_sh && !g->fault_pipe;
	struct mgc_sh_wave *w = &px->wave;
	bool again;

	if (px->hung || !mgc_sh_wave_begin(w)) {
		keep(t, 0);
		return;
	}
	again = fl_raster_again(t, &px->held, repeats ? d->serial : 0, all);
	t->same = px->held.serial;
	if (again) {
		if (d->alpha_test) {
			fl_raster_look_here(t);
			keep(t, alpha(t, d));
		}
		return;
	}
	inputs(t, d, w);
	w->exec = all;
	w->live = fl_wave_alive(&t->wave, d->base.samples) & all;
	w->kill = 0;
	w->looked_up = false;
	w->lookup = g->fault_tx ? dead_lookup : mgc_draw_lookup;
	w->ctx = (void *)(uintptr_t)d->units;
	if (!mgc_sh_run(g, d->ps, w)) {
		px->hung = true;
		keep(t, 0);
		return;
	}
	t->looked_up = w->looked_up;
	if (w->kill)
		keep(t, ~w->kill);
	if (g->fault_sh)
		memset(w->t, 0, sizeof(w->t));
	if (g->fault_pipe)
		keep(t, ~pipe_lanes(t, g));
	if (d->makes_z) /* a color may be clamped where it stands, and be t0 too */
		depth(t, w);
	colors(t, d, w);
	if (d->alpha_test) {
		fl_raster_look_here(t);
		keep(t, alpha(t, d));
	}
}
