/* SPDX-License-Identifier: MIT
 *
 * 2D drawing on Vivante's cores that have no engine for it: fills with a color, and copies. GC7000L's copier
 * does both; elsewhere PE draws rectangles, and copies are textures. All else the library makes up from
 * fills.
 *
 * GC880 and GC2000 do not draw into rows of pixels, nor GC2000 into tiles that others read: there a band of
 * rows of the target is in memory of the engine's own while it is drawn into, brought there and back by the
 * resolve engine (draw2d_band.c).
 */
#ifndef LIB_GC_DRAW2D_H
#define LIB_GC_DRAW2D_H

#include "lib/fl_draw.h"
#include "lib/fl_draw2d_engine.h"
#include "lib/gc/cores.h"

extern const struct fl_2d_engine fl_gc_2d;

/* What it does, of FL_2D_ALL: no more than every engine does. */
#define FL_GC_2D_CAPS 0u

/* Video memory that 2D has for itself: a place for pixels that are copied, and a band. The least, and what is
 * enough for a target like this one without change of bands. */
enum { FL_GC_2D_ALIGN_B = 4096, FL_GC_2D_COPY_B = 1 << 20, FL_GC_2D_LEAST_B = FL_GC_2D_COPY_B + (2 << 20) };
uint64_t fl_gc_2d_own_B(const struct fl_gc_info *info, const struct fl_surface *target);

struct fl_gc_2d_setup {
	const struct fl_gc_info *info;
	uint64_t own_addr, own_B; /* as the core sees it, at a multiple of FL_GC_2D_ALIGN_B */
	struct fl_draw *draw; /* of the same stream: it forgets what 2D has changed of the state; or NULL */
};

/* Draw through a command stream whose batches have an address. vram_addr: where the core sees the start of
 * video memory, below 4 GiB. */
void fl_gc_2d_begin(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr,
		    const struct fl_gc_2d_setup *setup);

#endif
