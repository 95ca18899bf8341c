/* SPDX-License-Identifier: MIT
 *
 * What AVIVO's displays show; see display.h. Which registers, and that VGA's memory is switched off by
 * VGA_HDP_CONTROL, is radeonhd's (rhd_vga.c: RHDVGASave, RHDVGADisable; rhd_lut.c: LUTxSave); beside them all
 * that setting a mode writes (crtc.c). Not tried on a card.
 */
#include "hw/avivo/display.h"
#include "hw/avivo/crtc.h"
#include "hw/regs/avivo.h"

enum { DISPLAYS = 2 };

/* Of the port to the color tables, then of VGA, whose memory is decoded again by the last one. */
static const uint16_t head_regs[FL_AVIVO_HEAD_WORDS] = {
    AVIVO_DC_LUT_RW_SELECT,        AVIVO_DC_LUT_RW_MODE,  AVIVO_DC_LUT_READ_PIPE_SELECT,
    AVIVO_DC_LUT_WRITE_EN_MASK,    AVIVO_DC_LUT_RW_INDEX, AVIVO_VGA_RENDER_CONTROL,
    AVIVO_VGA_MODE_CONTROL,        AVIVO_D1VGA_CONTROL,   AVIVO_D2VGA_CONTROL,
    AVIVO_VGA_MEMORY_BASE_ADDRESS, AVIVO_VGA_HDP_CONTROL,
};
enum {
	MEMORY_BASE = FL_AVIVO_HEAD_WORDS - 2,
	HDP_CONTROL = FL_AVIVO_HEAD_WORDS - 1,
	/* of a display: its table of colors, D1GRPH_LUT_SEL, D1CRTC_CONTROL */
	OF_EACH = FL_AVIVO_GRPH_REGS + FL_AVIVO_TIMING_REGS + FL_AVIVO_LUT_REGS + FL_AVIVO_COLORS + 2,
};
_Static_assert(DISPLAYS *OF_EACH == (int)FL_AVIVO_BODY_WORDS, "as the header says");
_Static_assert((int)FL_AVIVO_HEAD_WORDS + (int)FL_AVIVO_BODY_WORDS <= (int)FL_DISPLAY_WORDS,
	       "there is room for all");

/* The table of a display: its entries are behind one register, which counts. */
static void colors(struct fl_display_walk *w, uint32_t table)
{
	bool give = w->pass == FL_DISPLAY_GIVE;

	fl_write32(w->d, AVIVO_DC_LUT_RW_MODE, 0);
	fl_write32(w->d, give ? AVIVO_DC_LUT_RW_SELECT : AVIVO_DC_LUT_READ_PIPE_SELECT, table);
	if (give)
		fl_write32(w->d, AVIVO_DC_LUT_WRITE_EN_MASK, AVIVO_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(w->d, AVIVO_DC_LUT_RW_INDEX, 0);
	fl_display_colors(w, AVIVO_DC_LUT_30_COLOR, FL_AVIVO_COLORS);
}

static void display(struct fl_display_walk *w, uint32_t table, uint32_t crtc)
{
	const uint32_t off = AVIVO_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1);

	if (w->pass == FL_DISPLAY_GIVE) /* it reads nothing while it changes */
		fl_put32(w->d, AVIVO_D1CRTC_CONTROL + crtc, w->word[OF_EACH - 1] | off, off);
	fl_display_regs(w, fl_avivo_timing_regs, FL_AVIVO_TIMING_REGS, crtc);
	fl_display_regs(w, fl_avivo_grph_regs, FL_AVIVO_GRPH_REGS, crtc);
	for (uint32_t i = 0; i < FL_AVIVO_LUT_REGS; i++)
		fl_display_reg(w, AVIVO_DC_LUTA_CONTROL + crtc + 4 * i, ~0u);
	colors(w, table);
	fl_display_reg(w, AVIVO_D1GRPH_LUT_SEL + crtc, ~0u);
	fl_display_reg(w, AVIVO_D1CRTC_CONTROL + crtc, off | AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK);
}

void fl_avivo_head(struct fl_display_walk *w)
{
	fl_display_regs(w, head_regs, FL_AVIVO_HEAD_WORDS, 0);
}

void fl_avivo_body(struct fl_display_walk *w)
{
	display(w, 0, 0);
	display(w, 1, FL_AVIVO_SECOND);
}

enum fl_code fl_avivo_vga(struct fl_display *k, uint64_t vram, struct fl_err *err)
{
	return fl_display_vga_at(k, k->word[MEMORY_BASE], vram, err);
}

uint32_t fl_avivo_vga_off(struct fl_display *k)
{
	const uint32_t off = AVIVO_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE(1);

	return fl_put32(k->dev, AVIVO_VGA_HDP_CONTROL, k->word[HDP_CONTROL] | off, off)
		   ? 0
		   : AVIVO_VGA_HDP_CONTROL;
}

const struct fl_display_parts fl_avivo_display = {.head_words = FL_AVIVO_HEAD_WORDS,
						  .head = fl_avivo_head,
						  .body = fl_avivo_body,
						  .vga = fl_avivo_vga,
						  .vga_off = fl_avivo_vga_off};
