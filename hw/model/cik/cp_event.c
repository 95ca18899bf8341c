/* SPDX-License-Identifier: MIT
 *
 * Events, fences, and caches: CIK facts 1.2, 1.3. What the model's engines hold they give up here.
 */
#include "hw/model/cik/cp.h"
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vgt.h"
#include "hw/model/clock.h"

uint64_t mcik_clock(struct mcik *c)
{
	enum { TICKS_US = 100 }; /* the reference clock: Linux radeon_get_xclk */

	return fl_clock(&c->base, &c->cp->clock, TICKS_US);
}

/* ---- events -------------------------------------------------------------------------------------------- */
/* The index that an event goes with. */
static unsigned index_of(unsigned event)
{
	enum { OTHER, SAMPLES, STATISTICS, STREAMOUT, FLUSH };

	switch (event) {
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CS_PARTIAL_FLUSH:
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__VS_PARTIAL_FLUSH:
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH:
		return FLUSH;
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__ZPASS_DONE:
		return SAMPLES;
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_PIPELINESTAT:
		return STATISTICS;
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_STREAMOUTSTATS:
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_STREAMOUTSTATS1:
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_STREAMOUTSTATS2:
	case CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_STREAMOUTSTATS3:
		return STREAMOUT;
	}
	return OTHER;
}

bool mcik_event_write(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	unsigned event = CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_TYPE__GET(dw[0]);
	unsigned index = CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_INDEX__GET(dw[0]);
	uint64_t at;

	if (n == 2)
		return false;
	if (index != index_of(event))
		mcik_report(c, FL_WARN, "CP", "CIK facts 1.2",
			    "EVENT_WRITE of event 0x%02x with index %u ([11:8]): it goes with %u", event,
			    index, index_of(event));
	at = n == 3 ? mcik_addr(dw[1] & ~7u, dw[2]) : 0;
	mcik_vgt_event(c, mcik_pm4_vmid(q), event, at);
	mcik_rb_event(c, mcik_pm4_vmid(q), event, at);
	if (event == CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__SO_VGTSTREAMOUT_FLUSH)
		CIK_REG(c, CP_STRMOUT_CNTL) |= CIK_CP_STRMOUT_CNTL__OFFSET_UPDATE_DONE__MASK;
	return true;
}

/* ---- fences -------------------------------------------------------------------------------------------- */
enum { TO_NOBODY, LOW_32, ALL_64, GPU_CLOCK, SYSTEM_CLOCK, FROM_GDS };
enum { INTERRUPT_ONLY = 1, INTERRUPT_LATE = 2 };

struct fence {
	unsigned data, interrupt;
	uint64_t at, value;
};

static bool fence(struct mcik *c, struct mcik_pm4 *q, const struct fence *f)
{
	uint64_t value = f->data == GPU_CLOCK || f->data == SYSTEM_CLOCK ? mcik_clock(c) : f->value;

	if (f->data > FROM_GDS || (f->data && f->at & (f->data == LOW_32 ? 3 : 7)))
		return false;
	if (f->data == FROM_GDS)
		mcik_report(
		    c, FL_WARN, "CP", "CIK facts 1.3",
		    "a fence with data out of GDS (DATA_SEL 5): no source tells which; nothing is written");
	else if (f->data)
		mcik_vm_write(c, mcik_pm4_vmid(q), f->at, &value, f->data == LOW_32 ? 4 : 8,
			      mcik_pm4_client(q));
	if (f->interrupt == INTERRUPT_ONLY || f->interrupt == INTERRUPT_LATE)
		CIK_REG(c, CP_INT_STATUS_RING0) |= CIK_CP_INT_STATUS_RING0__TIME_STAMP_INT_STAT__MASK;
	return true;
}

