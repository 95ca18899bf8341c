/* SPDX-License-Identifier: MIT
 *
 * A stage without waking: on a model in the state that a kernel driver leaves, whose command processor is
 * handed each batch. For tests of what is drawn.
 */
#ifndef TESTS_UNIT_TEST_LIB_RUNNING_H
#define TESTS_UNIT_TEST_LIB_RUNNING_H

#include "hw/r500/card.h"
#include "lib/fl_stage_family.h"
#include "lib/r500/draw.h"
#include "lib/r500/draw2d.h"
#include "lib/r500/e2.h"
#include "lib/r500/gen.h"
#include "tests/unit/test_lib_rig.h"

static inline enum fl_code running_submit(struct fl_cs *cs, struct fl_err *err)
{
	struct rig *r = cs->priv;
	uint32_t n_dw = (uint32_t)(cs->at - cs->start);

	cs->at = cs->start;
	if (!fl_model_run_ib(r->m, cs->address, n_dw) || !fl_model_wait(r->m))
		return fl_fail(err, FL_FAILED, "the model hangs");
	return FL_OK;
}

static inline enum fl_code running_wait(struct fl_stage *s, struct fl_err *err)
{
	return FL_OK;
}

static inline struct rig *rig_open_running(const char *chip, uint32_t w, uint32_t h)
{
	static struct rig r;
	static const struct fl_stage_family family = {.family = &r500_family, .wait = running_wait};
	struct fl_model_config cfg = {.vram_B = 64 << 20, .threads = 1, .running = true};
	struct fl_stage *s = &r.stage;
	struct fl_err err = {0};
	char why[200] = "";
	const struct fl_chip *c;
	const struct fl_surface_rules *rules;
	uint64_t at;

	memset(&r, 0, sizeof(r));
	r.m = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert(r.m, "%s", why);
	cr_assert_eq(fl_open_model(&r.dev, r.m, chip, &err), FL_OK, "%s", err.text);
	c = fl_chip_find(&r500_chips, r.dev.vendor, r.dev.device);
	rules = fl_r500_surface_rules(c);
	s->dev = &r.dev;
	s->family = &family;
	s->width = w;
	s->height = h;
	s->chip_name = r500_chip_family(c)->name;
	s->has_3d = true;
	fl_vram_init(&s->vram, rules, 0, 60 << 20);
	fl_vram_alloc(&s->vram, 1 << 20, 4096, &at, &err);
	fl_cs_init(&s->cs, (uint32_t *)(uintptr_t)(r.dev.vram + at), (1 << 20) / 4, running_submit, &r);
	s->cs.address = at;
	cr_assert_eq(
	    fl_surface_place(&s->screen, &s->vram, w, h, FL_ARGB8888, FL_LINEAR, FL_USE_2D | FL_USE_3D, &err),
	    FL_OK, "%s", err.text);
	fl_surface_place(&s->depth, &s->vram, w, h, FL_Z24S8, FL_MICRO, FL_USE_3D, &err);
	s->vram_mark = fl_vram_mark(&s->vram);
	fl_draw_init(
	    &s->d, &s->cs,
	    &(const struct fl_draw_chip){.backend = &fl_r500_backend,
					 .info = c,
					 .occlusion_words = (uint8_t)r500_chip_family(c)->max_pipes});
	fl_r500_2d_stream(&s->g, &s->cs, 0, FL_2D_ALL);
	cr_assert_eq(fl_stage_reset(s, &err), FL_OK, "%s", err.text);
	r.picture = calloc(w * h, 4);
	return &r;
}

static inline void rig_close_running(struct rig *r)
{
	free(r->picture);
	fl_dev_close(&r->dev);
	fl_model_delete(r->m);
}

#endif
