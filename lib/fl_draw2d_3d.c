/* SPDX-License-Identifier: MIT
 *
 * 2D with a 3D engine: what each call becomes. See fl_draw2d_3d.h for which way it goes.
 */
#include "lib/fl_draw2d_3d.h"

enum { COPY_CODE = 0xcc };

static const struct fl_2d_3d *of(const struct fl_2d *g)
{
	return (const struct fl_2d_3d *)(const void *)g->own;
}

/* A surface that is too large is seen through windows, which begin at multiples of the engine's span. */
static struct fl_2d_image image_of(const struct fl_2d *g, const struct fl_surface *s, int32_t x, int32_t y)
{
	const uint32_t reach = (uint32_t)g->engine->reach;
	const int32_t span = g->engine->span;
	struct fl_2d_image i = {.addr = g->vram_addr + s->offset_B,
				.pitch_px = s->pitch_px,
				.rows = s->height_rows,
				.mode = of(g)->chip->mode(s)};

	if (s->width_px > reach || s->height_px > reach) {
		i.x = x / span * span;
		i.y = y / span * span;
		i.addr += fl_surface_at(s, (uint32_t)i.x, (uint32_t)i.y);
		i.rows -= (uint32_t)i.y;
		i.rows = i.rows < reach ? i.rows : reach;
	}
	return i;
}

enum fl_code fl_2d_3d_source(struct fl_2d *g, const struct fl_surface *s)
{
	const uint32_t reach = (uint32_t)g->engine->reach;
	const struct fl_surface_rules *rules = s->rules;

	if (rules && rules->can && (fl_surface_can(s) & FL_CAN_2D) && s->bytes_px <= 4 &&
	    s->pitch_px <= reach && s->samples <= 1 && !(s->offset_B % s->align_B) &&
	    (!s->tiling || (s->width_px <= reach && s->height_px <= reach)))
		return FL_OK;
	fl_fail(fl_2d_err(g), FL_USAGE,
		"2D engine: cannot address a surface at 0x%llx with rows of %u pixels of %u bytes, tiling "
		"%u; lay "
		"it out with FL_USE_2D, with rows of at most %u pixels",
		(unsigned long long)s->offset_B, s->pitch_px, s->bytes_px, s->tiling, reach);
	return fl_2d_fail(g, FL_USAGE);
}

/* ---- what a mix does ----------------------------------------------------------------------------------- */
/* The operation's bits for one value of P as masks of a mix. */
static void mask_of(uint32_t codes, uint32_t where, uint32_t mask[4])
{
	const bool none = codes & 1, d = codes & 2, s = codes & 4, both = codes & 8;

	mask[0] |= none ? where : 0;
	mask[1] |= none != d ? where : 0;
	mask[2] |= none != s ? where : 0;
	mask[3] |= (none != d) != (s != both) ? where : 0;
}

static bool patterned(const struct fl_brush *brush, uint32_t rop)
{
	return fl_rop_has_p(rop) && brush->kind != FL_BRUSH_SOLID;
}

/* What does not fit into a pixel would become the largest one: no mask has such bits. Bits that must not be
 * written are those of D. */
static void masks(const struct fl_2d *g, struct fl_2d_job *j, const struct fl_brush *brush, uint32_t rop)
{
	const uint32_t pixel = ~0u >> (32 - 8 * g->dst->bytes_px), write = pixel & g->write_mask;
	const uint32_t p = fl_rop_has_p(rop) ? brush->color : 0;
	uint32_t *m = j->constants[FL_2D_MASKS], *more = j->constants[FL_2D_MASKS_P];

	if (!patterned(brush, rop)) {
		mask_of(rop & 0xf, write & ~p, m);
		mask_of(rop >> 4, write & p, m);
	} else {
		mask_of(rop & 0xf, write, m);
		mask_of(rop >> 4, write, more);
		for (uint32_t i = 0; i < 4; i++)
			more[i] ^= m[i];
	}
	m[1] |= pixel & ~write;
}

static void key(uint32_t c[4], enum fl_key_when when, uint32_t color, uint32_t mask)
{
	c[0] = color;
	c[1] = mask;
	c[2] = when == FL_KEY_NOT_EQUAL ? ~0u : when == FL_KEY_EQUAL ? 0 : 1;
}

/* A mix; sources: FL_2D_S_…. keyed: the source's key is for it. */
static void mix(const struct fl_2d *g, struct fl_2d_job *j, uint32_t sources, bool keyed,
		const struct fl_brush *brush, uint32_t rop)
{
	const struct fl_2d_key *k = &g->key;

	j->program = FL_2D_MIX + sources;
	j->rop3 = COPY_CODE;
	if (patterned(brush, rop)) {
		j->program += FL_2D_P_STREAM;
		j->brush = brush;
	}
	if (fl_rop_has_d(rop) || k->dst || g->write_mask != ~0u)
		j->program += FL_2D_D;
	masks(g, j, brush, rop);
	key(j->constants[FL_2D_KEY_TESTS], keyed ? k->src : FL_KEY_OFF, k->src_key, k->mask);
	key(j->constants[FL_2D_KEY_TESTS + 1], k->dst, k->dst_key, k->mask);
}

