/* SPDX-License-Identifier: MIT
 *
 * A look into the rasterizer: primitives counted, and what an event did to the watched pixel. See look.h;
 * what is seen in the stages of a wave is look_stages.c.
 */
#include "hw/model/raster/raster.h"
#include "hw/model/look.h"
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
	*f = (struct fl_look_fragment){.primitive = FL_LOOK_NO_PRIMITIVE};
	return f;
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

bool fl_raster_look_window(const struct fl_raster_look *l, const struct fl_raster_draw *d, int *x, int *y)
{
	const int n = fl_raster_look_target(l, d);
	const struct fl_tile_key *k = n >= 0 ? d->targets.color[n] : &l->form.key;

	if (!l->watched)
		return false;
	/* A draw of depths alone counts where the depths are those of the target. */
	if (n < 0 && (d->targets.used || d->targets.resolve || !d->targets.depth || !l->depth ||
		      d->targets.depth->base != l->depth))
		return false;
	*x = (int)l->x - k->x_off;
	*y = (int)l->y - k->y_off;
	return *x >= 0 && *y >= 0;
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

/* The surfaces of the draw at hand, where they are new. */
static void surfaces(struct fl_raster_look *l, const struct fl_raster_draw *d)
{
	const int n = fl_raster_look_target(l, d);

	l->draw = d;
	memset(l->color, 0, sizeof(l->color));
	for (unsigned i = 0; i < d->targets.n && i < FL_LOOK_TARGETS; i++)
		if (d->targets.color[i] && d->targets.color[i]->cpp)
			l->color[i] = d->targets.color[i]->base;
	l->depth_now = d->targets.depth && d->targets.depth->cpp ? d->targets.depth->base : 0;
	if (n >= 0 && l->target) {
		l->form.key = *d->targets.color[n];
		l->depth = l->depth_now ? l->depth_now : l->depth;
	} else if (d->targets.resolve && fl_raster_look_is(l, d->targets.resolve)) {
		l->form.key = *d->targets.resolve;
	}
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

static void point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	struct fl_raster_look *l = begin(ras);
	struct fl_raster *other = beside(l, ras);

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

/* ---- pixels, wherever they are ------------------------------------------------------------------------- */
static bool is_dirty(const struct fl_tile_buf *b, unsigned x, unsigned y)
{
	return b->dirty[y / 4] >> ((y / 2 & 1) * 32 + x / 2) & 1;
}

static struct fl_tile_surface *known(const struct fl_tile_cache *c, const struct fl_tile_key *key)
{
	struct fl_tile_key k = *key;

	for (struct fl_tile_surface *s = c->surfaces; s; s = s->next) {
		k.fast = s->key.fast;
		k.slot = s->key.slot;
		if (!memcmp(&s->key, &k, sizeof(k)))
			return s;
	}
	return NULL;
}

/* A record of the target as the family knew it last, for a while; NULL: no memory. */
static struct fl_tile_surface *again(struct fl_raster *ras, const struct fl_raster_look_form *form)
{
	const struct fl_tile_ops *ops = ras->tiles->ops;
	struct fl_tile_surface *s = calloc(1, ops->surface_B);

	if (!s)
		return NULL;
	s->cache = ras->tiles;
	s->key = form->key;
	if (form->n_B == ops->surface_B - sizeof(*s))
		memcpy((uint8_t *)s + sizeof(*s), form->beside, form->n_B);
	else
		s->key.fast = 0; /* what is cleared without being written nobody knows */
	fl_tile_way_init(&s->way, ops->layout, &s->key);
	return s;
}

/* Is there a tile of another surface that has written these bytes, and not let go of them? (R5xx: color that
 * is cleared as if it were depth.) */
static bool elsewhere(const struct fl_tile_cache *c, const struct fl_tile_surface *own,
		      const struct fl_tile_key *key, uint64_t offset, uint8_t *out)
{
	const struct fl_tile_layout *layout = c->ops->layout;
	const uint64_t at = key->base + offset;

	for (const struct fl_tile_surface *s = c->surfaces; s; s = s->next)
		for (unsigned i = 0; s != own && s->key.cpp == key->cpp && i < s->w * s->h; i++) {
			const struct fl_tile_buf *b = s->grid[i];
			const struct fl_tile_key *k = &s->key;

			if (!b || k->planes ||
			    !fl_tile_overlaps(layout, k, b->tx, b->ty, b->dirty, at, key->cpp))
				continue;
			for (unsigned p = 0; p < FL_TILE_PX * FL_TILE_PX; p++) {
				const unsigned x = p % FL_TILE_PX, y = p / FL_TILE_PX;

				if (!is_dirty(b, x, y) ||
				    k->base + layout->addr(k, b->tx * FL_TILE_PX + x + k->x_off,
							   b->ty * FL_TILE_PX + y + k->y_off, 0) !=
					at)
					continue;
				memcpy(out, b->px + (size_t)p * b->samples * b->cpp, b->cpp);
				return true;
			}
		}
	return false;
}

unsigned fl_raster_look_pixel(struct fl_raster *ras, const struct fl_raster_look_form *form, uint32_t x,
			      uint32_t y, unsigned sample, uint8_t out[FL_LOOK_PIXEL_B])
{
	const struct fl_tile_key *key = &form->key;
	const uint32_t wx = x - key->x_off, wy = y - key->y_off;
	const unsigned tx = wx / FL_TILE_PX, ty = wy / FL_TILE_PX, px = wx % FL_TILE_PX, py = wy % FL_TILE_PX;
	const size_t at = ((size_t)py * FL_TILE_PX + px) * key->samples + sample;
	const uint64_t block = UINT64_C(1) << (py / 8 * 8 + px / 8);
	struct fl_tile_surface *s = known(ras->tiles, key), *own = NULL;
	struct fl_tile_buf *b, copy = {.cpp = key->cpp, .samples = key->samples};

	if (x < key->x_off || y < key->y_off || x >= key->pitch_px || ty >= FL_TILE_MAX_ROWS)
		return 0;
	b = s && tx < s->w && ty < s->h ? s->grid[ty * s->w + tx] : NULL;
	if (b && is_dirty(b, px, py)) {
		memcpy(out, b->px + at * key->cpp, key->cpp);
		return key->cpp;
	}
	if (!key->space &&
	    elsewhere(ras->tiles, s, key, ras->tiles->ops->layout->addr(key, x, y, sample), out))
		return key->cpp;
	copy.px = calloc((size_t)FL_TILE_PX * FL_TILE_PX * key->samples, key->cpp);
	if (copy.px && !s)
		s = own = again(ras, form);
	if (!copy.px || !s) {
		free(copy.px);
		return 0;
	}
	fl_tile_way_look(&s->way, &ras->model->mem);
	copy.surface = s;
	copy.tx = (uint16_t)tx;
	copy.ty = (uint16_t)ty;
	fl_tile_need(&copy, block);
	memcpy(out, copy.px + at * key->cpp, key->cpp);
	free(copy.px);
	free(own);
	return key->cpp;
}

/* What the family's record of the target holds beside, and for the next look all of it. */
static void remember(struct fl_raster_look *l)
{
	const struct fl_tile_surface *s = l->form.key.cpp ? known(l->ras->tiles, &l->form.key) : NULL;
	const size_t n_B = s ? l->ras->tiles->ops->surface_B - sizeof(*s) : 0;

	_Static_assert(sizeof(l->form) <= sizeof(l->given->is),
		       "fl_look_form.is holds what there is to know");
	if (!s)
		return;
	l->form.key.fast = s->key.fast;
	if (n_B <= sizeof(l->form.beside)) {
		memcpy(l->form.beside, (const uint8_t *)s + sizeof(*s), n_B);
		l->form.n_B = (uint32_t)n_B;
	}
	if (!l->given)
		return;
	l->given->known = true;
	memcpy(l->given->is, &l->form, sizeof(l->form));
}

/* ---- events -------------------------------------------------------------------------------------------- */
void fl_raster_look_begin(struct fl_raster_look *l)
{
	l->number = 0;
	l->written = 0;
	l->n_start = 0;
	l->n_found = 0;
	l->draw = NULL;
	memset(l->color, 0, sizeof(l->color));
	l->depth_now = 0;
	l->was_known = l->watched && l->form.key.cpp && l->ras &&
		       fl_raster_look_pixel(l->ras, &l->form, l->x, l->y, 0, l->was);
}

/* Did something else than its fragments change the pixel? */
static void changed(struct fl_raster_look *l)
{
	uint8_t now[FL_LOOK_PIXEL_B], seen[FL_LOOK_PIXEL_B];
	const unsigned n_B = fl_raster_look_pixel(l->ras, &l->form, l->x, l->y, 0, now);
	struct fl_look_fragment *f;

	memcpy(seen, l->was, sizeof(seen));
	for (unsigned i = 0; i < l->n_found; i++)
		if (l->found[i].has_value && !l->found[i].sample)
			memcpy(seen, l->found[i].after, sizeof(seen));
	if (!n_B || !memcmp(seen, now, n_B))
		return;
	f = fl_raster_look_found(l);
	if (!f)
		return;
	f->fate = FL_LOOK_WRITTEN;
	f->has_value = true;
	f->size_B = (uint8_t)n_B;
	memcpy(f->before, seen, n_B);
	memcpy(f->after, now, n_B);
}

void fl_raster_look_end(struct fl_raster_look *l, uint32_t event)
{
	remember(l);
	if (l->was_known)
		changed(l);
	for (unsigned i = 0; i < l->n_found; i++)
		l->found[i].event = event;
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
