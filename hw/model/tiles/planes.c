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
	EIGHT = BLOCK_PX,
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

/* Pairs of 24 bits and 8, as many as the compiler knows: it makes vectors of them. */
static void join_eight(uint32_t *restrict to, const uint32_t *restrict z, const uint8_t *restrict s)
{
	for (unsigned i = 0; i < EIGHT; i++)
		to[i] = z[i] << 8 | s[i];
}

static void part_row(const uint32_t *restrict from, uint32_t *restrict z, uint8_t *restrict s)
{
	if (z)
		for (unsigned i = 0; i < FL_TILE_PX; i++)
			z[i] = from[i] >> 8;
	if (s)
		for (unsigned i = 0; i < FL_TILE_PX; i++)
			s[i] = (uint8_t)from[i];
}

/* n samples from `at` on: eights. */
static void join(const struct fl_tile_key *k, uint8_t *px, const uint32_t *z, const uint8_t *s, unsigned at,
		 unsigned n)
{
	const bool first = k->planes & FL_TILE_FIRST, second = k->planes & FL_TILE_SECOND;
	uint8_t *to = px + (size_t)at * k->cpp;

	if (k->cpp == 4 && first && second)
		for (unsigned i = 0; i < n; i += EIGHT)
			join_eight((uint32_t *)(void *)(to + (size_t)i * 4), z + at + i, s + at + i);
	else
		for (unsigned i = 0; i < n; i++)
			put(to + (size_t)i * k->cpp, k->cpp, first ? z[at + i] : 0, second ? s[at + i] : 0);
}

/* The same of whole rows of the tile. */
static void part(const struct fl_tile_key *k, unsigned planes, const uint8_t *px, uint32_t *z, uint8_t *s,
		 unsigned at, unsigned n)
{
	const bool first = planes & FL_TILE_FIRST, second = planes & FL_TILE_SECOND;
	const uint8_t *from = px + (size_t)at * k->cpp;

	if (k->cpp == 4)
		for (unsigned i = 0; i < n; i += FL_TILE_PX)
			part_row((const uint32_t *)(const void *)(from + (size_t)i * 4),
				 first ? z + at + i : NULL, second ? s + at + i : NULL);
	else
		for (unsigned i = 0; i < n; i++)
			get(from + (size_t)i * k->cpp, k->cpp, &z[at + i], &s[at + i]);
}

void fl_tile_planes_load(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx,
			 unsigned ty, uint8_t *px, uint64_t blocks)
{
	uint32_t z[SAMPLES_OF_TILE];
	uint8_t s[SAMPLES_OF_TILE];
	const struct fl_tile_key *k = way->whole.key;

	if (k->planes & FL_TILE_FIRST)
		fl_tile_path_load(&way->plane[0], &places->first, tx, ty, (uint8_t *)z, blocks);
	if (k->planes & FL_TILE_SECOND)
		fl_tile_path_load(&way->plane[1], &places->second, tx, ty, s, blocks);
	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks), x = i % BLOCKS * BLOCK_PX;

		for (unsigned y = i / BLOCKS * BLOCK_PX, end = y + BLOCK_PX; y < end; y++)
			if (k->samples == 1)
				join(k, px, z, s, y * FL_TILE_PX + x, BLOCK_PX);
			else
				join(k, px, z, s, (y * FL_TILE_PX + x) * k->samples, BLOCK_PX * k->samples);
	}
}

bool fl_tile_planes_save(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx,
			 unsigned ty, const uint8_t *px, const uint64_t dirty[16], bool second)
{
	uint32_t z[SAMPLES_OF_TILE];
	uint8_t s[SAMPLES_OF_TILE];
	const struct fl_tile_key *k = way->whole.key;
	const unsigned n = FL_TILE_PX * k->samples; /* in a row */
	const unsigned planes = second ? k->planes : k->planes & ~(unsigned)FL_TILE_SECOND;
	bool ok = true;

	if (planes == FL_TILE_FIRST && k->cpp == 4 && k->samples == 1)
		return fl_tile_path_save_upper(&way->plane[0], &places->first, tx, ty, px, dirty);
	for (unsigned y = 0; y < FL_TILE_PX; y += 2)
		if (dirty[y / 4] >> (y / 2 % 2 * 32) & UINT32_MAX)
			part(k, planes, px, z, s, y * n, 2 * n);
	if (planes & FL_TILE_FIRST)
		ok &= fl_tile_path_save(&way->plane[0], &places->first, tx, ty, (const uint8_t *)z, dirty);
	if (planes & FL_TILE_SECOND)
		ok &= fl_tile_path_save(&way->plane[1], &places->second, tx, ty, s, dirty);
	return ok;
}
