/* SPDX-License-Identifier: MIT
 *
 * Smoke test: memory through the tables of pages. Two pages are mapped in the wrong order, and read by RS or
 * BLT; of version 2 FE fetches there, too. Where nothing is mapped version 2 raises an exception, which says
 * who and where, and version 1 finds the spare page.
 */
#include "hw/gc/copy.h"
#include "hw/gc/smoke.h"

enum {
	FIRST_B = 0x8000, /* in the memory for commands: the two pages, and where they are copied to */
	TO_B = 0x10000,
	CODE_B = 0x4000,
	PAGE_B = GC_MMU_PAGE_B,
	PAGE_DW = PAGE_B / 4,
	STRIDE_B = 128,
	W = STRIDE_B / 4,
	TWO_PAGES_H = 2 * PAGE_B / STRIDE_B,
	PAGES = 2,
	HOLE = 8, /* so many pages behind nothing is mapped */
	EVENT = 6,
	WAIT_US = 100000,
	STEP_US = 10,
	MIB4_SHIFT = 22,
};
#define SPARE UINT32_C(0xdead55aa)

/* Addresses that are nobody's: of version 2, the first 4 MiB that hold nothing of what the bus gave. */
static uint32_t free_addr(const struct gc_card *c)
{
	const struct fl_dma *m = &c->up.dev->dma;
	uint32_t at = GC_MMU_V2_FIRST;

	if (gc_core_mmu(&c->core) == 1)
		return GC_MMU_V1_FIRST;
	while (at >> MIB4_SHIFT >= m->addr >> MIB4_SHIFT &&
	       at >> MIB4_SHIFT <= (m->addr + m->size_B - 1) >> MIB4_SHIFT)
		at += 1u << MIB4_SHIFT;
	return at;
}

static enum fl_code map(struct gc_card *c, uint32_t addr, uint32_t offset_B, struct fl_err *err)
{
	return gc_mmu_map(c, addr, (uint64_t)gc_smoke_addr(c, offset_B) + c->window, PAGE_B, true, err);
}

static uint32_t word(uint32_t i)
{
	return i * 0x01000193 ^ 0x5a000000;
}

static enum fl_code read_through(struct gc_card *c, uint32_t at, struct fl_err *err)
{
	const struct gc_copy_image from = {.addr = at, .stride_B = STRIDE_B};
	const struct gc_copy_image to = {.addr = gc_smoke_addr(c, TO_B), .stride_B = STRIDE_B};
	volatile uint32_t *first = gc_smoke_cpu(c, FIRST_B), *copy = gc_smoke_cpu(c, TO_B);
	struct gc_words w = {0};
	enum fl_code code;

	for (uint32_t i = 0; i < PAGES * PAGE_DW; i++) {
		first[i] = word(i);
		copy[i] = 0;
	}
	gc_mmu_flush(c, &w);
	gc_copy_pixels(&c->core, &w, &from, &to, W, TWO_PAGES_H);
	code = gc_smoke_run(c, &w, "a copy through two pages", err);
	for (uint32_t i = 0; i < PAGES * PAGE_DW && !code; i++)
		if (copy[i] != word(i ^ PAGE_DW))
			return fl_fail(err, FL_FAILED,
				       "MMU: dword %u of what is mapped to 0x%08x reads 0x%08x, not 0x%08x%s",
				       i, at, copy[i], word(i ^ PAGE_DW),
				       copy[i] == word(i) ? ", which is the other page's" : "");
	return code;
}

/* FE itself: commands at an address that memory does not have. */
static enum fl_code fetch_through(struct gc_card *c, uint32_t at, struct fl_err *err)
{
	volatile uint32_t *code_dw = gc_smoke_cpu(c, CODE_B);
	struct gc_words w = {0};
	enum fl_code code;

	gc_load(&w, GC_GL_EVENT, GC_GL_EVENT__EVENT_ID((uint32_t)EVENT) | GC_GL_EVENT__FROM_FE(1));
	gc_end(&w);
	for (unsigned i = 0; i < w.n; i++)
		code_dw[i] = w.dw[i];
	code = gc_fe_start(c, at, w.n / 2, err);
	return code ? code : gc_event_wait(c, EVENT, "commands that are mapped", err);
}

