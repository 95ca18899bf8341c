/* SPDX-License-Identifier: MIT
 *
 * RS, the resolve engine: copies and fills of windows (GC facts 8.3). What is copied is read through the tile
 * status of color target 0, whose states it shares; what is written goes to memory past the caches of PE.
 *
 * Each pipe has a window of the same size, and starts it at its own RS_PIPE_OFFSET.
 */
#include "hw/model/gc/layout_image.h"

#include <stdlib.h>
#include <string.h>

enum {
	WIDTH_PX = 16, /* windows are multiples of it: GC facts 8.3 */
	HEIGHT_PX = 4,
	ALIGN_B = 64,
	CLEAR_WORDS = 4,
	CLEAR_64_B = 8,
	NO_DITHER = UINT32_MAX,
	GO = 0xbeebbeeb,      /* what drivers write to RS_KICKER */
	TILES_MAX = 1u << 24, /* in place: of 64 bytes, 1 GiB */
};

struct mgc_rs {
	bool in_place; /* RS_KICKER_INPLACE was written last, not RS_KICKER */
};

struct operation {
	struct mgc_copy copy;
	uint32_t w, h; /* of the window, in source pixels */
};

bool mgc_rs_new(struct mgc *g)
{
	g->rs = calloc(1, sizeof(*g->rs));
	return g->rs;
}

void mgc_rs_free(struct mgc *g)
{
	free(g->rs);
	g->rs = NULL;
}

void mgc_rs_reset(struct mgc *g)
{
	g->rs->in_place = false;
}

void mgc_rs_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	if (offset == GC_RS_KICKER || offset == GC_RS_KICKER_INPLACE)
		g->rs->in_place = offset == GC_RS_KICKER_INPLACE;
	if (offset == GC_RS_KICKER && value != GO)
		mgc_report(g, FL_WARN, "RS", "GC facts 8.3",
			   "RS_KICKER 0x%08x: drivers write 0xbeebbeeb, nobody knows that this starts RS",
			   value);
}

/* ---- states ---------------------------------------------------------------------------------------- */
/* RS_NEW_BASEADDR: a core of several pipes has an address for each (GC facts 0). */
static bool by_pipe(const struct mgc *g)
{
	return g->variant->pixel_pipes > 1;
}

static unsigned layout_of(uint32_t stride, bool tiled)
{
	const bool super = GC_RS_SOURCE_STRIDE__TILING__GET(stride),
		   multi = GC_RS_SOURCE_STRIDE__MULTI__GET(stride),
		   new_order = GC_RS_SOURCE_STRIDE__SUPER_TILED_NEW__GET(stride);

	if (!tiled)
		return MGC_LINEAR;
	if (multi)
		return super ? MGC_MULTI_SUPER : MGC_MULTI_TILED;
	return !super ? MGC_TILED : new_order ? MGC_SUPER_NEW : MGC_SUPER_OLD;
}

static struct mgc_image image_of(struct mgc *g, uint32_t stride, bool tiled, uint32_t one, uint32_t pipe0,
				 uint32_t pipe1)
{
	const uint32_t field = GC_RS_SOURCE_STRIDE__STRIDE__GET(stride);
	struct mgc_image m = {.layout = (uint8_t)layout_of(stride, tiled),
			      .stride_B = tiled ? field / MGC_TILE_PX : field,
			      .client = MGC_PE};

	m.addr[0] = by_pipe(g) ? pipe0 : one;
	m.addr[1] = by_pipe(g) ? pipe1 : one;
	return m;
}

static struct mgc_image source(struct mgc *g)
{
	return image_of(g, GC_STATE(g, RS_SOURCE_STRIDE),
			GC_RS_CONFIG__SOURCE_TILED__GET(GC_STATE(g, RS_CONFIG)), GC_STATE(g, RS_SOURCE_ADDR),
			GC_STATE_AT(g, RS_PIPE_SOURCE_ADDR, 0), GC_STATE_AT(g, RS_PIPE_SOURCE_ADDR, 1));
}

static struct mgc_image dest(struct mgc *g)
{
	return image_of(g, GC_STATE(g, RS_DEST_STRIDE), GC_RS_CONFIG__DEST_TILED__GET(GC_STATE(g, RS_CONFIG)),
			GC_STATE(g, RS_DEST_ADDR), GC_STATE_AT(g, RS_PIPE_DEST_ADDR, 0),
			GC_STATE_AT(g, RS_PIPE_DEST_ADDR, 1));
}

