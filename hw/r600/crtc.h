/* SPDX-License-Identifier: MIT
 *
 * A picture on the displays of an R6xx or R7xx, which are AVIVO's (hw/avivo/crtc.h). Not tried on a card.
 */
#ifndef HW_R600_CRTC_H
#define HW_R600_CRTC_H

#include "hw/r600/card.h"

/* Show the picture at offset_B of VRAM (a multiple of 4 KiB), pitch_px pixels a line (a multiple of 64, at
 * least the width). After the step "memory". The card's fl_did() line says what is shown where. FL_USAGE: it
 * does not fit, into memory or into the mode that is kept; or it is not a mode of hw/fl_mode.h, or one that
 * no monitor would take. FL_FAILED: a register does not hold what was written, or R6xx's displays, whose
 * addresses have 32 bits, do not reach VRAM. */
enum fl_code r600_crtc_set(struct r600_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err);

/* The upper halves of the addresses that R7xx's displays show; those of one display lie among the registers
 * of the other. */
enum { R600_CRTC_HIGH_REGS = 4 };
extern const uint16_t r600_crtc_high_regs[R600_CRTC_HIGH_REGS];

#endif
