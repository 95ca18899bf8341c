/* SPDX-License-Identifier: MIT
 *
 * What the files of this folder share: how command streams of programs are gone over.
 */
#ifndef HW_DRM_GC_STREAM_H
#define HW_DRM_GC_STREAM_H

#include "hw/drm/fl_drm_family.h"

bool gc_drm_check(struct fl_drm_stream *s);

#endif
