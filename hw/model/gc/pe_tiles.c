/* SPDX-License-Identifier: MIT
 *
 * PE and the tile cache: where pixels stand in memory (GC facts 8.1), tiles that are cleared (8.2), and what
 * the cache reports.
 */
#include "hw/model/gc/pe.h"

#include <stddef.h>
#include <string.h>

enum { BRICK_PX = 4, BLOCK_PX = 8, SUPER_PX = 64 };

static struct mgc *of(const struct fl_tile_cache *c)
{
	return (struct mgc *)c->model;
}

/* ---- where a surface is -------------------------------------------------------------------------------- */
/* The lower of two buffers is the base, so that no place is before it; second.base is how far the other is,
 * config which pipe has the lower one. The height of a surface is nowhere; where there are two buffers, the
 * one begins where the other's rows end at the latest. */
void mgc_tile_place(struct fl_tile_key *k, enum mgc_layout layout, uint32_t addr0, uint32_t addr1,
		    uint32_t stride_B)
{
	const uint32_t low = addr0 < addr1 ? addr0 : addr1, high = addr0 < addr1 ? addr1 : addr0;

	k->micro = (uint8_t)layout;
	k->base = low;
	k->pitch_px = k->cpp ? stride_B / k->cpp / (k->samples > 1 ? 2 : 1) : 0;
	if (mgc_layout_multi(layout)) {
		const uint32_t rows = stride_B ? 2 * (high - low) / stride_B : 0;

		k->second.base = high - low;
		k->config = addr1 < addr0;
		k->rows = (rows + SUPER_PX - 1) / SUPER_PX * SUPER_PX;
	}
}

/* Samples lie beside each other, and below (GC facts 7): 2 in a surface of twice the width, 4 of twice the
 * height too. */
static uint64_t place(const struct fl_tile_key *k, uint32_t x, uint32_t y)
{
	const uint32_t stride_B = k->pitch_px * (k->samples > 1 ? 2 : 1) * k->cpp;
	unsigned pipe = 0;
	uint64_t at = mgc_layout_at(k->micro, x, y, stride_B, k->cpp, &pipe);

	if (mgc_layout_multi(k->micro) && pipe != k->config)
		at += k->second.base;
	return at;
}

static uint64_t addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	if (k->samples > 1)
		x = 2 * x + (s & 1);
	if (k->samples > 2)
		y = 2 * y + (s >> 1);
	return place(k, x, y);
}

static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	uint64_t last = 0;
	unsigned n = 0;

	b->w_px = k->micro == MGC_LINEAR ? BLOCK_PX : BRICK_PX;
	b->h_px = k->micro == MGC_LINEAR ? 1 : BRICK_PX;
	for (unsigned y = 0; y < BLOCK_PX; y += b->h_px)
		for (unsigned x = 0; x < BLOCK_PX; x += b->w_px) {
			const uint64_t at = place(k, x, y);

			last = at > last ? at : last;
			if (k->micro == MGC_MULTI_SUPER && (at ^ k->second.base) > last)
				last = at ^ k->second.base; /* flipped */
			b->at[n++] = (uint32_t)at;
		}
	b->reach_B = (uint32_t)last + b->w_px * b->h_px * k->cpp;
}

/* MULTI_SUPER: of a block one pipe has rows 0 to 3 and the other rows 4 to 7; which is which changes from
 * column to column of blocks, and with it the bit of x that a pipe's buffer has no use for. Buffers lie whole
 * super tiles apart, so both bits are flipped. */
static uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	const uint32_t stride_B = k->pitch_px * k->cpp;
	unsigned pipe;

	*flip = 0;
	if (k->micro == MGC_MULTI_SUPER && x & BLOCK_PX)
		*flip = (uint32_t)k->second.base;
	if (k->micro == MGC_MULTI_SUPER)
		x &= ~(uint32_t)BLOCK_PX;
	return mgc_layout_at(k->micro, x, y, stride_B, k->cpp, &pipe);
}

static uint8_t *at(const struct fl_mem *mem, const struct fl_tile_key *k, uint64_t address, bool store,
		   uint64_t *left_B)
{
	struct mgc *g = (struct mgc *)((uint8_t *)(uintptr_t)mem - offsetof(struct mgc, base.mem));
	const enum mgc_client client = k->space == MGC_SPACE_DEPTH ? MGC_PEZ : MGC_PE;

	if (address > UINT32_MAX)
		return NULL;
	return store ? mgc_at(g, client, (uint32_t)address, true, left_B)
		     : mgc_peek(g, client, (uint32_t)address, left_B);
}

static const struct fl_tile_layout layout = {.addr = addr, .bricks = bricks, .block = block, .at = at};

/* ---- tile status --------------------------------------------------------------------------------------- */
static struct mgc_surface *surface_of(struct fl_tile_surface *s)
{
	return (struct mgc_surface *)s;
}

