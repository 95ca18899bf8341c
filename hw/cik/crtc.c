/* SPDX-License-Identifier: MIT
 *
 * Displays; see crtc.h. Order and values: Linux radeon (atombios_crtc.c: dce4_crtc_do_set_base;
 * radeon_display.c: dce5_crtc_load_lut; evergreen.c: evergreen_mc_stop, evergreen_mc_resume).
 */
#include "hw/cik/crtc.h"
#include "hw/regs/cik.h"

enum { FRAME_US = 50000, DISPLAY_2D = 10 /* of GB_TILE_MODE: CIK facts 0.1 */ };

const uint16_t cik_crtc_grph_regs[FL_AVIVO_GRPH_REGS] = {
    CIK_GRPH_ENABLE(0),
    CIK_GRPH_PRIMARY_SURFACE_ADDRESS(0),
    CIK_GRPH_SECONDARY_SURFACE_ADDRESS(0),
    CIK_GRPH_CONTROL(0),
    CIK_GRPH_SURFACE_OFFSET_X(0),
    CIK_GRPH_SURFACE_OFFSET_Y(0),
    CIK_GRPH_X_START(0),
    CIK_GRPH_Y_START(0),
    CIK_GRPH_X_END(0),
    CIK_GRPH_Y_END(0),
    CIK_GRPH_PITCH(0),
};

const uint16_t cik_crtc_timing_regs[FL_AVIVO_TIMING_REGS] = {
    CIK_CRTC_H_TOTAL(0), CIK_CRTC_H_BLANK_START_END(0), CIK_CRTC_H_SYNC_A(0),  CIK_CRTC_H_SYNC_A_CNTL(0),
    CIK_CRTC_V_TOTAL(0), CIK_CRTC_V_BLANK_START_END(0), CIK_CRTC_V_SYNC_A(0),  CIK_CRTC_V_SYNC_A_CNTL(0),
    CIK_SCL_MODE(0),     CIK_LB_DESKTOP_HEIGHT(0),      CIK_VIEWPORT_START(0), CIK_VIEWPORT_SIZE(0),
};

const uint16_t cik_crtc_more_regs[CIK_CRTC_MORE_REGS] = {
    CIK_GRPH_PRIMARY_SURFACE_ADDRESS_HIGH(0),
    CIK_GRPH_SECONDARY_SURFACE_ADDRESS_HIGH(0),
    CIK_PRESCALE_GRPH_CONTROL(0),
    CIK_GRPH_FLIP_CONTROL(0),
    CIK_GRPH_SWAP_CNTL(0),
    CIK_GRPH_LUT_10BIT_BYPASS(0),
    CIK_INPUT_CSC_CONTROL(0),
    CIK_INPUT_GAMMA_CONTROL(0),
    CIK_DEGAMMA_CONTROL(0),
    CIK_GAMUT_REMAP_CONTROL(0),
    CIK_REGAMMA_CONTROL(0),
    CIK_OUTPUT_CSC_CONTROL(0),
    CIK_DENORM_CONTROL(0),
};

const uint16_t cik_crtc_vga_regs[CIK_DISPLAYS] = {CIK_D1VGA_CONTROL, CIK_D2VGA_CONTROL, CIK_D3VGA_CONTROL,
						  CIK_D4VGA_CONTROL, CIK_D5VGA_CONTROL, CIK_D6VGA_CONTROL};

uint32_t cik_display_reg(uint32_t first, unsigned i)
{
	const uint32_t stride = CIK_CRTC_CONTROL(1) - CIK_CRTC_CONTROL(0);

	if (i < CIK_CRTC_CONTROL__COUNT)
		return first + i * stride;
	return first + (CIK_CRTC_HIGH_CONTROL(0) - CIK_CRTC_CONTROL(0)) +
	       (i - CIK_CRTC_CONTROL__COUNT) * stride;
}

static bool is_on(struct fl_dev *d, unsigned i)
{
	return CIK_CRTC_CONTROL__CRTC_MASTER_EN__GET(fl_read32(d, cik_display_reg(CIK_CRTC_CONTROL(0), i)));
}

unsigned cik_displays_on(struct fl_dev *d, unsigned n)
{
	unsigned on = 0;

	for (unsigned i = 0; i < n; i++)
		on += is_on(d, i);
	return on;
}

/* A display that is off counts no frames. */
static void wait_frame(struct fl_dev *d, unsigned i)
{
	uint32_t reg = cik_display_reg(CIK_CRTC_STATUS_FRAME_COUNT(0), i);
	uint32_t frame = fl_read32(d, reg);
	uint64_t start = fl_now_us(d);

	while (fl_read32(d, reg) == frame && fl_now_us(d) - start < FRAME_US)
		fl_delay_us(d, 100);
}

static void locked(struct fl_dev *d, unsigned i, uint32_t first, uint32_t mask, uint32_t value)
{
	uint32_t lock = cik_display_reg(CIK_CRTC_UPDATE_LOCK(0), i);

	fl_write32(d, lock, 1);
	fl_mask32(d, cik_display_reg(first, i), mask, value);
	fl_write32(d, lock, 0);
}

static void blank(struct fl_dev *d, unsigned i, bool on)
{
	locked(d, i, CIK_CRTC_BLANK_CONTROL(0), CIK_CRTC_BLANK_CONTROL__CRTC_BLANK_DATA_EN__MASK,
	       CIK_CRTC_BLANK_CONTROL__CRTC_BLANK_DATA_EN(on));
}