enum fl_code gc_check_mapping(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	const uint32_t at = free_addr(c);
	const bool v1 = gc_core_mmu(&c->core) == 1;
	enum fl_code code;

	if (!c->mmu.on) {
		fl_did(up, "there is no table to try");
		return FL_OK;
	}
	code = map(c, at, FIRST_B + PAGE_B, err);
	if (!code)
		code = map(c, at + PAGE_B, FIRST_B, err);
	if (!code && !v1)
		code = map(c, at + 2 * PAGE_B, CODE_B, err);
	if (!code)
		code = read_through(c, at, err);
	if (!code && !v1)
		code = fetch_through(c, at + 2 * PAGE_B, err);
	if (!code)
		fl_did(up, "two pages at 0x%08x were read in the order that they are mapped in%s", at,
		       v1 ? "" : ", and FE fetched from a third");
	return code;
}

/* ---- where nothing is ---------------------------------------------------------------------------------- */
static enum fl_code spare(struct gc_card *c, uint32_t at, struct fl_err *err)
{
	const struct gc_copy_image from = {.addr = at, .stride_B = STRIDE_B};
	const struct gc_copy_image to = {.addr = gc_smoke_addr(c, TO_B), .stride_B = STRIDE_B};
	volatile uint32_t *copy = gc_smoke_cpu(c, TO_B);
	struct gc_words w = {0};
	enum fl_code code;

	for (uint32_t i = 0; i < PAGE_DW; i++)
		copy[i] = 0;
	gc_copy_pixels(&c->core, &w, &from, &to, W, TWO_PAGES_H / 2);
	code = gc_smoke_run(c, &w, "a copy of the spare page", err);
	for (uint32_t i = 0; i < PAGE_DW && !code; i++)
		if (copy[i] != SPARE)
			return fl_fail(
			    err, FL_FAILED,
			    "MMU: dword %u at 0x%08x, where nothing is mapped, reads 0x%08x and not "
			    "0x%08x, as the spare page does",
			    i, at, copy[i], SPARE);
	if (!code)
		fl_did(&c->up, "0x%08x reads as the spare page", at);
	return code;
}

/* The exception, by the interrupt and by what it left; and the core goes on after a reset. */
static enum fl_code exception(struct gc_card *c, uint32_t at, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	const uint64_t began = fl_now_us(d);
	const uint32_t bit = GC_HI_INTR_ACKNOWLEDGE__MMU_EXCEPTION__MASK;
	struct gc_mmu_fault f = {0};
	char text[100], hang[200];
	bool said;
	uint32_t raised = 0;
	enum fl_code code = gc_fe_start(c, at, 1, err);

	if (code)
		return code;
	while (!(raised & bit) && fl_now_us(d) - began < WAIT_US && !fl_stopped(d)) {
		raised |= fl_read32(d, GC_HI_INTR_ACKNOWLEDGE);
		fl_delay_us(d, STEP_US);
	}
	said = gc_mmu_fault(c, &f);
	gc_mmu_fault_text(c, text, sizeof(text));
	gc_hang_text(d, hang, sizeof(hang));
	code = gc_recover(c, err);
	if (!code)
		code = gc_fe(&c->up, err);
	if (code)
		return fl_fail_more(err, code, ", after an exception of the MMU");
	if (!(raised & bit))
		return fl_fail(
		    err, FL_FAILED,
		    "MMU: FE was started at 0x%08x, where nothing is mapped, and no exception came; "
		    "%s",
		    at, hang);
	if (!said || f.addr / PAGE_B != at / PAGE_B)
		return fl_fail(err, FL_FAILED,
			       "MMU: an exception came, and does not say that it was at 0x%08x: \"%s\"", at,
			       text);
	fl_did(&c->up, "%s; the core was reset, and takes commands again", text);
	return FL_OK;
}

enum fl_code gc_check_fault(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	const uint32_t at = free_addr(c) + HOLE * PAGE_B;

	if (!c->mmu.on) {
		fl_did(up, "there is no table to try");
		return FL_OK;
	}
	return gc_core_mmu(&c->core) == 1 ? spare(c, at, err) : exception(c, at, err);
}
