/* SPDX-License-Identifier: MIT
 *
 * Setting a mode on an R5xx; see crtc.h. The order and the values are those of Linux radeon (atombios_crtc.c:
 * avivo_crtc_do_set_base, radeon_display.c: avivo_crtc_load_lut) and, for the timings, which Linux leaves to
 * the video BIOS, of radeonhd (rhd_crtc.c: DxModeSet).
 */
#include "hw/r500/crtc.h"
#include "hw/fl_mode.h"
#include "hw/regs/r500.h"

enum { LUT_ENTRIES = 256, LUT_WHITE = 0xffff };

/* Counters start where sync does. */
static uint32_t blank(unsigned total, unsigned shown, unsigned sync)
{
	unsigned end = total - sync;

	return R500_D1CRTC_H_BLANK_START_END__START(end + shown) | R500_D1CRTC_H_BLANK_START_END__END(end);
}

static void timings(struct fl_dev *d, const struct fl_mode *m)
{
	fl_write32(d, R500_D1CRTC_H_TOTAL, R500_D1CRTC_H_TOTAL__TOTAL(m->h_total - 1u));
	fl_write32(d, R500_D1CRTC_H_BLANK_START_END, blank(m->h_total, m->width, m->h_sync));
	fl_write32(d, R500_D1CRTC_H_SYNC_A, R500_D1CRTC_H_SYNC_A__END(m->h_sync_len));
	fl_write32(d, R500_D1CRTC_H_SYNC_A_CNTL, R500_D1CRTC_H_SYNC_A_CNTL__NEGATIVE(m->negative));
	fl_write32(d, R500_D1CRTC_V_TOTAL, R500_D1CRTC_V_TOTAL__TOTAL(m->v_total - 1u));
	fl_write32(d, R500_D1CRTC_V_BLANK_START_END, blank(m->v_total, m->height, m->v_sync));
	fl_write32(d, R500_D1CRTC_V_SYNC_A, R500_D1CRTC_V_SYNC_A__END(m->v_sync_len));
	fl_write32(d, R500_D1CRTC_V_SYNC_A_CNTL, R500_D1CRTC_V_SYNC_A_CNTL__NEGATIVE(m->negative));
}

/* VGA text leaves its 16 colors in the table: make it straight. */
static void straight_lut(struct fl_dev *d)
{
	fl_write32(d, R500_DC_LUTA_CONTROL, 0);
	fl_write32(d, R500_DC_LUTA_BLACK_OFFSET_BLUE, 0);
	fl_write32(d, R500_DC_LUTA_BLACK_OFFSET_GREEN, 0);
	fl_write32(d, R500_DC_LUTA_BLACK_OFFSET_RED, 0);
	fl_write32(d, R500_DC_LUTA_WHITE_OFFSET_BLUE, LUT_WHITE);
	fl_write32(d, R500_DC_LUTA_WHITE_OFFSET_GREEN, LUT_WHITE);
	fl_write32(d, R500_DC_LUTA_WHITE_OFFSET_RED, LUT_WHITE);
	fl_write32(d, R500_DC_LUT_RW_SELECT, 0);
	fl_write32(d, R500_DC_LUT_RW_MODE, 0);
	fl_write32(d, R500_DC_LUT_WRITE_EN_MASK, R500_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(d, R500_DC_LUT_RW_INDEX, 0);
	for (unsigned i = 0; i < LUT_ENTRIES; i++) {
		unsigned v = i << 2 | i >> 6; /* 10 bits */

		fl_write32(d, R500_DC_LUT_30_COLOR,
			   R500_DC_LUT_30_COLOR__RED(v) | R500_DC_LUT_30_COLOR__GREEN(v) |
			       R500_DC_LUT_30_COLOR__BLUE(v));
	}
	fl_write32(d, R500_D1GRPH_LUT_SEL, 0);
}

static void surface(struct fl_dev *d, const struct fl_mode *m, uint32_t addr, unsigned pitch_px)
{
	fl_write32(d, R500_D1GRPH_ENABLE, R500_D1GRPH_ENABLE__D1GRPH_ENABLE(1));
	fl_write32(d, R500_D1GRPH_PRIMARY_SURFACE_ADDRESS, addr);
	fl_write32(d, R500_D1GRPH_SECONDARY_SURFACE_ADDRESS, addr);
	fl_write32(d, R500_D1GRPH_CONTROL,
		   R500_D1GRPH_CONTROL__D1GRPH_DEPTH(R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32) |
		       R500_D1GRPH_CONTROL__D1GRPH_FORMAT(0)); /* ARGB8888 */
	fl_write32(d, R500_D1GRPH_SURFACE_OFFSET_X, 0);
	fl_write32(d, R500_D1GRPH_SURFACE_OFFSET_Y, 0);
	fl_write32(d, R500_D1GRPH_X_START, 0);
	fl_write32(d, R500_D1GRPH_Y_START, 0);
	fl_write32(d, R500_D1GRPH_X_END, m->width);
	fl_write32(d, R500_D1GRPH_Y_END, m->height);
	fl_write32(d, R500_D1GRPH_PITCH, pitch_px);
	fl_write32(d, R500_D1SCL_SCALER_ENABLE, 0);
	fl_write32(d, R500_D1MODE_DESKTOP_HEIGHT, m->height);
	fl_write32(d, R500_D1MODE_VIEWPORT_START, 0);
	fl_write32(d, R500_D1MODE_VIEWPORT_SIZE,
		   R500_D1MODE_VIEWPORT_SIZE__X(m->width) | R500_D1MODE_VIEWPORT_SIZE__Y(m->height));
}

enum fl_code r500_crtc_set(struct r500_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err)
{
	const struct fl_mode *m = fl_mode_find(width, height);
	struct fl_dev *d = c->up.dev;
	uint32_t addr = c->up.vram_addr + offset_B, got;

	if (!m)
		return fl_fail(err, FL_USAGE,
			       "no mode of %ux%u; there are 640x480, 800x600, 1024x768 and 1280x1024", width,
			       height);
	if (pitch_px < width || pitch_px % 64 || offset_B % 4096)
		return fl_fail(
		    err, FL_USAGE,
		    "CRTC: a pitch of %u pixels at 0x%x cannot be shown: 64 pixels, 4 KiB, at least %u",
		    pitch_px, offset_B, width);
	if (4ull * pitch_px * height + offset_B > c->up.vram_B)
		return fl_fail(err, FL_USAGE,
			       "CRTC: %u lines of %u pixels at 0x%x do not fit into %llu KiB of VRAM", height,
			       pitch_px, offset_B, (unsigned long long)(c->up.vram_B >> 10));

	/* While the timings change the display reads nothing. */
	fl_mask32(d, R500_D1CRTC_CONTROL, R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1),
		  R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1));
	fl_write32(d, R500_VGA_RENDER_CONTROL, 0);
	fl_write32(d, R500_D1VGA_CONTROL, 0);
	timings(d, m);
	surface(d, m, addr, pitch_px);
	straight_lut(d);
	fl_mask32(d, R500_D1CRTC_CONTROL,
		  R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1) |
		      R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN(1),
		  R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN(1));

	got = fl_read32(d, R500_D1GRPH_PRIMARY_SURFACE_ADDRESS);
	if (got != addr)
		return fl_fail(err, FL_FAILED,
			       "CRTC: D1GRPH_PRIMARY_SURFACE_ADDRESS reads 0x%08x after 0x%08x was written",
			       got, addr);
	r500_note_display(d);
	return FL_OK;
}
