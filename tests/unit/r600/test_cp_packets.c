/* SPDX-License-Identifier: MIT
 *
 * R6xx packets: what each leaves behind.
 */
#include "tests/unit/r600/test_model_rig.h"

#define SCRATCH R600_SCRATCH_REG0

static void run(struct r600_rig *g, const uint32_t *dw, unsigned n)
{
	emit_all(g, dw, n);
	kick(g);
	cr_assert(idle(g));
}
#define RUN(g, ...) run(g, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

Test(r600_packets, set_reaches_every_space)
{
	static const struct {
		uint8_t opcode;
		uint32_t reg, at, value;
	} set[] = {
	    {R600_PKT3_SET_CONFIG_REG, 0x8000, R600_SCRATCH_REG3, 0x12345678},
	    {R600_PKT3_SET_CONTEXT_REG, 0x28000, R600_DB_STENCIL_CLEAR, 0x12},
	    {R600_PKT3_SET_ALU_CONST, 0x30000, R600_SQ_ALU_CONSTANT1(0), 0x3f800000},
	    {R600_PKT3_SET_RESOURCE, 0x38000, R600_SQ_VTX_CONSTANT_WORD(320), 0x40001000},
	    {R600_PKT3_SET_SAMPLER, 0x3c000, R600_SQ_TEX_SAMPLER_WORD1(17), 0xf0000},
	    {R600_PKT3_SET_CTL_CONST, 0x3cff0, R600_SQ_VTX_START_INST_LOC, 3},
	    {R600_PKT3_SET_LOOP_CONST, 0x3e200, R600_SQ_LOOP_CONST(95), 0x01000fff},
	    {R600_PKT3_SET_BOOL_CONST, 0x3e380, R600_SQ_BOOL_CONST(2), 0xa5a5a5a5},
	};
	struct r600_rig g = r600_rig_running("rv770");

	for (unsigned i = 0; i < sizeof(set) / sizeof(set[0]); i++) {
		RUN(&g, R600_TYPE3(set[i].opcode, 2), (set[i].at - set[i].reg) / 4, set[i].value);
		cr_assert_eq(rd_far(&g, set[i].at), set[i].value, "0x%x", set[i].at);
	}
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Registers out of memory: register i at 4 i, of the spaces that CONTEXT_CONTROL says. */
Test(r600_packets, load_reaches_every_space)
{
	static const struct {
		uint8_t opcode;
		uint32_t first, at[2];
	} load[] = {
	    {R600_PKT3_LOAD_CONFIG_REG, 0x8000, {R600_SCRATCH_REG3, R600_SCRATCH_REG0}},
	    {R600_PKT3_LOAD_CONTEXT_REG, 0x28000, {R600_CB_BLEND_RED, R600_CB_BLEND_BLUE}},
	    {R600_PKT3_LOAD_ALU_CONST, 0x30000, {R600_SQ_ALU_CONSTANT1(0), R600_SQ_ALU_CONSTANT2(511)}},
	    {R600_PKT3_LOAD_BOOL_CONST, 0x3e380, {R600_SQ_BOOL_CONST(2), R600_SQ_BOOL_CONST(0)}},
	    {R600_PKT3_LOAD_LOOP_CONST, 0x3e200, {R600_SQ_LOOP_CONST(95), R600_SQ_LOOP_CONST(3)}},
	    {R600_PKT3_LOAD_RESOURCE,
	     0x38000,
	     {R600_SQ_VTX_CONSTANT_WORD(320), R600_SQ_VTX_CONSTANT_WORD(2)}},
	    {R600_PKT3_LOAD_SAMPLER, 0x3c000, {R600_SQ_TEX_SAMPLER_WORD1(17), R600_SQ_TEX_SAMPLER_WORD1(0)}},
	    {R600_PKT3_LOAD_CTL_CONST, 0x3cff0, {R600_SQ_VTX_START_INST_LOC, R600_SQ_VTX_BASE_VTX_LOC}},
	};
	const uint32_t update = 1u << 31;
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t area = g.base + R600_DATA_AT;

	for (unsigned i = 0; i < sizeof(load) / sizeof(load[0]); i++)
		for (unsigned on = 0; on < 2; on++) {
			uint32_t at[2];

			for (unsigned k = 0; k < 2; k++) {
				at[k] = load[i].at[k] - load[i].first;
				vram_wr(&g, R600_DATA_AT + at[k], 0x40 + 2 * i + k);
			}
			RUN(&g, R600_TYPE3(R600_PKT3_CONTEXT_CONTROL, 2),
			    update | (on ? 1u << i : 0xffu & ~(1u << i)), update,
			    R600_TYPE3(load[i].opcode, 6), area, 0, at[0] / 4, 1, at[1] / 4, 1);
			for (unsigned k = 0; k < 2; k++)
				cr_assert_eq(rd_far(&g, load[i].at[k]), on ? 0x40 + 2 * i + k : 0,
					     "0x%x: 0x%x", load[i].at[k], rd_far(&g, load[i].at[k]));
		}
	no_reports(&g);
	RUN(&g, R600_TYPE3(R600_PKT3_CONTEXT_CONTROL, 2), update | 1, update | 1);
	cr_assert(reported(&g, FL_WARN, "shadowing"));
	emit_all(&g, (const uint32_t[]){R600_TYPE3(R600_PKT3_LOAD_CONFIG_REG, 4), area, 0, 0xaff, 2}, 5);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "past the end of its space"));
	fl_model_delete(g.m);
}

