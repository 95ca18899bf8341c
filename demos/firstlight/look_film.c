/* SPDX-License-Identifier: MIT
 *
 * The pictures after all events; see look_film.h.
 */
#include "demos/firstlight/look_film.h"

#include <stdlib.h>
#include <string.h>

enum { SQUARE_PX = 64, MOST_B = 192 << 20 };

struct fl_look_patch {
	uint32_t event, before; /* before: the one of the same square, counted from 1; 0: none */
	uint32_t *px;
};

struct square {
	uint32_t n, x, y, w, h;
};

static uint32_t across(const struct fl_look_film *f)
{
	return (f->w + SQUARE_PX - 1) / SQUARE_PX;
}

static uint32_t squares(const struct fl_look_film *f)
{
	return across(f) * ((f->h + SQUARE_PX - 1) / SQUARE_PX);
}

static struct square square_of(const struct fl_look_film *f, uint32_t n)
{
	struct square s = {n, n % across(f) * SQUARE_PX, n / across(f) * SQUARE_PX, SQUARE_PX, SQUARE_PX};

	s.w = s.w < f->w - s.x ? s.w : f->w - s.x;
	s.h = s.h < f->h - s.y ? s.h : f->h - s.y;
	return s;
}

bool fl_look_film_begin(struct fl_look_film *f, uint64_t target, uint32_t w, uint32_t h)
{
	*f = (struct fl_look_film){.w = w, .h = h, .target = target, .stale = true};
	if (!w || !h)
		return false;
	f->now = calloc((size_t)w * h, sizeof(*f->now));
	f->last = calloc(squares(f), sizeof(*f->last));
	if (f->now && f->last)
		return true;
	fl_look_film_free(f);
	return false;
}

void fl_look_film_free(struct fl_look_film *f)
{
	for (uint32_t i = 0; i < f->n_patches; i++)
		free(f->patch[i].px);
	free(f->patch);
	free(f->has);
	free(f->now);
	free(f->last);
	*f = (struct fl_look_film){.full = true};
}

/* ---- while the trace runs ------------------------------------------------------------------------------ */
static struct fl_look_patch *add(struct fl_look_film *f, size_t n_B)
{
	struct fl_look_patch *p;

	if (f->n_patches == f->cap_patches) {
		const uint32_t cap = f->cap_patches ? 2 * f->cap_patches : 256;

		p = realloc(f->patch, cap * sizeof(*p));
		if (!p)
			return NULL;
		f->patch = p;
		f->cap_patches = cap;
	}
	if ((uint64_t)f->n_patches * SQUARE_PX * SQUARE_PX * sizeof(*p->px) >= MOST_B)
		return NULL;
	p = &f->patch[f->n_patches];
	p->px = malloc(n_B);
	if (!p->px)
		return NULL;
	f->n_patches++;
	return p;
}

/* Keep the square if it is another than before. False: there is no room. */
static bool keep(struct fl_look_film *f, const struct square *s, uint32_t event, const uint32_t *px)
{
	struct fl_look_patch *p;
	bool same = true;

	for (uint32_t y = 0; y < s->h && same; y++)
		same = !memcmp(f->now + (size_t)(s->y + y) * f->w + s->x, px + (size_t)y * s->w,
			       s->w * sizeof(*px));
	if (same)
		return true;
	p = add(f, (size_t)s->w * s->h * sizeof(*px));
	if (!p)
		return false;
	memcpy(p->px, px, (size_t)s->w * s->h * sizeof(*px));
	p->event = event;
	p->before = f->last[s->n];
	f->last[s->n] = f->n_patches;
	for (uint32_t y = 0; y < s->h; y++)
		memcpy(f->now + (size_t)(s->y + y) * f->w + s->x, px + (size_t)y * s->w, s->w * sizeof(*px));
	return true;
}

