/* SPDX-License-Identifier: MIT
 *
 * Setting a mode on an R5xx; see crtc.h. The order and the values are those of Linux radeon (atombios_crtc.c:
 * avivo_crtc_do_set_base, radeon_display.c: avivo_crtc_load_lut) and, for the timings, which Linux leaves to
 * the video BIOS, of radeonhd (rhd_crtc.c: DxModeSet).
 */
#include "hw/r500/crtc.h"
#include "hw/fl_mode.h"
#include "hw/r500/crtc_r300.h"
#include "hw/regs/r500.h"

enum {
	LUT_WHITE = 0xffff,
	/* VGA's two clocks: of 8 and of 9 pixels a character. Which one runs cannot be read safely. */
	VGA_CLOCK_HZ = 25175000,
	VGA_CLOCK_9_HZ = 28322000,
	/* What monitors take: VESA DMT 1.13 has no mode outside of it but reduced ones for flat panels. */
	MIN_HZ = 50,
	MAX_HZ = 85,
};

const uint16_t r500_grph_regs[R500_GRPH_REGS] = {
    R500_D1GRPH_ENABLE,
    R500_D1GRPH_PRIMARY_SURFACE_ADDRESS,
    R500_D1GRPH_SECONDARY_SURFACE_ADDRESS,
    R500_D1GRPH_CONTROL,
    R500_D1GRPH_SURFACE_OFFSET_X,
    R500_D1GRPH_SURFACE_OFFSET_Y,
    R500_D1GRPH_X_START,
    R500_D1GRPH_Y_START,
    R500_D1GRPH_X_END,
    R500_D1GRPH_Y_END,
    R500_D1GRPH_PITCH,
};

const uint16_t r500_timing_regs[R500_TIMING_REGS] = {
    R500_D1CRTC_H_TOTAL,        R500_D1CRTC_H_BLANK_START_END, R500_D1CRTC_H_SYNC_A,
    R500_D1CRTC_H_SYNC_A_CNTL,  R500_D1CRTC_V_TOTAL,           R500_D1CRTC_V_BLANK_START_END,
    R500_D1CRTC_V_SYNC_A,       R500_D1CRTC_V_SYNC_A_CNTL,     R500_D1SCL_SCALER_ENABLE,
    R500_D1MODE_DESKTOP_HEIGHT, R500_D1MODE_VIEWPORT_START,    R500_D1MODE_VIEWPORT_SIZE,
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

	return R500_D1CRTC_H_BLANK_START_END__START(end + shown) | R500_D1CRTC_H_BLANK_START_END__END(end);
}

static void timings(struct fl_dev *d, uint32_t crtc, const struct fl_mode *m)
{
	const uint32_t value[R500_TIMING_REGS] = {
	    R500_D1CRTC_H_TOTAL__TOTAL(m->h_total - 1u),
	    blank(m->h_total, m->width, m->h_sync),
	    R500_D1CRTC_H_SYNC_A__END(m->h_sync_len),
	    R500_D1CRTC_H_SYNC_A_CNTL__NEGATIVE(m->negative),
	    R500_D1CRTC_V_TOTAL__TOTAL(m->v_total - 1u),
	    blank(m->v_total, m->height, m->v_sync),
	    R500_D1CRTC_V_SYNC_A__END(m->v_sync_len),
	    R500_D1CRTC_V_SYNC_A_CNTL__NEGATIVE(m->negative),
	    0, /* no scaler */
	    m->height,
	    0,
	    R500_D1MODE_VIEWPORT_SIZE__X(m->width) | R500_D1MODE_VIEWPORT_SIZE__Y(m->height),
	};

	write_all(d, crtc, r500_timing_regs, value, R500_TIMING_REGS);
}

/* Both generations have red, green and blue at the same places of their register. */
void r500_lut_ramp(struct fl_dev *d, uint32_t data_reg)
{
	for (unsigned i = 0; i < R500_LUT_ENTRIES; i++) {
		unsigned v = i << 2 | i >> 6; /* 10 bits */

		fl_write32(d, data_reg,
			   R500_DC_LUT_30_COLOR__RED(v) | R500_DC_LUT_30_COLOR__GREEN(v) |
			       R500_DC_LUT_30_COLOR__BLUE(v));
	}
}

