/* SPDX-License-Identifier: MIT
 *
 * Every 3D demo on the models of R3xx and R4xx beside the R580's picture. Their fragment programs count with
 * 17 bits of mantissa in place of 24: a result is off by 2^-17 a step, thousands of times less than 1/255, so
 * that a channel may round to its neighbor, and once more where what was drawn is blended with or looked up
 * again.
 */
#include "tests/unit/test_lib_running.h"

enum { WIDE = 128, HIGH = 96, FRAME = 37, TOLERANCE = 2 };

/* What a demo asks for that no chip before R5xx has, as the error says it; NULL: it draws. */
static const struct {
	const char *demo, *why;
} refused[] = {
    {"plasma", "reads what it writes"}, /* and SIN after that */
    {"fractal", "flow control"},
};

static const char *why_not(const char *demo)
{
	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (!strcmp(refused[i].demo, demo))
			return refused[i].why;
	return NULL;
}

static enum fl_code frame(struct rig *r, const struct fl_demo *demo, struct fl_err *err)
{
	enum fl_code code = fl_demo_begin(demo, &r->stage, err);

	if (!code)
		code = fl_demo_frame(demo, &r->stage, FRAME, err);
	for (uint32_t y = 0; y < HIGH; y++)
		fl_stage_row(&r->stage, y, r->picture + y * WIDE);
	return code;
}

static void one_demo(const char *chip, const struct fl_demo *demo)
{
	static uint32_t want[WIDE * HIGH];
	struct rig *r = rig_open_running("r580", WIDE, HIGH);
	const char *why = why_not(demo->name);
	const struct fl_report *report;
	struct fl_err err = {0};
	unsigned wrong = 0;

	cr_assert_eq(frame(r, demo, &err), FL_OK, "%s: %s", demo->name, err.text);
	memcpy(want, r->picture, sizeof(want));
	rig_close_running(r);
	r = rig_open_running(chip, WIDE, HIGH);
	if (why) {
		cr_assert_eq(frame(r, demo, &err), FL_USAGE, "%s draws on %s", demo->name, chip);
		cr_assert(strstr(err.text, why), "%s on %s: %s", demo->name, chip, err.text);
		rig_close_running(r);
		return;
	}
	cr_assert_eq(frame(r, demo, &err), FL_OK, "%s on %s: %s", demo->name, chip, err.text);
	for (uint32_t i = 0; i < WIDE * HIGH; i++)
		if (channel_difference(r->picture[i], want[i]) > TOLERANCE && wrong++ < 3)
			cr_log_warn("%s on %s: (%u, %u): 0x%08x, R580: 0x%08x", demo->name, chip, i % WIDE,
				    i / WIDE, r->picture[i], want[i]);
	cr_assert_eq(wrong, 0, "%s on %s: %u pixels differ from the R580's", demo->name, chip, wrong);
	for (unsigned i = 0; (report = fl_model_report(r->m, i)); i++)
		cr_assert_eq(report->severity, FL_NOTE, "%s on %s: %s: %s: %s", demo->name, chip,
			     report->block, report->where, report->text);
	rig_close_running(r);
}

/* hiz writes the registers of R5xx's HiZ RAM itself. */
static void every_demo(const char *chip)
{
	unsigned n = 0;

	for (const struct fl_demo *const *demo = fl_demos; *demo; demo++)
		if ((*demo)->needs & FL_NEEDS_3D && strcmp((*demo)->name, "hiz") != 0) {
			one_demo(chip, *demo);
			n++;
		}
	cr_assert_geq(n, 20u);
}

Test(lib_r300, demos_on_r300, .timeout = 240)
{
	every_demo("r300");
}

Test(lib_r300, demos_on_rv350, .timeout = 240)
{
	every_demo("rv350");
}

Test(lib_r300, demos_on_r420, .timeout = 240)
{
	every_demo("r420");
}

Test(lib_r300, demos_on_rv410, .timeout = 240)
{
	every_demo("rv410");
}
