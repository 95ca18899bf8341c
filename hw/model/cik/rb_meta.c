/* SPDX-License-Identifier: MIT
 *
 * Tile data and the tile cache (facts 7.5, 8, 9). Blocks that are cleared get their color, depth or stencil
 * when they are loaded. Blocks that were drawn to are whole in memory when they leave: their tile data says
 * so, and FMASK that sample n is fragment n.
 *
 * Chosen, for nothing decides it: what leaves is never compressed, so HTILE has the full range of depths, and
 * a clear by a rectangle stores what it clears.
 */
#include "hw/model/cik/rb_meta.h"
#include "hw/model/cik/cb.h"
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/surface.h"
#include "hw/model/cik/vm.h"

#include <string.h>

enum {
	BLOCK_PX = 8,
	BLOCKS = FL_TILE_PX / BLOCK_PX,
	CMASK_CLEARED = 0,
	CMASK_WHOLE = 0xc,
	CMASK_SLICE_PX = 128 * 128,
	MOST_ROW_B = 4096,
	/* HTILE: what is of depth and of stencil, and 0 in both: cleared */
	HTILE_ZMASK = 0xf,
	HTILE_SMEM = 3 << 8,
};
/* HTILE of a tile that is whole: the full range */
#define HTILE_WHOLE         0xfffc000fu
#define HTILE_WHOLE_STENCIL 0xfffff30fu

/* ---- registers ----------------------------------------------------------------------------------------- */
void mcik_rb_color_meta(struct mcik *c, unsigned i, struct mcik_rb_meta *m)
{
	const uint32_t info = c->reg[CIK_CB_COLOR_INFO(i) / 4], attrib = c->reg[CIK_CB_COLOR_ATTRIB(i) / 4],
		       pitch = c->reg[CIK_CB_COLOR_PITCH(i) / 4];
	const bool fmask = CIK_CB_COLOR_INFO__COMPRESSION__GET(info);

	memset(m, 0, sizeof(*m));
	if (!fmask && !CIK_CB_COLOR_INFO__FAST_CLEAR__GET(info))
		return;
	m->addr = (uint64_t)c->reg[CIK_CB_COLOR_CMASK(i) / 4] << 8;
	m->clears[0] = CIK_CB_COLOR_INFO__FAST_CLEAR__GET(info);
	m->clear[0] = c->reg[CIK_CB_COLOR_CLEAR_WORD0(i) / 4];
	m->clear[1] = c->reg[CIK_CB_COLOR_CLEAR_WORD1(i) / 4];
	m->slice_px = (CIK_CB_COLOR_CMASK_SLICE__TILE_MAX__GET(c->reg[CIK_CB_COLOR_CMASK_SLICE(i) / 4]) + 1) *
		      CMASK_SLICE_PX;
	if (!fmask)
		return;
	m->fmask = (uint64_t)c->reg[CIK_CB_COLOR_FMASK(i) / 4] << 8;
	m->fmask_index = CIK_CB_COLOR_ATTRIB__FMASK_TILE_MODE_INDEX__GET(attrib);
	m->fmask_pitch = (CIK_CB_COLOR_PITCH__FMASK_TILE_MAX__GET(pitch) + 1) * MCIK_TILE_PX;
	m->fmask_rows =
	    (CIK_CB_COLOR_FMASK_SLICE__TILE_MAX__GET(c->reg[CIK_CB_COLOR_FMASK_SLICE(i) / 4]) + 1) *
	    MCIK_TILE_ELEMENTS / m->fmask_pitch;
}