/* Opcodes of which no source says what they hold, and those that there are not, hang the chip by name. */
Test(r600_packets, what_nobody_knows_is_refused)
{
	static const struct {
		uint8_t opcode;
		const char *why;
	} refused[] = {
	    {R600_PKT3_REG_RMW, "no source tells"},
	    {R600_PKT3_COND_EXEC, "no source tells"},
	    {R600_PKT3_PRED_EXEC, "no source tells"},
	    {R600_PKT3_ONE_REG_WRITE, "no source tells"},
	    {R600_PKT3_INDIRECT_BUFFER_MP, "no source tells"},
	    {0x17, "no such opcode"},
	    {0x74, "no such opcode"},
	};

	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct r600_rig g = r600_rig_running("rv770");

		emit_all(&g, (const uint32_t[]){R600_TYPE3(refused[i].opcode, 2), 0, 0}, 3);
		kick(&g);
		cr_assert_not(idle(&g));
		cr_assert(reported(&g, FL_REFUSE, refused[i].why), "0x%x", refused[i].opcode);
		fl_model_delete(g.m);
	}
}

/* A predicate that says no drops what asks for it, and nothing else. */
Test(r600_packets, predication)
{
	struct r600_rig g = r600_rig_running("rv710"); /* one backend */
	const uint32_t at = g.base + R600_DATA_AT, when_visible = 1 << 8, zpass = 1 << 16;
	const uint32_t written = 1u << 31;

	for (unsigned visible = 0; visible < 2; visible++) {
		vram_wr(&g, R600_DATA_AT, 5);
		vram_wr(&g, R600_DATA_AT + 4, written);
		vram_wr(&g, R600_DATA_AT + 8, visible ? 6 : 5);
		vram_wr(&g, R600_DATA_AT + 12, written);
		emit_config(&g, SCRATCH, 0);
		emit_config(&g, SCRATCH + 4, 0);
		RUN(&g, R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), at, when_visible | zpass,
		    R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2) | 1, R600_CONFIG(SCRATCH), 1,
		    R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2), R600_CONFIG(SCRATCH + 4), 1,
		    R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), 0, 0);
		cr_assert_eq(rd(&g, SCRATCH), visible);
		cr_assert_eq(rd(&g, SCRATCH + 4), 1);
	}
	no_reports(&g);
	vram_wr(&g, R600_DATA_AT + 12, 0);
	RUN(&g, R600_TYPE3(R600_PKT3_SET_PREDICATION, 2), at, when_visible | zpass);
	cr_assert(reported(&g, FL_WARN, "has not written both"));
	fl_model_delete(g.m);
}

