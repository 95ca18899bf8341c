/* SPDX-License-Identifier: MIT
 *
 * The chip object: made of its blocks, reached through the operations that every family gives (struct
 * fl_model_ops).
 */
#include "hw/model/avivo/vga.h"
#include "hw/model/r600/chip.h"
#include "hw/model/r600/cp.h"
#include "hw/model/r600/dma.h"
#include "hw/model/r600/grbm.h"
#include "hw/model/r600/ih.h"
#include "hw/model/r600/mc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SHARE_DW = 256, /* of commands, in a microsecond: some draws, so that who polls sees progress */
	MAX_SHARES = 1 << 16,
	LONG_US = 16,   /* after so long the engine is done too, if the commands are */
	WORK_LOG2 = 34, /* some 20 s here: Linux gives a card 10 s (radeon.lockup_timeout) */
	ADDRESS_BITS = 40,
};

extern const struct fl_model_family mr600_model_family;

static struct mr600 *of(struct fl_model *m)
{
	return (struct mr600 *)m;
}

/* Every way in from the host starts here. */
static struct mr600 *enter(struct fl_model *m)
{
	m->work = 0;
	return of(m);
}

static void chip_overrun(struct fl_model *m, const char *what)
{
	struct mr600 *r = of(m);

	if (!r->cp->stuck)
		mr600_report(
		    r, FL_REFUSE, "CP", "",
		    "%s have no end, or none within the budget of one call (fl_model_config.work): the chip "
		    "hangs here",
		    what);
	mr600_cp_hang(r);
}

/* ---- time ---------------------------------------------------------------------------------------------- */
static void finish(struct mr600 *r)
{
	if (!r->grbm->pipe_hung)
		mr600_finish(r);
}

/* First the commands; the engine behind them is done in a share of its own, so that it is seen busy. */
static void chip_work(struct fl_model *m, uint64_t us)
{
	struct mr600 *r = enter(m);
	bool had_commands = mr600_cp_can_progress(r);

	if (r->base.cfg.console)
		fl_vga_console(&r->dc, fl_vga_window(&r->dc));
	mr600_cp_work(r, (int64_t)(us < MAX_SHARES ? us : MAX_SHARES) * SHARE_DW);
	mr600_dma_work(r);
	if (!mr600_cp_can_progress(r) && (!had_commands || us >= LONG_US))
		finish(r);
}

static bool chip_wait(struct fl_model *m)
{
	struct mr600 *r = enter(m);

	while (mr600_cp_can_progress(r)) {
		m->now_us++;
		mr600_cp_work(r, 1 << 16);
		mr600_dma_work(r); /* may signal what the stream waits for */
		if (r->cp->budget > 0)
			break; /* it waits for the host, or hangs */
	}
	finish(r);
	if (!mr600_gui_active(r))
		return true;
	mr600_cp_tell_waits(r);
	return false;
}

static bool chip_run(struct fl_model *m, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	struct mr600 *r = enter(m);
	bool done = mr600_cp_run(r, dw, gpu_addr, size_dw);

	finish(r); /* the caller may change its memory now */
	return done;
}

/* ---- the register BAR ---------------------------------------------------------------------------------- */
static void begin_access(struct mr600 *r, bool write, uint32_t offset)
{
	r->grbm->host = true;
	r->grbm->host_write = write;
	r->grbm->host_offset = offset;
}

/* The value is what stands there now; the chip works after that. */
static uint32_t chip_read(struct fl_model *m, uint32_t offset, unsigned size_B)
{
	struct mr600 *r = enter(m);
	uint32_t v;

	begin_access(r, false, offset);
	v = mr600_reg_read(r, offset, MR600_HOST);
	r->grbm->host = false;
	chip_work(m, 1);
	v >>= 8 * (offset & 3);
	return size_B == 4 ? v : v & ((1u << 8 * size_B) - 1);
}

