/* SPDX-License-Identifier: MIT
 *
 * The cards of the family, by PCI id; see chips.h.
 *
 * Ids and families: Linux radeon's PCI id list (include/drm/drm_pciids.h). Product names: pci.ids; an id
 * without one there has none here. "Tested" is said of cards, not of the model: NT until somebody sent
 * the report of a first contact (`firstlight contact`; lib/tool/fl_contact_report.h, version 1). OK is a
 * report that ends with "end done picture"; a row that is not NT has the issue with its report in a comment
 * behind it.
 */
#include "hw/r500/chips.h"

/* Microcode and memory controller: Linux r100.c (r100_cp_init_microcode), r420.c, r520.c, rv515.c. BUS_CNTL:
 * r300_startup() and r420_init(), which call r100_enable_bm(). Pipes are the most that a chip of the family
 * has. Vertex units: Mesa r300_chipset.c. */
static const struct r500_family_info families[] = {
    [R500_FAMILY_R300] = {"R300", R500_GEN_R300, R500_MC_R300, 2, 4, true},
    [R500_FAMILY_R350] = {"R350", R500_GEN_R300, R500_MC_R300, 2, 4, true},
    [R500_FAMILY_RV350] = {"RV350", R500_GEN_R300, R500_MC_R300, 1, 2, true},
    [R500_FAMILY_RV380] = {"RV380", R500_GEN_R300, R500_MC_R300, 1, 2, false},
    [R500_FAMILY_R420] = {"R420", R500_GEN_R400, R500_MC_R300, 4, 6, true},
    [R500_FAMILY_R423] = {"R423", R500_GEN_R400, R500_MC_R300, 4, 6, false},
    [R500_FAMILY_RV410] = {"RV410", R500_GEN_R400, R500_MC_R300, 2, 6, false},
    [R500_FAMILY_R520] = {"R520", R500_GEN_R500, R500_MC_R520, 4, 8, false},
    [R500_FAMILY_RV515] = {"RV515", R500_GEN_R500, R500_MC_RV515, 1, 2, false},
    [R500_FAMILY_RV530] = {"RV530", R500_GEN_R500, R500_MC_R520, 1, 5, false},
    [R500_FAMILY_RV560] = {"RV560", R500_GEN_R500, R500_MC_R520, 2, 8, false},
    [R500_FAMILY_RV570] = {"RV570", R500_GEN_R500, R500_MC_R520, 3, 8, false},
    [R500_FAMILY_R580] = {"R580", R500_GEN_R500, R500_MC_R520, 4, 8, false},
};

/* Most products begin with one of these, for which a character stands. */
#define MOBILITY_RADEON "\1"
#define MOBILITY_FIREGL "\2"
#define RADEON          "\3"
#define FIREGL          "\4"
#define FIREMV          "\5"
static const char brands[][FL_CHIP_BRAND_B] = {"Mobility Radeon ", "Mobility FireGL ", "Radeon ", "FireGL ",
					       "FireMV "};

