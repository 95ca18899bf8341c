/* SPDX-License-Identifier: MIT
 *
 * Ways to reach a card from a program under Linux. Each open function fills in *d, writes nothing to the card
 * unless its options ask for it, and is undone by fl_dev_close().
 */
#ifndef HW_BUS_HOSTED_HOSTED_H
#define HW_BUS_HOSTED_HOSTED_H

#include "hw/bus/pci.h"
#include "hw/fl_family.h"
#include "hw/fl_soc.h"

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#include "hw/model/fl_model.h" /* plain C */

/* ---- cards (pci.c, card.c, sysfs.c, devmem.c, vfio.c) -------------------------------------------------- */

/* The calls that the operating system may refuse. NULL members: the system's own. A test puts its own in
 * their place, to be refused on purpose. */
struct fl_system {
	int (*open)(const char *path, int flags);
	void *(*mmap)(void *addr, size_t length, int prot, int flags, int fd, off_t offset);
	uid_t (*euid)(void);
	/* Of VFIO's files only. */
	int (*ioctl)(int fd, unsigned long request, void *argument);
	ssize_t (*pread)(int fd, void *to, size_t n, off_t offset);
	ssize_t (*pwrite)(int fd, const void *from, size_t n, off_t offset);
};

struct fl_open_options {
	/* Put before /sys, /dev and /proc; NULL: the real ones. A fake tree, for tests and for chroots. */
	const char *root;
	const char *method; /* libpci's access method: "linux-sysfs", "dump", …; NULL: libpci chooses */
	/* File for method "dump": lspci -xxx of a machine; its cards can be listed, not opened, unless root
	 * has files for them. */
	const char *dump;
	/* "sysfs", "devmem" or "vfio"; NULL: sysfs, and /dev/mem if there are no resource files. Through VFIO
	 * a program without root drives a card that is bound to vfio-pci; the card has memory of its
	 * program's to reach (fl_dma_alloc()), and its interrupt can be waited for (fl_irq_wait()). */
	const char *path;
	/* Switch memory decoding on if it is off: the one write that opening may do. Closing puts the
	 * command register back. */
	bool enable;
	bool any; /* open a display controller that no family knows, BAR 0 as VRAM and BAR 2 as registers */
	/* A card that shows the machine's text console is opened only if one of these is set: nothing will be
	 * written to it; or what it shows will be kept before, and given back (hw/fl_display.h). */
	bool reads, take_console;
	const struct fl_system *system;
};

struct fl_listed {
	struct fl_pci_function f;
	char slot[16];   /* "01:00.0" */
	char driver[32]; /* the kernel driver that owns it, or its memory ("vesafb"); or "" */
	bool known;      /* card is filled in */
	bool second; /* a further function of the known card before it: its second display, of no use here */
	struct fl_card card;
};

/* All display controllers, in order of slot; n may come out larger than max. */
enum fl_code fl_list_cards(const struct fl_open_options *o, struct fl_listed *out, unsigned max, unsigned *n,
			   struct fl_err *err);

/* A core of this machine's own chip, as its device tree has it. */
struct fl_listed_core {
	struct fl_soc_part part;
	char slot[32];   /* "mmio:0x130000" */
	char driver[32]; /* the kernel driver that has it, or "" */
};
/* All of them; touches none. n may come out larger than max. */
unsigned fl_list_cores(const struct fl_open_options *o, struct fl_listed_core *out, unsigned max);

/* slot: "01:00.0" or "0000:01:00.0"; "mmio:ADDR[,…]" is a core at an address (mmio_name.h); "qtest" or
 * "qtest:DEVICE" is a device of QEMU (below). NULL: the only known card; FL_USAGE if there are several, which
 * are named. Errors:
 *   FL_USAGE       not a slot
 *   FL_NO_DEVICE   nothing in that slot; not a display controller; not a card of the families
 *   FL_PERMISSION  a kernel driver owns it, or a console its memory; not root; kernel lockdown; strict
 *                  /dev/mem; VFIO: not bound to vfio-pci, no IOMMU, others in its group, no right to it
 *   FL_FAILED      memory decoding off; a BAR missing, too small or without an address
 * each with what to do about it. */
enum fl_code fl_open_card(struct fl_dev *d, const char *slot, const struct fl_open_options *o,
			  struct fl_err *err);

/* Is the card that fl_open_card() opened still there, and ours? To be asked now and then in long runs, and
 * before it is closed. FL_NO_DEVICE: it was pulled out, or its slot was switched off; since then what is read
 * is all ones. FL_PERMISSION: a kernel driver was bound to it in the meantime. FL_OK for any other bus,
 * too. */
