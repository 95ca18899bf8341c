/* SPDX-License-Identifier: MIT
 *
 * Registers behind an index and a data register: an address space of its own, read and written like the
 * register BAR. A family makes the table for a card (hw/FAMILY/spaces.h), so that code over the register
 * database need not know how.
 */
#ifndef HW_FL_SPACE_H
#define HW_FL_SPACE_H

#include "hw/fl_dev.h"

struct fl_space {
	const char *name;    /* as the database calls it: "mc", "pll", "pcie" */
	const char *through; /* the registers in between, for messages: "MC_IND_INDEX" */
	uint32_t size;       /* addresses are 0 … size - 1 */
	/* Both leave the index register as they found it. */
	uint32_t (*read)(struct fl_dev *d, uint32_t at);
	void (*write)(struct fl_dev *d, uint32_t at, uint32_t value);
};

#endif
