/* SPDX-License-Identifier: MIT
 *
 * PE's depths and stencils by formula, faces, bias, counts of samples, samples of a pixel, tile status (GC
 * facts 7, 8, 8.2, 10).
 */
#include "tests/unit/gc/draw_rig.h"

static const float color[4] = {1, 1, 1, 1};

enum { WHITE = -1, Z24 = 16777215, Z16 = 65535, OP_BITS = 4 };

static void depth_config(struct draw_rig *d, bool wide, unsigned func, bool write)
{
	draw_state(d, GC_PE_DEPTH_CONFIG,
		   GC_PE_DEPTH_CONFIG__DEPTH_MODE(GC_PE_DEPTH_CONFIG__DEPTH_MODE__Z) |
		       GC_PE_DEPTH_CONFIG__DEPTH_FORMAT(wide) | GC_PE_DEPTH_CONFIG__DEPTH_FUNC(func) |
		       GC_PE_DEPTH_CONFIG__WRITE_ENABLE(write) | GC_PE_DEPTH_CONFIG__SUPER_TILED(1));
	draw_float(d, GC_PE_DEPTH_NORMALIZE, wide ? Z24 : Z16);
	draw_state(d, GC_PE_DEPTH_STRIDE, DRAW_SIDE * (wide ? 4 : 2));
}

static void fill(struct draw_rig *d, uint32_t surface, uint32_t value, unsigned cpp)
{
	for (unsigned y = 0; y < DRAW_SIDE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++)
			memcpy(draw_at(d, surface, x, y, cpp), &value, cpp);
}

static bool passes(unsigned func, uint32_t a, uint32_t b)
{
	switch (func) {
	case GC_COMPARE_FUNC__NEVER:
		return false;
	case GC_COMPARE_FUNC__LESS:
		return a < b;
	case GC_COMPARE_FUNC__EQUAL:
		return a == b;
	case GC_COMPARE_FUNC__LEQUAL:
		return a <= b;
	case GC_COMPARE_FUNC__GREATER:
		return a > b;
	case GC_COMPARE_FUNC__NOTEQUAL:
		return a != b;
	case GC_COMPARE_FUNC__GEQUAL:
		return a >= b;
	default:
		return true;
	}
}

/* ndc 0 is half of the range: (ndc + 1) / 2 * SCALE_Z, rounded. */
Test(gc_pe_depth, every_function_of_both_formats)
{
	for (unsigned wide = 0; wide < 2; wide++)
		for (unsigned func = 0; func < 8; func++)
			for (int step = -1; step <= 1; step++) {
				struct draw_rig d = draw_new(wide ? "gc2000" : "gc3000");
				const uint32_t mine = wide ? (Z24 + 1) / 2 : (Z16 + 1) / 2,
					       there = mine - (uint32_t)step;
				const bool pass = passes(func, mine, there);
				uint32_t got = 0;

				draw_color(&d, color);
				depth_config(&d, wide, func, true);
				fill(&d, DRAW_DEPTH, wide ? there << 8 | 0x5a : there, wide ? 4 : 2);
				draw_all(&d, 0);
				cr_assert_eq(draw_px(&d, 9, 9), pass ? UINT32_MAX : 0, "function %u, %d",
					     func, step);
				memcpy(&got, draw_at(&d, DRAW_DEPTH, 9, 9, wide ? 4 : 2), wide ? 4 : 2);
				cr_assert_eq(got,
					     wide   ? (pass ? mine : there) << 8 | 0x5a
					     : pass ? mine
						    : there,
					     "function %u, %d: %x", func, step, got);
				cr_assert(rig_quiet(&d.r));
				draw_free(&d);
			}
}

static uint32_t stencil_op(unsigned op, uint32_t v, uint32_t ref)
{
	switch (op) {
	case GC_STENCIL_OP__KEEP:
		return v;
	case GC_STENCIL_OP__ZERO:
		return 0;
	case GC_STENCIL_OP__REPLACE:
		return ref;
	case GC_STENCIL_OP__INCR:
		return v < 255 ? v + 1 : v;
	case GC_STENCIL_OP__DECR:
		return v ? v - 1 : v;
	case GC_STENCIL_OP__INVERT:
		return ~v & 255;
	case GC_STENCIL_OP__INCR_WRAP:
		return (v + 1) & 255;
	default:
		return (v - 1) & 255;
	}
}

