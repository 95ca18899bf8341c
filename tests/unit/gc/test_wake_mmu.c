/* SPDX-License-Identifier: MIT
 *
 * The step mmu: tables as GC facts 2.4 and 2.5 describe them, read here as the core reads them; what is
 * mapped and what is not; faults by name; and cores that hang and are made to go on.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_wake.h"
#include "hw/gc/card.h"
#include "hw/model/chip.h"

#include <criterion/criterion.h>
#include <string.h>

/* Registers, as GC facts 2.4 and 2.5 number them. */
enum {
	V1_TABLE_FE = 0x400,
	V1_TABLE_RA = 0x410,
	V2_STATUS = 0x188,
	V2_CONTROL = 0x18c,
	SEC_CONTROL = 0x388,
	PTA_LOW = 0x38c,
	PTA_CONTROL = 0x394,
	SAFE_LOW = 0x398,
	IDLE = 0x004,
	INTR = 0x010,
	PAGE = 4096,
};

static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

static struct fl_model *m;
static struct fl_dev dev;
static union fl_card_state card;
static struct fl_err err;

static struct gc_card *start(unsigned i, const char *step)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20};

	m = fl_model_new(chips[i], &cfg, NULL, 0);
	cr_assert(m);
	cr_assert_eq(fl_open_model(&dev, m, chips[i], &err), FL_OK);
	fl_family_init(&gc_family, &card.up, &dev);
	cr_assert_eq(fl_wake_to(&gc_family, &card.up, step, NULL, NULL, &err), FL_OK, "%s: %s", chips[i],
		     err.text);
	return gc_card(&card.up);
}

static bool old(unsigned i)
{
	return i == 1 || i == 2;
}

/* A dword at a physical address of what the bus gave. */
static uint32_t at(uint64_t physical)
{
	cr_assert(physical >= dev.dma.addr && physical + 4 <= dev.dma.addr + dev.dma.size_B, "0x%llx",
		  (unsigned long long)physical);
	return ((volatile uint32_t *)dev.dma.cpu)[(physical - dev.dma.addr) / 4];
}

/* GC facts 2.5: present bit 0, writable bit 2, physical [39:32] in [11:4]. ~0: not mapped. */
static uint64_t walk(uint32_t master, uint32_t addr)
{
	const uint32_t upper = at(master + 4ull * (addr >> 22));
	uint32_t lower;

	if (!(upper & 1))
		return ~0ull;
	lower = at((upper & 0xfffff000) + 4ull * (addr >> 12 & 1023));
	if (!(lower & 1)) {
		cr_expect_eq(lower, 2, "an entry that is not present raises an exception");
		return ~0ull;
	}
	return (lower & 0xfffff000) | (uint64_t)(lower >> 4 & 0xff) << 32;
}

/* The master table is the first page of the tables; of secure cores the array's first entry has it, too. */
Test(gc_wake_mmu, tables_of_version_2)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gc_card *c;
		uint32_t master;

		if (old(i))
			continue;
		c = start(i, "mmu");
		master = c->mmu.addr;
		cr_expect_eq(master % PAGE, 0);
		if (i == 4) {
			cr_expect_eq(fl_read32(&dev, SEC_CONTROL) & 1, 1);
			cr_expect_eq(fl_read32(&dev, PTA_CONTROL) & 1, 1);
			cr_expect_eq(at(fl_read32(&dev, PTA_LOW)), master);
			cr_expect_eq(at(fl_read32(&dev, PTA_LOW) + 4), 0);
			cr_expect_eq(fl_read32(&dev, SAFE_LOW) % 64, 0);
		} else
			cr_expect_eq(fl_read32(&dev, V2_CONTROL) & 1, 1);
		for (uint64_t a = dev.dma.addr; a < master; a += PAGE)
			cr_assert_eq(walk(master, (uint32_t)a), a, "%s: 0x%llx", chips[i],
				     (unsigned long long)a);
		cr_expect_eq(walk(master, master), ~0ull, "the core does not reach its own tables");
		cr_expect_eq(walk(master, 0), ~0ull);
		cr_expect_eq(walk(master, 0x00400000), ~0ull);
		cr_expect_eq(walk(master, 0xfffff000), ~0ull);
		cr_expect_eq(gc_mmu_map(c, 0x12345000, 0x9876543000ull, 2 * PAGE, true, &err), FL_OK);
		cr_expect_eq(walk(master, 0x12345000), 0x9876543000ull);
		cr_expect_eq(walk(master, 0x12346000), 0x9876544000ull);
		cr_expect_eq(walk(master, 0x12347000), ~0ull);
		fl_model_delete(m);
	}
}

Test(gc_wake_mmu, the_table_of_version_1)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gc_card *c;
		uint32_t table, spare;

		if (!old(i))
			continue;
		c = start(i, "mmu");
		table = fl_read32(&dev, V1_TABLE_FE);
		for (uint32_t reg = V1_TABLE_FE; reg <= V1_TABLE_RA; reg += 4)
			cr_expect_eq(fl_read32(&dev, reg), table);
		spare = at(table);
		for (uint32_t k = 0; k < 512 << 10; k++)
			cr_assert_eq(at(table + 4 * k), spare);
		for (uint32_t k = 0; k < PAGE; k += 4)
			cr_assert_eq(at(spare + k), 0xdead55aa);
		cr_expect_eq(gc_mmu_map(c, 0x80000000 + 5 * PAGE, 0x23456000, PAGE, true, &err), FL_OK);
		cr_expect_eq(at(table + 4 * 5), 0x23456000);
		cr_expect_eq(at(table + 4 * 6), spare);
		fl_model_delete(m);
	}
}

