/* SPDX-License-Identifier: MIT
 *
 * A wave of pixels: sixteen quads, the registers that the program begins with, and what becomes of depth
 * and coverage afterwards (facts 4.2 to 4.5).
 */
#include "hw/model/pixel/alpha_mask.h"
#include "hw/model/pixel/sample_mask.h"
#include "hw/model/look.h"
#include "hw/model/cik/shade.h"

#include <stdlib.h>
#include <string.h>

/* Inputs by their bits in SPI_PS_INPUT_ENA */
enum {
	IN_PULL_MODEL = 3,
	IN_LINE_STIPPLE = 7,
	IN_X,
	IN_Y,
	IN_Z,
	IN_W,
	IN_FACE,
	IN_ANCILLARY,
	IN_COVERAGE,
	IN_FIXED,
};

static uint32_t bits(float f)
{
	return (uint32_t)num_bits(f);
}

static const struct fl_raster_prim *prim_of(const struct fl_wave *w, unsigned lane)
{
	return w->prim[w->one_prim ? 0 : lane / 4];
}

/* ---- the thread's own ---------------------------------------------------------------------------------- */
static struct mcik_spi *spi_of(struct fl_raster_thread *t)
{
	struct mcik *c = (struct mcik *)t->model;
	struct mcik_px *px = mcik_px_of(t);
	struct mcik_spi *s = px->spi;

	if (s)
		return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->c = c;
	px->number = __atomic_fetch_add(&c->pixels->threads, 1, __ATOMIC_RELAXED);
	if (!mcik_spi_connect(s) || !mcik_wave_init(&s->wave[0], s->code, &s->env, MCIK_SGPRS, MCIK_VGPRS)) {
		mcik_code_free(s->code);
		fl_texel_cache_free(s->texels);
		free(s);
		return NULL;
	}
	s->n_waves = 1;
	s->env.export = mcik_ps_export;
	s->env.gds = c->spi->gds;
	px->spi = s;
	return s;
}

void mcik_px_free(void *regs)
{
	struct mcik_px *px = regs;

	mcik_wholes_free(px->wholes);
	px->wholes = NULL;
	if (!px->spi)
		return;
	mcik_wave_free(&px->spi->wave[0]);
	mcik_code_free(px->spi->code);
	fl_texel_cache_free(px->spi->texels);
	free(px->spi->image);
	free(px->spi);
	px->spi = NULL;
}

/* ---- places -------------------------------------------------------------------------------------------- */
/* Where a lane's middle is, or its first covered sample, from the start of its primitive's planes. */
struct place {
	float x, y;
};

static struct place place_of(const struct fl_raster_thread *t, unsigned lane, const int32_t *ax,
			     const int32_t *ay)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_prim *p = prim_of(w, lane);
	const int32_t sub = w->draw->setup->sub;
	const int32_t x = (int32_t)(t->tile.x0 + w->qx[lane / 4] + lane % 2) * sub,
		      y = (int32_t)(t->tile.y0 + w->qy[lane / 4] + lane / 2 % 2) * sub;

	return (struct place){(float)(x + (ax ? ax[lane] : sub / 2)) - p->rx,
			      (float)(y + (ay ? ay[lane] : sub / 2)) - p->ry};
}

/* One over W of the clip position */
static float one_over_w(const struct fl_raster_thread *t, unsigned lane, const int32_t *ax, const int32_t *ay)
{
	const struct fl_raster_prim *p = prim_of(&t->wave, lane);
	const struct place at = place_of(t, lane, ax, ay);

	return p->w + (p->wx * at.x + p->wy * at.y);
}

/* ---- inputs -------------------------------------------------------------------------------------------- */
/* A pair of weights over all lanes, from `plane` on; perspective: over 1/W. */
static void weigh(const struct fl_raster_thread *t, float to[2][FL_WAVE_PX], unsigned plane, bool perspective,
		  const int32_t *ax, const int32_t *ay)
{
	const struct fl_wave *w = &t->wave;

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const struct fl_raster_prim *p = prim_of(w, lane);
		const struct place at = place_of(t, lane, ax, ay);
		const float *a = &p->plane[plane], *x = a + p->n4, *y = x + p->n4;
		const bool divides = perspective && !(p->flags & FL_RASTER_AFFINE);
		const double by = divides ? (double)(p->w + (p->wx * at.x + p->wy * at.y)) : 1;

		for (unsigned k = 0; k < 2; k++)
			to[k][lane] = (float)(((double)a[k] + (double)a[2 + k] +
					       ((double)x[k] + (double)x[2 + k]) * (double)at.x +
					       ((double)y[k] + (double)y[2 + k]) * (double)at.y) /
					      by);
	}
}

