/* SPDX-License-Identifier: MIT
 *
 * Surfaces of R6xx and R7xx: their rules; see surface.h.
 */
#include "lib/r600/surface.h"
#include "hw/regs/r600.h"

#include <stddef.h>

enum {
	TILE = 8, /* pixels of a micro tile's side */
	LARGEST = 8192,
	LINEAR_PX = 64, /* of which rows of linear surfaces are multiples */
	R7XX_CUBE = 8,
	MOST_SAMPLES = 8,
	TRACED_LAYOUT = 0x16,
};

#define PLAIN   (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_TARGET | FL_CAN_BLEND | FL_CAN_SAMPLES)
#define BLOCKS  (FL_CAN_TEXTURE | FL_CAN_FILTER)
#define NUMBERS (FL_CAN_TEXTURE | FL_CAN_TARGET | FL_CAN_2D) /* samples of them hang: R6xx facts 5.2 */
#define DEPTH   (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_DEPTH | FL_CAN_SAMPLES | FL_CAN_2D)

static const uint8_t can[FL_FORMAT_COUNT] = {
    [FL_C8] = PLAIN | FL_CAN_2D,
    [FL_A8] = PLAIN | FL_CAN_2D,
    [FL_LA88] = PLAIN | FL_CAN_2D,
    [FL_ARGB1555] = PLAIN | FL_CAN_2D,
    [FL_RGB565] = PLAIN | FL_CAN_2D,
    [FL_ARGB4444] = PLAIN | FL_CAN_2D,
    [FL_ARGB8888] = PLAIN | FL_CAN_2D,
    [FL_ABGR8888] = PLAIN | FL_CAN_2D,
    [FL_ARGB2101010] = PLAIN | FL_CAN_2D,
    [FL_R16] = PLAIN | FL_CAN_2D,
    [FL_GR1616] = PLAIN | FL_CAN_2D,
    [FL_ABGR16161616] = PLAIN,
    [FL_R16F] = PLAIN | FL_CAN_2D,
    [FL_GR16F] = PLAIN | FL_CAN_2D,
    [FL_ABGR16F] = PLAIN,
    [FL_R32F] = PLAIN | FL_CAN_2D,
    [FL_GR32F] = PLAIN,
    [FL_ABGR32F] = PLAIN,
    [FL_DXT1] = BLOCKS,
    [FL_DXT3] = BLOCKS,
    [FL_DXT5] = BLOCKS,
    [FL_ATI1N] = BLOCKS,
    [FL_ATI2N] = BLOCKS,
    [FL_R32UI] = NUMBERS,
    [FL_ABGR8888UI] = NUMBERS,
    [FL_Z16] = DEPTH,
    [FL_Z24S8] = DEPTH | FL_BY_COPY,
};

/* How memory is tiled (R6xx facts 0.1): logarithms of the numbers of pipes and banks, and of bytes. */
struct layout {
	uint32_t pipes, banks, group;
};

static struct layout layout(const struct fl_surface_rules *rules)
{
	return (struct layout){.pipes = R600_GB_TILING_CONFIG__PIPE_TILING__GET(rules->layout),
			       .banks = 2 + R600_GB_TILING_CONFIG__BANK_TILING__GET(rules->layout),
			       .group = 8 + R600_GB_TILING_CONFIG__GROUP_SIZE__GET(rules->layout)};
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* R6xx facts 6.1. Rows are those of one sample a pixel, the widest; macro-tiles begin where those of as many
 * samples as there can be would. */
static uint32_t tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling, uint32_t *w,
			uint32_t *h)
{
	const struct layout l = layout(rules);
	uint32_t group_px = (1u << l.group) / bytes_px;

	if (tiling & FL_MACRO) {
		*w = most(TILE, group_px / TILE) << l.banks;
		*h = TILE << l.pipes;
		return *w * *h * bytes_px * MOST_SAMPLES;
	}
	*w = tiling ? most(TILE, group_px / TILE) : most(LINEAR_PX, group_px);
	*h = tiling ? TILE : 1;
	return 1u << l.group;
}

static enum fl_code check_tiling(enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	return tiling & FL_SQUARE
		   ? fl_fail(err, FL_USAGE,
			     "surface: %s has no square micro-tiles on this chip, whose tiles all "
			     "are; take FL_MICRO",
			     fl_format_info(format)->name)
		   : FL_OK;
}

static uint32_t bit(uint32_t v, uint32_t from, uint32_t to)
{
	return (v >> from & 1) << to;
}

/* The number of a pixel in its tile: R6xx facts 6.2, table of element orders. */
static uint32_t element(const struct fl_surface *s, uint32_t x, uint32_t y)
{
	if (fl_surface_can(s) & FL_CAN_DEPTH)
		return bit(x, 0, 0) | bit(y, 0, 1) | bit(x, 1, 2) | bit(y, 1, 3) | bit(x, 2, 4) |
		       bit(y, 2, 5);
	switch (s->bytes_px) {
	case 1:
		return (x & 7) | bit(y, 1, 3) | bit(y, 0, 4) | bit(y, 2, 5);
	case 2:
		return (x & 7) | (y & 7) << 3;
	case 4:
		return (x & 3) | bit(y, 0, 2) | bit(x, 2, 3) | bit(y, 1, 4) | bit(y, 2, 5);
	case 8:
		return bit(x, 0, 0) | bit(y, 0, 1) | bit(x, 1, 2) | bit(x, 2, 3) | bit(y, 1, 4) |
		       bit(y, 2, 5);
	default:
		return bit(y, 0, 0) | bit(x, 0, 1) | bit(x, 1, 2) | bit(x, 2, 3) | bit(y, 1, 4) |
		       bit(y, 2, 5);
	}
}

