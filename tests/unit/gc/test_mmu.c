/* SPDX-License-Identifier: MIT
 *
 * Memory management of the Vivante model: windows and the table of version 1, both levels of version 2,
 * arrays of secure cores, faults, and what is remembered until it is flushed (GC facts 2.4, 2.5).
 */
#include "tests/unit/gc/front_rig.h"

enum { PAGE = 4096, PRESENT = 1, EXCEPTION = 2, WRITABLE = 4 };
enum {
	MASTER = RIG_TABLES,
	SLAVE = RIG_TABLES + PAGE,
	ARRAY = RIG_TABLES + 2 * PAGE,
	PAGES = RIG_TABLES + 16 * PAGE
};
/* What the tests map: a page of its own slave table. */
#define VIRTUAL 0x40403000u

static const uint32_t base_reg[MGC_CLIENTS] = {[MGC_FE] = GC_MC_MEMORY_BASE_ADDR_FE,
					       [MGC_TX] = GC_MC_MEMORY_BASE_ADDR_TX,
					       [MGC_PE] = GC_MC_MEMORY_BASE_ADDR_PE,
					       [MGC_PEZ] = GC_MC_MEMORY_BASE_ADDR_PEZ,
					       [MGC_RA] = GC_MC_MEMORY_BASE_ADDR_RA};
static const uint32_t table_reg[MGC_CLIENTS] = {[MGC_FE] = GC_MC_MMU_FE_PAGE_TABLE,
						[MGC_TX] = GC_MC_MMU_TX_PAGE_TABLE,
						[MGC_PE] = GC_MC_MMU_PE_PAGE_TABLE,
						[MGC_PEZ] = GC_MC_MMU_PEZ_PAGE_TABLE,
						[MGC_RA] = GC_MC_MMU_RA_PAGE_TABLE};

static uint32_t read_as(struct gc_rig *r, enum mgc_client c, uint32_t addr)
{
	uint32_t v = 0x5a5a5a5a;

	mgc_read(r->g, c, addr, &v, 4);
	return v;
}

static uint32_t faults(struct gc_rig *r)
{
	return rig_rd(r, GC_HI_INTR_ACKNOWLEDGE);
}

#define MMU_BIT GC_HI_INTR_ACKNOWLEDGE__MMU_EXCEPTION__MASK
#define AXI_BIT GC_HI_INTR_ACKNOWLEDGE__AXI_BUS_ERROR__MASK

/* ---- version 1 ----------------------------------------------------------------------------------------- */
Test(gc_mmu, v1_windows_add_their_base)
{
	struct gc_rig r = rig_new("gc2000");

	for (unsigned c = 0; c < MGC_CLIENTS; c++) {
		const uint32_t offset = RIG_DATA + 0x100 * c;
		uint64_t left;

		rig_poke(&r, offset, 0xc0de0000 + c);
		rig_wr(&r, base_reg[c], r.base + offset - 0x10);
		cr_assert_eq(read_as(&r, c, 0x10), 0xc0de0000 + c);
		cr_assert_eq(mgc_at(r.g, c, 0x10, true, &left), r.mem + offset);
		cr_assert_eq(left, (16 << 20) - offset);
	}
	cr_assert(rig_quiet(&r));
	rig_end(&r);
	rig_start_at(&r, RIG_BUFFER, 1);
	rig_said(&r, FL_WARN, "windows that differ");
	rig_free(&r);
}

Test(gc_mmu, v1_window_ends_at_2_gib)
{
	struct gc_rig r = rig_new("gc880");
	uint64_t left;

	rig_wr(&r, base_reg[MGC_PE], r.base + 0x10000 - 0x80000000u); /* the window's end is in memory */
	cr_assert_eq(mgc_at(r.g, MGC_PE, 0x7ffff000, false, &left), NULL,
		     "bases are added in 64 bits, not 32");
	rig_wr(&r, base_reg[MGC_PE], 0);
	cr_assert(fl_model_map(r.m, 0x7ffff000, r.mem, 2 * PAGE));
	cr_assert_eq(mgc_at(r.g, MGC_PE, 0x7ffff800, false, &left), r.mem + 0x800);
	cr_assert_eq(left, 0x800);
	rig_free(&r);
}

