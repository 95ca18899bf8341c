/* SPDX-License-Identifier: MIT
 *
 * TX: the texture cache. A texture is decoded into plain rows of texels when it is first used, and stays so
 * until TX_INVALTAGS: memory that changes before shows its old texels, as on the chip. After TX_INVALTAGS an
 * entry is compared with memory by a hash, and decoded again only if that changed.
 *
 * Draws that are gathered hold pointers to texels. So an entry that goes (replaced or over budget) waits
 * until nothing is gathered before its memory is given back. All of this happens on the thread that decodes
 * draws.
 */
#include "hw/model/r500/r500.h"
#include "hw/model/r500/tile_addr.h"
#include "hw/model/texture/tx.h"

#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	struct tx_desc desc;
	uint64_t hash, size_B;
	uint32_t generation; /* of the invalidation that it was last checked after */
	uint32_t tick;       /* of its last use */
	bool dead;           /* replaced */
	uint8_t store;
	void *texels;
};

struct tx_cache {
	struct entry *first;
	uint64_t budget_B, held_B, decoded;
	uint32_t generation, tick;
};

struct tx_cache *tx_cache_new(uint64_t budget_B)
{
	struct tx_cache *c = calloc(1, sizeof(*c));
	if (c)
		c->budget_B = budget_B;
	return c;
}

void tx_cache_free(struct tx_cache *c)
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

void tx_cache_invalidate(struct tx_cache *c)
{
	c->generation++;
}

void tx_cache_stats(const struct tx_cache *c, uint64_t *held_B, uint64_t *decoded)
{
	*held_B = c->held_B;
	*decoded = c->decoded;
}

/* Four multiplicative lanes over 32 bytes a step; sizes of textures are multiples of 32. */
static uint64_t hash_of(const uint8_t *p, uint64_t size)
{
	uint64_t h[4] = {1, 2, 3, 4}, tail = 0;

	for (; size >= 32; p += 32, size -= 32) {
		uint64_t w[4];
		memcpy(w, p, 32);
		for (unsigned i = 0; i < 4; i++) {
			h[i] = (h[i] ^ w[i]) * 0x9e3779b97f4a7c15;
			h[i] ^= h[i] >> 29;
		}
	}
	memcpy(&tail, p, size < 8 ? size : 8);
	return ((h[0] * 31 + h[1]) * 31 + h[2]) * 31 + h[3] + tail;
}

static void drop(struct tx_cache *c, struct entry *e)
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
static void trim(struct tx_cache *c, uint64_t more)
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

/* ---- decoding: out gets rows of width texels, layer after layer ---------------------------------------- */
static void store_texel(const struct tx_desc *d, uint8_t store, void *out, size_t i, const float v[4])
{
	if (store == TX_STORE_F)
		memcpy((float *)out + i * 4, v, 16);
	else
		for (unsigned k = 0; k < 4; k++)
			((uint8_t *)out)[i * 4 + k] = byte_of(v[k], d->pow2 ? 256 : 255);
}

/* 8_8_8_8 without anything but selects: bytes are moved, runs of a micro-tile's row at a time. */
static void decode_8888(const struct tx_desc *d, const struct tx_level *l, const uint8_t *base,
			unsigned layer, uint32_t *out)
{
	unsigned run = 1u << mr500_micro_log2_w(4, d->micro);
	unsigned swap = d->endian == 1 ? 8 : d->endian == 2 ? 24 : d->endian == 3 ? 16 : 0;
	uint32_t keep[4], shift[4], set = 0;

	for (unsigned k = 0; k < 4; k++) {
		keep[k] = d->sel[k] < 4 ? 0xff : 0;
		shift[k] = d->sel[k] < 4 ? (8u * d->sel[k]) ^ swap : 0;
		if (d->sel[k] == 5)
			set |= 0xffu << (8 * k);
	}
	for (unsigned y = 0; y < l->height; y++)
		for (unsigned x = 0; x < l->width; x += run) {
			const uint8_t *src = base + l->at_B + layer * l->layer_B +
					     mr500_tile_addr(x, y, 4, l->pitch, d->micro, l->macro);
			for (unsigned i = 0; i < run && x + i < l->width; i++) {
				uint32_t w;
				memcpy(&w, src + 4 * i, 4);
				*out++ = set | (w >> shift[0] & keep[0]) | (w >> shift[1] & keep[1]) << 8 |
					 (w >> shift[2] & keep[2]) << 16 | (w >> shift[3] & keep[3]) << 24;
			}
		}
}

/* Texels of 8 bits, and many of 16: each value is decoded once. */
static bool decode_by_table(const struct tx_desc *d, const struct tx_level *l, const uint8_t *base,
			    unsigned layer, unsigned bits, uint32_t *out)
{
	unsigned n = 1u << bits, cpp = bits / 8,
		 swap = d->endian == 1   ? 1
			: d->endian == 2 ? 3
			: d->endian == 3 ? 2
					 : 0;
	uint32_t *table = malloc(n * sizeof(*table));

	if (!table)
		return false;
	for (unsigned v = 0; v < n; v++) {
		uint8_t src[16] = {v & 255, v >> 8 & 255};
		float texel[4];
		tx_texel(d, src, 0, 0, texel);
		store_texel(d, TX_STORE_8, table, v, texel);
	}
	for (unsigned y = 0; y < l->height; y++)
		for (unsigned x = 0; x < l->width; x++) {
			uint32_t at = l->at_B + layer * l->layer_B +
				      mr500_tile_addr(x, y, cpp, l->pitch, d->micro, l->macro);
			unsigned v = base[at ^ swap];
			if (cpp == 2)
				v |= base[(at + 1) ^ swap] << 8;
			*out++ = table[v];
		}
	free(table);
	return true;
}

