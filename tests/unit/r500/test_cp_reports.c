/* SPDX-License-Identifier: MIT
 *
 * The command processor: what the model objects to, each rule just broken and just kept.
 */
#include "tests/unit/r500/test_model_rig.h"

enum { SCRATCH = R500_SCRATCH_REG(0), NOP = 0x10, NOWHERE = 0x10000000 };

/* What was reported since the last time: exactly one report of that severity with these words, or none. */
static void expect(struct rig *g, enum fl_severity severity, const char *words)
{
	const struct fl_report *r = fl_model_report(g->m, 0);

	if (!words) {
		cr_assert_null(r, "%s", r->text);
		return;
	}
	cr_assert(r && r->severity == severity && strstr(r->text, words), "want \"%s\": %s", words,
		  r ? r->text : "nothing");
	cr_assert_null(fl_model_report(g->m, 1), "%s", fl_model_report(g->m, 1)->text);
	fl_model_reports_clear(g->m);
}

static void run(struct rig *g, const uint32_t *dw, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		emit(g, dw[i]);
	rig_kick(g);
	rig_idle(g);
}

/* R5xx guide 6.1: reserved bits of headers are said, and the packet is carried out. */
Test(cp_reports, reserved_bits_of_headers)
{
	struct rig g = rig_running("r580");
	const uint32_t type1 = 1u << 30 | R500_SCRATCH_REG(1) / 4 << 11 | SCRATCH / 4;
	static const uint8_t bits0[] = {13, 14}, bits1[] = {22, 29};

	for (unsigned i = 0; i < 2; i++) {
		run(&g, (const uint32_t[]){type0(SCRATCH, 1) | 1u << bits0[i], 100 + i}, 2);
		cr_assert_eq(rd(&g, SCRATCH), 100 + i);
		expect(&g, FL_WARN, "bits 14:13 are reserved");
		run(&g, (const uint32_t[]){type1 | 1u << bits1[i], 200 + i, 300 + i}, 3);
		cr_assert_eq(rd(&g, SCRATCH), 200 + i);
		cr_assert_eq(rd(&g, R500_SCRATCH_REG(1)), 300 + i);
		expect(&g, FL_WARN, "bits 29:22 are reserved");
	}
	run(&g, (const uint32_t[]){type1, 1, 2, type3(NOP, 1), 0}, 5);
	expect(&g, FL_NOTE, NULL);
	run(&g, (const uint32_t[]){type3(NOP, 1) | 1, 0}, 2);
	expect(&g, FL_NOTE, "bits 7:0 should be zero");
	run(&g, (const uint32_t[]){type3(NOP, 1) | 0x80, 0}, 2);
	expect(&g, FL_NOTE, "bits 7:0 should be zero");
	rig_delete(&g);
}

/* R5xx guide 6.1.1: 13 bits of register index end at 0x7ffc; 5.10: a write of IB_BUFSZ ends its packet. */
Test(cp_reports, type0_packets)
{
	struct rig g = rig_running("r580");

	vram_wr(&g, 0x300000, 2u << 30);
	run(&g, (const uint32_t[]){type0(R500_CP_IB_BASE, 2), g.base + 0x300000, 1}, 3);
	expect(&g, FL_WARN, NULL);
	run(&g, (const uint32_t[]){type0(R500_CP_IB_BASE, 3), g.base + 0x300000, 1, 0}, 4);
	cr_assert(reported(&g, FL_WARN, "that write must be its last"));
	fl_model_reports_clear(g.m);
	run(&g, (const uint32_t[]){type0(0x7ffc, 2), 0, 0}, 3);
	cr_assert(reported(&g, FL_REFUSE, "past register 0x7ffc"));
	cr_assert_not(rig_idle(&g), "it hangs");
	rig_delete(&g);
}

/* R5xx guide 11.1, CP_CSQ_CNTL: modes 0 to 8 and 15. */
Test(cp_reports, modes_of_the_streams)
{
	for (uint32_t mode = 0; mode < 16; mode++) {
		struct rig g = rig_new("r580");
		char want[40];

		rig_microcode(&g);
		wr(&g, R500_CP_CSQ_CNTL, mode << 28);
		snprintf(want, sizeof(want), "CSQ_MODE = %u is reserved", mode);
		expect(&g, FL_WARN, mode > 8 && mode < 15 ? want : NULL);
		rig_delete(&g);
	}
}

