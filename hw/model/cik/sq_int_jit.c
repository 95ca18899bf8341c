/* SPDX-License-Identifier: MIT
 *
 * Whole numbers, bits, conversions and halves in LLVM's terms: what sq_int_body.h, sq_convert_body.h and
 * sq_half_body.h say.
 */
#ifdef FL_JIT
#include "hw/model/cik/sq_lower.h"

#define SAY(name) static LV name(struct sq_low *l, unsigned opcode, LV a, LV b, LV c)
#define X         AS_F(a)

/* ---- bits --------------------------------------------------------------------------------------------- */
SAY(mov)
{
	return a;
}

SAY(not )
{
	return XOR(a, I_(0xffffffff));
}

SAY(and)
{
	return AND(a, b);
}

SAY(or)
{
	return OR(a, b);
}

SAY(xor)
{
	return XOR(a, b);
}

static LV low5(struct sq_low *l, LV v)
{
	return AND(v, I_(31));
}

SAY(lshr)
{
	return LSHR(a, low5(l, b));
}

SAY(lshrrev)
{
	return LSHR(b, low5(l, a));
}

SAY(ashr)
{
	return ASHR(a, low5(l, b));
}

SAY(ashrrev)
{
	return ASHR(b, low5(l, a));
}

SAY(lshl)
{
	return SHL(a, low5(l, b));
}

SAY(lshlrev)
{
	return SHL(b, low5(l, a));
}

static LV field_mask(struct sq_low *l, LV width)
{
	return SUB(SHL(I_(1), low5(l, width)), I_(1));
}

SAY(bfe_u32)
{
	return AND(LSHR(a, low5(l, b)), field_mask(l, c));
}

SAY(bfi)
{
	return OR(AND(a, b), AND(XOR(a, I_(0xffffffff)), c));
}

SAY(bfm)
{
	return SHL(field_mask(l, a), low5(l, b));
}

SAY(alignbit)
{
	LV of[3] = {a, b, low5(l, c)};

	return fl_emit_intrinsic(l->e, "llvm.fshr", of, 3);
}

SAY(alignbyte)
{
	LV of[3] = {a, b, SHL(AND(c, I_(3)), I_(3))};

	return fl_emit_intrinsic(l->e, "llvm.fshr", of, 3);
}

/* ---- numbers ------------------------------------------------------------------------------------------ */
SAY(min_i32)
{
	return SELECT(ICMP(SLT, a, b), a, b);
}

SAY(max_i32)
{
	return SELECT(ICMP(SGT, a, b), a, b);
}

SAY(min_u32)
{
	return SELECT(ICMP(ULT, a, b), a, b);
}

SAY(max_u32)
{
	return SELECT(ICMP(UGT, a, b), a, b);
}

static LV signed24(struct sq_low *l, LV v)
{
	return ASHR(SHL(v, I_(8)), I_(8));
}

static LV unsigned24(struct sq_low *l, LV v)
{
	return AND(v, I_(0xffffff));
}

SAY(mul_i24)
{
	return MUL(signed24(l, a), signed24(l, b));
}

SAY(mul_u24)
{
	return MUL(unsigned24(l, a), unsigned24(l, b));
}

SAY(mad_i24)
{
	return ADD(MUL(signed24(l, a), signed24(l, b)), c);
}

SAY(mad_u24)
{
	return ADD(MUL(unsigned24(l, a), unsigned24(l, b)), c);
}

SAY(mul_lo)
{
	return MUL(a, b);
}

/* ---- conversions -------------------------------------------------------------------------------------- */
SAY(cvt_f32_i32)
{
	return AS_I(LLVM_2(SIToFP, a, l->e->vf32));
}

SAY(cvt_f32_u32)
{
	return AS_I(LLVM_2(UIToFP, a, l->e->vf32));
}

/* Towards zero; what does not fit is the nearest that does, and of NaN 0. A conversion that does not fit
 * gives 0x80000000. */
static LV to_i32(struct sq_low *l, LV f)
{
	const LV fits = AND(FCMP(OGE, f, F_(-0x1p31f)), FCMP(OLT, f, F_(0x1p31f)));
	const LV i = LLVM_2(FPToSI, SELECT_F(fits, f, F_(0.0f)), l->e->v32);

	return SELECT(FCMP(OGE, f, F_(0x1p31f)), I_(0x7fffffff),
		      SELECT(FCMP(OLT, f, F_(-0x1p31f)), I_(0x80000000), i));
}