/* ---- rules ----------------------------------------------------------------------------------------- */
static void check_image(struct mgc *g, const struct mgc_image *m, const char *which)
{
	for (unsigned i = 0; i < (mgc_layout_multi(m->layout) ? 2u : 1u); i++)
		if (m->addr[i] % ALIGN_B)
			mgc_report(g, FL_WARN, "RS", "GC facts 8.1",
				   "the %s address %08x is no multiple of 64 bytes", which, m->addr[i]);
	if (m->layout != MGC_LINEAR && m->stride_B * MGC_TILE_PX % ALIGN_B)
		mgc_report(g, FL_WARN, "RS", "GC facts 8.3",
			   "the %s stride of %u bytes a row of tiles holds no whole tiles of 64 bytes", which,
			   m->stride_B * MGC_TILE_PX);
	if (mgc_layout_super(m->layout) && m->stride_B % (MGC_SUPER_PX * m->cpp))
		mgc_report(g, FL_WARN, "RS", "GC facts 8.1",
			   "the %s is super-tiled, and its stride of %u bytes a row of pixels no multiple of "
			   "64 pixels",
			   which, m->stride_B);
	if (mgc_layout_multi(m->layout) && g->variant->pixel_pipes < 2)
		mgc_report(g, FL_WARN, "RS", "GC facts 8.1",
			   "the %s is in two buffers (MULTI), and this core has one pixel pipe", which);
}

/* The window that the engine really does: it steps by 16 and by 4. False: there is none. */
static bool check_window(struct mgc *g, struct operation *o)
{
	const bool tiled = o->copy.dst.layout != MGC_LINEAR || o->copy.src.layout != MGC_LINEAR;

	if (!o->w || !o->h || o->w > MGC_IMAGE_SIDE || o->h > MGC_IMAGE_SIDE) {
		mgc_report(g, FL_REFUSE, "RS", "GC facts 8.3",
			   "WINDOW_SIZE is %u by %u: nothing is done (1 to 16384 are)", o->w, o->h);
		return false;
	}
	if (o->w % WIDTH_PX) {
		mgc_report(
		    g, FL_WARN, "RS", "GC facts 8.3, 12",
		    "the window is %u pixels wide, no multiple of 16: what is right of it is overwritten too",
		    o->w);
		o->w = (o->w + WIDTH_PX - 1) / WIDTH_PX * WIDTH_PX;
	}
	if (tiled && o->h % HEIGHT_PX) {
		mgc_report(g, FL_WARN, "RS", "GC facts 8.3",
			   "the window is %u pixels high, no multiple of 4, with tiles: what is below is "
			   "overwritten too",
			   o->h);
		o->h = (o->h + HEIGHT_PX - 1) / HEIGHT_PX * HEIGHT_PX;
	}
	return true;
}

static void check_dest(struct mgc *g, const struct operation *o)
{
	const char *which;
	const uint64_t size_B = mgc_layout_size_B(o->copy.dst.layout, o->copy.dst.stride_B, o->h);

	if (mgc_pe_holds(g, o->copy.dst.addr[0], size_B, &which))
		mgc_report(
		    g, FL_WARN, "RS", "GC facts 3.1",
		    "pixels of the %s at %08x are written while PE still holds some of them: flush first",
		    which, o->copy.dst.addr[0]);
}

