/* SPDX-License-Identifier: MIT
 *
 * The end: an emulator that listens takes the code; otherwise the firmware switches off, or the processor
 * sleeps for good.
 */
#include "boot/board/board.h"

enum { PSCI_SYSTEM_OFF = 0x84000008 };
static int psci;

void fl_exit_use(const struct fl_board *b)
{
	psci = b->psci;
}

_Noreturn void fl_boot_exit(int code, bool leave_emulator)
{
	if (leave_emulator) {
		fl_semihosting_exit(code);
		if (psci)
			fl_psci(psci == FL_BOARD_HVC, PSCI_SYSTEM_OFF);
	}
	for (;;)
		__asm__ volatile("wfi");
}