Test(r600_packets, waits_for_memory_and_registers)
{
	enum { MEMORY = 1 << 4, GREATER_EQUAL = 5, EQUAL = 3 };
	struct r600_rig g = r600_rig_running("rv770");

	emit_all(&g,
		 (const uint32_t[]){R600_TYPE3(R600_PKT3_WAIT_REG_MEM, 6), MEMORY | GREATER_EQUAL,
				    g.base + R600_DATA_AT, 0, 0x10, 0xff, 10},
		 7);
	emit_all(
	    &g,
	    (const uint32_t[]){R600_TYPE3(R600_PKT3_WAIT_REG_MEM, 6), EQUAL, (SCRATCH + 4) / 4, 0, 3, 3, 10},
	    7);
	emit_config(&g, SCRATCH, 1);
	kick(&g);
	cr_assert_not(idle(&g));
	vram_wr(&g, R600_DATA_AT, 0x1200); /* masked away */
	cr_assert_not(idle(&g));
	vram_wr(&g, R600_DATA_AT, 0x11);
	cr_assert_not(idle(&g)); /* the second waits now */
	cr_assert_eq(rd(&g, SCRATCH), 0);
	wr(&g, SCRATCH + 4, 7);
	cr_assert(idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 1);
	fl_model_delete(g.m);
}

Test(r600_packets, prefetch_parser_waits_for_little)
{
	struct r600_rig g = r600_rig_running("rv770");

	emit_all(&g, (const uint32_t[]){R600_TYPE3(R600_PKT3_WAIT_REG_MEM, 6), 1 << 8 | 3, 0, 0, 0, 0, 10},
		 7);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "prefetch parser"));
	fl_model_delete(g.m);
}

/* A counter in memory: a wait takes one, a signal gives one. */
Test(r600_packets, semaphore)
{
	const uint32_t signal = 6u << 29, wait = 7u << 29;
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t at = g.base + R600_DATA_AT;

	RUN(&g, R600_TYPE3(R600_PKT3_MEM_SEMAPHORE, 2), at, signal, R600_TYPE3(R600_PKT3_MEM_SEMAPHORE, 2),
	    at, signal, R600_TYPE3(R600_PKT3_MEM_SEMAPHORE, 2), at, wait);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 1);
	RUN(&g, R600_TYPE3(R600_PKT3_MEM_SEMAPHORE, 2), at, wait);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0);
	no_reports(&g);
	emit_all(&g, (const uint32_t[]){R600_TYPE3(R600_PKT3_MEM_SEMAPHORE, 2), at, wait}, 3);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert_not(fl_model_wait(g.m));
	cr_assert(reported(&g, FL_NOTE, "nobody signals"));
	vram_wr(&g, R600_DATA_AT + 4, 1); /* 2^32 */
	cr_assert(idle(&g));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0xffffffff);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 4), 0);
	fl_model_delete(g.m);
}

Test(r600_packets, memory_is_written)
{
	enum { DATA32 = 1 << 18, COUNTER = 1 << 16 };
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t at = g.base + R600_DATA_AT;

	vram_wr(&g, R600_DATA_AT + 12, 0x77);
	RUN(&g, R600_TYPE3(R600_PKT3_MEM_WRITE, 4), at, 0, 0x1111, 0x2222, R600_TYPE3(R600_PKT3_MEM_WRITE, 4),
	    at + 8, DATA32, 0x3333, 0x4444);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0x1111);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 4), 0x2222);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 8), 0x3333);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 12), 0x77);
	RUN(&g, R600_TYPE3(R600_PKT3_MEM_WRITE, 4), at, COUNTER, 0, 0);
	cr_assert_gt(vram_rd(&g, R600_DATA_AT), 0);
	no_reports(&g);
	fl_model_delete(g.m);
}

