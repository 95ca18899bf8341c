/* SPDX-License-Identifier: MIT
 *
 * 2D drawing on R6xx and R7xx, which have no engine for it: the 3D engine draws the rectangles. Pixels are
 * bytes to it, 1, 2 or 4 of them, whatever their format means; a program knows where it draws, and reads by
 * place what it needs. Nothing is rounded on the way.
 *
 * Who does what:
 *
 *	fills with one color             CB: its raster operation, with the color as the source
 *	copies, of S and D               CB likewise
 *	patterns, bitmaps, images,       a program of whole numbers (draw2d_program.c): pictures go with the
 *	copies with P or a key, and      stream, and are read from there; D is read as a texture where it
 *	all with a write mask or with    draws, if the operation, a key or the mask asks for it; pixels that
 *	the destination's key            are transparent, or left alone by a key, are thrown away
 *	lines                            fills, made up by lib/fl_draw2d: where the 3D engine's lines lie is
 *	                                 not published well enough to be the same pixels
 */
#ifndef LIB_R600_DRAW2D_H
#define LIB_R600_DRAW2D_H

#include "hw/r600/chips.h"
#include "lib/fl_draw.h"
#include "lib/fl_draw2d_engine.h"

extern const struct fl_2d_engine fl_r600_3d2d;

/* Video memory that 2D has for itself: programs, and a place for pixels that are copied over themselves. */
enum { FL_R600_2D_ALIGN_B = 512, FL_R600_2D_PROGRAMS_B = 20 << 10, FL_R600_2D_PIXELS_B = 1 << 20 };
enum { FL_R600_2D_OWN_B = FL_R600_2D_PROGRAMS_B + FL_R600_2D_PIXELS_B };

/* What it does itself, of FL_2D_ALL. */
#define FL_R600_2D_CAPS (FL_2D_ROPS | FL_2D_HOST_DATA | FL_2D_PATTERNS | FL_2D_KEYS)

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
