/* SPDX-License-Identifier: MIT
 *
 * The reset and PCI configuration space, on a card that is off the bus for a while: what is written is what
 * was there before, or nothing is, and a reset that says it went well has left the space as it was.
 */
#include "hw/bus/pci.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

enum { SPACE_B = 64, DEVICE = 0x7249 };

static uint8_t before[SPACE_B];
static unsigned wrong, tried_again;
static uint32_t location, location_after; /* MC_FB_LOCATION, and what a reset makes of it */
static unsigned placed;
static struct fl_bus bus;

/* What a reset takes: all, or the bits `flips` of the dword at `flips_at`. */
static uint32_t flips, flips_at;

/* A write waits in bridges until something is read: a reset that is not takes no time. */
enum { NOT_READ };

static void on_read(struct rig *r, uint32_t at, uint32_t *value)
{
	if (at == R500_RBBM_SOFT_RESET)
		r->state[NOT_READ] = 0;
	if (at == R500_MC_IND_DATA && (r->reg[R500_MC_IND_INDEX / 4] & 0xffff) == R520_MCIND_MC_FB_LOCATION)
		*value = location;
}

static void on_wait(struct fl_dev *d, uint64_t us)
{
	struct rig *r = d->priv;

	cr_expect_eq(r->state[NOT_READ], 0u, "a reset is waited for that nobody has read");
	r->now += us;
	tried_again += us == 10000;
}

/* As a card's reset does: addresses and enables are gone, latency and interrupt line too. */
static bool on_write(struct rig *r, uint32_t at, uint32_t *value)
{
	enum { CACHE_LINE = 0x0c, ROM = 0x30, LINE = 0x3c };

	if (at == R500_RBBM_SOFT_RESET && *value) {
		r->state[NOT_READ]++;
		location = location_after;
	}
	if (at == R500_RBBM_SOFT_RESET && *value && flips) {
		uint32_t now;

		memcpy(&now, before + flips_at, 4);
		now ^= flips;
		memcpy(r->cfg + flips_at, &now, 4);
	} else if (at == R500_RBBM_SOFT_RESET && *value) {
		memset(r->cfg + FL_PCI_BAR0, 0, 24);
		memset(r->cfg + CACHE_LINE, 0, 4);
		memset(r->cfg + ROM, 0, 4);
		memset(r->cfg + LINE, 0, 4);
		r->cfg[FL_PCI_COMMAND] = 0;
	}
	if (at == R500_MC_IND_DATA && (r->reg[R500_MC_IND_INDEX / 4] & 0xffff) == R520_MCIND_MC_FB_LOCATION) {
		location = *value;
		placed++;
	}
	return true;
}

static void on_cfg_write(struct rig *r, uint32_t at, unsigned n, uint32_t value)
{
	uint32_t want = 0;

	memcpy(&want, before + at, n);
	/* two bytes: in the two behind them, of STATUS, ones that are written clear */
	if (at == FL_PCI_COMMAND)
		cr_expect_eq(n, 2, "%u bytes at 0x%02x", n, at);
	if (at == FL_PCI_COMMAND) /* with or without bus mastering */
		wrong += (value | FL_PCI_COMMAND_MASTER) != (want | FL_PCI_COMMAND_MASTER);
	else
		wrong += value != want;
}

static enum fl_code reset(unsigned from, unsigned to, struct fl_err *err)
{
	static const uint32_t words[] = {
	    0x72491002, 0x00100007, 0x03000000, 0x00000010, 0xd000000c, 0,    0xfe000004, 0,
	    0x0000e001, 0,          0,          0x0b121002, 0xfe020000, 0x50, 0,          0x0000010b};
	struct rig *r = rig_new(DEVICE);
	union fl_card_state card;
	enum fl_code code;

	memcpy(r->cfg, words, SPACE_B);
	memcpy(before, words, SPACE_B);
	bus = rig_bus;
	bus.delay_us = on_wait;
	r->dev.bus = &bus;
	r->on_read = on_read;
	r->on_write = on_write;
	r->on_cfg_write = on_cfg_write;
	fl_family_init(&r500_family, &card.up, &r->dev);
	cr_assert_eq(r500_identify(&card.up, err), FL_OK, "%s", err->text);
	r->cfg_accesses = 0;
	r->away_from = from;
	r->away_to = to;
	wrong = tried_again = placed = 0;
	code = r500_reset_now(r500_card(&card.up), err);
	if (!code)
		cr_expect_arr_eq(r->cfg, before, SPACE_B, "away at %u to %u: all is said to be well", from,
				 to);
	cr_expect_eq(wrong, 0u, "away at %u to %u: %u writes of what was not there", from, to, wrong);
	free(r);
	return code;
}

Test(reset_config, comes_back_as_it_was)
{
	struct fl_err err;

	cr_expect_eq(reset(0, 0, &err), FL_OK, "%s", err.text);
	cr_expect_eq(tried_again, 0u, "what is taken at once is not waited for");
}

/* PCI 3.0, 6.1: command (of 16 bits), cache line and timers, six addresses, that of the ROM, interrupts. Each
 * of their bits is seen if it alone is another, and comes back. */
