/* SPDX-License-Identifier: MIT
 *
 * Every demo on every core of the Vivante model, beside the picture of an R580, or of an RV770 where that
 * does not know what the demo asks for. The cores round otherwise (toward zero before GC7000L), so pixels at
 * edges may differ, of which there may be so many; the model objects to nothing. What a core does not do is
 * refused with a reason.
 */
#include "tests/unit/test_lib_rig.h"

#include <stdlib.h>

enum { WIDE = 192, HIGH = 128, FRAME = 37, FAR = 24, PER_MILLE = 12 };

enum { GC400 = 1, GC880 = 2, GC2000 = 4, GC3000 = 8, GC7000L = 16, ALL = 31, OLD = GC400 | GC880 | GC2000 };

/* What does not run where, and what is said. */
static const struct {
	const char *demo;
	uint32_t cores;
	const char *says;
} refused[] = {
    {"mrt", GC400, "GC400 draws into 1 color buffers at a time"},
    {"msaa", GC400, "the chip has none"},
    {"hiz", ALL, "needs the HiZ RAM of R3xx to R5xx"},
    {"dxt", GC400, "there is no such format"},
    {"float", OLD, "cannot be drawn into"},
    {"asteroids", OLD, "needs several instances of a draw"},
    {"rain", OLD, "needs instances and textures of several layers"},
    {"deferred", OLD, "needs eight color buffers at a time"},
    {"deferred", GC3000 | GC7000L, "and this card is of none"},
    {"attractor", ALL, "needs streams of vertices to memory"},
    {"fur", ALL, "needs geometry programs"},
    {"pick", OLD, "needs targets of whole numbers"},
};

/* Pixels in a thousand that may be quite another color, where it is more than PER_MILLE. */
static const struct {
	const char *demo;
	uint32_t per_mille;
} other[] = {
    {"asteroids", 30}, /* sines to a thousandth, and many edges */
    {"msaa", 60},      /* four samples, not six */
};

static const char *refusal(const char *demo, uint32_t core)
{
	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (!strcmp(refused[i].demo, demo) && refused[i].cores & core)
			return refused[i].says;
	return NULL;
}

static uint32_t allowed(const char *demo)
{
	for (unsigned i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		if (!strcmp(other[i].demo, demo))
			return other[i].per_mille;
	return PER_MILLE;
}

static bool is_far(uint32_t a, uint32_t b)
{
	for (int shift = 0; shift < 24; shift += 8)
		if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > FAR)
			return true;
	return false;
}

static void is_refused(const struct fl_demo *demo, const char *chip, const char *says)
{
	struct rig *r = rig_open_chip(chip, WIDE, HIGH, false);
	struct fl_err err = {0};
	enum fl_code code = fl_demo_begin(demo, &r->stage, &err);

	if (!code)
		code = fl_demo_frame(demo, &r->stage, FRAME, &err);
	cr_assert_neq(code, FL_OK, "%s on %s is not refused", demo->name, chip);
	cr_assert(strstr(err.text, says), "%s on %s: %s", demo->name, chip, err.text);
	rig_close(r);
}

static void is_drawn(const struct fl_demo *demo, const char *chip)
{
	static uint32_t want[WIDE * HIGH];
	struct rig *r = rig_open_chip(rig_chip_of(demo), WIDE, HIGH, false);
	uint32_t wrong = 0;

	rig_frame(r, demo, FRAME);
	memcpy(want, r->picture, sizeof(want));
	rig_close(r);
	r = rig_open_chip(chip, WIDE, HIGH, false);
	rig_frame(r, demo, FRAME);
	for (uint32_t i = 0; i < WIDE * HIGH; i++)
		wrong += is_far(r->picture[i], want[i]);
	cr_assert_leq(1000 * wrong, allowed(demo->name) * WIDE * HIGH, "%s on %s: %u pixels are quite other",
		      demo->name, chip, wrong);
	rig_close(r);
}

static void every_demo(const char *chip, uint32_t core)
{
	uint32_t drawn = 0;

	for (const struct fl_demo *const *demo = fl_demos; *demo; demo++) {
		const char *says = refusal((*demo)->name, core);

		if (!((*demo)->needs & FL_NEEDS_3D))
			continue; /* tests/unit/gc/test_lib_2d.c */
		if (says) {
			is_refused(*demo, chip, says);
		} else {
			is_drawn(*demo, chip);
			drawn++;
		}
	}
	cr_assert_geq(drawn, 20u);
}

TestSuite(gc_lib_demos, .timeout = 180);

Test(gc_lib_demos, gc400)
{
	every_demo("gc400", GC400);
}

Test(gc_lib_demos, gc880)
{
	every_demo("gc880", GC880);
}

Test(gc_lib_demos, gc2000)
{
	every_demo("gc2000", GC2000);
}

Test(gc_lib_demos, gc3000)
{
	every_demo("gc3000", GC3000);
}

Test(gc_lib_demos, gc7000l)
{
	every_demo("gc7000l", GC7000L);
}
