/* SPDX-License-Identifier: MIT
 *
 * A look into the rasterizer: primitives counted, and what an event did to the watched pixel. See look.h;
 * what is seen in the stages of a wave is look_stages.c.
 */
#include "hw/model/raster/raster.h"
#include "hw/model/look.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/raster/look_stages.h"

#include <stdlib.h>
#include <string.h>

/* ---- fragments ----------------------------------------------------------------------------------------- */
struct fl_look_fragment *fl_raster_look_found(struct fl_raster_look *l)
{
	struct fl_look_fragment *f;

	if (l->n_found == l->cap_found) {
		const unsigned cap = l->cap_found ? 2 * l->cap_found : 16;

		f = realloc(l->found, cap * sizeof(*f));
		if (!f)
			return NULL;
		l->found = f;
		l->cap_found = cap;
	}
	f = &l->found[l->n_found++];
	*f = (struct fl_look_fragment){.event = FL_LOOK_TO_THE_END, .primitive = FL_LOOK_NO_PRIMITIVE};
	return f;
}

/* The pixel was changed, and not by a fragment. */
static void as_whole(struct fl_look_fragment *f, const uint8_t *before, const uint8_t *after, unsigned n_B)
{
	f->fate = FL_LOOK_WRITTEN;
	f->has_value = true;
	f->size_B = (uint8_t)n_B;
	memcpy(f->before, before, n_B);
	memcpy(f->after, after, n_B);
}

int fl_raster_look_target(const struct fl_raster_look *l, const struct fl_raster_draw *d)
{
	for (unsigned i = 0; i < d->targets.n; i++) {
		const struct fl_tile_key *k = d->targets.color[i];

		if (k && k->cpp && !k->layer && fl_raster_look_is(l, k))
			return (int)i;
	}
	return -1;
}

/* A draw of depths alone counts where the depths are those of the target. */
static bool depths_alone(const struct fl_raster_draw *d, uint64_t depth)
{
	return !d->targets.used && !d->targets.resolve && d->targets.depth && d->targets.depth->base == depth;
}

bool fl_raster_look_window(const struct fl_raster_look *l, const struct fl_raster_draw *d, int *x, int *y)
{
	const int n = fl_raster_look_target(l, d);
	const struct fl_tile_key *k = n >= 0 ? d->targets.color[n] : &l->form.key;

	if (!l->watched || (n < 0 && !depths_alone(d, l->depth)))
		return false;
	*x = (int)l->x - k->x_off;
	*y = (int)l->y - k->y_off;
	return *x >= 0 && *y >= 0;
}

const struct fl_tile_key *fl_raster_look_costs(const struct fl_raster_look *l, const struct fl_raster_draw *d)
{
	const struct fl_look_state *look = l->ras->model->look;
	const int n = fl_raster_look_target(l, d);

	if (!look->ask.cost || look->event.n < look->ask.cost_from)
		return NULL;
	return n >= 0 ? d->targets.color[n] : depths_alone(d, look->ask.cost_depth) ? d->targets.depth : NULL;
}

/* ---- primitives, as they come from assembly ------------------------------------------------------------ */
static void note(struct fl_raster_look *l, uint32_t place)
{
	/* The bins were drawn in between, and start anew. */
	if (l->n_start && place < l->start[l->n_start - 1].place)
		l->n_start = 0;
	if (l->n_start == l->cap_start) {
		const unsigned cap = l->cap_start ? 2 * l->cap_start : 256;
		struct fl_raster_look_start *s = realloc(l->start, cap * sizeof(*s));

		if (!s)
			return;
		l->start = s;
		l->cap_start = cap;
	}
	l->start[l->n_start++] = (struct fl_raster_look_start){place, l->number};
}

uint32_t fl_raster_look_number(const struct fl_raster_look *l, const struct fl_raster_prim *p)
{
	const uint32_t place = (uint32_t)((const uint8_t *)p - l->ras->bins.mem);
	unsigned low = 0, high = l->n_start;

	while (high - low > 1) {
		const unsigned mid = (low + high) / 2;

		if (l->start[mid].place <= place)
			low = mid;
		else
			high = mid;
	}
	return l->n_start ? l->start[low].number : 0;
}

/* What the target is cleared to the next draw to it says: so the pixel's history has that by now. */
static void settle(struct fl_raster_look *l, const struct fl_raster_draw *d)
{
	uint8_t now[FL_LOOK_PIXEL_B];
	const unsigned n_B = fl_raster_look_pixel(l->ras, &l->form, d, l->x, l->y, 0, now);
	struct fl_look_fragment *f;

	l->owed = false;
	if (!n_B || !l->was_known || !memcmp(l->was, now, n_B) || !(f = fl_raster_look_found(l)))
		return;
	f->event = l->owed_event;
	as_whole(f, l->was, now, n_B);
	memcpy(l->was, now, n_B);
}

