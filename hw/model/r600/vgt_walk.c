/* SPDX-License-Identifier: MIT
 *
 * Waves of vertices, on the way over a draw's indices (R6xx facts 2): what their registers begin with, what
 * runs, and what is counted.
 */
#include "hw/model/r600/vgt.h"
#include "hw/model/r600/spi.h"

#include <string.h>

enum { VERTEX_WORK = 32 }; /* fetching it, and its part in a primitive, in units of fl_work() */

static uint32_t read(const struct fl_raster_walk *w, uint64_t addr, unsigned size_B)
{
	uint32_t dw = 0;

	fl_mem_read32(&w->ras->model->mem, addr & ~UINT64_C(3), &dw);
	return size_B == 4 ? dw : dw >> (addr & 2 ? 16 : 0) & 0xffff;
}

void mr600_vgt_ids(struct mr600 *r, const struct mr600_vgt_walk *w, const uint32_t *index, unsigned n)
{
	union mr600_value *to = r->vgt->gpr[0];
	const uint32_t step[2] = {w->step[0] ? w->instance / w->step[0] : 0,
				  w->step[1] ? w->instance / w->step[1] : 0};

	memcpy(to[0].u, index, n * sizeof(*index));
	for (unsigned l = 0; l < MR600_WAVE; l++) {
		to[1].u[l] = step[0];
		to[2].u[l] = step[1];
		to[3].u[l] = w->instance;
	}
}

/* Scenario A: vertex programs run for each primitive anew, and find its number in the place of the second
 * step rate (Mesa r600_state.c, r600_emit_shader_stages(); vs_add_primid_output()). */
bool mr600_numbers(const struct mr600 *r)
{
	return R600_VGT_GS_MODE__MODE__GET(R600_REG(r, VGT_GS_MODE)) ==
		   R600_VGT_GS_MODE__MODE__GS_SCENARIO_A &&
	       R600_VGT_PRIMITIVEID_EN__PRIMITIVEID_EN__GET(R600_REG(r, VGT_PRIMITIVEID_EN));
}

/* ---- a wave of the vertex program ---------------------------------------------------------------------- */
static bool wave(struct fl_raster_walk *w, const struct fl_raster_lanes *l)
{
	struct mr600 *r = (struct mr600 *)w->ras->model;
	struct mr600_vgt *v = r->vgt;
	struct mr600_wave wave = {
	    .r = r,
	    .program = v->draw->vs,
	    .gpr = v->gpr,
	    .valid = l->n < MR600_WAVE ? (UINT64_C(1) << l->n) - 1 : ~UINT64_C(0),
	    .vs = v->out,
	    .stream = mr600_strmout_write,
	    .state = v->sq,
	};

	if (l->corners)
		mr600_strmout_before(r, l->n, l->corners);
	mr600_vgt_ids(r, (const struct mr600_vgt_walk *)w, l->index, l->n);
	if (l->corners && ((const struct mr600_vgt_walk *)w)->numbers)
		for (unsigned i = 0; i < l->n; i++)
			v->gpr[0][2].u[i] = fl_raster_lane_primitive(w, l, i);
	v->out->has_pos = v->out->has_param = 0;
	v->vs_runs += v->counting ? l->n : 0;
	if (!fl_spend(&r->base, (uint64_t)l->n * VERTEX_WORK, "the vertices") || !mr600_sq_run(&wave)) {
		v->hung = true;
		return false;
	}
	if (l->corners && mr600_strmout_on(r))
		mr600_strmout_after(r, l->n, l->corners);
	return true;
}

/* ---- from one restart to the next ------------------------------------------------------------------- */
bool mr600_vgt_segment(struct mr600 *r, struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	const enum fl_raster_type type = w->base.type;

	if (r->vgt->counting)
		r->vgt->pa_primitives += fl_raster_list_count(type, n) / fl_raster_list_corners(type);
	return fl_raster_walk_segment(&w->base, from, n);
}

static bool segment(struct fl_raster_walk *base, uint32_t from, uint32_t n)
{
	struct mr600 *r = (struct mr600 *)base->ras->model;
	struct mr600_vgt_walk *w = (struct mr600_vgt_walk *)base;
	struct mr600_vgt *v = r->vgt;
	const uint32_t primitives = fl_raster_list_count(base->type, n) / fl_raster_list_corners(base->type);
	bool ok;

	if (v->counting) {
		v->ia_vertices += n;
		v->ia_primitives += primitives;
	}
	ok = mr600_gs_on(r) ? mr600_gs_segment(r, w, from, n) : mr600_vgt_segment(r, w, from, n);
	base->primitive += primitives; /* they are numbered on over restarts */
	return ok;
}

void mr600_walk_begin(struct mr600 *r, struct mr600_vgt_walk *w)
{
	static const struct fl_raster_walk_ops ops = {read, wave, segment};
	struct mr600_vgt *v = r->vgt;

	w->base.ops = &ops;
	w->base.ras = &v->ras;
	w->base.pa = &v->pa;
	w->base.order = &v->order;
	w->base.reuse = &v->reuse;
	w->base.routes = &v->routes;
	w->base.draw = &v->draw->base;
	w->base.out =
	    (struct fl_raster_out){.pos = (const void *)v->out->pos, .param = (const void *)v->out->param};
	if (w->base.raster) { /* else nobody has decoded it */
		w->base.out.n_params = v->draw->spi->n_params;
		w->base.out.carried = v->draw->spi->param;
	}
}
