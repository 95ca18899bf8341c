/* SPDX-License-Identifier: MIT
 *
 * What the files of the render node of R3xx, R4xx and R5xx share.
 */
#ifndef HW_DRM_R500_STREAM_H
#define HW_DRM_R500_STREAM_H

#include "hw/drm/fl_drm_family.h"
#include "hw/r500/chips.h"

/* Is the register one of those that programs may write as they like? */
bool r500_drm_may_write(enum r500_gen gen, uint32_t reg);
/* struct fl_drm_family.check */
bool r500_drm_check(struct fl_drm_stream *s);

#endif
