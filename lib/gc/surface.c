/* SPDX-License-Identifier: MIT
 *
 * Surfaces of Vivante's cores: their rules; see surface.h. The equations are those of GC facts 8.1.
 */
#include "lib/gc/surface.h"

#include <stddef.h>

enum {
	TILE = 4,   /* pixels of a tile's side */
	SUPER = 64, /* and of a super tile's */
	LARGEST = 8192,
	RS_WIDTH = 16, /* RS works on so many pixels of a row, and on rows of tiles (GC facts 8.3) */
	BASE_B = 64,
};

#define PLAIN (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_TARGET | FL_CAN_BLEND | FL_CAN_2D)

/* What PE and the samplers of all chips have (GC facts 8, 9). PE has no format with red in the low byte.
 * Compressed formats lie in rows of blocks, which these rules do not have. */
static const uint8_t can[FL_FORMAT_COUNT] = {
    [FL_C8] = FL_CAN_TEXTURE | FL_CAN_FILTER,
    [FL_A8] = FL_CAN_TEXTURE | FL_CAN_FILTER,
    [FL_LA88] = FL_CAN_TEXTURE | FL_CAN_FILTER,
    [FL_ARGB1555] = PLAIN,
    [FL_RGB565] = PLAIN,
    [FL_ARGB4444] = PLAIN,
    [FL_ARGB8888] = PLAIN,
    [FL_ABGR8888] = FL_CAN_TEXTURE | FL_CAN_FILTER,
    [FL_Z16] = FL_CAN_DEPTH,
    [FL_Z24S8] = FL_CAN_DEPTH,
};

bool fl_gc_has_halves(const struct fl_surface *s)
{
	if (!(s->rules->layout & FL_GC_TWO_PIPES))
		return false;
	return (s->tiling & FL_MACRO) || (s->tiling && fl_format_is(s->format, FL_IS_DEPTH));
}

static uint32_t tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling, uint32_t *w,
			uint32_t *h)
{
	const bool blt = rules->layout & FL_GC_BLT, two = rules->layout & FL_GC_TWO_PIPES;

	(void)bytes_px;
	if (tiling & FL_MACRO) {
		*w = SUPER;
		*h = two ? 2 * SUPER : SUPER;
		return BASE_B;
	}
	*w = blt ? TILE : RS_WIDTH;
	*h = blt && !tiling ? 1 : rules->layout & FL_GC_PIPES ? 2 * TILE : TILE;
	return BASE_B;
}

static enum fl_code check_tiling(enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	return tiling & FL_SQUARE
		   ? fl_fail(err, FL_USAGE,
			     "surface: %s has no other micro-tiles on this chip than square ones; "
			     "take FL_MICRO",
			     fl_format_info(format)->name)
		   : FL_OK;
}

static uint32_t bit(uint32_t v, uint32_t from, uint32_t to)
{
	return (v >> from & 1) << to;
}

/* The number of a pixel in its super tile */
static uint32_t in_super(const struct fl_surface_rules *rules, uint32_t x, uint32_t y)
{
	const uint32_t tile = (x & 3) | (y & 3) << 2;

	if (rules->layout & FL_GC_NEW_ORDER)
		return tile | bit(x, 2, 4) | bit(y, 2, 5) | bit(x, 3, 6) | bit(y, 3, 7) | bit(x, 4, 8) |
		       bit(y, 4, 9) | bit(x, 5, 10) | bit(y, 5, 11);
	return tile | bit(x, 2, 4) | bit(y, 2, 5) | bit(y, 3, 6) | bit(x, 3, 7) | bit(x, 4, 8) |
	       bit(x, 5, 9) | bit(y, 4, 10) | bit(y, 5, 11);
}

static uint64_t super_at(const struct fl_surface *s, uint32_t x, uint32_t y)
{
	const uint64_t supers = (uint64_t)(y / SUPER) * (s->pitch_px / SUPER) + x / SUPER;

	return (supers * SUPER * SUPER + in_super(s->rules, x, y)) * s->bytes_px;
}

uint64_t fl_gc_half_B(const struct fl_surface *s)
{
	return fl_gc_has_halves(s) ? (uint64_t)fl_gc_stride_B(s) * (s->height_rows / 2) : 0;
}

static uint64_t tile_at(const struct fl_surface *s, uint32_t x, uint32_t y)
{
	return ((uint64_t)(y / TILE) * (s->pitch_px / TILE) + x / TILE) * TILE * TILE * s->bytes_px +
	       ((y & 3) * TILE + (x & 3)) * s->bytes_px;
}

static uint64_t at(const struct fl_surface *s, uint32_t x, uint32_t y)
{
	const bool super = s->tiling & FL_MACRO;
	uint32_t pipe;

	if (!fl_gc_has_halves(s))
		return super ? super_at(s, x, y) : tile_at(s, x, y);
	if (super) {
		pipe = (x >> 3 ^ y >> 2) & 1;
		return pipe * fl_gc_half_B(s) + super_at(s, x ^ pipe << 3, y >> 3 << 2 | (y & 3));
	}
	pipe = (x >> 2 ^ y >> 2) & 1;
	return pipe * fl_gc_half_B(s) +
	       tile_at(s, ((x >> 2 & ~1u) | (y >> 2 & 1)) << 2 | (x & 3), y >> 3 << 2 | (y & 3));
}

static uint32_t run_px(const struct fl_surface *s, uint32_t x_px)
{
	(void)s;
	return TILE - x_px % TILE;
}

/* All levels have the first one's: a sampler knows one. */
static uint32_t level_tiling(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			     uint32_t width_px, uint32_t height_px)
{
	(void)rules, (void)bytes_px, (void)width_px, (void)height_px;
	return tiling;
}

#ifdef FL_DEBUG
static const char *wrong_texture(const struct fl_texture *t)
{
	const uint32_t layout = t->image.rules->layout;

	if ((t->image.tiling & FL_MACRO) && !(layout & FL_GC_SUPER_TEXTURE))
		return "a texture of super tiles, which this chip's samplers do not read; take FL_MICRO";
	return t->image.width_px > LARGEST || t->image.height_px > LARGEST ? "a texture above 8192 x 8192"
									   : NULL;
}

static const char *wrong_target(const struct fl_surface *s)
{
	if (s->width_px > LARGEST || s->height_px > LARGEST)
		return "a target above 8192 x 8192";
	return (fl_surface_can(s) & FL_CAN_DEPTH) && !s->tiling ? "the depth buffer must be tiled" : NULL;
}
#define WRONG .wrong_texture = wrong_texture, .wrong_target = wrong_target,
#else
#define WRONG
#endif

const struct fl_surface_rules fl_gc_surfaces = {.can = can,
						.texture_px = LARGEST,
						.target_px = LARGEST,
						.target_rows = 1,
						.row_2d_B = 64,
						.row_2d_max_B = 0x20000,
						.row_display_B = 64,
						.align_display_B = 4096,
						.texture_tiling = FL_MICRO,
						.layout = FL_GC_TWO_PIPES | FL_GC_PIPES,
						.tile_px = tile_px,
						.check_tiling = check_tiling,
						.at = at,
						.run_px = run_px,
						.level_tiling = level_tiling,
						WRONG};

void fl_gc_surface_rules(struct fl_surface_rules *rules, uint32_t layout)
{
	*rules = fl_gc_surfaces;
	rules->layout = layout;
}
