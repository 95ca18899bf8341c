/* SPDX-License-Identifier: MIT
 *
 * Where Vivante's cores stand in systems on a chip, and what has to be written before one of them answers:
 * supply, clocks, power domain, reset (GC facts 1). None of these registers is the core's own.
 *
 *	const struct gc_board *b = gc_board_find("fsl,imx6q", 0x00130000);
 *
 *	if (gc_board_power(b, &bus, true, &err)) …   // then the core answers at b->regs_addr
 */
#ifndef HW_GC_BOARDS_H
#define HW_GC_BOARDS_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stdint.h>

/* The compatible string of a core's node in a device tree, whichever core it is. */
#define GC_BOARD_NODE "vivante,gc"

/* One thing that is done to a register of the system. */
enum gc_board_act {
	GC_BOARD_END,
	GC_BOARD_SET,   /* the bits of mask become those of value; the others stay */
	GC_BOARD_WRITE, /* value, without reading: registers whose zeros do nothing */
	GC_BOARD_LIKE,  /* the bits of mask become those that stand `value` bits above them */
	GC_BOARD_POLL,  /* until the bits of mask are those of value, GC_BOARD_POLL_US at most */
	GC_BOARD_DELAY, /* value microseconds */
};

enum { GC_BOARD_POLL_US = 1000 };

struct gc_board_op {
	uint8_t act; /* enum gc_board_act */
	uint32_t addr, mask, value;
	const char *what; /* the register's and the field's names */
};

struct gc_board {
	const char *soc;        /* "i.MX6 Quad" */
	const char *compatible; /* of the root of a device tree: "fsl,imx6q" */
	const char *core;       /* "GC2000" */
	uint32_t regs_addr, regs_B;
	uint16_t irq; /* SPI of the GIC: 32 less than the interrupt's number */
	bool draws;   /* in 3D: a core that the kit draws on */
	const struct gc_board_op *on, *off;
};

/* The table, ended by a NULL soc. */
extern const struct gc_board gc_boards[];
/* The core of that board whose registers are there; addr 0: its first core, which draws. NULL: none. */
const struct gc_board *gc_board_find(const char *compatible, uint64_t regs_addr);

/* How the system's registers are reached. */
struct gc_board_bus {
	uint32_t (*read32)(void *arg, uint64_t addr);
	void (*write32)(void *arg, uint64_t addr, uint32_t value);
	void (*delay_us)(void *arg, uint64_t us);
	void *arg;
};

/* Give it power and clocks, or take them away. FL_TIMEOUT: a register did not become what it should; the text
 * names it. To switch on what is on already does no harm. */
enum fl_code gc_board_power(const struct gc_board *b, const struct gc_board_bus *bus, bool on,
			    struct fl_err *err);

#endif
