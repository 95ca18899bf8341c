/* SPDX-License-Identifier: MIT
 *
 * What is noted of an R3xx to R5xx card before it is woken, register by register: each comes back, whatever
 * it was; a card that is off the bus for one access is noticed; and bits that change by themselves are not.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/pci.h"
#include "hw/fl_smoke.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/r500/clocks.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum space { MMIO, MC, PLL, PCI };
enum { PCIE = 0x55 }; /* an index there */

struct word {
	uint16_t at;
	uint8_t space;
	uint32_t was, then; /* all of it comes back */
};

/* Addresses by hand. SURFACE_CNTL and SURFACE_INFO (0xb00, 0xb0c + 16 n), which say how the host sees tiles;
 * PCI's COMMAND. */
#define ALL                                                                                                 \
	{0xb00, MMIO, 0x100, 0}, {0xb0c, MMIO, 0x10, 1}, {0xb1c, MMIO, 0x11, 2}, {0xb2c, MMIO, 0x12, 3},    \
	    {0xb3c, MMIO, 0x13, 4}, {0xb4c, MMIO, 0x14, 5}, {0xb5c, MMIO, 0x15, 6}, {0xb6c, MMIO, 0x16, 7}, \
	    {0xb7c, MMIO, 0x17, 8},                                                                         \
	{                                                                                                   \
		4, PCI, 0x406, 2                                                                            \
	}

static const struct word r520[] = {
    ALL,
    {5, MC, 0xdfffd000, 0xffffffff}, /* AGP: location, base, and its upper half */
    {6, MC, 0x12340000, 0},
    {7, MC, 5, 0},
    {0x130, MMIO, 0, 0x20000000}, /* HOST_PATH_CNTL */
    {0x310, MMIO, 0x100000, 0},   /* VGA_MEMORY_BASE_ADDRESS */
    {0x60e8, MMIO, 1, 0},         /* D1CRTC_UPDATE_LOCK, D2CRTC_ */
    {0x68e8, MMIO, 1, 0},
    {0x0d, PLL, 0x70, 0}, /* DYN_SCLK_PWMEM_PIPE */
    {0x0, MMIO, 0x24, 0}, /* MM_INDEX */
};
static const struct word rv515[] = {
    ALL,
    {2, MC, 0xdfffd000, 0xffffffff},
    {3, MC, 0x12340000, 0},
    {4, MC, 5, 0},
};
/* The last is BUS_CNTL, which not all of R3xx and R4xx have: others have PCIE_INDEX there. */
static const struct word r300[] = {
    ALL,
    {0x14c, MMIO, 0xdfffd000, 0x0fffffff}, /* MC_AGP_LOCATION, AGP_BASE, AGP_BASE_2 */
    {0x170, MMIO, 0x12340000, 0},
    {0x15c, MMIO, 5, 0},
    {0x1d0, MMIO, 3, 2},          /* AIC_CNTL */
    {0x420, MMIO, 0x40000000, 0}, /* OV0_SCALE_CNTL */
    {0x540, MMIO, 1, 0},          /* SUBPIC_CNTL */
    {0xc40, MMIO, 0x10, 0},       /* VIPH_CONTROL */
    {0x94, MMIO, 2, 0},           /* I2C_CNTL_1 */
    {0x2e4, MMIO, 4, 0},          /* DVI_I2C_CNTL_1 */
    {0x950, MMIO, 8, 0},          /* CAP0_TRIG_CNTL, CAP1_TRIG_CNTL */
    {0x9c0, MMIO, 0x10, 0},
    {0x3f8, MMIO, 0x02000000, 0x06800000}, /* CRTC2_GEN_CNTL */
    {0x0d, PLL, 0x7ffa, 0x00817ffa},       /* SCLK_CNTL */
    {0x0, MMIO, 0x24, 0},
    {0x30, MMIO, 0x40000040, 0x40},
};

static const struct {
	const char *chip;
	const struct word *words;
	unsigned n;
} rows[] = {
    {"rv530", r520, sizeof(r520) / sizeof(*r520)},     {"rv515", rv515, sizeof(rv515) / sizeof(*rv515)},
    {"r300", r300, sizeof(r300) / sizeof(*r300)},      {"rv350", r300, sizeof(r300) / sizeof(*r300)},
    {"rv410", r300, sizeof(r300) / sizeof(*r300) - 1},
};
enum { ROWS = sizeof(rows) / sizeof(*rows) };

static struct fl_model *model;
static struct fl_dev inner, dev;
static struct fl_bus bus;
static struct r500_card card;
static struct fl_err err;

