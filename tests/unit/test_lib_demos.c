/* SPDX-License-Identifier: MIT
 *
 * The demos on the model: blit and text against formulas, by stream and by registers; what a stage refuses.
 */
#include "lib/fl_font.h"
#include "tests/unit/test_built.h"
#include "tests/unit/test_lib_blit_expected.h"
#include "tests/unit/test_lib_rig.h"

static void blit_is_exact(uint32_t w, uint32_t h, bool by_registers, uint32_t caps)
{
	struct rig *r = rig_open(w, h, by_registers);
	unsigned wrong = 0;

	r->stage.g.caps = caps;
	rig_frame(r, &fl_demo_blit, 0);
	for (uint32_t y = 0; y < h; y++)
		for (uint32_t x = 0; x < w; x++) {
			uint32_t want = fl_blit_expected(x, y, w, h, caps);

			if (rig_at(r, x, y) != want && wrong++ < 5)
				cr_log_warn("(%u, %u): 0x%08x, want 0x%08x", x, y, rig_at(r, x, y), want);
		}
	cr_assert_eq(wrong, 0, "%u pixels differ", wrong);
	rig_close(r);
}

Test(lib, blit_through_the_stream)
{
	blit_is_exact(1024, 768, false, FL_2D_ALL);
}

Test(lib, blit_by_registers)
{
	blit_is_exact(640, 480, true, FL_2D_ALL);
}

Test(lib, blit_made_up_from_fills_and_copies)
{
	blit_is_exact(641, 487, true, FL_2D_ATI_VGA);
}

Test(lib, blit_small_picture)
{
	blit_is_exact(352, 246, false, FL_2D_LINES);
}

Test(lib, text_shows_the_fonts_bitmaps)
{
	struct rig *r = rig_open(640, 480, false);
	uint32_t *by_stream = calloc(640 * 480, 4);

	rig_frame(r, &fl_demo_text, 7);
	/* "First light" at (24, 24), four times as large, and a row of the table: '@' to '_' at (24, 148) */
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < 11 * 32; x++) {
			bool set =
			    fl_font_glyph((uint8_t) "First light"[x / 32])[y / 4] >> (7 - x / 4 % 8) & 1;

			cr_assert_eq(rig_at(r, 24 + x, 24 + y), set ? 0xffffe9b0 : 0xff1b2230, "(%u, %u)", x,
				     y);
		}
	for (uint32_t y = 0; y < 16; y++)
		for (uint32_t x = 0; x < 256; x++) {
			bool set = fl_font_glyph('@' + x / 8)[y] >> (7 - x % 8) & 1;

			cr_assert_eq(rig_at(r, 24 + x, 148 + y), set ? 0xffd8dee9 : 0xff1b2230, "(%u, %u)", x,
				     y);
		}
	memcpy(by_stream, r->picture, 640 * 480 * 4);
	rig_close(r);

	/* every way out draws the same picture */
	r = rig_open(640, 480, true);
	rig_frame(r, &fl_demo_text, 7);
	cr_assert_arr_eq(r->picture, by_stream, 640 * 480 * 4);
	r->stage.g.caps = FL_2D_ATI_VGA;
	rig_frame(r, &fl_demo_text, 7);
	cr_assert_arr_eq(r->picture, by_stream, 640 * 480 * 4);
	rig_close(r);
	free(by_stream);
}

Test(lib, demos_repeat_themselves)
{
	uint32_t *first = calloc(320 * 240, 4);

	for (const struct fl_demo *const *demo = fl_demos; *demo; demo++) {
		struct rig *r;

		if (!((*demo)->needs & FL_NEEDS_3D))
			continue;
		r = rig_open_chip(rig_chip_of(*demo), 320, 240, false);
		rig_frame(r, *demo, 90);
		memcpy(first, r->picture, 320 * 240 * 4);
		rig_frame(r, *demo, 12);
		cr_assert_neq(memcmp(first, r->picture, 320 * 240 * 4), 0, "%s does not move", (*demo)->name);
		rig_frame(r, *demo, 90);
		cr_assert_arr_eq(first, r->picture, 320 * 240 * 4, "%s depends on what was before",
				 (*demo)->name);
		rig_close(r);
	}
	free(first);
}

Test(lib, staging_memory_draws_the_same)
{
	struct rig *r = rig_open(320, 240, false);
	uint32_t *first = calloc(320 * 240, 4);

	rig_frame(r, &fl_demo_cube, 3);
	memcpy(first, r->picture, 320 * 240 * 4);
	rig_close(r);

	/* a bus through which video memory is not memory */
	r = rig_open(320, 240, false);
	r->dev.vram = NULL;
	r->stage.cs.start = r->stage.cs.at = r->stage.staging;
	r->stage.cs.end = r->stage.staging + FL_STAGE_BATCH_DW;
	rig_frame(r, &fl_demo_cube, 3);
	cr_assert_arr_eq(r->picture, first, 320 * 240 * 4);
	rig_close(r);
	free(first);
}

Test(lib, stage_refuses_3d_without_an_engine)
{
	struct rig *r = rig_open(320, 240, true);
	struct fl_err err = {0};

	cr_assert_eq(fl_demo_begin(&fl_demo_cube, &r->stage, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "3D") && strstr(err.text, " blit text"), "%s", err.text);
	cr_assert_eq(fl_demo_begin(&fl_demo_blit, &r->stage, &err), FL_OK, "%s", err.text);
	rig_close(r);
}

