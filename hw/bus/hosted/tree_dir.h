/* SPDX-License-Identifier: MIT
 *
 * The device tree that Linux was started with, as it shows it: a folder of folders and files
 * (Documentation/ABI/testing/sysfs-firmware-ofw). Anybody may read it, unlike the blob beside it.
 */
#ifndef HW_BUS_HOSTED_TREE_DIR_H
#define HW_BUS_HOSTED_TREE_DIR_H

#include "hw/bus/hosted/hosted.h"
#include "hw/fl_soc.h"

/* The folder as a blob again (Devicetree Specification 0.4, 5), without its list of kept memory. NULL: there
 * is none, or it is too large or too deep for one. The caller frees it. */
uint8_t *fl_tree_dir(const char *path, size_t *size_B);
/* fl_list_cores() without drivers: the cores in root's /sys/firmware/devicetree/base, or in the older
 * /proc/device-tree. */
unsigned fl_soc_here(const struct fl_open_options *o, struct fl_soc_part *part, unsigned max);

#endif
