/* SPDX-License-Identifier: MIT
 *
 * VGT: the block, and one draw from its packet to the last primitive.
 */
#include "hw/model/r600/vgt.h"
#include "hw/model/r600/cp.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the rasterizer asks -------------------------------------------------------------------------- */
static struct mr600 *of(struct fl_raster *ras)
{
	return (struct mr600 *)ras->model;
}

static void drawn(struct fl_raster *ras, const uint64_t passed[FL_RASTER_PIPES])
{
	struct mr600_vgt *v = of(ras)->vgt;

	if (mr600_sq_hung(of(ras)))
		mr600_cp_hang(of(ras));
	mr600_rb_passed(of(ras), passed);
	for (unsigned i = 0; i < ras->n_workers; i++) {
		struct mr600_px *px = ras->worker[i]->t.regs;

		v->ps_runs += px->runs;
		px->runs = 0;
	}
}

static void no_memory(struct fl_raster *ras)
{
	mr600_report(of(ras), FL_REFUSE, "SC", "", "out of memory for the threads that draw");
}

static const struct fl_raster_ops ops = {
    .regs_B = sizeof(struct mr600_px),
    .out_B = offsetof(struct mr600_px, out),
    .shade = mr600_shade,
    .drawn = drawn,
    .no_memory = no_memory,
};

/* ---- the block -------------------------------------------------------------------------------------- */
bool mr600_vgt_new(struct mr600 *r)
{
	struct mr600_vgt *v = calloc(1, sizeof(*v));

	r->vgt = v;
	if (!v || !fl_raster_new(&v->ras, &ops, &r->base, mr600_rb_tiles(r), FL_RASTER_MAX_PX / 2))
		return false;
	v->ras.isa = r->isa;
	v->routes.decode = mr600_route;
	v->routes.of = r;
	v->gpr = aligned_alloc(64, MR600_GPRS * sizeof(*v->gpr));
	v->out = aligned_alloc(64, sizeof(*v->out));
	v->sq = mr600_sq_state_new();
	v->stale = MR600_DIRTY_ALL;
	if (!fl_raster_reuse_new(&v->reuse) || !v->gpr || !v->out || !v->sq || !mr600_gs_new(v))
		return false;
	memset(v->gpr, 0, MR600_GPRS * sizeof(*v->gpr));
	memset(v->out, 0, sizeof(*v->out));
	return true;
}

void mr600_vgt_free(struct mr600 *r)
{
	struct mr600_vgt *v = r->vgt;

	if (!v)
		return;
	for (unsigned i = 0; i < v->ras.n_workers; i++)
		if (v->ras.worker[i])
			mr600_sq_state_free(((struct mr600_px *)v->ras.worker[i]->t.regs)->sq);
	fl_raster_free(&v->ras);
	fl_arena_free(&v->arena);
	fl_arena_free(&v->routes.arena);
	mr600_gs_free(v);
	fl_raster_reuse_free(&v->reuse);
	free(v->gpr);
	free(v->out);
	mr600_sq_state_free(v->sq);
	free(v);
	r->vgt = NULL;
}

/* Forget what the arena holds; everything is decoded again for the next draw. */
static void forget(struct mr600_vgt *v)
{
	fl_arena_reset(&v->arena);
	fl_arena_reset(&v->routes.arena);
	fl_raster_routes_forget(&v->routes);
	v->draw = NULL;
	v->ras.draw = v->ras.targets = NULL;
	v->ras.open = v->in_memory = false;
	v->stale = MR600_DIRTY_ALL;
}

/* What was gathered is lost. */
void mr600_vgt_reset(struct mr600 *r)
{
	fl_bins_clear(&r->vgt->ras.bins);
	forget(r->vgt);
	mr600_sq_forget(r);
	memset(r->vgt->filled_dw, 0, sizeof(r->vgt->filled_dw));
	r->vgt->hung = false;
}

/* Pixels that a bit of the pattern of lines stands for. */
static uint32_t repeat(const struct mr600 *r)
{
	return R600_PA_SC_LINE_STIPPLE__REPEAT_COUNT__GET(R600_REG(r, PA_SC_LINE_STIPPLE)) + 1;
}

void mr600_vgt_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	if (offset == R600_PA_SC_LINE_STIPPLE_STATE)
		r->vgt->ras.stipple = R600_PA_SC_LINE_STIPPLE_STATE__CURRENT_PTR__GET(value) * repeat(r) +
				      R600_PA_SC_LINE_STIPPLE_STATE__CURRENT_COUNT__GET(value);
}

