/* SPDX-License-Identifier: MIT
 *
 * A card that takes its time: each engine is busy for nearly a tenth of a second after every write, which is
 * the shortest time that any step waits. It wakes, passes the smoke test and sleeps like any other.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_smoke.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>

enum { LATE_US = 95000 };

static const char *const chips[] = {"r580", "rv515", "r300", "rv410"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

static struct fl_dev dev;
static struct r500_card card;
static struct fl_bus slow;
static const struct fl_bus *quick;
static uint64_t written_us;
static uint32_t seen[8]; /* of the scratch registers, as they read so far */
static unsigned waited;

static bool is_scratch(uint32_t at)
{
	return at >= R500_SCRATCH_REG(0) && at <= R500_SCRATCH_REG(7);
}

static void write32(struct fl_dev *d, uint32_t at, uint32_t v)
{
	quick->write32(d, at, v);
	written_us = quick->now_us(d);
	if (is_scratch(at))
		seen[(at - R500_SCRATCH_REG(0)) / 4] = v;
}

/* What is waited for: RBBM_STATUS, and what packets write to scratch registers. */
static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	const uint32_t v = quick->read32(d, at);
	const bool late = written_us && quick->now_us(d) - written_us < LATE_US;

	waited += late;
	if (at == R500_RBBM_STATUS && late)
		return v | R500_RBBM_STATUS__GUI_ACTIVE__MASK;
	if (!is_scratch(at))
		return v;
	if (!late)
		seen[(at - R500_SCRATCH_REG(0)) / 4] = v;
	return seen[(at - R500_SCRATCH_REG(0)) / 4];
}

static void wakes(const char *chip, enum fl_transport via)
{
	const struct fl_model_config cfg = {.posted = true, .threads = 1};
	static uint8_t image[2048];
	struct fl_model *m = fl_model_new(chip, &cfg, NULL, 0);
	struct fl_smoke_counts n;
	struct fl_err err;

	cr_assert(m);
	cr_assert_eq(fl_open_model(&dev, m, chip, &err), FL_OK);
	r500_card_init(&card, &dev);
	card.up.images.of[0] = (struct fl_image){image, fl_model_firmware(chip, 0, image, sizeof(image))};
	card.up.transport = via;
	quick = dev.bus;
	slow = *quick;
	slow.read32 = read32;
	slow.write32 = write32;
	dev.bus = &slow;
	written_us = waited = 0;
	cr_expect_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s by %s: %s", chip,
		     fl_transport_names[via], err.text);
	cr_expect_gt(waited, 1000u, "%u", waited);
	cr_expect_eq(fl_smoke(&r500_family, &card.up, NULL, NULL, &n, &err), FL_OK, "%s by %s: %s", chip,
		     fl_transport_names[via], err.text);
	cr_expect_null(fl_model_report(m, 0), "%s: %s", chip, fl_model_report(m, 0)->text);
	dev.bus = quick;
	fl_dev_close(&dev);
	fl_model_delete(m);
}

Test(bringup_slow, it_wakes_by_every_way_of_commands)
{
	for (unsigned c = 0; c < CHIPS; c++)
		for (enum fl_transport via = FL_TRANSPORT_PIO; via < FL_TRANSPORTS; via++)
			wakes(chips[c], via);
}