/* On this generation a fence is two: only behind the second is everything idle. */
bool mcik_event_write_eop(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { END_OF_PIPE = 5 };
	const struct fence f = {
	    .data = CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__DATA_SEL__GET(dw[2]),
	    .interrupt = CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__INT_SEL__GET(dw[2]) & 3,
	    .at = mcik_addr(dw[1], dw[2]),
	    .value = dw[3] | (uint64_t)dw[4] << 32,
	};
	uint64_t key = f.at | 1; /* 0 says that there was none */

	if (CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__EVENT_INDEX__GET(dw[0]) != END_OF_PIPE)
		return false;
	if (f.interrupt && q->fence_at != key)
		mcik_report(
		    c, FL_WARN, "CP", "CIK facts 1.3",
		    "EVENT_WRITE_EOP with an interrupt, and no EVENT_WRITE_EOP to the same address (0x%llx) "
		    "before it: the chip signals it before all is done; send one with the value before "
		    "first",
		    (unsigned long long)f.at);
	q->fence_at = q->fence_at == key ? 0 : key;
	mcik_rb_event(c, mcik_pm4_vmid(q), CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__EVENT_TYPE__GET(dw[0]), 0);
	mcik_rb_settle(c);
	return fence(c, q, &f);
}

bool mcik_event_write_eos(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { END_OF_SHADER = 6, COMMAND_SHIFT = 29, STORE_32 = 2 };

	if (CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_INDEX__GET(dw[0]) != END_OF_SHADER)
		return false;
	if (dw[2] >> COMMAND_SHIFT == STORE_32)
		mcik_pm4_write(c, q, mcik_addr(dw[1] & ~3u, dw[2]), dw[3]);
	else
		mcik_report(
		    c, FL_WARN, "CP", "CIK facts 1.2",
		    "EVENT_WRITE_EOS with command %u ([31:29] of the third dword): counts of appends and "
		    "data of GDS are not modelled; nothing is written",
		    dw[2] >> COMMAND_SHIFT);
	return dw[2] >> COMMAND_SHIFT <= STORE_32;
}

bool mcik_release_mem(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	const struct fence f = {
	    .data = CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__DATA_SEL__GET(dw[1]),
	    .interrupt = CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__INT_SEL__GET(dw[1]) & 3,
	    .at = mcik_addr(dw[2], dw[3]),
	    .value = dw[4] | (uint64_t)dw[5] << 32,
	};

	return fence(c, q, &f);
}

/* ---- caches -------------------------------------------------------------------------------------------- */
/* Base and size count 256 bytes; the registers show what was asked for. */
static void acquire(struct mcik *c, uint32_t what, uint64_t size, uint64_t base)
{
	CIK_REG(c, CP_COHER_CNTL) = what;
	CIK_REG(c, CP_COHER_SIZE) = (uint32_t)size;
	CIK_REG(c, CP_COHER_SIZE_HI) = (uint32_t)(size >> 32);
	CIK_REG(c, CP_COHER_BASE) = (uint32_t)base;
	CIK_REG(c, CP_COHER_BASE_HI) = (uint32_t)(base >> 32);
	mcik_rb_sync(c, what);
}

bool mcik_surface_sync(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	acquire(c, dw[0], dw[1], dw[2]);
	return true;
}

bool mcik_acquire_mem(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	acquire(c, dw[0], dw[1] | (uint64_t)(dw[2] & 0xff) << 32, dw[3] | (uint64_t)(dw[4] & 0xff) << 32);
	return true;
}

/* ---- stream-out ---------------------------------------------------------------------------------------- */
bool mcik_strmout_update(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { STORE = 1 << 0, FROM_PACKET = 0, FROM_MEMORY = 2, BYTES = 1 << 7 };
	unsigned source = dw[0] >> 1 & 3, i = dw[0] >> 8 & 3, unit_log2 = dw[0] & BYTES ? 2 : 0;
	uint32_t value;

	if (dw[0] & STORE)
		mcik_pm4_write(c, q, mcik_addr(dw[1] & ~3u, dw[2]), c->cp->strmout[i] << unit_log2);
	if (source == FROM_PACKET)
		c->cp->strmout[i] = dw[3] >> unit_log2;
	else if (source == FROM_MEMORY && mcik_pm4_read(c, q, mcik_addr(dw[3] & ~3u, dw[4]), &value))
		c->cp->strmout[i] = value >> unit_log2;
	return true;
}
