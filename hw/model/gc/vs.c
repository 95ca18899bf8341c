/* SPDX-License-Identifier: MIT
 *
 * VS: the block, and one draw from its command to the last primitive (GC facts 3, 6).
 */
#include "hw/model/look.h"
#include "hw/model/gc/tx.h"
#include "hw/model/gc/vs.h"
#include "hw/model/gc/pe.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
	VERTEX_WORK = 32, /* fetching it, and its part in a primitive, in units of fl_work() */
	MAX_PX = 8192,    /* of a target, a side */
};

/* ---- what the rasterizer asks -------------------------------------------------------------------------- */
static struct mgc *of(struct fl_raster *ras)
{
	return (struct mgc *)ras->model;
}

static void drawn(struct fl_raster *ras, const uint64_t passed[FL_RASTER_PIPES])
{
	struct mgc *g = of(ras);

	for (unsigned i = 0; i < ras->n_workers; i++) {
		struct mgc_px *px = ras->worker[i]->t.regs;

		if (px->hung && !g->vs->hung) {
			g->vs->hung = true;
			mgc_hang(g);
		}
	}
	mgc_pe_passed(g, passed);
}

static void no_memory(struct fl_raster *ras)
{
	mgc_report(of(ras), FL_REFUSE, "RA", "", "out of memory for the threads that draw");
}

static const struct fl_raster_ops ops = {
    .regs_B = sizeof(struct mgc_px),
    .out_B = offsetof(struct mgc_px, out),
    .shade = mgc_shade,
    .drawn = drawn,
    .no_memory = no_memory,
};

/* ---- the block ----------------------------------------------------------------------------------------- */
/* States are decoded when a draw comes: none of them acts. */
void mgc_vs_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	(void)g;
	(void)offset;
	(void)value;
}

bool mgc_vs_new(struct mgc *g)
{
	struct mgc_vs *v = aligned_alloc(64, (sizeof(*v) + 63) / 64 * 64);

	if (!v)
		return false;
	memset(v, 0, sizeof(*v));
	g->vs = v;
	if (!fl_raster_new(&v->ras, &ops, &g->base, &g->pe->tiles, MAX_PX))
		return false;
	v->ras.isa = g->isa;
	v->stale = MGC_DIRTY_ALL;
	v->wave = mgc_sh_wave_new(g);
	return fl_raster_reuse_new(&v->reuse) && v->wave;
}

void mgc_vs_free(struct mgc *g)
{
	struct mgc_vs *v = g->vs;

	if (!v)
		return;
	for (unsigned i = 0; i < v->ras.n_workers; i++)
		if (v->ras.worker[i])
			mgc_sh_wave_end(&((struct mgc_px *)v->ras.worker[i]->t.regs)->wave);
	fl_raster_free(&v->ras);
	fl_arena_free(&v->arena);
	fl_raster_reuse_free(&v->reuse);
	mgc_sh_wave_free(v->wave);
	free(v);
	g->vs = NULL;
}

/* Forget what the arena holds; everything is decoded again for the next draw. */
static void forget(struct mgc *g)
{
	struct mgc_vs *v = g->vs;

	fl_arena_reset(&v->arena);
	mgc_sh_forget(g);
	v->draw = NULL;
	v->ras.draw = v->ras.targets = NULL;
	v->ras.open = v->in_memory = false;
	v->stale = MGC_DIRTY_ALL;
}

/* What was gathered is lost. */
void mgc_vs_reset(struct mgc *g)
{
	fl_bins_clear(&g->vs->ras.bins);
	forget(g);
	for (unsigned i = 0; i < g->vs->ras.n_workers; i++)
		((struct mgc_px *)g->vs->ras.worker[i]->t.regs)->hung = false;
	g->vs->hung = false;
}

void mgc_finish(struct mgc *g)
{
	if (!g->vs)
		return;
	fl_raster_run(&g->vs->ras);
	forget(g);
}

void mgc_finish_for(struct mgc *g, unsigned leaving)
{
	struct mgc_vs *v = g->vs;

	if (!v || !v->ras.bins.n_active)
		return;
	if (!v->in_memory)
		v->ras.leaving = (uint8_t)leaving;
	mgc_finish(g);
}

void mgc_stream_ends(struct mgc *g)
{
	if (g->vs && g->vs->in_memory)
		mgc_finish(g);
}

