/* SPDX-License-Identifier: MIT
 *
 * Packets: what the command processor does with each, and with those that are malformed. R5xx guide chapter
 * 6.
 */
#include "tests/unit/r500/test_model_rig.h"

#define SCRATCH(i) R500_SCRATCH_REG(i)

/* Packets that fit nothing hang the command processor at their place, with a report, and the host sees it
 * busy. */
static void expect_hang(const uint32_t *dw, unsigned n, const char *text)
{
	struct rig g = rig_running("r580");

	for (unsigned i = 0; i < n; i++)
		emit(&g, dw[i]);
	emit_reg(&g, SCRATCH(7), 0x600d);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g), "%s", text);
	cr_assert_not(fl_model_wait(g.m));
	cr_assert_eq(rd(&g, SCRATCH(7)), 0, "%s", text);
	cr_assert_neq(rd(&g, R500_CP_RB_RPTR), g.wptr, "%s", text);
	cr_assert(reported(&g, FL_REFUSE, text), "%s", text);
	rig_delete(&g);
}

/* START, COUNT, CLEAR_VALUE (guide 9.4): the index of the RAM is START first, and one further with each dword
 * (guide 11.12). */
Test(cp_packets, clears_move_the_index)
{
	static const struct {
		uint8_t op;
		uint16_t index;
	} ram[] = {{R500_PKT3_3D_CLEAR_HIZ, R500_ZB_HIZ_WRINDEX},
		   {R500_PKT3_3D_CLEAR_ZMASK, R500_ZB_ZMASK_WRINDEX},
		   {R500_PKT3_3D_CLEAR_CMASK, R500_RB3D_CMASK_WRINDEX}};

	for (unsigned i = 0; i < sizeof(ram) / sizeof(*ram); i++)
		for (unsigned start = 3; start < 60; start += 19) {
			struct rig g = rig_running("r580");

			emit(&g, type3(ram[i].op, 3));
			emit(&g, start << 2);
			emit(&g, 7);
			emit(&g, 0);
			rig_kick(&g);
			cr_assert(rig_idle(&g));
			cr_expect_eq(rd(&g, ram[i].index), (start + 7) << 2, "RAM %u from %u: 0x%x", i, start,
				     rd(&g, ram[i].index));
			rig_delete(&g);
		}
}

/* COUNT has 14 bits (guide 9.4): the largest is one too. */
Test(cp_packets, the_largest_clear)
{
	struct rig g = rig_running("r580");

	emit(&g, type3(R500_PKT3_3D_CLEAR_ZMASK, 3));
	emit(&g, 0);
	emit(&g, 0x3fff);
	emit(&g, 0);
	emit_reg(&g, R500_SCRATCH_REG(0), 5);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(0)), 5u);
	rig_delete(&g);
}

Test(cp_packets, unknown_opcode)
{
	expect_hang((uint32_t[]){type3(0x7f, 1), 0}, 2, "no such opcode");
	expect_hang((uint32_t[]){type3(0xff, 1), 0}, 2, "no such opcode");
	expect_hang((uint32_t[]){type3(R500_PKT3_CNTL_SMALLTEXT, 1), 0}, 2,
		    "guide does not have this packet");
}

Test(cp_packets, wrong_lengths)
{
	const uint8_t too_short[] = {R500_PKT3_3D_LOAD_VBPNTR, R500_PKT3_INDX_BUFFER, R500_PKT3_3D_CLEAR_HIZ,
				     R500_PKT3_COND_EXEC,      R500_PKT3_WAIT_MEM,    R500_PKT3_3D_DRAW_INDX,
				     R500_PKT3_LOAD_PALETTE,   R500_PKT3_MPEG_INDEX,  R500_PKT3_BITBLT,
				     R500_PKT3_SET_SCISSORS,   R500_PKT3_POLYLINE};

	for (unsigned i = 0; i < sizeof(too_short); i++)
		expect_hang((uint32_t[]){type3(too_short[i], 1), 2}, 2, "do not fit");
	expect_hang((uint32_t[]){type3(R500_PKT3_3D_CLEAR_HIZ, 3), 0, 0x4000, 0}, 4,
		    "do not fit"); /* COUNT <= 0x3fff */
	expect_hang((uint32_t[]){type3(R500_PKT3_WAIT_MEM, 2), 0x1000, 3}, 3, "do not fit"); /* must be 2 */
	expect_hang((uint32_t[]){type3(R500_PKT3_LOAD_PALETTE, 1), 0}, 2, "do not fit");     /* 1 or 2 */
	expect_hang((uint32_t[]){type3(R500_PKT3_LOAD_PALETTE, 1), 3}, 2, "do not fit");
	expect_hang((uint32_t[]){type3(R500_PKT3_WAIT_SEMAPHORE, 1), 0xfb}, 2, "do not fit");
	/* 6.2.4.1: the last four words of the RAM, and nothing above */
	for (uint32_t bit = 8; bit < 32; bit++)
		expect_hang((uint32_t[]){type3(R500_PKT3_WAIT_SEMAPHORE, 1), 0xfc | 1u << bit}, 2,
			    "do not fit");
	expect_hang((uint32_t[]){type3(R500_PKT3_PAINT, 2), 15u << 4, 0x00010001}, 3,
		    "do not fit"); /* half a rectangle */
}

