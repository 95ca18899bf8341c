/* SPDX-License-Identifier: MIT
 *
 * What the 2D tests share: a target and a source on a model of an R580, or of a chip whose 3D engine draws,
 * and a picture in which the same is drawn pixel by pixel, by the definitions of lib/fl_draw2d.h. Nothing of
 * the library is used for that.
 */
#ifndef TESTS_UNIT_TEST_LIB_2D_RIG_H
#define TESTS_UNIT_TEST_LIB_2D_RIG_H

#include "tests/unit/test_lib_rig.h"

#include <stdlib.h>
#include <string.h>

/* Which chip, and how commands come to it. */
enum two_d_way {
	BY_STREAM,
	BY_REGISTERS,
	R500_WAYS,
	ON_RV770 = R500_WAYS,
	ON_R600,
	ON_RV710,
	R600_WAYS,
	ON_BONAIRE = R600_WAYS,
	ON_HAWAII,
	WAYS
};
static const char *const two_d_chips[WAYS] = {"r580", "r580", "rv770", "r600", "rv710", "bonaire", "hawaii"};

/* What is long enough on one chip: of those whose 3D engine draws, each takes its share of its family's
 * cases. */
static inline bool two_d_takes(unsigned way, unsigned i)
{
	return way < R500_WAYS || (way < R600_WAYS ? i % (R600_WAYS - R500_WAYS) == way - R500_WAYS
						   : i % (WAYS - R600_WAYS) == way - R600_WAYS);
}

struct picture {
	int w, h, bytes;
	uint32_t *px;
	struct fl_rect clip;
	const struct fl_rect *clips;
	unsigned n_clips;
	struct fl_2d_key key;
	uint32_t mask;
};

struct two_d {
	struct rig *r;
	struct fl_2d *g;
	struct fl_surface dst, src;
	struct picture want, from;
	char ops[4][200]; /* the latest, for a failure's message */
};

/* Where S of an operation comes from. */
struct pixel_source {
	const struct picture *picture; /* at (x + dx, y + dy) */
	int dx, dy;
	const struct fl_bitmap *bitmap; /* at (x - at_x, y - at_y) */
	const uint8_t *image;           /* likewise */
	unsigned pitch_B;
	int at_x, at_y;
};

static inline uint32_t rnd(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	return *state ^= *state << 5;
}

static inline uint32_t px_mask(int bytes)
{
	return bytes < 4 ? (1u << 8 * bytes) - 1 : ~0u;
}

static inline bool in_rect(const struct fl_rect *r, int x, int y)
{
	return x >= r->x && x < r->x + r->w && y >= r->y && y < r->y + r->h;
}

static inline bool px_visible(const struct picture *p, int x, int y)
{
	bool in = !p->n_clips;

	for (unsigned i = 0; i < p->n_clips; i++)
		in |= in_rect(&p->clips[i], x, y);
	return in && x >= 0 && y >= 0 && x < p->w && y < p->h && in_rect(&p->clip, x, y);
}

/* One pixel: S if has_s, key and mask. */
static inline void px_draw(struct picture *p, int x, int y, uint32_t pat, uint32_t s, bool keyed,
			   unsigned rop)
{
	uint32_t *d, out = 0, bits = p->key.mask ? p->key.mask : ~0u;

	if (!px_visible(p, x, y))
		return;
	d = &p->px[y * p->w + x];
	if (keyed && p->key.src &&
	    ((((s ^ p->key.src_key) & bits & px_mask(p->bytes)) == 0) != (p->key.src == FL_KEY_EQUAL)))
		return;
	if (p->key.dst &&
	    ((((*d ^ p->key.dst_key) & bits & px_mask(p->bytes)) == 0) != (p->key.dst == FL_KEY_EQUAL)))
		return;
	for (int i = 0; i < 32; i++)
		out |= (uint32_t)(rop >> ((pat >> i & 1) << 2 | (s >> i & 1) << 1 | (*d >> i & 1)) & 1) << i;
	*d = ((out & p->mask) | (*d & ~p->mask)) & px_mask(p->bytes);
}

/* P at a pixel; false where the brush is transparent. */
static inline bool px_brush(const struct fl_brush *b, int x, int y, uint32_t *pat)
{
	int i = ((x - b->x) % 8 + 8) % 8, k = ((y - b->y) % 8 + 8) % 8;
	bool set = b->bits[k] & 0x80 >> i;

	*pat = b->kind == FL_BRUSH_COLOR          ? b->pixels[8 * k + i]
	       : b->kind == FL_BRUSH_SOLID || set ? b->color
						  : b->background;
	return b->kind != FL_BRUSH_TRANSPARENT || set;
}

