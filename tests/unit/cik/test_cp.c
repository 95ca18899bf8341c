/* SPDX-License-Identifier: MIT
 *
 * The Sea Islands command processor: microcode, ring, indirect buffers, every kind of packet, and what is
 * malformed. Bodies are those of Linux (cik.c, cikd.h) and Mesa (si_pm4.c, si_cp_dma.c, si_fence.c).
 */
#include "tests/unit/cik/test_model_rig.h"

#define SCRATCH(i) ((CIK_SCRATCH_REG0 - CIK_UCONFIG) / 4 + (i))

/* Linux cik_ring_test, by the path of a driver: microcode to four ports, a ring in VRAM, then the packet. */
Test(cik_cp, ring_from_nothing)
{
	struct cik_rig g = cik_rig_posted("bonaire");
	static const uint32_t port[][2] = {{CIK_CP_PFP_UCODE_ADDR, CIK_CP_PFP_UCODE_DATA},
					   {CIK_CP_CE_UCODE_ADDR, CIK_CP_CE_UCODE_DATA},
					   {CIK_CP_ME_RAM_WADDR, CIK_CP_ME_RAM_DATA}};

	wr(&g, CIK_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, 0xfff);
	cik_rig_rlc(&g);
	for (unsigned pass = 0; pass < 2; pass++) {
		wr(&g, CIK_CP_ME_CNTL, 0x15000000);
		for (unsigned i = 0; i < 3; i++) {
			wr(&g, port[i][0], 0);
			for (unsigned k = 0; k < (pass ? 2144 : 2000); k++)
				wr(&g, port[i][1], k);
		}
		wr(&g, CIK_CP_RB0_CNTL, 9 << 8 | 9); /* 4 KiB */
		wr(&g, CIK_CP_RB0_RPTR_ADDR, CIK_DATA_AT);
		wr(&g, CIK_CP_RB0_BASE, 0x100000 >> 8);
		vram_wr(&g, 0x100000, 0xc0017900); /* SET_UCONFIG_REG */
		vram_wr(&g, 0x100004, 0x40);
		vram_wr(&g, 0x100008, 0xdeadbeef);
		wr(&g, CIK_CP_RB0_WPTR, 3);
		wr(&g, CIK_CP_ME_CNTL, 0);
		cr_assert_eq(fl_model_wait(g.m), pass != 0);
		cr_assert_eq(reported(&g, FL_REFUSE, "has no microcode"), !pass);
		fl_model_reports_clear(g.m);
	}
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0xdeadbeef);
	cr_assert_eq(rd(&g, CIK_CP_RB0_RPTR), 3);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* CIK facts 1.1: 0xffff1000 and type 2 are one dword; types 0 and 1 are gone. */
Test(cik_cp, fillers_and_types)
{
	struct cik_rig g = cik_rig_running("hawaii");
	static const uint32_t fillers[] = {0xffff1000, 0x80000000, 0xc0017900, 0x40, 7, 0xffff1000};

	cr_assert(fl_model_run(g.m, fillers, 6));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 7);
	no_reports(&g);
	cr_assert_not(fl_model_run(g.m, (const uint32_t[]){0x40, 1}, 2));
	cr_assert(reported(&g, FL_REFUSE, "packets of types 2 and 3 only"));
	fl_model_delete(g.m);
}

/* What belongs to no space, is too short, unknown, or another engine's. */
Test(cik_cp, malformed)
{
	static const struct {
		uint32_t dw[5], n;
		const char *what;
	} bad[] = {{{0xc0016900, 0x400, 1}, 3, "not all in the context space"},
		   {{0xc0007900, 0x40}, 2, "do not fit its opcode"},
		   {{0xc0027900, 0x40, 1}, 3, "ends inside it"},
		   {{0xc0004100, 0}, 2, "no such opcode"},
		   {{0xc0003600, 0}, 2, "no source tells"},
		   {{0xc0018100, 0, 0}, 3, "another engine"},
		   {{0xc0012a00, 0, 0}, 3, "do not fit its opcode"},
		   {{0xc0002a00, 2}, 2, "do not fit its opcode"},
		   {{0xc0026000, 0, 0, 1}, 4, "do not fit its opcode"}};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct cik_rig g = cik_rig_running("bonaire");

		fl_model_run(g.m, bad[i].dw, bad[i].n);
		cr_expect(reported(&g, FL_REFUSE, bad[i].what), "%u: %s", i, bad[i].what);
		fl_model_delete(g.m);
	}
}

