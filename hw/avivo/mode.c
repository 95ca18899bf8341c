/* SPDX-License-Identifier: MIT
 *
 * What the registers of a display hold for a mode; see mode.h. Values are those of Linux radeon
 * (atombios_crtc.c: avivo_crtc_do_set_base, dce4_crtc_do_set_base; radeon_display.c: avivo_crtc_load_lut,
 * dce5_crtc_load_lut) and, for the timings, which Linux leaves to the video BIOS, of radeonhd (rhd_crtc.c:
 * DxModeSet). The timings of DCE 8 have the same fields (Linux dce_8_0_sh_mask.h).
 */
#include "hw/avivo/mode.h"
#include "hw/regs/avivo.h"

enum { LUT_WHITE = 0xffff };

void fl_avivo_write(struct fl_dev *d, const uint16_t *reg, uint32_t more, const uint32_t *value, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		fl_write32(d, reg[i] + more, value[i]);
}

void fl_avivo_grph(const struct fl_crtc_picture *p, uint32_t control, uint32_t value[FL_AVIVO_GRPH_REGS])
{
	const uint32_t all[FL_AVIVO_GRPH_REGS] = {
	    AVIVO_D1GRPH_ENABLE__D1GRPH_ENABLE(1),
	    p->addr,
	    p->addr,
	    /* format 0: ARGB8888 */
	    control | AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH(AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32),
	    [8] = p->width,
	    p->height,
	    p->pitch_px,
	};

	for (unsigned i = 0; i < FL_AVIVO_GRPH_REGS; i++)
		value[i] = all[i];
}

/* Counters start where sync does. */
static uint32_t blank(unsigned total, unsigned shown, unsigned sync)
{
	unsigned end = total - sync;

	return AVIVO_D1CRTC_H_BLANK_START_END__START(end + shown) | AVIVO_D1CRTC_H_BLANK_START_END__END(end);
}

void fl_avivo_timings(const struct fl_mode *m, uint32_t value[FL_AVIVO_TIMING_REGS])
{
	const uint32_t all[FL_AVIVO_TIMING_REGS] = {
	    AVIVO_D1CRTC_H_TOTAL__TOTAL(m->h_total - 1u),
	    blank(m->h_total, m->width, m->h_sync),
	    AVIVO_D1CRTC_H_SYNC_A__END(m->h_sync_len),
	    AVIVO_D1CRTC_H_SYNC_A_CNTL__NEGATIVE(m->negative),
	    AVIVO_D1CRTC_V_TOTAL__TOTAL(m->v_total - 1u),
	    blank(m->v_total, m->height, m->v_sync),
	    AVIVO_D1CRTC_V_SYNC_A__END(m->v_sync_len),
	    AVIVO_D1CRTC_V_SYNC_A_CNTL__NEGATIVE(m->negative),
	    0, /* no scaler */
	    m->height,
	    0,
	    AVIVO_D1MODE_VIEWPORT_SIZE__X(m->width) | AVIVO_D1MODE_VIEWPORT_SIZE__Y(m->height),
	};

	for (unsigned i = 0; i < FL_AVIVO_TIMING_REGS; i++)
		value[i] = all[i];
}

void fl_avivo_lut_control(struct fl_dev *d, uint32_t first)
{
	for (uint32_t i = 0; i < FL_AVIVO_LUT_REGS; i++) /* control, black three times, white three times */
		fl_write32(d, first + 4 * i, i < 4 ? 0 : LUT_WHITE);
}

void fl_avivo_ramp(struct fl_dev *d, uint32_t port)
{
	for (unsigned i = 0; i < FL_AVIVO_COLORS; i++) {
		unsigned v = i << 2 | i >> 6; /* 10 bits */

		fl_write32(d, port,
			   AVIVO_DC_LUT_30_COLOR__RED(v) | AVIVO_DC_LUT_30_COLOR__GREEN(v) |
			       AVIVO_DC_LUT_30_COLOR__BLUE(v));
	}
}
