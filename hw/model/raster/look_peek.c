/* SPDX-License-Identifier: MIT
 *
 * A look into the rasterizer: what a surface holds at this moment, be it in the tile cache, in memory, or
 * cleared by a word that says so. Nothing changes by looking. See look.h.
 */
#include "hw/model/raster/raster.h"
#include "hw/model/look.h"
#include "hw/model/raster/look_stages.h"

#include <stdlib.h>
#include <string.h>

static bool is_dirty(const struct fl_tile_buf *b, unsigned x, unsigned y)
{
	return b->dirty[y / 4] >> ((y / 2 & 1) * 32 + x / 2) & 1;
}

struct fl_tile_surface *fl_raster_look_known(const struct fl_tile_cache *c, const struct fl_tile_key *key)
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

/* A record of the surface to look with: as the family knew it last, or, with a draw, as that draw finds it.
 * known: the cache's own, NULL: it has none. NULL: no memory. */
static struct fl_tile_surface *record(struct fl_raster *ras, const struct fl_raster_look_form *form,
				      const struct fl_tile_surface *known, const struct fl_raster_draw *d)
{
	const struct fl_tile_ops *ops = ras->tiles->ops;
	struct fl_tile_surface *s = calloc(1, ops->surface_B);

	if (!s)
		return NULL;
	s->cache = ras->tiles;
	s->key = known && !d ? known->key : form->key;
	if (known)
		memcpy((uint8_t *)s + sizeof(*s), (const uint8_t *)known + sizeof(*known),
		       ops->surface_B - sizeof(*s));
	else if (form->n_B == ops->surface_B - sizeof(*s))
		memcpy((uint8_t *)s + sizeof(*s), form->beside, form->n_B);
	else if (!d)
		s->key.fast = 0; /* what is cleared without being written nobody knows */
	fl_tile_way_init(&s->way, ops->layout, &s->key, ras->isa);
	fl_tile_way_look(&s->way, &ras->model->mem);
	if (d)
		ops->opened(s, d);
	return s;
}

/* ---- other surfaces in the same memory ----------------------------------------------------------------- */
enum {
	PIXELS = FL_TILE_PX * FL_TILE_PX,
	MOST_PLACES = 1 << 22,
	HIGHEST_PX = 256 /* rows of the largest units of memory that a tile's rows are spread over */
};

/* Which pixel of a tile is at an address. */
struct places {
	uint64_t low, n; /* units of a pixel from there on */
	uint16_t *px;    /* counted from 1; 0: none is there */
};

static uint64_t place(const struct fl_tile_layout *layout, const struct fl_tile_key *k, unsigned tx,
		      unsigned ty, unsigned p)
{
	return k->base + layout->addr(k, tx * FL_TILE_PX + p % FL_TILE_PX + k->x_off,
				      ty * FL_TILE_PX + p / FL_TILE_PX + k->y_off, 0);
}

/* Tiles that are spread too far over memory are left out, and so is everything where there is no memory. */
static bool find_places(struct places *to, const struct fl_tile_layout *layout, const struct fl_tile_key *k,
			unsigned tx, unsigned ty)
{
	uint64_t high = 0;

	to->low = UINT64_MAX;
	for (unsigned p = 0; p < PIXELS; p++) {
		const uint64_t at = place(layout, k, tx, ty, p);

		to->low = at < to->low ? at : to->low;
		high = at > high ? at : high;
	}
	to->n = (high - to->low) / k->cpp + 1;
	to->px = to->n > MOST_PLACES ? NULL : calloc((size_t)to->n, sizeof(*to->px));
	for (unsigned p = 0; to->px && p < PIXELS; p++)
		to->px[(place(layout, k, tx, ty, p) - to->low) / k->cpp] = (uint16_t)(p + 1);
	return to->px != NULL;
}

/* What a tile of another surface has written there, and not let go of. */
static void take(const struct places *from, const struct fl_tile_layout *layout, const struct fl_tile_buf *b,
		 const struct fl_tile_key *key, uint8_t *out)
{
	for (unsigned p = 0; p < PIXELS; p++) {
		const uint64_t at = is_dirty(b, p % FL_TILE_PX, p / FL_TILE_PX)
					? place(layout, &b->surface->key, b->tx, b->ty, p) - from->low
					: UINT64_MAX;
		const unsigned q = at / key->cpp < from->n ? from->px[at / key->cpp] : 0;

		if (q)
			memcpy(out + (size_t)(q - 1) * key->samples * key->cpp,
			       b->px + (size_t)p * b->samples * b->cpp, key->cpp);
	}
}

bool fl_raster_look_beside(const struct fl_tile_surface *s, const struct fl_tile_key *key, unsigned ty)
{
	const uint64_t row_B = (uint64_t)key->pitch_px * key->cpp * key->samples,
		       low = key->base + (uint64_t)ty * FL_TILE_PX / HIGHEST_PX * HIGHEST_PX * row_B,
		       high = key->base + ((ty + 1ull) * FL_TILE_PX + key->y_off) * row_B;
	const uint64_t end = s->key.base + ((uint64_t)(s->h + 1) * FL_TILE_PX + s->key.y_off) *
					       s->key.pitch_px * s->key.cpp * s->key.samples;

	return s->key.cpp == key->cpp && !s->key.planes && !key->space && s->key.base < high && end > low;
}