SAY(cvt_i32_f32)
{
	return to_i32(l, X);
}

SAY(cvt_u32_f32)
{
	const LV f = X, fits = AND(FCMP(OGT, f, F_(0.0f)), FCMP(OLT, f, F_(0x1p32f)));
	const LV low = AND(fits, FCMP(OLT, f, F_(0x1p31f))), high = AND(fits, FCMP(OGE, f, F_(0x1p31f)));
	const LV small = LLVM_2(FPToSI, SELECT_F(low, f, F_(0.0f)), l->e->v32);
	const LV large = LLVM_2(FPToSI, FSUB(SELECT_F(high, f, F_(0x1p31f)), F_(0x1p31f)), l->e->v32);

	return SELECT(FCMP(OGE, f, F_(0x1p32f)), I_(0xffffffff),
		      SELECT(high, OR(large, I_(0x80000000)), small));
}

SAY(ubyte)
{
	const uint32_t k = opcode - SQ_V1(V_CVT_F32_UBYTE0);

	return AS_I(LLVM_2(SIToFP, AND(LSHR(a, I_(8 * k)), I_(255)), l->e->vf32));
}

/* ---- halves ------------------------------------------------------------------------------------------- */
/* half_to_float(): what is tiny has an exact product, whatever the arithmetic makes of denormals. */
SAY(cvt_f32_f16)
{
	const LV h = AND(a, I_(0xffff)), sign = SHL(AND(h, I_(0x8000)), I_(16)), m = AND(h, I_(0x3ff));
	const LV e = AND(h, I_(0x7c00)), size = AND(h, I_(0x7fff));
	const LV tiny = AS_I(FMUL(LLVM_2(SIToFP, m, l->e->vf32), F_(0x1p-24f)));
	const LV normal = ADD(SHL(size, I_(13)), I_(112u << 23));
	const LV huge = OR(I_(0x7f800000), SHL(m, I_(13)));

	return OR(sign, SELECT(ICMP(EQ, e, I_(0)), tiny, SELECT(ICMP(EQ, e, I_(0x7c00)), huge, normal)));
}

/* half_of() toward zero */
static LV cut(struct sq_low *l, LV v)
{
	const LV sign = AND(LSHR(v, I_(16)), I_(0x8000)), size = AND(v, I_(0x7fffffff));
	/* tiny: in units of 2^-24 */
	const LV shift = SUB(I_(126), LSHR(size, I_(23)));
	const LV m = OR(AND(size, I_(0x7fffff)), I_(0x800000)), near = ICMP(ULT, shift, I_(24));
	const LV tiny = SELECT(near, LSHR(m, SELECT(near, shift, I_(0))), I_(0));
	const LV normal = LSHR(SUB(size, I_(0x38000000)), I_(13));
	const LV h = SELECT(ICMP(UGE, size, I_(0x38800000)), normal, tiny);
	const LV fits = SELECT(ICMP(ULT, h, I_(0x7c00)), h, I_(0x7bff));
	const LV huge = SELECT(ICMP(UGT, size, I_(0x7f800000)), I_(0x7e00), I_(0x7c00));

	return OR(sign, SELECT(ICMP(UGE, size, I_(0x7f800000)), huge, fits));
}

/* The same by the processor's conversion, which does not keep all of a NaN. */
static LV cut_at_once(struct sq_low *l, LV v)
{
	enum { TO_ZERO = 3 | 8 /* and no exceptions */ };
	const struct fl_llvm *b = l->e->llvm;
	LV of[4] = {AS_F(v), b->ConstInt(l->e->i32, TO_ZERO, 0), b->GetUndef(l->e->v16),
		    b->ConstInt(l->e->i16, 0xffff, 0)};
	const bool large = l->isa == FL_ISA_AVX512;
	const LV h =
	    fl_emit_machine(l->e, large ? "llvm.x86.avx512.mask.vcvtps2ph.512" : "llvm.x86.vcvtps2ph.256",
			    l->e->v16, of, large ? 4 : 2);

	return SELECT(FCMP(UNO, of[0], of[0]), OR(AND(LSHR(v, I_(16)), I_(0x8000)), I_(0x7e00)),
		      LLVM_2(ZExt, h, l->e->v32));
}

