/* SPDX-License-Identifier: MIT
 *
 * The displays of R3xx and R4xx, kept and given back; see display_r300.h. Reading the table of colors:
 * xf86-video-ati radeon_macros.h (INPAL). Not tried on a card.
 */
#include "hw/r500/display_r300.h"
#include "hw/r500/crtc_r300.h"
#include "hw/regs/r500.h"

/* CRTC_GEN_CNTL and the other switches last. */
static const uint16_t kept[] = {
    R500_CRTC_H_TOTAL_DISP,
    R500_CRTC_H_SYNC_STRT_WID,
    R500_CRTC_V_TOTAL_DISP,
    R500_CRTC_V_SYNC_STRT_WID,
    R500_FP_CRTC_H_TOTAL_DISP,
    R500_FP_H_SYNC_STRT_WID,
    R500_FP_CRTC_V_TOTAL_DISP,
    R500_FP_V_SYNC_STRT_WID,
    R500_DISPLAY_BASE_ADDR,
    R500_CRTC2_DISPLAY_BASE_ADDR,
    R500_CRTC_TILE_X0_Y0,
    R500_CRTC_OFFSET_CNTL,
    R500_CRTC_OFFSET,
    R500_CRTC_PITCH,
    R500_DISP_MERGE_CNTL,
    R500_OV0_SCALE_CNTL,
    R500_DAC_CNTL2,
    R500_CRTC2_GEN_CNTL,
    R500_CRTC_GEN_CNTL,
    R500_CRTC_EXT_CNTL,
};
enum {
	KEPT = sizeof(kept) / sizeof(*kept),
	PALETTE = KEPT, /* the table of colors */
	GENMO = PALETTE + R500_LUT_ENTRIES,
	READ_INDEX_SHIFT = 16, /* of PALETTE_INDEX */
};
_Static_assert(GENMO < (int)FL_DISPLAY_WORDS, "there is room for all");

/* The one of the first display. */
static void open_palette(struct fl_dev *d)
{
	fl_mask32(d, R500_DAC_CNTL2, R500_DAC_CNTL2__DAC2_PALETTE_ACC_CTL__MASK, 0);
}

void r500_display_r300_take(struct fl_display *k)
{
	struct fl_dev *d = k->dev;

	for (unsigned i = 0; i < KEPT; i++)
		k->word[i] = fl_read32(d, kept[i]);
	k->word[GENMO] = r500_genmo_read(d);
	r500_vga_r300_off(d); /* from here on the kernel's characters go nowhere */
	open_palette(d);
	fl_write32(d, R500_PALETTE_INDEX, 0u << READ_INDEX_SHIFT);
	for (unsigned i = 0; i < R500_LUT_ENTRIES; i++)
		k->word[PALETTE + i] = fl_read32(d, R500_PALETTE_30_DATA);
	k->vga_B = FL_DISPLAY_VGA_B;
}

uint32_t r500_display_r300_give(struct fl_display *k)
{
	struct fl_dev *d = k->dev;
	uint32_t wrong = 0;

	open_palette(d);
	fl_write8(d, R500_PALETTE_INDEX, 0);
	for (unsigned i = 0; i < R500_LUT_ENTRIES; i++)
		fl_write32(d, R500_PALETTE_30_DATA, k->word[PALETTE + i]);
	for (unsigned i = 0; i < KEPT; i++) {
		fl_write32(d, kept[i], k->word[i]);
		if (kept[i] == R500_CRTC_GEN_CNTL && fl_read32(d, kept[i]) != k->word[i])
			wrong = kept[i];
	}
	r500_genmo_write(d, (uint8_t)k->word[GENMO]);
	return wrong;
}