Test(gc_mmu, v1_pages_lie_above)
{
	static const uint32_t page[] = {0, 1, 511, 0x3ff};
	struct gc_rig r = rig_new("gc2000");

	for (unsigned c = 0; c < MGC_CLIENTS; c++)
		rig_wr(&r, table_reg[c], r.base + MASTER + 0x1000 * c);
	for (unsigned c = 0; c < MGC_CLIENTS; c++)
		for (unsigned i = 0; i < 4; i++) {
			const uint32_t to = PAGES + PAGE * (4 * c + i), in = 4 * (37 * i + c);
			const uint32_t addr = 0x80000000 + PAGE * page[i] + in;

			rig_poke(&r, MASTER + 0x1000 * c + 4 * page[i], r.base + to);
			rig_poke(&r, to + in, 0xbeef0000 + 4 * c + i);
			cr_assert_eq(read_as(&r, c, addr), 0xbeef0000 + 4 * c + i, "client %u page %u", c, i);
			cr_assert(mgc_write(r.g, c, addr, &addr, 4));
			cr_assert_eq(rig_peek(&r, to + in), addr);
		}
	cr_assert_eq(faults(&r), 0);
	cr_assert(rig_quiet(&r));
	rig_free(&r);
}

/* What was looked up stays, until FLUSH_MMU has that client's bit. */
Test(gc_mmu, v1_pages_stay_until_they_are_flushed)
{
	static const uint32_t bit[MGC_CLIENTS] = {
	    [MGC_FE] = 0, [MGC_TX] = 1, [MGC_PEZ] = 2, [MGC_PE] = 3, [MGC_RA] = 4};
	struct gc_rig r = rig_new("gc2000");

	rig_poke(&r, PAGES, 1);
	rig_poke(&r, PAGES + PAGE, 2);
	for (unsigned c = 0; c < MGC_CLIENTS; c++) {
		rig_wr(&r, table_reg[c], r.base + MASTER);
		rig_poke(&r, MASTER, r.base + PAGES);
		cr_assert_eq(read_as(&r, c, 0x80000000), 1);
		rig_poke(&r, MASTER, r.base + PAGES + PAGE);
		cr_assert_eq(read_as(&r, c, 0x80000000), 1);
		rig_load(&r, GC_GL_FLUSH_MMU, 0x1f & ~(1u << bit[c]));
		rig_end(&r);
		cr_assert(rig_go(&r));
		cr_assert_eq(read_as(&r, c, 0x80000000), 1);
		rig_load(&r, GC_GL_FLUSH_MMU, 1u << bit[c]);
		rig_end(&r);
		cr_assert(rig_go(&r));
		cr_assert_eq(read_as(&r, c, 0x80000000), 2);
	}
	rig_free(&r);
}

Test(gc_mmu, v1_without_memory_is_an_error_of_the_bus)
{
	struct gc_rig r = rig_new("gc2000");

	cr_assert_eq(read_as(&r, MGC_TX, 0x1000), 0);
	cr_assert_eq(faults(&r), AXI_BIT);
	cr_assert_eq(rig_rd(&r, GC_HI_AXI_STATUS), GC_HI_AXI_STATUS__DET_RD_ERR__MASK);
	rig_said(&r, FL_REFUSE, "TX reads 0x00001000");
	cr_assert_not(mgc_write(r.g, MGC_PE, 0x1000, "", 1));
	cr_assert_eq(rig_rd(&r, GC_HI_AXI_STATUS),
		     GC_HI_AXI_STATUS__DET_RD_ERR__MASK | GC_HI_AXI_STATUS__DET_WR_ERR__MASK);
	rig_said(&r, FL_REFUSE, "PE writes 0x00001000");
	cr_assert_eq(read_as(&r, MGC_TX, 0x80000000), 0);
	rig_said(&r, FL_REFUSE, "whose page table");
	faults(&r);
	cr_assert_null(mgc_peek(r.g, MGC_TX, 0x1000, NULL));
	cr_assert_null(mgc_peek(r.g, MGC_TX, 0x80000000, NULL));
	cr_assert_eq(faults(&r), 0);
	cr_assert_null(fl_model_report(r.m, 0));
	rig_free(&r);
}

