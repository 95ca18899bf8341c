/* SPDX-License-Identifier: MIT
 *
 * A guest with one card in it, what is asked of it, and the verdicts: a line each, TAP's way.
 */
#ifndef TESTS_LINUX_MACHINE_H
#define TESTS_LINUX_MACHINE_H

#include "hw/fl_err.h"
#include "tests/linux/guest.h"
#include "tests/linux/picture.h"

struct setting {
	const char *build; /* the folder with the firstlight to test */
	const char *kernel, *initrd;
};

struct machine {
	const char *name;
	const char *card; /* how `firstlight list` shows it: "1002:5159  RV100 " */
	const struct setting *set;
	struct guest g;
	bool up;
	bool arm;
	const char *at;  /* what --device takes, where that is no slot; else NULL */
	char slot[16];   /* "00:04.0" */
	char device[64]; /* its folder in sysfs */
};

/* Who runs a command; CONTAINED: root without capabilities. */
enum { ROOT = 0, NOBODY = 65534, CONTAINED = -1 };

extern unsigned passed, failed;

/* Count and print. Returns ok. */
bool verdict(bool ok, const struct machine *m, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Lines that explain a verdict. */
void comment(const char *text);

/* Boot, and find the card: QEMU's ati-vga (an RV100), or a model that `firstlight qemu` puts there, with
 * these options (at most four words; --strict: what the model objects to is a failure when the machine goes
 * off). kernel: the kernel's options. If it does not come up, m->up is false, and whatever is asked of the
 * machine is passed over. */
void boot_rv100(struct machine *m, const struct setting *s, const char *name, const char *kernel);
/* The same cards in a machine with an IOMMU (QEMU's q35 and intel-iommu). */
void boot_rv100_iommu(struct machine *m, const struct setting *s);
void boot_r580_iommu(struct machine *m, const struct setting *s);
void boot_model(struct machine *m, const struct setting *s, const char *name, const char *card,
		const char *chip, const char *options, const char *kernel);
/* QEMU's ARM machine, whose memory a model shares (hw/bus/mailbox.h), with that device tree. What --device
 * takes is the caller's to set. */
void boot_arm64(struct machine *m, const struct setting *s, const char *chip, const char *tree,
		const char *kernel);
/* Switch it off. Two verdicts: nothing that was done made the kernel complain; and the machine ended as it
 * should, which for a model means that it had no objections either. */
void off(struct machine *m);

/* Run the command in the guest: `firstlight ARGS --device SLOT --via VIA`. via "": no --via; NULL: no
 * --device either. It must exit with code and say each of the texts; the list ends with NULL. */
bool says(struct machine *m, int who, const char *via, const char *args, int code, ...)
    __attribute__((sentinel));
/* The code of guest_ask() or guest_put(): true if it is 0, else a verdict that what failed. */
bool done(struct machine *m, int code, const char *what);
/* The same demo there, and on the model in a program of this machine, with no bus, kernel or machine between:
 * each pixel is the same. */
void model_draws(struct machine *m, const char *via, const char *chip, const char *demo);
/* Draw a demo there (with its options), and bring the picture here. */
bool draw(struct machine *m, const char *via, const char *demo, struct picture *p);

#endif
