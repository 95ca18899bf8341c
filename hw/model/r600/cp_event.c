/* SPDX-License-Identifier: MIT
 *
 * Events, the fences that follow them, and SURFACE_SYNC. R6xx/R7xx guide 5.3.4, R6xx facts 1.1 and 1.4.
 */
#include "hw/model/r600/cp.h"
#include "hw/model/r600/ih.h"

#define EVENT(name) R600_VGT_EVENT_INITIATOR__EVENT_TYPE__##name

/* Codes that are not in xf86-video-ati's header: R6xx facts 1.1. */
enum {
	FLUSH_SX_TS = 41,
	FLUSH_AND_INV_DB_DATA_TS = 43,
	FLUSH_AND_INV_DB_META = 44,
	FLUSH_AND_INV_CB_DATA_TS = 45,
	FLUSH_AND_INV_CB_META = 46
};

enum { INDEX_OTHER, INDEX_ZPASS, INDEX_PIPELINESTAT, INDEX_STREAMOUTSTATS, INDEX_PARTIAL, INDEX_TS };

static unsigned index_of(unsigned event)
{
	switch (event) {
	case EVENT(ZPASS_DONE):
		return INDEX_ZPASS;
	case EVENT(SAMPLE_PIPELINESTAT):
		return INDEX_PIPELINESTAT;
	case EVENT(SAMPLE_STREAMOUTSTATS):
		return INDEX_STREAMOUTSTATS;
	case EVENT(VS_PARTIAL_FLUSH):
	case EVENT(PS_PARTIAL_FLUSH):
		return INDEX_PARTIAL;
	case EVENT(CACHE_FLUSH_TS):
	case EVENT(CACHE_FLUSH_AND_INV_TS_EVENT):
	case EVENT(CR_DONE_TS):
	case EVENT(BOTTOM_OF_PIPE_TS):
	case FLUSH_SX_TS:
	case FLUSH_AND_INV_DB_DATA_TS:
	case FLUSH_AND_INV_CB_DATA_TS:
		return INDEX_TS;
	}
	return INDEX_OTHER;
}

static void check(struct mr600 *r, unsigned event, unsigned index)
{
	if (index != index_of(event))
		mr600_report(r, FL_WARN, "CP", "Linux r600d.h, EVENT_INDEX",
			     "event %u has index %u (bits 11:8); its index is %u", event, index,
			     index_of(event));
	if ((event == FLUSH_AND_INV_DB_META || event == FLUSH_AND_INV_CB_META) && !r->variant->r7xx)
		mr600_report(r, FL_WARN, "CP", "R6xx facts 0",
			     "event %u flushes metadata: R6xx do not have it", event);
}

static void event(struct mr600 *r, uint32_t initiator, uint64_t addr)
{
	unsigned code = R600_VGT_EVENT_INITIATOR__EVENT_TYPE__GET(initiator);
	unsigned index = initiator >> 8 & 0xf;

	check(r, code, index);
	mr600_event(r, code, index, addr);
	r->cp->ps_flushed |= code == EVENT(PS_PARTIAL_FLUSH);
	if (code == EVENT(SO_VGTSTREAMOUT_FLUSH)) {
		R600_REG(r, CP_STRMOUT_CNTL) |= R600_CP_STRMOUT_CNTL__OFFSET_UPDATE_DONE__MASK;
		r->cp->strmout_flushed = true;
	}
}

static bool event_write(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	unsigned index = dw[0] >> 8 & 0xf;
	bool samples = index >= INDEX_ZPASS && index <= INDEX_STREAMOUTSTATS;

	if ((n != 1 && n != 3) || samples != (n == 3))
		return false;
	if (samples && dw[1] & 7) {
		mr600_cp_malformed(r, "the address of its samples is not aligned to 8 bytes");
		return true;
	}
	event(r, dw[0], samples ? dw[1] | (uint64_t)(dw[2] & 0xff) << 32 : 0);
	return true;
}

void mr600_cp_interrupt(struct mr600 *r, uint32_t bit, unsigned source)
{
	r->cp->int_status |= bit;
	if (R600_REG(r, CP_INT_CNTL) & bit)
		mr600_ih_raise(r, source, 0);
}

