/* SPDX-License-Identifier: MIT
 *
 * What goes through a program's other doors: fetches, exports to SX, streams and rings.
 */
#include "hw/model/look.h"
#include "hw/model/r600/draw.h"
#include "hw/model/r600/sq_math.h"

#define OUT(name)  R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_##name
#define TYPE(name) R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_##name

enum {
	SEL_0 = 4,
	SEL_1 = 5,
	SEL_MASK = 7,
	SEL_XYZW = 0 | 1 << 3 | 2 << 6 | 3 << 9, /* each channel where it is */
	SEL_ALL = 07777,
	DEPTH = 61,     /* ARRAY_BASE of a pixel's depth, stencil and mask of samples */
	FIRST_POS = 60, /* ARRAY_BASE of positions */
};

/* ---- fetches ------------------------------------------------------------------------------------------- */
bool mr600_sq_run_fetches(struct sq_run *x, const struct sq_step *s, uint64_t lanes)
{
	for (uint32_t i = s->first; i < s->first + s->n && lanes; i++) {
		const struct sq_fetch *f = &x->p->code.fetch[i];
		int64_t src = f->src + (f->src_rel ? (int64_t)x->index : 0);
		int64_t dst = f->dst + (f->dst_rel ? (int64_t)x->index : 0);
		uint64_t run = f->whole_quad ? sq_whole_quads(lanes) & x->lanes : lanes;

		if (src < 0 || src >= MR600_GPRS || dst < 0 || dst >= MR600_GPRS)
			return mr600_sq_hang(x, "a fetch by the loop's index leaves the registers");
		x->w->looked_up |= f->kind == SQ_FETCH;
		if (f->kind == SQ_FETCH)
			mr600_fetch_run(x->p->fetch[i], x->w, (unsigned)src, (unsigned)dst, run);
		else if (!mr600_sq_memory_read(x, f, (unsigned)src, (unsigned)dst, run))
			return false;
		if (fl_look_lane(&x->w->r->base) >= 0)
			fl_look_stepped(&x->w->r->base, s->at, f->word, 4,
					f->vtx ? "fetch of vertices" : "fetch", run);
	}
	return true;
}

/* ---- exports ------------------------------------------------------------------------------------------- */
static bool put(struct sq_run *x, void *to, unsigned gpr, unsigned sel, uint64_t lanes)
{
	const uint32_t number = sel == SEL_1 ? SQ_ONE : 0;
	uint32_t *d = to;

	if (sel == SEL_MASK)
		return false;
	if (lanes == x->lanes && sel < SEL_0)
		x->p->kit->op[SQ_OP_mov](d, x->w->gpr[gpr][sel].u, NULL, NULL);
	else if (lanes == x->lanes)
		x->p->kit->fill(d, number);
	else
		for (unsigned l = 0; l < SQ_LANES; l++)
			if (lanes >> l & 1)
				d[l] = sel < SEL_0 ? x->w->gpr[gpr][sel].u[l] : number;
	return true;
}

/* All four channels */
static bool put4(struct sq_run *x, void *to, const struct sq_step *s, unsigned gpr, uint64_t lanes)
{
	bool any = false;

	for (unsigned c = 0; c < 4; c++)
		any |= put(x, (uint32_t *)to + (size_t)c * SQ_LANES, gpr, s->word[1] >> 3 * c & 7, lanes);
	return any;
}

/* The color of a wave that ends with it, and of which nothing else is read, stays in its register. */
static bool stays(const struct sq_run *x, const struct sq_step *s, unsigned at, unsigned gpr, uint64_t lanes)
{
	return at == 0 && s->end && lanes == x->lanes && (s->word[1] & SEL_ALL) == SEL_XYZW &&
	       gpr + 1 < MR600_GPRS && x->w->thread && mr600_draw_of(x->w->thread->wave.draw)->one_color;
}