/* Inputs 0 to 6: weights, or places that stand for them. */
static void weights(struct fl_raster_thread *t, const struct mcik_spi_ps *s, unsigned kind, mcik_plane *v,
		    const int32_t *ax, const int32_t *ay)
{
	const enum fl_isa isa = ((const struct mcik *)t->model)->isa;
	const bool linear = kind >= MCIK_LINEAR, adjusted = kind % 2;
	float(*to)[FL_WAVE_PX] = (float(*)[FL_WAVE_PX])(void *)v;

	if (!s->first_attr)
		FL_SIMD_PICK(isa, fl_raster_places)
	(t, !linear, adjusted ? ax : NULL, adjusted ? ay : NULL, to[0], to[1]);
	else weigh(t, to, linear ? s->linear : 0, !linear, adjusted ? ax : NULL, adjusted ? ay : NULL);
}

/* I and J over W, and 1/W, at the middle: planes of the window, which a program may take anywhere. */
static void pull_model(const struct fl_raster_thread *t, mcik_plane *v)
{
	const struct fl_wave *w = &t->wave;
	float ij[2][FL_WAVE_PX];

	weigh(t, ij, 0, false, NULL, NULL);
	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const float rhw = one_over_w(t, lane, NULL, NULL);
		const bool affine = prim_of(w, lane)->flags & FL_RASTER_AFFINE;

		for (unsigned k = 0; k < 2; k++)
			v[k][lane] = bits(affine ? ij[k][lane] * rhw : ij[k][lane]);
		v[2][lane] = bits(rhw);
	}
}

static void position(const struct fl_raster_thread *t, const struct mcik_spi_ps *s, unsigned input,
		     uint32_t *v, const int32_t *ax, const int32_t *ay)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_setup *su = w->draw->setup;
	const float half = s->position_corner ? 0 : (float)su->sub / 2;
	const bool inside = s->position_adjusted && !s->position_corner;

	if (!s->position_adjusted)
		ax = ay = NULL;
	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const struct fl_raster_prim *p = prim_of(w, lane);
		const unsigned x = t->tile.x0 + w->qx[lane / 4] + lane % 2,
			       y = t->tile.y0 + w->qy[lane / 4] + lane / 2 % 2;
		const struct place at = place_of(t, lane, ax, ay);

		switch (input) {
		case IN_X:
			v[lane] = bits((float)x + (inside ? (float)ax[lane] : half) / (float)su->sub);
			break;
		case IN_Y:
			v[lane] = bits((float)y + (inside ? (float)ay[lane] : half) / (float)su->sub);
			break;
		case IN_Z:
			v[lane] = bits((float)((p->z + p->zx * (double)at.x + p->zy * (double)at.y) /
					       (double)su->z_scale));
			break;
		case IN_W:
			v[lane] = bits(1.0f / one_over_w(t, lane, ax, ay));
			break;
		case IN_FIXED:
			v[lane] = x | y << 16;
			break;
		}
	}
}

/* The sample in bits 11:8, the layer in 28:16; the primitive's type, in 1:0, is 0: no source has codes. */
static uint32_t ancillary(const struct fl_wave *w, const struct mcik_spi_ps *s)
{
	const unsigned sample = w->draw->stages & FL_RASTER_SAMPLES ? w->sample : 0;

	return sample << 8 | (uint32_t)s->layer << 16;
}

static uint32_t coverage(const struct fl_wave *w, const struct mcik_spi_ps *ps, unsigned lane)
{
	uint32_t mask = 0;

	for (unsigned s = 0; s < w->draw->samples && s < ps->exposed; s++)
		mask |= (uint32_t)(w->cover[s] >> lane & 1) << s;
	return mask;
}

static uint32_t face(const struct fl_wave *w, const struct mcik_spi_ps *s, unsigned lane)
{
	const bool back = w->back >> lane & 1;

	return s->face_all_bits ? (back ? 0 : ~0u) : bits(back ? -1.0f : 1.0f);
}

