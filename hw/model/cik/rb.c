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

/* ---- what is due --------------------------------------------------------------------------------------- */
/* Streams flush piece by piece: they wait for the programs, then have tile data, colors and depths written
 * back, each by an event of its own, or at the end of the pipe. Nothing between two of these packets sees
 * whether the first was carried out: so they are gathered, and a batch that is drawn knows what follows. */
enum { DRAWN = 1, COLOR = 2, DEPTH = 4, FORGET_COLOR = 8, FORGET_DEPTH = 16 };

static void add(struct mcik *c, bool color, bool depth, bool forget)
{
	const unsigned of_color = forget ? COLOR | FORGET_COLOR : COLOR,
		       of_depth = forget ? DEPTH | FORGET_DEPTH : DEPTH;

	c->pixels->due |= (uint8_t)(DRAWN | (color ? of_color : 0) | (depth ? of_depth : 0));
}

static unsigned leaving(unsigned due)
{
	const bool kept = (due & COLOR && !(due & FORGET_COLOR)) || (due & DEPTH && !(due & FORGET_DEPTH));

	return (due & COLOR ? FL_RASTER_LEAVE_COLOR : 0) | (due & DEPTH ? FL_RASTER_LEAVE_DEPTH : 0) |
	       (kept ? 0 : FL_RASTER_LEAVE_EMPTY);
}

void mcik_rb_settle(struct mcik *c)
{
	const unsigned due = c->pixels->due;

	if (!due)
		return;
	c->pixels->due = 0;
	if (mcik_drawing(c))
		mcik_finish_for(c, leaving(due));
	for (unsigned depth = 0; depth < 2; depth++) {
		if (due & (depth ? DEPTH : COLOR))
			fl_tile_flush(&c->pixels->tiles, depth);
		if (due & (depth ? FORGET_DEPTH : FORGET_COLOR))
			fl_tile_forget(&c->pixels->tiles, depth);
	}
}

bool mcik_rb_is_due(const struct mcik *c)
{
	return c->pixels->due & ~DRAWN;
}

/* ---- events -------------------------------------------------------------------------------------------- */
void mcik_rb_event(struct mcik *c, unsigned vmid, unsigned event, uint64_t addr)
{
	switch (event) {
	case EVENT(CACHE_FLUSH_TS):
	case EVENT(CACHE_FLUSH):
		add(c, true, true, false);
		break;
	case EVENT(CACHE_FLUSH_AND_INV_TS_EVENT):
	case EVENT(CACHE_FLUSH_AND_INV_EVENT):
		add(c, true, true, true);
		break;
	/* tile data that changes in memory changes what the pixels are */
	case EVENT(DB_CACHE_FLUSH_AND_INV):
	case EVENT(FLUSH_AND_INV_DB_DATA_TS):
	case EVENT(FLUSH_AND_INV_DB_META):
		add(c, false, true, true);
		break;
	case EVENT(FLUSH_AND_INV_CB_DATA_TS):
	case EVENT(FLUSH_AND_INV_CB_PIXEL_DATA):
	case EVENT(FLUSH_AND_INV_CB_META):
		add(c, true, false, true);
		break;
	/* Waited for: what comes next may write over the programs that run. */
	case EVENT(PS_PARTIAL_FLUSH):
		add(c, false, false, false);
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
	add(c, CIK_CP_COHER_CNTL__CB_ACTION_ENA__GET(coher_cntl),
	    CIK_CP_COHER_CNTL__DB_ACTION_ENA__GET(coher_cntl), true);
	mcik_rb_settle(c);
}