void cik_displays_stop(struct fl_dev *d, unsigned n)
{
	fl_write32(d, CIK_VGA_RENDER_CONTROL, 0);
	for (unsigned i = 0; i < n; i++) {
		if (!is_on(d, i))
			continue;
		blank(d, i, true);
		wait_frame(d, i);
		locked(d, i, CIK_CRTC_CONTROL(0), CIK_CRTC_CONTROL__CRTC_MASTER_EN__MASK, 0);
	}
}

/* ---- a picture ----------------------------------------------------------------------------------------- */
/* Pixels go through the table of colors, which is straight, and nothing else changes them. */
static void colors(struct fl_dev *d, uint32_t more)
{
	fl_avivo_lut_control(d, CIK_DC_LUT_CONTROL(0) + more);
	fl_write32(d, CIK_DC_LUT_RW_MODE(0) + more, 0);
	fl_write32(d, CIK_DC_LUT_WRITE_EN_MASK(0) + more, CIK_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(d, CIK_DC_LUT_RW_INDEX(0) + more, 0);
	fl_avivo_ramp(d, CIK_DC_LUT_30_COLOR(0) + more);
}

static enum fl_code show(struct fl_bringup *up, unsigned i, const struct fl_mode *m,
			 const struct fl_crtc_picture *p, struct fl_err *err)
{
	const uint32_t more = cik_display_reg(0, i),
		       high = (uint32_t)((up->vram_addr + (p->addr - (uint32_t)up->vram_addr)) >> 32),
		       lock = CIK_GRPH_UPDATE__GRPH_UPDATE_LOCK(1);
	const uint32_t beside[CIK_CRTC_MORE_REGS] = {
	    high, high, CIK_PRESCALE_GRPH_CONTROL__GRPH_PRESCALE_BYPASS(1) /* the rest 0: bypassed */};
	struct fl_dev *d = up->dev;
	uint32_t grph[FL_AVIVO_GRPH_REGS], timing[FL_AVIVO_TIMING_REGS];

	blank(d, i, true);
	fl_write32(d, CIK_VGA_RENDER_CONTROL, 0);
	fl_write32(d, cik_crtc_vga_regs[i], 0);
	if (m) {
		fl_avivo_timings(m, timing);
		fl_avivo_write(d, cik_crtc_timing_regs, more, timing, FL_AVIVO_TIMING_REGS);
	}
	fl_mask32(d, CIK_GRPH_UPDATE(0) + more, lock, lock);
	fl_avivo_write(d, cik_crtc_more_regs, more, beside, CIK_CRTC_MORE_REGS);
	/* Linear, and still with how the chip's memory is spread over its channels. */
	fl_avivo_grph(p,
		      CIK_GRPH_CONTROL__GRPH_PIPE_CONFIG(
			  CIK_GB_TILE_MODE__PIPE_CONFIG__GET(fl_read32(d, CIK_GB_TILE_MODE(DISPLAY_2D)))),
		      grph);
	fl_avivo_write(d, cik_crtc_grph_regs, more, grph, FL_AVIVO_GRPH_REGS);
	fl_mask32(d, CIK_GRPH_UPDATE(0) + more, lock, 0);
	colors(d, more);
	locked(d, i, CIK_CRTC_CONTROL(0), CIK_CRTC_CONTROL__CRTC_MASTER_EN__MASK,
	       CIK_CRTC_CONTROL__CRTC_MASTER_EN(1));
	blank(d, i, false);
	return fl_crtc_took(i + 1, fl_read32(d, CIK_GRPH_PRIMARY_SURFACE_ADDRESS(0) + more), p, err);
}

/* A reset switches displays off: those that were on when the card was found are lit. */
static bool lit(const struct fl_bringup *up, unsigned i)
{
	return is_on(up->dev, i) || cik_display_was_on(up->dev, i);
}

static bool vga(const struct fl_bringup *up, unsigned i)
{
	return CIK_D1VGA_CONTROL__MODE_ENABLE__GET(fl_read32(up->dev, cik_crtc_vga_regs[i]));
}

static bool graphics(const struct fl_bringup *up, unsigned i, unsigned *x, unsigned *y)
{
	const uint32_t more = cik_display_reg(0, i);
	struct fl_dev *d = up->dev;
	uint32_t view = fl_read32(d, CIK_VIEWPORT_SIZE(0) + more);

	*x = CIK_VIEWPORT_SIZE__X__GET(view);
	*y = CIK_VIEWPORT_SIZE__Y__GET(view);
	return lit(up, i) && !vga(up, i) &&
	       CIK_GRPH_ENABLE__GRPH_ENABLE__GET(fl_read32(d, CIK_GRPH_ENABLE(0) + more)) &&
	       fl_read32(d, CIK_CRTC_H_TOTAL(0) + more) && fl_read32(d, CIK_CRTC_V_TOTAL(0) + more) && *x;
}

enum fl_code cik_crtc_set(struct cik_card *c, unsigned width, unsigned height, uint32_t offset_B,
			  unsigned pitch_px, struct fl_err *err)
{
	static const struct fl_crtc_ops ops = {.lit = lit, .vga = vga, .graphics = graphics, .show = show};
	struct fl_crtc_picture p;
	enum fl_code code = fl_crtc_picture(&c->up, width, height, offset_B, pitch_px, &p, err);

	if (!code)
		code = fl_crtc_show(&c->up, &ops, c->family->displays, &p, err);
	return code ? code : cik_note_display(c, err);
}
