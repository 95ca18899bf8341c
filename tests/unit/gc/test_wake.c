/* SPDX-License-Identifier: MIT
 *
 * Waking a Vivante core: what is written, in the order that GC facts 2.2 and 2.3 have (Linux's etnaviv), and
 * which step a broken core fails at.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_wake.h"
#include "hw/gc/card.h"
#include "hw/model/chip.h"

#include <criterion/criterion.h>
#include <string.h>

/* Registers, as GC facts 2.2 to 2.6 number them. */
enum {
	CLOCK_CONTROL = 0x000,
	AXI_CONFIG = 0x008,
	INTR_ENBL = 0x014,
	POWER = 0x100,
	MODULES = 0x104,
	EATER = 0x10c,
	AHB = 0x3a8,
	BASE_RA = 0x418,
	BASE_PE = 0x428,
	BUS_CONFIG = 0x480,
	ADDRESS = 0x654,
	CONTROL = 0x658,
	SEC_CONTROL = 0x3a4,
	MOST = 64,
};

static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

struct rig {
	struct fl_model *m;
	struct fl_dev inner, dev;
	struct fl_bus bus;
	union fl_card_state card;
	struct fl_err err;
	struct {
		uint32_t reg, value;
	} wrote[MOST];
	unsigned n;
};

static struct rig r;

static uint32_t passed_read(struct fl_dev *d, uint32_t offset_B)
{
	return fl_read32(&r.inner, offset_B);
}

static void passed_write(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	cr_assert_lt(r.n, (unsigned)MOST);
	r.wrote[r.n].reg = offset_B;
	r.wrote[r.n++].value = value;
	fl_write32(&r.inner, offset_B, value);
}

static void start(const char *chip, const char *fault)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20};

	memset(&r, 0, sizeof(r));
	r.m = fl_model_new(chip, &cfg, NULL, 0);
	cr_assert(r.m);
	cr_assert(!fault || fl_model_break(r.m, fault));
	cr_assert_eq(fl_open_model(&r.inner, r.m, chip, &r.err), FL_OK);
	r.dev = r.inner;
	r.bus = *r.inner.bus;
	r.bus.read32 = passed_read;
	r.bus.write32 = passed_write;
	r.dev.bus = &r.bus;
	fl_family_init(&gc_family, &r.card.up, &r.dev);
}

static enum fl_code wake_to(const char *step)
{
	return fl_wake_to(&gc_family, &r.card.up, step, NULL, NULL, &r.err);
}

/* The i-th write from `from` on that goes to reg. */
static uint32_t written(uint32_t reg, unsigned from, unsigned i)
{
	for (unsigned k = from; k < r.n; k++)
		if (r.wrote[k].reg == reg && !i--)
			return r.wrote[k].value;
	cr_assert_fail("nothing more is written to 0x%03x", reg);
	return 0;
}

static bool is(const char *a, const char *b)
{
	return !strcmp(a, b);
}

Test(gc_wake, every_core_is_found_and_takes_commands)
{
	static const char *const name[CHIPS] = {"GC400", "GC880", "GC2000", "GC3000", "GC7000L"};

	for (unsigned i = 0; i < CHIPS; i++) {
		struct fl_card card;

		start(chips[i], NULL);
		cr_assert(fl_card_of(&r.dev, &card), "%s", chips[i]);
		cr_assert_eq(card.family, &gc_family);
		cr_assert_str_eq(card.chip, name[i]);
		cr_assert_eq(r.n, 0, "%s is written to before it is known", chips[i]);
		cr_assert_eq(fl_wake(&gc_family, &r.card.up, NULL, NULL, &r.err), FL_OK, "%s: %s", chips[i],
			     r.err.text);
		cr_assert_str_eq(r.card.up.chip, name[i]);
		cr_assert_null(fl_model_report(r.m, 0), "%s: the model objects: %s", chips[i],
			       fl_model_report(r.m, 0)->text);
	}
}

