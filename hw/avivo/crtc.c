/* SPDX-License-Identifier: MIT
 *
 * Setting a mode on AVIVO; see crtc.h. The order and the values are those of Linux radeon (atombios_crtc.c:
 * avivo_crtc_do_set_base, radeon_display.c: avivo_crtc_load_lut) and, for the timings, which Linux leaves to
 * the video BIOS, of radeonhd (rhd_crtc.c: DxModeSet).
 */
#include "hw/avivo/crtc.h"
#include "hw/regs/avivo.h"

enum { LUT_WHITE = 0xffff, FRAME_US = 50000 /* at 20 Hz */ };

const uint16_t fl_avivo_grph_regs[FL_AVIVO_GRPH_REGS] = {
    AVIVO_D1GRPH_ENABLE,
    AVIVO_D1GRPH_PRIMARY_SURFACE_ADDRESS,
    AVIVO_D1GRPH_SECONDARY_SURFACE_ADDRESS,
    AVIVO_D1GRPH_CONTROL,
    AVIVO_D1GRPH_SURFACE_OFFSET_X,
    AVIVO_D1GRPH_SURFACE_OFFSET_Y,
    AVIVO_D1GRPH_X_START,
    AVIVO_D1GRPH_Y_START,
    AVIVO_D1GRPH_X_END,
    AVIVO_D1GRPH_Y_END,
    AVIVO_D1GRPH_PITCH,
};

const uint16_t fl_avivo_timing_regs[FL_AVIVO_TIMING_REGS] = {
    AVIVO_D1CRTC_H_TOTAL,        AVIVO_D1CRTC_H_BLANK_START_END, AVIVO_D1CRTC_H_SYNC_A,
    AVIVO_D1CRTC_H_SYNC_A_CNTL,  AVIVO_D1CRTC_V_TOTAL,           AVIVO_D1CRTC_V_BLANK_START_END,
    AVIVO_D1CRTC_V_SYNC_A,       AVIVO_D1CRTC_V_SYNC_A_CNTL,     AVIVO_D1SCL_SCALER_ENABLE,
    AVIVO_D1MODE_DESKTOP_HEIGHT, AVIVO_D1MODE_VIEWPORT_START,    AVIVO_D1MODE_VIEWPORT_SIZE,
};

static void write_all(struct fl_dev *d, uint32_t crtc, const uint16_t *reg, const uint32_t *value, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		fl_write32(d, reg[i] + crtc, value[i]);
}

/* Counters start where sync does. */
static uint32_t blank(unsigned total, unsigned shown, unsigned sync)
{
	unsigned end = total - sync;

	return AVIVO_D1CRTC_H_BLANK_START_END__START(end + shown) | AVIVO_D1CRTC_H_BLANK_START_END__END(end);
}

