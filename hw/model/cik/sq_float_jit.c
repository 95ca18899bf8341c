/* SPDX-License-Identifier: MIT
 *
 * Floats of single precision in LLVM's terms: what sq_float_body.h and hw/model/num say, operation by
 * operation, for the bits are to be the same. Rounding to whole numbers is the processor's, which takes
 * denormals as the arithmetic has them.
 */
#ifdef FL_JIT
#include "hw/model/cik/sq_lower.h"
#include "hw/model/jit/num.h"
#include "hw/model/num/num.h"

#define SIGN I_(0x80000000)
#define SIZE I_(0x7fffffff)

static LV f_one(struct sq_low *l, const char *name, LV a)
{
	return fl_emit_intrinsic(l->e, name, &a, 1);
}

static LV f_abs(struct sq_low *l, LV f)
{
	return AS_F(AND(AS_I(f), SIZE));
}

static LV is_nan(struct sq_low *l, LV f)
{
	return FCMP(UNO, f, f);
}

static LV is_zero(struct sq_low *l, LV f)
{
	return FCMP(OEQ, f, F_(0.0f));
}

/* ---- sums and products -------------------------------------------------------------------------------- */
#define SAY(name) static LV name(struct sq_low *l, unsigned opcode, LV a, LV b, LV c)
#define X         AS_F(a)
#define Y         AS_F(b)
#define Z         AS_F(c)

static LV mul0(struct sq_low *l, LV p, LV q)
{
	return SELECT_F(OR(is_zero(l, p), is_zero(l, q)), F_(0.0f), FMUL(p, q));
}

SAY(add)
{
	return AS_I(FADD(X, Y));
}

SAY(sub)
{
	return AS_I(FSUB(X, Y));
}

SAY(subrev)
{
	return AS_I(FSUB(Y, X));
}

SAY(mul)
{
	return AS_I(FMUL(X, Y));
}

SAY(mul_legacy)
{
	return AS_I(mul0(l, X, Y));
}

SAY(mad)
{
	return AS_I(FADD(FMUL(X, Y), Z));
}

SAY(mad_legacy)
{
	return AS_I(FADD(mul0(l, X, Y), Z));
}

SAY(fma_f32)
{
	LV of[3] = {X, Y, Z};

	return AS_I(fl_emit_intrinsic(l->e, "llvm.fma", of, 3));
}

/* ---- the smaller and the larger ----------------------------------------------------------------------- */
static LV extreme(struct sq_low *l, LV p, LV q, bool large)
{
	const LV f = AS_F(p), g = AS_F(q);
	const LV tie = ICMP(SLT, large ? XOR(p, I_(0xffffffff)) : p, I_(0));
	/* beyond it, or g is a NaN: of two NaN either is one */
	const LV beyond = OR(large ? FCMP(OGT, f, g) : FCMP(OLT, f, g), is_nan(l, g));

	return SELECT(OR(beyond, AND(FCMP(OEQ, f, g), tie)), p, q);
}

/* Of equal ones that are no zeros, either. */
static LV extreme_of(struct sq_low *l, LV p, LV q, bool large)
{
	const LV f = AS_F(p), g = AS_F(q);

	if (l->normal[0]) /* or q is a NaN */
		return SELECT(large ? FCMP(UGT, f, g) : FCMP(ULT, f, g), p, q);
	if (l->normal[1])
		return SELECT(large ? FCMP(OGT, f, g) : FCMP(OLT, f, g), p, q);
	return extreme(l, p, q, large);
}

SAY(min)
{
	return extreme_of(l, a, b, false);
}

SAY(max)
{
	return extreme_of(l, a, b, true);
}

SAY(min_legacy)
{
	return SELECT(FCMP(OLT, X, Y), a, b);
}

SAY(max_legacy)
{
	return SELECT(FCMP(OGE, X, Y), a, b);
}

SAY(min3)
{
	return extreme(l, extreme(l, a, b, false), c, false);
}

SAY(max3)
{
	return extreme(l, extreme(l, a, b, true), c, true);
}

SAY(med3)
{
	const LV low = extreme(l, a, b, false), nan = OR(FCMP(UNO, X, Y), is_nan(l, Z));

	return SELECT(nan, extreme(l, low, c, false),
		      extreme(l, low, extreme(l, extreme(l, a, b, true), c, false), true));
}

