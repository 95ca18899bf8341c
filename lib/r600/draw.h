/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on R6xx and R7xx: the back end, for who fills in a struct fl_draw_chip without a stage.
 *
 *	const struct fl_draw_chip chip = {
 *		.backend = &fl_r600_backend,
 *		.vram_addr = …,
 *		.own_addr = …,                            // at a multiple of 256
 *		.own_B = FL_R600_OWN_B,
 *		.does = FL_R600_DOES,
 *		.info = fl_chip_find(&r600_chips, vendor, device),   // hw/r600/chips.h
 *		.occlusion_words = FL_R600_OCCLUSION_WORDS,
 *	};
 *
 * Vertices are fetched from the command stream, whose cs->address must be set; each batch begins with the
 * words of fl_r600_head() (lib/r600/start.h).
 */
#ifndef LIB_R600_DRAW_H
#define LIB_R600_DRAW_H

#include "hw/r600/chips.h"
#include "lib/fl_draw.h"
#include "lib/r600/resident.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What its chips can do that others cannot: struct fl_draw_chip, does. */
#define FL_R600_DOES                                                                                   \
	(FL_DOES_INSTANCES | FL_DOES_8_TARGETS | FL_DOES_LAYERS | FL_DOES_STREAMS | FL_DOES_GEOMETRY | \
	 FL_DOES_INTEGERS)

/* Its fl_draw_chip.info is a struct fl_chip. Formats and sizes are in lib/r600/surface.h. Dithering is not
 * asked for: how the chip does it is not published, and drivers leave it off. */
extern const struct fl_draw_backend fl_r600_backend;

/* What an occlusion count leaves in memory, of each of the 8 render backends that a chip can have: its
 * counter of 64 bits at the beginning, and at the end. The highest bit says that it was written. */
#define FL_R600_OCCLUSION_WORDS 32u

/* The memory of the back end: programs, what geometry programs need, and a place for counts. The ring between
 * vertex and geometry programs is as large as Mesa's; in that behind them, four waves of 64 primitives have
 * room (FL_R600_RECORDS_DW of lib/r600/program.h), as many as are under way (struct r600_split). */
#define FL_R600_ESGS_B          0x1c000u
#define FL_R600_GSVS_B          (1u << 20)
#define FL_R600_CONSTANTS_B     1024u /* of one kind of program */
#define FL_R600_GEOMETRY_B      (FL_R600_ESGS_B + FL_R600_GSVS_B + 3 * FL_R600_CONSTANTS_B)
#define FL_R600_COUNTS_B        (4 * FL_R600_OCCLUSION_WORDS)
#define FL_R600_OWN_B           (FL_R600_OWN_MIN_B + FL_R600_GEOMETRY_B + FL_R600_COUNTS_B)
#define FL_R600_OWN_ALIGN_B     256u

static inline const struct fl_chip *fl_r600_chip(const struct fl_draw *d)
{
	return (const struct fl_chip *)d->chip.info;
}

#ifdef __cplusplus
}
#endif

#endif