/* Super tiles are whole bytes of the status: each has those of its own. A tile of 64 x 64 pixels is one of
 * them, or several where pixels have samples; two buffers of whole super tiles have half of it each. */
static bool status_is_apart(const struct fl_tile_key *k, const struct mgc_ts *ts)
{
	const uint32_t half_B = SUPER_PX * SUPER_PX / 2 * k->cpp;
	const uint32_t row_B = SUPER_PX * k->pitch_px * (k->samples > 1 ? 2 : 1) * k->cpp;
	uint32_t at, size_B;

	return mgc_layout_super(k->micro) && k->pitch_px && k->pitch_px % FL_TILE_PX == 0 &&
	       mgc_ts_bytes(ts, k->base, half_B, &at, &size_B) &&
	       (!mgc_layout_multi(k->micro) || k->second.base % row_B == 0);
}

static void opened(struct fl_tile_surface *s, const struct fl_raster_draw *d)
{
	struct mgc *g = of(s->cache);
	const struct mgc_ts ts = mgc_drawn_of(d)->ts[s->key.depth ? MGC_TARGETS : s->key.slot % MGC_TARGETS];
	struct mgc_surface *m = surface_of(s);

	if (m->ts.on && m->ts.status != ts.status && s->touched)
		mgc_report(g, FL_WARN, "TS", "GC facts 8.2",
			   "the tile status of the %s moves from %08x to %08x while pixels of it are in the "
			   "cache: flush first",
			   s->key.depth ? "depth buffer" : "color target", m->ts.status, ts.status);
	m->ts = ts;
	m->alone = !ts.on || status_is_apart(&s->key, &ts);
}

static bool alone(const struct fl_tile_surface *s)
{
	return ((const struct mgc_surface *)s)->alone;
}

/* No layout has rows of tiles that are higher than the cache's. */
static bool ends_with_rows(const struct fl_tile_surface *s)
{
	return s->key.pitch_px % FL_TILE_PX == 0;
}

/* The tile status of what is drawn. */
static bool beside(const struct fl_tile_surface *s, uint64_t size_B, struct fl_tile_piece *p)
{
	const struct mgc_ts *ts = &((const struct mgc_surface *)s)->ts;
	uint32_t at, n_B;
	uint64_t left_B;

	*p = (struct fl_tile_piece){0};
	if (!ts->on)
		return true;
	if (!mgc_ts_bytes(ts, s->key.base, size_B, &at, &n_B))
		return false;
	p->at = mgc_peek(of(s->cache), (enum mgc_client)ts->client, at, &left_B);
	p->n_B = n_B;
	return p->at && left_B >= n_B;
}

/* Pixels that lie in one tile of the status for certain: 4x4 of one sample in tiled surfaces, whose bytes
 * stand in a row; else one. */
static unsigned step_of(const struct fl_tile_key *k)
{
	return k->samples == 1 && k->micro != MGC_LINEAR ? BRICK_PX : 1;
}

static uint64_t address(const struct fl_tile_buf *b, unsigned x, unsigned y, unsigned s)
{
	const struct fl_tile_key *k = &b->surface->key;

	return k->base + addr(k, b->tx * (unsigned)FL_TILE_PX + x, b->ty * (unsigned)FL_TILE_PX + y, s);
}

/* n x n pixels read as the clear value. */
static void fill(struct fl_tile_buf *b, const struct mgc_ts *ts, unsigned x0, unsigned y0, unsigned n,
		 unsigned s)
{
	const struct fl_tile_key *k = &b->surface->key;
	const uint64_t row[2] = {ts->clear, ts->clear}; /* of a brick, the usual one */

	for (unsigned y = y0; n == BRICK_PX && k->cpp == 4 && y < y0 + n; y++)
		memcpy(b->px + (y * FL_TILE_PX + x0) * 4, row, sizeof(row));
	if (n == BRICK_PX && k->cpp == 4)
		return;
	for (unsigned y = y0; y < y0 + n; y++)
		for (unsigned x = x0; x < x0 + n; x++) {
			const unsigned in = (y - y0) * n + x - x0;

			memcpy(b->px + ((y * FL_TILE_PX + x) * k->samples + s) * k->cpp,
			       (const uint8_t *)&ts->clear + in * k->cpp % sizeof(ts->clear), k->cpp);
		}
}

/* What the status says of all of a tile's pixels. Those of a super tile stand in a row; of two buffers each
 * has half of them, the other one from the second block on (GC facts 8.1). */
struct pieces {
	unsigned n;
	uint64_t at[2];
	uint32_t n_B;
};

static struct pieces pieces(const struct fl_tile_buf *b)
{
	const struct fl_tile_key *k = &b->surface->key;
	struct pieces p = {0};

