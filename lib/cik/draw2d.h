/* SPDX-License-Identifier: MIT
 *
 * 2D drawing on Sea Islands, which have no engine for it: the 3D engine draws the rectangles
 * (lib/fl_draw2d_3d.h). Lines are fills, made up by lib/fl_draw2d, as on R6xx.
 */
#ifndef LIB_CIK_DRAW2D_H
#define LIB_CIK_DRAW2D_H

#include "hw/cik/chips.h"
#include "lib/fl_draw.h"
#include "lib/fl_draw2d_3d.h"

extern const struct fl_2d_engine fl_cik_3d2d;

/* Video memory that 2D has for itself: programs, and a place for pixels that are copied over themselves. */
enum { FL_CIK_2D_ALIGN_B = 512, FL_CIK_2D_PROGRAMS_B = 20 << 10 };
enum { FL_CIK_2D_OWN_B = FL_CIK_2D_PROGRAMS_B + FL_2D_OVERLAP_B };

/* What it does itself, of FL_2D_ALL. */
#define FL_CIK_2D_CAPS (FL_2D_ROPS | FL_2D_HOST_DATA | FL_2D_PATTERNS | FL_2D_KEYS)

struct fl_cik_2d_setup {
	const struct fl_chip *chip;
	uint64_t own_addr;    /* GPU address of FL_CIK_2D_OWN_B bytes */
	struct fl_draw *draw; /* of the same stream: it forgets what 2D has changed of the state; or NULL */
};

/* Draw through a command stream whose batches have fl_cik_head() (lib/cik/start.h) and an address. vram_addr:
 * GPU address of the start of video memory. */
void fl_cik_2d_begin(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr,
		     const struct fl_cik_2d_setup *setup);

#endif
