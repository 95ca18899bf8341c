/* SPDX-License-Identifier: MIT
 *
 * Counters of the front that events start, stop and write to memory (CIK facts 1.3, 9).
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vgt.h"
#include "hw/model/cik/vm.h"

#define EVENT(name) CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__##name
#define WRITTEN     (UINT64_C(1) << 63) /* marks a counter in memory as there */

/* Pixel programs count on the threads that run them. */
static void gather(struct mcik *c)
{
	struct mcik_vgt *v = c->vgt;

	if (mcik_drawing(c))
		mcik_finish(c);
	for (unsigned i = 0; i < v->ras.n_workers; i++) {
		struct mcik_px *px = v->ras.worker[i] ? v->ras.worker[i]->t.regs : NULL;

		if (!px)
			continue;
		v->ran.pixels += v->counting ? px->runs : 0;
		px->runs = 0;
	}
}

/* Primitives that a stream wanted to have written, and those that were (Mesa si_query.c). */
static void stream(struct mcik *c, unsigned vmid, uint64_t addr, unsigned stream)
{
	const uint64_t value[2] = {c->vgt->so_needed[stream] | WRITTEN, c->vgt->so_written[stream] | WRITTEN};

	mcik_vm_write(c, vmid, addr, value, sizeof(value), MCIK_CLIENT_VGT);
}

/* Eleven counters, in the order in which Mesa's si_query.c reads them. */
static void pipeline(struct mcik *c, unsigned vmid, uint64_t addr)
{
	const struct mcik_ran *r = &c->vgt->ran;

	gather(c);

	const uint64_t value[] = {r->pixels,   r->primitives,    r->primitives,    r->vertices,
				  r->geometry, r->geometry_made, r->primitives_in, r->vertices_in,
				  r->patches,  r->domain,        r->compute};

	mcik_vm_write(c, vmid, addr, value, sizeof(value), MCIK_CLIENT_VGT);
}

void mcik_vgt_event(struct mcik *c, unsigned vmid, unsigned event, uint64_t addr)
{
	switch (event) {
	case EVENT(PIPELINESTAT_START):
	case EVENT(PIPELINESTAT_STOP):
		gather(c); /* what was drawn before counts, or does not */
		c->vgt->counting = event == EVENT(PIPELINESTAT_START);
		return;
	case EVENT(SAMPLE_PIPELINESTAT):
		if (addr)
			pipeline(c, vmid, addr);
		return;
	case EVENT(SAMPLE_STREAMOUTSTATS):
		if (addr)
			stream(c, vmid, addr, 0);
		return;
	case EVENT(SAMPLE_STREAMOUTSTATS1):
	case EVENT(SAMPLE_STREAMOUTSTATS2):
	case EVENT(SAMPLE_STREAMOUTSTATS3):
		if (addr)
			stream(c, vmid, addr, 1 + event - EVENT(SAMPLE_STREAMOUTSTATS1));
		return;
	}
}
