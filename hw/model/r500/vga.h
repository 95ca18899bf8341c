/* SPDX-License-Identifier: MIT
 *
 * VGA: the memory behind the window at 0xA0000, as far as a text console reaches it.
 */
#ifndef HW_MODEL_R500_VGA_H
#define HW_MODEL_R500_VGA_H

#include "hw/model/r500/r500.h"

/* The kernel's console writes what is due by now. */
void mr500_vga_console(struct mr500 *r);

#endif
