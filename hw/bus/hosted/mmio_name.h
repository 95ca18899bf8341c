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
/* FL_OK: no kernel driver was bound to it since it was opened, or it is no such card. */
enum fl_code fl_mmio_check(const struct fl_dev *d, struct fl_err *err);
/* The platform device whose registers begin there, and the kernel driver that has it. False: none has. */
bool fl_mmio_driver(const struct fl_open_options *o, uint64_t regs, char *device, size_t device_size,
		    char *driver, size_t driver_size);

/* What the kernel does with a range, by /proc/iomem. Without root all addresses there are 0, and every range
 * seems free. */
enum fl_range_kind {
	FL_RANGE_FREE,
	FL_RANGE_RAM,      /* part of it is the kernel's own memory */
	FL_RANGE_RESERVED, /* all of it is in the kernel's memory, set aside there */
};
enum fl_range_kind fl_range_kind(const struct fl_open_options *o, uint64_t addr, uint64_t size_B);

#endif
