/* SPDX-License-Identifier: MIT
 *
 * What a draw costs the processor on Vivante cores, whose boards are ARM: emit-arm CHIP CASE RUNS draws one
 * triangle 20000 times a run, as the case of that name in tests/bench/gl/emit.c does through Mesa, and prints
 * the seconds of the best run, and how many words of commands a draw took. Nobody takes the commands.
 * tests/bench/arm/emit.sh runs both.
 */
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"
#include "lib/fl_stage.h"
#include "lib/gc/draw.h"
#include "lib/gc/surface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	DRAWS = 20000,
	WORDS = 16384,
	STREAM_AT = 1 << 30,
	OWN_AT = 16 << 20,
	OWN_B = 16 << 20,
	VERTICES_AT = 0x800000
};

static struct fl_draw draw;
static struct fl_cs cs;
static uint32_t words[WORDS];
static uint64_t taken_dw;
static int32_t color_at;
static _Alignas(8) uint8_t program_room[FL_STAGE_PROGRAM_B];
static struct fl_program *const program = (struct fl_program *)(void *)program_room;
static const struct fl_program_text texts[] = {
    {"gc",
     "!!GC2000\n"
     "vertex\n"
     "in position\n"
     "out pos : position\n"
     "mov pos, void, void, position\n",
     "!!GC2000\n"
     "fragment\n"
     "const color\n"
     "out pixel\n"
     "mov pixel, void, void, color\n"},
    {NULL, NULL, NULL},
};
static const struct fl_arrays arrays = {
    .position = {.offset_B = VERTICES_AT, .stride_B = 12, .type = FL_FLOAT, .size = 3},
};

/* Commands from the start on, what draws read beside them from the end down. */
static uint64_t used_dw(const struct fl_cs *c)
{
	return (uint64_t)(c->at - c->start) + (uint64_t)(words + WORDS - c->end);
}

static enum fl_code forget(struct fl_cs *c, struct fl_err *err)
{
	(void)err;
	taken_dw += used_dw(c);
	c->at = c->start;
	c->end = words + WORDS;
	return FL_OK;
}

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void toggle(unsigned i)
{
	fl_blend(&draw, i & 1 ? FL_SRC_ALPHA : FL_ONE, i & 1 ? FL_ONE_MINUS_SRC_ALPHA : FL_ZERO);
}

static void plain(unsigned i)
{
	(void)i;
	fl_draw_arrays(&draw, FL_TRIANGLES, &arrays, 0, 3);
}

static void blend(unsigned i)
{
	toggle(i);
	plain(i);
}

static void uniform(unsigned i)
{
	const float color[1][4] = {{(float)(i & 255) / 255, 0, 0, 1}};

	fl_program_set(program, FL_FRAGMENT, color_at, 1, color);
	plain(i);
}

static void immediate(unsigned i)
{
	toggle(i);
	fl_color(&draw, (uint8_t)i, 2, 3, 4);
	fl_begin(&draw, FL_TRIANGLES);
	fl_vertex(&draw, 2, 0, 0);
	fl_vertex(&draw, 3, 0, 0);
	fl_vertex(&draw, 2, 1, 0);
	fl_end(&draw);
}

static const struct {
	const char *name;
	void (*one)(unsigned i);
} cases[] = {
    {"emit_plain", plain}, {"emit_blend", blend}, {"emit_uniform", uniform}, {"emit_immediate", immediate}};

int main(int argc, char **argv)
{
	static struct fl_surface_rules rules;
	static struct fl_surface color, depth;
	const struct fl_gc_info *info = argc > 3 ? fl_gc_info_named(argv[1]) : NULL;
	struct fl_draw_chip chip = {
	    .backend = &fl_gc_backend, .info = info, .own_addr = OWN_AT, .own_B = OWN_B};
	void (*one)(unsigned i) = NULL;
	struct fl_err err = {0};
	const unsigned runs = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
	double best = 0;

	for (unsigned i = 0; info && i < sizeof(cases) / sizeof(cases[0]); i++)
		if (!strcmp(cases[i].name, argv[2]))
			one = cases[i].one;
	if (!one) {
		fprintf(stderr, "usage: emit-arm GC2000|GC7000L|... CASE RUNS\n");
		return 2;
	}
	fl_gc_surface_rules(&rules, info);
	fl_surface_init(&color, &rules, 1024, 768, FL_ARGB8888, FL_MACRO, FL_USE_3D, NULL);
	fl_surface_init(&depth, &rules, 1024, 768, FL_Z24S8, FL_MACRO, FL_USE_3D, NULL);
	depth.offset_B = color.size_B;
	fl_cs_init(&cs, words, WORDS, forget, NULL);
	cs.address = STREAM_AT;
	fl_draw_init(&draw, &cs, &chip);
	fl_draw_target(&draw, &color, &depth);
	if (one == uniform) {
		if (fl_program_choose(&draw, program, texts, &err)) {
			fprintf(stderr, "emit-arm: %s\n", err.text);
			return 1;
		}
		color_at = fl_program_const(program, FL_FRAGMENT, "color");
		fl_program(&draw, program);
	}
	for (unsigned run = 0; run < runs; run++) {
		const double from = now_s();

		for (unsigned i = 0; i < DRAWS; i++)
			one(i);
		if (!run || now_s() - from < best)
			best = now_s() - from;
	}
	taken_dw += used_dw(&cs);
	if (draw.code) {
		fprintf(stderr, "emit-arm: %s\n", draw.err.text);
		return 1;
	}
	printf("%.9f %.1f\n", best, (double)taken_dw / runs / DRAWS);
	return 0;
}
