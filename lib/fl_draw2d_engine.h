/* SPDX-License-Identifier: MIT
 *
 * Inside fl_draw2d: the seam between what is asked for and the engine that does it. Above it
 * (lib/fl_draw2d*.c): checks, clipping, cutting into pieces that an engine can address, and making up from
 * fills what the engine cannot do. Below it: a family's 2D engine (lib/FAMILY/draw2d*.c), or, where there is
 * none, its 3D engine, which draws the same rectangles.
 */
#ifndef LIB_FL_DRAW2D_ENGINE_H
#define LIB_FL_DRAW2D_ENGINE_H

#include "lib/fl_draw2d.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A piece of a bitmap or an image. */
struct fl_2d_host {
	struct fl_2d_box to;
	const uint8_t *rows; /* the row of to.y0 */
	uint32_t pitch_B;
	int32_t left;                   /* the pixel of a row that belongs to to.x0 */
	const struct fl_bitmap *bitmap; /* colors; NULL: rows holds pixels of the target's format */
	const struct fl_brush *brush;
	uint32_t rop;
};

/* Boxes are in view and not empty; brush is NULL if rop does not use it (never in fill()); rop is not
 * FL_ROP_NOP; what caps does not promise is not asked for. g->key and g->write_mask are the engine's to heed
 * (with FL_2D_KEYS). Failures go into g->code through fl_2d_fail(). */
struct fl_2d_engine {
	const char *name; /* of the block: "E2" */
	/* A surface whose sides are at most reach pixels is drawn on as it is. In a larger one no box and no
	 * box's source crosses a multiple of span. */
	int32_t reach, span;
	uint32_t host_dw; /* a piece of host data has at most so many dwords, each row padded to whole ones */
	void (*start)(struct fl_2d *g);
	/* g->dst is new, or the state of the chip is not known any more. */
	enum fl_code (*target)(struct fl_2d *g);
	/* Can this surface be copied from? */
	enum fl_code (*source)(struct fl_2d *g, const struct fl_surface *src);
	void (*fill)(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		     uint32_t rop);
	/* to comes from (to.x0 + dx, to.y0 + dy); left, up: walk from the right, from below. */
	void (*copy)(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		     int32_t dy, bool left, bool up, const struct fl_brush *brush, uint32_t rop);
	void (*host)(struct fl_2d *g,
		     const struct fl_2d_host *h); /* FL_2D_HOST_DATA; rop depends on the source */
	/* FL_2D_LINES. All but the last pixel of the last line, inside clip. False, whatever the clip: these
	 * points are out of reach; nothing was drawn. */
	bool (*lines)(struct fl_2d *g, const struct fl_2d_box *clip, const struct fl_point *points,
		      uint32_t n, const struct fl_pen *pen, uint32_t rop);
	enum fl_code (*finish)(struct fl_2d *g);
};

/* Begin with an engine; dev, cs and priv are what it needs. */
void fl_2d_init(struct fl_2d *g, const struct fl_2d_engine *engine, struct fl_dev *dev, struct fl_cs *cs,
		void *priv, uint64_t vram_addr, uint32_t caps);

/* Remember and return a failure. */
enum fl_code fl_2d_fail(struct fl_2d *g, enum fl_code code);
/* g->err belongs to the first failure: where to write a text, or NULL. */
static inline struct fl_err *fl_2d_err(struct fl_2d *g)
{
	return g->code ? NULL : &g->err;
}

/* Does the result of rop depend on the source, the brush, the destination? */
static inline bool fl_rop_has_s(uint32_t rop)
{
	return ((rop ^ rop >> 2) & 0x33) != 0;
}

static inline bool fl_rop_has_p(uint32_t rop)
{
	return ((rop ^ rop >> 4) & 0x0f) != 0;
}

static inline bool fl_rop_has_d(uint32_t rop)
{
	return ((rop ^ rop >> 1) & 0x55) != 0;
}

/* What every call checks first: a target, a raster operation, a brush if it is used. */
enum fl_code fl_2d_check(struct fl_2d *g, const char *what, uint32_t rop, const struct fl_brush *brush);
enum fl_code fl_2d_no_rop(struct fl_2d *g, uint32_t rop);

/* The ends of the pieces of [from, to): cut[0] = from, cut[n] = to. Cuts at multiples of span in the
 * destination and, off further on, in the source, if they are large. n is returned. */
enum { FL_2D_CUTS = 12 };
uint32_t fl_2d_cuts(const struct fl_2d *g, int32_t from, int32_t to, bool src_large, int32_t off,
		    int32_t cut[FL_2D_CUTS]);

struct fl_2d_box fl_2d_box_of(const struct fl_rect *r);

/* What two boxes share. False: nothing. */
static inline bool fl_2d_meet(const struct fl_2d_box *a, const struct fl_2d_box *b, struct fl_2d_box *both)
{
	both->x0 = a->x0 > b->x0 ? a->x0 : b->x0;
	both->y0 = a->y0 > b->y0 ? a->y0 : b->y0;
	both->x1 = a->x1 < b->x1 ? a->x1 : b->x1;
	both->y1 = a->y1 < b->y1 ? a->y1 : b->y1;
	return both->x0 < both->x1 && both->y0 < both->y1;
}

/* What of *r is in clip rectangle i, of g->n_clips. False: nothing. */
bool fl_2d_visible(const struct fl_2d *g, uint32_t i, const struct fl_2d_box *r, struct fl_2d_box *out);

/* Checked already: clip, cut, fill. */
void fl_2d_fill(struct fl_2d *g, const struct fl_2d_box *r, const struct fl_brush *brush, uint32_t rop);
/* The same of many, with one brush: what there is room for is filled at once, and the rest by
 * fl_2d_fill_list(). n is 0 at first. */
struct fl_2d_list {
	uint32_t n;
	struct fl_2d_box box[64];
};
void fl_2d_fill_later(struct fl_2d *g, struct fl_2d_list *list, const struct fl_2d_box *r,
		      const struct fl_brush *brush, uint32_t rop);
void fl_2d_fill_list(struct fl_2d *g, struct fl_2d_list *list, const struct fl_brush *brush, uint32_t rop);

/* Draw h->to, which may be out of view, with solid fills: brush and source are worked out here. h->rows NULL:
 * no source. h->rop must not depend on the destination. */
void fl_2d_by_fills(struct fl_2d *g, const struct fl_2d_host *h);

/* Pixel x of a row of bits. */
static inline bool fl_2d_bit(const uint8_t *row, int32_t x)
{
	return row[x >> 3] >> (7 - (x & 7)) & 1;
}

#ifdef __cplusplus
}
#endif

#endif