/* ---- on the way over a draw ---------------------------------------------------------------------------- */
static uint32_t read(const struct fl_raster_walk *w, uint64_t addr, unsigned size_B)
{
	struct mgc *g = (struct mgc *)w->ras->model;
	const struct mgc_vs_walk *walk = (const struct mgc_vs_walk *)w;
	uint32_t dw = 0;

	addr = w->addr + (addr - w->addr) / size_B * walk->index_B;
	if (addr > UINT32_MAX - 4)
		return 0;
	mgc_read(g, MGC_FE, (uint32_t)addr, &dw, walk->index_B);
	return dw;
}

static void note_inputs(struct mgc *g, const struct mgc_fetch *f, const struct mgc_sh_wave *w)
{
	for (unsigned i = 0; i < f->n; i++) {
		const struct mgc_element *e = &f->element[i];
		const union mgc_lanes *t = w->t[e->reg];
		const uint32_t *const lanes[4] = {t[0].u, t[1].u, t[2].u, t[3].u};

		fl_look_note_input(&g->base, lanes, false, "t%u of stream %u+%u", e->reg, e->stream,
				   e->start_B);
	}
}

static bool wave(struct fl_raster_walk *w, const struct fl_raster_lanes *l)
{
	struct mgc *g = (struct mgc *)w->ras->model;
	struct mgc_vs *v = g->vs;
	struct mgc_sh_wave *wave = v->wave;

	mgc_fetch_run(g, &v->fetch, wave, l->index, l->n, ((const struct mgc_vs_walk *)w)->instance);
	if (fl_look_wave_open(&g->base))
		note_inputs(g, &v->fetch, wave);
	wave->exec = wave->live = l->n < MGC_LANES ? (UINT64_C(1) << l->n) - 1 : ~UINT64_C(0);
	wave->kill = 0;
	wave->lookup = mgc_draw_lookup;
	wave->ctx = (void *)(uintptr_t)v->draw->units;
	memset(wave->a, 0, sizeof(wave->a));
	if (!fl_spend(&g->base, (uint64_t)l->n * VERTEX_WORK, "the vertices") ||
	    !mgc_sh_run(g, v->draw->vs, wave)) {
		v->hung = true;
		return false;
	}
	memcpy(v->pos[0], wave->t[mgc_vs_output(g, 0)], sizeof(v->pos[0]));
	if (v->pa.point_size)
		memcpy(v->pos[1][0], wave->t[mgc_psize_output(g)][0].f, sizeof(v->pos[1][0]));
	return true;
}

static bool segment(struct fl_raster_walk *w, uint32_t from, uint32_t n)
{
	return fl_raster_walk_segment(w, from, n);
}

static const struct fl_raster_walk_ops walk_ops = {read, wave, segment};

/* ---- one draw ------------------------------------------------------------------------------------------ */
/* Types, and vertices of n primitives of them: so many for the first, so many for each that follows. */
static const struct type {
	uint8_t type, first, next;
} types[16] = {
    [GC_PRIMITIVE_TYPE__POINTS] = {FL_RASTER_POINT_LIST, 1, 1},
    [GC_PRIMITIVE_TYPE__LINES] = {FL_RASTER_LINE_LIST, 2, 2},
    [GC_PRIMITIVE_TYPE__LINE_STRIP] = {FL_RASTER_LINE_STRIP, 2, 1},
    [GC_PRIMITIVE_TYPE__TRIANGLES] = {FL_RASTER_TRIANGLE_LIST, 3, 3},
    [GC_PRIMITIVE_TYPE__TRIANGLE_STRIP] = {FL_RASTER_TRIANGLE_STRIP, 3, 1},
    [GC_PRIMITIVE_TYPE__TRIANGLE_FAN] = {FL_RASTER_TRIANGLE_FAN, 3, 1},
    [GC_PRIMITIVE_TYPE__LINE_LOOP] = {FL_RASTER_LINE_LOOP, 1, 1},
    [GC_PRIMITIVE_TYPE__QUADS] = {FL_RASTER_QUAD_LIST, 4, 4},
};

static bool legal(struct mgc *g, const struct mgc_draw_src *src)
{
	const struct mgc_variant *v = g->variant;

	if (!types[src->type & 15].first) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3", "primitive type %u: there is none", src->type);
		return false;
	}
	if ((src->type == GC_PRIMITIVE_TYPE__LINE_LOOP && !v->line_loop) ||
	    (src->type == GC_PRIMITIVE_TYPE__QUADS && !v->rect_primitive)) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 0, 3",
			   "primitive type %u: this core has no line loops (7), or no quads (8)", src->type);
		return false;
	}
	if (src->indexed && src->type == GC_PRIMITIVE_TYPE__TRIANGLE_STRIP && !strcmp(v->name, "gc2000"))
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 0, 12",
		    "an indexed triangle strip: without BUG_FIXES8 it is drawn wrong; make lists of it");
	return true;
}

