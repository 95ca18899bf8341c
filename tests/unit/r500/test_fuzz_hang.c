/* SPDX-License-Identifier: MIT
 *
 * No stream hangs the model: what has no end, or none within the budget of a call, hangs the chip instead,
 * visibly: a report, GUI_ACTIVE stays, and a reset ends it. The budget here is small, so that the tests are
 * quick.
 */
#include "hw/model/chip.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { PICTURE = 0x400000 };

static struct fl_model *m;
static uint32_t dw[4096], n, base;
static clock_t start;

static void setup(void)
{
	struct fl_model_config cfg = {.running = true, .threads = 1, .vram_B = 16 << 20, .work = 1 << 24};

	m = fl_model_new("r580", &cfg, NULL, 0);
	cr_assert(m);
	base = (uint32_t)m->mem.vram_addr;
	n = 0;
	start = clock();
}

static void teardown(void)
{
	cr_expect((double)(clock() - start) / CLOCKS_PER_SEC < 2.0, "it took too long");
	fl_model_delete(m);
}

TestSuite(fuzz_hang, .init = setup, .fini = teardown, .timeout = 60);

static void reg(uint32_t offset, uint32_t value)
{
	dw[n++] = offset / 4;
	dw[n++] = value;
}

static bool told(const char *part)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(m, i)); i++)
		if (r->severity == FL_REFUSE && strstr(r->text, part))
			return true;
	return false;
}

static bool busy(void)
{
	return R500_RBBM_STATUS__GUI_ACTIVE__GET(fl_model_read(m, R500_RBBM_STATUS, 4));
}

static void hangs(const char *what)
{
	const struct fl_report *r = fl_model_report(m, 0);

	cr_expect(told("hangs here"), "%s: no report says so, but: %s", what, r ? r->text : "none");
	cr_expect(!fl_model_wait(m) && busy(), "%s: the chip is idle", what);
	/* Linux radeon, rv515_gpu_reset: streams off, then the command processor and the engines */
	fl_model_write(m, R500_CP_CSQ_CNTL, 4, 0);
	fl_model_write(m, R500_RBBM_SOFT_RESET, 4, 0x3ff);
	fl_model_read(m, R500_RBBM_SOFT_RESET, 4);
	fl_model_write(m, R500_RBBM_SOFT_RESET, 4, 0);
	fl_model_tick(m, 1000);
	cr_expect(!busy(), "%s: a reset does not end it", what);
}

/* Nothing jumps backwards, but buffers are called as often as one likes: 400 times 2 million dwords. */
Test(fuzz_hang, commands)
{
	uint32_t *vram = fl_model_vram(m, NULL);

	for (unsigned i = 0; i < 2 << 20; i++)
		vram[PICTURE / 4 + i] = 0x80000000; /* type 2: R5xx guide 6.1.3 */
	for (unsigned i = 0; i < 400; i++) {
		reg(R500_CP_IB2_BASE, base + PICTURE);
		reg(R500_CP_IB2_BUFSZ, 2 << 20);
	}
	cr_expect(!fl_model_run(m, dw, n));
	hangs("400 indirect buffers of 8 MB");
}

static void big_rectangle(unsigned source)
{
	reg(R500_DP_GUI_MASTER_CNTL, R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL(1) |
					 R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(source ? 15 : 13) |
					 R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(6) |
					 R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(3) |
					 R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(source) |
					 R500_DP_GUI_MASTER_CNTL__GMC_ROP3(source ? 0xcc : 0x5a) |
					 R500_DP_GUI_MASTER_CNTL__GMC_CLR_CMP_CNTL_DIS(1) |
					 R500_DP_GUI_MASTER_CNTL__GMC_WR_MSK_DIS(1));
	reg(R500_DST_PITCH_OFFSET, 1u << 22 | (base + PICTURE) >> 10);
	reg(R500_DEFAULT_SC_BOTTOM_RIGHT, 0x3fff3fff & 0x1fff1fff);
	reg(R500_DP_CNTL, 3);
	reg(R500_DST_Y_X, 0);
	reg(R500_DST_HEIGHT_WIDTH, 0x1fff1fff);
}

