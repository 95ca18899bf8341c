/* SPDX-License-Identifier: MIT
 *
 * Exceptions: reported with all registers, and the end of the program, or of what fl_boot_try() was called
 * for.
 */
#include "boot/aarch64/aarch64.h"

bool fl_trap_quiet;

enum { SERROR = 3, OTHER_STACK = 4 }; /* entries of the table: four a group */

/* ESR_EL1.EC, Arm ARM DDI 0487, D24.2.40. */
static const char *of_class(unsigned ec)
{
	static const struct {
		uint8_t ec;
		const char *name;
	} known[] = {
	    {0x00, "undefined instruction"},
	    {0x07, "floating point is off"},
	    {0x0e, "illegal state"},
	    {0x15, "SVC"},
	    {0x20, "instruction abort"},
	    {0x21, "instruction abort"},
	    {0x22, "PC not aligned"},
	    {0x24, "data abort"},
	    {0x25, "data abort"},
	    {0x26, "SP not aligned"},
	    {0x2c, "floating point"},
	    {0x2f, "SError"},
	    {0x3c, "breakpoint"},
	};

	for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].ec == ec)
			return known[i].name;
	return "unknown";
}

/* The status codes of aborts. */
static const char *of_status(unsigned fsc)
{
	if (fsc == 0x21)
		return ": alignment";
	if (fsc == 0x10)
		return ": external, nothing answers there";
	if ((fsc & 0x3c) == 0x14)
		return ": external, on a table walk";
	return fsc >> 2 == 0   ? ": address size"
	       : fsc >> 2 == 1 ? ": translation"
	       : fsc >> 2 == 3 ? ": permission"
			       : "";
}

static void say(unsigned n, const char *name, uint64_t v)
{
	fl_console_text(n % 4 ? "  " : "\n");
	fl_console_text(name);
	fl_console_hex(v, 16);
}

void fl_trap_report(const struct fl_trap *t)
{
	static bool again;
	unsigned ec = t->esr >> 26 & 63;
	bool abort = ec >> 1 == 0x10 || ec >> 1 == 0x12;

	if (fl_trap_quiet && fl_try_innermost)
		fl_trap_resume();
	fl_console_text("\n*** exception: ");
	fl_console_text(t->group % 4 == SERROR ? "SError" : of_class(ec));
	fl_console_text(abort ? of_status(t->esr & 63) : "");
	fl_console_text(", esr 0x");
	fl_console_hex(t->esr, 8);
	fl_console_text(", at pc ");
	fl_console_hex(t->pc, 16);
	for (unsigned i = 0; i < 31; i++) {
		const char name[] = {'x', i < 10 ? (char)('0' + i) : (char)('0' + i / 10),
				     i < 10 ? ' ' : (char)('0' + i % 10), ' ', 0};

		say(i, name, t->x[i]);
	}
	say(31, "sp  ", t->sp);
	say(0, "far ", t->far);
	say(1, "pstate ", t->pstate);
	fl_console_text("\n");
	/* One in the report itself, or on its stack: there is no way back. */
	if (fl_try_innermost && !again && t->group < OTHER_STACK)
		fl_trap_resume();
	if (!again) {
		again = true;
		fl_boot_exit(100, true);
	}
	for (;;)
		__asm__ volatile("wfi");
}