/* Runs over the ends of pages, the first of which is there and the second is not. */
Test(gc_mmu, runs_go_over_the_ends_of_pages)
{
	struct gc_rig r = rig_new("gc2000");
	uint8_t in[200], out[200];

	for (unsigned i = 0; i < sizeof(in); i++)
		in[i] = (uint8_t)(i + 1);
	rig_wr(&r, table_reg[MGC_PE], r.base + MASTER);
	rig_poke(&r, MASTER, r.base + PAGES + 3 * PAGE);
	rig_poke(&r, MASTER + 4, r.base + PAGES);
	rig_poke(&r, MASTER + 8, 0x1000); /* nothing is there */
	cr_assert(mgc_write(r.g, MGC_PE, 0x80001000 - 100, in, 200));
	cr_assert(!memcmp(r.mem + PAGES + 4 * PAGE - 100, in, 100));
	cr_assert(!memcmp(r.mem + PAGES, in + 100, 100));
	cr_assert(mgc_read(r.g, MGC_PE, 0x80001000 - 100, out, 200));
	cr_assert(!memcmp(in, out, 200));
	memcpy(r.mem + PAGES + PAGE - 100, in, 100);
	cr_assert_not(mgc_read(r.g, MGC_PE, 0x80002000 - 100, out, 200));
	cr_assert(!memcmp(in, out, 100));
	for (unsigned i = 100; i < 200; i++)
		cr_assert_eq(out[i], 0);
	rig_free(&r);
}

/* ---- version 2 ----------------------------------------------------------------------------------------- */
/* Tables that map FE's own buffers where they are, and one page elsewhere. */
static void tables(struct gc_rig *r, uint32_t page)
{
	rig_poke(r, MASTER + 4 * (r->base >> 22), (r->base + SLAVE) | PRESENT);
	for (uint32_t i = 0; i < 1024; i++)
		rig_poke(r, SLAVE + 4 * i, EXCEPTION);
	for (uint32_t i = 0; i < 16; i++)
		rig_poke(r, SLAVE + 4 * i, (r->base + PAGE * i) | PRESENT);
	rig_poke(r, MASTER + 4 * (VIRTUAL >> 22), (r->base + SLAVE + 16 * PAGE) | PRESENT);
	for (uint32_t i = 0; i < 1024; i++)
		rig_poke(r, SLAVE + 16 * PAGE + 4 * i, EXCEPTION);
	rig_poke(r, SLAVE + 16 * PAGE + 4 * (VIRTUAL >> 12 & 1023), page);
}

/* GC facts 2.5, as drivers do it: FE loads the table on physical addresses, and stops; the host enables. */
static void enable(struct gc_rig *r)
{
	if (r->g->variant->secure) {
		rig_poke(r, ARRAY + 8 * 5, r->base + MASTER);
		rig_wr(r, GC_MMUv2_PTA_ADDRESS_LOW, r->base + ARRAY);
		rig_wr(r, GC_MMUv2_PTA_ADDRESS_HIGH, 0);
		rig_wr(r, GC_MMUv2_PTA_CONTROL, 1);
		rig_wr(r, GC_MMUv2_NONSEC_SAFE_ADDR_LOW, r->base);
		rig_load(r, GC_MMUv2_PTA_CONFIG, 5);
	} else {
		rig_load(r, GC_MMUv2_CONFIGURATION, r->base + MASTER);
		rig_load(r, GC_MMUv2_SAFE_ADDRESS, r->base);
		rig_wait_for(r, GC_SYNC_RECIPIENT__FE, GC_SYNC_RECIPIENT__PE);
	}
	rig_end(r);
	cr_assert(rig_go(r));
	rig_wr(r, r->g->variant->secure ? GC_MMUv2_SEC_CONTROL : GC_MMUv2_CONTROL, 1);
	cr_assert(r->g->mmu->on);
	cr_assert(rig_quiet(r), "%s", fl_model_report(r->m, 0)->text);
}