void mcik_ps_inputs(struct fl_raster_thread *t, struct mcik_wave *wave)
{
	const struct mcik_spi_ps *s = mcik_draw_of(t->wave.draw)->spi;
	const struct fl_wave *w = &t->wave;
	_Alignas(64) int32_t adjusted[2][FL_WAVE_PX];
	const int32_t *ax = NULL, *ay = NULL; /* where nobody asks for them */

	if (s->used & ~(1u << MCIK_PERSP) || s->position_adjusted) {
		fl_raster_adjusted(t, adjusted[0], adjusted[1]);
		ax = adjusted[0];
		ay = adjusted[1];
	}
	for (uint32_t left = s->ena; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		mcik_plane *v = &wave->v[s->vgpr[i]];

		if (i == IN_PULL_MODEL)
			pull_model(t, v);
		else if (i < IN_LINE_STIPPLE)
			weights(t, s, s->ij[i], v, ax, ay);
		else if ((i >= IN_X && i <= IN_W) || i == IN_FIXED)
			position(t, s, i, *v, ax, ay);
		else
			for (unsigned lane = 0; lane < 4 * w->n_quads; lane++)
				(*v)[lane] = i == IN_FACE        ? face(w, s, lane)
					     : i == IN_ANCILLARY ? ancillary(w, s)
					     : i == IN_COVERAGE  ? coverage(w, s, lane)
								 : 0;
	}
}

/* ---- what comes after the program ---------------------------------------------------------------------- */
static void depth(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct mcik_px *px = mcik_px_of(t);

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const uint32_t word = fl_raster_z_made(w->draw->setup, num_float((int32_t)px->z[lane]));

		for (unsigned s = 0; s < w->draw->samples; s++)
			w->z[s][lane] = word;
	}
}

/* ---- the same again ------------------------------------------------------------------------------------ */
/* Color buffers that the draw writes, a bit each. */
static uint32_t colors(const struct mcik_draw_state *d)
{
	return d->base.targets.used;
}

/* Nothing but colors comes of the program. */
static bool may_repeat(const struct mcik_draw_state *d)
{
	const struct mcik_ps *p = d->ps;

	return d->spi->may_be_same && !p->kills && !p->exports_z && !p->exports_stencil && !p->exports_mask &&
	       !p->alpha_to_mask;
}

static void keep(struct fl_raster_thread *t, uint64_t lanes)
{
	for (unsigned i = 0; i < t->wave.draw->samples; i++)
		t->wave.cover[i] &= lanes;
}

void mcik_shade(struct fl_raster_thread *t)
{
	const struct mcik_draw_state *d = mcik_draw_of(t->wave.draw);
	const uint64_t alive = fl_wave_alive(&t->wave, d->base.samples);
	const uint64_t all = fl_wave_lanes(&t->wave);
	const unsigned masks_at = CIK_SPI_SHADER_PGM_RSRC2_PS__USER_SGPR__GET(d->ps->rsrc2);
	struct mcik_px *px = mcik_px_of(t);
	struct mcik_spi *s = spi_of(t);

	if (!s) {
		keep(t, 0);
		return;
	}
	px->ps = d->ps;
	if (px->serial != d->ps->serial) { /* another draw */
		const uint32_t batch = ((const struct mcik *)t->model)->pixels->batches + 1;

		px->serial = d->ps->serial;
		if (px->batch == batch)
			mcik_spi_turn(s, d->vmid);
		else
			mcik_spi_refresh(s, d->vmid);
		px->batch = batch;
		s->mimg.border_va = d->ps->border_va;
		px->pure =
		    may_repeat(d) && mcik_sq_pure(s->code, d->vmid, d->ps->pc, masks_at, d->spi->n_vgprs);
		/* Nothing of what lanes do depends on which of them there are: then all take part, and what
		 * becomes of those that have no pixel matters to no one. */
		px->apart = mcik_sq_pure(s->code, d->vmid, d->ps->pc, masks_at, 0);
	}
	px->runs += ~alive ? (unsigned)__builtin_popcountll(alive) : FL_WAVE_PX;
	if (fl_raster_again(t, &px->held, px->pure ? d->ps->serial : 0, all))
		return;
	t->same = false;
	px->has_out = 0;
	px->done = false;
	px->keep = alive;
	/* What is held is held of all lanes. */
	if (!mcik_ps_run(t, s, px->apart ? UINT64_MAX : px->held.serial ? all : alive)) {
		px->held.serial = 0;
		keep(t, 0);
		return;
	}
	t->same = px->held.serial && !(colors(d) & ~px->has_out);
	keep(t, px->keep);
	if (d->ps->exports_mask && px->has_out >> MCIK_MRTZ & 1)
		fl_pixel_sample_mask(t, px->mask);
	if (d->ps->alpha_to_mask)
		fl_raster_look_here(t);
	if (d->ps->alpha_to_mask)
		fl_pixel_alpha_to_mask(t, px->out[0][3]);
	if (d->ps->exports_z && px->has_out >> MCIK_MRTZ & 1)
		depth(t);
}
