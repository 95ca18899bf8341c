/* SPDX-License-Identifier: MIT
 *
 * Surfaces of R3xx to R5xx: their rules; see surface.h.
 */
#include "lib/r500/surface.h"
#include "lib/fl_texture.h"

#include <stddef.h>

#define MICRO_TILE_B 32u
#define MACRO_TILE_B 2048u

#define PLAIN        (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_TARGET | FL_CAN_BLEND)
#define FIXED        (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_TARGET)
#define FLOATS       (FL_CAN_TEXTURE | FL_CAN_TARGET)
#define BLOCKS       (FL_CAN_TEXTURE | FL_CAN_FILTER)
#define DEPTH        (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_DEPTH | FL_CAN_2D)

/* What all chips have alike */
#define ALL_CHIPS                                                                                           \
	[FL_C8] = PLAIN | FL_CAN_2D, [FL_A8] = PLAIN | FL_CAN_2D, [FL_LA88] = PLAIN | FL_CAN_2D,            \
	[FL_ARGB1555] = PLAIN | FL_CAN_2D, [FL_RGB565] = PLAIN | FL_CAN_2D,                                 \
	[FL_ARGB4444] = PLAIN | FL_CAN_2D, [FL_ARGB8888] = PLAIN | FL_CAN_2D | FL_CAN_SAMPLES,              \
	[FL_ABGR8888] = PLAIN | FL_CAN_2D | FL_CAN_SAMPLES, [FL_Z16] = DEPTH, [FL_R16] = FIXED | FL_CAN_2D, \
	[FL_GR1616] = FIXED | FL_CAN_2D, [FL_ABGR16161616] = FIXED, [FL_R16F] = FLOATS | FL_CAN_2D,         \
	[FL_GR16F] = FLOATS | FL_CAN_2D, [FL_R32F] = FLOATS | FL_CAN_2D, [FL_GR32F] = FLOATS,               \
	[FL_ABGR32F] = FLOATS, [FL_DXT1] = BLOCKS, [FL_DXT3] = BLOCKS, [FL_DXT5] = BLOCKS

static const uint8_t can[FL_FORMAT_COUNT] = {
    ALL_CHIPS,
    [FL_ARGB2101010] = PLAIN | FL_CAN_2D | FL_CAN_SAMPLES,
    [FL_Z24S8] = DEPTH | FL_CAN_SAMPLES,
    [FL_ABGR16F] = FLOATS | FL_CAN_BLEND | FL_CAN_SAMPLES,
    [FL_ATI1N] = BLOCKS,
    [FL_ATI2N] = BLOCKS,
};

/* Mesa r300_screen.c, r300_is_format_supported(), r300_is_blending_supported(). */
#define BEFORE_R5XX                                                               \
	ALL_CHIPS, [FL_ARGB2101010] = FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_2D, \
		   [FL_Z24S8] = DEPTH | FL_CAN_SAMPLES, [FL_ABGR16F] = FLOATS

static const uint8_t can_r300[FL_FORMAT_COUNT] = {BEFORE_R5XX};
static const uint8_t can_r400[FL_FORMAT_COUNT] = {BEFORE_R5XX, [FL_ATI2N] = BLOCKS};

/* R5xx guide, table of chapter 2. Without FL_MICRO a "micro-tile" is 32 bytes of one row. */
static void micro_px(uint32_t bytes_px, uint32_t tiling, uint32_t *w, uint32_t *h)
{
	if (!(tiling & FL_MICRO)) {
		*w = MICRO_TILE_B / bytes_px;
		*h = 1;
	} else if (tiling & FL_SQUARE) {
		*w = *h = 4;
	} else {
		*w = bytes_px == 8 ? 2 : bytes_px == 4 ? 4 : 8;
		*h = MICRO_TILE_B / bytes_px / *w;
	}
}

/* Micro-tiles start at multiples of 32 bytes, macro-tiles of 2048 (R5xx guide ch. 2). A row of blocks takes
 * whole 32 bytes (Mesa r300_texture_desc.c). */
static uint32_t tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling, uint32_t *w,
			uint32_t *h)
{
	micro_px(bytes_px, tiling, w, h);
	if (!(tiling & FL_MACRO))
		return MICRO_TILE_B;
	*w *= 8;
	*h *= 8;
	return MACRO_TILE_B;
}