/* ---- rectangles ---------------------------------------------------------------------------------------- */
/* How many of n boxes may be drawn at once: a mix with D must not draw a pixel twice. */
static uint32_t apart(const struct fl_2d_box *boxes, uint32_t n)
{
	struct fl_2d_box both;

	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (fl_2d_meet(&boxes[i], &boxes[k], &both))
				return i;
	return n;
}

void fl_2d_3d_fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		   uint32_t rop)
{
	struct fl_2d_image to = image_of(g, g->dst, boxes[0].x0, boxes[0].y0);
	/* Its operation of P and D, as CB has it: of S and D. */
	struct fl_2d_job j = {
	    .program = FL_2D_FILL, .rop3 = ((rop & 3) | (rop >> 4 & 3) << 2) * 0x11, .to = &to};
	const bool mixes = patterned(brush, rop) || g->key.dst || g->write_mask != ~0u;

	if (mixes)
		mix(g, &j, 0, false, brush, rop);
	else
		j.color = brush->color;
	for (uint32_t now; n; boxes += now, n -= now) {
		now = n < FL_2D_BOXES ? n : FL_2D_BOXES;
		if (mixes)
			now = apart(boxes, now);
		of(g)->chip->draw(g, &j, boxes, now);
	}
}

void fl_2d_3d_host(struct fl_2d *g, const struct fl_2d_host *h)
{
	struct fl_2d_image to = image_of(g, g->dst, h->to.x0, h->to.y0);
	struct fl_2d_job j = {.to = &to, .host = h};

	mix(g, &j, FL_2D_S_STREAM, !h->bitmap, h->brush, h->rop);
	of(g)->chip->draw(g, &j, &h->to, 1);
}

/* ---- copies -------------------------------------------------------------------------------------------- */
struct way {
	int32_t dx, dy;
	const struct fl_brush *brush;
	uint32_t rop;
	bool plain; /* keys and masks are not for it */
};

static void copy_directly(struct fl_2d *g, const struct fl_2d_image *to, const struct fl_2d_image *from,
			  const struct fl_2d_box *box, const struct way *w)
{
	struct fl_2d_job j = {.program = FL_2D_COPY, .rop3 = w->rop, .to = to, .from = from};
	const bool asks = g->key.src || g->key.dst || g->write_mask != ~0u;

	if (fl_rop_has_p(w->rop) || (asks && !w->plain))
		mix(g, &j, FL_2D_S_TEXTURE, true, w->brush, w->rop);
	j.constants[FL_2D_SOURCE][0] = (uint32_t)(w->dx + to->x - from->x);
	j.constants[FL_2D_SOURCE][1] = (uint32_t)(w->dy + to->y - from->y);
	of(g)->chip->draw(g, &j, box, 1);
}

static bool over_itself(const struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to,
			int32_t dx, int32_t dy)
{
	struct fl_2d_box from = {to->x0 + dx, to->y0 + dy, to->x1 + dx, to->y1 + dy}, both;

	return src->offset_B == g->dst->offset_B && fl_2d_meet(&from, to, &both);
}

/* Through memory of its own, as many rows at a time as there is room for. */
static void copy_over_itself(struct fl_2d *g, const struct fl_2d_box *box, const struct way *w, bool up)
{
	uint32_t width = (uint32_t)(box->x1 - box->x0);
	struct fl_2d_image own = {.addr = of(g)->overlap_addr, .mode = of(g)->chip->linear};
	int32_t rows, height = box->y1 - box->y0;

	own.pitch_px = (width + FL_2D_OVERLAP_ALIGN_B - 1) / FL_2D_OVERLAP_ALIGN_B * FL_2D_OVERLAP_ALIGN_B;
	own.rows = FL_2D_OVERLAP_B / (own.pitch_px * g->dst->bytes_px);
	rows = (int32_t)own.rows;
	for (int32_t done = 0; done < height; done += rows) {
		int32_t n = height - done < rows ? height - done : rows;
		int32_t y0 = up ? box->y1 - done - n : box->y0 + done;
		struct fl_2d_box piece = {box->x0, y0, box->x1, y0 + n}, away = {0, 0, (int32_t)width, n};
		struct fl_2d_image from = image_of(g, g->dst, box->x0 + w->dx, y0 + w->dy),
				   to = image_of(g, g->dst, box->x0, y0);
		const struct way there = {
		    .dx = box->x0 + w->dx, .dy = y0 + w->dy, .rop = COPY_CODE, .plain = true};
		struct way back = *w;

		back.dx = -box->x0;
		back.dy = -y0;
		copy_directly(g, &own, &from, &away, &there);
		copy_directly(g, &to, &own, &piece, &back);
	}
}

void fl_2d_3d_copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		   int32_t dy, bool left, bool up, const struct fl_brush *brush, uint32_t rop)
{
	struct fl_2d_image target_image = image_of(g, g->dst, to->x0, to->y0);
	struct fl_2d_image from = image_of(g, src, to->x0 + dx, to->y0 + dy);
	const struct way w = {.dx = dx, .dy = dy, .brush = brush, .rop = rop};

	(void)left;
	if (over_itself(g, src, to, dx, dy))
		copy_over_itself(g, to, &w, up);
	else
		copy_directly(g, &target_image, &from, to, &w);
}
