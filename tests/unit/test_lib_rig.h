/* SPDX-License-Identifier: MIT
 *
 * What the library's tests on the model share: a stage on a model of an R580, its picture, and what the model objects to.
 */
#ifndef TEST_LIB_RIG_H
#define TEST_LIB_RIG_H

#include "demos/demo.h"
#include "hw/bus/hosted/hosted.h"

#include <criterion/criterion.h>

struct rig {
	struct fl_model *m;
	struct fl_dev dev;
	struct fl_stage stage;
	uint32_t *picture;
};

static inline struct rig *rig_open(uint32_t w, uint32_t h, bool by_registers)
{
	static struct rig r;
	static uint8_t microcode[2048];
	struct fl_model_config cfg = {.vram_B = 64 << 20, .threads = 1, .posted = true};
	struct fl_stage_options o = {
	    .width = w, .height = h, .microcode = microcode, .microcode_B = 2048, .by_registers = by_registers};
	struct fl_err err = {0};
	char why[200] = "";

	memset(&r, 0, sizeof(r));
	fl_synthetic_microcode(microcode);
	r.m = fl_model_new("r580", &cfg, why, sizeof(why));
	cr_assert(r.m, "%s", why);
	cr_assert_eq(fl_open_model(&r.dev, r.m, "r580", &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_stage_open(&r.stage, &r.dev, &o, &err), FL_OK, "%s", err.text);
	r.picture = calloc(w * h, 4);
	return &r;
}

/* Draw one frame of a demo, and read the picture. The model must have nothing to say but notes. */
static inline void rig_frame(struct rig *r, const struct fl_demo *demo, uint32_t n)
{
	struct fl_err err = {0};
	const struct fl_report *report;

	cr_assert_eq(fl_demo_begin(demo, &r->stage, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_demo_frame(demo, &r->stage, n, &err), FL_OK, "%s", err.text);
	for (uint32_t y = 0; y < r->stage.height; y++)
		fl_stage_row(&r->stage, y, r->picture + y * r->stage.width);
	for (unsigned i = 0; (report = fl_model_report(r->m, i)); i++)
		cr_assert_eq(report->severity, FL_NOTE, "%s: %s: %s", report->block, report->where, report->text);
}

static inline uint32_t rig_at(const struct rig *r, uint32_t x, uint32_t y)
{
	return r->picture[y * r->stage.width + x];
}

static inline void rig_close(struct rig *r)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_stage_close(&r->stage, &err), FL_OK, "%s", err.text);
	free(r->picture);
	fl_dev_close(&r->dev);
	fl_model_delete(r->m);
}

#endif
