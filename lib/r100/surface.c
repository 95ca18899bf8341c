/* SPDX-License-Identifier: MIT
 *
 * Surfaces of the RV100 class: their rules; see surface.h.
 */
#include "lib/r100/surface.h"

#define ROW_B 32u /* a row is a multiple of it, whatever it is for */

static const uint8_t can[FL_FORMAT_COUNT] = {
    [FL_C8] = FL_CAN_2D,       [FL_A8] = FL_CAN_2D,       [FL_LA88] = FL_CAN_2D,
    [FL_ARGB1555] = FL_CAN_2D, [FL_RGB565] = FL_CAN_2D,   [FL_ARGB4444] = FL_CAN_2D,
    [FL_ARGB8888] = FL_CAN_2D, [FL_ABGR8888] = FL_CAN_2D, [FL_ARGB2101010] = FL_CAN_2D,
};

static uint32_t tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling, uint32_t *w,
			uint32_t *h)
{
	*w = ROW_B / bytes_px;
	*h = 1;
	return ROW_B;
}

static enum fl_code check_tiling(enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	return tiling ? fl_fail(err, FL_USAGE, "surface: this chip is driven with linear ones only") : FL_OK;
}

static uint32_t level_tiling(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			     uint32_t width_px, uint32_t height_px)
{
	return tiling;
}

/* Pitch and offset of the 2D engine and of the display as on R5xx: the PITCH_OFFSET registers are the same,
 * and Linux radeon aligns scan-out alike (radeon_align_pitch()). */
const struct fl_surface_rules fl_r100_surfaces = {
    .can = can,
    .target_rows = 1,
    .row_2d_B = 64,
    .row_2d_max_B = 255 * 64,
    .align_2d_B = 1024,
    .row_display_B = 256,
    .align_display_B = 4096,
    .tile_px = tile_px,
    .check_tiling = check_tiling,
    .level_tiling = level_tiling,
};