/* ---- whole numbers ------------------------------------------------------------------------------------ */
/* A negative denormal, where the arithmetic takes it for a zero. */
static LV lost_below(struct sq_low *l, LV bits)
{
	return ICMP(ULT, SUB(bits, I_(0x80000001)), I_(0x7fffff));
}

static LV floor_of(struct sq_low *l, LV bits)
{
	const LV whole = AS_I(f_one(l, "llvm.floor", AS_F(bits)));

	return l->flushes ? SELECT(lost_below(l, bits), I_(0xbf800000), whole) : whole;
}

SAY(floor_f32)
{
	return floor_of(l, a);
}

SAY(ceil_f32)
{
	return XOR(floor_of(l, XOR(a, SIGN)), SIGN);
}

SAY(trunc_f32)
{
	return AS_I(f_one(l, "llvm.trunc", X));
}

SAY(rndne)
{
	return AS_I(f_one(l, "llvm.roundeven", X));
}

/* num_floor()'s zeros have the sign that MODE's rounding gives them. */
SAY(fract)
{
	const LV r = FSUB(X, fl_emit_floor(l->e, X));
	const LV below_one = SELECT(FCMP(OLT, r, F_(1.0f)), AS_I(r), I_(0x3f7fffff));

	return SELECT(FCMP(OLE, f_abs(l, X), F_(NUM_MAX_FLOAT)), below_one, I_(SQ_NAN));
}

/* ---- powers, roots ------------------------------------------------------------------------------------ */
SAY(exp2_f32)
{
	return AS_I(fl_emit_exp2(l->e, X));
}

static LV is_normal(struct sq_low *l, LV x)
{
	return AND(FCMP(OGT, x, F_(0.0f)), FCMP(OLE, x, F_(NUM_MAX_FLOAT)));
}

SAY(log_f32)
{
	const LV x = X, normal = is_normal(l, x);
	const LV r = AS_I(fl_emit_log2(l->e, SELECT_F(normal, x, F_(1.0f))));

	return SELECT(normal, r,
		      SELECT(is_zero(l, x), I_(0xff800000), SELECT(FCMP(OGT, x, F_(0.0f)), a, I_(SQ_NAN))));
}

static LV rsq_of(struct sq_low *l, LV a)
{
	const LV x = X, normal = is_normal(l, x);
	const LV r = AS_I(fl_emit_rsq(l->e, SELECT_F(normal, x, F_(1.0f))));

	return SELECT(normal, r,
		      SELECT(is_zero(l, x), OR(AND(a, SIGN), I_(0x7f800000)),
			     SELECT(FCMP(OGT, x, F_(0.0f)), I_(0), I_(SQ_NAN))));
}

SAY(rsq_f32)
{
	return rsq_of(l, a);
}

/* An infinity becomes the largest number. */
static LV not_huge(struct sq_low *l, LV bits)
{
	return SELECT(FCMP(OGT, f_abs(l, AS_F(bits)), F_(NUM_MAX_FLOAT)),
		      OR(AND(bits, SIGN), AS_I(F_(NUM_MAX_FLOAT))), bits);
}

SAY(rsq_clamp)
{
	return not_huge(l, rsq_of(l, a));
}

SAY(rcp)
{
	return AS_I(FDIV(F_(1.0f), X));
}

SAY(rcp_clamp)
{
	return not_huge(l, AS_I(FDIV(F_(1.0f), X)));
}

SAY(sqrt_f32)
{
	return AS_I(f_one(l, "llvm.sqrt", X));
}

static LV turn(struct sq_low *l, LV a, bool cosine)
{
	const LV size = f_abs(l, X), t = SELECT_F(FCMP(OLE, size, F_(256.0f)), X, F_(0.0f));
	const LV r = AS_I(fl_emit_sin1(l->e, t, cosine));

	return SELECT(FCMP(OLE, size, F_(NUM_MAX_FLOAT)), r, I_(SQ_NAN));
}

SAY(sin_f32)
{
	return turn(l, a, false);
}

SAY(cos_f32)
{
	return turn(l, a, true);
}

