/* SPDX-License-Identifier: MIT
 *
 * The cards of the family, by PCI id; see chips.h.
 *
 * Ids and families: Linux radeon's PCI id list (include/drm/drm_pciids.h). Product names: pci.ids; an id
 * without one there has none here. "Tested" is said of cards, not of the model: NT until somebody sent
 * the report of a first contact.
 */
#include "hw/r600/chips.h"
#include "hw/regs/r600.h"

/* Sizes: Linux r600.c and rv770.c (r600_gpu_init(), rv770_gpu_init()). Which file: r600_init_microcode(). How
 * the shader processor is divided: Mesa r600_state.c; the four shares and twice the temporaries never exceed
 * the registers that there are. */
/* clang-format off */
#define LOW_END {{84, 36, 0, 0}, 4, {120, 40, 16, 16}, {40, 40, 32, 16}}
#define RV63X {{84, 36, 0, 0}, 4, {144, 40, 4, 4}, {40, 40, 32, 16}}
static const struct r600_family_info families[R600_FAMILIES] = {
    [R600_FAMILY_R600] = {"R600", "R600", false, true, 3, 4, 4, 4, 8, 4, 2, 256, 192, 256,
			  {{192, 56, 0, 0}, 4, {136, 48, 4, 4}, {128, 128, 0, 0}}},
    [R600_FAMILY_RV610] = {"RV610", "RV610", false, false, 0, 1, 2, 1, 4, 3, 1, 128, 192, 128, LOW_END},
    [R600_FAMILY_RV630] = {"RV630", "RV630", false, true, 1, 2, 3, 1, 8, 2, 2, 128, 192, 128, RV63X},
    [R600_FAMILY_RV620] = {"RV620", "RV620", false, false, 0, 1, 2, 1, 4, 3, 1, 128, 192, 128, LOW_END},
    [R600_FAMILY_RV635] = {"RV635", "RV635", false, true, 1, 2, 3, 1, 8, 2, 2, 128, 192, 128, RV63X},
    [R600_FAMILY_RV670] = {"RV670", "RV670", false, true, 2, 4, 4, 4, 8, 12, 2, 192, 192, 256,
			   {{144, 40, 0, 0}, 4, {136, 48, 4, 4}, {40, 40, 32, 16}}},
    [R600_FAMILY_RS780] = {"RS780", "RS780", false, false, 0, 1, 2, 1, 4, 3, 1, 128, 192, 128, LOW_END},
    [R600_FAMILY_RS880] = {"RS880", "RS780", false, false, 0, 1, 2, 1, 4, 3, 1, 128, 192, 128, LOW_END},
    [R600_FAMILY_RV770] = {"RV770", "RV770", true, true, 3, 4, 10, 4, 8, 16, 2, 256, 248, 512,
			   {{130, 56, 31, 31}, 4, {180, 60, 4, 4}, {128, 128, 128, 128}}},
    [R600_FAMILY_RV730] = {"RV730", "RV730", true, true, 2, 2, 8, 2, 8, 16, 2, 128, 248, 256,
			   {{84, 36, 0, 0}, 4, {180, 60, 4, 4}, {128, 128, 0, 0}}},
    [R600_FAMILY_RV710] = {"RV710", "RV710", true, false, 1, 2, 2, 1, 4, 10, 1, 256, 192, 256,
			   {{192, 56, 0, 0}, 4, {136, 48, 4, 4}, {128, 128, 0, 0}}},
    [R600_FAMILY_RV740] = {"RV740", "RV730", true, true, 2, 4, 8, 4, 8, 16, 2, 256, 248, 512,
			   {{84, 36, 0, 0}, 4, {180, 60, 4, 4}, {128, 128, 0, 0}}},
};
/* clang-format on */

/* Most products begin with one of these, for which a character stands. */
#define MOBILITY_HD "\1"
#define HD          "\2"
#define RADEON      "\3"
#define FIREPRO     "\4"
#define FIREGL      "\5"
static const char brands[][FL_CHIP_BRAND_B] = {"Mobility Radeon HD ", "Radeon HD ", "Radeon ", "FirePro ",
					       "FireGL "};

