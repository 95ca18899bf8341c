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
enum {
	FLUSH_AND_INV_DB_DATA_TS = 43,
	FLUSH_AND_INV_DB_META,
	FLUSH_AND_INV_CB_DATA_TS,
	FLUSH_AND_INV_CB_META
};

#define EVENT(name) R600_VGT_EVENT_INITIATOR__EVENT_TYPE__##name

void mr600_rb_event(struct mr600 *r, unsigned event, uint64_t addr)
{
	switch (event) {
	case EVENT(CACHE_FLUSH_TS):
	case EVENT(CACHE_FLUSH):
		mr600_rb_flush_color(r);
		mr600_rb_flush_depth(r);
		break;
	case EVENT(CACHE_FLUSH_AND_INV_TS_EVENT):
	case EVENT(CACHE_FLUSH_AND_INV_EVENT):
		mr600_rb_flush_color(r);
		mr600_rb_flush_depth(r);
		mr600_rb_free_color(r);
		mr600_rb_free_depth(r);
		break;
	case EVENT(DB_CACHE_FLUSH_AND_INV):
	case FLUSH_AND_INV_DB_DATA_TS:
		mr600_rb_flush_depth(r);
		mr600_rb_free_depth(r);
		break;
	case FLUSH_AND_INV_CB_DATA_TS:
		mr600_rb_flush_color(r);
		mr600_rb_free_color(r);
		break;
	case EVENT(ZPASS_DONE):
		if (addr)
			zpass_done(r, addr);
		break;
	default: /* the caches of metadata hold nothing here: surfaces are whole in memory */
		break;
	}
}

/* CP_COHER_CNTL. A range smaller than a surface syncs it whole: what is written back too early is never
 * wrong. */
void mr600_surface_sync(struct mr600 *r, uint32_t coher_cntl, uint64_t base, uint64_t size_B)
{
	(void)base;
	(void)size_B;
	if (R600_CP_COHER_CNTL__CB_ACTION_ENA__GET(coher_cntl)) {
		mr600_rb_flush_color(r);
		mr600_rb_free_color(r);
	}
	if (R600_CP_COHER_CNTL__DB_ACTION_ENA__GET(coher_cntl)) {
		mr600_rb_flush_depth(r);
		mr600_rb_free_depth(r);
	}
	if (R600_CP_COHER_CNTL__TC_ACTION_ENA__GET(coher_cntl) ||
	    R600_CP_COHER_CNTL__VC_ACTION_ENA__GET(coher_cntl)) {
		fl_texel_cache_invalidate(r->rb->texels);
		r->dirty |= MR600_DIRTY_FETCH;
	}
	if (R600_CP_COHER_CNTL__SH_ACTION_ENA__GET(coher_cntl))
		r->dirty |= MR600_DIRTY_SQ;
}