/* The surfaces of the draw at hand, where they are new. */
static void surfaces(struct fl_raster_look *l, const struct fl_raster_draw *d)
{
	const int n = fl_raster_look_target(l, d);

	l->draw = d;
	memset(l->color, 0xff, sizeof(l->color));
	for (unsigned i = 0; i < d->targets.n && i < FL_LOOK_TARGETS; i++)
		if (d->targets.color[i] && d->targets.color[i]->cpp)
			l->color[i] = d->targets.color[i]->base;
	l->depth_now = d->targets.depth && d->targets.depth->cpp ? d->targets.depth->base : FL_LOOK_NONE;
	if (l->depth_now != FL_LOOK_NONE && d->depth) {
		if (memcmp(&l->z_form.key, d->targets.depth, sizeof(l->z_form.key)))
			l->z_form.n_B = 0;
		if (l->z_form.key.base != d->targets.depth->base)
			l->z_w = l->z_h = 0;
		l->z_form.key = *d->targets.depth;
		l->z_format = d->depth->format;
		fl_raster_look_reach(l, &d->scan->scissor);
	}
	if (n >= 0) {
		l->form.key = *d->targets.color[n];
		l->depth = l->depth_now != FL_LOOK_NONE ? l->depth_now : l->depth;
	} else if (d->targets.resolve && fl_raster_look_is(l, d->targets.resolve)) {
		l->form.key = *d->targets.resolve;
	} else {
		return;
	}
	l->drawn_to = true;
	if (l->owed)
		settle(l, d);
}

static struct fl_raster_look *begin(struct fl_raster *ras)
{
	struct fl_raster_look *l = &ras->model->look->raster;

	if (ras->draw != l->draw)
		surfaces(l, ras->draw);
	note(l, ras->bins.top);
	return l;
}

/* Is the watched pixel one of the draw's, and outside of its scissor? Then it has the primitive set up once
 * more, in bins of its own, of that pixel alone. */
static struct fl_raster *beside(struct fl_raster_look *l, const struct fl_raster *ras)
{
	const struct fl_raster_rect *s = &ras->draw->scan->scissor;
	struct fl_raster_look_beside *b = l->beside;
	struct fl_bins bins;
	int x, y;

	if (!ras->open || !fl_raster_look_window(l, ras->draw, &x, &y) || x > INT16_MAX || y > INT16_MAX ||
	    (x >= s->x0 && x <= s->x1 && y >= s->y0 && y <= s->y1))
		return NULL;
	if (!b) {
		b = calloc(1, sizeof(*b));
		if (!b || !fl_bins_new(&b->ras.bins, ras->bins.side)) {
			free(b);
			return NULL;
		}
		l->beside = b;
	}
	bins = b->ras.bins;
	b->ras = *ras;
	b->ras.bins = bins;
	b->draw = *ras->draw;
	b->scan = *ras->draw->scan;
	b->scan.scissor = (struct fl_raster_rect){(int16_t)x, (int16_t)y, (int16_t)x, (int16_t)y};
	b->draw.scan = &b->scan;
	b->ras.draw = &b->draw;
	return &b->ras;
}

static void end(struct fl_raster_look *l, struct fl_raster *other)
{
	struct fl_bins *b = other ? &other->bins : NULL;

	for (unsigned i = 0; b && i < b->n_active; i++)
		for (uint32_t c = b->first[b->active[i]]; c;) {
			const struct fl_bin_chunk *chunk = (const struct fl_bin_chunk *)(b->mem + c);

			for (uint32_t k = 0; k < chunk->n; k++)
				fl_raster_look_covered(l, fl_bins_prim(b, chunk->entry[k]), l->number, true);
			c = chunk->next;
		}
	if (b)
		fl_bins_clear(b);
	l->number++;
}

