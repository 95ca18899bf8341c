/* SPDX-License-Identifier: MIT
 *
 * Where video memory is: what is refused of a place for it, what a card says that no video BIOS has set up,
 * and a reset that leaves memory alone, or puts it where it was. On a card of cardboard, which keeps one
 * register for all that is indexed.
 */
#include <criterion/criterion.h>

#include "hw/r500/card.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

enum { MIB = 1 << 20, UNIT_B = 0x10000, PCI_COMMAND = 4 };

static struct r500_card c;
static struct fl_err err;

static struct rig *card(uint16_t device)
{
	struct rig *r = rig_new(device);

	r->cfg[PCI_COMMAND] = 7;
	r->cfg[0x13] = 0xd0;
	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 * MIB;
	r->reg[R500_RBBM_STATUS / 4] = 0x40;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
	return r;
}

/* Whole units of 64 KiB, all of it below 4 GiB: up to the very end, too. */
Test(mc, where_memory_may_be)
{
	static const struct {
		uint64_t first, size_B;
		bool may;
	} rows[] = {
	    {0, 256 * MIB, true},
	    {0x40000000, 256 * MIB, true},
	    {0xf0000000, 256 * MIB, true},
	    {0xffff0000, UNIT_B, true},
	    {UNIT_B, 256 * MIB, true},
	    {0xf0010000, 256 * MIB, false},
	    {0xffff0000, 2 * UNIT_B, false},
	    {UNIT_B - 1, 256 * MIB, false},
	    {0x8000, 256 * MIB, false},
	    {1, 256 * MIB, false},
	    {0, 0, false},
	    {0x100000000, UNIT_B, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig *r = card(0x7249);
		const uint32_t last = (uint32_t)((rows[i].first + rows[i].size_B - 1) >> 16);
		enum fl_code code;

		r->reg[R500_MC_IND_DATA / 4] = ~0u; /* the controller rests, too */
		c.up.vram_B = rows[i].size_B;
		r->writes = 0;
		code = r500_mc_set_location(&c, rows[i].first, &err);
		cr_expect_eq(code, rows[i].may ? FL_OK : FL_USAGE, "row %zu: %s", i, err.text);
		if (rows[i].may) {
			cr_expect_eq(r->reg[R500_MC_IND_DATA / 4],
				     last << 16 | (uint32_t)(rows[i].first >> 16));
			cr_expect_eq(r->reg[R500_HDP_FB_LOCATION / 4], (uint32_t)(rows[i].first >> 16));
			cr_expect_eq(c.up.vram_addr, (uint32_t)rows[i].first);
		} else {
			cr_expect_eq(r->writes, 0, "row %zu: %u writes", i, r->writes);
		}
		free(r);
	}
}

/* A card is gone if all its registers read as ones. One that does is a register. */
Test(mc, one_register_of_ones_is_no_absence)
{
	for (unsigned ones = 0; ones < 4; ones++) {
		struct rig *r = rig_new(0x7249);

		r->reg[R500_RBBM_STATUS / 4] = ones & 1 ? 0xffffffff : 0x40;
		r->reg[R500_CONFIG_MEMSIZE / 4] = ones & 2 ? 0xffffffff : 256 * MIB;
		r500_card_init(&c, &r->dev);
		cr_expect_eq(r500_identify(&c.up, &err), ones == 3 ? FL_FAILED : FL_OK, "%u", ones);
		free(r);
	}
}

/* No size, or all ones, which is no answer: no video BIOS has been there. Any other size is one. */
Test(mc, memory_of_which_no_bios_has_told)
{
	static const uint32_t sizes[] = {0, 0xffffffff, 256 * MIB, 1, 0xfffffffe};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct rig *r = card(0x7249);
		bool told = sizes[i] && sizes[i] != 0xffffffff;

		r->reg[R500_CONFIG_MEMSIZE / 4] = sizes[i];
		r->reg[R500_MC_IND_DATA / 4] = 0x0fff0000; /* 256 MiB at 0 */
		memset(&err, 0, sizeof(err));
		r500_memory(&c.up, &err);
		cr_expect_eq(!strstr(err.text, "CONFIG_MEMSIZE is 0x"), told, "0x%08x: %s", sizes[i],
			     err.text);
		if (told)
			cr_expect_eq(c.up.vram_B, sizes[i] < 256 * MIB ? sizes[i] : 256u * MIB, "0x%08x",
				     sizes[i]);
		free(r);
	}
}

/* ---- a reset ------------------------------------------------------------------------------------------- */
enum { MOVED, LOST };

static bool note_moves(struct rig *r, uint32_t at, uint32_t *value)
{
	if (at == R500_MC_IND_DATA)
		r->state[MOVED]++;
	if (at == R500_RBBM_SOFT_RESET && *value && r->state[LOST])
		r->reg[R500_MC_IND_DATA / 4] = 0x1fff1000; /* elsewhere, as large */
	return true;
}

/* Memory that is where it was is not moved: its controller need not be stopped for it. */
Test(mc, a_reset_moves_memory_only_where_it_was)
{
	for (unsigned lost = 0; lost < 2; lost++) {
		struct rig *r = card(0x7249);

		r->reg[R500_MC_IND_DATA / 4] = 0x0fff0000;
		r->state[LOST] = lost;
		r->on_write = note_moves;
		cr_assert_eq(r500_reset_now(&c, &err), FL_OK, "%s", err.text);
		cr_expect_eq(r->state[MOVED], lost, "%u moves", r->state[MOVED]);
		cr_expect_eq(r->reg[R500_MC_IND_DATA / 4], 0x0fff0000u, "0x%08x",
			     r->reg[R500_MC_IND_DATA / 4]);
		free(r);
	}
}

/* A place of one unit of 64 KiB, or one that ends before it begins, is one that nobody has set up; from two
 * units on there is memory: what CONFIG_MEMSIZE says, or as much as has room. */
Test(mc, room_that_a_location_has)
{
	for (uint32_t first = 0; first < 5; first++)
		for (uint32_t last = 0; last < 8; last++)
			for (uint32_t units = 1; units < 6; units++) {
				struct rig *r = card(0x7249);
				const uint32_t room = last > first ? last - first + 1 : 0;

				r->reg[R500_MC_IND_DATA / 4] = last << 16 | first;
				r->reg[R500_HDP_FB_LOCATION / 4] = first;
				r->reg[R500_CONFIG_MEMSIZE / 4] = units * UNIT_B;
				cr_assert_eq(r500_memory(&c.up, &err), room ? FL_OK : FL_FAILED,
					     "%u to %u: %s", first, last, err.text);
				if (room) {
					cr_expect_eq(c.up.vram_addr, first * UNIT_B);
					cr_expect_eq(c.up.vram_B, (room < units ? room : units) * UNIT_B);
				} else {
					cr_expect(strstr(err.text, "is not set up"), "%s", err.text);
				}
				free(r);
			}
}
