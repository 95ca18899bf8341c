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

#endif