static void corners(const struct fl_raster *ras, unsigned n, bool rectangle,
		    const struct fl_raster_vertex *const v[])
{
	const struct fl_look_state *look = ras->model->look;
	const struct fl_raster_draw *d = ras->draw;
	const struct fl_tile_key *k =
	    d->targets.n && d->targets.color[0] ? d->targets.color[0] : d->targets.depth;
	struct fl_look_primitive p = {
	    .event = look->event.n, .number = look->raster.number, .n = n, .rectangle = rectangle};

	if (!look->ask.primitive)
		return;
	for (unsigned i = 0; i < n; i++) {
		p.corner[i][0] = v[i]->x + (k ? (float)k->x_off : 0);
		p.corner[i][1] = v[i]->y + (k ? (float)k->y_off : 0);
		p.corner[i][2] = v[i]->z;
		p.corner[i][3] = v[i]->rhw;
	}
	look->ask.primitive(look->ask.arg, ras->model, &p);
}

static void point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	struct fl_raster_look *l = begin(ras);
	struct fl_raster *other = beside(l, ras);

	corners(ras, 1, false, &v);
	if (other)
		fl_raster_point(other, v);
	fl_raster_point(ras, v);
	end(l, other);
}

static void line(struct fl_raster *ras, const struct fl_raster_vertex *v0, const struct fl_raster_vertex *v1,
		 const struct fl_raster_vertex *provoke)
{
	struct fl_raster_look *l = begin(ras);
	struct fl_raster *other = beside(l, ras);

	corners(ras, 2, false, (const struct fl_raster_vertex *[]){v0, v1});
	if (other)
		fl_raster_line(other, v0, v1, provoke);
	fl_raster_line(ras, v0, v1, provoke);
	end(l, other);
}

static void triangle(struct fl_raster *ras, const struct fl_raster_vertex *v0,
		     const struct fl_raster_vertex *v1, const struct fl_raster_vertex *v2,
		     const struct fl_raster_vertex *provoke, unsigned edges)
{
	struct fl_raster_look *l = begin(ras);
	struct fl_raster *other = beside(l, ras);

	corners(ras, 3, false, (const struct fl_raster_vertex *[]){v0, v1, v2});
	if (other)
		fl_raster_triangle(other, v0, v1, v2, provoke, edges);
	fl_raster_triangle(ras, v0, v1, v2, provoke, edges);
	end(l, other);
}

static void point_part(struct fl_raster *ras, const struct fl_raster_vertex *v,
		       const struct fl_raster_point_part *part)
{
	struct fl_raster_look *l = begin(ras);
	struct fl_raster *other = beside(l, ras);

	corners(ras, 1, false, &v);
	if (other)
		fl_raster_point_part(other, v, part);
	fl_raster_point_part(ras, v, part);
	end(l, other);
}

void fl_raster_looked_rect(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
			   const struct fl_raster_vertex *provoke)
{
	struct fl_raster_look *l;
	struct fl_raster *other;

	if (!ras->model->look || !ras->model->look->at_hand) {
		fl_raster_setup_rect(ras, v, provoke);
		return;
	}
	l = begin(ras);
	other = beside(l, ras);
	corners(ras, 3, true, v);
	if (other)
		fl_raster_setup_rect(other, v, provoke);
	fl_raster_setup_rect(ras, v, provoke);
	end(l, other);
}

const struct fl_raster_sink *fl_raster_sink_of(const struct fl_raster *ras)
{
	static const struct fl_raster_sink looked_at = {point, line, triangle, point_part};

	return ras->model->look && ras->model->look->at_hand ? &looked_at : &fl_raster_to_setup;
}

/* ---- what is kept of the target ------------------------------------------------------------------------ */
/* What the family's record of a surface holds beside. */
static void remember(const struct fl_raster_look *l, struct fl_raster_look_form *form)
{
	const struct fl_tile_surface *s =
	    form->key.cpp ? fl_raster_look_known(l->ras->tiles, &form->key) : NULL;
	const size_t n_B = s ? l->ras->tiles->ops->surface_B - sizeof(*s) : 0;

	if (!s)
		return;
	form->key.fast = s->key.fast;
	if (n_B > sizeof(form->beside))
		return;
	memcpy(form->beside, (const uint8_t *)s + sizeof(*s), n_B);
	form->n_B = (uint32_t)n_B;
}

/* For the next look all of it. */
static void give(const struct fl_raster_look *l)
{
	_Static_assert(sizeof(l->form) <= sizeof(l->given->is),
		       "fl_look_form.is holds what there is to know");
	if (!l->given || !l->form.key.cpp)
		return;
	l->given->known = true;
	memcpy(l->given->is, &l->form, sizeof(l->form));
}

