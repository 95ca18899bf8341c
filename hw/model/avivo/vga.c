/* SPDX-License-Identifier: MIT
 *
 * VGA text memory, and a kernel's console that writes into it, whoever else uses the card. The window at
 * 0xA0000 shows 256 KiB of VRAM at VGA_MEMORY_BASE_ADDRESS (radeonhd rhd_vga.c saves them there). Nothing is
 * decoded while VGA_HDP_CONTROL.VGA_MEMORY_DISABLE (radeonhd) is set, or PCI COMMAND keeps memory accesses
 * out.
 *
 * The four planes of VGA lie side by side, a byte of each in a dword, and text mode takes its even bytes from
 * plane 0 and its odd ones from plane 1 (as QEMU's vga.c does it): the character of cell i is at 8 * i, its
 * color behind it.
 */
#include "hw/model/avivo/vga.h"
#include "hw/regs/avivo.h"

enum {
	WINDOW_B = 256 << 10,
	CELLS = 80 * 25,
	CELL_B = 8,
	CHAR_US = 16, /* between two characters */
	LIGHT_GRAY = 7,
};

static const char text[] = "The kernel's console writes here, whoever else has the card. ";

uint64_t fl_vga_window(const struct fl_dc *dc)
{
	bool off = dc->reg[AVIVO_VGA_HDP_CONTROL / 4] & AVIVO_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE__MASK;

	return off ? FL_MEM_NOWHERE : dc->reg[AVIVO_VGA_MEMORY_BASE_ADDRESS / 4];
}

void fl_vga_console(struct fl_dc *dc, uint64_t window)
{
	const struct fl_mem *mem = &dc->m->mem;
	uint64_t first = dc->console_us / CHAR_US, end = dc->m->now_us / CHAR_US;
	uint8_t *at = NULL;

	if (window != FL_MEM_NOWHERE && mem->vram_addr != FL_MEM_NOWHERE && fl_pci_memory_on(dc->m))
		at = fl_mem_span(mem, window, WINDOW_B);
	dc->console_us = dc->m->now_us;
	if (end > first + CELLS)
		first = end - CELLS; /* a whole screen was written, and more than once */
	for (uint64_t i = first; at && i < end; i++) {
		unsigned cell = i % CELLS;

		at[cell * CELL_B] = (uint8_t)text[cell % (sizeof(text) - 1)];
		at[cell * CELL_B + 1] = LIGHT_GRAY;
	}
}
