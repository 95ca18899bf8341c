/* SPDX-License-Identifier: MIT
 *
 * 2D drawing: copies inside video memory.
 */
#include "lib/fl_draw2d_engine.h"

struct copy {
	const struct fl_surface *src;
	int32_t dx, dy; /* from a pixel to where it comes from */
	bool over_itself;
	const struct fl_brush *brush;
	uint32_t rop;
};

/* One visible box, cut where the engine's coordinates end. Where source and destination overlap, what is
 * overwritten must have been read before: pieces and pixels are taken from the side that the picture moves
 * to. */
static void copy_box(struct fl_2d *g, const struct copy *c, const struct fl_2d_box *v)
{
	bool left = c->over_itself && c->dx < 0, up = c->over_itself && c->dy < 0;
	bool src_large =
	    (int32_t)c->src->width_px > g->engine->reach || (int32_t)c->src->height_px > g->engine->reach;
	int32_t cut_x[FL_2D_CUTS], cut_y[FL_2D_CUTS];
	uint32_t nx, ny;

	if (!g->large && !src_large) {
		g->engine->copy(g, c->src, v, c->dx, c->dy, left, up, c->brush, c->rop);
		return;
	}
	nx = fl_2d_cuts(g, v->x0, v->x1, src_large, c->dx, cut_x);
	ny = fl_2d_cuts(g, v->y0, v->y1, src_large, c->dy, cut_y);
	for (uint32_t k = 0; k < nx * ny; k++) {
		uint32_t i = left ? nx - 1 - k % nx : k % nx, j = up ? ny - 1 - k / nx : k / nx;
		struct fl_2d_box piece = {cut_x[i], cut_y[j], cut_x[i + 1], cut_y[j + 1]};

		g->engine->copy(g, c->src, &piece, c->dx, c->dy, left, up, c->brush, c->rop);
	}
}

/* Would drawing a destroy pixels that b still has to read? */
static bool spoils(const struct copy *c, const struct fl_2d_box *a, const struct fl_2d_box *b)
{
	return a->x0 < b->x1 + c->dx && b->x0 + c->dx < a->x1 && a->y0 < b->y1 + c->dy &&
	       b->y0 + c->dy < a->y1;
}

/* A list of clip rectangles, copying over itself: they are taken in an order in which none spoils another.
 * There always is one: boxes that do not overlap can be moved away in any direction one by one. */
static void copy_in_order(struct fl_2d *g, const struct copy *c, const struct fl_2d_box *r)
{
	struct fl_2d_box v[FL_2D_CLIPS];
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n_clips; i++)
		if (fl_2d_visible(g, i, r, &v[n]))
			n++;
	while (n) {
		uint32_t i, k;

		for (i = 0; i < n - 1; i++) {
			for (k = 0; k < n && (k == i || !spoils(c, &v[i], &v[k])); k++)
				;
			if (k == n)
				break;
		}
		copy_box(g, c, &v[i]);
		v[i] = v[--n];
	}
}

static int32_t max64(int64_t a, int64_t b)
{
	a = a > b ? a : b;
	return a > INT32_MAX ? INT32_MAX : (int32_t)a;
}

static int32_t min64(int64_t a, int64_t b)
{
	a = a < b ? a : b;
	return a < INT32_MIN ? INT32_MIN : (int32_t)a;
}

enum fl_code fl_blit_brush(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx,
			   int32_t dy, int32_t w, int32_t h, const struct fl_brush *brush, uint32_t rop)
{
	struct copy c = {.src = src, .rop = rop};
	int64_t to_sx = (int64_t)sx - dx, to_sy = (int64_t)sy - dy;
	struct fl_2d_box r, v;
	enum fl_code code = fl_2d_check(g, "copy", rop, brush);
	bool patterned = fl_rop_has_p(rop) && brush && brush->kind != FL_BRUSH_SOLID;

	if (code)
		return code;
	if (src->bytes_px != g->dst->bytes_px) {
		fl_fail(fl_2d_err(g), FL_USAGE, "copy: from %u to %u bytes a pixel", src->bytes_px,
			g->dst->bytes_px);
		return fl_2d_fail(g, FL_USAGE);
	}
	code = g->engine->source(g, src);
	if (code || rop == FL_ROP_NOP)
		return code ? code : g->code;

	/* The destination, as far as the source has it. */
	r.x0 = max64(dx, -to_sx);
	r.y0 = max64(dy, -to_sy);
	r.x1 = min64((int64_t)dx + w, (int64_t)src->width_px - to_sx);
	r.y1 = min64((int64_t)dy + h, (int64_t)src->height_px - to_sy);
	if (r.x0 >= r.x1 || r.y0 >= r.y1)
		return g->code;
	if (!fl_rop_has_s(rop) && !g->key.src)
		return fl_pattern(g, r.x0, r.y0, r.x1 - r.x0, r.y1 - r.y0, brush, rop);
	if ((rop != FL_ROP_SRCCOPY && !(g->caps & FL_2D_ROPS)) || (patterned && !(g->caps & FL_2D_PATTERNS)))
		return fl_2d_no_rop(g, rop);

	/* A box in view is at most a surface away from its source. */
	c.dx = (int32_t)to_sx;
	c.dy = (int32_t)to_sy;
	c.brush = fl_rop_has_p(rop) ? brush : NULL;
	c.over_itself = src->offset_B == g->dst->offset_B;
	if (c.over_itself && g->n_clips > 1) {
		copy_in_order(g, &c, &r);
		return g->code;
	}
	for (uint32_t i = 0; i < g->n_clips; i++)
		if (fl_2d_visible(g, i, &r, &v))
			copy_box(g, &c, &v);
	return g->code;
}

enum fl_code fl_blit_rop(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx,
			 int32_t dy, int32_t w, int32_t h, uint32_t color, uint32_t rop)
{
	struct fl_brush b = {.color = color};

	return fl_blit_brush(g, src, sx, sy, dx, dy, w, h, &b, rop);
}

enum fl_code fl_blit(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx,
		     int32_t dy, int32_t w, int32_t h)
{
	return fl_blit_brush(g, src, sx, sy, dx, dy, w, h, NULL, FL_ROP_SRCCOPY);
}
