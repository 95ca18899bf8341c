/* SPDX-License-Identifier: MIT
 *
 * How long programs have run, by their words, for those who compile them when it is worth it: draws turn from
 * one program to the next and back, and decode them anew.
 */
#ifndef HW_MODEL_JIT_WORN_H
#define HW_MODEL_JIT_WORN_H

#include <stdint.h>

enum { FL_WORN = 64 };

struct fl_worn {
	uint64_t hash, ran;
};

/* FNV-1a, a word at a time. */
#define FL_WORN_HASH 0xcbf29ce484222325ull
static inline uint64_t fl_worn_hash(uint64_t hash, const uint32_t *dw, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		hash = (hash ^ dw[i]) * 0x100000001b3ull;
	return hash;
}

/* Of two programs that share a place, the one that is asked for stays. */
static inline struct fl_worn *fl_worn_of(struct fl_worn table[FL_WORN], uint64_t hash)
{
	struct fl_worn *w = &table[hash >> 32 & (FL_WORN - 1)];

	if (w->hash != hash) {
		w->hash = hash;
		__atomic_store_n(&w->ran, 0, __ATOMIC_RELAXED);
	}
	return w;
}

#endif
