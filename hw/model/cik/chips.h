/* SPDX-License-Identifier: MIT
 *
 * What differs between the chips of the family. One table (chips.c); the blocks read it through c->variant.
 */
#ifndef HW_MODEL_CIK_CHIPS_H
#define HW_MODEL_CIK_CHIPS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	MCIK_TILE_MODES = 32,
	MCIK_MACRO_MODES = 16,
	MCIK_SES = 4,   /* the most shader engines that a chip has */
	MCIK_PIPES = 4, /* of a compute microengine */
	MCIK_QUEUES = 8 /* of a pipe */
};

/* GB_TILE_MODE and GB_MACROTILE_MODE as Linux sets them. */
struct mcik_tiling {
	uint32_t mode[MCIK_TILE_MODES];
	uint32_t macro[MCIK_MACRO_MODES];
};

struct mcik_variant {
	const char *name;     /* "bonaire" */
	const char *describe; /* one line */
	uint16_t device;      /* PCI; the vendor is 1002 */
	bool apu;             /* its VRAM is a part of the machine's memory, and nothing loads MC microcode */
	uint8_t ses;          /* shader engines, of one shader array each */
	uint8_t cus;          /* compute units of an array */
	uint8_t rbs;          /* render backends of an engine */
	uint8_t pipes;        /* tile pipes, and channels of L2 */
	uint8_t l2_KiB;       /* of a channel */
	uint8_t gs_depth;     /* of VGT's table of geometry shaders */
	uint8_t mecs;         /* compute microengines */
	uint8_t lds_banks;
	uint8_t row_KiB; /* of DRAM: a column of GB_ADDR_CONFIG */
	bool fast_fma;
	uint32_t addr_config;      /* GB_ADDR_CONFIG, but for the row */
	uint32_t raster_config[2]; /* PA_SC_RASTER_CONFIG, _1 */
	const struct mcik_tiling *tiling;
	uint32_t chip_bit; /* CIK_CHIP_* of the register database */
	uint64_t vram_B;   /* of the usual card */
};

/* NULL: no such chip. */
const struct mcik_variant *mcik_variant(const char *name);
const struct mcik_variant *mcik_variant_at(unsigned i);
/* GB_ADDR_CONFIG as Linux leaves it: with the row of the memory that is there. */
uint32_t mcik_addr_config(const struct mcik_variant *v);

#endif