void mcik_rb_depth_meta(struct mcik *c, struct mcik_rb_meta *m)
{
	const uint32_t stencil = CIK_REG(c, DB_STENCIL_INFO);

	memset(m, 0, sizeof(*m));
	if (!CIK_DB_Z_INFO__TILE_SURFACE_ENABLE__GET(CIK_REG(c, DB_Z_INFO)))
		return;
	m->addr = (uint64_t)CIK_REG(c, DB_HTILE_DATA_BASE) << 8;
	m->clear[0] = CIK_REG(c, DB_DEPTH_CLEAR);
	m->clear[1] = CIK_DB_STENCIL_CLEAR__CLEAR__GET(CIK_REG(c, DB_STENCIL_CLEAR));
	m->stencil = CIK_DB_STENCIL_INFO__FORMAT__GET(stencil) &&
		     !CIK_DB_STENCIL_INFO__TILE_STENCIL_DISABLE__GET(stencil);
	m->clears[0] = true;
	m->clears[1] = m->stencil;
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
static struct mcik *of(const struct fl_tile_surface *s)
{
	return (struct mcik *)s->cache->model;
}

/* Memory beside a surface: in the same address space. NULL: nothing is there. */
static uint8_t *beside(const struct mcik_rb_surface *s, uint64_t at, unsigned size_B)
{
	const struct fl_tile_key *k = &s->base.key;
	const struct fl_mem *mem = &of(&s->base)->base.mem;
	uint64_t left_B = 0;
	uint8_t *p;

	if (!k->space)
		return fl_mem_span(mem, at, size_B);
	p = mcik_surface_layout.at(mem, k, at, true, &left_B);
	return left_B >= size_B ? p : NULL;
}

static uint32_t align(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

/* Where its tile data stands. Without a description there is none. */
static void place(struct mcik_rb_surface *s)
{
	const struct fl_tile_key *k = &s->base.key;
	struct mcik *c = of(&s->base);
	struct mcik_rb_meta *m = &s->meta;
	struct mcik_tile_tables tables;
	uint32_t w, h;
	const char *why;

	mcik_surface_layout_of(k, &s->layout);
	if (!mcik_array_macro(
		s->layout.array)) /* pipes take turns in the tile data as they would in pixels */
		mcik_layout_of(&s->layout,
			       (s->layout.mode & ~CIK_GB_TILE_MODE__ARRAY_MODE__MASK) |
				   CIK_GB_TILE_MODE__ARRAY_MODE(MCIK_ARRAY_2D_THIN),
			       s->layout.macro, MOST_ROW_B, s->layout.bytes, s->layout.samples);
	why = mcik_meta_block(&s->layout, k->depth ? MCIK_HTILE : MCIK_CMASK, &w, &h);
	if (why) {
		mcik_report(c, FL_WARN, k->depth ? "DB" : "CB", "CIK facts 7.5",
			    "the %s buffer at 0x%08llx has tile data, and %s: left aside",
			    k->depth ? "depth" : "color", (unsigned long long)k->base, why);
		m->addr = m->fmask = 0;
		return;
	}
	s->pitch = align(k->pitch_px, w);
	s->rows = k->depth ? align(k->rows, h) : m->slice_px / s->pitch;
	mcik_meta_grid_of(&s->grid, &s->layout, k->depth ? MCIK_HTILE : MCIK_CMASK, s->pitch, s->rows);
	s->window_B = mcik_meta_blocks(&s->grid, s->block) / 2;
	s->window_B = s->window_B < sizeof(uint32_t) ? sizeof(uint32_t) : s->window_B;
	if (!m->fmask)
		return;
	mcik_tile_tables(c, &tables);
	why = mcik_layout(&s->fmask, &tables, m->fmask_index, k->samples == 8 ? 4 : 1, 1);
	if (why) {
		mcik_report(c, FL_WARN, "CB", "CIK facts 7.5", "FMASK of color buffer %u: tile mode %u %s",
			    k->slot, m->fmask_index, why);
		m->fmask = 0;
	}
}

/* What a cleared depth or stencil is in a sample as the tile has it: words, and which of their bits. */
static void clear_words(const struct fl_tile_key *k, const struct mcik_rb_meta *m, unsigned parts,
			uint32_t word[2], uint32_t mask[2])
{
	const float z = num_float((int32_t)m->clear[0]), in = z > 0.0f ? z < 1.0f ? z : 1.0f : 0.0f;
	const uint32_t bits = k->cpp == 2 ? 16 : 24,
		       fixed = (uint32_t)((double)in * ((1u << bits) - 1) + 0.5);
	const bool pair = k->planes && k->cpp == 4;

	word[0] = pair ? fixed << 8 | m->clear[1] : k->cpp == 2 ? fixed : m->clear[0];
	word[1] = m->clear[1];
	if (pair)
		mask[0] = (parts & 1 ? ~0xffu : 0) | (parts & 2 ? 0xffu : 0);
	else
		mask[0] = parts & 1 ? ~0u : 0;
	mask[1] = parts & 2 ? ~0u : 0;
}

/* Rows of the surface are whole macro tiles: it ends where its last row does. */
static bool ends_with_rows(const struct fl_tile_key *k)
{
	struct mcik_layout t;

	mcik_surface_layout_of(k, &t);
	return !(k->rows % mcik_tile_align(&t).height);
}

static bool all_end_with_rows(const struct mcik_rb_surface *s)
{
	const struct fl_tile_key *k = &s->base.key;

	if (!k->planes)
		return ends_with_rows(k);
	return (!(k->planes & FL_TILE_FIRST) || ends_with_rows(&s->base.way.key[0])) &&
	       (!(k->planes & FL_TILE_SECOND) || ends_with_rows(&s->base.way.key[1]));
}

/* No byte of the tile data is of two tiles: the nibble beside that of a block is of another block of the
 * tile's, for where they are is a sum of what each bit of a coordinate adds. And the data ends with its rows.
 * FMASK is left to one thread. */
static bool data_is_apart(const struct mcik_rb_surface *s)
{
	bool pairs = s->base.key.depth;

	for (unsigned i = 0; i < MCIK_META_BLOCKS; i++)
		pairs |= s->block[i] == 1;
	return pairs && !s->meta.fmask && !(s->rows & ((1u << s->grid.log2_h) - 1));
}

static void find_clear(struct mcik_rb_surface *s)
{
	const struct fl_tile_key *k = &s->base.key;

	s->parts = !k->depth                    ? 1
		   : k->planes                  ? k->planes
		   : k->cpp == 4 || k->cpp == 2 ? FL_TILE_FIRST
						: FL_TILE_FIRST | FL_TILE_SECOND;
	s->clear = k->depth ? 0 : s->meta.clear[0];
	if (k->depth && k->cpp == sizeof(s->clear)) {
		uint32_t word[2], mask[2];

		clear_words(k, &s->meta, s->parts, word, mask);
		s->clear = word[0] & mask[0];
	}
}

void mcik_rb_opened(struct fl_tile_surface *base, const struct fl_raster_draw *d)
{
	struct mcik_rb_surface *s = (struct mcik_rb_surface *)base;
	const struct mcik_rb_metas *all = mcik_draw_of(d)->metas;
	const struct mcik_rb_meta *m =
	    base->key.depth ? &all->depth : &all->color[base->key.slot % FL_TILE_TARGETS];
	const struct mcik_rb_meta none = {0};

	if (!base->key.fast)
		m = &none;
	if (s->opened && !memcmp(&s->meta, m, sizeof(*m)))
		return;
	s->opened = true;
	s->meta = *m;
	s->alone = all_end_with_rows(s);
	if (!m->addr)
		return;
	place(s);
	find_clear(s);
	s->alone &= !s->meta.addr || data_is_apart(s);
}

/* ---- tile data ----------------------------------------------------------------------------------------- */
/* Of the blocks of a tile, whose words lie in a window together. */
struct finder {
	const struct mcik_rb_surface *s;
	uint32_t x, y;
	uint64_t nibble; /* of the first block */
	uint8_t *host;   /* of the window; NULL: its memory does not lie in one piece */
};

static struct finder finder_of(const struct fl_tile_buf *b)
{
	struct finder f = {.s = (const struct mcik_rb_surface *)b->surface,
			   .x = b->tx * (uint32_t)FL_TILE_PX,
			   .y = b->ty * (uint32_t)FL_TILE_PX};
	const struct mcik_rb_surface *s = f.s;

	if (!s->meta.addr || f.x >= s->pitch || f.y >= s->rows)
		return f;
	f.nibble = mcik_meta_nibble_in(&s->grid, f.x, f.y, s->base.key.layer);
	f.host = beside(s, s->meta.addr + (f.nibble / 2 & ~(uint64_t)(s->window_B - 1)), s->window_B);
	return f;
}

/* The same on the thread that draws, which asks block by block. */
static struct finder finder_kept(struct fl_tile_buf *b)
{
	const struct mcik_rb_surface *s = (const struct mcik_rb_surface *)b->surface;
	struct finder f;

	if (b->beside.of != s->meta.addr || b->beside.tick != s->base.cache->tick) {
		f = finder_of(b);
		b->beside.of = s->meta.addr;
		b->beside.at = f.nibble;
		b->beside.host = f.host;
		b->beside.tick = s->base.cache->tick;
		return f;
	}
	return (struct finder){.s = s,
			       .x = b->tx * (uint32_t)FL_TILE_PX,
			       .y = b->ty * (uint32_t)FL_TILE_PX,
			       .nibble = b->beside.at,
			       .host = b->beside.host};
}

/* Of block i: its byte, or dword; NULL: no memory is there. */
static inline uint8_t *word_of(const struct finder *f, unsigned i, unsigned *shift)
{
	const struct mcik_rb_surface *s = f->s;
	const uint64_t nibble = f->nibble ^ s->block[i];

	if (f->x + i % BLOCKS * BLOCK_PX >= s->pitch || f->y + i / BLOCKS * BLOCK_PX >= s->rows)
		return NULL;
	*shift = nibble % 2 * 4;
	return f->host ? f->host + (nibble / 2 & (s->window_B - 1))
		       : beside(s, s->meta.addr + nibble / 2, s->base.key.depth ? 4 : 1);
}

static uint32_t word_at(const uint8_t *p)
{
	uint32_t word;

	memcpy(&word, p, sizeof(word));
	return word;
}

/* Which of its parts are cleared: bit 0 the color or the depth, bit 1 the stencil. */
static unsigned cleared(const struct mcik_rb_surface *s, const uint8_t *p, unsigned shift)
{
	unsigned is = 0;

	if (!s->base.key.depth)
		return s->meta.clears[0] && (*p >> shift & 15) == CMASK_CLEARED;
	is |= s->meta.clears[0] && !(word_at(p) & HTILE_ZMASK);
	is |= s->meta.clears[1] && !(word_at(p) & HTILE_SMEM) ? 2 : 0;
	return is;
}

/* ---- loads --------------------------------------------------------------------------------------------- */
static void fill_color(struct fl_tile_buf *b, unsigned i)
{
	const struct mcik_rb_surface *s = (const struct mcik_rb_surface *)b->surface;
	const unsigned n = BLOCK_PX * b->samples, of_B = b->cpp < 8 ? b->cpp : 8;
	uint8_t *row = b->px + (size_t)((i / BLOCKS * FL_TILE_PX + i % BLOCKS) * n) * b->cpp;

	for (unsigned y = 0; y < BLOCK_PX; y++, row += (size_t)FL_TILE_PX * b->samples * b->cpp)
		for (unsigned x = 0; x < n; x++)
			memcpy(row + (size_t)x * b->cpp, s->meta.clear, of_B);
}

static void fill_depth(struct fl_tile_buf *b, unsigned i, unsigned parts)
{
	const struct mcik_rb_surface *s = (const struct mcik_rb_surface *)b->surface;
	const unsigned n = BLOCK_PX * b->samples;
	uint8_t *row = b->px + (size_t)((i / BLOCKS * FL_TILE_PX + i % BLOCKS) * n) * b->cpp;
	uint32_t word[2], mask[2];

	clear_words(&s->base.key, &s->meta, parts, word, mask);
	for (unsigned y = 0; y < BLOCK_PX; y++, row += (size_t)FL_TILE_PX * b->samples * b->cpp)
		for (unsigned x = 0; x < n; x++) {
			uint32_t px[2] = {0};

			if (b->cpp == 4) { /* the usual size is known to the compiler */
				memcpy(px, row + (size_t)x * 4, 4);
				px[0] = (word[0] & mask[0]) | (px[0] & ~mask[0]);
				memcpy(row + (size_t)x * 4, px, 4);
				continue;
			}
			memcpy(px, row + (size_t)x * b->cpp, b->cpp);
			px[0] = (word[0] & mask[0]) | (px[0] & ~mask[0]);
			px[1] = (word[1] & mask[1]) | (px[1] & ~mask[1]);
			memcpy(row + (size_t)x * b->cpp, px, b->cpp);
		}
}

/* Four bytes for each sample of the block. */
static void fill_whole(struct fl_tile_buf *b, unsigned i, uint32_t word)
{
	typedef uint32_t four __attribute__((vector_size(16)));
	const unsigned samples = b->samples;
	const four words = {word, word, word, word};
	four *row = (four *)(void *)b->px + (size_t)((i / BLOCKS * FL_TILE_PX + i % BLOCKS) * 2) * samples;

	for (unsigned y = 0; y < BLOCK_PX; y++, row += (size_t)FL_TILE_PX / 4 * samples) {
		row[0] = row[1] = words;
		for (unsigned k = 2; k < 2 * samples; k++)
			row[k] = words;
	}
}

/* Blocks that are cleared in all parts. */
uint64_t mcik_rb_unread(struct fl_tile_buf *b, uint64_t blocks)
{
	const struct mcik_rb_surface *s = (const struct mcik_rb_surface *)b->surface;
	struct finder f;
	uint64_t done = 0;

	if (!s->meta.addr || s->base.key.cpp != sizeof(s->clear))
		return 0;
	f = finder_kept(b);
	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks);
		unsigned shift;
		const uint8_t *p = word_of(&f, i, &shift);

		if (!p || (cleared(s, p, shift) & s->parts) != s->parts)
			continue;
		fill_whole(b, i, s->clear);
		done |= UINT64_C(1) << i;
	}
	return done;
}

