/* SPDX-License-Identifier: MIT
 *
 * Draw commands: indices of every width, restarts, base vertex, kinds of primitives, and what hangs FE (GC
 * facts 3, 6, 12). Points show which vertices came: one each column.
 */
#include "tests/unit/gc/draw_rig.h"

static const float color[4] = {1, 1, 1, 1};

/* Vertex i is the middle of pixel (i, 0). */
static void columns(struct draw_rig *d, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		draw_vertex(d, i, (float)((i + 0.5) / (DRAW_SIDE / 2) - 1),
			    (float)(0.5 / (DRAW_SIDE / 2) - 1), 0);
}

static uint64_t seen(struct draw_rig *d)
{
	uint64_t px = 0;

	draw_flush(d);
	for (unsigned x = 0; x < DRAW_SIDE; x++) {
		px |= (uint64_t)(draw_px(d, x, 0) == UINT32_MAX) << x;
		memset(draw_at(d, DRAW_TARGET, x, 0, 4), 0, 4);
	}
	return px;
}

Test(gc_draws, indices_of_every_width)
{
	static const unsigned which[4] = {3, 9, 40, 17};

	for (unsigned type = 0; type < 3; type++)
		for (int base = -2; base <= 2; base += 2) {
			struct draw_rig d = draw_new("gc2000");
			const struct mgc_draw_src src = {.type = GC_PRIMITIVE_TYPE__POINTS,
							 .indexed = true,
							 .first = 1,
							 .count = 3,
							 .base = base,
							 .instances = 1};
			uint64_t want = 0;

			columns(&d, DRAW_SIDE);
			draw_color(&d, color);
			for (unsigned i = 0; i < 4; i++) {
				memcpy(d.r.mem + DRAW_INDICES + (i << type), &which[i], 1u << type);
				want |= i ? UINT64_C(1) << ((int)which[i] + base) : 0;
			}
			draw_state(&d, GC_FE_INDEX_STREAM_BASE_ADDR, d.r.base + DRAW_INDICES);
			draw_state(&d, GC_FE_INDEX_STREAM_CONTROL, type);
			cr_assert(mgc_draw(d.r.g, &src));
			cr_assert_eq(seen(&d), want, "type %u, base %d", type, base);
			cr_assert(rig_quiet(&d.r));
			draw_free(&d);
		}
}

/* The same by a command of HALTI2: START is a base there, and may be below 0. */
Test(gc_draws, start_of_indices_is_their_base)
{
	static const uint16_t which[3] = {9, 40, 17};

	for (int base = -2; base <= 4; base += 3) {
		struct draw_rig d = draw_new("gc3000");
		uint64_t want = 0;

		columns(&d, DRAW_SIDE);
		draw_color(&d, color);
		memcpy(d.r.mem + DRAW_INDICES, which, sizeof(which));
		for (unsigned i = 0; i < 3; i++)
			want |= UINT64_C(1) << (which[i] + base);
		draw_state(&d, GC_FE_INDEX_STREAM_BASE_ADDR, d.r.base + DRAW_INDICES);
		draw_state(&d, GC_FE_INDEX_STREAM_CONTROL, GC_FE_INDEX_STREAM_CONTROL__TYPE__UNSIGNED_SHORT);
		rig_put2(&d.r, RIG_OP(DRAW_INSTANCED) | 1 << 20 | GC_PRIMITIVE_TYPE__POINTS << 16 | 1, 3);
		rig_put2(&d.r, (uint32_t)base, 0);
		rig_end(&d.r);
		cr_assert(rig_go(&d.r));
		cr_expect_eq(seen(&d), want, "base %d", base);
		cr_expect(rig_quiet(&d.r));
		draw_free(&d);
	}
}

/* A strip of lines that an index of all ones parts: no line goes over it. */
Test(gc_draws, restart)
{
	static const uint16_t strip[5] = {2, 6, 0xffff, 20, 25};
	struct draw_rig d = draw_new("gc3000");
	const struct mgc_draw_src src = {.type = GC_PRIMITIVE_TYPE__LINE_STRIP,
					 .indexed = true,
					 .by_vertices = true,
					 .count = 5,
					 .instances = 1};
	uint64_t px;

	columns(&d, DRAW_SIDE);
	draw_color(&d, color);
	memcpy(d.r.mem + DRAW_INDICES, strip, sizeof(strip));
	draw_state(&d, GC_FE_INDEX_STREAM_BASE_ADDR, d.r.base + DRAW_INDICES);
	draw_state(&d, GC_FE_INDEX_STREAM_CONTROL, 1 | 1 << 8);
	draw_state(&d, GC_FE_PRIMITIVE_RESTART_INDEX, 0xffff);
	cr_assert(mgc_draw(d.r.g, &src));
	px = seen(&d);
	for (unsigned x = 0; x < DRAW_SIDE; x++)
		if (x != 6 && x != 25) /* the last pixel of a line is not drawn, or is */
			cr_assert_eq(px >> x & 1, (x >= 2 && x < 6) || (x >= 20 && x < 25), "column %u", x);
	draw_free(&d);
}

/* As many instances as are asked for, each with its own element of a stream that has a divisor. */
Test(gc_draws, instances)
{
	struct draw_rig d = draw_new("gc3000");
	const struct mgc_draw_src src = {
	    .type = GC_PRIMITIVE_TYPE__POINTS, .by_vertices = true, .count = 1, .instances = 7};

	columns(&d, DRAW_SIDE);
	draw_color(&d, color);
	draw_state(&d, GC_NFE_VERTEX_STREAMS_VERTEX_DIVISOR(0), 2);
	cr_assert(mgc_draw(d.r.g, &src));
	cr_assert_eq(seen(&d), 15u); /* 0, 0, 1, 1, 2, 2, 3 */
	draw_free(&d);
}

