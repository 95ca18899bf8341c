/* SPDX-License-Identifier: MIT
 *
 * Memory as the core's units see it: addresses become physical ones, by windows or by tables, and what goes
 * nowhere is a fault: interrupt 30 where a table says no, 31 where there is no memory.
 */
#include "hw/model/gc/hi.h"
#include "hw/model/gc/mmu.h"
#include <stdlib.h>
#include <string.h>

enum { PAGE_B = 4096 };
#define WINDOW_B  (UINT64_C(1) << 31)
#define ADDRESS_B (UINT64_C(1) << 32)

static const char *const client_name[MGC_CLIENTS] = {"FE", "TX", "PE", "PEZ", "RA"};

bool mgc_mmu_new(struct mgc *g)
{
	g->mmu = calloc(1, sizeof(*g->mmu));
	if (g->mmu)
		pthread_mutex_init(&g->mmu->lock, NULL);
	return g->mmu;
}

void mgc_mmu_free(struct mgc *g)
{
	if (g->mmu)
		pthread_mutex_destroy(&g->mmu->lock);
	free(g->mmu);
}

void mgc_mmu_reset(struct mgc *g)
{
	struct mgc_mmu *m = g->mmu;

	m->on = m->configured = m->safe_set = m->faulted = false;
	m->master = 0;
	m->safe = 0;
	mgc_tlb_flush(g, (1u << MGC_CLIENTS) - 1);
}

/* ---- faults -------------------------------------------------------------------------------------------- */
static const char *exception_text(uint32_t why)
{
	switch (why) {
	case GC_MMU_EXCEPTION__SLAVE_NOT_PRESENT:
		return "the master table has no slave table there";
	case GC_MMU_EXCEPTION__PAGE_NOT_PRESENT:
		return "the slave table has no page there";
	case GC_MMU_EXCEPTION__WRITE_VIOLATION:
		return "the page may not be written";
	default:
		return "out of bounds";
	}
}

/* Which of the four units of STATUS a client belongs to no document says: all are unit 0 (choices.md). */
void mgc_mmu_fault(struct mgc *g, enum mgc_client client, uint32_t addr, bool store, uint32_t why)
{
	const bool sec = g->variant->secure;

	pthread_mutex_lock(&g->mmu->lock);
	if (!g->mmu->faulted) {
		g->state[(sec ? GC_MMUv2_SEC_STATUS : GC_MMUv2_STATUS) / 4] = why;
		g->state[(sec ? GC_MMUv2_SEC_EXCEPTION_ADDR : GC_MMUv2_EXCEPTION_ADDR(0)) / 4] = addr;
	}
	g->mmu->faulted = true;
	pthread_mutex_unlock(&g->mmu->lock);
	mgc_hi_raise(g, GC_HI_INTR_ACKNOWLEDGE__MMU_EXCEPTION__MASK);
	mgc_report(g, FL_REFUSE, "MMU", "GC facts 2.5", "%s %s 0x%08x: %s; the core stops",
		   client_name[client], store ? "writes" : "reads", addr, exception_text(why));
}

static void bus_error(struct mgc *g, enum mgc_client client, uint32_t addr, uint64_t physical, bool store)
{
	__atomic_fetch_or(&GC_STATE(g, HI_AXI_STATUS),
			  store ? GC_HI_AXI_STATUS__DET_WR_ERR__MASK : GC_HI_AXI_STATUS__DET_RD_ERR__MASK,
			  __ATOMIC_RELAXED);
	mgc_hi_raise(g, GC_HI_INTR_ACKNOWLEDGE__AXI_BUS_ERROR__MASK);
	mgc_report(g, FL_REFUSE, "MC", "GC facts 2.3",
		   "%s %s 0x%08x, physical 0x%09llx, where no memory is: AXI bus error", client_name[client],
		   store ? "writes" : "reads", addr, (unsigned long long)physical);
}

static void no_table(struct mgc *g, enum mgc_client client, uint32_t addr, bool store)
{
	mgc_hi_raise(g, GC_HI_INTR_ACKNOWLEDGE__AXI_BUS_ERROR__MASK);
	__atomic_fetch_or(&GC_STATE(g, HI_AXI_STATUS), GC_HI_AXI_STATUS__DET_RD_ERR__MASK, __ATOMIC_RELAXED);
	mgc_report(g, FL_REFUSE, "MMU", g->variant->mmu == 1 ? "GC facts 2.4" : "GC facts 2.5",
		   "%s %s 0x%08x, whose page table is where no memory is: AXI bus error", client_name[client],
		   store ? "writes" : "reads", addr);
}

/* ---- translation --------------------------------------------------------------------------------------- */
static enum mgc_walk walk(struct mgc *g, enum mgc_client client, uint32_t addr, struct mgc_page *page)
{
	const bool v1 = g->variant->mmu == 1;
	const unsigned which = v1 ? client : 0;
	enum mgc_walk w;

	if (mgc_tlb_find(g, which, addr, page))
		return MGC_WALK_PAGE;
	page->why = GC_MMU_EXCEPTION__PAGE_NOT_PRESENT;
	if (g->mmu->fault_dead)
		return v1 ? MGC_WALK_NO_TABLE : MGC_WALK_FAULT;
	w = v1 ? mgc_mmu_v1_walk(g, client, addr, page) : mgc_mmu_v2_walk(g, addr, page);
	if (w == MGC_WALK_PAGE)
		mgc_tlb_put(g, which, addr, page);
	return w;
}

