/* SPDX-License-Identifier: MIT
 *
 * The cards of the family, by PCI id; see chips.h.
 *
 * Ids and families: Linux radeon's PCI id list (include/drm/drm_pciids.h). Product names: pci.ids; an id
 * without one there has none here. "Tested" is said of cards, not of the model: NT until somebody sent
 * the report of a first contact.
 */
#include "hw/cik/chips.h"
#include "hw/regs/cik.h"

/* Units: Linux cik_gpu_init(); files and what the old ones hold: cik_init_microcode(), radeon_ucode.h. */
static const struct cik_family_info families[CIK_FAMILIES] = {
    [CIK_FAMILY_BONAIRE] = {.name = "Bonaire",
			    .chip = "BONAIRE",
			    .engines = 2,
			    .cus = 7,
			    .backends = 2,
			    .displays = 6,
			    .mecs = 1,
			    .old_rlc_dw = 2048,
			    .addr_config = 0x12010001,
			    .raster_config = {0x16000012, 0}},
    [CIK_FAMILY_HAWAII] = {.name = "Hawaii",
			   .chip = "HAWAII",
			   .engines = 4,
			   .cus = 11,
			   .backends = 4,
			   .displays = 6,
			   .mecs = 1,
			   .old_rlc_dw = 2048,
			   .addr_config = 0x12011003,
			   .raster_config = {0x3a00161a, 0x2e}},
    [CIK_FAMILY_KAVERI] = {.name = "Kaveri",
			   .chip = "KAVERI",
			   .apu = true,
			   .engines = 1,
			   .cus = 8,
			   .backends = 2,
			   .displays = 4,
			   .mecs = 2,
			   .old_rlc_dw = 2560,
			   .addr_config = 0x12010001},
    [CIK_FAMILY_KABINI] = {.name = "Kabini",
			   .chip = "KABINI",
			   .apu = true,
			   .engines = 1,
			   .cus = 2,
			   .backends = 1,
			   .displays = 2,
			   .mecs = 1,
			   .old_rlc_dw = 2560,
			   .addr_config = 0x12010001},
    [CIK_FAMILY_MULLINS] = {.name = "Mullins",
			    .chip = "MULLINS",
			    .apu = true,
			    .engines = 1,
			    .cus = 2,
			    .backends = 1,
			    .displays = 2,
			    .mecs = 1,
			    .old_rlc_dw = 2560,
			    .addr_config = 0x12010001},
};

/* Most products begin with one of these, for which a character stands. */
#define HD      "\1"
#define RADEON  "\2"
#define FIREPRO "\3"
static const char brands[][FL_CHIP_BRAND_B] = {"Radeon HD ", "Radeon ", "FirePro "};

