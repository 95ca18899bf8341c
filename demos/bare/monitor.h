/* SPDX-License-Identifier: MIT
 *
 * The monitor at the serial port of the bare-metal image.
 */
#ifndef DEMOS_BARE_MONITOR_H
#define DEMOS_BARE_MONITOR_H

#include "boot/boot.h"
#include "hw/bus/bare.h"

/* Until `exit`; returns its code. dev NULL: no card. */
int fl_bare_monitor(struct fl_dev *dev, const struct fl_pci *pci, const struct fl_boot *boot);

#endif
