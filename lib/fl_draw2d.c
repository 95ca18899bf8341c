/* SPDX-License-Identifier: MIT
 *
 * 2D drawing: beginning, target, clipping, keys, fills.
 */
#include "lib/fl_draw2d_engine.h"

enum fl_code fl_2d_fail(struct fl_2d *g, enum fl_code code)
{
	if (!g->code)
		g->code = code;
	return code;
}

void fl_2d_init(struct fl_2d *g, const struct fl_2d_engine *engine, struct fl_dev *dev, struct fl_cs *cs,
		void *priv, uint64_t vram_addr, uint32_t caps)
{
	*g = (struct fl_2d){
	    .engine = engine, .dev = dev, .cs = cs, .priv = priv, .caps = caps, .vram_addr = vram_addr};
	engine->start(g);
}

enum fl_code fl_2d_target(struct fl_2d *g, const struct fl_surface *dst)
{
	enum fl_code code = g->engine->source(g, dst);

	if (code)
		return code;
	g->dst = dst;
	g->large = (int32_t)dst->width_px > g->engine->reach || (int32_t)dst->height_px > g->engine->reach;
	g->key = (struct fl_2d_key){.mask = ~0u};
	g->write_mask = ~0u;
	fl_2d_clip_off(g);
	code = g->engine->target(g);
	return code ? code : g->code;
}

enum fl_code fl_2d_finish(struct fl_2d *g)
{
	return g->engine->finish(g);
}

/* ---- clipping ---- */

/* a + b, or the largest number, which is out of view; b is not negative. */
static int32_t add(int32_t a, int32_t b)
{
	int32_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT32_MAX : sum;
}

struct fl_2d_box fl_2d_box_of(const struct fl_rect *r)
{
	return (struct fl_2d_box){r->x, r->y, add(r->x, r->w < 0 ? 0 : r->w), add(r->y, r->h < 0 ? 0 : r->h)};
}

static int32_t clamp(int32_t v, int32_t low, int32_t high)
{
	return v < low ? low : v > high ? high : v;
}

void fl_2d_clip(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
	int32_t w = g->dst ? (int32_t)g->dst->width_px : 0, h = g->dst ? (int32_t)g->dst->height_px : 0;

	g->clip.x0 = clamp(x0, 0, w);
	g->clip.y0 = clamp(y0, 0, h);
	g->clip.x1 = clamp(x1, g->clip.x0, w);
	g->clip.y1 = clamp(y1, g->clip.y0, h);
}

void fl_2d_clip_off(struct fl_2d *g)
{
	fl_2d_clip(g, 0, 0, INT32_MAX, INT32_MAX);
	g->clips = NULL;
	g->n_clips = 1;
}

enum fl_code fl_2d_clip_list(struct fl_2d *g, const struct fl_rect *clips, uint32_t n)
{
	struct fl_2d_box a, b, both;

	if (n > FL_2D_CLIPS) {
		fl_fail(fl_2d_err(g), FL_USAGE, "clip list: %u rectangles; at most %u", n, FL_2D_CLIPS);
		return fl_2d_fail(g, FL_USAGE);
	}
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = 0; k < i; k++) {
			a = fl_2d_box_of(&clips[i]);
			b = fl_2d_box_of(&clips[k]);
			if (!fl_2d_meet(&a, &b, &both))
				continue;
			fl_fail(fl_2d_err(g), FL_USAGE,
				"clip list: rectangles %u and %u share pixel (%d, %d)", k, i, (int)both.x0,
				(int)both.y0);
			return fl_2d_fail(g, FL_USAGE);
		}
	g->clips = n ? clips : NULL;
	g->n_clips = n ? n : 1;
	return FL_OK;
}

/* fl_2d_meet() in line: whatever is drawn passes here. */
__attribute__((flatten)) bool fl_2d_visible(const struct fl_2d *g, uint32_t i, const struct fl_2d_box *r,
					    struct fl_2d_box *out)
{
	struct fl_2d_box one;

	if (!fl_2d_meet(r, &g->clip, out))
		return false;
	if (!g->clips)
		return true;
	one = fl_2d_box_of(&g->clips[i]);
	return fl_2d_meet(out, &one, out);
}

uint32_t fl_2d_cuts(const struct fl_2d *g, int32_t from, int32_t to, bool src_large, int32_t off,
		    int32_t cut[FL_2D_CUTS])
{
	int32_t span = g->engine->span;
	uint32_t n = 0;

	cut[0] = from;
	while (cut[n] < to && n + 1 < FL_2D_CUTS) {
		int32_t at = cut[n], next = to;

		if (g->large && next > at / span * span + span)
			next = at / span * span + span;
		if (src_large && next + off > (at + off) / span * span + span)
			next = (at + off) / span * span + span - off;
		cut[++n] = next;
	}
	return n;
}

/* ---- keys ---- */

