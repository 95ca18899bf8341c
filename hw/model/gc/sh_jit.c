/* SPDX-License-Identifier: MIT
 *
 * Spans compiled (hw/model/jit): what stands between changes of rounding, and between kernels that are better
 * called, becomes one function, in which registers of a vector of lanes stay in the processor's. Written move
 * by move as sh_plan.c left them, to the bits of their kernels (sh_math_body.h).
 */
#ifdef FL_JIT
#include "hw/model/gc/sh_code.h"
#include "hw/model/jit/emit.h"

#include <stddef.h>

enum { PLANE_B = sizeof(union mgc_lanes), PLACES = 4 * MGC_TEMPS + SH_ROOMS };

struct build {
	const struct sh_piece *piece;
	struct fl_emit *e;
	LLVMValueRef value[PLACES]; /* as dwords; NULL: it is where the piece found it */
	bool written[PLACES];
};

static unsigned number_of(struct sh_place p)
{
	return p.base == SH_AT_ROOM ? 4 * MGC_TEMPS + p.at : p.at;
}

static LLVMValueRef address(struct build *b, struct sh_place p)
{
	struct fl_emit *e = b->e;

	switch (p.base) {
	case SH_AT_TEMP:
		return fl_emit_at(e, e->arg[0], offsetof(struct mgc_sh_wave, t) + (uint64_t)p.at * PLANE_B);
	case SH_AT_FACE:
		return fl_emit_at(e, e->arg[0], offsetof(struct mgc_sh_wave, i0) + (uint64_t)p.at * PLANE_B);
	case SH_AT_ROOM:
		return fl_emit_at(e, e->arg[1],
				  offsetof(struct sh_scratch, operand) + (uint64_t)p.at * PLANE_B);
	default:
		return fl_emit_at(e, e->arg[2], (uint64_t)p.at * PLANE_B);
	}
}

static LLVMValueRef get(struct build *b, struct sh_place p)
{
	const bool kept = p.base == SH_AT_TEMP || p.base == SH_AT_ROOM;
	LLVMValueRef v;

	if (p.base == SH_AT_ZERO)
		return b->e->llvm->ConstNull(b->e->v32);
	if (kept && b->value[number_of(p)])
		return b->value[number_of(p)];
	v = fl_emit_load(b->e, address(b, p));
	if (kept)
		b->value[number_of(p)] = v;
	return v;
}

static void set(struct build *b, struct sh_place p, LLVMValueRef v)
{
	b->value[number_of(p)] = v;
	b->written[number_of(p)] = true;
}

/* ---- values -------------------------------------------------------------------------------------------- */
/* The result of arithmetic has one NaN. */
static LLVMValueRef one_nan(struct fl_emit *e, LLVMValueRef f)
{
	return e->llvm->BuildSelect(e->at, e->llvm->BuildFCmp(e->at, LLVMRealORD, f, f, ""),
				    fl_emit_bits(e, f), fl_emit_const(e, SH_NAN), "");
}

static LLVMValueRef arithmetic(struct build *b, const struct sh_move *m)
{
	struct fl_emit *e = b->e;
	const struct fl_llvm *l = e->llvm;
	LLVMValueRef x = fl_emit_float(e, get(b, m->src[0])), y = fl_emit_float(e, get(b, m->src[1])),
		     z = fl_emit_float(e, get(b, m->src[2]));

	switch (m->run) {
	case SH_OP_add:
	case SH_OP_add_raw:
		return l->BuildFAdd(e->at, x, y, "");
	case SH_OP_sub:
	case SH_OP_sub_raw:
		return l->BuildFSub(e->at, x, y, "");
	case SH_OP_mul:
	case SH_OP_mul_raw:
		return l->BuildFMul(e->at, x, y, "");
	case SH_OP_mad:
	case SH_OP_mad_raw:
		return l->BuildFAdd(e->at, l->BuildFMul(e->at, x, y, ""), z, "");
	case SH_OP_msub:
	case SH_OP_msub_raw:
		return l->BuildFSub(e->at, l->BuildFMul(e->at, x, y, ""), z, "");
	case SH_OP_nmad:
	case SH_OP_nmad_raw:
		return l->BuildFSub(e->at, z, l->BuildFMul(e->at, x, y, ""), "");
	case SH_OP_div:
		return l->BuildFDiv(e->at, x, y, "");
	default:
		return NULL;
	}
}

static LLVMValueRef compared(struct build *b, unsigned test, LLVMValueRef x, LLVMValueRef y)
{
	static const LLVMRealPredicate is[] = {LLVMRealOGT, LLVMRealOLT, LLVMRealOGE, LLVMRealOLE,
					       LLVMRealOEQ, LLVMRealUNE, LLVMRealUNE, LLVMRealOGE,
					       LLVMRealOGT, LLVMRealOLE, LLVMRealOLT};
	struct fl_emit *e = b->e;
	const bool with_zero = test >= SH_OP_pick_nz - SH_OP_pick_gt;

	x = fl_emit_float(e, x);
	y = with_zero ? e->llvm->ConstNull(e->vf32) : fl_emit_float(e, y);
	return e->llvm->BuildFCmp(e->at, is[test], x, y, "");
}