/* 6.2.3.12: a mask, a value a bit of it, VAP_VF_CNTL and NUM_INDICES. It is the mask's bits that count, not
 * those of the value behind it. */
Test(cp_packets, mpeg_index_is_as_long_as_its_mask_says)
{
	for (unsigned bits = 0; bits <= 20; bits++) {
		uint32_t dw[3 + 20] = {type3(R500_PKT3_MPEG_INDEX, 2 + bits), (1u << bits) - 1};

		expect_hang(dw, 3 + bits, "do not fit"); /* one too few */
	}
	for (unsigned bits = 1; bits < 8; bits++) {
		struct rig g = rig_running("r580");

		emit(&g, type3(R500_PKT3_MPEG_INDEX, 4));
		emit(&g, 1u << 9); /* RS_COUNT */
		emit(&g, (1u << bits) - 1);
		emit(&g, R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST | R500_VAP_VF_CNTL__PRIM_WALK__INDEXES << 4);
		emit(&g, 0);
		emit_reg(&g, SCRATCH(7), 0x600d);
		rig_kick(&g);
		cr_assert(rig_idle(&g), "%u", bits);
		cr_assert_eq(rd(&g, SCRATCH(7)), 0x600d);
		cr_assert_eq(rd(&g, R500_RS_COUNT), (1u << bits) - 1);
		rig_delete(&g);
	}
}

/* Guide 6.2.2.12: 16 or 256 colors, which lead nowhere. */
Test(cp_packets, palettes_of_a_scaler)
{
	for (uint32_t size = 1; size <= 2; size++) {
		const uint32_t n = size == 1 ? 16 : 256;
		struct rig g = rig_running("r580");

		emit(&g, type3(R500_PKT3_LOAD_PALETTE, 1 + n));
		emit(&g, size);
		for (uint32_t i = 0; i < n; i++)
			emit(&g, i);
		emit_reg(&g, SCRATCH(7), 0x77);
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		cr_assert_eq(rd(&g, SCRATCH(7)), 0x77);
		cr_assert(reported(&g, FL_NOTE, "LOAD_PALETTE"));
		cr_assert_eq(reports(&g), 1);
		rig_delete(&g);
	}
}

Test(cp_packets, type0_beyond_its_reach)
{
	uint32_t dw[4] = {type0(0x7ff8, 3), 0, 0, 0};

	expect_hang(dw, 4, "past register 0x7ffc");
}

Test(cp_packets, indirect_buffer_ends_inside_a_packet)
{
	struct rig g = rig_running("r580");

	vram_wr(&g, 0x300000, type0(SCRATCH(0), 2));
	vram_wr(&g, 0x300004, 5);
	emit(&g, type0(R500_CP_IB_BASE, 2));
	emit(&g, g.base + 0x300000);
	emit(&g, 2);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "ends inside"));
	cr_assert_not_null(strstr(fl_model_report(g.m, 0)->where, "IB 0x"));
	rig_delete(&g);
}

