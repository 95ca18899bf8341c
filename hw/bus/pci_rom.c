/* SPDX-License-Identifier: MIT
 *
 * Whose expansion ROM is it? See pci.h.
 */
#include "hw/bus/pci.h"

#include <string.h>

enum { POINTER = 0x18, DATA_B = 8 }; /* to the data structure; its beginning, with the ids */

bool fl_pci_rom_of(const struct fl_dev *d, const uint8_t *rom, size_t n)
{
	size_t at;

	if (n < POINTER + 2 || rom[0] != 0x55 || rom[1] != 0xaa)
		return false;
	at = rom[POINTER] | (size_t)rom[POINTER + 1] << 8;
	return at + DATA_B <= n && !memcmp(rom + at, "PCIR", 4) &&
	       (rom[at + 4] | rom[at + 5] << 8) == d->vendor && (rom[at + 6] | rom[at + 7] << 8) == d->device;
}