/* Index bits of the first dword: 1 for VGT_PRIMITIVE_TYPE, as every recorded draw has it. */
Test(cik_cp, registers_are_set)
{
	struct cik_rig g = cik_rig_running("bonaire");

	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_UCONFIG_REG, 1u << 28 | (0x30908 - 0x30000) / 4, 4));
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_CONTEXT_REG, (0x28414 - 0x28000) / 4, 1, 2, 3, 4));
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_SH_REG, (0xb130 - 0xb000) / 4, 0x55));
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_CONFIG_REG, (CIK_GRBM_SCRATCH_REG0 - 0x8000) / 4, 0x66));
	no_reports(&g);
	cr_assert_eq(rd(&g, 0x30908), 4);
	cr_assert_eq(rd(&g, 0x28420), 4);
	cr_assert_eq(rd(&g, 0xb130), 0x55);
	cr_assert_eq(rd(&g, CIK_GRBM_SCRATCH_REG0), 0x66);
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_UCONFIG_REG, (0x30908 - 0x30000) / 4, 4));
	cr_assert(reported(&g, FL_WARN, "it takes 1"));
	cr_assert(CIK_SEND(&g, CIK_PKT3_CLEAR_STATE, 0));
	cr_assert_eq(rd(&g, 0x28420), 0);
	cr_assert_eq(rd(&g, 0x28230), 0xaa99aaaa);
	/* out of memory: register numbers count from the space's first */
	vram_wr(&g, CIK_DATA_AT + 4 * 0x40, 0x1111);
	cr_assert(CIK_SEND(&g, CIK_PKT3_LOAD_UCONFIG_REG, CIK_DATA_AT, 0, 0x40, 1));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0x1111);
	fl_model_delete(g.m);
}

/* WRITE_DATA: DST_SEL 0 register (its dword index), 5 memory; WR_ONE_ADDR. COPY_DATA: 0 register, 1 memory, 5
 * immediate, bit 16 64 bits. */
Test(cik_cp, data_moves)
{
	struct cik_rig g = cik_rig_running("kaveri");

	cr_assert(CIK_SEND(&g, CIK_PKT3_WRITE_DATA, 5 << 8 | 1 << 20, CIK_DATA_AT, 0, 0x11, 0x22, 0x33));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 8), 0x33);
	cr_assert(CIK_SEND(&g, CIK_PKT3_WRITE_DATA, 5 << 8 | 1 << 16, CIK_DATA_AT + 16, 0, 0x44, 0x55));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 16), 0x55);
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 20), 0);
	cr_assert(CIK_SEND(&g, CIK_PKT3_WRITE_DATA, 0, CIK_SCRATCH_REG0 / 4, 0, 0x66, 0x77));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0 + 4), 0x77);
	cr_assert(
	    CIK_SEND(&g, CIK_PKT3_COPY_DATA, 1 << 16 | 5 << 8 | 1, CIK_DATA_AT, 0, CIK_DATA_AT + 32, 0));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 36), 0x22);
	cr_assert(CIK_SEND(&g, CIK_PKT3_COPY_DATA, 5, 0x88, 0, CIK_SCRATCH_REG0 / 4, 0));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0x88);
	cr_assert(CIK_SEND(&g, CIK_PKT3_ATOMIC_MEM, 15, CIK_DATA_AT, 0, 5, 0, 0, 0, 0));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT), 0x16);
	/* nothing there: the dwords after it are left out */
	static const uint32_t cond[] = {0xc0032200, CIK_DATA_AT + 0x100, 0, 0, 3, 0xc0017900, 0x40, 0x99};
	cr_assert(fl_model_run(g.m, cond, 8));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0x88);
	vram_wr(&g, CIK_DATA_AT + 0x100, 1);
	cr_assert(fl_model_run(g.m, cond, 8));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0x99);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* DMA_DATA: SRC_SEL [30:29] 2 is data; DST_SEL [21:20] 3 is L2; a copy through GDS; DAS for a register. */
