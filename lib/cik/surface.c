/* SPDX-License-Identifier: MIT
 *
 * Surfaces of Sea Islands: their rules; see surface.h.
 */
#include "lib/cik/surface.h"
#include "hw/cik/card.h"
#include "hw/regs/cik.h"

enum {
	TILE = 8, /* pixels of a micro tile's side */
	LARGEST = 16384,
	LARGEST_TEXTURE = 8192,
	LINEAR_B = 64,  /* of which rows of linear surfaces are multiples, and of 8 pixels */
	GROUP_LOG2 = 8, /* bytes that one pipe has in a row */
	CUBE_PLACES = 8,
};

/* Entries of the table of tile modes (facts 0.1). */
enum { LINEAR_MODE = 8, DEPTH_1D = 5, DEPTH_2D = 0, DEPTH_SPLITS = 4, THIN_1D = 13, THIN_2D = 14 };

#define WIDE    (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_TARGET | FL_CAN_BLEND)
#define PLAIN   (WIDE | FL_CAN_SAMPLES)
#define BLOCKS  (FL_CAN_TEXTURE | FL_CAN_FILTER)
#define NUMBERS (FL_CAN_TEXTURE | FL_CAN_TARGET | FL_CAN_2D)
#define DEPTH   (FL_CAN_TEXTURE | FL_CAN_FILTER | FL_CAN_DEPTH | FL_CAN_SAMPLES)

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
    [FL_ABGR16161616] = WIDE,
    [FL_R16F] = PLAIN | FL_CAN_2D,
    [FL_GR16F] = PLAIN | FL_CAN_2D,
    [FL_ABGR16F] = WIDE,
    [FL_R32F] = PLAIN | FL_CAN_2D,
    [FL_GR32F] = WIDE,
    [FL_ABGR32F] = WIDE,
    [FL_DXT1] = BLOCKS,
    [FL_DXT3] = BLOCKS,
    [FL_DXT5] = BLOCKS,
    [FL_ATI1N] = BLOCKS,
    [FL_ATI2N] = BLOCKS,
    [FL_R32UI] = NUMBERS,
    [FL_ABGR8888UI] = NUMBERS,
    [FL_Z16] = DEPTH,
    [FL_Z24S8] = DEPTH,
};

/* ---- the tables ---------------------------------------------------------------------------------------- */
/* The rules' layout: the chip's family, and above it its GB_ADDR_CONFIG's ROW_SIZE. */
enum { FAMILY_BITS = 8 };

static enum cik_family family_of(const struct fl_surface_rules *rules)
{
	return (enum cik_family)(rules->layout & ((1u << FAMILY_BITS) - 1));
}

static uint32_t log2_of(uint32_t power)
{
	return (uint32_t)__builtin_ctz(power);
}

static bool is_depth(const struct fl_surface *s)
{
	return fl_surface_can(s) & FL_CAN_DEPTH;
}

