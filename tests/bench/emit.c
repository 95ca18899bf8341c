/* SPDX-License-Identifier: MIT
 *
 * What a draw costs the processor. Beside it Mesa's drivers, r300 and r600, on a render node with no card:
 * the same draws, submissions that do nothing on both sides.
 */
#include "tests/bench/emit.h"
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"
#include "lib/fl_stage.h"
#include "lib/r500/draw.h"
#include "lib/r500/surface.h"
#include "lib/r600/draw.h"
#include "lib/r600/surface.h"
#include "tests/bench/peers.h"

#include <stdio.h>
#include <time.h>

/* Runs are short, and there are many: the best was not interrupted, and had the core to itself (a neighbor on
 * its other thread doubles every row, for tenths of a second). */
enum { DRAWS = 20000, RUNS = 1000, PEER_RUNS = 200, WORDS = 16384 };
/* Where a card would find the stream and the back end's memory. */
enum { STREAM_AT = 1 << 30, OWN_AT = 16 << 20 };

static struct fl_draw draw;
static struct fl_cs cs;
static int32_t color_at;
static uint32_t words[WORDS];
static _Alignas(8) uint8_t program_room[FL_STAGE_PROGRAM_B];
static struct fl_program *const program = (struct fl_program *)(void *)program_room;
static const struct fl_program_text texts[] = {
    {"r500",
     "!!PVS\n"
     "in position\n"
     "out pos : position\n"
     "MOV pos, position\n",
     "!!US\n"
     "const color[1]\n"
     "out pixel : A\n"
     "MOV pixel, color[0]\n"},
    {"r600",
     "!!R600\n"
     "vertex\n"
     "in position\n"
     "out pos : position\n"
     "out nothing : color0\n"
     "CALL_FS\n"
     "EXPORT_DONE POS 60, position.xyz1\n"
     "EXPORT_DONE PARAM 0, position.xyz1\n",
     "!!R600\n"
     "fragment\n"
     "const color\n"
     "temp pixel\n"
     "ALU\n"
     "MOV pixel.x, color.x\n"
     "MOV pixel.y, color.y\n"
     "MOV pixel.z, color.z\n"
     "MOV pixel.w, color.w\n"
     "EXPORT_DONE PIXEL 0, pixel.xyzw\n"},
    {NULL, NULL, NULL},
};
static const struct fl_arrays arrays = {
    .position = {.offset_B = 0x800000, .stride_B = 12, .type = FL_FLOAT, .size = 3},
};
static const struct fl_arrays colored = {
    .position = {.offset_B = 0x800000, .stride_B = 16, .type = FL_FLOAT, .size = 3},
    .color = {.offset_B = 0x80000c, .stride_B = 16, .type = FL_UBYTE, .size = 4},
};

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

static void blending(unsigned i)
{
	fl_blend(&draw, i & 1 ? FL_SRC_ALPHA : FL_ONE, i & 1 ? FL_ONE_MINUS_SRC_ALPHA : FL_ZERO);
}

static void from_memory(unsigned i)
{
	fl_draw_arrays(&draw, FL_TRIANGLES, &colored, 0, 3);
}

static void from_other_memory(unsigned i)
{
	fl_draw_arrays(&draw, FL_TRIANGLES, &colored, 3 * (i & 1), 3);
}

static void from_memory_blending(unsigned i)
{
	blending(i);
	fl_draw_arrays(&draw, FL_TRIANGLES, &colored, 0, 3);
}

/* With a program of our own, as a uniform in OpenGL needs. */
static void from_memory_uniform(unsigned i)
{
	const float color[1][4] = {{(float)(i & 255) / 255, 0, 0, 1}};

	fl_program_set(program, FL_FRAGMENT, color_at, 1, color);
	fl_draw_arrays(&draw, FL_TRIANGLES, &arrays, 0, 3);
}

