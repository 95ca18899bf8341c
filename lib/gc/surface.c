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
	LARGEST_OLD = 2048, /* before HALTI0 */
	LAYERS = 512,
	RS_WIDTH = 16, /* RS works on so many pixels of a row, and on rows of tiles (GC facts 8.3) */
	BASE_B = 64,
};

#define LOOK  (FL_CAN_TEXTURE | FL_CAN_FILTER)
#define DRAW  (FL_CAN_TARGET | FL_CAN_BLEND)
#define PLAIN (LOOK | DRAW | FL_CAN_2D)
#define EXACT (FL_CAN_TEXTURE | FL_CAN_TARGET)

/* What samplers and PE have (GC facts 8, 9), by levels of the cores. PE has no format with red in the low
 * byte: programs turn them round. */
#define OLDEST                                                                                         \
	[FL_C8] = LOOK, [FL_A8] = LOOK, [FL_LA88] = LOOK, [FL_ARGB1555] = PLAIN, [FL_RGB565] = PLAIN,  \
	[FL_ARGB4444] = PLAIN, [FL_ARGB8888] = PLAIN | SEVERAL, [FL_ABGR8888] = LOOK | DRAW | SEVERAL, \
	[FL_Z16] = DEPTH_AND, [FL_Z24S8] = DEPTH_AND
#define HALTI0 OLDEST, [FL_DXT1] = LOOK, [FL_DXT3] = LOOK, [FL_DXT5] = LOOK, [FL_ARGB2101010] = LOOK | DRAW
#define HALTI2                                                                                 \
	HALTI0, [FL_R16F] = LOOK | DRAW, [FL_GR16F] = LOOK | DRAW, [FL_ABGR16F] = LOOK | DRAW, \
		[FL_R32F] = EXACT, [FL_GR32F] = EXACT, [FL_R32UI] = EXACT, [FL_ABGR8888UI] = EXACT
#define SEVERAL   0u
#define DEPTH_AND FL_CAN_DEPTH | FL_CAN_TEXTURE
static const uint8_t oldest[FL_FORMAT_COUNT] = {OLDEST};
#undef SEVERAL
#undef DEPTH_AND
#define SEVERAL   FL_CAN_SAMPLES
#define DEPTH_AND FL_CAN_DEPTH | FL_CAN_TEXTURE | SEVERAL
static const uint8_t halti0[FL_FORMAT_COUNT] = {HALTI0}, halti2[FL_FORMAT_COUNT] = {HALTI2};
#undef DEPTH_AND
#define DEPTH_AND FL_CAN_DEPTH | SEVERAL /* in halves, which samplers do not read */
static const uint8_t two_pipes[FL_FORMAT_COUNT] = {HALTI0};

bool fl_gc_has_halves(const struct fl_surface *s)
{
	if (!(s->rules->layout & FL_GC_TWO_PIPES))
		return false;
	return (s->tiling & FL_MACRO) || s->samples > 1 ||
	       (s->tiling && fl_format_is(s->format, FL_IS_DEPTH));
}

static uint32_t tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling, uint32_t *w,
			uint32_t *h)
{
	const bool blt = rules->layout & FL_GC_BLT;

	(void)bytes_px;
	if (tiling & FL_MACRO) {
		*w = SUPER;
		*h = rules->layout & FL_GC_TWO_PIPES ? 2 * SUPER : SUPER;
		return BASE_B;
	}
	*w = blt ? TILE : RS_WIDTH;
	*h = blt && !tiling ? 1 : TILE;
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

/* They are drawn to as tiles of samples, and read by a resolve alone. */
static enum fl_code check_samples(const struct fl_surface_rules *rules, uint32_t width_px,
				  enum fl_format format, uint32_t samples, uint32_t *tiling,
				  struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);

	if (samples != 4 && (samples != 2 || rules->layout & FL_GC_FOUR_ONLY))
		return fl_fail(err, FL_USAGE, "multi-sampled surface: %u samples a pixel; there are %s",
			       samples, rules->layout & FL_GC_FOUR_ONLY ? "4" : "2 and 4");
	if (info && !(rules->can[format] & FL_CAN_SAMPLES))
		return fl_fail(err, FL_USAGE, "multi-sampled surface: %s has one sample a pixel", info->name);
	if (2 * width_px > rules->target_px)
		return fl_fail(err, FL_USAGE, "multi-sampled surface: %u pixels wide; there are %u", width_px,
			       rules->target_px / 2);
	*tiling = FL_MICRO;
	return FL_OK;
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
	return fl_gc_has_halves(s) ? (uint64_t)fl_gc_stride_B(s) * (s->height_rows * fl_gc_high(s) / 2) : 0;
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
	if (t->image.block_px <= 1 && t->image.tiling != FL_MICRO)
		return "a texture that is not micro-tiled";
	return t->image.width_px > t->image.rules->texture_px ||
		       t->image.height_px > t->image.rules->texture_px
		   ? "a texture larger than this core has"
		   : NULL;
}

static const char *wrong_target(const struct fl_surface *s)
{
	if (s->width_px > s->rules->target_px || s->height_px > s->rules->target_px)
		return "a target larger than this core has";
	return (fl_surface_can(s) & FL_CAN_DEPTH) && !s->tiling ? "the depth buffer must be tiled" : NULL;
}
#define WRONG .wrong_texture = wrong_texture, .wrong_target = wrong_target,
#else
#define WRONG
#endif

void fl_gc_surface_rules(struct fl_surface_rules *rules, const struct fl_gc_info *info)
{
	const bool two = info->pipes > 1 && !info->single_buffer;
	const uint16_t longest = info->halti < 0 ? LARGEST_OLD : LARGEST;

	*rules = (struct fl_surface_rules){.can = info->halti >= 2   ? halti2
						  : two              ? two_pipes
						  : info->halti >= 0 ? halti0
								     : oldest,
					   .texture_px = longest,
					   .target_px = longest,
					   .layers = info->halti >= 1 ? LAYERS : 0,
					   .target_rows = two ? 2 * TILE : 1,
					   .row_2d_B = 64,
					   .row_2d_linear = true, /* samplers know how wide tiled rows are */
					   .row_2d_max_B = 4 * LARGEST,
					   .row_display_B = 64,
					   .align_display_B = 4096,
					   .texture_tiling = FL_MICRO,
					   .blocks_packed = true,
					   .layout = (two ? FL_GC_TWO_PIPES : 0) |
						     (info->blt ? FL_GC_BLT | FL_GC_NEW_ORDER : 0) |
						     (info->small_msaa ? FL_GC_FOUR_ONLY : 0),
					   .tile_px = tile_px,
					   .check_tiling = check_tiling,
					   .check_samples = info->halti >= 0 ? check_samples : NULL,
					   .at = at,
					   .run_px = run_px,
					   .level_tiling = level_tiling,
					   WRONG};
}