/* ---- cubes -------------------------------------------------------------------------------------------- */
struct axes {
	LV z, y; /* the largest is that one */
};

static struct axes axes(struct sq_low *l, LV a, LV b, LV c)
{
	const LV u = f_abs(l, X), v = f_abs(l, Y), t = f_abs(l, Z);

	return (struct axes){AND(FCMP(OGE, t, u), FCMP(OGE, t, v)), FCMP(OGE, v, u)};
}

static LV largest(struct sq_low *l, LV a, LV b, LV c)
{
	const struct axes is = axes(l, a, b, c);

	return SELECT(is.z, c, SELECT(is.y, b, a));
}

static LV negative(struct sq_low *l, LV bits)
{
	return FCMP(OLT, AS_F(bits), F_(0.0f));
}

SAY(cubeid)
{
	const struct axes is = axes(l, a, b, c);
	const LV first = SELECT(is.z, AS_I(F_(4.0f)), SELECT(is.y, AS_I(F_(2.0f)), I_(0)));

	return AS_I(FADD(AS_F(first), SELECT_F(negative(l, largest(l, a, b, c)), F_(1.0f), F_(0.0f))));
}

SAY(cubesc)
{
	const struct axes is = axes(l, a, b, c);

	return SELECT(is.z, SELECT(negative(l, c), XOR(a, SIGN), a),
		      SELECT(is.y, a, SELECT(negative(l, a), c, XOR(c, SIGN))));
}

SAY(cubetc)
{
	const struct axes is = axes(l, a, b, c);
	const LV is_y = AND(is.y, LLVM_1(Not, is.z));

	return SELECT(is_y, SELECT(negative(l, b), XOR(c, SIGN), c), XOR(b, SIGN));
}

SAY(cubema)
{
	return AS_I(FMUL(F_(2.0f), AS_F(largest(l, a, b, c))));
}

/* ---- the table ---------------------------------------------------------------------------------------- */
#define ARITHMETIC(name)                                     \
	{                                                    \
		.say = name, .nan_in = true, .nan_out = true \
	}
#define WIDE(name)                                                         \
	{                                                                  \
		.say = name, .nan_in = true, .nan_out = true, .wide = true \
	}
#define WHOLE(name)                                                                             \
	{                                                                                       \
		.say = name, .nan_in = true, .nan_out = true, .wide = true, .any_setting = true \
	}

