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

/* The register that selects the Z pipes which ZB's registers are written to and read from, and in it the bit
 * of one pipe, or those of all (R5xx guide 11.12, ZB_ZPASS_DATA; Mesa r300_emit.c). */
#define FL_R500_ALL_PIPES 4u
uint32_t fl_r500_z_select(const struct fl_draw *d);
uint32_t fl_r500_z_pipe(const struct fl_draw *d, uint32_t pipe);

#endif