/* From the target, or, while nothing draws to it, from where the picture is read. */
static bool see(struct fl_model *m, const struct square *s, uint64_t target, fl_look_film_row *row, void *of,
		uint32_t *px)
{
	uint8_t probe[FL_LOOK_PIXEL_B];
	const unsigned n_B = fl_model_look_pixel(m, target, s->x, s->y, probe);

	if (n_B)
		return n_B == sizeof(*px) &&
		       fl_model_look_rect(m, target, s->x, s->y, s->w, s->h, (uint8_t *)px) == sizeof(*px);
	for (uint32_t y = 0; row && y < s->h; y++) {
		const uint8_t *from = row(of, s->y + y);

		if (!from)
			return false;
		memcpy(px + (size_t)y * s->w, from + (size_t)s->x * sizeof(*px), s->w * sizeof(*px));
	}
	return row != NULL;
}

static bool film(struct fl_look_film *f, struct fl_model *m, uint32_t event, fl_look_film_row *row, void *of)
{
	uint32_t px[SQUARE_PX * SQUARE_PX];

	for (uint32_t i = 0; i < squares(f); i++) {
		const struct square s = square_of(f, i);

		if (!f->stale && !fl_model_look_touched(m, s.x, s.y, s.w, s.h))
			continue;
		if (!see(m, &s, f->target, row, of, px))
			return false;
		if (!keep(f, &s, event, px)) {
			f->full = true;
			return false;
		}
	}
	return true;
}

void fl_look_film_event(struct fl_look_film *f, struct fl_model *m, const struct fl_look_event *e,
			fl_look_film_row *row, void *of)
{
	uint8_t probe[FL_LOOK_PIXEL_B];
	const bool drawn = fl_model_look_pixel(m, f->target, 0, 0, probe) != 0;

	if (f->n == f->cap) {
		const uint32_t cap = f->cap ? 2 * f->cap : 256;
		uint8_t *has = f->full ? NULL : realloc(f->has, cap);

		f->full |= !has;
		if (!has)
			return;
		f->has = has;
		f->cap = cap;
	}
	f->has[f->n] =
	    !f->full && (drawn ? fl_model_look_certain(m) : row != NULL) && film(f, m, e->n, row, of);
	f->stale = !f->has[f->n];
	f->n++;
}

/* ---- afterwards ---------------------------------------------------------------------------------------- */
static uint32_t turned(uint32_t v, bool swap, bool solid)
{
	v = swap ? (v & 0xff00ff00) | (v & 0xff) << 16 | (v >> 16 & 0xff) : v;
	return solid ? v | 0xff000000 : v;
}

/* Are these words that picture, turned so? */
static bool is_picture(const struct fl_look_film *f, const uint8_t *rgba)
{
	for (uint32_t y = 0; y < f->h; y++)
		for (uint32_t x = 0; x < f->w; x++) {
			const uint32_t v = turned(f->now[(size_t)y * f->w + x], f->swap, f->solid);

			if (memcmp(rgba + ((size_t)(f->flip ? f->h - 1 - y : y) * f->w + x) * 4, &v, 4))
				return false;
		}
	return true;
}

void fl_look_film_end(struct fl_look_film *f, const uint8_t *rgba)
{
	for (unsigned way = 0; way < 8 && !f->usable && !f->stale && f->now; way++) {
		f->flip = way & 1;
		f->swap = way & 2;
		f->solid = way & 4;
		f->usable = is_picture(f, rgba);
	}
}

bool fl_look_film_picture(const struct fl_look_film *f, uint32_t n, uint8_t *rgba)
{
	if (!f->usable || n >= f->n || !f->has[n])
		return false;
	for (uint32_t i = 0; i < squares(f); i++) {
		const struct square s = square_of(f, i);
		uint32_t at = f->last[i];

		while (at && f->patch[at - 1].event > n)
			at = f->patch[at - 1].before;
		for (uint32_t y = 0; y < s.h; y++)
			for (uint32_t x = 0; x < s.w; x++) {
				const uint32_t v = turned(at ? f->patch[at - 1].px[(size_t)y * s.w + x] : 0,
							  f->swap, f->solid);
				const uint32_t row = f->flip ? f->h - 1 - (s.y + y) : s.y + y;

				memcpy(rgba + ((size_t)row * f->w + s.x + x) * 4, &v, 4);
			}
	}
	return true;
}
