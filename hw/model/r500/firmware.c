/* SPDX-License-Identifier: MIT
 *
 * Microcode that is nobody's: 256 words of 40 bits out of a fixed pseudo-random sequence, well-formed, in the
 * form of the files that AMD ships. The model takes it; a real command processor would do nothing sensible
 * with it.
 */
#include "hw/model/r500/chip.h"

enum { WORDS = 256, IMAGE_B = WORDS * 8 };

size_t mr500_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B)
{
	uint32_t state = 0x66697273; /* xorshift32, G. Marsaglia, "Xorshift RNGs", 2003 */

	if (i || max_B < IMAGE_B)
		return 0;
	for (unsigned k = 0; k < IMAGE_B; k++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		/* Of the upper dword of each pair only the last byte is part of a word. */
		out[k] = k % 8 < 3 ? 0 : (uint8_t)(state >> 24);
	}
	return IMAGE_B;
}
