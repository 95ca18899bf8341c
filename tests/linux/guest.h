/* SPDX-License-Identifier: MIT
 *
 * A Linux guest for a test: Debian's kernel with init.c, in an emulated machine. Everything has a deadline,
 * and nothing outlives the test.
 */
#ifndef TESTS_LINUX_GUEST_H
#define TESTS_LINUX_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct guest {
	pid_t pid;
	int line;            /* to init.c, over a serial port of the machine's */
	char dir[40];        /* the console's text; removed at the end */
	char *data;          /* what the last answer brought, with a 0 behind it */
	size_t size;         /* without that 0 */
	unsigned boot_ms;    /* from the start of the machine to the first word of init.c */
	const char *trouble; /* why the last question had no answer */
};

/* Start a machine and wait until its init answers. arm: QEMU's virt, which has one serial port. before: what
 * is put before the machine's own arguments, the program first ("qemu-system-x86_64", or "firstlight qemu
 * --chip r580 --"); after: what is put behind them; both end with NULL. kernel, initrd: files; options: of
 * the kernel, beside those that the guest needs. */
bool guest_start(struct guest *g, bool arm, const char *const before[], const char *const after[],
		 const char *kernel, const char *initrd, const char *options);
/* Ask init.c (its comment has the questions), and wait for the answer. Returns its code, g->data and g->size;
 * or -1, with g->trouble, if there was none in that time. After that the machine is to be ended. */
int guest_ask(struct guest *g, unsigned timeout_s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Write a file of the guest: size bytes, 2048 at most, from offset at, with one write(); made if it is not
 * there. 0, or errno, or -1 as above. */
int guest_put(struct guest *g, const char *path, unsigned at, const void *data, size_t size);
/* What the kernel has said; free() it. */
char *guest_console(const struct guest *g);
/* Switch the machine off; by force if it takes more than 30 s. Returns the exit code of the program that was
 * started, or -1 if it had to be forced, or was ended by a signal. */
int guest_end(struct guest *g);

#endif
