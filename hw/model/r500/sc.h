/* SPDX-License-Identifier: MIT
 *
 * SC: what its registers give to scan conversion.
 */
#ifndef HW_MODEL_R500_SC_H
#define HW_MODEL_R500_SC_H

#include "hw/model/r500/r500.h"
#include "hw/model/raster/scan.h"

enum { MR500_MAX_PX = 4096 }; /* of a color or depth buffer, a side */

/* SC_EDGERULE has a code for each of enum fl_raster_rule_of, in that order: R5xx guide 11.7. The guide's list
 * of values and its sentence disagree; the list wins: a set bit means out, and for codes 16-31 bit 2 is top
 * and bit 3 bottom, as the list has them. So they are the bits of scan.h as they stand. */

/* GB_TILE_CONFIG.SUBPRECISION: 8 bits of subpixel precision in the place of 4, "should always be enabled"
 * (R5xx guide 10.3.4.1). Of 1/16 that makes 1/256; for the 1/12 mode no source gives the steps. 1/256
 * is taken there too, as the number of bits has it; subpixels are then 1/768, so that twelfths, which the
 * registers count in, are whole. */
static inline int32_t mr500_ga_fine(const struct mr500 *r)
{
	uint32_t tile = R500_REG(r, GB_TILE_CONFIG);

	if (!R500_GB_TILE_CONFIG__SUBPRECISION__GET(tile) && !r->base.cfg.fine)
		return 1;
	return R500_GB_TILE_CONFIG__SUBPIXEL__GET(tile) ? 16 : 64;
}

#endif