Test(lib, stage_refuses_sizes_and_cards)
{
	static struct fl_stage s;
	struct fl_dev dev = {.vendor = 0x10de, .device = 0x1234, .name = "02:00.0"};
	struct fl_stage_options o = {.width = 63, .height = 480};
	struct fl_err err = {0};

	cr_assert_eq(fl_stage_open(&s, &dev, &o, &err), FL_USAGE);
	o.width = 640;
	cr_assert_eq(fl_stage_open(&s, &dev, &o, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "02:00.0"), "%s", err.text);
}

/* Not one call that the debug build objects to; the second frame finds what the first has left. */
Test(lib, demos_pass_the_debug_build, .timeout = 120)
{
	char dir[] = "/tmp/firstlight-demos-XXXXXX", command[600];

	if (getenv("FL_SANITIZED"))
		cr_skip_test("the debug build has no sanitizers");
	cr_assert(mkdtemp(dir));
	for (unsigned i = 0; fl_demos[i]; i++) {
		snprintf(command, sizeof(command),
			 "%s demo %s --chip %s --size 320x240 --frames 2 --quiet --out %s/demo.png",
			 built("debug-lib/firstlight"), fl_demos[i]->name, rig_chip_of(fl_demos[i]), dir);
		cr_expect_eq(system(command), 0, "%s", command);
	}
	snprintf(command, sizeof(command), "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
}

/* A chip that does not know what a demo asks for: the text says what, and the code is that of no device. */
Test(lib, stage_refuses_what_a_chip_does_not_know)
{
	struct rig *r = rig_open(320, 240, false);
	unsigned n = 0;

	for (const struct fl_demo *const *demo = fl_demos; *demo; demo++) {
		struct fl_err err = {0};

		if (!(*demo)->does)
			continue;
		n++;
		cr_expect_eq(fl_demo_begin(*demo, &r->stage, &err), FL_NO_DEVICE, "%s", (*demo)->name);
		cr_expect(strstr(err.text, (*demo)->asks), "%s", err.text);
		cr_expect(strstr(err.text, ", and R580 does not have that"), "%s", err.text);
		cr_expect(strstr(err.text, " run on it: clear triangle"), "%s", err.text);
	}
	cr_expect_gt(n, 0u);
	rig_close(r);
}

Test(lib, demos_are_found_by_name)
{
	cr_assert_eq(fl_demo_find("cube"), &fl_demo_cube);
	cr_assert_eq(fl_demo_find("cub"), NULL);
	cr_assert_eq(fl_demo_find("cubes"), NULL);
	cr_assert_eq(fl_demo_find(""), NULL);
}

/* ---- 8 and 16 bits a pixel, every way out ---- */

static struct fl_surface *deep_surface;

static enum fl_code deep_frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const uint8_t bits[4] = {0xf0, 0x0f, 0xaa, 0x55};
	struct fl_2d *g = &s->g;
	enum fl_code code = fl_surface_place(deep_surface, &s->vram, 61, 40, n ? FL_C8 : FL_RGB565, FL_LINEAR,
					     FL_USE_2D, err);

	cr_assert_eq(code, FL_OK);
	fl_2d_target(g, deep_surface);
	fl_fill_rect(g, 0, 0, 61, 40, 0x1111);
	fl_fill_rect(g, 3, 5, 7, 6, 0xabcd);
	fl_blit(g, deep_surface, 3, 5, 6, 7, 7, 6);
	fl_line(g, 20, 20, 51, 33, 0x7e3f);
	fl_mono(g, 55, 2, 8, 4, bits, 1, 0x4242);
	fl_2d_finish(g);
	fl_2d_target(g, &s->screen);
	return FL_OK;
}

static uint32_t deep_expected(int x, int y)
{
	static const uint8_t bits[4] = {0xf0, 0x0f, 0xaa, 0x55};

	if (x >= 55 && y >= 2 && y < 6 && bits[y - 2] >> (7 - (x - 55)) & 1)
		return 0x4242;
	/* 13 down on 31 across, to the nearest pixel */
	if (x >= 20 && x <= 51 && y - 20 == (2 * 13 * (x - 20) + 31) / 62)
		return 0x7e3f;
	return (x >= 3 && x < 10 && y >= 5 && y < 11) || (x >= 6 && x < 13 && y >= 7 && y < 13) ? 0xabcd
												: 0x1111;
}

Test(lib, two_d_at_8_and_16_bits)
{
	static const struct fl_demo demo = {.name = "deep", .needs = FL_NEEDS_2D, .frame = deep_frame};
	static const uint32_t caps[3] = {FL_2D_ALL, FL_2D_ALL, FL_2D_ATI_VGA};
	static struct fl_surface surface;

	deep_surface = &surface;
	for (int way = 0; way < 3; way++) {
		struct rig *r = rig_open(64, 64, way > 0);

		r->stage.g.caps = caps[way];
		for (uint32_t narrow = 0; narrow < 2; narrow++) {
			rig_frame(r, &demo, narrow);
			for (uint32_t y = 0; y < 40; y++)
				for (uint32_t x = 0; x < 61; x++) {
					uint32_t got = 0, want = deep_expected((int)x, (int)y);

					fl_vram_read(&r->dev,
						     surface.offset_B + fl_surface_at(&surface, x, y), &got,
						     surface.bytes_px);
					cr_assert_eq(got, narrow ? want & 0xff : want,
						     "way %d, (%u, %u): 0x%x", way, x, y, got);
				}
		}
		rig_close(r);
	}
}