	if (k->samples != 1 || !mgc_layout_super(k->micro))
		return p;
	p.n = mgc_layout_multi(k->micro) ? 2 : 1;
	p.n_B = FL_TILE_PX * FL_TILE_PX * k->cpp / p.n;
	for (unsigned i = 0; i < p.n; i++)
		p.at[i] = address(b, i * BLOCK_PX, 0, 0);
	return p;
}

static enum mgc_ts_all look_at_all(const struct fl_tile_buf *b)
{
	const struct mgc_surface *m = surface_of(b->surface);
	const struct pieces p = pieces(b);
	struct mgc *g = of(m->base.cache);
	enum mgc_ts_all is = MGC_TS_MIXED;
	struct mgc_ts_near near = {0};

	for (unsigned i = 0; i < p.n; i++) {
		const enum mgc_ts_all one = mgc_ts_all_near(g, &m->ts, p.at[i], p.n_B, &near);

		if (i && one != is)
			return MGC_TS_MIXED;
		is = one;
	}
	return is;
}

/* Looked at once a batch, by which alone it changes: its tiles leave when it is drawn. */
static enum mgc_ts_all all_of(struct fl_tile_buf *b)
{
	const struct mgc_surface *m = surface_of(b->surface);
	const uint64_t of = (uint64_t)m->ts.status << 32 | m->ts.surface;

	if (b->beside.of != of || b->beside.tick != m->base.cache->tick) {
		b->beside.of = of;
		b->beside.at = look_at_all(b);
		b->beside.tick = m->base.cache->tick;
	}
	return (enum mgc_ts_all)b->beside.at;
}

/* Where the whole tile is cleared nothing is read, and what is not there yet of all of it is filled in, so
 * that the status is looked at once. */
static uint64_t unread(struct fl_tile_buf *b, uint64_t blocks)
{
	const struct mgc_surface *m = surface_of(b->surface);
	const uint64_t row[BLOCK_PX / 2] = {m->ts.clear, m->ts.clear, m->ts.clear, m->ts.clear};

	if (!m->ts.on || m->base.key.cpp != 4 || all_of(b) != MGC_TS_CLEARED)
		return 0;
	for (uint64_t left = blocks | ~b->have; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(left);
		uint8_t *px = b->px + (i / BLOCK_PX * FL_TILE_PX + i % BLOCK_PX) * BLOCK_PX * 4;

		for (unsigned y = 0; y < BLOCK_PX; y++, px += FL_TILE_PX * 4)
			memcpy(px, row, sizeof(row));
	}
	b->z_known &= ~(blocks | ~b->have);
	b->have = ~UINT64_C(0);
	return blocks;
}

/* Cleared tiles of blocks that were read from memory read as the clear value. */
static void loaded(struct fl_tile_buf *b, uint64_t blocks)
{
	const struct mgc_surface *m = surface_of(b->surface);
	const unsigned step = step_of(&m->base.key);
	struct mgc *g = of(m->base.cache);
	struct mgc_ts_near near = {0};

	if (!m->ts.on || all_of(b) == MGC_TS_WRITTEN)
		return;

	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks);
		const unsigned x0 = i % BLOCK_PX * BLOCK_PX, y0 = i / BLOCK_PX * BLOCK_PX;

		for (unsigned y = y0; y < y0 + BLOCK_PX; y += step)
			for (unsigned x = x0; x < x0 + BLOCK_PX; x += step)
				for (unsigned s = 0; s < m->base.key.samples; s++) {
					const uint64_t a = address(b, x, y, s);

					if (a <= UINT32_MAX &&
					    mgc_ts_cleared_near(g, &m->ts, (uint32_t)a, &near))
						fill(b, &m->ts, x, y, step, s);
				}
	}
}

static bool is_dirty(const struct fl_tile_buf *b, unsigned x, unsigned y)
{
	return b->dirty[y / 4] >> ((y / 2 & 1) * 32 + x / 2) & 1;
}

static bool all_dirty(const struct fl_tile_buf *b)
{
	for (unsigned i = 0; i < sizeof(b->dirty) / sizeof(*b->dirty); i++)
		if (~b->dirty[i])
			return false;
	return true;
}

/* True: of the whole tile nothing is left to be said. */
static bool leaves_at_once(struct fl_tile_buf *b, const struct pieces *p)
{
	const struct mgc_surface *m = surface_of(b->surface);
	struct mgc *g = of(m->base.cache);
	const enum mgc_ts_all is = m->ts.on ? look_at_all(b) : MGC_TS_WRITTEN;
	bool done = is == MGC_TS_CLEARED && all_dirty(b);
	struct mgc_ts_near near = {0};

	for (unsigned i = 0; i < p->n && done; i++)
		done = mgc_ts_overwritten_near(g, &m->ts, p->at[i], p->n_B, &near);
	return done || is == MGC_TS_WRITTEN;
}

