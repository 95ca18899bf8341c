/* SPDX-License-Identifier: MIT
 *
 * The display of R3xx and R4xx; see crtc_r300.h. Order and values: Linux radeon_legacy_crtc.c, and for the
 * table of colors radeon_display.c (legacy_crtc_load_lut).
 */
#include "hw/r500/crtc_r300.h"
#include "hw/regs/r500.h"

enum { GENMO_WT_BYTE = 2 };

uint8_t r500_genmo_read(struct fl_dev *d)
{
	return fl_read8(d, R500_GENMO_RD);
}

void r500_genmo_write(struct fl_dev *d, uint8_t value)
{
	fl_write8(d, R500_GENMO_WT + GENMO_WT_BYTE, value);
}

bool r500_vga_r300_off(struct fl_dev *d)
{
	const uint8_t on = R500_GENMO_WT__VGA_RAM_EN__MASK >> 8 * GENMO_WT_BYTE;

	r500_genmo_write(d, r500_genmo_read(d) & (uint8_t)~on);
	return !(r500_genmo_read(d) & on);
}

void r500_crtc_r300_stop(struct fl_dev *d)
{
	r500_vga_r300_off(d);
	fl_mask32(d, R500_CRTC_EXT_CNTL, R500_CRTC_EXT_CNTL__CRTC_DISPLAY_DIS__MASK,
		  R500_CRTC_EXT_CNTL__CRTC_DISPLAY_DIS(1));
	fl_mask32(d, R500_CRTC_GEN_CNTL,
		  R500_CRTC_GEN_CNTL__CRTC_CUR_EN__MASK | R500_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B__MASK,
		  R500_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B(1));
	fl_write32(d, R500_OV0_SCALE_CNTL, 0);
	fl_mask32(d, R500_CRTC2_GEN_CNTL,
		  R500_CRTC2_GEN_CNTL__CRTC2_CUR_EN__MASK | R500_CRTC2_GEN_CNTL__CRTC2_DISP_DIS__MASK |
		      R500_CRTC2_GEN_CNTL__CRTC2_DISP_REQ_EN_B__MASK,
		  R500_CRTC2_GEN_CNTL__CRTC2_DISP_DIS(1) | R500_CRTC2_GEN_CNTL__CRTC2_DISP_REQ_EN_B(1));
}

static void write_all(struct fl_dev *d, const uint16_t *reg, const uint32_t *value, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		fl_write32(d, reg[i], value[i]);
}

/* The flat panel's timing is the CRTC's: no scaling. */
static void timings(struct fl_dev *d, const struct fl_mode *m)
{
	enum { EACH = 4 };
	static const uint16_t crtc[EACH] = {R500_CRTC_H_TOTAL_DISP, R500_CRTC_H_SYNC_STRT_WID,
					    R500_CRTC_V_TOTAL_DISP, R500_CRTC_V_SYNC_STRT_WID},
			      panel[EACH] = {R500_FP_CRTC_H_TOTAL_DISP, R500_FP_H_SYNC_STRT_WID,
					     R500_FP_CRTC_V_TOTAL_DISP, R500_FP_V_SYNC_STRT_WID};
	const uint32_t value[EACH] = {
	    R500_CRTC_H_TOTAL_DISP__TOTAL(m->h_total / 8u - 1) |
		R500_CRTC_H_TOTAL_DISP__DISP(m->width / 8u - 1),
	    R500_CRTC_H_SYNC_STRT_WID__STRT(m->h_sync - 8u) |
		R500_CRTC_H_SYNC_STRT_WID__WID(m->h_sync_len / 8u) |
		R500_CRTC_H_SYNC_STRT_WID__POL(m->negative),
	    R500_CRTC_V_TOTAL_DISP__TOTAL(m->v_total - 1u) | R500_CRTC_V_TOTAL_DISP__DISP(m->height - 1u),
	    R500_CRTC_V_SYNC_STRT_WID__STRT(m->v_sync - 1u) | R500_CRTC_V_SYNC_STRT_WID__WID(m->v_sync_len) |
		R500_CRTC_V_SYNC_STRT_WID__POL(m->negative),
	};

	write_all(d, crtc, value, EACH);
	write_all(d, panel, value, EACH);
}

/* VGA text leaves its 16 colors in the table: make it straight. */
static void straight_lut(struct fl_dev *d)
{
	fl_mask32(d, R500_DAC_CNTL2, R500_DAC_CNTL2__DAC2_PALETTE_ACC_CTL__MASK, 0);
	fl_write8(d, R500_PALETTE_INDEX, 0);
	fl_avivo_ramp(d, R500_PALETTE_30_DATA);
}

