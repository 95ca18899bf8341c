/* SPDX-License-Identifier: MIT
 *
 * Eight color buffers at a time, of several formats: what a program exports to each, masks, blending and
 * clears, by formula; and what chips with four make of them.
 */
#include "lib/fl_program.h"
#include "tests/unit/test_lib_rig.h"

enum { TARGETS = 8, SIDE = 32 };

/* Color n is (n / 8, x, y, n / 16): floats that 32-bit formats hold exactly. */
#define PIXEL(n, red, alpha) \
	"ALU\nMOV c" n ".x, " red "\nMOV c" n ".y, uv.x\nMOV c" n ".z, uv.y\nMOV c" n ".w, " alpha "\n"
#define TEMP(n) "temp c" n "\n"
static const struct fl_program_text text[] = {
    {"r600",
     "!!R600\nvertex\nin position\nin texcoord0\nout uv : texcoord0\nCALL_FS\n"
     "EXPORT_DONE POS 60, position.xyzw\nEXPORT_DONE PARAM 0, texcoord0.xyzw\n",
     "!!R600\nfragment\nin uv : texcoord0\n" TEMP("0") TEMP("1") TEMP("2") TEMP("3") TEMP("4") TEMP("5")
	 TEMP("6") TEMP("7") PIXEL("0", "0.0", "0.0") PIXEL("1", "0.125", "0.0625")
	     PIXEL("2", "0.25", "0.125") PIXEL("3", "0.375", "0.1875") PIXEL("4", "0.5", "0.25")
		 PIXEL("5", "0.625", "0.3125") PIXEL("6", "0.75", "0.375") PIXEL(
		     "7", "0.875",
		     "0.4375") "EXPORT PIXEL 0, c0.xyzw\nEXPORT PIXEL 1, c1.xyzw\nEXPORT PIXEL 2, c2.xyzw\n"
			       "EXPORT PIXEL 3, c3.xyzw\nEXPORT PIXEL 4, c4.xyzw\nEXPORT PIXEL 5, c5.xyzw\n"
			       "EXPORT PIXEL 6, c6.xyzw\nEXPORT_DONE PIXEL 7, c7.xyzw\n"},
    {0}};

static const enum fl_format formats[TARGETS] = {FL_ABGR32F,  FL_ARGB8888, FL_ABGR16F, FL_ABGR32F,
						FL_ABGR8888, FL_ABGR32F,  FL_ABGR32F, FL_ARGB8888};

static const float cleared[4] = {0.25f, 0.5f, 0.75f, 1};

static void place(struct fl_stage *s, const struct fl_surface *targets[TARGETS])
{
	struct fl_err err = {0};

	for (unsigned i = 0; i < TARGETS; i++) {
		cr_assert_eq(fl_surface_place(&s->surface[i], &s->vram, SIDE, SIDE, formats[i], FL_LINEAR,
					      FL_USE_3D | FL_USE_TEXTURE, &err),
			     FL_OK, "%s", err.text);
		targets[i] = &s->surface[i];
	}
}

/* The right half, without green. */
static void draw_eight(struct fl_stage *s)
{
	const struct fl_surface *targets[TARGETS];
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};

	place(s, targets);
	cr_assert_eq(fl_program_choose(d, p, text, &err), FL_OK, "%s", err.text);
	fl_draw_targets(d, TARGETS, targets, NULL);
	fl_clear_float(d, cleared);
	fl_program(d, p);
	for (int pass = 0; pass < 2; pass++) {
		const float left = pass ? 0.5f : 0; /* the right quarter once more, added */

		fl_color_mask(d, true, false, true, true);
		fl_blend(d, FL_ONE, pass ? FL_ONE : FL_ZERO);
		fl_begin(d, FL_QUADS);
		for (int c = 0; c < 4; c++) {
			const float u = c == 1 || c == 2, v = c > 1;

			fl_texcoord(d, 0.5f, v);
			fl_vertex(d, u ? 1 : left, 2 * v - 1, 0);
		}
		fl_end(d);
	}
	fl_program(d, NULL);
	fl_blend(d, FL_ONE, FL_ZERO);
	fl_color_mask(d, true, true, true, true);
	fl_draw_target(d, &s->screen, NULL);
}

static void check_eight(struct rig *r)
{
	for (unsigned i = 0; i < TARGETS; i++)
		for (unsigned y = 0; y < SIDE; y++)
			for (unsigned x = 0; x < SIDE; x++) {
				const float times = x < SIDE / 2 ? 0 : x < SIDE * 3 / 4 ? 1 : 2;
				const float drawn[4] = {(float)i / 8 * times, 0.5f,
							(1 - ((float)y + 0.5f) / SIDE) * times,
							(float)i / 16 * times};
				const float *want = times > 0 ? drawn : cleared;
				uint8_t pixel[16];
				float rgba[4];

				fl_image_read(&r->dev, &r->stage.surface[i], x, y, 1, pixel);
				fl_pixel_unpack(formats[i], pixel, rgba);
				for (int k = 0; k < 4; k++) {
					const float most = r->stage.surface[i].bytes_px > 4 ? 1e9f : 1,
						    w = want[k] > most ? most : want[k];

					cr_assert_lt(fabsf(rgba[k] - w), most > 1 ? 0.001f : 0.0041f * 2,
						     "%u: (%u, %u).%d is %g, want %g", i, x, y, k,
						     (double)rgba[k], (double)w);
				}
			}
}

Test(r600_eight_targets, each_has_its_own)
{
	draw_on("rv770", draw_eight, check_eight);
	draw_on("rv710", draw_eight, check_eight);
	draw_on("rv670", draw_eight, check_eight);
}

/* A chip that knows four takes the first four. */
Test(r600_eight_targets, four_on_r5xx)
{
	struct rig *r = rig_open_chip("r580", 64, 64, false);
	const struct fl_surface *targets[TARGETS];

	place(&r->stage, targets);
	cr_expect(!fl_draw_does(&r->stage.d, FL_DOES_8_TARGETS));
	fl_draw_targets(&r->stage.d, TARGETS, targets, NULL);
	cr_expect_eq(r->stage.d.n_color, FL_TARGETS);
	rig_close(r);
}
