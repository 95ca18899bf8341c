/* SPDX-License-Identifier: MIT
 *
 * One fetch instruction of R6xx for a wave: resource 0 and sampler 0, register 1 in, register 2 out.
 */
#ifndef TESTS_UNIT_R600_TEST_FETCH_RIG_H
#define TESTS_UNIT_R600_TEST_FETCH_RIG_H

#include "tests/unit/r600/test_rb_rig.h"

struct fetch_rig {
	struct rb_rig *g;
	struct mr600_wave w;
	struct mr600_px *px;
};

static inline struct fetch_rig rig_new(void)
{
	struct fetch_rig f = {.g = rb_rig_new()};

	f.px = mr600_px_of(f.g->t);
	f.w = (struct mr600_wave){.r = f.g->r, .gpr = f.px->gpr, .valid = ~0ull, .px = f.px};
	return f;
}

static inline void word(struct fetch_rig *f, unsigned resource, unsigned i, uint32_t value)
{
	rig_set(f->g, R600_SQ_TEX_RESOURCE_WORD(resource) + 4 * i, value);
}

enum { DST_XYZW = 0 << 9 | 1 << 12 | 2 << 15 | 3 << 18, SRC_XYZW = 1 << 23 | 2 << 26 | 3u << 29 };
enum { DIM_1D, DIM_2D, DIM_3D, DIM_CUBE, DIM_1D_ARRAY, DIM_2D_ARRAY, DIM_2D_MSAA };

struct image {
	unsigned dim, format, mode, w, h, depth, pitch, levels, number, comp;
};

/* Resource 0, at RIG_BASE, levels from 1 on at RIG_BASE + 4 MiB. */
static inline void image(struct fetch_rig *f, const struct image *i)
{
	word(f, 0, 0, i->dim | i->mode << 3 | (i->pitch / 8 - 1) << 8 | (i->w - 1) << 19);
	word(f, 0, 1, (i->h - 1) | (i->depth ? i->depth - 1 : 0) << 13 | i->format << 26);
	word(f, 0, 2, RIG_BASE >> 8);
	word(f, 0, 3, (RIG_BASE + (4 << 20)) >> 8);
	word(f, 0, 4, i->comp * 0x55 | i->number << 8 | 0 << 16 | 1 << 19 | 2 << 22 | 3 << 25);
	word(f, 0, 5,
	     (i->levels ? i->levels - 1 : 0) | (i->dim == DIM_CUBE ? 5
						: i->depth         ? i->depth - 1
								   : 0)
						   << 17);
	word(f, 0, 6, 0x80000010);
	fl_texel_cache_invalidate(f->g->r->rb->texels);
}

static inline void sampler(struct fetch_rig *f, unsigned clamp, unsigned filter, unsigned mip)
{
	rig_set(f->g, R600_SQ_TEX_SAMPLER_WORD(0),
		clamp * 0x49 | filter << 9 | filter << 12 | mip << 17 | 1 << 22);
	rig_set(f->g, R600_SQ_TEX_SAMPLER_WORD(0) + 4, 0xf0000);
	rig_set(f->g, R600_SQ_TEX_SAMPLER_WORD(0) + 8, 1u << 31);
}

/* An instruction from register 1 to register 2, of all lanes. */
static inline bool run(struct fetch_rig *f, unsigned inst, uint32_t word1, uint32_t word2)
{
	const uint32_t w[4] = {inst | 1 << 16, 2 | DST_XYZW | word1, SRC_XYZW | word2, 0};
	const struct mr600_fetch *x;

	fl_arena_reset(&f->g->arena);
	x = mr600_fetch_decode(f->g->r, &f->g->arena, MR600_PS, w, false);
	if (!x)
		return false;
	mr600_fetch_run(x, &f->w, 1, 2, ~0ull);
	return true;
}

enum { LD = 3, RESINFO = 4, SAMPLE = 16, SAMPLE_L = 17, NORMALIZED = 0xfu << 28 };

static inline void set_all(struct fetch_rig *f, float x, float y, float z, float w)
{
	const float v[4] = {x, y, z, w};

	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < 64; i++)
			f->px->gpr[1][c].f[i] = v[c];
}

static inline void ld(struct fetch_rig *f, int x, int y, int z, int w)
{
	const int v[4] = {x, y, z, w};

	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < 64; i++)
			f->px->gpr[1][c].i[i] = v[c];
	cr_assert(run(f, LD, 0, 0));
}

static inline float got(const struct fetch_rig *f, unsigned c)
{
	cr_expect_eq(f->px->gpr[2][c].u[0], f->px->gpr[2][c].u[63]);
	return f->px->gpr[2][c].f[0];
}

#endif