Test(cp_reports, pointers_of_the_ring)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_RB_RPTR, 4);
	expect(&g, FL_WARN, "CP_RB_RPTR is read only");
	cr_assert_eq(rd(&g, R500_CP_RB_RPTR), 0);
	for (unsigned i = 0; i < RIG_RING_DW; i++)
		vram_wr(&g, RIG_RING_AT + 4 * i, 2u << 30);
	wr(&g, R500_CP_RB_WPTR, RIG_RING_DW - 1);
	cr_assert(rig_idle(&g));
	expect(&g, FL_WARN, NULL);
	wr(&g, R500_CP_RB_WPTR, RIG_RING_DW);
	cr_assert(rig_idle(&g));
	expect(&g, FL_WARN, "CP_RB_WPTR = 0x400 is beyond the ring of 0x400 dwords");
	cr_assert_eq(rd(&g, R500_CP_RB_RPTR), 0, "it wraps");
	/* copies of the read pointer and of scratch registers where no memory is */
	wr(&g, R500_CP_RB_RPTR_ADDR, NOWHERE);
	wr(&g, R500_CP_RB_WPTR, 16);
	cr_assert(rig_idle(&g));
	expect(&g, FL_WARN, NULL);
	wr(&g, R500_CP_RB_CNTL, 9 | 9 << 8 | 1 << 18); /* without RB_NO_UPDATE */
	wr(&g, R500_CP_RB_WPTR, 32);
	cr_assert(rig_idle(&g));
	expect(&g, FL_WARN, "CP_RB_RPTR_ADDR = 0x10000000, where no memory is");
	wr(&g, R500_SCRATCH_ADDR, NOWHERE);
	wr(&g, R500_SCRATCH_UMSK, 2);
	wr(&g, SCRATCH, 1);
	expect(&g, FL_WARN, NULL);
	wr(&g, R500_SCRATCH_REG(1), 1);
	expect(&g, FL_WARN, "scratch register 1 is written back to 0x10000004");
	rig_delete(&g);
}

/* R5xx guide 5.11: an indirect buffer wants its stream; a queue that nobody takes from is full at last. */
Test(cp_reports, streams_that_are_off)
{
	struct rig g = rig_running("r580");
	unsigned room;

	wr(&g, R500_CP_CSQ_CNTL, 2u << 28); /* the ring alone */
	run(&g, (const uint32_t[]){type0(R500_CP_IB_BASE, 2), g.base, 1}, 3);
	expect(&g, FL_REFUSE,
	       "indirect buffer 1 was started, but its stream is off: CP_CSQ_CNTL = 0x20000000");
	cr_assert_not(rig_idle(&g), "it hangs");
	rig_delete(&g);

	g = rig_new("r580");
	wr(&g, R500_CP_ME_CNTL, 0); /* single step: nothing is taken */
	wr(&g, R500_CP_CSQ_CNTL, 1u << 28);
	for (room = 0; room < 0x60 * 8; room++) /* 0x60 double octwords */
		wr(&g, R500_CP_CSQ_APER_PRIMARY(0), 2u << 30);
	cr_assert_not(reported(&g, FL_REFUSE, "queue is full"));
	wr(&g, R500_CP_CSQ_APER_PRIMARY(0), 2u << 30);
	cr_assert(reported(&g, FL_REFUSE, "queue is full"));
	rig_delete(&g);
}

/* R5xx guide 11.1, CP_CSQ_AVAIL: the room of each queue, of 0x60 double octwords. */
Test(cp_reports, room_in_the_queues)
{
	struct rig g = rig_new("r580");

	wr(&g, R500_CP_ME_CNTL, 0); /* single step: nothing is taken */
	wr(&g, R500_CP_CSQ_CNTL, 15u << 28);
	cr_assert_eq(rd(&g, R500_CP_CSQ_AVAIL), 0x300u | 0x300 << 10 | 0x300u << 20);
	wr(&g, R500_CP_CSQ_APER_PRIMARY(0), 2u << 30);
	for (unsigned i = 0; i < 2; i++)
		wr(&g, R500_CP_CSQ_APER_INDIRECT(0), 2u << 30);
	for (unsigned i = 0; i < 3; i++)
		wr(&g, R500_CP_CSQ_APER_INDIRECT2(0), 2u << 30);
	cr_assert_eq(rd(&g, R500_CP_CSQ_AVAIL), 0x2ffu | 0x2fe << 10 | 0x2fdu << 20, "0x%08x",
		     rd(&g, R500_CP_CSQ_AVAIL));
	rig_delete(&g);
}