Test(r600_packets, dwords_are_copied)
{
	enum { FROM_MEMORY = 1, TO_MEMORY = 2 };
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t at = g.base + R600_DATA_AT;

	wr(&g, SCRATCH, 0xabc);
	RUN(&g, R600_TYPE3(R600_PKT3_COPY_DW, 5), TO_MEMORY, SCRATCH / 4, 0, at, 0,
	    R600_TYPE3(R600_PKT3_COPY_DW, 5), FROM_MEMORY, at, 0, (SCRATCH + 8) / 4, 0,
	    R600_TYPE3(R600_PKT3_COPY_DW, 5), FROM_MEMORY | TO_MEMORY, at, 0, at + 16, 0,
	    R600_TYPE3(R600_PKT3_COPY_DW, 5), 0, SCRATCH / 4, 0, (SCRATCH + 12) / 4, 0);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0xabc);
	cr_assert_eq(rd(&g, SCRATCH + 8), 0xabc);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 16), 0xabc);
	cr_assert_eq(rd(&g, SCRATCH + 12), 0xabc);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Each function, with a value below, at and above the reference. */
Test(r600_packets, conditions)
{
	static const uint8_t truth[7] = {7, 1, 3, 2, 5, 6, 4}; /* below 1, equal 2, above 4 */
	enum { MEMORY = 1 << 4, TO_MEMORY = 1 << 8 };
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t at = g.base + R600_DATA_AT;

	for (uint32_t f = 0; f < 7; f++)
		for (uint32_t k = 0; k < 3; k++) {
			vram_wr(&g, R600_DATA_AT, 0xf00 + 9 + k);
			vram_wr(&g, R600_DATA_AT + 8, 0);
			RUN(&g, R600_TYPE3(R600_PKT3_COND_WRITE, 8), MEMORY | TO_MEMORY | f, at, 0, 10, 0xff,
			    at + 8, 0, 1);
			cr_assert_eq(vram_rd(&g, R600_DATA_AT + 8), truth[f] >> k & 1, "%u %u", f, k);
		}
	RUN(&g, R600_TYPE3(R600_PKT3_COND_WRITE, 8), 0, SCRATCH / 4, 0, 0, 0, (SCRATCH + 4) / 4, 0, 0x55);
	cr_assert_eq(rd(&g, SCRATCH + 4), 0x55);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* ---- CP_DMA -------------------------------------------------------------------------------------------- */
Test(r600_packets, cp_dma)
{
	enum { SWAP32 = 2u << 22, FROM_REG = 1u << 26, TO_REG = 1u << 27, SAIC = 1u << 28 };
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t at = g.base + R600_DATA_AT;

	for (unsigned i = 0; i < 4; i++)
		vram_wr(&g, R600_DATA_AT + 4 * i, 0x11223340 + i);
	RUN(&g, R600_TYPE3(R600_PKT3_CP_DMA, 5), at, 1u << 31, at + 0x100, 0, 16);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 0x10c), 0x11223343);
	RUN(&g, R600_TYPE3(R600_PKT3_CP_DMA, 5), at, 0, at + 0x100, 0, SWAP32 | 8);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 0x104), 0x41332211);
	RUN(&g, R600_TYPE3(R600_PKT3_CP_DMA, 5), at, 0, SCRATCH, 0, TO_REG | 8);
	cr_assert_eq(rd(&g, SCRATCH + 4), 0x11223341);
	RUN(&g, R600_TYPE3(R600_PKT3_CP_DMA, 5), SCRATCH, 0, at + 0x200, 0, FROM_REG | SAIC | 12);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 0x208), 0x11223340);
	no_reports(&g);
	emit_all(&g, (const uint32_t[]){R600_TYPE3(R600_PKT3_CP_DMA, 5), at, 0, 0x1000, 0, 16}, 6);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "leaves the memory"));
	fl_model_delete(g.m);
}

