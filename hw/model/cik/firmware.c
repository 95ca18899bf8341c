/* SPDX-License-Identifier: MIT
 *
 * Microcode that is nobody's: a fixed pseudo-random sequence in the form of the files that AMD ships today: a
 * header, little-endian (Linux radeon_ucode.h), and behind it dwords of the size of the old files. The model
 * takes it; a real chip would do nothing sensible with it.
 */
#include "hw/model/cik/chip.h"
#include "hw/model/cik/cp.h"
#include "hw/model/cik/rlc.h"
#include "hw/model/cik/sdma.h"
#include <string.h>

enum {
	HEADER_B = 256, /* as large as radeon's union of all headers */
	COMMON_B = 32,  /* what all files have */
	VERSION = 0x7e57,
	POLYNOMIAL = (int)0xedb88320, /* CRC-32 of IEEE 802.3 */
};

static unsigned image_dw(const struct mcik_variant *v, unsigned i)
{
	const unsigned dw[] = {MCIK_RAM_GFX_DW, MCIK_RAM_GFX_DW, MCIK_RAM_GFX_DW, MCIK_RAM_MEC_DW,
			       mcik_rlc_dw(v),  MCIK_SDMA_DW,    MCIK_RAM_MEC_DW};

	return i < 6u + (v->mecs > 1) ? dw[i] : 0;
}

static uint32_t checksum(const uint8_t *p, size_t n)
{
	uint32_t crc = ~0u;

	while (n--) {
		crc ^= *p++;
		for (unsigned k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? (uint32_t)POLYNOMIAL : 0);
	}
	return ~crc;
}

static void put(uint8_t *p, uint32_t v)
{
	for (unsigned i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

size_t mcik_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B)
{
	const struct mcik_variant *v = mcik_variant(chip);
	uint32_t state = 0x6369726b + i; /* xorshift32, G. Marsaglia, "Xorshift RNGs", 2003 */
	uint32_t ucode_B = v ? 4 * image_dw(v, i) : 0, size_B = HEADER_B + ucode_B;

	if (!ucode_B || max_B < size_B)
		return 0;
	memset(out, 0, HEADER_B);
	for (uint32_t k = HEADER_B; k < size_B; k++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		out[k] = (uint8_t)(state >> 24);
	}
	const uint32_t header[COMMON_B / 4] = {
	    size_B, COMMON_B, 1, 7, VERSION, ucode_B, HEADER_B, checksum(out + HEADER_B, ucode_B)};

	for (unsigned k = 0; k < COMMON_B / 4; k++)
		put(out + 4 * k, header[k]);
	return size_B;
}
