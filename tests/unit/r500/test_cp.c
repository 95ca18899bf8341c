/* SPDX-License-Identifier: MIT
 *
 * The command processor seen from the host: microcode, ring, indirect buffers, PIO, refusals, reset, lazy
 * time. Expected values: R5xx guide chapter 5.
 */
#include "tests/unit/r500/test_model_rig.h"

#define SCRATCH R500_SCRATCH_REG(0)

Test(cp, microcode_reads_back_40_bits)
{
	struct rig g = rig_new("r580");

	rig_microcode(&g);
	wr(&g, R500_CP_ME_RAM_RADDR, 0x21);
	for (unsigned i = 0x21; i < 0x31; i++) {
		cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAH), i);
		cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAL), 0x12345678u * i);
	}
	cr_expect_eq(rd(&g, R500_CP_ME_RAM_ADDR), 0x32, "the next word has been read");
	cr_expect_eq(rd(&g, R500_CP_ME_RAM_RADDR), 0, "write only");
	wr(&g, R500_CP_ME_RAM_RADDR, 0x7f);
	cr_expect_eq(rd(&g, R500_CP_ME_RAM_ADDR), 0x80, "a word is read at once");
	/* a word is written when DATAL is: DATAH alone changes nothing, and the address moves with DATAL */
	wr(&g, R500_CP_ME_RAM_ADDR, 0x80);
	wr(&g, R500_CP_ME_RAM_DATAH, 0xaa);
	wr(&g, R500_CP_ME_RAM_DATAH, 0xbb);
	wr(&g, R500_CP_ME_RAM_DATAL, 1);
	wr(&g, R500_CP_ME_RAM_DATAH, 0xcc);
	wr(&g, R500_CP_ME_RAM_RADDR, 0x80);
	cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAH), 0xbb);
	cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAL), 1);
	cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAH), 0x81);
	no_reports(&g);
	wr(&g, R500_CP_ME_RAM_DATAH, 0x12345678);
	cr_assert(reported(&g, FL_WARN, "DATAH") || reported(&g, FL_WARN, "reserved"));
	rig_delete(&g);
}

Test(cp, ring_runs_and_time_is_lazy)
{
	struct rig g = rig_running("rv530");

	wr(&g, SCRATCH, 0xcafedead);
	emit_reg(&g, SCRATCH, 0xdeadbeef);
	for (unsigned i = 2; i < 16; i++)
		emit(&g, 2u << 30);
	rig_kick(&g);
	/* a read gives what stands there, every time; the chip works after it */
	cr_assert_eq(rd(&g, SCRATCH), 0xcafedead);
	cr_assert_eq(rd(&g, SCRATCH), 0xdeadbeef);
	cr_assert_eq(rd(&g, R500_CP_RB_RPTR), 16);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, R500_CP_STAT), 0);
	no_reports(&g);
	rig_delete(&g);
}

Test(cp, writes_let_no_time_pass_and_ticks_do)
{
	struct rig g = rig_running("rv530");

	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	for (unsigned i = 0; i < 1000; i++)
		wr(&g, R500_SCRATCH_REG(1), i);
	cr_assert_eq(rd(&g, SCRATCH), 0);
	emit_reg(&g, SCRATCH, 2);
	rig_kick(&g);
	fl_model_tick(g.m, 10);
	cr_assert_eq(rd(&g, SCRATCH), 2);
	rig_delete(&g);
}

Test(cp, ring_wraps_inside_a_packet)
{
	struct rig g = rig_running("r520");

	for (unsigned round = 0; round < 5; round++) {
		while (g.wptr != RIG_RING_DW - 2) /* the last packet has its last two dwords at the front */
			emit(&g, 2u << 30);
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		emit(&g, type0(SCRATCH, 3));
		emit(&g, 11 + round);
		emit(&g, 22 + round);
		emit(&g, 33 + round);
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		cr_assert_eq(rd(&g, SCRATCH), 11 + round);
		cr_assert_eq(rd(&g, R500_SCRATCH_REG(1)), 22 + round);
		cr_assert_eq(rd(&g, R500_SCRATCH_REG(2)), 33 + round);
		cr_assert_eq(rd(&g, R500_CP_RB_RPTR), 2);
	}
	no_reports(&g);
	rig_delete(&g);
}

Test(cp, half_a_packet_waits_for_the_rest)
{
	struct rig g = rig_running("r580");

	emit(&g, type0(SCRATCH, 1));
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	emit(&g, 77);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 77);
	rig_delete(&g);
}