/* Bricks in row y, a bit each, in which all four quads are dirty, or some are. */
static unsigned bricks_of(uint64_t dirty, bool all)
{
	const uint32_t upper = (uint32_t)dirty, lower = (uint32_t)(dirty >> 32),
		       both = all ? upper & lower : upper | lower;
	unsigned bricks = 0;

	for (unsigned i = 0; i < FL_TILE_PX / BRICK_PX; i++) {
		const uint32_t two = both >> 2 * i & 3;

		bricks |= (unsigned)(all ? two == 3 : two != 0) << i;
	}
	return bricks;
}

/* Brick by brick, where a super tile and its status are at hand. False: they are not. */
static bool leaves_by_bricks(const struct fl_tile_buf *b, const struct pieces *p)
{
	const struct mgc_surface *m = surface_of(b->surface);
	const struct fl_tile_key *k = &m->base.key;
	const bool alike = BRICK_PX * BRICK_PX * k->cpp == m->ts.tile_B;
	struct mgc *g = of(m->base.cache);
	struct mgc_ts_run run[2];

	for (unsigned i = 0; i < p->n; i++)
		if (!mgc_ts_run(g, &m->ts, p->at[i], p->n_B, &run[i]))
			return false;
	for (unsigned y = 0; y < FL_TILE_PX && p->n; y += BRICK_PX) {
		const unsigned all = bricks_of(b->dirty[y / BRICK_PX], true);

		for (unsigned some = bricks_of(b->dirty[y / BRICK_PX], false); some; some &= some - 1) {
			const unsigned i = (unsigned)__builtin_ctz(some);
			unsigned pipe = 0;
			/* of a surface that is this one tile */
			const uint64_t in = mgc_layout_at(k->micro, i * BRICK_PX, y, 0, k->cpp, &pipe);

			mgc_ts_run_written(g, &m->ts, &run[pipe], (uint32_t)in, alike && all >> i & 1);
		}
	}
	return p->n != 0;
}

/* Tiles in which pixels are written are no longer cleared. */
static void leaving(struct fl_tile_buf *b)
{
	struct mgc_surface *m = surface_of(b->surface);
	const unsigned step = step_of(&m->base.key), samples = m->base.key.samples;
	const bool alike =
	    step * step * m->base.key.cpp == m->ts.tile_B; /* a brick is a tile of the status */
	struct mgc *g = of(m->base.cache);
	const struct pieces p = pieces(b);
	struct mgc_ts_near near = {0};

	if (leaves_at_once(b, &p) || leaves_by_bricks(b, &p))
		return;
	for (unsigned y = 0; y < FL_TILE_PX; y += step) {
		if (!b->dirty[y / 4])
			continue;
		for (unsigned x = 0; x < FL_TILE_PX; x += step) {
			unsigned quads = is_dirty(b, x, y);

			if (step > 1)
				quads +=
				    is_dirty(b, x + 2, y) + is_dirty(b, x, y + 2) + is_dirty(b, x + 2, y + 2);
			for (unsigned s = 0; quads && s < samples; s++) {
				const uint64_t a = address(b, x, y, s);

				if (a <= UINT32_MAX)
					mgc_ts_written_near(
					    g, &m->ts, (uint32_t)a,
					    alike && quads == 4 &&
						((uint32_t)a - m->ts.surface) % m->ts.tile_B == 0,
					    &near);
			}
		}
	}
}

/* ---- reports ------------------------------------------------------------------------------------------- */
static void report(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		   unsigned column)
{
	const char *name = k->depth ? "depth buffer" : "color target";

	switch (what) {
	case FL_TILE_NO_MEMORY:
		mgc_report(of(c), FL_WARN, "PE", "GC facts 8.1",
			   "pixels of the %s at %08llx have no memory behind them and are dropped", name,
			   (unsigned long long)k->base);
		break;
	case FL_TILE_OUTSIDE:
		mgc_report(of(c), FL_WARN, "PE", "GC facts 8.1",
			   "pixels right of column %u are outside of the %s, whose stride is that of %u "
			   "pixels: not drawn",
			   column, name, k->pitch_px);
		break;
	case FL_TILE_LOST:
		mgc_report(of(c), FL_WARN, "PE", "GC facts 3.1",
			   "what was drawn to the %s at %08llx is lost: it was never flushed", name,
			   (unsigned long long)k->base);
		break;
	}
}

const struct fl_tile_ops mgc_tile_ops = {
    .surface_B = sizeof(struct mgc_surface),
    .layout = &layout,
    .opened = opened,
    .unread = unread,
    .loaded = loaded,
    .leaving = leaving,
    .alone = alone,
    .ends_with_rows = ends_with_rows,
    .beside = beside,
    .report = report,
};
