/* SPDX-License-Identifier: MIT
 *
 * Textures: images with mipmaps, cubes, volumes, compressed ones, and how they are read.
 *
 *	fl_texture_place(&t, &vram, FL_TEX_2D, 256, 256, 1, FL_ALL_LEVELS, FL_ARGB8888, FL_LINEAR, &err);
 *	for (level = 0; level < t.levels; level++) {
 *		fl_texture_image(&t, 0, level, &image);   // a surface like any other: write to it, or draw into it
 *		...
 *	}
 *	fl_texture(&d, 0, &t);                            // texture unit 0
 *
 * Where the images lie is the chip's rule (R5xx guide chapter 4 and 11.9, TX_OFFSET, TX_FORMAT): one behind the other
 * from the largest to the smallest, of a cube the six faces of a level together, of a volume the slices of a level.
 */
#ifndef FL_TEXTURE_H
#define FL_TEXTURE_H

#include "lib/fl_surface.h"

enum fl_tex_kind { FL_TEX_2D, FL_TEX_CUBE, FL_TEX_3D };
enum fl_cube_face { FL_POS_X, FL_NEG_X, FL_POS_Y, FL_NEG_Y, FL_POS_Z, FL_NEG_Z };
enum fl_wrap {
	FL_REPEAT,
	FL_MIRROR,
	FL_CLAMP,
	FL_BORDER
}; /* FL_CLAMP: to the edge; FL_BORDER: texels outside are the border color */
enum fl_mip { FL_MIP_NONE, FL_MIP_NEAREST, FL_MIP_LINEAR };

#define FL_LEVELS_MAX 13u /* 4096 to 1 */
#define FL_ALL_LEVELS 0u

struct fl_texture {
	struct fl_surface image; /* level 0, first face or slice */
	uint8_t kind;            /* enum fl_tex_kind */
	uint8_t levels;          /* 0 counts as 1 */
	uint16_t depth;          /* slices of a volume's level 0; else 0 or 1 */
	uint64_t size_B;         /* all of it */
	/* ---- how it is read: set by the caller; all zeros is nearest, repeated ---- */
	uint8_t wrap_s, wrap_t, wrap_r; /* enum fl_wrap. FL_REPEAT and FL_MIRROR need sides that are powers of two */
	bool linear;                    /* bilinear filter, else nearest */
	uint8_t mip;                    /* enum fl_mip */
	uint8_t anisotropy;             /* samples at most: 0 or 1 none, 2, 4, 8, 16 */
	float lod_bias;                 /* -16 to 15.99, in levels */
	uint8_t level_min, level_max;   /* levels that are used; level_max 0: all */
	uint32_t border_argb;
};

/* Lay out a texture: fills in image, kind, levels, depth, size_B, image.align_B; the rest is zeroed. levels: FL_ALL_LEVELS down to
 * 1x1, or a number. FL_USAGE: a side of 0 or above 4096, a cube that is not square, a volume's depth above 4096 or (other
 * kinds) not 1, more levels than there are, mipmaps of sides that are not powers of two, a format that is no texture. */
enum fl_code fl_texture_init(struct fl_texture *t, enum fl_tex_kind kind, uint32_t width_px, uint32_t height_px,
			     uint32_t depth, uint32_t levels, enum fl_format format, uint32_t tiling,
			     struct fl_err *err);
/* fl_texture_init() and memory for it. */
enum fl_code fl_texture_place(struct fl_texture *t, struct fl_vram *v, enum fl_tex_kind kind, uint32_t width_px,
			      uint32_t height_px, uint32_t depth, uint32_t levels, enum fl_format format,
			      uint32_t tiling, struct fl_err *err);
/* One image of it: level, and face of a cube (enum fl_cube_face) or slice of a volume. False: there is none. */
bool fl_texture_image(const struct fl_texture *t, uint32_t face_or_slice, uint32_t level, struct fl_surface *image);
/* A surface that was drawn into, to be read as a texture. */
void fl_texture_of(struct fl_texture *t, const struct fl_surface *s);

#endif
