/* SPDX-License-Identifier: MIT
 *
 * VGT: the block.
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vs_whole.h"

#include <stdlib.h>
#include <string.h>

bool mcik_vgt_new(struct mcik *c)
{
	struct mcik_vgt *v = calloc(1, sizeof(*v));

	c->vgt = v;
	if (!v || !fl_raster_new(&v->ras, &mcik_pixels_ops, &c->base, mcik_pixels_tiles(c), FL_RASTER_MAX_PX))
		return false;
	v->routes.decode = mcik_route;
	v->routes.of = c;
	v->out = aligned_alloc(64, sizeof(*v->out));
	v->env = c->spi->env; /* it reaches the same as a dispatch */
	v->env.export = mcik_vs_export;
	v->env.message = mcik_gs_message;
	if (!v->out || !fl_raster_reuse_new(&v->reuse) || !mcik_gs_new(v) || !mcik_tess_new(v) ||
	    !mcik_vs_wholes_new(v) ||
	    !mcik_wave_init(&v->wave, c->spi->code, &v->env, MCIK_SGPRS, MCIK_VGPRS))
		return false;
	memset(v->out, 0, sizeof(*v->out));
	return true;
}

void mcik_vgt_free(struct mcik *c)
{
	struct mcik_vgt *v = c->vgt;

	if (!v)
		return;
	for (unsigned i = 0; i < v->ras.n_workers; i++)
		if (v->ras.worker[i])
			mcik_px_free(v->ras.worker[i]->t.regs);
	fl_raster_free(&v->ras);
	fl_arena_free(&v->arena);
	fl_arena_free(&v->routes.arena);
	fl_raster_reuse_free(&v->reuse);
	mcik_gs_free(v);
	mcik_tess_free(v);
	mcik_vs_wholes_free(v);
	mcik_wave_free(&v->wave);
	free(v->out);
	free(v);
	c->vgt = NULL;
}

/* Forget what the arenas hold; everything is decoded again for the next draw. */
static void forget(struct mcik_vgt *v)
{
	fl_arena_reset(&v->arena);
	fl_arena_reset(&v->routes.arena);
	fl_raster_routes_forget(&v->routes);
	v->draw = NULL;
	v->ras.draw = v->ras.targets = NULL;
	v->ras.open = v->in_memory = false;
}

/* What was gathered is lost. */
void mcik_vgt_reset(struct mcik *c)
{
	fl_bins_clear(&c->vgt->ras.bins);
	forget(c->vgt);
	c->vgt->hung = c->vgt->counting = false;
	c->vgt->ran = (struct mcik_ran){0};
	memset(c->vgt->so_needed, 0, sizeof(c->vgt->so_needed));
	memset(c->vgt->so_written, 0, sizeof(c->vgt->so_written));
	c->vgt->ras.isa = c->isa;
	c->vgt->env = c->spi->env;
	c->vgt->env.export = mcik_vs_export;
	c->vgt->env.message = mcik_gs_message;
}

void mcik_finish_for(struct mcik *c, unsigned leaving)
{
	if (!c->vgt->in_memory)
		c->vgt->ras.leaving = (uint8_t)leaving;
	mcik_finish(c);
}

void mcik_finish(struct mcik *c)
{
	fl_raster_run(&c->vgt->ras);
	forget(c->vgt);
}

bool mcik_drawing(const struct mcik *c)
{
	return c->vgt->ras.bins.n_active != 0;
}
