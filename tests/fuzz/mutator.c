/* SPDX-License-Identifier: MIT
 *
 * The mutations of mutate.h for libFuzzer, in turn with its own.
 */
#include "tests/fuzz/mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size_B, size_t max_B);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size_B, size_t max_B, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size_B, size_t max_B, unsigned seed)
{
	uint32_t s = (seed * 2654435761u) | 1;

	if (size_B < 2 || fuzz_random(&s) % 4 == 0)
		return LLVMFuzzerMutate(data, size_B, max_B);
	if (fuzz_random(&s) % 16 == 0)
		data[fuzz_random(&s) % 2] = (uint8_t)fuzz_random(&s);
	return fuzz_mutate(data, size_B, &s) ? size_B : LLVMFuzzerMutate(data, size_B, max_B);
}
