/* SPDX-License-Identifier: MIT
 *
 * The cards of the family by PCI id, and what differs between them for whoever wakes one.
 */
#ifndef HW_R500_CHIPS_H
#define HW_R500_CHIPS_H

#include "hw/fl_chips.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { R500_PCI_VENDOR = 0x1002 };

enum r500_family {
	R500_FAMILY_R300,
	R500_FAMILY_R350,
	R500_FAMILY_RV350,
	R500_FAMILY_RV380,
	R500_FAMILY_R420,
	R500_FAMILY_R423,
	R500_FAMILY_RV410,
	R500_FAMILY_R520,
	R500_FAMILY_RV515,
	R500_FAMILY_RV530,
	R500_FAMILY_RV560,
	R500_FAMILY_RV570,
	R500_FAMILY_R580,
};

enum r500_gen { R500_GEN_R300, R500_GEN_R400, R500_GEN_R500 };

/* Where the memory controller answers: registers like others, or one of two lists of indices. */
enum r500_mc_kind { R500_MC_R300, R500_MC_RV515, R500_MC_R520 };

struct r500_family_info {
	char name[6];         /* "RV530" */
	uint8_t gen;          /* enum r500_gen */
	uint8_t mc;           /* enum r500_mc_kind */
	uint8_t max_pipes;    /* quad pipes of the largest chip */
	uint8_t vertex_units; /* VAP_CNTL.PVS_NUM_FPUS */
	bool bus_cntl;        /* BUS_CNTL is at 0x30, where the others have PCIE_INDEX */
};

extern const struct fl_chip_table r500_chips; /* of enum r500_family */
const struct r500_family_info *r500_chip_family(const struct fl_chip *chip);
/* The file below /lib/firmware. */
const char *r500_chip_microcode(const struct r500_family_info *family);

#endif
