/* SPDX-License-Identifier: MIT
 *
 * What 2D on R6xx and R7xx shares among its files.
 */
#ifndef LIB_R600_DRAW2D_OWN_H
#define LIB_R600_DRAW2D_OWN_H

#include "hw/r600/pm4.h"
#include "lib/r600/draw2d.h"
#include "lib/r600/words.h"

/* ---- programs (draw2d_program.c) ----------------------------------------------------------------------- */
enum {
	FL_R600_2D_VERTEX, /* it reads corners from resource 160 */
	FL_R600_2D_FILL,   /* constant 0 */
	FL_R600_2D_COPY,   /* of texture 0 */
	FL_R600_2D_MIX,    /* and those of its parts that there are: */
	FL_R600_2D_S_TEXTURE = 1,
	FL_R600_2D_S_STREAM = 2,
	FL_R600_2D_P_STREAM = 4, /* a brush of several colors */
	FL_R600_2D_D = 8,        /* of texture 1 */
	FL_R600_2D_PROGRAMS = FL_R600_2D_MIX + 16,
	FL_R600_2D_GPRS = 8 /* that any of them has */
};
/* Resources of pixel programs: textures 0 and 1, and the batch, as words. */
enum { FL_R600_2D_STREAM = 2 };

/* Constants. */
enum {
	FL_R600_2D_MASKS,       /* of 1, D, S, S and D; where P is 0, if it is of a brush of several colors */
	FL_R600_2D_SOURCE,      /* how far away it is; a picture, if it is in the stream */
	FL_R600_2D_KEYS = 5,    /* of S and of D: color, bits, when nothing is drawn (see drop()) */
	FL_R600_2D_MASKS_P = 7, /* what is added where P is 1 */
	FL_R600_2D_BRUSH,       /* a picture */
	FL_R600_2D_CONSTANTS = FL_R600_2D_BRUSH + 4,
};

/* A picture in the stream: pixels in words, the first in the lowest bits, but for a flip. Its values are
 * 0 to `values`, times `times`, with the bits of `invert` the other way round. */
struct fl_r600_2d_picture {
	uint32_t away[2], wrap[2]; /* of places: what is added, and bits that are left */
	uint32_t pitch, log2_px;   /* pixels of a row, and of a word */
	uint32_t first, in_word;   /* the word in the batch; pixels of a word, less 1 */
	uint32_t log2_bits, flip, values, invert;
	uint32_t times, drop, unused[2]; /* drop: ~0: what has value 0 is not drawn; 1: all is */
};

/* Make the words. */
void fl_r600_2d_compose(struct fl_r600_words *p, uint32_t program);

/* ---- state (draw2d_state.c) ---------------------------------------------------------------------------- */
struct fl_r600_2d {
	struct fl_r600_2d_setup setup;
	const struct r600_family_info *family;
	/* where the stream stood behind the last command: if it is elsewhere, nothing is known */
	const uint32_t *at;
	uint32_t batches;
	uint32_t have;         /* bit n: program n is in memory */
	uint32_t program, rop; /* what the chip has; ~0: nobody knows */
	uint32_t vertices;     /* the batch that the resources of vertices and of words are of */
	uint64_t target;
	bool numbers; /* whether its pixels are numbers, not colors */
	bool drawn;   /* what was drawn may be in caches only */
};

static inline struct fl_r600_2d *fl_r600_2d_of(struct fl_2d *g)
{
	return (struct fl_r600_2d *)(void *)g->own;
}

enum {
	FL_R600_2D_REACH = 8192,  /* pixels of the largest target */
	FL_R600_2D_SPAN = 4096,   /* of a larger one, windows begin at multiples of it */
	FL_R600_2D_BOXES = 256,   /* in a draw */
	FL_R600_2D_HOST_DW = 512, /* of host data, before rows are made whole words */
	FL_R600_2D_BRUSH_DW = 64, /* a pixel of a pattern each */
};

/* What the chip sees of a surface: all of it, or the window that begins at (x, y). */
struct fl_r600_2d_image {
	uint64_t addr;
	uint32_t pitch_px, rows, mode;
	int32_t x, y;
};

struct fl_r600_2d_image fl_r600_2d_image(const struct fl_2d *g, const struct fl_surface *s, int32_t x,
					 int32_t y);

/* What a draw needs. */
struct fl_r600_2d_job {
	uint32_t program;
	uint32_t rop3; /* that CB does */
	const struct fl_r600_2d_image *to, *from;
	uint32_t constants[FL_R600_2D_CONSTANTS][4];
	/* What goes with the stream: S, and P. */
	const struct fl_2d_host *host;
	const struct fl_brush *brush;
};

/* n boxes, at most FL_R600_2D_BOXES. */
void fl_r600_2d_draw(struct fl_2d *g, struct fl_r600_2d_job *j, const struct fl_2d_box *boxes, uint32_t n);

/* ---- pictures (draw2d_picture.c) ----------------------------------------------------------------------- */
/* Words of j's pictures at p, and their constants. */
uint32_t *fl_r600_2d_pictures(const struct fl_2d *g, uint32_t *p, struct fl_r600_2d_job *j);

#endif
