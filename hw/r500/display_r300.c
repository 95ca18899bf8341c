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
	READ_INDEX_SHIFT = 16, /* of PALETTE_INDEX */
	TRIES = 4,
};
_Static_assert(KEPT + 1 == R500_R300_HEAD, "and VGA's byte");
_Static_assert(R500_R300_HEAD + R500_LUT_ENTRIES <= (int)FL_DISPLAY_WORDS, "there is room for all");

/* A byte that is written and read at two places. */
static void genmo(struct r500_walk *w)
{
	const uint8_t want = (uint8_t)*w->word;
	uint8_t now = r500_genmo_read(w->d);

	if (w->pass == R500_WALK_NOTE)
		*w->word = now;
	for (unsigned tries = 0; w->pass == R500_WALK_GIVE && now != want && tries < TRIES; tries++) {
		r500_genmo_write(w->d, want);
		now = r500_genmo_read(w->d);
	}
	if (now != *w->word++ || now == 0xff)
		w->wrong = R500_GENMO_WT;
}

void r500_display_r300_head(struct r500_walk *w)
{
	for (unsigned i = 0; i < KEPT; i++)
		r500_walk_reg(w, kept[i], ~0u);
	genmo(w);
}

/* The one of the first display. */
void r500_display_r300_body(struct r500_walk *w)
{
	fl_mask32(w->d, R500_DAC_CNTL2, R500_DAC_CNTL2__DAC2_PALETTE_ACC_CTL__MASK, 0);
	if (w->pass == R500_WALK_GIVE)
		fl_write8(w->d, R500_PALETTE_INDEX, 0);
	else
		fl_write32(w->d, R500_PALETTE_INDEX, 0u << READ_INDEX_SHIFT);
	r500_walk_colors(w, R500_PALETTE_30_DATA);
}
