/* SPDX-License-Identifier: MIT
 *
 * Surfaces: how an image lies in video memory. Pure computation: nothing here touches a card.
 *
 * Names carry units: _px pixels, _B bytes, _rows rows. Coordinates count from the top left; row 0 is the
 * first row in memory. How surfaces lie is the rule of a family's chips, whose address equation comes with
 * it: lib/FAMILY/surface.h. A stage's video memory has the rules of its card; fl_surface_init() is given
 * them.
 */
#ifndef LIB_FL_SURFACE_H
#define LIB_FL_SURFACE_H

#include "hw/fl_err.h"
#include "lib/fl_format.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Tiling, or-ed together; what each is, and of which formats, the family's rules say. */
#define FL_LINEAR      0u
#define FL_MICRO       1u /* small tiles, of some bytes */
#define FL_SQUARE      2u /* with FL_MICRO: of another shape */
#define FL_MACRO       4u /* large tiles, of small ones or of pieces of rows */

/* What the surface will be used for, or-ed together: each adds alignment; of a depth buffer that is to be a
 * texture, memory, too, on some chips. */
#define FL_USE_2D      1u /* 2D engine */
#define FL_USE_3D      2u /* color or depth buffer */
#define FL_USE_TEXTURE 4u
#define FL_USE_DISPLAY 8u /* scan-out */

struct fl_vram;
struct fl_texture;
struct fl_surface_rules;

struct fl_surface {
	const struct fl_surface_rules *rules; /* that it was laid out by */
	uint64_t offset_B; /* from the start of video memory; set by the caller or by fl_surface_place() */
	uint64_t size_B;
	uint32_t width_px, height_px;
	uint32_t pitch_px;    /* pixels from a row to the next, in the linear sense */
	uint32_t height_rows; /* rows that memory is taken for */
	uint32_t align_B;     /* of offset_B */
	uint8_t bytes_px;     /* 1 to 16; of compressed formats the bytes of a block */
	uint8_t tiling;       /* FL_LINEAR, or FL_MICRO, FL_SQUARE, FL_MACRO */
	uint8_t format;       /* enum fl_format */
	uint8_t block_px;     /* compressed formats: 4, the side of a block; else 0 or 1 */
	uint8_t samples;      /* a pixel: 2 and more; else 0 or 1 */
};

/* What a family's chips make of surfaces. Bytes and rows that a use asks for: 0 asks for nothing. */
struct fl_surface_rules {
	const uint8_t *can;     /* of each format: FL_CAN_* */
	uint16_t texture_px;    /* the longest side of a texture, and slices of a volume */
	uint16_t layers;        /* of FL_TEX_LAYERS at most; 0: there are no such textures */
	uint16_t target_px;     /* the longest side of a target */
	uint16_t target_rows;   /* a target's height is a multiple of it */
	uint16_t row_2d_B;      /* pitch for the 2D engine: a multiple of this, … */
	uint32_t row_2d_max_B;  /* … and at most this */
	uint16_t align_2d_B;    /* its offset */
	bool row_2d_linear;     /* the multiple is of linear rows alone */
	uint16_t row_display_B; /* likewise for scan-out */
	uint16_t align_display_B;
	uint16_t image_B;    /* an image's bytes are a multiple of it: rows of small ones are longer */
	uint8_t cube_images; /* places of a cube's level, if more than its 6 faces */
	uint16_t level_B;    /* levels of a texture begin at multiples of it; 0: of what their images are */
	uint8_t texture_tiling; /* of textures that are to be linear, where the chip does not read such */
	bool blocks_packed;     /* compressed formats: rows of whole blocks, with no more room */
	bool layers_by_powers;  /* levels of layers but the first have places for 2^n of them */
	bool all_by_powers;     /* and the first, where there are several */
	bool stencil_apart;     /* FL_Z24S8 with FL_USE_3D: a byte a pixel comes after all depths */
	bool banks_turn;        /* from image to image of a macro-tiled texture: it can have but one */
	uint32_t layout;        /* the family's own: how this card's memory is tiled */
	/* A tile's width and height in pixels; returns what offsets are multiples of, in bytes. */
	uint32_t (*tile_px)(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
			    uint32_t *width_px, uint32_t *height_px);
	/* FL_USAGE: the format has no such tiling. */
	enum fl_code (*check_tiling)(enum fl_format format, uint32_t tiling, struct fl_err *err);
	/* Byte offset of a pixel of a tiled surface. */
	uint64_t (*at)(const struct fl_surface *s, uint32_t x_px, uint32_t y_px);
	/* Pixels from x_px on that lie one after the other in a tiled surface. */
	uint32_t (*run_px)(const struct fl_surface *s, uint32_t x_px);
	/* The tiling of a mip level of that size in a texture of that tiling. */
	uint32_t (*level_tiling)(const struct fl_surface_rules *rules, uint32_t bytes_px, uint32_t tiling,
				 uint32_t width_px, uint32_t height_px);
	/* The tiling of surfaces of several samples. FL_USAGE: there are none so wide, of that format, or of
	 * so many. NULL: there are none at all. */
	enum fl_code (*check_samples)(const struct fl_surface_rules *rules, uint32_t width_px,
				      enum fl_format format, uint32_t samples, uint32_t *tiling,
				      struct fl_err *err);
	/* What pitch, rows and offset of such a surface are multiples of, where that is more than of one
	 * sample: returns the last. NULL: it is not. */
	uint32_t (*samples_px)(const struct fl_surface *s, uint32_t *width_px, uint32_t *height_px);
	/* FL_DEBUG: what the chip cannot do with this texture, or with this color or depth buffer, in words;
	 * NULL: it can. */
	const char *(*wrong_texture)(const struct fl_texture *t);
	const char *(*wrong_target)(const struct fl_surface *s);
};

