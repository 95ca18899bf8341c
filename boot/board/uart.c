/* SPDX-License-Identifier: MIT
 *
 * The console: a PL011 (Arm DDI 0183) or the UART of an i.MX (i.MX 6Dual/6Quad reference manual, chapter 64),
 * polled. A loader that printed has set its speed; where nobody has, as under QEMU without firmware, it is
 * switched on.
 */
#include "boot/board/board.h"

enum { /* PL011 */
       UARTDR = 0x00,
       UARTFR = 0x18,
       UARTIBRD = 0x24,
       UARTFBRD = 0x28,
       UARTLCR_H = 0x2c,
       UARTCR = 0x30,
       FR_RXFE = 1 << 4,
       FR_TXFF = 1 << 5,
       LCR_H_8N1_FIFO = 0x70,
       CR_ON = 0x301, /* UARTEN, TXE, RXE */
       IBRD_24MHZ = 13,
       FBRD_24MHZ = 1 /* 24 MHz / (16 * 115200) */
};
enum { /* i.MX */
       URXD = 0x00,
       UTXD = 0x40,
       UCR1 = 0x80,
       UCR2 = 0x84,
       UTS = 0xb4,
       UCR1_UARTEN = 1 << 0,
       UCR2_ON = 0x4027, /* IRTS, WS, TXEN, RXEN, SRST (not held in reset) */
       UTS_TXFULL = 1 << 4,
       UTS_RXEMPTY = 1 << 5
};
enum { TRIES = 1000000 }; /* a port that is stuck is given up on */

static volatile uint8_t *port;
static int kind;

static uint32_t get(unsigned at)
{
	return *(volatile uint32_t *)(port + at);
}

static void set(unsigned at, uint32_t v)
{
	*(volatile uint32_t *)(port + at) = v;
}

void fl_uart_use(const struct fl_board *b)
{
	kind = b->uart;
	port = kind ? (volatile uint8_t *)(uintptr_t)b->uart_addr : NULL;
	if (kind == FL_BOARD_PL011 && (get(UARTCR) & CR_ON) != CR_ON) {
		set(UARTCR, 0);
		set(UARTIBRD, IBRD_24MHZ);
		set(UARTFBRD, FBRD_24MHZ);
		set(UARTLCR_H, LCR_H_8N1_FIFO);
		set(UARTCR, CR_ON);
	} else if (kind == FL_BOARD_IMX_UART) {
		set(UCR1, get(UCR1) | UCR1_UARTEN);
		set(UCR2, get(UCR2) | UCR2_ON);
	}
}

static bool full(void)
{
	return kind == FL_BOARD_PL011 ? get(UARTFR) & FR_TXFF : get(UTS) & UTS_TXFULL;
}

static void put(char c)
{
	for (unsigned i = 0; i < TRIES && full(); i++)
		;
	set(kind == FL_BOARD_PL011 ? UARTDR : UTXD, (uint8_t)c);
}

void fl_console_write(const char *s, size_t n)
{
	for (size_t i = 0; port && i < n; i++) {
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
	if (!port)
		return -2;
	if (kind == FL_BOARD_PL011)
		return get(UARTFR) & FR_RXFE ? -1 : (int)(get(UARTDR) & 0xff);
	return get(UTS) & UTS_RXEMPTY ? -1 : (int)(get(URXD) & 0xff);
}
