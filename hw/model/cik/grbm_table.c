/* SPDX-License-Identifier: MIT
 *
 * The generated table of registers, for one chip, in the form that GRBM needs. Rows that share an address are
 * meanings of the same register.
 */
#include "hw/model/cik/grbm.h"
#include "hw/regs/cik_reset.h"

enum { WRITABLE = 2 };

static void add(const struct cik_reset *row, struct fl_reg_facts *f)
{
	f->known = true;
	f->write |= row->access & WRITABLE ? row->mask : 0;
	f->reset |= row->value;
}

void mcik_reg_facts(const struct mcik_variant *v, struct fl_reg_facts *facts)
{
	const unsigned n = sizeof(cik_reset) / sizeof(cik_reset[0]);

	for (const struct cik_reset *row = cik_reset; row < cik_reset + n; row++)
		for (uint32_t k = 0; row->chips & v->chip_bit && k < row->count; k++)
			if (row->offset + k * row->stride < MCIK_REGS_B)
				add(row, &facts[(row->offset + k * row->stride) / 4]);
}