/* VGA text leaves its 16 colors in the table: make it straight. Each display has a table of its own. */
static void straight_lut(struct fl_dev *d, uint32_t crtc)
{
	uint32_t table = crtc != 0;

	for (uint32_t i = 0; i < R500_LUT_REGS; i++) /* control, black three times, white three times */
		fl_write32(d, R500_DC_LUTA_CONTROL + crtc + 4 * i, i < 4 ? 0 : LUT_WHITE);
	fl_write32(d, R500_DC_LUT_RW_SELECT, table);
	fl_write32(d, R500_DC_LUT_RW_MODE, 0);
	fl_write32(d, R500_DC_LUT_WRITE_EN_MASK, R500_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(d, R500_DC_LUT_RW_INDEX, 0);
	r500_lut_ramp(d, R500_DC_LUT_30_COLOR);
	fl_write32(d, R500_D1GRPH_LUT_SEL + crtc, R500_D1GRPH_LUT_SEL__D1GRPH_LUT_SEL(table));
}

enum fl_code r500_crtc_took(unsigned number, uint32_t addr, const struct r500_picture *p, struct fl_err *err)
{
	if (addr == p->addr)
		return FL_OK;
	return fl_fail(err, FL_FAILED, "CRTC %u: its surface's address reads 0x%08x after 0x%08x was written",
		       number, addr, p->addr);
}

/* While it changes the display reads nothing. m: the mode to set; NULL: it has one. */
static enum fl_code show(struct fl_dev *d, uint32_t crtc, const struct fl_mode *m,
			 const struct r500_picture *p, struct fl_err *err)
{
	const uint32_t off = R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1),
		       on = R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN(1);
	const uint32_t value[R500_GRPH_REGS] = {
	    R500_D1GRPH_ENABLE__D1GRPH_ENABLE(1),
	    p->addr,
	    p->addr,
	    /* format 0: ARGB8888 */
	    R500_D1GRPH_CONTROL__D1GRPH_DEPTH(R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32),
	    [8] = p->width,
	    p->height,
	    p->pitch_px,
	};

	fl_mask32(d, R500_D1CRTC_CONTROL + crtc, off, off);
	fl_write32(d, R500_VGA_RENDER_CONTROL, 0);
	fl_write32(d, crtc ? R500_D2VGA_CONTROL : R500_D1VGA_CONTROL, 0);
	if (m)
		timings(d, crtc, m);
	write_all(d, crtc, r500_grph_regs, value, R500_GRPH_REGS);
	straight_lut(d, crtc);
	fl_mask32(d, R500_D1CRTC_CONTROL + crtc, off | on, on);
	return r500_crtc_took(crtc ? 2 : 1, fl_read32(d, R500_D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc), p, err);
}

static bool lit(struct fl_dev *d, uint32_t crtc)
{
	return R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__GET(fl_read32(d, R500_D1CRTC_CONTROL + crtc));
}

static bool vga(struct fl_dev *d, uint32_t crtc)
{
	return R500_D1VGA_CONTROL__D1VGA_MODE_ENABLE__GET(
	    fl_read32(d, crtc ? R500_D2VGA_CONTROL : R500_D1VGA_CONTROL));
}

/* The viewport of a display that is in a graphics mode; 0: it is in none. */
static uint32_t graphics(struct fl_dev *d, uint32_t crtc)
{
	uint32_t view = fl_read32(d, R500_D1MODE_VIEWPORT_SIZE + crtc);

	return lit(d, crtc) && !vga(d, crtc) && fl_read32(d, R500_D1GRPH_ENABLE + crtc) & 1 &&
		       fl_read32(d, R500_D1CRTC_H_TOTAL + crtc) && fl_read32(d, R500_D1CRTC_V_TOTAL + crtc) &&
		       R500_D1MODE_VIEWPORT_SIZE__X__GET(view)
		   ? view
		   : 0;
}

