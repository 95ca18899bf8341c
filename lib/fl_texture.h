/* SPDX-License-Identifier: MIT
 *
 * Textures: images with mipmaps, cubes, volumes, compressed ones, and how they are read.
 *
 *	fl_texture_place(&t, &vram, FL_TEX_2D, 256, 256, 1, FL_ALL_LEVELS, FL_ARGB8888, FL_LINEAR, &err);
 *	fl_texture_image(&t, 0, 0, &image);               // a surface like any other: write to it, or draw
 *	into it
 *	for (y = 0; y < 256; y++)
 *		fl_image_write(dev, &image, 0, y, 256, row);
 *	fl_texture_mipmaps(dev, &t, &err);                // levels 1 and on
 *	t.linear = true;
 *	t.mip = FL_MIP_LINEAR;
 *	fl_texture(&d, 0, &t);                            // texture unit 0
 *
 * Where the images lie is the chip's rule (R5xx guide chapter 4 and 11.9, TX_OFFSET, TX_FORMAT): one after
 * the other from the largest to the smallest, of a cube the six faces of a level together, of a volume the
 * slices of a level.
 *
 * A texture of one 2D image has an even number of rows, which the guide (10.8.5) wants of color buffers.
 * Between several images the sampler leaves no room for that; their sides are powers of two, so the only odd
 * number of rows is that of linear images one texel high. Those are drawn into as they are, as Mesa's r300
 * does on all chips (r300_texture_desc.c: linear rows count one by one).
 */
#ifndef LIB_FL_TEXTURE_H
#define LIB_FL_TEXTURE_H

#include "lib/fl_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_dev;

/* FL_TEX_LAYERS: 2D images of one size, of any number and each with its mip levels. A program of the caller's
 * own chooses among them by a third coordinate (lib/FAMILY/program.h), on chips with FL_DOES_LAYERS
 * (lib/fl_draw.h). */
enum fl_tex_kind { FL_TEX_2D, FL_TEX_CUBE, FL_TEX_3D, FL_TEX_LAYERS };
enum fl_cube_face { FL_POS_X, FL_NEG_X, FL_POS_Y, FL_NEG_Y, FL_POS_Z, FL_NEG_Z };
/* FL_CLAMP: to the edge; FL_BORDER: texels outside are the border color */
enum fl_wrap { FL_REPEAT, FL_MIRROR, FL_CLAMP, FL_BORDER };
enum fl_mip { FL_MIP_NONE, FL_MIP_NEAREST, FL_MIP_LINEAR };

#define FL_LEVELS_MAX 13u /* 4096 to 1 */
#define FL_ALL_LEVELS 0u

struct fl_texture {
	struct fl_surface image; /* level 0, first face or slice */
	uint8_t kind;            /* enum fl_tex_kind */
	uint8_t levels;          /* 0 counts as 1 */
	uint16_t depth;          /* slices of a volume's level 0, layers; else 0 or 1 */
	uint64_t size_B;         /* all of it */
	/* ---- how it is read: set by the caller; all zeros is nearest, repeated ---- */
	uint8_t wrap_s, wrap_t,
	    wrap_r;  /* enum fl_wrap. FL_REPEAT and FL_MIRROR need sides that are powers of two */
	bool linear; /* bilinear filter, else nearest; of float formats always nearest (R5xx guide 3) */
	uint8_t mip; /* enum fl_mip. FL_MIP_NONE: level_min alone */
	uint8_t anisotropy;           /* samples at most: 0 or 1 none, 2, 4, 8, 16; with linear */
	float lod_bias;               /* -16 to 15.9, in levels */
	uint8_t level_min, level_max; /* levels that are used; level_max 0: to the last */
	uint32_t border_argb; /* of float formats and those of 64 bits and more: 8 bits a channel likewise */
};

/* Lay out a texture: fills in image, kind, levels, depth, size_B, image.align_B; the rest is zeroed. levels:
 * FL_ALL_LEVELS down to 1x1(x1), or a number. A level smaller than a macro-tile is not macro-tiled; layers
 * never are. FL_USAGE: a side of 0 or above 4096, a cube that is not square, a volume's depth that is no
 * power of two up to 4096, more layers than the chip has, a depth of other kinds that is not 1, more levels
 * than there are, levels, faces or slices with sides that are not powers of two, a kind that the chip does
 * not have, a format that is no texture or not so tiled. */
enum fl_code fl_texture_init(struct fl_texture *t, const struct fl_surface_rules *rules,
			     enum fl_tex_kind kind, uint32_t width_px, uint32_t height_px, uint32_t depth,
			     uint32_t levels, enum fl_format format, uint32_t tiling, struct fl_err *err);
/* fl_texture_init() by the rules of *v, and memory for it. */
enum fl_code fl_texture_place(struct fl_texture *t, struct fl_vram *v, enum fl_tex_kind kind,
			      uint32_t width_px, uint32_t height_px, uint32_t depth, uint32_t levels,
			      enum fl_format format, uint32_t tiling, struct fl_err *err);
/* One image of it: level, and face of a cube (enum fl_cube_face), slice of a volume, or layer;
 * fl_draw_target() draws into it, as far as the format can be drawn into. False: there is none. */
bool fl_texture_image(const struct fl_texture *t, uint32_t face_or_slice, uint32_t level,
		      struct fl_surface *image);
/* A surface that was drawn into, laid out with FL_USE_TEXTURE, to be read as a texture. How it is read stays
 * as it was. */
void fl_texture_of(struct fl_texture *t, const struct fl_surface *s);

/* ---- from and to memory -------------------------------------------------------------------------------- */

/* Write n pixels of *image from (x, y) on; texels has them as they are in memory, one after the other.
 * Compressed formats: x, y and n count pixels, are multiples of 4, and a row of n / 4 blocks is written. The
 * chip must not be drawing with the image, and what it holds in its texture cache is dropped by the next
 * fl_texture(). */
void fl_image_write(struct fl_dev *dev, const struct fl_surface *image, uint32_t x_px, uint32_t y_px,
		    uint32_t n_px, const void *texels);
/* And read them. On a card reading is slow. */
void fl_image_read(struct fl_dev *dev, const struct fl_surface *image, uint32_t x_px, uint32_t y_px,
		   uint32_t n_px, void *texels);
/* Make levels 1 and on out of level 0: each texel is the mean of the 2, 4 or 8 above it. Reads level 0 back.
 * FL_USAGE: a compressed format. */
enum fl_code fl_texture_mipmaps(struct fl_dev *dev, const struct fl_texture *t, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