/* While it changes the display is dark, and reads nothing. m: the mode to set; NULL: it has one. */
static enum fl_code show(struct r500_card *c, const struct fl_mode *m, const struct fl_crtc_picture *p,
			 struct fl_err *err)
{
	const uint32_t dark = R500_CRTC_EXT_CNTL__CRTC_VSYNC_DIS(1) | R500_CRTC_EXT_CNTL__CRTC_HSYNC_DIS(1) |
			      R500_CRTC_EXT_CNTL__CRTC_DISPLAY_DIS(1);
	const uint32_t keep = R500_CRTC_GEN_CNTL__CRTC_ICON_EN__MASK | R500_CRTC_GEN_CNTL__CRTC_CUR_EN__MASK |
			      R500_CRTC_GEN_CNTL__CRTC_CUR_MODE__MASK;
	enum { BASE = 5 };
	static const uint16_t base[BASE] = {R500_DISPLAY_BASE_ADDR, R500_CRTC_TILE_X0_Y0,
					    R500_CRTC_OFFSET_CNTL, R500_CRTC_OFFSET, R500_CRTC_PITCH};
	const uint32_t value[BASE] = {
	    (uint32_t)c->up.vram_addr,
	    0,
	    R500_CRTC_OFFSET_CNTL__CRTC_GUI_TRIG_OFFSET_LEFT_EN(1),
	    p->addr - (uint32_t)c->up.vram_addr,
	    R500_CRTC_PITCH__CRTC_PITCH(p->pitch_px / 8) | R500_CRTC_PITCH__CRTC_PITCH_RIGHT(p->pitch_px / 8),
	};
	struct fl_dev *d = c->up.dev;
	uint32_t gen = fl_read32(d, R500_CRTC_GEN_CNTL);

	r500_vga_r300_off(d);
	if (m)
		gen &= keep;
	gen &= ~(R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__MASK | R500_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B__MASK);
	gen |= R500_CRTC_GEN_CNTL__CRTC_EXT_DISP_EN(1) |
	       R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH(R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__BPP_32);
	fl_mask32(d, R500_DISP_MERGE_CNTL, R500_DISP_MERGE_CNTL__DISP_RGB_OFFSET_EN__MASK, 0);
	fl_write32(d, R500_CRTC_GEN_CNTL, gen | R500_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B(1));
	fl_mask32(d, R500_CRTC_EXT_CNTL, dark | R500_CRTC_EXT_CNTL__XCRT_CNT_EN__MASK,
		  dark | R500_CRTC_EXT_CNTL__XCRT_CNT_EN(1));
	write_all(d, base, value, BASE);
	if (m)
		timings(d, m);
	straight_lut(d);
	fl_write32(d, R500_CRTC_GEN_CNTL, gen | R500_CRTC_GEN_CNTL__CRTC_EN(1));
	fl_mask32(d, R500_CRTC_EXT_CNTL, dark, 0);
	return fl_crtc_took(1, fl_read32(d, R500_DISPLAY_BASE_ADDR) + fl_read32(d, R500_CRTC_OFFSET), p, err);
}

enum fl_code r500_crtc_r300_set(struct r500_card *c, const struct fl_crtc_picture *p, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint32_t gen = fl_read32(d, R500_CRTC_GEN_CNTL), h = fl_read32(d, R500_CRTC_H_TOTAL_DISP),
		 v = fl_read32(d, R500_CRTC_V_TOTAL_DISP);
	bool own = gen & R500_CRTC_GEN_CNTL__CRTC_EXT_DISP_EN__MASK,
	     lit = gen & R500_CRTC_GEN_CNTL__CRTC_EN__MASK;
	const struct fl_mode *m = NULL;
	enum fl_code code;

	if (lit && own && R500_CRTC_H_TOTAL_DISP__TOTAL__GET(h) && R500_CRTC_V_TOTAL_DISP__TOTAL__GET(v))
		code = fl_crtc_keeps(&c->up, 1, (R500_CRTC_H_TOTAL_DISP__DISP__GET(h) + 1) * 8,
				     R500_CRTC_V_TOTAL_DISP__DISP__GET(v) + 1, p, err);
	else
		code = fl_crtc_mode(&c->up, 1, lit && !own, p, &m, err);
	return code ? code : show(c, m, p, err);
}
