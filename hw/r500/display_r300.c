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
	HEAD = KEPT + 1,       /* and VGA's byte */
	READ_INDEX_SHIFT = 16, /* of PALETTE_INDEX */
	TRIES = 4,
};
_Static_assert(HEAD + FL_AVIVO_COLORS <= (int)FL_DISPLAY_WORDS, "there is room for all");

/* A byte that is written and read at two places. */
static void genmo(struct fl_display_walk *w)
{
	const uint8_t want = (uint8_t)*w->word;
	uint8_t now = r500_genmo_read(w->d);

	if (w->pass == FL_DISPLAY_NOTE)
		*w->word = now;
	for (unsigned tries = 0; w->pass == FL_DISPLAY_GIVE && now != want && tries < TRIES; tries++) {
		r500_genmo_write(w->d, want);
		now = r500_genmo_read(w->d);
	}
	if (now != *w->word++ || now == 0xff)
		w->wrong = R500_GENMO_WT;
}

static void head(struct fl_display_walk *w)
{
	fl_display_regs(w, kept, KEPT, 0);
	genmo(w);
}

/* The one of the first display. */
static void body(struct fl_display_walk *w)
{
	fl_mask32(w->d, R500_DAC_CNTL2, R500_DAC_CNTL2__DAC2_PALETTE_ACC_CTL__MASK, 0);
	if (w->pass == FL_DISPLAY_GIVE)
		fl_write8(w->d, R500_PALETTE_INDEX, 0);
	else
		fl_write32(w->d, R500_PALETTE_INDEX, 0u << READ_INDEX_SHIFT);
	fl_display_colors(w, R500_PALETTE_30_DATA, FL_AVIVO_COLORS);
}

static uint32_t vga_off(struct fl_display *k)
{
	return r500_vga_r300_off(k->dev) ? 0 : R500_GENMO_WT;
}

const struct fl_display_parts r500_display_r300 = {
    .head_words = HEAD, .head = head, .body = body, .vga_off = vga_off};