static void export(struct sq_run *x, const struct sq_step *s, unsigned type, unsigned at, unsigned gpr,
		   uint64_t lanes)
{
	struct mr600_vs_out *vs = x->w->vs;
	struct mr600_px *px = x->w->px;

	if (type == TYPE(PIXEL) && px && at == DEPTH) {
		px->has_out |= put(x, px->z.u, gpr, s->word[1] & 7, lanes) ? MR600_HAS_Z : 0;
		px->has_out |= put(x, px->stencil.u, gpr, s->word[1] >> 3 & 7, lanes) ? MR600_HAS_STENCIL : 0;
		px->has_out |= put(x, px->mask.u, gpr, s->word[1] >> 6 & 7, lanes) ? MR600_HAS_MASK : 0;
	} else if (type == TYPE(PIXEL) && px && stays(x, s, at, gpr, lanes)) {
		x->w->thread->out = (float(*)[4][SQ_LANES])(void *)x->w->gpr[gpr];
		px->has_out |= 1;
	} else if (type == TYPE(PIXEL) && px) {
		px->has_out |= (uint32_t)put4(x, px->out[at], s, gpr, lanes) << at;
	} else if (type == TYPE(POS) && vs) {
		vs->has_pos |= (uint32_t)put4(x, vs->pos[at - FIRST_POS], s, gpr, lanes) << (at - FIRST_POS);
	} else if (type == TYPE(PARAM) && vs) {
		vs->has_param |= (uint32_t)put4(x, vs->param[at], s, gpr, lanes) << at;
	}
}

static bool stream(struct sq_run *x, const struct sq_step *s, unsigned i, unsigned gpr, uint64_t lanes)
{
	unsigned size = R600_SQ_CF_ALLOC_EXPORT_WORD0__ELEM_SIZE__GET(s->word[0]);

	if (!x->w->stream)
		return mr600_sq_hang(x, "it writes to stream-out buffers, which its stage has not");
	x->w->stream(x->w, s->inst - OUT(MEM_STREAM0),
		     R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(s->word[0]) + i * (size + 1),
		     R600_SQ_CF_ALLOC_EXPORT_WORD1_BUF__COMP_MASK__GET(s->word[1]), x->w->gpr[gpr], lanes);
	return true;
}

static bool ring(struct sq_run *x, const struct sq_step *s, unsigned gpr, uint64_t lanes)
{
	const uint32_t cf[2] = {(s->word[0] & ~(R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__MASK |
						R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_REL__MASK)) |
				    gpr << R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__SHIFT,
				s->word[1]};

	if (!x->w->ring)
		return mr600_sq_hang(x, "it writes to a ring, which its stage has not");
	x->w->ring(x->w, cf, lanes); /* with its burst */
	return true;
}

bool mr600_sq_run_out(struct sq_run *x, const struct sq_step *s, uint64_t lanes)
{
	const uint32_t *w = s->word;
	unsigned n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(w[1]) + 1;
	int64_t gpr = R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(w[0]);
	uint64_t valid = lanes & x->w->valid & ~x->w->helper & ~x->w->killed;

	if (R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_REL__GET(w[0]))
		gpr += x->index;
	if (gpr < 0 || gpr + n > MR600_GPRS)
		return mr600_sq_hang(x, "an export by the loop's index leaves the registers");
	if (s->inst == OUT(MEM_RING))
		return ring(x, s, (unsigned)gpr, valid);
	if (s->inst != OUT(EXPORT) && s->inst != OUT(EXPORT_DONE) && s->inst > OUT(MEM_STREAM3))
		return mr600_sq_memory_out(x, s, (unsigned)gpr, valid);
	for (unsigned i = 0; i < n; i++) {
		if (s->inst <= OUT(MEM_STREAM3)) {
			if (!stream(x, s, i, (unsigned)gpr + i, valid))
				return false;
			continue;
		}
		export(x, s, R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(w[0]),
		       R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(w[0]) + i, (unsigned)gpr + i, lanes);
	}
	return true;
}
