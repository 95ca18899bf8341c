/* SPDX-License-Identifier: MIT
 *
 * A family's cards by PCI id; see fl_chips.h.
 */
#include "hw/fl_chips.h"
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"

const struct fl_chip *fl_chip_find(const struct fl_chip_table *t, uint16_t vendor, uint16_t device)
{
	unsigned low = 0, high = t->n;

	if (vendor != t->vendor)
		return NULL;
	while (low < high) {
		unsigned mid = (low + high) / 2;

		if (t->chip[mid].device == device)
			return &t->chip[mid];
		if (t->chip[mid].device < device)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

const struct fl_chip *fl_chip_at(const struct fl_chip_table *t, unsigned i)
{
	return i < t->n ? &t->chip[i] : NULL;
}

void fl_chip_product(const struct fl_chip_table *t, const struct fl_chip *chip, char *out, size_t size)
{
	const char *name = t->products;
	unsigned brand;

	for (const struct fl_chip *c = t->chip; c < chip; c++)
		name += fl_str_length(name) + 1;
	brand = *name > 0 && *name <= t->n_brands ? (unsigned)*name : 0;
	fl_format(out, size, "%s%s", brand ? t->brand[brand - 1] : "", name + !!brand);
}

const char *fl_chip_tested_name(const struct fl_chip *chip)
{
	static const char names[][4] = {"NT", "OK", "BAD"};

	return names[chip->tested];
}
