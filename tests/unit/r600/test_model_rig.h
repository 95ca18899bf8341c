/* SPDX-License-Identifier: MIT
 *
 * A card of the R6xx model for tests, woken by register writes alone. What it writes is Linux radeon's
 * (r600_cp_load_microcode, r600_cp_resume, r600_cp_start), not our own bring-up code's.
 */
#ifndef TESTS_UNIT_R600_TEST_MODEL_RIG_H
#define TESTS_UNIT_R600_TEST_MODEL_RIG_H

#include "hw/model/chip.h"
#include "hw/regs/r600.h"
#include <criterion/criterion.h>
#include <string.h>

enum { R600_RING_AT = 0x100000, R600_RING_DW = 1024, R600_DATA_AT = 0x200000, R600_IB_AT = 0x300000 };

struct r600_rig {
	struct fl_model *m;
	uint32_t base; /* GPU address of VRAM */
	uint32_t wptr;
	bool r7xx;
};

#define R600_TYPE3(op, n) ((uint32_t)R600_PKT3 << 30 | ((uint32_t)(n)-1) << 16 | (uint32_t)(op) << 8)
#define R600_CONFIG(reg)  (((reg)-0x8000) / 4)
#define R600_CONTEXT(reg) (((reg)-0x28000) / 4)

static inline uint32_t rd(struct r600_rig *g, uint32_t reg)
{
	return fl_model_read(g->m, reg, 4);
}

static inline void wr(struct r600_rig *g, uint32_t reg, uint32_t value)
{
	fl_model_write(g->m, reg, 4, value);
}

/* Registers beyond the BAR are reached through an index. */
static inline uint32_t rd_far(struct r600_rig *g, uint32_t reg)
{
	wr(g, R600_MM_INDEX, reg);
	return rd(g, R600_MM_DATA);
}

static inline uint32_t vram_rd(struct r600_rig *g, uint32_t offset)
{
	uint32_t v;

	fl_model_vram_read(g->m, offset, &v, 4);
	return v;
}

static inline void vram_wr(struct r600_rig *g, uint32_t offset, uint32_t value)
{
	fl_model_vram_write(g->m, offset, &value, 4);
}

static inline bool reported(struct r600_rig *g, enum fl_severity severity, const char *part)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(g->m, i)); i++)
		if (r->severity == severity && (strstr(r->text, part) || strstr(r->section, part)))
			return true;
	return false;
}

static inline void no_reports(struct r600_rig *g)
{
	const struct fl_report *r = fl_model_report(g->m, 0);

	cr_assert_null(r, "%s: %s (%s)", r->block, r->text, r->where);
}

/* Posted: memory is placed, nothing else is. */
static inline struct r600_rig r600_rig_posted(const char *chip, bool plain_host)
{
	const struct fl_model_config cfg = {
	    .vram_B = 16 << 20, .threads = 1, .posted = true, .plain_host = plain_host};
	struct r600_rig g = {0};
	char why[128];

	g.m = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert_not_null(g.m, "%s", why);
	g.r7xx = !strncmp(chip, "rv7", 3);
	g.base = (rd(&g, g.r7xx ? R700_MC_VM_FB_LOCATION : R600_MC_VM_FB_LOCATION) & 0xffff) << 24;
	return g;
}

/* An image of the model's own, as dwords; returns how many. */
static inline unsigned r600_rig_image(const char *chip, unsigned i, uint32_t *dw, unsigned max_dw)
{
	static uint8_t bytes[1 << 16];
	size_t n = fl_model_firmware(chip, i, bytes, sizeof(bytes));

	cr_assert(n && n <= 4ull * max_dw);
	for (size_t k = 0; k < n / 4; k++)
		dw[k] = (uint32_t)bytes[4 * k] << 24 | (uint32_t)bytes[4 * k + 1] << 16 |
			(uint32_t)bytes[4 * k + 2] << 8 | bytes[4 * k + 3];
	return (unsigned)n / 4;
}

/* Both engines halted, both images loaded. */
static inline void r600_rig_load(struct r600_rig *g, const char *chip)
{
	static uint32_t dw[1792 * 3];
	unsigned n;

	wr(g, R600_CP_ME_CNTL, R600_CP_ME_CNTL__ME_HALT(1) | R600_CP_ME_CNTL__PFP_HALT(1));
	n = r600_rig_image(chip, 0, dw, 1792 * 3);
	wr(g, R600_CP_PFP_UCODE_ADDR, 0);
	for (unsigned i = 0; i < n; i++)
		wr(g, R600_CP_PFP_UCODE_DATA, dw[i]);
	n = r600_rig_image(chip, 1, dw, 1792 * 3);
	wr(g, R600_CP_ME_RAM_WADDR, 0);
	for (unsigned i = 0; i < n; i++)
		wr(g, R600_CP_ME_RAM_DATA, dw[i]);
}

static inline void emit(struct r600_rig *g, uint32_t dw)
{
	vram_wr(g, R600_RING_AT + 4 * g->wptr, dw);
	g->wptr = (g->wptr + 1) % R600_RING_DW;
}

static inline void emit_all(struct r600_rig *g, const uint32_t *dw, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		emit(g, dw[i]);
}

static inline void kick(struct r600_rig *g)
{
	wr(g, R600_CP_RB_WPTR, g->wptr);
}

/* The engine has time: is it idle after that? */
static inline bool idle(struct r600_rig *g)
{
	fl_model_tick(g->m, 1000);
	return !(rd(g, R600_GRBM_STATUS) & R600_GRBM_STATUS__GUI_ACTIVE__MASK);
}

static inline void emit_config(struct r600_rig *g, uint32_t reg, uint32_t value)
{
	emit(g, R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2));
	emit(g, R600_CONFIG(reg));
	emit(g, value);
}

static inline void emit_context(struct r600_rig *g, uint32_t reg, uint32_t value)
{
	emit(g, R600_TYPE3(R600_PKT3_SET_CONTEXT_REG, 2));
	emit(g, R600_CONTEXT(reg));
	emit(g, value);
}

static inline void r600_rig_ring(struct r600_rig *g)
{
	wr(g, R600_CP_RB_CNTL,
	   R600_CP_RB_CNTL__RB_NO_UPDATE(1) | R600_CP_RB_CNTL__RB_BLKSZ(9) | R600_CP_RB_CNTL__RB_BUFSZ(9));
	wr(g, R600_CP_RB_BASE, (g->base + R600_RING_AT) >> 8);
	wr(g, R600_CP_RB_WPTR, 0);
	wr(g, R600_CP_ME_CNTL, 0xff);
}

/* A ring that runs, and is initialized. */
static inline struct r600_rig r600_rig_running(const char *chip)
{
	struct r600_rig g = r600_rig_posted(chip, true);
	bool few = !strcmp(chip, "rv710") || !strcmp(chip, "rv610");
	const uint32_t init[] = {
	    R600_TYPE3(R600_PKT3_ME_INITIALIZE, 6), 1, g.r7xx ? 0 : 3, few ? 3 : 7, 1 << 16, 0, 0};

	r600_rig_load(&g, chip);
	r600_rig_ring(&g);
	emit_all(&g, init, 7);
	kick(&g);
	cr_assert(idle(&g));
	no_reports(&g);
	return g;
}

#endif
