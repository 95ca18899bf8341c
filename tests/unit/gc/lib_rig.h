/* SPDX-License-Identifier: MIT
 *
 * The library's 3D on a core of the model without a stage: a batch in the board's memory, a target, what the
 * model objects to.
 */
#ifndef TESTS_UNIT_GC_LIB_RIG_H
#define TESTS_UNIT_GC_LIB_RIG_H

#include "lib/fl_draw.h"
#include "lib/gc/draw.h"
#include "lib/gc/states.h"
#include "tests/unit/gc/front_rig.h"

enum {
	LIB_BATCH = 0x200000, /* places in the board's memory */
	LIB_BATCH_DW = 0x10000,
	LIB_COLOR = 0x400000,
	LIB_DEPTH = 0x500000,
	LIB_OWN = 0x600000,
	LIB_OWN_B = 0x400000,
	LIB_FREE = 0xa00000,
	LIB_SIDE = 128,
};

struct lib_rig {
	struct gc_rig r;
	struct fl_cs cs;
	struct fl_draw d;
	struct fl_surface color, depth;
};

/* Layouts: rows, and tiles of 4x4 (GC facts 8.1). */
static inline uint32_t lib_tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
				   uint32_t *width_px, uint32_t *height_px)
{
	(void)rules;
	(void)bytes_px;
	(void)tiling;
	*width_px = 16;
	*height_px = 4;
	return 64;
}

static inline enum fl_code lib_check_tiling(enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	(void)format;
	return tiling & ~FL_MICRO ? fl_fail(err, FL_USAGE, "no such tiling") : FL_OK;
}

static inline uint64_t lib_at(const struct fl_surface *s, uint32_t x, uint32_t y)
{
	return (uint64_t)(y >> 2) * 4 * s->pitch_px * s->bytes_px +
	       ((x >> 2) * 16u + (y & 3) * 4 + (x & 3)) * s->bytes_px;
}

static inline uint32_t lib_level_tiling(const struct fl_surface_rules *rules, uint32_t bytes_px,
					uint32_t tiling, uint32_t width_px, uint32_t height_px)
{
	(void)rules;
	(void)bytes_px;
	(void)width_px;
	(void)height_px;
	return tiling | FL_MICRO;
}

static const uint8_t lib_can[FL_FORMAT_COUNT] = {
    [FL_ARGB8888] = FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_TARGET | FL_CAN_BLEND,
    [FL_RGB565] = FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_TARGET | FL_CAN_BLEND,
    [FL_Z16] = FL_CAN_DEPTH,
    [FL_Z24S8] = FL_CAN_DEPTH,
};
static const struct fl_surface_rules lib_rules = {.can = lib_can,
						  .texture_px = 2048,
						  .target_px = 2048,
						  .target_rows = 4,
						  .tile_px = lib_tile_px,
						  .check_tiling = lib_check_tiling,
						  .at = lib_at,
						  .level_tiling = lib_level_tiling};

static inline void lib_said_nothing(struct lib_rig *l)
{
	const struct fl_report *report;

	for (unsigned i = 0; (report = fl_model_report(l->r.m, i)); i++)
		cr_assert_eq(report->severity, FL_NOTE, "%s: %s: %s", report->block, report->where,
			     report->text);
}

static inline enum fl_code lib_submit(struct fl_cs *cs, struct fl_err *err)
{
	struct lib_rig *l = cs->priv;
	uint32_t *p = cs->at;

	(void)err;
	*p++ = RIG_OP(END);
	*p++ = 0;
	rig_start_at(&l->r, LIB_BATCH, (uint32_t)(p - cs->start) / 2);
	if (!fl_model_wait(l->r.m) || l->r.g->fe->running) {
		lib_said_nothing(l);
		cr_assert_fail("FE does not come to the end");
	}
	cs->at = cs->start;
	cs->end = cs->start + LIB_BATCH_DW - FL_GC_LINK_DW;
	return FL_OK;
}

/* chip: "gc2000"; tiling of the color buffer. */
static inline struct lib_rig *lib_open(const char *chip, const char *name, uint32_t tiling)
{
	static struct lib_rig l;
	struct fl_draw_chip c = {
	    .backend = &fl_gc_backend, .own_B = LIB_OWN_B, .info = fl_gc_info_named(name)};
	struct fl_err err = {0};

	memset(&l, 0, sizeof(l));
	cr_assert(c.info);
	l.r = rig_new(chip);
	c.vram_addr = l.r.base;
	c.own_addr = l.r.base + LIB_OWN;
	fl_cs_init(&l.cs, (uint32_t *)(void *)(l.r.mem + LIB_BATCH), LIB_BATCH_DW - FL_GC_LINK_DW, lib_submit,
		   &l);
	l.cs.address = l.r.base + LIB_BATCH;
	fl_draw_init(&l.d, &l.cs, &c);
	cr_assert_eq(
	    fl_surface_init(&l.color, &lib_rules, LIB_SIDE, LIB_SIDE, FL_ARGB8888, tiling, FL_USE_3D, &err),
	    FL_OK, "%s", err.text);
	cr_assert_eq(
	    fl_surface_init(&l.depth, &lib_rules, LIB_SIDE, LIB_SIDE, FL_Z24S8, FL_MICRO, FL_USE_3D, &err),
	    FL_OK, "%s", err.text);
	l.color.offset_B = LIB_COLOR;
	l.depth.offset_B = LIB_DEPTH;
	fl_draw_target(&l.d, &l.color, &l.depth);
	return &l;
}

static inline void lib_finish(struct lib_rig *l)
{
	fl_draw_finish(&l->d);
	cr_assert_eq(fl_cs_flush(&l->cs), FL_OK, "%s", l->cs.err.text);
	cr_assert_eq(l->d.code, FL_OK, "%s", l->d.err.text);
	mgc_flush(l->r.g, ~0u);
	lib_said_nothing(l);
}

static inline uint32_t lib_px(const struct lib_rig *l, uint32_t x, uint32_t y)
{
	uint32_t v;

	memcpy(&v, l->r.mem + l->color.offset_B + fl_surface_at(&l->color, x, y), 4);
	return v;
}

static inline void lib_close(struct lib_rig *l)
{
	rig_free(&l->r);
}

#endif
