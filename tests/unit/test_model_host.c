/* SPDX-License-Identifier: MIT
 *
 * The model as a program meets it: what there is, how it is made, the card as a PCI function, memory.
 */
#include "tests/unit/r500/test_model_rig.h"
#include <stdlib.h>

Test(model, every_chip_can_be_made)
{
	static const char *const wanted[] = {"r300",  "rv350", "r420",  "rv410", "r520",
					     "rv515", "rv530", "rv560", "rv570", "r580"};

	for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		bool listed = false;
		struct fl_model *m;

		for (const char *const *name = fl_model_chips(); *name; name++)
			listed |= !strcmp(*name, wanted[i]);
		cr_assert(listed, "%s", wanted[i]);
		cr_assert_not_null(fl_model_describe(wanted[i]));
		m = fl_model_new(wanted[i], NULL, NULL, 0);
		cr_assert_not_null(m, "%s", wanted[i]);
		cr_assert_eq(fl_model_cfg_read(m, 0, 2), 0x1002);
		cr_assert_eq(fl_model_cfg_read(m, 0x0a, 2), 0x0300);
		cr_assert_null(fl_model_report(m, 0), "%s", wanted[i]);
		fl_model_delete(m);
	}
}

Test(model, says_why_not)
{
	struct fl_model_config cfg = {.vram_B = 48 << 20};
	char why[256];

	cr_assert_null(fl_model_new("r999", NULL, why, sizeof(why)));
	cr_assert_not_null(strstr(why, "r580"), "names what there is: %s", why);
	cr_assert_null(fl_model_new("r580", &cfg, why, sizeof(why)));
	cr_assert_not_null(strstr(why, "power of two"));
	cfg = (struct fl_model_config){.isa = "mmx"};
	cr_assert_null(fl_model_new("r580", &cfg, why, sizeof(why)));
	cr_assert_not_null(strstr(why, "mmx"));
	cr_assert_null(fl_model_describe("r999"));
}

/* PCI 3.0, 6.2.5.1: write ones, read the size back. */
static uint64_t bar_size(struct fl_model *m, unsigned at, bool wide)
{
	uint32_t was = fl_model_cfg_read(m, at, 4), was_high = fl_model_cfg_read(m, at + 4, 4);
	uint64_t mask, fixed = was & 1 ? 3 : 15;

	fl_model_cfg_write(m, at, 4, ~0u);
	mask = fl_model_cfg_read(m, at, 4);
	fl_model_cfg_write(m, at, 4, was);
	if (wide) {
		fl_model_cfg_write(m, at + 4, 4, ~0u);
		mask |= (uint64_t)fl_model_cfg_read(m, at + 4, 4) << 32;
		fl_model_cfg_write(m, at + 4, 4, was_high);
	} else {
		mask |= 0xffffffffull << 32;
	}
	cr_assert_eq(fl_model_cfg_read(m, at, 4), was);
	return ~(mask & ~fixed) + 1;
}

Test(model, bars)
{
	struct fl_model *m = fl_model_new("r580", NULL, NULL, 0);

	cr_assert_eq(fl_model_cfg_read(m, 0x10, 4) & 15, 0xc); /* 64 bits, prefetchable */
	cr_assert_eq(bar_size(m, 0x10, true), 256u << 20);
	cr_assert_eq(bar_size(m, 0x18, true), 64u << 10);
	cr_assert_eq(bar_size(m, 0x20, false), 256);
	fl_model_delete(m);
	m = fl_model_new("r300", NULL, NULL, 0);
	cr_assert_eq(fl_model_cfg_read(m, 0x10, 4) & 15, 0x8); /* 32 bits, prefetchable */
	cr_assert_eq(bar_size(m, 0x10, false), 128u << 20);
	cr_assert_eq(bar_size(m, 0x14, false), 256);
	cr_assert_eq(bar_size(m, 0x18, false), 64u << 10);
	fl_model_delete(m);
}

static unsigned capabilities(struct fl_model *m)
{
	unsigned seen = 0, at;

	cr_assert(fl_model_cfg_read(m, 6, 2) & 0x10);
	at = fl_model_cfg_read(m, 0x34, 1);
	for (unsigned n = 0; at; n++) {
		cr_assert_lt(n, 16u, "the list has an end");
		seen |= 1u << fl_model_cfg_read(m, at, 1);
		at = fl_model_cfg_read(m, at + 1, 1);
	}
	return seen;
}

