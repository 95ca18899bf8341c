/* SPDX-License-Identifier: MIT
 *
 * Between the files of boot/aarch64.
 */
#ifndef BOOT_AARCH64_AARCH64_H
#define BOOT_AARCH64_AARCH64_H

#include "boot/board/board.h"

/* As traps.S stores them. */
struct fl_trap {
	uint64_t x[31], sp, pc, pstate, esr, far, group, pad;
};

extern bool fl_trap_quiet; /* the next exception is expected: no report */
/* traps.S: where fl_boot_try() goes on; NULL: nowhere. */
extern void *fl_try_innermost;
_Noreturn void fl_trap_resume(void);
void fl_trap_report(const struct fl_trap *t);

#endif
