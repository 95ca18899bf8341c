/* SPDX-License-Identifier: MIT
 *
 * A card of R6xx or R7xx on a model, with its firmware, before it is woken.
 */
#ifndef TESTS_UNIT_R600_TEST_CARD_RIG_H
#define TESTS_UNIT_R600_TEST_CARD_RIG_H

#include "hw/bus/hosted/hosted.h"
#include "hw/r600/card.h"
#include "hw/r600/microcode.h"

#include <criterion/criterion.h>

static uint8_t images[R600_IMAGES][R600_MICROCODE_MAX_B];
static struct fl_dev dev;
static struct fl_err err;
static struct r600_card card;

static inline struct fl_model *card_on_model(const char *chip, const struct fl_model_config *config)
{
	char why[200] = "";
	struct fl_model *m = fl_model_new(chip, config, why, sizeof(why));

	cr_assert(m, "%s", why);
	cr_assert_eq(fl_open_model(&dev, m, chip, &err), FL_OK);
	r600_card_init(&card, &dev);
	for (unsigned i = 0; i < R600_IMAGES; i++)
		card.up.images.of[i] =
		    (struct fl_image){images[i], fl_model_firmware(chip, i, images[i], sizeof(images[i]))};
	return m;
}

#endif
