/* SPDX-License-Identifier: MIT
 *
 * The math engine of vertex programs in LLVM's terms, to the bits of pvs_math_body.h and pvs_simd.c.
 */
#ifdef FL_JIT
#include "hw/model/r500/pvs_jit.h"

/* ---- pvs_math_body.h ----------------------------------------------------------------------------------- */
static LV absolute(struct pvs_build *l, LV f)
{
	return AS_F(AND(AS_I(f), SIZE));
}

static LV is_zero(struct pvs_build *l, LV f)
{
	return FCMP(OLT, absolute(l, f), F_(0x1p-126f));
}

static LV is_nan(struct pvs_build *l, LV f)
{
	return FCMP(UNO, f, f);
}

LV mr500_pvs_flush(struct pvs_build *l, LV f)
{
	return SELECT_F(is_zero(l, f), AS_F(AND(AS_I(f), SIGN)), f);
}

static LV reciprocal(struct pvs_build *l, LV x, float at_zero, bool keep_sign)
{
	const LV none = is_zero(l, x), z = I_((uint32_t)num_bits(at_zero));
	const LV r = FDIV(F_(1.0f), SELECT_F(none, F_(1.0f), x));

	return AS_F(SELECT(none, keep_sign ? OR(z, AND(AS_I(x), SIGN)) : z, AS_I(r)));
}

/* num_rsq() or num_log2() of the size of x, where that is a number. */
static LV of_size(struct pvs_build *l, LV x, LV (*function)(struct fl_emit *e, LV x), float at_zero,
		  LV at_inf)
{
	const LV a = absolute(l, x), none = is_zero(l, x), inf = FCMP(OEQ, a, INF);
	LV r = function(l->e, SELECT_F(OR(OR(none, inf), is_nan(l, x)), F_(1.0f), a));

	r = SELECT_F(none, F_(at_zero), r);
	r = SELECT_F(inf, at_inf, r);
	return SELECT_F(is_nan(l, x), x, r);
}

static LV rsq(struct pvs_build *l, LV x, float at_zero)
{
	return of_size(l, x, fl_emit_rsq, at_zero, F_(0.0f));
}

static LV log2_of(struct pvs_build *l, LV x, float at_zero)
{
	return of_size(l, x, fl_emit_log2, at_zero, INF);
}

static LV power(struct pvs_build *l, LV a, LV b)
{
	const LV m = absolute(l, a), none = is_zero(l, a), inf = FCMP(OEQ, m, INF);
	const LV falls = FCMP(OLT, b, F_(0.0f));
	const LV lg = fl_emit_log2(l->e, SELECT_F(OR(OR(none, inf), is_nan(l, a)), F_(1.0f), m));
	LV r = fl_emit_exp2(l->e, FMUL(b, lg));

	r = SELECT_F(FCMP(OEQ, m, F_(1.0f)), F_(1.0f), r);
	r = SELECT_F(inf, SELECT_F(falls, F_(0.0f), m), r);
	r = SELECT_F(none, SELECT_F(falls, INF, F_(0.0f)), r);
	r = SELECT_F(FCMP(OEQ, b, F_(0.0f)), F_(1.0f), r);
	r = SELECT_F(FCMP(OLT, a, F_(0.0f)), AS_F(XOR(AS_I(r), SIGN)), r);
	return SELECT_F(FCMP(UNO, a, b), FADD(a, b), r);
}

static LV lit(struct pvs_build *l, LV a, LV b, LV c)
{
	LV p = SELECT_F(FCMP(OGT, c, F_(128.0f)), F_(128.0f), c);

	p = SELECT_F(FCMP(OLT, p, F_(-128.0f)), F_(-128.0f), p);
	a = SELECT_F(FCMP(OGT, a, F_(0.0f)), a, F_(0.0f));
	return SELECT_F(FCMP(OGT, b, F_(0.0f)), power(l, a, p), F_(0.0f));
}