/* Counts are of primitives: lists, strips, fans. */
Test(gc_draws, primitives_and_their_vertices)
{
	static const struct {
		unsigned type, n, vertices;
	} of[] = {{GC_PRIMITIVE_TYPE__POINTS, 5, 5},         {GC_PRIMITIVE_TYPE__LINES, 5, 10},
		  {GC_PRIMITIVE_TYPE__LINE_STRIP, 5, 6},     {GC_PRIMITIVE_TYPE__TRIANGLES, 5, 15},
		  {GC_PRIMITIVE_TYPE__TRIANGLE_STRIP, 5, 7}, {GC_PRIMITIVE_TYPE__TRIANGLE_FAN, 5, 7}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct draw_rig a = draw_new("gc3000"), b = draw_new("gc3000");
		const struct mgc_draw_src src = {.type = (uint8_t)of[i].type,
						 .by_vertices = true,
						 .count = of[i].vertices,
						 .instances = 1};

		for (unsigned k = 0; k < 16; k++) {
			draw_vertex(&a, k, (float)(k % 4) / 2 - 0.75f, (float)(k * 7 % 5) / 3 - 0.75f, 0);
			draw_vertex(&b, k, (float)(k % 4) / 2 - 0.75f, (float)(k * 7 % 5) / 3 - 0.75f, 0);
		}
		draw_color(&a, color);
		draw_color(&b, color);
		cr_assert(draw_primitives(&a, of[i].type, of[i].n));
		cr_assert(mgc_draw(b.r.g, &src));
		draw_flush(&a);
		draw_flush(&b);
		cr_assert_eq(memcmp(a.r.mem + DRAW_TARGET, b.r.mem + DRAW_TARGET, DRAW_SIDE * DRAW_SIDE * 4),
			     0, "type %u", of[i].type);
		draw_free(&a);
		draw_free(&b);
	}
}

Test(gc_draws, elements_that_do_not_fit_hang)
{
	struct draw_rig d = draw_new("gc2000");

	draw_state(&d, GC_VS_INPUT_COUNT, 0x102);
	cr_assert(!draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	rig_said(&d.r, FL_REFUSE, "waits for ever");
	draw_free(&d);
}

Test(gc_draws, elements_that_say_two_things_are_named)
{
	struct draw_rig d = draw_new("gc2000");

	draw_color(&d, color);
	draw_state(&d, GC_FE_VERTEX_ELEMENT_CONFIG(0), 0x08003088); /* three floats that end at 8 */
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	rig_said(&d.r, FL_WARN, "END is 8");
	draw_state(&d, GC_FE_VERTEX_ELEMENT_CONFIG(0), 0x0c003008);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	rig_said(&d.r, FL_WARN, "NONCONSECUTIVE");
	draw_free(&d);
}

Test(gc_draws, kinds_that_a_core_has_not_are_refused)
{
	struct draw_rig d = draw_new("gc2000");

	cr_assert(!draw_primitives(&d, GC_PRIMITIVE_TYPE__QUADS, 1));
	rig_said(&d.r, FL_REFUSE, "no line loops (7), or no quads (8)");
	cr_assert(!draw_primitives(&d, 9, 1));
	rig_said(&d.r, FL_REFUSE, "there is none");
	draw_free(&d);
}

/* GC facts 7, 12: RA and PE both write depths. */
Test(gc_draws, early_and_late_depths)
{
	struct draw_rig d = draw_new("gc2000");

	draw_color(&d, color);
	draw_state(&d, GC_PE_DEPTH_CONFIG, 0x04051111); /* EARLY_Z */
	draw_state(&d, GC_RA_EARLY_DEPTH, 0x31);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	rig_said(&d.r, FL_WARN, "NO_EARLY_Z");
	draw_free(&d);
}

/* Any state, any index, any address: nothing is overrun, nothing goes on for ever. */
Test(gc_draws, streams_of_nonsense, .timeout = 120)
{
	uint32_t x = 0x9e3779b9;

	for (unsigned round = 0; round < 60; round++) {
		struct draw_rig d = draw_new(round % 2 ? "gc3000" : "gc2000");

		draw_color(&d, color);
		for (unsigned k = 0; k < 40; k++) {
			static const uint32_t first[] = {0x600,  0x640,  0x680,  0xa00,   0xa28,
							 0xc00,  0xe00,  0x1400, 0x1420,  0x1460,
							 0x14a0, 0x1654, 0x3818, 0x14600, 0x14800};
			struct mgc_draw_src src = {.instances = 1};

			x ^= x << 13;
			x ^= x >> 17;
			x ^= x << 5;
			draw_state(&d, first[x % 15] + (x >> 8) % 8 * 4, x * 2654435761u);
			src.type = x >> 20 & 15;
			src.indexed = x >> 24 & 1;
			src.count = x >> 12 & 255;
			src.first = x >> 25 & 1 ? x : 0;
			src.base = (int32_t)(x >> 26 & 1 ? x : 0);
			if (!mgc_draw(d.r.g, &src))
				break;
			draw_flush(&d);
		}
		draw_free(&d);
	}
}