Test(cp, read_pointer_is_written_back)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_RB_RPTR_ADDR, g.base + RIG_BACK_AT);
	wr(&g, R500_CP_RB_CNTL, 9 | 2 << 8 | 1 << 18); /* every 2^2 quadwords, and when empty */
	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(vram_rd(&g, RIG_BACK_AT), 2);
	/* RB_RPTR_SWAP 2: all four bytes turned */
	wr(&g, R500_CP_RB_RPTR_ADDR, (g.base + RIG_BACK_AT) | 2);
	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(vram_rd(&g, RIG_BACK_AT), 0x04000000);
	rig_delete(&g);
}

Test(cp, scratch_is_written_back_where_the_mask_says)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_SCRATCH_ADDR, g.base + RIG_BACK_AT);
	wr(&g, R500_SCRATCH_UMSK, 0x05);
	emit(&g, type0(SCRATCH, 3));
	emit(&g, 0x11);
	emit(&g, 0x22);
	emit(&g, 0x33);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(vram_rd(&g, RIG_BACK_AT), 0x11);
	cr_assert_eq(vram_rd(&g, RIG_BACK_AT + 4), 0);
	cr_assert_eq(vram_rd(&g, RIG_BACK_AT + 8), 0x33);
	rig_delete(&g);
}

Test(cp, indirect_buffers_nest)
{
	struct rig g = rig_running("r580");
	const uint32_t ib1 = 0x300000, ib2 = 0x310000;
	const uint32_t one[] = {type0(SCRATCH, 1),
				1,
				type0(R500_CP_IB2_BASE, 2),
				g.base + ib2,
				2,
				type0(R500_SCRATCH_REG(2), 1),
				3};
	const uint32_t two[] = {type0(R500_SCRATCH_REG(1), 1), 2};

	fl_model_vram_write(g.m, ib1, one, sizeof(one));
	fl_model_vram_write(g.m, ib2, two, sizeof(two));
	emit(&g, type0(R500_CP_IB_BASE, 2));
	emit(&g, g.base + ib1);
	emit(&g, sizeof(one) / 4);
	emit_reg(&g, R500_SCRATCH_REG(3), 4);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	for (unsigned i = 0; i < 4; i++)
		cr_assert_eq(rd(&g, R500_SCRATCH_REG(i)), i + 1);
	no_reports(&g);
	rig_delete(&g);
}

Test(cp, indirect_buffer_in_itself_hangs_with_a_report)
{
	struct rig g = rig_running("r580");
	const uint32_t at = 0x300000;
	const uint32_t loop[] = {type0(R500_CP_IB_BASE, 2), g.base + at, 3};

	fl_model_vram_write(g.m, at, loop, sizeof(loop));
	for (unsigned i = 0; i < 3; i++)
		emit(&g, loop[i]);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "5.6"));
	cr_assert_not(fl_model_wait(g.m));
	rig_delete(&g);
}

Test(cp, primary_pio_runs)
{
	struct rig g = rig_new("rv530");

	rig_microcode(&g);
	wr(&g, R500_CP_CSQ_CNTL, 1u << 28);
	wr(&g, R500_CP_CSQ_APER_PRIMARY(0), type0(SCRATCH, 2));
	wr(&g, R500_CP_CSQ_APER_PRIMARY(5), 0x1234); /* the place in the aperture means nothing */
	wr(&g, R500_CP_CSQ_APER_PRIMARY(0), 0x5678);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0x1234);
	cr_assert_eq(rd(&g, R500_SCRATCH_REG(1)), 0x5678);
	/* more than the queue holds: the bus stalls, nothing is lost */
	wr(&g, R500_CP_CSQ_APER_PRIMARY(0), type0(SCRATCH, 2000) | 1 << 15);
	for (unsigned i = 0; i < 2000; i++)
		wr(&g, R500_CP_CSQ_APER_PRIMARY(0), i);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 1999);
	no_reports(&g);
	rig_delete(&g);
}

Test(cp, pio_without_its_mode_is_refused)
{
	struct rig g = rig_running("rv530"); /* primary stream by bus master */

	wr(&g, R500_CP_CSQ_APER_PRIMARY(0), type0(SCRATCH, 1));
	wr(&g, R500_CP_CSQ_APER_PRIMARY(0), 1);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0);
	cr_assert(reported(&g, FL_REFUSE, "5.11"));
	rig_delete(&g);
}

Test(cp, no_ring_without_microcode)
{
	struct rig g = rig_new("r580");

	rig_ring(&g);
	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0);
	cr_assert_eq(rd(&g, R500_CP_RB_RPTR), 0);
	cr_assert(reported(&g, FL_REFUSE, "microcode"));
	/* half an image is none */
	wr(&g, R500_CP_ME_RAM_ADDR, 0);
	for (unsigned i = 0; i < 128; i++) {
		wr(&g, R500_CP_ME_RAM_DATAH, i);
		wr(&g, R500_CP_ME_RAM_DATAL, i);
	}
	cr_assert_not(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0);
	rig_delete(&g);
}