static void decode_layer(const struct tx_desc *d, uint8_t store, const struct tx_level *l,
			 const uint8_t *base, unsigned layer, void *out)
{
	const struct tx_format *f = tx_format(d->format, d->kind);
	bool selects = true;

	for (unsigned k = 0; k < 4; k++)
		selects &= d->sel[k] <= 5;
	if (store == TX_STORE_8 && d->format == 12 && !d->key_mode && selects) {
		decode_8888(d, l, base, layer, out);
		return;
	}
	if (store == TX_STORE_8 && f->block == 1 && !d->key_mode &&
	    (f->bits == 8 || (f->bits == 16 && l->width * l->height >= 65536)) &&
	    decode_by_table(d, l, base, layer, f->bits, out))
		return;
	size_t i = 0;
	for (unsigned y = 0; y < l->height; y++)
		for (unsigned x = 0; x < l->width; x++) {
			float v[4];
			bool keyed = false;
			tx_read(d, l, base, x, y, layer, v, d->key_mode ? &keyed : NULL);
			if (keyed)
				memset(v, 0, sizeof(v));
			store_texel(d, store, out, i++, v);
		}
}

static uint8_t store_of(const struct tx_desc *d)
{
	const struct tx_format *f = tx_format(d->format, d->kind);

	if (d->key_mode == TX_CHROMA_KILL)
		return TX_STORE_DIRECT; /* a look-up must know which texels match */
	return d->is_signed || d->gamma || d->yuv == 2 ? TX_STORE_F : f->store;
}

static void use(struct tx_unit *u, const struct entry *e)
{
	size_t at = 0;

	u->store = e->store;
	for (unsigned i = 0; i < u->lay.n_levels; i++) {
		struct tx_level *l = &u->lay.level[i];
		l->texels = (const uint8_t *)e->texels + at;
		at += (size_t)l->width * l->height * l->depth * (e->store == TX_STORE_8 ? 4 : 16);
	}
}

bool tx_cache_get(struct mr500 *r, struct tx_cache *c, struct tx_unit *u)
{
	const struct tx_desc *d = &u->desc;
	struct entry *e;
	const char *which;
	uint64_t size = 0, hash = 0;

	c->tick++;
	for (e = c->first; e; e = e->next)
		if (!e->dead && memcmp(&e->desc, d, sizeof(*d)) == 0)
			break;
	if (e && e->generation == c->generation) {
		e->tick = c->tick;
		use(u, e);
		return true;
	}

	const uint8_t *src = fl_mem_span(&r->base.mem, d->addr, u->lay.size_B);
	u->store = TX_STORE_DIRECT;
	u->memory = src;
	if (!src)
		return false;
	if (mr500_holds(r, d->addr, u->lay.size_B, &which))
		mr500_report(
		    r, FL_WARN, "TX", "R5xx guide 10.5.3",
		    "texture at 0x%08x: the %s cache still holds pixels of it; flush before texturing",
		    d->addr, which);
	if (e) {
		hash = hash_of(src, u->lay.size_B);
		if (hash == e->hash) {
			e->generation = c->generation;
			e->tick = c->tick;
			use(u, e);
			return true;
		}
		e->dead = true;
	}

	uint8_t store = store_of(d);
	for (unsigned i = 0; i < u->lay.n_levels; i++) {
		const struct tx_level *l = &u->lay.level[i];
		size += (uint64_t)l->width * l->height * l->depth * (store == TX_STORE_8 ? 4 : 16);
	}
	if (!mr500_ga_busy(r))
		trim(c, size);
	if (store == TX_STORE_DIRECT || size > c->budget_B)
		return true;
	if (!mr500_spend(r, size, "the textures"))
		return false;
	/* 16 bytes more: a look-up may read a vector's worth from its last texel. */
	e = calloc(1, sizeof(*e));
	void *texels = e ? aligned_alloc(64, (size + 16 + 63) / 64 * 64) : NULL;
	if (!texels) {
		free(e);
		return true;
	}
	*e = (struct entry){.next = c->first,
			    .desc = *d,
			    .hash = hash ? hash : hash_of(src, u->lay.size_B),
			    .size_B = size,
			    .generation = c->generation,
			    .tick = c->tick,
			    .store = store,
			    .texels = texels};
	uint8_t *out = texels;
	for (unsigned i = 0; i < u->lay.n_levels; i++) {
		const struct tx_level *l = &u->lay.level[i];
		size_t layer_B = (size_t)l->width * l->height * (store == TX_STORE_8 ? 4 : 16);
		for (unsigned k = 0; k < l->depth; k++, out += layer_B)
			decode_layer(d, store, l, src, k, out);
	}
	c->first = e;
	c->held_B += size;
	c->decoded += size;
	use(u, e);
	return true;
}