/* R5xx: color that is cleared as if it were depth, the lower half of it in a surface that begins there. */
static void elsewhere(const struct fl_tile_cache *c, const struct fl_tile_surface *own,
		      const struct fl_tile_key *key, unsigned tx, unsigned ty, uint8_t *out)
{
	const struct fl_tile_layout *layout = c->ops->layout;
	struct places places = {.px = NULL};

	for (const struct fl_tile_surface *s = c->surfaces; s; s = s->next)
		for (unsigned i = 0; i < s->w * s->h; i++) {
			const struct fl_tile_buf *b = s->grid[i];

			if (s == own || !fl_raster_look_beside(s, key, ty))
				break;
			if (!b || !fl_tile_is_dirty(b))
				continue;
			if (!places.px && !find_places(&places, layout, key, tx, ty))
				return;
			if (fl_tile_overlaps(layout, &s->key, b->tx, b->ty, b->dirty, places.low,
					     places.n * key->cpp))
				take(&places, layout, b, key, out);
		}
	free(places.px);
}

/* ---- a tile, a pixel, a rectangle ---------------------------------------------------------------------- */
bool fl_raster_look_tile(struct fl_raster *ras, const struct fl_raster_look_form *form,
			 const struct fl_raster_draw *d, unsigned tx, unsigned ty, uint64_t blocks,
			 uint8_t *out)
{
	const struct fl_tile_key *key = &form->key;
	const size_t px_B = (size_t)key->samples * key->cpp;
	const struct fl_tile_surface *known = fl_raster_look_known(ras->tiles, key);
	struct fl_tile_surface *s = record(ras, form, known, d);
	struct fl_tile_buf copy = {
	    .cpp = key->cpp, .samples = key->samples, .px = out, .tx = (uint16_t)tx, .ty = (uint16_t)ty};
	const struct fl_tile_buf *b = NULL;

	if (!s)
		return false;
	copy.surface = s;
	fl_tile_need(&copy, blocks);
	if (!key->space)
		elsewhere(ras->tiles, known, key, tx, ty, out);
	if (known && tx < known->w && ty < known->h)
		b = known->grid[ty * known->w + tx];
	for (unsigned y = 0; b && y < FL_TILE_PX; y++)
		for (unsigned x = 0; b->dirty[y / 4] && x < FL_TILE_PX; x += 2) {
			const size_t at = (y * FL_TILE_PX + x) * px_B;

			if (is_dirty(b, x, y))
				memcpy(out + at, b->px + at, 2 * px_B);
		}
	free(s);
	return true;
}

unsigned fl_raster_look_pixel(struct fl_raster *ras, const struct fl_raster_look_form *form,
			      const struct fl_raster_draw *d, uint32_t x, uint32_t y, unsigned sample,
			      uint8_t out[FL_LOOK_PIXEL_B])
{
	const struct fl_tile_key *key = &form->key;
	const uint32_t wx = x - key->x_off, wy = y - key->y_off;
	const unsigned tx = wx / FL_TILE_PX, ty = wy / FL_TILE_PX, px = wx % FL_TILE_PX, py = wy % FL_TILE_PX;
	const size_t at = ((size_t)py * FL_TILE_PX + px) * key->samples + sample;
	uint8_t *tile;
	bool there;

	if (x < key->x_off || y < key->y_off || x >= key->pitch_px || ty >= FL_TILE_MAX_ROWS)
		return 0;
	tile = calloc((size_t)FL_TILE_PX * FL_TILE_PX * key->samples, key->cpp);
	there = tile && fl_raster_look_tile(ras, form, d, tx, ty, UINT64_C(1) << (py / 8 * 8 + px / 8), tile);
	if (there)
		memcpy(out, tile + at * key->cpp, key->cpp);
	free(tile);
	return there ? key->cpp : 0;
}

unsigned fl_raster_look_rect(struct fl_raster *ras, const struct fl_raster_look_form *form, uint32_t x0,
			     uint32_t y0, uint32_t w, uint32_t h, uint8_t *out)
{
	const struct fl_tile_key *key = &form->key;
	const size_t px_B = (size_t)key->samples * key->cpp, row_B = FL_TILE_PX * px_B;
	uint8_t *tile = malloc(FL_TILE_PX * row_B);
	uint32_t y = y0;

	for (; tile && y < y0 + h; y = (y - key->y_off) / FL_TILE_PX * FL_TILE_PX + FL_TILE_PX + key->y_off)
		for (uint32_t x = x0, n; x < x0 + w; x += n) {
			const uint32_t wx = x - key->x_off, wy = y - key->y_off, px = wx % FL_TILE_PX;
			uint32_t rows = FL_TILE_PX - wy % FL_TILE_PX;

			n = FL_TILE_PX - px < x0 + w - x ? FL_TILE_PX - px : x0 + w - x;
			rows = rows < y0 + h - y ? rows : y0 + h - y;
			memset(tile, 0, FL_TILE_PX * row_B);
			if (x < key->x_off || y < key->y_off || x >= key->pitch_px ||
			    wy / FL_TILE_PX >= FL_TILE_MAX_ROWS ||
			    !fl_raster_look_tile(ras, form, NULL, wx / FL_TILE_PX, wy / FL_TILE_PX,
						 ~UINT64_C(0), tile)) {
				free(tile);
				return 0;
			}
			for (uint32_t r = 0; r < rows; r++)
				memcpy(out + ((size_t)(y + r - y0) * w + (x - x0)) * px_B,
				       tile + (wy % FL_TILE_PX + r) * row_B + px * px_B, n * px_B);
		}
	free(tile);
	return tile ? (unsigned)px_B : 0;
}
