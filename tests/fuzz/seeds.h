/* SPDX-License-Identifier: MIT
 *
 * Writing seeds: bytes one after the other, saved as OUT/TARGET/NAME.
 */
#ifndef TESTS_FUZZ_SEEDS_H
#define TESTS_FUZZ_SEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct seed {
	uint8_t *p;
	size_t n, cap;
};

void seed_put(struct seed *o, const void *p, size_t n);
void seed_put_n(struct seed *o, uint64_t v, unsigned n); /* n bytes, little endian */
/* And begin again, with the same memory. */
void seed_save(const char *dir, const char *target, const char *name, struct seed *o);

/* Vivante's: seeds_gc.c */
enum { SEEDS_GC_FENCE_DW = 6, SEEDS_GC_MAX_DW = 16368 };
void seeds_gc_scissors(uint32_t *dw, uint32_t n);
uint32_t seeds_gc_fence(uint32_t dw[SEEDS_GC_FENCE_DW]);
void seeds_gc_ring(struct seed *o, bool secure);
void seeds_gc_last(struct seed *o, uint32_t *dw, uint32_t n, bool call);

void seeds_small(const char *dir); /* lines, headers, programs: seeds_small.c */
void seeds_proxy(const char *dir); /* messages of QEMU while a card is woken: seeds_proxy.c */

#endif
