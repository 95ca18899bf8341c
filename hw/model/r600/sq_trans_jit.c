/* SPDX-License-Identifier: MIT
 *
 * Operations of SQ's transcendental unit in LLVM's terms, to the bits of sq_trans_body.h, but for which NaN a
 * result is.
 */
#include "hw/model/r600/sq_native.h"

#ifdef FL_JIT
#include "hw/model/jit/num.h"
#include "hw/model/jit/words.h"

#define INF  F_(__builtin_inff())
#define NAN  F_(__builtin_nanf(""))
#define ZERO F_(0.0f)
#define MOST F_(NUM_MAX_FLOAT)

static LV negative(struct fl_words *l, LV f)
{
	return AS_F(XOR(AS_I(f), I_(0x80000000u)));
}

/* Of zero, of infinity, of what is above zero; of others a NaN, whatever the approximation makes of them. */
static LV cases(struct fl_words *l, LV x, LV zero, LV infinite, LV above)
{
	const LV f = SELECT_F(FCMP(OEQ, x, INF), infinite, SELECT_F(FCMP(OGT, x, ZERO), above, NAN));

	return SELECT_F(FCMP(OEQ, x, ZERO), zero, f);
}

static LV logarithm(struct fl_words *l, LV x, LV of_zero)
{
	return cases(l, x, of_zero, INF, fl_emit_log2(l->e, x));
}

static LV rsqrt(struct fl_words *l, LV x)
{
	return cases(l, x, FDIV(F_(1.0f), x), ZERO, fl_emit_rsq(l->e, x));
}

static LV root(struct fl_words *l, LV x)
{
	const LV half = FMUL(x, F_(0.5f));

	return cases(l, x, half, half, FMUL(x, fl_emit_rsq(l->e, x)));
}

/* An infinity becomes this, with its sign. */
static LV instead(struct fl_words *l, LV x, LV f)
{
	x = SELECT_F(FCMP(OEQ, x, negative(l, INF)), negative(l, f), x);
	return SELECT_F(FCMP(OEQ, x, INF), f, x);
}

static LV angle(struct fl_words *l, LV x, float turn, bool cosine)
{
	const LV t = turn == 1.0f ? x : FMUL(x, F_(turn)), size = AS_F(AND(AS_I(t), I_(0x7fffffffu)));

	return FADD(fl_emit_sin1(l->e, SELECT_F(FCMP(OLT, size, F_(0x1p22f)), t, ZERO), cosine), FSUB(x, x));
}

LLVMValueRef mr600_sq_build_trans(struct fl_emit *e, unsigned run, LLVMValueRef x)
{
	struct fl_words *l = WORDS(e);
	const float radian = 0.159154943091895f; /* in turns */

	switch (run) {
	case SQ_OP_exp_ieee:
		return fl_emit_exp2(e, x);
	case SQ_OP_log_ieee:
		return logarithm(l, x, negative(l, INF));
	case SQ_OP_log_clamped:
		return logarithm(l, x, negative(l, MOST));
	case SQ_OP_recip_ieee:
		return FDIV(F_(1.0f), x);
	case SQ_OP_recip_clamped:
		return instead(l, FDIV(F_(1.0f), x), MOST);
	case SQ_OP_recip_ff:
		return instead(l, FDIV(F_(1.0f), x), ZERO);
	case SQ_OP_recipsqrt_ieee:
		return rsqrt(l, x);
	case SQ_OP_recipsqrt_clamped:
		return instead(l, rsqrt(l, x), MOST);
	case SQ_OP_recipsqrt_ff:
		return instead(l, rsqrt(l, x), ZERO);
	case SQ_OP_sqrt_ieee:
		return root(l, x);
	case SQ_OP_sin_r6:
	case SQ_OP_cos_r6:
		return angle(l, x, radian, run == SQ_OP_cos_r6);
	case SQ_OP_sin_r7:
	case SQ_OP_cos_r7:
		return angle(l, x, 1.0f, run == SQ_OP_cos_r7);
	default:
		return NULL;
	}
}
#endif
