/* SPDX-License-Identifier: MIT
 *
 * A family's cards by PCI id: the form of its table, which its chips.c fills in.
 */
#ifndef HW_FL_CHIPS_H
#define HW_FL_CHIPS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Was a real card of this id tried? NT: not that we know. OK: the smoke test passed. BAD: known not to
 * work. */
enum fl_chip_tested { FL_CHIP_NT, FL_CHIP_OK, FL_CHIP_BAD };

struct fl_chip {
	uint16_t device; /* PCI device id */
	uint8_t family;  /* the table's own list of them */
	uint8_t tested;  /* enum fl_chip_tested */
};

enum { FL_CHIP_BRAND_B = 20 };

struct fl_chip_table {
	const struct fl_chip *chip; /* sorted by id */
	/* One string a chip, in their order. Its first character may be a number: of the brand, counted from
	 * 1, that the name begins with. */
	const char *products;
	const char (*brand)[FL_CHIP_BRAND_B];
	uint16_t n, vendor;
	uint8_t n_brands;
};

/* NULL: not of this table. */
const struct fl_chip *fl_chip_find(const struct fl_chip_table *t, uint16_t vendor, uint16_t device);
/* The table by number; NULL past its end. */
const struct fl_chip *fl_chip_at(const struct fl_chip_table *t, unsigned i);
/* "Radeon X1900 XT"; "" if the public lists have no name. Of a chip of the table; a name has up to 39
 * characters. */
void fl_chip_product(const struct fl_chip_table *t, const struct fl_chip *chip, char *out, size_t size);
/* "NT", "OK", "BAD" */
const char *fl_chip_tested_name(const struct fl_chip *chip);

#ifdef __cplusplus
}
#endif

#endif