static const char *const v2[] = {"gc400", "gc3000", "gc7000l"};

Test(gc_mmu, v2_is_flat_until_it_is_enabled)
{
	for (unsigned i = 0; i < 3; i++) {
		struct gc_rig r = rig_new(v2[i]);

		rig_poke(&r, RIG_DATA, 77);
		cr_assert_eq(read_as(&r, MGC_PE, r.base + RIG_DATA), 77);
		cr_assert(rig_quiet(&r));
		rig_free(&r);
	}
}

Test(gc_mmu, v2_walks_two_levels)
{
	for (unsigned i = 0; i < 3; i++) {
		struct gc_rig r = rig_new(v2[i]);
		const uint32_t value = 0x1234;

		tables(&r, (r.base + PAGES) | PRESENT | WRITABLE);
		enable(&r);
		rig_poke(&r, PAGES + 0x20, 99);
		for (unsigned c = 0; c < MGC_CLIENTS; c++)
			cr_assert_eq(read_as(&r, c, VIRTUAL + 0x20), 99, "%s", v2[i]);
		cr_assert(mgc_write(r.g, MGC_PE, VIRTUAL + 0x24, &value, 4));
		cr_assert_eq(rig_peek(&r, PAGES + 0x24), value);
		/* FE itself goes through the tables now */
		rig_load(&r, GC_FE_PRIMITIVE_RESTART_INDEX, 3);
		rig_end(&r);
		cr_assert(rig_go(&r));
		cr_assert_eq(rig_rd(&r, GC_FE_PRIMITIVE_RESTART_INDEX), 3);
		cr_assert_eq(faults(&r), 0);
		rig_free(&r);
	}
}

/* Bits 39:32 of a page are in 11:4 of its entry. */
Test(gc_mmu, v2_pages_have_40_bits)
{
	struct gc_rig r = rig_new("gc3000");

	cr_assert(fl_model_map(r.m, UINT64_C(0xa512345000), r.mem + PAGES, PAGE));
	tables(&r, 0x12345000 | 0xa5 << 4 | PRESENT);
	enable(&r);
	rig_poke(&r, PAGES + 8, 4711);
	cr_assert_eq(read_as(&r, MGC_TX, VIRTUAL + 8), 4711);
	rig_free(&r);
}

Test(gc_mmu, v2_faults_say_why_and_where)
{
	static const struct {
		uint32_t addr, page;
		bool store;
		uint32_t why;
		const char *text;
	} bad[] = {
	    {0x80000000, 0, false, 1, "no slave table"},
	    {VIRTUAL + 0x1010, 0, false, 2, "no page there"},
	    {VIRTUAL + 8, EXCEPTION, true, 2, "no page there"},
	    {VIRTUAL + 4, PAGES | PRESENT, true, 3, "may not be written"},
	};

	for (unsigned i = 0; i < 3; i++)
		for (unsigned k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
			struct gc_rig r = rig_new(v2[i]);
			const bool secure = r.g->variant->secure;

			tables(&r, bad[k].page & PRESENT ? r.base + bad[k].page : bad[k].page);
			enable(&r);
			cr_assert_null(mgc_at(r.g, MGC_PE, bad[k].addr, bad[k].store, NULL));
			cr_assert(fl_model_irq(r.m));
			cr_assert_eq(faults(&r), MMU_BIT);
			cr_assert_eq(rig_rd(&r, secure ? GC_MMUv2_SEC_STATUS : GC_MMUv2_STATUS), bad[k].why);
			cr_assert_eq(
			    rig_rd(&r, secure ? GC_MMUv2_SEC_EXCEPTION_ADDR : GC_MMUv2_EXCEPTION_ADDR(0)),
			    bad[k].addr);
			rig_said(&r, FL_REFUSE, bad[k].text);
			/* the first one stays, and the core goes no further */
			mgc_at(r.g, MGC_PE, 0xc0000000, false, NULL);
			cr_assert_eq(rig_rd(&r, secure ? GC_MMUv2_SEC_STATUS : GC_MMUv2_STATUS), bad[k].why);
			rig_load(&r, GC_FE_PRIMITIVE_RESTART_INDEX, 3);
			rig_load(&r, GC_FE_PRIMITIVE_RESTART_INDEX, 4);
			rig_end(&r);
			cr_assert_not(rig_go(&r));
			rig_free(&r);
		}
}

