/* SPDX-License-Identifier: MIT
 *
 * What the register database knows of a register, in the form that GRBM needs. Rows that share an address
 * (meanings of the same register) are merged.
 */
#include "hw/model/r600/grbm.h"
#include "hw/regs/r600_reset.h"
#include <string.h>

void mr600_reg_facts(const struct mr600_variant *v, struct fl_reg_facts *facts)
{
	enum { READ = 1, WRITE = 2 };

	memset(facts, 0, MR600_REGS_B / 4 * sizeof(*facts));
	for (unsigned i = 0; i < sizeof(r600_reset) / sizeof(r600_reset[0]); i++) {
		const struct r600_reset *row = &r600_reset[i];

		if (row->space != R600_SPACE_MMIO || !(row->chips & v->chip_bit))
			continue;
		for (uint32_t k = 0; k < row->count; k++) {
			uint32_t offset = row->offset + k * row->stride;
			struct fl_reg_facts *f = &facts[offset / 4];

			if (offset >= MR600_REGS_B)
				break;
			f->known = true;
			if (row->access & WRITE)
				f->write |= row->mask;
			if (row->known)
				f->reset |= row->value;
		}
	}
}
