/* SPDX-License-Identifier: MIT
 *
 * Events of the 3D engine: what is gathered gets drawn, caches are written back, counters go to memory
 * (R6xx facts 1.1).
 */
#include "hw/model/r600/vgt.h"

#define WRITTEN (UINT64_C(1) << 63) /* marks a counter in memory as there */

static void write64(struct mr600 *r, uint64_t addr, uint64_t value, const char *what)
{
	if (fl_mem_write32(&r->base.mem, addr, (uint32_t)value) &&
	    fl_mem_write32(&r->base.mem, addr + 4, (uint32_t)(value >> 32)))
		return;
	mr600_report(r, FL_WARN, "VGT", "R6xx facts 1.1", "%s go to %08llx: there is no memory", what,
		     (unsigned long long)addr);
}

/* Primitives that the streams wanted to have written, and those that were: drivers read them in this order
 * (Mesa r600_query.c, r600_query_hw_add_result()). */
static void stream_stats(struct mr600 *r, uint64_t addr)
{
	write64(r, addr, r->vgt->so_needed | WRITTEN, "counts of streamed primitives");
	write64(r, addr + 8, r->vgt->so_written | WRITTEN, "counts of streamed primitives");
}

/* Eight counters: pixel programs, primitives after and before clipping (here the same), vertex programs,
 * geometry programs and their primitives, primitives and vertices that came in (Mesa r600_query.c). What is
 * gathered was drawn while they counted. */
static void pipeline_stats(struct mr600 *r, uint64_t addr)
{
	const struct mr600_vgt *v = r->vgt;

	mr600_finish(r);

	const uint64_t value[8] = {v->ps_runs, v->pa_primitives, v->pa_primitives, v->vs_runs,
				   v->gs_runs, v->gs_primitives, v->ia_primitives, v->ia_vertices};

	for (unsigned i = 0; i < 8; i++)
		write64(r, addr + 8ull * i, value[i] | WRITTEN, "pipeline statistics");
}

void mr600_event(struct mr600 *r, unsigned event, unsigned index, uint64_t addr)
{
	switch (event) {
	case R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_STREAMOUTSTATS:
		if (addr)
			stream_stats(r, addr);
		break;
	case R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_PIPELINESTAT:
		if (addr)
			pipeline_stats(r, addr);
		break;
	case R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_START:
	case R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_STOP:
		/* of the draws that follow. Those that wait know whether they count, for the batch goes on:
		 * drivers stop the counting around the clears that they draw. */
		r->vgt->counting = event == R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_START;
		break;
	case R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH:
	case R600_VGT_EVENT_INITIATOR__EVENT_TYPE__BOTTOM_OF_PIPE_TS:
	case R600_VGT_EVENT_INITIATOR__EVENT_TYPE__ZPASS_DONE:
		mr600_finish_for(r, mr600_cp_flush_ahead(r));
		break;
	default:
		break;
	}
	mr600_rb_event(r, event, addr);
}
