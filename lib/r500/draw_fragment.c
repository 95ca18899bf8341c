/* SPDX-License-Identifier: MIT
 *
 * State of the fragment shader: program.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

uint32_t *r500_draw_fs(struct fl_draw *d, uint32_t *p, uint32_t key)
{
	uint32_t n, last_temp, slot, first;
	const uint32_t *words = r500_fs_find(key, &n, &last_temp);

	for (slot = 0; slot < FL_PROGRAMS && d->fs_key[slot] != key; slot++)
		;
	if (slot == FL_PROGRAMS) {
		slot = d->fs_next;
		d->fs_next = (uint8_t)((slot + 1) % FL_PROGRAMS);
		d->fs_key[slot] = key;
		p = fl_cs_reg(p, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(slot * R500_FS_SLOT));
		p = fl_cs_port(p, R500_GA_US_VECTOR_DATA, 6 * n);
		memcpy(p, words, n * 24);
		p += 6 * n;
	}
	first = slot * R500_FS_SLOT;
	p = fl_cs_reg(p, R500_US_PIXSIZE, R500_US_PIXSIZE__PIX_SIZE(last_temp));
	p = fl_cs_reg(p, R500_US_CODE_RANGE,
		      R500_US_CODE_RANGE__CODE_ADDR(first) | R500_US_CODE_RANGE__CODE_SIZE(n - 1));
	return fl_cs_reg(p, R500_US_CODE_ADDR,
			 R500_US_CODE_ADDR__START_ADDR(first) | R500_US_CODE_ADDR__END_ADDR(first + n - 1));
}
