/* SPDX-License-Identifier: MIT
 *
 * The chip object: made of its blocks, reached through the operations that every family gives (struct
 * fl_model_ops).
 */
#include "hw/model/avivo/vga.h"
#include "hw/model/cik/chip.h"
#include "hw/model/cik/cp.h"
#include "hw/model/cik/dc.h"
#include "hw/model/cik/mc.h"
#include "hw/model/cik/mec.h"
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/rlc.h"
#include "hw/model/cik/sdma.h"
#include "hw/model/cik/spi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SHARE_DW = 256, /* of commands, in a microsecond, so that who polls sees progress */
	MAX_SHARES = 1 << 16,
	WORK_LOG2 = 34, /* some 20 s here: Linux gives a card 10 s (radeon.lockup_timeout) */
	ADDRESS_BITS = 40,
};

extern const struct fl_model_family mcik_model_family;

/* Every way in from the host starts here. */
static struct mcik *enter(struct fl_model *m)
{
	m->work = 0;
	return (struct mcik *)m;
}

static void chip_overrun(struct fl_model *m, const char *what)
{
	struct mcik *c = (struct mcik *)m;

	if (c->cp->turn)
		c->cp->turn->stuck = true;
	mcik_report(c, FL_REFUSE, "CP", "",
		    "%s do not end within what one call may cost (fl_model_config.work): the chip hangs",
		    what);
}

/* ---- time ---------------------------------------------------------------------------------------------- */
static void chip_work(struct fl_model *m, uint64_t us)
{
	struct mcik *c = enter(m);

	if (c->base.cfg.console)
		fl_vga_console(&c->dc, fl_vga_window(&c->dc));
	mcik_cp_work(c, (int64_t)(us < MAX_SHARES ? us : MAX_SHARES) * SHARE_DW);
	mcik_sdma_work(c);
	if (!mcik_cp_busy(c))
		mcik_rb_settle(c);
}

static bool chip_busy(const struct fl_model *m)
{
	const struct mcik *c = (const struct mcik *)m;

	return mcik_gui_active(c) || mcik_sdma_busy(c, 0) || mcik_sdma_busy(c, 1);
}

bool mcik_chip_go_on(struct mcik *c)
{
	enter(&c->base);
	while (mcik_cp_work(c, 1 << 20) || mcik_sdma_work(c)) /* one may signal what the other waits for */
		c->base.now_us++;
	mcik_cp_tell_waits(c);
	return !chip_busy(&c->base);
}

static bool chip_wait(struct fl_model *m)
{
	struct mcik *c = (struct mcik *)m;
	const bool idle = mcik_chip_go_on(c);

	mcik_rb_settle(c);
	return idle;
}

static bool chip_run(struct fl_model *m, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	return mcik_cp_run(enter(m), dw, gpu_addr, size_dw);
}

/* ---- the register BAR ---------------------------------------------------------------------------------- */
static struct mcik *begin_access(struct fl_model *m, bool write, uint32_t offset)
{
	struct mcik *c = enter(m);

	c->grbm->host = true;
	c->grbm->host_write = write;
	c->grbm->host_offset = offset;
	return c;
}

static void end_access(struct mcik *c)
{
	c->grbm->host = false;
	chip_work(&c->base, 1);
}

/* Of a part of a register: the bits that it has there. */
static uint32_t lanes(uint32_t offset, unsigned size_B)
{
	return (size_B < 4 ? (1u << 8 * size_B) - 1 : UINT32_MAX) << 8 * (offset & 3);
}

static uint32_t chip_read(struct fl_model *m, uint32_t offset, unsigned size_B)
{
	struct mcik *c = begin_access(m, false, offset);
	uint32_t v = mcik_reg_read(c, offset, MCIK_HOST) & lanes(offset, size_B);

	end_access(c);
	return v >> 8 * (offset & 3);
}

