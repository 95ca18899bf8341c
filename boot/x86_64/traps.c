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

/* By vector; the others are reserved. */
static const char names[] = "divide error\0debug\0NMI\0breakpoint\0overflow\0bound range\0invalid opcode\0"
			    "no coprocessor\0double fault\0coprocessor overrun\0invalid TSS\0"
			    "segment not present\0stack fault\0general protection\0page fault\0reserved\0"
			    "x87 error\0alignment check\0machine check\0SIMD error\0";

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

/* The i-th of texts that stand behind one another, each ended by its NUL, the last by two. */
static const char *nth(const char *texts, uint64_t i)
{
	while (i-- && *texts)
		while (*texts++)
			;
	return texts;
}

/* n registers at v, whose names stand behind one another: four on a line. */
static void say(const char *name, const uint64_t *v, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		fl_console_text(i % 4 ? "  " : "\n");
		fl_console_text(nth(name, i));
		fl_console_hex(v[i], 16);
	}
}

void fl_trap_report(const struct fl_trap *t)
{
	const char *what = nth(names, t->vector);
	uint64_t last[2] = {0, t->rflags},
		 first[8] = {t->rax, t->rbx, t->rcx, t->rdx, t->rsi, t->rdi, t->rbp, t->rsp};

	__asm__ volatile("movq %%cr2, %0" : "=r"(last[0]));
	fl_console_text("\n*** exception ");
	if (t->vector > 9)
		fl_console_write(&"0123"[t->vector / 10 & 3], 1);
	fl_console_write(&"0123456789"[t->vector % 10], 1);
	fl_console_text(": ");
	fl_console_text(*what ? what : "reserved");
	fl_console_text(", error code 0x");
	fl_console_hex(t->code, 4);
	fl_console_text(", at rip ");
	fl_console_hex(t->rip, 16);
	say("rax \0rbx \0rcx \0rdx \0rsi \0rdi \0rbp \0rsp \0", first, 8);
	say("r8  \0r9  \0r10 \0r11 \0r12 \0r13 \0r14 \0r15 \0", &t->r8, 8);
	say("cr2 \0rflags \0", last, 2);
	fl_console_text("\n");
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