Test(model, capabilities_of_both_buses)
{
	struct fl_model *m = fl_model_new("rv530", NULL, NULL, 0);

	cr_assert_eq(capabilities(m), 1u << 1 | 1u << 5 | 1u << 16); /* power management, MSI, PCI Express */
	fl_model_delete(m);
	m = fl_model_new("r420", NULL, NULL, 0);
	cr_assert_eq(capabilities(m), 1u << 1 | 1u << 2); /* power management, AGP */
	fl_model_delete(m);
}

Test(model, identity_cannot_be_written_and_odd_accesses_are_refused)
{
	struct fl_model *m = fl_model_new("rv530", NULL, NULL, 0);

	fl_model_cfg_write(m, 0, 4, 0);
	fl_model_cfg_write(m, 8, 4, 0);
	cr_assert_eq(fl_model_cfg_read(m, 0, 4), 0x71c11002);
	cr_assert_eq(fl_model_cfg_read(m, 8, 1), 0x9e);
	cr_assert_eq(fl_model_cfg_read(m, 1, 4), ~0u);
	cr_assert_eq(fl_model_cfg_read(m, 0x100, 4), ~0u);
	cr_assert_eq(fl_model_read(m, R500_RBBM_STATUS + 2, 4), ~0u);
	cr_assert_eq(fl_model_read(m, 0x10000, 4), ~0u);
	cr_assert_eq(fl_model_read(m, 0x10000, 2), 0xffff);
	fl_model_write(m, 0xfffffffc, 4, 1);
	fl_model_delete(m);
}

/* A typing mistake in a program: 0x204b. The write is dropped, and that is said; what is beyond the window is
 * nobody's. */
Test(model, misaligned_writes_are_named)
{
	struct fl_model *m = fl_model_new("rv530", &(struct fl_model_config){.posted = true}, NULL, 0);
	const uint32_t was = fl_model_read(m, R500_SCRATCH_REG(0), 4);

	fl_model_write(m, R500_SCRATCH_REG(0) + 2, 2, 0x1234);
	fl_model_write(m, R500_SCRATCH_REG(0) + 3, 1, 0x12);
	cr_assert_null(fl_model_report(m, 0));
	fl_model_write(m, R500_SCRATCH_REG(0), 4, was);
	fl_model_write(m, R500_SCRATCH_REG(0) + 1, 4, ~was);
	cr_assert_not_null(fl_model_report(m, 0));
	cr_assert_not_null(strstr(fl_model_report(m, 0)->text, "which is no multiple of 4"));
	fl_model_write(m, 0x7ffffffd, 4, 0);
	cr_assert_null(fl_model_report(m, 1));
	cr_assert_eq(fl_model_report(m, 0)->count, 1u);
	cr_assert_eq(fl_model_read(m, R500_SCRATCH_REG(0), 4), was);
	fl_model_delete(m);
}

Test(model, memory_space_off_closes_the_windows)
{
	struct rig g = rig_new("r580");

	vram_wr(&g, 0x100, 7);
	fl_model_cfg_write(g.m, 4, 2, 0);
	cr_assert_eq(rd(&g, R500_CONFIG_MEMSIZE), ~0u);
	cr_assert_eq(vram_rd(&g, 0x100), ~0u);
	fl_model_cfg_write(g.m, 4, 2, 2);
	cr_assert_eq(vram_rd(&g, 0x100), 7);
	fl_model_delete(g.m);
}

