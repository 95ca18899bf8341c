/* SPDX-License-Identifier: MIT
 *
 * The memory controller: where it puts VRAM, and whether it is idle.
 */
#ifndef HW_CIK_MC_H
#define HW_CIK_MC_H

#include "hw/cik/card.h"

/* Where the chip sees VRAM: first and last byte. */
void cik_mc_get_location(struct fl_dev *d, uint64_t *first, uint64_t *last);
/* FL_TIMEOUT: something still reads or writes memory: a display, say. */
enum fl_code cik_mc_wait_idle(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err);

#endif