Test(cp, no_ring_without_streams_or_engine)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_CSQ_CNTL, 0);
	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	fl_model_tick(g.m, 1000);
	cr_assert_eq(rd(&g, SCRATCH), 0);
	cr_assert(reported(&g, FL_REFUSE, "CP_CSQ_CNTL"));
	wr(&g, R500_CP_ME_CNTL, 0); /* single step */
	wr(&g, R500_CP_CSQ_CNTL, 4u << 28);
	fl_model_tick(g.m, 1000);
	cr_assert_eq(rd(&g, SCRATCH), 0);
	cr_assert(reported(&g, FL_REFUSE, "ME_MODE"));
	wr(&g, R500_CP_ME_CNTL, R500_CP_ME_CNTL__ME_MODE(1));
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 1);
	rig_delete(&g);
}

Test(cp, ring_where_no_memory_is_hangs)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_RB_BASE, 0x10000000);
	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "no memory answers"));
	rig_delete(&g);
}

Test(cp, ring_in_host_memory_wants_bus_mastering_and_swaps)
{
	static _Alignas(4096) uint32_t ring[RIG_RING_DW];
	struct rig g = rig_running("r580");

	cr_assert(fl_model_map(g.m, 0x10000000, ring, sizeof(ring)));
	wr(&g, R500_CP_RB_BASE, 0x10000000);
	wr(&g, R500_CP_RB_CNTL, 9 | 9 << 8 | 2 << 16 | 1 << 27); /* 32-bit swap */
	ring[0] = __builtin_bswap32(type0(SCRATCH, 1));
	ring[1] = __builtin_bswap32(0xabcdef01);
	g.wptr = 2;
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "bus mastering"));
	wr(&g, R500_CP_CSQ_CNTL, 0);
	wr(&g, R500_RBBM_SOFT_RESET, 1);
	wr(&g, R500_RBBM_SOFT_RESET, 0);
	fl_model_cfg_write(g.m, 4, 2, 6);
	wr(&g, R500_CP_CSQ_CNTL, 4u << 28);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0xabcdef01);
	rig_delete(&g);
}

/* Guide 5.8: the order of a reset. */
Test(cp, reset_order)
{
	struct rig g = rig_running("r580");

	emit(&g, type3(0x7f, 1)); /* no such packet: it hangs */
	emit(&g, 0);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	wr(&g, R500_CP_CSQ_CNTL, 0);
	wr(&g, R500_CP_CSQ_MODE, 0);
	fl_model_reports_clear(g.m);
	wr(&g, R500_RBBM_SOFT_RESET, 1);
	cr_assert_eq(rd(&g, R500_RBBM_SOFT_RESET), 1);
	wr(&g, R500_RBBM_SOFT_RESET, 0);
	cr_assert_eq(rd(&g, R500_CP_RB_RPTR), 0);
	/* on from where we like, through RB_RPTR_WR_ENA */
	wr(&g, R500_CP_RB_CNTL, 9 | 9 << 8 | 1 << 27 | 1u << 31);
	wr(&g, R500_CP_RB_RPTR_WR, 0x40);
	wr(&g, R500_CP_RB_WPTR, 0x40);
	cr_assert_eq(rd(&g, R500_CP_RB_RPTR), 0x40);
	wr(&g, R500_CP_RB_CNTL, 9 | 9 << 8 | 1 << 27);
	wr(&g, R500_CP_CSQ_CNTL, 4u << 28);
	cr_assert(rig_idle(&g));
	g.wptr = 0x40;
	emit_reg(&g, SCRATCH, 5);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 5); /* microcode is still there */
	no_reports(&g);
	rig_delete(&g);
}

Test(cp, reset_with_streams_on_is_reported)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_RBBM_SOFT_RESET, 1);
	cr_assert(reported(&g, FL_WARN, "5.8"));
	wr(&g, R500_RBBM_SOFT_RESET, 0);
	wr(&g, R500_CP_RB_WPTR, 8); /* and enabled while it is not empty */
	wr(&g, R500_CP_CSQ_CNTL, 4u << 28);
	cr_assert(reported(&g, FL_WARN, "not empty"));
	rig_delete(&g);
}

Test(cp, held_in_reset_does_not_work)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_CSQ_CNTL, 0);
	wr(&g, R500_RBBM_SOFT_RESET, 1);
	wr(&g, R500_CP_CSQ_CNTL, 4u << 28);
	emit_reg(&g, SCRATCH, 9);
	rig_kick(&g);
	fl_model_tick(g.m, 1000);
	cr_assert_eq(rd(&g, SCRATCH), 0);
	wr(&g, R500_RBBM_SOFT_RESET, 0);
	fl_model_tick(g.m, 1000);
	cr_assert_eq(rd(&g, SCRATCH), 9);
	rig_delete(&g);
}

