/* SPDX-License-Identifier: MIT
 *
 * The chip object: made of its blocks, reached through the operations that every family gives (struct
 * fl_model_ops).
 */
#include "hw/model/avivo/vga.h"
#include "hw/model/r500/chip.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/dc.h"
#include "hw/model/r500/e2.h"
#include "hw/model/r500/mc.h"
#include "hw/model/r500/rbbm.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SHARE_DW = 256, /* of commands, in a microsecond: some draws, so that who polls sees progress */
	MAX_SHARES = 1 << 16,
	LONG_US = 16, /* after so long the engines are done too, if the commands are */
};

extern const struct fl_model_family mr500_model_family;

enum { WORK_LOG2 = 34 }; /* some 20 s here: Linux gives a card 10 s (radeon.lockup_timeout) */

static struct mr500 *of(struct fl_model *m)
{
	return (struct mr500 *)m;
}

/* Every way in from the host starts here. */
static struct mr500 *enter(struct fl_model *m)
{
	m->work = 0;
	return of(m);
}

static void chip_overrun(struct fl_model *m, const char *what)
{
	struct mr500 *r = of(m);

	if (!r->cp->stuck)
		mr500_report(
		    r, FL_REFUSE, "CP", "",
		    "%s have no end, or none within the budget of one call (fl_model_config.work): the chip "
		    "hangs here",
		    what);
	mr500_cp_hang(r);
}

/* ---- time ---------------------------------------------------------------------------------------------- */
static void finish(struct mr500 *r)
{
	if (r->rbbm->pipe_hung)
		return;
	mr500_ga_finish(r);
	mr500_e2_finish(r);
}

static bool gui_active(const struct mr500 *r)
{
	return mr500_rbbm_status(r) & R500_RBBM_STATUS__GUI_ACTIVE__MASK;
}

static void tell_idle(struct mr500 *r, bool was_active)
{
	if (was_active && !gui_active(r))
		mr500_rbbm_raise(r, R500_GEN_INT_STATUS__GUI_IDLE_STAT__MASK);
}

/* Where VGA's memory is: at the beginning of VRAM before R5xx. CONFIG_CNTL.CFG_VGA_IO_DIS switches it off,
 * and before R5xx so does a GENMO_WT.VGA_RAM_EN that is clear (Linux r100_vga_render_disable). */
static uint64_t vga_window(const struct mr500 *r)
{
	bool old = r->variant->kind != MR500_KIND_R5XX;

	if (R500_REG(r, CONFIG_CNTL) & R500_CONFIG_CNTL__CFG_VGA_IO_DIS__MASK ||
	    (old && !(R500_REG(r, GENMO_WT) & R500_GENMO_WT__VGA_RAM_EN__MASK)))
		return FL_MEM_NOWHERE;
	return old ? r->base.mem.vram_addr : fl_vga_window(&r->dc);
}

/* First the commands; the engines behind them are done in a share of their own, so that they are seen
 * busy. */
static void chip_work(struct fl_model *m, uint64_t us)
{
	struct mr500 *r = enter(m);
	bool had_commands = mr500_cp_can_progress(r), was_active = gui_active(r);

	if (r->base.cfg.console)
		fl_vga_console(&r->dc, vga_window(r));
	mr500_hdp_time(r);
	mr500_cp_work(r, (int64_t)(us < MAX_SHARES ? us : MAX_SHARES) * SHARE_DW);
	if (!mr500_cp_can_progress(r) && (!had_commands || us >= LONG_US))
		finish(r);
	tell_idle(r, was_active);
}

static bool chip_wait(struct fl_model *m)
{
	struct mr500 *r = enter(m);
	bool was_active = gui_active(r);

	while (mr500_cp_can_progress(r)) {
		m->now_us++;
		mr500_cp_work(r, 1 << 16);
		if (r->cp->budget <= 0)
			continue;
		if (!r->cp->wptr_due_us)
			break;                  /* it waits for the host, or hangs */
		m->now_us = r->cp->wptr_due_us; /* what waits for a time gets there */
	}
	finish(r);
	if (m->now_us < r->rbbm->pipe_busy_until_us)
		m->now_us = r->rbbm->pipe_busy_until_us;
	tell_idle(r, was_active);
	if (!gui_active(r))
		return true;
	mr500_tell_waits(r);
	return false;
}