Test(cp_packets, types_0_1_2)
{
	struct rig g = rig_running("r580");

	emit(&g, type0(SCRATCH(0), 3) | 1 << 15); /* all to one register */
	emit(&g, 1);
	emit(&g, 2);
	emit(&g, 3);
	emit(&g, 1u << 30 | R500_SCRATCH_REG(2) >> 2 << 11 | R500_SCRATCH_REG(1) >> 2);
	emit(&g, 4);
	emit(&g, 5);
	emit(&g, 2u << 30 | 0x3fffffff); /* a filler's contents mean nothing */
	emit(&g, type3(R500_PKT3_NOP, 2));
	emit(&g, 6);
	emit(&g, 7);
	emit_reg(&g, SCRATCH(3), 8);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 3);
	cr_assert_eq(rd(&g, SCRATCH(1)), 4);
	cr_assert_eq(rd(&g, SCRATCH(2)), 5);
	cr_assert_eq(rd(&g, SCRATCH(3)), 8);
	no_reports(&g);
	rig_delete(&g);
}

Test(cp_packets, pred_exec)
{
	struct rig g = rig_running("r580");

	emit(&g, type3(R500_PKT3_PRED_EXEC, 1));
	emit(&g, 2u << 24 | 2); /* device 1 only: not this one */
	emit_reg(&g, SCRATCH(0), 1);
	emit(&g, type3(R500_PKT3_PRED_EXEC, 1));
	emit(&g, 3u << 24 | 2);
	emit_reg(&g, SCRATCH(1), 1);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 0);
	cr_assert_eq(rd(&g, SCRATCH(1)), 1);
	rig_delete(&g);
}

Test(cp_packets, cond_exec)
{
	struct rig g = rig_running("r580");

	for (unsigned boolean = 0; boolean < 2; boolean++) {
		vram_wr(&g, 0x300000 + 16 * boolean, boolean);
		emit_reg(&g, R500_CP_IB2_BASE, g.base + 0x300000 + 16 * boolean);
		emit(&g, type3(R500_PKT3_COND_EXEC, 2));
		emit(&g, 2);
		emit(&g, 4);
		emit_reg(&g, SCRATCH(boolean), 1);
		emit_reg(&g, SCRATCH(boolean + 2), 1);
		emit_reg(&g, SCRATCH(4), 1);
	}
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 0);
	cr_assert_eq(rd(&g, SCRATCH(2)), 0);
	cr_assert_eq(rd(&g, SCRATCH(1)), 1);
	cr_assert_eq(rd(&g, SCRATCH(3)), 1);
	cr_assert_eq(rd(&g, SCRATCH(4)), 1);
	rig_delete(&g);
}

/* A dword is read where the last of memory stands. */
Test(cp_packets, the_last_dword)
{
	struct rig g = rig_running("r580");
	const uint32_t last = rd(&g, R500_CONFIG_MEMSIZE) - 4;

	vram_wr(&g, last, 1);
	emit_reg(&g, R500_CP_IB2_BASE, g.base + last);
	emit(&g, type3(R500_PKT3_COND_EXEC, 2));
	emit(&g, 2);
	emit(&g, 2);
	emit_reg(&g, SCRATCH(0), 1);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 1);
	no_reports(&g);
	rig_delete(&g);
}

Test(cp_packets, wait_semaphore)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_ME_RAM_ADDR, 0xfd);
	wr(&g, R500_CP_ME_RAM_DATAL, 1);
	emit(&g, type3(R500_PKT3_WAIT_SEMAPHORE, 2));
	emit(&g, 0xfd);
	emit(&g, 0x55); /* once zero, this is written to it */
	emit_reg(&g, SCRATCH(0), 1);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert_not(fl_model_wait(g.m));
	cr_assert(reported(&g, FL_NOTE, "waits for the semaphore"));
	fl_model_reports_clear(g.m);
	wr(&g, R500_CP_ME_RAM_ADDR, 0xfd);
	wr(&g, R500_CP_ME_RAM_DATAL, 0);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 1);
	wr(&g, R500_CP_ME_RAM_RADDR, 0xfd);
	cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAL), 0x55);
	no_reports(&g);
	rig_delete(&g);
}

/* 6.2.4.1: each of the four may be waited for; one that is zero is not waited for. */
Test(cp_packets, four_semaphores)
{
	struct rig g = rig_running("r580");

	for (uint32_t at = 0xfc; at <= 0xff; at++) {
		emit(&g, type3(R500_PKT3_WAIT_SEMAPHORE, 2));
		emit(&g, at);
		emit(&g, 0x100 + at);
	}
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	for (uint32_t at = 0xfc; at <= 0xff; at++) {
		wr(&g, R500_CP_ME_RAM_RADDR, at);
		cr_assert_eq(rd(&g, R500_CP_ME_RAM_DATAL), 0x100 + at);
	}
	no_reports(&g);
	rig_delete(&g);
}