uint32_t mr600_vgt_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	if (offset >= R600_VGT_STRMOUT_BUFFER_FILLED_SIZE_0 &&
	    offset <= R600_VGT_STRMOUT_BUFFER_FILLED_SIZE_3)
		return r->vgt->filled_dw[(offset - R600_VGT_STRMOUT_BUFFER_FILLED_SIZE_0) / 4];
	if (offset == R600_PA_SC_LINE_STIPPLE_STATE)
		return R600_PA_SC_LINE_STIPPLE_STATE__CURRENT_PTR(r->vgt->ras.stipple / repeat(r) & 15) |
		       R600_PA_SC_LINE_STIPPLE_STATE__CURRENT_COUNT(r->vgt->ras.stipple % repeat(r));
	return r->reg[offset / 4];
}

void mr600_finish(struct mr600 *r)
{
	fl_raster_run(&r->vgt->ras);
	forget(r->vgt);
	mr600_sq_forget(r);
}

bool mr600_drawing(const struct mr600 *r)
{
	return r->vgt->ras.bins.n_active != 0;
}

/* ---- one draw --------------------------------------------------------------------------------------- */
static enum fl_raster_type type_of(unsigned prim)
{
	static const uint8_t type[] = {
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POINTLIST] = FL_RASTER_POINT_LIST,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST] = FL_RASTER_LINE_LIST,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP] = FL_RASTER_LINE_STRIP,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELOOP] = FL_RASTER_LINE_LOOP,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST] = FL_RASTER_TRIANGLE_LIST,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRIFAN] = FL_RASTER_TRIANGLE_FAN,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP] = FL_RASTER_TRIANGLE_STRIP,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POLYGON] = FL_RASTER_POLYGON,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADLIST] = FL_RASTER_QUAD_LIST,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADSTRIP] = FL_RASTER_QUAD_STRIP,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST_ADJ] = FL_RASTER_LINE_LIST_ADJ,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP_ADJ] = FL_RASTER_LINE_STRIP_ADJ,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST_ADJ] = FL_RASTER_TRIANGLE_LIST_ADJ,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP_ADJ] = FL_RASTER_TRIANGLE_STRIP_ADJ,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST] = FL_RASTER_RECT_LIST,
	    [R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRI_WITH_WFLAGS] = FL_RASTER_TRIANGLE_LIST,
	};

	return prim < sizeof(type) ? (enum fl_raster_type)type[prim] : FL_RASTER_NO_TYPE;
}

static bool legal(struct mr600 *r, unsigned prim, unsigned source)
{
	if (prim == R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_NONE)
		return false;
	if (prim > R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POLYGON ||
	    (prim > R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP &&
	     prim < R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST_ADJ) ||
	    (prim > R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP_ADJ &&
	     prim < R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRI_WITH_WFLAGS)) {
		mr600_report(r, FL_REFUSE, "VGT", "R6xx facts 2",
			     "VGT_PRIMITIVE_TYPE %u is unused, or of a 2D engine that nobody knows", prim);
		return false;
	}
	if (source == R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_RESERVED) {
		mr600_report(r, FL_REFUSE, "VGT", "R6xx guide 5.3",
			     "VGT_DRAW_INITIATOR.SOURCE_SELECT 3 is reserved");
		return false;
	}
	return true;
}

/* DRAW_INDEX_AUTO with USE_OPAQUE: as many vertices as were streamed out. */
static uint32_t count_of(struct mr600 *r, const struct mr600_draw_src *src)
{
	uint32_t filled = R600_REG(r, VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE),
		 offset = R600_REG(r, VGT_STRMOUT_DRAW_OPAQUE_OFFSET),
		 stride = R600_REG(r, VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE);

	if (!R600_VGT_DRAW_INITIATOR__USE_OPAQUE__GET(src->initiator))
		return src->count;
	if (!stride) {
		mr600_report(r, FL_WARN, "VGT", "R6xx facts 2",
			     "a draw of what was streamed out, and VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE is "
			     "0: it draws nothing");
		return 0;
	}
	return filled > offset ? (filled - offset) / stride : 0;
}

