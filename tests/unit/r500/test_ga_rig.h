/* SPDX-License-Identifier: MIT
 *
 * A rig for the tests of GA, SU, SC and RS: a chip with those blocks alone, whose pixels end in the test's
 * hands instead of going to the shader and the buffers.
 */
#ifndef TESTS_UNIT_R500_TEST_GA_RIG_H
#define TESTS_UNIT_R500_TEST_GA_RIG_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/rb.h"
#include "hw/model/raster/gather.h"
#include "hw/model/raster/interp.h"
#include "tests/unit/r500/test_severity.h"
#include "tests/unit/r500/test_thread_rig.h"

enum { RIG_PX = 256 };

struct rig {
	struct mr500 *r;
	struct fl_raster_worker *w;
	struct mr500_draw d;
	uint8_t hits[FL_WAVE_SAMPLES][RIG_PX][RIG_PX]; /* how often a sample was covered */
	uint32_t z[FL_WAVE_SAMPLES][RIG_PX][RIG_PX];
	float value[4][RIG_PX][RIG_PX]; /* what RS wrote to temp[0] */
	bool back[RIG_PX][RIG_PX];
	unsigned waves, blocks;
	bool bad; /* a wave broke a promise of draw.h */
};

static struct rig *rig_now; /* the stages get a thread, nothing of ours */

static inline void rig_set(struct rig *g, uint32_t offset, uint32_t value)
{
	g->r->reg[offset / 4] = value;
	mr500_ga_write(g->r, offset, value, MR500_CP);
}

static inline void rig_setf(struct rig *g, uint32_t offset, float value)
{
	uint32_t u;

	memcpy(&u, &value, 4);
	rig_set(g, offset, u);
}

static inline uint64_t r500_rig_any(const struct fl_wave *w)
{
	uint64_t any = 0;

	for (unsigned s = 0; s < w->draw->samples; s++)
		any |= w->cover[s];
	return any;
}

static inline void rig_take(struct fl_raster_thread *t)
{
	const struct fl_wave *w = &t->wave;
	static bool seen[RIG_PX][RIG_PX];

	rig_now->waves++;
	rig_now->blocks += w->block;
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
			unsigned q = lane / 4, x = w->qx[q] + lane % 2, y = w->qy[q] + lane / 2 % 2;
			uint32_t low, high;

			rig_now->bad |= x >= FL_TILE_PX || y >= FL_TILE_PX || w->qx[q] % 2 || w->qy[q] % 2;
			x += t->tile.x0;
			y += t->tile.y0;
			if (x >= RIG_PX || y >= RIG_PX)
				continue;
			if (pass) {
				seen[y][x] = false;
				continue;
			}
			if (r500_rig_any(w) >> lane & 1) {
				rig_now->bad |= seen[y][x]; /* twice in a wave */
				seen[y][x] = true;
			}
			for (unsigned s = 0; s < w->draw->samples; s++) {
				if (!(w->cover[s] >> lane & 1))
					continue;
				rig_now->hits[s][y][x]++;
				rig_now->z[s][y][x] = w->z[s][lane];
				fl_raster_zbounds(w->prim[w->one_prim ? 0 : q], w->draw->setup,
						  (int32_t)(x & ~7u), (int32_t)(y & ~7u), &low, &high);
				rig_now->bad |= w->z[s][lane] < low || w->z[s][lane] > high;
				for (unsigned c = 0; c < 4; c++)
					rig_now->value[c][y][x] = mr500_px_of(t)->temp[0][c][lane];
				rig_now->back[y][x] = w->back >> lane & 1;
			}
		}
	}
	for (unsigned s = 0; s < w->draw->samples; s++)
		rig_now->bad |= w->n_quads < FL_WAVE_QUADS && w->cover[s] >> 4 * w->n_quads;
}

static inline void rig_nothing(struct fl_raster_thread *t)
{
}

/* Registers as Mesa leaves them for one sample a pixel, and a scissor of RIG_PX. */
static inline struct rig *rig_new(const char *chip, enum fl_isa isa)
{
	struct rig *g = calloc(1, sizeof(*g));
	const int from = chip[1] == '5' || chip[2] == '5' ? 0 : 1440; /* R3xx and R4xx: Mesa r300_emit.c */

	g->r = calloc(1, sizeof(*g->r));
	g->r->variant = mr500_variant(chip);
	mr500_rb_new(g->r);
	mr500_ga_new(g->r);
	g->w = rig_zeroed(sizeof(*g->w));
	rig_thread_init(&g->w->t, g->r);
	g->w->fn.cover = FL_SIMD_PICK(isa, fl_raster_cover);
	g->w->fn.z = FL_SIMD_PICK(isa, fl_raster_depth);
	g->w->fn.shade = FL_SIMD_PICK(isa, fl_raster_interpolate);
	g->w->fn.depth = rig_nothing;
	g->w->fn.color = rig_take;
	rig_set(g, R500_GB_TILE_CONFIG, 0x17);
	rig_set(g, R500_GB_MSPOS0, 0x66666666);
	rig_set(g, R500_GB_MSPOS1, 0x06666666);
	rig_set(g, R500_SC_EDGERULE, 0x2da49525);
	rig_set(g, R500_SC_SCREENDOOR, 0xffffff);
	rig_set(g, R500_SC_CLIP_RULE, 0xffff);
	rig_set(g, R500_SC_SCISSOR0, (uint32_t)(from | from << 13));
	rig_set(g, R500_SC_SCISSOR1, (uint32_t)((from + RIG_PX - 1) | (from + RIG_PX - 1) << 13));
	rig_set(g, R500_GA_ROUND_MODE, 0x31);
	rig_set(g, R500_GA_COLOR_CONTROL, 0x3aaaa);
	rig_set(g, R500_SU_DEPTH_SCALE, 0x4b7fffff);
	/* color 0 to register 0 */
	rig_set(g, R500_RS_COUNT, 0x40080);
	rig_set(g, R500_RS_INST(0), 0x00010000);
	return g;
}