/* After what the event stands for is done: data, then the interrupt. */
static bool event_write_eop(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 5 };
	unsigned data = R600_PKT3_EVENT_WRITE_EOP__CTRL__DATA_SEL__GET(dw[2]);
	uint64_t at = (dw[1] & ~3u) | (uint64_t)(dw[2] & 0xff) << 32, value = dw[3] | (uint64_t)dw[4] << 32;
	bool wide = data > R600_PKT3_EVENT_WRITE_EOP__CTRL__DATA_SEL__DATA_LOW_32BIT;

	if (n != DWORDS || data > R600_PKT3_EVENT_WRITE_EOP__CTRL__DATA_SEL__GPU_CLOCK_COUNTER)
		return false;
	if (wide && at & 7) {
		mr600_cp_malformed(r, "it writes 64 bits to an address that is not aligned to 8 bytes");
		return true;
	}
	event(r, dw[0], at);
	mr600_finish(r); /* the end of the pipe */
	if (data == R600_PKT3_EVENT_WRITE_EOP__CTRL__DATA_SEL__GPU_CLOCK_COUNTER)
		value = mr600_cp_clock(r);
	if (data && !mr600_cp_write_mem(r, at, (uint32_t)value, "fence"))
		return true;
	if (wide && !mr600_cp_write_mem(r, at + 4, (uint32_t)(value >> 32), "fence"))
		return true;
	if (R600_PKT3_EVENT_WRITE_EOP__CTRL__INT_SEL__GET(dw[2]))
		mr600_cp_interrupt(r, R600_CP_INT_STATUS__TIME_STAMP_INT_STAT__MASK, MR600_IH_CP_EOP);
	return true;
}

/* ---- SURFACE_SYNC -------------------------------------------------------------------------------------- */
#define COHER(name) R600_CP_COHER_CNTL__##name##__MASK

static void check_sync(struct mr600 *r, uint32_t cntl)
{
	const uint32_t never = COHER(CB_ACTION_ENA) | COHER(DB_ACTION_ENA) | COHER(DB_DEST_BASE_ENA) |
			       COHER(CB0_DEST_BASE_ENA) | COHER(CB2_DEST_BASE_ENA) |
			       COHER(CB3_DEST_BASE_ENA) | COHER(CB4_DEST_BASE_ENA) |
			       COHER(CB5_DEST_BASE_ENA) | COHER(CB6_DEST_BASE_ENA) | COHER(CB7_DEST_BASE_ENA);

	if (r->variant->r7xx)
		return;
	if (cntl & never)
		mr600_report(r, FL_WARN, "CP", "R6xx facts 1.4",
			     "SURFACE_SYNC 0x%08x: actions and destinations of CB and DB (0x%08x of it) do "
			     "not work on R6xx; use the event CACHE_FLUSH_AND_INV (22)",
			     cntl, cntl & never);
	if (cntl & COHER(FULL_CACHE_ENA))
		mr600_report(r, FL_WARN, "CP", "R6xx facts 0",
			     "SURFACE_SYNC 0x%08x: FULL_CACHE_ENA (bit 20) is there on R7xx only", cntl);
}

static bool surface_sync(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 4, UNIT_LOG2 = 8 };
	uint32_t cntl = dw[0];
	uint64_t size_B = dw[1] == UINT32_MAX ? UINT64_MAX : (uint64_t)dw[1] << UNIT_LOG2;

	if (n != DWORDS)
		return false;
	check_sync(r, cntl);
	if (!r->variant->vertex_cache &&
	    cntl & COHER(VC_ACTION_ENA)) /* guide 5.3.4.5: as the CP's code does */
		cntl |= COHER(TC_ACTION_ENA);
	R600_REG(r, CP_COHER_CNTL) = dw[0];
	R600_REG(r, CP_COHER_SIZE) = dw[1];
	R600_REG(r, CP_COHER_BASE) = dw[2];
	mr600_surface_sync(r, cntl, (uint64_t)dw[2] << UNIT_LOG2, size_B);
	return true;
}

static bool cp_interrupt(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	const uint32_t all = R600_CP_INT_STATUS__RB_INT_STAT__MASK | R600_CP_INT_STATUS__IB1_INT_STAT__MASK |
			     R600_CP_INT_STATUS__IB2_INT_STAT__MASK;

	if (n != 1)
		return false;
	mr600_cp_interrupt(r, dw[0] & all, MR600_IH_CP_RB);
	return true;
}

bool mr600_cp_event_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	switch (opcode) {
	case R600_PKT3_EVENT_WRITE:
		return event_write(r, dw, n);
	case R600_PKT3_EVENT_WRITE_EOP:
		return event_write_eop(r, dw, n);
	case R600_PKT3_SURFACE_SYNC:
		return surface_sync(r, dw, n);
	}
	return cp_interrupt(r, dw, n);
}