static const struct sq_how hows[SQ_VOPS] = {
    [SQ_V2(V_ADD_F32)] = ARITHMETIC(add),
    [SQ_V2(V_SUB_F32)] = ARITHMETIC(sub),
    [SQ_V2(V_SUBREV_F32)] = ARITHMETIC(subrev),
    [SQ_V2(V_MUL_F32)] = ARITHMETIC(mul),
    [SQ_V2(V_MUL_LEGACY_F32)] = ARITHMETIC(mul_legacy),
    [SQ_V2(V_MAC_F32)] = ARITHMETIC(mad),
    [SQ_V2(V_MADMK_F32)] = ARITHMETIC(mad),
    [SQ_V2(V_MADAK_F32)] = ARITHMETIC(mad),
    [SQ_V3(V_MAD_F32)] = ARITHMETIC(mad),
    [SQ_V2(V_MAC_LEGACY_F32)] = ARITHMETIC(mad_legacy),
    [SQ_V3(V_MAD_LEGACY_F32)] = ARITHMETIC(mad_legacy),
    [SQ_V3(V_FMA_F32)] = WIDE(fma_f32),
    [SQ_V2(V_MIN_F32)] = ARITHMETIC(min),
    [SQ_V2(V_MAX_F32)] = ARITHMETIC(max),
    [SQ_V2(V_MIN_LEGACY_F32)] = {.say = min_legacy},
    [SQ_V2(V_MAX_LEGACY_F32)] = {.say = max_legacy},
    [SQ_V3(V_MIN3_F32)] = ARITHMETIC(min3),
    [SQ_V3(V_MAX3_F32)] = ARITHMETIC(max3),
    [SQ_V3(V_MED3_F32)] = ARITHMETIC(med3),
    [SQ_V1(V_FLOOR_F32)] = WHOLE(floor_f32),
    [SQ_V1(V_CEIL_F32)] = WHOLE(ceil_f32),
    [SQ_V1(V_TRUNC_F32)] = WHOLE(trunc_f32),
    [SQ_V1(V_RNDNE_F32)] = WHOLE(rndne),
    [SQ_V1(V_FRACT_F32)] = ARITHMETIC(fract),
    [SQ_V1(V_EXP_F32)] = ARITHMETIC(exp2_f32),
    [SQ_V1(V_EXP_LEGACY_F32)] = ARITHMETIC(exp2_f32),
    [SQ_V1(V_LOG_F32)] = ARITHMETIC(log_f32),
    [SQ_V1(V_LOG_LEGACY_F32)] = ARITHMETIC(log_f32),
    [SQ_V1(V_RSQ_F32)] = ARITHMETIC(rsq_f32),
    [SQ_V1(V_RSQ_CLAMP_F32)] = ARITHMETIC(rsq_clamp),
    [SQ_V1(V_RCP_F32)] = ARITHMETIC(rcp),
    [SQ_V1(V_RCP_IFLAG_F32)] = ARITHMETIC(rcp),
    [SQ_V1(V_RCP_CLAMP_F32)] = ARITHMETIC(rcp_clamp),
    [SQ_V1(V_SQRT_F32)] = ARITHMETIC(sqrt_f32),
    [SQ_V1(V_SIN_F32)] = ARITHMETIC(sin_f32),
    [SQ_V1(V_COS_F32)] = ARITHMETIC(cos_f32),
    [SQ_V3(V_CUBEID_F32)] = ARITHMETIC(cubeid),
    [SQ_V3(V_CUBESC_F32)] = ARITHMETIC(cubesc),
    [SQ_V3(V_CUBETC_F32)] = ARITHMETIC(cubetc),
    [SQ_V3(V_CUBEMA_F32)] = ARITHMETIC(cubema),
};

const struct sq_how *mcik_sq_float_how(unsigned opcode)
{
	return opcode < SQ_VOPS && hows[opcode].say ? &hows[opcode] : NULL;
}

/* ---- comparisons -------------------------------------------------------------------------------------- */
/* In the order of the opcodes */
SAY(compare_f32)
{
	static const LLVMRealPredicate how[16] = {LLVMRealPredicateFalse,
						  LLVMRealOLT,
						  LLVMRealOEQ,
						  LLVMRealOLE,
						  LLVMRealOGT,
						  LLVMRealONE,
						  LLVMRealOGE,
						  LLVMRealORD,
						  LLVMRealUNO,
						  LLVMRealULT,
						  LLVMRealUEQ,
						  LLVMRealULE,
						  LLVMRealUGT,
						  LLVMRealUNE,
						  LLVMRealUGE,
						  LLVMRealPredicateTrue};

	return LLVM_3(FCmp, how[opcode & 15], X, Y);
}

static const LLVMIntPredicate orders[2][8] = {
    {0, LLVMIntSLT, LLVMIntEQ, LLVMIntSLE, LLVMIntSGT, LLVMIntNE, LLVMIntSGE, 0},
    {0, LLVMIntULT, LLVMIntEQ, LLVMIntULE, LLVMIntUGT, LLVMIntNE, LLVMIntUGE, 0}};

SAY(compare_i32)
{
	const LLVMIntPredicate how = orders[opcode >> 6 & 1][opcode & 7];

	return how          ? LLVM_3(ICmp, how, a, b)
	       : opcode & 7 ? l->e->llvm->ConstAllOnes(l->e->v1)
			    : l->e->llvm->ConstNull(l->e->v1);
}

const struct sq_how *mcik_sq_compare_how(unsigned opcode)
{
	static const struct sq_how f32 = {.say = compare_f32, .nan_in = true};
	static const struct sq_how i32 = {.say = compare_i32, .any_setting = true, .bits = true};

	if (opcode >= SQ_VOP2_AT || opcode & 0x10) /* those that write EXEC */
		return NULL;
	switch (opcode >> 5) {
	case 0:
	case 2:
		return &f32;
	case 4:
	case 6:
		return opcode & 8 ? NULL : &i32;
	}
	return NULL; /* doubles, and integers of 64 bits */
}
#endif
