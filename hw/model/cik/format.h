/* SPDX-License-Identifier: MIT
 *
 * DATA_FORMAT and NUM_FORMAT of buffers and images (the codes of buffers are those of images), as the rooms
 * of texels have them.
 */
#ifndef HW_MODEL_CIK_FORMAT_H
#define HW_MODEL_CIK_FORMAT_H

#include "hw/model/texture/texel.h"

/* Fill f, and srgb: red, green and blue are linear after unpacking. NULL, or why there is no such format. */
const char *mcik_texel_format(unsigned data, unsigned number, struct fl_texel_format *f, bool *srgb);

/* Masks of fragments (FMASK): samples of one, 0 for any other format; and the mask as a load returns it, four
 * bits a sample, the fragment that the sample shows (Mesa ac_apply_fmask_to_sample()). */
unsigned mcik_fmask_samples(unsigned data);
uint32_t mcik_fmask_spread(unsigned data, uint32_t mask);

/* What a channel shows, by DST_SEL. */
static inline uint8_t mcik_texel_select(unsigned dst_sel)
{
	enum { ZERO, ONE, X = 4 };

	if (dst_sel >= X)
		return (uint8_t)(FL_TEXEL_SEL_0 + dst_sel - X);
	return dst_sel == ONE ? FL_TEXEL_SEL_ONE : FL_TEXEL_SEL_ZERO;
}

#endif
