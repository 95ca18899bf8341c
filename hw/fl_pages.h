/* SPDX-License-Identifier: MIT
 *
 * A page table of one level, as chips from R6xx to Sea Islands read it: an entry of 8 bytes for each 4 KiB.
 */
#ifndef HW_FL_PAGES_H
#define HW_FL_PAGES_H

#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_PAGE_B = 4096, FL_PAGE_SHIFT = 12 };

/* A table at at_B of VRAM, one page long, that leads to memory of the machine: read, written, and kept as the
 * processor's caches have it. FL_USAGE: it has no entries for so much. */
enum fl_code fl_pages_lead_to(struct fl_dev *d, uint64_t at_B, const struct fl_dma *m, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