/* Sorted by id. The rows hold no pointers: the product of row i is string i of `products`. */
/* clang-format off */
#define CHIPS(ID) \
	ID(0x9400, R600, NT, HD "2900 PRO/XT") \
	ID(0x9401, R600, NT, HD "2900 XT") \
	ID(0x9402, R600, NT, "") \
	ID(0x9403, R600, NT, HD "2900 PRO") \
	ID(0x9405, R600, NT, HD "2900 GT") \
	ID(0x940a, R600, NT, FIREGL "V8650") \
	ID(0x940b, R600, NT, FIREGL "V8600") \
	ID(0x940f, R600, NT, FIREGL "V7600") \
	ID(0x9440, RV770, NT, HD "4870") \
	ID(0x9441, RV770, NT, HD "4870 X2") \
	ID(0x9442, RV770, NT, HD "4850") \
	ID(0x9443, RV770, NT, HD "4850 X2") \
	ID(0x9444, RV770, NT, FIREPRO "V8750") \
	ID(0x9446, RV770, NT, FIREPRO "V7760") \
	ID(0x944a, RV770, NT, MOBILITY_HD "4850") \
	ID(0x944b, RV770, NT, MOBILITY_HD "4850 X2") \
	ID(0x944c, RV770, NT, HD "4830") \
	ID(0x944e, RV770, NT, HD "4710") \
	ID(0x9450, RV770, NT, "FireStream 9270") \
	ID(0x9452, RV770, NT, "FireStream 9250") \
	ID(0x9456, RV770, NT, FIREPRO "V8700") \
	ID(0x945a, RV770, NT, MOBILITY_HD "4870") \
	ID(0x945b, RV770, NT, "") \
	ID(0x945e, RV770, NT, "") \
	ID(0x9460, RV770, NT, HD "4890") \
	ID(0x9462, RV770, NT, HD "4860") \
	ID(0x946a, RV770, NT, FIREPRO "M7750") \
	ID(0x946b, RV770, NT, "") \
	ID(0x947a, RV770, NT, "") \
	ID(0x947b, RV770, NT, "") \
	ID(0x9480, RV730, NT, MOBILITY_HD "4650/5165") \
	ID(0x9487, RV730, NT, "") \
	ID(0x9488, RV730, NT, MOBILITY_HD "4670") \
	ID(0x9489, RV730, NT, "Mobility FireGL V5725") \
	ID(0x948a, RV730, NT, "") \
	ID(0x948f, RV730, NT, "") \
	ID(0x9490, RV730, NT, HD "4670") \
	ID(0x9491, RV730, NT, RADEON "E4690") \
	ID(0x9495, RV730, NT, HD "4600 AGP Series") \
	ID(0x9498, RV730, NT, HD "4650") \
	ID(0x949c, RV730, NT, FIREPRO "V7750") \
	ID(0x949e, RV730, NT, FIREPRO "V5700") \
	ID(0x949f, RV730, NT, FIREPRO "V3750") \
	ID(0x94a0, RV740, NT, MOBILITY_HD "4830") \
	ID(0x94a1, RV740, NT, MOBILITY_HD "4860") \
	ID(0x94a3, RV740, NT, FIREPRO "M7740") \
	ID(0x94b1, RV740, NT, "") \
	ID(0x94b3, RV740, NT, HD "4770") \
	ID(0x94b4, RV740, NT, HD "4750") \
	ID(0x94b5, RV740, NT, "") \
	ID(0x94b9, RV740, NT, "") \
	ID(0x94c0, RV610, NT, "") \
	ID(0x94c1, RV610, NT, HD "2400 PRO/XT") \
	ID(0x94c3, RV610, NT, HD "2400 PRO") \
	ID(0x94c4, RV610, NT, HD "2400 PRO AGP") \
	ID(0x94c5, RV610, NT, HD "2400 LE") \
	ID(0x94c6, RV610, NT, "") \
	ID(0x94c7, RV610, NT, HD "2350") \
	ID(0x94c8, RV610, NT, MOBILITY_HD "2400 XT") \
	ID(0x94c9, RV610, NT, MOBILITY_HD "2400") \
	ID(0x94cb, RV610, NT, RADEON "E2400") \
	ID(0x94cc, RV610, NT, HD "2400 PRO PCI") \
	ID(0x94cd, RV610, NT, "") \
	ID(0x9500, RV670, NT, HD "3850 X2") \
	ID(0x9501, RV670, NT, HD "3870") \
	ID(0x9504, RV670, NT, MOBILITY_HD "3850") \
	ID(0x9505, RV670, NT, HD "3690/3850") \
	ID(0x9506, RV670, NT, MOBILITY_HD "3850 X2") \
	ID(0x9507, RV670, NT, HD "3830") \
	ID(0x9508, RV670, NT, MOBILITY_HD "3870") \
	ID(0x9509, RV670, NT, MOBILITY_HD "3870 X2") \
	ID(0x950f, RV670, NT, HD "3870 X2") \
	ID(0x9511, RV670, NT, FIREGL "V7700") \
	ID(0x9515, RV670, NT, HD "3850 AGP") \
	ID(0x9517, RV670, NT, "") \
	ID(0x9519, RV670, NT, "FireStream 9170") \
	ID(0x9540, RV710, NT, HD "4550") \
	ID(0x9541, RV710, NT, "") \
	ID(0x9542, RV710, NT, "") \
	ID(0x954e, RV710, NT, "") \
	ID(0x954f, RV710, NT, HD "4350/4550") \
	ID(0x9552, RV710, NT, MOBILITY_HD "4330/4350/4550") \
	ID(0x9553, RV710, NT, MOBILITY_HD "4530/4570/5145") \
	ID(0x9555, RV710, NT, MOBILITY_HD "4350/4550") \
	ID(0x9557, RV710, NT, FIREPRO "RG220") \
	ID(0x955f, RV710, NT, MOBILITY_HD "4330") \
	ID(0x9580, RV630, NT, HD "2600 PRO") \
	ID(0x9581, RV630, NT, MOBILITY_HD "2600") \
	ID(0x9583, RV630, NT, MOBILITY_HD "2600 XT/2700") \
	ID(0x9586, RV630, NT, HD "2600 XT AGP") \
	ID(0x9587, RV630, NT, HD "2600 PRO AGP") \
	ID(0x9588, RV630, NT, HD "2600 XT") \
	ID(0x9589, RV630, NT, HD "2600 PRO") \
	ID(0x958a, RV630, NT, HD "2600 X2") \
	ID(0x958b, RV630, NT, MOBILITY_HD "2600 XT") \
	ID(0x958c, RV630, NT, FIREGL "V5600") \
	ID(0x958d, RV630, NT, FIREGL "V3600") \
	ID(0x958e, RV630, NT, "") \
	ID(0x958f, RV630, NT, "") \
	ID(0x9590, RV635, NT, "") \
	ID(0x9591, RV635, NT, MOBILITY_HD "3650") \
	ID(0x9593, RV635, NT, MOBILITY_HD "3670") \
	ID(0x9595, RV635, NT, "Mobility FireGL V5700") \
	ID(0x9596, RV635, NT, HD "3650 AGP") \
	ID(0x9597, RV635, NT, HD "3650 AGP") \
	ID(0x9598, RV635, NT, HD "3650/3750/4570/4580") \
	ID(0x9599, RV635, NT, HD "3650 AGP") \
	ID(0x959b, RV635, NT, "") \
	ID(0x95c0, RV620, NT, HD "3470") \
	ID(0x95c2, RV620, NT, MOBILITY_HD "3410/3430") \
	ID(0x95c4, RV620, NT, MOBILITY_HD "3450/3470") \
	ID(0x95c5, RV620, NT, HD "3450") \
	ID(0x95c6, RV620, NT, HD "3450 AGP") \
	ID(0x95c7, RV620, NT, "") \
	ID(0x95c9, RV620, NT, HD "3450 PCI") \
	ID(0x95cc, RV620, NT, FIREPRO "V3700") \
	ID(0x95cd, RV620, NT, FIREPRO "2450") \
	ID(0x95ce, RV620, NT, "") \
	ID(0x95cf, RV620, NT, FIREPRO "2260") \
	ID(0x9610, RS780, NT, HD "3200") \
	ID(0x9611, RS780, NT, RADEON "3100") \
	ID(0x9612, RS780, NT, MOBILITY_HD "3200") \
	ID(0x9613, RS780, NT, MOBILITY_HD "3100") \
	ID(0x9614, RS780, NT, HD "3300") \
	ID(0x9615, RS780, NT, HD "3200") \
	ID(0x9616, RS780, NT, RADEON "3000") \
	ID(0x9710, RS880, NT, HD "4200") \
	ID(0x9711, RS880, NT, "") \
	ID(0x9712, RS880, NT, MOBILITY_HD "4225/4250") \
	ID(0x9713, RS880, NT, MOBILITY_HD "4100") \
	ID(0x9714, RS880, NT, HD "4290") \
	ID(0x9715, RS880, NT, HD "4250")