void mcik_rb_loaded(struct fl_tile_buf *b, uint64_t blocks)
{
	const struct mcik_rb_surface *s = (const struct mcik_rb_surface *)b->surface;
	const struct finder f = finder_kept(b);

	for (; s->meta.addr && blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks);
		unsigned shift, parts;
		const uint8_t *p = word_of(&f, i, &shift);

		parts = p ? cleared(s, p, shift) : 0;
		if (parts && s->base.key.depth)
			fill_depth(b, i, parts);
		else if (parts)
			fill_color(b, i);
	}
}

/* ---- stores -------------------------------------------------------------------------------------------- */
/* Sample n is fragment n: as many bits for each as number them, and one more of 8. */
static void identity(const struct fl_tile_buf *b, unsigned bx, unsigned by)
{
	const struct mcik_rb_surface *s = (const struct mcik_rb_surface *)b->surface;
	const struct mcik_rb_meta *m = &s->meta;
	const unsigned samples = s->base.key.samples, bits = samples == 8 ? 4 : samples == 4 ? 2 : 1;
	uint32_t word = 0;

	for (unsigned n = 0; n < samples; n++)
		word |= n << n * bits;
	for (unsigned n = 0; n < BLOCK_PX * BLOCK_PX; n++) {
		const uint32_t x = b->tx * (uint32_t)FL_TILE_PX + bx * BLOCK_PX + n % BLOCK_PX,
			       y = b->ty * (uint32_t)FL_TILE_PX + by * BLOCK_PX + n / BLOCK_PX;
		uint8_t *p;

		if (x >= m->fmask_pitch || y >= m->fmask_rows)
			continue;
		p = beside(s,
			   mcik_tile_addr(&s->fmask, m->fmask, m->fmask_pitch, m->fmask_rows, x, y,
					  s->base.key.layer, 0),
			   s->fmask.bytes);
		if (p)
			memcpy(p, &word, s->fmask.bytes);
	}
}