static bool chip_run(struct fl_model *m, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	struct mr500 *r = enter(m);
	bool done = mr500_cp_run(r, dw, gpu_addr, size_dw);

	if (!done || !m->flush_follows)
		finish(r); /* the caller may change its memory now */
	tell_idle(r, size_dw != 0);
	return done;
}

/* ---- the register BAR ---------------------------------------------------------------------------------- */
static void begin_access(struct mr500 *r, bool write, uint32_t offset)
{
	r->rbbm->host = true;
	r->rbbm->host_write = write;
	r->rbbm->host_offset = offset;
}

/* The value is what stands there now; the chip works after that. */
static uint32_t chip_read(struct fl_model *m, uint32_t offset, unsigned size_B)
{
	struct mr500 *r = enter(m);
	uint32_t v;

	begin_access(r, false, offset);
	v = mr500_reg_read(r, offset & ~3u, MR500_HOST);
	r->rbbm->host = false;
	chip_work(m, 1);
	v >>= 8 * (offset & 3);
	return size_B == 4 ? v : v & ((1u << 8 * size_B) - 1);
}

/* Part of a register: the rest keeps what it holds. */
static void chip_write(struct fl_model *m, uint32_t offset, unsigned size_B, uint32_t value)
{
	struct mr500 *r = enter(m);

	begin_access(r, true, offset);
	if (size_B < 4) {
		unsigned shift = 8 * (offset & 3);
		uint32_t mask = ((1u << 8 * size_B) - 1) << shift;

		value = (r->reg[offset / 4] & ~mask) | (value << shift & mask);
	}
	mr500_reg_write(r, offset & ~3u, value, MR500_HOST);
	r->rbbm->host = false;
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
bool mr500_holds(const struct mr500 *r, uint64_t addr, uint64_t size_B, const char **which)
{
	if (mr500_rb_holds(r, addr, size_B, which))
		return true;
	*which = "2D destination cache";
	return mr500_e2_holds(r, addr, size_B);
}

static bool chip_holds(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B, const char **which)
{
	return mr500_holds(of(m), gpu_addr, size_B, which);
}

static const char *const faults[] = {"cp-stuck",         "pipe-hung", "mc-busy",
				     "no-microcode-ram", "no-pio",    "no-vram-fetch",
				     "no-bus-master",    "console",   NULL};

static bool chip_fault(struct fl_model *m, const char *name)
{
	struct mr500 *r = of(m);

	if (!strcmp(name, "cp-stuck")) {
		r->cp->fault_stuck = true;
	} else if (!strcmp(name, "pipe-hung")) {
		r->rbbm->fault_pipe = true;
	} else if (!strcmp(name, "mc-busy")) {
		r->mc->never_idle = true;
	} else if (!strcmp(name, "no-microcode-ram")) {
		r->cp->no_ram = true;
		memset(r->cp->ram, 0, sizeof(r->cp->ram));
	} else if (!strcmp(name, "no-pio")) {
		r->cp->no_pio = true;
	} else if (!strcmp(name, "no-vram-fetch")) {
		r->cp->no_vram = true;
	} else if (!strcmp(name, "no-bus-master")) {
		r->cp->no_master = true;
	} else if (!strcmp(name, "console")) {
		r->base.cfg.console = true;
	} else {
		return false;
	}
	return true;
}

static void chip_reset(struct fl_model *m)
{
	struct mr500 *r = enter(m);

	mr500_chip_pci(r);
	mr500_chip_reset(r);
	r->mc->late = r->base.cfg.posted && !r->base.cfg.running && !r->base.cfg.plain_host;
	r->mc->combiner.n = 0;
	if (r->base.cfg.posted || r->base.cfg.running)
		mr500_chip_post(r);
	if (r->base.cfg.running)
		mr500_chip_start(r);
}

static bool chip_vram_late(const struct fl_model *m)
{
	return ((const struct mr500 *)m)->mc->late;
}

/* Somebody looks: by then nothing waits in the host path any more. */
static bool chip_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	mr500_hdp_drain(of(m));
	return mr500_dc_screen(m, s, why, why_size);
}

