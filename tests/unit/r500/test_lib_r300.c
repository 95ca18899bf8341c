/* SPDX-License-Identifier: MIT
 *
 * Every 3D demo on the models of R3xx and R4xx beside the R580's picture. Their fragment programs count with
 * 17 bits of mantissa in place of 24: a result is off by 2^-17 a step, thousands of times less than 1/255, so
 * that a channel may round to its neighbor, and once more where what was drawn is blended with or looked up
 * again.
 */
#include "tests/unit/test_lib_rig.h"

#include <stdio.h>

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
		if ((*demo)->needs & FL_NEEDS_3D && !(*demo)->does && !is_refused(chip, *demo)) {
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

/* ---- programs that a chip cannot run ------------------------------------------------------------------- */
#define VERTEX                                                                 \
	"!!PVS\nin position\nin color\nout pos : position\nout col : color0\n" \
	"MOV pos, position\nMOV col, color\n"
#define OTHER_VERTEX "!!PVS\nin position\nout pos : position\ntemp t\nMOV t, position\n"
#define FRAGMENT     "!!US\nin base : color0\nout pixel : A\n"

/* head, `times` times body, tail: fl_program() says why; NULL: it draws. */
static const struct {
	const char *head, *body, *tail;
	unsigned times;
	const char *why;
} programs[] = {
    {FRAGMENT "temp t\nMOV t, base\n", "ADD t, t, t\n", "MOV pixel, t\n", 62, NULL},
    {FRAGMENT "temp t\nMOV t, base\n", "ADD t, t, t\n", "MOV pixel, t\n", 63,
     "65 operations, 0 look-ups, 1 rounds of these: there are 64, 32, 4"},
    {FRAGMENT "temp t\n", "LD t, base, tex0\n", "MOV pixel, t\n", 32, NULL},
    {FRAGMENT "temp t\n", "LD t, base, tex0\n", "MOV pixel, t\n", 33, "33 look-ups"},
    {FRAGMENT "temp t\nLD t, base, tex0\n", "LD t, t, tex0\n", "MOV pixel, t\n", 3, NULL},
    {FRAGMENT "temp t\nLD t, base, tex0\n", "LD t, t, tex0\n", "MOV pixel, t\n", 4, "5 rounds"},
    {FRAGMENT "const k[32]\n", "", "MOV pixel, k[31]\n", 0, NULL},
    {FRAGMENT "const k[33]\n", "", "MOV pixel, k[32]\n", 0, "32 constants"},
    {FRAGMENT "temp t\n", "", "SIN t, base.r\nMOV pixel, t\n", 0, "SIN, COS and derivatives"},
    {FRAGMENT "temp t\n", "", "DP3 t, base.brg, base\nMOV pixel, t\n", 0, NULL},
    {FRAGMENT "temp t\n", "", "DP3 t, base.grb, base\nMOV pixel, t\n", 0, "MOV first"},
    {FRAGMENT "in f : face\n", "", "MOV pixel, f\n", 0, "face"},
    {OTHER_VERTEX, "ADD t, t, t\n", "MOV pos, t\n", 254, NULL},
    {OTHER_VERTEX, "ADD t, t, t\n", "MOV pos, t\n", 255, "257 instructions of 256"},
    {OTHER_VERTEX, "", "MOV pos, |t|\n", 0, "an operation or a modifier of R5xx"},
};

static void refused_or_not(const char *chip)
{
	static char text[8192];
	static struct fl_program p;

	for (unsigned i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		struct rig *r = rig_open_chip(chip, WIDE, HIGH, false);
		size_t n = (size_t)snprintf(text, sizeof(text), "%s", programs[i].head);

		for (unsigned k = 0; k < programs[i].times; k++)
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s", programs[i].body);
		snprintf(text + n, sizeof(text) - n, "%s", programs[i].tail);
		if (strncmp(text, "!!PVS", 5))
			make_program(&p, VERTEX, text);
		else
			make_program(&p, text, "!!US\nout pixel : A\nMOV pixel, 1\n");
		fl_program(&r->stage.d, &p);
		cr_expect_eq(r->stage.d.code, programs[i].why ? FL_USAGE : FL_OK, "%u on %s: %s", i, chip,
			     r->stage.d.err.text);
		if (programs[i].why)
			cr_expect(strstr(r->stage.d.err.text, programs[i].why), "%u on %s: %s", i, chip,
				  r->stage.d.err.text);
		rig_close(r);
	}
}

Test(lib_r300, programs_that_do_not_fit)
{
	refused_or_not("r300");
	refused_or_not("r420");
}

/* ---- numbers in programs ------------------------------------------------------------------------------- */
/* (8 + mantissa) / 8 * 2^(exponent - 7): what R5xx has in an instruction, R3xx has as a constant. */
enum { NUMBERS = 12 };

static double number(unsigned i)
{
	return (8 + i * 5 % 8) / 8.0 / (double)(1 << (1 + i % 6));
}

static void numbers(struct fl_stage *s)
{
	static struct fl_program p[NUMBERS];

	pixels(&s->d);
	for (unsigned i = 0; i < NUMBERS; i++) {
		char text[128];

		snprintf(text, sizeof(text), FRAGMENT "MUL pixel, base, %.8f\n", number(i));
		make_program(&p[i],
			     "!!PVS\nin position\nin color\nout pos : position\nout col : color0\n"
			     "const state_mvp[4]\n" TRANSFORM "MOV col, color\n",
			     text);
		fl_program(&s->d, &p[i]);
		fl_color(&s->d, 255, 255, 255, 255);
		rect(&s->d, (float)(10 * i), 0, (float)(10 * i + 10), H, 0);
	}
}

static void check_numbers(struct rig *r)
{
	for (unsigned i = 0; i < NUMBERS; i++) {
		const uint32_t v = (uint32_t)(number(i) * 255 + 0.5);

		ASSERT_NEAR(r, 10 * i + 5, H / 2, v << 24 | v << 16 | v << 8 | v, 1);
	}
}

Test(lib_r300, numbers_in_programs)
{
	draw_r500(numbers, check_numbers);
}