static uint32_t vertices(const struct mgc_draw_src *src)
{
	const struct type *t = &types[src->type & 15];
	uint64_t n;

	if (src->by_vertices)
		return src->count;
	n = src->count ? t->first + (uint64_t)(src->count - 1) * t->next : 0;
	return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* Where indices come from. False: the core hangs. */
static bool indices(struct mgc *g, const struct mgc_draw_src *src, struct mgc_vs_walk *w)
{
	enum { U32_FEATURE = 0 };
	const uint32_t c = GC_STATE(g, FE_INDEX_STREAM_CONTROL);
	const unsigned type = GC_FE_INDEX_STREAM_CONTROL__TYPE__GET(c);
	const uint32_t addr = GC_STATE(g, FE_INDEX_STREAM_BASE_ADDR);
	const char *which = "";
	uint64_t left_B = 0;

	w->base.max_read = UINT32_MAX;
	if (!src->indexed) {
		w->base.offset = src->first;
		return true;
	}
	w->base.indexed = true;
	w->base.offset = (uint32_t)src->base;
	w->index_B = 1u << type;
	if (type > GC_FE_INDEX_STREAM_CONTROL__TYPE__UNSIGNED_INT) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 6", "INDEX_STREAM_CONTROL.TYPE %u: there is none",
			   type);
		return false;
	}
	w->base.wide = type != GC_FE_INDEX_STREAM_CONTROL__TYPE__UNSIGNED_SHORT;
	w->base.reset = c & GC_FE_INDEX_STREAM_CONTROL__PRIMITIVE_RESTART__MASK;
	w->base.reset_index = GC_STATE(g, FE_PRIMITIVE_RESTART_INDEX);
	w->base.addr = addr + (uint64_t)src->first * w->index_B;
	if (addr % w->index_B)
		mgc_report(g, FL_WARN, "FE", "GC facts 6", "index buffer at %08x: indices have %u bytes",
			   addr, w->index_B);
	if (w->base.addr > UINT32_MAX) {
		mgc_report(g, FL_WARN, "FE", "GC facts 6",
			   "indices from %u on at %08x: beyond the last address", src->first, addr);
		return true;
	}
	w->base.host = mgc_at(g, MGC_FE, (uint32_t)w->base.addr, false, &left_B);
	if (w->index_B == 1 || left_B < (uint64_t)w->base.count * w->index_B)
		w->base.host = NULL; /* an index at a time */
	if (mgc_pe_holds(g, w->base.addr, (uint64_t)w->base.count * w->index_B, &which))
		mgc_report(g, FL_WARN, "FE", "GC facts 3.1",
			   "index buffer at %08x: the %s still holds pixels of it; flush first", addr, which);
	return true;
}

bool mgc_draw(struct mgc *g, const struct mgc_draw_src *src)
{
	struct mgc_vs *v = g->vs;
	struct mgc_vs_walk w = {
	    .base.ops = &walk_ops,
	    .base.type = (enum fl_raster_type)types[src->type & 15].type,
	    .base.first = !(GC_STATE(g, PA_SYSTEM_MODE) & MGC_PROVOKING_LAST),
	    .base.max = UINT32_MAX,
	    .base.raster = true,
	};

	if (v->hung || !legal(g, src))
		return false;
	w.base.count = vertices(src);
	if (!indices(g, src, &w))
		return false;
	if (!mgc_vs_begin(g))
		return !v->hung;
	w.base.ras = &v->ras;
	w.base.pa = &v->pa;
	w.base.order = &v->order;
	w.base.reuse = &v->reuse;
	w.base.routes = &v->routes;
	w.base.draw = &v->draw->base;
	w.base.out = (struct fl_raster_out){.pos = (const void *)v->pos,
					    .param = (const void *)v->wave->t,
					    .n_params = v->draw->in->n,
					    .carried = v->draw->in->reg,
					    .what = "t"};
	for (uint32_t i = 0; i < src->instances && !v->hung; i++) {
		w.instance = i;
		fl_raster_walk(&w.base);
		if (!fl_spend(&g->base, FL_RASTER_INSTANCE_WORK, "the instances"))
			break;
	}
	return !v->hung;
}