/* The quads of a block, in dirty[]: four rows of four. */
static bool drawn(const struct fl_tile_buf *b, unsigned bx, unsigned by)
{
	const uint64_t rows = UINT64_C(0xf0000000f) << bx * 4;

	return b->dirty[by * 2] & rows || b->dirty[by * 2 + 1] & rows;
}

static void all_drawn(struct fl_tile_buf *b, unsigned bx, unsigned by)
{
	const uint64_t rows = UINT64_C(0xf0000000f) << bx * 4;

	b->dirty[by * 2] |= rows;
	b->dirty[by * 2 + 1] |= rows;
}

static bool all_are_drawn(const struct fl_tile_buf *b)
{
	uint64_t all = ~UINT64_C(0);

	for (unsigned i = 0; i < sizeof(b->dirty) / sizeof(b->dirty[0]); i++)
		all &= b->dirty[i];
	return !~all;
}

/* Memory that can be written, without a fault where there is none. */
static uint8_t *in_one_piece(const struct mcik_rb_surface *s, uint64_t at, uint64_t n_B)
{
	const struct fl_tile_key *k = &s->base.key;
	struct mcik *c = of(&s->base);
	uint64_t left_B, done_B = 0;
	uint8_t *first, *p;

	if (!k->space)
		return fl_mem_span(&c->base.mem, at, n_B);
	for (first = p = mcik_vm_poke(c, k->space, at, &left_B); p && done_B + left_B < n_B;) {
		done_B += left_B;
		p = mcik_vm_poke(c, k->space, at + done_B, &left_B);
		if (p != first + done_B)
			return NULL;
	}
	return p ? first : NULL;
}

