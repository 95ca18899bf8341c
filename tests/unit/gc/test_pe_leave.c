/* SPDX-License-Identifier: MIT
 *
 * Tiles that the threads which drew them write to memory: whose status has bytes of its own, counted out by
 * the equations (GC facts 8.1, 8.2); and memory after it beside that of tiles written one by one.
 */
#include "tests/unit/gc/draw_rig.h"
#include "tests/unit/gc/place.h"

#include <criterion/criterion.h>

enum { WIDE = 3, TALL = 4, W = WIDE * FL_TILE_PX, BASE = 0x40000, STATUS = 0x10000 };

/* A surface of WIDE tiles, with samples beside each other and below. */
struct form {
	unsigned layout, cpp, samples, tall; /* tall: tiles */
	unsigned sx, sy, stride_B;
	uint32_t addr[2];
};

static struct form form(unsigned layout, unsigned cpp, unsigned samples, unsigned tall)
{
	struct form f = {.layout = layout, .cpp = cpp, .samples = samples, .tall = tall};

	f.sx = samples > 1 ? 2 : 1;
	f.sy = samples > 2 ? 2 : 1;
	f.stride_B = W * f.sx * cpp;
	f.addr[0] = BASE;
	f.addr[1] = BASE + (mgc_layout_multi(layout) ? tall * FL_TILE_PX * f.sy / 2 * f.stride_B : 0);
	return f;
}

/* No two tiles have a byte of the status in common. */
static bool apart(const struct form *f, const struct mgc_ts *ts)
{
	static uint8_t owner[W * TALL * FL_TILE_PX * 4 * 8 / 64];

	memset(owner, 0, sizeof(owner));
	for (unsigned y = 0; y < f->tall * FL_TILE_PX * f->sy; y++)
		for (unsigned x = 0; x < W * f->sx; x++) {
			const unsigned tx = x / f->sx / FL_TILE_PX, ty = y / f->sy / FL_TILE_PX;
			const uint8_t tile = (uint8_t)(1 + tx + WIDE * ty);
			const uint64_t in =
			    place(f->layout, x, y, f->stride_B, f->cpp, f->addr) - ts->surface;
			uint8_t *o = &owner[in / ts->tile_B * ts->bits / 8];

			if (*o && *o != tile)
				return false;
			*o = tile;
		}
	return true;
}

static bool leaves(struct draw_rig *d, const struct form *f, const struct mgc_ts *ts)
{
	struct mgc_surface s = {.base.cache = &d->r.g->pe->tiles};
	struct mgc_drawn drawn = {.ts[0] = *ts};

	s.base.key.cpp = (uint8_t)f->cpp;
	s.base.key.samples = (uint8_t)f->samples;
	mgc_tile_place(&s.base.key, (enum mgc_layout)f->layout, f->addr[0], f->addr[1], f->stride_B);
	mgc_tile_ops.opened(&s.base, &drawn.base);
	return mgc_tile_ops.alone(&s.base);
}

/* Those of super tiles leave, but where a buffer ends inside of one. */
static void all_kinds(struct draw_rig *d, const struct form *f)
{
	const bool whole =
	    mgc_layout_super(f->layout) && !(f->layout == MGC_MULTI_SUPER && f->tall * f->sy % 2);

	for (unsigned kind = 0; kind < 6; kind++) {
		const struct mgc_ts ts = {.on = true,
					  .bits = kind & 1 ? 4 : 2,
					  .tile_B = (uint16_t)(64u << kind / 2),
					  .surface = BASE,
					  .status = STATUS};
		const bool leave = leaves(d, f, &ts);

		cr_assert_eq(leave, whole, "layout %u, %u samples", f->layout, f->samples);
		cr_assert(!leave || apart(f, &ts),
			  "layout %u, %u bytes, %u samples, tiles of %u bytes, %u bits", f->layout, f->cpp,
			  f->samples, ts.tile_B, ts.bits);
	}
}

Test(gc_leave, status_of_tiles_is_apart)
{
	struct draw_rig d = draw_new("gc3000");

	for (unsigned layout = MGC_LINEAR; layout <= MGC_MULTI_SUPER; layout++)
		for (unsigned cpp = 1; cpp <= 8; cpp *= 2)
			for (unsigned samples = 1; samples <= 4; samples *= 2)
				for (unsigned tall = TALL - 1; tall <= TALL; tall++) {
					const struct form f = form(layout, cpp, samples, tall);

					all_kinds(&d, &f);
				}
	draw_free(&d);
}