/* Guide 5.5: the write pointer is held back for a time, or until written often enough. */
Test(cp, write_pointer_delay)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_RB_WPTR_DELAY, 0x0fffffff);
	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	fl_model_tick(g.m, 100);
	cr_assert_eq(rd(&g, SCRATCH), 0);
	cr_assert_eq(rd(&g, R500_RBBM_STATUS) >> 31, 1, "what is held back is still to come");
	fl_model_tick(g.m, 10000000);
	cr_assert_eq(rd(&g, SCRATCH), 1);
	rig_kick(&g); /* held back too, but nothing new */
	cr_assert_eq(rd(&g, R500_RBBM_STATUS) >> 31, 0);
	fl_model_tick(g.m, 10000000);
	wr(&g, R500_CP_RB_WPTR_DELAY, 2u << 28 | 0x0fffffff);
	emit_reg(&g, SCRATCH, 2);
	for (unsigned i = 0; i < 4; i++)
		rig_kick(&g);
	fl_model_tick(g.m, 100);
	cr_assert_eq(rd(&g, SCRATCH), 2);
	rig_delete(&g);
}

Test(cp, faults)
{
	struct rig g = rig_running("r580");

	cr_assert(fl_model_break(g.m, "cp-stuck"));
	emit_reg(&g, SCRATCH, 1);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0);
	rig_delete(&g);

	g = rig_new("r580");
	cr_assert(fl_model_break(g.m, "no-microcode-ram"));
	rig_microcode(&g);
	wr(&g, R500_CP_ME_RAM_RADDR, 7);
	cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAL), 0);
	rig_delete(&g);
}

Test(cp, run_calls_for_replay)
{
	const struct fl_model_config cfg = {.vram_B = 16 << 20, .threads = 1, .running = true};
	static _Alignas(4096) uint32_t memory[1024];
	struct rig g = {0};
	const uint32_t commands[] = {type0(SCRATCH, 1), 0x777};

	g.m = fl_model_new("r580", &cfg, NULL, 0);
	memory[0] = type0(R500_SCRATCH_REG(1), 1);
	memory[1] = 0x888;
	cr_assert(fl_model_map(g.m, 0x40010000, memory, sizeof(memory)));
	cr_assert(fl_model_run(g.m, commands, 2));
	cr_assert(fl_model_run_ib(g.m, 0x40010000, 2));
	cr_expect_eq(rd(&g, R500_CP_IB_BASE), 0x40010000, "as a driver would have set it");
	cr_expect_eq(rd(&g, R500_CP_IB_BUFSZ), 2);
	cr_assert_eq(rd(&g, SCRATCH), 0x777);
	cr_assert_eq(rd(&g, R500_SCRATCH_REG(1)), 0x888);
	no_reports(&g);
	cr_assert_not(fl_model_run_ib(g.m, 0x90000000, 2));
	cr_assert(reported(&g, FL_REFUSE, "no memory answers"));
	rig_delete(&g);
}

/* A packet is carried out as it stood when it was read: each register that it writes is written back to
 * memory at once (SCRATCH_ADDR), here over the packet's own next dword. */
Test(cp, a_packet_that_paints_over_itself)
{
	enum { BODY = 7, BEHIND = 8 }; /* dwords of the ring; SCRATCH_ADDR is a multiple of 32 bytes */
	struct rig g = rig_running("r580");

	wr(&g, R500_SCRATCH_ADDR, g.base + RIG_RING_AT + 4 * BEHIND);
	wr(&g, R500_SCRATCH_UMSK, 0xff);
	for (unsigned i = 0; i < BODY - 1; i++)
		emit(&g, 2u << 30);
	emit(&g, type0(R500_SCRATCH_REG(0), 4));
	for (uint32_t i = 0; i < 4; i++)
		emit(&g, 0x1111 * (i + 1));
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	for (uint32_t i = 0; i < 4; i++)
		cr_expect_eq(rd(&g, R500_SCRATCH_REG(i)), 0x1111 * (i + 1), "SCRATCH_REG%u is 0x%x", i,
			     rd(&g, R500_SCRATCH_REG(i)));
	cr_expect_eq(vram_rd(&g, RIG_RING_AT + 4 * BEHIND), 0x1111u, "nothing was written over the packet");
	rig_delete(&g);
}

/* Guide 5.12: a word of the microengine's RAM has 40 bits. */
Test(cp, words_of_microcode_have_40_bits)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_ME_RAM_ADDR, 0);
	wr(&g, R500_CP_ME_RAM_DATAH, 0xff);
	no_reports(&g);
	wr(&g, R500_CP_ME_RAM_DATAH, 0x100);
	cr_assert(reported(&g, FL_WARN, "register 0x07dc: 0x00000100"));
	rig_delete(&g);
}
