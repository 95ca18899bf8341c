/* SPDX-License-Identifier: MIT
 *
 * What libFuzzer calls: one program a target, by -DFUZZ_TARGET=fuzz_model.
 */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_B);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_B)
{
	FUZZ_TARGET(data, size_B);
	return 0;
}
