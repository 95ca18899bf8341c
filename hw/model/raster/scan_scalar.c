/* SPDX-License-Identifier: MIT
 *
 * Scan conversion: sample positions, clip rectangles and boxes, and the plain rasterizer that the fast ones
 * are compared with.
 */
#include "hw/model/raster/gather.h"
#include "hw/model/raster/scan.h"

void fl_raster_scan_add(struct fl_raster_scan *sc, unsigned sample, uint64_t lanes, int32_t x, int32_t y)
{
	struct fl_raster_pos *p = &sc->pos[sc->n_pos];
	bool first = sc->n_pos == 0;

	sc->low_x = !first && sc->low_x < x ? sc->low_x : x;
	sc->low_y = !first && sc->low_y < y ? sc->low_y : y;
	sc->high_x = !first && sc->high_x > x ? sc->high_x : x;
	sc->high_y = !first && sc->high_y > y ? sc->high_y : y;
	for (unsigned k = 0; k < 4; k++) {
		if (lanes >> k & 1) {
			sc->x[sample][k] = x;
			sc->y[sample][k] = y;
		}
	}
	for (unsigned i = 0; i < 16 && sample == 0; i++) /* wave.h: the lanes of two rows of a block */
		if (lanes >> i % 4 & 1) {
			sc->col[i] = (float)((int32_t)(i / 4 * 2 + i % 2) * sc->sub + x);
			sc->row[i] = (float)((int32_t)(i / 2 % 2) * sc->sub + y);
		}
	for (unsigned k = 0; sc->samples == 1 && k < sc->n_pos; k++) {
		if (sc->pos[k].x == x && sc->pos[k].y == y) { /* pixels of the quad that share a place */
			sc->pos[k].lanes |= lanes;
			return;
		}
	}
	*p = (struct fl_raster_pos){.x = x, .y = y, .sample = (uint8_t)sample, .lanes = lanes};
	sc->n_pos++;
}

uint64_t fl_raster_box(int x, int y, int x0, int y0, int x1, int y1)
{
	/* a row of quads: the lanes of columns i and up, and of columns up to i */
	static const uint16_t up[8] = {0xffff, 0xfffa, 0xfff0, 0xffa0, 0xff00, 0xfa00, 0xf000, 0xa000};
	static const uint16_t to[8] = {0x0005, 0x000f, 0x005f, 0x00ff, 0x05ff, 0x0fff, 0x5fff, 0xffff};
	uint64_t m;
	int rows;

	x0 = x0 > x ? x0 - x : 0;
	y0 = y0 > y ? y0 - y : 0;
	x1 = x1 < x + 7 ? x1 - x : 7;
	y1 = y1 < y + 7 ? y1 - y : 7;
	if (x0 > x1 || y0 > y1)
		return 0;
	m = (uint64_t)(up[x0] & to[x1]) * UINT64_C(0x0001000100010001);
	rows = y0 / 2 * 16;
	m &= ~UINT64_C(0) << rows;
	if (y0 & 1) /* the lower pixels of that row of quads alone */
		m &= ~(UINT64_C(0x3333) << rows);
	rows = y1 / 2 * 16;
	m &= ~UINT64_C(0) >> (48 - rows);
	if (!(y1 & 1))
		m &= ~(UINT64_C(0xcccc) << rows);
	return m;
}

uint64_t fl_raster_clip_rects(const struct fl_raster_scan *sc, int x, int y)
{
	uint64_t in[4], m = 0;

	for (unsigned i = 0; i < 4; i++) {
		const struct fl_raster_rect *c = &sc->rect[i];
		in[i] = fl_raster_box(x, y, c->x0, c->y0, c->x1, c->y1);
	}
	/* the flags of a pixel make a number, whose bit in the rule says whether it is drawn */
	for (unsigned k = 0; k < 16; k++)
		if (sc->clip_rule >> k & 1)
			m |= (k & 1 ? in[0] : ~in[0]) & (k & 2 ? in[1] : ~in[1]) & (k & 4 ? in[2] : ~in[2]) &
			     (k & 8 ? in[3] : ~in[3]);
	return m;
}

void fl_raster_cover_scalar(struct fl_raster_worker *w, const struct fl_raster_prim *p, unsigned edges)
{
	const struct fl_raster_scan *sc = p->draw->scan;
	const int tx = (int)w->t.tile.x0, ty = (int)w->t.tile.y0;

	for (int y = ty; y < ty + FL_TILE_PX; y += 8) {
		for (int x = tx; x < tx + FL_TILE_PX; x += 8) {
			uint64_t cover[FL_WAVE_SAMPLES] = {0}, any = 0;

			if (x > p->x1 || x + 7 < p->x0 || y > p->y1 || y + 7 < p->y0)
				continue;
			for (unsigned i = 0; i < sc->n_pos; i++) {
				for (unsigned lane = 0; lane < 64; lane++) {
					int px = x + (int)(lane / 4 % 4 * 2 + lane % 2);
					int py = y + (int)(lane / 16 * 2 + lane / 2 % 2);
					bool in = px >= p->x0 && px <= p->x1 && py >= p->y0 && py <= p->y1;

					for (unsigned e = 0; e < p->n_edges; e++)
						in = in && (int64_t)p->edge[e].a * px +
								   (int64_t)p->edge[e].b * py +
								   fl_raster_edge_c(sc, &p->edge[e], i) >=
							       0;
					if (in && sc->pos[i].lanes >> lane & 1)
						cover[sc->pos[i].sample] |= UINT64_C(1) << lane;
				}
			}
			for (unsigned s = 0; s < sc->samples; s++) {
				cover[s] &= sc->door[s];
				if (sc->clip)
					cover[s] &= fl_raster_clip_rects(sc, x, y);
				any |= cover[s];
			}
			if (any)
				fl_raster_block(w, p, (unsigned)(x - tx), (unsigned)(y - ty), cover);
		}
	}
}