Test(cp_packets, wait_mem)
{
	struct rig g = rig_running("r580");

	vram_wr(&g, 0x300000, 1);
	vram_wr(&g, 0x300004, 2);
	emit(&g, type3(R500_PKT3_WAIT_MEM, 2));
	emit(&g, g.base + 0x300000);
	emit(&g, 2);
	emit_reg(&g, SCRATCH(0), 1);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	vram_wr(&g, 0x300000, 0);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 1);
	no_reports(&g);
	/* the second dword must be 2 */
	vram_wr(&g, 0x300004, 0);
	emit(&g, type3(R500_PKT3_WAIT_MEM, 2));
	emit(&g, g.base + 0x300000);
	emit(&g, 2);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "must be 2"));
	rig_delete(&g);
}

/* Guide 5.7, 5.14: source, destination, command; the byte count is 21 bits. */
Test(cp_packets, dma)
{
	struct rig g = rig_running("r580");
	uint8_t bytes[64], got[64];

	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i + 1);
	fl_model_vram_write(g.m, 0x300003, bytes, sizeof(bytes));
	emit(&g, type0(R500_CP_GUI_SRC_ADDR, 3)); /* byte aligned, 61 bytes */
	emit(&g, g.base + 0x300003);
	emit(&g, g.base + 0x310001);
	emit(&g, 1u << 31 | 1u << 30 | 61);
	emit_reg(&g, R500_WAIT_UNTIL, R500_WAIT_UNTIL__WAIT_DMA_GUI_IDLE(1));
	emit(&g, type0(R500_CP_VID_SRC_ADDR, 3)); /* to a register, swapped on the way */
	emit(&g, g.base + 0x300003 + 1);
	emit(&g, SCRATCH(0));
	emit(&g, 1u << 31 | 1u << 27 | 2u << 22 | 4);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	fl_model_vram_read(g.m, 0x310001, got, sizeof(got));
	cr_assert_arr_eq(got, bytes, 61);
	cr_assert_eq(got[61], 0);
	cr_assert_eq(rd(&g, SCRATCH(0)), 0x02030405);
	no_reports(&g);
	emit(&g, type0(R500_CP_GUI_SRC_ADDR, 3)); /* out of memory */
	emit(&g, g.base + 0x300000);
	emit(&g, 0x10000000);
	emit(&g, 1u << 31 | 4);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "DMA"));
	rig_delete(&g);
}

/* Guide 5.9: pulses of the color buffers move CP_RESYNC_DATA to the scratch register; 8 wait at most. */
Test(cp_packets, resync)
{
	struct rig g = rig_running("r580");

	emit_reg(&g, R500_CP_RESYNC_ADDR, 3);
	emit_reg(&g, R500_CP_RESYNC_DATA, 0x99);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(3)), 0);
	emit_reg(&g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa); /* a flush that does not signal */
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(3)), 0);
	emit_reg(&g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa | R500_RB3D_DSTCACHE_CTLSTAT__DC_FINISH(1));
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(3)), 0x99);
	/* a pulse for each: the second pair waits for its own */
	for (unsigned i = 0; i < 2; i++) {
		emit_reg(&g, R500_CP_RESYNC_ADDR, 4 + i);
		emit_reg(&g, R500_CP_RESYNC_DATA, 0x100 + i);
	}
	for (unsigned pulses = 0; pulses < 3; pulses++) {
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		cr_assert_eq(rd(&g, SCRATCH(4)), pulses > 0 ? 0x100 : 0);
		cr_assert_eq(rd(&g, SCRATCH(5)), pulses > 1 ? 0x101 : 0);
		emit_reg(&g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa | R500_RB3D_DSTCACHE_CTLSTAT__DC_FINISH(1));
	}
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	emit_reg(&g, R500_CP_RESYNC_ADDR, 6); /* the third pulse came first, and is remembered */
	emit_reg(&g, R500_CP_RESYNC_DATA, 0x102);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(6)), 0x102);
	no_reports(&g);
	for (unsigned i = 0; i < 9; i++)
		emit_reg(&g, R500_CP_RESYNC_DATA, i);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert(reported(&g, FL_WARN, "8 deep"));
	rig_delete(&g);
}

