/* SPDX-License-Identifier: MIT
 *
 * Sums with carry, and integers of 64 bits in LLVM's terms: what sq_int_body.h and sq_wide_body.h say. The
 * carry that goes in is l->in, the one that comes out l->out; upper halves are l->high, and l->result_high.
 */
#ifdef FL_JIT
#include "hw/model/cik/sq_lower.h"

#define SAY(name) static LV name(struct sq_low *l, unsigned opcode, LV a, LV b, LV c)

/* ---- with carry --------------------------------------------------------------------------------------- */
static LV one_if(struct sq_low *l, LV mask)
{
	return LLVM_2(ZExt, mask, l->e->v32);
}

SAY(add_i32)
{
	const LV r = ADD(a, b);

	l->out = ICMP(ULT, r, a);
	return r;
}

SAY(sub_i32)
{
	l->out = ICMP(UGT, b, a);
	return SUB(a, b);
}

SAY(subrev_i32)
{
	return sub_i32(l, opcode, b, a, c);
}

SAY(addc)
{
	const LV r = ADD(ADD(a, b), one_if(l, l->in));

	l->out = OR(ICMP(ULT, r, a), AND(ICMP(EQ, r, a), l->in));
	return r;
}

SAY(subb)
{
	l->out = OR(ICMP(UGT, b, a), AND(ICMP(EQ, b, a), l->in));
	return SUB(SUB(a, b), one_if(l, l->in));
}

SAY(subbrev)
{
	return subb(l, opcode, b, a, c);
}

/* ---- shifted: by less than 32, and then by 32 --------------------------------------------------------- */
static LV is_far(struct sq_low *l, LV by)
{
	return ICMP(NE, AND(by, I_(32)), I_(0));
}

/* 32 bits out of 64, of which the lower ones, or the upper ones, are at place 0. */
static LV between(struct sq_low *l, const char *how, LV high, LV low, LV by)
{
	LV of[3] = {high, low, AND(by, I_(31))};

	return fl_emit_intrinsic(l->e, how, of, 3);
}

SAY(lshl64)
{
	const LV far = is_far(l, b), low = SHL(a, AND(b, I_(31)));

	l->result_high = SELECT(far, low, between(l, "llvm.fshl", l->high[0], a, b));
	return SELECT(far, I_(0), low);
}

SAY(lshr64)
{
	const LV far = is_far(l, b), high = LSHR(l->high[0], AND(b, I_(31)));

	l->result_high = SELECT(far, I_(0), high);
	return SELECT(far, high, between(l, "llvm.fshr", l->high[0], a, b));
}

SAY(ashr64)
{
	const LV far = is_far(l, b), high = ASHR(l->high[0], AND(b, I_(31)));

	l->result_high = SELECT(far, ASHR(l->high[0], I_(31)), high);
	return SELECT(far, high, between(l, "llvm.fshr", l->high[0], a, b));
}

/* ---- products ----------------------------------------------------------------------------------------- */
#define U64(v) LLVM_2(ZExt, v, l->e->v64)
#define S64(v) LLVM_2(SExt, v, l->e->v64)
#define I64(v) LLVM_2(ZExt, I_(v), l->e->v64)

static LV upper(struct sq_low *l, LV v)
{
	return LLVM_2(Trunc, LSHR(v, I64(32)), l->e->v32);
}

static LV sum64(struct sq_low *l, LV p, LV q, bool has_sign)
{
	const LV r = ADD(p, q);

	if (has_sign) /* of the same sign, and the sum has the other */
		l->out = ICMP(SLT, AND(NOT(XOR(p, q)), XOR(p, r)), I64(0));
	else
		l->out = ICMP(ULT, r, p);
	l->result_high = upper(l, r);
	return LLVM_2(Trunc, r, l->e->v32);
}

static LV third64(struct sq_low *l, LV c)
{
	return OR(U64(c), SHL(U64(l->high[2]), I64(32)));
}

SAY(mad_u64_u32)
{
	return sum64(l, MUL(U64(a), U64(b)), third64(l, c), false);
}

SAY(mad_i64_i32)
{
	return sum64(l, MUL(S64(a), S64(b)), third64(l, c), true);
}

SAY(mul_hi_u32)
{
	return upper(l, MUL(U64(a), U64(b)));
}

SAY(mul_hi_i32)
{
	return upper(l, MUL(S64(a), S64(b)));
}

/* ---- the table ---------------------------------------------------------------------------------------- */
static const struct sq_how hows[SQ_VOPS] = {
    [SQ_V2(V_ADD_I32)] = {.say = add_i32, .any_setting = true, .bits = true},
    [SQ_V2(V_SUB_I32)] = {.say = sub_i32, .any_setting = true, .bits = true},
    [SQ_V2(V_SUBREV_I32)] = {.say = subrev_i32, .any_setting = true, .bits = true},
    [SQ_V2(V_ADDC_U32)] = {.say = addc, .any_setting = true, .bits = true},
    [SQ_V2(V_SUBB_U32)] = {.say = subb, .any_setting = true, .bits = true},
    [SQ_V2(V_SUBBREV_U32)] = {.say = subbrev, .any_setting = true, .bits = true},
    [SQ_V3(V_LSHL_B64)] = {.say = lshl64, .any_setting = true, .bits = true},
    [SQ_V3(V_LSHR_B64)] = {.say = lshr64, .any_setting = true, .bits = true},
    [SQ_V3(V_ASHR_I64)] = {.say = ashr64, .any_setting = true, .bits = true},
    [SQ_V3(V_MAD_U64_U32)] = {.say = mad_u64_u32, .any_setting = true, .bits = true},
    [SQ_V3(V_MAD_I64_I32)] = {.say = mad_i64_i32, .any_setting = true, .bits = true},
    [SQ_V3(V_MUL_HI_U32)] = {.say = mul_hi_u32, .any_setting = true, .bits = true},
    [SQ_V3(V_MUL_HI_I32)] = {.say = mul_hi_i32, .any_setting = true, .bits = true},
};

const struct sq_how *mcik_sq_wide_how(unsigned opcode)
{
	return opcode < SQ_VOPS && hows[opcode].say ? &hows[opcode] : NULL;
}
#endif
