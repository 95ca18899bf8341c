/* SPDX-License-Identifier: MIT
 *
 * 2D drawing: lines, by the engine or by fills.
 */
#include "lib/fl_draw2d_engine.h"

#define FAR_PX 16384

static int32_t distance(int32_t a, int32_t b)
{
	return a < b ? b - a : a - b;
}

static int32_t steps(const struct fl_point *a, const struct fl_point *b)
{
	int32_t x = distance(a->x, b->x), y = distance(a->y, b->y);

	return x > y ? x : y;
}

/* The pen at a step. False: nothing is drawn there. */
static bool pen_at(const struct fl_pen *pen, uint32_t step, uint32_t *color)
{
	bool set = !pen->dashes || (pen->dashes >> ((pen->phase + step) & 31) & 1);

	*color = set ? pen->color : pen->background;
	return set || pen->opaque;
}

/* From one pixel to another, both included, along an axis. */
static struct fl_2d_box between(const struct fl_point *a, const struct fl_point *b)
{
	return (struct fl_2d_box){a->x < b->x ? a->x : b->x, a->y < b->y ? a->y : b->y,
				  (a->x > b->x ? a->x : b->x) + 1, (a->y > b->y ? a->y : b->y) + 1};
}

/* Bresenham, without the last pixel, as the engine does it. Pixels side by side in the same color are one
 * box, and those that follow each other in the same color are one fill. */
static void by_fills(struct fl_2d *g, const struct fl_point *a, const struct fl_point *b,
		     const struct fl_pen *pen, uint32_t first, uint32_t rop)
{
	int32_t dx = distance(a->x, b->x), dy = distance(a->y, b->y), sx = b->x > a->x ? 1 : -1,
		sy = b->y > a->y ? 1 : -1;
	bool steep = dy > dx;
	int32_t major = steep ? dy : dx, minor = steep ? dx : dy, error = 2 * minor - major;
	struct fl_point at = *a, from = at; /* the run begins */
	struct fl_brush brush = {.kind = FL_BRUSH_SOLID};
	struct fl_2d_list list;

	list.n = 0;
	for (int32_t i = 0; i < major; i++) {
		uint32_t now, next;
		bool draw = pen_at(pen, first + (uint32_t)i, &now);
		bool draw_next = pen_at(pen, first + (uint32_t)i + 1, &next);
		bool ends = i + 1 == major || error > 0 || draw != draw_next || now != next;

		if (ends && draw) {
			struct fl_2d_box r = between(&from, &at);

			if (now != brush.color)
				fl_2d_fill_list(g, &list, &brush, rop);
			brush.color = now;
			fl_2d_fill_later(g, &list, &r, &brush, rop);
		}
		if (error > 0) {
			*(steep ? &at.x : &at.y) += steep ? sx : sy;
			error -= 2 * major;
		}
		error += 2 * minor;
		*(steep ? &at.y : &at.x) += steep ? sy : sx;
		if (ends)
			from = at;
	}
	fl_2d_fill_list(g, &list, &brush, rop);
}

static enum fl_code check(struct fl_2d *g, const struct fl_point *points, uint32_t n,
			  const struct fl_pen *pen, uint32_t rop)
{
	struct fl_brush b = {.color = pen->color};
	enum fl_code code = fl_2d_check(g, "line", rop, &b);

	if (code)
		return code;
	if (fl_rop_has_s(rop)) {
		fl_fail(fl_2d_err(g), FL_USAGE,
			"line: raster operation 0x%02x needs a source, and lines have none", rop);
		return fl_2d_fail(g, FL_USAGE);
	}
	if (rop != FL_ROP_PATCOPY && rop != FL_ROP_NOP && !(g->caps & FL_2D_ROPS) && fl_rop_has_d(rop))
		return fl_2d_no_rop(g, rop);
	for (uint32_t i = 0; i < n; i++)
		if (points[i].x < -FAR_PX || points[i].x > FAR_PX || points[i].y < -FAR_PX ||
		    points[i].y > FAR_PX) {
			fl_fail(fl_2d_err(g), FL_USAGE, "line: point %u is (%d, %d); coordinates go to +-%d",
				i, (int)points[i].x, (int)points[i].y, FAR_PX);
			return fl_2d_fail(g, FL_USAGE);
		}
	return FL_OK;
}

