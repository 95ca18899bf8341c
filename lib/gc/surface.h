/* SPDX-License-Identifier: MIT
 *
 * Surfaces of Vivante's cores: what their chips make of formats, tiling and sizes (GC facts 8, 8.1, 9).
 *
 * Tiling, in the words of the databases:
 *
 *	FL_LINEAR           rows. What displays show; PE of GC880 and GC2000 does not draw into it, samplers
 *	                    do not read it: such textures become FL_MICRO.
 *	FL_MICRO            TILED: tiles of 4 x 4 pixels, one after the other in rows of them. What samplers
 *	                    of every chip read, and the resolve engine reads and writes. Depth buffers of
 *	                    GC2000 are MULTI_TILED: two pixel pipes have a half each.
 *	FL_MACRO            SUPER_TILED: 64 x 64 pixels, of such tiles. With FL_MICRO too it is the same. On
 *	                    GC2000 it is MULTI_SUPER_TILED: halves of 64 x 128 pixels, one a pipe.
 */
#ifndef LIB_GC_SURFACE_H
#define LIB_GC_SURFACE_H

#include "lib/fl_texture.h"
#include "lib/gc/cores.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The `layout` of the rules, or-ed together */
#define FL_GC_TWO_PIPES 1u /* each has a buffer of its own: MULTI_TILED and MULTI_SUPER_TILED */
#define FL_GC_NEW_ORDER 2u /* of tiles in a super tile: CACHE128B256BPERLINE */
#define FL_GC_BLT       4u /* a copier, which asks for less padding than the resolve engine */
#define FL_GC_FOUR_ONLY 8u /* several samples are four: SMALL_MSAA */

/* The rules of a core. */
void fl_gc_surface_rules(struct fl_surface_rules *rules, const struct fl_gc_info *info);

/* It is in two halves, for a pixel pipe each. */
bool fl_gc_has_halves(const struct fl_surface *s);
/* Bytes from the first pixel pipe's half of a surface to the second's; 0: it has no halves. */
uint64_t fl_gc_half_B(const struct fl_surface *s);

/* Samples lie beside each other, and those of four below as well: a surface of twice the width, and of twice
 * the height (GC facts 7). */
static inline uint32_t fl_gc_wide(const struct fl_surface *s)
{
	return s->samples > 1 ? 2 : 1;
}

static inline uint32_t fl_gc_high(const struct fl_surface *s)
{
	return s->samples > 2 ? 2 : 1;
}

/* Bytes of a row of pixels, or of samples: what PE's and the samplers' strides are. RS counts rows of tiles,
 * 4 times as much. */
static inline uint32_t fl_gc_stride_B(const struct fl_surface *s)
{
	return s->pitch_px * s->bytes_px * fl_gc_wide(s);
}

#ifdef __cplusplus
}
#endif

#endif
