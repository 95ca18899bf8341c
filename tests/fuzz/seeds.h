/* SPDX-License-Identifier: MIT
 *
 * Writing seeds: bytes one after the other, saved as OUT/TARGET/NAME.
 */
#ifndef TESTS_FUZZ_SEEDS_H
#define TESTS_FUZZ_SEEDS_H

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

void seeds_small(const char *dir); /* lines, headers, programs: seeds_small.c */
void seeds_proxy(const char *dir); /* messages of QEMU while a card is woken: seeds_proxy.c */

#endif
