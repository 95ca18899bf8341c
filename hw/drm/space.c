/* SPDX-License-Identifier: MIT
 *
 * Addresses for buffers: the first hole that is large enough. Holes are kept in order, and grow together.
 */
#include "hw/drm/internal.h"

#include <stdlib.h>
#include <string.h>

/* Taking and giving back add a hole at most. */
static bool grow(struct fl_drm_space *s)
{
	const unsigned cap = s->cap ? 2 * s->cap : 64;
	void *hole;

	if (s->n + 2 <= s->cap)
		return true;
	hole = realloc(s->hole, cap * sizeof *s->hole);
	if (!hole)
		return false;
	s->hole = hole;
	s->cap = cap;
	return true;
}

bool fl_drm_space_init(struct fl_drm_space *s, uint64_t addr, uint64_t size_B)
{
	*s = (struct fl_drm_space){0};
	if (!grow(s))
		return false;
	s->hole[s->n++] = (struct fl_drm_hole){addr, size_B};
	return true;
}

void fl_drm_space_free(struct fl_drm_space *s)
{
	free(s->hole);
	*s = (struct fl_drm_space){0};
}

static void insert(struct fl_drm_space *s, unsigned i, struct fl_drm_hole h)
{
	memmove(&s->hole[i + 1], &s->hole[i], (s->n - i) * sizeof h);
	s->hole[i] = h;
	s->n++;
}

static void erase(struct fl_drm_space *s, unsigned i)
{
	s->n--;
	memmove(&s->hole[i], &s->hole[i + 1], (s->n - i) * sizeof *s->hole);
}

uint64_t fl_drm_space_take(struct fl_drm_space *s, uint64_t size_B, uint64_t align_B)
{
	if (!grow(s))
		return 0;
	for (unsigned i = 0; i < s->n; i++) {
		struct fl_drm_hole h = s->hole[i];
		uint64_t at = (h.addr + align_B - 1) & ~(align_B - 1), end = h.addr + h.size_B;

		if (at < h.addr || at >= end || size_B > end - at)
			continue;
		erase(s, i);
		if (end > at + size_B)
			insert(s, i, (struct fl_drm_hole){at + size_B, end - at - size_B});
		if (at > h.addr)
			insert(s, i, (struct fl_drm_hole){h.addr, at - h.addr});
		return at;
	}
	return 0;
}

bool fl_drm_space_take_at(struct fl_drm_space *s, uint64_t addr, uint64_t size_B)
{
	const uint64_t end = addr + size_B;

	if (!size_B || end < addr || !grow(s))
		return false;
	for (unsigned i = 0; i < s->n; i++) {
		struct fl_drm_hole h = s->hole[i];

		if (addr < h.addr || end > h.addr + h.size_B)
			continue;
		erase(s, i);
		if (h.addr + h.size_B > end)
			insert(s, i, (struct fl_drm_hole){end, h.addr + h.size_B - end});
		if (addr > h.addr)
			insert(s, i, (struct fl_drm_hole){h.addr, addr - h.addr});
		return true;
	}
	return false;
}

void fl_drm_space_give(struct fl_drm_space *s, uint64_t addr, uint64_t size_B)
{
	unsigned i = 0;

	while (i < s->n && s->hole[i].addr < addr)
		i++;
	if (!grow(s)) /* without memory these addresses are lost, which harms nobody */
		return;
	insert(s, i, (struct fl_drm_hole){addr, size_B});
	if (i + 1 < s->n && addr + size_B == s->hole[i + 1].addr) {
		s->hole[i].size_B += s->hole[i + 1].size_B;
		erase(s, i + 1);
	}
	if (i && s->hole[i - 1].addr + s->hole[i - 1].size_B == addr) {
		s->hole[i - 1].size_B += s->hole[i].size_B;
		erase(s, i);
	}
}
