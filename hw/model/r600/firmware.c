/* SPDX-License-Identifier: MIT
 *
 * Microcode that is nobody's: a fixed pseudo-random sequence in the form and of the size of the files that
 * AMD ships (dwords, the high byte first). The model takes it; a real chip would do nothing sensible with it.
 */
#include "hw/model/r600/chip.h"
#include "hw/model/r600/cp.h"
#include "hw/model/r600/mc.h"

static unsigned image_dw(const struct mr600_variant *v, unsigned i)
{
	switch (i) {
	case 0:
		return v->r7xx ? MR600_CP_PFP_R7XX : MR600_CP_PFP_R6XX;
	case 1:
		return v->r7xx ? MR600_CP_ME_R7XX : MR600_CP_ME_R6XX;
	case 2:
		return v->r7xx ? MR600_RLC_R7XX : MR600_RLC_R6XX;
	}
	return 0;
}

size_t mr600_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B)
{
	const struct mr600_variant *v = mr600_variant(chip);
	uint32_t state = 0x66697273 + i; /* xorshift32, G. Marsaglia, "Xorshift RNGs", 2003 */
	size_t size_B = v ? 4 * (size_t)image_dw(v, i) : 0;

	if (!size_B || max_B < size_B)
		return 0;
	for (size_t k = 0; k < size_B; k++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		out[k] = (uint8_t)(state >> 24);
	}
	return size_B;
}
