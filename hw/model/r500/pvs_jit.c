/* SPDX-License-Identifier: MIT
 *
 * Steps of vertex programs as a function that LLVM compiles (hw/model/jit): registers that it reads are
 * loaded once, and those that something reads after it are stored once; between that they are values, a
 * vector of vertices at a time. Written to the bits of pvs_simd.c and pvs_math_body.h. Products are written
 * twice (twice.h).
 */
#include "hw/model/r500/pvs_native.h"

#ifdef FL_JIT
#include "hw/model/r500/pvs_jit.h"

/* ---- places -------------------------------------------------------------------------------------------- */
static struct pvs_value *at(struct pvs_build *l, unsigned place)
{
	struct pvs_value *p = &l->value[place];

	if (!p->v)
		p->v = fl_emit_load(l->e, fl_emit_at(l->e, l->e->arg[0], (uint64_t)place * PVS_PLACE_B));
	return p;
}

LV mr500_pvs_src(struct pvs_build *l, const struct pvs_move *m, unsigned k, unsigned c)
{
	const unsigned ref = m->src[k][c], bit = k * 4 + c;
	LV v;

	if (ref & PVS_POOLED)
		v = fl_emit_spread(l->e, l->e->arg[1], (ref & ~PVS_POOLED) * sizeof(float[16]));
	else
		v = at(l, ref)->v;
	if (m->absolute >> bit & 1)
		v = AND(v, SIZE);
	if (m->negated >> bit & 1)
		v = XOR(v, SIGN);
	return AS_F(v);
}

static bool is_flushed(struct pvs_build *l, const struct pvs_move *m, unsigned k, unsigned c)
{
	const unsigned ref = m->src[k][c];

	return !(ref & PVS_POOLED) && at(l, ref)->flushed;
}

LV mr500_pvs_hidden_of(struct pvs_build *l, unsigned which)
{
	return AS_F(fl_emit_spread(l->e, l->e->arg[3], which * sizeof(float)));
}

/* ---- the vector engine --------------------------------------------------------------------------------- */
LV mr500_pvs_product(struct pvs_build *l, LV a, LV b)
{
	const LV r = FMUL(a, b);

	if (l->twice.plain)
		return r;
	return SELECT_F(AND(FCMP(UNO, r, r), OR(FCMP(OEQ, a, F_(0.0f)), FCMP(OEQ, b, F_(0.0f)))), F_(0.0f),
			r);
}

static LV compared(struct pvs_build *l, LLVMRealPredicate how, LV a, LV b)
{
	return LLVM_3(FCmp, how, a, b);
}

/* 1 or 0. */
static struct pvs_result set(struct pvs_build *l, LLVMRealPredicate how, LV a, LV b)
{
	fl_twice_lost(&l->twice, FCMP(UNO, a, b));
	return (struct pvs_result){AS_F(SELECT(compared(l, how, a, b), I_((uint32_t)num_bits(1.0f)), I_(0))),
				   true};
}

static LV dot(struct pvs_build *l, const struct pvs_move *m)
{
	LV r = NULL;

	for (unsigned c = 0; c < 4; c++) {
		const LV p = mr500_pvs_product(l, mr500_pvs_src(l, m, 0, c), mr500_pvs_src(l, m, 1, c));

		r = r ? FADD(r, p) : p;
	}
	return r;
}

static LV multiply_clamp(struct pvs_build *l, const struct pvs_move *m)
{
	const LV x = mr500_pvs_product(l, mr500_pvs_src(l, m, 0, 0), mr500_pvs_src(l, m, 1, 0));
	const LV a = mr500_pvs_product(l, mr500_pvs_src(l, m, 0, 3), mr500_pvs_src(l, m, 1, 3));
	const LV b = mr500_pvs_src(l, m, 2, 0), c = mr500_pvs_src(l, m, 2, 3);

	fl_twice_lost(&l->twice, FCMP(UNO, a, b));
	LOOK(c);
	return SELECT_F(FCMP(OLT, c, a), c, SELECT_F(FCMP(OGE, b, x), b, x));
}

