/* SPDX-License-Identifier: MIT
 *
 * ZB: what a draw has of it: depth and stencil as the common room has them, and HiZ.
 */
#ifndef HW_MODEL_R500_ZB_H
#define HW_MODEL_R500_ZB_H

#include "hw/model/pixel/depth.h"
#include "hw/model/r500/zb_hiz.h"

struct mr500_zb {
	/* first: a struct fl_pixel_depth * of this family is a struct mr500_zb * */
	struct fl_pixel_depth base;
	struct mr500_hiz hiz;
	uint8_t hiz_test; /* enum mr500_hiz_test */
	bool hiz_max;     /* SC_HYPERZ_EN.HZ_MAX */
};

static inline const struct mr500_zb *mr500_zb_of(const struct fl_pixel_depth *d)
{
	return (const struct mr500_zb *)d;
}

#endif
