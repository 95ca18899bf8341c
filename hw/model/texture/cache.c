/* SPDX-License-Identifier: MIT
 *
 * The texture cache. A texture is decoded into plain rows of texels when it is first used, and stays so until
 * the cache is invalidated: memory that changes before shows its old texels, as on a chip. After an
 * invalidation an entry is compared with memory by a hash, and decoded again only if that changed.
 *
 * Draws that are gathered hold pointers to texels. So an entry that goes (replaced or over budget) waits
 * until nothing is gathered before its memory is given back. All of this happens on the thread that decodes
 * draws.
 */
#include "hw/model/texture/texel.h"

#include <stdlib.h>
#include <string.h>

enum {
	ALIGN_B = 64,
	PAST_END_B = 16,    /* a look-up may read a vector's worth from its last texel */
	TABLE_PX = 1 << 16, /* from so many texels on, a table of all 16-bit values is worth its making */
	ROW = 256,          /* elements of a row whose places are asked for at a time */
};

struct entry {
	struct entry *next;
	struct fl_texel_image image;
	struct place {
		uint64_t at_B;
		uint32_t pitch;
	} place[FL_TEXEL_LEVELS];
	uint64_t hash, size_B;
	uint32_t generation; /* of the invalidation that it was last checked after */
	uint32_t tick;       /* of its last use */
	bool dead;           /* replaced */
	uint8_t store;
	void *texels;
};

struct fl_texel_cache {
	const struct fl_texel_family *family;
	void *of;
	struct entry *first;
	uint64_t budget_B, held_B, decoded;
	uint32_t generation, tick, epoch;
};

struct fl_texel_cache *fl_texel_cache_new(uint64_t budget_B, const struct fl_texel_family *family, void *of)
{
	struct fl_texel_cache *c = calloc(1, sizeof(*c));

	if (c) {
		c->budget_B = budget_B;
		c->family = family;
		c->of = of;
	}
	return c;
}

void fl_texel_cache_free(struct fl_texel_cache *c)
{
	if (!c)
		return;
	for (struct entry *e = c->first, *next; e; e = next) {
		next = e->next;
		free(e->texels);
		free(e);
	}
	free(c);
}

void fl_texel_cache_invalidate(struct fl_texel_cache *c)
{
	c->generation++;
	c->epoch++;
}

uint32_t fl_texel_cache_epoch(const struct fl_texel_cache *c)
{
	return c->epoch;
}

void fl_texel_cache_stats(const struct fl_texel_cache *c, uint64_t *held_B, uint64_t *decoded)
{
	*held_B = c->held_B;
	*decoded = c->decoded;
}

/* Four multiplicative lanes over 32 bytes a step; what does not fill a step is left to its first 8 bytes, for
 * textures are padded. */
static uint64_t hash_of(const uint8_t *p, uint64_t size)
{
	const uint64_t golden = 0x9e3779b97f4a7c15; /* 2^64 over the golden ratio: spreads all bits */
	uint64_t h[4] = {1, 2, 3, 4}, tail = 0;

	for (; size >= sizeof(h); p += sizeof(h), size -= sizeof(h)) {
		uint64_t w[4];
		memcpy(w, p, sizeof(w));
		for (unsigned i = 0; i < 4; i++) {
			h[i] = (h[i] ^ w[i]) * golden;
			h[i] ^= h[i] >> 29;
		}
	}
	memcpy(&tail, p, size < 8 ? size : 8);
	return ((h[0] * 31 + h[1]) * 31 + h[2]) * 31 + h[3] + tail;
}

static void drop(struct fl_texel_cache *c, struct entry *e)
{
	for (struct entry **p = &c->first; *p; p = &(*p)->next)
		if (*p == e) {
			*p = e->next;
			break;
		}
	c->held_B -= e->size_B;
	free(e->texels);
	free(e);
}

/* Give back what is dead, and the least recently used while there is not room for `more`. */
static void trim(struct fl_texel_cache *c, uint64_t more)
{
	for (struct entry *e = c->first, *next; e; e = next) {
		next = e->next;
		if (e->dead)
			drop(c, e);
	}
	while (c->first && c->held_B + more > c->budget_B) {
		struct entry *oldest = c->first;
		for (struct entry *e = c->first; e; e = e->next)
			if ((int32_t)(e->tick - oldest->tick) < 0)
				oldest = e;
		drop(c, oldest);
	}
}

static uint8_t byte_of(float v, float scale)
{
	v = v * scale + 0.5f;
	return v >= 255 ? 255 : v > 0 ? (uint8_t)v : 0;
}

static unsigned texel_B(uint8_t store)
{
	return store == FL_TEXEL_STORE_8 ? 4 : 16;
}

static uint64_t level_B(const struct fl_texel_level *l, uint8_t store)
{
	return (uint64_t)l->width * l->height * l->depth * texel_B(store);
}

/* ---- decoding: out gets rows of width texels ----------------------------------------------------------- */
struct layer {
	const struct fl_texel_unit *u;
	const struct fl_texel_level *l;
	uint32_t n; /* layer of the level */
	uint8_t store;
};

