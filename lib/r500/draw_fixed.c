/* SPDX-License-Identifier: MIT
 *
 * Programs of fixed function, into the chip.
 */
#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"

/* Dwords before the words that go into a memory: where they go, and the header of the port */
#define LOAD_DW 3u

uint32_t *fl_r500_draw_vs(struct fl_draw *d, uint32_t *p, uint64_t key)
{
	struct fl_r500_resident *s = fl_r500_resident(&fl_r500_of(d)->vs, key);

	fl_r500_of(d)->vs.now = key;
	/* One write of this register lets everything that is under way finish before programs and constants
	 * change (R5xx guide 7.4.8, 7.4.11). */
	p = r500_pm4_reg(p, R500_VAP_PVS_STATE_FLUSH_REG, 0);
	if (!s) {
		struct fl_ff_inst inst[FL_FF_VS_LONGEST];
		struct fl_ff_places places;
		uint32_t last, n = fl_ff_vs_make(key, inst);

		fl_ff_vs_places(key, &places);
		n = fl_r500_vs_lower(inst, n, &places, fl_r500_gen(d)->r5xx, p + LOAD_DW, &last);
		s = fl_r500_make_room(&fl_r500_of(d)->vs, key, n, fl_r500_gen(d)->vs_fixed);
		s->last = (uint16_t)last;
		p = r500_pm4_reg(p, R500_VAP_PVS_VECTOR_INDX_REG, R500_PVS_MEMORY__CODE + s->at);
		p = r500_pm4_port(p, fl_r500_vector_port(d), FL_R500_VS_DW * n);
		p += FL_R500_VS_DW * n;
	}
	p = r500_pm4_reg(p, R500_VAP_PVS_CODE_CNTL_0,
			 R500_VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST(s->at) |
			     R500_VAP_PVS_CODE_CNTL_0__PVS_XYZW_VALID_INST(s->at + s->last) |
			     R500_VAP_PVS_CODE_CNTL_0__PVS_LAST_INST(s->at + s->n - 1u));
	return r500_pm4_reg(p, R500_VAP_PVS_CODE_CNTL_1,
			    R500_VAP_PVS_CODE_CNTL_1__PVS_LAST_VTX_SRC_INST(s->at + s->n - 1u));
}

uint32_t *fl_r500_fs(struct fl_draw *d, uint32_t *p, uint64_t key)
{
	struct fl_r500_resident *s = fl_r500_resident(&fl_r500_of(d)->fs, key);

	fl_r500_of(d)->fs.now = key;
	if (!s) {
		struct fl_ff_inst inst[FL_FF_FS_LONGEST];
		struct fl_ff_places places;
		uint32_t last, n = fl_ff_fs_make(key, inst);

		fl_ff_fs_places(key, &places);
		n = fl_r500_fs_lower(inst, n, &places, p + LOAD_DW, &last);
		s = fl_r500_make_room(&fl_r500_of(d)->fs, key, n, FL_R500_FS_MEMORY);
		s->last = (uint16_t)last;
		p = r500_pm4_reg(p, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(s->at));
		p = r500_pm4_port(p, R500_GA_US_VECTOR_DATA, FL_R500_FS_DW * n);
		p += FL_R500_FS_DW * n;
	}
	p = r500_pm4_reg(p, R500_US_PIXSIZE, R500_US_PIXSIZE__PIX_SIZE(s->last));
	p = r500_pm4_reg(p, R500_US_CODE_RANGE,
			 R500_US_CODE_RANGE__CODE_ADDR(s->at) | R500_US_CODE_RANGE__CODE_SIZE(s->n - 1u));
	return r500_pm4_reg(p, R500_US_CODE_ADDR,
			    R500_US_CODE_ADDR__START_ADDR(s->at) |
				R500_US_CODE_ADDR__END_ADDR(s->at + s->n - 1u));
}
