/* SPDX-License-Identifier: MIT
 *
 * Changes to a set of ranges; see ranges.h.
 */
#include "hw/model/ranges.h"
#include <stdlib.h>
#include <string.h>

/* Room for one more leaf at index i, empty; NULL: no memory. */
static struct fl_ranges_leaf *new_leaf(struct fl_ranges *s, unsigned i)
{
	struct fl_ranges_leaf *l;

	if (s->n == s->cap) {
		unsigned cap = s->cap ? 2 * s->cap : 4;
		struct fl_ranges_leaf **more = realloc(s->leaf, cap * sizeof(*more));

		if (!more)
			return NULL;
		s->leaf = more;
		s->cap = cap;
	}
	l = malloc(sizeof(*l));
	if (!l)
		return NULL;
	l->n = 0;
	memmove(&s->leaf[i + 1], &s->leaf[i], (s->n - i) * sizeof(*s->leaf));
	s->leaf[i] = l;
	s->n++;
	return l;
}

/* A full leaf gives its upper half to a new one after it. */
static bool split(struct fl_ranges *s, unsigned i)
{
	struct fl_ranges_leaf *to = new_leaf(s, i + 1), *from = s->leaf[i];

	if (!to)
		return false;
	to->n = FL_RANGES_LEAF / 2;
	from->n -= to->n;
	memcpy(to->range, &from->range[from->n], to->n * sizeof(*to->range));
	return true;
}

bool fl_ranges_add(struct fl_ranges *s, const struct fl_range *r)
{
	const struct fl_range *next = fl_ranges_find(s, r->addr);
	struct fl_ranges_leaf *l;
	unsigned i, at;

	if (next && next->addr < r->addr + r->size_B)
		return false;
	i = fl_ranges_leaf_of(s, r->addr);
	if (!s->n && !new_leaf(s, 0))
		return false;
	i = i < s->n ? i : s->n - 1; /* after all others: the last one takes it */
	if (s->leaf[i]->n == FL_RANGES_LEAF) {
		if (!split(s, i))
			return false;
		if (s->leaf[i + 1]->range[0].addr < r->addr)
			i++;
	}
	l = s->leaf[i];
	at = fl_ranges_first(l->range, l->n, r->addr);
	memmove(&l->range[at + 1], &l->range[at], (l->n - at) * sizeof(*l->range));
	l->range[at] = *r;
	l->n++;
	return true;
}

bool fl_ranges_remove(struct fl_ranges *s, uint64_t addr, uint64_t size_B)
{
	const struct fl_range *r = fl_ranges_find(s, addr);
	unsigned i = fl_ranges_leaf_of(s, addr), at;
	struct fl_ranges_leaf *l;

	if (!r || r->addr != addr || r->size_B != size_B)
		return false;
	l = s->leaf[i];
	at = (unsigned)(r - l->range);
	memmove(&l->range[at], &l->range[at + 1], (l->n - at - 1) * sizeof(*l->range));
	if (--l->n)
		return true;
	free(l);
	memmove(&s->leaf[i], &s->leaf[i + 1], (s->n - i - 1) * sizeof(*s->leaf));
	s->n--;
	return true;
}

void fl_ranges_free(struct fl_ranges *s)
{
	for (unsigned i = 0; i < s->n; i++)
		free(s->leaf[i]);
	free(s->leaf);
	*s = (struct fl_ranges){0};
}
