/* SPDX-License-Identifier: MIT
 *
 * Status registers; see fl_status.h.
 */
#include "hw/fl_status.h"
#include "hw/fl_fmt.h"

size_t fl_status_report(struct fl_dev *d, const struct fl_status_reg *list, unsigned n_regs, char *out,
			size_t size)
{
	size_t n = 0;

	for (unsigned i = 0; i < n_regs; i++) {
		uint32_t status = fl_read32(d, list[i].reg);

		if (n < size)
			n += (size_t)fl_format(out + n, size - n, "%s%s 0x%08x", n ? ", " : "", list[i].name,
					       status);
		if (!list[i].n || n + 3 >= size)
			continue;
		n += (size_t)fl_format(out + n, size - n, " (");
		if (n < size)
			n += (size_t)fl_bits_text(out + n, size - n, list[i].bits, list[i].n, status);
		if (n < size)
			n += (size_t)fl_format(out + n, size - n, ")");
	}
	return n;
}
