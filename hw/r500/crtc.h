/* SPDX-License-Identifier: MIT
 *
 * A picture on the displays of an R5xx, which are AVIVO's (hw/avivo/crtc.h), or on those that R3xx and R4xx
 * have in their place (crtc_r300.h). Not tried on a card.
 */
#ifndef HW_R500_CRTC_H
#define HW_R500_CRTC_H

#include "hw/avivo/crtc.h"
#include "hw/r500/card.h"

/* Show the picture at offset_B of VRAM, as fl_crtc_picture() takes it. After the step "memory". The card's
 * fl_did() line says what is shown where. FL_USAGE: it does not fit, into memory or into the mode that is
 * kept; or it is not a mode of hw/fl_mode.h, or one that no monitor would take. FL_FAILED: a register does
 * not hold what was written. */
enum fl_code r500_crtc_set(struct r500_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err);

#endif
