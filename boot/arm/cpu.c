/* SPDX-License-Identifier: MIT
 *
 * What only the processor's own instructions reach: the counter, the firmware, an emulator.
 */
#include "boot/arm/arm.h"

/* ID_PFR1, bits 19:16: the generic timer. */
static bool has_counter(void)
{
	uint32_t v;

	__asm__ volatile("mrc p15, 0, %0, c0, c1, 1" : "=r"(v));
	return v >> 16 & 15;
}

uint32_t fl_counter_hz(bool *there)
{
	uint32_t hz = 0;

	*there = has_counter();
	if (*there)
		__asm__ volatile("mrc p15, 0, %0, c14, c0, 0" : "=r"(hz)); /* CNTFRQ */
	return hz;
}

uint64_t fl_counter(void)
{
	uint64_t v;

	__asm__ volatile("isb; mrrc p15, 1, %Q0, %R0, c14" : "=r"(v)); /* CNTVCT */
	return v;
}

int32_t fl_psci(bool hvc, uint32_t function)
{
	register uint32_t r0 __asm__("r0") = function;

	if (hvc)
		__asm__ volatile(".arch_extension virt\n\thvc #0" : "+r"(r0) : : "r1", "r2", "r3", "memory");
	else
		__asm__ volatile(".arch_extension sec\n\tsmc #0" : "+r"(r0) : : "r1", "r2", "r3", "memory");
	return (int32_t)r0;
}

/* A Cortex-A9 (MIDR) whose private peripherals are where an i.MX6 has them (CBAR; i.MX 6Dual/6Quad reference
 * manual, 2.2); QEMU's with one processor reads 0. */
enum { MIDR_A9 = 0x410fc090, MIDR_PART = 0x7f0ffff0, CBAR_IMX6 = 0x00a00000, IMX6_UART1 = 0x02020000 };

uint64_t fl_board_imx_uart(void)
{
	uint32_t midr, cbar;

	__asm__ volatile("mrc p15, 0, %0, c0, c0, 0" : "=r"(midr));
	if ((midr & MIDR_PART) != (MIDR_A9 & MIDR_PART))
		return 0;
	__asm__ volatile("mrc p15, 4, %0, c15, c0, 0" : "=r"(cbar));
	return cbar == CBAR_IMX6 || !cbar ? IMX6_UART1 : 0;
}

enum { SYS_EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026 };

static void ask(void *block)
{
	fl_semihosting(SYS_EXIT_EXTENDED, block);
}

void fl_semihosting_exit(int code)
{
	uint32_t block[2] = {APPLICATION_EXIT, (uint32_t)code};

	fl_trap_quiet = true;
	fl_boot_try(ask, block);
	fl_trap_quiet = false;
}
