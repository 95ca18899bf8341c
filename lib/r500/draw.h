/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on R5xx: the back end, for who fills in a struct fl_draw_chip without a stage.
 *
 *	const struct fl_draw_chip chip = {
 *		.backend = &fl_r500_backend,
 *		.vram_addr = mc_fb_location,
 *		.info = fl_chip_find(&r500_chips, vendor, device),   // hw/r500/chips.h
 *		.occlusion_words = pipes,                 // Z pipes: each counts for itself
 *	};
 */
#ifndef LIB_R500_DRAW_H
#define LIB_R500_DRAW_H

#include "hw/r500/chips.h"
#include "lib/fl_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Its fl_draw_chip.info is a struct fl_chip. Formats and sizes are in lib/r500/surface.h. What else chips
 * before R5xx do not have is refused, programs by fl_program(), the rest in the debug build (Mesa's r300
 * driver: r300_screen.c, r300_render.c, r300_render_stencilref.c):
 *
 *	                               R3xx         R4xx         R5xx
 *	vertex instructions            256          256          1024
 *	fragment operations            64           64 (1)       512, with look-ups
 *	fragment look-ups, in rounds   32, 4        32, 4 (1)
 *	fragment constants             32           32           256
 *	flow control, predicates,
 *	sine, cosine, slopes           no           no           yes
 *	sides of a stencil             (2)          (2)          all their own
 *	arrays of FL_HALF              no           yes          yes
 *	vertices of a draw             (3)          (3)          2^24
 *
 * (1) The chip has 512 of each behind US_CODE_BANK, and 64 temporaries (Mesa r300_fs.c; the model runs such
 * programs). They are not sent: one takes up to 3,100 dwords, more than a piece of the command stream holds
 * (FL_CS_MIN_DW), and fixed function needs less than 64. (2) One reference and one pair of masks for both:
 * polygons whose sides differ in these are drawn twice, all their front faces before their back faces.
 * (3) Any number, in parts; loops, fans and polygons, which cannot be cut so, have 65,535. */
extern const struct fl_draw_backend fl_r500_backend;

static inline const struct fl_chip *fl_r500_chip(const struct fl_draw *d)
{
	return (const struct fl_chip *)d->chip.info;
}

/* The register that selects the Z pipes which ZB's registers are written to and read from, and in it the bit
 * of one pipe, or those of all (R5xx guide 11.12, ZB_ZPASS_DATA; Mesa r300_emit.c). */
#define FL_R500_ALL_PIPES 4u
uint32_t fl_r500_z_select(const struct fl_draw *d);
uint32_t fl_r500_z_pipe(const struct fl_draw *d, uint32_t pipe);

#ifdef __cplusplus
}
#endif

#endif
