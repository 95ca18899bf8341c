/* SPDX-License-Identifier: MIT
 *
 * Exceptions: caught on a stack of their own, reported with all registers, and the end of the program, or of
 * what fl_boot_try() was called for.
 */
#include "boot/boot.h"
#include "boot/x86_64/boot.h"

struct fl_trap { /* as traps.S pushes them, then the CPU's own frame */
	uint64_t rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15;
	uint64_t vector, code;
	uint64_t rip, cs, rflags, rsp, ss;
};

extern const char fl_trap_entry[];
void fl_trap_report(const struct fl_trap *t);

static struct {
	uint16_t offset0, selector;
	uint8_t ist, type;
	uint16_t offset16;
	uint32_t offset32, zero;
} idt[32];

static struct __attribute__((packed)) {
	uint32_t reserved0;
	uint64_t rsp[3], reserved1, ist[7], reserved2;
	uint16_t reserved3, iomap;
} tss;

static uint64_t gdt[5];
static _Alignas(16) uint8_t trap_stack[8192];

enum { NMI = 2, DOUBLE_FAULT = 8, MACHINE_CHECK = 18 };
static void **innermost; /* where fl_boot_try() goes on; NULL: nowhere */

static const char *const name[32] = {
    "divide error",
    "debug",
    "NMI",
    "breakpoint",
    "overflow",
    "bound range",
    "invalid opcode",
    "no coprocessor",
    "double fault",
    "coprocessor overrun",
    "invalid TSS",
    "segment not present",
    "stack fault",
    "general protection",
    "page fault",
    "reserved",
    "x87 error",
    "alignment check",
    "machine check",
    "SIMD error",
};

void fl_traps_init(void)
{
	uint64_t base = (uint64_t)(uintptr_t)&tss;
	struct __attribute__((packed)) {
		uint16_t limit;
		const void *base;
	} gdtr = {sizeof gdt - 1, gdt}, idtr = {sizeof idt - 1, idt};

	tss.ist[0] = (uint64_t)(uintptr_t)(trap_stack + sizeof trap_stack);
	tss.iomap = sizeof tss;
	gdt[1] = 0x00af9a000000ffff; /* as in entry.S */
	gdt[2] = 0x00cf92000000ffff;
	gdt[3] =
	    (sizeof tss - 1) | (base & 0xffffff) << 16 | UINT64_C(0x89) << 40 | (base >> 24 & 0xff) << 56;
	gdt[4] = base >> 32;
	for (unsigned i = 0; i < 32; i++) {
		uint64_t at = (uint64_t)(uintptr_t)fl_trap_entry + 16 * i;

		idt[i].offset0 = (uint16_t)at;
		idt[i].selector = 8;
		idt[i].ist = 1;
		idt[i].type = 0x8e; /* present, interrupt gate */
		idt[i].offset16 = (uint16_t)(at >> 16);
		idt[i].offset32 = (uint32_t)(at >> 32);
	}
	__asm__ volatile("lgdt %0; lidt %1; ltr %w2" : : "m"(gdtr), "m"(idtr), "r"(3 * 8) : "memory");
}

static void say(const char *before, uint64_t v, const char *after)
{
	fl_console_text(before);
	fl_console_hex(v, 16);
	fl_console_text(after);
}

void fl_trap_report(const struct fl_trap *t)
{
	uint64_t cr2;

	__asm__ volatile("movq %%cr2, %0" : "=r"(cr2));
	fl_console_text("\n*** exception ");
	if (t->vector > 9)
		fl_console_write(&"0123"[t->vector / 10 & 3], 1);
	fl_console_write(&"0123456789"[t->vector % 10], 1);
	fl_console_text(": ");
	fl_console_text(t->vector < 32 && name[t->vector] ? name[t->vector] : "reserved");
	fl_console_text(", error code 0x");
	fl_console_hex(t->code, 4);
	say(", at rip ", t->rip, "\n");
	say("rax ", t->rax, "  rbx "), say("", t->rbx, "  rcx "), say("", t->rcx, "  rdx "),
	    say("", t->rdx, "\n");
	say("rsi ", t->rsi, "  rdi "), say("", t->rdi, "  rbp "), say("", t->rbp, "  rsp "),
	    say("", t->rsp, "\n");
	say("r8  ", t->r8, "  r9  "), say("", t->r9, "  r10 "), say("", t->r10, "  r11 "),
	    say("", t->r11, "\n");
	say("r12 ", t->r12, "  r13 "), say("", t->r13, "  r14 "), say("", t->r14, "  r15 "),
	    say("", t->r15, "\n");
	say("cr2 ", cr2, "  rflags "), say("", t->rflags, "\n");
	/* The way back skips IRET: interrupts are off before and after, and the stack is the CPU's to load
	 * anew each time. Not after an NMI, which stays blocked until an IRET, nor after what leaves the
	 * machine's state undefined. */
	if (innermost && t->vector != NMI && t->vector != DOUBLE_FAULT && t->vector != MACHINE_CHECK)
		__builtin_longjmp(innermost, 1);
	fl_boot_exit(100, true);
}

__attribute__((noinline)) bool fl_boot_try(void (*run)(void *arg), void *arg)
{
	void **volatile outer = innermost;
	void *here[5]; /* what the builtins keep there: frame, stack, where to go on */

	if (__builtin_setjmp(here)) {
		innermost = outer;
		return false;
	}
	innermost = here;
	run(arg);
	innermost = outer;
	return true;
}
