/* SPDX-License-Identifier: MIT
 *
 * What the display of an RV100-class card shows, kept and given back: the registers that setting a mode
 * writes (crtc.c), and VGA's memory, which is the beginning of VRAM. The host's way to it has no switch of
 * its own that is known here. Tried on QEMU's ati-vga.
 */
#include "hw/fl_display.h"
#include "hw/r100/identify.h"
#include "hw/regs/r100.h"

/* CRTC_GEN_CNTL last: the card takes a mode over when that is written. */
static const uint16_t kept_regs[] = {
    R100_CRTC_H_TOTAL_DISP, R100_CRTC_H_SYNC_STRT_WID, R100_CRTC_V_TOTAL_DISP, R100_CRTC_V_SYNC_STRT_WID,
    R100_CRTC_OFFSET_CNTL,  R100_CRTC_OFFSET,          R100_CRTC_PITCH,        R100_DAC_CNTL,
    R100_CRTC_EXT_CNTL,     R100_CRTC_GEN_CNTL,
};
enum { KEPT = sizeof(kept_regs) / sizeof(*kept_regs) };
_Static_assert(KEPT <= (int)FL_DISPLAY_WORDS, "there is room for all");

static enum fl_code take(struct fl_display *k, struct fl_err *err)
{
	struct fl_dev *d = k->dev;

	if (fl_read32(d, R100_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_NO_DEVICE, "%s: every register reads all ones", d->name);
	for (unsigned i = 0; i < KEPT; i++) {
		k->word[i] = fl_read32(d, kept_regs[i]);
		if (k->word[i] == 0xffffffff) /* none of them can be */
			return fl_fail(err, FL_NO_DEVICE,
				       "0x%x reads all ones: the card is off the bus at times", kept_regs[i]);
	}
	k->vga_B = FL_DISPLAY_VGA_B;
	k->live = true;
	return FL_OK;
}

static enum fl_code give(struct fl_display *k, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (unsigned i = 0; i < KEPT; i++)
		if (!fl_put32(k->dev, kept_regs[i], k->word[i], ~0u))
			code =
			    fl_fail(err, FL_FAILED, "0x%x does not become again what it was", kept_regs[i]);
	return code;
}

extern const struct fl_display_ops r100_display;
const struct fl_display_ops r100_display = {.family = &r100_family, .take = take, .give = give};
