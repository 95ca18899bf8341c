/* SPDX-License-Identifier: MIT
 *
 * 2D on GC7000L: its copier takes rectangles of pixels as they are.
 */
#include "lib/gc/draw2d_own.h"

static uint32_t *begin(struct fl_2d *g, uint32_t n_dw)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	uint32_t *p = fl_cs_room(g->cs, n_dw + FL_GC_BLT_WAIT_DW);

	if (p && !e->copied) {
		p = fl_gc_blt_before(p);
		e->copied = true;
	}
	return p;
}

void fl_gc_2d_blt_fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, uint32_t color)
{
	const struct fl_gc_image to = fl_gc_image_of(g->dst, g->vram_addr);
	const uint32_t px_B = g->dst->bytes_px, all = px_B == 2 ? color | color << 16 : color;

	for (uint32_t i = 0; i < n; i++) {
		const struct fl_gc_box box = {.dx = (uint32_t)boxes[i].x0,
					      .dy = (uint32_t)boxes[i].y0,
					      .w = (uint32_t)(boxes[i].x1 - boxes[i].x0),
					      .h = (uint32_t)(boxes[i].y1 - boxes[i].y0)};
		uint32_t *p = begin(g, FL_GC_BLT_DW);

		if (!p)
			return;
		fl_cs_done(g->cs, fl_gc_blt_fill(p, &to, px_B, &box, all, UINT32_MAX));
	}
}

static void copy(struct fl_2d *g, const struct fl_gc_image *from, const struct fl_gc_image *to,
		 const struct fl_gc_box *box)
{
	uint32_t *p = begin(g, FL_GC_BLT_DW);

	if (p)
		fl_cs_done(g->cs, fl_gc_blt_copy(p, from, to, g->dst->bytes_px, box));
}

/* Through the engine's own place, as many rows at a time as it holds. */
static void over_itself(struct fl_2d *g, const struct fl_gc_image *image, const struct fl_gc_box *box,
			bool up)
{
	enum { ALIGN_B = 64 };
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	const uint32_t addr = (uint32_t)e->setup.own_addr;
	const struct fl_gc_image own = {
	    .addr = {addr, addr}, .pitch_B = (box->w * g->dst->bytes_px + ALIGN_B - 1) / ALIGN_B * ALIGN_B};
	const uint32_t rows = FL_GC_2D_COPY_B / own.pitch_B;

	for (uint32_t done = 0, n; done < box->h; done += n) {
		n = box->h - done < rows ? box->h - done : rows;
		const uint32_t y = up ? box->h - done - n : done;

		copy(g, image, &own,
		     &(struct fl_gc_box){.sx = box->sx, .sy = box->sy + y, .w = box->w, .h = n});
		copy(g, &own, image,
		     &(struct fl_gc_box){.dx = box->dx, .dy = box->dy + y, .w = box->w, .h = n});
	}
}

void fl_gc_2d_blt_copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		       int32_t dy, bool up, bool itself)
{
	const struct fl_gc_image dst = fl_gc_image_of(g->dst, g->vram_addr),
				 from = fl_gc_image_of(src, g->vram_addr);
	const struct fl_gc_box box = {.sx = (uint32_t)(to->x0 + dx),
				      .sy = (uint32_t)(to->y0 + dy),
				      .dx = (uint32_t)to->x0,
				      .dy = (uint32_t)to->y0,
				      .w = (uint32_t)(to->x1 - to->x0),
				      .h = (uint32_t)(to->y1 - to->y0)};

	if (itself)
		over_itself(g, &dst, &box, up);
	else
		copy(g, &from, &dst, &box);
}

void fl_gc_2d_blt_finish(struct fl_2d *g)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	uint32_t *p;

	if (!e->copied)
		return;
	p = fl_cs_room(g->cs, FL_GC_BLT_WAIT_DW);
	if (p)
		fl_cs_done(g->cs, fl_gc_blt_after(p));
	e->copied = false;
}