static void timings(struct fl_dev *d, uint32_t crtc, const struct fl_mode *m)
{
	const uint32_t value[FL_AVIVO_TIMING_REGS] = {
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

	write_all(d, crtc, fl_avivo_timing_regs, value, FL_AVIVO_TIMING_REGS);
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

/* VGA text leaves its 16 colors in the table: make it straight. Each display has a table of its own. */
static void straight_lut(struct fl_dev *d, uint32_t crtc)
{
	uint32_t table = crtc != 0;

	for (uint32_t i = 0; i < FL_AVIVO_LUT_REGS; i++) /* control, black three times, white three times */
		fl_write32(d, AVIVO_DC_LUTA_CONTROL + crtc + 4 * i, i < 4 ? 0 : LUT_WHITE);
	fl_write32(d, AVIVO_DC_LUT_RW_SELECT, table);
	fl_write32(d, AVIVO_DC_LUT_RW_MODE, 0);
	fl_write32(d, AVIVO_DC_LUT_WRITE_EN_MASK, AVIVO_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(d, AVIVO_DC_LUT_RW_INDEX, 0);
	fl_avivo_ramp(d, AVIVO_DC_LUT_30_COLOR);
	fl_write32(d, AVIVO_D1GRPH_LUT_SEL + crtc, AVIVO_D1GRPH_LUT_SEL__D1GRPH_LUT_SEL(table));
}

/* While it changes the display reads nothing. m: the mode to set; NULL: it has one. */
static enum fl_code show(struct fl_dev *d, uint32_t crtc, const struct fl_mode *m,
			 const struct fl_crtc_picture *p, struct fl_err *err)
{
	const uint32_t off = AVIVO_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1),
		       on = AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN(1);
	const uint32_t value[FL_AVIVO_GRPH_REGS] = {
	    AVIVO_D1GRPH_ENABLE__D1GRPH_ENABLE(1),
	    p->addr,
	    p->addr,
	    /* format 0: ARGB8888 */
	    AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH(AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32),
	    [8] = p->width,
	    p->height,
	    p->pitch_px,
	};

	fl_mask32(d, AVIVO_D1CRTC_CONTROL + crtc, off, off);
	fl_write32(d, AVIVO_VGA_RENDER_CONTROL, 0);
	fl_write32(d, crtc ? AVIVO_D2VGA_CONTROL : AVIVO_D1VGA_CONTROL, 0);
	if (m)
		timings(d, crtc, m);
	write_all(d, crtc, fl_avivo_grph_regs, value, FL_AVIVO_GRPH_REGS);
	straight_lut(d, crtc);
	fl_mask32(d, AVIVO_D1CRTC_CONTROL + crtc, off | on, on);
	return fl_crtc_took(crtc ? 2 : 1, fl_read32(d, AVIVO_D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc), p, err);
}

static bool lit(struct fl_dev *d, uint32_t crtc)
{
	return AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN__GET(fl_read32(d, AVIVO_D1CRTC_CONTROL + crtc));
}

static bool vga(struct fl_dev *d, uint32_t crtc)
{
	return AVIVO_D1VGA_CONTROL__D1VGA_MODE_ENABLE__GET(
	    fl_read32(d, crtc ? AVIVO_D2VGA_CONTROL : AVIVO_D1VGA_CONTROL));
}

/* The viewport of a display that is in a graphics mode; 0: it is in none. */
static uint32_t graphics(struct fl_dev *d, uint32_t crtc)
{
	uint32_t view = fl_read32(d, AVIVO_D1MODE_VIEWPORT_SIZE + crtc);

	return lit(d, crtc) && !vga(d, crtc) && fl_read32(d, AVIVO_D1GRPH_ENABLE + crtc) & 1 &&
		       fl_read32(d, AVIVO_D1CRTC_H_TOTAL + crtc) &&
		       fl_read32(d, AVIVO_D1CRTC_V_TOTAL + crtc) && AVIVO_D1MODE_VIEWPORT_SIZE__X__GET(view)
		   ? view
		   : 0;
}

static enum fl_code new_mode(struct fl_bringup *up, const struct fl_crtc_picture *p, struct fl_err *err)
{
	struct fl_dev *d = up->dev;
	uint32_t crtc = !lit(d, 0) && lit(d, FL_AVIVO_SECOND) ? FL_AVIVO_SECOND : 0;
	const struct fl_mode *m;
	enum fl_code code = fl_crtc_mode(up, crtc ? 2 : 1, vga(d, crtc), p, &m, err);

	return code ? code : show(d, crtc, m, p, err);
}

enum fl_code fl_avivo_show(struct fl_bringup *up, const struct fl_crtc_picture *p, struct fl_err *err)
{
	struct fl_dev *d = up->dev;
	enum fl_code code = FL_OK;
	uint32_t kept = 0;

	for (uint32_t crtc = 0; !code && crtc <= FL_AVIVO_SECOND; crtc += FL_AVIVO_SECOND) {
		uint32_t view = graphics(d, crtc), x = AVIVO_D1MODE_VIEWPORT_SIZE__X__GET(view),
			 y = AVIVO_D1MODE_VIEWPORT_SIZE__Y__GET(view);

		if (!view)
			continue;
		code = fl_crtc_keeps(up, crtc ? 2 : 1, x, y, p, err);
		if (!code)
			code = show(d, crtc, NULL, p, err);
		kept = view;
	}
	return kept ? code : new_mode(up, p, err);
}

void fl_avivo_stop(struct fl_dev *d)
{
	fl_write32(d, AVIVO_VGA_RENDER_CONTROL, 0);
	for (uint32_t crtc = 0; crtc <= FL_AVIVO_SECOND; crtc += FL_AVIVO_SECOND) {
		uint32_t control = fl_read32(d, AVIVO_D1CRTC_CONTROL + crtc), frame;
		struct fl_err ignored;

		if (control == 0xffffffff || !AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN__GET(control))
			continue;
		frame = fl_read32(d, AVIVO_D1CRTC_FRAME_COUNT + crtc);
		fl_write32(d, AVIVO_D1CRTC_UPDATE_LOCK + crtc, 1);
		fl_write32(d, AVIVO_D1CRTC_CONTROL + crtc,
			   control | AVIVO_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1));
		fl_write32(d, AVIVO_D1CRTC_UPDATE_LOCK + crtc, 0);
		/* The change takes effect with the next frame. A CRTC whose clock stands never shows one, and
		 * never reads either. */
		fl_poll32_reached(d, AVIVO_D1CRTC_FRAME_COUNT + crtc, frame + 1, FRAME_US, "next frame",
				  "D1CRTC_FRAME_COUNT", &ignored);
	}
}
