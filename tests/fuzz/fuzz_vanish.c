/* SPDX-License-Identifier: MIT
 *
 * A card that is off the bus for a while: waking, reset, ring or smoke test of a model that does not answer
 * from the n-th access on, for m accesses. Nothing hangs, a failure has its reason, and configuration space
 * is not left with what nobody wanted there.
 *
 * Input: u8 chip, u8 what and how it comes back, u16 n, u16 m.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/pci.h"
#include "hw/fl_smoke.h"
#include "hw/fl_wake.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

enum {
	WHAT = 3,        /* 0: wake, 1: reset, 2: ring, 3: smoke test */
	COMES_RESET = 4, /* it was reset while it was away: no address, nothing enabled */
	VRAM_B = 16 << 20,
	MAX_ACCESSES = 4 << 20,
	IMAGE_B = 1 << 16,
	SPACE_DW = 64,
};

struct absent {
	struct fl_dev card; /* the model itself */
	struct fl_model *m;
	unsigned now, from, to;
	bool comes_reset, was_reset;
	uint32_t before[SPACE_DW], wanted[SPACE_DW];
	bool written[SPACE_DW];
};

static bool away(struct absent *a)
{
	unsigned now = a->now++;

	if (now > MAX_ACCESSES)
		fuzz_fail("more than %u accesses: it does not end", MAX_ACCESSES);
	if (now >= a->from && now < a->to) {
		fl_model_tick(a->m, 1);
		return true;
	}
	if (now >= a->to && a->comes_reset && !a->was_reset && a->to > a->from) {
		fl_model_reset(a->m);
		a->was_reset = true;
	}
	return false;
}

static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	struct absent *a = d->priv;

	return away(a) ? UINT32_MAX : fl_read32(&a->card, at);
}

static void write32(struct fl_dev *d, uint32_t at, uint32_t v)
{
	struct absent *a = d->priv;

	if (!away(a))
		fl_write32(&a->card, at, v);
}

static uint8_t read8(struct fl_dev *d, uint32_t at)
{
	struct absent *a = d->priv;

	return away(a) ? UINT8_MAX : fl_read8(&a->card, at);
}

static void write8(struct fl_dev *d, uint32_t at, uint8_t v)
{
	struct absent *a = d->priv;

	if (!away(a))
		fl_write8(&a->card, at, v);
}

static void vram_read(struct fl_dev *d, uint64_t at, void *to, size_t n_B)
{
	struct absent *a = d->priv;

	if (away(a))
		memset(to, 0xff, n_B);
	else
		fl_vram_read(&a->card, at, to, n_B);
}

static void vram_write(struct fl_dev *d, uint64_t at, const void *from, size_t n_B)
{
	struct absent *a = d->priv;

	if (!away(a))
		fl_vram_write(&a->card, at, from, n_B);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t at, unsigned n_B)
{
	struct absent *a = d->priv;

	return away(a) ? UINT32_MAX >> (32 - 8 * n_B) : a->card.bus->cfg_read(&a->card, at, n_B);
}

static void cfg_write(struct fl_dev *d, uint32_t at, unsigned n_B, uint32_t v)
{
	struct absent *a = d->priv;
	uint32_t mask = UINT32_MAX >> (32 - 8 * n_B) << 8 * (at & 3), *w = &a->wanted[at / 4 % SPACE_DW];

	if (at >= FL_PCI_BAR0 && at < FL_PCI_BAR0 + 4 * FL_PCI_BARS && v != a->before[at / 4])
		fuzz_fail("0x%08x is written to 0x%02x of configuration space, where 0x%08x was", v, at,
			  a->before[at / 4]);
	*w = (*w & ~mask) | (v << 8 * (at & 3) & mask);
	a->written[at / 4 % SPACE_DW] = true;
	if (!away(a))
		a->card.bus->cfg_write(&a->card, at, n_B, v);
}

static uint64_t now_us(struct fl_dev *d)
{
	return fl_now_us(&((struct absent *)d->priv)->card);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	fl_delay_us(&((struct absent *)d->priv)->card, us);
}

static const struct fl_bus bus = {.name = "absent",
				  .read32 = read32,
				  .write32 = write32,
				  .read8 = read8,
				  .write8 = write8,
				  .vram_read = vram_read,
				  .vram_write = vram_write,
				  .cfg_read = cfg_read,
				  .cfg_write = cfg_write,
				  .now_us = now_us,
				  .delay_us = delay_us};

