/* SPDX-License-Identifier: MIT
 *
 * Occlusion: each Z pipe counts for itself (R5xx guide 11.12, ZB_ZPASS_DATA; Mesa r300_emit.c, r300_query.c).
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

uint32_t fl_r500_z_select(const struct fl_draw *d)
{
	return fl_r500_chip(d)->family == R500_FAMILY_RV530 ? R500_FG_ZBREG_DEST : R500_SU_REG_DEST;
}

/* The second pipe has bit 3 up to RV380 (Mesa r300_chipset.c, high_second_pipe). RV530 has no more than
 * two. */
uint32_t fl_r500_z_pipe(const struct fl_draw *d, uint32_t pipe)
{
	if (pipe >= FL_R500_ALL_PIPES)
		return fl_r500_chip(d)->family == R500_FAMILY_RV530 ? 3 : 15;
	return 1u << (pipe == 1 && fl_r500_gen(d) == &fl_r500_gens[R500_GEN_R300] ? 3 : pipe);
}

void fl_r500_draw_count(struct fl_draw *d, bool begin, uint64_t result_B)
{
	uint32_t *p = fl_cs_room(d->cs, 32), pipes = fl_occlusion_words(d), select = fl_r500_z_select(d);
	uint32_t all = fl_r500_z_pipe(d, FL_R500_ALL_PIPES);

	if (begin) {
		p = r500_pm4_reg(p, select, all);
		p = r500_pm4_reg(p, R500_ZB_ZPASS_DATA, 0);
	} else {
		for (uint32_t i = 0; i < pipes && i < FL_R500_ALL_PIPES; i++) {
			p = r500_pm4_reg(p, select, fl_r500_z_pipe(d, i));
			p = r500_pm4_reg(p, R500_ZB_ZPASS_ADDR,
					 (uint32_t)(d->chip.vram_addr + result_B) + 4 * i);
		}
		p = r500_pm4_reg(p, select, all);
	}
	fl_cs_done(d->cs, p);
}
