/* SPDX-License-Identifier: MIT
 *
 * What BLT's operations do (GC facts 8.4; etna_viv state_blt.xml; Mesa etnaviv_blt.c).
 */
#include "hw/model/gc/blt.h"

#include <string.h>

enum {
	LEVELS = GC_BLT_MIP_ADDR__COUNT,
	TILE_128_B = 128,
	TILE_256_B = 256,
	TILES_MAX = 1u << 24, /* in place: of 128 bytes, 2 GiB */
	PART_B = 4096,
	CLEAR_B = 8, /* of CLEAR_COLOR0 and 1 */
	AS_IT_IS = 0x688,
	UNK140A0 = 0x00040004, /* as drivers write them; what they mean is not known */
	UNK1409C = 0x00400040,
};

/* ---- images ----------------------------------------------------------------------------------------- */
static unsigned layout_of(struct mgc *g, unsigned tiling, bool super, const char *which)
{
	if (tiling != GC_BLT_TILING__LINEAR && tiling != GC_BLT_TILING__SUPER_TILED)
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.1",
			   "TILING of the %s is %u: 0, linear, and 3, tiled, are known", which, tiling);
	if (tiling == GC_BLT_TILING__LINEAR) {
		if (super)
			mgc_report(g, FL_WARN, "BLT", "GC facts 8.1",
				   "the %s is linear, and its configuration says super-tiled", which);
		return MGC_LINEAR;
	}
	return super ? MGC_SUPER_NEW : MGC_TILED;
}

/* Of a clear value of two words the second is that of pixels of 64 bits (choices.md). */
static void narrow(struct mgc_ts *ts, unsigned cpp)
{
	if (cpp < sizeof(ts->clear))
		ts->clear = (ts->clear & UINT32_MAX) | ts->clear << 32;
}

static struct mgc_ts status(const struct mgc *g, bool on, bool large, uint32_t at, uint32_t surface,
			    uint32_t low, uint32_t high)
{
	return (struct mgc_ts){.on = on,
			       .bits = g->variant->ts_bits,
			       .client = MGC_PE,
			       .tile_B = large ? TILE_256_B : TILE_128_B,
			       .status = at,
			       .surface = surface,
			       .clear = low | (uint64_t)high << 32};
}

static struct mgc_image source(struct mgc *g)
{
	const uint32_t config = GC_STATE(g, BLT_SRC_CONFIG), stride = GC_STATE(g, BLT_SRC_STRIDE),
		       addr = GC_STATE(g, BLT_SRC_ADDR);

	return (struct mgc_image){
	    .addr = {addr, addr},
	    .stride_B = GC_BLT_SRC_STRIDE__STRIDE__GET(stride),
	    .layout = (uint8_t)layout_of(g, GC_BLT_SRC_STRIDE__TILING__GET(stride),
					 GC_BLT_SRC_CONFIG__FROM_SUPER_TILED__GET(config), "source"),
	    .client = MGC_PE,
	    .ts = status(g, GC_BLT_SRC_CONFIG__TS__GET(config), GC_BLT_SRC_CONFIG__TS_MODE__GET(config),
			 GC_STATE(g, BLT_SRC_TS), addr, GC_STATE(g, BLT_SRC_TS_CLEAR_VALUE0),
			 GC_STATE(g, BLT_SRC_TS_CLEAR_VALUE1))};
}

static struct mgc_image dest(struct mgc *g)
{
	const uint32_t config = GC_STATE(g, BLT_DEST_CONFIG), stride = GC_STATE(g, BLT_DEST_STRIDE),
		       addr = GC_STATE(g, BLT_DEST_ADDR);