/* DISTANCE_VECTOR: 1, the product, and one of either operand. */
static struct pvs_result distance(struct pvs_build *l, const struct pvs_move *m, unsigned c)
{
	if (c == 0)
		return (struct pvs_result){mr500_pvs_hidden_of(l, PVS_HIDDEN_1), true};
	if (c == 1)
		return (struct pvs_result){
		    mr500_pvs_product(l, mr500_pvs_src(l, m, 0, 1), mr500_pvs_src(l, m, 1, 1)), true};
	return (struct pvs_result){mr500_pvs_src(l, m, c == 3, c), is_flushed(l, m, c == 3, c)};
}

/* The larger or the smaller: of floats where there are no denormals, whose bits would have to stay. */
static struct pvs_result extreme(struct pvs_build *l, const struct pvs_move *m, unsigned c, bool large)
{
	const LV a = mr500_pvs_src(l, m, 0, c), b = mr500_pvs_src(l, m, 1, c);
	const LV first = large ? FCMP(OGT, a, b) : FCMP(OLT, a, b);
	const bool flushed = is_flushed(l, m, 0, c) && is_flushed(l, m, 1, c);

	fl_twice_lost(&l->twice, FCMP(UNO, a, b));
	return (struct pvs_result){flushed ? LLVM_3(Select, first, a, b) : SELECT_F(first, a, b), flushed};
}

static struct pvs_result choose(struct pvs_build *l, const struct pvs_move *m, unsigned c,
				LLVMRealPredicate how)
{
	const LV a = mr500_pvs_src(l, m, 0, c);

	LOOK(a);
	return (struct pvs_result){
	    SELECT_F(compared(l, how, a, F_(0.0f)), mr500_pvs_src(l, m, 1, c), mr500_pvs_src(l, m, 2, c)),
	    is_flushed(l, m, 1, c) && is_flushed(l, m, 2, c)};
}

/* Those that treat each channel alike. */
static struct pvs_result each_channel(struct pvs_build *l, const struct pvs_move *m, unsigned c)
{
	const LV a = mr500_pvs_src(l, m, 0, c);
	LV p;

	switch (m->op) {
	case VE_MULTIPLY:
		return (struct pvs_result){mr500_pvs_product(l, a, mr500_pvs_src(l, m, 1, c)), true};
	case VE_ADD:
		return (struct pvs_result){FADD(a, mr500_pvs_src(l, m, 1, c)), true};
	case VE_MULTIPLY_ADD:
		p = mr500_pvs_product(l, a, mr500_pvs_src(l, m, 1, c));
		return (struct pvs_result){FADD(p, mr500_pvs_src(l, m, 2, c)), true};
	case VE_MULTIPLYX2_ADD:
		p = mr500_pvs_product(l, a, mr500_pvs_src(l, m, 1, c));
		return (struct pvs_result){FADD(FMUL(F_(2.0f), p), mr500_pvs_src(l, m, 2, c)), true};
	case VE_MAXIMUM:
	case VE_MINIMUM:
		return extreme(l, m, c, m->op == VE_MAXIMUM);
	case VE_FRACTION:
		return (struct pvs_result){FSUB(a, fl_emit_floor(l->e, a)), true};
	case VE_FLT2FIX_DX:
		return (struct pvs_result){fl_emit_floor(l->e, a), true};
	case VE_FLT2FIX_DX_RND:
		return (struct pvs_result){fl_emit_floor(l->e, FADD(a, F_(0.5f))), true};
	case VE_SET_GREATER_THAN_EQUAL:
		return set(l, LLVMRealOGE, a, mr500_pvs_src(l, m, 1, c));
	case VE_SET_LESS_THAN:
		return set(l, LLVMRealOLT, a, mr500_pvs_src(l, m, 1, c));
	case VE_SET_GREATER_THAN:
		return set(l, LLVMRealOGT, a, mr500_pvs_src(l, m, 1, c));
	case VE_SET_EQUAL:
		return set(l, LLVMRealOEQ, a, mr500_pvs_src(l, m, 1, c));
	case VE_SET_NOT_EQUAL:
		return set(l, LLVMRealUNE, a, mr500_pvs_src(l, m, 1, c));
	case VE_COND_MUX_EQ:
		return choose(l, m, c, LLVMRealOEQ);
	case VE_COND_MUX_GT:
		return choose(l, m, c, LLVMRealOGT);
	case VE_COND_MUX_GTE:
		return choose(l, m, c, LLVMRealOGE);
	default: /* VE_COND_WRITE_* */
		return (struct pvs_result){mr500_pvs_src(l, m, 1, c), is_flushed(l, m, 1, c)};
	}
}