/* R5xx guide 6.2.3: draws and their data. VAP_VF_CNTL: 3 vertices in the packet, of VAP_VTX_SIZE dwords. */
Test(cp_reports, draws_and_their_data)
{
	const uint32_t vf_cntl = 3u << 16 | 3 << 4 | 4;
	struct rig g = rig_running("r580");

	run(&g, (const uint32_t[]){type0(R500_VAP_PORT_DATA(0), 1), 0x1234}, 2);
	expect(&g, FL_WARN, "0x00001234 was written to a data port of the VAP, but no draw waits");
	wr(&g, R500_VAP_VTX_SIZE, 1);
	run(&g, (const uint32_t[]){type3(0x35, 5), vf_cntl, 0, 0, 0, 0}, 6);
	cr_assert(reported(&g, FL_WARN,
			   "carries 4 dwords, VAP_VF_CNTL = 0x00030034 takes 3 of them (VAP_VTX_SIZE 1)"));
	fl_model_reports_clear(g.m);
	run(&g, (const uint32_t[]){type3(0x35, 4), vf_cntl, 0, 0, 0}, 5);
	cr_assert_not(reported(&g, FL_WARN, "carries"));
	fl_model_reports_clear(g.m);
	/* one dword is missing: busy until it comes */
	run(&g, (const uint32_t[]){type3(0x35, 3), vf_cntl, 0, 0}, 4);
	cr_assert_not(fl_model_wait(g.m));
	cr_assert(reported(&g, FL_WARN, "waits for 1 of its 3 dwords"));
	run(&g, (const uint32_t[]){type0(R500_VAP_PORT_DATA(0), 1), 0}, 2);
	cr_assert(fl_model_wait(g.m));
	/* a second draw while the first one waits */
	fl_model_reports_clear(g.m);
	wr(&g, R500_SCRATCH_REG(3), 0);
	run(&g,
	    (const uint32_t[]){type3(0x35, 2), vf_cntl, 0, type3(0x35, 4), vf_cntl, 0, 0, 0,
			       type0(R500_SCRATCH_REG(3), 1), 0x600d},
	    10);
	cr_assert(reported(&g, FL_REFUSE, "still waits for 2 of its 3 dwords"));
	cr_assert_eq(rd(&g, R500_SCRATCH_REG(3)), 0, "it hangs: nothing behind it is carried out");
	rig_delete(&g);
}

/* R5xx guide 6.2.3.11: INDX_BUFFER takes its data through indirect buffer 2. */
Test(cp_reports, indx_buffer_wants_indirect_buffer_2)
{
	struct rig g = rig_running("r580");
	const uint32_t packet[] = {type3(0x33, 3), R500_VAP_PORT_IDX(0) >> 2, g.base, 1};

	fl_model_vram_write(g.m, 0x300000,
			    (const uint32_t[]){type0(R500_CP_IB2_BASE, 2), g.base + 0x310000, 4}, 12);
	fl_model_vram_write(g.m, 0x310000, packet, sizeof(packet));
	run(&g, (const uint32_t[]){type0(R500_CP_IB_BASE, 2), g.base + 0x300000, 3}, 3);
	expect(&g, FL_REFUSE, "INDX_BUFFER reads through indirect buffer 2, so it cannot stand in one");
	cr_assert_not(rig_idle(&g), "it hangs");
	rig_delete(&g);

	g = rig_running("r580");
	wr(&g, R500_CP_CSQ_CNTL, 2u << 28);
	run(&g, packet, 4);
	expect(&g, FL_REFUSE,
	       "INDX_BUFFER needs indirect buffer 2 in bus-master mode: CP_CSQ_CNTL = 0x20000000");
	cr_assert_not(rig_idle(&g), "it hangs");
	rig_delete(&g);
}

/* R5xx guide 11.1, CP_CSQ_MODE: where a stream is enabled there, its mode is the one that stands there, and
 * what CP_CSQ_CNTL says of it does not count. Streams that INDX_BUFFER does not read are no matter. */