	return (struct mgc_image){
	    .addr = {addr, addr},
	    .stride_B = GC_BLT_DEST_STRIDE__STRIDE__GET(stride),
	    .layout = (uint8_t)layout_of(g, GC_BLT_DEST_STRIDE__TILING__GET(stride),
					 GC_BLT_DEST_CONFIG__TO_SUPER_TILED__GET(config), "destination"),
	    .client = MGC_PE,
	    .ts = status(g, GC_BLT_DEST_CONFIG__TS__GET(config), GC_BLT_DEST_CONFIG__TS_MODE__GET(config),
			 GC_STATE(g, BLT_DEST_TS), addr, GC_STATE(g, BLT_DEST_TS_CLEAR_VALUE0),
			 GC_STATE(g, BLT_DEST_TS_CLEAR_VALUE1))};
}

static bool check_size(struct mgc *g, uint32_t w, uint32_t h)
{
	if (w && h && w <= MGC_IMAGE_SIDE && h <= MGC_IMAGE_SIDE)
		return true;
	mgc_report(g, FL_REFUSE, "BLT", "hw/model/gc/choices.md",
		   "IMAGE_SIZE is %u by %u: nothing is done (1 to 16384 are)", w, h);
	return false;
}

static void check_row(struct mgc *g, const struct mgc_image *m, uint32_t x, uint32_t w, const char *which)
{
	if ((uint64_t)(x + w) * m->cpp > m->stride_B)
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.1",
			   "pixels %u to %u of the %s, of %u bytes each, go past its stride of %u bytes", x,
			   x + w - 1, which, m->cpp, m->stride_B);
}

static void check_held(struct mgc *g, const struct mgc_image *m, uint32_t rows)
{
	const char *which;

	if (mgc_pe_holds(g, m->addr[0], mgc_layout_size_B(m->layout, m->stride_B, rows), &which))
		mgc_report(
		    g, FL_WARN, "BLT", "GC facts 3.1",
		    "pixels of the %s at %08x are written while PE still holds some of them: flush first",
		    which, m->addr[0]);
}

/* ---- clears ----------------------------------------------------------------------------------------- */
/* Pixels of a tile of the status. 0: tiles are no rectangles of this surface. */
static void tile_size(const struct mgc_image *m, uint32_t *w, uint32_t *h)
{
	uint32_t n = m->ts.tile_B / m->cpp;

	*w = *h = 0;
	if (m->layout == MGC_LINEAR && m->stride_B % m->ts.tile_B == 0) {
		*w = n;
		*h = 1;
	} else if (m->layout == MGC_TILED && m->stride_B * MGC_TILE_PX % m->ts.tile_B == 0) {
		*w = n / MGC_TILE_PX;
		*h = MGC_TILE_PX;
	} else if (m->layout == MGC_SUPER_NEW) {
		/* bits of a pixel's number, from the lowest up: x x y y, then x and y in turn */
		*w = *h = MGC_TILE_PX;
		for (bool x = true; *w * *h < n; x = !x)
			*(x ? w : h) *= 2;
	}
}

/* Pieces of a surface whose bytes follow each other, by rows and columns: those that a clear covers. */
struct grid {
	uint32_t w, h;           /* of a piece */
	uint32_t x0, y0, x1, y1; /* x0 is not below x1: there is none */
};

struct clear {
	struct mgc_image m;
	struct mgc_ts from; /* what is there is read through it */
	uint64_t color, bits;
	uint32_t x0, y0, x1, y1;
	struct grid super, tile; /* super tiles; tiles of the status */
	bool become;             /* tiles become cleared, where that says the same */
	bool same;               /* what is there is read through the status that is written */
	struct mgc_image_near near;
	struct mgc_ts_near from_near;
};

static void find_whole(const struct clear *c, struct grid *r)
{
	if (!r->w)
		return;
	r->x0 = (c->x0 + r->w - 1) / r->w * r->w;
	r->y0 = (c->y0 + r->h - 1) / r->h * r->h;
	r->x1 = c->x1 / r->w * r->w;
	r->y1 = c->y1 / r->h * r->h;
}

