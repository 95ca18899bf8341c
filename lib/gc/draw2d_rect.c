/* SPDX-License-Identifier: MIT
 *
 * 2D by rectangles that PE draws: two triangles each. Their corners lie at the end of the batch, in clip
 * space: the viewport is 8192 pixels wide and high whatever the target is, so that every corner is an exact
 * number.
 */
#include "lib/gc/draw2d_own.h"

enum {
	VIEW = 8192,
	CORNERS = 6,
	FILL_DW = 3, /* of a vertex: x, y, color */
	COPY_DW = 4, /* x, y, and where in the place */
	MOST = 32,   /* boxes of a draw */
	DRAW_DW = 32,
	ALIGN_B = 16,
};
_Static_assert((int)FL_GC_2D_STATE_DW + DRAW_DW + MOST * CORNERS * FILL_DW + 16 <= (int)FL_CS_MIN_DW,
	       "a draw fits into a batch");

struct fl_gc_image fl_gc_2d_place(const struct fl_gc_2d *e, uint32_t px_B)
{
	const uint32_t addr = (uint32_t)e->setup.own_addr;

	return (struct fl_gc_image){.addr = {addr, addr}, .pitch_B = FL_GC_2D_PLACE_W * px_B, .tiled = true};
}

static uint32_t at(int32_t px)
{
	return fl_f32((float)px * (2.0f / VIEW) - 1);
}

/* Corner i of two triangles */
static bool right(uint32_t i)
{
	return i == 1 || i == 2 || i == 4;
}

static bool below(uint32_t i)
{
	return i == 2 || i == 4 || i == 5;
}

static const uint8_t corner[CORNERS] = {0, 1, 2, 0, 4, 5};

/* Commands: state, where the vertices are, and the draw of n triangles. *data: their words. */
static uint32_t *begin(struct fl_2d *g, uint8_t program, const struct fl_gc_image *to, uint32_t triangles,
		       uint32_t vertex_dw, uint32_t **data)
{
	const struct fl_gc_info *info = fl_gc_2d_of(g)->setup.info;
	const uint32_t n_dw = triangles * 3 * vertex_dw;
	uint32_t *p = fl_cs_room(g->cs, FL_GC_2D_STATE_DW + DRAW_DW + n_dw + FL_GC_LINK_DW + ALIGN_B / 4);
	uint32_t addr;

	if (!p)
		return NULL;
	*data = fl_gc_tail(g->cs, n_dw, ALIGN_B);
	addr = (uint32_t)fl_cs_address(g->cs, *data);
	p = fl_gc_2d_state(g, p, program, to);
	if (info->halti >= 2) {
		p = fl_gc_put(p, GC_NFE_VERTEX_STREAMS_BASE_ADDR(0), addr);
		p = fl_gc_put(p, GC_NFE_VERTEX_STREAMS_CONTROL(0), 4 * vertex_dw);
	} else {
		p = fl_gc_put(p, GC_FE_VERTEX_STREAMS_BASE_ADDR(0), addr);
		p = fl_gc_put(p, GC_FE_VERTEX_STREAMS_CONTROL(0), 4 * vertex_dw);
	}
	if (!info->new_gpipe)
		p = fl_gc_put(p, GC_GL_VERTEX_ELEMENT_CONFIG, GC_GL_VERTEX_ELEMENT_CONFIG__UNK0(1));
	if (info->halti >= 2) {
		*p++ = FL_GC_OP(DRAW_INSTANCED) | GC_PRIMITIVE_TYPE__TRIANGLES << 16 | 1;
		*p++ = 3 * triangles;
	} else {
		*p++ = FL_GC_OP(DRAW_PRIMITIVES);
		*p++ = GC_PRIMITIVE_TYPE__TRIANGLES;
	}
	*p++ = 0;
	*p++ = info->halti >= 2 ? 0 : triangles;
	return p;
}

static void done(struct fl_2d *g, uint32_t *p)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);

	fl_cs_done(g->cs, p);
	e->at = p;
	e->batches = g->cs->batches;
}

/* Red in the lowest byte */
static uint32_t vertex_color(enum fl_format format, uint32_t pixel)
{
	const uint32_t argb = fl_pixel_argb(format, pixel);

	return (argb & 0xff00ff00) | (argb & 0xff) << 16 | (argb >> 16 & 0xff);
}

/* At most MOST, whose rows all lie where *to begins at row `top`. */
static void draw(struct fl_2d *g, const struct fl_gc_image *to, uint32_t top, const struct fl_2d_box *boxes,
		 uint32_t n, uint32_t color)
{
	uint32_t *data, *p = begin(g, FL_GC_2D_FILL, to, 2 * n, FILL_DW, &data);

	if (!p)
		return;
	for (uint32_t i = 0; i < CORNERS * n; i++) {
		const struct fl_2d_box *b = &boxes[i / CORNERS];
		const uint32_t k = corner[i % CORNERS];

		*data++ = at(right(k) ? b->x1 : b->x0);
		*data++ = at((below(k) ? b->y1 : b->y0) - (int32_t)top);
		*data++ = color;
	}
	done(g, p);
}

void fl_gc_rects_fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, uint32_t color)
{
	const uint32_t c = vertex_color(g->dst->format, color);
	struct fl_gc_image to;
	uint32_t top;

	for (uint32_t now; n; boxes += now, n -= now) {
		int32_t y0 = boxes[0].y0, y1 = boxes[0].y1, end;

		for (now = 1; now < n && now < MOST; now++) {
			y0 = boxes[now].y0 < y0 ? boxes[now].y0 : y0;
			y1 = boxes[now].y1 > y1 ? boxes[now].y1 : y1;
		}
		end = (int32_t)fl_gc_band_open(
		    g, (uint32_t)y0, (uint32_t)y1,
		    now == 1 && !boxes[0].x0 && boxes[0].x1 == (int32_t)g->dst->width_px, &to, &top);
		if (end == y1) {
			draw(g, &to, top, boxes, now, c);
			continue;
		}
		/* Not all of them are in one band: one by one, and in pieces. */
		for (uint32_t i = 0; i < now; i++)
			for (y0 = boxes[i].y0; y0 < boxes[i].y1; y0 = end) {
				struct fl_2d_box part = boxes[i];

				end = (int32_t)fl_gc_band_open(g, (uint32_t)y0, (uint32_t)part.y1, false, &to,
							       &top);
				part.y0 = y0;
				part.y1 = end;
				draw(g, &to, top, &part, 1, c);
			}
	}
}

void fl_gc_rects_copy(struct fl_2d *g, const struct fl_2d_box *box, uint32_t x, uint32_t y)
{
	struct fl_2d_box part = *box;
	struct fl_gc_image to;
	uint32_t top;

	for (; part.y0 < box->y1; part.y0 = part.y1) {
		uint32_t *data, *p;

		part.y1 = (int32_t)fl_gc_band_open(g, (uint32_t)part.y0, (uint32_t)box->y1, false, &to, &top);
		p = begin(g, FL_GC_2D_COPY, &to, 2, COPY_DW, &data);
		if (!p)
			return;
		for (uint32_t i = 0; i < CORNERS; i++) {
			const int32_t px = right(corner[i]) ? part.x1 : part.x0;
			const int32_t py = below(corner[i]) ? part.y1 : part.y0;

			*data++ = at(px);
			*data++ = at(py - (int32_t)top);
			*data++ = fl_f32((float)((uint32_t)(px - box->x0) + x) / FL_GC_2D_PLACE_W);
			*data++ = fl_f32((float)((uint32_t)(py - box->y0) + y) / FL_GC_2D_PLACE_H);
		}
		done(g, p);
	}
}
