/* SPDX-License-Identifier: MIT
 *
 * R6xx packets that test_cp_packets.c leaves out: events with the index that each wants, interrupts,
 * predicates of several queries, and packets of one generation alone.
 */
#include "tests/unit/r600/test_model_rig.h"

static void run(struct r600_rig *g, const uint32_t *dw, unsigned n)
{
	emit_all(g, dw, n);
	kick(g);
	cr_assert(idle(g));
}
#define RUN(g, ...) run(g, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

/* Linux r600d.h, EVENT_INDEX: what samples something has an address, too. */
Test(r600_events, indices)
{
	static const struct {
		uint8_t event, index;
		bool addr;
	} of[] = {
	    {1, 0, false},  {6, 0, false},  {22, 0, false}, {25, 0, false}, {26, 0, false},
	    {31, 0, false}, {36, 0, false}, {38, 0, false}, {44, 0, false}, {46, 0, false},
	    {15, 4, false}, {16, 4, false}, {21, 1, true},  {30, 2, true},  {32, 3, true},
	};
	struct r600_rig g = r600_rig_running("rv770");

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++)
		for (unsigned wrong = 0; wrong < 2; wrong++) {
			const uint32_t index =
			    wrong ? (of[i].addr ? of[i].index % 3 + 1u : 4u - of[i].index) : of[i].index;
			const uint32_t dw[] = {R600_TYPE3(R600_PKT3_EVENT_WRITE, of[i].addr ? 3 : 1),
					       of[i].event | index << 8, g.base + R600_DATA_AT, 0};

			run(&g, dw, of[i].addr ? 4 : 2);
			cr_assert_eq(reported(&g, FL_WARN, "its index is"), wrong, "event %u, index %u",
				     of[i].event, index);
			fl_model_reports_clear(g.m);
		}
	fl_model_delete(g.m);
}

/* R6xx have no metadata to flush. */
Test(r600_events, metadata_of_r7xx)
{
	struct r600_rig g = r600_rig_running("rv670");

	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE, 1), 46);
	cr_assert(reported(&g, FL_WARN, "R6xx do not have it"));
	fl_model_delete(g.m);
}

Test(r600_events, an_interrupt_of_the_stream)
{
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t bit = R600_CP_INT_STATUS__RB_INT_STAT__MASK, ring = R600_DATA_AT + 0x10000;

	wr(&g, R600_IH_RB_BASE, (g.base + ring) >> 8);
	wr(&g, R600_IH_RB_CNTL, R600_IH_RB_CNTL__IH_RB_ENABLE(1) | R600_IH_RB_CNTL__IH_RB_SIZE(8));
	RUN(&g, R600_TYPE3(R600_PKT3_CP_INTERRUPT, 1), bit);
	cr_assert_eq(rd(&g, R600_CP_INT_STATUS), bit);
	cr_assert_not(fl_model_irq(g.m)); /* CP_INT_CNTL has not the bit */
	wr(&g, R600_CP_INT_STATUS, bit);
	cr_assert_eq(rd(&g, R600_CP_INT_STATUS), 0);
	wr(&g, R600_CP_INT_CNTL, bit);
	RUN(&g, R600_TYPE3(R600_PKT3_CP_INTERRUPT, 1), bit);
	cr_assert(fl_model_irq(g.m));
	no_reports(&g);
	fl_model_delete(g.m);
}

/* CONTINUE: or any of the queries before it. */
Test(r600_events, predicates_of_several)
{
	enum { WHEN_SEEN = 1 << 8, ZPASS = 1 << 16, PRIMCOUNT = 2 << 16, QUERY_B = 16 };
	const uint32_t go_on = 1u << 31, written = 1u << 31;
	struct r600_rig g = r600_rig_running("rv710"); /* one backend */
	const uint32_t at = g.base + R600_DATA_AT;

	for (unsigned seen = 0; seen < 4; seen++) {
		for (unsigned i = 0; i < 2; i++) {
			vram_wr(&g, R600_DATA_AT + QUERY_B * i, 5);
			vram_wr(&g, R600_DATA_AT + QUERY_B * i + 4, written);
			vram_wr(&g, R600_DATA_AT + QUERY_B * i + 8, 5 + (seen >> i & 1));
			vram_wr(&g, R600_DATA_AT + QUERY_B * i + 12, written);
		}
		wr(&g, R600_SCRATCH_REG0, 0);
		RUN(&g, R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), at, WHEN_SEEN | ZPASS,
		    R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), at + QUERY_B, go_on | WHEN_SEEN | ZPASS,
		    R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2) | 1, R600_CONFIG(R600_SCRATCH_REG0), 1,
		    R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), 0, 0);
		cr_assert_eq(rd(&g, R600_SCRATCH_REG0), seen != 0, "%u", seen);
	}
	/* primitives: written and wanted before, the same behind */
	for (unsigned lost = 0; lost < 2; lost++) {
		static const uint32_t count[4] = {3, 3, 10, 10};

		for (unsigned i = 0; i < 4; i++) {
			vram_wr(&g, R600_DATA_AT + 8 * i, count[i] + (i == 3 ? lost : 0));
			vram_wr(&g, R600_DATA_AT + 8 * i + 4, written);
		}
		wr(&g, R600_SCRATCH_REG0, 0);
		RUN(&g, R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), at, WHEN_SEEN | PRIMCOUNT,
		    R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2) | 1, R600_CONFIG(R600_SCRATCH_REG0), 1,
		    R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), 0, 0);
		cr_assert_eq(rd(&g, R600_SCRATCH_REG0), !lost, "%u", lost);
	}
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Packets that a generation does not have, or that are not modelled, hang the chip by name. */
Test(r600_events, of_other_chips)
{
	static const struct {
		const char *chip;
		uint8_t opcode;
		bool runs;
		const char *why;
	} of[] = {
	    {"rv770", R600_PKT3_PFP_SYNC_ME, true, ""},
	    {"rv670", R600_PKT3_PFP_SYNC_ME, false, "R6xx do not have it"},
	    {"rv670", R600_PKT3_START_3D_CMDBUF, true, ""},
	    {"rv770", R600_PKT3_START_3D_CMDBUF, false, "R7xx do not have it"},
	    {"rv770", R600_PKT3_NOP, true, ""},
	    {"rv770", R600_PKT3_MPEG_INDEX, false, "not modelled"},
	    {"rv770", R600_PKT3_DRAW_INDEX_IMMD_BE, false, "not modelled"},
	};

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct r600_rig g = r600_rig_running(of[i].chip);

		emit_all(&g, (const uint32_t[]){R600_TYPE3(of[i].opcode, 1), 0}, 2);
		kick(&g);
		cr_assert_eq(idle(&g), of[i].runs, "%s, 0x%x", of[i].chip, of[i].opcode);
		if (of[i].runs)
			no_reports(&g);
		else
			cr_assert(reported(&g, FL_REFUSE, of[i].why), "%s, 0x%x", of[i].chip, of[i].opcode);
		fl_model_delete(g.m);
	}
}
