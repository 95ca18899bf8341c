/* SPDX-License-Identifier: MIT
 *
 * Color the wide way, a pixel at a time: every factor and function of blending in single precision, beside
 * what the formula gives; copies of depth and stencil, beside the bits that the buffer holds.
 */
#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/tiles/cache.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 16, SIDE = FL_TILE_PX };

static struct fl_raster_thread *t;
static struct fl_raster_draw draw;
static struct fl_pixel_color color;
static struct fl_pixel_depth depth;
static struct fl_tile_buf target, behind;
static struct fl_tile_surface surface;
static uint8_t px[SIDE * SIDE * 8 * 16], zs[SIDE * SIDE * 8 * 8];
static float out[FL_TILE_TARGETS][4][FL_WAVE_PX];

/* Four quads of which the second is not where the first ends. */
static void set_up(void)
{
	t = aligned_alloc(64, (sizeof(*t) + 63) & ~(size_t)63);
	memset(t, 0, sizeof(*t));
	t->wave.n_quads = LANES / 4;
	for (unsigned q = 0; q < LANES / 4; q++) {
		t->wave.qx[q] = (uint8_t)(10 * q);
		t->wave.qy[q] = (uint8_t)(2 * q);
	}
	t->wave.draw = &draw;
	t->out = out;
	draw.color = &color;
	draw.samples = 1;
	target.px = px;
	target.surface = behind.surface = &surface;
	behind.px = zs;
	target.have = behind.have = ~0ull;
	color.n = 1;
	color.target[0].path = FL_PIXEL_COLOR_WIDE;
}

static void tear_down(void)
{
	free(t);
}

TestSuite(pixel_wide, .init = set_up, .fini = tear_down);

/* Channels one after the other, all bits written. */
static struct fl_pixel_target *channels(unsigned n, unsigned bits, unsigned number, unsigned samples)
{
	struct fl_pixel_target *p = &color.target[0];

	for (unsigned k = 0; k < 4; k++) {
		p->ch[k] =
		    (struct fl_pixel_channel){.at = (uint8_t)(k * bits), .bits = (uint8_t)(k < n ? bits : 0)};
		p->wide.number[k] = (uint8_t)number;
		p->mask[k] = ~0u;
	}
	target.cpp = (uint8_t)(n * bits / 8);
	target.samples = (uint8_t)samples;
	p->words = (uint8_t)((target.cpp + 3) / 4);
	draw.samples = samples;
	for (unsigned s = 0; s < samples; s++)
		t->wave.cover[s] = 0xffff;
	return p;
}

/* ---- blending ------------------------------------------------------------------------------------------ */
static double factor(unsigned f, unsigned k, const double *s, const double *s1, const double *d,
		     const double *c)
{
	const double *of[] = {[FL_PIXEL_BF_SRC_COLOR] = s,
			      [FL_PIXEL_BF_DST_COLOR] = d,
			      [FL_PIXEL_BF_CONST_COLOR] = c,
			      [FL_PIXEL_BF_SRC1_COLOR] = s1};

	switch (f) {
	case FL_PIXEL_BF_ZERO:
		return 0;
	case FL_PIXEL_BF_ONE:
		return 1;
	case FL_PIXEL_BF_SAT: /* min(As, 1 - Ad); 1 for alpha */
		return k == 3 ? 1 : s[3] < 1 - d[3] ? s[3] : 1 - d[3];
	case FL_PIXEL_BF_SRC_COLOR:
	case FL_PIXEL_BF_DST_COLOR:
	case FL_PIXEL_BF_CONST_COLOR:
	case FL_PIXEL_BF_SRC1_COLOR:
		return of[f][k];
	case FL_PIXEL_BF_SRC_ALPHA:
		return s[3];
	case FL_PIXEL_BF_DST_ALPHA:
		return d[3];
	case FL_PIXEL_BF_CONST_ALPHA:
		return c[3];
	case FL_PIXEL_BF_SRC1_ALPHA:
		return s1[3];
	default: /* one minus the one before */
		return 1 - factor(f - 1, k, s, s1, d, c);
	}
}

