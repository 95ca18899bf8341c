/* SPDX-License-Identifier: MIT
 *
 * Mutations of what fuzz_model takes: libFuzzer knows bytes, this knows operations (ops.h) and packets. A
 * stream stays well formed and some of its dwords change: values of registers that draws depend on, in ways
 * that break things. The same seed gives the same mutation.
 */
#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* xorshift32; *s is not 0. */
uint32_t fuzz_random(uint32_t *s);
/* A dword that is like v, or one that breaks things. May be called in a signal handler. */
uint32_t fuzz_changed(uint32_t v, uint32_t *s);
/* Change one to six dwords of the streams in an input. False: it has none. */
bool fuzz_mutate(uint8_t *data, size_t size_B, uint32_t *s);

#endif
