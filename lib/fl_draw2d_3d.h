/* SPDX-License-Identifier: MIT
 *
 * Inside fl_draw2d: 2D by chips whose 3D engine has to do it. Pixels are bytes to it, 1, 2 or 4 of them,
 * whatever their format means; a program knows where it draws, and reads by place what it needs. Nothing is
 * rounded on the way. Here is what each call becomes; a family fills in struct fl_2d_3d_chip, and draws jobs.
 *
 *	fills with one color             the color buffer's raster operation, with the color as source
 *	copies, of S and D               likewise
 *	patterns, bitmaps, images,       a program of whole numbers, a mix: pictures go with the stream, and
 *	copies with P or a key, and      are read from there; D is read as a texture where it draws, if
 *	all with a write mask or with    operation, key or mask asks for it; pixels that are transparent,
 *	the destination's key            or left alone by a key, are thrown away
 *
 * A mix works on whole numbers: every bit of a pixel is a sum, by exclusive or, of products of S, D and P,
 * and masks in the constants say which of them there are: m0 ^ (m1 & D) ^ (m2 & S) ^ (m3 & S & D). They hold
 * the raster operation, the color of a brush that has only one, and the write mask. The pixel that is read
 * for D has not been written by this draw: each is drawn once.
 */
#ifndef LIB_FL_DRAW2D_3D_H
#define LIB_FL_DRAW2D_3D_H

#include "lib/fl_draw2d_engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- programs ------------------------------------------------------------------------------------------ */
enum {
	FL_2D_VERTEX, /* corners: two whole numbers of 16 bits each */
	FL_2D_FILL,   /* the job's color */
	FL_2D_COPY,   /* the texel of `from` that is FL_2D_SOURCE away */
	FL_2D_MIX,    /* and those of its parts that there are: */
	FL_2D_S_TEXTURE = 1,
	FL_2D_S_STREAM = 2,
	FL_2D_P_STREAM = 4, /* a brush of several colors */
	FL_2D_D = 8,        /* a texel of `to` */
	FL_2D_PROGRAMS = FL_2D_MIX + 16,
};

/* Constants, of four words each. */
enum {
	FL_2D_MASKS,         /* of 1, D, S, S and D; where P is 0, if it is of a brush of several colors */
	FL_2D_SOURCE,        /* how far away it is, x and y; a picture, if it is in the stream */
	FL_2D_KEY_TESTS = 5, /* of S and of D: color, bits, and what FL_2D_PICTURE's drop is */
	FL_2D_MASKS_P = 7,   /* what is added where P is 1 */
	FL_2D_BRUSH,         /* a picture */
	FL_2D_CONSTANTS = FL_2D_BRUSH + 4,
};

/* A picture in the stream: pixels in words, the first in the lowest bits, but for a flip. Its values are
 * 0 to `values`, times `times`, with the bits of `invert` the other way round. */
struct fl_2d_picture {
	uint32_t away[2], wrap[2]; /* of places: what is added, and bits that are left */
	uint32_t pitch, log2_px;   /* pixels of a row, and of a word */
	uint32_t first, in_word;   /* the word in the batch; pixels of a word, less 1 */
	uint32_t log2_bits, flip, values, invert;
	uint32_t times, drop, unused[2]; /* drop: ~0: what is 0 is not drawn; 0: all else is not; 1: all is */
};

/* ---- jobs ---------------------------------------------------------------------------------------------- */
enum {
	FL_2D_BOXES = 256,         /* in a draw */
	FL_2D_PICTURE_DW = 512,    /* of host data, before rows are made whole words */
	FL_2D_BRUSH_DW = 64,       /* a pixel of a pattern each */
	FL_2D_OVERLAP_B = 1 << 20, /* a place for pixels that are copied over themselves */
	FL_2D_OVERLAP_ALIGN_B = 512,
};

/* What the chip sees of a surface: all of it, or the window that begins at (x, y). */
struct fl_2d_image {
	uint64_t addr;
	uint32_t pitch_px, rows;
	uint32_t mode; /* the family's word for its tiling */
	int32_t x, y;
};

/* What a draw needs. */
struct fl_2d_job {
	uint32_t program;
	uint32_t rop3;  /* that the color buffer does */
	uint32_t color; /* FL_2D_FILL */
	const struct fl_2d_image *to, *from;
	uint32_t constants[FL_2D_CONSTANTS][4];
	/* What goes with the stream: S, and P. */
	const struct fl_2d_host *host;
	const struct fl_brush *brush;
};

/* ---- what a family fills in ---------------------------------------------------------------------------- */
struct fl_2d_3d_chip {
	uint32_t linear; /* struct fl_2d_image, mode */
	uint32_t (*mode)(const struct fl_surface *s);
	/* n boxes, at most FL_2D_BOXES. */
	void (*draw)(struct fl_2d *g, struct fl_2d_job *j, const struct fl_2d_box *boxes, uint32_t n);
};

/* What the engine's own state begins with. */
struct fl_2d_3d {
	const struct fl_2d_3d_chip *chip;
	uint64_t overlap_addr; /* GPU address of FL_2D_OVERLAP_B bytes */
};

/* For struct fl_2d_engine. */
enum fl_code fl_2d_3d_source(struct fl_2d *g, const struct fl_surface *s);
void fl_2d_3d_fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		   uint32_t rop);
void fl_2d_3d_copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		   int32_t dy, bool left, bool up, const struct fl_brush *brush, uint32_t rop);
void fl_2d_3d_host(struct fl_2d *g, const struct fl_2d_host *h);

/* Words of j's pictures at p, and their constants. nop writes the header of a packet that does nothing, and
 * whose body has n dwords. */
uint32_t *fl_2d_3d_pictures(const struct fl_2d *g, uint32_t *p, struct fl_2d_job *j,
			    uint32_t *(*nop)(uint32_t *p, uint32_t n));

/* Constants that a program reads. */
static inline uint32_t fl_2d_3d_constants(uint32_t program)
{
	return program <= FL_2D_FILL                    ? 0
	       : program == FL_2D_COPY                  ? FL_2D_SOURCE + 1
	       : (program - FL_2D_MIX) & FL_2D_P_STREAM ? FL_2D_CONSTANTS
							: FL_2D_MASKS_P;
}

/* D is among what it reads. */
static inline bool fl_2d_3d_reads_target(uint32_t program)
{
	return program >= FL_2D_MIX && ((program - FL_2D_MIX) & FL_2D_D);
}

#ifdef __cplusplus
}
#endif

#endif
