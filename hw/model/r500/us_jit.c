/* SPDX-License-Identifier: MIT
 *
 * Operations of US as a function that LLVM compiles (hw/model/jit): registers that it reads are loaded once
 * and those that it writes are stored once; between that they are values, a vector of lanes at a time.
 * Written to the bits of us_simd.c.
 *
 * The legacy multiplier, of which a zero makes zero whatever the other factor is, would take three operations
 * where the processor has one, and its sums one more for the signs of zeros. So such programs are written
 * twice: plainly, with products and sums as the processor makes them, and exactly. What can differ is
 *   - a NaN of an infinity or a NaN times zero. It stays one on its way through arithmetic. Where it could
 *     get lost, and where values are stored, it is looked for; lanes among which there is one are computed
 *     exactly, and nothing of them has been stored by then.
 *   - the sign of a zero. It is "rough" until something needs it; adding +0 settles it, as it does in exact
 *     arithmetic, where that sum ends each operation.
 */
#include "hw/model/r500/us_native.h"

#ifdef FL_JIT
#include "hw/model/jit/num.h"
#include "hw/model/jit/twice.h"
#include "hw/model/jit/words.h"

#include <stddef.h>

enum { PLACES = offsetof(struct mr500_px, fog) / US_SLOT_B };

struct value {
	LV v;         /* dwords; NULL: it is where the piece found it */
	bool rough;   /* if it is a zero, +0 is meant */
	bool flushed; /* it is no denormal */
	bool written;
};

struct build {
	const struct us_piece *piece;
	struct fl_emit *e;
	bool legacy;
	struct fl_twice twice;
	LV mask;         /* lanes that are written; NULL: all */
	LV alu, pred[4]; /* masks that were written; NULL: not those */
	struct value value[PLACES];
};

#define NAN_BITS I_(0x7fffffff)
#define SIGN     I_(0x80000000)
#define SIZE     I_(0x7fffffff)
#define INF      F_(__builtin_inff())

/* ---- places -------------------------------------------------------------------------------------------- */
static struct value *at(struct build *l, us_ref ref)
{
	struct value *p = &l->value[ref / US_SLOT_B];

	if (!p->v)
		p->v = fl_emit_load(l->e, fl_emit_at(l->e, l->e->arg[0], ref));
	return p;
}

static LV settled(struct build *l, us_ref ref)
{
	struct value *p = at(l, ref);

	if (p->rough)
		p->v = AS_I(FADD(AS_F(p->v), F_(0.0f)));
	return p->v;
}

static void put(struct build *l, us_ref ref, LV f, bool rough, bool flushed)
{
	l->value[ref / US_SLOT_B] = (struct value){AS_I(f), rough, flushed, true};
}

static LV modified(struct build *l, LV v, unsigned mod)
{
	if (mod & US_MOD_ABS)
		v = AND(v, SIZE);
	if (mod & US_MOD_NEG)
		v = XOR(v, SIGN);
	return AS_F(v);
}

/* An operand of arithmetic that ends with +0 added, or is rough itself: the signs of zeros do not matter. */
static LV loose(struct build *l, us_ref ref, unsigned mod)
{
	if (ref & US_REF_CONST)
		return modified(l, fl_emit_spread(l->e, l->e->arg[1], ref - US_REF_CONST), mod);
	return modified(l, at(l, ref)->v, mod);
}

static LV exact(struct build *l, us_ref ref, unsigned mod)
{
	return ref & US_REF_CONST ? loose(l, ref, mod) : modified(l, settled(l, ref), mod);
}

static bool is_flushed(struct build *l, us_ref ref)
{
	return !(ref & US_REF_CONST) && at(l, ref)->flushed;
}

/* ---- what ends an operation ---------------------------------------------------------------------------- */
static LV clamped(struct build *l, LV f)
{
	fl_twice_look(&l->twice, f);
	f = LLVM_3(Select, FCMP(OGT, f, F_(0.0f)), f, F_(0.0f)); /* of floats: it is no denormal */
	return LLVM_3(Select, FCMP(OLT, f, F_(1.0f)), f, F_(1.0f));
}

/* A factor that LLVM must not know: it flushes denormals. */
static LV one(struct build *l)
{
	return AS_F(fl_emit_spread(l->e, l->e->arg[3], 0));
}

static void finish(struct build *l, const struct us_lane *lane, LV f, bool rough, bool flushed)
{
	if (lane->fin & US_FIN_OMOD && lane->omod != 1.0f)
		f = FMUL(f, F_(lane->omod));
	else if (lane->fin & US_FIN_OMOD && !flushed)
		f = FMUL(f, one(l));
	flushed |= lane->fin & US_FIN_OMOD;
	if (lane->fin & US_FIN_CLAMP) {
		f = clamped(l, f);
		rough = false;
	}
	if (lane->fin & US_FIN_NAN && !l->twice.plain) /* plainly there is none */
		f = AS_F(SELECT(FCMP(ORD, f, f), AS_I(f), NAN_BITS));
	put(l, lane->d, f, rough, flushed);
}

