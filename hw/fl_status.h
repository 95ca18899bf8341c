/* SPDX-License-Identifier: MIT
 *
 * All that a chip's status registers say, for a report.
 */
#ifndef HW_FL_STATUS_H
#define HW_FL_STATUS_H

#include "hw/fl_bits.h"
#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_status_reg {
	char name[22];
	uint16_t reg, n;
	const struct fl_bit
	    *bits; /* n, those that mean "busy", "pending" or "stalled"; 0: the number alone */
};

/* "GRBM_STATUS 0xa0003028 (GUI_ACTIVE CP_BUSY), …". Reads only. Returns the length, as fl_format(). */
size_t fl_status_report(struct fl_dev *d, const struct fl_status_reg *list, unsigned n_regs, char *out,
			size_t size);

#ifdef __cplusplus
}
#endif

#endif
