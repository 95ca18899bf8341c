/* SPDX-License-Identifier: MIT
 *
 * Surfaces of the RV100 class, as far as the kit drives it: linear ones, of 8, 16 and 32 bits a pixel, for
 * the 2D engine and the display.
 */
#ifndef LIB_R100_SURFACE_H
#define LIB_R100_SURFACE_H

#include "lib/fl_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct fl_surface_rules fl_r100_surfaces;

#ifdef __cplusplus
}
#endif

#endif
