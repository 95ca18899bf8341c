/* SPDX-License-Identifier: MIT
 *
 * The cards of the family by PCI id, and what differs between them for whoever wakes one.
 */
#ifndef HW_R600_CHIPS_H
#define HW_R600_CHIPS_H

#include "hw/fl_chips.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { R600_PCI_VENDOR = 0x1002 };

enum r600_family {
	R600_FAMILY_R600,
	R600_FAMILY_RV610,
	R600_FAMILY_RV630,
	R600_FAMILY_RV620,
	R600_FAMILY_RV635,
	R600_FAMILY_RV670,
	R600_FAMILY_RS780,
	R600_FAMILY_RS880,
	R600_FAMILY_RV770,
	R600_FAMILY_RV730,
	R600_FAMILY_RV710,
	R600_FAMILY_RV740,
	R600_FAMILIES
};

/* What of the shader processor each kind of program may use: pixel, vertex, geometry, export programs. */
struct r600_split {
	uint8_t gprs[4], temps; /* of a clause */
	uint8_t threads[4];
	uint8_t stack[4]; /* entries */
};

struct r600_family_info {
	char name[6];       /* "RV770" */
	char files[6];      /* its microcode is radeon/RV770_pfp.bin and radeon/RV770_me.bin */
	bool r7xx;          /* else R6xx */
	bool vertex_cache;  /* else vertices come through the texture cache */
	uint8_t tile_pipes; /* of memory: log2 */
	uint8_t pipes;      /* quad pipes, SIMDs and render backends of a whole chip */
	uint8_t simds;
	uint8_t backends;
	uint8_t contexts;  /* of state */
	uint8_t gs_per_es; /* VGT_GS_PER_ES / 16 */
	uint8_t cf_insts;  /* SQ fetches so many at once */
	uint16_t gprs;     /* of a SIMD */
	uint16_t threads;  /* waves under way */
	uint16_t stack;
	struct r600_split split;
};

/* The values of the five registers from SQ_GPR_RESOURCE_MGMT_1 on that say so. */
enum { R600_SPLIT_WORDS = 5 };
void r600_split_words(const struct r600_split *s, uint32_t word[R600_SPLIT_WORDS]);
/* How it is divided where geometry programs run: each kind has a quarter of registers and stack. */
struct r600_split r600_split_evenly(const struct r600_family_info *f);

extern const struct fl_chip_table r600_chips; /* of enum r600_family */
const struct r600_family_info *r600_chip_family(const struct fl_chip *chip);
/* The table of families; i is an enum r600_family. */
const struct r600_family_info *r600_family_at(unsigned i);

#endif
