/* SPDX-License-Identifier: MIT
 *
 * What the displays of Sea Islands show, kept and given back: all that showing a picture writes (crtc.c), and
 * VGA, whose memory is switched off by VGA_HDP_CONTROL (Linux evergreen_mc_stop; radeonhd rhd_vga.c). Not
 * tried on a card.
 */
#include "hw/cik/crtc.h"
#include "hw/cik/mc.h"
#include "hw/fl_display_walk.h"
#include "hw/regs/cik.h"

/* VGA, whose memory is decoded again by the last one. */
static const uint16_t vga_regs[] = {
    CIK_VGA_RENDER_CONTROL,      CIK_VGA_MODE_CONTROL, CIK_VGA_MEMORY_BASE_ADDRESS_HIGH,
    CIK_VGA_MEMORY_BASE_ADDRESS, CIK_VGA_HDP_CONTROL,
};
/* Of a display, the port to its table of colors. */
static const uint16_t port_regs[] = {CIK_DC_LUT_RW_MODE(0), CIK_DC_LUT_WRITE_EN_MASK(0),
				     CIK_DC_LUT_RW_INDEX(0)};
enum {
	VGA_REGS = sizeof(vga_regs) / sizeof(*vga_regs),
	PORT_REGS = sizeof(port_regs) / sizeof(*port_regs),
	HEAD = CIK_DISPLAYS * (PORT_REGS + 1) + VGA_REGS,
	/* and its table, CRTC_CONTROL, CRTC_BLANK_CONTROL */
	OF_EACH = CIK_CRTC_MORE_REGS + FL_AVIVO_GRPH_REGS + FL_AVIVO_TIMING_REGS + FL_AVIVO_LUT_REGS +
		  FL_AVIVO_COLORS + 2,
};
_Static_assert(HEAD + CIK_DISPLAYS * OF_EACH <= (int)FL_DISPLAY_WORDS, "there is room for all");

/* How many displays the card's chip has; none of one that is not known. */
static unsigned displays(const struct fl_dev *d)
{
	const struct fl_chip *chip = fl_chip_find(&cik_chips, d->vendor, d->device);

	return chip ? cik_chip_family(chip)->displays : 0;
}

static void head(struct fl_display_walk *w)
{
	const unsigned n = displays(w->d);

	for (unsigned i = 0; i < n; i++)
		fl_display_regs(w, port_regs, PORT_REGS, cik_display_reg(0, i));
	fl_display_regs(w, cik_crtc_vga_regs, n, 0);
	w->word += (CIK_DISPLAYS - n) * (PORT_REGS + 1);
	fl_display_regs(w, vga_regs, VGA_REGS, 0);
}

/* Entries are behind one register, which counts. */
static void colors(struct fl_display_walk *w, uint32_t more)
{
	fl_write32(w->d, CIK_DC_LUT_RW_MODE(0) + more, 0);
	if (w->pass == FL_DISPLAY_GIVE)
		fl_write32(w->d, CIK_DC_LUT_WRITE_EN_MASK(0) + more,
			   CIK_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(w->d, CIK_DC_LUT_RW_INDEX(0) + more, 0);
	fl_display_colors(w, CIK_DC_LUT_30_COLOR(0) + more, FL_AVIVO_COLORS);
}

static void display(struct fl_display_walk *w, uint32_t more)
{
	const uint32_t dark = CIK_CRTC_BLANK_CONTROL__CRTC_BLANK_DATA_EN(1);

	if (w->pass == FL_DISPLAY_GIVE) /* it reads nothing while it changes */
		fl_put32(w->d, CIK_CRTC_BLANK_CONTROL(0) + more, w->word[OF_EACH - 1] | dark, dark);
	fl_display_regs(w, cik_crtc_timing_regs, FL_AVIVO_TIMING_REGS, more);
	fl_display_regs(w, cik_crtc_more_regs, CIK_CRTC_MORE_REGS, more);
	fl_display_regs(w, cik_crtc_grph_regs, FL_AVIVO_GRPH_REGS, more);
	for (uint32_t i = 0; i < FL_AVIVO_LUT_REGS; i++)
		fl_display_reg(w, CIK_DC_LUT_CONTROL(0) + more + 4 * i, ~0u);
	colors(w, more);
	fl_display_reg(w, CIK_CRTC_CONTROL(0) + more, CIK_CRTC_CONTROL__CRTC_MASTER_EN__MASK);
	fl_display_reg(w, CIK_CRTC_BLANK_CONTROL(0) + more, dark);
}

static void body(struct fl_display_walk *w)
{
	const unsigned n = displays(w->d);

	for (unsigned i = 0; i < n; i++)
		display(w, cik_display_reg(0, i));
}

static enum fl_code vga(struct fl_display *k, uint64_t vram, struct fl_err *err)
{
	return fl_display_vga_at(k, (uint64_t)k->word[HEAD - 3] << 32 | k->word[HEAD - 2], vram, err);
}

static uint32_t vga_off(struct fl_display *k)
{
	const uint32_t off = CIK_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE(1);

	return fl_put32(k->dev, CIK_VGA_HDP_CONTROL, k->word[HEAD - 1] | off, off) ? 0 : CIK_VGA_HDP_CONTROL;
}

static const struct fl_display_parts parts = {
    .head_words = HEAD, .head = head, .body = body, .vga = vga, .vga_off = vga_off};

static enum fl_code take(struct fl_display *k, struct fl_err *err)
{
	uint64_t first, last;

	if (!displays(k->dev) || fl_read32(k->dev, CIK_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_NO_DEVICE, "%s: every register reads all ones", k->dev->name);
	cik_mc_get_location(k->dev, &first, &last);
	return fl_display_take_parts(k, &parts, first, err);
}

static enum fl_code give(struct fl_display *k, struct fl_err *err)
{
	return fl_display_give_parts(k, &parts, err);
}

extern const struct fl_display_ops cik_display;
const struct fl_display_ops cik_display = {.family = &cik_family, .take = take, .give = give};