static enum fl_code check_tiling(enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);

	if ((tiling & FL_SQUARE) && (!(tiling & FL_MICRO) || info->bytes != 2))
		return fl_fail(err, FL_USAGE,
			       "surface: square micro-tiles are for micro-tiled pixels of 16 bits");
	/* R5xx guide, table of 10.8.5; Mesa r300_texture_desc.c */
	if ((tiling & FL_MICRO) && info->bytes == 16 && info->block_px == 1)
		return fl_fail(err, FL_USAGE, "surface: %s has no micro-tiles; take FL_LINEAR or FL_MACRO",
			       info->name);
	return FL_OK;
}

static uint64_t at(const struct fl_surface *s, uint32_t x_px, uint32_t y_px)
{
	uint32_t w, h, mx, my, inside_B;
	uint64_t per_row, macro;

	/* Rows of the micro-tile in order, pixels in order inside a row. */
	micro_px(s->bytes_px, s->tiling, &w, &h);
	mx = x_px / w;
	my = y_px / h;
	inside_B = ((y_px % h) * w + x_px % w) * s->bytes_px;
	per_row = s->pitch_px / w;
	if (!(s->tiling & FL_MACRO))
		return (my * per_row + mx) * MICRO_TILE_B + inside_B;

	/* Inside a macro-tile the bits of the micro-tile's column and row are interleaved and exclusive-ored,
	 * with the lowest bit of the macro-tile's own number (bit 3) among them. The four cases of Mesa 7.10
	 * radeon_span.c reduce to this. */
	macro = (my >> 3) * (per_row / 8) + (mx >> 3);
#define BIT(v, n) (((v) >> (n)) & 1u)
	return macro * MACRO_TILE_B + inside_B +
	       (BIT(mx, 0) << 5 | BIT(my, 0) << 6 | (BIT(mx, 1) ^ BIT(my, 2)) << 7 |
		(BIT(mx, 2) ^ BIT(my, 1)) << 8 | (BIT(mx, 2) ^ BIT(my, 3)) << 9 |
		(BIT(mx, 3) ^ BIT(my, 2)) << 10);
#undef BIT
}

static uint32_t run_px(const struct fl_surface *s, uint32_t x_px)
{
	uint32_t w, h;

	micro_px(s->bytes_px, s->tiling, &w, &h);
	return w - x_px % w;
}

/* A level is macro-tiled as long as it is as wide and as high as a macro-tile; the sampler changes over
 * without being asked (R5xx guide 11.9, MACRO_SWITCH, says so of the width; Mesa r300_texture_desc.c looks at
 * both). */
static uint32_t level_tiling(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			     uint32_t width_px, uint32_t height_px)
{
	uint32_t w, h;

	tile_px(rules, bytes_px, tiling, &w, &h);
	return width_px < w || height_px < h ? tiling & ~FL_MACRO : tiling;
}

/* R300 changes over as soon as the level is no larger than a macro-tile (Mesa r300_texture_desc.c,
 * rv350_mode). */
static uint32_t level_tiling_r300(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
				  uint32_t width_px, uint32_t height_px)
{
	return level_tiling(rules, bytes_px, tiling, width_px - 1, height_px - 1);
}

/* Mesa's r300: addresses go wrong in wider ones. */
static enum fl_code check_samples(const struct fl_surface_rules *rules, uint32_t width_px,
				  enum fl_format format, uint32_t samples, uint32_t *tiling,
				  struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);
	uint32_t widest = 4096;

	if (samples != 2 && samples != 4 && samples != 6)
		return fl_fail(err, FL_USAGE,
			       "multi-sampled surface: %u samples a pixel; there are 2, 4 and 6", samples);
	if (info && !(rules->can[format] & FL_CAN_SAMPLES))
		return fl_fail(
		    err, FL_USAGE,
		    "multi-sampled surface: %s has one sample a pixel; take ARGB8888, ABGR8888%s or "
		    "Z24S8",
		    info->name, rules == &fl_r500_surfaces ? ", ARGB2101010, ABGR16F" : "");
	if (info && samples == 6)
		widest = info->bytes == 8 ? 1360 : 2720;
	else if (info && samples == 4 && info->bytes == 8)
		widest = 2048;
	if (width_px > widest)
		return fl_fail(err, FL_USAGE,
			       "multi-sampled surface: %u pixels wide; %s of %u samples has at most %u",
			       width_px, info ? info->name : "", samples, widest);
	/* Blocks of 4x4 pixels in rows of 8 lines (R5xx guide 10.8.3, 10.8.5); Mesa takes whole macro-tiles,
	 * and so here. */
	*tiling = FL_MICRO | FL_MACRO;
	return FL_OK;
}

