/* SPDX-License-Identifier: MIT
 *
 * The name of a card that is not PCI, "mmio:ADDR[,size=N][,irq=N][,mem=ADDR+SIZE]", and what else the kernel
 * has in its range.
 */
#ifndef HW_BUS_HOSTED_MMIO_NAME_H
#define HW_BUS_HOSTED_MMIO_NAME_H

#include "hw/bus/hosted/hosted.h"

struct fl_mmio_name {
	uint64_t regs, regs_size_B;
	uint64_t mem, mem_size_B; /* size 0: none was named */
	int irq;                  /* -1: none was named */
};

/* fl_open_card() of such a name (mmio.c). FL_PERMISSION: a kernel driver has the core, as etnaviv does. */
enum fl_code fl_open_mmio(struct fl_dev *d, const char *name, const struct fl_open_options *o,
			  struct fl_err *err);
bool fl_is_mmio_name(const char *name);
/* FL_USAGE: not such a name; the text has the part that is wrong. */
enum fl_code fl_mmio_name(struct fl_mmio_name *out, const char *name, struct fl_err *err);
/* Does the kernel use part of the range as its own memory, by /proc/iomem? Without root all addresses there
 * are 0, and nothing is found. */
bool fl_range_is_ram(const struct fl_open_options *o, uint64_t addr, uint64_t size_B);

#endif