/* ---- arithmetic ---------------------------------------------------------------------------------------- */
static LV product(struct build *l, LV x, LV y)
{
	const LV p = FMUL(x, y);

	if (!l->legacy || l->twice.plain)
		return p;
	return AS_F(SELECT(OR(FCMP(OEQ, x, F_(0.0f)), FCMP(OEQ, y, F_(0.0f))), I_(0), AS_I(p)));
}

/* The sum of +0 that ends a result is left for later, plainly. */
static LV plus_zero(struct build *l, LV f)
{
	return l->twice.plain ? f : FADD(f, F_(0.0f));
}

static void mad(struct build *l, const struct us_lane *lane, bool has_b, bool has_c)
{
	LV f = loose(l, lane->a, lane->mod[0]);
	bool rough = l->twice.plain;

	if (has_b)
		f = product(l, f, loose(l, lane->b, lane->mod[1]));
	if (has_c)
		f = FADD(f, loose(l, lane->c, lane->mod[2]));
	if (!has_b && !has_c && !is_flushed(l, lane->a)) {
		f = FADD(f, F_(0.0f));
		rough = false;
	} else if (!has_c || l->legacy) {
		f = plus_zero(l, f);
	}
	finish(l, lane, f, rough, true);
}

static LV floor_rest(struct build *l, LV f)
{
	return FSUB(f, fl_emit_floor(l->e, f));
}

/* An operand of a choice between two: where its denormals would be flushed after the choice, those of a
 * constant are flushed before it, where nothing waits for it. */
static LV chosen(struct build *l, const struct us_lane *lane, us_ref ref, unsigned mod, bool *flushed)
{
	LV f = exact(l, ref, mod);

	*flushed = is_flushed(l, ref);
	if (ref & US_REF_CONST && lane->fin & US_FIN_OMOD && lane->omod == 1.0f) {
		f = FMUL(f, one(l));
		*flushed = true;
	}
	return f;
}

/* The larger or the smaller, with all its bits but if denormals are flushed afterwards. A NaN of b is what
 * is chosen, and one of a gets lost. */
static void extreme(struct build *l, const struct us_lane *lane, bool large)
{
	bool flushed, both;
	const LV a = chosen(l, lane, lane->a, lane->mod[0], &flushed);
	const LV b = chosen(l, lane, lane->b, lane->mod[1], &both);
	const LV first = large ? FCMP(OGT, a, b) : FCMP(OLT, a, b);

	both &= flushed;
	fl_twice_look(&l->twice, a);
	finish(l, lane, both || lane->fin & US_FIN_OMOD ? LLVM_3(Select, first, a, b) : SELECT_F(first, a, b),
	       false, both);
}

/* CND, CMP: of a and b only the one that is chosen matters. */
static void choose(struct build *l, const struct us_lane *lane, bool above_half)
{
	const LV a = exact(l, lane->a, lane->mod[0]), b = exact(l, lane->b, lane->mod[1]);
	const LV c = loose(l, lane->c, lane->mod[2]);
	const LV first = above_half ? FCMP(OGT, c, F_(0.5f)) : FCMP(OGE, c, F_(0.0f));

	fl_twice_look(&l->twice, c);
	finish(l, lane, SELECT_F(first, a, b), false, is_flushed(l, lane->a) && is_flushed(l, lane->b));
}

static void dot(struct build *l, const struct us_op *op, const struct us_lane *lane)
{
	LV sum = NULL;

	for (unsigned k = 0; k < op->n; k++) {
		const LV p =
		    product(l, loose(l, lane[k].a, lane[k].mod[0]), loose(l, lane[k].b, lane[k].mod[1]));

		sum = sum ? FADD(sum, p) : p;
	}
	if (op->has_c)
		sum = FADD(sum, loose(l, lane->c, lane->mod[2]));
	put(l, lane->d, l->legacy ? plus_zero(l, sum) : sum, l->twice.plain, true);
}

/* The value of one pixel of each quad in all four */
static LV of_pixel(struct build *l, LV v, unsigned pixel)
{
	const struct fl_llvm *b = l->e->llvm;
	LLVMValueRef from[16];

	for (unsigned i = 0; i < l->e->lanes; i++)
		from[i] = b->ConstInt(l->e->i32, (i & ~3u) + pixel, 0);
	return b->BuildShuffleVector(l->e->at, v, b->GetUndef(b->TypeOf(v)),
				     b->ConstVector(from, l->e->lanes), "");
}

