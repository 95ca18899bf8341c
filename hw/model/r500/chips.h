/* SPDX-License-Identifier: MIT
 *
 * What differs between the chips of the family. One table (chips.c); the blocks read it through r->variant.
 */
#ifndef HW_MODEL_R500_CHIPS_H
#define HW_MODEL_R500_CHIPS_H

#include <stdbool.h>
#include <stdint.h>

/* The generations whose programming differs: R3xx and R4xx have the older fragment shader, RS and PVS
 * memory. */
enum mr500_kind { MR500_KIND_R3XX, MR500_KIND_R4XX, MR500_KIND_R5XX };

/* How the memory controller's registers are reached: Linux radeon, r100_mm, r420_mc_rreg, rv515_mc_rreg. */
enum mr500_mc_kind {
	MR500_MC_DIRECT, /* R3xx: MC_FB_LOCATION and MC_AGP_LOCATION are registers like others */
	MR500_MC_R420,   /* the same, and MC_IND_INDEX at 0x1f8 */
	MR500_MC_RV515,  /* MC_IND_INDEX is at 0x70; FB_LOCATION has index 1 */
	MR500_MC_R520,   /* MC_IND_INDEX is at 0x70; FB_LOCATION has index 4 */
};

struct mr500_variant {
	const char *name;     /* "r580" */
	const char *describe; /* one line */
	enum mr500_kind kind;
	enum mr500_mc_kind mc;
	uint16_t device; /* PCI; the vendor is 1002 */
	uint8_t revision;
	bool pcie;               /* else AGP */
	uint8_t pipes;           /* raster pipes: quads that are drawn side by side */
	uint8_t z_pipes;         /* RV530 has two for one raster pipe */
	uint8_t vertex_engines;  /* VAP_CNTL.PVS_NUM_FPUS as the driver sets it */
	uint8_t second_pipe_bit; /* of SU_REG_DEST, where a second pipe has one */
	uint16_t vram_width_bits;
	uint32_t vram_B;     /* of the usual card */
	uint32_t hiz_dw;     /* RAM a pipe */
	uint32_t zmask_dw;   /* RAM a pipe */
	uint32_t cmask_dw;   /* RAM a pipe */
	uint16_t pvs_code;   /* instructions */
	uint8_t pvs_vectors; /* of input, output and temporary memory each: guide 7.5.1 */
	bool z_plane_8x8;
};

/* NULL: no such chip. */
const struct mr500_variant *mr500_variant(const char *name);
const struct mr500_variant *mr500_variant_at(unsigned i);

#endif
