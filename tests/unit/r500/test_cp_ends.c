/* SPDX-License-Identifier: MIT
 *
 * Where the command processor's loops end: counts beyond what a packet has, more commands than are worked on
 * at a time, and the queue of a stream that is pushed by hand, around its end.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/r500/test_model_rig.h"

TestSuite(cp_ends, .timeout = 30);

enum { FILLER = 2u << 30, AT_A_TIME = 1 << 20, QUEUE_DW = 0x300 };

/* Packets that repeat something as often as their first dwords say end where their dwords do: a loop to the
 * count would take minutes. */
Test(cp_ends, counts_beyond_a_packet)
{
	static const uint32_t packets[][5] = {
	    {R500_PKT3_POLYSCANLINES, 0x010000c3, 0, 0xffffffff, 1},
	    {R500_PKT3_POLYSCANLINES, 0x010000c3, 0, 1, 0xffffffff},
	};

	for (unsigned i = 0; i < sizeof(packets) / sizeof(*packets); i++) {
		struct rig g = rig_running("r580");
		uint32_t dw[5];

		memcpy(dw, packets[i], sizeof(dw));
		dw[0] = type3(packets[i][0], 4);
		fl_model_run(g.m, dw, 5);
		rig_delete(&g);
	}
}

/* So many dwords are worked on at a time; a buffer of exactly as many, of one fewer and of some more, all of
 * which is fillers, ends as others do. */
Test(cp_ends, as_many_as_are_worked_on_at_a_time)
{
	struct rig g = rig_running("r580");
	uint32_t *dw = malloc(4ull * (AT_A_TIME + 64));

	cr_assert(dw);
	for (uint32_t i = 0; i < AT_A_TIME + 64; i++)
		dw[i] = FILLER;
	for (int more = -1; more < 60; more += more < 2 ? 1 : 19) {
		const uint32_t n = (uint32_t)(AT_A_TIME + more);

		dw[n - 2] = type0(R500_SCRATCH_REG(0), 1);
		dw[n - 1] = (uint32_t)more + 77;
		cr_expect(fl_model_run(g.m, dw, n), "%d", more);
		cr_expect_eq(rd(&g, R500_SCRATCH_REG(0)), (uint32_t)more + 77, "%d", more);
		dw[n - 2] = dw[n - 1] = FILLER;
	}
	no_reports(&g);
	rig_delete(&g);
	free(dw);
}

/* R5xx guide 5.11: the queue holds 0x60 double octwords. */
Test(cp_ends, a_queue_around_its_end)
{
	struct rig g = rig_running("r580");
	uint32_t value = 1;

	wr(&g, R500_CP_CSQ_CNTL, 1u << 28);
	for (uint32_t pushed = 0; pushed < 3 * QUEUE_DW; pushed += 10) {
		for (unsigned i = 0; i < 5; i++) {
			wr(&g, R500_CP_CSQ_APER_PRIMARY(0), type0(R500_SCRATCH_REG(i % 4), 1));
			wr(&g, R500_CP_CSQ_APER_PRIMARY(0), value + i);
		}
		cr_assert(rig_idle(&g));
		for (unsigned i = 1; i < 5; i++)
			cr_assert_eq(rd(&g, R500_SCRATCH_REG(i % 4)), value + i, "after %u dwords", pushed);
		value += 5;
	}
	no_reports(&g);
	rig_delete(&g);
}

/* R5xx guide 11.1: the queue of the ring is written from 0x1000 to 0x11fc, that of the second indirect buffer
 * from 0x1200, that of the first from 0x1300 to 0x13fc. Of a stream that is fetched each says that it takes
 * nothing; all read as 0, and the registers on both sides are others. */
Test(cp_ends, apertures_of_the_queues)
{
	static const struct {
		uint32_t at;
		int stream; /* -1: none */
	} of[] = {{0xffc, -1}, {0x1000, 0}, {0x1004, 0}, {0x11fc, 0},  {0x1200, 2}, {0x12fc, 2},
		  {0x1300, 1}, {0x1304, 1}, {0x13fc, 1}, {0x1400, -1}, {0x1404, -1}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		struct rig g = rig_running("r580");
		const struct fl_report *r;
		char want[60];
		bool said = false;

		wr(&g, of[i].at, type0(R500_SCRATCH_REG(0), 1));
		for (unsigned k = 0; (r = fl_model_report(g.m, k)); k++) {
			snprintf(want, sizeof(want), "the aperture of stream %d,", of[i].stream);
			said |= strstr(r->text, want) != NULL;
			cr_expect(of[i].stream >= 0 || !strstr(r->text, "aperture of stream"), "0x%x: %s",
				  of[i].at, r->text);
		}
		cr_expect_eq(said, of[i].stream >= 0, "0x%x", of[i].at);
		if (said)
			cr_expect_eq(rd(&g, of[i].at), 0u, "0x%x", of[i].at);
		rig_delete(&g);
	}
}
