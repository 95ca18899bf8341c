/* SPDX-License-Identifier: MIT
 *
 * Memory that is all freed at once: what a batch of draws needs until it is drawn.
 */
#include "hw/model/chip.h"
#include <stdlib.h>

enum { CHUNK_B = 256 * 1024 };

struct fl_arena_chunk {
	struct fl_arena_chunk *next;
	size_t size_B, used_B;
	_Alignas(64) uint8_t bytes[];
};

static void *take(struct fl_arena_chunk *c, size_t size_B, size_t align_B)
{
	uintptr_t base = (uintptr_t)c->bytes;
	size_t at = ((base + c->used_B + align_B - 1) & ~(uintptr_t)(align_B - 1)) - base;

	if (at > c->size_B || size_B > c->size_B - at)
		return NULL;
	c->used_B = at + size_B;
	return c->bytes + at;
}

void *fl_arena_alloc(struct fl_arena *a, size_t size_B, size_t align_B)
{
	struct fl_arena_chunk *c;
	size_t need_B;
	void *p;

	if (!align_B)
		align_B = 16;
	if (size_B > SIZE_MAX / 2 || align_B > SIZE_MAX / 4)
		return NULL;
	while (a->now) {
		p = take(a->now, size_B, align_B);
		if (p) {
			a->used_B += size_B;
			return p;
		}
		if (!a->now->next)
			break;
		a->now = a->now->next;
	}
	need_B = size_B + align_B > CHUNK_B ? size_B + align_B : CHUNK_B;
	c = aligned_alloc(64, (sizeof(*c) + need_B + 63) & ~(size_t)63);
	if (!c)
		return NULL;
	c->next = NULL;
	c->size_B = need_B;
	c->used_B = 0;
	if (a->now)
		a->now->next = c;
	else
		a->first = c;
	a->now = c;
	a->used_B += size_B;
	return take(c, size_B, align_B);
}

void fl_arena_reset(struct fl_arena *a)
{
	for (struct fl_arena_chunk *c = a->first; c; c = c->next)
		c->used_B = 0;
	a->now = a->first;
	a->used_B = 0;
}

void fl_arena_free(struct fl_arena *a)
{
	struct fl_arena_chunk *next;

	for (struct fl_arena_chunk *c = a->first; c; c = next) {
		next = c->next;
		free(c);
	}
	a->first = a->now = NULL;
	a->used_B = 0;
}