static bool chip_irq(const struct fl_model *m)
{
	return mr500_rbbm_irq((const struct mr500 *)m);
}

static bool chip_busy(const struct fl_model *m)
{
	return gui_active((const struct mr500 *)m);
}

static void chip_where(struct fl_model *m, char *out, size_t size)
{
	mr500_cp_where(of(m), out, size);
}

static void chip_free(struct fl_model *m)
{
	struct mr500 *r = of(m);

	mr500_ga_free(r); /* first: it may have draws that refer to the others */
	mr500_rb_free(r);
	mr500_tx_free(r);
	mr500_us_free(r);
	mr500_vap_free(r);
	mr500_e2_free(r);
	mr500_cp_free(r);
	mr500_mc_free(r);
	mr500_rbbm_free(r);
	fl_model_fini(m);
	free(r);
}

static void let_go(struct fl_model *m)
{
	mr500_ga_finish((struct mr500 *)m);
}

static const struct fl_model_ops ops = {
    .read = chip_read,
    .write = chip_write,
    .work = chip_work,
    .wait = chip_wait,
    .run = chip_run,
    .vram_read = mr500_hdp_read,
    .vram_write = mr500_hdp_write,
    .vram_plain = mr500_hdp_plain,
    .vram_late = chip_vram_late,
    .holds = chip_holds,
    .fault = chip_fault,
    .reset = chip_reset,
    .irq = chip_irq,
    .busy = chip_busy,
    .flush = mr500_flush,
    .let_go = let_go,
    .screen = chip_screen,
    .screen_row = mr500_dc_row,
    .where = chip_where,
    .overrun = chip_overrun,
    .free = chip_free,
};

/* ---- making one ---------------------------------------------------------------------------------------- */
static struct fl_model *make(const char *chip, const struct fl_model_config *cfg, char *why, size_t why_size)
{
	struct mr500 *r;
	enum fl_isa isa;

	if (!fl_model_isa(cfg, &isa, why, why_size))
		return NULL;
	r = aligned_alloc(64, (sizeof(*r) + 63) & ~(size_t)63);
	if (!r)
		goto no_memory;
	memset(r, 0, sizeof(*r));
	r->variant = mr500_variant(chip);
	r->isa = isa;
	r->dc = (struct fl_dc){.at = &fl_dc_avivo, .m = &r->base, .reg = r->reg};
	r->base.work_limit = cfg->work ? cfg->work : 1ull << WORK_LOG2;
	if (!fl_model_init(&r->base, &ops, r->variant->name, cfg,
			   cfg->vram_B ? cfg->vram_B : r->variant->vram_B, 1ull << 32)) {
		fl_model_fini(&r->base);
		free(r);
		goto no_memory;
	}
	if (!mr500_rbbm_new(r) || !mr500_mc_new(r) || !mr500_cp_new(r) || !mr500_e2_new(r) ||
	    !mr500_vap_new(r) || !mr500_us_new(r) || !mr500_tx_new(r) || !mr500_rb_new(r) ||
	    !mr500_ga_new(r)) {
		chip_free(&r->base);
		goto no_memory;
	}
	chip_reset(&r->base);
	fl_model_reports_clear(&r->base);
	return &r->base;
no_memory:
	snprintf(why, why_size, "out of memory for a model with %llu bytes of VRAM",
		 (unsigned long long)cfg->vram_B);
	return NULL;
}

static const char *name(unsigned i)
{
	const struct mr500_variant *v = mr500_variant_at(i);

	return v ? v->name : NULL;
}

static const char *describe(const char *chip)
{
	const struct mr500_variant *v = mr500_variant(chip);

	return v ? v->describe : NULL;
}

const struct fl_model_family mr500_model_family = {
    .family = "r500",
    .name = name,
    .describe = describe,
    .faults = faults,
    .make = make,
    .firmware = mr500_firmware,
};