/* Which pipe and which bank have the tile: R6xx facts 6.2. */
static uint32_t pipe_of(const struct layout *l, uint32_t x, uint32_t y)
{
	switch (l->pipes) {
	case 0:
		return 0;
	case 1:
		return bit(x ^ y, 3, 0);
	case 2:
		return (bit(x, 4, 0) ^ bit(y, 3, 0)) | (bit(x, 3, 1) ^ bit(y, 4, 1));
	default:
		return (bit(x, 5, 0) ^ bit(y, 3, 0)) | (bit(x, 4, 1) ^ bit(x, 5, 1) ^ bit(y, 4, 1)) |
		       (bit(x, 3, 2) ^ bit(y, 5, 2));
	}
}

static uint32_t bank_of(const struct layout *l, uint32_t x, uint32_t y)
{
	y >>= l->pipes;
	return l->banks == 2 ? (bit(x, 3, 0) ^ bit(y, 4, 0)) | (bit(x, 4, 1) ^ bit(y, 3, 1))
			     : (bit(x, 3, 0) ^ bit(y, 5, 0)) | (bit(x, 4, 1) ^ bit(y, 4, 1) ^ bit(y, 5, 1)) |
				   (bit(x, 5, 2) ^ bit(y, 3, 2));
}

/* Surfaces begin at multiples of whole macro-tiles, so that the base has no part in the choice of banks. */
static uint64_t at(const struct fl_surface *s, uint32_t x, uint32_t y)
{
	const struct layout l = layout(s->rules);
	uint32_t inside_B = element(s, x, y) * s->bytes_px, tile_B = TILE * TILE * s->bytes_px;
	uint32_t group_mask = (1u << l.group) - 1;
	uint64_t total;

	if (!(s->tiling & FL_MACRO))
		return (uint64_t)(y / TILE * (s->pitch_px / TILE) + x / TILE) * tile_B + inside_B;
	total = (uint64_t)((y / TILE >> l.pipes) * (s->pitch_px / TILE >> l.banks) + (x / TILE >> l.banks)) *
		    tile_B +
		inside_B;
	return (total & ~(uint64_t)group_mask) << (l.pipes + l.banks) |
	       (uint64_t)bank_of(&l, x, y) << (l.group + l.pipes) | (uint64_t)pipe_of(&l, x, y) << l.group |
	       (total & group_mask);
}

static uint32_t run_px(const struct fl_surface *s, uint32_t x_px)
{
	static const uint8_t run[17] = {[1] = 8, [2] = 8, [4] = 4, [8] = 2, [16] = 1};
	uint32_t n = fl_surface_can(s) & FL_CAN_DEPTH ? 2 : run[s->bytes_px];

	return n - x_px % n;
}

/* Where a level is smaller than a macro-tile, it and all after it have micro-tiles: libdrm's
 * radeon_surface.c. */
static uint32_t level_tiling(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			     uint32_t width_px, uint32_t height_px)
{
	uint32_t w, h;

	tile_px(rules, bytes_px, tiling, &w, &h);
	return (tiling & FL_MACRO) && (width_px < w || height_px < h) ? FL_MICRO : tiling;
}

#ifdef FL_DEBUG
static const char *wrong_texture(const struct fl_texture *t)
{
	if (t->image.width_px > LARGEST || t->image.height_px > LARGEST)
		return "a texture above 8192 x 8192";
	return fl_r600_has_copy(t) || !(fl_surface_can(&t->image) & FL_BY_COPY)
		   ? NULL
		   : "a depth buffer without FL_USE_TEXTURE, or one that is not tiled";
}

static const char *wrong_target(const struct fl_surface *s)
{
	if (s->width_px > LARGEST || s->height_px > LARGEST || s->pitch_px > LARGEST)
		return "a target above 8192 x 8192";
	return (fl_surface_can(s) & FL_CAN_DEPTH) && !s->tiling ? "the depth buffer must be tiled" : NULL;
}
#define WRONG .wrong_texture = wrong_texture, .wrong_target = wrong_target,
#else
#define WRONG
#endif

/* The 2D engine is the 3D engine: it asks for no more than others. Linux radeon, radeon_align_pitch():
 * scan-out as on R5xx. */
const struct fl_surface_rules fl_r600_surfaces = {.can = can,
						  .texture_px = LARGEST,
						  .layers = LARGEST,
						  .target_px = LARGEST,
						  .target_rows = 1,
						  .row_2d_max_B = 4 * LARGEST,
						  .row_display_B = 256,
						  .align_display_B = 4096,
						  .cube_images = R7XX_CUBE,
						  .layers_by_powers = true,
						  .banks_turn = true,
						  .layout = TRACED_LAYOUT,
						  .tile_px = tile_px,
						  .check_tiling = check_tiling,
						  .at = at,
						  .run_px = run_px,
						  .level_tiling = level_tiling,
						  .check_samples = fl_surface_check_macro_samples,
						  WRONG};

void fl_r600_surface_rules(struct fl_surface_rules *rules, bool r7xx, uint32_t tiling_config)
{
	*rules = fl_r600_surfaces;
	rules->layout = tiling_config & 0xffff;
	if (!r7xx)
		rules->cube_images = 0;
}
