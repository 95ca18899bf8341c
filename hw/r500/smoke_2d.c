/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the 2D engine fills and copies, and the picture is read back. The packets are those of Linux
 * r100_copy_blit() and of the X driver (xf86-video-ati, RADEONSolid, RADEONCopy), by registers.
 */
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

/* The rectangle that is drawn, off all alignments */
enum { X = 5, Y = 9, W = 37, H = 21, FROM_X = 3, FROM_Y = 2 };

static const uint32_t color = 0x8badf00d;

static uint32_t ground(unsigned x, unsigned y)
{
	return 0x01000193u * (x + 257 * y) ^ 0x00c0ffee;
}

static uint32_t blank(unsigned x, unsigned y)
{
	return 0x11223344;
}

static uint32_t filled(unsigned x, unsigned y)
{
	return x >= X && x < X + W && y >= Y && y < Y + H ? color : ground(x, y);
}

static uint32_t copied(unsigned x, unsigned y)
{
	return x >= X && x < X + W && y >= Y && y < Y + H ? ground(x - X + FROM_X, y - Y + FROM_Y)
							  : blank(x, y);
}

static uint32_t pitch_offset(const struct r500_card *c, uint64_t at_B)
{
	return R500_DST_PITCH_OFFSET__DST_PITCH(FL_SMOKE_SIDE * 4 / 64) |
	       R500_DST_PITCH_OFFSET__DST_OFFSET((c->up.vram_addr + (uint32_t)at_B) >> 10);
}

/* What both have in common: no clipping, all bits written, left to right, top to bottom. */
static const uint32_t master =
    R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL(
	R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL__LEAVE) |
    R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__ARGB8888) |
    R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__SAME_AS_DST) |
    R500_DP_GUI_MASTER_CNTL__GMC_CLR_CMP_CNTL_DIS(1) | R500_DP_GUI_MASTER_CNTL__GMC_WR_MSK_DIS(1);

static void common(struct r500_ring *ring, uint32_t dst)
{
	r500_ring_reg(ring, R500_DEFAULT_SC_BOTTOM_RIGHT,
		      R500_DEFAULT_SC_BOTTOM_RIGHT__DEFAULT_SC_RIGHT(0x1fff) |
			  R500_DEFAULT_SC_BOTTOM_RIGHT__DEFAULT_SC_BOTTOM(0x1fff));
	r500_ring_reg(ring, R500_DST_PITCH_OFFSET, dst);
	r500_ring_reg(ring, R500_DP_CNTL,
		      R500_DP_CNTL__DST_X_DIR(R500_DP_CNTL__DST_X_DIR__LEFT_TO_RIGHT) |
			  R500_DP_CNTL__DST_Y_DIR(R500_DP_CNTL__DST_Y_DIR__TOP_TO_BOTTOM));
}

static enum fl_code go(struct r500_card *c, struct fl_err *err)
{
	r500_ring_reg(&c->ring, R500_DST_Y_X, Y << 16 | X);
	r500_ring_reg(&c->ring, R500_DST_HEIGHT_WIDTH, H << 16 | W); /* and off it goes */
	r500_ring_commit(&c->ring);
	return r500_fence_sync(&c->fence, &c->ring, 500000, err);
}

enum fl_code r500_check_fill(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	enum fl_code code;
	uint64_t at_B;

	code = fl_smoke_picture(&c->up, 0, &at_B, err);
	if (code)
		return code;
	fl_smoke_paint(&c->up, at_B, ground);
	code = r500_ring_begin(&c->ring, 32, err);
	if (code)
		return code;
	common(&c->ring, pitch_offset(c, at_B));
	r500_ring_reg(&c->ring, R500_DP_GUI_MASTER_CNTL,
		      master |
			  R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(
			      R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__SOLID_COLOR) |
			  R500_DP_GUI_MASTER_CNTL__GMC_ROP3(R500_DP_GUI_MASTER_CNTL__GMC_ROP3__P));
	r500_ring_reg(&c->ring, R500_DP_BRUSH_FRGD_CLR, color);
	code = go(c, err);
	if (!code)
		code = fl_smoke_compare(&c->up, at_B, "2D fill", filled, err);
	if (!code)
		fl_did(&c->up, "%dx%d pixels filled, nothing else touched", W, H);
	return code;
}

enum fl_code r500_check_copy(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	uint64_t from_B, to_B;
	enum fl_code code;

	code = fl_smoke_picture(&c->up, 0, &from_B, err);
	if (!code)
		code = fl_smoke_picture(&c->up, 1, &to_B, err);
	if (code)
		return code;
	fl_smoke_paint(&c->up, from_B, ground);
	fl_smoke_paint(&c->up, to_B, blank);
	code = r500_ring_begin(&c->ring, 32, err);
	if (code)
		return code;
	common(&c->ring, pitch_offset(c, to_B));
	r500_ring_reg(&c->ring, R500_SRC_PITCH_OFFSET, pitch_offset(c, from_B));
	r500_ring_reg(&c->ring, R500_DP_GUI_MASTER_CNTL,
		      master |
			  R500_DP_GUI_MASTER_CNTL__GMC_SRC_PITCH_OFFSET_CNTL(
			      R500_DP_GUI_MASTER_CNTL__GMC_SRC_PITCH_OFFSET_CNTL__LEAVE) |
			  R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(
			      R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__NONE) |
			  R500_DP_GUI_MASTER_CNTL__GMC_ROP3(R500_DP_GUI_MASTER_CNTL__GMC_ROP3__S) |
			  R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(
			      R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE__VIDEO_MEMORY));
	r500_ring_reg(&c->ring, R500_SRC_Y_X, FROM_Y << 16 | FROM_X);
	code = go(c, err);
	if (!code)
		code = fl_smoke_compare(&c->up, to_B, "2D copy", copied, err);
	if (!code)
		fl_did(&c->up, "%dx%d pixels copied, nothing else touched", W, H);
	return code;
}
