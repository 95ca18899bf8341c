/* SPDX-License-Identifier: MIT
 *
 * Tile status: two or four bits for each tile of memory say whether it holds pixels, or is cleared and reads
 * as the clear value (GC facts 8.2).
 *
 * Tiles are runs of bytes from the surface's base on: 64, or 128 or 256 where the caches have such lines. Of
 * a compressed tile this model keeps the pixels as they are: what it writes is never compressed, and it finds
 * no compressed tile that it has not written itself (choices.md).
 */
#include "hw/model/gc/pe.h"

#include <string.h>

enum {
	CLEARED = 1, /* of both widths */
	TILE_B = 64,
	TILE_128_B = 128,
	TILE_256_B = 256,
};

static uint16_t tile_of(const struct mgc *g, bool large)
{
	return g->variant->cache_128_256 ? large ? TILE_256_B : TILE_128_B : TILE_B;
}

static uint64_t twice(uint32_t low, uint32_t high, bool wide)
{
	return low | (uint64_t)(wide ? high : low) << 32;
}

struct mgc_ts mgc_ts_color(const struct mgc *g, unsigned i)
{
	enum { WIDE = 1 << 30 }; /* TS_MEM_CONFIG: pixels of 64 bits */
	const uint32_t c = GC_STATE(g, TS_MEM_CONFIG);
	struct mgc_ts t = {.bits = g->variant->ts_bits,
			   .client = MGC_PE,
			   .tile_B =
			       tile_of(g, GC_PE_MEM_CONFIG__COLOR_TS_MODE__GET(GC_STATE(g, PE_MEM_CONFIG)))};

	if (!i) {
		t.on = GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR__GET(c);
		t.status = GC_STATE(g, TS_COLOR_STATUS_BASE);
		t.surface = GC_STATE(g, TS_COLOR_SURFACE_BASE);
		t.clear =
		    twice(GC_STATE(g, TS_COLOR_CLEAR_VALUE), GC_STATE(g, TS_COLOR_CLEAR_VALUE_EXT), c & WIDE);
		return t;
	}
	const uint32_t rt = GC_STATE_AT(g, TS_RT_CONFIG, i - 1);

	t.on = GC_TS_RT_CONFIG__ENABLE__GET(rt);
	t.status = GC_STATE_AT(g, TS_RT_STATUS_BASE, i - 1);
	t.surface = GC_STATE_AT(g, TS_RT_SURFACE_BASE, i - 1);
	t.clear = twice(GC_STATE_AT(g, TS_RT_CLEAR_VALUE, i - 1), GC_STATE_AT(g, TS_RT_CLEAR_VALUE2, i - 1),
			rt & GC_TS_RT_CONFIG__64BPP_FORMAT__MASK);
	return t;
}

struct mgc_ts mgc_ts_depth(const struct mgc *g)
{
	const uint32_t value = GC_STATE(g, TS_DEPTH_CLEAR_VALUE);

	return (struct mgc_ts){
	    .on = GC_TS_MEM_CONFIG__DEPTH_FAST_CLEAR__GET(GC_STATE(g, TS_MEM_CONFIG)),
	    .status = GC_STATE(g, TS_DEPTH_STATUS_BASE),
	    .surface = GC_STATE(g, TS_DEPTH_SURFACE_BASE),
	    .clear = twice(value, value, false),
	    .bits = g->variant->ts_bits,
	    .client = MGC_PEZ,
	    .tile_B = tile_of(g, GC_PE_MEM_CONFIG__DEPTH_TS_MODE__GET(GC_STATE(g, PE_MEM_CONFIG)))};
}

/* The byte of the status, and the entry's place in it. */
static uint8_t *entry(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, bool store, unsigned *shift,
		      struct mgc_window *near)
{
	const uint32_t tile = (addr - ts->surface) >> __builtin_ctz(ts->tile_B);
	const uint64_t bit = (uint64_t)tile * ts->bits, at = ts->status + bit / 8;
	uint8_t *e;

