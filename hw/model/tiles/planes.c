/* SPDX-License-Identifier: MIT
 *
 * Surfaces whose depths and stencils are planes of their own in memory, and together in a tile: each plane is
 * moved as the surface that it is, and taken apart or put together here.
 */
#include "hw/model/tiles/planes.h"

#include <string.h>

enum {
	BLOCK_PX = 8,
	BLOCKS = FL_TILE_PX / BLOCK_PX,
	MOST_SAMPLES = 8,
	SAMPLES_OF_TILE = FL_TILE_PX * FL_TILE_PX * MOST_SAMPLES,
};

struct fl_tile_key fl_tile_plane(const struct fl_tile_key *k, bool second)
{
	struct fl_tile_key p = *k;

	p.planes = 0;
	p.cpp = second ? 1 : 4;
	if (second) {
		p.base = k->second.base;
		p.config = k->second.config;
		p.macro = k->second.macro;
		p.micro = k->second.micro;
	}
	memset(&p.second, 0, sizeof(p.second));
	return p;
}

/* Pairs of a sample's depth and stencil: eight bytes, or four with 24 bits of depth above the stencil. */
static void put(uint8_t *px, unsigned cpp, uint32_t z, uint8_t s)
{
	const uint32_t word[2] = {cpp == 4 ? z << 8 | s : z, s};

	memcpy(px, word, cpp);
}

static void get(const uint8_t *px, unsigned cpp, uint32_t *z, uint8_t *s)
{
	uint32_t word[2] = {0};

	memcpy(word, px, cpp);
	*z = cpp == 4 ? word[0] >> 8 : word[0];
	*s = (uint8_t)(cpp == 4 ? word[0] : word[1]);
}

/* The way of a plane, whose key goes to *k. */
static struct fl_tile_way way_of(const struct fl_tile_way *both, bool second, struct fl_tile_key *k)
{
	struct fl_tile_way way = *both;

	*k = fl_tile_plane(both->key, second);
	way.key = k;
	if (second)
		way.bricks = both->second;
	fl_tile_way_look(&way, both->mem);
	return way;
}

void fl_tile_planes_load(const struct fl_tile_way *way, unsigned tx, unsigned ty, uint8_t *px,
			 uint64_t blocks)
{
	uint32_t z[SAMPLES_OF_TILE];
	uint8_t s[SAMPLES_OF_TILE];
	const struct fl_tile_key *k = way->key;
	struct fl_tile_key first, second;
	const struct fl_tile_way one = way_of(way, false, &first), two = way_of(way, true, &second);
	struct fl_tile_places places[2] = {{0}};

	if (k->planes & FL_TILE_FIRST)
		fl_tile_load(&one, &places[0], tx, ty, (uint8_t *)z, blocks);
	if (k->planes & FL_TILE_SECOND)
		fl_tile_load(&two, &places[1], tx, ty, s, blocks);
	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks), x = i % BLOCKS * BLOCK_PX;

		for (unsigned y = i / BLOCKS * BLOCK_PX, end = y + BLOCK_PX; y < end; y++)
			for (unsigned n = 0; n < BLOCK_PX * k->samples; n++) {
				const unsigned at = (y * FL_TILE_PX + x) * k->samples + n;

				put(px + (size_t)at * k->cpp, k->cpp, k->planes & FL_TILE_FIRST ? z[at] : 0,
				    k->planes & FL_TILE_SECOND ? s[at] : 0);
			}
	}
}

bool fl_tile_planes_save(const struct fl_tile_way *way, unsigned tx, unsigned ty, const uint8_t *px,
			 const uint64_t dirty[16])
{
	uint32_t z[SAMPLES_OF_TILE];
	uint8_t s[SAMPLES_OF_TILE];
	const struct fl_tile_key *k = way->key;
	struct fl_tile_key first, second;
	const struct fl_tile_way one = way_of(way, false, &first), two = way_of(way, true, &second);
	struct fl_tile_places places[2] = {{0}};
	bool ok = true;

	for (unsigned i = 0; i < FL_TILE_PX * FL_TILE_PX * (unsigned)k->samples; i++)
		get(px + (size_t)i * k->cpp, k->cpp, &z[i], &s[i]);
	if (k->planes & FL_TILE_FIRST)
		ok &= fl_tile_save(&one, &places[0], tx, ty, (const uint8_t *)z, dirty);
	if (k->planes & FL_TILE_SECOND)
		ok &= fl_tile_save(&two, &places[1], tx, ty, s, dirty);
	return ok;
}
