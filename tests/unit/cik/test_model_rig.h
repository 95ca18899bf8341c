/* SPDX-License-Identifier: MIT
 *
 * A card of the Sea Islands model for tests, reached as a host reaches it.
 */
#ifndef TESTS_UNIT_CIK_TEST_MODEL_RIG_H
#define TESTS_UNIT_CIK_TEST_MODEL_RIG_H

#include "hw/model/fl_model.h"
#include "hw/regs/cik.h"
#include <criterion/criterion.h>
#include <string.h>

struct cik_rig {
	struct fl_model *m;
};

static inline uint32_t rd(struct cik_rig *g, uint32_t reg)
{
	return fl_model_read(g->m, reg, 4);
}

static inline void wr(struct cik_rig *g, uint32_t reg, uint32_t value)
{
	fl_model_write(g->m, reg, 4, value);
}

static inline uint32_t vram_rd(struct cik_rig *g, uint64_t offset)
{
	uint32_t v;

	fl_model_vram_read(g->m, offset, &v, 4);
	return v;
}

static inline void vram_wr(struct cik_rig *g, uint64_t offset, uint32_t value)
{
	fl_model_vram_write(g->m, offset, &value, 4);
}

static inline bool reported(struct cik_rig *g, enum fl_severity severity, const char *part)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(g->m, i)); i++)
		if (r->severity == severity && (strstr(r->text, part) || strstr(r->section, part)))
			return true;
	return false;
}

static inline void no_reports(struct cik_rig *g)
{
	const struct fl_report *r = fl_model_report(g->m, 0);

	cr_assert_null(r, "%s: %s (%s)", r->block, r->text, r->where);
}

static inline struct cik_rig cik_rig_of(const char *chip, struct fl_model_config cfg)
{
	struct cik_rig g = {0};
	char why[128];

	cfg.vram_B = 16 << 20;
	cfg.threads = 1;
	g.m = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert_not_null(g.m, "%s", why);
	return g;
}

/* As a video BIOS leaves it; and as a kernel driver does. */
static inline struct cik_rig cik_rig_posted(const char *chip)
{
	return cik_rig_of(chip, (struct fl_model_config){.posted = true});
}

static inline struct cik_rig cik_rig_running(const char *chip)
{
	return cik_rig_of(chip, (struct fl_model_config){.running = true});
}

/* ---- commands ------------------------------------------------------------------------------------------ */
#define CIK_TYPE3(op, n) ((uint32_t)CIK_PKT3 << 30 | ((uint32_t)(n)-1) << 16 | (uint32_t)(op) << 8)
/* A packet of n dwords in its body, carried out. False: the chip hangs. */
#define CIK_SEND(g, op, ...) \
	cik_rig_send(g, op, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

static inline bool cik_rig_send(struct cik_rig *g, unsigned op, const uint32_t *body, unsigned n)
{
	uint32_t dw[64] = {CIK_TYPE3(op, n)};

	cr_assert_lt(n, 64);
	memcpy(dw + 1, body, 4ull * n);
	return fl_model_run(g->m, dw, n + 1);
}

/* The same by the ring of a driver. False: it does not become idle. */
static inline bool cik_rig_ring(struct cik_rig *g, const uint32_t *dw, unsigned n)
{
	uint32_t wptr = rd(g, CIK_CP_RB0_WPTR);
	uint64_t ring = (uint64_t)rd(g, CIK_CP_RB0_BASE) << 8;

	for (unsigned i = 0; i < n; i++)
		vram_wr(g, ring + 4ull * (wptr + i), dw[i]);
	wr(g, CIK_CP_RB0_WPTR, wptr + n);
	return fl_model_wait(g->m);
}

enum { CIK_DATA_AT = 0x200000, CIK_IB_AT = 0x300000, CIK_UCONFIG = 0x30000, CIK_CONTEXT = 0x28000 };

/* The RLC with as much microcode as Bonaire's has (Linux BONAIRE_RLC_UCODE_SIZE): what the command processors
 * wait for. */
static inline void cik_rig_rlc(struct cik_rig *g)
{
	wr(g, CIK_RLC_GPM_UCODE_ADDR, 0);
	for (unsigned i = 0; i < 2048; i++)
		wr(g, CIK_RLC_GPM_UCODE_DATA, i);
	wr(g, CIK_RLC_CNTL, 1);
}

#endif