/* ---- predicates ---------------------------------------------------------------------------------------- */
static LV is_set(struct pvs_build *l, unsigned place)
{
	return ICMP(NE, at(l, place)->v, I_(0));
}

LV mr500_pvs_predicate(struct pvs_build *l, LV yes, LV otherwise)
{
	l->value[PVS_PLACE_PRED] = (struct pvs_value){LLVM_2(SExt, yes, l->e->v32), true, true};
	return AS_F(SELECT(yes, I_(0), AS_I(otherwise)));
}

static LV predicate_push(struct pvs_build *l, const struct pvs_move *m)
{
	static const LLVMRealPredicate how[4] = {LLVMRealOEQ, LLVMRealOGT, LLVMRealOGE, LLVMRealUNE};
	const LV counter = mr500_pvs_src(l, m, 0, 3), x = mr500_pvs_src(l, m, 1, 3);
	const LV yes = compared(l, how[m->op - VE_PRED_SET_EQ_PUSH], x, F_(0.0f));

	fl_twice_lost(&l->twice, FCMP(UNO, counter, x));
	return mr500_pvs_predicate(l, AND(yes, FCMP(OEQ, counter, F_(0.0f))), FADD(counter, F_(1.0f)));
}

/* ---- one move ------------------------------------------------------------------------------------------ */
static void all(struct pvs_result r[4], struct pvs_result one)
{
	for (unsigned c = 0; c < 4; c++)
		r[c] = one;
}

/* The results of channels that are wanted, and the predicate. */
static void compute(struct pvs_build *l, const struct pvs_move *m, unsigned wanted, struct pvs_result r[4])
{
	switch (m->op) {
	case VE_DOT_PRODUCT:
		all(r, (struct pvs_result){dot(l, m), true});
		return;
	case VE_MULTIPLY_CLAMP:
		all(r, (struct pvs_result){multiply_clamp(l, m), false});
		return;
	case VE_PRED_SET_EQ_PUSH:
	case VE_PRED_SET_GT_PUSH:
	case VE_PRED_SET_GTE_PUSH:
	case VE_PRED_SET_NEQ_PUSH:
		all(r, (struct pvs_result){predicate_push(l, m), false});
		return;
	}
	if (m->op >= ME) {
		mr500_pvs_math(l, m, wanted, r);
		return;
	}
	for (unsigned c = 0; c < 4; c++) {
		if (!(wanted >> c & 1))
			continue;
		if (m->op == VE_DISTANCE_VECTOR)
			r[c] = distance(l, m, c);
		else
			r[c] = each_channel(l, m, c);
	}
}

/* Lanes whose channel c is written; NULL: all. */
static LV enabled(struct pvs_build *l, const struct pvs_move *m, unsigned c, LV lanes)
{
	static const LLVMRealPredicate how[4] = {LLVMRealOEQ, LLVMRealOGT, LLVMRealOGE, LLVMRealUNE};
	LV a, some;

	if (m->op < VE_COND_WRITE_EQ || m->op > VE_COND_WRITE_NEQ)
		return lanes;
	a = mr500_pvs_src(l, m, 0, c);
	LOOK(a);
	some = compared(l, how[m->op - VE_COND_WRITE_EQ], a, F_(0.0f));
	return lanes ? AND(lanes, some) : some;
}