static uint32_t look(const struct word *w)
{
	switch (w->space) {
	case MC:
		return r500_mc_ind_read(&inner, w->at);
	case PLL:
		return r500_pll_read(&inner, (uint8_t)w->at);
	case PCI:
		return inner.bus->cfg_read(&inner, w->at, 2);
	default:
		return fl_read32(&inner, w->at);
	}
}

static void put(const struct word *w, uint32_t value)
{
	switch (w->space) {
	case MC:
		r500_mc_ind_write(&inner, w->at, value);
		break;
	case PLL:
		r500_pll_write(&inner, (uint8_t)w->at, value);
		break;
	case PCI:
		inner.bus->cfg_write(&inner, w->at, 2, value);
		break;
	default:
		fl_write32(&inner, w->at, value);
	}
}

/* ---- a bus in front of the model ----------------------------------------------------------------------- */
static unsigned accesses, lost_at, reads_of;
static uint32_t restless, bit; /* a bit of this register changes with each read */
static uint8_t restless_clock; /* if not 0: of what this index leads to */

static const struct word *gone; /* this one reads as all ones, each time */

/* The access of a register is one of that word, or of what its index leads to. */
static bool is_gone(uint32_t at)
{
	if (!gone || gone->space == PCI)
		return false;
	if (gone->space == MC)
		return at == R500_MC_IND_DATA && (fl_read32(&inner, R500_MC_IND_INDEX) & 0xffff) == gone->at;
	if (gone->space == PLL)
		return at == R500_CLOCK_CNTL_DATA &&
		       (fl_read8(&inner, R500_CLOCK_CNTL_INDEX) & 0x3f) == gone->at;
	return at == gone->at;
}

static bool its_clock(void)
{
	return !restless_clock || (fl_read8(&inner, R500_CLOCK_CNTL_INDEX) & 0x3f) == restless_clock;
}

static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	if (++accesses == lost_at || is_gone(at))
		return 0xffffffff;
	return fl_read32(&inner, at) ^ (at == restless && its_clock() && ++reads_of % 2 ? bit : 0);
}

static uint32_t deaf_at, deaf_to; /* a register that does not hear of this value so often */
static unsigned deaf_for;

static void write32(struct fl_dev *d, uint32_t at, uint32_t value)
{
	if (++accesses == lost_at)
		return;
	if (at != deaf_at || value != deaf_to || !deaf_for)
		fl_write32(&inner, at, value);
	else
		deaf_for--;
}

static uint8_t read8(struct fl_dev *d, uint32_t at)
{
	return ++accesses == lost_at || is_gone(at) ? 0xff : fl_read8(&inner, at);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t at, unsigned n)
{
	return ++accesses == lost_at || (gone && gone->space == PCI && gone->at == at)
		   ? 0xffffffff >> (32 - 8 * n)
		   : inner.bus->cfg_read(&inner, at, n);
}

static void start(unsigned row)
{
	const char *chip = rows[row].chip;

	model = fl_model_new(chip, &(struct fl_model_config){.posted = true, .threads = 1}, NULL, 0);
	cr_assert(model);
	cr_assert_eq(fl_open_model(&inner, model, chip, &err), FL_OK);
	bus = *inner.bus;
	bus.read32 = read32;
	bus.write32 = write32;
	bus.read8 = read8;
	bus.cfg_read = cfg_read;
	dev = inner;
	dev.bus = &bus;
	accesses = lost_at = restless = deaf_at = deaf_to = 0;
	restless_clock = 0;
	deaf_for = ~0u;
	r500_card_init(&card, &dev);
	card.chip = fl_chip_find(&r500_chips, dev.vendor, dev.device);
	card.family = r500_chip_family(card.chip);
	for (unsigned i = rows[row].n; i-- > 0;)
		put(&rows[row].words[i], rows[row].words[i].was);
}

/* Index registers last: to look behind them is to write them. */
static void expect_all(unsigned row, const char *when)
{
	for (unsigned i = rows[row].n; i-- > 0;) {
		const struct word *w = &rows[row].words[i];

		cr_expect_eq(look(w), w->was, "%s, %s: 0x%x is 0x%08x, and was 0x%08x", rows[row].chip, when,
			     w->at, look(w), w->was);
	}
}

