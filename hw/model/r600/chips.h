/* SPDX-License-Identifier: MIT
 *
 * What differs between the chips of the family. One table (chips.c); the blocks read it through r->variant.
 */
#ifndef HW_MODEL_R600_CHIPS_H
#define HW_MODEL_R600_CHIPS_H

#include <stdbool.h>
#include <stdint.h>

struct mr600_variant {
	const char *name;     /* "rv770" */
	const char *describe; /* one line */
	uint16_t device;      /* PCI; the vendor is 1002 */
	uint8_t revision;
	bool r7xx;         /* else R6xx: other ALU words, other rules */
	bool vertex_cache; /* else vertices are fetched through the texture cache */
	bool doubles;
	uint8_t tile_pipes, quad_pipes, simds, backends;
	uint8_t wave; /* lanes that run together: of what the programmer sees, costs of the stack alone */
	uint8_t contexts;
	uint16_t gprs, threads, stack;
	uint8_t vtx_clause; /* fetches in a VTX clause, at most */
	uint16_t tiling;    /* low half of GB_TILING_CONFIG as a driver sets it up */
	uint32_t chip_bit;  /* R600_CHIP_* of the register database */
	uint64_t vram_B;    /* of the usual card */
	uint16_t vram_width_bits;
};

/* NULL: no such chip. */
const struct mr600_variant *mr600_variant(const char *name);
const struct mr600_variant *mr600_variant_at(unsigned i);

#endif
