/* SPDX-License-Identifier: MIT
 *
 * Exceptions: reported with all registers, and the end of the program, or of what fl_boot_try() was called
 * for.
 */
#include "boot/arm/arm.h"

bool fl_trap_quiet;

enum { PREFETCH_ABORT = 3, DATA_ABORT = 4, MODE = 31, SVC = 0x13 };

static const char *const names[] = {"reset", "undefined instruction", "SVC", "prefetch abort", "data abort"};

/* Fault status with short descriptors, Arm ARM DDI 0406, B3.13.3: bits 10 and 3:0. */
static const char *of_status(uint32_t fsr)
{
	switch ((fsr >> 6 & 16) | (fsr & 15)) {
	case 0x01:
		return ": alignment";
	case 0x05:
	case 0x07:
		return ": translation";
	case 0x08:
		return ": external, nothing answers there";
	case 0x0c:
	case 0x0e:
		return ": external, on a table walk";
	case 0x0d:
	case 0x0f:
		return ": permission";
	case 0x16:
		return ": external, late";
	default:
		return "";
	}
}

static void say(unsigned n, const char *name, uint32_t v)
{
	fl_console_text(n % 4 ? "  " : "\n");
	fl_console_text(name);
	fl_console_hex(v, 8);
}

void fl_trap_report(const struct fl_trap *t)
{
	static const char *const last[] = {"sp  ",  "lr  ",  "pc  ",  "cpsr ",
					   "dfsr ", "dfar ", "ifsr ", "ifar "};
	static bool again;

	if (fl_trap_quiet && fl_try_innermost)
		fl_trap_resume();
	fl_console_text("\n*** exception ");
	fl_console_hex(t->vector, 1);
	fl_console_text(": ");
	fl_console_text(names[t->vector]);
	if (t->vector == PREFETCH_ABORT || t->vector == DATA_ABORT)
		fl_console_text(of_status(t->vector == DATA_ABORT ? t->dfsr : t->ifsr));
	fl_console_text(", at pc ");
	fl_console_hex(t->pc, 8);
	for (unsigned i = 0; i < 13; i++) {
		const char name[] = {'r', i < 10 ? (char)('0' + i) : '1', i < 10 ? ' ' : (char)('0' + i - 10),
				     ' ', 0};

		say(i, name, t->r[i]);
	}
	for (unsigned i = 0; i < 8; i++)
		say(13 + i, last[i], (&t->sp)[i]);
	fl_console_text("\n");
	/* One in the report itself: there is no way back. */
	if (fl_try_innermost && !again && (t->cpsr & MODE) == SVC)
		fl_trap_resume();
	if (!again) {
		again = true;
		fl_boot_exit(100, true);
	}
	for (;;)
		__asm__ volatile("wfi");
}
