/* SPDX-License-Identifier: MIT
 *
 * Constants of fixed function, into the chip.
 */
#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/r500/programs.h"

uint32_t *fl_r500_constants(uint32_t *p, uint32_t first, uint32_t n, const uint32_t (*v)[4])
{
	p = r500_pm4_reg(p, R500_GA_US_VECTOR_INDEX,
			 R500_GA_US_VECTOR_INDEX__INDEX(first) |
			     R500_GA_US_VECTOR_INDEX__TYPE(R500_GA_US_VECTOR_INDEX__TYPE__CONSTANT));
	p = r500_pm4_port(p, R500_GA_US_VECTOR_DATA, 4 * n);
	memcpy(p, v, 16 * n);
	return p + 4 * n;
}

uint32_t *fl_r500_draw_constants(struct fl_draw *d, uint32_t *p, uint32_t groups)
{
	const struct fl_r500_gen *gen = fl_r500_gen(d);

	for (; groups; groups &= groups - 1) {
		uint32_t group = groups & -groups, first, n, v[FL_FF_GROUP_MAX][4];

		if (group & FL_FF_G_VERTEX) {
			/* after where they go, and the header of the port */
			n = fl_ff_values(d, group, &first, (float(*)[4])(p + 3));
			p = r500_pm4_reg(p, R500_VAP_PVS_VECTOR_INDX_REG, gen->vs_const + first);
			p = r500_pm4_port(p, fl_r500_vector_port(d), 4 * n);
			p += 4 * n;
		} else {
			n = fl_ff_values(d, group, &first, (float(*)[4])v);
			p = gen->constants(p, first, n, (const uint32_t(*)[4])v);
		}
	}
	return p;
}
