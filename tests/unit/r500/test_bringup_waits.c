/* SPDX-License-Identifier: MIT
 *
 * Where steps of a wake-up wait, and what the first packets of a transport carry, on cards of cardboard.
 */
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/r500/smoke.h"
#include "hw/r500/transport.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { IDLE = 0x40, BUSY = IDLE | 1u << 31 /* GUI_ACTIVE */ };

static struct r500_card c;
static struct fl_err err;

static struct rig *card(uint16_t device)
{
	struct rig *r = rig_new(device);

	r->reg[R500_CONFIG_MEMSIZE / 4] = 64 << 20;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
	r->reg[R500_RBBM_STATUS / 4] = IDLE;
	return r;
}

/* ---- waits --------------------------------------------------------------------------------------------- */
/* The engine begins to work, and does not end, with the write to this register; 0: it never does. */
static uint32_t works_from, last_write;

static bool notes_last(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at != R500_CLOCK_CNTL_INDEX && at != R500_MC_IND_INDEX)
		last_write = at;
	if (at == works_from)
		r->reg[R500_RBBM_STATUS / 4] = BUSY;
	return true;
}

/* Linux r420_pipes_init(), r300_gpu_init(): the engine is waited for before the pipes are counted, after the
 * tiles are set, after a reset of GA, and after the 2D cache's mode. An engine that works from one write on
 * is noticed at the next of these places, and nothing is written after it. */
Test(bringup_steps, pipes_wait_for_the_engine)
{
	static const struct {
		uint32_t from, to; /* 0: nobody notices any more */
	} of[] = {
	    {R500_VGA_RENDER_CONTROL, R500_GA_ENHANCE},
	    {R500_GA_ENHANCE, R500_GA_ENHANCE},
	    {R500_SU_REG_DEST, R500_GB_TILE_CONFIG},
	    {R500_GB_TILE_CONFIG, R500_GB_TILE_CONFIG},
	    {R500_GA_SOFT_RESET, R500_GA_SOFT_RESET},
	    {R500_DST_PIPE_CONFIG, R500_RB2D_DSTCACHE_MODE},
	    {R500_RB2D_DSTCACHE_MODE, R500_RB2D_DSTCACHE_MODE},
	    {R500_CLOCK_CNTL_DATA, 0},
	};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++)
		for (unsigned other = 0; other < 2; other++) {
			struct rig *r;
			enum fl_code code;

			if (of[i].from == R500_GA_SOFT_RESET && !other)
				continue; /* where the number of pipes stays GA is not reset */
			r = card(0x7249);
			r->reg[R500_GB_PIPE_SELECT / 4] = 3 << 12;
			r->reg[R500_GB_TILE_CONFIG / 4] = other ? 0x17 : 0x1f;
			r->reg[R500_MC_IND_DATA / 4] = ~0u; /* the memory controller rests */
			r->on_write = notes_last;
			works_from = of[i].from;
			code = r500_pipes(&c.up, &err);
			cr_expect_eq(code, of[i].to ? FL_TIMEOUT : FL_OK, "0x%x: %s", of[i].from, err.text);
			if (of[i].to) {
				cr_expect_eq(last_write, of[i].to, "0x%x: the last is 0x%x, not 0x%x",
					     of[i].from, last_write, of[i].to);
				cr_expect(strstr(err.text, "GUI_ACTIVE"), "%s", err.text);
			}
			free(r);
		}
}

/* ---- rounds of a transport ----------------------------------------------------------------------------- */
enum { WORDS = 6, ROUNDS = 8 };

static uint32_t sent[ROUNDS][WORDS];
static unsigned n_sent, spoils; /* what is written to scratch register `spoils` is lost; WORDS: nothing is */

/* A command processor that carries out a packet of scratch registers (guide 4.1: a header with the first
 * register in dwords and the number of dwords less one), dword by dword as it comes. */
static bool carries_out(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at != R500_CP_CSQ_APER_PRIMARY(0))
		return true;
	if (!r->state[0]) {
		cr_expect_eq(*v, (WORDS - 1) << 16 | R500_SCRATCH_REG(0) / 4, "0x%08x", *v);
		r->state[0] = WORDS;
		return false;
	}
	cr_assert_lt(n_sent, (unsigned)(ROUNDS * WORDS));
	sent[n_sent / WORDS][n_sent % WORDS] = *v;
	if (n_sent % WORDS != spoils)
		r->reg[R500_SCRATCH_REG(n_sent % WORDS) / 4] = *v;
	n_sent++;
	r->state[0]--;
	return false;
}

/* By hand eight packets are sent: each dword does nothing if it is taken for a header (guide 4.1: type 2),
 * and is another than all others of its packet and those of its register before, so that none can stand for
 * another. */
Test(bringup_steps, words_of_a_round_are_not_alike)
{
	struct rig *r = card(0x7249);

	r->on_write = carries_out;
	r->reg[R500_CP_CSQ_AVAIL / 4] = 64;
	c.up.visible_B = RIG_VRAM;
	spoils = WORDS;
	cr_assert_eq(r500_transport_try(&c.up, FL_TRANSPORT_PIO, &err), FL_OK, "%s", err.text);
	cr_assert_eq(n_sent, (unsigned)(ROUNDS * WORDS));
	for (unsigned i = 0; i < ROUNDS; i++)
		for (unsigned k = 0; k < WORDS; k++) {
			cr_expect_eq(sent[i][k] >> 30, 2u, "0x%08x", sent[i][k]);
			for (unsigned m = 0; m < k; m++)
				cr_expect_neq(sent[i][k], sent[i][m], "round %u: %u and %u", i, k, m);
			for (unsigned m = 0; m < i; m++)
				cr_expect_neq(sent[i][k], sent[m][k], "register %u: rounds %u and %u", k, i,
					      m);
		}
	free(r);
}

/* A register that does not take its word is named; the last is waited for. */
Test(bringup_steps, a_round_names_the_register)
{
	for (spoils = 0; spoils < WORDS; spoils++) {
		struct rig *r = card(0x7249);
		char want[40];

		r->on_write = carries_out;
		r->reg[R500_CP_CSQ_AVAIL / 4] = 64;
		c.up.visible_B = RIG_VRAM;
		n_sent = 0;
		cr_expect_eq(r500_transport_try(&c.up, FL_TRANSPORT_PIO, &err),
			     spoils == WORDS - 1 ? FL_TIMEOUT : FL_FAILED, "%s", err.text);
		snprintf(want, sizeof(want), "SCRATCH_REG%u %s", spoils,
			 spoils == WORDS - 1 ? "is 0x" : "holds 0x");
		cr_expect(strstr(err.text, want), "%s: %s", want, err.text);
		free(r);
	}
}