	*shift = bit % 8;
	if (at > UINT32_MAX)
		return NULL;
	/* what is looked at may lie beside the surface */
	e = mgc_near(g, (enum mgc_client)ts->client, (uint32_t)at, 1, store, near);
	return e || !store ? e : mgc_at(g, (enum mgc_client)ts->client, (uint32_t)at, true, NULL);
}

static bool is_cleared(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, unsigned value)
{
	if (value > CLEARED && value != (1u << ts->bits) - 1)
		mgc_report(g, FL_WARN, "TS", "GC facts 8.2, 12",
			   "the status of the tile at %08x is %u: this model writes no compressed tiles, so "
			   "its memory at %08x "
			   "was never filled, and the core shows garbage or hangs",
			   addr, value, ts->status);
	return value == CLEARED;
}

bool mgc_ts_cleared_near(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, struct mgc_ts_near *n)
{
	unsigned shift;
	const uint8_t *e;

	if (!ts->on || addr < ts->surface || g->fault_ts)
		return false;
	e = entry(g, ts, addr, false, &shift, &n->look);
	return is_cleared(g, ts, addr, e ? *e >> shift & ((1u << ts->bits) - 1) : 0);
}

bool mgc_ts_cleared(struct mgc *g, const struct mgc_ts *ts, uint32_t addr)
{
	struct mgc_ts_near n = {0};

	return mgc_ts_cleared_near(g, ts, addr, &n);
}

static void fill(const struct mgc_ts *ts, uint8_t *to, size_t n_B)
{
	const uint64_t word = ts->clear;

	for (; n_B >= sizeof(word); to += sizeof(word), n_B -= sizeof(word))
		memcpy(to, &word, sizeof(word));
	memcpy(to, &word, n_B);
}

void mgc_ts_written_near(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, bool over,
			 struct mgc_ts_near *n)
{
	const uint32_t at = ts->surface + ((addr - ts->surface) & ~(uint32_t)(ts->tile_B - 1));
	uint8_t px[TILE_256_B], *e, *to;
	unsigned shift;

	if (!mgc_ts_cleared_near(g, ts, addr, n))
		return;
	to = mgc_near(g, (enum mgc_client)ts->client, at, ts->tile_B, true, &n->px);
	if (!to || !over)
		fill(ts, to ? to : px, ts->tile_B);
	if (!to)
		mgc_write(g, (enum mgc_client)ts->client, at, px, ts->tile_B);
	e = entry(g, ts, addr, true, &shift, &n->mark);
	if (e)
		*e &= (uint8_t) ~(((1u << ts->bits) - 1) << shift);
}

bool mgc_ts_bytes(const struct mgc_ts *ts, uint64_t addr, uint64_t n_B, uint32_t *at, uint32_t *size_B)
{
	const uint32_t of_byte_B = ts->tile_B * (8u / ts->bits);
	const uint64_t in = addr - ts->surface, first = ts->status + in / of_byte_B, n = n_B / of_byte_B;

	*at = (uint32_t)first;
	*size_B = (uint32_t)n;
	return addr >= ts->surface && addr + n_B <= UINT32_MAX && in % of_byte_B == 0 &&
	       n_B % of_byte_B == 0 && n && first + n <= UINT32_MAX;
}

/* NULL: it is not whole bytes, or not in one piece. */
static uint8_t *entries(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B, bool store,
			struct mgc_window *near, uint32_t *size_B)
{
	uint32_t at;

	if (!mgc_ts_bytes(ts, addr, n_B, &at, size_B))
		return NULL;
	return mgc_near(g, (enum mgc_client)ts->client, at, *size_B, store, near);
}

/* A byte of the status that says so of all of its tiles. */
static uint8_t all_cleared(const struct mgc_ts *ts)
{
	return ts->bits == 2 ? CLEARED * 0x55 : CLEARED * 0x11;
}

enum mgc_ts_all mgc_ts_all_near(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B,
				struct mgc_ts_near *n)
{
	uint32_t size_B;
	const uint8_t *e =
	    ts->on && !g->fault_ts ? entries(g, ts, addr, n_B, false, &n->look, &size_B) : NULL;