enum fl_code fl_card_check(struct fl_dev *d, struct fl_err *err);

/* The video BIOS of the card that fl_open_card() opened: the copy that a PC's BIOS made at 0xC0000 (through
 * /dev/mem), if it is this card's; else its ROM, as the kernel reads it (sysfs). Up to max bytes; 0: it
 * cannot be seen. */
size_t fl_card_rom(const struct fl_dev *d, uint8_t *out, size_t max);
/* Does the card that fl_open_card() opened show the machine's text console? Its name and device are in out:
 * "VGA+ (vtcon1)". False for any other bus, too. */
bool fl_card_console(const struct fl_dev *d, char *out, size_t size);
/* May the card reach all of the machine's memory although VFIO opened it? True of the no-IOMMU mode alone.
 * Who opens such a card should say so. */
bool fl_card_unguarded(const struct fl_dev *d);
/* The kernel's reset of the whole PCI function, where VFIO has one; what the video BIOS set up is gone then.
 * FL_NO_DEVICE: the kernel knows no way, or the card is not open by VFIO. */
enum fl_code fl_card_reset(struct fl_dev *d, struct fl_err *err);

/* ---- the model (model.c) ------------------------------------------------------------------------------- */
/* A card that the model plays, as a bus. The model stays the caller's: closing the device does not delete it.
 * Register accesses go through the model, and time is the model's. d->vram is NULL where writes take effect
 * late (fl_model_vram_late()), else the model's memory, to write to at full speed, past HDP surfaces and
 * swaps; fl_vram_read() goes through the model, which reports a read of what is still being drawn. */
enum fl_code fl_open_model(struct fl_dev *d, struct fl_model *m, const char *chip, struct fl_err *err);
struct fl_model *fl_model_of(struct fl_dev *d); /* NULL if d is not a model */

/* ---- a device of QEMU, without a guest (qtest.c) ----------------------------------------------------- */
#define FL_QTEST_DEVICE "ati-vga,model=rv100"

/* A QEMU that runs no guest, with one device: what comes after `-device` on QEMU's command line. NULL:
 * FL_QTEST_DEVICE. Configuration space goes through ports 0xCF8 and 0xCFC; no firmware runs, so that the BARs
 * get their addresses, and memory decoding is switched on, here. fl_open_card() calls it for "qtest" and
 * "qtest:DEVICE". Errors:
 *   FL_NO_DEVICE   QEMU is not installed; the device is no display controller of a kind that the kit knows
 *   FL_FAILED      QEMU ended: the text has what it said; a BAR that does not fit
 *   FL_TIMEOUT     it does not answer (10 s)
 * Closing the device ends QEMU. */
enum fl_code fl_open_qtest(struct fl_dev *d, const char *device, struct fl_err *err);
/* Has QEMU answered everything so far? An access returns no error: after a failure reads give all ones and
 * writes do nothing, as with a card that was pulled out, and this says why. FL_OK for any other bus, too. */
enum fl_code fl_qtest_check(struct fl_dev *d, struct fl_err *err);

/* ---- firmware (firmware.c) ----------------------------------------------------------------------------- */
enum {
	FL_FIRMWARE_MAX_B = 64 << 10,               /* of a file */
	FL_FIRMWARE_ROOM_B = 2 * FL_FIRMWARE_MAX_B, /* of all that a card needs */
};

/* Read the file at path, or, if that is NULL, look for name ("radeon/R520_cp.bin") below root/lib/firmware
 * (root may be NULL). At most max bytes; *size_B is the file's size. Its content is not checked.
 * FL_NO_DEVICE: no such file, with the places looked at and the package that has it, or a compressed one
 * only, with the command that unpacks it. */
enum fl_code fl_firmware_read(const char *path, const char *name, const char *root, uint8_t *out, size_t max,
			      size_t *size_B, struct fl_err *err);

struct fl_firmware {
	struct fl_images images; /* they point into room */
	size_t used_B;
	uint8_t room[FL_FIRMWARE_ROOM_B];
};

/* Where files of firmware come from. */
struct fl_firmware_source {
	/* the file; of a card that wants several, their folder. NULL: below /lib/firmware */
	const char *path;
	const char *root;  /* put before /lib/firmware; NULL: nothing */
	const char *model; /* the device is a model of this chip: without a path, images made up for it */
};

/* All files that a card of the family wants, each checked. FL_FAILED: one that is no such file. Otherwise as
 * fl_firmware_read(). On failure there are no images. */
enum fl_code fl_firmware_load(struct fl_firmware *fw, const struct fl_family *f, const struct fl_dev *d,
			      const struct fl_firmware_source *from, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
