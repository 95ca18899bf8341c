/* SPDX-License-Identifier: MIT
 *
 * All 39 cores of Vivante's own table: a core that reads so is found, and each of its features is printed by
 * name, and no other. Registers are a stub, whose words of features are the table's bits in their order.
 */
#include "hw/gc/card.h"
#include "hw/regs/gc.h"
#include "tests/unit/gc/vendor_cores.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

enum { CORES = sizeof(vendor_cores) / sizeof(*vendor_cores), NAMES = 512, MORE = 21 };

static const struct vendor_core *core;

static uint32_t features(const struct vendor_core *c, unsigned word)
{
	return c->has[word];
}

static uint32_t read32(struct fl_dev *d, uint32_t offset_B)
{
	switch (offset_B) {
	case GC_HI_CHIP_MODEL:
		return core->model;
	case GC_HI_CHIP_REV:
		return core->revision;
	case GC_HI_CHIP_PRODUCT_ID:
		return core->product;
	case GC_HI_CHIP_ECO_ID:
		return core->eco;
	case GC_HI_CHIP_CUSTOMER_ID:
		return core->customer;
	case GC_HI_CHIP_FEATURE:
		return features(core, 0);
	case GC_HI_CHIP_MINOR_FEATURE_0:
		return features(core, 1);
	case GC_HI_CHIP_MINOR_FEATURE_1:
		return features(core, 2);
	case GC_HI_CHIP_MINOR_FEATURE_2:
		return features(core, 3);
	case GC_HI_CHIP_MINOR_FEATURE_3:
		return features(core, 4);
	case GC_HI_CHIP_MINOR_FEATURE_4:
		return features(core, 5);
	case GC_HI_CHIP_MINOR_FEATURE_5:
		return features(core, 6);
	}
	return 0;
}

static void write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	cr_assert_fail("identity writes to 0x%03x", offset_B);
}

static const struct fl_bus bus = {.name = "stub", .read32 = read32, .write32 = write32};

/* ---- what is printed ----------------------------------------------------------------------------------- */
static char printed[NAMES][64];
static unsigned n_printed;
static char known_as[64];

static void on_fact(void *arg, const struct fl_fact *f)
{
	char text[1024], *word, *rest;

	if (!strcmp(f->label, "known as"))
		strncpy(known_as, f->text, sizeof(known_as) - 1);
	if (strncmp(f->text, "0x", 2) || !strchr(f->text, ':'))
		return;
	strncpy(text, f->text, sizeof(text) - 1);
	text[sizeof(text) - 1] = 0;
	strtok_r(text, " ", &rest); /* the word itself */
	while ((word = strtok_r(NULL, " ", &rest))) {
		cr_assert_lt(n_printed, (unsigned)NAMES);
		strncpy(printed[n_printed++], word, sizeof(printed[0]) - 1);
	}
}

/* Letters and digits alone, in one case. */
static void plain(const char *s, char *out, size_t size)
{
	size_t n = 0;

	for (; *s && n + 1 < size; s++)
		if (isalnum((unsigned char)*s))
			out[n++] = (char)toupper((unsigned char)*s);
	out[n] = 0;
}

static bool is_printed(const char *vendor)
{
	char want[80], got[80];

	plain(vendor, want, sizeof(want));
	for (unsigned i = 0; i < sizeof(vendor_pairs) / sizeof(*vendor_pairs); i++)
		if (!strcmp(vendor, vendor_pairs[i][0]))
			plain(vendor_pairs[i][1], want, sizeof(want));
	for (unsigned i = 0; i < n_printed; i++) {
		plain(printed[i], got, sizeof(got));
		if (!strcmp(got, want))
			return true;
	}
	return false;
}

static bool has(const struct vendor_core *c, unsigned name)
{
	return c->has[name / 32] >> name % 32 & 1;
}

/* Words 2 to 6 are read where word 1 says that they are there (GC facts 0). */
static bool readable(const struct vendor_core *c, unsigned name)
{
	return name < 64 || name >= VENDOR_IN_REGISTERS || c->has[1] >> MORE & 1;
}