bool mcik_rb_alone(const struct fl_tile_surface *s)
{
	return ((const struct mcik_rb_surface *)s)->alone;
}

bool mcik_rb_ends_with_rows(const struct fl_tile_surface *s)
{
	return mcik_rb_alone(s) && s->key.rows;
}

/* The tile data: four bytes, or half of one, for each block of what its pitch and its rows come to. */
bool mcik_rb_beside(const struct fl_tile_surface *base, uint64_t size_B, struct fl_tile_piece *p)
{
	const struct mcik_rb_surface *s = (const struct mcik_rb_surface *)base;
	const uint64_t blocks = (uint64_t)s->pitch / BLOCK_PX * (s->rows / BLOCK_PX) * (base->key.layer + 1u);

	(void)size_B;
	*p = (struct fl_tile_piece){0};
	if (!s->meta.addr)
		return true;
	p->n_B = base->key.depth ? blocks * sizeof(uint32_t) : blocks / 2;
	p->at = in_one_piece(s, s->meta.addr, p->n_B);
	return p->at != NULL;
}

void mcik_rb_leaving(struct fl_tile_buf *b)
{
	struct mcik_rb_surface *s = (struct mcik_rb_surface *)b->surface;
	const uint32_t htile = s->meta.stencil ? HTILE_WHOLE_STENCIL : HTILE_WHOLE;
	const bool whole = all_are_drawn(b);
	/* Depths alone were drawn: stencils that are cleared go to memory as what they are cleared to. */
	const bool fills = s->meta.stencil && !b->second && b->samples == 1;
	const struct finder f = finder_kept(b);
	uint64_t fill = 0;

	b->second |= s->meta.stencil && !fills;
	for (unsigned i = 0; s->meta.addr && i < BLOCKS * BLOCKS; i++) {
		const unsigned bx = i % BLOCKS, by = i / BLOCKS;
		unsigned shift, was;
		uint8_t *p;

		if (!whole && !drawn(b, bx, by))
			continue;
		p = word_of(&f, i, &shift);
		was = p && (fills || !whole) ? cleared(s, p, shift) : 0;
		if (fills && was & FL_TILE_SECOND)
			fill |= UINT64_C(1) << i;
		if (was & (fills ? FL_TILE_FIRST : ~0u)) /* the rest of the block has its value here alone */
			all_drawn(b, bx, by);
		if (p && s->base.key.depth)
			memcpy(p, &htile, sizeof(htile));
		else if (p)
			*p = (uint8_t)((*p & ~(15u << shift)) | CMASK_WHOLE << shift);
		if (s->meta.fmask)
			identity(b, bx, by);
	}
	if (fill &&
	    !fl_tile_fill_second(&s->base.way, &b->places, b->tx, b->ty, fill, (uint8_t)s->meta.clear[1]))
		__atomic_store_n(&s->base.bad, true, __ATOMIC_RELAXED);
}
