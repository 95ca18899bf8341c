/* SPDX-License-Identifier: MIT
 *
 * Setting a mode on AVIVO; see crtc.h. The order is that of Linux radeon (atombios_crtc.c:
 * avivo_crtc_do_set_base, radeon_display.c: avivo_crtc_load_lut) and radeonhd (rhd_crtc.c: DxModeSet).
 */
#include "hw/avivo/crtc.h"
#include "hw/regs/avivo.h"

enum { DISPLAYS = 2, FRAME_US = 50000 /* at 20 Hz */ };

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

/* VGA text leaves its 16 colors in the table: make it straight. Each display has a table of its own. */
static void straight_lut(struct fl_dev *d, uint32_t crtc)
{
	uint32_t table = crtc != 0;

	fl_avivo_lut_control(d, AVIVO_DC_LUTA_CONTROL + crtc);
	fl_write32(d, AVIVO_DC_LUT_RW_SELECT, table);
	fl_write32(d, AVIVO_DC_LUT_RW_MODE, 0);
	fl_write32(d, AVIVO_DC_LUT_WRITE_EN_MASK, AVIVO_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(d, AVIVO_DC_LUT_RW_INDEX, 0);
	fl_avivo_ramp(d, AVIVO_DC_LUT_30_COLOR);
	fl_write32(d, AVIVO_D1GRPH_LUT_SEL + crtc, AVIVO_D1GRPH_LUT_SEL__D1GRPH_LUT_SEL(table));
}

/* While it changes the display reads nothing. */
static enum fl_code show(struct fl_bringup *up, unsigned i, const struct fl_mode *m,
			 const struct fl_crtc_picture *p, struct fl_err *err)
{
	const uint32_t off = AVIVO_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1),
		       on = AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN(1), crtc = i * FL_AVIVO_SECOND;
	uint32_t grph[FL_AVIVO_GRPH_REGS], timing[FL_AVIVO_TIMING_REGS];
	struct fl_dev *d = up->dev;

	fl_mask32(d, AVIVO_D1CRTC_CONTROL + crtc, off, off);
	fl_write32(d, AVIVO_VGA_RENDER_CONTROL, 0);
	fl_write32(d, crtc ? AVIVO_D2VGA_CONTROL : AVIVO_D1VGA_CONTROL, 0);
	if (m) {
		fl_avivo_timings(m, timing);
		fl_avivo_write(d, fl_avivo_timing_regs, crtc, timing, FL_AVIVO_TIMING_REGS);
	}
	fl_avivo_grph(p, 0, grph);
	fl_avivo_write(d, fl_avivo_grph_regs, crtc, grph, FL_AVIVO_GRPH_REGS);
	straight_lut(d, crtc);
	fl_mask32(d, AVIVO_D1CRTC_CONTROL + crtc, off | on, on);
	return fl_crtc_took(i + 1, fl_read32(d, AVIVO_D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc), p, err);
}

static bool lit(const struct fl_bringup *up, unsigned i)
{
	return AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN__GET(
	    fl_read32(up->dev, AVIVO_D1CRTC_CONTROL + i * FL_AVIVO_SECOND));
}

static bool vga(const struct fl_bringup *up, unsigned i)
{
	return AVIVO_D1VGA_CONTROL__D1VGA_MODE_ENABLE__GET(
	    fl_read32(up->dev, i ? AVIVO_D2VGA_CONTROL : AVIVO_D1VGA_CONTROL));
}

static bool graphics(const struct fl_bringup *up, unsigned i, unsigned *x, unsigned *y)
{
	const uint32_t crtc = i * FL_AVIVO_SECOND;
	struct fl_dev *d = up->dev;
	uint32_t view = fl_read32(d, AVIVO_D1MODE_VIEWPORT_SIZE + crtc);

	*x = AVIVO_D1MODE_VIEWPORT_SIZE__X__GET(view);
	*y = AVIVO_D1MODE_VIEWPORT_SIZE__Y__GET(view);
	return lit(up, i) && !vga(up, i) && fl_read32(d, AVIVO_D1GRPH_ENABLE + crtc) & 1 &&
	       fl_read32(d, AVIVO_D1CRTC_H_TOTAL + crtc) && fl_read32(d, AVIVO_D1CRTC_V_TOTAL + crtc) && *x;
}

enum fl_code fl_avivo_show(struct fl_bringup *up, const struct fl_crtc_picture *p, struct fl_err *err)
{
	static const struct fl_crtc_ops ops = {.lit = lit, .vga = vga, .graphics = graphics, .show = show};

	return fl_crtc_show(up, &ops, DISPLAYS, p, err);
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
