/* SPDX-License-Identifier: MIT
 *
 * A rig for the tests of R6xx back ends and fetches: a chip that has registers, a tile cache and 16 MiB of
 * memory, and one thread whose waves the test fills in by hand.
 */
#ifndef TESTS_UNIT_R600_TEST_RB_RIG_H
#define TESTS_UNIT_R600_TEST_RB_RIG_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/pixel/target.h"
#include "hw/model/r600/db.h"
#include "hw/model/r600/fetch.h"
#include "hw/model/r600/rb.h"
#include "hw/model/r600/surface.h"

enum { RIG_BASE = 0x40000000, RIG_MEM_B = 16 << 20, RIG_DEPTH = RIG_BASE + (8 << 20), RIG_PX = 64 };

static inline void *rig_zeroed(size_t size_B)
{
	void *p = aligned_alloc(64, (size_B + 63) & ~(size_t)63);

	return p ? memset(p, 0, size_B) : NULL;
}

struct rb_rig {
	struct mr600 *r;
	struct fl_raster_thread *t;
	struct fl_raster_draw d;
	struct fl_arena arena;
	struct mr600_variant chip;
	uint8_t *mem; /* of RIG_BASE */
};

static inline void rig_set(struct rb_rig *g, uint32_t offset, uint32_t value)
{
	g->r->reg[offset / 4] = value;
}

static inline void rig_float(struct rb_rig *g, uint32_t offset, float value)
{
	rig_set(g, offset, (uint32_t)num_bits(value));
}

/* 64 by 64 pixels: a linear color buffer 0 of bytes R, G, B, A at RIG_BASE; no depth buffer. */
static inline struct rb_rig *rb_rig_new(void)
{
	static const struct fl_model_ops ops;
	struct rb_rig *g = calloc(1, sizeof(*g));
	uint64_t left;

	g->chip = (struct mr600_variant){.name = "rv770", .r7xx = true, .backends = 4};
	g->r = calloc(1, sizeof(*g->r));
	g->r->base.ops = &ops;
	g->r->variant = &g->chip;
	fl_mem_init(&g->r->base.mem, NULL, RIG_MEM_B, 1ull << 32);
	fl_mem_place_vram(&g->r->base.mem, RIG_BASE);
	g->mem = fl_mem_at(&g->r->base.mem, RIG_BASE, &left);
	mr600_rb_new(g->r);
	mr600_vgt_new(g->r); /* which says whether draws are gathered */
	g->t = rig_zeroed(sizeof(*g->t));
	g->t->model = &g->r->base;
	g->t->regs = rig_zeroed(sizeof(struct mr600_px));
	g->t->out = mr600_px_of(g->t)->out;
	rig_set(g, R600_GB_TILING_CONFIG, 0x16);
	rig_set(g, R600_CB_COLOR_BASE(0), RIG_BASE >> 8);
	rig_set(g, R600_CB_COLOR_SIZE(0), (RIG_PX / 8 - 1) | (RIG_PX * RIG_PX / 64 - 1) << 10);
	rig_set(g, R600_CB_COLOR_INFO(0),
		R600_CB_COLOR_INFO__FORMAT(R600_CB_COLOR_INFO__FORMAT__COLOR_8_8_8_8) |
		    R600_CB_COLOR_INFO__ARRAY_MODE(1) | R600_CB_COLOR_INFO__BLEND_CLAMP(1));
	rig_set(g, R600_CB_TARGET_MASK, 0xf);
	rig_set(g, R600_CB_SHADER_MASK, 0xf);
	rig_set(g, R600_CB_COLOR_CONTROL, R600_CB_COLOR_CONTROL__ROP3(0xcc));
	rig_set(g, R600_DB_DEPTH_BASE, RIG_DEPTH >> 8);
	rig_set(g, R600_DB_DEPTH_SIZE, (RIG_PX / 8 - 1) | (RIG_PX * RIG_PX / 64 - 1) << 10);
	return g;
}

static inline void rb_rig_delete(struct rb_rig *g)
{
	mr600_vgt_free(g->r);
	mr600_rb_free(g->r);
	fl_mem_free(&g->r->base.mem);
	fl_arena_free(&g->arena);
	free(g->r->base.reports);
	free(g->r->base.report_key);
	free(g->t->regs);
	free(g->t);
	free(g->r);
	free(g);
}

/* Decode the registers, open tile (0, 0). */
static inline bool rig_open(struct rb_rig *g)
{
	const struct fl_pixel_color *cb = mr600_cb_decode(g->r, &g->arena);
	const struct fl_pixel_depth *db = mr600_db_decode(g->r, &g->arena);

	memset(&g->d, 0, sizeof(g->d));
	if (!cb || !db)
		return false;
	g->d.color = cb;
	g->d.depth = db;
	g->d.samples = 1u << (g->r->reg[R600_PA_SC_AA_CONFIG / 4] & 3);
	g->t->wave.draw = &g->d;
	fl_pixel_targets(&g->d);
	return fl_tile_open(&g->r->rb->tiles, &g->d, 0, 0, &g->t->tile);
}

/* The wave is the aligned 8x8 block at (x, y) of the tile, covered whole. */
static inline void rig_block(struct rb_rig *g, unsigned x, unsigned y)
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
		w->cover[s] = s < g->d.samples ? ~0ull : 0;
}

/* All pixels of the wave get these bits. */
static inline void rig_color(struct rb_rig *g, unsigned target, const uint32_t c[4])
{
	for (unsigned k = 0; k < 4; k++)
		for (unsigned i = 0; i < FL_WAVE_PX; i++)
			memcpy(&mr600_px_of(g->t)->out[target][k][i], &c[k], 4);
}

static inline void rig_flush(struct rb_rig *g)
{
	fl_tile_flush(&g->r->rb->tiles, false);
	fl_tile_flush(&g->r->rb->tiles, true);
	fl_tile_forget(&g->r->rb->tiles, false);
	fl_tile_forget(&g->r->rb->tiles, true);
	fl_arena_reset(&g->arena);
}

static inline uint32_t rig_random(uint32_t *seed) /* xorshift32 */
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

/* A draw of the block at (0, 0), in both paths; what the first pixel has after it. */
static inline void rig_draw(struct rb_rig *g, enum fl_isa isa, const uint32_t c[4], unsigned cpp, uint8_t *px)
{
	cr_assert(rig_open(g));
	rig_block(g, 0, 0);
	rig_color(g, 0, c);
	FL_SIMD_PICK(isa, fl_pixel_color_run)(g->t);
	rig_flush(g);
	memcpy(px, g->mem, cpp);
}

#endif