/* A triangle that covers all, its area in memory rows negative or positive (i0.x = 1). */
static void facing(struct draw_rig *d, bool negative, float z)
{
	draw_vertex(d, 0, -1, -1, z);
	draw_vertex(d, negative ? 2 : 1, 3, -1, z);
	draw_vertex(d, negative ? 1 : 2, -1, 3, z);
	cr_assert(draw_primitives(d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	draw_flush(d);
}

static void every_stencil(const char *chip, bool two_references)
{
	static const uint8_t stored[3] = {0, 0x47, 0xff};
	enum { REF = 0x4b, OTHER = 0x35, MASK = 0xf7, WRITE = 0x7f, SHIFT_BACK = 16 };
	struct draw_rig d = draw_new(chip);

	draw_color(&d, color);
	for (unsigned n = 0; n < 8 * 8 * 3 * 2 * 2; n++) {
		const unsigned func = n % 8, op = n / 8 % 8, v = stored[n / 64 % 3];
		const bool deep = n / 192 % 2, negative = n / 384, back = negative && two_references;
		const bool pass = passes(func, REF & MASK, v & MASK);
		const unsigned fail_op = op, zfail_op = (op + 1) % 8, pass_op = (op + 3) % 8;
		const uint32_t mine = func | pass_op << 4 | fail_op << 8 | zfail_op << 12;
		const uint32_t made = stencil_op(!pass ? fail_op : deep ? zfail_op : pass_op, v, REF);
		uint32_t got;

		depth_config(&d, true, GC_COMPARE_FUNC__LESS, false);
		/* "front": what CW means for culling, too (GC facts 8); the other face zeroes */
		draw_state(&d, GC_PE_STENCIL_OP,
			   !negative ? mine | 0x1117u << SHIFT_BACK : 0x1117u | mine << SHIFT_BACK);
		draw_state(&d, GC_PE_STENCIL_CONFIG,
			   GC_PE_STENCIL_CONFIG__MODE(GC_PE_STENCIL_CONFIG__MODE__TWO_SIDED) |
			       GC_PE_STENCIL_CONFIG__REF_FRONT(back ? OTHER : REF) |
			       GC_PE_STENCIL_CONFIG__MASK_FRONT(MASK) |
			       GC_PE_STENCIL_CONFIG__WRITE_MASK(WRITE));
		draw_state(&d, GC_PE_STENCIL_CONFIG_EXT, back ? REF : OTHER);
		draw_state(&d, GC_PE_STENCIL_CONFIG_EXT2,
			   GC_PE_STENCIL_CONFIG_EXT2__MASK_BACK(MASK) |
			       GC_PE_STENCIL_CONFIG_EXT2__WRITE_MASK_BACK(WRITE));
		fill(&d, DRAW_DEPTH, (deep ? 0 : (uint32_t)Z24) << 8 | v, 4);
		fill(&d, DRAW_TARGET, 0, 4);
		facing(&d, negative, 0);
		memcpy(&got, draw_at(&d, DRAW_DEPTH, 33, 20, 4), 4);
		cr_assert_eq(got & 255, (made & WRITE) | (v & (uint8_t)~WRITE),
			     "%s: function %u, operation %u, %02x, %s, %s: %02x, not %02x", chip, func, op, v,
			     deep ? "deep" : "near", negative ? "negative" : "positive", got & 255,
			     (made & WRITE) | (v & (uint8_t)~WRITE));
		cr_assert_eq(draw_px(&d, 33, 20), pass && !deep ? UINT32_MAX : 0);
	}
	cr_assert(rig_quiet(&d.r));
	draw_free(&d);
}

/* Every function and operation, where the stencil fails, the depth fails, both pass; each face by states of
 * its own, but for the reference, of which GC2000 has one. */
Test(gc_pe_depth, every_stencil)
{
	every_stencil("gc2000", false);
	every_stencil("gc3000", true);
}

/* 1 drops the faces of positive area, 2 the others: Mesa draws closed bodies so (choices.md). */
Test(gc_setup, culling)
{
	for (unsigned cull = 0; cull < 3; cull++)
		for (unsigned negative = 0; negative < 2; negative++) {
			struct draw_rig d = draw_new("gc2000");
			const bool seen = !cull || (cull == 1) == negative;

			draw_color(&d, color);
			draw_state(&d, GC_PA_CONFIG, 0x00412000 | GC_PA_CONFIG__CULL_FACE_MODE(cull));
			facing(&d, negative, 0);
			cr_assert_eq(draw_px(&d, 20, 20), seen ? UINT32_MAX : 0, "cull %u, %u", cull,
				     negative);
			draw_free(&d);
		}
}

/* SE_DEPTH_BIAS counts depths from 0 to 1; SE_DEPTH_SCALE slopes a pixel. */
Test(gc_setup, bias)
{
	struct draw_rig d = draw_new("gc2000");
	uint32_t got;

	draw_color(&d, color);
	depth_config(&d, true, GC_COMPARE_FUNC__ALWAYS, true);
	draw_float(&d, GC_SE_DEPTH_BIAS, 0x1p-10f);
	draw_all(&d, 0);
	memcpy(&got, draw_at(&d, DRAW_DEPTH, 3, 3, 4), 4);
	cr_assert_leq(abs((int)(got >> 8) - (int)(Z24 * (0.5 + 0x1p-10) + 0.5)), 1, "%x", got);
	draw_float(&d, GC_SE_DEPTH_BIAS, 0);
	draw_float(&d, GC_SE_DEPTH_SCALE, 2);
	/* depth grows by 1/4 over the 64 pixels, from 0 on at x = 0: 1/256 a pixel */
	draw_vertex(&d, 0, -1, -1, -1);
	draw_vertex(&d, 1, 1, -1, -0.5f);
	draw_vertex(&d, 2, -1, 1, -1);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	draw_flush(&d);
	memcpy(&got, draw_at(&d, DRAW_DEPTH, 10, 3, 4), 4);
	cr_assert_leq(abs((int)(got >> 8) - (int)(Z24 * ((10.5 + 2) / 256) + 0.5)), 2, "%x", got >> 8);
	draw_free(&d);
}

/* Scissors: the pixels whose middle is inside. */
Test(gc_setup, scissor)
{
	struct draw_rig d = draw_new("gc2000");

	draw_color(&d, color);
	draw_float(&d, GC_SE_SCISSOR_LEFT, 5);
	draw_float(&d, GC_SE_SCISSOR_TOP, 7);
	draw_float(&d, GC_SE_SCISSOR_RIGHT, 20 + 0x1119 / 65536.0f);
	draw_float(&d, GC_SE_SCISSOR_BOTTOM, 30 + 0x1111 / 65536.0f);
	draw_all(&d, 0);
	for (unsigned y = 0; y < DRAW_SIDE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++)
			cr_assert_eq(draw_px(&d, x, y), x >= 5 && x < 20 && y >= 7 && y < 30 ? UINT32_MAX : 0,
				     "(%u, %u)", x, y);
	draw_free(&d);
}

/* The count of samples that pass is added at the address. */
Test(gc_pe_depth, occlusion)
{
	enum { SLOT = DRAW_STATUS + 64, BEFORE = 1000 };
	struct draw_rig d = draw_new("gc2000");

	draw_color(&d, color);
	rig_poke(&d.r, SLOT, BEFORE);
	rig_poke(&d.r, SLOT + 4, 0);
	mgc_occlusion(d.r.g, true, d.r.base + SLOT);
	draw_all(&d, 0);
	draw_float(&d, GC_SE_SCISSOR_RIGHT, 10);
	draw_all(&d, 0);
	mgc_occlusion(d.r.g, false, 0);
	draw_all(&d, 0); /* not counted */
	cr_assert_eq(rig_peek(&d.r, SLOT), BEFORE + DRAW_SIDE * DRAW_SIDE + 10 * DRAW_SIDE);
	cr_assert_eq(rig_peek(&d.r, SLOT + 4), 0);
	mgc_occlusion(d.r.g, false, 0);
	rig_said(&d.r, FL_WARN, "nothing is counted");
	draw_free(&d);
}

/* Four samples at the places of GC facts 7, in a surface of twice the width and height: which a straight edge
 * covers. Nibbles X, Y in sixteenths: the edge lies at 6.5 of pixel 10. */
Test(gc_pe_depth, four_samples)
{
	enum { AT = 0xeaa26e26, EDGE_PX = 10 };
	const double edge = EDGE_PX + 6.5 / 16;
	struct draw_rig d = draw_new("gc3000");

	draw_color(&d, color);
	draw_state(&d, GC_GL_MULTI_SAMPLE_CONFIG, 0xf0 | 2);
	draw_state(&d, GC_PS_INPUT_COUNT, 0x1f02);
	draw_state(&d, GC_RA_MULTISAMPLE_UNK00E10(0), AT);
	draw_state(&d, GC_PE_COLOR_STRIDE, DRAW_SIDE * 4);
	draw_float(&d, GC_SE_SCISSOR_RIGHT, DRAW_SIDE / 2);
	draw_float(&d, GC_SE_SCISSOR_BOTTOM, DRAW_SIDE / 2);
	draw_vertex(&d, 0, -1, -1, 0);
	draw_vertex(&d, 1, (float)(edge / (DRAW_SIDE / 2) - 1), -1, 0);
	draw_vertex(&d, 2, -1, 3, 0);
	draw_vertex(&d, 3, (float)(edge / (DRAW_SIDE / 2) - 1), -1, 0);
	draw_vertex(&d, 4, (float)(edge / (DRAW_SIDE / 2) - 1), 3, 0);
	draw_vertex(&d, 5, -1, 3, 0);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 2));
	draw_flush(&d);
	for (unsigned x = 0; x < DRAW_SIDE / 2; x++)
		for (unsigned s = 0; s < 4; s++)
			cr_assert_eq(draw_px(&d, 2 * x + s % 2, 2 * 5 + s / 2),
				     x + (AT >> 8 * s & 15) / 16.0 < edge ? UINT32_MAX : 0,
				     "pixel %u, sample %u", x, s);
	draw_free(&d);
}