/* Where indices come from. False: refused. */
static bool indices(struct mr600 *r, const struct mr600_draw_src *src, struct fl_raster_walk *w)
{
	static const uint8_t swap[4] = {
	    [R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_16_BIT] = FL_RASTER_SWAP_16,
	    [R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_32_BIT] = FL_RASTER_SWAP_32,
	    [R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_WORD] = FL_RASTER_SWAP_HALVES,
	};
	const unsigned source = R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__GET(src->initiator);
	const uint32_t type = R600_REG(r, VGT_DMA_INDEX_TYPE);
	const char *which = "";
	uint64_t size_B;

	w->max_read = UINT32_MAX;
	if (source == R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX)
		return true;
	w->indexed = true;
	w->wide = R600_VGT_DMA_INDEX_TYPE__INDEX_TYPE__GET(type) ==
		  R600_VGT_INDEX_TYPE__INDEX_TYPE__DI_INDEX_SIZE_32_BIT;
	size_B = (uint64_t)w->count * (w->wide ? 4 : 2);
	if (source == R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_IMMEDIATE) {
		w->host = (const uint8_t *)src->dw;
		if (!src->dw || (size_B + 3) / 4 > src->size_dw) {
			mr600_report(r, FL_REFUSE, "VGT", "R6xx guide 5.3.2.5",
				     "a draw of %u immediate indices gets %u dwords of them: the VGT waits "
				     "for ever",
				     w->count, src->dw ? src->size_dw : 0);
			return false;
		}
		return true;
	}
	w->swap = swap[R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__GET(type)];
	w->max_read = src->index_max;
	w->addr = src->index_addr;
	w->host = fl_mem_span(&r->base.mem, w->addr, size_B);
	if (!fl_mem_span(&r->base.mem, w->addr & ~3ull, 4))
		mr600_report(r, FL_WARN, "VGT", "R6xx guide 5.3.2.3",
			     "index buffer: nothing is at %08llx; every index is 0",
			     (unsigned long long)w->addr);
	if (mr600_rb_holds(r, w->addr, size_B, &which))
		mr600_report(r, FL_WARN, "VGT", "R6xx facts 1.4",
			     "index buffer at %08llx: the %s still holds pixels of it; flush first",
			     (unsigned long long)w->addr, which);
	return true;
}

void mr600_vgt_draw(struct mr600 *r, const struct mr600_draw_src *src)
{
	const unsigned prim = R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__GET(R600_REG(r, VGT_PRIMITIVE_TYPE));
	uint32_t instances = R600_REG(r, VGT_DMA_NUM_INSTANCES);
	struct mr600_vgt_walk w = {
	    .base.type = type_of(prim),
	    .base.first = !R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST__GET(R600_REG(r, PA_SU_SC_MODE_CNTL)),
	    .base.offset = R600_REG(r, VGT_INDX_OFFSET),
	    .base.min = R600_REG(r, VGT_MIN_VTX_INDX),
	    .base.max = R600_REG(r, VGT_MAX_VTX_INDX),
	    .base.reset_index = R600_REG(r, VGT_MULTI_PRIM_IB_RESET_INDX),
	    .step = {R600_REG(r, VGT_INSTANCE_STEP_RATE_0), R600_REG(r, VGT_INSTANCE_STEP_RATE_1)},
	};

	if (r->vgt->hung || !legal(r, prim, R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__GET(src->initiator)))
		return;
	w.base.count = count_of(r, src);
	if (!indices(r, src, &w.base))
		return;
	w.base.reset = w.base.indexed && R600_VGT_MULTI_PRIM_IB_RESET_EN__RESET_EN__GET(
					     R600_REG(r, VGT_MULTI_PRIM_IB_RESET_EN));
	instances = instances ? instances : 1; /* R6xx guide 5.3.2.6 */
	if (instances > 1 && R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__GET(src->initiator) ==
				 R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_IMMEDIATE) {
		mr600_report(r, FL_REFUSE, "VGT", "R6xx facts 2",
			     "immediate indices with %u instances: the VGT hangs", instances);
		return;
	}
	w.base.raster = !mr600_vgt_kills_raster(r);
	w.numbers = mr600_numbers(r);
	w.base.list = w.numbers || mr600_strmout_on(r) || fl_raster_adjacent(w.base.type);
	if (mr600_strmout_on(r) && mr600_drawing(r)) /* pixels that wait may read what is written now */
		mr600_finish(r);
	if (!mr600_vgt_begin(r, fl_raster_list_kind(mr600_gs_on(r) ? mr600_gs_out_type(r) : w.base.type) ==
					FL_RASTER_POINT_LIST ||
				    mr600_pa_corners(r)))
		return;
	mr600_walk_begin(r, &w);
	w.base.list |= w.base.raster && r->vgt->pa.routed;
	for (uint32_t i = 0; i < instances && !r->vgt->hung; i++) {
		w.instance = i;
		fl_raster_walk(&w.base);
		if (!fl_spend(&r->base, FL_RASTER_INSTANCE_WORK, "the instances"))
			return;
	}
	if (mr600_sq_hung(r))
		mr600_cp_hang(r);
}