static void store_texel(const struct layer *y, void *out, size_t i, const float v[4])
{
	if (y->store == FL_TEXEL_STORE_F)
		memcpy((float *)out + i * 4, v, 16);
	else
		for (unsigned k = 0; k < 4; k++)
			((uint8_t *)out)[i * 4 + k] = byte_of(v[k], y->u->image.pow2 ? 256 : 255);
}

/* Places of elements x, x + step, … of row y, up to ROW of them and below width: returns their number. */
static uint32_t places(const struct layer *layer, uint32_t y, uint32_t x, uint32_t step, uint32_t width,
		       uint64_t at_B[ROW])
{
	uint32_t n = (width - x + step - 1) / step;

	n = n < ROW ? n : ROW;
	layer->u->row(&layer->u->image, layer->l, layer->n, y, x, step, n, at_B);
	return n;
}

/* 8_8_8_8 without anything but selects: bytes are moved, four texels at a time. */
typedef uint32_t four __attribute__((vector_size(16)));

struct moves {
	uint32_t shift[4], keep[4]; /* of R, G, B, A: from where in a texel, 255 or 0 */
	uint32_t set;               /* bits of channels that are 1 */
};

static inline four move(const struct moves *m, four w)
{
	return m->set | (w >> m->shift[0] & m->keep[0]) | (w >> m->shift[1] & m->keep[1]) << 8 |
	       (w >> m->shift[2] & m->keep[2]) << 16 | (w >> m->shift[3] & m->keep[3]) << 24;
}

static struct moves moves_of(const struct fl_texel_image *t)
{
	struct moves m = {.set = 0};

	for (unsigned k = 0; k < 4; k++) {
		if (t->sel[k] <= FL_TEXEL_SEL_3) {
			m.keep[k] = 0xff;
			m.shift[k] = t->format.at[t->sel[k]] ^ (8u * t->flip);
		} else if (t->sel[k] == FL_TEXEL_SEL_ONE) {
			m.set |= 0xffu << (8 * k);
		}
	}
	return m;
}

static void decode_8888(const struct layer *layer, uint32_t *out)
{
	const uint32_t width = layer->l->width, run = layer->l->run;
	const struct moves m = moves_of(&layer->u->image);
	uint64_t at_B[ROW];

	for (uint32_t y = 0; y < layer->l->height; y++)
		for (uint32_t x = 0, n; x < width;) {
			n = places(layer, y, x, run, width, at_B);
			for (uint32_t j = 0; j < n; j++) {
				const uint8_t *src = layer->u->memory + at_B[j];
				uint32_t left = run < width - x ? run : width - x;
				four w = {0};

				x += left;
				for (; left >= 4; left -= 4, src += sizeof(w), out += 4) {
					memcpy(&w, src, sizeof(w));
					w = move(&m, w);
					memcpy(out, &w, sizeof(w));
				}
				if (left) {
					memcpy(&w, src, left * 4);
					w = move(&m, w);
					memcpy(out, &w, left * 4);
					out += left;
				}
			}
		}
}

/* Texels of 8 bits, and many of 16: each value is decoded once. */
static bool decode_by_table(const struct layer *layer, uint32_t *out)
{
	const struct fl_texel_image *t = &layer->u->image;
	const uint8_t *base = layer->u->memory;
	unsigned n_values = 1u << t->format.bits;
	uint32_t *table = malloc(n_values * sizeof(*table));
	uint64_t at_B[ROW];

	if (!table)
		return false;
	for (unsigned v = 0; v < n_values; v++) {
		uint8_t src[FL_TEXEL_ELEMENT_B] = {v & 255, v >> 8 & 255};
		float texel[4];
		fl_texel_unpack(t, src, 0, 0, texel);
		store_texel(layer, table, v, texel);
	}
	for (uint32_t y = 0; y < layer->l->height; y++)
		for (uint32_t x = 0, n; x < layer->l->width; x += n) {
			n = places(layer, y, x, 1, layer->l->width, at_B);
			for (uint32_t j = 0; j < n; j++) {
				unsigned v = base[at_B[j] ^ t->flip];
				if (t->format.bits == 16)
					v |= base[(at_B[j] + 1) ^ t->flip] << 8;
				*out++ = table[v];
			}
		}
	free(table);
	return true;
}

static void decode_elements(const struct layer *layer, void *out)
{
	const struct fl_texel_image *t = &layer->u->image;
	const struct fl_texel_format *f = &t->format;
	const uint32_t width = layer->l->width, elements = (width + f->block_w - 1) / f->block_w;
	uint64_t at_B[ROW];
	size_t to = 0;

	for (uint32_t y = 0; y < layer->l->height; y++)
		for (uint32_t e = 0, n; e < elements; e += n) {
			n = places(layer, y / f->block_h, e, 1, elements, at_B);
			for (uint32_t j = 0; j < n; j++) {
				uint32_t x0 = (e + j) * f->block_w;
				uint8_t b[FL_TEXEL_ELEMENT_B];

				fl_texel_element(t, layer->u->memory, at_B[j], b);
				for (uint32_t x = 0; x < f->block_w && x0 + x < width; x++) {
					float v[4];
					fl_texel_unpack(t, b, x, y % f->block_h, v);
					if (t->key_mode && fl_texel_keyed(t, b, x))
						memset(v, 0, sizeof(v));
					store_texel(layer, out, to++, v);
				}
			}
		}
}

