/* SPDX-License-Identifier: MIT
 *
 * Surfaces of R3xx to R5xx: what their chips make of formats, tiling and sizes (R5xx guide chapters 2, 3, 4,
 * 10.8.1, 10.8.5, 11.2 RB3D_COLORPITCH, 11.9 TX_FORMAT1, 11.12 ZB_FORMAT; what the guide leaves open: Mesa's
 * r300 driver).
 *
 *	format               bits  texture filtered target blended samples  color that it holds
 *	FL_L8 (= FL_C8)         8     x       x       x       x             green: as texture a grey
 *	FL_A8                   8     x       x       x       x             alpha: as texture black
 *	FL_LA88                16     x       x       x       x             green and alpha
 *	FL_ARGB1555, RGB565,
 *	FL_ARGB4444            16     x       x       x       x
 *	FL_ARGB8888, ABGR8888  32     x       x       x       x       x
 *	FL_ARGB2101010         32     x       x      R5      R5      R5
 *	FL_R16                 16     x       x       x                     red
 *	FL_GR1616              32     x       x       x                     red and green
 *	FL_ABGR16161616        64     x       x       x
 *	FL_R16F, GR16F         16+    x               x
 *	FL_ABGR16F             64     x               x      R5      R5
 *	FL_R32F, GR32F         32+    x               x
 *	FL_ABGR32F            128     x               x
 *	FL_DXT1                4/px   x       x                             blocks of 4x4
 *	FL_DXT3, DXT5          8/px   x       x
 *	FL_ATI1N               4/px  R5      R5                             red
 *	FL_ATI2N               8/px  R4      R4                             red and green
 *	FL_Z16                 16     x       x     depth                   as texture a grey
 *	FL_Z24S8               32     x       x     depth             x     as texture a grey
 *
 * x: all chips; R4: R4xx and R5xx; R5: R5xx. Colors that a texture does not hold are 0, alpha is 1. Before
 * R5xx FL_Z24S8 as a texture is the upper 16 bits of the depth.
 *
 * Blending FL_A8 and the alpha of FL_LA88 goes by the factors of the color (they lie where the chip has color
 * channels).
 *
 * Tiling: a micro-tile is 32 bytes, 8x4, 8x2, 4x2, 2x2 pixels of 8, 16, 32, 64 bits, and with FL_SQUARE 4x4
 * of 16 bits in place of 8x2 (depth of 16 bits must have it: ZB cannot read 8x2); without FL_MICRO it is 32
 * bytes of a row. A macro-tile is 8 x 8 of either, 2048 bytes (guide, chapter 2). Depth is always
 * micro-tiled.
 *
 *	                            R300   R350 to RV380   R4xx   R5xx
 *	texture, each side          2048        2048       2048   4096
 *	target, each side           2560        2560       4021   4096
 *	a level is macro-tiled      above        from      from   from the size of a macro-tile
 */
#ifndef LIB_R500_SURFACE_H
#define LIB_R500_SURFACE_H

#include "lib/fl_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of R300, of R350 to RV380, of R4xx, of R5xx. */
extern const struct fl_surface_rules fl_r500_r300_surfaces, fl_r500_r350_surfaces, fl_r500_r400_surfaces,
    fl_r500_surfaces;

struct fl_chip;
/* Those of a chip (hw/r500/chips.h). */
const struct fl_surface_rules *fl_r500_surface_rules(const struct fl_chip *chip);

#ifdef __cplusplus
}
#endif

#endif