Test(fuzz_hang, rectangles)
{
	for (unsigned i = 0; i < 200; i++)
		big_rectangle(0);
	reg(R500_RB2D_DSTCACHE_CTLSTAT, 3);
	cr_expect(!fl_model_run(m, dw, n));
	hangs("200 rectangles of 8191 x 8191");
}

/* Each of them wants 256 MB of host data, and gets one dword. */
Test(fuzz_hang, host_data_that_do_not_come)
{
	struct rusage before, after;

	getrusage(RUSAGE_SELF, &before);
	for (unsigned i = 0; i < 60; i++) {
		big_rectangle(3);
		reg(R500_HOST_DATA(0), i);
	}
	fl_model_run(m, dw, n);
	getrusage(RUSAGE_SELF, &after);
	cr_expect(busy(), "the last rectangle waits for data");
	cr_expect(after.ru_maxrss - before.ru_maxrss < 65536, "%ld KB", after.ru_maxrss - before.ru_maxrss);
}

Test(fuzz_hang, vertices)
{
	const uint32_t list = R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_LIST) |
			      R500_VAP_VF_CNTL__PRIM_TYPE(R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST) |
			      R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS(1);

	reg(R500_VAP_VTX_NUM_ARRAYS, 1);
	reg(R500_VAP_VTX_AOS_ATTR(0), R500_VAP_VTX_AOS_ATTR__VTX_AOS_COUNT0(4));
	reg(R500_VAP_VTX_AOS_ADDR0(0), base + PICTURE);
	reg(R500_VAP_PROG_STREAM_CNTL(0),
	    R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0(3) | R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(1));
	reg(R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xf688);
	reg(R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	reg(R500_VAP_OUT_VTX_FMT_0, 1);
	reg(R500_VAP_VF_MAX_VTX_INDX, 0xffffff);
	reg(R500_VAP_ALT_NUM_VERTICES, 0xffffff);
	reg(R500_VAP_VF_CNTL, list);
	cr_expect(!fl_model_run(m, dw, n));
	hangs("a draw of 16,777,215 vertices");
}

/* Batches too small to be worth a look at the budget are counted, too: points of 100 x 100 pixels,
 * each waited for. Cut down to a pixel by the scissor they fit in, so it is their pixels that do not. */
static bool points_one_by_one(unsigned scissor_px)
{
	enum { POINT_DW = 8, POINTS = 100, CALLS = 14 };
	const uint32_t point[POINT_DW] = {
	    3u << 30 | 3u << 16 | R500_PKT3_3D_DRAW_IMMD_2 << 8,
	    R500_VAP_VF_CNTL__PRIM_TYPE(R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST) |
		R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) | 1u << 16,
	    0x42480000, /* 50, 50, 0 */
	    0x42480000,
	    0,
	    R500_WAIT_UNTIL / 4,
	    R500_WAIT_UNTIL__WAIT_3D_IDLE(1),
	    0x80000000,
	};

	for (unsigned i = 0; i < POINTS; i++)
		fl_model_vram_write(m, PICTURE + i * sizeof(point), point, sizeof(point));
	n = 0;
	reg(R500_VAP_VTX_SIZE, 3);
	reg(R500_VAP_PROG_STREAM_CNTL(0),
	    R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0(2) | R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(1));
	reg(R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xfa88); /* X, Y, Z, 1 */
	reg(R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	reg(R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1));
	reg(R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	reg(R500_VAP_OUT_VTX_FMT_0, 1);
	reg(R500_GA_POINT_SIZE, 600u << 16 | 600); /* half of it, in twelfths of a pixel */
	reg(R500_SC_SCISSOR0, 0);
	reg(R500_SC_SCISSOR1, (scissor_px - 1) | (scissor_px - 1) << 13);
	for (unsigned i = 0; i < CALLS; i++) {
		reg(R500_CP_IB2_BASE, base + PICTURE);
		reg(R500_CP_IB2_BUFSZ, POINTS * POINT_DW);
	}
	return fl_model_run(m, dw, n);
}