Test(gc_cores, every_feature_has_its_name)
{
	cr_assert_eq(CORES, 39);
	for (unsigned i = 0; i < CORES; i++) {
		struct fl_dev dev = {.bus = &bus, .regs_size_B = GC_REGS_B, .name = "stub"};
		union fl_card_state card;
		struct fl_card found;
		struct fl_err err;
		unsigned want = 0;

		core = &vendor_cores[i];
		n_printed = 0;
		*known_as = 0;
		memset(printed, 0, sizeof(printed));
		cr_assert(gc_family.find_by_registers(&dev, &found), "%s is not found", core->name);
		fl_family_init(&gc_family, &card.up, &dev);
		cr_assert_eq(gc_identify(&card.up, &err), FL_OK, "%s: %s", core->name, err.text);
		gc_family.describe(&card.up, on_fact, NULL);
		cr_expect_str_eq(known_as, core->name);
		for (unsigned k = 0; k < VENDOR_NAMES; k++) {
			if (!has(core, k) || !readable(core, k))
				continue;
			want++;
			cr_expect(is_printed(vendor_names[k]), "%s (%x %x): %s is not printed", core->name,
				  core->model, core->revision, vendor_names[k]);
		}
		cr_expect_eq(n_printed, want, "%s: %u names for %u features", core->name, n_printed, want);
	}
}

/* The bits' order is that of the registers: what the table says of these cores is what they read (GC facts 0;
 * Linux's etnaviv_hwdb.c for the words that no register has). */
Test(gc_cores, words_are_those_of_known_cores)
{
	static const struct {
		const char *name;
		uint32_t word[13];
	} known[] = {
	    {"gc2000_5108", {0xe0296cad, 0xc9799eff, 0x2efbf2d9, 0, 0, 0, 0}},
	    {"gc2000_ffff5450",
	     {0xe0287cad, 0xc9799efb, 0xfefbfadb, 0xeb9d4bbf, 0xedffdced, 0x930d2f47, 0x10000133}},
	    /* Linux has bit 20 of the last, BugFixesIn544, which ST's table has not. */
	    {"gc7000nano_0x4652",
	     {0xa0e9e004, 0xe1299fff, 0xbe13b219, 0xce110010, 0x08000001, 0x00020102, 0x00020000}},
	    {"gc7000L_DEC400",
	     {0xe0287cad, 0xc1799eff, 0xfefbfad9, 0xeb9d4fbf, 0xedfffced, 0xdb0dafc7, 0xbb5ac333, 0xfc8ee200,
	      0x03fbfa6f, 0x00ef0ef0, 0x0edbf03c, 0x90044250, 0x00000024}},
	};

	for (unsigned i = 0; i < sizeof(known) / sizeof(*known); i++)
		for (unsigned k = 0; k < CORES; k++) {
			struct fl_dev dev = {.bus = &bus, .regs_size_B = GC_REGS_B, .name = "stub"};
			union fl_card_state card;
			struct fl_err err;

			core = &vendor_cores[k];
			if (strcmp(known[i].name, core->name))
				continue;
			for (unsigned w = 0; w < 7; w++)
				cr_expect_eq(features(core, w), known[i].word[w], "%s, word %u: 0x%08x",
					     core->name, w, features(core, w));
			fl_family_init(&gc_family, &card.up, &dev);
			cr_assert_eq(gc_identify(&card.up, &err), FL_OK);
			for (unsigned w = 7; w < 13 && known[i].word[7]; w++)
				cr_expect_eq(gc_card(&card.up)->core.features[w], known[i].word[w],
					     "%s, word %u: 0x%08x", core->name, w,
					     gc_card(&card.up)->core.features[w]);
		}
}

/* Another customer's core of a model and revision that are known; and one that nobody knows. */
Test(gc_cores, rows_are_chosen)
{
	struct vendor_core other = {"", 0x7000, 0x6204, 0x70003, 0, 0x1234, {1 << 2, 1 << MORE}};
	struct fl_dev dev = {.bus = &bus, .regs_size_B = GC_REGS_B, .name = "stub"};
	union fl_card_state card;
	struct fl_err err;

	core = &other;
	fl_family_init(&gc_family, &card.up, &dev);
	cr_assert_eq(gc_identify(&card.up, &err), FL_OK);
	cr_expect_str_eq(gc_card(&card.up)->core.row, "gc7000ULN_v123");
	cr_expect_str_eq(card.up.chip, "GC7000UL");
	other.revision = 0x1111;
	fl_family_init(&gc_family, &card.up, &dev);
	cr_assert_eq(gc_identify(&card.up, &err), FL_OK);
	cr_expect_null(gc_card(&card.up)->core.row);
	other.model = 0x9999;
	fl_family_init(&gc_family, &card.up, &dev);
	cr_assert_eq(gc_identify(&card.up, &err), FL_NO_DEVICE);
}