Test(sleep_words, each_comes_back)
{
	for (unsigned row = 0; row < ROWS; row++) {
		start(row);
		expect_all(row, "before");
		cr_assert_eq(r500_note(&card, &err), FL_OK, "%s: %s", rows[row].chip, err.text);
		expect_all(row, "noted");
		for (unsigned i = 0; i < rows[row].n; i++)
			put(&rows[row].words[i], rows[row].words[i].then);
		cr_assert_eq(r500_note(&card, &err), FL_OK, "noted once: %s", err.text);
		fl_write32(&inner, R500_PCIE_INDEX, rows[row].n == sizeof(r300) / sizeof(*r300) ? 0 : PCIE);
		cr_assert_eq(r500_sleep(&card.up, &err), FL_OK, "%s: %s", rows[row].chip, err.text);
		expect_all(row, "asleep");
		if (rows[row].n != sizeof(r300) / sizeof(*r300))
			cr_expect_eq(fl_read32(&inner, R500_PCIE_INDEX), (uint32_t)PCIE, "%s",
				     rows[row].chip);
		fl_model_delete(model);
	}
}

/* Words are put back twice, so that one that was not heard the first time is no harm; one that is never heard
 * of is named. */
Test(sleep_words, one_that_is_not_heard)
{
	for (unsigned row = 0; row < ROWS; row++)
		for (unsigned i = 0; i < rows[row].n; i++)
			for (unsigned always = 0; always < 2; always++) {
				const struct word *w = &rows[row].words[i];
				char want[60];
				bool fails;

				if (w->space != MMIO || !w->at)
					continue;
				start(row);
				cr_assert_eq(r500_note(&card, &err), FL_OK, "%s", err.text);
				put(w, w->then);
				fails = always && look(w) != w->was; /* one that is what it was may be deaf */
				deaf_at = w->at;
				deaf_to = w->was;
				deaf_for = always ? ~0u : 1;
				cr_expect_eq(r500_sleep(&card.up, &err), fails ? FL_FAILED : FL_OK,
					     "%s, 0x%x, %u: %s", rows[row].chip, w->at, always, err.text);
				if (!fails) {
					expect_all(row, "asleep");
				} else {
					snprintf(want, sizeof(want), "0x%x does not become 0x%08x again",
						 w->at, w->was);
					cr_expect(strstr(err.text, want), "%s: %s", want, err.text);
				}
				fl_model_delete(model);
			}
}

/* What was noted is what was there, or the card is said to be off the bus. A lost write of an index leads to
 * another register; a lost write of the index that is put back is the one that is noted first. */
Test(sleep_words, one_access_is_lost)
{
	for (unsigned row = 0; row < ROWS; row++) {
		uint32_t truth[FL_BEFORE];
		unsigned all, noticed = 0;

		start(row);
		cr_assert_eq(r500_note(&card, &err), FL_OK, "%s", err.text);
		all = accesses;
		memcpy(truth, dev.before, sizeof(truth));
		for (unsigned at = 1; at <= all; at++) {
			enum fl_code code;

			fl_model_delete(model);
			start(row);
			memset(dev.before, 0x33, sizeof(dev.before));
			dev.n_before = 0;
			lost_at = at;
			code = r500_note(&card, &err);
			noticed += code == FL_NO_DEVICE;
			cr_expect(code == FL_NO_DEVICE
				      ? !dev.n_before && strstr(err.text, "off the bus at times")
				      : !code && !memcmp(truth, dev.before, 4u * dev.n_before),
				  "%s: access %u of %u is lost: %d", rows[row].chip, at, all, code);
		}
		cr_expect_gt(noticed, all / 2, "%s: %u of %u", rows[row].chip, noticed, all);
		fl_model_delete(model);
	}
}

/* A CRTC is on and reads (bits 0 and 24), a clock is forced on (bit 0): what else is in these registers may
 * change at any time. */
Test(sleep_words, what_changes_by_itself)
{
	static const struct {
		uint32_t at, bit;
		enum fl_code code;
		uint8_t clock; /* behind CLOCK_CNTL_INDEX */
	} bits[] = {
	    {R500_CLOCK_CNTL_DATA, 1, FL_NO_DEVICE, R500_PLL_IDCT_DYN_CNTL},
	    {R500_CLOCK_CNTL_DATA, 1, FL_NO_DEVICE, R500_PLL_E2_DYN_CNTL},
	    {R500_CLOCK_CNTL_DATA, 1, FL_NO_DEVICE, R500_PLL_CP_DYN_CNTL},
	    {R500_CLOCK_CNTL_DATA, 1 << 1, FL_OK, R500_PLL_IDCT_DYN_CNTL},
	    {R500_CLOCK_CNTL_DATA, 1 << 8, FL_OK, R500_PLL_E2_DYN_CNTL},
	    {R500_CLOCK_CNTL_DATA, 1 << 24, FL_OK, R500_PLL_CP_DYN_CNTL},
	    {R500_CLOCK_CNTL_DATA, 1u << 31, FL_OK, R500_PLL_CP_DYN_CNTL},
	    {0x6080, 1 << 8, FL_OK, 0},
	    {0x6080, 1 << 16, FL_OK, 0},
	    {0x6080, 1, FL_NO_DEVICE, 0},
	    {0x6080, 1 << 24, FL_NO_DEVICE, 0},
	    {0x6880, 1 << 16, FL_OK, 0},
	    {0x6880, 1 << 24, FL_NO_DEVICE, 0},
	    {0xb00, 1 << 16, FL_NO_DEVICE, 0},
	    {0x310, 1 << 20, FL_NO_DEVICE, 0},
	};

	for (unsigned i = 0; i < sizeof(bits) / sizeof(*bits); i++) {
		start(0);
		restless = bits[i].at;
		restless_clock = bits[i].clock;
		bit = bits[i].bit;
		reads_of = 0;
		cr_expect_eq(r500_note(&card, &err), bits[i].code, "0x%x, 0x%x: %s", restless, bit, err.text);
		fl_model_delete(model);
	}
}

