/* SPDX-License-Identifier: MIT
 *
 * The first packets of a card, dword by dword, on a card of cardboard: a model that starts with the
 * same values would hide a wrong one.
 */
#include "hw/r500/card.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

/* Idle, and with a command processor that reads all that is written. */
static void reads_everything(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = 0x40;
	if (at == R500_CP_RB_RPTR)
		*v = r->reg[R500_CP_RB_WPTR / 4];
}

/* Which cards a line is for: all, R3xx and R4xx, R5xx. */
enum { ALL, OLD, NEW };

/* Linux rv515_ring_start() and r300_ring_start(): registers and values, by hand. */
static void expect_packets(uint16_t device, bool old, unsigned pipes, uint32_t su_or_tile, bool resync)
{
	enum { RING_B = 0x2000, RING_SIZE_B = 4096 };
	const struct {
		uint32_t reg, value;
		int only;
	} want[] = {
	    {0x1724, 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5, ALL}, /* ISYNC_CNTL */
	    {0x4018, su_or_tile, OLD},                        /* GB_TILE_CONFIG */
	    {0x1720, 1 << 16 | 1 << 17, ALL},                 /* WAIT_UNTIL */
	    {0x170c, 1u << 31, ALL},                          /* DST_PIPE_CONFIG: PIPE_AUTO_CONFIG */
	    {0x401c, 0, ALL},                                 /* GB_SELECT */
	    {0x4008, 0, ALL},                                 /* GB_ENABLE */
	    {0x42c8, su_or_tile, NEW},                        /* SU_REG_DEST */
	    {0x208c, 0, NEW},                                 /* VAP_INDEX_OFFSET */
	    {0x4e4c, 2 << 0 | 2 << 2, ALL},                   /* RB3D_DSTCACHE_CTLSTAT */
	    {0x4f18, 1 << 0 | 1 << 1, ALL},                   /* ZB_ZCACHE_CTLSTAT */
	    {0x1720, 1 << 16 | 1 << 17, ALL},
	    {0x4020, 0, ALL}, /* GB_AA_CONFIG */
	    {0x4e4c, 2 << 0 | 2 << 2, ALL},
	    {0x4f18, 1 << 0 | 1 << 1, ALL},
	    {0x4010, 0x66666666, ALL},      /* GB_MSPOS0: X0 to Y2, and two bounds of the samples' distance */
	    {0x4014, 0x06666666, ALL},      /* GB_MSPOS1: X3 to Y5, one bound; bits 31:28 are reserved */
	    {0x4274, 1 << 0 | 1 << 1, ALL}, /* GA_ENHANCE */
	    {0x4288, 2 << 4 | 2 << 7, ALL}, /* GA_POLY_MODE */
	    {0x428c, 1 << 0 | 1 << 2, ALL}, /* GA_ROUND_MODE */
	    {0x20c8, 0, NEW},
	};
	struct rig *r = rig_new(device);
	struct r500_card c;
	struct fl_err err;
	const uint32_t *got = (const uint32_t *)(r->vram + RING_B);

	r->on_read = reads_everything;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
	c.pipes = pipes;
	cr_assert_eq(r500_ring_start(&c.ring, &r->dev, RING_B, 0x10000, RING_SIZE_B, &err), FL_OK);
	cr_assert_eq(r500_first_packets(&c.up, &err), FL_OK, "%s", err.text);
	for (unsigned i = 0; i < sizeof(want) / sizeof(*want); i++) {
		if (want[i].only == (old ? NEW : OLD))
			continue;
		cr_assert_eq(got[0], want[i].reg >> 2, "packet %u: header 0x%08x, want 0x%08x", i, got[0],
			     want[i].reg >> 2);
		cr_assert_eq(got[1], want[i].value, "register 0x%04x: 0x%08x, want 0x%08x", want[i].reg,
			     got[1], want[i].value);
		got += 2;
	}
	if (resync) { /* r420_cp_errata_init(): two registers; a scratch register of no other use */
		cr_assert_eq(got[0], 1 << 16 | 0x778 >> 2);
		cr_assert_eq(got[1], 7);
		cr_assert_eq(got[2], 0xdeadbeef);
		got += 3;
	}
	cr_assert_eq(got[0], 0x80000000, "nothing but fillers comes after");
	free(r);
}

Test(bringup, first_packets_are_those_of_linux)
{
	expect_packets(0x7249, false, 3, 7, false);   /* R580 */
	expect_packets(0x4144, true, 1, 0x11, false); /* R300 with one pipe */
	expect_packets(0x4e48, true, 2, 0x17, false); /* R350 */
	expect_packets(0x4150, true, 1, 0x11, false); /* RV350 */
	expect_packets(0x5b60, true, 1, 0x11, false); /* RV370, a RV380 */
	expect_packets(0x4a49, true, 4, 0x1f, true);  /* R420 */
	expect_packets(0x5d57, true, 4, 0x1f, true);  /* R423 */
	expect_packets(0x5e4b, true, 2, 0x17, true);  /* RV410 */
}

/* An engine that goes on working with what it was sent is waited for, and not for ever. */
static bool works_on(struct rig *r, uint32_t at, uint32_t *v)
{
	r->state[0] |= at == R500_CP_RB_WPTR;
	return true;
}

static void reads_and_works(struct rig *r, uint32_t at, uint32_t *v)
{
	reads_everything(r, at, v);
	if (at == R500_RBBM_STATUS && r->state[0])
		*v |= R500_RBBM_STATUS__GUI_ACTIVE(1);
}

Test(bringup, first_packets_that_keep_it_busy)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->on_read = reads_everything;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
	c.pipes = 3;
	cr_assert_eq(r500_ring_start(&c.ring, &r->dev, 0x2000, 0x10000, 4096, &err), FL_OK, "%s", err.text);
	r->on_read = reads_and_works;
	r->on_write = works_on;
	r->state[0] = 0;
	cr_expect_eq(r500_first_packets(&c.up, &err), FL_TIMEOUT, "%s", err.text);
	free(r);
}