/* What is to be in memory from `at` on, n_B bytes; px has room for whole words. */
static void made_of(struct mgc *g, struct clear *c, uint32_t at, uint8_t *px, unsigned n_B)
{
	const unsigned turn = at % CLEAR_B * 8, back = -turn % (CLEAR_B * 8);
	const uint64_t bits = c->bits >> turn | c->bits << back,
		       color = (c->color >> turn | c->color << back) & bits;

	if (c->bits != UINT64_MAX)
		mgc_ts_read_near(g, &c->from, (enum mgc_client)c->m.client, at, px, n_B, &c->from_near);
	for (unsigned i = 0; i < n_B; i += CLEAR_B) {
		uint64_t word;

		memcpy(&word, px + i, sizeof(word));
		word = (word & ~bits) | color;
		memcpy(px + i, &word, sizeof(word));
	}
}

static bool clear_run(struct mgc *g, struct clear *c, uint32_t x, uint32_t y, unsigned n)
{
	uint8_t px[MGC_IMAGE_RUN * MGC_IMAGE_CPP] = {0};

	made_of(g, c, mgc_image_at(&c->m, x, y), px, n * c->m.cpp);
	return mgc_image_write(g, &c->m, x, y, n, px, &c->near);
}

/* The tile at (x, y), as a whole: its bytes follow each other in memory. */
static bool clear_tile(struct mgc *g, struct clear *c, uint32_t x, uint32_t y)
{
	const enum mgc_client client = (enum mgc_client)c->m.client;
	const uint32_t at = mgc_image_at(&c->m, x, y);
	uint8_t px[TILE_256_B] = {0}, *to;

	if (c->become) {
		mgc_ts_clear_near(g, &c->m.ts, at, &c->near.pipe[0].ts);
		return true;
	}
	made_of(g, c, at, px, c->m.ts.tile_B);
	mgc_ts_written_near(g, &c->m.ts, at, true, &c->near.pipe[0].ts);
	to = mgc_near(g, client, at, c->m.ts.tile_B, true, &c->near.pipe[0].px);
	if (!to)
		return mgc_write(g, client, at, px, c->m.ts.tile_B);
	memcpy(to, px, c->m.ts.tile_B);
	return true;
}

typedef uint64_t four_words __attribute__((vector_size(32)));

/* The super tile at that address at once. False: its tiles are not alike, or not in one piece. */
static bool clear_super_at_once(struct mgc *g, struct clear *c, uint32_t at)
{
	const uint32_t n_B = MGC_SUPER_PX * MGC_SUPER_PX * c->m.cpp;
	const enum mgc_client client = (enum mgc_client)c->m.client;
	const four_words zero = {0}, keep = zero + ~c->bits, was = zero + c->m.ts.clear,
			 color = zero + (c->color & c->bits);
	struct mgc_ts_near *near = &c->near.pipe[0].ts;
	enum mgc_ts_all is;
	uint8_t *px;

	if (c->become)
		return mgc_ts_say_near(g, &c->m.ts, at, n_B, true, near);
	is = mgc_ts_all_near(g, &c->m.ts, at, n_B, near);
	px = mgc_near(g, client, at, n_B, true, &c->near.pipe[0].px);
	if (!px || !c->same || at % CLEAR_B || is == MGC_TS_MIXED)
		return false;
	for (uint32_t i = 0; i < n_B; i += sizeof(four_words)) {
		four_words w = was;

		if (is == MGC_TS_WRITTEN)
			memcpy(&w, px + i, sizeof(w));
		w = (w & keep) | color;
		memcpy(px + i, &w, sizeof(w));
	}
	return is == MGC_TS_WRITTEN || mgc_ts_say_near(g, &c->m.ts, at, n_B, false, near);
}

