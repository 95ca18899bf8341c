/* SPDX-License-Identifier: MIT
 *
 * What a call of the 2D library costs: time and dwords of the commands that it writes, which nothing
 * executes.
 */
#include "tests/bench/emit.h"
#include "lib/fl_text.h"
#include "lib/r500/surface.h"
#include "lib/r500/e2.h"

#include <stdio.h>
#include <time.h>

/* Runs are short, and there are many: the best was not interrupted. */
enum {
	DRAWS = 20160,
	RUNS = 200,
	WORDS = 16384,
	LIST = 64
}; /* 20160: whole lists, polylines and lines of text */

static struct fl_2d g;
static struct fl_cs cs;
static struct fl_surface screen;
static struct fl_rect list[LIST];
static struct fl_point points[LIST];
static uint32_t words[WORDS];
static uint64_t sent_dw;

static enum fl_code forget(struct fl_cs *c, struct fl_err *err)
{
	sent_dw += (uint64_t)(c->at - c->start);
	c->at = c->start;
	return FL_OK;
}

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static void same_color(unsigned i)
{
	fl_fill_rect(&g, (int32_t)(i & 511), 7, 5, 5, 0x123456);
}

static void new_color(unsigned i)
{
	fl_fill_rect(&g, (int32_t)(i & 511), 7, 5, 5, i);
}

static void in_lists(unsigned i)
{
	if (i % LIST == 0)
		fl_fill_rects(&g, list, LIST, i, FL_ROP_PATCOPY);
}

static void copies(unsigned i)
{
	fl_blit(&g, &screen, (int32_t)(i & 511), 7, 5, 100, 5, 5);
}

static void lines(unsigned i)
{
	fl_line(&g, (int32_t)(i & 511), 7, 5, 100, i);
}

static void in_polylines(unsigned i)
{
	if (i % (LIST - 1) == 0)
		fl_polyline(&g, points, LIST, &(struct fl_pen){.color = i}, FL_ROP_PATCOPY);
}

static void characters(unsigned i)
{
	if (i % 32 == 0)
		fl_text(&g, 0, 0, &(struct fl_text_style){.color = i}, "the quick brown fox jumps over 1");
}

static void row(const char *name, void (*one)(unsigned i))
{
	double best = 0;
	uint64_t dw = 0;

	for (unsigned run = 0; run < RUNS; run++) {
		double t = now_ns();

		sent_dw = 0;
		for (unsigned i = 0; i < DRAWS; i++)
			one(i);
		t = (now_ns() - t) / DRAWS;
		fl_cs_flush(&cs);
		dw = sent_dw;
		best = run && best < t ? best : t;
	}
	printf("%-34s %9.1f ns %9.1f dwords\n", name, best, (double)dw / DRAWS);
}

void bench_emit_2d(void)
{
	for (int32_t i = 0; i < LIST; i++) {
		list[i] = (struct fl_rect){i * 7, i * 5, 5, 5};
		points[i] = (struct fl_point){i * 7, i % 2 * 50};
	}
	fl_surface_init(&screen, &fl_r500_surfaces, 1024, 768, FL_ARGB8888, 0, FL_USE_2D, 0);
	fl_cs_init(&cs, words, WORDS, forget, NULL);
	fl_r500_2d_stream(&g, &cs, 0, FL_2D_ALL);
	fl_2d_target(&g, &screen);
	row("a small rectangle, 2D", same_color);
	row("  in another color", new_color);
	row("  one of a list of 64", in_lists);
	row("a small copy", copies);
	row("a line", lines);
	row("  one of a polyline of 63", in_polylines);
	row("a character", characters);
}
