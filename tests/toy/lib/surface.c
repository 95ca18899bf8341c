/* SPDX-License-Identifier: MIT
 *
 * Surfaces of the toy: linear, of 32 bits a pixel; rows of whole 64 pixels, in pages of 4 KiB, can be shown.
 */
#include "lib/toy/toy.h"

enum { PAGE_B = 4096, ROW_MAX_PX = 0xffff };

static const uint8_t can[FL_FORMAT_COUNT] = {[FL_ARGB8888] = FL_CAN_TARGET | FL_CAN_2D};

static uint32_t tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			uint32_t *width_px, uint32_t *height_px)
{
	*width_px = *height_px = 1;
	return bytes_px;
}

static enum fl_code check_tiling(enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	return tiling ? fl_fail(err, FL_USAGE, "surface: a toy has linear ones only") : FL_OK;
}

static uint32_t level_tiling(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			     uint32_t width_px, uint32_t height_px)
{
	return tiling;
}

const struct fl_surface_rules fl_toy_surfaces = {
    .can = can,
    .target_rows = 1,
    .row_2d_B = 4,
    .row_2d_max_B = ROW_MAX_PX,
    .align_2d_B = 4,
    .row_display_B = 256,
    .align_display_B = PAGE_B,
    .target_px = ROW_MAX_PX,
    .tile_px = tile_px,
    .check_tiling = check_tiling,
    .level_tiling = level_tiling,
};