Test(gc_mmu, v2_without_exception_lands_at_the_safe_address)
{
	struct gc_rig r = rig_new("gc3000");

	tables(&r, 0);
	enable(&r);
	cr_assert_eq(read_as(&r, MGC_TX, VIRTUAL), 0);
	cr_assert_eq(faults(&r), 0);
	rig_said(&r, FL_WARN, "safe address");
	rig_free(&r);
}

Test(gc_mmu, v2_pages_stay_until_they_are_flushed)
{
	for (unsigned i = 0; i < 3; i++) {
		struct gc_rig r = rig_new(v2[i]);
		const uint32_t at = SLAVE + 16 * PAGE + 4 * (VIRTUAL >> 12 & 1023);

		tables(&r, (r.base + PAGES) | PRESENT);
		enable(&r);
		rig_poke(&r, PAGES, 1);
		rig_poke(&r, PAGES + PAGE, 2);
		cr_assert_eq(read_as(&r, MGC_TX, VIRTUAL), 1);
		rig_poke(&r, at, (r.base + PAGES + PAGE) | PRESENT);
		cr_assert_eq(read_as(&r, MGC_TX, VIRTUAL), 1, "%s", v2[i]);
		if (r.g->variant->secure)
			rig_load(&r, GC_MMUv2_PTA_CONFIG, 5);
		else
			rig_load(&r, GC_MMUv2_CONFIGURATION,
				 (r.base + MASTER) | GC_MMUv2_CONFIGURATION__MODE_MASK__MASK |
				     GC_MMUv2_CONFIGURATION__FLUSH(1));
		rig_end(&r);
		cr_assert(rig_go(&r));
		cr_assert_eq(read_as(&r, MGC_TX, VIRTUAL), 2, "%s", v2[i]);
		rig_free(&r);
	}
}

/* A mask bit leaves its field alone: the flush happens, the table stays. */
Test(gc_mmu, v2_masks_keep_fields)
{
	struct gc_rig r = rig_new("gc3000");

	tables(&r, (r.base + PAGES) | PRESENT);
	enable(&r);
	rig_load(&r, GC_MMUv2_CONFIGURATION,
		 GC_MMUv2_CONFIGURATION__MODE_MASK__MASK | GC_MMUv2_CONFIGURATION__ADDRESS_MASK__MASK |
		     GC_MMUv2_CONFIGURATION__FLUSH(1) | GC_MMUv2_CONFIGURATION__MODE(1));
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert_eq(r.g->mmu->master, r.base + MASTER);
	rig_free(&r);
}

Test(gc_mmu, v2_a_reset_alone_turns_it_off)
{
	struct gc_rig r = rig_new("gc3000");

	tables(&r, (r.base + PAGES) | PRESENT);
	enable(&r);
	rig_wr(&r, GC_MMUv2_CONTROL, 0);
	rig_said(&r, FL_WARN, "a reset alone");
	cr_assert(r.g->mmu->on);
	rig_wr(&r, GC_HI_CLOCK_CONTROL,
	       GC_HI_CLOCK_CONTROL__ISOLATE_GPU__MASK | GC_HI_CLOCK_CONTROL__SOFT_RESET__MASK);
	rig_wr(&r, GC_HI_CLOCK_CONTROL, GC_HI_CLOCK_CONTROL__ISOLATE_GPU__MASK);
	cr_assert_not(r.g->mmu->on);
	rig_free(&r);
}