/* ---- events and fences --------------------------------------------------------------------------------- */
Test(r600_packets, fence)
{
	enum { TS = 5 << 8, EVENT = 20, DATA32 = 1u << 29, DATA64 = 2u << 29, CLOCK = 3u << 29 };
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t at = g.base + R600_DATA_AT;

	vram_wr(&g, R600_DATA_AT + 4, 0x99);
	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5), EVENT | TS, at, DATA32, 0x1234, 0x5678);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0x1234);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 4), 0x99);
	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5), EVENT | TS, at, DATA64, 0x1234, 0x5678);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 4), 0x5678);
	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5), 40 | TS, at + 8, CLOCK, 0, 0);
	cr_assert_gt(vram_rd(&g, R600_DATA_AT + 8), 0);
	for (unsigned i = 0; i < 2; i++) /* time passes from one to the next, in one share of work, too */
		emit_all(&g,
			 (const uint32_t[]){R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5), 40 | TS,
					    at + 16 + 8 * i, CLOCK, 0, 0},
			 6);
	kick(&g);
	cr_assert(idle(&g));
	cr_assert_gt(vram_rd(&g, R600_DATA_AT + 24), vram_rd(&g, R600_DATA_AT + 16));
	no_reports(&g);
	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5), EVENT, at, DATA32, 1, 0);
	cr_assert(reported(&g, FL_WARN, "its index is 5"));
	fl_model_delete(g.m);
}

/* Linux r600_irq_init: the entry of a fence in the ring of interrupts, and the line. */
Test(r600_packets, fence_interrupts)
{
	enum { TS = 5 << 8, EVENT = 20, WRITE_AND_IRQ = 1u << 29 | 2u << 24, RING_LOG2_DW = 8 };
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t at = g.base + R600_DATA_AT, ring = R600_DATA_AT + 0x10000;

	wr(&g, R600_IH_RB_BASE, (g.base + ring) >> 8);
	wr(&g, R600_IH_RB_CNTL, R600_IH_RB_CNTL__IH_RB_ENABLE(1) | R600_IH_RB_CNTL__IH_RB_SIZE(RING_LOG2_DW));
	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5), EVENT | TS, at, WRITE_AND_IRQ, 1, 0);
	cr_assert_not(fl_model_irq(g.m)); /* CP_INT_CNTL has not the bit */
	wr(&g, R600_CP_INT_CNTL, R600_CP_INT_CNTL__TIME_STAMP_INT_ENABLE(1));
	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5), EVENT | TS, at, WRITE_AND_IRQ, 2, 0);
	cr_assert(fl_model_irq(g.m));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 2);
	cr_assert_eq(vram_rd(&g, ring), 181);
	cr_assert_eq(rd(&g, R600_IH_RB_WPTR), 16);
	wr(&g, R600_IH_RB_RPTR, 16);
	cr_assert_not(fl_model_irq(g.m));
	no_reports(&g);
	fl_model_delete(g.m);
}

Test(r600_packets, surface_sync_of_r6xx)
{
	struct r600_rig g = r600_rig_running("rv670");

	RUN(&g, R600_TYPE3(R600_PKT3_SURFACE_SYNC, 4), R600_CP_COHER_CNTL__TC_ACTION_ENA(1), 0xffffffff, 0,
	    10);
	no_reports(&g);
	RUN(&g, R600_TYPE3(R600_PKT3_SURFACE_SYNC, 4), R600_CP_COHER_CNTL__CB_ACTION_ENA(1), 0xffffffff, 0,
	    10);
	cr_assert(reported(&g, FL_WARN, "do not work on R6xx"));
	fl_model_delete(g.m);
}