static inline void rig_delete(struct rig *g)
{
	severities(&g->r->base);
	free(g->r->base.reports);
	free(g->r->base.report_key);
	mr500_ga_free(g->r);
	mr500_rb_free(g->r);
	free(g->w->t.regs);
	free(g->w);
	free(g->r);
	free(g);
}

/* Open a draw with the registers as they are. */
static inline void rig_begin(struct rig *g, const struct mr500_vap_out *out)
{
	struct mr500_ga *ga = g->r->ga;

	g->d = (struct mr500_draw){
	    .vap = *out, .base.stages = FL_RASTER_Z | FL_RASTER_DEPTH | FL_RASTER_SHADE | FL_RASTER_COLOR};
	g->d.base.scan = mr500_sc_decode(g->r, &ga->arena);
	g->d.rs = mr500_rs_decode(g->r, &ga->arena, false);
	g->d.base.inputs = &g->d.rs->inputs;
	g->d.base.setup = mr500_ga_decode(g->r, &ga->arena, g->d.rs, out);
	g->d.base.samples = g->d.base.scan->samples;
	ga->draw = &g->d;
	ga->ras.draw = &g->d.base;
	ga->ras.open = true;
}

/* Color 0 in attr[0..3], texture coordinates 0 in attr[4..7], front and back. */
static inline struct mr500_vap_out rig_out(bool color, bool tex)
{
	struct mr500_vap_out o;

	memset(&o, 0, sizeof(o));
	memset(o.color_at, MR500_NO_ATTR, sizeof(o.color_at));
	memset(o.tex_at, MR500_NO_ATTR, sizeof(o.tex_at));
	if (color)
		o.color_at[0] = 0;
	if (tex)
		o.tex_at[0] = 4;
	o.n_attr = 8;
	return o;
}

static inline void rig_finish(struct rig *g)
{
	const struct fl_bins *b = &g->r->ga->ras.bins;

	rig_now = g;
	for (unsigned i = 0; i < b->n_active; i++) {
		unsigned at = b->active[i];

		g->w->t.tile.x0 = at % b->side * FL_TILE_PX;
		g->w->t.tile.y0 = at / b->side * FL_TILE_PX;
		for (uint32_t c = b->first[at]; c;) {
			const struct fl_bin_chunk *k = (const struct fl_bin_chunk *)(b->mem + c);

			for (uint32_t e = 0; e < k->n; e++)
				g->w->fn.cover(g->w, fl_bins_prim(b, k->entry[e]), k->entry[e] >> 20);
			c = k->next;
		}
		fl_raster_flush(g->w);
	}
	fl_bins_clear(&g->r->ga->ras.bins);
}

static inline void rig_clear(struct rig *g)
{
	memset(g->hits, 0, sizeof(g->hits));
	memset(g->z, 0, sizeof(g->z));
	memset(g->value, 0, sizeof(g->value));
	memset(g->back, 0, sizeof(g->back));
}

static inline struct fl_raster_vertex rig_vtx(float x, float y, float z)
{
	struct fl_raster_vertex v;

	memset(&v, 0, sizeof(v));
	v.x = x;
	v.y = y;
	v.z = z;
	v.rhw = 1;
	return v;
}

/* Position in twelfths of a pixel. */
static inline struct fl_raster_vertex rig_vtx12(int x, int y)
{
	return rig_vtx((float)x / 12.0f, (float)y / 12.0f, 0);
}

static inline void rig_tri(struct rig *g, const struct fl_raster_vertex *v)
{
	fl_raster_triangle(&g->r->ga->ras, &v[0], &v[1], &v[2], &v[2], 7);
}

/* Numbers that are the same everywhere. */
static inline uint32_t rig_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static inline enum fl_isa rig_widest(void)
{
#if defined(__x86_64__)
	return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") ? FL_ISA_AVX512
	       : __builtin_cpu_supports("avx2")                                         ? FL_ISA_AVX2
											: FL_ISA_BASE;
#else
	return FL_ISA_BASE;
#endif
}

#endif