static inline bool uses_p(unsigned rop)
{
	return (rop & 15) != rop >> 4;
}

/* A rectangle by the definitions. Copies over the same picture read what was there before. */
static inline void px_rect(struct picture *p, int x0, int y0, int w, int h, const struct fl_brush *b,
			   const struct pixel_source *from, unsigned rop)
{
	struct picture old = {0};

	if (from && from->picture == p) {
		old = *p;
		old.px = malloc(4u * (unsigned)(p->w * p->h));
		memcpy(old.px, p->px, 4u * (unsigned)(p->w * p->h));
	}
	for (int y = y0 < 0 ? 0 : y0; y < y0 + h && y < p->h; y++)
		for (int x = x0 < 0 ? 0 : x0; x < x0 + w && x < p->w; x++) {
			uint32_t pat = 0, s = 0;
			bool keyed = false;

			if (uses_p(rop) && b && !px_brush(b, x, y, &pat))
				continue;
			if (from && from->picture) {
				const struct picture *o = old.px ? &old : from->picture;
				int sx = x + from->dx, sy = y + from->dy;

				if (sx < 0 || sy < 0 || sx >= o->w || sy >= o->h)
					continue;
				s = o->px[sy * o->w + sx];
				keyed = true;
			} else if (from && from->bitmap) {
				const uint8_t *row =
				    from->bitmap->bits + (unsigned)(y - from->at_y) * from->bitmap->pitch_B;
				bool set = row[(x - from->at_x) / 8] & 0x80 >> (x - from->at_x) % 8;

				if (!set && !from->bitmap->opaque)
					continue;
				s = set ? from->bitmap->color : from->bitmap->background;
			} else if (from && from->image) {
				memcpy(&s,
				       from->image + (unsigned)(y - from->at_y) * from->pitch_B +
					   (x - from->at_x) * p->bytes,
				       (size_t)p->bytes);
				keyed = true;
			}
			px_draw(p, x, y, pat, s, keyed, rop);
		}
	free(old.px);
}

/* All but the last pixel of a line whose longer side is odd, so that no two pixels are equally near. */
static inline unsigned px_line(struct picture *p, struct fl_point a, struct fl_point b,
			       const struct fl_pen *pen, unsigned first, unsigned rop)
{
	int dx = abs(b.x - a.x), dy = abs(b.y - a.y), n = dx > dy ? dx : dy;

	for (int i = 0; i < n; i++) {
		int u = dx > dy ? i : (2 * i * dx + n) / (2 * n),
		    v = dx > dy ? (2 * i * dy + n) / (2 * n) : i;
		bool set = !pen->dashes || pen->dashes >> (pen->phase + first + (unsigned)i) % 32 & 1;

		if (set || pen->opaque)
			px_draw(p, b.x > a.x ? a.x + u : a.x - u, b.y > a.y ? a.y + v : a.y - v,
				set ? pen->color : pen->background, 0, false, rop);
	}
	return (unsigned)n;
}

static inline void px_polyline(struct picture *p, const struct fl_point *points, unsigned n,
			       const struct fl_pen *pen, unsigned rop)
{
	unsigned steps = 0;
	bool set;

	for (unsigned i = 0; i + 1 < n; i++)
		steps += px_line(p, points[i], points[i + 1], pen, steps, rop);
	set = !pen->dashes || pen->dashes >> (pen->phase + steps) % 32 & 1;
	if ((points[0].x != points[n - 1].x || points[0].y != points[n - 1].y || !steps) &&
	    (set || pen->opaque))
		px_draw(p, points[n - 1].x, points[n - 1].y, set ? pen->color : pen->background, 0, false,
			rop);
}

/* ---- the model's side ---- */