static uint32_t pixel_bits(const struct fl_2d *g)
{
	return g->dst && g->dst->bytes_px < 4 ? (1u << 8 * g->dst->bytes_px) - 1 : ~0u;
}

enum fl_code fl_2d_key(struct fl_2d *g, const struct fl_2d_key *key)
{
	static const struct fl_2d_key off;

	key = key ? key : &off;
	if (key->src > FL_KEY_EQUAL || key->dst > FL_KEY_EQUAL) {
		fl_fail(fl_2d_err(g), FL_USAGE, "color key: unknown conditions %d, %d", (int)key->src,
			(int)key->dst);
		return fl_2d_fail(g, FL_USAGE);
	}
	if ((key->src || key->dst) && !(g->caps & FL_2D_KEYS)) {
		fl_fail(fl_2d_err(g), FL_FAILED,
			"2D engine: this chip cannot compare colors; draw without a key");
		return fl_2d_fail(g, FL_FAILED);
	}
	g->key = *key;
	g->key.src_key &= pixel_bits(g);
	g->key.dst_key &= pixel_bits(g);
	g->key.mask = key->mask ? key->mask & pixel_bits(g) : pixel_bits(g);
	return FL_OK;
}

enum fl_code fl_2d_write_mask(struct fl_2d *g, uint32_t mask)
{
	if ((mask | ~pixel_bits(g)) == ~0u)
		mask = ~0u;
	if (mask != ~0u && !(g->caps & FL_2D_KEYS)) {
		fl_fail(fl_2d_err(g), FL_FAILED,
			"2D engine: this chip has no write mask (0x%08x was asked for)", mask);
		return fl_2d_fail(g, FL_FAILED);
	}
	g->write_mask = mask;
	return FL_OK;
}

/* ---- checks ---- */

enum fl_code fl_2d_check(struct fl_2d *g, const char *what, uint32_t rop, const struct fl_brush *brush)
{
	const char *wrong = !g->dst                        ? "no target; call fl_2d_target() first"
			    : rop > 0xff                   ? "raster operations are numbered 0 to 0xff"
			    : !fl_rop_has_p(rop)           ? NULL
			    : !brush                       ? "it uses the brush, and there is none"
			    : brush->kind > FL_BRUSH_COLOR ? "an unknown kind of brush"
			    : brush->kind == FL_BRUSH_COLOR && !brush->pixels ? "a color brush without pixels"
									      : NULL;

	if (!wrong)
		return FL_OK;
	fl_fail(fl_2d_err(g), FL_USAGE, "%s, raster operation 0x%02x: %s", what, rop, wrong);
	return fl_2d_fail(g, FL_USAGE);
}

enum fl_code fl_2d_no_rop(struct fl_2d *g, uint32_t rop)
{
	fl_fail(
	    fl_2d_err(g), FL_FAILED,
	    "2D engine: this chip has no raster operation 0x%02x; it copies (0xcc) and fills with a color",
	    rop);
	return fl_2d_fail(g, FL_FAILED);
}

/* ---- fills ---- */

void fl_2d_fill(struct fl_2d *g, const struct fl_2d_box *r, const struct fl_brush *brush, uint32_t rop)
{
	struct fl_2d_box v;

	for (uint32_t i = 0; i < g->n_clips; i++) {
		int32_t cut_x[FL_2D_CUTS], cut_y[FL_2D_CUTS];
		uint32_t nx, ny;

		if (!fl_2d_visible(g, i, r, &v))
			continue;
		if (!g->large) {
			g->engine->fill(g, &v, 1, brush, rop);
			continue;
		}
		nx = fl_2d_cuts(g, v.x0, v.x1, false, 0, cut_x);
		ny = fl_2d_cuts(g, v.y0, v.y1, false, 0, cut_y);
		for (uint32_t k = 0; k < nx * ny; k++) {
			struct fl_2d_box piece = {cut_x[k % nx], cut_y[k / nx], cut_x[k % nx + 1],
						  cut_y[k / nx + 1]};

			g->engine->fill(g, &piece, 1, brush, rop);
		}
	}
}

/* Without a source, and the destination not asked: 0, 1, P or not P. A solid color then needs no raster
 * operation. */
static uint32_t plain(struct fl_brush *b, uint32_t rop)
{
	if (fl_rop_has_d(rop))
		return rop;
	b->color = rop == FL_ROP_BLACKNESS   ? 0
		   : rop == FL_ROP_WHITENESS ? ~0u
		   : rop == FL_ROP_PATCOPY   ? b->color
					     : ~b->color;
	return FL_ROP_PATCOPY;
}

static enum fl_code no_source(struct fl_2d *g, uint32_t rop)
{
	fl_fail(fl_2d_err(g), FL_USAGE, "fill: raster operation 0x%02x needs a source; use fl_blit_rop()",
		rop);
	return fl_2d_fail(g, FL_USAGE);
}