/* ---- tile status --------------------------------------------------------------------------------------- */
/* A cleared target, of which a rectangle is drawn: memory has it and the clear value around it as far as its
 * tiles of 64 bytes go; other tiles stay cleared. */
static void drawn_tiles(const char *chip, unsigned w, unsigned h)
{
	enum { CLEAR = 0x12345678, CLEARED_WORD = 0x55, TS_B = 0x1000 };
	const unsigned touched_w = (w + 3) / 4 * 4, touched_h = (h + 3) / 4 * 4;
	struct draw_rig d = draw_new(chip);
	struct mgc_ts ts;

	memset(d.r.mem + DRAW_STATUS, CLEARED_WORD, TS_B);
	fill(&d, DRAW_TARGET, 0xdeadbeef, 4); /* what a clear by status leaves in memory */
	draw_state(&d, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(1));
	draw_state(&d, GC_TS_COLOR_STATUS_BASE, d.r.base + DRAW_STATUS);
	draw_state(&d, GC_TS_COLOR_SURFACE_BASE, d.r.base + DRAW_TARGET);
	draw_state(&d, GC_TS_COLOR_CLEAR_VALUE, CLEAR);
	draw_color(&d, color);
	draw_float(&d, GC_SE_SCISSOR_RIGHT, (float)w);
	draw_float(&d, GC_SE_SCISSOR_BOTTOM, (float)h);
	draw_all(&d, 0);
	ts = mgc_ts_color(d.r.g, 0);
	for (unsigned y = 0; y < DRAW_SIDE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++) {
			const bool drawn = x < w && y < h, touched = x < touched_w && y < touched_h;
			const uint8_t *at = draw_at(&d, DRAW_TARGET, x, y, 4);
			const unsigned tile = (unsigned)(at - (d.r.mem + DRAW_TARGET)) / 64;
			uint32_t through = 0;

			cr_assert_eq(draw_px(&d, x, y),
				     drawn     ? UINT32_MAX
				     : touched ? CLEAR
					       : 0xdeadbeef,
				     "%s, %u by %u: (%u, %u)", chip, w, h, x, y);
			cr_assert_eq(d.r.mem[DRAW_STATUS + tile / 4] >> tile % 4 * 2 & 3, touched ? 0 : 1);
			cr_assert(mgc_ts_read(d.r.g, &ts, MGC_PE, (uint32_t)(d.r.base + (at - d.r.mem)),
					      &through, 4));
			cr_assert_eq(through, drawn ? UINT32_MAX : CLEAR);
		}
	/* and no more than the target's tiles */
	for (unsigned i = DRAW_SIDE * DRAW_SIDE * 4 / 64 / 4; i < DRAW_HALF / 64 / 4; i++)
		cr_assert_eq(d.r.mem[DRAW_STATUS + i], CLEARED_WORD);
	draw_free(&d);
}

