/* SPDX-License-Identifier: MIT
 *
 * Constants of fixed function, into the constant files: 0 to 255 of fragment programs, those behind them of
 * vertex programs (R6xx facts 1.2).
 */
#include "lib/r600/draw_state.h"

uint32_t *fl_r600_constants(struct fl_draw *d, uint32_t *p, uint32_t groups)
{
	for (; groups; groups &= groups - 1) {
		const uint32_t group = groups & -groups;
		uint32_t first;
		/* behind the packet's header, and where they go */
		const uint32_t n = fl_ff_values(d, group, &first, (float(*)[4])(p + 2));

		p = r600_pm4_constant(p, first + (group & FL_FF_G_VERTEX ? FL_R600_VS_CONSTANTS : 0), n);
		p += R600_CONSTANT_DW * n;
	}
	return p;
}
