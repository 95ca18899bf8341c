/* SPDX-License-Identifier: MIT
 *
 * Programs of fixed function for Sea Islands, of random keys.
 */
#ifndef TESTS_LLVM_LOWERED_H
#define TESTS_LLVM_LOWERED_H

#include <stdint.h>

enum { LOWERED_MAX = 600 };

/* The words of the next one; returns how many, up to LOWERED_MAX. They stay until the next call. */
uint32_t lowered_make(uint64_t *seed, const uint32_t **words);

#endif
