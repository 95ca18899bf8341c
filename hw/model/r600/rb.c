/* SPDX-License-Identifier: MIT
 *
 * RB: events and surface syncs on the caches of CB and DB, and occlusion counters (R6xx facts 1.4, 7.1).
 */
#include "hw/model/r600/rb.h"

#include <stdlib.h>
#include <string.h>

#include "hw/model/r600/chips.h"
#include "hw/model/r600/fetch.h"

bool mr600_rb_new(struct mr600 *r)
{
	r->rb = calloc(1, sizeof(*r->rb));
	if (!r->rb)
		return false;
	r->rb->tiles.ops = &mr600_rb_tile_ops;
	r->rb->tiles.model = &r->base;
	r->rb->tiles.isa = r->isa;
	r->rb->texels = mr600_fetch_cache_new(r);
	return r->rb->texels != NULL;
}

void mr600_rb_free(struct mr600 *r)
{
	if (!r->rb)
		return;
	fl_tile_drop_all(&r->rb->tiles);
	fl_texel_cache_free(r->rb->texels);
	free(r->rb);
	r->rb = NULL;
}

/* A soft reset loses what the caches hold. */
void mr600_rb_reset(struct mr600 *r)
{
	fl_tile_drop_all(&r->rb->tiles);
	fl_texel_cache_invalidate(r->rb->texels);
	memset(r->rb->zpass, 0, sizeof(r->rb->zpass));
	r->dirty |= MR600_DIRTY_DB | MR600_DIRTY_CB;
}

/* No register of CB or DB acts when it is touched. */
void mr600_rb_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	(void)r;
	(void)offset;
	(void)value;
	(void)from;
}

uint32_t mr600_rb_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	(void)from;
	return r->reg[offset / 4];
}

/* ---- samples that passed ------------------------------------------------------------------------------- */
struct fl_tile_cache *mr600_rb_tiles(struct mr600 *r)
{
	return &r->rb->tiles;
}

void mr600_rb_passed(struct mr600 *r, const uint64_t *passed)
{
	for (unsigned i = 0; i < MR600_BACKENDS; i++)
		r->rb->zpass[i] += passed[i];
}

/* Each backend writes its counter, 16 bytes after the one before it, with the top bit to say that it did. */
static void zpass_done(struct mr600 *r, uint64_t addr)
{
	for (unsigned i = 0; i < r->variant->backends && i < MR600_BACKENDS; i++) {
		const uint64_t value = r->rb->zpass[i] | 1ull << 63, at = addr + 16u * i;

		if (!fl_mem_write32(&r->base.mem, at, (uint32_t)value) ||
		    !fl_mem_write32(&r->base.mem, at + 4, (uint32_t)(value >> 32)))
			mr600_report(r, FL_WARN, "DB", "R6xx facts 7.1",
				     "ZPASS_DONE at 0x%08llx: there is no memory for the count of backend %u",
				     (unsigned long long)at, i);
	}
}

/* ---- events, syncs ------------------------------------------------------------------------------------- */
enum { FLUSH_AND_INV_DB_DATA_TS = 43, FLUSH_AND_INV_CB_DATA_TS = 45 };

#define EVENT(name) R600_VGT_EVENT_INITIATOR__EVENT_TYPE__##name

unsigned mr600_rb_flushes(unsigned event)
{
	switch (event) {
	case EVENT(CACHE_FLUSH_TS):
	case EVENT(CACHE_FLUSH):
		return MR600_RB_COLOR | MR600_RB_DEPTH;
	case EVENT(CACHE_FLUSH_AND_INV_TS_EVENT):
	case EVENT(CACHE_FLUSH_AND_INV_EVENT):
		return MR600_RB_COLOR | MR600_RB_DEPTH | MR600_RB_FORGET;
	case EVENT(DB_CACHE_FLUSH_AND_INV):
	case FLUSH_AND_INV_DB_DATA_TS:
		return MR600_RB_DEPTH | MR600_RB_FORGET;
	case FLUSH_AND_INV_CB_DATA_TS:
		return MR600_RB_COLOR | MR600_RB_FORGET;
	default: /* the caches of metadata hold nothing here: surfaces are whole in memory */
		return 0;
	}
}

void mr600_rb_event(struct mr600 *r, unsigned event, uint64_t addr)
{
	const unsigned which = mr600_rb_flushes(event);

	if (which)
		mr600_rb_flush(r, which);
	else if (event == EVENT(ZPASS_DONE) && addr)
		zpass_done(r, addr);
}

/* CP_COHER_CNTL. A range smaller than a surface syncs it whole: what is written back too early is never
 * wrong. */
void mr600_surface_sync(struct mr600 *r, uint32_t coher_cntl, uint64_t base, uint64_t size_B)
{
	unsigned which = 0;

	(void)base;
	(void)size_B;
	if (R600_CP_COHER_CNTL__CB_ACTION_ENA__GET(coher_cntl))
		which |= MR600_RB_COLOR;
	if (R600_CP_COHER_CNTL__DB_ACTION_ENA__GET(coher_cntl))
		which |= MR600_RB_DEPTH;
	if (which)
		mr600_rb_flush(r, which | MR600_RB_FORGET);
	if (R600_CP_COHER_CNTL__TC_ACTION_ENA__GET(coher_cntl) ||
	    R600_CP_COHER_CNTL__VC_ACTION_ENA__GET(coher_cntl)) {
		fl_texel_cache_invalidate(r->rb->texels);
		r->dirty |= MR600_DIRTY_FETCH;
	}
	if (R600_CP_COHER_CNTL__SH_ACTION_ENA__GET(coher_cntl))
		r->dirty |= MR600_DIRTY_SQ;
}
