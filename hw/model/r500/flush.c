/* SPDX-License-Identifier: MIT
 *
 * What the Linux driver appends to each submission (radeon r300.c, r300_fence_ring_emit): close the scissor,
 * flush color and depth, wait for both engines. Without it a picture would still sit in the chip's caches. It
 * frees them too, as Mesa's next stream would do first (choices.md).
 */
#include "hw/model/r500/chip.h"

#define REG(name) (R500_##name / 4) /* the header of a type-0 packet with one dword */

bool mr500_flush(struct fl_model *m)
{
	static const uint32_t dw[] = {
	    REG(SC_SCISSOR0),
	    0,
	    REG(SC_SCISSOR1),
	    0,
	    REG(RB3D_DSTCACHE_CTLSTAT),
	    R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH__FLUSH_DIRTY_3D) |
		R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE(R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE__FREE_3D_TAGS),
	    REG(ZB_ZCACHE_CTLSTAT),
	    R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH__FLUSH_AND_FREE) |
		R500_ZB_ZCACHE_CTLSTAT__ZC_FREE(R500_ZB_ZCACHE_CTLSTAT__ZC_FREE__FREE),
	    REG(WAIT_UNTIL),
	    R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1) | R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1),
	};

	return fl_model_run(m, dw, sizeof(dw) / sizeof(dw[0])) && fl_model_wait(m);
}
