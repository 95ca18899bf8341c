/* SPDX-License-Identifier: MIT
 *
 * VGA text memory, and a kernel's console that writes into it, whoever else uses the card. The window at
 * 0xA0000 shows 256 KiB of VRAM: at VGA_MEMORY_BASE_ADDRESS on R5xx (radeonhd rhd_vga.c saves them there), at
 * the beginning before. Nothing is decoded while VGA_HDP_CONTROL.VGA_MEMORY_DISABLE (radeonhd) or
 * CONFIG_CNTL.CFG_VGA_IO_DIS is set, or PCI COMMAND keeps memory accesses out; before R5xx, while
 * GENMO_WT.VGA_RAM_EN is clear (Linux r100_vga_render_disable).
 *
 * The four planes of VGA lie side by side, a byte of each in a dword, and text mode takes its even bytes from
 * plane 0 and its odd ones from plane 1 (as QEMU's vga.c does it): the character of cell i is at 8 * i, its
 * color behind it.
 */
#include "hw/model/r500/vga.h"
#include "hw/model/r500/chip.h"

enum {
	WINDOW_B = 256 << 10,
	CELLS = 80 * 25,
	CELL_B = 8,
	CHAR_US = 16, /* between two characters */
	LIGHT_GRAY = 7,
};

static const char text[] = "The kernel's console writes here, whoever else has the card. ";

/* NULL: nothing decodes the window. */
static uint8_t *window(const struct mr500 *r)
{
	const struct fl_mem *mem = &r->base.mem;
	uint64_t addr = mem->vram_addr;

	if (addr == FL_MEM_NOWHERE || !fl_pci_memory_on(&r->base) ||
	    R500_REG(r, CONFIG_CNTL) & R500_CONFIG_CNTL__CFG_VGA_IO_DIS__MASK)
		return NULL;
	if (r->variant->kind == MR500_KIND_R5XX) {
		if (R500_REG(r, VGA_HDP_CONTROL) & R500_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE__MASK)
			return NULL;
		addr = R500_REG(r, VGA_MEMORY_BASE_ADDRESS);
	} else if (!(R500_REG(r, GENMO_WT) & R500_GENMO_WT__VGA_RAM_EN__MASK))
		return NULL;
	return fl_mem_span(mem, addr, WINDOW_B);
}

void mr500_vga_console(struct mr500 *r)
{
	uint64_t first = r->console_us / CHAR_US, end = r->base.now_us / CHAR_US;
	uint8_t *at = window(r);

	r->console_us = r->base.now_us;
	if (end > first + CELLS)
		first = end - CELLS; /* a whole screen was written, and more than once */
	for (uint64_t i = first; at && i < end; i++) {
		unsigned cell = i % CELLS;

		at[cell * CELL_B] = (uint8_t)text[cell % (sizeof(text) - 1)];
		at[cell * CELL_B + 1] = LIGHT_GRAY;
	}
}