/* Sorted by id. The rows hold no pointers: the product of row i is string i of `products`. */
/* clang-format off */
#define CHIPS(ID) \
	ID(0x3150, RV380, NT, MOBILITY_RADEON "X600") \
	ID(0x3151, RV380, NT, FIREMV "2400") \
	ID(0x3152, RV380, NT, MOBILITY_RADEON "X300") \
	ID(0x3154, RV380, NT, MOBILITY_FIREGL "V3200") \
	ID(0x3155, RV380, NT, FIREMV "2400") \
	ID(0x3e50, RV380, NT, RADEON "X550/X600") \
	ID(0x3e54, RV380, NT, FIREGL "V3200") \
	ID(0x4144, R300, NT, RADEON "9500") \
	ID(0x4145, R300, NT, "") \
	ID(0x4146, R300, NT, RADEON "9700 PRO") \
	ID(0x4147, R300, NT, FIREGL "Z1") \
	ID(0x4148, R350, NT, RADEON "9800/9800 SE") \
	ID(0x4149, R350, NT, "") \
	ID(0x414a, R350, NT, "") \
	ID(0x414b, R350, NT, "") \
	ID(0x4150, RV350, NT, RADEON "9550/9600/X1050 Series") \
	ID(0x4151, RV350, NT, RADEON "9600 Series") \
	ID(0x4152, RV350, NT, RADEON "9600/X1050 Series") \
	ID(0x4153, RV350, NT, RADEON "9550") \
	ID(0x4154, RV350, NT, FIREGL "T2") \
	ID(0x4155, RV350, NT, RADEON "9600") \
	ID(0x4156, RV350, NT, "") \
	ID(0x4a48, R420, NT, "") \
	ID(0x4a49, R420, NT, RADEON "X800 PRO/GTO AGP") \
	ID(0x4a4a, R420, NT, RADEON "X800 GT AGP") \
	ID(0x4a4b, R420, NT, RADEON "X800 AGP Series") \
	ID(0x4a4c, R420, NT, "") \
	ID(0x4a4d, R420, NT, FIREGL "X3-256") \
	ID(0x4a4e, R420, NT, MOBILITY_RADEON "9800") \
	ID(0x4a4f, R420, NT, RADEON "X850 AGP") \
	ID(0x4a50, R420, NT, RADEON "X800 XT Platinum Edition AGP") \
	ID(0x4a54, R420, NT, RADEON "X800 VE AGP") \
	ID(0x4b48, R420, NT, "") \
	ID(0x4b49, R420, NT, RADEON "X850 XT AGP") \
	ID(0x4b4a, R420, NT, "") \
	ID(0x4b4b, R420, NT, RADEON "X850 PRO AGP") \
	ID(0x4b4c, R420, NT, RADEON "X850 XT Platinum Edition AGP") \
	ID(0x4e44, R300, NT, RADEON "9700/9700 PRO") \
	ID(0x4e45, R300, NT, RADEON "9500 PRO/9700") \
	ID(0x4e46, R300, NT, RADEON "9600 TX") \
	ID(0x4e47, R300, NT, FIREGL "X1") \
	ID(0x4e48, R350, NT, RADEON "9800 Series") \
	ID(0x4e49, R350, NT, RADEON "9800") \
	ID(0x4e4a, R350, NT, RADEON "9800 XXL/XT") \
	ID(0x4e4b, R350, NT, FIREGL "X2 AGP Pro") \
	ID(0x4e50, RV350, NT, MOBILITY_RADEON "9600 (PRO) / 9700") \
	ID(0x4e51, RV350, NT, RADEON "9550/9600/X1050 Series") \
	ID(0x4e52, RV350, NT, MOBILITY_RADEON "9500/9700 SE") \
	ID(0x4e53, RV350, NT, "") \
	ID(0x4e54, RV350, NT, MOBILITY_FIREGL "T2") \
	ID(0x4e56, RV350, NT, MOBILITY_RADEON "9550") \
	ID(0x5460, RV380, NT, MOBILITY_RADEON "X300") \
	ID(0x5462, RV380, NT, MOBILITY_RADEON "X600 SE") \
	ID(0x5464, RV380, NT, MOBILITY_FIREGL "V3100") \
	ID(0x5548, R423, NT, "") \
	ID(0x5549, R423, NT, RADEON "X800 GTO") \
	ID(0x554a, R423, NT, RADEON "X800 XT Platinum Edition") \
	ID(0x554b, R423, NT, RADEON "X800 GT/SE") \
	ID(0x554c, R423, NT, "") \
	ID(0x554d, R423, NT, RADEON "X800 GTO2/XL") \
	ID(0x554e, R423, NT, "All-In-Wonder X800 GT") \
	ID(0x554f, R423, NT, RADEON "X800") \
	ID(0x5550, R423, NT, FIREGL "V7100") \
	ID(0x5551, R423, NT, FIREGL "V5100") \
	ID(0x5552, R423, NT, "") \
	ID(0x5554, R423, NT, "") \
	ID(0x564a, RV410, NT, "") \
	ID(0x564b, RV410, NT, MOBILITY_FIREGL "V5000") \
	ID(0x564f, RV410, NT, MOBILITY_RADEON "X700 XL") \
	ID(0x5652, RV410, NT, MOBILITY_RADEON "X700") \
	ID(0x5653, RV410, NT, MOBILITY_RADEON "X700") \
	ID(0x5657, RV410, NT, RADEON "X550 XTX / X700") \
	ID(0x5b60, RV380, NT, RADEON "X300") \
	ID(0x5b62, RV380, NT, RADEON "X600/X600 SE") \
	ID(0x5b63, RV380, NT, RADEON "X300/X550/X1050 Series") \
	ID(0x5b64, RV380, NT, FIREGL "V3100") \
	ID(0x5b65, RV380, NT, FIREMV "2200") \
	ID(0x5d48, R423, NT, MOBILITY_RADEON "X800 XT") \
	ID(0x5d49, R423, NT, MOBILITY_FIREGL "V5100") \
	ID(0x5d4a, R423, NT, MOBILITY_RADEON "X800") \
	ID(0x5d4c, R423, NT, "") \
	ID(0x5d4d, R423, NT, RADEON "X850 XT Platinum Edition") \
	ID(0x5d4e, R423, NT, RADEON "X850 SE") \
	ID(0x5d4f, R423, NT, RADEON "X800 GTO") \
	ID(0x5d50, R423, NT, FIREGL "V7200") \
	ID(0x5d52, R423, NT, RADEON "X850 XT") \
	ID(0x5d57, R423, NT, RADEON "X800 XT") \
	ID(0x5e48, RV410, NT, FIREGL "V5000") \
	ID(0x5e4a, RV410, NT, RADEON "X700 XT") \
	ID(0x5e4b, RV410, NT, RADEON "X700 PRO") \
	ID(0x5e4c, RV410, NT, RADEON "X700 SE") \
	ID(0x5e4d, RV410, NT, RADEON "X700") \
	ID(0x5e4f, RV410, NT, RADEON "X700") \
	ID(0x7100, R520, NT, RADEON "X1800 XT") \
	ID(0x7101, R520, NT, MOBILITY_RADEON "X1800 XT") \
	ID(0x7102, R520, NT, MOBILITY_RADEON "X1800") \
	ID(0x7103, R520, NT, "") \
	ID(0x7104, R520, NT, FIREGL "V7200 / Barco MXTR-5100") \
	ID(0x7105, R520, NT, "") \
	ID(0x7106, R520, NT, "") \
	ID(0x7108, R520, NT, "") \
	ID(0x7109, R520, NT, RADEON "X1800 XL") \
	ID(0x710a, R520, NT, RADEON "X1800 GTO") \
	ID(0x710b, R520, NT, RADEON "X1800 GTO") \
	ID(0x710c, R520, NT, "") \
	ID(0x710e, R520, NT, FIREGL "V7300") \
	ID(0x710f, R520, NT, FIREGL "V7350") \
	ID(0x7140, RV515, NT, RADEON "X1300/X1550/X1600 Series") \
	ID(0x7141, RV515, NT, "") \
	ID(0x7142, RV515, NT, RADEON "X1300/X1550 Series") \
	ID(0x7143, RV515, NT, RADEON "X1300/X1550 Series") \
	ID(0x7144, RV515, NT, "") \
	ID(0x7145, RV515, NT, MOBILITY_RADEON "X1400") \
	ID(0x7146, RV515, NT, RADEON "X1300/X1550") \
	ID(0x7147, RV515, NT, RADEON "X1550 64-bit") \
	ID(0x7149, RV515, NT, MOBILITY_RADEON "X1300") \
	ID(0x714a, RV515, NT, MOBILITY_RADEON "X1300") \
	ID(0x714b, RV515, NT, "") \
	ID(0x714c, RV515, NT, "") \
	ID(0x714d, RV515, NT, "") \
	ID(0x714e, RV515, NT, "") \
	ID(0x714f, RV515, NT, "") \
	ID(0x7151, RV515, NT, "") \
	ID(0x7152, RV515, NT, FIREGL "V3300") \
	ID(0x7153, RV515, NT, FIREGL "V3350") \
	ID(0x715e, RV515, NT, "") \
	ID(0x715f, RV515, NT, RADEON "X1550 64-bit") \
	ID(0x7180, RV515, NT, "") \
	ID(0x7181, RV515, NT, RADEON "X1600/X1650 Series") \
	ID(0x7183, RV515, NT, RADEON "X1300/X1550 Series") \
	ID(0x7186, RV515, NT, MOBILITY_RADEON "X1450") \
	ID(0x7187, RV515, NT, RADEON "X1300/X1550 Series") \
	ID(0x7188, RV515, NT, MOBILITY_RADEON "X2300") \
	ID(0x718a, RV515, NT, MOBILITY_RADEON "X2300") \
	ID(0x718b, RV515, NT, MOBILITY_RADEON "X1350") \
	ID(0x718c, RV515, NT, MOBILITY_RADEON "X1350") \
	ID(0x718d, RV515, NT, MOBILITY_RADEON "X1450") \
	ID(0x718f, RV515, NT, "") \
	ID(0x7193, RV515, NT, RADEON "X1550 Series") \
	ID(0x7196, RV515, NT, MOBILITY_RADEON "X1350") \
	ID(0x719b, RV515, NT, FIREMV "2250") \
	ID(0x719f, RV515, NT, RADEON "X1550 Series") \
	ID(0x71c0, RV530, NT, RADEON "X1600 XT/X1650 GTO") \
	ID(0x71c1, RV530, NT, RADEON "X1650 PRO") \
	ID(0x71c2, RV530, NT, RADEON "X1600 PRO") \
	ID(0x71c3, RV530, NT, RADEON "X1600 PRO") \
	ID(0x71c4, RV530, NT, MOBILITY_FIREGL "V5200") \
	ID(0x71c5, RV530, NT, MOBILITY_RADEON "X1600") \
	ID(0x71c6, RV530, NT, RADEON "X1600/X1650 PRO") \
	ID(0x71c7, RV530, NT, RADEON "X1650 PRO") \
	ID(0x71cd, RV530, NT, "") \
	ID(0x71ce, RV530, NT, RADEON "X1300 XT/X1600 PRO") \
	ID(0x71d2, RV530, NT, FIREGL "V3400") \
	ID(0x71d4, RV530, NT, MOBILITY_FIREGL "V5250") \
	ID(0x71d5, RV530, NT, MOBILITY_RADEON "X1700") \
	ID(0x71d6, RV530, NT, MOBILITY_RADEON "X1700") \
	ID(0x71da, RV530, NT, "") \
	ID(0x71de, RV530, NT, MOBILITY_RADEON "X1700/X2500") \
	ID(0x7200, RV515, NT, "") \
	ID(0x7210, RV515, NT, MOBILITY_RADEON "HD 2300") \
	ID(0x7211, RV515, NT, MOBILITY_RADEON "X2300 HD") \
	ID(0x7240, R580, NT, RADEON "X1950 XTX") \
	ID(0x7243, R580, NT, "") \
	ID(0x7244, R580, NT, RADEON "X1950 XT") \
	ID(0x7245, R580, NT, "") \
	ID(0x7246, R580, NT, "") \
	ID(0x7247, R580, NT, "") \
	ID(0x7248, R580, NT, RADEON "X1950") \
	ID(0x7249, R580, NT, RADEON "X1900 XT") \
	ID(0x724a, R580, NT, "") \
	ID(0x724b, R580, NT, RADEON "X1900 GT") \
	ID(0x724c, R580, NT, "") \
	ID(0x724d, R580, NT, "") \
	ID(0x724e, R580, NT, FIREGL "V7350") \
	ID(0x724f, R580, NT, "") \
	ID(0x7280, RV570, NT, RADEON "X1950 PRO") \
	ID(0x7281, RV560, NT, "") \
	ID(0x7283, RV560, NT, "") \
	ID(0x7284, R580, NT, "") \
	ID(0x7287, RV560, NT, "") \
	ID(0x7288, RV570, NT, RADEON "X1950 GT") \
	ID(0x7289, RV570, NT, "") \
	ID(0x728b, RV570, NT, "") \
	ID(0x728c, RV570, NT, "") \
	ID(0x7290, RV560, NT, "") \
	ID(0x7291, RV560, NT, RADEON "X1650 XT") \
	ID(0x7293, RV560, NT, RADEON "X1650 GT") \
	ID(0x7297, RV560, NT, "")

#define ROW(id, family, tested, product) {id, R500_FAMILY_##family, FL_CHIP_##tested},
#define PRODUCT(id, family, tested, product) product "\0"
static const struct fl_chip chips[] = { CHIPS(ROW) };
static const char products[] = CHIPS(PRODUCT);
/* clang-format on */

const struct fl_chip_table r500_chips = {
    .chip = chips,
    .products = products,
    .brand = brands,
    .n = sizeof(chips) / sizeof(*chips),
    .vendor = R500_PCI_VENDOR,
    .n_brands = sizeof(brands) / sizeof(*brands),
};

const struct r500_family_info *r500_chip_family(const struct fl_chip *chip)
{
	return &families[chip->family];
}

const char *r500_chip_microcode(const struct r500_family_info *family)
{
	static const char files[][19] = {"radeon/R300_cp.bin", "radeon/R420_cp.bin", "radeon/R520_cp.bin"};

	return files[family->gen];
}
