/* SPDX-License-Identifier: MIT
 *
 * Waves of vertices, on the way over a draw's indices (CIK facts 4.3, 10): what VGPRs they begin with, what
 * runs, and what is counted.
 */
#include "hw/model/cik/vm.h"
#include "hw/model/cik/vs_whole.h"
#include "hw/model/num/num.h"

#include <string.h>

enum { VERTEX_WORK = 32 }; /* fetching it, and its part in a primitive, in units of fl_work() */

static uint32_t read(const struct fl_raster_walk *w, uint64_t addr, unsigned size_B)
{
	uint32_t v = 0;

	mcik_vm_read((struct mcik *)w->ras->model, ((const struct mcik_walk *)w)->vmid, addr, &v, size_B,
		     MCIK_CLIENT_VGT);
	return v;
}

/* The same of points that the tessellator has made (CIK facts 4.3). */
static void domain_ids(mcik_plane *v, const struct mcik_domain_point *point, const uint32_t *index,
		       unsigned n, unsigned comps)
{
	for (unsigned l = 0; l < n; l++) {
		const struct mcik_domain_point *p = &point[index[l]];

		v[0][l] = num_bits(p->u);
		if (comps > 0)
			v[1][l] = num_bits(p->v);
		if (comps > 1)
			v[2][l] = p->rel;
		if (comps > 2)
			v[3][l] = p->patch;
	}
}

void mcik_vgt_ids(struct mcik *c, const struct mcik_walk *w, const uint32_t *index, const uint32_t *primitive,
		  unsigned n, unsigned comps)
{
	mcik_plane *v = c->vgt->wave.v;
	const uint32_t step[2] = {w->step[0] ? w->instance / w->step[0] : w->instance,
				  w->step[1] ? w->instance / w->step[1] : w->instance};

	if (w->point) {
		domain_ids(v, w->point, index, n, comps);
		return;
	}
	memcpy(v[0], index, n * sizeof(*index));
	for (unsigned l = 0; l < n; l++) {
		if (comps > 0)
			v[1][l] = step[0];
		if (comps > 1)
			v[2][l] = primitive ? primitive[l] : step[1];
		if (comps > 2)
			v[3][l] = w->instance;
	}
}

/* ---- a wave of the vertex program ---------------------------------------------------------------------- */
static void check_exports(struct mcik *c)
{
	const struct mcik_vgt *v = c->vgt;
	unsigned wanted = 1u | (v->pa.misc ? 1u << v->pa.misc : 0);

	for (unsigned i = 0; i < 2; i++)
		wanted |= v->pa.dist[i] ? 1u << v->pa.dist[i] : 0;
	if (wanted & ~v->out->has_pos)
		mcik_report(
		    c, FL_WARN, "SPI", "CIK facts 4.3",
		    "the vertex program exports positions 0x%x of those that PA_CL_VS_OUT_CNTL 0x%08x "
		    "wants (0x%x): the others hold what was there",
		    v->out->has_pos, CIK_REG(c, PA_CL_VS_OUT_CNTL), wanted);
	else if (!v->out->done)
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.5",
			    "no position of the vertex program is exported with DONE: PA waits for ever");
}

/* An instruction after the other. False: it hangs. */
static bool interpret(struct mcik *c, struct mcik_walk *w, const struct fl_raster_lanes *l,
		      const uint32_t *primitive)
{
	struct mcik_vgt *v = c->vgt;
	unsigned at;
	struct mcik_wave *x = mcik_stage_begin(c, MCIK_VS, l->n, &at);

	mcik_strmout_scalars(c, x, &at);
	if (w->point && CIK_SPI_SHADER_PGM_RSRC2_VS__OC_LDS_EN__GET(v->stage[MCIK_VS].rsrc2)) {
		/* one that nobody uses stands where there are none of stream-out (Mesa's programs so) */
		at += !CIK_SPI_SHADER_PGM_RSRC2_VS__SO_EN__GET(v->stage[MCIK_VS].rsrc2);
		x->s[at++] = w->buffer_B;
	}
	mcik_vgt_ids(c, w, l->index, primitive, l->n, w->copy ? 0 : v->stage[MCIK_VS].comps);
	return mcik_stage_run(c, MCIK_VS, at);
}