/* FL_CAN_* of a surface's format; 0: it was not laid out. */
static inline uint32_t fl_surface_can(const struct fl_surface *s)
{
	return s->rules && s->format < FL_FORMAT_COUNT ? s->rules->can[s->format] : 0;
}

/* Lay out a surface: fills in *s, offset_B = 0. FL_USAGE: a size of 0 or above 16384 pixels, an unknown
 * format, a format that cannot be used so, tiling that the format does not have, a pitch that an engine
 * cannot address. */
enum fl_code fl_surface_init(struct fl_surface *s, const struct fl_surface_rules *rules, uint32_t width_px,
			     uint32_t height_px, enum fl_format format, uint32_t tiling, uint32_t use,
			     struct fl_err *err);

/* check_samples of R6xx and later: several samples want macro-tiles (libdrm's radeon_surface.c). */
enum fl_code fl_surface_check_macro_samples(const struct fl_surface_rules *rules, uint32_t width_px,
					    enum fl_format format, uint32_t samples, uint32_t *tiling,
					    struct fl_err *err);
/* Lay out a color or depth buffer of several samples a pixel. It can be drawn into and read by fl_resolve(),
 * nothing else: how the samples lie in it is the chip's own. FL_USAGE: a format that has no samples, other
 * numbers of them than the chip's, a width above what it has with so many. */
enum fl_code fl_surface_init_samples(struct fl_surface *s, const struct fl_surface_rules *rules,
				     uint32_t width_px, uint32_t height_px, enum fl_format format,
				     uint32_t samples, struct fl_err *err);

/* A tile's width and height in pixels: the unit that pitch and height are rounded up to. */
static inline void fl_surface_tile_px(const struct fl_surface_rules *rules, uint32_t bytes_px,
				      uint32_t tiling, uint32_t *width_px, uint32_t *height_px)
{
	rules->tile_px(rules, bytes_px, tiling, width_px, height_px);
}

/* Byte offset of pixel (x, y) from the start of the surface; of compressed formats, of the block that it
 * stands in. The caller keeps x < pitch_px and y < height_rows. Not of surfaces of several samples. */
uint64_t fl_surface_at(const struct fl_surface *s, uint32_t x_px, uint32_t y_px);

/* Bytes from a row to the next of a linear surface; of compressed formats, from a row of blocks to the
 * next. */
static inline uint32_t fl_surface_pitch_B(const struct fl_surface *s)
{
	return s->pitch_px * s->bytes_px / (s->block_px ? s->block_px : 1u);
}

/* Video memory, handed out from the bottom up. Release what came last by going back to a mark. */
struct fl_vram {
	const struct fl_surface_rules *rules; /* of the chip's surfaces */
	uint64_t start_B, end_B; /* the range that may be used, offsets from the start of video memory */
	uint64_t next_B;
};

static inline void fl_vram_init(struct fl_vram *v, const struct fl_surface_rules *rules, uint64_t start_B,
				uint64_t end_B)
{
	v->rules = rules;
	v->start_B = v->next_B = start_B;
	v->end_B = end_B;
}

static inline uint64_t fl_vram_mark(const struct fl_vram *v)
{
	return v->next_B;
}

static inline void fl_vram_release(struct fl_vram *v, uint64_t mark)
{
	v->next_B = mark;
}

/* size_B bytes at a multiple of align_B (a power of two). FL_FAILED when the range is full: *offset_B is
 * unchanged. */
enum fl_code fl_vram_alloc(struct fl_vram *v, uint64_t size_B, uint64_t align_B, uint64_t *offset_B,
			   struct fl_err *err);

/* fl_surface_init() and fl_surface_init_samples() by the rules of *v, and memory for it. */
enum fl_code fl_surface_place(struct fl_surface *s, struct fl_vram *v, uint32_t width_px, uint32_t height_px,
			      enum fl_format format, uint32_t tiling, uint32_t use, struct fl_err *err);
enum fl_code fl_surface_multisample(struct fl_surface *s, struct fl_vram *v, uint32_t width_px,
				    uint32_t height_px, enum fl_format format, uint32_t samples,
				    struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