static bool clear_super(struct mgc *g, struct clear *c, uint32_t x, uint32_t y)
{
	if (clear_super_at_once(g, c, mgc_image_at(&c->m, x, y)))
		return true;
	for (uint32_t ty = 0; ty < MGC_SUPER_PX; ty += c->tile.h)
		for (uint32_t tx = 0; tx < MGC_SUPER_PX; tx += c->tile.w)
			if (!clear_tile(g, c, x + tx, y + ty))
				return false;
	return true;
}

static bool is_in(const struct grid *r, uint32_t x, uint32_t y)
{
	return x >= r->x0 && x < r->x1 && y >= r->y0 && y < r->y1;
}

/* Tiles that are covered become cleared, where that says the same (choices.md); the others get pixels. What
 * is of a piece is done with the first of its rows. */
static bool clear_row(struct mgc *g, struct clear *c, uint32_t y)
{
	bool ok = true;

	for (uint32_t x = c->x0, n; x < c->x1 && ok; x += n) {
		if (is_in(&c->super, x, y)) {
			n = c->super.w;
			ok = y % c->super.h || clear_super(g, c, x, y);
		} else if (is_in(&c->tile, x, y)) {
			n = c->tile.w;
			ok = y % c->tile.h || clear_tile(g, c, x, y);
		} else {
			n = MGC_IMAGE_RUN - x % MGC_IMAGE_RUN;
			n = n < c->x1 - x ? n : c->x1 - x;
			ok = clear_run(g, c, x, y, n);
		}
	}
	return ok;
}

static void check_clear(struct mgc *g)
{
	const uint32_t src = GC_STATE(g, BLT_SRC_STRIDE), dst = GC_STATE(g, BLT_DEST_STRIDE);

	if (GC_STATE(g, BLT_SRC_ADDR) != GC_STATE(g, BLT_DEST_ADDR) ||
	    GC_BLT_SRC_STRIDE__STRIDE__GET(src) != GC_BLT_DEST_STRIDE__STRIDE__GET(dst) ||
	    GC_BLT_SRC_STRIDE__TILING__GET(src) != GC_BLT_DEST_STRIDE__TILING__GET(dst))
		mgc_report(
		    g, FL_WARN, "BLT", "GC facts 8.4",
		    "a clear wants the source to be the destination: %08x, stride 0x%08x, and %08x, 0x%08x",
		    GC_STATE(g, BLT_SRC_ADDR), src, GC_STATE(g, BLT_DEST_ADDR), dst);
}

bool mgc_blt_clear(struct mgc *g)
{
	const uint32_t size = GC_STATE(g, BLT_IMAGE_SIZE), pos = GC_STATE(g, BLT_DEST_POS);
	const uint32_t w = GC_BLT_IMAGE_SIZE__WIDTH__GET(size), h = GC_BLT_IMAGE_SIZE__HEIGHT__GET(size);
	struct clear c = {.m = dest(g),
			  .color = GC_STATE(g, BLT_CLEAR_COLOR0) | (uint64_t)GC_STATE(g, BLT_CLEAR_COLOR1)
								       << 32,
			  .bits = GC_STATE(g, BLT_CLEAR_BITS0) | (uint64_t)GC_STATE(g, BLT_CLEAR_BITS1) << 32,
			  .x0 = GC_BLT_DEST_POS__X__GET(pos),
			  .y0 = GC_BLT_DEST_POS__Y__GET(pos)};

	c.m.cpp = (uint8_t)(GC_BLT_CONFIG__CLEAR_BPP__GET(GC_STATE(g, BLT_CONFIG)) + 1);
	c.x1 = c.x0 + w;
	c.y1 = c.y0 + h;
	check_clear(g);
	if (!check_size(g, w, h))
		return true;
	if (c.m.cpp & (c.m.cpp - 1)) {
		mgc_report(g, FL_REFUSE, "BLT", "GC facts 8.4",
			   "CLEAR_BPP asks for %u bytes a pixel, no power of two: nothing is done", c.m.cpp);
		return true;
	}
	check_row(g, &c.m, c.x0, w, "destination");
	check_held(g, &c.m, c.y1);
	c.from = source(g).ts;
	narrow(&c.from, c.m.cpp);
	narrow(&c.m.ts, c.m.cpp);
	c.become = c.bits == UINT64_MAX && c.color == c.m.ts.clear;
	c.same = c.from.on == c.m.ts.on && c.from.status == c.m.ts.status &&
		 c.from.surface == c.m.ts.surface && c.from.tile_B == c.m.ts.tile_B &&
		 c.from.clear == c.m.ts.clear;
	if (c.m.ts.on && c.m.ts.tile_B <= TILE_256_B)
		tile_size(&c.m, &c.tile.w, &c.tile.h);
	if (c.tile.w && c.m.layout == MGC_SUPER_NEW)
		c.super = (struct grid){.w = MGC_SUPER_PX, .h = MGC_SUPER_PX};
	find_whole(&c, &c.tile);
	find_whole(&c, &c.super);
	for (uint32_t y = c.y0; y < c.y1; y++)
		if (!clear_row(g, &c, y))
			break; /* a fault of memory, which has been reported */
	return true;
}

