/* SPDX-License-Identifier: MIT
 *
 * The cards of the family by PCI id, and what differs between them for whoever wakes one.
 */
#ifndef HW_R500_CHIPS_H
#define HW_R500_CHIPS_H

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

/* Was a real card of this id tried? NT: not that we know. OK: the smoke test passed. BAD: known not to
 * work. */
enum r500_tested { R500_NT, R500_OK, R500_BAD };

struct r500_family_info {
	char name[6];         /* "RV530" */
	uint8_t gen;          /* enum r500_gen */
	uint8_t mc;           /* enum r500_mc_kind */
	uint8_t max_pipes;    /* quad pipes of the largest chip */
	uint8_t vertex_units; /* VAP_CNTL.PVS_NUM_FPUS */
	bool bus_cntl;        /* BUS_CNTL is at 0x30, where the others have PCIE_INDEX */
};

struct r500_chip {
	uint16_t device; /* PCI device id; the vendor is 1002 */
	uint8_t family;  /* enum r500_family */
	uint8_t tested;  /* enum r500_tested */
};

const struct r500_chip *r500_chip_find(uint16_t vendor, uint16_t device); /* NULL: not of this family */
const struct r500_chip *r500_chip_at(unsigned i); /* the table, by id; NULL past its end */
const struct r500_family_info *r500_chip_family(const struct r500_chip *chip);
/* "Radeon X1900 XT"; "" if the public lists have no name. Of a chip of the table; a name has up to 39
 * characters. */
void r500_chip_product(const struct r500_chip *chip, char *out, size_t size);
/* The file below /lib/firmware. */
const char *r500_chip_microcode(const struct r500_family_info *family);
const char *r500_tested_name(enum r500_tested t);

#endif
