/* SPDX-License-Identifier: MIT
 *
 * Waves whose pixels all start with the same values, for which the program does not run again
 * (hw/model/raster/same.h, sq_pure.c): random rectangles and triangles of few colors, flat and not, with and
 * without perspective, under programs that take turns, leave the same bits on both paths. Then colors by
 * formula.
 */
#include "tests/unit/r600/draw_rig.h"

TestSuite(r600_repeated, .timeout = 120, .fini = rig_free);

enum { TRIANGLES = 4, DRAWS = 120, SEEDS = 12, MOST = 9 };

static uint32_t seed;

static unsigned pick(unsigned n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* The third adds to a register that it has not written: what the wave before left shows. The fourth leaves
 * one channel as it was, the fifth drops pixels, the sixth has a second input. */
static const char *const programs[] = {
    "EXPORT_DONE PIXEL 0, R0.xyzw EOP\n",
    ("ALU\n 0 x: ADD R1.x, R0.x, 0.5\n y: MOV R1.y, R0.x\n z: MUL R1.z, R0.y, 0.5\n w: MOV R1.w, 1.0\n"
     "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n"),
    "ALU\n 0 x: ADD R5.x, R5.x, 1.0\nEXPORT_DONE PIXEL 0, R5.xxx1 EOP\n",
    "EXPORT_DONE PIXEL 0, R0.xy_w EOP\n",
    "ALU\n 0 x: KILLGT __.x, R0.x, 0.5\nEXPORT_DONE PIXEL 0, R0.yxzw EOP\n",
    "ALU\n 0 x: MOV R0.x, R1.x\nEXPORT_DONE PIXEL 0, R0.xyzw EOP\n",
};

/* The first input with perspective, or without. */
static void linear(bool on)
{
	draw_set(R600_SPI_PS_INPUT_CNTL(0), 1 | R600_SPI_PS_INPUT_CNTL__SEL_LINEAR(on));
}

static void target(bool bytes)
{
	if (bytes)
		draw_set(R600_CB_COLOR_INFO(0),
			 R600_CB_COLOR_INFO__FORMAT(R600_CB_COLOR_INFO__FORMAT__COLOR_8_8_8_8) |
			     R600_CB_COLOR_INFO__ARRAY_MODE(1));
}

static void vertex(unsigned i, float x, float y, float w, const float color[4])
{
	float *v = draw_vertex(i, x, y);

	for (unsigned k = 0; k < 4; k++) {
		v[k] *= w;
		v[4 + k] = color[k];
		v[8 + k] = color[3 - k];
	}
}

/* A triangle, or two that make a rectangle. */
static unsigned shape(unsigned at)
{
	static const float colors[4][4] = {{1, 0, 0.5f, 1}, {0.25f, 1, 0, 1}, {-0.0f, 0, 0, 0}, {0, 0, 0, 1}};
	const float *color = colors[pick(4)];
	const bool rectangle = pick(2), level = pick(4) != 0, deep = pick(2);
	const float x[4] = {(float)pick(40), (float)pick(20) + 44, (float)pick(64), (float)pick(64)};
	const float y[4] = {(float)pick(40), (float)pick(64), (float)pick(20) + 44, (float)pick(64)};
	static const uint8_t corner[6][2] = {{0, 0}, {1, 0}, {1, 2}, {0, 0}, {1, 2}, {0, 2}};

	for (unsigned i = 0; i < (rectangle ? 6 : 3); i++)
		vertex(at + i, x[rectangle ? corner[i][0] : i], y[rectangle ? corner[i][1] : i],
		       deep ? 1 + (float)pick(4) : 1, level ? color : colors[pick(4)]);
	return rectangle ? 6 : 3;
}

static uint64_t picture(const char *isa, uint32_t from, bool bytes)
{
	const uint8_t *px;
	uint64_t hash = 0xcbf29ce484222325u;

	seed = from;
	rig_isa = isa;
	draw_new("rv770");
	target(bytes);
	for (unsigned i = 0; i < DRAWS; i++) {
		unsigned n = 0;

		if (pick(3) == 0) {
			const unsigned k = pick(sizeof(programs) / sizeof(programs[0]));

			draw_program(MR600_PS, programs[k]);
			draw_program(MR600_VS,
				     DRAW_FETCH "EXPORT_DONE POS 60, R1.xyzw\nEXPORT PARAM 0, R2.xyzw\n"
						"EXPORT_DONE PARAM 1, R3.xyzw EOP\n");
			draw_set(R600_SPI_VS_OUT_CONFIG, R600_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT(1));
			draw_set(R600_SPI_PS_IN_CONTROL_0,
				 R600_SPI_PS_IN_CONTROL_0__NUM_INTERP(1 + (k == 5)) |
				     R600_SPI_PS_IN_CONTROL_0__PERSP_GRADIENT_ENA(1) |
				     R600_SPI_PS_IN_CONTROL_0__LINEAR_GRADIENT_ENA(1));
			linear(pick(2));
		}
		for (unsigned s = 1 + pick(MOST); s; s--)
			n += shape(n);
		draw_auto(TRIANGLES, n);
		mr600_finish(rig.r);
	}
	px = (const uint8_t *)draw_done();
	for (unsigned i = 0; i < DRAW_PX * DRAW_PX * (bytes ? 4 : 16); i++)
		hash = (hash ^ px[i]) * 0x100000001b3u;
	rig_free();
	return hash;
}

Test(r600_repeated, both_paths)
{
	uint64_t want[SEEDS], got[SEEDS];

	for (uint32_t s = 0; s < SEEDS; s++) {
		want[s] = picture("scalar", s, s & 1);
		got[s] = picture(NULL, s, s & 1);
	}
	rig_isa = NULL;
	rig_new("rv770"); /* for the end */
	for (uint32_t s = 0; s < SEEDS; s++)
		cr_assert_eq(want[s], got[s], "seed %u", s);
}

static void rectangle(unsigned at, float x0, float x1, const float color[4])
{
	static const uint8_t corner[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};

	for (unsigned i = 0; i < 6; i++)
		vertex(at + i, corner[i][0] ? x1 : x0, corner[i][1] ? 64 : 0, 1, color);
}

/* Columns of 16 pixels, colors that come back, under one program and then another, with perspective and
 * without. */
Test(r600_repeated, columns)
{
	static const float color[4][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {1, 0, 0, 1}, {1, 1, 0, 0}};
	static const uint32_t want[2][4] = {{0xff0000ff, 0xff00ff00, 0xff0000ff, 0x0000ffff},
					    {0xff00ffff, 0xff800080, 0xff00ffff, 0xff80ffff}};
	const uint32_t *px;

	draw_new("rv770");
	target(true);
	for (unsigned turn = 0; turn < 4; turn++) {
		const unsigned k = turn / 2;

		draw_program(MR600_PS, programs[k]);
		linear(turn % 2);
		for (unsigned i = 0; i < 4; i++)
			rectangle(6 * i, 16 * (float)i, 16 * (float)(i + 1), color[i]);
		draw_auto(TRIANGLES, 24);
		px = (const uint32_t *)(const void *)draw_done();
		for (unsigned i = 0; i < DRAW_PX * DRAW_PX; i++)
			cr_assert_eq(px[i], want[k][i % DRAW_PX / 16], "program %u, (%u, %u): %08x", k,
				     i % DRAW_PX, i / DRAW_PX, px[i]);
	}
}

/* The last wave of a program and the first of the next start with the same. */
Test(r600_repeated, programs_take_turns)
{
	static const float color[4] = {0, 1, 0, 1};
	static const uint32_t want[2] = {0xff00ff00, 0xff800080};
	const uint32_t *px;

	draw_new("rv770");
	target(true);
	rectangle(0, 0, 64, color);
	for (unsigned k = 0; k < 6; k++) {
		draw_program(MR600_PS, programs[k & 1]);
		draw_auto(TRIANGLES, 6);
		px = (const uint32_t *)(const void *)draw_done();
		for (unsigned i = 0; i < DRAW_PX * DRAW_PX; i++)
			cr_assert_eq(px[i], want[k & 1], "turn %u, (%u, %u): %08x", k, i % DRAW_PX,
				     i / DRAW_PX, px[i]);
	}
}
