/* SPDX-License-Identifier: MIT
 *
 * 2D drawing: bitmaps and images from the host's memory.
 */
#include "lib/fl_draw2d_engine.h"

/* One visible box: pieces that one packet holds. */
static void pieces(struct fl_2d *g, const struct fl_2d_host *h, const struct fl_2d_box *v)
{
	/* Pixels in a dword. */
	int32_t px = h->bitmap ? 32 : 4 / g->dst->bytes_px, widest = (int32_t)g->engine->host_dw * px, rows;
	struct fl_2d_host p = *h;

	for (p.to.x0 = v->x0; p.to.x0 < v->x1; p.to.x0 = p.to.x1) {
		p.to.x1 = v->x1 - p.to.x0 > widest ? p.to.x0 + widest : v->x1;
		p.left = h->left + (p.to.x0 - h->to.x0);
		rows = (int32_t)g->engine->host_dw / ((p.to.x1 - p.to.x0 + px - 1) / px);
		for (p.to.y0 = v->y0; p.to.y0 < v->y1; p.to.y0 = p.to.y1) {
			p.to.y1 = v->y1 - p.to.y0 > rows ? p.to.y0 + rows : v->y1;
			p.rows = h->rows + (size_t)(p.to.y0 - h->to.y0) * h->pitch_B;
			g->engine->host(g, &p);
		}
	}
}

static enum fl_code draw(struct fl_2d *g, const struct fl_2d_host *h)
{
	bool patterned = h->brush && h->brush->kind != FL_BRUSH_SOLID;
	bool can = (g->caps & FL_2D_HOST_DATA) && (h->rop == FL_ROP_SRCCOPY || (g->caps & FL_2D_ROPS)) &&
		   (!patterned || (g->caps & FL_2D_PATTERNS));
	int32_t cut_x[FL_2D_CUTS], cut_y[FL_2D_CUTS];
	struct fl_2d_box v;

	if (!can && fl_rop_has_d(h->rop))
		return fl_2d_no_rop(g, h->rop);
	if (!can) {
		fl_2d_by_fills(g, h);
		return g->code;
	}
	for (uint32_t i = 0; i < g->n_clips; i++) {
		uint32_t nx, ny;

		if (!fl_2d_visible(g, i, &h->to, &v))
			continue;
		nx = fl_2d_cuts(g, v.x0, v.x1, false, 0, cut_x);
		ny = fl_2d_cuts(g, v.y0, v.y1, false, 0, cut_y);
		for (uint32_t k = 0; k < nx * ny; k++) {
			struct fl_2d_box piece = {cut_x[k % nx], cut_y[k / nx], cut_x[k % nx + 1],
						  cut_y[k / nx + 1]};

			pieces(g, h, &piece);
		}
	}
	return g->code;
}

enum fl_code fl_mono_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h,
			 const struct fl_bitmap *bitmap, const struct fl_brush *brush, uint32_t rop)
{
	struct fl_rect r = {x, y, w, h};
	struct fl_bitmap b = *bitmap;
	struct fl_2d_host m = {.to = fl_2d_box_of(&r), .rows = b.bits, .pitch_B = b.pitch_B, .bitmap = &b};
	enum fl_code code = fl_2d_check(g, "bitmap", rop, brush);

	if (code)
		return code;
	if (w < 0 || h < 0) {
		fl_fail(fl_2d_err(g), FL_USAGE, "bitmap: %d x %d pixels", (int)w, (int)h);
		return fl_2d_fail(g, FL_USAGE);
	}
	if (rop == FL_ROP_NOP)
		return g->code;
	if (!fl_rop_has_s(rop)) {
		if (b.opaque)
			return fl_pattern(g, x, y, w, h, brush, rop);
		/* The bits are a stencil. An operation that does not ask for the source would not ask for the
		 * bits either: with a source of all ones, this one is the same and does. */
		b.color = rop == FL_ROP_BLACKNESS ? 0 : ~0u;
		rop = rop == FL_ROP_BLACKNESS ? FL_ROP_SRCCOPY : rop & FL_ROP_SRCCOPY;
	}
	m.brush = fl_rop_has_p(rop) ? brush : NULL;
	m.rop = rop;
	return draw(g, &m);
}

enum fl_code fl_mono(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const uint8_t *bits,
		     uint32_t pitch_B, uint32_t color)
{
	struct fl_bitmap b = {.bits = bits, .pitch_B = pitch_B, .color = color};

	return fl_mono_rop(g, x, y, w, h, &b, NULL, FL_ROP_SRCCOPY);
}

enum fl_code fl_put_image_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const void *pixels,
			      uint32_t pitch_B, const struct fl_brush *brush, uint32_t rop)
{
	struct fl_rect r = {x, y, w, h};
	struct fl_2d_host m = {.to = fl_2d_box_of(&r), .rows = pixels, .pitch_B = pitch_B, .rop = rop};
	enum fl_code code = fl_2d_check(g, "image", rop, brush);

	if (code)
		return code;
	if (w < 0 || h < 0) {
		fl_fail(fl_2d_err(g), FL_USAGE, "image: %d x %d pixels", (int)w, (int)h);
		return fl_2d_fail(g, FL_USAGE);
	}
	if (rop == FL_ROP_NOP)
		return g->code;
	if (!fl_rop_has_s(rop)) {
		if (!g->key.src)
			return fl_pattern(g, x, y, w, h, brush, rop);
		fl_fail(fl_2d_err(g), FL_USAGE,
			"image: a source key, and raster operation 0x%02x, which has no source", rop);
		return fl_2d_fail(g, FL_USAGE);
	}
	m.brush = fl_rop_has_p(rop) ? brush : NULL;
	return draw(g, &m);
}

enum fl_code fl_put_image(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const void *pixels,
			  uint32_t pitch_B)
{
	return fl_put_image_rop(g, x, y, w, h, pixels, pitch_B, NULL, FL_ROP_SRCCOPY);
}
