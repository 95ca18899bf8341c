/* SPDX-License-Identifier: MIT
 *
 * What the Linux driver appends to each submission (r600_fence_ring_emit): read caches dropped, then at the
 * end of the pipe color and depth written back. Without it a picture would still sit in the chip's caches.
 */
#include "hw/model/r600/chip.h"

#define HEADER(name, dw) ((uint32_t)R600_PKT3 << 30 | ((dw)-1u) << 16 | R600_PKT3_##name << 8)

bool mr600_flush(struct fl_model *m)
{
	enum { POLL = 10, EVENT_INDEX_TS = 5 << 8 };
	static const uint32_t dw[] = {
	    HEADER(SURFACE_SYNC, 4),
	    R600_CP_COHER_CNTL__TC_ACTION_ENA(1) | R600_CP_COHER_CNTL__VC_ACTION_ENA(1) |
		R600_CP_COHER_CNTL__SH_ACTION_ENA(1),
	    UINT32_MAX,
	    0,
	    POLL,
	    HEADER(EVENT_WRITE_EOP, 5),
	    R600_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_TS_EVENT | EVENT_INDEX_TS,
	    0,
	    0,
	    0,
	    0,
	};

	return fl_model_run(m, dw, sizeof(dw) / sizeof(dw[0])) && fl_model_wait(m);
}
