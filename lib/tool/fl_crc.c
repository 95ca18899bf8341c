/* SPDX-License-Identifier: MIT
 *
 * CRC-32, bit by bit.
 */
#include "lib/tool/fl_crc.h"

uint32_t fl_crc32(uint32_t crc, const uint8_t *bytes, size_t n)
{
	const uint32_t polynomial = 0xedb88320;

	crc = ~crc;
	while (n--) {
		crc ^= *bytes++;
		for (unsigned bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
	}
	return ~crc;
}
