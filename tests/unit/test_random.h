/* SPDX-License-Identifier: MIT
 *
 * Numbers that look random, the same each time (Marsaglia, Xorshift RNGs, 2003).
 */
#ifndef TESTS_UNIT_TEST_RANDOM_H
#define TESTS_UNIT_TEST_RANDOM_H

#include <stdint.h>

static inline uint32_t random32(void)
{
	static uint64_t seed = 88172645463325252ull;

	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 16);
}

#endif