/* ---- events -------------------------------------------------------------------------------------------- */
void fl_raster_look_begin(struct fl_raster_look *l, const struct fl_look_event *e)
{
	l->number = 0;
	l->written = 0;
	l->n_start = 0;
	l->n_found = 0;
	l->draw = NULL;
	l->drawn_to = false;
	l->began = l->ras ? l->ras->tiles->tick : 0;
	memset(l->color, 0xff, sizeof(l->color));
	l->depth_now = FL_LOOK_NONE;
	if (l->owed)
		return; /* what the pixel was before that is kept */
	l->was_known = l->watched && l->form.key.cpp && l->ras &&
		       fl_raster_look_pixel(l->ras, &l->form, NULL, l->x, l->y, 0, l->was);
}

/* Did something else than its fragments change the pixel? */
static void changed(struct fl_raster_look *l)
{
	uint8_t now[FL_LOOK_PIXEL_B], seen[FL_LOOK_PIXEL_B];
	const unsigned n_B = fl_raster_look_pixel(l->ras, &l->form, NULL, l->x, l->y, 0, now);
	struct fl_look_fragment *f;

	memcpy(seen, l->was, sizeof(seen));
	for (unsigned i = 0; i < l->n_found; i++)
		if (l->found[i].has_value && !l->found[i].sample)
			memcpy(seen, l->found[i].after, sizeof(seen));
	if (!n_B || !memcmp(seen, now, n_B))
		return;
	f = fl_raster_look_found(l);
	if (f)
		as_whole(f, seen, now, n_B);
}

/* It may have cleared the pixel: what to, the next draw says. */
static void owe(struct fl_raster_look *l, const struct fl_look_event *e)
{
	uint8_t now[FL_LOOK_PIXEL_B];
	const unsigned n_B = fl_raster_look_pixel(l->ras, &l->form, NULL, l->x, l->y, 0, now);

	if (memcmp(now, l->owed ? l->owed_now : l->was, n_B) || (!l->owed && e->kind == FL_LOOK_CLEAR)) {
		l->owed_event = e->n;
		l->owed = true;
	}
	memcpy(l->owed_now, now, n_B);
}

void fl_raster_look_end(struct fl_raster_look *l, const struct fl_look_event *e)
{
	const bool clears = e->kind != FL_LOOK_DRAW && !l->drawn_to && l->form.key.fast;

	if (l->ras) {
		remember(l, &l->form);
		remember(l, &l->z_form);
	}
	if (l->drawn_to)
		l->form.last_drawn = e->n;
	give(l);
	l->certain = l->drawn_to || (l->certain && !clears);
	if (clears && l->was_known && e->n < l->last_drawn)
		owe(l, e);
	else if (l->was_known && !l->owed)
		changed(l);
	for (unsigned i = 0; i < l->n_found; i++)
		if (l->found[i].event == FL_LOOK_TO_THE_END)
			l->found[i].event = e->n;
}

/* Did the event draw to another surface that may stand in that row of tiles? */
static bool shares(const struct fl_raster_look *l, const struct fl_tile_surface *own, uint32_t ty)
{
	for (const struct fl_tile_surface *s = l->ras->tiles->surfaces; s; s = s->next)
		if (s != own && (int32_t)(s->tick - l->began) >= 0 && fl_raster_look_beside(s, &own->key, ty))
			return true;
	return false;
}

bool fl_raster_look_touched(const struct fl_raster_look *l, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
	const struct fl_tile_key *key = &l->form.key;
	const struct fl_tile_surface *own = fl_raster_look_known(l->ras->tiles, key);
	const uint32_t x0 = (x - key->x_off) / FL_TILE_PX, y0 = (y - key->y_off) / FL_TILE_PX,
		       x1 = (x + w - 1 - key->x_off) / FL_TILE_PX, y1 = (y + h - 1 - key->y_off) / FL_TILE_PX;

	if (!l->drawn_to || x < key->x_off || y < key->y_off || !own)
		return true;
	for (uint32_t ty = y0; ty <= y1; ty++)
		if (shares(l, own, ty))
			return true;
	for (uint32_t ty = y0; ty <= y1 && ty < own->h; ty++)
		for (uint32_t tx = x0; tx <= x1 && tx < own->w; tx++) {
			const struct fl_tile_buf *b = own->grid[ty * own->w + tx];

			if (b && (int32_t)(b->tick - l->began) >= 0)
				return true;
		}
	return false;
}

void fl_raster_look_targets(const struct fl_raster_look *l, struct fl_look_event *e)
{
	memcpy(e->color, l->color, sizeof(e->color));
	e->depth = l->depth_now;
}

void fl_raster_look_free(struct fl_raster_look *l)
{
	if (l->beside)
		fl_bins_free(&l->beside->ras.bins);
	free(l->beside);
	free(l->start);
	free(l->found);
}
