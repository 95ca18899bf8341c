/* SPDX-License-Identifier: MIT
 *
 * What the register database knows of a register, in the form that RBBM needs. Rows that share an address
 * (meanings of the same register) are merged.
 */
#include "hw/model/r500/rbbm.h"
#include "hw/regs/r500_reset.h"
#include <string.h>

static uint32_t chip_bit(const struct mr500_variant *v)
{
	static const struct {
		const char *name;
		uint32_t bit;
	} chips[] = {{"r300", R500_CHIP_R300},   {"rv350", R500_CHIP_RV350}, {"r420", R500_CHIP_R420},
		     {"rv410", R500_CHIP_RV410}, {"rv515", R500_CHIP_RV515}, {"r520", R500_CHIP_R520},
		     {"rv530", R500_CHIP_RV530}, {"rv560", R500_CHIP_RV560}, {"rv570", R500_CHIP_RV570},
		     {"r580", R500_CHIP_R580}};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		if (!strcmp(chips[i].name, v->name))
			return chips[i].bit;
	return 0;
}

void mr500_reg_facts(const struct mr500_variant *v, struct fl_reg_facts *facts)
{
	enum { READ = 1, WRITE = 2 };
	uint32_t bit = chip_bit(v);

	memset(facts, 0, MR500_REGS_B / 4 * sizeof(*facts));
	for (unsigned i = 0; i < sizeof(r500_reset) / sizeof(r500_reset[0]); i++) {
		const struct r500_reset *row = &r500_reset[i];

		if (row->space != R500_SPACE_MMIO || !(row->chips & bit))
			continue;
		for (uint32_t k = 0; k < row->count; k++) {
			uint32_t offset = row->offset + k * row->stride;
			struct fl_reg_facts *f = &facts[offset / 4];

			if (offset >= MR500_REGS_B)
				break;
			f->known = true;
			if (row->access & WRITE)
				f->write |= row->mask;
			if (row->known)
				f->reset |= row->value;
		}
	}
}