static void derivative(struct build *l, const struct us_lane *lane, unsigned pixel)
{
	const LV s = AS_I(loose(l, lane->a, 0));
	const LV x = modified(l, of_pixel(l, s, 0), lane->mod[0]),
		 z = modified(l, of_pixel(l, s, pixel), lane->mod[2]);
	const LV f = FADD(product(l, x, loose(l, lane->b, lane->mod[1])), z);

	finish(l, lane, l->legacy ? plus_zero(l, f) : f, l->twice.plain, true);
}

/* ---- functions of one value: us_math_body.h ------------------------------------------------------------ */
static LV f_abs(struct build *l, LV f)
{
	return AS_F(AND(AS_I(f), SIZE));
}

static LV is_zero(struct build *l, LV f)
{
	return FCMP(OEQ, f, F_(0.0f));
}

static LV ln2(struct build *l, LV x)
{
	LV r = SELECT_F(FCMP(OEQ, x, INF), x, fl_emit_log2(l->e, x));

	r = SELECT_F(is_zero(l, x), F_(-__builtin_inff()), r);
	return AS_F(SELECT(OR(FCMP(UNO, x, x), FCMP(OLT, x, F_(0.0f))), NAN_BITS, AS_I(r)));
}

static LV rsq(struct build *l, LV x)
{
	LV r = SELECT_F(FCMP(OEQ, x, INF), F_(0.0f), fl_emit_rsq(l->e, x));

	r = SELECT_F(is_zero(l, x), INF, r);
	return AS_F(SELECT(OR(FCMP(UNO, x, x), FCMP(OLT, x, F_(0.0f))), NAN_BITS, AS_I(r)));
}

static LV turn(struct build *l, LV x)
{
	const LV t = SELECT_F(FCMP(OLT, f_abs(l, x), F_(0x1p21f)), x, FSUB(x, fl_emit_floor(l->e, x)));

	return SELECT_F(FCMP(OLT, f_abs(l, t), F_(0x1p21f)), t, F_(0.0f));
}

static LV sine(struct build *l, LV x)
{
	const LV zero = AND(AS_I(x), SIGN), s = AS_I(fl_emit_sin1(l->e, turn(l, x), false));

	return AS_F(SELECT(FCMP(OLT, f_abs(l, x), INF), SELECT(is_zero(l, x), zero, s), NAN_BITS));
}

static LV cosine(struct build *l, LV x)
{
	const LV c = AS_I(fl_emit_sin1(l->e, turn(l, x), true));

	return AS_F(SELECT(FCMP(OLT, f_abs(l, x), INF), c, NAN_BITS));
}

static LV function(struct build *l, unsigned fn, LV x)
{
	switch (fn) {
	case US_EX2:
		return fl_emit_exp2(l->e, x);
	case US_LN2:
		return ln2(l, x);
	case US_RCP:
		return FDIV(F_(1.0f), x);
	case US_RSQ:
		return rsq(l, x);
	case US_SIN:
		return sine(l, x);
	default:
		return cosine(l, x);
	}
}

/* ---- what else there is -------------------------------------------------------------------------------- */
static LV presubtracted(struct build *l, unsigned fn, const struct us_lane *lane)
{
	const LV x = exact(l, lane->a, 0), y = exact(l, lane->b, 0);

	switch (fn) {
	case 0:
		return FSUB(F_(1.0f), FMUL(F_(2.0f), x));
	case 1:
		return FSUB(y, x);
	case 2:
		return FADD(y, x);
	default:
		return FSUB(F_(1.0f), x);
	}
}

static void copy(struct build *l, const struct us_lane *lane)
{
	if (lane->a & US_REF_CONST) {
		put(l, lane->d, exact(l, lane->a, 0), false, false);
		return;
	}
	l->value[lane->d / US_SLOT_B] = *at(l, lane->a);
	l->value[lane->d / US_SLOT_B].written = true;
}

/* A raw result goes on as it is, unless it has to be finished. */
static void finish_raw(struct build *l, const struct us_lane *lane)
{
	const bool constant = lane->a & US_REF_CONST;

	finish(l, lane, loose(l, lane->a, 0), !constant && at(l, lane->a)->rough, !constant);
}