/* All but the last pixel. */
static void lines(struct fl_2d *g, const struct fl_point *points, uint32_t n, const struct fl_pen *pen,
		  uint32_t rop)
{
	static const struct fl_2d_box all = {-FAR_PX, -FAR_PX, FAR_PX + 1, FAR_PX + 1};
	struct fl_2d_box v;
	uint32_t first = 0, i = 0;

	if ((g->caps & FL_2D_LINES) && !g->large)
		for (; i < g->n_clips; i++)
			if (fl_2d_visible(g, i, &all, &v) && !g->engine->lines(g, &v, points, n, pen, rop))
				break;
	if (i == g->n_clips)
		return;
	for (i = 0; i + 1 < n; i++) {
		by_fills(g, &points[i], &points[i + 1], pen, first, rop);
		first += (uint32_t)steps(&points[i], &points[i + 1]);
	}
}

/* A solid line along an axis, both ends included, is one fill. */
static void flat(struct fl_2d *g, const struct fl_point *a, const struct fl_point *b, uint32_t color,
		 uint32_t rop)
{
	struct fl_2d_box r = between(a, b);
	struct fl_brush brush = {.color = color};

	fl_2d_fill(g, &r, &brush, rop);
}

enum fl_code fl_polyline(struct fl_2d *g, const struct fl_point *points, uint32_t n, const struct fl_pen *pen,
			 uint32_t rop)
{
	enum fl_code code = check(g, points, n, pen, rop);
	struct fl_pen p = *pen;
	uint32_t total = 0;

	if (code)
		return code;
	if (!n || rop == FL_ROP_NOP)
		return g->code;
	if (!fl_rop_has_d(rop) && rop != FL_ROP_PATCOPY) {
		/* Not P, zeros or ones need no raster operation. */
		p.color = rop == FL_ROP_BLACKNESS ? 0 : rop == FL_ROP_WHITENESS ? ~0u : ~p.color;
		p.background = rop == FL_ROP_BLACKNESS ? 0 : rop == FL_ROP_WHITENESS ? ~0u : ~p.background;
		rop = FL_ROP_PATCOPY;
	} else if (rop == FL_ROP_DSTINVERT) {
		/* Gaps between dashes need an operation that asks for the pen. */
		p.color = p.background = ~0u;
		rop = FL_ROP_PATINVERT;
	}
	if (n == 2 && !p.dashes && (points[0].x == points[1].x || points[0].y == points[1].y)) {
		flat(g, &points[0], &points[1], p.color, rop);
		return g->code;
	}
	for (uint32_t i = 0; i + 1 < n; i++)
		total += (uint32_t)steps(&points[i], &points[i + 1]);
	if (total)
		lines(g, points, n, &p, rop);
	/* The engine leaves out the last pixel (xf86-video-ati, RADEONSubsequentSolidTwoPointLine draws it
	 * apart). */
	if (!total || points[0].x != points[n - 1].x || points[0].y != points[n - 1].y) {
		uint32_t color;

		if (pen_at(&p, total, &color))
			flat(g, &points[n - 1], &points[n - 1], color, rop);
	}
	return g->code;
}

enum fl_code fl_line_rop(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t color,
			 uint32_t rop)
{
	struct fl_point points[2] = {{x0, y0}, {x1, y1}};
	struct fl_pen pen = {.color = color};

	return fl_polyline(g, points, 2, &pen, rop);
}

enum fl_code fl_line(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t color)
{
	return fl_line_rop(g, x0, y0, x1, y1, color, FL_ROP_PATCOPY);
}