enum fl_code r500_crtc_mode(struct r500_card *c, unsigned number, bool vga, const struct r500_picture *p,
			    const struct fl_mode **mode, struct fl_err *err)
{
	const struct fl_mode *m = *mode = fl_mode_find(p->width, p->height);
	uint32_t total, low, high;

	if (!m)
		return fl_fail(err, FL_USAGE,
			       "no mode of %ux%u; there are 640x480, 800x600, 1024x768 and 1280x1024",
			       p->width, p->height);
	total = (uint32_t)m->h_total * m->v_total;
	low = (VGA_CLOCK_HZ + total / 2) / total;
	high = (VGA_CLOCK_9_HZ + total / 2) / total;
	fl_did(&c->up, "CRTC %u: %ux%u", number, p->width, p->height);
	if (vga) {
		if (low < MIN_HZ || high > MAX_HZ)
			return fl_fail(err, FL_USAGE,
				       "CRTC %u shows VGA text, whose clock makes %u to %u Hz of %ux%u: "
				       "monitors take %u to %u Hz. Take 640x480",
				       number, low, high, p->width, p->height, MIN_HZ, MAX_HZ);
		fl_did(&c->up, "CRTC %u: %ux%u at %u or %u Hz, by the clock of VGA text", number, p->width,
		       p->height, low, high);
	}
	return FL_OK;
}

static enum fl_code new_mode(struct r500_card *c, const struct r500_picture *p, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint32_t crtc = !lit(d, 0) && lit(d, R500_SECOND_CRTC) ? R500_SECOND_CRTC : 0;
	const struct fl_mode *m;
	enum fl_code code = r500_crtc_mode(c, crtc ? 2 : 1, vga(d, crtc), p, &m, err);

	return code ? code : show(d, crtc, m, p, err);
}

enum fl_code r500_crtc_keeps(struct r500_card *c, unsigned number, unsigned x, unsigned y,
			     const struct r500_picture *p, struct fl_err *err)
{
	if (p->width > x || p->height > y)
		return fl_fail(err, FL_USAGE, "CRTC %u keeps its mode of %ux%u, in which %ux%u do not fit",
			       number, x, y, p->width, p->height);
	fl_did(&c->up, "CRTC %u keeps its mode of %ux%u", number, x, y);
	return FL_OK;
}

static enum fl_code set_r500(struct r500_card *c, const struct r500_picture *p, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	enum fl_code code = FL_OK;
	uint32_t kept = 0;

	for (uint32_t crtc = 0; !code && crtc <= R500_SECOND_CRTC; crtc += R500_SECOND_CRTC) {
		uint32_t view = graphics(d, crtc), x = R500_D1MODE_VIEWPORT_SIZE__X__GET(view),
			 y = R500_D1MODE_VIEWPORT_SIZE__Y__GET(view);

		if (!view)
			continue;
		code = r500_crtc_keeps(c, crtc ? 2 : 1, x, y, p, err);
		if (!code)
			code = show(d, crtc, NULL, p, err);
		kept = view;
	}
	return kept ? code : new_mode(c, p, err);
}

enum fl_code r500_crtc_set(struct r500_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err)
{
	const struct r500_picture p = {width, height, pitch_px, (uint32_t)c->up.vram_addr + offset_B};
	enum fl_code code;

	if (pitch_px < width || pitch_px % 64 || offset_B % 4096)
		return fl_fail(
		    err, FL_USAGE,
		    "CRTC: a pitch of %u pixels at 0x%x cannot be shown: 64 pixels, 4 KiB, at least %u",
		    pitch_px, offset_B, width);
	if (4ull * pitch_px * height + offset_B > c->up.vram_B)
		return fl_fail(err, FL_USAGE,
			       "CRTC: %u lines of %u pixels at 0x%x do not fit into %llu KiB of VRAM", height,
			       pitch_px, offset_B, (unsigned long long)(c->up.vram_B >> 10));
	code = r500_is_legacy(c) ? r500_crtc_r300_set(c, &p, err) : set_r500(c, &p, err);
	return code ? code : r500_note_display(c, err);
}