Test(gc_mmu, v2_says_what_its_start_lacks)
{
	struct gc_rig r = rig_new("gc3000");

	rig_wr(&r, GC_MMUv2_CONTROL, 1);
	rig_said(&r, FL_REFUSE, "before FE has loaded CONFIGURATION");
	cr_assert_not(r.g->mmu->on);
	rig_load(&r, GC_MMUv2_SAFE_ADDRESS, r.base + 4);
	rig_load(&r, GC_MMUv2_SAFE_ADDRESS, r.base + 64);
	rig_load(&r, GC_GL_FLUSH_MMU, 0x1f);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert(rig_report(&r, "no multiple of 64"));
	cr_assert(rig_report(&r, "once after a reset"));
	rig_said(&r, FL_WARN, "on a core of version 2");
	rig_load(&r, GC_MMUv2_CONFIGURATION, r.base + MASTER + 0x400);
	rig_end(&r);
	cr_assert(rig_go(&r));
	rig_said(&r, FL_WARN, "a master table has 4 KiB");
	rig_load(&r, GC_MMUv2_CONFIGURATION, GC_MMUv2_CONFIGURATION__MODE(1));
	rig_end(&r);
	cr_assert_not(rig_go(&r));
	rig_said(&r, FL_REFUSE, "pages of 1 KiB");
	rig_free(&r);
}

Test(gc_mmu, v2_secure_cores_find_tables_in_an_array)
{
	struct gc_rig r = rig_new("gc7000l");

	rig_load(&r, GC_MMUv2_PTA_CONFIG, 5);
	rig_load(&r, GC_MMUv2_CONFIGURATION, r.base + MASTER);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert(rig_report(&r, "without an array of page tables"));
	rig_said(&r, FL_WARN, "finds its tables by PTA_CONFIG");
	rig_wr(&r, GC_MMUv2_SEC_CONTROL, 1);
	rig_said(&r, FL_REFUSE, "before FE has loaded PTA_CONFIG");
	rig_wr(&r, GC_MMUv2_CONTROL, 1);
	rig_said(&r, FL_WARN, "does not enable translation on this core");
	rig_wr(&r, GC_MMUv2_PTA_ADDRESS_LOW, r.base + ARRAY);
	rig_wr(&r, GC_MMUv2_PTA_CONTROL, 1);
	rig_load(&r, GC_MMUv2_PTA_CONFIG, 512);
	rig_end(&r);
	cr_assert_not(rig_go(&r));
	rig_said(&r, FL_REFUSE, "entry 512");
	rig_free(&r);
}

Test(gc_mmu, can_be_broken)
{
	struct gc_rig r = rig_new("gc3000");

	tables(&r, (r.base + PAGES) | PRESENT);
	enable(&r);
	cr_assert(fl_model_break(r.m, "mmu-dead"));
	cr_assert_null(mgc_at(r.g, MGC_PE, VIRTUAL, false, NULL));
	cr_assert_eq(faults(&r), MMU_BIT);
	rig_free(&r);
}

/* Memory that the model makes for DMA is the machine's, and VRAM of any size does not hide it. */
Test(gc_mmu, memory_of_the_machine_is_reached)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 1 << 30};

	for (unsigned i = 0; i < 3; i++) {
		struct gc_rig r = {.m = fl_model_new(v2[i], &cfg, NULL, 0)};
		uint64_t addr, left;
		uint32_t *p = fl_model_own_ram(r.m, 2 * PAGE, &addr);

		r.g = (struct mgc *)r.m;
		cr_assert(p && addr < UINT64_C(1) << 32);
		cr_assert_eq((void *)mgc_at(r.g, MGC_FE, (uint32_t)addr + 8, true, &left), (void *)(p + 2));
		cr_assert_eq(left, 2 * PAGE - 8);
		rig_free(&r);
	}
}