Test(gc_wake_mmu, what_cannot_be_mapped)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gc_card *c = start(i, "mmu");
		const uint32_t good = old(i) ? 0x90000000 : 0x10000000;

		cr_expect_eq(gc_mmu_map(c, good + 4, 0x1000, PAGE, true, &err), FL_USAGE);
		cr_expect_eq(gc_mmu_map(c, good, 0x1004, PAGE, true, &err), FL_USAGE);
		cr_expect_eq(gc_mmu_map(c, good, 0x1000, 100, true, &err), FL_USAGE);
		cr_expect_eq(gc_mmu_map(c, old(i) ? 0x7ffff000 : 0x3ff000, 0x1000, PAGE, true, &err),
			     FL_USAGE);
		cr_expect_eq(gc_mmu_map(c, 0xfffff000, 0, 2 * PAGE, true, &err), FL_USAGE, "past 4 GiB");
		cr_expect_eq(gc_mmu_map(c, good, old(i) ? 1ull << 32 : 1ull << 40, PAGE, true, &err),
			     FL_USAGE);
		cr_expect_eq(gc_mmu_map(c, 0xfffff000, 0, PAGE, true, &err), FL_OK);
		if (!old(i)) { /* a table for each 4 MiB, and 64 of them, two of which are in use */
			cr_expect_eq(gc_mmu_map(c, good, 0, 62ull << 22, false, &err), FL_OK, "%s", err.text);
			cr_expect_eq(gc_mmu_map(c, good + (62u << 22), 0, PAGE, false, &err), FL_FAILED);
			cr_expect(strstr(err.text, "64 of them"), "%s", err.text);
		}
		fl_model_delete(m);
	}
}

/* FE at an address that is not mapped: who, where and why are in the error of whoever waits. */
Test(gc_wake_mmu, faults_have_names)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gc_card *c;
		struct gc_mmu_fault f;

		if (old(i))
			continue;
		c = start(i, "mmu");
		cr_expect_not(gc_mmu_fault(c, &f));
		cr_assert_eq(gc_fe_start(c, 0x08000000, 1, &err), FL_OK);
		cr_assert_eq(gc_event_wait(c, 3, "test", &err), FL_FAILED);
		cr_expect(strstr(err.text, "MMU: an exception: unit 0: SLAVE_NOT_PRESENT at 0x08000000"),
			  "%s", err.text);
		cr_expect(strstr(err.text, "not idle: FE"), "%s", err.text);
		cr_assert(gc_mmu_fault(c, &f));
		cr_expect_eq(f.addr, 0x08000000);
		cr_assert_eq(gc_recover(c, &err), FL_OK, "%s", err.text);
		cr_assert_eq(gc_fe(&card.up, &err), FL_OK, "%s", err.text);
		fl_model_delete(m);
	}
}

/* A STALL that nobody armed a semaphore for waits for ever (GC facts 3.1): the report has FE's state, what it
 * fetched, and the units; after gc_recover() the ring goes round again, and the whole test passes. */
Test(gc_wake_mmu, a_core_that_hangs_is_recovered)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		static const uint32_t dw[] = {0x48000000, 0x00000701, 0x10000000, 0};
		struct gc_card *c = start(i, "ring");
		enum fl_code code;

		cr_assert_eq(gc_ring_stop(c, &err), FL_OK, "%s", err.text);
		cr_assert_eq(gc_fe_run(c, dw, 4, 2, "a stall", &err), FL_TIMEOUT, "%s: %s", chips[i],
			     err.text);
		cr_expect(strstr(err.text, "FE is in state STALL"), "%s", err.text);
		cr_expect(strstr(err.text, "0x48000000 0x00000701"), "%s", err.text);
		cr_expect(strstr(err.text, "not idle: FE PE"), "%s", err.text);
		cr_assert_neq(gc_fe_start(c, c->addr, 2, &err), FL_OK, "it is not idle");
		cr_assert_eq(gc_recover(c, &err), FL_OK, "%s: %s", chips[i], err.text);
		cr_expect_eq(fl_read32(&dev, IDLE) & 0x7fffffff, 0x7fffffff);
		code = gc_ring_step(&card.up, &err);
		cr_assert_eq(code, FL_OK, "%s: %s", chips[i], err.text);
		cr_assert_eq(gc_ring_stop(c, &err), FL_OK, "%s", err.text);
		fl_model_delete(m);
	}
}

/* Translation ends with sleep, windows and tables too; and the next waking finds the same memory. */
Test(gc_wake_mmu, sleep_ends_translation)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		uint64_t addr;

		start(i, "ring");
		addr = dev.dma.addr;
		cr_assert_eq(fl_sleep(&gc_family, &dev, &err), FL_OK, "%s", err.text);
		for (uint32_t reg = V1_TABLE_FE; old(i) && reg <= V1_TABLE_RA; reg += 4)
			cr_expect_eq(fl_read32(&dev, reg), 0);
		if (!old(i))
			cr_expect_eq(fl_read32(&dev, i == 4 ? SEC_CONTROL : V2_CONTROL) & 1, 0);
		cr_assert_eq(fl_wake(&gc_family, &card.up, NULL, NULL, &err), FL_OK, "%s: %s", chips[i],
			     err.text);
		cr_expect_eq(dev.dma.addr, addr);
		cr_assert_null(fl_model_report(m, 0), "%s: %s", chips[i], fl_model_report(m, 0)->text);
		fl_model_delete(m);
	}
}