static bool is_8888(const struct fl_texel_image *t)
{
	static const uint8_t at[4] = {0, 8, 16, 24}, width[4] = {8, 8, 8, 8};
	bool selects = true;

	for (unsigned k = 0; k < 4; k++)
		selects &= t->sel[k] < FL_TEXEL_SEL_TWICE;
	return selects && t->format.coding == FL_TEXEL_FIELDS && memcmp(t->format.at, at, sizeof(at)) == 0 &&
	       memcmp(t->format.width, width, sizeof(width)) == 0;
}

static void decode_layer(const struct layer *layer, void *out)
{
	const struct fl_texel_image *t = &layer->u->image;
	bool plain = layer->store == FL_TEXEL_STORE_8 && !t->key_mode, single = t->format.block_w == 1;
	bool table =
	    t->format.bits == 8 || (t->format.bits == 16 && layer->l->width * layer->l->height >= TABLE_PX);

	if (plain && is_8888(t))
		decode_8888(layer, out);
	else if (!plain || !single || !table || !decode_by_table(layer, out))
		decode_elements(layer, out);
}

/* ---- entries ------------------------------------------------------------------------------------------- */
static void use(struct fl_texel_unit *u, struct entry *e, const struct fl_texel_cache *c)
{
	size_t at = 0;

	e->generation = c->generation;
	e->tick = c->tick;
	u->store = e->store;
	for (unsigned i = 0; i < u->image.n_levels; i++) {
		u->level[i].texels = (const uint8_t *)e->texels + at;
		at += level_B(&u->level[i], e->store);
	}
}

static struct entry *decode(const struct fl_texel_unit *u, uint8_t store, uint64_t size_B)
{
	struct entry *e = calloc(1, sizeof(*e));
	uint8_t *out =
	    e ? aligned_alloc(ALIGN_B, (size_B + PAST_END_B + ALIGN_B - 1) / ALIGN_B * ALIGN_B) : NULL;

	if (!out) {
		free(e);
		return NULL;
	}
	*e = (struct entry){.size_B = size_B, .store = store, .texels = out};
	memcpy(&e->image, &u->image, sizeof(e->image)); /* compared as bytes */
	for (unsigned i = 0; i < u->image.n_levels; i++) {
		struct layer layer = {.u = u, .l = &u->level[i], .store = store};

		e->place[i] = (struct place){u->level[i].at_B, u->level[i].pitch};
		for (; layer.n < layer.l->depth; layer.n++) {
			decode_layer(&layer, out);
			out += (size_t)layer.l->width * layer.l->height * texel_B(store);
		}
	}
	return e;
}

/* Where levels stand is no part of the image: on some chips they have addresses and pitches of their own. */
static bool holds(const struct entry *e, const struct fl_texel_unit *u)
{
	if (memcmp(&e->image, &u->image, sizeof(u->image)))
		return false;
	for (unsigned i = 0; i < u->image.n_levels; i++)
		if (e->place[i].at_B != u->level[i].at_B || e->place[i].pitch != u->level[i].pitch)
			return false;
	return true;
}

bool fl_texel_cache_get(struct fl_texel_cache *c, struct fl_texel_unit *u)
{
	uint64_t size_B = 0, hash = 0;
	struct entry *e;

	c->tick++;
	for (e = c->first; e; e = e->next)
		if (!e->dead && holds(e, u))
			break;
	if (e && e->generation == c->generation) {
		use(u, e, c);
		return true;
	}

	u->store = FL_TEXEL_STORE_DIRECT;
	u->memory = c->family->memory(c->of, u);
	if (!u->memory)
		return false;
	if (e) {
		hash = hash_of(u->memory, u->size_B);
		if (hash == e->hash) {
			use(u, e, c);
			return true;
		}
		e->dead = true;
	}

	uint8_t store = (uint8_t)fl_texel_store(&u->image);
	/* Which texels match the key a look-up must see for itself, if they kill. */
	if (u->image.key_mode == FL_TEXEL_KEY_KILL)
		store = FL_TEXEL_STORE_DIRECT;
	for (unsigned i = 0; i < u->image.n_levels; i++)
		size_B += level_B(&u->level[i], store);
	c->epoch++;
	if (!c->family->gathered(c->of))
		trim(c, size_B);
	if (store == FL_TEXEL_STORE_DIRECT || size_B > c->budget_B)
		return true;
	if (!c->family->spend(c->of, size_B))
		return false;
	e = decode(u, store, size_B);
	if (!e)
		return true;
	e->hash = hash ? hash : hash_of(u->memory, u->size_B);
	e->next = c->first;
	c->first = e;
	c->held_B += size_B;
	c->decoded += size_B;
	use(u, e, c);
	return true;
}
