/* SPDX-License-Identifier: MIT
 *
 * What the files of R6xx's and R7xx's render node share.
 */
#ifndef HW_DRM_R600_STREAM_H
#define HW_DRM_R600_STREAM_H

#include "hw/drm/fl_drm_family.h"
#include "hw/r600/chips.h"

enum { R600_DRM_TARGETS = 8, R600_DRM_STRMOUT = 4 };

/* A stream with what its checks remember. */
struct r600_drm_track {
	struct fl_drm_stream *s;
	enum r600_family chip;
	uint32_t color_base[R600_DRM_TARGETS]; /* as written, with the address in it; 0: not yet */
};

/* Is the register one of those that programs may write as they like? */
bool r600_drm_may_write(uint32_t reg);
/* A register that a packet sets, by the dword at that place: put an address in, or refuse. */
bool r600_drm_register(struct r600_drm_track *t, uint32_t reg, uint32_t at);
/* Add the buffer's address, in units of 256 bytes. */
bool r600_drm_add_256(struct fl_drm_stream *s, uint32_t at, const char *what);
/* struct fl_drm_family.check */
bool r600_drm_check(struct fl_drm_stream *s);

#endif