/* FL_OK: go on with *b and *rop. */
static enum fl_code solid(struct fl_2d *g, struct fl_brush *b, uint32_t *rop)
{
	enum fl_code code = fl_2d_check(g, "fill", *rop, b);

	if (code)
		return code;
	if (fl_rop_has_s(*rop))
		return no_source(g, *rop);
	*rop = plain(b, *rop);
	if (*rop != FL_ROP_PATCOPY && *rop != FL_ROP_NOP && !(g->caps & FL_2D_ROPS))
		return fl_2d_no_rop(g, *rop);
	return FL_OK;
}

enum fl_code fl_fill_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color,
			 uint32_t rop)
{
	struct fl_brush b = {.color = color};
	struct fl_rect r = {x, y, w, h};
	struct fl_2d_box box = fl_2d_box_of(&r);
	enum fl_code code = solid(g, &b, &rop);

	if (code)
		return code;
	if (rop != FL_ROP_NOP)
		fl_2d_fill(g, &box, &b, rop);
	return g->code;
}

enum fl_code fl_fill_rect(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color)
{
	struct fl_rect r = {x, y, w, h};
	struct fl_2d_box box = fl_2d_box_of(&r);
	struct fl_brush b;

	if (!g->dst)
		return fl_2d_check(g, "fill", FL_ROP_PATCOPY, NULL);
	/* The rest of a brush does not matter: this is the shortest way for what is drawn most. */
	b.kind = FL_BRUSH_SOLID;
	b.color = color;
	fl_2d_fill(g, &box, &b, FL_ROP_PATCOPY);
	return g->code;
}

void fl_2d_fill_list(struct fl_2d *g, struct fl_2d_list *list, const struct fl_brush *brush, uint32_t rop)
{
	if (list->n)
		g->engine->fill(g, list->box, list->n, brush, rop);
	list->n = 0;
}

/* In line: a list is drawn with it. */
static inline __attribute__((always_inline)) void fill_later(struct fl_2d *g, struct fl_2d_list *list,
							     const struct fl_2d_box *r,
							     const struct fl_brush *brush, uint32_t rop)
{
	if (g->large) {
		fl_2d_fill(g, r, brush, rop);
		return;
	}
	for (uint32_t i = 0; i < g->n_clips; i++)
		if (fl_2d_visible(g, i, r, &list->box[list->n]) &&
		    ++list->n == sizeof(list->box) / sizeof(list->box[0]))
			fl_2d_fill_list(g, list, brush, rop);
}

void fl_2d_fill_later(struct fl_2d *g, struct fl_2d_list *list, const struct fl_2d_box *r,
		      const struct fl_brush *brush, uint32_t rop)
{
	fill_later(g, list, r, brush, rop);
}

enum fl_code fl_fill_rects(struct fl_2d *g, const struct fl_rect *rects, uint32_t n, uint32_t color,
			   uint32_t rop)
{
	struct fl_brush b = {.color = color};
	struct fl_2d_list list;
	enum fl_code code = solid(g, &b, &rop);

	if (code)
		return code;
	if (rop == FL_ROP_NOP)
		return g->code;
	list.n = 0;
	for (uint32_t i = 0; i < n; i++) {
		struct fl_2d_box r = fl_2d_box_of(&rects[i]);

		fill_later(g, &list, &r, &b, rop);
	}
	fl_2d_fill_list(g, &list, &b, rop);
	return g->code;
}

enum fl_code fl_outline(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color,
			uint32_t rop)
{
	/* The corners belong to the upper and the lower side. */
	struct fl_rect side[4] = {
	    {x, y, w, 1},
	    {x, add(y, h - 1), w, h > 1},
	    {x, add(y, 1), 1, h - 2},
	    {add(x, w - 1), add(y, 1), w > 1, h - 2},
	};

	return fl_fill_rects(g, side, w > 0 && h > 0 ? 4 : 0, color, rop);
}

enum fl_code fl_pattern(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h,
			const struct fl_brush *brush, uint32_t rop)
{
	struct fl_rect r = {x, y, w, h};
	struct fl_2d_box box = fl_2d_box_of(&r);
	enum fl_code code = fl_2d_check(g, "pattern", rop, brush);

	if (code)
		return code;
	if (!fl_rop_has_p(rop) || brush->kind == FL_BRUSH_SOLID)
		return fl_fill_rop(g, x, y, w, h, brush ? brush->color : 0, rop);
	if (fl_rop_has_s(rop))
		return no_source(g, rop);
	if ((g->caps & FL_2D_PATTERNS) && (rop == FL_ROP_PATCOPY || (g->caps & FL_2D_ROPS))) {
		fl_2d_fill(g, &box, brush, rop);
	} else if (fl_rop_has_d(rop)) {
		return fl_2d_no_rop(g, rop);
	} else {
		fl_2d_by_fills(g, &(struct fl_2d_host){.to = box, .brush = brush, .rop = rop});
	}
	return g->code;
}