/* Mesa r600_streamout.c: flush, wait for its bit, go on; R7xx want a packet for bases. */
Test(r600_packets, stream_out)
{
	struct r600_rig g = r600_rig_running("rv770");

	RUN(&g, R600_TYPE3(R600_PKT3_STRMOUT_BUFFER_UPDATE, 5), 3 << 1 | 1, g.base + R600_DATA_AT, 0, 0, 0);
	cr_assert(reported(&g, FL_WARN, "SO_VGTSTREAMOUT_FLUSH"));
	fl_model_reports_clear(g.m);
	emit_config(&g, R600_CP_STRMOUT_CNTL, 0);
	RUN(&g, R600_TYPE3(R600_PKT3_EVENT_WRITE, 1), 31, R600_TYPE3(R600_PKT3_WAIT_REG_MEM, 6), 3,
	    R600_CP_STRMOUT_CNTL / 4, 0, 1, 1, 4, R600_TYPE3(R600_PKT3_STRMOUT_BUFFER_UPDATE, 5), 3 << 1 | 1,
	    g.base + R600_DATA_AT, 0, 0, 0);
	no_reports(&g);
	emit_context(&g, R600_VGT_STRMOUT_BUFFER_BASE_1, 0x100);
	RUN(&g, R600_TYPE3(R600_PKT3_STRMOUT_BASE_UPDATE, 2), 1, 0x100);
	no_reports(&g);
	RUN(&g, R600_TYPE3(R600_PKT3_STRMOUT_BASE_UPDATE, 2), 1, 0x101);
	cr_assert(reported(&g, FL_WARN, "says that buffer 1"));
	emit_context(&g, R600_VGT_STRMOUT_BUFFER_BASE_1, 0x200);
	emit_all(&g, (const uint32_t[]){R600_TYPE3(R600_PKT3_DRAW_INDEX_AUTO, 2), 3, 2}, 3);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "R7xx lock up"));
	fl_model_delete(g.m);
}

Test(r600_packets, immediate_indices_have_one_instance)
{
	struct r600_rig g = r600_rig_running("rv770");

	emit_all(&g,
		 (const uint32_t[]){R600_TYPE3(R600_PKT3_NUM_INSTANCES, 1), 2,
				    R600_TYPE3(R600_PKT3_DRAW_INDEX_IMMD, 4), 3, 1, 0x00010000, 2},
		 7);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "immediate indices with 2 instances"));
	fl_model_delete(g.m);
}

/* Linux r600_fence_ring_emit of old: a type-0 packet raises the ring's interrupt. */
Test(r600_packets, type_0)
{
	struct r600_rig g = r600_rig_running("r600");

	RUN(&g, R600_SCRATCH_REG1 / 4 | 1 << 16, 0x21, 0x22);
	cr_assert_eq(rd(&g, R600_SCRATCH_REG1), 0x21);
	cr_assert_eq(rd(&g, R600_SCRATCH_REG2), 0x22);
	RUN(&g, R600_CP_INT_STATUS / 4, R600_CP_INT_STATUS__RB_INT_STAT__MASK);
	cr_assert_eq(rd(&g, R600_CP_INT_STATUS), R600_CP_INT_STATUS__RB_INT_STAT__MASK);
	wr(&g, R600_CP_INT_STATUS, R600_CP_INT_STATUS__RB_INT_STAT__MASK);
	cr_assert_eq(rd(&g, R600_CP_INT_STATUS), 0);
	no_reports(&g);
	RUN(&g, R600_SRBM_SOFT_RESET / 4, 1);
	cr_assert(reported(&g, FL_WARN, "only the host reaches it"));
	fl_model_delete(g.m);
}

/* ---- errata that drivers know -------------------------------------------------------------------------- */
Test(r600_packets, guard_band_is_written_whole)
{
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t one = 0x3f800000;

	RUN(&g, R600_TYPE3(R600_PKT3_SET_CONTEXT_REG, 5), R600_CONTEXT(R600_PA_CL_GB_VERT_CLIP_ADJ), one, one,
	    one, one);
	no_reports(&g);
	emit_context(&g, R600_PA_CL_GB_VERT_DISC_ADJ, one);
	kick(&g);
	cr_assert(idle(&g));
	cr_assert(reported(&g, FL_WARN, "guard band"));
	fl_model_delete(g.m);
}

Test(r600_packets, bases_are_told_between_r600_and_rv770)
{
	static const char *const chip[] = {"rv670", "r600"};

	for (unsigned i = 0; i < 2; i++) {
		struct r600_rig g = r600_rig_running(chip[i]);

		RUN(&g, R600_TYPE3(R600_PKT3_START_3D_CMDBUF, 1), 0);
		emit_context(&g, R600_CB_COLOR_BASE(2), 0x100);
		RUN(&g, R600_TYPE3(R600_PKT3_SURFACE_BASE_UPDATE, 1), 1 << 3);
		cr_assert_eq(reported(&g, FL_WARN, "Linux refuses it"), i);
		fl_model_delete(g.m);
	}
}
