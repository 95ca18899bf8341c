/* SPDX-License-Identifier: MIT
 *
 * Cores that are parts of a system on a chip: where a device tree has them, what a family's table knows of
 * the chip, and what has to be written before a core answers: supply, clocks, power domain, reset. None of
 * these registers is the core's own.
 *
 *	struct fl_soc_part part[FL_SOC_PARTS];
 *	unsigned n = fl_soc_tree(blob, blob_B, part, FL_SOC_PARTS);
 *
 *	if (fl_soc_power(part[0].core, &bus, true, &err)) …   // then it answers at part[0].addr
 */
#ifndef HW_FL_SOC_H
#define HW_FL_SOC_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a family knows ------------------------------------------------------------------------------- */
/* One thing that is done to a register of the system. */
enum fl_soc_act {
	FL_SOC_END,
	FL_SOC_SET,   /* the bits of mask become those of value; the others stay */
	FL_SOC_WRITE, /* value, without reading: registers whose zeros do nothing */
	FL_SOC_LIKE,  /* the bits of mask become those that stand `value` bits above them */
	FL_SOC_POLL,  /* until the bits of mask are those of value, FL_SOC_POLL_US at most */
	FL_SOC_DELAY, /* value microseconds */
};

enum { FL_SOC_POLL_US = 1000 };

struct fl_soc_op {
	uint8_t act; /* enum fl_soc_act */
	uint32_t addr, mask, value;
	const char *what; /* the register's and the field's names */
};

struct fl_soc_core {
	const char *soc;        /* "i.MX6 Quad" */
	const char *compatible; /* of the root of a device tree: "fsl,imx6q" */
	const char *core;       /* "GC2000" */
	uint32_t regs_addr, regs_B;
	uint16_t irq; /* SPI of the GIC: 32 less than the interrupt's number */
	bool draws;   /* in 3D: a core that the kit draws on */
	const struct fl_soc_op *on, *off;
};

/* Of a family (fl_family.soc). */
struct fl_soc_table {
	const char *binding;            /* the compatible string of a core's node, whichever core it is */
	const struct fl_soc_core *core; /* ended by a NULL soc */
};

/* ---- power --------------------------------------------------------------------------------------------- */
/* How the system's registers are reached. */
struct fl_soc_bus {
	uint32_t (*read32)(void *arg, uint64_t addr);
	void (*write32)(void *arg, uint64_t addr, uint32_t value);
	void (*delay_us)(void *arg, uint64_t us);
	void *arg;
};

/* Give a core power and clocks, or take them away. FL_TIMEOUT: a register did not become what it should; the
 * text names it. To switch on what is on already does no harm. */
enum fl_code fl_soc_power(const struct fl_soc_core *c, const struct fl_soc_bus *bus, bool on,
			  struct fl_err *err);
/* The same in words, one line for each thing, and no access. */
void fl_soc_rehearse(const struct fl_soc_core *c, bool on, void (*line)(void *arg, const char *text),
		     void *arg);

/* ---- finding ------------------------------------------------------------------------------------------- */
enum { FL_SOC_PARTS = 8, FL_SOC_NAME = 32 };

/* A core that a device tree has. */
struct fl_soc_part {
	char name[FL_SOC_NAME]; /* "gpu@130000" */
	uint64_t addr, size_B;  /* its registers, as the processor addresses them */
	/* Memory that the tree reserves for it, with no-map: the first region of its memory-region; otherwise
	 * the first that is called firstlight. size_B 0: none */
	uint64_t mem_addr, mem_size_B;
	int irq;      /* SPI of the GIC; -1: none that is understood */
	bool enabled; /* status */
	/* It has clocks, power-domains or resets: an operating system that was started with this tree
	 * switches them as it likes. */
	bool owned;
	const struct fl_soc_core *core; /* what its family's table has; NULL: the chip is not in it */
};

/* Core i = 0, 1, … of all families' tables (hw/fl_family.h), those of a board in a row; NULL: no more. */
const struct fl_soc_core *fl_soc_core_at(unsigned i);
/* The cores of all families of the kit (hw/fl_family.h), in the tree's order. It may end anywhere, or be
 * none: nothing behind blob_B is read. Returns how many there are, which may be more than max. */
unsigned fl_soc_tree(const void *blob, size_t blob_B, struct fl_soc_part *part, unsigned max);

#ifdef __cplusplus
}
#endif

#endif
