/* SPDX-License-Identifier: MIT
 *
 * 2D where PE does not draw into what others see: a band of the target's rows is drawn into in tiles of the
 * engine's own, which the resolve engine fills and empties (GC facts 8.1, 8.3).
 */
#include "lib/gc/draw2d_own.h"

enum {
	ROWS = 64, /* a band is so many, or a multiple */
	UNIT = 8,  /* rows that come and go together: whole tiles of both halves */
};

static bool wants_band(const struct fl_gc_info *info, const struct fl_surface *s)
{
	return (info->pipes > 1 && !info->single_buffer) || (!s->tiling && !info->linear_target);
}

static struct fl_gc_image image(const struct fl_gc_2d *e)
{
	const struct fl_gc_band *b = &e->band;
	const bool multi = e->setup.info->pipes > 1;
	const uint32_t addr = (uint32_t)e->setup.own_addr + FL_GC_2D_COPY_B,
		       pitch_B = b->pitch_px * b->home.bytes_px;

	return (struct fl_gc_image){.addr = {addr, multi ? addr + pitch_B * (b->rows / 2) : addr},
				    .pitch_B = pitch_B,
				    .tiled = true,
				    .multi = multi};
}

void fl_gc_2d_resolve(struct fl_2d *g, const struct fl_gc_image *from, const struct fl_gc_image *to,
		      uint32_t px_B, uint32_t w, uint32_t h)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	const bool known = fl_gc_2d_known(g);
	uint32_t *p = fl_cs_room(g->cs, FL_GC_RESOLVE_DW);

	if (!p)
		return;
	p = fl_gc_resolve(p, e->setup.info, from, to, px_B, w, h);
	fl_cs_done(g->cs, p);
	if (known && e->batches == g->cs->batches)
		e->at = p; /* it touches nothing that drawing depends on */
}

/* Rows of the band that go one way or the other: whole windows. */
static void move(struct fl_2d *g, uint32_t from, uint32_t to, bool home)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	const struct fl_gc_band *b = &e->band;
	struct fl_gc_image there = fl_gc_image_of(&b->home, g->vram_addr), here = image(e);
	const uint32_t skip_B = here.multi ? from / 2 * here.pitch_B : from * here.pitch_B;

	/* Its memory may end before the last window of two halves. */
	if (b->top + to > b->home.height_rows)
		to = b->home.height_rows - b->top;
	if (from >= to)
		return;
	there.addr[0] += (uint32_t)fl_surface_at(&b->home, 0, b->top + from);
	there.addr[1] = there.addr[0];
	here.addr[0] += skip_B;
	here.addr[1] += skip_B;
	fl_gc_2d_resolve(g, home ? &here : &there, home ? &there : &here, b->home.bytes_px, b->pitch_px,
			 to - from);
}

void fl_gc_band_close(struct fl_2d *g, bool forget)
{
	struct fl_gc_band *b = &fl_gc_2d_of(g)->band;

	if (!b->used)
		return;
	move(g, b->dirty_from, b->dirty_to, true);
	b->dirty_from = b->dirty_to = 0;
	if (forget)
		b->used = false;
}

/* As many rows as there is room for. */
static void begin(struct fl_2d *g, uint32_t y)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	const struct fl_surface *s = g->dst;
	const uint64_t row_B = (uint64_t)s->pitch_px * s->bytes_px;
	const uint64_t rows = (e->setup.own_B - FL_GC_2D_COPY_B) / row_B / ROWS * ROWS;
	const uint32_t most = (s->height_rows + ROWS - 1) / ROWS * ROWS;

	fl_gc_band_close(g, true);
	e->band = (struct fl_gc_band){
	    .used = true, .home = *s, .pitch_px = s->pitch_px, .rows = rows < most ? (uint32_t)rows : most};
	e->band.top = y / e->band.rows * e->band.rows;
}

uint32_t fl_gc_band_open(struct fl_2d *g, uint32_t y0, uint32_t y1, bool whole, struct fl_gc_image *to,
			 uint32_t *top)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	struct fl_gc_band *b = &e->band;
	uint32_t from, end;

	*top = 0;
	*to = fl_gc_image_of(g->dst, g->vram_addr);
	if (!wants_band(e->setup.info, g->dst))
		return y1;
	if (!b->used || y0 < b->top || y0 >= b->top + b->rows)
		begin(g, y0);
	if (y1 > b->top + b->rows)
		y1 = b->top + b->rows;
	from = (y0 - b->top) / UNIT * UNIT;
	end = (y1 - b->top + UNIT - 1) / UNIT * UNIT;
	whole = whole && from == y0 - b->top && (end == y1 - b->top || y1 == g->dst->height_px);
	if (b->from == b->to)
		b->from = b->to = from;
	if (from < b->from) {
		if (!(whole && end >= b->from))
			move(g, from, b->from, false);
		b->from = from;
	}
	if (end > b->to) {
		if (!(whole && from <= b->to))
			move(g, b->to, end, false);
		b->to = end;
	}
	if (b->dirty_from == b->dirty_to) {
		b->dirty_from = from;
		b->dirty_to = end;
	}
	b->dirty_from = from < b->dirty_from ? from : b->dirty_from;
	b->dirty_to = end > b->dirty_to ? end : b->dirty_to;
	*to = image(e);
	*top = b->top;
	return y1;
}
