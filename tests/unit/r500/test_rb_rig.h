/* SPDX-License-Identifier: MIT
 *
 * A rig for the tests of the back end: a chip with the tile cache and 16 MiB of memory, and one thread whose
 * waves the test fills in by hand.
 */
#ifndef TESTS_UNIT_R500_TEST_RB_RIG_H
#define TESTS_UNIT_R500_TEST_RB_RIG_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/pixel/target.h"
#include "hw/model/r500/chips.h"
#include "hw/model/r500/fg.h"
#include "hw/model/r500/ga.h"
#include "hw/regs/r500.h"
#include "hw/model/pixel/depth.h"
#include "tests/unit/r500/test_severity.h"
#include "tests/unit/r500/test_thread_rig.h"

enum { RIG_BASE = 0x40000000, RIG_MEM_B = 16 << 20 };

struct rb_rig {
	struct mr500 *r;
	struct fl_raster_thread *t;
	struct mr500_draw d;
	struct fl_arena arena;
	uint8_t *mem; /* of RIG_BASE */
};

static inline void rig_set(struct rb_rig *g, uint32_t offset, uint32_t value)
{
	g->r->reg[offset / 4] = value;
	mr500_rb_write(g->r, offset, value, MR500_CP);
}

static inline struct rb_rig *rb_rig_new(const char *chip)
{
	static const struct fl_model_ops ops;
	struct rb_rig *g = calloc(1, sizeof(*g));
	uint64_t left;

	g->r = calloc(1, sizeof(*g->r));
	g->r->base.ops = &ops;
	g->r->variant = mr500_variant(chip);
	fl_mem_init(&g->r->base.mem, NULL, RIG_MEM_B, 1ull << 32);
	fl_mem_place_vram(&g->r->base.mem, RIG_BASE);
	g->mem = fl_mem_at(&g->r->base.mem, RIG_BASE, &left);
	mr500_rb_new(g->r);
	mr500_ga_new(g->r);
	g->t = rig_thread_new(g->r);
	rig_set(g, R500_GB_TILE_CONFIG, 0x17);
	rig_set(g, R500_SU_REG_DEST, 0xf);
	rig_set(g, R500_RB3D_CCTL, R500_RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE(1));
	rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 0xf);
	rig_set(g, R500_RB3D_COLOROFFSET(0), RIG_BASE);
	rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 6u << 21);
	rig_set(g, R500_US_OUT_FMT(0), 0x1b00); /* C4_8, B G R A */
	for (unsigned i = 1; i < 4; i++)
		rig_set(g, R500_US_OUT_FMT(i), R500_US_OUT_FMT__OUT_FMT__UNUSED);
	rig_set(g, R500_ZB_FORMAT, 2);
	rig_set(g, R500_ZB_DEPTHOFFSET, RIG_BASE + 0x400000);
	rig_set(g, R500_ZB_DEPTHPITCH, 256);
	return g;
}

static inline void rb_rig_delete(struct rb_rig *g)
{
	severities(&g->r->base);
	mr500_rb_free(g->r);
	mr500_ga_free(g->r);
	fl_mem_free(&g->r->base.mem);
	fl_arena_free(&g->arena);
	free(g->r->base.reports);
	free(g->r->base.report_key);
	rig_thread_delete(g->t);
	free(g->r);
	free(g);
}

/* Decode the registers, open tile (tx, ty). */
static inline bool rig_open(struct rb_rig *g, unsigned tx, unsigned ty)
{
	static const uint8_t n[4] = {2, 3, 4, 6};
	uint32_t aa = g->r->reg[R500_GB_AA_CONFIG / 4];

	memset(&g->d, 0, sizeof(g->d));
	g->d.fg = mr500_fg_decode(g->r, &g->arena);
	g->d.base.depth = mr500_zb_decode(g->r, &g->arena);
	g->d.base.color = mr500_cb_decode(g->r, &g->arena);
	g->d.base.samples = aa & 1 ? n[aa >> 1 & 3] : 1;
	g->t->wave.draw = &g->d.base;
	if (!g->d.fg || !g->d.base.depth || !g->d.base.color)
		return false;
	fl_pixel_targets(&g->d.base);
	return fl_tile_open(&g->r->rb->tiles, &g->d.base, tx, ty, &g->t->tile);
}