Test(gc_ts, drawn_tiles_are_no_longer_cleared)
{
	static const char *const chips[] = {"gc2000", "gc3000"};

	for (unsigned i = 0; i < 2; i++) {
		drawn_tiles(chips[i], 10, 6);
		drawn_tiles(chips[i], DRAW_SIDE, DRAW_SIDE); /* a tile of the cache at once */
		drawn_tiles(chips[i], DRAW_SIDE, DRAW_SIDE - 1);
	}
}

/* What PE reads of a cleared tile is the clear value: blending with nothing keeps it. */
Test(gc_ts, blending_sees_the_clear_value)
{
	enum { CLEAR = 0x40302010 };
	struct draw_rig d = draw_new("gc2000");

	memset(d.r.mem + DRAW_STATUS, 0x55, 0x1000);
	draw_state(&d, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(1));
	draw_state(&d, GC_TS_COLOR_STATUS_BASE, d.r.base + DRAW_STATUS);
	draw_state(&d, GC_TS_COLOR_SURFACE_BASE, d.r.base + DRAW_TARGET);
	draw_state(&d, GC_TS_COLOR_CLEAR_VALUE, CLEAR);
	draw_color(&d, color);
	draw_state(&d, GC_PE_ALPHA_CONFIG,
		   GC_PE_ALPHA_CONFIG__BLEND_ENABLE_COLOR(1) |
		       GC_PE_ALPHA_CONFIG__DST_FUNC_COLOR(GC_BLEND_FUNC__ONE)); /* source by zero */
	draw_all(&d, 0);
	for (unsigned y = 0; y < DRAW_SIDE; y += 3)
		for (unsigned x = 0; x < DRAW_SIDE; x += 3)
			cr_assert_eq(draw_px(&d, x, y), CLEAR);
	draw_free(&d);
}