Test(cik_cp, dma)
{
	struct cik_rig g = cik_rig_running("bonaire");
	enum { N = 0x1800 };

	cr_assert(CIK_SEND(&g, CIK_PKT3_DMA_DATA, 2u << 29 | 3 << 20, 0xabcd, 0, CIK_DATA_AT, 0, N));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT), 0xabcd);
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + N - 4), 0xabcd);
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + N), 0);
	vram_wr(&g, CIK_DATA_AT + 0x10, 0x1234);
	cr_assert(CIK_SEND(&g, CIK_PKT3_DMA_DATA, 1 << 20, CIK_DATA_AT + 0x10, 0, 0x40, 0, 4));
	cr_assert(CIK_SEND(&g, CIK_PKT3_DMA_DATA, 1u << 29, 0x40, 0, CIK_DATA_AT + 0x8000, 0, 4));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 0x8000), 0x1234);
	cr_assert(
	    CIK_SEND(&g, CIK_PKT3_DMA_DATA, 0, CIK_DATA_AT + 0x10, 0, CIK_SCRATCH_REG0, 0, 1 << 27 | 4));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0x1234);
	cr_assert(CIK_SEND(&g, CIK_PKT3_DMA_DATA, 1u << 31, 0, 0, 0, 0, 0));
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Linux cik_fence_gfx_ring_emit: two of them, first with the value before. */
Test(cik_cp, fences)
{
	struct cik_rig g = cik_rig_running("bonaire");
	enum { EVENT = 0x30514, LOW_32 = 1 << 29, INTERRUPT = 2 << 24 };

	cr_assert(CIK_SEND(&g, CIK_PKT3_EVENT_WRITE_EOP, EVENT, CIK_DATA_AT, LOW_32, 6, 0));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT), 6);
	cr_assert(CIK_SEND(&g, CIK_PKT3_EVENT_WRITE_EOP, EVENT, CIK_DATA_AT, LOW_32 | INTERRUPT, 7, 0));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT), 7);
	no_reports(&g);
	cr_assert(CIK_SEND(&g, CIK_PKT3_EVENT_WRITE_EOP, EVENT, CIK_DATA_AT, LOW_32 | INTERRUPT, 8, 0));
	cr_assert(reported(&g, FL_WARN, "signals it before all is done"));
	fl_model_reports_clear(g.m);
	cr_assert(CIK_SEND(&g, CIK_PKT3_EVENT_WRITE_EOP, EVENT, CIK_DATA_AT + 8, 2u << 29, 1, 2));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 12), 2);
	cr_assert(CIK_SEND(&g, CIK_PKT3_EVENT_WRITE_EOS, 0x2f | 6 << 8, CIK_DATA_AT + 16, 2u << 29, 9));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 16), 9);
	cr_assert(CIK_SEND(&g, CIK_PKT3_EVENT_WRITE, 0x07 | 4 << 8));
	no_reports(&g);
	cr_assert(CIK_SEND(&g, CIK_PKT3_EVENT_WRITE, 0x07));
	cr_assert(reported(&g, FL_WARN, "it goes with 4"));
	fl_model_delete(g.m);
}

/* Time passes from one fence to the next, in one share of work, too. */
Test(cik_cp, clock)
{
	enum { EVENT = 0x30514, CLOCK = 3u << 29, N = 6 };
	struct cik_rig g = cik_rig_running("bonaire");
	const uint32_t dw[2 * N] = {
	    CIK_TYPE3(CIK_PKT3_EVENT_WRITE_EOP, N - 1), EVENT, CIK_DATA_AT,     CLOCK, 0, 0,
	    CIK_TYPE3(CIK_PKT3_EVENT_WRITE_EOP, N - 1), EVENT, CIK_DATA_AT + 8, CLOCK, 0, 0};
	uint32_t first;

	cr_assert(fl_model_run(g.m, dw, 2 * N));
	first = vram_rd(&g, CIK_DATA_AT);
	cr_assert_gt(first, 0);
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 8), first + N);
	fl_model_delete(g.m);
}