/* Predicates, the ALU result: of lanes that execute. */
static void test(struct build *l, const struct us_op *op, const struct us_lane *lane)
{
	static const LLVMRealPredicate how[4] = {LLVMRealOEQ, LLVMRealOLT, LLVMRealOGE, LLVMRealUNE};
	const bool pred = op->kind == US_K_PRED;
	LV *to = pred ? &l->pred[lane->chan & 3] : &l->alu;
	const uint64_t at_B = pred ? offsetof(struct us_flow, pred) + (lane->chan & 3) * sizeof(uint64_t)
				   : offsetof(struct us_flow, alu);
	const LV f = loose(l, lane->a, 0);

	fl_twice_look(&l->twice, f);
	if (!*to)
		*to = fl_emit_mask(l->e, l->e->arg[2], at_B);
	*to = LLVM_3(Select, l->mask, LLVM_3(FCmp, how[op->fn & 3], f, F_(0.0f)), *to);
}

static void lane_of(struct build *l, const struct us_op *op, const struct us_lane *lane)
{
	switch (op->kind) {
	case US_K_MOV:
	case US_K_MUL:
	case US_K_ADD:
	case US_K_MAD:
		mad(l, lane, op->kind == US_K_MUL || op->kind == US_K_MAD,
		    op->kind == US_K_ADD || op->kind == US_K_MAD);
		break;
	case US_K_MIN:
	case US_K_MAX:
		extreme(l, lane, op->kind == US_K_MAX);
		break;
	case US_K_CND:
	case US_K_CMP:
		choose(l, lane, op->kind == US_K_CND);
		break;
	case US_K_FRC:
		finish(l, lane, floor_rest(l, exact(l, lane->a, lane->mod[0])), false, true);
		break;
	case US_K_MDH:
	case US_K_MDV:
		derivative(l, lane, op->kind == US_K_MDH ? 1 : 2);
		break;
	case US_K_TRANS:
		put(l, lane->d, function(l, op->fn, exact(l, lane->a, lane->mod[0])), false, true);
		break;
	case US_K_FIN:
		finish_raw(l, lane);
		break;
	case US_K_COPY:
		copy(l, lane);
		break;
	case US_K_PRESUB:
		finish(l, lane, presubtracted(l, op->fn, lane), false, true);
		break;
	default:
		test(l, op, lane);
		break;
	}
}

/* ---- a piece ------------------------------------------------------------------------------------------- */
/* Nothing reads scratch arrays after the instruction that wrote them. */
static bool is_scratch(unsigned place)
{
	return place >= offsetof(struct mr500_px, us) / US_SLOT_B;
}

static void body(void *of)
{
	struct build *l = of;
	const struct us_piece *piece = l->piece;

	l->alu = NULL;
	for (unsigned i = 0; i < 4; i++)
		l->pred[i] = NULL;
	for (unsigned i = 0; i < PLACES; i++)
		l->value[i] = (struct value){0};
	for (unsigned i = 0; i < piece->n_op; i++) {
		const struct us_op *op = &piece->op[i];
		const struct us_lane *lane = &piece->p->lane[op->lane];

		if (op->kind == US_K_DOT)
			dot(l, op, lane);
		else
			for (unsigned k = 0; k < op->n; k++)
				lane_of(l, op, &lane[k]);
	}
	for (unsigned i = 0; i < PLACES; i++)
		if (l->value[i].written && !is_scratch(i))
			fl_twice_look(&l->twice, AS_F(settled(l, i * US_SLOT_B)));
}

static void store(void *of)
{
	struct build *l = of;
	struct fl_emit *e = l->e;

	for (unsigned i = 0; i < PLACES; i++)
		if (l->value[i].written && !is_scratch(i)) {
			const LV where = fl_emit_at(e, e->arg[0], (uint64_t)i * US_SLOT_B);
			const LV v = l->value[i].v;

			fl_emit_store(e, l->mask ? SELECT(l->mask, v, fl_emit_load(e, where)) : v, where);
		}
	if (l->alu)
		fl_emit_store_mask(e, l->alu, e->arg[2], offsetof(struct us_flow, alu));
	for (unsigned i = 0; i < 4; i++)
		if (l->pred[i])
			fl_emit_store_mask(e, l->pred[i], e->arg[2],
					   offsetof(struct us_flow, pred) + i * sizeof(uint64_t));
}

bool mr500_us_build(struct fl_emit *e, void *arg)
{
	const struct us_piece *piece = arg;
	struct build b = {.piece = piece, .e = e, .twice = {.e = e}, .legacy = piece->p->legacy_zero};

	fl_emit_loop(e, FL_WAVE_PX);
	if (piece->p->flow)
		b.mask = fl_emit_mask(e, e->arg[2], offsetof(struct us_flow, active));
	if (b.legacy) {
		fl_twice(&b.twice, b.mask, body, store, &b);
	} else {
		body(&b);
		store(&b);
	}
	fl_emit_loop_end(e);
	return true;
}
#else
bool mr500_us_build(struct fl_emit *e, void *arg)
{
	(void)e, (void)arg;
	return false;
}
#endif