/* The wave is the aligned 8x8 block at (x, y) of the tile. */
static inline void rig_block(struct rb_rig *g, unsigned x, unsigned y, uint64_t cover)
{
	struct fl_wave *w = &g->t->wave;

	w->n_quads = FL_WAVE_QUADS;
	w->block = true;
	w->back = 0;
	for (unsigned q = 0; q < FL_WAVE_QUADS; q++) {
		w->qx[q] = (uint8_t)(x + q % 4 * 2);
		w->qy[q] = (uint8_t)(y + q / 4 * 2);
	}
	for (unsigned s = 0; s < FL_WAVE_SAMPLES; s++)
		w->cover[s] = s < g->d.base.samples ? cover : 0;
}

/* The wave is n quads anywhere in the tile. */
static inline void rig_quads(struct rb_rig *g, unsigned n, uint32_t *seed);

static inline uint32_t rig_random(uint32_t *seed) /* xorshift32 */
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static inline uint64_t rig_random64(uint32_t *seed)
{
	uint64_t hi = rig_random(seed);

	return hi << 32 | rig_random(seed);
}

static inline void rig_quads(struct rb_rig *g, unsigned n, uint32_t *seed)
{
	struct fl_wave *w = &g->t->wave;
	unsigned place = rig_random(seed) % 1024;

	w->n_quads = n;
	w->block = false;
	w->back = rig_random64(seed);
	for (unsigned q = 0; q < n; q++) { /* 37 and 1024 have no common divisor: no place twice */
		place = (place + 37) % 1024;
		w->qx[q] = (uint8_t)(place % 32 * 2);
		w->qy[q] = (uint8_t)(place / 32 * 2);
	}
	for (unsigned s = 0; s < FL_WAVE_SAMPLES; s++) {
		uint64_t lanes = n == 16 ? ~0ull : (1ull << n * 4) - 1;
		w->cover[s] = s < g->d.base.samples ? rig_random64(seed) & lanes : 0;
	}
}

/* All pixels of the wave have this color. */
static inline void rig_color(struct rb_rig *g, unsigned target, float r, float green, float b, float a)
{
	const float c[4] = {r, green, b, a};

	for (unsigned k = 0; k < 4; k++)
		for (unsigned i = 0; i < FL_WAVE_PX; i++)
			mr500_px_of(g->t)->out[target][k][i] = c[k];
}

static inline uint32_t rig_dword(const struct rb_rig *g, uint32_t offset)
{
	uint32_t v;

	memcpy(&v, g->mem + offset, 4);
	return v;
}

static inline void rig_fill(struct rb_rig *g, uint32_t offset, uint32_t size_B, uint32_t v)
{
	for (uint32_t i = 0; i < size_B; i += 4)
		memcpy(g->mem + offset + i, &v, 4);
}

/* The sets that this machine can run, scalar first. */
static inline unsigned rig_isas(enum fl_isa out[4])
{
	unsigned n = 0;

	out[n++] = FL_ISA_SCALAR;
	out[n++] = FL_ISA_BASE;
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
		out[n++] = FL_ISA_AVX2;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
		out[n++] = FL_ISA_AVX512;
#endif
	return n;
}

static inline void rig_run(void (*fn)(struct fl_raster_thread *), struct rb_rig *g)
{
	fn(g->t);
}

static inline void rig_run_cb(struct rb_rig *g, enum fl_isa isa)
{
	rig_run(FL_SIMD_PICK(isa, fl_pixel_color_run), g);
}

/* Draw one color over an 8x8 block that holds `old`, flush, and give the word of pixel (0, 0). */
static inline uint32_t rig_draw_one(struct rb_rig *g, enum fl_isa isa, uint32_t old, const float c[4])
{
	rig_fill(g, 0, 256 * 8 * 4, old);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 0, 0, ~0ull);
	rig_color(g, 0, c[0], c[1], c[2], c[3]);
	rig_run_cb(g, isa);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	fl_arena_reset(&g->arena);
	return rig_dword(g, 0);
}

#endif
