/* SPDX-License-Identifier: MIT
 *
 * The monitor at the serial port of the bare-metal image.
 */
#ifndef DEMOS_BARE_MONITOR_H
#define DEMOS_BARE_MONITOR_H

#include "boot/boot.h"
#include "hw/bus/bare.h"
#include "lib/tool/fl_mon.h"

/* The tables of commands that this image has; NULL behind the last. */
extern const struct fl_mon_cmd *const fl_bare_cmds[FL_MON_TABLES];

/* Until `exit`; returns its code. dev NULL: no card. */
int fl_bare_monitor(struct fl_dev *dev, const struct fl_pci *pci, const struct fl_boot *boot);

#endif
