/* SPDX-License-Identifier: MIT
 *
 * VGA: the memory behind the window at 0xA0000, as far as a text console reaches it.
 */
#ifndef HW_MODEL_AVIVO_VGA_H
#define HW_MODEL_AVIVO_VGA_H

#include "hw/model/avivo/dc.h"

/* Where in memory the window is; FL_MEM_NOWHERE: nothing decodes it. */
uint64_t fl_vga_window(const struct fl_dc *dc);
/* A kernel's console, which knows nothing of who else uses the card, writes what is due by now into the
 * window at this address. */
void fl_vga_console(struct fl_dc *dc, uint64_t window);

#endif
