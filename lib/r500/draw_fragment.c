/* SPDX-License-Identifier: MIT
 *
 * State of the fragment shader: program.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

uint32_t *fl_r500_draw_fs(struct fl_draw *d, uint32_t *p, uint64_t key)
{
	struct fl_resident *s = fl_r500_resident(&d->fs, key);

	d->fs.now = key;
	if (!s) {
		uint32_t words[6 * FL_R500_FS_LONGEST], last_temp,
		    n = fl_r500_fs_make(key, words, &last_temp);

		s = fl_r500_make_room(&d->fs, key, n, FL_R500_FS_MEMORY);
		s->last = (uint16_t)last_temp;
		p = r500_pm4_reg(p, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(s->at));
		p = r500_pm4_port(p, R500_GA_US_VECTOR_DATA, 6 * n);
		memcpy(p, words, n * 24);
		p += 6 * n;
	}
	p = r500_pm4_reg(p, R500_US_PIXSIZE, R500_US_PIXSIZE__PIX_SIZE(s->last));
	p = r500_pm4_reg(p, R500_US_CODE_RANGE,
			 R500_US_CODE_RANGE__CODE_ADDR(s->at) | R500_US_CODE_RANGE__CODE_SIZE(s->n - 1u));
	return r500_pm4_reg(p, R500_US_CODE_ADDR,
			    R500_US_CODE_ADDR__START_ADDR(s->at) |
				R500_US_CODE_ADDR__END_ADDR(s->at + s->n - 1u));
}
