/* SPDX-License-Identifier: MIT
 *
 * The core object: made of its blocks, reached through the operations that every family gives (struct
 * fl_model_ops). It is no function of PCI; its "VRAM" is what the board's memory map reserves for it.
 */
#include "hw/model/gc/chips.h"
#include "hw/model/gc/fe.h"
#include "hw/model/gc/hi.h"
#include "hw/model/gc/mmu.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_US = 1 << 16, /* of time that is made up for in one call */
	WORK_LOG2 = 34,
	V1_ADDRESS_BITS = 32,
	V2_ADDRESS_BITS = 40,
};

extern const struct fl_model_family mgc_model_family;

/* Every way in from the host starts here. */
static struct mgc *enter(struct fl_model *m)
{
	m->work = 0;
	return (struct mgc *)m;
}

void mgc_report(struct mgc *g, enum fl_severity severity, const char *block, const char *section,
		const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fl_model_vreport(&g->base, severity, block, section, fmt, ap);
	va_end(ap);
}

void mgc_hang(struct mgc *g)
{
	g->fe->stuck = true;
}

static void chip_overrun(struct fl_model *m, const char *what)
{
	struct mgc *g = (struct mgc *)m;

	mgc_report(g, FL_REFUSE, "FE", "",
		   "%s do not end within what one call may cost (fl_model_config.work): the core hangs",
		   what);
	mgc_hang(g);
}

/* ---- time ---------------------------------------------------------------------------------------------- */
static void chip_work(struct fl_model *m, uint64_t us)
{
	struct mgc *g = enter(m);
	const uint64_t cycles = mgc_hi_cycles(g, us < MAX_US ? us : MAX_US);
	const uint64_t left = mgc_fe_work(g, cycles);

	mgc_finish_for(g, 0);
	g->hi->cycles += cycles;
	g->hi->idle_cycles += left;
}

static bool chip_busy(const struct fl_model *m)
{
	return mgc_fe_busy((struct mgc *)m);
}

static bool chip_wait(struct fl_model *m)
{
	const bool idle = mgc_fe_finish(enter(m));

	mgc_finish_for((struct mgc *)m, 0);
	return idle;
}

static bool chip_run(struct fl_model *m, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	return mgc_fe_run(enter(m), dw, (uint32_t)gpu_addr, size_dw);
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static struct mgc *begin_access(struct fl_model *m, bool write, uint32_t offset)
{
	struct mgc *g = enter(m);

	mgc_finish_for(g, 0);
	g->hi->host = true;
	g->hi->host_write = write;
	g->hi->host_offset = offset;
	return g;
}

static void end_access(struct mgc *g)
{
	g->hi->host = false;
	chip_work(&g->base, 1);
}

static uint32_t chip_read(struct fl_model *m, uint32_t offset, unsigned size_B)
{
	struct mgc *g = begin_access(m, false, offset);
	uint32_t v = 0;

	if (size_B == 4)
		v = mgc_hi_read(g, offset);
	else
		mgc_report(g, FL_WARN, "HI", "", "%u bytes of 0x%04x are read: registers are 32 bits", size_B,
			   offset);
	end_access(g);
	return v;
}

static void chip_write(struct fl_model *m, uint32_t offset, unsigned size_B, uint32_t value)
{
	struct mgc *g = begin_access(m, true, offset);

	if (size_B == 4)
		mgc_hi_host_write(g, offset, value);
	else
		mgc_report(g, FL_WARN, "HI", "",
			   "%u bytes are written to 0x%04x: registers are 32 bits; dropped", size_B, offset);
	end_access(g);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
/* The host reaches the same memory, with nothing between; what PE still holds it does not see. */
static void vram_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B)
{
	struct mgc *g = enter(m);
	const uint64_t physical = g->variant->memory_addr + offset_B;
	const uint64_t window = g->variant->mmu == 1 ? mgc_mmu_v1_base(g, MGC_PE) : 0;
	const char *which;

	mgc_finish_for(g, 0);
	/* behind tables a page can be anywhere */
	if (!g->mmu->on && physical >= window && mgc_pe_holds(g, physical - window, n_B, &which))
		mgc_report(g, FL_WARN, "PE", "GC facts 3.1",
			   "the host reads memory at 0x%08llx that is drawn to, and %s has not been flushed",
			   (unsigned long long)physical, which);
	memcpy(to, m->mem.vram + offset_B, n_B);
}

static void vram_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B)
{
	memcpy(m->mem.vram + offset_B, from, n_B);
}

static bool vram_plain(const struct fl_model *m)
{
	return true;
}

static bool chip_holds(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B, const char **which)
{
	mgc_finish_for((struct mgc *)m, 0);
	return mgc_pe_holds((struct mgc *)m, gpu_addr, size_B, which);
}

