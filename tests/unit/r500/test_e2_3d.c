/* SPDX-License-Identifier: MIT
 *
 * 2D and then 3D on the same pixels: without a flush of the 2D destination cache 3D reads old memory, and it
 * is reported. R5xx guide 5.9, 10.5.3.
 */
#include "tests/unit/r500/test_model_rig.h"

enum { COLOR = 0x300000, DEPTH = 0x340000, PITCH_PX = 128 };

static const char *const told = "2D destination cache still holds pixels";

/* The 2D cache flushes when it is asked to, and not before. */
static struct rig start(void)
{
	const struct fl_model_config cfg = {.vram_B = 16 << 20, .threads = 1, .running = true};
	struct rig g = {.m = fl_model_new("r580", &cfg, NULL, 0)};

	g.base = (uint32_t)g.m->mem.vram_addr;
	rig_ring(&g);
	emit_reg(&g, R500_ISYNC_CNTL, 0);
	emit_reg(&g, R500_RB2D_DSTCACHE_MODE, 0);
	emit_reg(&g, R500_DEFAULT_SC_BOTTOM_RIGHT, 0x1fff1fff);
	emit_reg(&g, R500_DP_CNTL, 3);
	return g;
}

static void fill(struct rig *g, uint32_t at, unsigned x, unsigned y, unsigned w, unsigned h)
{
	emit_reg(g, R500_DST_PITCH_OFFSET, PITCH_PX * 4 / 64 << 22 | (g->base + at) >> 10);
	emit_reg(g, R500_DP_GUI_MASTER_CNTL, 0xf0 << 16 | 3 << 12 | 13 << 4 | 6 << 8 | 2 | 1 << 28 | 1 << 30);
	emit_reg(g, R500_DP_BRUSH_FRGD_CLR, 0x123456);
	emit_reg(g, R500_DST_Y_X, y << 16 | x);
	emit_reg(g, R500_DST_HEIGHT_WIDTH, h << 16 | w);
}

/* A point of 4 x 4 pixels with its upper left corner at (40, 30). */
static void point(struct rig *g, bool color, bool depth)
{
	static const float at[3] = {42, 32, 0.5f};

	emit_reg(g, R500_VAP_VTX_SIZE, 3);
	emit_reg(g, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	emit_reg(g, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	emit_reg(g, R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1));
	emit_reg(g, R500_VAP_PROG_STREAM_CNTL(0), 2 | 1 << 13);
	emit_reg(g, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xfa88);
	emit_reg(g, R500_VAP_OUT_VTX_FMT_0, 1);
	emit_reg(g, R500_GA_POINT_SIZE, 24 << 16 | 24);
	emit_reg(g, R500_SC_SCISSOR0, 0);
	emit_reg(g, R500_SC_SCISSOR1, 127 | 127 << 13);
	emit_reg(g, R500_RB3D_COLOROFFSET(0), g->base + COLOR);
	emit_reg(g, R500_RB3D_COLORPITCH(0), PITCH_PX | 6 << 21);
	emit_reg(g, R500_RB3D_COLOR_CHANNEL_MASK, color ? 15 : 0);
	emit_reg(g, R500_ZB_FORMAT, 2);
	emit_reg(g, R500_ZB_DEPTHOFFSET, g->base + DEPTH);
	emit_reg(g, R500_ZB_DEPTHPITCH, PITCH_PX);
	emit_reg(g, R500_ZB_CNTL, depth ? R500_ZB_CNTL__Z_ENABLE(1) | R500_ZB_CNTL__ZWRITEENABLE(1) : 0);
	emit_reg(g, R500_ZB_ZSTENCILCNTL, 1); /* less */
	emit(g, type3(R500_PKT3_3D_DRAW_IMMD_2, 4));
	emit(g, 1 << 16 | 3 << 4 | 1);
	for (unsigned i = 0; i < 3; i++) {
		uint32_t w;

		memcpy(&w, &at[i], 4);
		emit(g, w);
	}
}

static bool warns(struct rig *g)
{
	bool yes;

	rig_kick(g);
	cr_assert(fl_model_wait(g->m));
	yes = reported(g, FL_WARN, told);
	rig_delete(g);
	return yes;
}

Test(e2_3d, color)
{
	struct rig g = start();

	fill(&g, COLOR, 0, 0, 100, 100);
	point(&g, true, false);
	cr_expect(warns(&g));
	g = start();
	fill(&g, COLOR, 43, 33, 1, 1); /* the point's last pixel */
	point(&g, true, false);
	cr_expect(warns(&g));
}

Test(e2_3d, depth)
{
	struct rig g = start();

	fill(&g, DEPTH, 0, 0, 100, 100);
	point(&g, true, true);
	cr_expect(warns(&g));
	g = start();
	fill(&g, DEPTH, 0, 0, 100, 100);
	point(&g, true, false);
	cr_expect_not(warns(&g), "no depth test, no depth buffer");
}

Test(e2_3d, flushed_is_fine)
{
	struct rig g = start();

	fill(&g, COLOR, 0, 0, 100, 100);
	emit_reg(&g, R500_RB2D_DSTCACHE_CTLSTAT, 0xf);
	emit_reg(&g, R500_WAIT_UNTIL, R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1));
	point(&g, true, true);
	cr_expect_not(warns(&g));
}

/* Other memory, other rows, other columns of the same surface; and 2D that comes after 3D. */
Test(e2_3d, beside_is_fine)
{
	static const unsigned where[][4] = {
	    {0, 0, 128, 30}, {0, 34, 128, 60}, {0, 0, 40, 100}, {44, 0, 60, 100}};
	struct rig g = start();

	for (unsigned i = 0; i < 4; i++)
		fill(&g, COLOR, where[i][0], where[i][1], where[i][2], where[i][3]);
	fill(&g, 0x380000, 0, 0, 100, 100);
	point(&g, true, true);
	cr_expect_not(warns(&g));
	g = start();
	fill(&g, COLOR, 0, 0, 100, 100);
	point(&g, false, false);
	cr_expect_not(warns(&g), "nothing is drawn there");
	g = start();
	point(&g, true, true);
	fill(&g, COLOR, 0, 0, 100, 100);
	cr_expect_not(warns(&g));
}

/* A cache that flushes when 2D comes to rest: 3D that waits for that (ISYNC_ANY3D_IDLE2D, bit 1) sees what
 * was drawn; the other bits do not make it wait. */
Test(e2_3d, waits_where_isync_says_so)
{
	for (unsigned bit = 0; bit < 6; bit++) {
		struct rig g = start();

		emit_reg(&g, R500_RB2D_DSTCACHE_MODE, 1 << 8 | 1 << 17); /* as radeon sets it */
		emit_reg(&g, R500_ISYNC_CNTL, 1u << bit);
		fill(&g, COLOR, 0, 0, 100, 100);
		point(&g, true, false);
		cr_expect_eq(warns(&g), bit != 1, "bit %u", bit);
	}
}
