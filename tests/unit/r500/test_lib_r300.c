/* SPDX-License-Identifier: MIT
 *
 * Every 3D demo on the models of R3xx and R4xx beside the R580's picture. Their fragment programs count with
 * 17 bits of mantissa in place of 24: a result is off by 2^-17 a step, thousands of times less than 1/255, so
 * that a channel may round to its neighbor, and once more where what was drawn is blended with or looked up
 * again.
 */
#include "tests/unit/test_lib_rig.h"

enum { WIDE = 128, HIGH = 96, FRAME = 37, TOLERANCE = 2 };

/* What a demo asks for that a chip does not have, as the error says it; without a row it draws. */
static const struct {
	const char *demo, *chip; /* chip NULL: all before R5xx */
	enum fl_code code;
	const char *why;
} refused[] = {
    {"plasma", NULL, FL_USAGE, "reads what it writes"}, /* and SIN after that */
    {"fractal", NULL, FL_USAGE, "flow control"},
    {"hiz", "rv350", FL_NO_DEVICE, "the HiZ RAM, and RV350 has none"},
};

/* True: a row says that it is refused, and so it was. */
static bool is_refused(const char *chip, const struct fl_demo *demo)
{
	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (!strcmp(refused[i].demo, demo->name) &&
		    (!refused[i].chip || !strcmp(refused[i].chip, chip))) {
			struct rig *r = rig_open_chip(chip, WIDE, HIGH, false);
			struct fl_err err = {0};
			enum fl_code code = fl_demo_begin(demo, &r->stage, &err);

			if (!code)
				code = fl_demo_frame(demo, &r->stage, FRAME, &err);
			cr_assert_eq(code, refused[i].code, "%s draws on %s", demo->name, chip);
			cr_assert(strstr(err.text, refused[i].why), "%s on %s: %s", demo->name, chip,
				  err.text);
			rig_close(r);
			return true;
		}
	return false;
}

static void one_demo(const char *chip, const struct fl_demo *demo)
{
	static uint32_t want[WIDE * HIGH];
	struct rig *r = rig_open_chip("r580", WIDE, HIGH, false);
	unsigned wrong = 0;

	rig_frame(r, demo, FRAME);
	memcpy(want, r->picture, sizeof(want));
	rig_close(r);
	r = rig_open_chip(chip, WIDE, HIGH, false);
	rig_frame(r, demo, FRAME);
	for (uint32_t i = 0; i < WIDE * HIGH; i++)
		if (channel_difference(r->picture[i], want[i]) > TOLERANCE && wrong++ < 3)
			cr_log_warn("%s on %s: (%u, %u): 0x%08x, R580: 0x%08x", demo->name, chip, i % WIDE,
				    i / WIDE, r->picture[i], want[i]);
	cr_assert_eq(wrong, 0, "%s on %s: %u pixels differ from the R580's", demo->name, chip, wrong);
	rig_close(r);
}

static void every_demo(const char *chip)
{
	unsigned n = 0;

	for (const struct fl_demo *const *demo = fl_demos; *demo; demo++)
		if ((*demo)->needs & FL_NEEDS_3D && !is_refused(chip, *demo)) {
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