Test(fuzz_hang, small_batches)
{
	cr_expect(points_one_by_one(1), "%s", fl_model_report(m, 0) ? fl_model_report(m, 0)->text : "");
	cr_expect_not(told("hangs here"));
	cr_expect_not(points_one_by_one(100));
	hangs("1400 points of 100 x 100 pixels");
}

/* The descriptors of direct DMA: byte-swapped copies of 2 MB, over and over. */
Test(fuzz_hang, transfers)
{
	for (unsigned i = 0; i < 400; i++) {
		reg(R500_CP_GUI_COMMAND - 8, base);
		reg(R500_CP_GUI_COMMAND - 4, base + PICTURE);
		reg(R500_CP_GUI_COMMAND, 0x1ffffc | 2u << 22);
	}
	fl_model_run(m, dw, n);
	hangs("400 transfers of 2 MB");
}

/* fl_model_run() returns with the stream unfinished: what is left of it must not be the caller's memory. */
Test(fuzz_hang, memory_of_the_caller)
{
	uint32_t *mine = malloc(4096);

	cr_assert(mine);
	memset(mine, 0, 4096);
	mine[0] = 3u << 30 | R500_PKT3_WAIT_MEM << 8 | 1u << 16;
	mine[1] = base + PICTURE;
	mine[2] = 2;
	for (unsigned i = 3; i + 1 < 1024; i += 2) {
		mine[i] = R500_SCRATCH_REG(3) / 4;
		mine[i + 1] = 0x12345678;
	}
	mine[1023] = 0x80000000;
	const uint32_t semaphore[] = {1, 2}, free_now = 0;
	fl_model_vram_write(m, PICTURE, semaphore, 8);
	cr_expect(!fl_model_run(m, mine, 1024), "it waits for the semaphore");
	memset(mine, 0xff, 4096);
	free(mine);
	fl_model_vram_write(m, PICTURE, &free_now, 4);
	cr_expect(fl_model_wait(m));
	cr_expect_eq(fl_model_read(m, R500_SCRATCH_REG(3), 4), 0x12345678);
	cr_expect(!told("malformed"));
}

/* Three vertices of four dwords are announced, and four dwords come: the VAP waits for the others for
 * ever. */
Test(fuzz_hang, vertices_that_do_not_come)
{
	const struct fl_report *r;
	bool said = false;

	reg(R500_VAP_VTX_SIZE, 4);
	dw[n++] = 3u << 30 | 4u << 16 | R500_PKT3_3D_DRAW_IMMD_2 << 8;
	dw[n++] = R500_VAP_VF_CNTL__PRIM_TYPE(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST) |
		  R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) |
		  R500_VAP_VF_CNTL__NUM_VERTICES(3);
	n += 4;
	fl_model_run(m, dw, n);
	cr_expect(!fl_model_wait(m) && busy(), "the chip is idle");
	for (unsigned i = 0; (r = fl_model_report(m, i)); i++)
		said |= strstr(r->text, "waits for 8 of its 12 dwords") != NULL;
	cr_expect(said, "no report says what it waits for");
	fl_model_write(m, R500_CP_CSQ_CNTL, 4, 0);
	fl_model_write(m, R500_RBBM_SOFT_RESET, 4, 0x3ff);
	fl_model_read(m, R500_RBBM_SOFT_RESET, 4);
	fl_model_write(m, R500_RBBM_SOFT_RESET, 4, 0);
	cr_expect(!busy(), "a reset does not end it");
}
