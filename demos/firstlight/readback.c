/* SPDX-License-Identifier: MIT
 *
 * The program that copies a finished picture, for recordings that lack it.
 */
#include "demos/firstlight/readback.h"

#include <stddef.h>
#include <string.h>

/* Fetches a texel by whole coordinates, and exports it. */
static const uint32_t r6xx[FL_READBACK_DW] = {
    0x00000003, 0xa0100000, 0x00000008, 0x80800000, 0xc0010000, 0x94200688, 0x00000000,
    0x20201410, 0x00000400, 0x40201410, 0x80000c00, 0x60206b10, 0x800004fe, 0x00206b10,
    0x80000801, 0x20206b10, 0x00011203, 0xf00d1002, 0x7c800000, 0x00000000,
};
static const uint32_t r7xx[FL_READBACK_DW] = {
    0x00000003, 0xa0100000, 0x00000008, 0x80800000, 0xc0010000, 0x94200688, 0x00000000,
    0x20200a10, 0x00000400, 0x40200a10, 0x80000c00, 0x60203590, 0x800004fe, 0x00203590,
    0x80000801, 0x20203590, 0x00011203, 0xf00d1002, 0x7c800000, 0x00000000,
};

const uint32_t *fl_readback_program(const char *chip)
{
	if (!strcmp(chip, "r600"))
		return r6xx;
	return strcmp(chip, "rv710") && strcmp(chip, "rv770") ? NULL : r7xx;
}

uint64_t fl_readback_place(const uint32_t *dw, uint32_t size_dw)
{
	enum { SET_CONTEXT_REG = 0x69, START_PS = (0x28840 - 0x28000) / 4, GRANULE_LOG2 = 8 };
	uint64_t place = 0;

	for (uint32_t i = 0; i < size_dw;) {
		const uint32_t header = dw[i], n = (header >> 16 & 0x3fff) + 1;

		if (header >> 30 != 3) { /* a filler */
			i++;
			continue;
		}
		if ((header >> 8 & 0xff) == SET_CONTEXT_REG && n > 1 && n < size_dw - i &&
		    dw[i + 1] <= START_PS && START_PS - dw[i + 1] < n - 1)
			place = (uint64_t)dw[i + 2 + START_PS - dw[i + 1]] << GRANULE_LOG2;
		i += 1 + n;
	}
	return place;
}
