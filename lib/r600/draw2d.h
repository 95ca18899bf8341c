/* SPDX-License-Identifier: MIT
 *
 * 2D drawing on R6xx and R7xx, which have no engine for it: the 3D engine draws the rectangles. Pixels are
 * bytes to it, 1, 2 or 4 of them, whatever their format means; a program knows where it draws, and reads by
 * place what it needs. Nothing is rounded on the way.
 *
 * Raster operations, and who does them:
 *
 *	fills, of P and D                   CB, with the color as its source (CB_COLOR_CONTROL.ROP3)
 *	copies, of S and D                  CB
 *	copies, of P too, with one color    a program, which reads D as a texture where it draws
 *	patterns, bitmaps, images, lines    fills, made up by lib/fl_draw2d; patterns, bitmaps and images only
 *	                                    with operations that do not ask for D
 */
#ifndef LIB_R600_DRAW2D_H
#define LIB_R600_DRAW2D_H

#include "hw/r600/chips.h"
#include "lib/fl_draw.h"
#include "lib/fl_draw2d_engine.h"

extern const struct fl_2d_engine fl_r600_3d2d;

/* Video memory that 2D has for itself: programs, and a place for pixels that are copied over themselves. */
enum { FL_R600_2D_ALIGN_B = 512, FL_R600_2D_PROGRAMS_B = 16 << 10, FL_R600_2D_PIXELS_B = 1 << 20 };
enum { FL_R600_2D_OWN_B = FL_R600_2D_PROGRAMS_B + FL_R600_2D_PIXELS_B };

struct fl_r600_2d_setup {
	const struct fl_chip *chip;
	uint64_t own_addr;    /* GPU address of FL_R600_2D_OWN_B bytes */
	struct fl_draw *draw; /* of the same stream: it forgets what 2D has changed of the state; or NULL */
};

/* Draw through a command stream whose batches have fl_r600_head() (lib/r600/start.h) and an address.
 * vram_addr: GPU address of the start of video memory. */
void fl_r600_2d_begin(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr,
		      const struct fl_r600_2d_setup *setup);

#endif