static inline void fresh(struct rig *r, const struct fl_surface *s, struct picture *p, uint32_t seed)
{
	p->w = (int)s->width_px;
	p->h = (int)s->height_px;
	p->bytes = s->bytes_px;
	p->mask = ~0u;
	p->clip = (struct fl_rect){0, 0, p->w, p->h};
	p->px = realloc(p->px, 4u * (unsigned)(p->w * p->h));
	for (int y = 0; y < p->h; y++)
		for (int x = 0; x < p->w; x++) {
			uint32_t v = rnd(&seed);

			/* Long runs too, and few colors, so that keys match. */
			v = (v & 3) == 0 ? 0x5a5a5a5a : (v & 3) == 1 ? 0xa5c3a5c3 : rnd(&seed);
			p->px[y * p->w + x] = v & px_mask(p->bytes);
			fl_vram_write(&r->dev, s->offset_B + fl_surface_at(s, (uint32_t)x, (uint32_t)y), &v,
				      s->bytes_px);
		}
	fl_vram_settle(&r->dev, s->offset_B);
}

/* caps: of those that the engine has */
static inline void two_d_open_sized(struct two_d *t, unsigned way, enum fl_format format, uint32_t caps,
				    uint32_t w, uint32_t h, uint32_t src_w, uint32_t src_h, uint32_t tiling)
{
	struct fl_err err = {0};

	memset(t, 0, sizeof(*t));
	t->r = rig_open_chip(two_d_chips[way], 64, 64, way == BY_REGISTERS);
	t->g = &t->r->stage.g;
	t->g->caps &= caps;
	cr_assert_eq(fl_surface_place(&t->dst, &t->r->stage.vram, w, h, format, tiling, FL_USE_2D, &err),
		     FL_OK, "%s", err.text);
	cr_assert_eq(
	    fl_surface_place(&t->src, &t->r->stage.vram, src_w, src_h, format, tiling, FL_USE_2D, &err),
	    FL_OK, "%s", err.text);
	fresh(t->r, &t->dst, &t->want, 0x1234567);
	fresh(t->r, &t->src, &t->from, 0x89abcde);
	cr_assert_eq(fl_2d_target(t->g, &t->dst), FL_OK, "%s", t->g->err.text);
}

static inline void two_d_open(struct two_d *t, unsigned way, enum fl_format format, uint32_t caps)
{
	two_d_open_sized(t, way, format, caps, 203, 150, 90, 70, FL_LINEAR);
}

/* What was drawn is in memory, and every pixel is the one wanted; the model has nothing to say. */
static inline void two_d_same(struct two_d *t, const char *what)
{
	const struct fl_report *report;
	struct fl_err err = {0};
	uint8_t *row = malloc((size_t)t->want.w * 4);
	unsigned wrong = 0;

	cr_assert_eq(fl_2d_finish(t->g), FL_OK, "%s: %s", what, t->g->err.text);
	if (t->g->cs) {
		cr_assert_eq(fl_cs_flush(t->g->cs), FL_OK, "%s: %s", what, t->g->cs->err.text);
		cr_assert_eq(t->r->stage.family->wait(&t->r->stage, &err), FL_OK, "%s", err.text);
	}
	for (int y = 0; y < t->want.h; y++) {
		if (t->dst.tiling == FL_LINEAR)
			fl_vram_read(&t->r->dev, t->dst.offset_B + fl_surface_at(&t->dst, 0, (uint32_t)y),
				     row, (size_t)t->want.w * t->dst.bytes_px);
		else
			for (int x = 0; x < t->want.w; x++)
				fl_vram_read(&t->r->dev,
					     t->dst.offset_B +
						 fl_surface_at(&t->dst, (uint32_t)x, (uint32_t)y),
					     row + x * t->want.bytes, t->dst.bytes_px);
		for (int x = 0; x < t->want.w; x++) {
			uint32_t got = 0;

			memcpy(&got, row + x * t->want.bytes, (size_t)t->want.bytes);
			if (got != t->want.px[y * t->want.w + x] && wrong++ < 3)
				cr_log_error("%s: %s, %d bytes a pixel, %s: (%d, %d) is 0x%x, want 0x%x",
					     t->r->stage.chip_name, what, t->want.bytes,
					     t->g->cs ? "stream" : "registers", x, y, got,
					     t->want.px[y * t->want.w + x]);
		}
	}
	for (unsigned i = 0; (report = fl_model_report(t->r->m, i)); i++)
		cr_assert_eq(report->severity, FL_NOTE, "%s: %s: %s: %s", what, report->block, report->where,
			     report->text);
	cr_assert_eq(wrong, 0, "%s: %u pixels differ", what, wrong);
	free(row);
}

static inline void two_d_close(struct two_d *t)
{
	free(t->want.px);
	free(t->from.px);
	rig_close(t->r);
}

#endif
