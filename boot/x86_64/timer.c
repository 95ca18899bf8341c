/* SPDX-License-Identifier: MIT
 *
 * Time: the time-stamp counter, measured once against channel 2 of the PIT (1,193,182 Hz), which needs no
 * interrupt.
 */
#include "boot/boot.h"
#include "boot/x86_64/boot.h"
#include "boot/x86_64/io.h"

enum { PIT_2 = 0x42, PIT_MODE = 0x43, PORT_B = 0x61, PIT_HZ = 1193182, COUNT = PIT_HZ / 200 /* 5 ms */ };

static uint64_t tsc_start, tsc_per_ms;

void fl_timer_init(void)
{
	uint64_t from, to;
	uint32_t guard = 0;

	fl_outb(PORT_B, (uint8_t)((fl_inb(PORT_B) & ~2) | 1)); /* gate on, speaker off */
	fl_outb(PIT_MODE, 0xb0); /* channel 2, both bytes, mode 0: OUT rises at zero */
	fl_outb(PIT_2, COUNT & 0xff);
	fl_outb(PIT_2, COUNT >> 8);
	from = fl_rdtsc();
	while (!(fl_inb(PORT_B) & 0x20) && ++guard < 10000000)
		;
	to = fl_rdtsc();
	tsc_start = from;
	tsc_per_ms = (to - from) / 5;
	if (guard == 10000000 || !tsc_per_ms)
		tsc_per_ms = 1000000; /* no PIT: 1 GHz is slow enough for every deadline to be generous */
}

uint64_t fl_boot_now_us(void)
{
	uint64_t ticks = fl_rdtsc() - tsc_start;

	return ticks / tsc_per_ms * 1000 + ticks % tsc_per_ms * 1000 / tsc_per_ms;
}

void fl_boot_delay_us(uint64_t us)
{
	uint64_t end = fl_boot_now_us() + us;

	while (fl_boot_now_us() < end)
		__asm__ volatile("pause");
}