Test(cik_cp, caches)
{
	struct cik_rig g = cik_rig_running("bonaire");

	cr_assert(CIK_SEND(&g, CIK_PKT3_SURFACE_SYNC, 0x28c00000, ~0u, 0, 10));
	cr_assert_eq(rd(&g, CIK_CP_COHER_CNTL), 0x28c00000);
	cr_assert(CIK_SEND(&g, CIK_PKT3_ACQUIRE_MEM, 0x00c00000, 0x10, 1, 0x20, 2, 10));
	cr_assert_eq(rd(&g, CIK_CP_COHER_SIZE_HI), 1);
	cr_assert_eq(rd(&g, CIK_CP_COHER_BASE), 0x20);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* WAIT_REG_MEM: memory, 3 is equal; operation 1 writes a register and waits for another: the flush of HDP
 * that Linux's rings ask for. */
Test(cik_cp, waits)
{
	struct cik_rig g = cik_rig_running("bonaire");
	static const uint32_t dw[] = {0xc0053c00, 3 | 1 << 4, CIK_DATA_AT, 0,    5,
				      0xf,        10,         0xc0017900,  0x40, 3};

	cr_assert_not(fl_model_run(g.m, dw, 10));
	cr_assert(reported(&g, FL_NOTE, "ring waits for a dword of memory"));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0);
	vram_wr(&g, CIK_DATA_AT, 0x15);
	cr_assert(fl_model_wait(g.m));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 3);
	fl_model_reports_clear(g.m);
	cr_assert(CIK_SEND(&g, CIK_PKT3_WAIT_REG_MEM, 1 << 6 | 1 << 8 | 3, CIK_GPU_HDP_FLUSH_REQ / 4,
			   CIK_GPU_HDP_FLUSH_DONE / 4, 1, 1, 0x20));
	no_reports(&g);
	/* a semaphore counts */
	cr_assert(CIK_SEND(&g, CIK_PKT3_MEM_SEMAPHORE, CIK_DATA_AT + 64, 6u << 29));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 64), 1);
	cr_assert(CIK_SEND(&g, CIK_PKT3_MEM_SEMAPHORE, CIK_DATA_AT + 64, 7u << 29));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 64), 0);
	cr_assert_not(CIK_SEND(&g, CIK_PKT3_MEM_SEMAPHORE, CIK_DATA_AT + 64, 7u << 29));
	cr_assert(reported(&g, FL_NOTE, "waits for a semaphore"));
	fl_model_delete(g.m);
}

/* SET_PREDICATION: operation 1 samples; a pair of counts with bit 63 for each of Bonaire's four backends. */
Test(cik_cp, predication)
{
	struct cik_rig g = cik_rig_running("bonaire");
	uint32_t set[] = {0xc0017901, 0x40, 1};

	for (unsigned rb = 0; rb < 4; rb++)
		for (unsigned i = 0; i < 2; i++)
			vram_wr(&g, CIK_DATA_AT + 16 * rb + 8 * i + 4, 1u << 31);
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_PREDICATION, CIK_DATA_AT, 1 << 16 | 1 << 8));
	cr_assert(fl_model_run(g.m, set, 3));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0);
	vram_wr(&g, CIK_DATA_AT + 16 * 3 + 8, 1);
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_PREDICATION, CIK_DATA_AT, 1 << 16 | 1 << 8));
	cr_assert(fl_model_run(g.m, set, 3));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 1);
	set[2] = 2;
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_PREDICATION, CIK_DATA_AT, 1 << 16));
	cr_assert(fl_model_run(g.m, set, 3));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 1);
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_PREDICATION, 0, 0));
	cr_assert(fl_model_run(g.m, set, 3));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 2);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Mesa: the draws wait for the constant engine, which runs in a buffer of its own. */