Test(gc_ts, depth_cleared_by_status)
{
	struct draw_rig d = draw_new("gc2000");

	memset(d.r.mem + DRAW_STATUS, 0x55, 0x1000);
	draw_state(&d, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__DEPTH_FAST_CLEAR(1));
	draw_state(&d, GC_TS_DEPTH_STATUS_BASE, d.r.base + DRAW_STATUS);
	draw_state(&d, GC_TS_DEPTH_SURFACE_BASE, d.r.base + DRAW_DEPTH);
	draw_state(&d, GC_TS_DEPTH_CLEAR_VALUE, 0x40000000); /* a quarter */
	draw_color(&d, color);
	depth_config(&d, true, GC_COMPARE_FUNC__LESS, false);
	draw_all(&d, 0); /* a half */
	cr_assert_eq(draw_px(&d, 50, 50), 0);
	draw_all(&d, -0.75f); /* an eighth */
	cr_assert_eq(draw_px(&d, 50, 50), UINT32_MAX);
	draw_free(&d);
}

/* GC facts 12: memory of a status that nobody has filled. */
Test(gc_ts, garbage_is_named)
{
	struct draw_rig d = draw_new("gc3000");

	memset(d.r.mem + DRAW_STATUS, 0xaa, 0x1000);
	draw_state(&d, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(1));
	draw_state(&d, GC_TS_COLOR_STATUS_BASE, d.r.base + DRAW_STATUS);
	draw_state(&d, GC_TS_COLOR_SURFACE_BASE, d.r.base + DRAW_TARGET);
	draw_color(&d, color);
	draw_all(&d, 0);
	rig_said(&d.r, FL_WARN, "was never filled");
	draw_free(&d);
}