/* Eighths: every result is exact. Alpha has an equation of its own. */
Test(pixel_wide, blends_by_the_formula)
{
	static const double s[4] = {0.5, -0.25, 2, 0.625}, s1[4] = {0.125, 1, 0.75, 0.375},
			    c[4] = {0.25, 0.5, 1.5, 0.875},
			    d[2][4] = {{1, 0.375, -0.5, 0.25}, {4, 1, 0.5, 0.5}};
	struct fl_pixel_target *p = channels(4, 32, FL_PIXEL_FLOATS, 1);

	p->blend = true;
	p->from = 0;
	p->wide.second = 1;
	for (unsigned k = 0; k < 4; k++) {
		p->constant[k] = (float)c[k];
		for (unsigned i = 0; i < LANES; i++) {
			out[0][k][i] = (float)s[k];
			out[1][k][i] = (float)s1[k];
		}
	}
	for (unsigned round = 0; round < 19 * 19 * 5 * 2; round++) {
		const unsigned src = round % 19, dst = round / 19 % 19, func = round / 361 % 5,
			       of = round / 1805;
		const unsigned other = (src + 7) % 19;

		p->eq[0] = (struct fl_pixel_equation){
		    .func = (uint8_t)func, .src = (uint8_t)src, .dst = (uint8_t)dst};
		p->eq[1] = (struct fl_pixel_equation){
		    .func = (uint8_t)((func + 1) % 5), .src = (uint8_t)dst, .dst = (uint8_t)other};
		for (unsigned k = 0; k < 4; k++)
			for (unsigned i = 0; i < LANES; i++)
				((float *)(void *)fl_tile_at(&target, &t->wave, i, 0))[k] = (float)d[of][k];
		fl_pixel_color_wide(t, p, &target, 0x8421);
		for (unsigned k = 0; k < 4; k++)
			for (unsigned i = 0; i < LANES; i++) {
				const struct fl_pixel_equation *e = &p->eq[k == 3];
				const double a = s[k] * factor(e->src, k, s, s1, d[of], c),
					     b = d[of][k] * factor(e->dst, k, s, s1, d[of], c);
				const double all[5] = {a + b, a - b, b - a, s[k] < d[of][k] ? s[k] : d[of][k],
						       s[k] > d[of][k] ? s[k] : d[of][k]};
				const float got = ((float *)(void *)fl_tile_at(&target, &t->wave, i, 0))[k];

				cr_assert_eq(got, 0x8421u >> i & 1 ? (float)all[e->func] : (float)d[of][k],
					     "factors %u, %u, function %u, channel %u, lane %u: %g", e->src,
					     e->dst, e->func, k, i, (double)got);
			}
	}
}

/* ---- copies -------------------------------------------------------------------------------------------- */
/* Each sample of each pixel of the depth buffer has a word of its own. */
static uint32_t held(unsigned sample, unsigned lane)
{
	return (lane * 8 + sample + 1) * 0x9e3779b9u;
}

Test(pixel_wide, copies_the_sample_that_is_named)
{
	static const struct {
		unsigned n, bits;
	} formats[] = {{1, 8}, {1, 16}, {1, 32}, {2, 8}, {2, 16}, {2, 32}};

	depth.format = FL_PIXEL_Z24S8;
	depth.key.cpp = behind.cpp = 4;
	draw.depth = &depth;
	t->tile.depth = &behind;
	for (unsigned round = 0; round < 6 * 8 * 4 * 2; round++) {
		const unsigned of = round % 6, sample = round / 6 % 8, samples = 1u << (round / 48 % 4),
			       to = round / 192 ? samples : 1;
		struct fl_pixel_target *p = channels(formats[of].n, formats[of].bits, FL_PIXEL_UINT, to);

		p->path = FL_PIXEL_COLOR_COPY;
		p->wide.sample = (uint8_t)sample;
		behind.samples = (uint8_t)samples;
		memset(px, 0, sizeof(px));
		for (unsigned i = 0; i < LANES; i++)
			for (unsigned s = 0; s < samples; s++) {
				uint32_t v = held(s, i);

				memcpy(fl_tile_at(&behind, &t->wave, i, s), &v, 4);
			}
		t->wave.cover[0] = 0x7fff;
		fl_pixel_color_wide(t, p, &target, 0xfffe);
		for (unsigned i = 0; i < LANES; i++)
			for (unsigned s = 0; s < to; s++) {
				const uint32_t v = held(sample % samples, i),
					       mask = ~0u >> (32 - formats[of].bits);
				const uint64_t both = (uint64_t)((v & 255) & mask) << formats[of].bits;
				const uint64_t want = i == 0 || (i == 15 && !s)
							  ? 0
							  : (v >> 8 & mask) | (formats[of].n > 1 ? both : 0);
				uint64_t got = 0;

				memcpy(&got, fl_tile_at(&target, &t->wave, i, s), target.cpp);
				cr_assert_eq(got, want, "%u bits, %u: sample %u of %u, lane %u: 0x%llx",
					     formats[of].bits, formats[of].n, sample, samples, i,
					     (unsigned long long)got);
			}
	}
	/* Where there is no depth buffer, zeros. */
	for (unsigned which = 0; which < 2; which++) {
		struct fl_pixel_target *p = channels(2, 32, FL_PIXEL_UINT, 1);
		uint64_t got;

		t->tile.depth = which ? &behind : NULL;
		draw.depth = which ? NULL : &depth;
		memset(px, 0xff, sizeof(px));
		fl_pixel_color_wide(t, p, &target, 1);
		memcpy(&got, fl_tile_at(&target, &t->wave, 0, 0), 8);
		cr_expect_eq(got, 0u);
	}
}
