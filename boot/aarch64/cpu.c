/* SPDX-License-Identifier: MIT
 *
 * What only the processor's own instructions reach: the counter, the firmware, an emulator.
 */
#include "boot/aarch64/aarch64.h"

uint32_t fl_counter_hz(bool *there)
{
	uint64_t hz;

	*there = true; /* every ARMv8 has one */
	__asm__ volatile("mrs %0, cntfrq_el0" : "=r"(hz));
	return (uint32_t)hz;
}

uint64_t fl_counter(void)
{
	uint64_t v;

	__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(v));
	return v;
}

int32_t fl_psci(bool hvc, uint32_t function)
{
	register uint64_t x0 __asm__("x0") = function;

	if (hvc)
		__asm__ volatile("hvc #0" : "+r"(x0) : : "x1", "x2", "x3", "memory");
	else
		__asm__ volatile("smc #0" : "+r"(x0) : : "x1", "x2", "x3", "memory");
	return (int32_t)x0;
}

uint64_t fl_board_imx_uart(void)
{
	return 0;
}

enum { SYS_EXIT = 0x18, APPLICATION_EXIT = 0x20026 };

static void ask(void *block)
{
	register uint64_t x0 __asm__("x0") = SYS_EXIT;
	register void *x1 __asm__("x1") = block;

	__asm__ volatile("hlt #0xf000" : "+r"(x0) : "r"(x1) : "memory");
}

void fl_semihosting_exit(int code)
{
	uint64_t block[2] = {APPLICATION_EXIT, (uint64_t)code};

	fl_trap_quiet = true;
	fl_boot_try(ask, block);
	fl_trap_quiet = false;
}
