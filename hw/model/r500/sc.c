/* SPDX-License-Identifier: MIT
 *
 * SC: its registers, clip rectangles and boxes, and the plain rasterizer that the fast ones are compared
 * with.
 */
#include "hw/model/r500/sc.h"
#include "hw/model/r500/ga.h"
#include "hw/model/raster/gather.h"

#include <string.h>

/* R3xx and R4xx count scissor and clip rectangles from (1440, 1440) in the 1/12 mode, 1088 in the 1/16 mode;
 * R5xx from zero: Mesa r300_emit.c, R5xx guide 10.3.4.1. ALT_OFFSET: 672 in the place of 1440. */
static int origin(const struct mr500 *r)
{
	uint32_t tile = R500_REG(r, GB_TILE_CONFIG);

	if (mr500_ga_is_r5xx(r))
		return 0;
	if (R500_GB_TILE_CONFIG__SUBPIXEL__GET(tile))
		return 1088;
	return R500_GB_TILE_CONFIG__ALT_OFFSET__GET(tile) ? 672 : 1440;
}

static struct fl_raster_rect rect(uint32_t a, uint32_t b, int from)
{
	struct fl_raster_rect c = {
	    .x0 = (int16_t)((int)R500_SC_SCISSOR0__XS0__GET(a) - from),
	    .y0 = (int16_t)((int)R500_SC_SCISSOR0__YS0__GET(a) - from),
	    .x1 = (int16_t)((int)R500_SC_SCISSOR1__XS1__GET(b) - from),
	    .y1 = (int16_t)((int)R500_SC_SCISSOR1__YS1__GET(b) - from),
	};
	return c;
}

static uint64_t lanes_of(unsigned pixel)
{
	return UINT64_C(0x1111111111111111) << pixel;
}

static void positions(const struct mr500 *r, struct fl_raster_scan *sc)
{
	uint32_t ms[2] = {R500_REG(r, GB_MSPOS0), R500_REG(r, GB_MSPOS1)};
	uint32_t aa = R500_REG(r, GB_AA_CONFIG), tile = R500_REG(r, GB_TILE_CONFIG);
	static const uint8_t count[4] = {2, 3, 4, 6};
	int32_t fine = mr500_ga_fine(r);

	sc->sub = (R500_GB_TILE_CONFIG__SUBPIXEL__GET(tile) ? 16 : 12) * fine;
	sc->samples =
	    R500_GB_AA_CONFIG__AA_ENABLE__GET(aa) ? count[R500_GB_AA_CONFIG__NUM_AA_SUBSAMPLES__GET(aa)] : 1;
	for (unsigned i = 0; i < (sc->samples > 1 ? sc->samples : 4); i++) {
		uint32_t w = ms[i / 3] >> i % 3 * 8;
		struct fl_raster_pos *p = &sc->pos[sc->n_pos];

		p->x = (int32_t)(w & 15) * fine;
		p->y = (int32_t)(w >> 4 & 15) * fine;
		p->sample = sc->samples > 1 ? (uint8_t)i : 0;
		p->lanes = sc->samples > 1 ? ~UINT64_C(0) : lanes_of(i);
		sc->low_x = i && sc->low_x < p->x ? sc->low_x : p->x;
		sc->low_y = i && sc->low_y < p->y ? sc->low_y : p->y;
		sc->high_x = sc->high_x > p->x ? sc->high_x : p->x;
		sc->high_y = sc->high_y > p->y ? sc->high_y : p->y;
		for (unsigned k = 0; k < 4; k++) {
			if (p->lanes >> k & 1) {
				sc->x[p->sample][k] = p->x;
				sc->y[p->sample][k] = p->y;
			}
		}
		if (sc->samples == 1) { /* pixels of the quad that share a place share an entry */
			unsigned k = 0;
			while (k < sc->n_pos && (sc->pos[k].x != p->x || sc->pos[k].y != p->y))
				k++;
			if (k < sc->n_pos) {
				sc->pos[k].lanes |= p->lanes;
				continue;
			}
		}
		sc->n_pos++;
	}
}

const struct fl_raster_scan *mr500_sc_decode(struct mr500 *r, struct fl_arena *a)
{
	struct fl_raster_scan *sc = fl_arena_alloc(a, sizeof(*sc), 16);
	uint32_t er = R500_REG(r, SC_EDGERULE), door = R500_REG(r, SC_SCREENDOOR);
	int from = origin(r), max = FL_BIN_TILES * FL_TILE_PX - 1;

	if (!sc)
		return NULL;
	memset(sc, 0, sizeof(*sc));
	positions(r, sc);
	sc->scissor = rect(R500_REG(r, SC_SCISSOR0), R500_REG(r, SC_SCISSOR1), from);
	if (sc->scissor.x0 < 0)
		sc->scissor.x0 = 0;
	if (sc->scissor.y0 < 0)
		sc->scissor.y0 = 0;
	if (sc->scissor.x1 > max)
		sc->scissor.x1 = (int16_t)max;
	if (sc->scissor.y1 > max)
		sc->scissor.y1 = (int16_t)max;
	for (unsigned i = 0; i < 4; i++)
		sc->rect[i] =
		    rect(r->reg[R500_SC_CLIP_0_A / 4 + 2 * i], r->reg[R500_SC_CLIP_0_B / 4 + 2 * i], from);
	sc->clip_rule = (uint16_t)R500_SC_CLIP_RULE__CLIP_RULE__GET(R500_REG(r, SC_CLIP_RULE));
	sc->clip = sc->clip_rule != 0xffff;
	for (unsigned i = 0; i < FL_RASTER_RULE_N; i++)
		sc->rule[i] = er >> 5 * i & 31;
	/* Bit 6 * pixel + sample. With one sample a pixel, pixel p of the quad uses sample p: R5xx guide
	 * 10.8.1. */
	for (unsigned s = 0; s < sc->samples; s++) {
		for (unsigned p = 0; p < 4; p++)
			if (door >> (6 * p + (sc->samples > 1 ? s : p)) & 1)
				sc->door[s] |= lanes_of(p);
		if (~sc->door[s])
			sc->door_on = true;
	}
	return sc;
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