/* GC facts 0: models and revisions as drivers put them right. */
Test(gc_wake, identity_is_put_right)
{
	static const uint32_t want[CHIPS][2] = {
	    {0x400, 0x4652}, {0x880, 0x5106}, {0x2000, 0x5108}, {0x3000, 0x5450}, {0x7000, 0x6214}};
	static const unsigned programs[CHIPS][3] = {/* instructions, varyings, streams */
						    {256, 8, 4},
						    {512, 11, 8},
						    {512, 11, 8},
						    {256, 16, 16},
						    {512, 16, 16}};

	for (unsigned i = 0; i < CHIPS; i++) {
		const struct gc_core *k = &gc_card(&r.card.up)->core;

		start(chips[i], NULL);
		cr_assert_eq(wake_to("identify"), FL_OK, "%s", r.err.text);
		cr_assert_eq(r.n, 0, "identify writes");
		cr_assert_eq(k->model, want[i][0]);
		cr_assert_eq(k->revision, want[i][1]);
		cr_assert_eq(gc_core_instructions(k), programs[i][0], "%s", chips[i]);
		cr_assert_eq(gc_core_varyings(k), programs[i][1], "%s", chips[i]);
		cr_assert_eq(gc_core_streams(k), programs[i][2], "%s", chips[i]);
		cr_assert_eq(gc_core_mmu(k), i == 1 || i == 2 ? 1 : 2);
		cr_assert_eq(gc_core_secure(k), i == 4);
	}
}

/* GC facts 2.2, row by row. */
Test(gc_wake, the_reset_loop)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		const bool secure = is(chips[i], "gc7000l");
		const uint32_t full = 64 << 2, load = 1 << 9, isolate = 1 << 19, soft = 1 << 12;
		const uint32_t row[][2] = {
		    {POWER, 0},
		    {EATER, 0x01590880 | 1 << 17},
		    {EATER, 0x01590880 | 1 << 17 | 1},
		    {CLOCK_CONTROL, full | load},
		    {CLOCK_CONTROL, full},
		    {CLOCK_CONTROL, full | isolate},
		    {secure ? AHB : CLOCK_CONTROL, secure ? 1 : full | isolate | soft},
		    {CLOCK_CONTROL, full | isolate},
		    {CLOCK_CONTROL, full},
		    {CLOCK_CONTROL, full | 1 << 11},
		};

		start(chips[i], NULL);
		cr_assert_eq(wake_to("reset"), FL_OK, "%s", r.err.text);
		cr_assert_eq(r.n, sizeof(row) / sizeof(*row));
		for (unsigned k = 0; k < r.n; k++) {
			cr_assert_eq(r.wrote[k].reg, row[k][0], "%s, row %u", chips[i], k);
			cr_assert_eq(r.wrote[k].value, row[k][1], "%s, row %u: 0x%x", chips[i], k,
				     r.wrote[k].value);
		}
	}
}

/* GC facts 2.3. */
Test(gc_wake, what_is_set_once)
{
	/* RA_EZ and RA_HZ on all; PA (4) without BUG_FIXES12; 15 before revision 5422; TX (7) on GC2000. */
	static const uint32_t gates[CHIPS] = {0x38010, 0x38010, 0x38090, 0x30000, 0x30000};

	for (unsigned i = 0; i < CHIPS; i++) {
		unsigned from;

		start(chips[i], NULL);
		cr_assert_eq(wake_to("reset"), FL_OK, "%s", r.err.text);
		from = r.n;
		cr_assert_eq(gc_setup(&r.card.up, &r.err), FL_OK, "%s", r.err.text);
		cr_assert_eq(written(POWER, from, 0) & 3, 1);
		cr_assert_eq(written(MODULES, from, 0), gates[i], "%s", chips[i]);
		cr_assert_eq(written(AXI_CONFIG, from, 0), 0x2200);
		cr_assert_eq(written(EATER, from, 0), 0x01590880);
		if (i >= 3) /* revisions after 5420 */
			cr_assert_eq(written(EATER, from, 1), 0x01590880 | 1 << 18);
		if (is(chips[i], "gc2000"))
			cr_assert_eq(written(BUS_CONFIG, from, 0) & 0xff, 1);
		if (is(chips[i], "gc7000l"))
			cr_assert_eq(written(AHB, from, 0), 2);
		cr_assert_eq(written(INTR_ENBL, from, 0), 0xffffffff);
	}
}

