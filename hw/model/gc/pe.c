/* SPDX-License-Identifier: MIT
 *
 * PE: the block, its caches, and counts of samples that pass (GC facts 3.1, 8, 10).
 */
#include "hw/model/gc/pe.h"
#include "hw/model/raster/raster.h"

#include <stdlib.h>
#include <string.h>

bool mgc_pe_new(struct mgc *g)
{
	g->pe = calloc(1, sizeof(*g->pe));
	if (!g->pe)
		return false;
	g->pe->tiles.ops = &mgc_tile_ops;
	g->pe->tiles.model = &g->base;
	g->pe->tiles.isa = g->isa;
	return true;
}

void mgc_pe_free(struct mgc *g)
{
	if (!g->pe)
		return;
	fl_tile_drop_all(&g->pe->tiles);
	free(g->pe);
	g->pe = NULL;
}

/* A reset loses what the caches hold. */
void mgc_pe_reset(struct mgc *g)
{
	fl_tile_drop_all(&g->pe->tiles);
	g->pe->counting = false;
	g->pe->count = 0;
}

void mgc_pe_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	(void)g;
	(void)offset;
	(void)value;
}

/* Nothing else empties these caches, and drivers let the CPU write to what is drawn to next. */
void mgc_pe_flush(struct mgc *g, bool color, bool depth)
{
	mgc_finish_for(g, (color ? FL_RASTER_LEAVE_COLOR : 0) | (depth ? FL_RASTER_LEAVE_DEPTH : 0) |
			      FL_RASTER_LEAVE_EMPTY);
	for (unsigned i = 0; i < 2; i++) {
		if (!(i ? depth : color))
			continue;
		fl_tile_flush(&g->pe->tiles, i);
		fl_tile_forget(&g->pe->tiles, i);
	}
}

/* The status of tiles is written when their pixels are: nothing else of it is kept. */
void mgc_ts_flush(struct mgc *g)
{
	mgc_finish_for(g, 0);
}

bool mgc_pe_holds(struct mgc *g, uint64_t addr, uint64_t size_B, const char **which)
{
	const struct fl_tile_key *k = g->pe ? fl_tile_holds(&g->pe->tiles, addr, size_B) : NULL;

	if (k && which)
		*which = k->depth ? "depth cache" : "color cache";
	return k != NULL;
}

/* ---- samples that passed ------------------------------------------------------------------------------- */
void mgc_pe_passed(struct mgc *g, const uint64_t *passed)
{
	if (g->pe->counting)
		g->pe->count += passed[0];
}

/* GC facts 10: the unit adds 64 bits at the address. */
void mgc_occlusion(struct mgc *g, bool start, uint32_t addr)
{
	struct mgc_pe *pe = g->pe;
	uint64_t sum = 0;

	mgc_finish_for(g, 0);
	if (pe->counting) {
		if (!mgc_read(g, MGC_PE, pe->count_addr, &sum, sizeof(sum)))
			mgc_report(g, FL_WARN, "PE", "GC facts 10",
				   "OCCLUSION_QUERY_ADDR %08x: no memory for the count", pe->count_addr);
		sum += pe->count;
		mgc_write(g, MGC_PE, pe->count_addr, &sum, sizeof(sum));
	} else if (!start) {
		mgc_report(g, FL_WARN, "PE", "GC facts 10",
			   "OCCLUSION_QUERY_CONTROL, and nothing is counted: no address was set");
	}
	pe->counting = start;
	pe->count_addr = addr;
	pe->count = 0;
}