SAY(pkrtz)
{
	LV (*const half)(struct sq_low * l, LV v) = l->isa >= FL_ISA_AVX2 ? cut_at_once : cut;

	return OR(half(l, a), SHL(half(l, b), I_(16)));
}

/* ---- the table ---------------------------------------------------------------------------------------- */
#define BITS(name)                                             \
	{                                                      \
		.say = name, .any_setting = true, .bits = true \
	}
#define EXACT(name)                                              \
	{                                                        \
		.say = name, .any_setting = true, .nan_in = true \
	}

static const struct sq_how hows[SQ_VOPS] = {
    [SQ_V1(V_MOV_B32)] = BITS(mov),
    [SQ_V1(V_NOT_B32)] = BITS(not ),
    [SQ_V2(V_AND_B32)] = BITS(and),
    [SQ_V2(V_OR_B32)] = BITS(or),
    [SQ_V2(V_XOR_B32)] = BITS(xor),
    [SQ_V2(V_LSHR_B32)] = BITS(lshr),
    [SQ_V2(V_LSHRREV_B32)] = BITS(lshrrev),
    [SQ_V2(V_ASHR_I32)] = BITS(ashr),
    [SQ_V2(V_ASHRREV_I32)] = BITS(ashrrev),
    [SQ_V2(V_LSHL_B32)] = BITS(lshl),
    [SQ_V2(V_LSHLREV_B32)] = BITS(lshlrev),
    [SQ_V3(V_BFE_U32)] = BITS(bfe_u32),
    [SQ_V3(V_BFI_B32)] = BITS(bfi),
    [SQ_V2(V_BFM_B32)] = BITS(bfm),
    [SQ_V3(V_ALIGNBIT_B32)] = BITS(alignbit),
    [SQ_V3(V_ALIGNBYTE_B32)] = BITS(alignbyte),
    [SQ_V2(V_MIN_I32)] = BITS(min_i32),
    [SQ_V2(V_MAX_I32)] = BITS(max_i32),
    [SQ_V2(V_MIN_U32)] = BITS(min_u32),
    [SQ_V2(V_MAX_U32)] = BITS(max_u32),
    [SQ_V2(V_MUL_I32_I24)] = BITS(mul_i24),
    [SQ_V2(V_MUL_U32_U24)] = BITS(mul_u24),
    [SQ_V3(V_MAD_I32_I24)] = BITS(mad_i24),
    [SQ_V3(V_MAD_U32_U24)] = BITS(mad_u24),
    [SQ_V3(V_MUL_LO_U32)] = BITS(mul_lo),
    [SQ_V3(V_MUL_LO_I32)] = BITS(mul_lo),
    [SQ_V1(V_CVT_F32_I32)] = {.say = cvt_f32_i32, .any_setting = true},
    [SQ_V1(V_CVT_F32_U32)] = {.say = cvt_f32_u32, .any_setting = true},
    [SQ_V1(V_CVT_I32_F32)] = EXACT(cvt_i32_f32),
    [SQ_V1(V_CVT_U32_F32)] = EXACT(cvt_u32_f32),
    [SQ_V1(V_CVT_F32_UBYTE0)] = {.say = ubyte, .any_setting = true},
    [SQ_V1(V_CVT_F32_UBYTE1)] = {.say = ubyte, .any_setting = true},
    [SQ_V1(V_CVT_F32_UBYTE2)] = {.say = ubyte, .any_setting = true},
    [SQ_V1(V_CVT_F32_UBYTE3)] = {.say = ubyte, .any_setting = true},
    [SQ_V1(V_CVT_F32_F16)] = {.say = cvt_f32_f16, .any_setting = true, .nan_out = true},
    [SQ_V2(V_CVT_PKRTZ_F16_F32)] = {.say = pkrtz, .any_setting = true},
};

const struct sq_how *mcik_sq_int_how(unsigned opcode)
{
	return opcode < SQ_VOPS && hows[opcode].say ? &hows[opcode] : NULL;
}
#endif