#ifdef FL_DEBUG
static bool wraps(uint32_t wrap)
{
	return wrap == FL_REPEAT || wrap == FL_MIRROR;
}

/* The sampler reads macro-tiles only where the image is as wide and as high as one. */
static bool too_small(const struct fl_surface *s)
{
	return s->rules->level_tiling(s->rules, s->bytes_px, s->tiling, s->width_px, s->height_px) !=
	       s->tiling;
}

static const char *wrong_texture(const struct fl_texture *t)
{
	const struct fl_surface *s = &t->image;

	if (s->width_px > s->rules->texture_px || s->height_px > s->rules->texture_px)
		return s->rules == &fl_r500_surfaces ? "a texture above 4096 x 4096"
						     : "a texture above 2048 x 2048";
	if (wraps(t->wrap_s) && (s->width_px & (s->width_px - 1)))
		return "FL_REPEAT and FL_MIRROR need a width that is a power of two";
	if (wraps(t->wrap_t) && (s->height_px & (s->height_px - 1)))
		return "FL_REPEAT and FL_MIRROR need a height that is a power of two";
	if ((t->linear || t->mip == FL_MIP_LINEAR) && !(fl_surface_can(s) & FL_CAN_FILTER))
		return "float formats cannot be filtered (R5xx guide 3)";
	if (too_small(s))
		return "an image smaller than a macro-tile (R300: no larger than one), with FL_MACRO";
	return NULL;
}

static const char *wrong_target(const struct fl_surface *s)
{
	if (s->width_px > s->rules->target_px || s->height_px > s->rules->target_px)
		return "a target that is larger than the chip's: lay it out with FL_USE_3D";
	if (!(fl_surface_can(s) & FL_CAN_DEPTH))
		return s->pitch_px & 1 ? "a color buffer with an odd pitch: lay it out with FL_USE_3D" : NULL;
	if (!(s->tiling & FL_MICRO))
		return "the depth buffer must be micro-tiled";
	return s->pitch_px & 3 ? "a depth buffer whose pitch is no multiple of 4" : NULL;
}
#endif

/* Alike on all chips:
 * R5xx guide 10.8.5: the number of rows of a linear color buffer is even.
 * R5xx guide 6.2.2, SRC_PITCH_OFFSET: the 2D engine's pitch counts 64 bytes in 8 bits, its offset 1 KiB.
 * Linux radeon, radeon_align_pitch(): linear scan-out pitches are multiples of 64 pixels of 32 bits. */
#ifdef FL_DEBUG
#define WRONG .wrong_texture = wrong_texture, .wrong_target = wrong_target,
#else
#define WRONG
#endif
#define RULES(formats, levels, texture, target)                                                      \
	{                                                                                            \
		.can = (formats), .texture_px = (texture), .target_px = (target), .target_rows = 2,  \
		.row_2d_B = 64, .row_2d_max_B = 255 * 64, .align_2d_B = 1024, .row_display_B = 256,  \
		.align_display_B = 4096, .tile_px = tile_px, .check_tiling = check_tiling, .at = at, \
		.run_px = run_px, .level_tiling = (levels), .check_samples = check_samples, WRONG    \
	}

/* Mesa r300_screen.c, max_texture_2d_size and max_point_size */
const struct fl_surface_rules fl_r500_surfaces = RULES(can, level_tiling, 4096, 4096);
const struct fl_surface_rules fl_r500_r400_surfaces = RULES(can_r400, level_tiling, 2048, 4021);
const struct fl_surface_rules fl_r500_r350_surfaces = RULES(can_r300, level_tiling, 2048, 2560);
const struct fl_surface_rules fl_r500_r300_surfaces = RULES(can_r300, level_tiling_r300, 2048, 2560);