static uint32_t samples_of(const struct fl_surface *s)
{
	return s->samples ? s->samples : 1;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Colors that are tiled alike share a mode. Depths of one sample are never split: textures read them as they
 * lie; and of several, only what is more than a row of the memory. */
uint32_t fl_cik_tile_index(const struct fl_surface *s)
{
	if (!s->tiling)
		return LINEAR_MODE;
	if (!is_depth(s))
		return s->tiling & FL_MACRO ? THIN_2D : THIN_1D;
	return s->tiling & FL_MACRO ? DEPTH_2D + least(log2_of(s->bytes_px * samples_of(s)), DEPTH_SPLITS)
				    : DEPTH_1D;
}

uint32_t fl_cik_tile_mode(const struct fl_surface *s)
{
	return cik_tile_mode(family_of(s->rules),
			     CIK_GB_ADDR_CONFIG__ROW_SIZE(s->rules->layout >> FAMILY_BITS),
			     fl_cik_tile_index(s));
}

/* Bytes of a tile that stay together: facts 7.2. */
static uint32_t part_B(const struct fl_surface *s)
{
	const uint32_t one_B = TILE * TILE * (uint32_t)s->bytes_px, all_B = one_B * samples_of(s);
	const uint32_t row_B = 1024u << (s->rules->layout >> FAMILY_BITS);
	const uint32_t split_B = is_depth(s) ? row_B : 2 * one_B > 256 ? 2 * one_B : 256;

	return least(all_B, least(split_B, row_B));
}

/* By those bytes: 64 are the first. */
uint32_t fl_cik_macro_mode(const struct fl_surface *s)
{
	return cik_macro_mode(family_of(s->rules), log2_of(part_B(s) / (TILE * TILE)));
}

/* How surfaces of whole macro tiles lie: logarithms. */
struct layout {
	uint32_t config, pipes, banks, bank_w, bank_h, aspect;
};

/* GB_ADDR_CONFIG.NUM_PIPES is another number on some chips. */
static uint32_t log2_pipes(uint32_t config)
{
	return config == CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P2 ? 1
	       : config == CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_8X16 ||
		       config == CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_16X16
		   ? 2
		   : 4;
}

static struct layout layout(const struct fl_surface_rules *rules, uint32_t macro)
{
	const uint32_t mode = cik_tile_mode(family_of(rules), 0, THIN_2D);

	return (struct layout){.config = CIK_GB_TILE_MODE__PIPE_CONFIG__GET(mode),
			       .pipes = log2_pipes(CIK_GB_TILE_MODE__PIPE_CONFIG__GET(mode)),
			       .banks = CIK_GB_MACROTILE_MODE__NUM_BANKS__GET(macro) + 1,
			       .bank_w = CIK_GB_MACROTILE_MODE__BANK_WIDTH__GET(macro),
			       .bank_h = CIK_GB_MACROTILE_MODE__BANK_HEIGHT__GET(macro),
			       .aspect = CIK_GB_MACROTILE_MODE__MACRO_TILE_ASPECT__GET(macro)};
}

/* ---- sizes --------------------------------------------------------------------------------------------- */
static void macro_px(const struct layout *l, uint32_t *w, uint32_t *h)
{
	*w = TILE << (l->bank_w + l->pipes + l->aspect);
	*h = TILE << (l->bank_h + l->banks) >> l->aspect;
}

/* Facts 7.3 */
static uint32_t tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling, uint32_t *w,
			uint32_t *h)
{
	if (tiling & FL_MACRO) {
		const struct layout l = layout(rules, cik_macro_mode(family_of(rules), log2_of(bytes_px)));

		macro_px(&l, w, h);
		return *w * *h * bytes_px;
	}
	*w = tiling || LINEAR_B / bytes_px < TILE ? TILE : LINEAR_B / bytes_px;
	*h = tiling ? TILE : 1;
	return 1u << GROUP_LOG2;
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

/* ---- addresses (facts 7.1, 7.2) ------------------------------------------------------------------------ */
static uint32_t bit(uint32_t v, uint32_t from, uint32_t to)
{
	return (v >> from & 1) << to;
}

/* Thin and depth tiles have the same order. */
static uint32_t element(uint32_t x, uint32_t y)
{
	return bit(x, 0, 0) | bit(y, 0, 1) | bit(x, 1, 2) | bit(y, 1, 3) | bit(x, 2, 4) | bit(y, 2, 5);
}

/* Of a tile, by its numbers. Those of 16 pipes have no name in the reference. */
static uint32_t pipe_of(const struct layout *l, uint32_t x, uint32_t y)
{
	switch (l->config) {
	case CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P2:
		return bit(x ^ y, 0, 0);
	case CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_8X16:
		return bit(x >> 1 ^ y, 0, 0) | bit(x ^ y >> 1, 0, 1);
	case CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_16X16:
		return bit(x ^ y ^ x >> 1, 0, 0) | bit(x ^ y, 1, 1);
	default:
		return bit(x ^ y ^ x >> 1, 0, 0) | bit(x ^ y, 1, 1) | bit(x >> 2 ^ y >> 3, 0, 2) |
		       bit(x >> 3 ^ y >> 2, 0, 3);
	}
}

static uint32_t bank_of(const struct layout *l, uint32_t x, uint32_t y)
{
	const uint32_t a = x >> (l->bank_w + l->pipes), b = y >> l->bank_h;

	switch (l->banks) {
	case 1:
		return bit(a ^ b, 0, 0);
	case 2:
		return bit(a ^ b >> 1, 0, 0) | bit(a >> 1 ^ b, 0, 1);
	case 3:
		return bit(a ^ b >> 2, 0, 0) | bit(a ^ b ^ b >> 1, 1, 1) | bit(a >> 2 ^ b, 0, 2);
	default:
		return bit(a ^ b >> 3, 0, 0) | bit(a >> 1 ^ b >> 2 ^ b >> 3, 0, 1) |
		       bit(a >> 2 ^ b >> 1, 0, 2) | bit(a >> 3 ^ b, 0, 3);
	}
}

/* Surfaces begin at multiples of whole macro-tiles, so that the base has no part in the choice of pipes and
 * banks. */
static uint64_t at_macro(const struct fl_surface *s, uint32_t x, uint32_t y, uint32_t inside_B)
{
	const struct layout l = layout(s->rules, fl_cik_macro_mode(s));
	const uint32_t tile_B = TILE * TILE * s->bytes_px, tx = x / TILE, ty = y / TILE;
	const uint32_t across = l.bank_w + l.pipes + l.aspect, down = l.bank_h + l.banks - l.aspect;
	const uint64_t macro = (uint64_t)(ty >> down) * (s->pitch_px / TILE >> across) + (tx >> across);
	const uint32_t in_macro =
	    (ty & ((1u << l.bank_h) - 1)) << l.bank_w | (tx >> l.pipes & ((1u << l.bank_w) - 1));
	const uint64_t total = ((macro << (l.bank_w + l.bank_h)) + in_macro) * tile_B + inside_B;
	const uint64_t group = (1u << GROUP_LOG2) - 1;

	return (total & ~group) << (l.pipes + l.banks) |
	       (uint64_t)bank_of(&l, tx, ty) << (GROUP_LOG2 + l.pipes) |
	       (uint64_t)pipe_of(&l, tx, ty) << GROUP_LOG2 | (total & group);
}

static uint64_t at(const struct fl_surface *s, uint32_t x, uint32_t y)
{
	const uint32_t inside_B = element(x, y) * s->bytes_px;

	if (s->tiling & FL_MACRO)
		return at_macro(s, x, y, inside_B);
	return (uint64_t)(y / TILE * (s->pitch_px / TILE) + x / TILE) * (TILE * TILE * s->bytes_px) +
	       inside_B;
}

static uint32_t run_px(const struct fl_surface *s, uint32_t x_px)
{
	(void)s;
	return 2 - x_px % 2;
}

/* Facts 7.4 */
static uint32_t level_tiling(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			     uint32_t width_px, uint32_t height_px)
{
	uint32_t w, h;

	tile_px(rules, bytes_px, tiling, &w, &h);
	return (tiling & FL_MACRO) && (width_px < w || height_px < h) ? FL_MICRO : tiling;
}

/* ---- several samples ----------------------------------------------------------------------------------- */
static uint32_t samples_px(const struct fl_surface *s, uint32_t *w, uint32_t *h)
{
	const struct layout l = layout(s->rules, fl_cik_macro_mode(s));

	macro_px(&l, w, h);
	return *w * *h / (TILE * TILE) * part_B(s);
}

/* ---- the rules ----------------------------------------------------------------------------------------- */
#ifdef FL_DEBUG
static const char *wrong_texture(const struct fl_texture *t)
{
	return t->image.width_px > LARGEST || t->image.height_px > LARGEST ? "a texture above 16384 x 16384"
									   : NULL;
}

static const char *wrong_target(const struct fl_surface *s)
{
	if (s->width_px > LARGEST || s->height_px > LARGEST || s->pitch_px > LARGEST)
		return "a target above 16384 x 16384";
	return (fl_surface_can(s) & FL_CAN_DEPTH) && !s->tiling ? "the depth buffer must be tiled" : NULL;
}
#define WRONG .wrong_texture = wrong_texture, .wrong_target = wrong_target,
#else
#define WRONG
#endif

/* The 2D engine is the 3D engine: it asks for no more than others. Scan-out as on R5xx. Levels of cubes and
 * layers are where the texture unit looks for them: facts 7.4. */
const struct fl_surface_rules fl_cik_surfaces = {.can = can,
						 .texture_px = LARGEST_TEXTURE,
						 .layers = LARGEST_TEXTURE,
						 .target_px = LARGEST,
						 .target_rows = 1,
						 .row_2d_max_B = 4 * LARGEST,
						 .row_display_B = 256,
						 .align_display_B = 4096,
						 .image_B = 1u << GROUP_LOG2,
						 .cube_images = CUBE_PLACES,
						 .layers_by_powers = true,
						 .all_by_powers = true,
						 .stencil_apart = true,
						 .banks_turn = true,
						 .layout = CIK_FAMILY_BONAIRE | 1u << FAMILY_BITS,
						 .tile_px = tile_px,
						 .check_tiling = check_tiling,
						 .at = at,
						 .run_px = run_px,
						 .level_tiling = level_tiling,
						 .check_samples = fl_surface_check_macro_samples,
						 .samples_px = samples_px,
						 WRONG};

void fl_cik_surface_rules(struct fl_surface_rules *rules, uint32_t family, uint32_t addr_config)
{
	*rules = fl_cik_surfaces;
	rules->layout = family | CIK_GB_ADDR_CONFIG__ROW_SIZE__GET(addr_config) << FAMILY_BITS;
}
