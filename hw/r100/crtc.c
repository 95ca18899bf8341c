/* SPDX-License-Identifier: MIT
 *
 * Setting a mode on an RV100-class card; see crtc.h. Field layout: Linux radeon_reg.h and
 * radeon_legacy_crtc.c.
 */
#include "hw/r100/crtc.h"
#include "hw/fl_mode.h"
#include "hw/regs/r100.h"

enum fl_code r100_crtc_set(struct r100_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err)
{
	const struct fl_mode *m = fl_mode_find(width, height);
	struct fl_dev *d = c->up.dev;
	uint32_t gen, disp;

	if (!m)
		return fl_fail(err, FL_USAGE,
			       "no mode of %ux%u; there are 640x480, 800x600, 1024x768 and 1280x1024", width,
			       height);
	if (pitch_px < width || pitch_px % 8 || pitch_px / 8 > 0x7ff || offset_B % 8)
		return fl_fail(
		    err, FL_USAGE,
		    "CRTC: a pitch of %u pixels at 0x%x cannot be shown: multiples of 8, at least %u",
		    pitch_px, offset_B, width);
	if (4ull * pitch_px * height + offset_B > c->up.vram_B)
		return fl_fail(err, FL_USAGE,
			       "CRTC: %u lines of %u pixels at 0x%x do not fit into %llu KiB of VRAM", height,
			       pitch_px, offset_B, (unsigned long long)(c->up.vram_B >> 10));

	/* Timings and pitch first, the switch last: the card takes a mode over when it is enabled. */
	gen = fl_read32(d, R100_CRTC_GEN_CNTL);
	fl_write32(d, R100_CRTC_GEN_CNTL,
		   (gen | R100_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B(1)) & ~R100_CRTC_GEN_CNTL__CRTC_EN__MASK);
	disp = (m->h_total / 8u - 1) | (m->width / 8u - 1) << 16;
	fl_write32(d, R100_CRTC_H_TOTAL_DISP, disp);
	fl_write32(d, R100_CRTC_H_SYNC_STRT_WID,
		   (m->h_sync - 8u) | R100_CRTC_H_SYNC_STRT_WID__CRTC_H_SYNC_WID(m->h_sync_len / 8u) |
		       R100_CRTC_H_SYNC_STRT_WID__CRTC_H_SYNC_POL(m->negative));
	fl_write32(d, R100_CRTC_V_TOTAL_DISP, (m->v_total - 1u) | (m->height - 1u) << 16);
	fl_write32(d, R100_CRTC_V_SYNC_STRT_WID,
		   R100_CRTC_V_SYNC_STRT_WID__CRTC_V_SYNC_STRT(m->v_sync - 1u) |
		       R100_CRTC_V_SYNC_STRT_WID__CRTC_V_SYNC_WID(m->v_sync_len) |
		       R100_CRTC_V_SYNC_STRT_WID__CRTC_V_SYNC_POL(m->negative));
	fl_write32(d, R100_CRTC_OFFSET_CNTL, 0);
	fl_write32(d, R100_CRTC_OFFSET, offset_B);
	fl_write32(d, R100_CRTC_PITCH,
		   R100_CRTC_PITCH__CRTC_PITCH(pitch_px / 8) |
		       R100_CRTC_PITCH__CRTC_PITCH_RIGHT(pitch_px / 8));
	fl_write32(d, R100_DAC_CNTL, fl_read32(d, R100_DAC_CNTL) | R100_DAC_CNTL__DAC_8BIT_EN(1));
	fl_write32(d, R100_CRTC_EXT_CNTL,
		   (fl_read32(d, R100_CRTC_EXT_CNTL) & ~R100_CRTC_EXT_CNTL__CRTC_DISPLAY_DIS__MASK) |
		       R100_CRTC_EXT_CNTL__VGA_ATI_LINEAR(1) | R100_CRTC_EXT_CNTL__XCRT_CNT_EN(1));
	fl_write32(d, R100_CRTC_GEN_CNTL,
		   R100_CRTC_GEN_CNTL__CRTC_EXT_DISP_EN(1) | R100_CRTC_GEN_CNTL__CRTC_EN(1) |
		       R100_CRTC_GEN_CNTL__CRTC_PIX_WIDTH(R100_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__BPP_32));

	if ((fl_read32(d, R100_CRTC_H_TOTAL_DISP) >> 16 & 0x1ff) != m->width / 8u - 1 ||
	    !(fl_read32(d, R100_CRTC_GEN_CNTL) & R100_CRTC_GEN_CNTL__CRTC_EN(1)))
		return fl_fail(
		    err, FL_FAILED,
		    "CRTC: CRTC_H_TOTAL_DISP reads 0x%08x after 0x%08x was written, CRTC_GEN_CNTL 0x%08x",
		    fl_read32(d, R100_CRTC_H_TOTAL_DISP), disp, fl_read32(d, R100_CRTC_GEN_CNTL));
	return FL_OK;
}

void r100_crtc_off(struct r100_card *c)
{
	fl_mask32(c->up.dev, R100_CRTC_GEN_CNTL,
		  R100_CRTC_GEN_CNTL__CRTC_EN(1) | R100_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B(1),
		  R100_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B(1));
}