static void immediate(unsigned i)
{
	fl_begin(&draw, FL_TRIANGLES);
	fl_vertex(&draw, 0, 0, 0);
	fl_vertex(&draw, 1, 0, 0);
	fl_vertex(&draw, 0, 1, 0);
	fl_end(&draw);
}

static void immediate_blending(unsigned i)
{
	blending(i);
	immediate(i);
}

static void immediate_color_blending(unsigned i)
{
	fl_color(&draw, (uint8_t)i, 2, 3, 4);
	blending(i);
	immediate(i);
}

static void immediate_matrix(unsigned i)
{
	fl_translate(&draw, 0, 0, 0);
	immediate(i);
}

static inline __attribute__((always_inline)) void row(const char *name, void (*one)(unsigned i),
						      enum bench_peer driver, const char *peer)
{
	double best = 0, theirs = -1;

	for (unsigned run = 0; run < RUNS; run++) {
		double t = now_ns();

		for (unsigned i = 0; i < DRAWS; i++)
			one(i);
		t = (now_ns() - t) / DRAWS;
		best = run && best < t ? best : t;
	}
	printf("%-34s %9.1f ns", name, best);
	if (peer)
		theirs = bench_peer(driver, 1, peer, PEER_RUNS) / BENCH_PEER_DRAWS * 1e9;
	if (peer && theirs > 0)
		printf(" %9.1f %6.1f", theirs, theirs / best);
	else if (peer)
		printf(" %9s", "failed");
	putchar('\n');
	fflush(stdout);
}

/* Each row for each driver: the compiler makes a loop of every one. */
static void rows(const struct fl_draw_chip *chip, const struct fl_surface_rules *rules, enum bench_peer peer)
{
	static struct fl_surface color, depth;
	struct fl_err err = {0};

	fl_surface_init(&color, rules, 1024, 768, FL_ARGB8888, 0, FL_USE_3D, 0);
	fl_surface_init(&depth, rules, 1024, 768, FL_Z24S8, FL_MICRO, FL_USE_3D, 0);
	fl_cs_init(&cs, words, WORDS, forget, NULL);
	cs.address = STREAM_AT;
	fl_draw_init(&draw, &cs, chip);
	fl_draw_target(&draw, &color, &depth);
	row("a triangle from vertex memory", from_memory, peer, "emit_plain");
	row("  blending toggled before it", from_memory_blending, peer, "emit_blend");
	row("  other vertices each time", from_other_memory, peer, NULL);
	if (fl_program_choose(&draw, program, texts, &err)) {
		printf("bench: %s\n", err.text);
	} else {
		color_at = fl_program_const(program, FL_FRAGMENT, "color");
		fl_program(&draw, program);
		row("  a program's constant changed", from_memory_uniform, peer, "emit_uniform");
		fl_program(&draw, NULL);
	}
	row("a triangle, fl_begin() to fl_end()", immediate, peer, NULL); /* Mesa makes one draw of many */
	row("  blending toggled before it", immediate_blending, peer, NULL);
	row("  color and blending changed", immediate_color_blending, peer, "emit_immediate");
	row("  modelview matrix changed", immediate_matrix, peer, NULL);
}

void bench_emit(void)
{
	const struct fl_draw_chip r580 = {.backend = &fl_r500_backend,
					  .info = fl_chip_find(&r500_chips, 0x1002, 0x7249)};
	const struct fl_draw_chip rv770 = {.backend = &fl_r600_backend,
					   .own_addr = OWN_AT,
					   .own_B = FL_R600_OWN_B,
					   .occlusion_words = FL_R600_OCCLUSION_WORDS,
					   .info = fl_chip_find(&r600_chips, 0x1002, 0x9440)};

	printf("\n%-34s %9s    %9s %6s\n", "writing commands for an R580", "ours", "r300", "ratio");
	rows(&r580, &fl_r500_surfaces, BENCH_R300);
	printf("\n%-34s %9s    %9s %6s\n", "writing commands for an RV770", "ours", "r600", "ratio");
	rows(&rv770, &fl_r600_surfaces, BENCH_R600);
}