/* GC facts 8.2: the status moves while pixels that are drawn to the surface are in the cache. */
Test(gc_ts, a_status_that_moves_is_named)
{
	struct draw_rig d = draw_new("gc3000");

	memset(d.r.mem + DRAW_STATUS, 0x55, 0x2000);
	draw_state(&d, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(1));
	draw_state(&d, GC_TS_COLOR_STATUS_BASE, d.r.base + DRAW_STATUS);
	draw_state(&d, GC_TS_COLOR_SURFACE_BASE, d.r.base + DRAW_TARGET);
	draw_color(&d, color);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	mgc_finish(d.r.g);
	draw_state(&d, GC_TS_COLOR_STATUS_BASE, d.r.base + DRAW_STATUS + 0x1000);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	draw_flush(&d);
	rig_said(&d.r, FL_WARN, "flush first");
	draw_free(&d);
}

/* Memory of 4 bits a tile, of 128 and of 256 bytes, on HALTI5. */
Test(gc_ts, large_tiles)
{
	for (unsigned large = 0; large < 2; large++) {
		struct draw_rig d = {.r = rig_new("gc7000l")};
		const unsigned tile_B = large ? 256 : 128;
		struct mgc_ts ts;

		draw_state(&d, GC_PE_MEM_CONFIG, GC_PE_MEM_CONFIG__COLOR_TS_MODE(large));
		draw_state(&d, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(1));
		draw_state(&d, GC_TS_COLOR_STATUS_BASE, d.r.base + DRAW_STATUS);
		draw_state(&d, GC_TS_COLOR_SURFACE_BASE, d.r.base + DRAW_TARGET);
		draw_state(&d, GC_TS_COLOR_CLEAR_VALUE, 0x01020304);
		rig_poke(&d.r, DRAW_STATUS, 0x00000110); /* tiles 1 and 2 */
		ts = mgc_ts_color(d.r.g, 0);
		for (unsigned at = 0; at < 8 * tile_B; at += 4) {
			const bool cleared = at / tile_B == 1 || at / tile_B == 2;
			uint32_t got;

			rig_poke(&d.r, DRAW_TARGET + at, at);
			cr_assert(mgc_ts_read(d.r.g, &ts, MGC_PE, d.r.base + DRAW_TARGET + at, &got, 4));
			cr_assert_eq(got, cleared ? 0x01020304 : at);
		}
		mgc_ts_written(d.r.g, &ts, d.r.base + DRAW_TARGET + 2 * tile_B + 8);
		cr_assert_eq(rig_peek(&d.r, DRAW_STATUS), 0x00000010);
		cr_assert_eq(rig_peek(&d.r, DRAW_TARGET + 3 * tile_B - 4), 0x01020304);
		draw_free(&d);
	}
}

/* What is gathered is drawn with the status that it was drawn under. */
Test(gc_ts, states_that_come_later_are_not_of_the_draw)
{
	struct draw_rig d = draw_new("gc3000");

	memset(d.r.mem + DRAW_STATUS, 0x55, 0x1000);
	draw_state(&d, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(1));
	draw_state(&d, GC_TS_COLOR_STATUS_BASE, d.r.base + DRAW_STATUS);
	draw_state(&d, GC_TS_COLOR_SURFACE_BASE, d.r.base + DRAW_TARGET);
	draw_state(&d, GC_TS_COLOR_CLEAR_VALUE, 0x11223344);
	draw_color(&d, color);
	draw_float(&d, GC_SE_SCISSOR_RIGHT, 1);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	draw_state(&d, GC_TS_MEM_CONFIG, 0);
	draw_state(&d, GC_TS_COLOR_CLEAR_VALUE, 0);
	draw_flush(&d);
	cr_assert_eq(draw_px(&d, 0, 0), UINT32_MAX);
	cr_assert_eq(draw_px(&d, 2, 0), 0x11223344);
	draw_free(&d);
}