/* Part of a register: the rest keeps what it holds. */
static void chip_write(struct fl_model *m, uint32_t offset, unsigned size_B, uint32_t value)
{
	struct mr600 *r = enter(m);

	begin_access(r, true, offset);
	if (size_B < 4) {
		unsigned shift = 8 * (offset & 3);
		uint32_t mask = ((1u << 8 * size_B) - 1) << shift;

		value = (r->reg[offset / 4] & ~mask) | (value << shift & mask);
	}
	mr600_reg_write(r, offset, value, MR600_HOST);
	r->grbm->host = false;
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
static bool chip_holds(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B, const char **which)
{
	return mr600_rb_holds(of(m), gpu_addr, size_B, which);
}

static const char *const faults[] = {"cp-stuck",      "pipe-hung",     "mc-busy", "no-microcode-ram",
				     "no-vram-fetch", "no-bus-master", "console", NULL};

static bool chip_fault(struct fl_model *m, const char *name)
{
	struct mr600 *r = of(m);

	if (!strcmp(name, "cp-stuck")) {
		r->cp->fault_stuck = true;
	} else if (!strcmp(name, "pipe-hung")) {
		r->grbm->fault_pipe = true;
	} else if (!strcmp(name, "mc-busy")) {
		r->mc->never_idle = true;
	} else if (!strcmp(name, "no-microcode-ram")) {
		r->cp->no_ram = true;
		mr600_cp_ram_reset(r);
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
	struct mr600 *r = enter(m);

	mr600_chip_pci(r);
	mr600_chip_reset(r);
	r->mc->late = r->base.cfg.posted && !r->base.cfg.running && !r->base.cfg.plain_host;
	if (r->base.cfg.posted || r->base.cfg.running)
		mr600_chip_post(r);
	if (r->base.cfg.running)
		mr600_chip_start(r);
}

static bool chip_vram_late(const struct fl_model *m)
{
	return ((const struct mr600 *)m)->mc->late;
}

static bool chip_irq(const struct fl_model *m)
{
	return mr600_ih_pulls((const struct mr600 *)m);
}

static bool chip_busy(const struct fl_model *m)
{
	const struct mr600 *r = (const struct mr600 *)m;

	return mr600_gui_active(r) || mr600_dma_busy(r);
}

static void chip_where(struct fl_model *m, char *out, size_t size)
{
	mr600_cp_where(of(m), out, size);
}

/* Somebody looks: by then nothing waits in the host path any more. */
static bool chip_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	mr600_hdp_drain(of(m));
	return mr600_dc_screen(of(m), s, why, why_size);
}

static void let_go(struct fl_model *m)
{
	mr600_finish(of(m));
}

static void chip_free(struct fl_model *m)
{
	struct mr600 *r = of(m);

	mr600_vgt_free(r); /* first: it may have draws that refer to the others */
	mr600_rb_free(r);
	mr600_sq_free(r);
	mr600_dma_free(r);
	mr600_cp_free(r);
	mr600_ih_free(r);
	mr600_mc_free(r);
	mr600_grbm_free(r);
	fl_model_fini(m);
	free(r);
}

static const struct fl_model_ops ops = {
    .read = chip_read,
    .write = chip_write,
    .work = chip_work,
    .wait = chip_wait,
    .run = chip_run,
    .vram_read = mr600_hdp_read,
    .vram_write = mr600_hdp_write,
    .vram_plain = mr600_hdp_plain,
    .vram_late = chip_vram_late,
    .holds = chip_holds,
    .fault = chip_fault,
    .reset = chip_reset,
    .irq = chip_irq,
    .busy = chip_busy,
    .flush = mr600_flush,
    .let_go = let_go,
    .screen = chip_screen,
    .screen_row = mr600_dc_row,
    .where = chip_where,
    .overrun = chip_overrun,
    .free = chip_free,
};

/* ---- making one ---------------------------------------------------------------------------------------- */
static struct fl_model *make(const char *chip, const struct fl_model_config *cfg, char *why, size_t why_size)
{
	struct mr600 *r;
	enum fl_isa isa;

	if (!fl_model_isa(cfg, &isa, why, why_size))
		return NULL;
	r = aligned_alloc(64, (sizeof(*r) + 63) & ~(size_t)63);
	if (!r)
		goto no_memory;
	memset(r, 0, sizeof(*r));
	r->variant = mr600_variant(chip);
	r->isa = isa;
	r->dc = (struct fl_dc){.at = &fl_dc_avivo, .m = &r->base, .reg = r->reg};
	r->base.work_limit = cfg->work ? cfg->work : 1ull << WORK_LOG2;
	if (!fl_model_init(&r->base, &ops, r->variant->name, cfg,
			   cfg->vram_B ? cfg->vram_B : r->variant->vram_B, 1ull << ADDRESS_BITS)) {
		fl_model_fini(&r->base);
		free(r);
		goto no_memory;
	}
	if (!mr600_grbm_new(r) || !mr600_mc_new(r) || !mr600_ih_new(r) || !mr600_cp_new(r) ||
	    !mr600_dma_new(r) || !mr600_sq_new(r) || !mr600_rb_new(r) || !mr600_vgt_new(r)) {
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
	const struct mr600_variant *v = mr600_variant_at(i);

	return v ? v->name : NULL;
}

static const char *describe(const char *chip)
{
	const struct mr600_variant *v = mr600_variant(chip);

	return v ? v->describe : NULL;
}

const struct fl_model_family mr600_model_family = {
    .family = "r600",
    .name = name,
    .describe = describe,
    .faults = faults,
    .make = make,
    .firmware = mr600_firmware,
};
