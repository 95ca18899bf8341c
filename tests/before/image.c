/* SPDX-License-Identifier: MIT
 *
 * An image that wakes the first card with each old habit, one after the other, and says what came of it. With
 * "console" on its command line: with none, once while VGA's memory is kept, and once while it is not.
 */
#include "boot/boot.h"
#include "demos/bare/images.h"
#include "demos/bare/machine.h"
#include "demos/bare/say.h"
#include "hw/fl_str.h"
#include "tests/before/before.h"

static struct fl_dev dev;
static struct fl_display kept;

static void wake(const struct fl_images *images, enum before_habit habit, struct fl_display *k,
		 const char *name)
{
	struct r500_card card;
	struct fl_err err;
	enum fl_code code;

	r500_card_init(&card, &dev);
	card.up.images = *images;
	code = before_wake(&card, habit, k, &err);
	fl_say("before: %s: %s\n", name, code ? err.text : "well");
}

int fl_main(const struct fl_boot *boot)
{
	struct fl_pci pci;
	struct fl_machine machine = fl_bare_machine(&pci, boot);
	struct fl_images images = {0};
	struct fl_card found;
	struct fl_err err;

	if (fl_bare_open(&dev, &machine, 0, &found, &err) || fl_bare_images(boot, &dev, &images, &err)) {
		fl_say("before: %s\n", err.text);
		return FL_FAILED;
	}
	if (fl_str_starts(boot->cmdline, "console")) {
		wake(&images, BEFORE_NONE, &kept, "console kept");
		wake(&images, BEFORE_NONE, NULL, "console");
	} else
		for (enum before_habit habit = BEFORE_NONE; habit < BEFORE_HABITS; habit++)
			wake(&images, habit, NULL, before_names[habit]); /* the last may hang for good */
	fl_say("before: over\n");
	return FL_OK;
}
