/* SPDX-License-Identifier: MIT
 *
 * A card of the model for tests, woken by register writes alone. What it writes is Linux radeon's
 * (r100_cp_init, r420_pipes_init) and the R5xx guide's (chapter 5), not our own bring-up code's.
 */
#ifndef TESTS_UNIT_R500_TEST_MODEL_RIG_H
#define TESTS_UNIT_R500_TEST_MODEL_RIG_H

#include "hw/model/chip.h"
#include "hw/regs/r500.h"
#include "tests/unit/r500/test_severity.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { RIG_RING_AT = 0x100000, RIG_RING_DW = 1024, RIG_BACK_AT = 0x200000 };

struct rig {
	struct fl_model *m;
	uint32_t base; /* GPU address of VRAM */
	uint32_t wptr;
};

static inline uint32_t rd(struct rig *g, uint32_t reg)
{
	return fl_model_read(g->m, reg, 4);
}

static inline void wr(struct rig *g, uint32_t reg, uint32_t value)
{
	fl_model_write(g->m, reg, 4, value);
}

static inline uint32_t vram_rd(struct rig *g, uint32_t offset)
{
	uint32_t v;

	fl_model_vram_read(g->m, offset, &v, 4);
	return v;
}

static inline void vram_wr(struct rig *g, uint32_t offset, uint32_t value)
{
	fl_model_vram_write(g->m, offset, &value, 4);
}

/* Is there a report of that severity whose text or section has this in it? */
static inline bool reported(struct rig *g, enum fl_severity severity, const char *part)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(g->m, i)); i++)
		if (r->severity == severity && (strstr(r->text, part) || strstr(r->section, part)))
			return true;
	return false;
}

static inline unsigned reports(struct rig *g)
{
	unsigned n = 0;

	while (fl_model_report(g->m, n))
		n++;
	return n;
}

static inline void no_reports(struct rig *g)
{
	const struct fl_report *r = fl_model_report(g->m, 0);

	cr_assert_null(r, "%s: %s (%s)", r->block, r->text, r->where);
}

/* The end of a rig: what was said was said with the right severity. */
static inline void rig_delete(struct rig *g)
{
	severities(g->m);
	fl_model_delete(g->m);
}

/* Posted: memory is placed, nothing else is. */
static inline struct rig rig_new(const char *chip)
{
	const struct fl_model_config cfg = {
	    .vram_B = 16 << 20, .threads = 1, .posted = true, .plain_host = true};
	struct rig g = {0};
	char why[128];

	g.m = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert_not_null(g.m, "%s", why);
	g.base = (uint32_t)g.m->mem.vram_addr;
	return g;
}

static inline void rig_microcode(struct rig *g)
{
	wr(g, R500_CP_ME_RAM_ADDR, 0);
	for (unsigned i = 0; i < 256; i++) {
		wr(g, R500_CP_ME_RAM_DATAH, i < 0xfc ? i & 0xff : 0);
		wr(g, R500_CP_ME_RAM_DATAL, i < 0xfc ? 0x12345678u * i : 0);
	}
}

/* One of: 2^(9 + 1) dwords of ring, no read-pointer write-back, both streams by bus master. */
static inline void rig_ring(struct rig *g)
{
	wr(g, R500_CP_RB_WPTR_DELAY, 0);
	wr(g, R500_CP_RB_CNTL, 9 | 9 << 8 | 1 << 18 | 1 << 27);
	wr(g, R500_CP_RB_BASE, g->base + RIG_RING_AT);
	wr(g, R500_CP_RB_CNTL, 9 | 9 << 8 | 1 << 18 | 1 << 27 | 1u << 31);
	wr(g, R500_CP_RB_RPTR_WR, 0);
	wr(g, R500_CP_RB_WPTR, 0);
	wr(g, R500_CP_RB_CNTL, 9 | 9 << 8 | 1 << 18 | 1 << 27);
	wr(g, R500_CP_CSQ_CNTL, 4u << 28);
	g->wptr = 0;
}

static inline struct rig rig_running(const char *chip)
{
	struct rig g = rig_new(chip);

	rig_microcode(&g);
	rig_ring(&g);
	return g;
}

/* Writes into the ring; rig_kick() moves the chip's write pointer. */
static inline void emit(struct rig *g, uint32_t dw)
{
	vram_wr(g, RIG_RING_AT + 4 * g->wptr, dw);
	g->wptr = (g->wptr + 1) % RIG_RING_DW;
}

static inline void rig_kick(struct rig *g)
{
	wr(g, R500_CP_RB_WPTR, g->wptr);
}

/* Polls as a driver does. True: idle in time. */
static inline bool rig_idle(struct rig *g)
{
	for (unsigned i = 0; i < 1000; i++)
		if (!(rd(g, R500_RBBM_STATUS) >> 31))
			return true;
	return false;
}

static inline uint32_t type0(uint32_t reg, unsigned n)
{
	return (n - 1) << 16 | reg >> 2;
}

static inline uint32_t type3(unsigned opcode, unsigned n)
{
	return 3u << 30 | (n - 1) << 16 | opcode << 8;
}

static inline void emit_reg(struct rig *g, uint32_t reg, uint32_t value)
{
	emit(g, type0(reg, 1));
	emit(g, value);
}

#endif
