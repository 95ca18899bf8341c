/* SPDX-License-Identifier: MIT
 *
 * How far a wake-up goes for each command that does not want all of it.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"

#include <criterion/criterion.h>
#include <string.h>

static void last_step(void *arg, const struct fl_step *step, enum fl_code code, const struct fl_bringup *up,
		      const struct fl_err *err)
{
	*(const char **)arg = step->name;
}

/* What a command wants ends with its step; a goal of no step is refused without an access. */
Test(bringup, as_far_as_a_command_wants)
{
	static const struct {
		enum fl_goal goal;
		const char *last;
	} wants[] = {{FL_GOAL_PROBE, "posted"},
		     {FL_GOAL_RESET, "reset"},
		     {FL_GOAL_FIRMWARE, "microcode"},
		     {FL_GOAL_RING, "fence"}};

	for (unsigned i = 0; i < sizeof(wants) / sizeof(*wants); i++) {
		const char *last = NULL;
		struct r500_card c;
		struct fl_dev d;
		struct fl_err err;
		struct fl_model *m =
		    fl_model_new("r580", &(struct fl_model_config){.posted = true, .threads = 1}, NULL, 0);
		static uint8_t image[2048];

		cr_assert(m);
		cr_assert_eq(fl_open_model(&d, m, "r580", &err), FL_OK);
		fl_model_firmware("r580", 0, image, sizeof(image));
		r500_card_init(&c, &d);
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = sizeof(image);
		c.up.transport = FL_TRANSPORT_VRAM;
		cr_expect_eq(fl_wake_goal(&r500_family, &c.up, wants[i].goal, last_step, &last, &err), FL_OK,
			     "%s", err.text);
		cr_expect(last && !strcmp(last, wants[i].last), "%s, not %s", last, wants[i].last);
		cr_expect_eq(c.up.force_reset, wants[i].goal == FL_GOAL_RESET);
		cr_expect_eq(d.awake, wants[i].goal != FL_GOAL_PROBE);
		cr_expect_eq(fl_sleep(&r500_family, &d, &err), FL_OK);
		last = NULL;
		cr_expect_eq(fl_wake_goal(&r500_family, &c.up, (enum fl_goal)77, last_step, &last, &err),
			     FL_NO_DEVICE);
		cr_expect_null(last);
		fl_dev_close(&d);
		fl_model_delete(m);
	}
}