/* ---- fills ----------------------------------------------------------------------------------------- */
/* BITS has a bit for each of 16 bytes, MODE says which of four words they come from. */
static bool fill_run(struct mgc *g, const struct mgc_image *m, uint32_t at, unsigned n_B)
{
	const uint32_t control = GC_STATE(g, RS_CLEAR_CONTROL),
		       bits = GC_RS_CLEAR_CONTROL__BITS__GET(control);
	const unsigned mode = GC_RS_CLEAR_CONTROL__MODE__GET(control);
	uint8_t px[MGC_IMAGE_RUN * MGC_IMAGE_CPP];

	if (bits != GC_RS_CLEAR_CONTROL__BITS__MASK &&
	    !mgc_ts_read(g, &m->ts, (enum mgc_client)m->client, at, px, n_B))
		return false;
	for (unsigned i = 0; i < n_B; i++) {
		const unsigned word = (at + i) / 4 % CLEAR_WORDS;
		const unsigned k = mode == GC_RS_CLEAR_CONTROL__MODE__ENABLED1   ? 0
				   : mode == GC_RS_CLEAR_CONTROL__MODE__ENABLED4 ? word
										 : word % 2;

		if (bits >> ((at + i) % (4 * CLEAR_WORDS)) & 1)
			px[i] = (uint8_t)(GC_STATE_AT(g, RS_FILL_VALUE, k) >> (at + i) % 4 * 8);
	}
	return mgc_write(g, (enum mgc_client)m->client, at, px, n_B);
}

static bool fill(struct mgc *g, const struct operation *o, uint32_t x0, uint32_t y0)
{
	for (uint32_t y = 0; y < o->h; y++)
		for (uint32_t x = 0; x < o->w; x += MGC_IMAGE_RUN)
			if (!fill_run(g, &o->copy.dst, mgc_image_at(&o->copy.dst, x0 + x, y0 + y),
				      MGC_IMAGE_RUN * o->copy.dst.cpp))
				return false;
	return true;
}

/* ---- RS_KICKER --------------------------------------------------------------------------------------- */
static bool formats_of(struct mgc *g, struct mgc_copy *c, bool clear)
{
	const uint32_t config = GC_STATE(g, RS_CONFIG);
	const unsigned from = GC_RS_CONFIG__SOURCE_FORMAT__GET(config),
		       to = GC_RS_CONFIG__DEST_FORMAT__GET(config);
	const bool swap = GC_RS_CONFIG__SWAP_RB__GET(config);

	if (clear && to == GC_RS_FORMAT__64BPP_CLEAR) {
		c->dst.cpp = CLEAR_64_B;
		return true;
	}
	c->from = from <= GC_RS_FORMAT__YUY2 ? mgc_copy_format(from) : NULL;
	c->to = to <= GC_RS_FORMAT__YUY2 ? mgc_copy_format(to) : NULL;
	if (!c->to || (!clear && !c->from)) {
		mgc_report(
		    g, FL_REFUSE, "RS", "etna_viv rnndb, GC facts 8.3",
		    "RS_CONFIG asks for formats %u to %u: 0 to 7 are there, and 21 for a fill; the core "
		    "hangs",
		    from, to);
		return false;
	}
	c->dst.cpp = c->to->cpp;
	c->src.cpp = c->from ? c->from->cpp : c->to->cpp;
	c->convert = swap || c->down_x > 1 || c->down_y > 1 || from != to;
	c->swizzle[0] = swap ? GC_TEXTURE_SWIZZLE__BLUE : GC_TEXTURE_SWIZZLE__RED;
	c->swizzle[1] = GC_TEXTURE_SWIZZLE__GREEN;
	c->swizzle[2] = swap ? GC_TEXTURE_SWIZZLE__RED : GC_TEXTURE_SWIZZLE__BLUE;
	c->swizzle[3] = GC_TEXTURE_SWIZZLE__ALPHA;
	if (c->convert && !clear && (c->from->raw || c->to->raw)) {
		mgc_report(g, FL_REFUSE, "RS", "GC facts 8.3",
			   "RS_CONFIG 0x%08x converts formats %u to %u, and YUY2 has no colors that could "
			   "be: the core "
			   "hangs",
			   config, from, to);
		return false;
	}
	return true;
}

static void check_copy(struct mgc *g, const struct mgc_copy *c)
{
	check_image(g, &c->src, "source");
	if (c->convert &&
	    (GC_STATE_AT(g, RS_DITHER, 0) != NO_DITHER || GC_STATE_AT(g, RS_DITHER, 1) != NO_DITHER))
		mgc_report(g, FL_NOTE, "RS", "hw/model/gc/choices.md",
			   "RS_DITHER is %08x %08x: this model converts without dithering",
			   GC_STATE_AT(g, RS_DITHER, 0), GC_STATE_AT(g, RS_DITHER, 1));
	if (GC_STATE(g, RS_EXTRA_CONFIG) & GC_RS_EXTRA_CONFIG__ENDIAN__MASK)
		mgc_report(g, FL_WARN, "RS", "hw/model/gc/choices.md",
			   "RS_EXTRA_CONFIG %08x swaps bytes: this model does not",
			   GC_STATE(g, RS_EXTRA_CONFIG));
}