static bool run(struct mcik *c, struct mcik_walk *w, const struct fl_raster_lanes *l,
		const uint32_t *primitive)
{
	struct mcik_vs_whole *p = w->copy || w->point ? NULL : mcik_vs_whole_of(c);
	bool ended;

	if (p && p->ready) {
		mcik_vgt_ids(c, w, l->index, primitive, l->n, c->vgt->stage[MCIK_VS].comps);
		mcik_vs_whole_run(c, p, l->n);
		return true;
	}
	mcik_vs_whole_note(c, p);
	ended = interpret(c, w, l, primitive);
	mcik_vs_whole_noted(c, p, ended);
	return ended;
}

static bool wave(struct fl_raster_walk *base, const struct fl_raster_lanes *l)
{
	struct mcik *c = (struct mcik *)base->ras->model;
	struct mcik_walk *w = (struct mcik_walk *)base;
	struct mcik_vgt *v = c->vgt;
	const bool numbers = l->corners && !w->copy &&
			     CIK_VGT_PRIMITIVEID_EN__PRIMITIVEID_EN__GET(CIK_REG(c, VGT_PRIMITIVEID_EN));
	uint32_t primitive[MCIK_LANES];

	for (unsigned i = 0; numbers && i < l->n; i++)
		primitive[i] = fl_raster_lane_primitive(base, l, i);
	if (l->corners)
		mcik_strmout_before(c, l->n, l->corners);
	v->out->has_pos = v->out->has_param = 0;
	v->out->done = false;
	if (!w->copy) /* the copy program is the chip's own business */
		mcik_count(v, w->point ? &v->ran.domain : &v->ran.vertices, l->n);
	if (!fl_spend(&c->base, (uint64_t)l->n * VERTEX_WORK, "the vertices") ||
	    !run(c, w, l, numbers ? primitive : NULL)) {
		v->hung = true;
		return false;
	}
	if (l->corners)
		mcik_strmout_after(c, l->n, l->corners);
	if (base->raster)
		check_exports(c);
	return true;
}

/* ---- from one restart to the next ---------------------------------------------------------------------- */
bool mcik_vgt_segment(struct mcik *c, struct mcik_walk *w, uint32_t from, uint32_t n)
{
	const enum fl_raster_type type = w->base.type;

	if (w->base.raster)
		mcik_count(c->vgt, &c->vgt->ran.primitives,
			   fl_raster_list_count(type, n) / fl_raster_list_corners(type));
	return fl_raster_walk_segment(&w->base, from, n);
}

static bool segment(struct fl_raster_walk *base, uint32_t from, uint32_t n)
{
	struct mcik *c = (struct mcik *)base->ras->model;
	struct mcik_walk *w = (struct mcik_walk *)base;
	struct mcik_vgt *v = c->vgt;
	const bool patches = mcik_tess_on(c);
	const uint32_t primitives =
	    patches ? mcik_tess_patches(c, n)
		    : fl_raster_list_count(base->type, n) / fl_raster_list_corners(base->type);
	bool ok;

	mcik_count(v, &v->ran.vertices_in, n);
	mcik_count(v, &v->ran.primitives_in, primitives);
	ok = patches         ? mcik_tess_segment(c, w, from, n)
	     : mcik_gs_on(c) ? mcik_gs_segment(c, w, from, n)
			     : mcik_vgt_segment(c, w, from, n);
	base->primitive += primitives;
	return ok;
}

static const struct fl_raster_walk_ops ops = {read, wave, segment};

void mcik_walk_begin(struct mcik *c, struct mcik_walk *w)
{
	struct mcik_vgt *v = c->vgt;

	w->base.ops = &ops;
	w->base.ras = &v->ras;
	w->base.pa = &v->pa;
	w->base.order = &v->order;
	w->base.reuse = &v->reuse;
	w->base.routes = &v->routes;
	w->base.raster = !v->killed;
	w->base.draw = &v->draw->base;
	w->base.out = (struct fl_raster_out){.pos = (const void *)v->out->pos,
					     .param = (const void *)v->out->param,
					     .n_params = v->draw->carried.n_params,
					     .carried = v->draw->carried.param};
}
