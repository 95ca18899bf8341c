/* SPDX-License-Identifier: MIT
 *
 * Inside 2D on Vivante's cores: what the engine keeps, and its parts.
 */
#ifndef LIB_GC_DRAW2D_OWN_H
#define LIB_GC_DRAW2D_OWN_H

#include "lib/gc/copy.h"
#include "lib/gc/draw2d.h"
#include "lib/gc/start.h"
#include "lib/gc/states.h"

/* Rows of the target that are drawn into elsewhere, counted from `top`, a multiple of `rows`. */
struct fl_gc_band {
	bool used;
	struct fl_surface home;
	uint32_t pitch_px, rows;
	uint32_t top;
	uint32_t from, to;             /* those that are there */
	uint32_t dirty_from, dirty_to; /* those that have been drawn into */
};

enum fl_gc_2d_program {
	FL_GC_2D_NONE,
	FL_GC_2D_FILL, /* the color that vertices have */
	FL_GC_2D_COPY, /* the texel of what was copied to the engine's own place */
};

struct fl_gc_2d {
	struct fl_gc_2d_setup setup;
	const uint32_t *at; /* where the stream stood when this had written to it, … */
	uint32_t batches;   /* … in that batch: there the state is known */
	uint8_t program;    /* of the known state: enum fl_gc_2d_program */
	uint8_t format;
	struct fl_gc_image target;
	struct fl_gc_band band;
	bool copied; /* by GC7000L's copier, and nobody has waited for it */
};
_Static_assert(sizeof(struct fl_gc_2d) <= FL_2D_OWN_B, "struct fl_2d has room for the engine's own");

static inline struct fl_gc_2d *fl_gc_2d_of(struct fl_2d *g)
{
	return (struct fl_gc_2d *)(void *)g->own;
}

/* Is the state what this engine left? */
static inline bool fl_gc_2d_known(const struct fl_2d *g)
{
	const struct fl_gc_2d *e = (const struct fl_gc_2d *)(const void *)g->own;

	return e->at && e->at == g->cs->at && e->batches == g->cs->batches;
}

/* ---- draw2d_rect.c ------------------------------------------------------------------------------------- */
/* The place for pixels that are copied is a texture of tiles of this size. */
enum { FL_GC_2D_PLACE_W = 1024, FL_GC_2D_PLACE_H = 256 };
struct fl_gc_image fl_gc_2d_place(const struct fl_gc_2d *e, uint32_t px_B);

/* n boxes of the target with one color. */
void fl_gc_rects_fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, uint32_t color);
/* A box of the target, whose upper left pixel is that at (x, y) of the place. */
void fl_gc_rects_copy(struct fl_2d *g, const struct fl_2d_box *box, uint32_t x, uint32_t y);

/* ---- draw2d_state.c ------------------------------------------------------------------------------------ */
/* At p the state for that program and target; room for FL_GC_2D_STATE_DW. */
enum { FL_GC_2D_STATE_DW = 640 };
uint32_t *fl_gc_2d_state(struct fl_2d *g, uint32_t *p, uint8_t program, const struct fl_gc_image *target);

/* ---- draw2d_band.c ------------------------------------------------------------------------------------- */
/* Where rows y0 to y1 of the target are drawn into: *to, whose row 0 is row `top` of the target; returns the
 * row that the place ends with, or y1. whole: all of them will be drawn over. */
uint32_t fl_gc_band_open(struct fl_2d *g, uint32_t y0, uint32_t y1, bool whole, struct fl_gc_image *to,
			 uint32_t *top);
/* What was drawn goes where it belongs; forget: and is not used any more. */
void fl_gc_band_close(struct fl_2d *g, bool forget);

/* fl_gc_resolve(), within the stream. */
void fl_gc_2d_resolve(struct fl_2d *g, const struct fl_gc_image *from, const struct fl_gc_image *to,
		      uint32_t px_B, uint32_t w, uint32_t h);

/* ---- draw2d_blt.c -------------------------------------------------------------------------------------- */
void fl_gc_2d_blt_fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, uint32_t color);
void fl_gc_2d_blt_copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		       int32_t dy, bool up, bool over_itself);
void fl_gc_2d_blt_finish(struct fl_2d *g);

#endif