Test(cp_packets, stream_reaches_no_host_registers)
{
	struct rig g = rig_running("r580");

	emit_reg(&g, R500_CP_RB_WPTR, 0x55);
	emit_reg(&g, R500_CONFIG_MEMSIZE, 0);
	emit_reg(&g, SCRATCH(0), 1);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 1);
	cr_assert_eq(rd(&g, R500_CP_RB_WPTR), g.wptr);
	cr_assert_eq(rd(&g, R500_CONFIG_MEMSIZE), 16 << 20);
	cr_assert_eq(reports(&g), 2);
	cr_assert(reported(&g, FL_WARN, "only the host"));
	rig_delete(&g);
}

/* Guide 10.1.14: on R5xx the host cannot write these; before, it could. */
Test(cp_packets, host_reaches_no_queued_registers)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_WAIT_UNTIL, 0x30000);
	wr(&g, R500_ISYNC_CNTL, 0x33);
	wr(&g, R500_RBBM_GUICNTL, 0);
	cr_assert_eq(reports(&g), 3);
	cr_assert(reported(&g, FL_REFUSE, "10.1.14"));
	cr_assert_eq(rd(&g, R500_ISYNC_CNTL), 0);
	rig_delete(&g);
	g = rig_running("r420");
	wr(&g, R500_ISYNC_CNTL, 0x33);
	cr_assert_eq(rd(&g, R500_ISYNC_CNTL), 0x33);
	no_reports(&g);
	rig_delete(&g);
}

/* ---- draws: what does not get as far as the pipe ------------------------------------------------------- */
static void emit_point(struct rig *g)
{
	emit_reg(g, R500_VAP_VTX_SIZE, 3);
	emit_reg(g, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	emit_reg(g, R500_VAP_PROG_STREAM_CNTL(0), 2 | 1 << 13); /* FLOAT_3 to vector 0, and the last */
	emit_reg(g, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xfa88);  /* X, Y, Z, 1 */
	emit_reg(g, R500_VAP_OUT_VTX_FMT_0, 1);
	emit(g, type3(R500_PKT3_3D_DRAW_IMMD_2, 4));
	emit(g, 1 << 16 | 3 << 4 | 1); /* one point, vertex data */
	emit(g, 0);
	emit(g, 0);
	emit(g, 0);
}

Test(cp_packets, draw_without_pipes_is_refused)
{
	struct rig g = rig_running("r580");

	emit_point(&g);
	rig_kick(&g);
	rig_idle(&g);
	cr_assert(reported(&g, FL_REFUSE, "pipes are not set up"));
	/* R5xx guide 10.4.1: another number of pipes needs GA_SOFT_RESET */
	wr(&g, R500_GB_TILE_CONFIG, 1 | 3 << 1 | 1 << 4);
	fl_model_reports_clear(g.m);
	emit_point(&g);
	rig_kick(&g);
	rig_idle(&g);
	cr_assert(reported(&g, FL_REFUSE, "GA_SOFT_RESET"));
	wr(&g, R500_GA_SOFT_RESET, 0x200);
	fl_model_reports_clear(g.m);
	fl_model_tick(g.m, 1000);
	emit_point(&g);
	rig_kick(&g);
	rig_idle(&g);
	cr_assert_not(reported(&g, FL_REFUSE, "GA_SOFT_RESET"));
	cr_assert_not(reported(&g, FL_REFUSE, "pipes are not set up"));
	rig_delete(&g);
}

/* Fault "pipe-hung": the draw goes in, and nothing comes out until the pipe is reset. */
Test(cp_packets, hung_pipe)
{
	struct rig g = rig_running("r580");

	cr_assert(fl_model_break(g.m, "pipe-hung"));
	cr_assert(rig_idle(&g));
	emit_point(&g);
	emit_reg(&g, SCRATCH(0), 1);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert_eq(rd(&g, SCRATCH(0)), 0);
	cr_assert(rd(&g, R500_RBBM_STATUS) & R500_RBBM_STATUS__GA_BUSY__MASK);
	/* guide 10.1.9: the CP, VAP and GA resets are not enough, GA_SOFT_RESET is; GA_IDLE shows it */
	wr(&g, R500_CP_CSQ_CNTL, 0);
	wr(&g, R500_RBBM_SOFT_RESET, 0x32005);
	cr_assert_eq(rd(&g, R500_RBBM_SOFT_RESET), 0x32005);
	wr(&g, R500_RBBM_SOFT_RESET, 0);
	cr_assert(rd(&g, R500_RBBM_STATUS) & R500_RBBM_STATUS__GA_BUSY__MASK);
	wr(&g, R500_GA_SOFT_RESET, 0x200);
	fl_model_tick(g.m, 1000);
	cr_assert(rig_idle(&g));
	/* chapter 11: captured when the reset came. The shader hangs, and what stands before it waits */
	cr_assert_not(rd(&g, R500_GA_IDLE) &
		      (R500_GA_IDLE__GA_IDLE__MASK | R500_GA_IDLE__PIPE0_US_IDLE__MASK));
	cr_assert(rd(&g, R500_GA_IDLE) & R500_GA_IDLE__PIPE0_CB_IDLE__MASK);
	cr_assert(rd(&g, R500_GA_IDLE) & R500_GA_IDLE__PIPE1_US_IDLE__MASK);
	wr(&g, R500_GA_IDLE, 0);
	cr_assert(rd(&g, R500_GA_IDLE) & R500_GA_IDLE__GA_IDLE__MASK);
	rig_delete(&g);
}

/* A draw by index whose indices do not come leaves the VAP busy. */
Test(cp_packets, draw_waits_for_its_indices)
{
	struct rig g = rig_running("r580");

	emit(&g, type3(R500_PKT3_3D_DRAW_INDX_2, 1));
	emit(&g, 6 << 16 | 1 << 4 | 4); /* six 16-bit indices: three dwords */
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(rd(&g, R500_RBBM_STATUS) & R500_RBBM_STATUS__VAP_BUSY__MASK);
	cr_assert_not(rd(&g, R500_RBBM_STATUS) & R500_RBBM_STATUS__CP_CMDSTRM_BUSY__MASK);
	wr(&g, R500_RBBM_SOFT_RESET, R500_RBBM_SOFT_RESET__SOFT_RESET_VAP(1));
	wr(&g, R500_RBBM_SOFT_RESET, 0);
	cr_assert(rig_idle(&g));
	/* and another draw on top of one that waits is no draw */
	for (unsigned i = 0; i < 2; i++) {
		emit(&g, type3(R500_PKT3_3D_DRAW_INDX_2, 1));
		emit(&g, 6 << 16 | 1 << 4 | 4);
	}
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "still waits for 3"));
	rig_delete(&g);
}

