/* SPDX-License-Identifier: MIT
 *
 * Semaphores and stalls of the Vivante model (GC facts 3.1): who may wait for whom, who waits for ever, and
 * what is said where a wait is missing.
 */
#include "tests/unit/gc/front_rig.h"

enum { FE = 1, RA = 5, PE = 7, DE = 11, BLT = 16 };

Test(gc_sync, pairs_that_drivers_use)
{
	struct gc_rig r = rig_new("gc7000l");

	rig_wait_for(&r, FE, PE);
	rig_load(&r, GC_GL_SEMAPHORE_TOKEN, RA | PE << 8);
	rig_load(&r, GC_GL_STALL_TOKEN, RA | PE << 8);
	rig_load(&r, GC_BLT_ENABLE, 1);
	rig_wait_for(&r, FE, BLT);
	rig_load(&r, GC_GL_SEMAPHORE_TOKEN, RA | BLT << 8);
	rig_load(&r, GC_GL_STALL_TOKEN, RA | BLT << 8);
	rig_load(&r, GC_BLT_ENABLE, 0);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert(rig_quiet(&r), "%s", fl_model_report(r.m, 0)->text);
	rig_free(&r);
}

static void hangs(struct gc_rig *r, const char *why)
{
	rig_end(r);
	cr_assert_not(rig_go(r));
	cr_assert_eq(rig_rd(r, GC_FE_DMA_LOW), RIG_OP(STALL));
	cr_assert_eq(GC_FE_DMA_DEBUG_STATE__CMD_STATE__GET(rig_rd(r, GC_FE_DMA_DEBUG_STATE)),
		     GC_FE_DMA_DEBUG_STATE__CMD_STATE__STALL);
	rig_said(r, FL_REFUSE, why);
	rig_free(r);
}

Test(gc_sync, a_stall_without_a_semaphore_waits_for_ever)
{
	struct gc_rig r = rig_new("gc2000");

	rig_put2(&r, RIG_OP(STALL), FE | PE << 8);
	hangs(&r, "it waits for ever");
	r = rig_new("gc2000");
	rig_load(&r, GC_GL_SEMAPHORE_TOKEN, RA | PE << 8); /* another's */
	rig_put2(&r, RIG_OP(STALL), FE | PE << 8);
	hangs(&r, "it waits for ever");
	r = rig_new("gc2000");
	rig_wait_for(&r, FE, PE);
	rig_put2(&r, RIG_OP(STALL), FE | PE << 8); /* used up */
	hangs(&r, "it waits for ever");
}

Test(gc_sync, so_does_one_for_a_unit_that_is_not_there)
{
	struct gc_rig r = rig_new("gc2000");

	rig_wait_for(&r, FE, BLT);
	hangs(&r, "a unit that is not there");
	r = rig_new("gc7000l");
	rig_wait_for(&r, FE, BLT); /* BLT_ENABLE is 0 */
	hangs(&r, "a unit that is not there");
	r = rig_new("gc2000");
	rig_wait_for(&r, FE, DE); /* of the 2D pipe */
	hangs(&r, "a unit that is not there");
}

Test(gc_sync, a_state_stalls_for_others_than_fe)
{
	struct gc_rig r = rig_new("gc2000");

	rig_load(&r, GC_GL_STALL_TOKEN, RA | PE << 8);
	rig_end(&r);
	cr_assert_not(rig_go(&r));
	rig_said(&r, FL_REFUSE, "it waits for ever");
	rig_free(&r);
	r = rig_new("gc2000");
	rig_wait_for(&r, RA, PE);
	rig_end(&r);
	cr_assert(rig_go(&r));
	rig_said(&r, FL_WARN, "FE stalls by the command");
	rig_free(&r);
}

/* ---- what is missing ----------------------------------------------------------------------------------- */
/* As if PE had been given work: what the work is does not matter here. */
static void drawn(struct gc_rig *r)
{
	mgc_sync_note(r->g, GC_SYNC_RECIPIENT__PE);
}

static void flush(struct gc_rig *r)
{
	rig_load(r, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__DEPTH__MASK | GC_GL_FLUSH_CACHE__COLOR__MASK);
}

static void said_after(struct gc_rig *r, const char *text)
{
	rig_end(r);
	cr_assert(rig_go(r));
	if (text)
		rig_said(r, FL_WARN, text);
	else
		cr_assert(rig_quiet(r), "%s", fl_model_report(r->m, 0)->text);
	rig_free(r);
}

