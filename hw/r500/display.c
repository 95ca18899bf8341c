/* SPDX-License-Identifier: MIT
 *
 * What the displays of an R5xx show, kept and given back; those of R3xx and R4xx: display_r300.c. Which
 * registers, and that VGA's memory is switched off by VGA_HDP_CONTROL, is radeonhd's (rhd_vga.c: RHDVGASave,
 * RHDVGADisable; rhd_lut.c: LUTxSave); beside them all that setting a mode writes (crtc.c). Not tried on a
 * card.
 */
#include "hw/fl_display.h"
#include "hw/r500/card.h"
#include "hw/r500/crtc.h"
#include "hw/r500/crtc_r300.h"
#include "hw/r500/display_r300.h"
#include "hw/regs/r500.h"

enum { DISPLAYS = 2 };

/* Of the port to the color tables, then of VGA, whose memory is decoded again by the last one. */
static const uint16_t head_regs[] = {
    R500_DC_LUT_RW_SELECT,        R500_DC_LUT_RW_MODE,  R500_DC_LUT_READ_PIPE_SELECT,
    R500_DC_LUT_WRITE_EN_MASK,    R500_DC_LUT_RW_INDEX, R500_VGA_RENDER_CONTROL,
    R500_VGA_MODE_CONTROL,        R500_D1VGA_CONTROL,   R500_D2VGA_CONTROL,
    R500_VGA_MEMORY_BASE_ADDRESS, R500_VGA_HDP_CONTROL,
};
enum {
	HEAD_REGS = sizeof(head_regs) / sizeof(*head_regs),
	MEMORY_BASE = HEAD_REGS - 2,
	HDP_CONTROL = HEAD_REGS - 1,
	/* of a display: its table of colors, D1GRPH_LUT_SEL, D1CRTC_CONTROL */
	OF_EACH = R500_GRPH_REGS + R500_TIMING_REGS + R500_LUT_REGS + R500_LUT_ENTRIES + 2,
};
_Static_assert(HEAD_REGS + DISPLAYS * OF_EACH <= FL_DISPLAY_WORDS, "there is room for all");

void r500_walk_reg(struct r500_walk *w, uint32_t at, uint32_t mask)
{
	uint32_t now;

	if (w->pass == R500_WALK_GIVE) {
		if (!fl_put32(w->d, at, *w->word++, mask))
			w->wrong = at;
		return;
	}
	now = fl_read32(w->d, at);
	if (w->pass == R500_WALK_NOTE)
		*w->word = now;
	/* None of these can be all ones. */
	if ((now ^ *w->word++) & mask || now == 0xffffffff)
		w->wrong = at;
}

void r500_walk_colors(struct r500_walk *w, uint32_t port)
{
	for (unsigned i = 0; i < R500_LUT_ENTRIES; i++, w->word++) {
		uint32_t now;

		if (w->pass == R500_WALK_GIVE) {
			fl_write32(w->d, port, *w->word);
			continue;
		}
		now = fl_read32(w->d, port);
		if (w->pass == R500_WALK_NOTE)
			*w->word = now;
		if (now != *w->word)
			w->wrong = port;
	}
}

static void regs(struct r500_walk *w, const uint16_t *at, unsigned n, uint32_t crtc)
{
	for (unsigned i = 0; i < n; i++)
		r500_walk_reg(w, at[i] + crtc, ~0u);
}

/* The table of a display: 256 entries behind one register, which counts. */
static void colors(struct r500_walk *w, uint32_t table)
{
	bool give = w->pass == R500_WALK_GIVE;

	fl_write32(w->d, R500_DC_LUT_RW_MODE, 0);
	fl_write32(w->d, give ? R500_DC_LUT_RW_SELECT : R500_DC_LUT_READ_PIPE_SELECT, table);
	if (give)
		fl_write32(w->d, R500_DC_LUT_WRITE_EN_MASK, R500_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(w->d, R500_DC_LUT_RW_INDEX, 0);
	r500_walk_colors(w, R500_DC_LUT_30_COLOR);
}

static void display(struct r500_walk *w, uint32_t table, uint32_t crtc)
{
	const uint32_t off = R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1);

	if (w->pass == R500_WALK_GIVE) /* it reads nothing while it changes */
		fl_put32(w->d, R500_D1CRTC_CONTROL + crtc, w->word[OF_EACH - 1] | off, off);
	regs(w, r500_timing_regs, R500_TIMING_REGS, crtc);
	regs(w, r500_grph_regs, R500_GRPH_REGS, crtc);
	for (uint32_t i = 0; i < R500_LUT_REGS; i++)
		r500_walk_reg(w, R500_DC_LUTA_CONTROL + crtc + 4 * i, ~0u);
	colors(w, table);
	r500_walk_reg(w, R500_D1GRPH_LUT_SEL + crtc, ~0u);
	r500_walk_reg(w, R500_D1CRTC_CONTROL + crtc, off | R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK);
}

