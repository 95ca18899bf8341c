/* SPDX-License-Identifier: MIT
 *
 * Pieces of host memory by GPU address, in order and disjoint: an array, cut into leaves so that a new piece
 * moves a few hundred others at most, however many there are.
 */
#ifndef HW_MODEL_RANGES_H
#define HW_MODEL_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_range {
	uint64_t addr, size_B;
	uint8_t *host;
};

enum { FL_RANGES_LEAF = 256 };

struct fl_ranges_leaf {
	unsigned n; /* one at least */
	struct fl_range range[FL_RANGES_LEAF];
};

struct fl_ranges { /* all zero: empty */
	struct fl_ranges_leaf **leaf;
	unsigned n, cap; /* leaves */
};

/* False: it overlaps one that is there, or no memory; nothing has changed. */
bool fl_ranges_add(struct fl_ranges *s, const struct fl_range *r);
/* Take away the one that begins at addr and has size_B bytes. False: there is none. */
bool fl_ranges_remove(struct fl_ranges *s, uint64_t addr, uint64_t size_B);
void fl_ranges_free(struct fl_ranges *s);

/* Index of the first of n ranges that ends after addr; n: none does. */
static inline unsigned fl_ranges_first(const struct fl_range *list, unsigned n, uint64_t addr)
{
	unsigned lo = 0;

	while (n) {
		unsigned half = n / 2;

		if (addr - list[lo + half].addr < list[lo + half].size_B || addr < list[lo + half].addr) {
			n = half;
		} else {
			lo += half + 1;
			n -= half + 1;
		}
	}
	return lo;
}

/* The leaf that holds the first range that ends after addr; n: none does. */
static inline unsigned fl_ranges_leaf_of(const struct fl_ranges *s, uint64_t addr)
{
	unsigned lo = 0, n = s->n;

	while (n) {
		const struct fl_ranges_leaf *l = s->leaf[lo + n / 2];

		if (addr < l->range[l->n - 1].addr + l->range[l->n - 1].size_B) {
			n = n / 2;
		} else {
			lo += n / 2 + 1;
			n -= n / 2 + 1;
		}
	}
	return lo;
}

/* The first range that ends after addr; NULL: none does. */
static inline const struct fl_range *fl_ranges_find(const struct fl_ranges *s, uint64_t addr)
{
	unsigned i = fl_ranges_leaf_of(s, addr);

	return i < s->n ? &s->leaf[i]->range[fl_ranges_first(s->leaf[i]->range, s->leaf[i]->n, addr)] : NULL;
}

#endif