/* ---- copies ----------------------------------------------------------------------------------------- */
static bool formats_of(struct mgc *g, struct mgc_copy *c)
{
	const uint32_t src = GC_STATE(g, BLT_SRC_STRIDE), dst = GC_STATE(g, BLT_DEST_STRIDE),
		       swizzle = GC_STATE(g, BLT_SWIZZLE);
	const unsigned from = GC_BLT_SRC_STRIDE__FORMAT__GET(src), to = GC_BLT_DEST_STRIDE__FORMAT__GET(dst);
	enum { BITS = 3, DEST_AT = 12, MASK = 7 };

	c->from = mgc_copy_format(from);
	c->to = mgc_copy_format(to);
	c->down_x = (uint8_t)(1 + GC_BLT_SRC_STRIDE__DOWNSAMPLE_X__GET(src));
	c->down_y = (uint8_t)(1 + GC_BLT_SRC_STRIDE__DOWNSAMPLE_Y__GET(src));
	c->one_sample = GC_BLT_CONFIG__DOWNSAMPLE_ONE_SAMPLE__GET(GC_STATE(g, BLT_CONFIG));
	if (!c->from || !c->to) {
		mgc_report(g, FL_REFUSE, "BLT", "etna_viv state_blt.xml",
			   "formats 0x%x to 0x%x: not both are in the table; the core hangs", from, to);
		return false;
	}
	c->src.cpp = c->from->cpp;
	c->dst.cpp = c->to->cpp;
	narrow(&c->src.ts, c->src.cpp);
	c->convert =
	    from != to || c->down_x > 1 || c->down_y > 1 || swizzle != (AS_IT_IS | AS_IT_IS << DEST_AT);
	for (unsigned k = 0; k < 4; k++) {
		const unsigned d = swizzle >> (DEST_AT + BITS * k) & MASK;

		c->swizzle[k] = (uint8_t)(d < 4 ? swizzle >> BITS * d & MASK : d);
	}
	if (c->convert && (c->from->raw || c->to->raw)) {
		mgc_report(
		    g, FL_REFUSE, "BLT", "hw/model/gc/choices.md",
		    "formats 0x%x to 0x%x, swizzle 0x%06x, downsampled %ux%u: a conversion of what has no "
		    "colors; the core hangs",
		    from, to, swizzle, c->down_x, c->down_y);
		return false;
	}
	return true;
}

