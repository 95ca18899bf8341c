/* SPDX-License-Identifier: MIT
 *
 * The name of a card that is not PCI, "mmio:ADDR[,size=N][,irq=N][,mem=ADDR+SIZE][,on]", or with
 * mem=huge+SIZE, and what else the kernel has in its range. And that of a card behind a page of this
 * machine's memory (hw/bus/mailbox.h), for a guest of an emulator: "mailbox:ADDR,ram=ADDR,mem=ADDR+SIZE".
 */
#ifndef HW_BUS_HOSTED_MMIO_NAME_H
#define HW_BUS_HOSTED_MMIO_NAME_H

#include "hw/bus/hosted/hosted.h"
#include "hw/fl_soc.h"

struct fl_mmio_name {
	uint64_t regs, regs_size_B;
	uint64_t mem, mem_size_B; /* size 0: none was named */
	bool huge;                /* mem=huge+SIZE: wherever huge pages are (huge.h) */
	int irq;                  /* -1: none was named */
	bool size_named, on;      /* on: the user says that it has power and clocks */
	bool mailbox;             /* regs: its page */
	uint64_t ram;             /* where the machine's memory begins, which the mailbox's other side has */
};

/* fl_open_card() of such a name (mmio.c, mailbox_here.c). FL_PERMISSION: a kernel driver has the core, as
 * etnaviv does. */
enum fl_code fl_open_mmio(struct fl_dev *d, const char *name, const struct fl_open_options *o,
			  struct fl_err *err);
enum fl_code fl_open_mailbox(struct fl_dev *d, const struct fl_mmio_name *n, const struct fl_open_options *o,
			     struct fl_err *err);
bool fl_is_mmio_name(const char *name);
/* FL_USAGE: not such a name; the text has the part that is wrong. */
enum fl_code fl_mmio_name(struct fl_mmio_name *out, const char *name, struct fl_err *err);
/* FL_OK: no kernel driver was bound to it since it was opened, or it is no such card. */
enum fl_code fl_mmio_check(const struct fl_dev *d, struct fl_err *err);
struct fl_hosted;
/* FL_PERMISSION: its registers or its memory are the kernel's own. */
enum fl_code fl_mmio_refuse_ram(const struct fl_open_options *o, const struct fl_mmio_name *n,
				const char *card, struct fl_err *err);
/* May a core be accessed, as far as power and clocks go? part: what the device tree has of it; NULL: nothing.
 * With fl_open_options.enable they are switched on where that may be done; they stay on. FL_PERMISSION: it is
 * the kernel's to do. FL_NO_DEVICE: nobody knows how. FL_TIMEOUT: it was tried. */
enum fl_code fl_mmio_power(const struct fl_hosted *h, const struct fl_soc_part *part, bool said_on,
			   const char *card, struct fl_err *err);
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
