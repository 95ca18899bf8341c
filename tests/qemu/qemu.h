/* SPDX-License-Identifier: MIT
 *
 * An emulated machine for a test: started with the image, watched over its serial port, its screen read back
 * through QMP. Everything has a deadline, and nothing outlives the test.
 */
#ifndef TESTS_QEMU_QEMU_H
#define TESTS_QEMU_QEMU_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct qemu {
	pid_t pid;
	int qmp, port;
	char dir[64]; /* serial log, sockets, screen dumps; removed at the end */
};

/* Start qemu-system-x86_64 with these arguments (NULL-terminated) behind the common ones: TCG, no default
 * display, no network, serial port into a file, isa-debug-exit at 0xf4. False if it does not come up. */
bool qemu_start(struct qemu *q, const char *const args[]);
/* The same of an ARM machine, "qemu-system-aarch64" or "qemu-system-arm", which ends by semihosting. */
bool qemu_start_arm(struct qemu *q, const char *program, const char *const args[]);
/* The x86-64 machine with a model for a graphics card: `firstlight qemu` with these options
 * (NULL-terminated), built in $FL_BUILD. q->pid is the card's process then, and QEMU its child. */
bool qemu_start_card(struct qemu *q, const char *const card[], const char *const args[]);
/* QEMU itself, whoever started it; -1: there is none. */
pid_t qemu_machine(const struct qemu *q);
/* A QMP command with no arguments: "system_reset". True: done. */
bool qemu_do(struct qemu *q, const char *command);
/* Type at the serial port: waits until all has been taken. */
bool qemu_type(struct qemu *q, const char *text);
/* Wait until the serial port has said text. */
bool qemu_wait_text(struct qemu *q, const char *text, unsigned timeout_ms);
/* All that the serial port has said so far; free() it. */
char *qemu_serial(struct qemu *q);
/* The screen as R,G,B bytes, rows from the top; free() it. NULL on failure. */
uint8_t *qemu_screen(struct qemu *q, unsigned *w, unsigned *h);
/* The exit code, or -1 if it has not ended by then. */
int qemu_wait_exit(struct qemu *q, unsigned timeout_ms);
void qemu_end(struct qemu *q);

#endif
