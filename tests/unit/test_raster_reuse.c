/* SPDX-License-Identifier: MIT
 *
 * Vertices in waves (hw/model/raster/reuse.h): points that must be those of the indices, in their order, with
 * as many runs of the program, however many threads there are.
 */
#include "hw/model/chip.h"
#include "hw/model/raster/reuse.h"
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 30000, RANGE = 8192, NEVER = 1 << 30, PATIENCE_S = 20 };

static uint32_t index_of[COUNT];

struct rig {
	struct fl_model model;
	struct fl_raster_reuse *reuse;
	struct fl_raster_source source;
	uint32_t fresh[COUNT]; /* what the program ran for */
	unsigned n_fresh, n_waves, hang_at;
	unsigned before[COUNT]; /* points that were there when a wave began */
	float got[COUNT];
	unsigned n_got;
	pthread_t caller;
	atomic_bool beside, patient;
};

static struct rig g;

static void indices(void *of, uint32_t i, unsigned n, uint32_t *to)
{
	memcpy(to, &index_of[i], n * sizeof(*to));
}

static bool wave(void *of, const uint32_t *index, unsigned n, uint8_t *to)
{
	if (!pthread_equal(pthread_self(), g.caller))
		g.beside = true;
	else
		g.before[g.n_waves] = g.n_got;
	if (g.n_waves++ == g.hang_at)
		return false;
	for (unsigned l = 0; l < n; l++) {
		struct fl_raster_vertex *v = (void *)(to + l * g.reuse->vtx_B);

		v->code = 0;
		v->x = (float)index[l];
		g.fresh[g.n_fresh++] = index[l];
	}
	return true;
}

/* The first point waits for a wave on another thread, if that is what is asked for. */
static void point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	const time_t until = time(NULL) + PATIENCE_S;

	while (g.patient && !g.beside && time(NULL) < until)
		;
	g.patient = false;
	g.got[g.n_got++] = v->x;
}

/* Half of the indices come again and again, the others seldom: as seed has them. */
static void shuffle(uint32_t seed)
{
	for (unsigned i = 0; i < COUNT; i++) {
		seed = seed * 1664525 + 1013904223;
		index_of[i] = seed >> 24 & 1 ? seed >> 12 & (RANGE - 1) : seed >> 12 & 63;
	}
}

static bool run(unsigned threads, bool in_order, unsigned hang_at)
{
	static const struct fl_raster_sink sink = {.point = point};
	static struct fl_raster_order order;
	const struct fl_raster_front front = {.to = &sink};
	bool ok;

	memset(&g, 0, sizeof(g));
	g.model.pool = fl_pool_new(threads);
	g.reuse = calloc(1, sizeof(*g.reuse));
	cr_assert(fl_raster_reuse_new(g.reuse));
	g.reuse->vtx_B = FL_RASTER_VERTEX_B(0);
	g.hang_at = hang_at;
	g.caller = pthread_self();
	g.patient = threads > 1 && hang_at == NEVER;
	g.source = (struct fl_raster_source){.model = &g.model,
					     .indices = indices,
					     .wave = wave,
					     .in_order = in_order,
					     .raster = true,
					     .apart = true,
					     .n = COUNT};
	fl_raster_order_begin(&order, FL_RASTER_POINT_LIST, COUNT);
	fl_raster_reuse_begin(g.reuse, COUNT);
	ok = fl_raster_reuse_run(g.reuse, &order, &front, &g.source);
	fl_raster_reuse_free(g.reuse);
	free(g.reuse);
	fl_pool_free(g.model.pool);
	return ok;
}

static void expect_points(unsigned n)
{
	cr_assert_eq(g.n_got, n);
	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(g.got[i], (float)index_of[i], "point %u: %g, not %u", i, (double)g.got[i],
			     index_of[i]);
}

Test(raster_reuse, points_are_those_of_the_indices)
{
	static uint32_t fresh[COUNT];

	for (unsigned seed = 1; seed < 6; seed++) {
		unsigned n_fresh;

		shuffle(seed);
		cr_assert(run(1, false, NEVER));
		cr_assert_not(g.beside);
		expect_points(COUNT);
		n_fresh = g.n_fresh;
		memcpy(fresh, g.fresh, sizeof(fresh));
		cr_assert_lt(n_fresh, COUNT * 2 / 3, "half of all are found again");
		cr_assert_gt(n_fresh, COUNT / 3, "and those of long ago are not");
		for (unsigned threads = 2; threads < 4; threads++) {
			cr_assert(run(threads, false, NEVER));
			cr_assert(g.beside, "no wave ran beside the caller");
			expect_points(COUNT);
			cr_assert_eq(g.n_fresh, n_fresh);
			cr_assert_arr_eq(g.fresh, fresh, n_fresh * sizeof(*fresh));
		}
	}
}

Test(raster_reuse, vertices_that_come_once)
{
	for (unsigned i = 0; i < COUNT; i++)
		index_of[i] = 3 * i;
	for (unsigned threads = 1; threads < 4; threads++) {
		cr_assert(run(threads, true, NEVER));
		cr_assert_eq(g.beside, threads > 1);
		expect_points(COUNT);
		cr_assert_eq(g.n_fresh, COUNT);
	}
}

/* What waves before the one that hangs have made is drawn: they have 64 vertices each, all new. */
Test(raster_reuse, a_wave_that_hangs_ends_the_draw)
{
	for (unsigned i = 0; i < COUNT; i++)
		index_of[i] = i;
	for (unsigned threads = 1; threads < 4; threads++)
		for (unsigned at = 0; at < 80; at += 1 + at / 8)
			for (unsigned in_order = 0; in_order < 2; in_order++) {
				cr_assert_not(run(threads, in_order, at));
				cr_assert_eq(g.n_waves, at + 1);
				expect_points(64 * at);
			}
}

/* Programs that might use up what is left of the budget run one wave at a time, and what a wave made is drawn
 * before the next: reports come as they always did. */
Test(raster_reuse, a_budget_that_may_end_is_spent_in_order)
{
	static const struct fl_raster_sink sink = {.point = point};
	static struct fl_raster_order order;
	const struct fl_raster_front front = {.to = &sink};
	const struct fl_raster_source s = {
	    .model = &g.model, .indices = indices, .wave = wave, .raster = true, .apart = true, .n = COUNT};

	for (unsigned i = 0; i < COUNT; i++)
		index_of[i] = i;
	g.model.work_limit = 1 << 24;
	g.model.pool = fl_pool_new(2);
	g.reuse = calloc(1, sizeof(*g.reuse));
	cr_assert(fl_raster_reuse_new(g.reuse));
	g.reuse->vtx_B = FL_RASTER_VERTEX_B(0);
	g.hang_at = NEVER;
	g.caller = pthread_self();
	fl_raster_order_begin(&order, FL_RASTER_POINT_LIST, COUNT);
	cr_assert(fl_raster_reuse_run(g.reuse, &order, &front, &s));
	expect_points(COUNT);
	cr_assert_not(g.beside);
	for (unsigned i = 0; i < g.n_waves; i++)
		cr_assert_eq(g.before[i], 64 * i);
	fl_raster_reuse_free(g.reuse);
	free(g.reuse);
	fl_pool_free(g.model.pool);
}
