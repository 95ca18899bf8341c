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
#include "hw/r500/display_r300.h"
#include "hw/regs/r500.h"

enum { DISPLAYS = 2 };

/* Of VGA. Its memory is decoded again by the last one. */
static const uint16_t vga_regs[] = {
    R500_VGA_RENDER_CONTROL, R500_VGA_MODE_CONTROL, R500_VGA_MEMORY_BASE_ADDRESS,
    R500_D1VGA_CONTROL,      R500_D2VGA_CONTROL,    R500_VGA_HDP_CONTROL,
};
/* Of the port to the color tables. */
static const uint16_t port_regs[] = {
    R500_DC_LUT_RW_SELECT,     R500_DC_LUT_RW_MODE,  R500_DC_LUT_READ_PIPE_SELECT,
    R500_DC_LUT_WRITE_EN_MASK, R500_DC_LUT_RW_INDEX,
};
enum {
	VGA_REGS = sizeof(vga_regs) / sizeof(*vga_regs),
	PORT_REGS = sizeof(port_regs) / sizeof(*port_regs),
	/* of a display: its table of colors, D1GRPH_LUT_SEL, D1CRTC_CONTROL */
	OF_EACH = R500_GRPH_REGS + R500_TIMING_REGS + R500_LUT_REGS + R500_LUT_ENTRIES + 2,
};
_Static_assert(VGA_REGS + PORT_REGS + DISPLAYS * OF_EACH <= FL_DISPLAY_WORDS, "there is room for all");

/* Goes through all that is kept, in the order in which it is put back; each is read, or written. */
struct walk {
	struct fl_dev *d;
	uint32_t *word;
	bool give;
	uint32_t wrong; /* the register that did not take its value; 0: none */
};

/* mask: the bits that must come out right */
static void reg(struct walk *w, uint32_t at, uint32_t mask)
{
	if (w->give) {
		fl_write32(w->d, at, *w->word);
		if ((fl_read32(w->d, at) ^ *w->word) & mask)
			w->wrong = at;
	} else {
		*w->word = fl_read32(w->d, at);
	}
	w->word++;
}

static void regs(struct walk *w, const uint16_t *at, unsigned n, uint32_t crtc)
{
	for (unsigned i = 0; i < n; i++)
		reg(w, at[i] + crtc, ~0u);
}

/* The table of a display: 256 entries behind one register, which counts. */
static void colors(struct walk *w, uint32_t table)
{
	fl_write32(w->d, R500_DC_LUT_RW_MODE, 0);
	fl_write32(w->d, w->give ? R500_DC_LUT_RW_SELECT : R500_DC_LUT_READ_PIPE_SELECT, table);
	if (w->give)
		fl_write32(w->d, R500_DC_LUT_WRITE_EN_MASK, R500_DC_LUT_WRITE_EN_MASK__WRITE_EN__MASK);
	fl_write32(w->d, R500_DC_LUT_RW_INDEX, 0);
	for (unsigned i = 0; i < R500_LUT_ENTRIES; i++, w->word++)
		if (w->give)
			fl_write32(w->d, R500_DC_LUT_30_COLOR, *w->word);
		else
			*w->word = fl_read32(w->d, R500_DC_LUT_30_COLOR);
}

static void display(struct walk *w, uint32_t table, uint32_t crtc)
{
	const uint32_t off = R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE(1);

	if (w->give) /* it reads nothing while it changes */
		fl_mask32(w->d, R500_D1CRTC_CONTROL + crtc, off, off);
	regs(w, r500_timing_regs, R500_TIMING_REGS, crtc);
	regs(w, r500_grph_regs, R500_GRPH_REGS, crtc);
	for (uint32_t i = 0; i < R500_LUT_REGS; i++)
		reg(w, R500_DC_LUTA_CONTROL + crtc + 4 * i, ~0u);
	colors(w, table);
	reg(w, R500_D1GRPH_LUT_SEL + crtc, ~0u);
	reg(w, R500_D1CRTC_CONTROL + crtc, off | R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK);
}

static enum fl_code take(struct fl_display *k, struct fl_err *err)
{
	struct fl_dev *d = k->dev;
	struct walk w = {.d = d, .word = k->word};
	const struct r500_chip *chip = r500_chip_find(d->vendor, d->device);
	uint64_t vga, hdp;

	if (!chip || fl_read32(d, R500_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_NO_DEVICE, "%s: every register reads all ones", d->name);
	k->old = r500_chip_family(chip)->gen != R500_GEN_R500;
	if (k->old) {
		r500_display_r300_take(k);
		return FL_OK;
	}
	vga = fl_read32(d, R500_VGA_MEMORY_BASE_ADDRESS);
	hdp = (uint64_t)R500_HDP_FB_LOCATION__HDP_FB_START__GET(fl_read32(d, R500_HDP_FB_LOCATION)) << 16;
	if (vga < hdp || vga - hdp + FL_DISPLAY_VGA_B > d->vram_size_B)
		return fl_fail(err, FL_FAILED,
			       "VGA_MEMORY_BASE_ADDRESS is 0x%llx, and VRAM begins at 0x%llx: the memory of "
			       "VGA is not in reach, and what is shown cannot be kept",
			       (unsigned long long)vga, (unsigned long long)hdp);
	regs(&w, vga_regs, VGA_REGS, 0);
	regs(&w, port_regs, PORT_REGS, 0);
	display(&w, 0, 0);
	display(&w, 1, R500_SECOND_CRTC);
	k->vga_at_B = vga - hdp;
	k->vga_B = FL_DISPLAY_VGA_B;
	/* From here on the kernel's characters go nowhere. */
	fl_mask32(d, R500_VGA_HDP_CONTROL, R500_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE(1),
		  R500_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE(1));
	return FL_OK;
}

/* What the tables are read and written by is put back behind them, and VGA last. */
static enum fl_code give(struct fl_display *k, struct fl_err *err)
{
	struct walk w = {.d = k->dev, .word = k->word + VGA_REGS + PORT_REGS, .give = true};

	if (k->old) {
		w.wrong = r500_display_r300_give(k);
	} else {
		display(&w, 0, 0);
		display(&w, 1, R500_SECOND_CRTC);
		w.word = k->word + VGA_REGS;
		regs(&w, port_regs, PORT_REGS, 0);
		w.word = k->word;
		regs(&w, vga_regs, VGA_REGS, 0);
	}
	if (!w.wrong)
		return FL_OK;
	return fl_fail(err, FL_FAILED,
		       "0x%x does not become again what it was, and what was shown is perhaps not shown",
		       w.wrong);
}

extern const struct fl_display_ops r500_display;
const struct fl_display_ops r500_display = {.family = &r500_family, .take = take, .give = give};
