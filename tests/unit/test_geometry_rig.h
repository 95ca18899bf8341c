/* SPDX-License-Identifier: MIT
 *
 * What tests of geometry programs share: points, of each of which a program makes a square, by formula. The
 * vertex program moves the position by its constant `shift` and hands it on, with the number of the vertex;
 * the geometry program emits four corners of a square from the point on, to the right and up, of SIDE pixels;
 * red is 1, green the vertex' number, blue the primitive's, 255ths.
 */
#ifndef TESTS_UNIT_TEST_GEOMETRY_RIG_H
#define TESTS_UNIT_TEST_GEOMETRY_RIG_H

#include "lib/fl_buffer.h"
#include "lib/fl_program.h"
#include "tests/unit/test_lib_rig.h"

enum { POINTS = 150, SIDE = 8, RECORD = 8, CORNERS = 6, ROOM = CORNERS * POINTS + 1 };

/* Where point i is, in squares. Some lie over others. */
static inline void place(unsigned i, unsigned at[2])
{
	at[0] = i * 7 % (W / SIDE);
	at[1] = i * 5 % (H / SIDE);
}

static inline void make_points(struct rig *r, struct fl_arrays *a)
{
	struct fl_err err = {0};

	*a = (struct fl_arrays){.position = {.stride_B = 12, .type = FL_FLOAT, .size = 3}};
	cr_assert_eq(fl_vram_alloc(&r->stage.vram, 12 * POINTS, 4, &a->position.offset_B, &err), FL_OK);
	for (unsigned i = 0; i < POINTS; i++) {
		unsigned at[2];
		float v[3] = {0};

		place(i, at);
		v[0] = (float)at[0] * 2 * SIDE / W - 1.5f; /* the constant undoes half of it */
		v[1] = (float)at[1] * 2 * SIDE / H - 1;
		fl_vram_write(&r->dev, a->position.offset_B + 12 * i, v, sizeof(v));
	}
	fl_vram_settle(&r->dev, a->position.offset_B);
}

static inline void use(struct rig *r, const struct fl_program_text *texts, const char *const *geometry)
{
	static const float half[1][4] = {{0.5f, 0, 0, 0}};
	struct fl_program *p = fl_stage_program(&r->stage, 0);
	struct fl_draw *d = &r->stage.d;
	struct fl_err err = {0};

	cr_assert_eq(fl_program_choose_geometry(d, p, texts, geometry, &err), FL_OK, "%s", err.text);
	fl_program(d, p);
	cr_assert_eq(d->code, FL_OK, "%s", d->err.text);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "shift"), 1, half);
}

/* The last point whose square is over the pixel, counted from the top. */
static inline uint32_t pixel(unsigned x, unsigned y, uint32_t nothing)
{
	uint32_t want = nothing;

	for (unsigned i = 0; i < POINTS; i++) {
		unsigned at[2];

		place(i, at);
		if (x / SIDE == at[0] && (H - 1 - y) / SIDE == at[1])
			want = 0xffff0000 | i << 8 | i;
	}
	return want;
}

/* Fixed function draws before and behind the squares, and 2D and a clear come in between. */
static inline void draw_squares(const char *chip, const struct fl_program_text *texts,
				const char *const *squares)
{
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_draw *d = &r->stage.d;
	struct fl_arrays a;

	make_points(r, &a);
	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 0, 0, W, H, 0.5f);
	use(r, texts, squares);
	fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
	fl_clear(d, FL_CLEAR_COLOR, 0xff102030, 1, 0);
	fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
	fl_program(d, NULL);
	rect(d, 0, 0, 5, 3, 0.5f);
	fl_2d_target(&r->stage.g, &r->stage.screen);
	fl_fill_rect(&r->stage.g, 5, 0, 2, 3, 0xff00ff00);
	rig_finish(r);
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			const uint32_t want =
			    y < 3 && x < 7 ? x < 5 ? 0xff0000ff : 0xff00ff00 : pixel(x, y, 0xff102030);

			cr_assert_eq(rig_at(r, x, y), want, "%s (%u, %u): 0x%08x, not 0x%08x", chip, x, y,
				     rig_at(r, x, y), want);
		}
	rig_close(r);
}

/* What is streamed is what the geometry program emits: six corners of two triangles for each point. */
static inline void stream_squares(const char *chip, const struct fl_program_text *texts,
				  const char *const *squares)
{
	static const uint8_t corner[CORNERS] = {0, 1, 2, 2, 1, 3};
	static uint32_t got[ROOM][RECORD];
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_draw *d = &r->stage.d;
	struct fl_err err = {0};
	struct fl_arrays a;
	uint64_t to_B = 0;

	make_points(r, &a);
	cr_assert_eq(fl_vram_alloc(&r->stage.vram, sizeof(got), 256, &to_B, &err), FL_OK);
	memset(got, 0x55, sizeof(got));
	fl_vram_write(&r->dev, to_B, got, sizeof(got));
	fl_vram_settle(&r->dev, to_B);
	use(r, texts, squares);
	fl_stream_out(d, to_B, sizeof(got), 4 * RECORD);
	fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
	fl_stream_end(d);
	fl_program(d, NULL);
	rig_finish(r);
	fl_vram_read(&r->dev, to_B, got, sizeof(got));
	for (unsigned i = 0; i < CORNERS * POINTS; i++) {
		const unsigned k = corner[i % CORNERS];
		unsigned at[2];
		float v[RECORD];

		place(i / CORNERS, at);
		memcpy(v, got[i], sizeof(v));
		cr_assert(fabsf(v[0] - ((float)(at[0] + k % 2) * 2 * SIDE / W - 1)) < 1e-5f &&
			      fabsf(v[1] - ((float)(at[1] + k / 2) * 2 * SIDE / H - 1)) < 1e-5f && v[3] == 1,
			  "%s, corner %u: (%g, %g)", chip, i, (double)v[0], (double)v[1]);
		cr_assert_eq(lroundf(v[5] * 255), (long)(i / CORNERS));
		cr_assert(v[4] == 1 && v[5] == v[6] && v[7] == 1, "%s, corner %u", chip, i);
	}
	cr_assert_eq(got[CORNERS * POINTS][0], 0x55555555, "%s: something is behind the last corner", chip);
	rig_close(r);
}

#endif