/* A word that reads as all ones every time is one of a card that is away, whichever it is; AGP's aperture
 * alone may be that, which is how it is off. Of the words beside those above, too. */
Test(sleep_words, all_ones)
{
	static const struct word more_r520[] = {{4, MC, 0, 0}, /* MC_FB_LOCATION */
						{R500_RBBM_SOFT_RESET, MMIO, 0, 0},
						{R500_HDP_FB_LOCATION, MMIO, 0, 0},
						{R500_VGA_RENDER_CONTROL, MMIO, 0, 0},
						{R500_D1CRTC_CONTROL, MMIO, 0, 0},
						{R500_D2CRTC_CONTROL, MMIO, 0, 0},
						{0x13, PLL, 0, 0}, /* IDCT, E2 and CP */
						{0x11, PLL, 0, 0},
						{0x0f, PLL, 0, 0},
						{R500_MC_IND_INDEX, MMIO, 0, 0},
						{R500_CLOCK_CNTL_INDEX, MMIO, 0, 0}};
	static const struct word more_rv515[] = {{1, MC, 0, 0}};
	static const struct word more_r300[] = {
	    {R500_MC_FB_LOCATION, MMIO, 0, 0}, {R500_RBBM_SOFT_RESET, MMIO, 0, 0},
	    {R500_HOST_PATH_CNTL, MMIO, 0, 0}, {R500_CRTC_EXT_CNTL, MMIO, 0, 0},
	    {R500_CRTC_GEN_CNTL, MMIO, 0, 0},  {R500_CLOCK_CNTL_INDEX, MMIO, 0, 0},
	    {R500_GENMO_RD, MMIO, 0, 0}};
	static const struct {
		const struct word *words;
		unsigned n;
	} more[ROWS] = {{more_r520, sizeof(more_r520) / sizeof(*more_r520)},
			{more_rv515, sizeof(more_rv515) / sizeof(*more_rv515)},
			{more_r300, sizeof(more_r300) / sizeof(*more_r300)},
			{more_r300, sizeof(more_r300) / sizeof(*more_r300)},
			{more_r300, sizeof(more_r300) / sizeof(*more_r300)}};

	for (unsigned row = 0; row < ROWS; row++)
		for (unsigned i = 0; i < rows[row].n + more[row].n; i++) {
			const struct word *w =
			    i < rows[row].n ? &rows[row].words[i] : &more[row].words[i - rows[row].n];
			const bool aperture = w->was == 0xdfffd000;

			start(row);
			gone = w;
			cr_expect_eq(r500_note(&card, &err), aperture ? FL_OK : FL_NO_DEVICE, "%s, 0x%x: %s",
				     rows[row].chip, w->at, err.text);
			gone = NULL;
			fl_model_delete(model);
		}
}

/* The smoke test, whose checks all pass, says so if the card does not become what it was. */
Test(sleep_words, a_smoke_test_that_leaves_a_word)
{
	struct fl_smoke_counts n;

	start(0);
	deaf_at = 0xb00; /* SURFACE_CNTL, which waking puts to 0 */
	deaf_to = 0x100;
	cr_expect_eq(fl_smoke(&r500_family, &card.up, NULL, NULL, &n, &err), FL_FAILED);
	cr_expect_eq(n.n[FL_FAIL], 0u);
	cr_expect_eq(err.code, FL_FAILED);
	cr_expect(strstr(err.text, "going to sleep: 0xb00 does not become 0x00000100 again"), "%s", err.text);
	fl_model_delete(model);
}