static void finish(struct pvs_build *l, const struct pvs_move *m, unsigned c, struct pvs_result r, LV lanes)
{
	struct pvs_value *to = &l->value[m->dst[c]];
	LV v;

	if (m->sat) {
		LOOK(r.f);
		r = (struct pvs_result){mr500_pvs_saturate(l, r.f), true};
	}
	if (!r.flushed)
		r.f = mr500_pvs_flush(l, r.f);
	if (m->to_a0)
		LOOK(r.f);
	v = m->to_a0 ? mr500_pvs_address(l, r.f) : AS_I(r.f);
	if (lanes) {
		to = at(l, m->dst[c]);
		*to = (struct pvs_value){SELECT(lanes, v, to->v), to->flushed, true};
	} else {
		*to = (struct pvs_value){v, true, true};
	}
}

/* The predicate and alternate temporaries 0 to 3 as they are before a dual instruction. */
static void snapshot(struct pvs_build *l)
{
	l->value[PVS_PLACE_PRED + 1] = *at(l, PVS_PLACE_PRED);
	l->value[PVS_PLACE_PRED + 1].written = true;
	for (unsigned i = 0; i < 16; i++) {
		struct pvs_value *to = &l->value[(MR500_PVS_SCRATCH + 4) * 4 + i];

		*to = *at(l, MR500_PVS_ALT * 4 + i);
		to->written = true;
	}
}

static void move(struct pvs_build *l, const struct pvs_move *m)
{
	struct pvs_result r[4] = {{NULL, false}};
	LV lanes = NULL, enable[4];

	if (m->op == PVS_STEP_SNAPSHOT) {
		snapshot(l);
		return;
	}
	if (m->pred >= 0) { /* as it is before the step changes it */
		lanes = is_set(l, PVS_PLACE_PRED + m->pred_from);
		lanes = m->pred ? lanes : NOT(lanes);
	}
	for (unsigned c = 0; c < 4; c++)
		if (m->mask >> c & 1)
			enable[c] = enabled(l, m, c, lanes);
	compute(l, m, m->replicate_x ? 1 : m->mask, r);
	for (unsigned c = 0; c < 4; c++)
		if (m->mask >> c & 1)
			finish(l, m, c, r[m->replicate_x ? 0 : c], enable[c]);
}

/* ---- a piece ------------------------------------------------------------------------------------------- */
static bool is_stored(const struct pvs_build *l, unsigned place)
{
	return l->value[place].written && pvs_is_live(l->piece->live, place);
}

static void body(void *of)
{
	struct pvs_build *l = of;

	for (unsigned i = 0; i < PVS_PLACES; i++)
		l->value[i] = (struct pvs_value){0};
	for (unsigned i = 0; i < l->piece->n; i++)
		move(l, &l->piece->move[i]);
	for (unsigned i = 0; i < PVS_PLACE_A0; i++)
		if (is_stored(l, i))
			LOOK(AS_F(l->value[i].v));
}

static void store(void *of)
{
	struct pvs_build *l = of;

	for (unsigned i = 0; i < PVS_PLACES; i++)
		if (is_stored(l, i))
			fl_emit_store(l->e, l->value[i].v,
				      fl_emit_at(l->e, l->e->arg[0], (uint64_t)i * PVS_PLACE_B));
}

bool mr500_pvs_build(struct fl_emit *e, void *arg)
{
	struct pvs_build b = {.piece = arg, .e = e, .twice = {.e = e}};

	fl_emit_loop_of(e, e->arg[2]);
	fl_twice(&b.twice, NULL, body, store, &b);
	fl_emit_loop_end(e);
	return true;
}
#else
bool mr500_pvs_build(struct fl_emit *e, void *arg)
{
	(void)e, (void)arg;
	return false;
}
#endif
