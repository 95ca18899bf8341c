/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on Vivante's cores: the back end, for who fills in a struct fl_draw_chip without a stage.
 *
 *	const struct fl_draw_chip chip = {
 *		.backend = &fl_gc_backend,
 *		.vram_addr = …,                           // as the core sees it, below 4 GiB
 *		.own_addr = …,                            // at a multiple of 64
 *		.own_B = …,
 *		.info = fl_gc_info_named("GC2000"),       // lib/gc/cores.h
 *		.does = fl_gc_does(info),
 *		.occlusion_words = FL_GC_OCCLUSION_WORDS,
 *	};
 *
 * Commands, vertices and programs are in the batch, whose cs->address must be set and be a multiple of 64;
 * what a draw reads beside commands is put at its end (cs->end moves down), so that the batch is all of the
 * memory that fl_cs_init() or submit() gave. It is the core's own as long as the core may read it.
 *
 * GC2000's two pipes draw into buffers of their own, which nothing else can read, and GC880 does not draw to
 * linear surfaces. There, what is drawn into is copied to a place of the back end's own first, and back when
 * the target changes or fl_draw_finish() is called: own_B has to hold the surfaces that are drawn into at a
 * time, FL_GC_SHADOW_B() of each, and FL_GC_OWN_MIN_B. Other cores need no more than the latter.
 */
#ifndef LIB_GC_DRAW_H
#define LIB_GC_DRAW_H

#include "lib/fl_draw.h"
#include "lib/gc/cores.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_GC_OWN_ALIGN_B     64u
#define FL_GC_OWN_MIN_B       64u /* a place for counts, the last of it */
/* What an occlusion count leaves in memory, at a multiple of 64 bytes: 64 bits, and what is copied along. */
#define FL_GC_OCCLUSION_WORDS 16u
#define FL_GC_SHADOW_B(width, height, px_B) \
	((((width) + 15ull) & ~15ull) * (((height) + 7ull) & ~7ull) * (px_B))

extern const struct fl_draw_backend fl_gc_backend;

/* What a core can do that others cannot: struct fl_draw_chip, does. */
static inline uint32_t fl_gc_does(const struct fl_gc_info *info)
{
	return (info->targets > FL_TARGETS ? FL_DOES_8_TARGETS : 0) |
	       (info->halti >= 1 ? FL_DOES_LAYERS : 0) |
	       (info->halti >= 2 ? FL_DOES_INSTANCES | FL_DOES_INTEGERS : 0);
}

static inline const struct fl_gc_info *fl_gc_info_of(const struct fl_draw *d)
{
	return (const struct fl_gc_info *)d->chip.info;
}

#ifdef __cplusplus
}
#endif

#endif
