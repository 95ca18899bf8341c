/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on Sea Islands: the back end, for who fills in a struct fl_draw_chip without a stage.
 *
 *	const struct fl_draw_chip chip = {
 *		.backend = &fl_cik_backend,
 *		.vram_addr = …,
 *		.own_addr = …,                            // at a multiple of FL_CIK_OWN_ALIGN_B
 *		.own_B = FL_CIK_OWN_B,
 *		.does = FL_CIK_DOES,
 *		.info = fl_chip_find(&cik_chips, vendor, device),   // hw/cik/chips.h
 *		.occlusion_words = FL_CIK_OCCLUSION_WORDS,
 *	};
 *
 * Vertices, constants and descriptors are fetched from the command stream, whose cs->address must be set;
 * each batch begins with the words of fl_cik_head() (lib/cik/start.h).
 */
#ifndef LIB_CIK_DRAW_H
#define LIB_CIK_DRAW_H

#include "hw/cik/chips.h"
#include "lib/fl_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What its chips can do that others cannot: struct fl_draw_chip, does. */
#define FL_CIK_DOES                                                                                    \
	(FL_DOES_INSTANCES | FL_DOES_8_TARGETS | FL_DOES_LAYERS | FL_DOES_INTEGERS | FL_DOES_STREAMS | \
	 FL_DOES_GEOMETRY)

/* Its fl_draw_chip.info is a struct fl_chip. Formats and sizes are in lib/cik/surface.h. */
extern const struct fl_draw_backend fl_cik_backend;

/* What an occlusion count leaves in memory, of each of the 16 render backends that a chip can have: its
 * counter of 64 bits at the beginning, and at the end. The highest bit says that it was written. */
#define FL_CIK_OCCLUSION_WORDS 64u

/* The memory of the back end: programs, a place for counts, the colors of borders, constants that are too
 * many for the stream, of three kinds of programs, and the rings of geometry programs, which are divided
 * between shader engines: a wave's worth of what is emitted at most, of each of four of them; and of what is
 * handed over, as many waves as vertices are found again in (Mesa si_update_gs_ring_buffers()). */
#define FL_CIK_PROGRAMS_B      (128u << 10)
#define FL_CIK_COUNTS_B        (4 * FL_CIK_OCCLUSION_WORDS)
#define FL_CIK_BORDERS_B       256u
#define FL_CIK_CONSTANTS_B     4096u
#define FL_CIK_ESGS_B          (512u << 10)
#define FL_CIK_GSVS_B          (1u << 20)
#define FL_CIK_DATA_B          (FL_CIK_COUNTS_B + FL_CIK_BORDERS_B + 3 * FL_CIK_CONSTANTS_B)
#define FL_CIK_OWN_B           (FL_CIK_PROGRAMS_B + FL_CIK_DATA_B + FL_CIK_ESGS_B + FL_CIK_GSVS_B)
#define FL_CIK_OWN_ALIGN_B     256u

static inline const struct fl_chip *fl_cik_chip(const struct fl_draw *d)
{
	return (const struct fl_chip *)d->chip.info;
}

#ifdef __cplusplus
}
#endif

#endif