Test(cp_reports, indx_buffer_by_the_modes_of_each_stream)
{
	static const struct {
		uint32_t mode;
		bool refused;
	} rows[] = {
	    {R500_CP_CSQ_MODE__CSQ_INDIRECT2_ENABLE(1), true},
	    {R500_CP_CSQ_MODE__CSQ_INDIRECT2_ENABLE(1) | R500_CP_CSQ_MODE__CSQ_INDIRECT2_MODE(1), false},
	    {R500_CP_CSQ_MODE__CSQ_INDIRECT2_MODE(1), false},
	    {R500_CP_CSQ_MODE__CSQ_INDIRECT1_ENABLE(1), false},
	    {R500_CP_CSQ_MODE__CSQ_INDIRECT1_ENABLE(1) | R500_CP_CSQ_MODE__CSQ_INDIRECT2_ENABLE(1), true},
	    {0, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig g = rig_running("r580");
		const uint32_t packet[] = {type3(0x33, 3), SCRATCH / 4 | 1u << 31, g.base + 0x300000, 1};

		vram_wr(&g, 0x300000, 0x600d);
		wr(&g, R500_CP_CSQ_MODE, rd(&g, R500_CP_CSQ_MODE) | rows[i].mode);
		run(&g, packet, 4);
		cr_expect_eq(reported(&g, FL_REFUSE, "needs indirect buffer 2 in bus-master mode"),
			     rows[i].refused, "CP_CSQ_MODE 0x%08x", rows[i].mode);
		cr_expect_eq(rig_idle(&g), !rows[i].refused, "CP_CSQ_MODE 0x%08x", rows[i].mode);
		cr_expect_eq(rd(&g, SCRATCH) == 0x600d, !rows[i].refused, "CP_CSQ_MODE 0x%08x", rows[i].mode);
		rig_delete(&g);
	}
}

/* R5xx guide 6.2.3.7. */
Test(cp_reports, draw_128_by_hand)
{
	for (unsigned by_hand = 0; by_hand < 2; by_hand++) {
		struct rig g = by_hand ? rig_new("r580") : rig_running("r580");
		const uint32_t packet[] = {type3(0x39, 2), 0, 0};

		if (by_hand) {
			rig_microcode(&g);
			wr(&g, R500_CP_CSQ_CNTL, 1u << 28);
			for (unsigned i = 0; i < 3; i++)
				wr(&g, R500_CP_CSQ_APER_PRIMARY(0), packet[i]);
			rig_idle(&g);
		} else {
			run(&g, packet, 3);
		}
		cr_assert_eq(reported(&g, FL_WARN, "3D_DRAW_128 works in bus-master mode only"), by_hand);
		rig_delete(&g);
	}
}

/* R5xx guide 11.1, CP_STAT: the rest of a packet is awaited; a ring is not read on behind a packet that
 * hangs. */
Test(cp_reports, who_is_busy)
{
	const uint32_t waits =
	    R500_CP_STAT__CP_BUSY__MASK | R500_CP_STAT__CMDSTRM_BUSY__MASK | R500_CP_STAT__CSI_BUSY__MASK;
	struct rig g = rig_running("r580");

	emit(&g, type0(SCRATCH, 2));
	emit(&g, 1);
	rig_kick(&g);
	rig_idle(&g);
	cr_assert_eq(rd(&g, R500_CP_STAT), waits, "0x%08x", rd(&g, R500_CP_STAT));
	emit(&g, 2);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, R500_CP_STAT), 0);
	run(&g, (const uint32_t[]){type3(0x7f, 1), 0, 2u << 30, 2u << 30}, 4);
	cr_assert_eq(rd(&g, R500_CP_STAT),
		     waits | R500_CP_STAT__CSF_PRIMARY_BUSY__MASK | R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK,
		     "0x%08x", rd(&g, R500_CP_STAT));
	rig_delete(&g);
}

/* The same in indirect buffers: what hangs in one keeps it busy, and those that called it, as far as they
 * have more to come. */
Test(cp_reports, who_is_busy_in_indirect_buffers)
{
	enum { PRIMARY, IB1, IB2, STREAMS, IB_AT = 0x310000, IB_B = 0x1000 };
	static const uint32_t busy[STREAMS] = {
	    R500_CP_STAT__CSF_PRIMARY_BUSY__MASK | R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK,
	    R500_CP_STAT__CSF_INDIRECT_BUSY__MASK | R500_CP_STAT__CSQ_INDIRECT_BUSY__MASK,
	    R500_CP_STAT__CSF_INDIRECT2_BUSY__MASK | R500_CP_STAT__CSQ_INDIRECT2_BUSY__MASK};

	for (unsigned depth = PRIMARY; depth < STREAMS; depth++) {
		struct rig g = rig_running("r580");
		uint32_t want = R500_CP_STAT__CP_BUSY__MASK | R500_CP_STAT__CMDSTRM_BUSY__MASK |
				R500_CP_STAT__CSI_BUSY__MASK;

		for (unsigned i = PRIMARY; i <= depth; i++) {
			const uint32_t at = IB_AT + i * IB_B,
				       call[3] = {type0(i == PRIMARY ? R500_CP_IB_BASE : R500_CP_IB2_BASE, 2),
						  g.base + at + IB_B, 5},
				       hang[3] = {type3(0x7f, 1), 0, 2u << 30};

			for (unsigned k = 0; k < 5; k++) {
				const uint32_t dw = k < 3 ? (i < depth ? call : hang)[k] : 2u << 30;

				if (i == PRIMARY)
					emit(&g, dw);
				else
					vram_wr(&g, at + 4 * k, dw);
			}
			want |= busy[i];
		}
		rig_kick(&g);
		rig_idle(&g);
		cr_expect_eq(rd(&g, R500_CP_STAT), want, "depth %u: 0x%08x, not 0x%08x", depth,
			     rd(&g, R500_CP_STAT), want);
		rig_delete(&g);
	}
}