/* A status that begins elsewhere than the surface, or that is off. */
Test(gc_leave, status_that_begins_elsewhere)
{
	struct draw_rig d = draw_new("gc3000");
	const struct form super = form(MGC_SUPER_OLD, 4, 1, TALL), tiled = form(MGC_TILED, 4, 1, TALL);
	struct mgc_ts ts = {.on = true, .bits = 2, .tile_B = 64, .surface = BASE - 64, .status = STATUS};

	cr_expect_not(leaves(&d, &super, &ts));
	ts.surface = BASE + 64;
	cr_expect_not(leaves(&d, &super, &ts));
	ts.on = false;
	cr_expect(leaves(&d, &super, &ts));
	cr_expect(leaves(&d, &tiled, &ts));
	draw_free(&d);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
enum { MEMORY = 0x700000 - DRAW_TARGET, ROUNDS = 24 };

static float chance(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return (float)(*seed >> 8) / (1 << 23) - 1;
}

/* Some triangles over color and depth that have a status each; one by one: PE's work is waited for before
 * its caches are flushed. */
static void picture(struct draw_rig *d, uint32_t seed, bool one_by_one)
{
	const unsigned n = 1 + seed % 4;

	memset(d->r.mem + DRAW_TARGET, (int)seed, MEMORY);
	memset(d->r.mem + DRAW_STATUS, 0x55, 0x1000);
	memset(d->r.mem + DRAW_STATUS + 0x1000, seed % 3 ? 0x55 : 0, 0x1000);
	draw_state(d, GC_TS_MEM_CONFIG,
		   GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(seed & 1) |
		       GC_TS_MEM_CONFIG__DEPTH_FAST_CLEAR(seed >> 1 & 1));
	draw_state(d, GC_TS_COLOR_STATUS_BASE, d->r.base + DRAW_STATUS);
	draw_state(d, GC_TS_COLOR_SURFACE_BASE, d->r.base + DRAW_TARGET);
	draw_state(d, GC_TS_COLOR_CLEAR_VALUE, 0x80402010);
	draw_state(d, GC_TS_DEPTH_STATUS_BASE, d->r.base + DRAW_STATUS + 0x1000);
	draw_state(d, GC_TS_DEPTH_SURFACE_BASE, d->r.base + DRAW_DEPTH);
	draw_state(d, GC_TS_DEPTH_CLEAR_VALUE, 0xc0000000);
	draw_state(d, GC_PE_DEPTH_CONFIG,
		   GC_PE_DEPTH_CONFIG__DEPTH_MODE(GC_PE_DEPTH_CONFIG__DEPTH_MODE__Z) |
		       GC_PE_DEPTH_CONFIG__WRITE_ENABLE(1) |
		       GC_PE_DEPTH_CONFIG__DEPTH_FUNC(GC_COMPARE_FUNC__LESS) |
		       GC_PE_DEPTH_CONFIG__DEPTH_FORMAT(GC_PE_DEPTH_CONFIG__DEPTH_FORMAT__D24S8) |
		       GC_PE_DEPTH_CONFIG__SUPER_TILED(1));
	for (unsigned i = 0; i < 3 * n; i++)
		draw_vertex(d, i, chance(&seed) * 2, chance(&seed) * 2, chance(&seed));
	cr_assert(draw_primitives(d, GC_PRIMITIVE_TYPE__TRIANGLES, n));
	if (one_by_one)
		mgc_ts_flush(d->r.g);
	draw_flush(d);
}

Test(gc_leave, memory_is_the_same)
{
	static const char *const chips[] = {"gc2000", "gc3000"};
	static const float color[4] = {1, 0.5f, 0.25f, 0.75f};
	uint8_t *kept = malloc(MEMORY);
	unsigned changed = 0;

	cr_assert(kept);
	for (unsigned c = 0; c < 2; c++) {
		struct draw_rig d = draw_new(chips[c]);

		draw_color(&d, color);
		for (uint32_t seed = 0; seed < ROUNDS; seed++) {
			picture(&d, seed, true);
			memcpy(kept, d.r.mem + DRAW_TARGET, MEMORY);
			picture(&d, seed, false);
			cr_assert(!memcmp(kept, d.r.mem + DRAW_TARGET, MEMORY), "%s, %u", chips[c], seed);
			changed += kept[0] != (uint8_t)seed;
		}
		draw_free(&d);
	}
	cr_assert_gt(changed, ROUNDS / 4, "pictures are drawn");
	free(kept);
}

/* What the host changes after a flush, a blended draw finds: the source counts nothing there. */
Test(gc_leave, a_flush_empties_the_caches)
{
	static const float color[4] = {1, 0.5f, 0.25f, 0.75f};
	static const uint32_t own = 0x12345678;
	struct draw_rig d = draw_new("gc2000");
	uint32_t got;

	draw_color(&d, color);
	draw_all(&d, 0);
	memcpy(draw_at(&d, DRAW_TARGET, 9, 40, 4), &own, 4);
	draw_state(&d, GC_PE_ALPHA_CONFIG,
		   GC_PE_ALPHA_CONFIG__BLEND_ENABLE_COLOR(1) |
		       GC_PE_ALPHA_CONFIG__DST_FUNC_COLOR(GC_BLEND_FUNC__ONE));
	draw_all(&d, 0);
	memcpy(&got, draw_at(&d, DRAW_TARGET, 9, 40, 4), 4);
	cr_assert_eq(got, own, "%08x", got);
	draw_free(&d);
}