Test(cik_cp, constant_engine)
{
	struct cik_rig g = cik_rig_running("bonaire");
	static const uint32_t ce[] = {0xc0028100, 0x100, 0x1111, 0x2222,         /* WRITE_CONST_RAM */
				      0xc0038300, 0x100, 2,      CIK_DATA_AT, 0, /* DUMP_CONST_RAM */
				      0xc0008400, 1};
	static const uint32_t de[] = {0xc0008600,       1, /* WAIT_ON_CE_COUNTER */
				      0xc0044000,       5 << 8 | 1, CIK_DATA_AT + 4, 0,
				      CIK_DATA_AT + 64, 0,          0xc0008500,      0};
	static const uint32_t call[] = {0xc0023300, CIK_IB_AT, 0, sizeof(ce) / 4};

	for (unsigned i = 0; i < sizeof(ce) / 4; i++)
		vram_wr(&g, CIK_IB_AT + 4 * i, ce[i]);
	cr_assert_not(fl_model_run(g.m, de, sizeof(de) / 4));
	cr_assert(reported(&g, FL_NOTE, "counter of the constant engine"));
	fl_model_delete(g.m);

	g = cik_rig_running("bonaire");
	for (unsigned i = 0; i < sizeof(ce) / 4; i++)
		vram_wr(&g, CIK_IB_AT + 4 * i, ce[i]);
	cr_assert(fl_model_run(g.m, call, 4));
	cr_assert(fl_model_run(g.m, de, sizeof(de) / 4));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT), 0x1111);
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 64), 0x2222);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* A packet that overwrites itself is carried out as it was. Two levels of indirect buffers, and no third. */
Test(cik_cp, indirect_buffers)
{
	struct cik_rig g = cik_rig_running("bonaire");
	const uint32_t self[] = {0xc0043700, 5 << 8, CIK_IB_AT + 12, 0, 0xc0017900, 0x99};

	for (unsigned i = 0; i < 6; i++)
		vram_wr(&g, CIK_IB_AT + 4 * i, self[i]);
	cr_assert(fl_model_run_ib(g.m, CIK_IB_AT, 6));
	cr_assert_eq(vram_rd(&g, CIK_IB_AT + 12), 0xc0017900);
	cr_assert_eq(vram_rd(&g, CIK_IB_AT + 16), 0x99);
	no_reports(&g);
	for (unsigned k = 0; k < 3; k++) {
		vram_wr(&g, CIK_IB_AT + 0x1000 * k, CIK_TYPE3(CIK_PKT3_INDIRECT_BUFFER, 3));
		vram_wr(&g, CIK_IB_AT + 0x1000 * k + 4, CIK_IB_AT + 0x1000 * (k + 1));
		vram_wr(&g, CIK_IB_AT + 0x1000 * k + 8, 0);
		vram_wr(&g, CIK_IB_AT + 0x1000 * k + 12, 4 | 1 << 23);
	}
	cr_assert_not(fl_model_run_ib(g.m, CIK_IB_AT, 4));
	cr_assert(reported(&g, FL_REFUSE, "calls a third"));
	fl_model_delete(g.m);
}

/* Draws and dispatches are taken apart, as the report of a type that there is none of says. An unindexed draw
 * destroys INDEX_TYPE. */
Test(cik_cp, draws_are_taken_apart)
{
	struct cik_rig g = cik_rig_running("bonaire");
	enum { UNUSED = 7, WITH_INDEX_1 = 1 << 28 };

	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_UCONFIG_REG,
			   (CIK_VGT_PRIMITIVE_TYPE - CIK_UCONFIG) / 4 | WITH_INDEX_1, UNUSED));
	cr_assert(CIK_SEND(&g, CIK_PKT3_INDEX_TYPE, 0));
	cr_assert(CIK_SEND(&g, CIK_PKT3_NUM_INSTANCES, 3));
	cr_assert(CIK_SEND(&g, CIK_PKT3_DRAW_INDEX_2, 6, CIK_DATA_AT, 0, 6, 0));
	cr_assert(reported(&g, FL_REFUSE, "a draw of 6 indices, 3 instances"));
	fl_model_reports_clear(g.m);
	/* count 9, instances 2, vertex 4, instance 5, the last two to user registers of the VS */
	static const uint32_t arg[] = {9, 2, 4, 5};
	for (unsigned i = 0; i < 4; i++)
		vram_wr(&g, CIK_DATA_AT + 0x40 + 4 * i, arg[i]);
	cr_assert(CIK_SEND(&g, CIK_PKT3_SET_BASE, 1, CIK_DATA_AT, 0));
	cr_assert(CIK_SEND(&g, CIK_PKT3_DRAW_INDIRECT, 0x40, 0x4c, 0x4d, 2));
	cr_assert(reported(&g, FL_REFUSE, "a draw of 9 vertices, 2 instances"));
	cr_assert_eq(rd(&g, 0xb130), 4);
	cr_assert_eq(rd(&g, 0xb134), 5);
	fl_model_reports_clear(g.m);
	cr_assert(CIK_SEND(&g, CIK_PKT3_DRAW_INDEX_2, 6, CIK_DATA_AT, 0, 6, 0));
	cr_assert(reported(&g, FL_WARN, "INDEX_TYPE has not come"));
	fl_model_reports_clear(g.m);
	cr_assert(CIK_SEND(&g, CIK_PKT3_DISPATCH_DIRECT, 8, 2, 1, 0x45));
	cr_assert(reported(&g, FL_REFUSE, "a dispatch of groups of 0 x 0 x 0 threads")); /* none are set */
	fl_model_delete(g.m);
}
