/* SPDX-License-Identifier: MIT
 *
 * What an engine cannot do is made up from its solid fills: equal pixels side by side become one fill.
 */
#include "lib/fl_draw2d_engine.h"

#include <string.h>

static uint32_t rop3(uint32_t rop, uint32_t p, uint32_t s)
{
	uint32_t out = 0;

	/* The destination does not matter: only the codes of D = 0 are looked at. */
	for (uint32_t i = 0; i < 8; i += 2)
		if (rop >> i & 1)
			out |= (i & 4 ? p : ~p) & (i & 2 ? s : ~s);
	return out;
}

/* The brush at a pixel. False: nothing is drawn there. */
static bool brush_at(const struct fl_brush *b, int32_t x, int32_t y, uint32_t *p)
{
	uint32_t i = ((uint32_t)x - (uint32_t)b->x) & 7, k = ((uint32_t)y - (uint32_t)b->y) & 7;
	bool set = b->bits[k] >> (7 - i) & 1;

	if (b->kind == FL_BRUSH_SOLID)
		*p = b->color;
	else if (b->kind == FL_BRUSH_COLOR)
		*p = b->pixels[8 * k + i];
	else
		*p = set ? b->color : b->background;
	return set || b->kind != FL_BRUSH_TRANSPARENT;
}

static bool source_at(const struct fl_2d_host *h, uint32_t bytes_px, int32_t x, int32_t y, uint32_t *s)
{
	const uint8_t *row;
	size_t at = (size_t)h->left + (size_t)(x - h->to.x0);
	bool set;

	*s = 0;
	if (!h->rows)
		return true;
	row = h->rows + (size_t)(y - h->to.y0) * h->pitch_B;
	if (!h->bitmap) {
		memcpy(s, row + at * bytes_px, bytes_px);
		return true;
	}
	set = fl_2d_bit(row, (int32_t)at);
	*s = set ? h->bitmap->color : h->bitmap->background;
	return set || h->bitmap->opaque;
}

static bool pixel(const struct fl_2d_host *h, uint32_t bytes_px, int32_t x, int32_t y, uint32_t *value)
{
	uint32_t p = 0, s;

	if (!source_at(h, bytes_px, x, y, &s) || (h->brush && !brush_at(h->brush, x, y, &p)))
		return false;
	*value = rop3(h->rop, p, s);
	return true;
}

static bool same_rows(const struct fl_2d_host *h, uint32_t bytes_px, int32_t y0, int32_t y1, int32_t x0,
		      int32_t x1)
{
	for (int32_t x = x0; x < x1; x++) {
		uint32_t a = 0, b = 0;
		bool draw_a = pixel(h, bytes_px, x, y0, &a), draw_b = pixel(h, bytes_px, x, y1, &b);

		if (draw_a != draw_b || (draw_a && a != b))
			return false;
	}
	return true;
}

void fl_2d_by_fills(struct fl_2d *g, const struct fl_2d_host *h)
{
	uint32_t bytes_px = g->dst->bytes_px;
	struct fl_2d_box v = h->to, r;

	v.x0 = v.x0 < g->clip.x0 ? g->clip.x0 : v.x0;
	v.y0 = v.y0 < g->clip.y0 ? g->clip.y0 : v.y0;
	v.x1 = v.x1 > g->clip.x1 ? g->clip.x1 : v.x1;
	v.y1 = v.y1 > g->clip.y1 ? g->clip.y1 : v.y1;
	for (r.y0 = v.y0; r.y0 < v.y1; r.y0 = r.y1) {
		for (r.y1 = r.y0 + 1; r.y1 < v.y1 && same_rows(h, bytes_px, r.y0, r.y1, v.x0, v.x1);)
			r.y1++;
		for (r.x0 = v.x0; r.x0 < v.x1; r.x0 = r.x1) {
			struct fl_brush b = {.color = 0};
			uint32_t other = 0;
			bool draw = pixel(h, bytes_px, r.x0, r.y0, &b.color);

			for (r.x1 = r.x0 + 1; r.x1 < v.x1; r.x1++)
				if (pixel(h, bytes_px, r.x1, r.y0, &other) != draw ||
				    (draw && other != b.color))
					break;
			if (draw)
				fl_2d_fill(g, &r, &b, FL_ROP_PATCOPY);
		}
	}
}
