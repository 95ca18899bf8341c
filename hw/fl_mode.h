/* SPDX-License-Identifier: MIT
 *
 * Display modes: the standard timings that every monitor knows (VESA DMT 1.13), at 60 Hz.
 */
#ifndef HW_FL_MODE_H
#define HW_FL_MODE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_mode {
	uint16_t width, height;
	/* pixels and lines: total, start of sync, length of sync */
	uint16_t h_total, h_sync, h_sync_len;
	uint16_t v_total, v_sync, v_sync_len;
	bool negative; /* both syncs */
};

/* 640x480, 800x600, 1024x768, 1280x1024. NULL: no such mode. */
const struct fl_mode *fl_mode_find(unsigned width, unsigned height);

#ifdef __cplusplus
}
#endif

#endif
