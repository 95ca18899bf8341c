/* SPDX-License-Identifier: MIT
 *
 * Bits by their names; see fl_bits.h.
 */
#include "hw/fl_bits.h"
#include "hw/fl_fmt.h"

int fl_bits_text(char *out, size_t size, const struct fl_bit *bits, unsigned n_bits, uint32_t status)
{
	int n = 0;

	if (status == 0xffffffff)
		return fl_format(out, size, "no answer: all ones");
	if (size)
		out[0] = 0;
	for (unsigned i = 0; i < n_bits; i++)
		if (status >> bits[i].at & 1)
			n += fl_format(out + ((size_t)n < size ? (size_t)n : size),
				       (size_t)n < size ? size - (size_t)n : 0, "%s%s", n ? " " : "",
				       bits[i].name);
	return n ? n : fl_format(out, size, "idle");
}