Test(gc_sync, targets_move_after_a_flush_and_a_stall)
{
	struct gc_rig r = rig_new("gc2000");

	drawn(&r);
	rig_load(&r, GC_PE_PIPE_COLOR_ADDR(1), 0x1000);
	said_after(&r, "hold what was drawn (COLOR, DEPTH)");

	r = rig_new("gc2000");
	drawn(&r);
	flush(&r);
	rig_load(&r, GC_TS_COLOR_STATUS_BASE, 0x1000);
	said_after(&r, "that nobody has waited for");

	r = rig_new("gc2000");
	drawn(&r);
	flush(&r);
	rig_load(&r, GC_GL_SEMAPHORE_TOKEN, RA | PE << 8);
	rig_load(&r, GC_GL_STALL_TOKEN, RA | PE << 8);
	rig_load(&r, GC_TS_COLOR_STATUS_BASE, 0x1000);
	rig_load(&r, GC_PE_DEPTH_ADDR, 0x1000);
	said_after(&r, NULL);

	r = rig_new("gc2000");
	drawn(&r);
	rig_load(&r, GC_PE_COLOR_ADDR, rig_state(&r, GC_PE_COLOR_ADDR)); /* it stays where it is */
	said_after(&r, NULL);
}

Test(gc_sync, one_cache_is_not_the_other)
{
	struct gc_rig r = rig_new("gc2000");

	drawn(&r);
	rig_load(&r, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__COLOR__MASK);
	rig_load(&r, GC_TS_FLUSH_CACHE, 1);
	said_after(&r, "hold what was drawn (DEPTH)");
}

Test(gc_sync, programs_are_loaded_when_fe_has_waited)
{
	static const struct {
		const char *chip;
		uint32_t offset;
	} place[] = {{"gc400", GC_VS_INST_MEM(0)},  {"gc2000", GC_SH_INST_MEM(0)},
		     {"gc2000", GC_VS_UNIFORMS(4)}, {"gc400", GC_PS_INST_MEM(0)},
		     {"gc2000", GC_PS_UNIFORMS(0)}, {"gc3000", GC_SH_UNIFORMS(0)}};

	for (unsigned i = 0; i < sizeof(place) / sizeof(place[0]); i++) {
		struct gc_rig r = rig_new(place[i].chip);

		drawn(&r);
		rig_load(&r, place[i].offset, 0);
		said_after(&r, "while draws may still run");
		r = rig_new(place[i].chip);
		drawn(&r);
		rig_wait_for(&r, FE, PE);
		rig_load(&r, place[i].offset, 0);
		said_after(&r, NULL);
	}
}

Test(gc_sync, the_cache_of_vertex_textures_is_flushed_alone)
{
	struct gc_rig r = rig_new("gc2000");

	rig_load(&r, GC_GL_FLUSH_CACHE,
		 GC_GL_FLUSH_CACHE__TEXTUREVS__MASK | GC_GL_FLUSH_CACHE__TEXTURE__MASK);
	said_after(&r, "a write of its own");
	r = rig_new("gc2000");
	rig_load(&r, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__TEXTUREVS__MASK);
	said_after(&r, NULL);
}

Test(gc_sync, the_pipe_changes_when_it_is_empty)
{
	struct gc_rig r = rig_new("gc2000");

	drawn(&r);
	rig_load(&r, GC_GL_PIPE_SELECT, 1);
	said_after(&r, "while PE has work");
	r = rig_new("gc2000");
	drawn(&r);
	flush(&r);
	rig_wait_for(&r, FE, PE);
	rig_load(&r, GC_GL_PIPE_SELECT, 1);
	said_after(&r, NULL);
}

Test(gc_sync, can_be_broken)
{
	struct gc_rig r = rig_new("gc2000");

	cr_assert(fl_model_break(r.m, "pe-stuck"));
	rig_wait_for(&r, FE, PE);
	rig_end(&r);
	cr_assert_not(rig_go(&r));
	cr_assert_eq(rig_rd(&r, GC_FE_DMA_LOW), RIG_OP(STALL));
	cr_assert_null(fl_model_report(r.m, 0), "a card does not say why");
	rig_free(&r);
}