/* GC facts 2.4 and 2.6. */
Test(gc_wake, front_end_is_started)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		const struct gc_card *c = gc_card(&r.card.up);
		unsigned from;

		start(chips[i], NULL);
		cr_assert_eq(wake_to("setup"), FL_OK, "%s", r.err.text);
		from = r.n;
		cr_assert_eq(gc_window(&r.card.up, &r.err), FL_OK, "%s", r.err.text);
		cr_assert_eq(gc_fe(&r.card.up, &r.err), FL_OK, "%s", r.err.text);
		if (gc_core_mmu(&c->core) == 1)
			for (uint32_t reg = BASE_RA; reg <= BASE_PE; reg += 4)
				cr_assert_eq(written(reg, from, 0), c->window);
		cr_assert_eq(written(ADDRESS, from, 0), r.dev.dma.addr - c->window);
		cr_assert_eq(written(CONTROL, from, 0), 0x10000 | 4);
		if (is(chips[i], "gc7000l")) {
			cr_assert_eq(r.wrote[r.n - 1].reg, SEC_CONTROL, "it is the last");
			cr_assert_eq(r.wrote[r.n - 1].value, 0x10000 | 4);
		}
		/* FE to PE, event 1 from PE, END (GC facts 3 and 3.1). */
		cr_assert_eq(c->cpu[0], 0x08000000 | 1 << 16 | 0x3808 / 4);
		cr_assert_eq(c->cpu[1], 0x701);
		cr_assert_eq(c->cpu[2], 0x48000000);
		cr_assert_eq(c->cpu[3], 0x701);
		cr_assert_eq(c->cpu[4], 0x08000000 | 1 << 16 | 0x3804 / 4);
		cr_assert_eq(c->cpu[5], 1 | 0x40);
		cr_assert_eq(c->cpu[6], 0x10000000);
	}
}

Test(gc_wake, sleep_puts_back_what_was_there)
{
	static const uint32_t kept[] = {AXI_CONFIG, INTR_ENBL, POWER, MODULES, EATER, CLOCK_CONTROL};
	enum { N = sizeof(kept) / sizeof(*kept) };

	for (unsigned i = 0; i < CHIPS; i++) {
		uint32_t before[N];

		start(chips[i], NULL);
		for (unsigned k = 0; k < N; k++)
			before[k] = fl_read32(&r.dev, kept[k]);
		cr_assert_eq(fl_wake(&gc_family, &r.card.up, NULL, NULL, &r.err), FL_OK, "%s", r.err.text);
		cr_assert_neq(fl_read32(&r.dev, AXI_CONFIG), before[0], "nothing to put back");
		cr_assert_eq(fl_sleep(&gc_family, &r.dev, &r.err), FL_OK, "%s", r.err.text);
		for (unsigned k = 0; k < N; k++)
			cr_assert_eq(fl_read32(&r.dev, kept[k]), before[k], "%s: 0x%03x", chips[i], kept[k]);
	}
}

/* The step that fails, and a word of what it says. */
Test(gc_wake, a_broken_core_fails_where_it_is_broken)
{
	static const struct {
		const char *fault, *good, *bad, *says;
	} of[] = {
	    {"no-clock", NULL, "identify", "no clock"},
	    {"fe-stuck", "window", "fe", "not idle: FE"},
	    {"pe-stuck", "window", "fe", "in state STALL"},
	    {"no-interrupt", "window", "fe", "HI brings no interrupt"},
	};

	for (unsigned i = 0; i < CHIPS; i++)
		for (unsigned k = 0; k < sizeof(of) / sizeof(*of); k++) {
			struct fl_card card;

			start(chips[i], of[k].fault);
			cr_assert(fl_card_of(&r.dev, &card), "%s: %s is not found", chips[i], of[k].fault);
			if (of[k].good)
				cr_assert_eq(wake_to(of[k].good), FL_OK, "%s", r.err.text);
			fl_family_init(&gc_family, &r.card.up, &r.dev);
			cr_assert_neq(wake_to(of[k].bad), FL_OK, "%s: %s", chips[i], of[k].fault);
			cr_assert(strstr(r.err.text, of[k].says), "%s: %s: %s", chips[i], of[k].fault,
				  r.err.text);
		}
}