/* The rest of the register keeps what it holds. */
static void chip_write(struct fl_model *m, uint32_t offset, unsigned size_B, uint32_t value)
{
	struct mcik *c = begin_access(m, true, offset);
	uint32_t mask = lanes(offset, size_B);

	mcik_reg_write(c, offset, (c->reg[offset / 4] & ~mask) | (value << 8 * (offset & 3) & mask),
		       MCIK_HOST);
	end_access(c);
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
static bool chip_holds(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B, const char **which)
{
	return mcik_rb_holds((struct mcik *)m, gpu_addr, size_B, which);
}

static const char *const faults[] = {"cp-stuck", "mc-busy",    "no-microcode-ram", "cu-dead",
				     "rb-dead",  "sdma-stuck", "console",          NULL};

static bool chip_fault(struct fl_model *m, const char *name)
{
	struct mcik *c = (struct mcik *)m;

	if (!strcmp(name, "cp-stuck"))
		c->cp->fault_stuck = true;
	else if (!strcmp(name, "mc-busy"))
		c->mc->never_idle = true;
	else if (!strcmp(name, "no-microcode-ram"))
		c->cp->no_ram = c->rlc->no_ram = true;
	else if (!strcmp(name, "cu-dead"))
		c->spi->dead_unit = true;
	else if (!strcmp(name, "rb-dead"))
		c->pixels->fault_backend = true;
	else if (!strcmp(name, "sdma-stuck"))
		c->sdma->fault_stuck = true;
	else if (!strcmp(name, "console"))
		c->base.cfg.console = true;
	else
		return false;
	return true;
}

static void chip_reset(struct fl_model *m)
{
	struct mcik *c = enter(m);

	mcik_chip_pci(c);
	mcik_chip_reset(c);
	if (c->base.cfg.posted || c->base.cfg.running)
		mcik_chip_post(c);
	if (c->base.cfg.running)
		mcik_chip_start(c);
}

static bool chip_irq(const struct fl_model *m)
{
	return false;
}

static void chip_where(struct fl_model *m, char *out, size_t size)
{
	mcik_cp_where((struct mcik *)m, out, size);
}

static void chip_free(struct fl_model *m)
{
	struct mcik *c = (struct mcik *)m;

	mcik_vgt_free(c);
	mcik_pixels_free(c);
	mcik_rlc_free(c);
	mcik_spi_free(c);
	mcik_sdma_free(c);
	mcik_mec_free(c);
	mcik_cp_free(c);
	mcik_vm_free(c);
	mcik_mc_free(c);
	mcik_grbm_free(c);
	fl_model_fini(m);
	free(c);
}

static void let_go(struct fl_model *m)
{
	mcik_finish((struct mcik *)m);
}

static const struct fl_model_ops ops = {
    .read = chip_read,
    .write = chip_write,
    .work = chip_work,
    .wait = chip_wait,
    .run = chip_run,
    .vram_read = mcik_hdp_read,
    .vram_write = mcik_hdp_write,
    .vram_plain = mcik_hdp_plain,
    .holds = chip_holds,
    .fault = chip_fault,
    .reset = chip_reset,
    .irq = chip_irq,
    .busy = chip_busy,
    .doorbell = mcik_doorbell,
    .flush = mcik_flush,
    .let_go = let_go,
    .screen = mcik_dc_screen,
    .screen_row = mcik_dc_row,
    .where = chip_where,
    .overrun = chip_overrun,
    .free = chip_free,
};

/* ---- making one ---------------------------------------------------------------------------------------- */
static bool make_blocks(struct mcik *c, const struct fl_model_config *cfg)
{
	return fl_model_init(&c->base, &ops, c->variant->name, cfg,
			     cfg->vram_B ? cfg->vram_B : c->variant->vram_B, 1ull << ADDRESS_BITS) &&
	       mcik_grbm_new(c) && mcik_mc_new(c) && mcik_vm_new(c) && mcik_cp_new(c) && mcik_mec_new(c) &&
	       mcik_sdma_new(c) && mcik_spi_new(c) && mcik_rlc_new(c) && mcik_pixels_new(c) &&
	       mcik_vgt_new(c);
}

static struct fl_model *make(const char *chip, const struct fl_model_config *cfg, char *why, size_t why_size)
{
	struct mcik *c;
	enum fl_isa isa;

	if (!fl_model_isa(cfg, &isa, why, why_size))
		return NULL;
	c = calloc(1, sizeof(*c));
	if (c)
		c->isa = isa;
	if (!c || !(c->variant = mcik_variant(chip)) || !make_blocks(c, cfg)) {
		snprintf(why, why_size, "no memory for a model of \"%s\" with %llu bytes of VRAM", chip,
			 (unsigned long long)cfg->vram_B);
		if (c)
			chip_free(&c->base);
		return NULL;
	}
	c->base.work_limit = cfg->work ? cfg->work : 1ull << WORK_LOG2;
	mcik_dc_new(c);
	chip_reset(&c->base);
	fl_model_reports_clear(&c->base);
	return &c->base;
}

static const char *name(unsigned i)
{
	const struct mcik_variant *v = mcik_variant_at(i);

	return v ? v->name : NULL;
}

static const char *describe(const char *chip)
{
	const struct mcik_variant *v = mcik_variant(chip);

	return v ? v->describe : NULL;
}

const struct fl_model_family mcik_model_family = {
    .family = "cik",
    .name = name,
    .describe = describe,
    .faults = faults,
    .make = make,
    .firmware = mcik_firmware,
};
