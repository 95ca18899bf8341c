/* SPDX-License-Identifier: MIT
 *
 * The first packets of an R5xx card, dword by dword, on a card of cardboard: a model that starts with the
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

/* Linux rv515_ring_start(): registers and values, by hand. */
Test(bringup, first_packets_are_those_of_linux)
{
	enum { RING_B = 0x2000, RING_SIZE_B = 4096, PIPES = 3 };
	static const uint32_t want[][2] = {
	    {0x1724, 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5}, /* ISYNC_CNTL */
	    {0x1720, 1 << 16 | 1 << 17},                 /* WAIT_UNTIL */
	    {0x170c, 1u << 31},                          /* DST_PIPE_CONFIG: PIPE_AUTO_CONFIG */
	    {0x401c, 0},                                 /* GB_SELECT */
	    {0x4008, 0},                                 /* GB_ENABLE */
	    {0x42c8, (1 << PIPES) - 1},                  /* SU_REG_DEST */
	    {0x208c, 0},                                 /* VAP_INDEX_OFFSET */
	    {0x4e4c, 2 << 0 | 2 << 2},                   /* RB3D_DSTCACHE_CTLSTAT */
	    {0x4f18, 1 << 0 | 1 << 1},                   /* ZB_ZCACHE_CTLSTAT */
	    {0x1720, 1 << 16 | 1 << 17},
	    {0x4020, 0}, /* GB_AA_CONFIG */
	    {0x4e4c, 2 << 0 | 2 << 2},
	    {0x4f18, 1 << 0 | 1 << 1},
	    {0x4010, 0x66666666},      /* GB_MSPOS0: X0 to Y2, and two bounds of the samples' distance */
	    {0x4014, 0x06666666},      /* GB_MSPOS1: X3 to Y5, one bound; bits 31:28 are reserved */
	    {0x4274, 1 << 0 | 1 << 1}, /* GA_ENHANCE */
	    {0x4288, 2 << 4 | 2 << 7}, /* GA_POLY_MODE */
	    {0x428c, 1 << 0 | 1 << 2}, /* GA_ROUND_MODE */
	    {0x20c8, 0},
	};
	enum { N = sizeof(want) / sizeof(*want) };
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;
	uint32_t got[2 * N + 1];

	r->on_read = reads_everything;
	r500_card_init(&c, &r->dev);
	c.pipes = PIPES;
	cr_assert_eq(r500_ring_start(&c.ring, &r->dev, RING_B, 0x10000, RING_SIZE_B, &err), FL_OK);
	cr_assert_eq(r500_first_packets(&c.up, &err), FL_OK, "%s", err.text);
	memcpy(got, r->vram + RING_B, sizeof(got));
	for (unsigned i = 0; i < N; i++) {
		cr_assert_eq(got[2 * i], want[i][0] >> 2, "packet %u: header 0x%08x, want 0x%08x", i,
			     got[2 * i], want[i][0] >> 2);
		cr_assert_eq(got[2 * i + 1], want[i][1], "register 0x%04x: 0x%08x, want 0x%08x", want[i][0],
			     got[2 * i + 1], want[i][1]);
	}
	cr_assert_eq(got[2 * N], 0x80000000, "nothing but fillers comes after");
	free(r);
}
