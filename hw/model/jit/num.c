/* SPDX-License-Identifier: MIT
 *
 * What num_body.h says, operation by operation; see num.h. Rounding to whole numbers is done by sums, as it
 * is there: the lowest instruction set has nothing better.
 */
#ifdef FL_JIT
#include "hw/model/jit/num.h"
#include "hw/model/jit/words.h"

#define SIGN I_(0x80000000)
#define SIZE I_(0x7fffffff)

static LV to_int(struct fl_words *l, LV f)
{
	return LLVM_2(FPToSI, f, l->e->v32);
}

static LV to_float(struct fl_words *l, LV i)
{
	return LLVM_2(SIToFP, i, l->e->vf32);
}

static LV ldexp1(struct fl_words *l, LV f, LV i)
{
	return AS_F(ADD(AS_I(f), SHL(i, I_(23))));
}

LV fl_emit_floor(struct fl_emit *e, LV x)
{
	struct fl_words *l = WORDS(e);
	const LV size = AS_F(AND(AS_I(x), SIZE)), near = FSUB(FADD(size, F_(0x1p23f)), F_(0x1p23f));
	const LV whole =
	    AS_F(OR(SELECT(FCMP(OLT, size, F_(0x1p23f)), AS_I(near), AS_I(size)), AND(AS_I(x), SIGN)));

	return SELECT_F(FCMP(OGT, whole, x), FSUB(whole, F_(1.0f)), whole);
}

LV fl_emit_exp2(struct fl_emit *e, LV x)
{
	static const float terms[] = {1.33335581464284434e-3f, 9.61812910762847716e-3f,
				      5.55041086648215800e-2f, 2.40226506959100712e-1f,
				      6.93147180559945309e-1f, 1.0f};
	struct fl_words *l = WORDS(e);
	const LV high = FCMP(OGE, x, F_(128.0f)), low = FCMP(OLT, x, F_(-126.0f)), nan = FCMP(UNO, x, x);
	const LV y = SELECT_F(OR(OR(high, low), nan), F_(0.0f), x);
	const LV whole = fl_emit_floor(e, FADD(y, F_(0.5f))), f = FSUB(y, whole);
	LV p = FADD(FMUL(f, F_(1.52527338040598403e-5f)), F_(1.54035303933816099e-4f)), top;

	for (unsigned k = 0; k < sizeof terms / sizeof *terms; k++)
		p = FADD(FMUL(p, f), F_(terms[k]));
	top = FCMP(OGT, whole, F_(127.0f));
	p = ldexp1(l, p, to_int(l, SELECT_F(top, F_(127.0f), whole)));
	p = SELECT_F(top, FADD(p, p), p);
	p = SELECT_F(low, F_(0.0f), p);
	p = SELECT_F(high, F_(__builtin_inff()), p);
	return SELECT_F(nan, x, p);
}

LV fl_emit_log2(struct fl_emit *e, LV x)
{
	struct fl_words *l = WORDS(e);
	LV m = AS_F(OR(AND(AS_I(x), I_(0x7fffff)), I_(0x3f800000)));
	LV power = to_float(l, SUB(AND(LSHR(AS_I(x), I_(23)), I_(255)), I_(127)));
	const LV half = FCMP(OGT, m, F_(1.41421354f));
	LV t, s, p;

	m = SELECT_F(half, FMUL(m, F_(0.5f)), m);
	power = SELECT_F(half, FADD(power, F_(1.0f)), power);
	t = FDIV(FSUB(m, F_(1.0f)), FADD(m, F_(1.0f)));
	s = FMUL(t, t);
	p = FADD(FMUL(s, F_(0.320598897964209f)), F_(0.412198583111132f));
	p = FADD(FMUL(p, s), F_(0.577078016355585f));
	p = FADD(FMUL(p, s), F_(0.961796693925976f));
	p = FADD(FMUL(p, s), F_(2.88539008177793f));
	return FADD(FMUL(p, t), power);
}

LV fl_emit_rsq(struct fl_emit *e, LV x)
{
	struct fl_words *l = WORDS(e);
	const LV bits = AS_I(x), half = ASHR(SUB(AND(LSHR(bits, I_(23)), I_(255)), I_(127)), I_(1));
	const LV m = AS_F(SUB(AND(bits, SIZE), SHL(half, I_(24))));
	LV y = AS_F(SUB(I_(0x5f375a86), LSHR(AS_I(m), I_(1)))), r;

	for (unsigned k = 0; k < 3; k++) /* as C groups it: ((0.5 m) y) y */
		y = FMUL(y, FSUB(F_(1.5f), FMUL(FMUL(FMUL(F_(0.5f), m), y), y)));
	r = FSUB(F_(1.0f), FMUL(FMUL(m, y), y));
	y = FADD(y, FMUL(FMUL(F_(0.5f), y), r));
	return ldexp1(l, y, SUB(I_(0), half));
}

LV fl_emit_sin1(struct fl_emit *e, LV t, bool cosine)
{
	struct fl_words *l = WORDS(e);
	const LV q = fl_emit_floor(e, FADD(FMUL(t, F_(4.0f)), F_(0.5f)));
	const LV n = cosine ? ADD(to_int(l, q), I_(1)) : to_int(l, q), f = FSUB(t, FMUL(q, F_(0.25f)));
	const LV y = FMUL(f, F_(6.28318530717958648f)), s = FMUL(y, y);
	LV sine = FSUB(FMUL(s, F_(2.75573192239858907e-6f)), F_(1.98412698412698413e-4f));
	LV cos = FADD(FMUL(s, F_(-2.75573192239858907e-7f)), F_(2.48015873015873016e-5f)), r;

	sine = FADD(FMUL(sine, s), F_(8.33333333333333333e-3f));
	sine = FSUB(FMUL(sine, s), F_(1.66666666666666667e-1f));
	sine = FADD(FMUL(FMUL(sine, s), y), y);
	cos = FSUB(FMUL(cos, s), F_(1.38888888888888889e-3f));
	cos = FADD(FMUL(cos, s), F_(4.16666666666666667e-2f));
	cos = FSUB(FMUL(cos, s), F_(0.5f));
	cos = FADD(FMUL(cos, s), F_(1.0f));
	r = SELECT(ICMP(NE, AND(n, I_(1)), I_(0)), AS_I(cos), AS_I(sine));
	return AS_F(SELECT(ICMP(NE, AND(n, I_(2)), I_(0)), XOR(r, SIGN), r));
}
#endif
