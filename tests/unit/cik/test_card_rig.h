/* SPDX-License-Identifier: MIT
 *
 * A Sea Islands card on a model, with its firmware, before it is woken.
 */
#ifndef TESTS_UNIT_CIK_TEST_CARD_RIG_H
#define TESTS_UNIT_CIK_TEST_CARD_RIG_H

#include "hw/bus/hosted/hosted.h"
#include "hw/cik/card.h"
#include "hw/fl_wake.h"
#include "hw/regs/cik.h"

#include <criterion/criterion.h>
#include <string.h>

enum { CIK_IMAGE_ROOM_B = 32 << 10 };

static uint8_t images[CIK_IMAGES][CIK_IMAGE_ROOM_B];
static struct fl_dev dev;
static struct fl_err err;
static struct cik_card card;

static inline struct fl_model *card_on_model(const char *chip, bool posted, enum fl_transport via)
{
	const struct fl_model_config config = {.posted = posted, .threads = 1};
	char why[200] = "";
	struct fl_model *m = fl_model_new(chip, &config, why, sizeof(why));

	cr_assert(m, "%s", why);
	cr_assert_eq(fl_open_model(&dev, m, chip, &err), FL_OK);
	cik_card_init(&card, &dev);
	card.up.transport = via;
	for (unsigned i = 0; i < CIK_IMAGES; i++)
		card.up.images.of[i] =
		    (struct fl_image){images[i], fl_model_firmware(chip, i, images[i], sizeof(images[i]))};
	return m;
}

static inline void woken(void)
{
	cr_assert_eq(fl_wake(&cik_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
}

static inline void nothing_reported(struct fl_model *m, const char *what)
{
	const struct fl_report *r = fl_model_report(m, 0);

	cr_expect_null(r, "%s: %s", what, r ? r->text : "");
}

#endif