Test(reset_config, any_bit_comes_back)
{
	static const uint8_t words[] = {0x04, 0x0c, 0x10, 0x14, 0x18, 0x1c, 0x20, 0x24, 0x30, 0x3c};
	struct fl_err err;

	for (unsigned i = 0; i < sizeof(words); i++)
		for (unsigned bit = 0; bit < (i ? 32 : 16); bit++) {
			flips_at = words[i];
			flips = 1u << bit;
			cr_expect_eq(reset(0, 0, &err), FL_OK, "0x%02x, bit %u: %s", words[i], bit, err.text);
			cr_expect_eq(tried_again, 0u);
		}
}

Test(reset_config, a_card_that_is_away_for_a_while)
{
	static const unsigned lengths[] = {1, 2, 3, 5, 8, 13, 21, 40, 400};
	struct fl_err err;
	unsigned well = 0, refused = 0;

	for (unsigned from = 0; from < 60; from++)
		for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++)
			if (reset(from, from + lengths[i], &err))
				refused++;
			else
				well++;
	/* A short absence between the accesses that matter is lived through, one before them is refused. */
	cr_expect(well > 50 && refused > 50, "%u went well, %u were refused", well, refused);
}

Test(reset_config, a_card_that_is_gone_is_not_written_to)
{
	struct fl_err err;

	cr_expect_eq(reset(0, 1000000, &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "off the bus"), "%s", err.text);
}

/* R5xx guide 11.3, MC_FB_LOCATION: its first 64 KiB below, its last above. Memory is where it was before;
 * what was nowhere, its end before its start, is put nowhere. */
Test(reset_config, memory_is_where_it_was)
{
	static const struct {
		uint32_t from, to;
		unsigned placed;
	} of[] = {{0xefffe000, 0xefffe000, 0}, /* stays */
		  {0xefffe000, 0x0fff0000, 1}, {0xefffe000, 0xefffe001, 1}, {0xefffe000, 0xeffee000, 1},
		  {0x00000000, 0xefffe000, 1}, {0x00010001, 0x00000000, 1}, /* one of 64 KiB */
		  {0x0000ffff, 0x00000000, 0}, {0xdfffe000, 0xefffe000, 0}, /* nowhere */
		  {0x0fff1000, 0x0fff1001, 0}};
	struct fl_err err;

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		location = of[i].from;
		location_after = of[i].to;
		cr_expect_eq(reset(0, 0, &err), FL_OK, "case %u: %s", i, err.text);
		cr_expect_eq(placed, of[i].placed, "case %u", i);
		cr_expect_eq(location, placed ? of[i].from : of[i].to, "case %u: 0x%08x", i, location);
	}
}

/* Linux r100_bm_disable(): on AGP and PCI cards the bus interface is emptied, stopped, and let go, a
 * millisecond between one and the next; then bus mastering is off in PCI's space, and a millisecond passes
 * before the first block is reset. At the end BUS_CNTL is as it was. */
static struct {
	uint32_t at, value;
	uint64_t when;
} seen[32];
static unsigned n_seen;

static void see(struct rig *r, uint32_t at, uint32_t value)
{
	if (n_seen < sizeof(seen) / sizeof(*seen)) {
		seen[n_seen].at = at;
		seen[n_seen].value = value;
		seen[n_seen++].when = r->now;
	}
}

static bool on_bus_write(struct rig *r, uint32_t at, uint32_t *value)
{
	if (at == R300_BUS_CNTL || at == R500_RBBM_SOFT_RESET)
		see(r, at, *value);
	return true;
}

static void on_command(struct rig *r, uint32_t at, unsigned n, uint32_t value)
{
	if (at == FL_PCI_COMMAND)
		see(r, at, value);
}

Test(reset_config, bus_mastering_ends_step_by_step)
{
	enum { COMMAND = 0x107, MASTER = 4, WAS = 0x30, AGP_CARD = 0x4144 };
	const uint32_t off = WAS | R300_BUS_CNTL__BUS_MASTER_DIS(1);
	struct rig *r = rig_new(AGP_CARD);
	union fl_card_state card;
	struct fl_err err;

	r->cfg[FL_PCI_COMMAND] = COMMAND & 0xff;
	r->cfg[FL_PCI_COMMAND + 1] = COMMAND >> 8;
	r->reg[R300_BUS_CNTL / 4] = WAS;
	fl_family_init(&r500_family, &card.up, &r->dev);
	cr_assert_eq(r500_identify(&card.up, &err), FL_OK, "%s", err.text);
	r->on_write = on_bus_write;
	r->on_cfg_write = on_command;
	cr_expect_eq(r500_reset_now(r500_card(&card.up), &err), FL_OK, "%s", err.text);
	cr_assert_geq(n_seen, 6u);
	const struct {
		uint32_t at, value;
	} want[] = {{R300_BUS_CNTL, off | R300_BUS_CNTL__BUS_FLUSH_BUF(1)},
		    {R300_BUS_CNTL, off | R300_BUS_CNTL__BUS_MSTR_RESET(1)},
		    {R300_BUS_CNTL, off},
		    {FL_PCI_COMMAND, COMMAND & ~MASTER}};

	for (unsigned i = 0; i < 4; i++) {
		cr_expect(seen[i].at == want[i].at && seen[i].value == want[i].value, "%u: 0x%x = 0x%x", i,
			  seen[i].at, seen[i].value);
		cr_expect_geq(seen[i + 1].when, seen[i].when + 1000, "%u", i);
	}
	cr_expect(seen[4].at == R500_RBBM_SOFT_RESET && seen[4].value);
	cr_expect(seen[n_seen - 1].at == R300_BUS_CNTL && seen[n_seen - 1].value == WAS);
	free(r);
}
