/* SPDX-License-Identifier: MIT
 *
 * RB: events and CP_COHER_CNTL on the caches of CB and DB, and occlusion counters (facts 1.2, 1.3, 8).
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vm.h"

#define EVENT(name) CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__##name

/* Each backend writes its counter, 16 bytes after the one before it, with the top bit to say that it did. */
static void zpass_done(struct mcik *c, unsigned vmid, uint64_t addr)
{
	for (unsigned i = 0; i < (unsigned)c->variant->rbs * c->variant->ses && i < MCIK_BACKENDS; i++) {
		const uint64_t value = c->pixels->zpass[i] | UINT64_C(1) << 63;

		if (i == MCIK_DEAD_BACKEND && c->pixels->fault_backend)
			continue;
		mcik_vm_write(c, vmid, addr + 16u * i, &value, sizeof(value), MCIK_CLIENT_DB);
	}
}

static void flush(struct mcik *c, bool color, bool depth, bool forget)
{
	for (unsigned i = 0; i < 2; i++) {
		if (!(i ? depth : color))
			continue;
		mcik_rb_flush(c, i);
		if (forget)
			mcik_rb_forget(c, i);
	}
}

void mcik_rb_event(struct mcik *c, unsigned vmid, unsigned event, uint64_t addr)
{
	switch (event) {
	case EVENT(CACHE_FLUSH_TS):
	case EVENT(CACHE_FLUSH):
		flush(c, true, true, false);
		break;
	case EVENT(CACHE_FLUSH_AND_INV_TS_EVENT):
	case EVENT(CACHE_FLUSH_AND_INV_EVENT):
		flush(c, true, true, true);
		break;
	/* tile data that changes in memory changes what the pixels are */
	case EVENT(DB_CACHE_FLUSH_AND_INV):
	case EVENT(FLUSH_AND_INV_DB_DATA_TS):
	case EVENT(FLUSH_AND_INV_DB_META):
		flush(c, false, true, true);
		break;
	case EVENT(FLUSH_AND_INV_CB_DATA_TS):
	case EVENT(FLUSH_AND_INV_CB_PIXEL_DATA):
	case EVENT(FLUSH_AND_INV_CB_META):
		flush(c, true, false, true);
		break;
	/* Waited for: what comes next may write over the programs that run. */
	case EVENT(PS_PARTIAL_FLUSH):
		if (mcik_drawing(c))
			mcik_finish(c);
		break;
	case EVENT(ZPASS_DONE):
		if (mcik_drawing(c))
			mcik_finish(c);
		if (addr)
			zpass_done(c, vmid, addr);
		break;
	}
}

/* A range smaller than a surface syncs it whole: what is written back too early is never wrong. What waits
 * for a client (…_DEST_BASE) waits for its pixels. */
void mcik_rb_sync(struct mcik *c, uint32_t coher_cntl)
{
	if (mcik_drawing(c))
		mcik_finish(c);
	flush(c, CIK_CP_COHER_CNTL__CB_ACTION_ENA__GET(coher_cntl),
	      CIK_CP_COHER_CNTL__DB_ACTION_ENA__GET(coher_cntl), true);
}
