/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on R5xx: the back end, for who fills in a struct fl_draw_chip without a stage.
 *
 *	const struct fl_draw_chip chip = {
 *		.backend = &fl_r500_backend,
 *		.vram_addr = mc_fb_location,
 *		.info = r500_chip_find(vendor, device),   // hw/r500/chips.h
 *		.occlusion_words = pipes,                 // Z pipes: each counts for itself
 *	};
 */
#ifndef LIB_R500_DRAW_H
#define LIB_R500_DRAW_H

#include "hw/r500/chips.h"
#include "lib/fl_draw.h"

/* Its fl_draw_chip.info is a struct r500_chip. */
extern const struct fl_draw_backend fl_r500_backend;

static inline const struct r500_chip *fl_r500_chip(const struct fl_draw *d)
{
	return (const struct r500_chip *)d->chip.info;
}

/* FG_ZBREG_DEST selects the Z pipes that ZB's registers are written to and read from; elsewhere SU_REG_DEST
 * does (R5xx guide 11.12, ZB_ZPASS_DATA; Mesa r300_emit.c). */
static inline bool fl_r500_z_by_fg(const struct fl_draw *d)
{
	return fl_r500_chip(d)->family == R500_FAMILY_RV530;
}

#endif
