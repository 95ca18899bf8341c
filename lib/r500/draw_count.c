/* SPDX-License-Identifier: MIT
 *
 * Occlusion: each Z pipe counts for itself (R5xx guide 11.12, ZB_ZPASS_DATA; Mesa r300_emit.c, r300_query.c).
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

/* All of them; RV530 has no more than two. */
#define ALL_PIPES 15u
#define ALL_Z     3u

static uint32_t *to_pipes(const struct fl_draw *d, uint32_t *p, uint32_t mask)
{
	if (fl_r500_z_by_fg(d))
		return r500_pm4_reg(p, R500_FG_ZBREG_DEST, mask & ALL_Z);
	return r500_pm4_reg(p, R500_SU_REG_DEST, R500_SU_REG_DEST__SELECT(mask));
}

void fl_r500_draw_count(struct fl_draw *d, bool begin, uint64_t result_B)
{
	uint32_t *p = fl_cs_room(d->cs, 32), pipes = fl_occlusion_words(d);

	if (begin) {
		p = to_pipes(d, p, ALL_PIPES);
		p = r500_pm4_reg(p, R500_ZB_ZPASS_DATA, 0);
	} else {
		for (uint32_t i = 0; i < pipes && i < 4; i++) {
			p = to_pipes(d, p, i == 1 ? fl_r500_gen(d)->second_pipe : 1u << i);
			p = r500_pm4_reg(p, R500_ZB_ZPASS_ADDR,
					 (uint32_t)(d->chip.vram_addr + result_B) + 4 * i);
		}
		p = to_pipes(d, p, ALL_PIPES);
	}
	fl_cs_done(d->cs, p);
}