#define ROW(id, family, tested, product) {id, R600_FAMILY_##family, FL_CHIP_##tested},
#define PRODUCT(id, family, tested, product) product "\0"
static const struct fl_chip chips[] = { CHIPS(ROW) };
static const char products[] = CHIPS(PRODUCT);
/* clang-format on */

const struct fl_chip_table r600_chips = {
    .chip = chips,
    .products = products,
    .brand = brands,
    .n = sizeof(chips) / sizeof(*chips),
    .vendor = R600_PCI_VENDOR,
    .n_brands = sizeof(brands) / sizeof(*brands),
};

const struct r600_family_info *r600_family_at(unsigned i)
{
	return &families[i];
}

const struct r600_family_info *r600_chip_family(const struct fl_chip *chip)
{
	return &families[chip->family];
}

void r600_split_words(const struct r600_split *s, uint32_t word[R600_SPLIT_WORDS])
{
	word[0] = R600_SQ_GPR_RESOURCE_MGMT_1__NUM_PS_GPRS(s->gprs[0]) |
		  R600_SQ_GPR_RESOURCE_MGMT_1__NUM_VS_GPRS(s->gprs[1]) |
		  R600_SQ_GPR_RESOURCE_MGMT_1__NUM_CLAUSE_TEMP_GPRS(s->temps);
	word[1] = R600_SQ_GPR_RESOURCE_MGMT_2__NUM_GS_GPRS(s->gprs[2]) |
		  R600_SQ_GPR_RESOURCE_MGMT_2__NUM_ES_GPRS(s->gprs[3]);
	word[2] = R600_SQ_THREAD_RESOURCE_MGMT__NUM_PS_THREADS(s->threads[0]) |
		  R600_SQ_THREAD_RESOURCE_MGMT__NUM_VS_THREADS(s->threads[1]) |
		  R600_SQ_THREAD_RESOURCE_MGMT__NUM_GS_THREADS(s->threads[2]) |
		  R600_SQ_THREAD_RESOURCE_MGMT__NUM_ES_THREADS(s->threads[3]);
	word[3] = R600_SQ_STACK_RESOURCE_MGMT_1__NUM_PS_STACK_ENTRIES(s->stack[0]) |
		  R600_SQ_STACK_RESOURCE_MGMT_1__NUM_VS_STACK_ENTRIES(s->stack[1]);
	word[4] = R600_SQ_STACK_RESOURCE_MGMT_2__NUM_GS_STACK_ENTRIES(s->stack[2]) |
		  R600_SQ_STACK_RESOURCE_MGMT_2__NUM_ES_STACK_ENTRIES(s->stack[3]);
}

struct r600_split r600_split_evenly(const struct r600_family_info *f)
{
	struct r600_split s = f->split;

	for (unsigned i = 0; i < sizeof(s.gprs); i++) {
		s.gprs[i] = (uint8_t)((f->gprs - 2u * s.temps) / sizeof(s.gprs));
		s.stack[i] = (uint8_t)(f->stack / sizeof(s.stack));
	}
	return s;
}