/* Sorted by id. The rows hold no pointers: the product of row i is string i of `products`. */
/* clang-format off */
#define CHIPS(ID) \
	ID(0x1304, KAVERI, NT, "") \
	ID(0x1305, KAVERI, NT, "") \
	ID(0x1306, KAVERI, NT, "") \
	ID(0x1307, KAVERI, NT, "") \
	ID(0x1309, KAVERI, NT, RADEON "R6/R7") \
	ID(0x130a, KAVERI, NT, RADEON "R6") \
	ID(0x130b, KAVERI, NT, RADEON "R4") \
	ID(0x130c, KAVERI, NT, RADEON "R7") \
	ID(0x130d, KAVERI, NT, RADEON "R6") \
	ID(0x130e, KAVERI, NT, RADEON "R5") \
	ID(0x130f, KAVERI, NT, RADEON "R7") \
	ID(0x1310, KAVERI, NT, "") \
	ID(0x1311, KAVERI, NT, "") \
	ID(0x1312, KAVERI, NT, "") \
	ID(0x1313, KAVERI, NT, RADEON "R7") \
	ID(0x1315, KAVERI, NT, RADEON "R5") \
	ID(0x1316, KAVERI, NT, RADEON "R5") \
	ID(0x1317, KAVERI, NT, "") \
	ID(0x1318, KAVERI, NT, RADEON "R5") \
	ID(0x131b, KAVERI, NT, RADEON "R4") \
	ID(0x131c, KAVERI, NT, RADEON "R7") \
	ID(0x131d, KAVERI, NT, RADEON "R6") \
	ID(0x6640, BONAIRE, NT, FIREPRO "M6100") \
	ID(0x6641, BONAIRE, NT, HD "8930M") \
	ID(0x6646, BONAIRE, NT, RADEON "R9 M280X") \
	ID(0x6647, BONAIRE, NT, RADEON "R9 M270X/M280X") \
	ID(0x6649, BONAIRE, NT, FIREPRO "W5100") \
	ID(0x6650, BONAIRE, NT, "") \
	ID(0x6651, BONAIRE, NT, "") \
	ID(0x6658, BONAIRE, NT, RADEON "R7 260X/360") \
	ID(0x665c, BONAIRE, NT, HD "7790/8770 / R7 360") \
	ID(0x665d, BONAIRE, NT, RADEON "R7 200 Series") \
	ID(0x665f, BONAIRE, NT, RADEON "R7 360 / R9 360 OEM") \
	ID(0x67a0, HAWAII, NT, FIREPRO "W9100") \
	ID(0x67a1, HAWAII, NT, FIREPRO "W8100") \
	ID(0x67a2, HAWAII, NT, "") \
	ID(0x67a8, HAWAII, NT, "") \
	ID(0x67a9, HAWAII, NT, "") \
	ID(0x67aa, HAWAII, NT, "") \
	ID(0x67b0, HAWAII, NT, RADEON "R9 290X/390X") \
	ID(0x67b1, HAWAII, NT, RADEON "R9 290/390") \
	ID(0x67b8, HAWAII, NT, RADEON "R9 290X Engineering Sample") \
	ID(0x67b9, HAWAII, NT, RADEON "R9 295X2") \
	ID(0x67ba, HAWAII, NT, "") \
	ID(0x67be, HAWAII, NT, "") \
	ID(0x9830, KABINI, NT, HD "8400 / R3 Series") \
	ID(0x9831, KABINI, NT, HD "8400E") \
	ID(0x9832, KABINI, NT, HD "8330") \
	ID(0x9833, KABINI, NT, HD "8330E") \
	ID(0x9834, KABINI, NT, HD "8210") \
	ID(0x9835, KABINI, NT, HD "8310E") \
	ID(0x9836, KABINI, NT, HD "8280 / R3 Series") \
	ID(0x9837, KABINI, NT, HD "8280E") \
	ID(0x9838, KABINI, NT, HD "8240 / R3 Series") \
	ID(0x9839, KABINI, NT, HD "8180") \
	ID(0x983a, KABINI, NT, "") \
	ID(0x983b, KABINI, NT, "") \
	ID(0x983c, KABINI, NT, "") \
	ID(0x983d, KABINI, NT, HD "8250/8280G") \
	ID(0x983e, KABINI, NT, "") \
	ID(0x983f, KABINI, NT, "") \
	ID(0x9850, MULLINS, NT, RADEON "R3") \
	ID(0x9851, MULLINS, NT, RADEON "R4/R5") \
	ID(0x9852, MULLINS, NT, RADEON "R2") \
	ID(0x9853, MULLINS, NT, RADEON "R2") \
	ID(0x9854, MULLINS, NT, RADEON "R3E") \
	ID(0x9855, MULLINS, NT, RADEON "R6") \
	ID(0x9856, MULLINS, NT, RADEON "R1E/R2E") \
	ID(0x9857, MULLINS, NT, RADEON "APU XX-2200M with R2") \
	ID(0x9858, MULLINS, NT, "") \
	ID(0x9859, MULLINS, NT, "") \
	ID(0x985a, MULLINS, NT, "") \
	ID(0x985b, MULLINS, NT, "") \
	ID(0x985c, MULLINS, NT, "") \
	ID(0x985d, MULLINS, NT, "") \
	ID(0x985e, MULLINS, NT, "") \
	ID(0x985f, MULLINS, NT, "")

#define ROW(id, family, tested, product) {id, CIK_FAMILY_##family, FL_CHIP_##tested},
#define PRODUCT(id, family, tested, product) product "\0"
static const struct fl_chip chips[] = { CHIPS(ROW) };
static const char products[] = CHIPS(PRODUCT);
/* clang-format on */

const struct fl_chip_table cik_chips = {
    .chip = chips,
    .products = products,
    .brand = brands,
    .n = sizeof(chips) / sizeof(*chips),
    .vendor = CIK_PCI_VENDOR,
    .n_brands = sizeof(brands) / sizeof(*brands),
};

const struct cik_family_info *cik_chip_family(const struct fl_chip *chip)
{
	return &families[chip->family];
}

const struct cik_family_info *cik_family_at(unsigned i)
{
	return &families[i];
}
