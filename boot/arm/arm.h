/* SPDX-License-Identifier: MIT
 *
 * Between the files of boot/arm.
 */
#ifndef BOOT_ARM_ARM_H
#define BOOT_ARM_ARM_H

#include "boot/board/board.h"

/* As traps.S stores them. */
struct fl_trap {
	uint32_t r[13], sp, lr, pc, cpsr, dfsr, dfar, ifsr, ifar, vector;
};

extern bool fl_trap_quiet; /* the next exception is expected: no report */
/* traps.S: where fl_boot_try() goes on; NULL: nowhere. */
extern void *fl_try_innermost;
_Noreturn void fl_trap_resume(void);
void fl_trap_report(const struct fl_trap *t);
void fl_semihosting(uint32_t operation, void *block);

#endif