static void let_go(struct fl_model *m)
{
	mgc_finish((struct mgc *)m);
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
static const char *const faults[] = {
    "fe-stuck",   "no-clock", "no-interrupt", "no-bus-master", "mc-busy", "mmu-dead", "pe-stuck",
    "copy-stuck", "ts-dead",  "sh-dead",      "pipe-dead",     "tx-dead", NULL};

static bool chip_fault(struct fl_model *m, const char *name)
{
	struct mgc *g = (struct mgc *)m;

	if (!strcmp(name, "fe-stuck"))
		g->fe->fault_stuck = true;
	else if (!strcmp(name, "no-clock"))
		g->hi->fault_no_clock = true;
	else if (!strcmp(name, "no-interrupt"))
		g->hi->fault_no_interrupt = true;
	else if (!strcmp(name, "no-bus-master"))
		g->mmu->fault_bus = true;
	else if (!strcmp(name, "mc-busy"))
		g->hi->fault_mc_busy = true;
	else if (!strcmp(name, "copy-stuck"))
		g->fe->fault_copy = true;
	else if (!strcmp(name, "ts-dead"))
		g->fault_ts = true;
	else if (!strcmp(name, "tx-dead"))
		g->fault_tx = true;
	else if (!strcmp(name, "sh-dead"))
		g->fault_sh = true;
	else if (!strcmp(name, "pipe-dead"))
		g->fault_pipe = true;
	else if (!strcmp(name, "mmu-dead"))
		g->mmu->fault_dead = true;
	else if (!strcmp(name, "pe-stuck"))
		g->fe->fault_pe = true;
	else
		return false;
	return true;
}

void mgc_core_reset(struct mgc *g)
{
	mgc_states_reset(g);
	mgc_hi_reset(g);
	mgc_mmu_reset(g);
	mgc_fe_reset(g);
	mgc_vs_reset(g);
	mgc_sh_reset(g);
	mgc_tx_reset(g);
	mgc_pe_reset(g);
	mgc_rs_reset(g);
	mgc_blt_reset(g);
	g->dirty = MGC_DIRTY_ALL;
}

/* As Linux leaves it, but for tables: windows begin at 0 and translation is off, so that addresses of a
 * recorded stream are physical ones (GC facts 2.3). PIPE_SELECT is 0 after a reset. */
static void start(struct mgc *g)
{
	GC_STATE(g, HI_AXI_CONFIG) = GC_HI_AXI_CONFIG__AWCACHE(2) | GC_HI_AXI_CONFIG__ARCACHE(2);
	GC_STATE(g, HI_INTR_ENBL) = UINT32_MAX;
	if (g->variant->secure)
		GC_STATE(g, MMUv2_AHB_CONTROL) = GC_MMUv2_AHB_CONTROL__NONSEC_ACCESS__MASK;
}

static void chip_reset(struct fl_model *m)
{
	struct mgc *g = enter(m);

	m->on_chip = true;
	m->regs_B = g->variant->regs_B;
	m->vram_bar_B = m->mem.vram_B;
	fl_mem_place_vram(&m->mem, g->variant->memory_addr);
	fl_mem_ram_on(&m->mem, true);
	memset(g->state, 0, sizeof(g->state));
	g->hi->in_reset = false;
	g->hi->fscale = MGC_FSCALE_FULL;
	GC_STATE(g, HI_CLOCK_CONTROL) = GC_HI_CLOCK_CONTROL__FSCALE_VAL(MGC_FSCALE_FULL);
	mgc_core_reset(g);
	if (m->cfg.running)
		start(g);
}

static bool chip_irq(const struct fl_model *m)
{
	return ((const struct mgc *)m)->hi->pending;
}

/* What it draws a display controller elsewhere shows. */
static bool chip_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	snprintf(why, why_size, "a Vivante core has no display");
	return false;
}

static void chip_screen_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb)
{
	memset(rgb, 0, 3ul * s->width);
}

static void chip_where(struct fl_model *m, char *out, size_t size)
{
	mgc_fe_where((const struct mgc *)m, out, size);
}

static void chip_free(struct fl_model *m)
{
	struct mgc *g = (struct mgc *)m;

	mgc_blt_free(g);
	mgc_rs_free(g);
	mgc_vs_free(g);
	mgc_pe_free(g);
	mgc_tx_free(g);
	mgc_sh_free(g);
	mgc_fe_free(g);
	mgc_mmu_free(g);
	mgc_hi_free(g);
	fl_model_fini(m);
	free(g);
}

