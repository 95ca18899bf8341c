/* SPDX-License-Identifier: MIT */
#include "tests/bench/emit.h"
#include "lib/fl_draw.h"

#include <stdio.h>
#include <time.h>

enum { DRAWS = 1000000, RUNS = 7, WORDS = 16384 };

static struct fl_draw draw;
static struct fl_cs cs;
static uint32_t words[WORDS];

static enum fl_code forget(struct fl_cs *c, struct fl_err *err)
{
	c->at = c->start;
	return FL_OK;
}

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static void triangle(void)
{
	fl_begin(&draw, FL_TRIANGLES);
	fl_vertex(&draw, 0, 0, 0);
	fl_vertex(&draw, 1, 0, 0);
	fl_vertex(&draw, 0, 1, 0);
	fl_end(&draw);
}

static void plain(unsigned i)
{
}

static void blending(unsigned i)
{
	fl_blend(&draw, i & 1 ? FL_SRC_ALPHA : FL_ONE, i & 1 ? FL_ONE_MINUS_SRC_ALPHA : FL_ZERO);
}

static void color_and_blending(unsigned i)
{
	fl_color(&draw, (uint8_t)i, 2, 3, 4);
	blending(i);
}

static void matrix(unsigned i)
{
	fl_translate(&draw, 0, 0, 0);
}

static inline __attribute__((always_inline)) void row(const char *name, void (*change)(unsigned i))
{
	double best = 0;

	for (unsigned run = 0; run < RUNS; run++) {
		double t = now_ns();

		for (unsigned i = 0; i < DRAWS; i++) {
			change(i);
			triangle();
		}
		t = (now_ns() - t) / DRAWS;
		best = run && best < t ? best : t;
	}
	printf("%-34s %9.1f ns\n", name, best);
}

void bench_emit(void)
{
	struct fl_draw_chip chip = {.backend = &fl_draw_r500, .vertex_units = 8};
	static struct fl_surface color, depth;

	fl_surface_init(&color, 1024, 768, FL_ARGB8888, 0, FL_USE_3D, 0);
	fl_surface_init(&depth, 1024, 768, FL_Z24S8, FL_MICRO, FL_USE_3D, 0);
	fl_cs_init(&cs, words, WORDS, forget, NULL);
	fl_draw_init(&draw, &cs, &chip);
	fl_draw_target(&draw, &color, &depth);
	row("a triangle into the stream", plain);
	row("  blending toggled before it", blending);
	row("  color and blending changed", color_and_blending);
	row("  modelview matrix changed", matrix);
}
