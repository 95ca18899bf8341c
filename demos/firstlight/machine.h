/* SPDX-License-Identifier: MIT
 *
 * A QEMU machine as a child process, with a card's socket, memory that is shared with the card, and the test
 * port.
 */
#ifndef DEMOS_FIRSTLIGHT_MACHINE_H
#define DEMOS_FIRSTLIGHT_MACHINE_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { FL_MACHINE_MODULES = 8 };

struct fl_machine_config {
	const char *qemu; /* the program; NULL: qemu-system-x86_64 in PATH */
	/* An ARM machine, into which no card of ours goes: its memory is this, and a mailbox is in it
	 * (hw/bus/mailbox.h). -1: a PC with a card. */
	int ram_fd;
	int vram_fd;     /* memory to be shown over the VRAM BAR; -1: every access goes over the socket */
	uint64_t vram_B; /* how much of it the BAR shows */
	/* Files that a bare-metal image finds (boot/boot.h), at most FL_MACHINE_MODULES: firmware */
	const int *module_fd;
	unsigned n_modules;
	int n_args; /* the user's arguments, which come last and so win */
	char *const *args;
};

struct fl_machine_run {
	pid_t pid;
	int card_fd; /* the card's end of its socket */
	int test_fd; /* the test port; -1: none */
};

/* Start it; fl_child_ended() and fl_child_stop() are for its pid. FL_FAILED: no such program, or no more
 * processes, sockets, memory. */
enum fl_code fl_machine_start(struct fl_machine_run *r, const struct fl_machine_config *c,
			      struct fl_err *err);

/* Is this QEMU's program an ARM machine's? */
bool fl_machine_is_board(const char *qemu);
/* The -m of these arguments in bytes, as QEMU reads it ("512", "1G", "size=1G,…"); 256 MiB if there is
 * none. 0: not understood. */
uint64_t fl_machine_memory(int n_args, char *const *args);

#endif