static LLVMValueRef saturated(struct build *b, LLVMValueRef x)
{
	struct fl_emit *e = b->e;
	const struct fl_llvm *l = e->llvm;
	LLVMValueRef zero = fl_emit_const(e, 0), one = fl_emit_const(e, SH_ONE), is;

	is = l->BuildFCmp(e->at, LLVMRealOGT, fl_emit_float(e, x), fl_emit_float(e, zero), "");
	x = l->BuildSelect(e->at, is, x, zero, "");
	is = l->BuildFCmp(e->at, LLVMRealOLT, fl_emit_float(e, x), fl_emit_float(e, one), "");
	return l->BuildSelect(e->at, is, x, one, "");
}

static LLVMValueRef bits(struct build *b, const struct sh_move *m)
{
	struct fl_emit *e = b->e;
	const struct fl_llvm *l = e->llvm;
	LLVMValueRef x = get(b, m->src[0]);

	switch (m->run) {
	case SH_OP_mov:
		return x;
	case SH_OP_neg:
		return l->BuildXor(e->at, x, fl_emit_const(e, 0x80000000u), "");
	case SH_OP_abs:
		return l->BuildAnd(e->at, x, fl_emit_const(e, 0x7fffffffu), "");
	case SH_OP_neg_abs:
		return l->BuildOr(e->at, x, fl_emit_const(e, 0x80000000u), "");
	case SH_OP_sat:
		return saturated(b, x);
	case SH_OP_rcp:
	case SH_OP_rcp_raw:
		return l->BuildFDiv(e->at, fl_emit_float(e, fl_emit_const(e, SH_ONE)), fl_emit_float(e, x),
				    "");
	default:
		return NULL;
	}
}

static bool is_raw(unsigned run)
{
	return run >= SH_OP_add_raw && run <= SH_OP_rcp_raw;
}

static void move(struct build *b, const struct sh_move *m)
{
	struct fl_emit *e = b->e;
	const struct fl_llvm *l = e->llvm;
	LLVMValueRef v;

	if (m->run >= SH_OP_pick_gt && m->run <= SH_OP_set_lz) {
		const bool picks = m->run < SH_OP_set_gt;
		const unsigned test = m->run - (picks ? SH_OP_pick_gt : SH_OP_set_gt);
		LLVMValueRef yes = picks ? get(b, m->src[1]) : fl_emit_const(e, SH_ONE),
			     no = picks ? get(b, m->src[2]) : fl_emit_const(e, 0);

		v = compared(b, test, get(b, m->src[0]), get(b, m->src[1]));
		set(b, m->d, l->BuildSelect(e->at, v, yes, no, ""));
		return;
	}
	v = bits(b, m);
	if (v && m->run != SH_OP_rcp && m->run != SH_OP_rcp_raw) {
		set(b, m->d, v);
		return;
	}
	v = v ? v : arithmetic(b, m);
	set(b, m->d, is_raw(m->run) ? fl_emit_bits(e, v) : one_nan(e, v));
}

/* ---- a piece ------------------------------------------------------------------------------------------- */
bool mgc_sh_compiles(unsigned run)
{
	switch (run) {
	case SH_OP_mov:
	case SH_OP_add:
	case SH_OP_sub:
	case SH_OP_mul:
	case SH_OP_mad:
	case SH_OP_div:
	case SH_OP_rcp:
	case SH_OP_sat:
		return true;
	default:
		return run >= SH_OP_msub && run <= SH_OP_set_lz;
	}
}

bool mgc_sh_build(struct fl_emit *e, void *arg)
{
	struct build b = {.piece = arg, .e = e};

	fl_emit_loop(e, MGC_LANES);
	for (unsigned i = 0; i < b.piece->n; i++)
		move(&b, &b.piece->move[i]);
	for (unsigned i = 0; i < PLACES; i++) {
		const struct sh_place p = i < 4 * MGC_TEMPS
					      ? (struct sh_place){SH_AT_TEMP, (uint16_t)i}
					      : (struct sh_place){SH_AT_ROOM, (uint16_t)(i - 4 * MGC_TEMPS)};

		if (b.written[i] && (p.base == SH_AT_TEMP || b.piece->rooms >> p.at & 1))
			fl_emit_store(e, b.value[i], address(&b, p));
	}
	fl_emit_loop_end(e);
	return true;
}
#else
#include "hw/model/gc/sh_code.h"

bool mgc_sh_compiles(unsigned run)
{
	(void)run;
	return false;
}

bool mgc_sh_build(struct fl_emit *e, void *arg)
{
	(void)e, (void)arg;
	return false;
}
#endif