/* One pipe's window, from (x, y) of the source on. */
static bool window(struct mgc *g, struct operation *o, uint32_t x, uint32_t y, bool clear)
{
	struct mgc_copy *c = &o->copy;

	if (clear)
		return fill(g, o, x, y);
	c->sx = x;
	c->sy = y;
	c->dx = x / c->down_x;
	c->dy = y / c->down_y;
	c->w = o->w / c->down_x;
	c->h = o->h / c->down_y;
	return mgc_copy_pixels(g, c);
}

/* GC facts 8.3: tiles of the color target are written out where they are cleared, and nothing moves. */
static void in_place(struct mgc *g)
{
	const struct mgc_ts ts = mgc_ts_color(g, 0);
	const uint32_t tiles = GC_STATE(g, RS_KICKER_INPLACE);

	if (!g->variant->single_buffer)
		mgc_report(g, FL_WARN, "RS", "GC facts 0, 8.3",
			   "RS_KICKER_INPLACE on a core that is not known to have it (SINGLE_BUFFER)");
	if (!ts.on) {
		mgc_report(g, FL_WARN, "RS", "GC facts 8.3",
			   "RS_KICKER_INPLACE without tile status (TS_MEM_CONFIG 0x%08x): nothing is done",
			   GC_STATE(g, TS_MEM_CONFIG));
		return;
	}
	if (tiles > TILES_MAX) {
		mgc_report(g, FL_REFUSE, "RS", "hw/model/gc/choices.md",
			   "RS_KICKER_INPLACE of %u tiles, more than any surface has: nothing is done",
			   tiles);
		return;
	}
	mgc_copy_in_place(g, &ts, tiles);
}

static bool windows(struct mgc *g)
{
	const uint32_t config = GC_STATE(g, RS_CONFIG), size = GC_STATE(g, RS_WINDOW_SIZE);
	const bool clear = GC_RS_CLEAR_CONTROL__MODE__GET(GC_STATE(g, RS_CLEAR_CONTROL));
	struct operation o = {.copy = {.src = source(g),
				       .dst = dest(g),
				       .flip = GC_RS_CONFIG__FLIP__GET(config),
				       .down_x = (uint8_t)(1 + GC_RS_CONFIG__DOWNSAMPLE_X__GET(config)),
				       .down_y = (uint8_t)(1 + GC_RS_CONFIG__DOWNSAMPLE_Y__GET(config)),
				       .one_sample = GC_RS_SINGLE_BUFFER__DOWNSAMPLE_ONE_SAMPLE__GET(
					   GC_STATE(g, RS_SINGLE_BUFFER))},
			      .w = GC_RS_WINDOW_SIZE__WIDTH__GET(size),
			      .h = GC_RS_WINDOW_SIZE__HEIGHT__GET(size)};

	if (!formats_of(g, &o.copy, clear))
		return false;
	if (!check_window(g, &o))
		return true;
	if (!clear) {
		o.copy.src.ts = mgc_ts_color(g, 0);
		check_copy(g, &o.copy);
	}
	check_image(g, &o.copy.dst, "destination");
	check_dest(g, &o);
	for (unsigned p = 0; p < g->variant->resolve_pipes; p++) {
		const uint32_t at = by_pipe(g) ? GC_STATE_AT(g, RS_PIPE_OFFSET, p) : 0;

		if (p && at == GC_STATE_AT(g, RS_PIPE_OFFSET, 0))
			break; /* the same over again */
		if (!window(g, &o, GC_RS_PIPE_OFFSET__X__GET(at), GC_RS_PIPE_OFFSET__Y__GET(at), clear))
			break; /* a fault of memory, which has been reported */
	}
	return true;
}

bool mgc_rs_go(struct mgc *g)
{
	bool ok = true;

	mgc_finish(g);
	if (g->rs->in_place)
		in_place(g);
	else
		ok = windows(g);
	/* What was written went past the caches of PE; what they still had to write, which has been reported,
	 * comes after it. */
	mgc_pe_flush(g, true, true);
	return ok;
}