/* Where an address leads, and how far in a row. quiet: no fault. False: nowhere. */
static bool translate(struct mgc *g, enum mgc_client client, uint32_t addr, bool store, bool quiet,
		      uint64_t *physical, uint64_t *left_B)
{
	struct mgc_page page = {0};
	enum mgc_walk w;

	if (g->variant->mmu == 1 && addr < WINDOW_B) {
		*physical = (uint64_t)addr + mgc_mmu_v1_base(g, client);
		*left_B = WINDOW_B - addr;
		return true;
	}
	if (g->variant->mmu != 1 && !g->mmu->on) {
		*physical = addr;
		*left_B = ADDRESS_B - addr;
		return true;
	}
	w = walk(g, client, addr, &page);
	if (w == MGC_WALK_PAGE && store && !page.writable) {
		page.why = GC_MMU_EXCEPTION__WRITE_VIOLATION;
		w = MGC_WALK_FAULT;
	}
	*physical = page.physical + addr % PAGE_B;
	*left_B = PAGE_B - addr % PAGE_B;
	if (w == MGC_WALK_FAULT && !quiet)
		mgc_mmu_fault(g, client, addr, store, page.why);
	else if (w == MGC_WALK_NO_TABLE && !quiet)
		no_table(g, client, addr, store);
	else if (w == MGC_WALK_SAFE && !quiet)
		mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
			   "%s %s 0x%08x, which is not present and raises no exception: it lands at the safe "
			   "address",
			   client_name[client], store ? "writes" : "reads", addr);
	return w == MGC_WALK_PAGE;
}

static uint8_t *at(struct mgc *g, enum mgc_client client, uint32_t addr, bool store, bool quiet,
		   uint64_t *left_B)
{
	uint64_t physical, left, unused;
	uint8_t *p;

	left_B = left_B ? left_B : &unused;
	*left_B = 0;
	if (!translate(g, client, addr, store, quiet, &physical, &left))
		return NULL;
	p = physical < g->base.mem.limit_B && !g->mmu->fault_bus ? fl_mem_at(&g->base.mem, physical, left_B)
								 : NULL;
	if (p && *left_B > left)
		*left_B = left;
	if (!p && !quiet)
		bus_error(g, client, addr, physical, store);
	return p;
}

uint8_t *mgc_at(struct mgc *g, enum mgc_client client, uint32_t addr, bool store, uint64_t *left_B)
{
	return at(g, client, addr, store, false, left_B);
}

uint8_t *mgc_peek(struct mgc *g, enum mgc_client client, uint32_t addr, uint64_t *left_B)
{
	return at(g, client, addr, false, true, left_B);
}

/* From the start of the page on, so that what comes before the address is near, too. */
uint8_t *mgc_window_move(struct mgc *g, enum mgc_client client, uint32_t addr, uint64_t n_B, bool store,
			 struct mgc_window *w)
{
	const uint32_t in = addr % PAGE_B;
	uint64_t left_B, page_B;
	uint8_t *p = at(g, client, addr, store, true, &left_B);
	const uint8_t *page = p ? at(g, client, addr - in, false, true, &page_B) : NULL;
	const bool whole = page && page + in == p && page_B == left_B + in;

	*w = p ? (struct mgc_window){.host = whole ? p - in : p,
				     .n_B = whole ? left_B + in : left_B,
				     .from = whole ? addr - in : addr}
	       : (struct mgc_window){0};
	return p && left_B >= n_B ? p : NULL;
}

/* ---- runs ---------------------------------------------------------------------------------------------- */
/* Past 4 GiB addresses begin again at 0, as 32 bits do; a part that is nowhere counts one page of it. */
bool mgc_read(struct mgc *g, enum mgc_client client, uint32_t addr, void *to, size_t n_B)
{
	uint8_t *out = to;
	bool all = true;

	while (n_B) {
		uint64_t left;
		const uint8_t *p = mgc_at(g, client, addr, false, &left);
		size_t n = p ? (size_t)(left < n_B ? left : n_B) : PAGE_B - addr % PAGE_B;

		n = n < n_B ? n : n_B;
		if (p)
			memcpy(out, p, n);
		else
			memset(out, 0, n);
		all &= p != NULL;
		out += n;
		addr += (uint32_t)n;
		n_B -= n;
	}
	return all;
}

bool mgc_write(struct mgc *g, enum mgc_client client, uint32_t addr, const void *from, size_t n_B)
{
	const uint8_t *in = from;
	bool all = true;

	while (n_B) {
		uint64_t left;
		uint8_t *p = mgc_at(g, client, addr, true, &left);
		size_t n = p ? (size_t)(left < n_B ? left : n_B) : PAGE_B - addr % PAGE_B;

		n = n < n_B ? n : n_B;
		if (p)
			memcpy(p, in, n);
		all &= p != NULL;
		in += n;
		addr += (uint32_t)n;
		n_B -= n;
	}
	return all;
}