/* What Linux's driver appends to each submission (GC facts 2.6, etnaviv_buffer_queue). */
static bool chip_flush(struct fl_model *m)
{
	struct mgc *g = (struct mgc *)m;
	const uint32_t token = GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__FE) |
			       GC_GL_SEMAPHORE_TOKEN__TO(GC_SYNC_RECIPIENT__PE);
	const uint32_t copier = GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__FE) |
				GC_GL_SEMAPHORE_TOKEN__TO(GC_SYNC_RECIPIENT__BLT);
	uint32_t dw[32], n = 0;

#define LOAD(offset, value)                                                                                  \
	(dw[n] = GC_FE_LOAD_STATE_HEADER__OP(GC_FE_OPCODE__LOAD_STATE) | GC_FE_LOAD_STATE_HEADER__COUNT(1) | \
		 GC_FE_LOAD_STATE_HEADER__OFFSET((offset) / 4),                                              \
	 dw[n + 1] = (value), n += 2)
#define STALL(value) (dw[n] = GC_FE_STALL_HEADER__OP(GC_FE_OPCODE__STALL), dw[n + 1] = (value), n += 2)
	LOAD(GC_GL_FLUSH_CACHE,
	     GC_GL_FLUSH_CACHE__DEPTH(1) | GC_GL_FLUSH_CACHE__COLOR(1) | GC_GL_FLUSH_CACHE__SHADER_L1(1));
	if (g->variant->blt) {
		LOAD(GC_BLT_ENABLE, 1);
		LOAD(GC_BLT_SET_COMMAND, 1);
		LOAD(GC_BLT_ENABLE, 0);
	} else
		LOAD(GC_TS_FLUSH_CACHE, GC_TS_FLUSH_CACHE__FLUSH(1));
	LOAD(GC_GL_SEMAPHORE_TOKEN, token);
	STALL(token);
	if (g->variant->blt) {
		LOAD(GC_BLT_ENABLE, 1);
		LOAD(GC_GL_SEMAPHORE_TOKEN, copier);
		STALL(copier);
		LOAD(GC_BLT_ENABLE, 0);
	}
	return mgc_fe_run_kernel(enter(m), dw, n);
}

static const struct fl_model_ops ops = {
    .read = chip_read,
    .write = chip_write,
    .work = chip_work,
    .wait = chip_wait,
    .run = chip_run,
    .vram_read = vram_read,
    .vram_write = vram_write,
    .vram_plain = vram_plain,
    .holds = chip_holds,
    .fault = chip_fault,
    .reset = chip_reset,
    .irq = chip_irq,
    .busy = chip_busy,
    .flush = chip_flush,
    .let_go = let_go,
    .screen = chip_screen,
    .screen_row = chip_screen_row,
    .where = chip_where,
    .overrun = chip_overrun,
    .free = chip_free,
};

/* ---- making one ---------------------------------------------------------------------------------------- */
static bool make_blocks(struct mgc *g, const struct fl_model_config *cfg)
{
	return fl_model_init(&g->base, &ops, g->variant->name, cfg,
			     cfg->vram_B ? cfg->vram_B : g->variant->memory_B,
			     UINT64_C(1) << (g->variant->mmu == 1 ? V1_ADDRESS_BITS : V2_ADDRESS_BITS)) &&
	       mgc_hi_new(g) && mgc_mmu_new(g) && mgc_fe_new(g) && mgc_sh_new(g) && mgc_tx_new(g) &&
	       mgc_pe_new(g) && mgc_vs_new(g) && mgc_rs_new(g) && mgc_blt_new(g);
}

static struct fl_model *make(const char *chip, const struct fl_model_config *cfg, char *why, size_t why_size)
{
	struct mgc *g;
	enum fl_isa isa;

	if (!fl_model_isa(cfg, &isa, why, why_size))
		return NULL;
	g = calloc(1, sizeof(*g));
	if (g)
		g->isa = isa;
	if (!g || !(g->variant = mgc_variant(chip)) || !make_blocks(g, cfg)) {
		snprintf(why, why_size, "no memory for a model of \"%s\" with %llu bytes of memory", chip,
			 (unsigned long long)cfg->vram_B);
		if (g)
			chip_free(&g->base);
		return NULL;
	}
	g->base.work_limit = cfg->work ? cfg->work : 1ull << WORK_LOG2;
	chip_reset(&g->base);
	fl_model_reports_clear(&g->base);
	return &g->base;
}

static const char *name(unsigned i)
{
	const struct mgc_variant *v = mgc_variant_at(i);

	return v ? v->name : NULL;
}

static const char *describe(const char *chip)
{
	const struct mgc_variant *v = mgc_variant(chip);

	return v ? v->describe : NULL;
}

const struct fl_model_family mgc_model_family = {
    .family = "gc",
    .name = name,
    .describe = describe,
    .faults = faults,
    .make = make,
};