Test(cp_packets, vbpntr_fills_the_registers)
{
	struct rig g = rig_running("r580");

	emit(&g, type3(R500_PKT3_3D_LOAD_VBPNTR,
		       6)); /* three arrays, the last address of the pair left out, as Mesa does */
	emit(&g, 3);
	emit(&g, 0x02020303);
	emit(&g, 0x1000);
	emit(&g, 0x2000);
	emit(&g, 0x0404);
	emit(&g, 0x3000);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, R500_VAP_VTX_NUM_ARRAYS) & 31, 3);
	cr_assert_eq(rd(&g, 0x20c4), 0x02020303);
	cr_assert_eq(rd(&g, 0x20c8), 0x1000);
	cr_assert_eq(rd(&g, 0x20cc), 0x2000);
	cr_assert_eq(rd(&g, 0x20d0), 0x0404);
	cr_assert_eq(rd(&g, 0x20d4), 0x3000);
	rig_delete(&g);
}

/* 16 arrays are the most: a count, and three dwords for each two of them. */
Test(cp_packets, vbpntr_of_all_arrays_and_of_more)
{
	enum { MOST = 1 + 3 * 8 };
	uint32_t dw[2 + MOST + 1] = {type3(R500_PKT3_3D_LOAD_VBPNTR, MOST), 16};
	struct rig g = rig_running("r580");

	for (uint32_t i = 1; i < MOST; i++)
		dw[1 + i] = 4 * i;
	for (uint32_t i = 0; i <= MOST; i++)
		emit(&g, dw[i]);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_assert_eq(rd(&g, 0x20c0) & 31, 16);
	for (uint32_t i = 1; i < MOST; i++)
		cr_assert_eq(rd(&g, 0x20c0 + 4 * i), 4 * i);
	rig_delete(&g);
	dw[0] = type3(R500_PKT3_3D_LOAD_VBPNTR, MOST + 1);
	expect_hang(dw, MOST + 2, "do not fit");
}