static LV sine(struct pvs_build *l, LV x, bool cosine)
{
	const float pi = 3.14159274f;
	LV y = SELECT_F(FCMP(OLT, x, F_(pi)), x, F_(pi)), r, tiny;

	y = SELECT_F(FCMP(OLT, y, F_(-pi)), F_(-pi), y);
	r = fl_emit_sin1(l->e, FMUL(y, F_(0.159154943f)), cosine);
	tiny = AND(FCMP(OLT, absolute(l, r), F_(0x1p-24f)), FCMP(UNE, r, F_(0.0f)));
	return AS_F(SELECT(tiny, OR(AND(AS_I(r), SIGN), I_(0x33800000)), AS_I(r)));
}

LV mr500_pvs_saturate(struct pvs_build *l, LV x)
{
	const LV y = SELECT_F(FCMP(OGT, x, F_(0.0f)), x, F_(0.0f));

	return SELECT_F(FCMP(OLT, y, F_(1.0f)), y, F_(1.0f));
}

LV mr500_pvs_address(struct pvs_build *l, LV x)
{
	LV y = fl_emit_floor(l->e, x);

	y = SELECT_F(FCMP(OGT, y, F_(-256.0f)), y, F_(-256.0f));
	y = SELECT_F(FCMP(OLT, y, F_(255.0f)), y, F_(255.0f));
	return LLVM_2(FPToSI, y, l->e->v32);
}

/* ---- operations ---------------------------------------------------------------------------------------- */
/* The operations that change the predicate. */
static LV math_predicate(struct pvs_build *l, unsigned op, LV a)
{
	const LV one = mr500_pvs_hidden_of(l, PVS_HIDDEN_1);
	LV less;

	switch (op) {
	case ME_PRED_SET_EQ:
		return mr500_pvs_predicate(l, FCMP(OEQ, a, F_(0.0f)), one);
	case ME_PRED_SET_GT:
		return mr500_pvs_predicate(l, FCMP(OGT, a, F_(0.0f)), one);
	case ME_PRED_SET_GTE:
		return mr500_pvs_predicate(l, FCMP(OGE, a, F_(0.0f)), one);
	case ME_PRED_SET_NEQ:
		return mr500_pvs_predicate(l, FCMP(UNE, a, F_(0.0f)), one);
	case ME_PRED_SET_CLR:
		return mr500_pvs_predicate(l, l->e->llvm->ConstNull(l->e->v1),
					   mr500_pvs_hidden_of(l, PVS_HIDDEN_MAX));
	case ME_PRED_SET_INV:
		return mr500_pvs_predicate(l, FCMP(OEQ, a, F_(1.0f)),
					   SELECT_F(FCMP(OEQ, a, F_(0.0f)), one, a));
	case ME_PRED_SET_POP:
		less = FSUB(a, F_(1.0f));
		return mr500_pvs_predicate(l, FCMP(OLE, less, F_(0.0f)), less);
	}
	return mr500_pvs_predicate(l, FCMP(OEQ, a, F_(0.0f)), a); /* ME_PRED_SET_RESTORE */
}

/* Those with one result, for all channels. */
static struct pvs_result math_one(struct pvs_build *l, const struct pvs_move *m)
{
	const float inf = __builtin_inff(), max = NUM_MAX_FLOAT;
	const LV a = mr500_pvs_src(l, m, 0, 3), b = mr500_pvs_src(l, m, 1, 3), c = mr500_pvs_src(l, m, 2, 3);
	LV r;