Test(model, time)
{
	struct rig g = rig_new("r580");
	uint64_t t = fl_model_now_us(g.m);

	rd(&g, R500_RBBM_STATUS);
	wr(&g, R500_SCRATCH_REG(0), 1);
	cr_assert_eq(fl_model_now_us(g.m), t + 2);
	fl_model_tick(g.m, 1000);
	cr_assert_eq(fl_model_now_us(g.m), t + 1002);
	fl_model_delete(g.m);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
static long resident_kB(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long size = 0, pages = 0;

	cr_assert_not_null(f);
	cr_assert_eq(fscanf(f, "%ld %ld", &size, &pages), 2);
	fclose(f);
	return pages * 4;
}

Test(model, untouched_vram_costs_nothing)
{
	const struct fl_model_config cfg = {.vram_B = 1u << 30, .posted = true};
	long before = resident_kB();
	struct fl_model *m = fl_model_new("r580", &cfg, NULL, 0);

	cr_assert_not_null(m);
	cr_assert_lt(resident_kB() - before, 64 << 10);
	fl_model_delete(m);
}

/* The BAR shows no more than 256 MiB of it. */
Test(model, vram_beyond_its_bar)
{
	const struct fl_model_config cfg = {.vram_B = 512u << 20, .posted = true, .plain_host = true};
	struct fl_model *m = fl_model_new("rv530", &cfg, NULL, 0);
	uint64_t size_B;
	uint8_t *vram = fl_model_vram(m, &size_B), got[8];

	cr_assert_eq(size_B, 512u << 20);
	memset(vram + (256u << 20) - 4, 0x5a, 8);
	fl_model_vram_read(m, (256u << 20) - 4, got, 8);
	cr_assert_arr_eq(got, ((uint8_t[]){0x5a, 0x5a, 0x5a, 0x5a, 0xff, 0xff, 0xff, 0xff}), 8);
	fl_model_vram_write(m, UINT64_MAX - 3, got, 8);
	fl_model_vram_read(m, UINT64_MAX - 3, got, 8);
	cr_assert_eq(got[7], 0xff);
	fl_model_delete(m);
}

Test(model, unposted_has_no_memory)
{
	struct rig g = {.m = fl_model_new("r580", NULL, NULL, 0)};

	cr_assert_eq(rd(&g, R500_CONFIG_MEMSIZE), 0);
	cr_assert_eq(rd(&g, R500_D1CRTC_CONTROL) & 1, 0);
	vram_wr(&g, 0, 5);
	cr_assert_eq(vram_rd(&g, 0), ~0u);
	cr_assert(reported(&g, FL_REFUSE, "not posted"));
	fl_model_delete(g.m);
}

Test(model, mapping_rules)
{
	static _Alignas(4096) uint8_t page[3][4096];
	struct rig g = rig_new("r580");

	cr_assert(fl_model_map(g.m, 0x20000000, page[0], 8192));
	cr_assert_not(fl_model_map(g.m, 0x20001000, page[2], 4096), "overlap");
	cr_assert_not(fl_model_map(g.m, 0x1ffff000, page[2], 8192), "overlap");
	cr_assert_not(fl_model_map(g.m, 0x30000800, page[2], 4096), "misaligned");
	cr_assert_not(fl_model_map(g.m, 0x30000000, page[2], 100), "misaligned");
	cr_assert_not(fl_model_map(g.m, 0xfffff000, page[1], 8192), "beyond 32 bits");
	cr_assert_not(fl_model_map(g.m, 0x30000000, page[2], 0));
	cr_assert(fl_model_map(g.m, 0x20002000, page[2], 4096));
	cr_assert_not(fl_model_unmap(g.m, 0x20000000, 4096), "not what was mapped");
	cr_assert(fl_model_unmap(g.m, 0x20000000, 8192));
	cr_assert_not(fl_model_unmap(g.m, 0x20000000, 8192));
	cr_assert(fl_model_map(g.m, 0x20001000, page[1], 4096));
	fl_model_delete(g.m);
}

/* Mapped memory hides VRAM for the chip; the BAR still shows VRAM. DMA shows the difference. */
Test(model, mapped_memory_hides_vram)
{
	static _Alignas(4096) uint32_t page[1024];
	struct rig g = rig_running("r580");

	page[0] = 0x1111;
	vram_wr(&g, 0x400000, 0x2222);
	vram_wr(&g, 0x401000, 0x3333);
	cr_assert(fl_model_map(g.m, g.base + 0x400000, page, 4096));
	for (unsigned i = 0; i < 2; i++) {
		emit(&g, type0(R500_CP_GUI_SRC_ADDR, 3));
		emit(&g, g.base + 0x400000 + 0x1000 * i);
		emit(&g, g.base + 0x500000 + 4 * i);
		emit(&g, 1u << 31 | 4);
	}
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(vram_rd(&g, 0x500000), 0x1111);
	cr_assert_eq(vram_rd(&g, 0x500004), 0x3333);
	cr_assert_eq(vram_rd(&g, 0x400000), 0x2222);
	fl_model_delete(g.m);
}

/* ---- faults -------------------------------------------------------------------------------------------- */
Test(model, faults_are_listed_and_work)
{
	struct rig g = rig_new("r580");
	unsigned n = 0;

	for (const char *const *f = fl_model_faults(); *f; f++, n++)
		for (const char *const *other = fl_model_faults(); other < f; other++)
			cr_expect_str_neq(*f, *other, "listed twice");
	cr_assert_geq(n, 6u);
	cr_assert_not(fl_model_break(g.m, "coffee"));
	cr_assert_not(fl_model_break(g.m, "vram-bit:0x100:8"));
	cr_assert_not(fl_model_break(g.m, "vram-bit:0x100000000:1"));
	cr_assert(fl_model_break(g.m, "vram-bit:0x1000:3"));
	vram_wr(&g, 0x1000, 0);
	cr_assert_eq(vram_rd(&g, 0x1000), 8);
	vram_wr(&g, 0x1000, ~0u);
	cr_assert_eq(vram_rd(&g, 0x1000), ~0u);
	cr_assert(fl_model_break(g.m, "dead-bar"));
	cr_assert_eq(rd(&g, R500_CONFIG_MEMSIZE), ~0u);
	fl_model_delete(g.m);
}

/* PCI 3.0, 4.3.1 and 6.2: RST# leaves no address and nothing enabled; memory is not part of it. */
Test(model, bus_reset)
{
	struct fl_model *m = fl_model_new(
	    "rv530", &(struct fl_model_config){.posted = true, .plain_host = true, .threads = 1}, NULL, 0);
	uint32_t memsize = fl_model_read(m, R500_CONFIG_MEMSIZE, 4), word = 0x12345678, got = 0;

	fl_model_vram_write(m, 0x1000, &word, 4);
	fl_model_write(m, R500_SCRATCH_REG(2), 4, 0xcafe);
	fl_model_cfg_write(m, 0x04, 2, 7);
	fl_model_reset(m);
	cr_assert_eq(fl_model_cfg_read(m, 0x04, 2), 0);
	for (unsigned at = 0x10; at < 0x28; at += 4)
		cr_assert_eq(fl_model_cfg_read(m, at, 4) & ~15u, 0, "BAR at 0x%x", at);
	cr_assert_eq(fl_model_read(m, R500_CONFIG_MEMSIZE, 4), ~0u, "no window is open");
	fl_model_vram_read(m, 0x1000, &got, 4);
	cr_assert_eq(got, ~0u);
	fl_model_cfg_write(m, 0x04, 2, 2);
	cr_assert_eq(fl_model_read(m, R500_CONFIG_MEMSIZE, 4), memsize, "posted again");
	cr_assert_eq(fl_model_read(m, R500_SCRATCH_REG(2), 4), 0);
	fl_model_vram_read(m, 0x1000, &got, 4);
	cr_assert_eq(got, word);
	fl_model_delete(m);
}

/* Memory of the caller's as VRAM; whether it may be used past the model. */
Test(model, vram_of_the_caller)
{
	enum { VRAM_B = 16 << 20 };
	uint8_t *mine = aligned_alloc(4096, VRAM_B);
	struct fl_model_config cfg = {
	    .posted = true, .plain_host = true, .threads = 1, .vram = mine, .vram_B = VRAM_B};
	struct fl_model *m = fl_model_new("rv515", &cfg, NULL, 0);
	uint32_t word = 0xabcd0123, hdp;

	memset(mine, 0, VRAM_B);
	cr_assert_eq(fl_model_vram(m, NULL), mine);
	fl_model_vram_write(m, 0x2000, &word, 4);
	cr_assert_eq(memcmp(mine + 0x2000, &word, 4), 0);
	cr_assert(fl_model_vram_plain(m));
	hdp = fl_model_read(m, R500_HDP_FB_LOCATION, 4);
	fl_model_write(m, R500_HDP_FB_LOCATION, 4, hdp + 1);
	cr_assert(!fl_model_vram_plain(m), "the window is moved");
	fl_model_write(m, R500_HDP_FB_LOCATION, 4, hdp);
	cr_assert(fl_model_vram_plain(m));
	cr_assert(fl_model_break(m, "vram-bit:0x2000:7"));
	cr_assert(!fl_model_vram_plain(m), "a bit is stuck");
	fl_model_delete(m);
	free(mine);
	cfg = (struct fl_model_config){.vram = &word};
	cr_assert_null(fl_model_new("rv515", &cfg, NULL, 0), "without a size");
}
