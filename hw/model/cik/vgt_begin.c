/* SPDX-License-Identifier: MIT
 *
 * The beginning of a draw: where registers have changed, its state is decoded, block by block.
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vgt.h"
#include "hw/model/cik/vm.h"

#include <string.h>

enum {
	ARENA_B = 8 << 20, /* decoded state beyond this ends the batch */
	DECODED = MCIK_DIRTY_CONTEXT | MCIK_DIRTY_SH | MCIK_DIRTY_CONFIG,
};

bool mcik_vgt_targets(struct mcik *c, struct fl_arena *a, struct mcik_draw_state *d)
{
	if (!(d->base.scan = mcik_sc_decode(c, a)))
		return false;
	d->base.samples = d->base.scan->samples;
	if (!mcik_pixels_decode(c, a, c->vgt->layer, d) || !(d->base.setup = mcik_pa_setup(c, a, d)))
		return false;
	if (CIK_PA_SC_MODE_CNTL_0__LINE_STIPPLE_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0)))
		d->base.stages |= FL_RASTER_STIPPLE;
	return true;
}

static bool decode(struct mcik *c, struct mcik_draw_state *next)
{
	struct mcik_vgt *v = c->vgt;

	if (!mcik_stage_decode(c, MCIK_VS) || (mcik_gs_on(c) && !mcik_gs_decode(c)) ||
	    (mcik_tess_on(c) && !mcik_tess_decode(c)))
		return false;
	v->killed = CIK_PA_CL_CLIP_CNTL__DX_RASTERIZATION_KILL__GET(CIK_REG(c, PA_CL_CLIP_CNTL));
	if (!v->killed && !mcik_vgt_targets(c, &v->arena, next))
		return false;
	mcik_pa_decode(c, &v->pa, &next->carried);
	return true;
}

/* Asked with each draw: code may have changed. Where there is none, that is for the threads to find out. */
static bool reaches_memory(struct mcik *c, const struct mcik_draw_state *d)
{
	uint64_t left_B;

	if (c->vgt->in_memory)
		return true;
	return d->base.stages & FL_RASTER_SHADE && (!mcik_vm_look(c, d->vmid, d->ps->pc, &left_B) ||
						    mcik_sq_reaches_memory(c->spi->code, d->vmid, d->ps->pc));
}

const struct mcik_draw_state *mcik_vgt_begin(struct mcik *c, unsigned vmid, bool points)
{
	struct mcik_vgt *v = c->vgt;
	struct mcik_draw_state *next;

	v->draws++;
	v->ras.open = false;
	if (v->arena.used_B + v->routes.arena.used_B > ARENA_B)
		mcik_finish(c);
	mcik_spi_refresh(c->spi, vmid); /* what the programs of vertices reach is renewed with each draw */
	c->spi->mimg.border_va = (uint64_t)CIK_REG(c, TA_BC_BASE_ADDR) << 8;
	v->env.unaligned = c->spi->env.unaligned;
	v->env.shared_base = c->spi->env.shared_base;
	v->env.private_base = c->spi->env.private_base;
	v->env.hidden_private = c->spi->env.hidden_private;
	if (v->draw && !(c->dirty & DECODED) && v->draw->vmid == vmid && v->draw->points == points) {
		v->ras.open = !v->killed;
		v->in_memory |= v->ras.open && reaches_memory(c, v->draw);
		return v->draw;
	}
	next = fl_arena_alloc(&v->arena, sizeof(*next), 16);
	if (!next) {
		mcik_report(c, FL_REFUSE, "VGT", "", "out of memory for the state of a draw");
		return NULL;
	}
	memset(next, 0, sizeof(*next));
	next->vmid = vmid;
	next->points = points;
	fl_raster_routes_forget(&v->routes);
	v->draw = NULL;
	if (!decode(c, next))
		return NULL;
	c->dirty &= ~(uint32_t)DECODED;
	if (!v->killed) {
		if (v->ras.targets && v->ras.bins.n_active &&
		    !fl_tile_same_targets(&v->ras.targets->targets, &next->base.targets))
			fl_raster_run(&v->ras);
		v->ras.draw = v->ras.targets = &next->base;
		v->in_memory |= reaches_memory(c, next);
	}
	v->draw = next;
	v->ras.open = !v->killed;
	return next;
}