/* One pass: first what the body is reached through; taking begins with it, and giving back ends with it. */
static void head(struct fl_display *k, struct r500_walk *w, enum r500_walk_pass pass)
{
	w->pass = pass;
	w->word = k->word;
	if (k->old)
		r500_display_r300_head(w);
	else
		regs(w, head_regs, HEAD_REGS, 0);
}

static void body(struct fl_display *k, struct r500_walk *w, enum r500_walk_pass pass)
{
	w->pass = pass;
	if (k->old) {
		w->word = k->word + R500_R300_HEAD;
		r500_display_r300_body(w);
		return;
	}
	w->word = k->word + HEAD_REGS;
	display(w, 0, 0);
	display(w, 1, R500_SECOND_CRTC);
}

/* Where VGA's memory is in VRAM. */
static enum fl_code find_vga(struct fl_display *k, struct fl_err *err)
{
	struct fl_dev *d = k->dev;
	uint64_t vga = k->word[MEMORY_BASE], hdp;

	k->vga_B = FL_DISPLAY_VGA_B;
	if (k->old)
		return FL_OK;
	hdp = (uint64_t)R500_HDP_FB_LOCATION__HDP_FB_START__GET(fl_read32(d, R500_HDP_FB_LOCATION)) << 16;
	if (vga < hdp || vga - hdp + FL_DISPLAY_VGA_B > d->vram_size_B)
		return fl_fail(err, FL_FAILED,
			       "VGA_MEMORY_BASE_ADDRESS is 0x%llx, and VRAM begins at 0x%llx: the memory of "
			       "VGA is not in reach, and what is shown cannot be kept",
			       (unsigned long long)vga, (unsigned long long)hdp);
	k->vga_at_B = vga - hdp;
	return FL_OK;
}

/* From here on the kernel's characters go nowhere. */
static void vga_off(struct fl_display *k, struct r500_walk *w)
{
	const uint32_t off = R500_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE(1);

	if (k->old ? !r500_vga_r300_off(k->dev)
		   : !fl_put32(k->dev, R500_VGA_HDP_CONTROL, k->word[HDP_CONTROL] | off, off))
		w->wrong = k->old ? R500_GENMO_WT : R500_VGA_HDP_CONTROL;
}

/* All of it twice, and the same both times: a card that is off the bus for a moment reads as all ones, or
 * what is behind another index. */
static enum fl_code take(struct fl_display *k, struct fl_err *err)
{
	struct fl_dev *d = k->dev;
	struct r500_walk w = {.d = d};
	const struct fl_chip *chip = fl_chip_find(&r500_chips, d->vendor, d->device);
	enum fl_code code;

	if (!chip || fl_read32(d, R500_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_NO_DEVICE, "%s: every register reads all ones", d->name);
	k->old = r500_chip_family(chip)->gen != R500_GEN_R500;
	head(k, &w, R500_WALK_NOTE);
	head(k, &w, R500_WALK_CHECK);
	code = w.wrong ? FL_OK : find_vga(k, err);
	if (code)
		return code;
	if (!w.wrong) {
		body(k, &w, R500_WALK_NOTE);
		body(k, &w, R500_WALK_CHECK);
		if (!w.wrong)
			vga_off(k, &w);
		if (!w.wrong)
			return FL_OK;
		head(k, &w, R500_WALK_GIVE);
	}
	return fl_fail(err, FL_NO_DEVICE,
		       "0x%x reads now this and now that: the card is off the bus at times", w.wrong);
}

/* What the tables are read and written by is put back behind them, and VGA last. */
static enum fl_code give(struct fl_display *k, struct fl_err *err)
{
	enum { TRIES = 3 };
	struct r500_walk w = {.d = k->dev, .wrong = 1};

	for (unsigned tries = 0; w.wrong && tries < TRIES; tries++) {
		w.wrong = 0;
		body(k, &w, R500_WALK_GIVE);
		body(k, &w, R500_WALK_CHECK);
		head(k, &w, R500_WALK_GIVE);
	}
	if (!w.wrong)
		return FL_OK;
	return fl_fail(err, FL_FAILED,
		       "0x%x does not become again what it was, and what was shown is perhaps not shown",
		       w.wrong);
}

extern const struct fl_display_ops r500_display;
const struct fl_display_ops r500_display = {.family = &r500_family, .take = take, .give = give};
