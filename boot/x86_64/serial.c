/* SPDX-License-Identifier: MIT
 *
 * The console: a 16550 at COM1, polled.
 */
#include "boot/boot.h"
#include "boot/x86_64/boot.h"
#include "boot/x86_64/io.h"

enum {
	COM1 = 0x3f8,
	DATA = COM1,
	IER = COM1 + 1,
	FCR = COM1 + 2,
	LCR = COM1 + 3,
	MCR = COM1 + 4,
	LSR = COM1 + 5
};
enum { LSR_DATA = 1 << 0, LSR_EMPTY = 1 << 5, LCR_8N1 = 3, LCR_DLAB = 1 << 7 };

void fl_serial_init(void)
{
	fl_outb(IER, 0);
	fl_outb(LCR, LCR_DLAB);
	fl_outb(DATA, 1); /* 115200 baud */
	fl_outb(IER, 0);
	fl_outb(LCR, LCR_8N1);
	fl_outb(FCR, 0x07); /* FIFOs on, cleared */
	fl_outb(MCR, 0x03); /* DTR, RTS */
}

static void put(char c)
{
	/* A port that is not there reads all ones: "empty", so this ends; one that is stuck is given up
	 * on. */
	for (unsigned i = 0; i < 1000000 && !(fl_inb(LSR) & LSR_EMPTY); i++)
		;
	fl_outb(DATA, (uint8_t)c);
}

void fl_console_write(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '\n')
			put('\r');
		put(s[i]);
	}
}

void fl_console_text(const char *s)
{
	for (; *s; s++)
		fl_console_write(s, 1);
}

void fl_console_hex(uint64_t v, unsigned digits)
{
	while (digits--)
		fl_console_write(&"0123456789abcdef"[v >> 4 * digits & 15], 1);
}

int fl_console_read(void)
{
	uint8_t lsr = fl_inb(LSR);

	if (lsr == 0xff)
		return -2;
	return lsr & LSR_DATA ? fl_inb(DATA) : -1;
}
