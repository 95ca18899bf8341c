/* SPDX-License-Identifier: MIT
 *
 * A demo recorded as a trace replays to the same bits, and the model has nothing against it.
 */
#include "demos/demo.h"
#include "demos/firstlight/demo_trace.h"
#include "demos/firstlight/replay.h"
#include "hw/bus/hosted/hosted.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { W = 160, H = 120 };

/* A frame of a demo on the model of a chip, recorded. */
static void record(struct fl_demo_trace *t, const char *chip, const char *name, unsigned frames)
{
	static struct fl_stage stage;
	static struct fl_dev dev;
	const struct fl_model_config config = {
	    .vram_B = 64 << 20, .posted = true, .plain_host = true, .threads = 1};
	const struct fl_demo *demo = fl_demo_find(name);
	struct fl_stage_options o = {.width = W, .height = H};
	static struct fl_firmware firmware;
	struct fl_err err = {0};
	struct fl_model *m = fl_model_new(chip, &config, NULL, 0);

	cr_assert(m && demo, "%s, %s", chip, name);
	cr_assert_eq(fl_open_model(&dev, m, chip, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_firmware_load(&firmware, fl_family_of(&dev), &dev,
				      &(const struct fl_firmware_source){.model = chip}, &err),
		     FL_OK, "%s", err.text);
	o.images = firmware.images;
	cr_assert_eq(fl_stage_open(&stage, &dev, &o, &err), FL_OK, "%s: %s", chip, err.text);
	cr_assert_eq(fl_demo_trace_begin(t, &stage, m, chip, name, &err), FL_OK, "%s: %s", chip, err.text);
	cr_assert_eq(fl_demo_begin(demo, &stage, &err), FL_OK, "%s: %s", chip, err.text);
	for (unsigned n = 0; n < frames; n++)
		cr_assert_eq(fl_demo_frame(demo, &stage, n, &err), FL_OK, "%s: %s", chip, err.text);
	cr_assert_eq(fl_demo_trace_end(t, &err), FL_OK, "%s: %s", chip, err.text);
	fl_stage_close(&stage, &err);
	fl_model_delete(m);
}

static void same(const char *chip, const char *name, unsigned frames)
{
	const struct fl_replay_options o = {.model = {.running = true, .threads = 1}};
	struct fl_replay_result res;
	struct fl_demo_trace t;
	struct fl_err err = {0};

	record(&t, chip, name, frames);
	cr_assert_eq(fl_replay(t.data, t.n_B, name, &o, &res, &err), FL_OK, "%s: %s", chip, err.text);
	cr_expect_eq(res.pixels, W * H);
	cr_expect_eq(res.max_diff, 0, "%s on %s: %u of %u pixels differ", name, chip, res.differ, res.pixels);
	cr_expect_eq(res.reports, 0, "%s on %s: %u objections", name, chip, res.reports);
	cr_expect_str_eq(res.chip, chip);
	cr_expect_str_eq(res.scene, name);
	fl_demo_trace_free(&t);
}

static const char *const chips[] = {"rv350", "r580", "rv770", "bonaire", "gc2000", "gc7000l"};

Test(demo_trace, a_picture_to_texture_and_back, .timeout = 120)
{
	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++)
		same(chips[i], "rtt", 1);
}

/* Later frames write over the vertices and textures of those before. */
Test(demo_trace, several_frames, .timeout = 120)
{
	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++)
		same(chips[i], "sprites", 3);
}

Test(demo_trace, the_2d_engine, .timeout = 120)
{
	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++)
		same(chips[i], "blit", 1);
}
