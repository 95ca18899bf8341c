/* SPDX-License-Identifier: MIT
 *
 * QEMU's test protocol (QEMU docs/devel/qtest.rst): a machine that runs no guest, whose ports and memory a
 * program reads and writes by lines of text over a socket. Every answer has a deadline. After the first
 * failure nothing is sent any more, reads give all ones, and the reason is kept.
 */
#ifndef HW_BUS_HOSTED_QTEST_WIRE_H
#define HW_BUS_HOSTED_QTEST_WIRE_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { FL_QTEST_BATCH_B = 32 << 10, FL_QTEST_PENDING = 1024 };

struct fl_qtest_wire {
	const char *program;
	pid_t pid;
	int fd, said_fd;     /* the socket; what QEMU says on standard error */
	unsigned pending;    /* commands whose "OK" has not been read */
	size_t out_n;        /* of out: not sent yet */
	size_t in_at, in_n;  /* of in: read, and not looked at yet */
	uint32_t timeout_ms; /* of each answer */
	struct fl_err err;   /* the first failure */
	char out[FL_QTEST_BATCH_B];
	char in[FL_QTEST_BATCH_B];
	char line[FL_QTEST_BATCH_B]; /* an answer */
};

/* Start program ("qemu-system-x86_64") with one device ("ati-vga,model=rv100") and nothing else that shows
 * pictures. *w is filled in by this call; undo it with fl_qtest_stop(), also if it fails. FL_NO_DEVICE: no
 * such program. FL_FAILED: QEMU ended at once; the text has what it said. */
enum fl_code fl_qtest_start(struct fl_qtest_wire *w, const char *program, const char *device,
			    struct fl_err *err);
void fl_qtest_stop(struct fl_qtest_wire *w);

/* x86 ports and physical memory; size_B is 1, 2 or 4. Writes are posted: they are sent, in order, before the
 * next read. */
uint32_t fl_qtest_in(struct fl_qtest_wire *w, uint16_t port, unsigned size_B);
void fl_qtest_out(struct fl_qtest_wire *w, uint16_t port, unsigned size_B, uint32_t value);
uint32_t fl_qtest_load(struct fl_qtest_wire *w, uint64_t addr, unsigned size_B);
void fl_qtest_store(struct fl_qtest_wire *w, uint64_t addr, unsigned size_B, uint32_t value);
void fl_qtest_read(struct fl_qtest_wire *w, uint64_t addr, void *to, size_t n_B);
void fl_qtest_write(struct fl_qtest_wire *w, uint64_t addr, const void *from, size_t n_B);
/* Send what is posted and wait for its answers. */
void fl_qtest_flush(struct fl_qtest_wire *w);

#endif