/* A check that says nothing, or that passes and counts as failed, helps nobody. */
static void on_check(void *arg, const struct fl_check_result *r)
{
	if (r->verdict == FL_FAIL && !r->text[0])
		fuzz_fail("%s failed without a reason", r->name);
}

static enum fl_code carry_out(unsigned what, const struct fl_family *f, struct fl_bringup *up,
			      struct fl_err *err)
{
	struct fl_smoke_counts counts = {0};

	switch (what) {
	case 0:
		return fl_wake(f, up, NULL, NULL, err);
	case 1:
		return fl_wake_goal(f, up, FL_GOAL_RESET, NULL, NULL, err);
	case 2:
		return fl_wake_goal(f, up, FL_GOAL_RING, NULL, NULL, err);
	default:
		return fl_smoke(f, up, on_check, NULL, &counts, err);
	}
}

/* Of COMMAND and STATUS the first half counts. */
static bool as_wanted(const struct absent *a, unsigned i, uint32_t now)
{
	uint32_t mask = 4 * i == FL_PCI_COMMAND ? 0xffff : UINT32_MAX;

	return !a->written[i] || ((now ^ a->wanted[i]) & mask) == 0;
}

static void judge(struct absent *a, enum fl_code code, const struct fl_err *err)
{
	if (code && !err->text[0])
		fuzz_fail("it failed with code %d, and says nothing", (int)code);
	for (unsigned i = FL_PCI_COMMAND / 4; !code && a->now >= a->to && i < 16; i++) {
		uint32_t now = a->card.bus->cfg_read(&a->card, 4 * i, 4);

		if (!as_wanted(a, i, now))
			fuzz_fail(
			    "all is said to be well, but configuration space at 0x%02x is 0x%08x; 0x%08x "
			    "was written",
			    4 * i, now, a->wanted[i]);
		if (!a->was_reset && 4 * i >= FL_PCI_BAR0 && now != a->before[i])
			fuzz_fail("all is said to be well, but configuration space at 0x%02x is 0x%08x; it "
				  "was 0x%08x",
				  4 * i, now, a->before[i]);
	}
}

/* Made once for each chip: a reset makes it as it was, but for its place, which firmware gives. */
static struct fl_model *model_of(const char *chip)
{
	const struct fl_model_config cfg = {.vram_B = VRAM_B, .threads = 1, .posted = true};
	struct fl_model *m = fl_model_new(chip, &cfg, NULL, 0);

	if (!m)
		fuzz_fail("no model of %s", chip);
	return m;
}

void fuzz_vanish(const uint8_t *data, size_t size_B)
{
	static uint8_t image[FL_IMAGES][IMAGE_B];
	struct fuzz_in in = {data, size_B};
	const char *const *chips = fl_model_chips();
	unsigned n = 0, chip = fuzz_take(&in, 1), how = fuzz_take(&in, 1);
	struct fl_dev d;
	const struct fl_family *f;
	union fl_card_state card;
	struct absent a = {.from = fuzz_take(&in, 2)};
	struct fl_err err = {0};
	enum fl_code code;

	do /* one there is */
		n++;
	while (chips[n]);
	chip %= n;
	a.m = model_of(chips[chip]);
	a.to = a.from + fuzz_take(&in, 2);
	a.comes_reset = how & COMES_RESET;
	if (fl_open_model(&a.card, a.m, chips[chip], &err))
		fuzz_fail("%s", err.text);
	for (unsigned i = 0; i < SPACE_DW; i++)
		a.before[i] = a.wanted[i] = a.card.bus->cfg_read(&a.card, 4 * i, 4);
	d = a.card;
	d.bus = &bus;
	d.priv = &a;
	d.vram = NULL;
	f = fl_family_of(&a.card);
	if (f) {
		fl_family_init(f, &card.up, &d);
		for (unsigned i = 0; i < FL_IMAGES; i++) {
			card.up.images.of[i].size_B = fl_model_firmware(chips[chip], i, image[i], IMAGE_B);
			card.up.images.of[i].data = card.up.images.of[i].size_B ? image[i] : NULL;
		}
		code = carry_out(how & WHAT, f, &card.up, &err);
		judge(&a, code, &err);
		err.text[0] = 0;
		code = f->sleep(&card.up, &err);
		judge(&a, code, &err);
	}
	fl_model_delete(a.m);
}
