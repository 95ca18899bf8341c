/* SPDX-License-Identifier: MIT
 *
 * What Linux's driver appends to each submission (cik_fence_gfx_ring_emit): caches written back at the end of
 * the pipe, twice.
 */
#include "hw/model/cik/chip.h"

#define HEADER(name, dw) ((uint32_t)CIK_PKT3 << 30 | ((dw)-1u) << 16 | CIK_PKT3_##name << 8)
#define END_OF_PIPE                                                             \
	HEADER(EVENT_WRITE_EOP, 5),                                             \
	    CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_TS_EVENT | \
		CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__EVENT_INDEX(5) |          \
		CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__TCL1_ACTION_EN(1) |       \
		CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__TC_ACTION_EN(1),          \
	    0, 0, 0, 0

bool mcik_flush(struct fl_model *m)
{
	static const uint32_t dw[] = {END_OF_PIPE, END_OF_PIPE};

	return fl_model_run(m, dw, sizeof(dw) / sizeof(dw[0])) && fl_model_wait(m);
}
