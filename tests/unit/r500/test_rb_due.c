/* SPDX-License-Identifier: MIT
 *
 * A flush waits until what is gathered is drawn, and whatever acts ends the wait: nobody sees that it did.
 * Depths of rectangles, drawn always, in memory by where the rectangles are.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/ga.h"
#include "hw/regs/r500.h"
#include "tests/unit/r500/test_z_rig.h"

enum { SIDE = 192, Z_AT = 0x400000, ALWAYS = 7, FLUSH = 1, FREE = 2 };
enum { BEFORE = 0x11111100, FIRST = 0x400000, SECOND = 0x800000 }; /* a word, and depths of 24 bits */

struct rig {
	struct mr500 *r;
	uint8_t *mem;
};

static void set(struct rig *g, uint32_t reg, uint32_t value)
{
	mr500_reg_write(g->r, reg, value, MR500_CP);
}

static uint32_t *z_at(struct rig *g, unsigned x, unsigned y)
{
	return (uint32_t *)(void *)(g->mem + Z_AT) + y * SIDE + x;
}

static struct rig rig_new(void)
{
	const struct fl_model_config options = {
	    .vram_B = 16 << 20, .threads = 1, .running = true, .plain_host = true};
	struct rig g;
	char why[200];
	uint64_t left;

	g.r = (struct mr500 *)fl_model_new("r580", &options, why, sizeof(why));
	cr_assert(g.r, "%s", why);
	g.mem = fl_mem_at(&g.r->base.mem, g.r->base.mem.vram_addr, &left);
	z_rig_set_up(g.r, MR500_CP, 7, 0, SIDE, (uint32_t)g.r->base.mem.vram_addr + Z_AT);
	set(&g, R500_ZB_ZSTENCILCNTL, ALWAYS);
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++)
			*z_at(&g, x, y) = BEFORE;
	return g;
}

static void rig_free(struct rig *g)
{
	fl_model_delete(&g->r->base);
}

/* Gathered: left of column 100, or from column 60 to 120; rows 10 to 149. */
static void draw(struct rig *g, bool second)
{
	z_rig_rectangle(g->r, second ? 60 : 0, 10, second ? 120 : 100, 150, second ? SECOND : FIRST);
	cr_assert(mr500_ga_busy(g->r));
}

static void expect(struct rig *g, bool first, bool second, const char *what)
{
	unsigned wrong = 0;

	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			const bool row = y >= 10 && y < 150;
			uint32_t z = BEFORE >> 8;

			if (first && row && x < 100)
				z = FIRST;
			if (second && row && x >= 60 && x < 120)
				z = SECOND;
			wrong += *z_at(g, x, y) != z << 8;
		}
	cr_expect_eq(wrong, 0, "%s: %u pixels", what, wrong);
}

/* ---- what ends the wait -------------------------------------------------------------------------------- */
static void packet(struct rig *g)
{
	const uint32_t idle = R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1);

	mr500_cp_packet3(g->r, 0xc0000000 | R500_PKT3_WAIT_FOR_IDLE << 8, &idle, 1);
}

static void scratch(struct rig *g)
{
	set(g, R500_SCRATCH_REG(0), 1);
}

static void invalidate(struct rig *g)
{
	set(g, R500_TX_INVALTAGS, 0);
}

static void finish_signal(struct rig *g)
{
	set(g, R500_RB3D_DSTCACHE_CTLSTAT, R500_RB3D_DSTCACHE_CTLSTAT__DC_FINISH(1));
}

static void ask(struct rig *g)
{
	cr_expect_eq(mr500_reg_read(g->r, R500_ZB_ZCACHE_CTLSTAT, MR500_CP), 0);
}

static void next_draw(struct rig *g)
{
	uint32_t dw[] = {0, 0, 0};

	/* refused or not, it is a draw packet */
	mr500_cp_packet3(g->r, 0xc0000000 | R500_PKT3_3D_DRAW_VBUF_2 << 8, dw, 1);
}

static void wait(struct rig *g)
{
	fl_model_wait(&g->r->base);
}

static void flush_of_model(struct rig *g)
{
	cr_assert(fl_model_flush(&g->r->base));
}

Test(rb_due, whatever_acts_ends_the_wait)
{
	static const struct {
		const char *name;
		void (*act)(struct rig *);
	} ends[] = {{"a packet", packet},
		    {"a scratch register", scratch},
		    {"TX_INVALTAGS", invalidate},
		    {"DC_FINISH", finish_signal},
		    {"the register read", ask},
		    {"a draw packet", next_draw},
		    {"waiting", wait},
		    {"a flush", flush_of_model}};

	for (unsigned i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		for (unsigned how = FLUSH; how <= (FLUSH | FREE); how += FREE) {
			struct rig g = rig_new();

			draw(&g, false);
			set(&g, R500_ZB_ZCACHE_CTLSTAT, how);
			ends[i].act(&g);
			expect(&g, true, false, ends[i].name);
			rig_free(&g);
		}
}

/* What registers have in a flush's wake is not what the draws before it had. */
Test(rb_due, state_after_it_changes_nothing)
{
	struct rig g = rig_new();

	draw(&g, false);
	set(&g, R500_ZB_ZCACHE_CTLSTAT, FLUSH);
	set(&g, R500_ZB_CNTL, 0);
	set(&g, R500_ZB_DEPTHOFFSET, (uint32_t)g.r->base.mem.vram_addr);
	set(&g, R500_ZB_ZSTENCILCNTL, 0);
	set(&g, R500_SC_SCISSOR1, 0);
	wait(&g);
	expect(&g, true, false, "other state");
	rig_free(&g);
}

/* A draw behind the flush is in memory behind the next one. */
Test(rb_due, what_comes_behind_it_is_not_flushed)
{
	struct rig g = rig_new();

	draw(&g, false);
	set(&g, R500_ZB_ZCACHE_CTLSTAT, FLUSH);
	next_draw(&g);
	draw(&g, true);
	wait(&g);
	expect(&g, true, false, "one flush");
	set(&g, R500_ZB_ZCACHE_CTLSTAT, FLUSH | FREE);
	expect(&g, true, true, "two flushes");
	rig_free(&g);
}

/* The flush of colors alone leaves depths where they are. */
Test(rb_due, each_cache_has_its_own)
{
	struct rig g = rig_new();

	draw(&g, false);
	set(&g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	wait(&g);
	expect(&g, false, false, "colors");
	draw(&g, true);
	set(&g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	set(&g, R500_ZB_ZCACHE_CTLSTAT, FLUSH);
	wait(&g);
	expect(&g, true, true, "both");
	rig_free(&g);
}

/* Commands and their flush in one call, or in two: the same memory; and alone they flush nothing. */
Test(rb_due, submitted)
{
	for (unsigned how = 0; how < 3; how++) {
		const uint32_t nop[] = {0xc0000000 | R500_PKT3_NOP << 8, 0};
		struct rig g = rig_new();

		draw(&g, false);
		if (how == 2)
			cr_assert(fl_model_submit(&g.r->base, nop, 2));
		else
			cr_assert(fl_model_run(&g.r->base, nop, 2));
		if (how == 1)
			cr_assert(fl_model_flush(&g.r->base));
		cr_expect(!mr500_ga_busy(g.r));
		expect(&g, how > 0, false, how == 2 ? "in one call" : how ? "in two calls" : "no flush");
		rig_free(&g);
	}
}