static void check_config(struct mgc *g)
{
	const uint32_t config = GC_STATE(g, BLT_CONFIG), src = GC_STATE(g, BLT_SRC_CONFIG),
		       dst = GC_STATE(g, BLT_DEST_CONFIG);

	if (GC_BLT_CONFIG__SRC_ENDIAN__GET(config) || GC_BLT_CONFIG__DEST_ENDIAN__GET(config))
		mgc_report(g, FL_WARN, "BLT", "hw/model/gc/choices.md",
			   "BLT_CONFIG 0x%08x swaps bytes: this model does not", config);
	if (GC_BLT_SRC_CONFIG__SRGB__GET(src) != GC_BLT_DEST_CONFIG__SRGB__GET(dst))
		mgc_report(g, FL_WARN, "BLT", "hw/model/gc/choices.md",
			   "one of the images is sRGB, the other is not: this model does not convert");
	if (!GC_BLT_DEST_CONFIG__UNK22__GET(dst))
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.4",
			   "DEST_CONFIG 0x%08x without bit 22, which drivers always set", dst);
}

static void check_unknown(struct mgc *g)
{
	if (GC_STATE(g, BLT_UNK140A0) != UNK140A0 || GC_STATE(g, BLT_UNK1409C) != UNK1409C ||
	    GC_STATE(g, BLT_UNK14058) != UINT32_MAX || GC_STATE(g, BLT_UNK1405C) != UINT32_MAX)
		mgc_report(
		    g, FL_WARN, "BLT", "GC facts 8.4",
		    "a copy with 140A0, 1409C, 14058, 1405C = %08x %08x %08x %08x: drivers write 00040004, "
		    "00400040, ffffffff, ffffffff, and nobody knows what else does",
		    GC_STATE(g, BLT_UNK140A0), GC_STATE(g, BLT_UNK1409C), GC_STATE(g, BLT_UNK14058),
		    GC_STATE(g, BLT_UNK1405C));
}

bool mgc_blt_copy(struct mgc *g)
{
	const uint32_t size = GC_STATE(g, BLT_IMAGE_SIZE), from = GC_STATE(g, BLT_SRC_POS),
		       to = GC_STATE(g, BLT_DEST_POS);
	const uint32_t w = GC_BLT_IMAGE_SIZE__WIDTH__GET(size), h = GC_BLT_IMAGE_SIZE__HEIGHT__GET(size);
	struct mgc_copy c = {.src = source(g),
			     .dst = dest(g),
			     .flip = GC_BLT_DEST_CONFIG__FLIP_Y__GET(GC_STATE(g, BLT_DEST_CONFIG)),
			     .sx = GC_BLT_SRC_POS__X__GET(from),
			     .sy = GC_BLT_SRC_POS__Y__GET(from),
			     .dx = GC_BLT_DEST_POS__X__GET(to),
			     .dy = GC_BLT_DEST_POS__Y__GET(to)};

	if (!formats_of(g, &c))
		return false;
	check_config(g);
	check_unknown(g);
	if (!check_size(g, w, h))
		return true;
	if (c.dst.ts.on) {
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.4",
			   "a copy to an image with tile status (%08x): it is written past it",
			   c.dst.ts.status);
		c.dst.ts.on = false;
	}
	c.w = w / c.down_x; /* IMAGE_SIZE counts pixels of the source */
	c.h = h / c.down_y;
	check_row(g, &c.src, c.sx, w, "source");
	check_row(g, &c.dst, c.dx, c.w ? c.w : 1, "destination");
	check_held(g, &c.dst, c.dy + c.h);
	mgc_copy_pixels(g, &c);
	return true;
}

bool mgc_blt_copy_buffer(struct mgc *g)
{
	const uint32_t size_B = GC_STATE(g, BLT_BUFFER_SIZE), from = GC_STATE(g, BLT_SRC_ADDR),
		       to = GC_STATE(g, BLT_DEST_ADDR);
	uint8_t part[PART_B];

	if (!size_B)
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.4", "COPY_BUFFER of 0 bytes");
	if (from < to && to - from < size_B)
		mgc_report(g, FL_WARN, "BLT", "hw/model/gc/choices.md",
			   "COPY_BUFFER from %08x to %08x, of 0x%x bytes, which overlap: what is copied is "
			   "not known",
			   from, to, size_B);
	for (uint32_t i = 0; i < size_B;) {
		const uint32_t n = size_B - i < PART_B ? size_B - i : PART_B;

		mgc_read(g, MGC_PE, from + i, part, n);
		if (!mgc_write(g, MGC_PE, to + i, part, n))
			break;
		i += n;
	}
	return true;
}