	if (!e || (*e && *e != all_cleared(ts)) || memcmp(e, e + 1, size_B - 1))
		return MGC_TS_MIXED;
	return *e ? MGC_TS_CLEARED : MGC_TS_WRITTEN;
}

bool mgc_ts_say_near(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B, bool cleared,
		     struct mgc_ts_near *n)
{
	uint32_t size_B;
	uint8_t *e = entries(g, ts, addr, n_B, true, &n->mark, &size_B);

	if (e)
		memset(e, cleared ? all_cleared(ts) : 0, size_B);
	return e != NULL;
}

bool mgc_ts_overwritten_near(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B,
			     struct mgc_ts_near *n)
{
	return addr <= UINT32_MAX &&
	       mgc_near(g, (enum mgc_client)ts->client, (uint32_t)addr, n_B, true, &n->px) &&
	       mgc_ts_say_near(g, ts, addr, n_B, false, n);
}

bool mgc_ts_run(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B, struct mgc_ts_run *r)
{
	struct mgc_ts_near near = {0};
	uint32_t size_B;

	if (!ts->on || g->fault_ts || addr > UINT32_MAX)
		return false;
	r->addr = (uint32_t)addr;
	r->px = mgc_near(g, (enum mgc_client)ts->client, (uint32_t)addr, n_B, true, &near.px);
	r->entries = entries(g, ts, addr, n_B, true, &near.mark, &size_B);
	return r->px && r->entries;
}

void mgc_ts_run_written(struct mgc *g, const struct mgc_ts *ts, const struct mgc_ts_run *r, uint32_t in_B,
			bool over)
{
	const uint32_t tile = in_B >> __builtin_ctz(ts->tile_B), bit = tile * ts->bits,
		       first_B = tile * ts->tile_B, mask = (1u << ts->bits) - 1;
	uint8_t *e = &r->entries[bit / 8];

	if (!is_cleared(g, ts, r->addr + in_B, *e >> bit % 8 & mask))
		return;
	if (!over)
		fill(ts, r->px + first_B, ts->tile_B);
	*e &= (uint8_t) ~(mask << bit % 8);
}

void mgc_ts_written(struct mgc *g, const struct mgc_ts *ts, uint32_t addr)
{
	struct mgc_ts_near n = {0};

	mgc_ts_written_near(g, ts, addr, false, &n);
}

void mgc_ts_clear_near(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, struct mgc_ts_near *n)
{
	unsigned shift;
	uint8_t *e = entry(g, ts, addr, true, &shift, &n->mark);

	if (e)
		*e = (uint8_t)((*e & ~(((1u << ts->bits) - 1) << shift)) | CLEARED << shift);
}

bool mgc_ts_read_near(struct mgc *g, const struct mgc_ts *ts, enum mgc_client client, uint32_t addr, void *to,
		      size_t n_B, struct mgc_ts_near *near)
{
	bool ok = true;

	for (size_t i = 0; i < n_B;) {
		const uint32_t at = addr + (uint32_t)i;
		const uint32_t in = ts->on ? (at - ts->surface) & (ts->tile_B - 1u) : 0;
		size_t n = ts->on ? ts->tile_B - in : n_B;

		n = n < n_B - i ? n : n_B - i;
		if (mgc_ts_cleared_near(g, ts, at, near)) {
			const uint8_t *value = (const uint8_t *)&ts->clear;

			if (in % sizeof(ts->clear) == 0)
				fill(ts, (uint8_t *)to + i, n);
			else
				for (size_t k = 0; k < n; k++)
					((uint8_t *)to)[i + k] = value[(in + k) % sizeof(ts->clear)];
		} else {
			const uint8_t *p = mgc_near(g, client, at, n, false, &near->px);

			if (p)
				memcpy((uint8_t *)to + i, p, n);
			else
				ok &= mgc_read(g, client, at, (uint8_t *)to + i, n);
		}
		i += n;
	}
	return ok;
}

bool mgc_ts_read(struct mgc *g, const struct mgc_ts *ts, enum mgc_client client, uint32_t addr, void *to,
		 size_t n_B)
{
	struct mgc_ts_near near = {0};

	return mgc_ts_read_near(g, ts, client, addr, to, n_B, &near);
}