	switch (m->op) {
	case ME_EXP_BASEE_FF:
		return (struct pvs_result){fl_emit_exp2(l->e, FMUL(a, F_(1.44269504f))), false};
	case ME_POWER_FUNC_FF:
		return (struct pvs_result){power(l, a, c), false};
	case ME_RECIP_DX:
		return (struct pvs_result){reciprocal(l, a, max, false), true};
	case ME_RECIP_FF:
		return (struct pvs_result){reciprocal(l, a, 0.0f, false), true};
	case ME_RECIP_IEEE:
		return (struct pvs_result){reciprocal(l, a, inf, true), true};
	case ME_RECIP_SQRT_DX:
		return (struct pvs_result){rsq(l, a, max), true};
	case ME_RECIP_SQRT_FF:
		return (struct pvs_result){rsq(l, a, 0.0f), true};
	case ME_RECIP_SQRT_IEEE:
		return (struct pvs_result){rsq(l, a, inf), true};
	case ME_MULTIPLY:
		return (struct pvs_result){mr500_pvs_product(l, a, b), true};
	case ME_EXP_BASE2_FULL_DX:
		return (struct pvs_result){fl_emit_exp2(l->e, a), false};
	case ME_LOG_BASE2_FULL_DX:
		return (struct pvs_result){log2_of(l, a, -max), false};
	case ME_LOG_BASE2_IEEE:
		return (struct pvs_result){log2_of(l, a, -inf), false};
	case ME_POWER_FUNC_FF_CLAMP_B:
	case ME_POWER_FUNC_FF_CLAMP_B1:
	case ME_POWER_FUNC_FF_CLAMP_01:
		r = power(l, a, c); /* a NaN of either goes through all that follows, or is not chosen */
		if (m->op != ME_POWER_FUNC_FF_CLAMP_B)
			r = SELECT_F(FCMP(OGT, a, F_(1.0f)), F_(1.0f), r);
		if (m->op == ME_POWER_FUNC_FF_CLAMP_01)
			return (struct pvs_result){SELECT_F(FCMP(OLE, a, F_(0.0f)), F_(0.0f), r), false};
		LOOK(b);
		return (struct pvs_result){SELECT_F(FCMP(OLT, a, b), F_(0.0f), r), false};
	case ME_SIN:
	case ME_COS:
		LOOK(a);
		return (struct pvs_result){sine(l, a, m->op == ME_COS), true};
	}
	LOOK(a);
	return (struct pvs_result){math_predicate(l, m->op, a), false};
}

/* Those with results of their own for each channel. */
static LV math_channel(struct pvs_build *l, const struct pvs_move *m, unsigned channel)
{
	const LV a = mr500_pvs_src(l, m, 0, 3), max = F_(-NUM_MAX_FLOAT);
	LV b, c, none = is_zero(l, a), floor = fl_emit_floor(l->e, a), power_of, mantissa;

	switch (m->op * 4u + channel) {
	case ME_EXP_BASE2_DX * 4u:
		return fl_emit_exp2(l->e, floor);
	case ME_EXP_BASE2_DX * 4u + 1:
		return SELECT_F(FCMP(OGT, a, F_(128.0f)), F_(0.0f), FSUB(a, floor));
	case ME_EXP_BASE2_DX * 4u + 2:
		return fl_emit_exp2(l->e, a);
	case ME_LOG_BASE2_DX * 4u:
		power_of = LLVM_2(SIToFP, SUB(AND(LSHR(AS_I(a), I_(23)), I_(255)), I_(127)), l->e->vf32);
		return SELECT_F(none, max, SELECT_F(is_nan(l, a), a, power_of));
	case ME_LOG_BASE2_DX * 4u + 1:
		mantissa = AS_F(OR(AND(AS_I(a), I_(0x7fffff)), I_(0x3f800000)));
		return SELECT_F(none, F_(1.0f), SELECT_F(is_nan(l, a), a, mantissa));
	case ME_LOG_BASE2_DX * 4u + 2:
		return log2_of(l, a, -NUM_MAX_FLOAT);
	case ME_LIGHT_COEFF_DX * 4u + 1:
		b = mr500_pvs_src(l, m, 1, 3);
		LOOK(b);
		return SELECT_F(FCMP(OGT, b, F_(0.0f)), b, F_(0.0f));
	case ME_LIGHT_COEFF_DX * 4u + 2:
		b = mr500_pvs_src(l, m, 1, 3);
		c = mr500_pvs_src(l, m, 2, 3);
		LOOK(a);
		LOOK(b);
		return lit(l, a, b, c);
	}
	return mr500_pvs_hidden_of(l, PVS_HIDDEN_1);
}

static bool has_channels(unsigned op)
{
	return op == ME_EXP_BASE2_DX || op == ME_LOG_BASE2_DX || op == ME_LIGHT_COEFF_DX;
}

void mr500_pvs_math(struct pvs_build *l, const struct pvs_move *m, unsigned wanted, struct pvs_result r[4])
{
	struct pvs_result one = {NULL, false};

	if (!has_channels(m->op))
		one = math_one(l, m);
	for (unsigned c = 0; c < 4; c++)
		if (wanted >> c & 1)
			r[c] = has_channels(m->op) ? (struct pvs_result){math_channel(l, m, c), false} : one;
}
#endif