bool mgc_blt_in_place(struct mgc *g)
{
	const uint32_t config = GC_STATE(g, BLT_CONFIG), tiles = GC_STATE(g, BLT_INPLACE_TILE_COUNT);
	struct mgc_ts ts =
	    status(g, true, GC_BLT_CONFIG__INPLACE_TS_MODE__GET(config), GC_STATE(g, BLT_DEST_TS),
		   GC_STATE(g, BLT_DEST_ADDR), GC_STATE(g, BLT_DEST_TS_CLEAR_VALUE0),
		   GC_STATE(g, BLT_DEST_TS_CLEAR_VALUE1));

	narrow(&ts, 1u << GC_BLT_CONFIG__INPLACE_BPP__GET(config));
	if (!tiles) {
		mgc_report(g, FL_REFUSE, "BLT", "GC facts 8.4",
			   "in place with a count of 0 tiles (0x14068): the core hangs");
		return false;
	}
	if (tiles > TILES_MAX) {
		mgc_report(g, FL_REFUSE, "BLT", "hw/model/gc/choices.md",
			   "in place, of %u tiles, more than any surface has: nothing is done", tiles);
		return true;
	}
	mgc_copy_in_place(g, &ts, tiles);
	return true;
}

/* ---- mipmaps ---------------------------------------------------------------------------------------- */
/* Each level is the mean of 2 by 2 pixels of the one before; of an odd side the last is left out, and a side
 * of 1 stays (choices.md). */
static void level(struct mgc *g, struct mgc_copy *c, uint32_t *w, uint32_t *h)
{
	c->down_x = *w > 1 ? 2 : 1;
	c->down_y = *h > 1 ? 2 : 1;
	*w /= c->down_x;
	*h /= c->down_y;
	c->w = *w;
	c->h = *h;
	c->convert = true;
	mgc_copy_pixels(g, c);
	/* the next is made of it */
	c->src = c->dst;
	c->src.cpp = c->dst.cpp;
	c->from = c->to;
	for (unsigned k = 0; k < 4; k++)
		c->swizzle[k] = (uint8_t)k;
}

bool mgc_blt_mipmaps(struct mgc *g)
{
	const uint32_t size = GC_STATE(g, BLT_IMAGE_SIZE);
	const unsigned levels = GC_BLT_MIPMAP_CONFIG__NUM__GET(GC_STATE(g, BLT_MIPMAP_CONFIG));
	uint32_t w = GC_BLT_IMAGE_SIZE__WIDTH__GET(size), h = GC_BLT_IMAGE_SIZE__HEIGHT__GET(size);
	struct mgc_copy c = {.src = source(g), .dst = dest(g)};

	if (levels < 2 || levels > LEVELS + 1) {
		mgc_report(
		    g, FL_REFUSE, "BLT", "GC facts 12",
		    "GEN_MIPMAPS with MIPMAP_CONFIG.NUM %u, the count of all levels: with 0 and 1 the core "
		    "never ends, and there are states for 14",
		    levels);
		return false;
	}
	if (!formats_of(g, &c))
		return false;
	check_config(g);
	if (!check_size(g, w, h))
		return true;
	c.dst.ts.on = false;
	for (unsigned i = 0; i + 1 < levels && (w > 1 || h > 1); i++) {
		c.dst.addr[0] = c.dst.addr[1] = GC_STATE_AT(g, BLT_MIP_ADDR, i);
		c.dst.stride_B = GC_STATE_AT(g, BLT_MIP_STRIDE, i);
		level(g, &c, &w, &h);
	}
	return true;
}
