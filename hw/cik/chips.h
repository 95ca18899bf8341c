/* SPDX-License-Identifier: MIT
 *
 * The cards of the family by PCI id, and what differs between them for whoever wakes one.
 */
#ifndef HW_CIK_CHIPS_H
#define HW_CIK_CHIPS_H

#include "hw/fl_chips.h"

#include <stdbool.h>

enum { CIK_PCI_VENDOR = 0x1002, CIK_REGS_B = 0x40000 };

enum cik_family {
	CIK_FAMILY_BONAIRE,
	CIK_FAMILY_HAWAII,
	CIK_FAMILY_KAVERI,
	CIK_FAMILY_KABINI,
	CIK_FAMILY_MULLINS,
	CIK_FAMILIES
};

enum { CIK_MOST_ENGINES = 4, CIK_MOST_BACKENDS = 16 };

struct cik_family_info {
	char name[8];     /* "Bonaire" */
	char chip[8];     /* "BONAIRE": what its old files of firmware begin with */
	bool apu;         /* memory is a part of the machine's */
	uint8_t engines;  /* shader engines, of one shader array each */
	uint8_t cus;      /* compute units of an array, */
	uint8_t backends; /* and render backends, of a whole chip */
	uint8_t displays; /* controllers */
	uint8_t mecs;     /* compute microengines, of four pipes each */
	uint16_t old_rlc_dw;
	uint32_t addr_config;      /* GB_ADDR_CONFIG, but for the row */
	uint32_t raster_config[2]; /* PA_SC_RASTER_CONFIG, _1 */
};

extern const struct fl_chip_table cik_chips; /* of enum cik_family */
const struct cik_family_info *cik_chip_family(const struct fl_chip *chip);
/* The table of families; i is an enum cik_family. */
const struct cik_family_info *cik_family_at(unsigned i);

#endif
