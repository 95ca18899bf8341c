/* SPDX-License-Identifier: MIT
 *
 * Between the files of the hosted PCI bus: a card that is open.
 */
#ifndef HW_BUS_HOSTED_INTERNAL_H
#define HW_BUS_HOSTED_INTERNAL_H

#include "hw/bus/hosted/hosted.h"

#include <pci/pci.h>

/* A libpci session, and accessors over it. libpci's own way to report an error is to end the program:
 * fl_pcilib_* guard against that. */
struct fl_pcilib {
	struct pci_access *access;
	struct fl_pci pci; /* configuration space of all functions found */
	bool dump;         /* of another machine: nothing below /sys is about it */
};
enum fl_code fl_pcilib_open(struct fl_pcilib *s, const struct fl_open_options *o, bool write,
			    struct fl_err *err);
void fl_pcilib_close(struct fl_pcilib *s);
/* Call f for every function found, in order of slot, until it returns false. */
void fl_pcilib_walk(struct fl_pcilib *s, bool (*f)(void *arg, uint32_t bdf), void *arg);

/* 0000:01:00.0, as the kernel names a function: FL_SLOT_MAX bytes hold it. */
enum { FL_SLOT_MAX = 24 };
void fl_slot_name(char *out, size_t size, uint32_t bdf);
/* What stands before /sys, /dev and /proc. */
const char *fl_root_of(const struct fl_open_options *o);
/* ROOT/sys/bus/pci/devices/0000:01:00.0[/name] */
void fl_sysfs_path(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf, const char *name);
/* The last part of where such a link goes; "" if there is none. */
void fl_sysfs_link(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf, const char *name);
/* The kernel driver that owns a function; "" if none. */
void fl_bound_driver(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf);

/* Who else has a function's memory, by /proc/iomem ("vesafb"); "" if nobody. And the refusal, which says what
 * to do. */
void fl_range_holder(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf);
enum fl_code fl_range_refuse(const char *holder, const char *card, struct fl_err *err);

/* The kernel's text console, if the card shows it: "VGA+ (vtcon1)". False: it does not. And the refusal of
 * such a card, unless it was asked for. */
bool fl_boot_vga_console(const struct fl_open_options *o, uint32_t bdf, char *out, size_t size);
enum fl_code fl_boot_vga_refuse(const struct fl_open_options *o, uint32_t bdf, const char *card,
				struct fl_err *err);

/* Take the card's lock, which close(*fd) gives back; -1: there are no locks here. FL_PERMISSION: another
 * process has it, which the text names. card: its name, for messages. */
enum fl_code fl_card_lock(const struct fl_open_options *o, uint32_t bdf, const char *card, int *fd,
			  struct fl_err *err);

/* The same by any name of where the card is. */
enum fl_code fl_place_lock(const struct fl_open_options *o, const char *place, const char *card, int *fd,
			   struct fl_err *err);

struct fl_vfio;

/* A card that is open: fl_dev.priv. */
struct fl_hosted {
	struct fl_pcilib lib;
	bool writes; /* configuration space was opened for writing, or could not be */
	uint32_t bdf;
	struct fl_open_options o;
	void *regs, *vram; /* mappings, or NULL */
	size_t regs_map_B, vram_map_B;
	int lock_fd; /* -1: none */
	/* What opening switched on, and closing puts back: the kernel's count of who enabled the card, and
	 * the command register. */
	bool counted, commanded;
	uint16_t command;     /* as it was */
	struct fl_vfio *vfio; /* reached through VFIO; NULL: it is not */
};

/* Is the card free, and if so, take its lock. FL_PERMISSION: somebody has it; the text has who, and what to
 * do. */
enum fl_code fl_card_claim(struct fl_hosted *h, const char *card, struct fl_err *err);
/* fl_card_check() of a card that is open. */
enum fl_code fl_card_still(const struct fl_hosted *h, const char *card, struct fl_err *err);

struct fl_bar_window {
	unsigned index;
	uint64_t addr, size_B;
};

/* Take a mapping away; NULL: there is none. */
void fl_unmap(void *at, size_t size_B);
/* Map a BAR: sysfs.c and devmem.c. *there becomes false if this way does not exist (no such file) and another
 * may be tried. */
enum fl_code fl_sysfs_map(const struct fl_hosted *h, const struct fl_bar_window *w, bool wc, void **at,
			  bool *there, struct fl_err *err);
enum fl_code fl_devmem_map(const struct fl_hosted *h, const struct fl_bar_window *w, void **at, bool *there,
			   struct fl_err *err);

/* Turn a refusal (errno) of open() or mmap() into the reason: no root, lockdown, strict /dev/mem. */
enum fl_code fl_explain_refusal(const struct fl_open_options *o, int error, const char *what,
				const char *path, struct fl_err *err);
/* "none", "integrity", "confidentiality", or "" if that cannot be seen: no lockdown in this kernel, or
 * its security files are not mounted. */
void fl_lockdown(char *out, size_t size, const struct fl_open_options *o);

/* "vfio" is asked for. */
bool fl_by_vfio(const struct fl_open_options *o);

int fl_system_open(const struct fl_open_options *o, const char *path, int flags);
void *fl_system_mmap(const struct fl_open_options *o, size_t length, int fd, off_t offset);
uid_t fl_system_euid(const struct fl_open_options *o);
int fl_system_ioctl(const struct fl_open_options *o, int fd, unsigned long request, void *argument);
ssize_t fl_system_pread(const struct fl_open_options *o, int fd, void *to, size_t n, uint64_t offset);
ssize_t fl_system_pwrite(const struct fl_open_options *o, int fd, const void *from, size_t n,
			 uint64_t offset);

/* fl_card_rom() of a card that is open. */
size_t fl_hosted_rom(const struct fl_hosted *h, const struct fl_dev *d, uint8_t *out, size_t max);

/* now_us and delay_us of a bus whose card is in real time (clock.c). */
uint64_t fl_clock_now_us(struct fl_dev *d);
void fl_clock_delay_us(struct fl_dev *d, uint64_t us);

/* The first bytes of a small text file, without its last newline; false if it cannot be read. */
bool fl_read_text(const char *path, char *out, size_t size);

#endif
