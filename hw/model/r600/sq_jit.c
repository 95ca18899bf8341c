/* SPDX-License-Identifier: MIT
 *
 * Moves of planned groups (sq_plan.c) as a function that LLVM compiles (hw/model/jit): registers that it
 * reads are loaded once and those that it writes are stored once, in the lanes of a mask; between that they
 * are values, a vector of lanes at a time. Written to the bits of sq_math_body.h and sq_trans_body.h.
 *
 * A NaN that arithmetic makes has the bits SQ_NAN. Where the next reader takes it for a number alone its bits
 * do not matter; so it is "loose" until it is stored, or read by something that sees bits.
 */
#include "hw/model/r600/sq_native.h"

#ifdef FL_JIT
#include "hw/model/jit/num.h"
#include "hw/model/jit/words.h"

#include <stddef.h>

struct value {
	LV v;       /* as dwords; NULL: it is where the piece found it */
	bool loose; /* if it is a NaN, SQ_NAN is meant */
	bool written;
};

struct build {
	const struct sq_piece *piece;
	struct fl_emit *e;
	struct value value[SQ_PLACES];
	bool nonzero[2]; /* of the move at hand: the operand is a literal, a number that is not zero */
};

/* ---- of the move at hand ------------------------------------------------------------------------------- */
#define X    AS_F(a)
#define Y    AS_F(b)
#define Z    AS_F(c)
#define SIGN I_(0x80000000u)
#define SIZE I_(0x7fffffffu)

/* ---- places -------------------------------------------------------------------------------------------- */
static LV address(struct build *l, struct sq_place p)
{
	struct fl_emit *e = l->e;
	const uint64_t at_B = (uint64_t)p.at * SQ_LANES * sizeof(uint32_t);

	switch (p.base) {
	case SQ_AT_GPR:
		return fl_emit_at(e, e->arg[0], at_B);
	case SQ_AT_PREVIOUS:
		return fl_emit_at(e, e->arg[1], offsetof(struct mr600_sq_state, previous) + at_B);
	case SQ_AT_TEMP:
		return fl_emit_at(e, e->arg[1], offsetof(struct mr600_sq_state, temp) + at_B);
	default:
		return fl_emit_at(e, e->arg[2], at_B);
	}
}

static struct value get(struct build *l, struct sq_place p)
{
	struct value *value = &l->value[sq_place_number(p)];

	if (p.base == SQ_AT_TABLE) { /* the same in all lanes */
		const uint64_t at_B = (uint64_t)p.at * SQ_LANES * sizeof(uint32_t);

		return (struct value){.v = fl_emit_spread(l->e, l->e->arg[2], at_B)};
	}
	if (!value->v)
		value->v = fl_emit_load(l->e, address(l, p));
	return *value;
}

static LV settled(struct build *l, struct value value)
{
	const LV f = AS_F(value.v);

	return value.loose ? SELECT(FCMP(ORD, f, f), value.v, I_(SQ_NAN)) : value.v;
}

/* ---- floats -------------------------------------------------------------------------------------------- */

static LV is_zero(struct build *l, LV f)
{
	return FCMP(OEQ, f, F_(0.0f));
}

static LV mul0(struct build *l, LV x, LV y)
{
	const LV product = AS_I(FMUL(x, y));
	LV zero = NULL;

	if (!l->nonzero[0])
		zero = is_zero(l, x);
	if (!l->nonzero[1])
		zero = zero ? OR(zero, is_zero(l, y)) : is_zero(l, y);
	return zero ? AS_F(SELECT(zero, I_(0), product)) : AS_F(product);
}

static LV negative(struct build *l, LV f)
{
	return AS_F(XOR(AS_I(f), SIGN));
}

static LV with_sign(struct build *l, LV f, LV of)
{
	return AS_F(OR(AND(AS_I(f), SIZE), AND(AS_I(of), SIGN)));
}

static LV nearest(struct build *l, LV x)
{
	const LV m = AS_F(AND(AS_I(x), SIZE)), near = FSUB(FADD(m, F_(0x1p23f)), F_(0x1p23f));

	return with_sign(l, AS_F(SELECT(FCMP(OLT, m, F_(0x1p23f)), AS_I(near), AS_I(m))), x);
}

static LV saturated(struct build *l, LV x, uint32_t of_nan)
{
	const LV high = AS_F(SELECT(FCMP(OLT, x, F_(1.0f)), AS_I(x), I_(SQ_ONE)));
	const LV in = SELECT(FCMP(OGT, high, F_(0.0f)), AS_I(high), I_(0));

	return SELECT(FCMP(UNO, x, x), I_(of_nan), in);
}

/* What arithmetic makes: floats, whose NaN is not SQ_NAN yet. NULL: it is no arithmetic. */
static LV arithmetic(struct build *l, unsigned run, LV a, LV b, LV c)
{
	switch (run) {
	case SQ_OP_add:
	case SQ_OP_add_b:
	case SQ_OP_add_raw:
	case SQ_OP_add_raw_b:
		return FADD(X, Y);
	case SQ_OP_mul:
	case SQ_OP_mul_b:
	case SQ_OP_mul_raw:
	case SQ_OP_mul_raw_b:
		return mul0(l, X, Y);
	case SQ_OP_mul_ieee:
	case SQ_OP_mul_ieee_b:
	case SQ_OP_mul_ieee_raw:
	case SQ_OP_mul_ieee_raw_b:
		return FMUL(X, Y);
	case SQ_OP_muladd:
	case SQ_OP_muladd_b:
	case SQ_OP_muladd_c:
	case SQ_OP_muladd_bc:
	case SQ_OP_muladd_raw:
	case SQ_OP_muladd_raw_b:
	case SQ_OP_muladd_raw_c:
	case SQ_OP_muladd_raw_bc:
		return FADD(mul0(l, X, Y), Z);
	case SQ_OP_muladd_ieee:
	case SQ_OP_muladd_ieee_b:
	case SQ_OP_muladd_ieee_c:
	case SQ_OP_muladd_ieee_bc:
	case SQ_OP_muladd_ieee_raw:
	case SQ_OP_muladd_ieee_raw_b:
	case SQ_OP_muladd_ieee_raw_c:
	case SQ_OP_muladd_ieee_raw_bc:
		return FADD(FMUL(X, Y), Z);
	case SQ_OP_muladd_m2:
		return FMUL(FADD(mul0(l, X, Y), Z), F_(2.0f));
	case SQ_OP_muladd_m4:
		return FMUL(FADD(mul0(l, X, Y), Z), F_(4.0f));
	case SQ_OP_muladd_d2:
		return FMUL(FADD(mul0(l, X, Y), Z), F_(0.5f));
	case SQ_OP_muladd_ieee_m2:
		return FMUL(FADD(FMUL(X, Y), Z), F_(2.0f));
	case SQ_OP_muladd_ieee_m4:
		return FMUL(FADD(FMUL(X, Y), Z), F_(4.0f));
	case SQ_OP_muladd_ieee_d2:
		return FMUL(FADD(FMUL(X, Y), Z), F_(0.5f));
	case SQ_OP_twice:
		return FMUL(X, F_(2.0f));
	case SQ_OP_fourfold:
		return FMUL(X, F_(4.0f));
	case SQ_OP_half:
		return FMUL(X, F_(0.5f));
	case SQ_OP_fract:
		return FSUB(X, fl_emit_floor(l->e, X));
	case SQ_OP_floor:
		return fl_emit_floor(l->e, X);
	case SQ_OP_ceil:
		return negative(l, fl_emit_floor(l->e, negative(l, X)));
	case SQ_OP_trunc:
		return with_sign(l, fl_emit_floor(l->e, AS_F(AND(a, SIZE))), X);
	case SQ_OP_rndne:
		return nearest(l, X);
	default:
		return mr600_sq_build_trans(l->e, run, X);
	}
}

static bool is_raw(unsigned run)
{
	return run >= SQ_OP_add_raw && run <= SQ_OP_muladd_ieee_raw_bc;
}

/* ---- tests --------------------------------------------------------------------------------------------- */
static LV tested(struct build *l, unsigned run, LV a, LV b)
{
	switch (run) {
	case SQ_OP_sete:
	case SQ_OP_sete_dx10:
		return FCMP(OEQ, X, Y);
	case SQ_OP_setgt:
	case SQ_OP_setgt_dx10:
		return FCMP(OGT, X, Y);
	case SQ_OP_setge:
	case SQ_OP_setge_dx10:
		return FCMP(OGE, X, Y);
	case SQ_OP_setne:
	case SQ_OP_setne_dx10:
		return FCMP(UNE, X, Y);
	case SQ_OP_sete_int:
		return ICMP(EQ, a, b);
	case SQ_OP_setgt_int:
		return ICMP(SGT, a, b);
	case SQ_OP_setge_int:
		return ICMP(SGE, a, b);
	case SQ_OP_setne_int:
		return ICMP(NE, a, b);
	case SQ_OP_setgt_uint:
		return ICMP(UGT, a, b);
	case SQ_OP_setge_uint:
		return ICMP(UGE, a, b);
	default:
		return NULL;
	}
}

static LV or_second_nan(struct build *l, LV lanes, LV y)
{
	return l->nonzero[1] ? lanes : OR(lanes, FCMP(UNO, y, y));
}

/* Which of two operands it is: those of a and b, or of b and c. NULL: it picks none. */
static LV picked(struct build *l, unsigned run, LV a, LV b, LV c)
{
	const LV zero = I_(0);

	switch (run) {
	case SQ_OP_max:
		return SELECT(FCMP(OGE, X, Y), a, b);
	case SQ_OP_min:
		return SELECT(FCMP(OLT, X, Y), a, b);
	case SQ_OP_max_dx10:
	case SQ_OP_max_dx10_b:
		return SELECT(or_second_nan(l, FCMP(OGE, X, Y), Y), a, b);
	case SQ_OP_min_dx10:
	case SQ_OP_min_dx10_b:
		return SELECT(or_second_nan(l, FCMP(OLT, X, Y), Y), a, b);
	case SQ_OP_max_int:
		return SELECT(ICMP(SGE, a, b), a, b);
	case SQ_OP_min_int:
		return SELECT(ICMP(SLT, a, b), a, b);
	case SQ_OP_max_uint:
		return SELECT(ICMP(UGE, a, b), a, b);
	case SQ_OP_min_uint:
		return SELECT(ICMP(ULT, a, b), a, b);
	case SQ_OP_cnde:
		return SELECT(FCMP(OEQ, X, AS_F(zero)), b, c);
	case SQ_OP_cndgt:
		return SELECT(FCMP(OGT, X, AS_F(zero)), b, c);
	case SQ_OP_cndge:
		return SELECT(FCMP(OGE, X, AS_F(zero)), b, c);
	case SQ_OP_cnde_int:
		return SELECT(ICMP(EQ, a, zero), b, c);
	case SQ_OP_cndgt_int:
		return SELECT(ICMP(SGT, a, zero), b, c);
	case SQ_OP_cndge_int:
		return SELECT(ICMP(SGE, a, zero), b, c);
	default:
		return NULL;
	}
}

/* ---- bits ---------------------------------------------------------------------------------------------- */
static LV bits(struct build *l, unsigned run, LV a, LV b)
{
	switch (run) {
	case SQ_OP_mov:
		return a;
	case SQ_OP_nop:
		return I_(0);
	case SQ_OP_abs:
		return AND(a, SIZE);
	case SQ_OP_neg:
		return XOR(a, SIGN);
	case SQ_OP_neg_abs:
		return OR(a, SIGN);
	case SQ_OP_sat:
		return saturated(l, X, 0);
	case SQ_OP_sat_nan:
		return saturated(l, X, SQ_NAN);
	case SQ_OP_and_int:
		return AND(a, b);
	case SQ_OP_or_int:
		return OR(a, b);
	case SQ_OP_xor_int:
		return XOR(a, b);
	case SQ_OP_not_int:
		return XOR(a, I_(~0u));
	case SQ_OP_add_int:
		return ADD(a, b);
	case SQ_OP_sub_int:
		return SUB(a, b);
	case SQ_OP_ashr_int:
		return LLVM_2(AShr, a, AND(b, I_(31)));
	case SQ_OP_lshr_int:
		return LLVM_2(LShr, a, AND(b, I_(31)));
	case SQ_OP_lshl_int:
		return LLVM_2(Shl, a, AND(b, I_(31)));
	case SQ_OP_mullo_int:
		return LLVM_2(Mul, a, b);
	case SQ_OP_int_to_flt:
		return AS_I(LLVM_2(SIToFP, a, l->e->vf32));
	default:
		return NULL;
	}
}

static bool is_dx10_or_int(unsigned run)
{
	return run >= SQ_OP_sete_dx10;
}

/* Whether the bits of a NaN in operand k do not matter, of what is no arithmetic */
static bool takes_number(unsigned run, unsigned k)
{
	switch (run) {
	case SQ_OP_sete:
	case SQ_OP_setgt:
	case SQ_OP_setge:
	case SQ_OP_setne:
	case SQ_OP_sete_dx10:
	case SQ_OP_setgt_dx10:
	case SQ_OP_setge_dx10:
	case SQ_OP_setne_dx10:
	case SQ_OP_sat:
	case SQ_OP_sat_nan:
		return true;
	case SQ_OP_cnde:
	case SQ_OP_cndgt:
	case SQ_OP_cndge:
		return k == 0;
	default:
		return false;
	}
}

/* Whether a result that is a NaN is operand a, as it is: the larger and the smaller of two are NaNs if both
 * are, and then the first is picked. */
static bool hands_on(unsigned run)
{
	return run == SQ_OP_mov || run == SQ_OP_max_dx10 || run == SQ_OP_max_dx10_b ||
	       run == SQ_OP_min_dx10 || run == SQ_OP_min_dx10_b;
}

static struct value say(struct build *l, const struct sq_move *m)
{
	const bool same = hands_on(m->run);
	struct value of[3];
	LV to[3], v;

	for (unsigned k = 0; k < 3; k++)
		of[k] = get(l, m->src[k]);
	v = arithmetic(l, m->run, of[0].v, of[1].v, of[2].v);
	if (v)
		return (struct value){AS_I(v), .loose = !is_raw(m->run), .written = true};
	for (unsigned k = 0; k < 3; k++)
		to[k] = same || takes_number(m->run, k) ? of[k].v : settled(l, of[k]);
	v = tested(l, m->run, to[0], to[1]);
	if (v)
		v = SELECT(v, I_(is_dx10_or_int(m->run) ? ~0u : SQ_ONE), I_(0));
	if (!v)
		v = picked(l, m->run, to[0], to[1], to[2]);
	if (!v)
		v = bits(l, m->run, to[0], to[1]);
	return (struct value){v, .loose = same && of[0].loose, .written = true};
}

/* ---- a piece ------------------------------------------------------------------------------------------- */
bool mr600_sq_compiles(unsigned run)
{
	switch (run) {
	case SQ_OP_mova:
	case SQ_OP_mova_floor:
	case SQ_OP_mova_int:
		return false;
	case SQ_OP_mullo_int:
	case SQ_OP_int_to_flt:
		return true;
	default:
		return run < SQ_OP_mul_lit || (run >= SQ_OP_cnde && run <= SQ_OP_sqrt_ieee) ||
		       (run >= SQ_OP_sin_r6 && run <= SQ_OP_cos_r7) || run >= SQ_OP_abs;
	}
}

bool mr600_sq_build(struct fl_emit *e, void *arg)
{
	struct build b = {.piece = arg, .e = e}, *l = &b;
	LV mask;

	fl_emit_loop(e, SQ_LANES);
	mask = fl_emit_mask(e, e->arg[3], 0);
	for (unsigned i = 0; i < b.piece->n; i++) {
		const struct sq_move *m = &b.piece->move[i];
		struct value v;

		for (unsigned k = 0; k < 2; k++)
			b.nonzero[k] = sq_is_nonzero(b.piece->konst, m->src[k]);
		v = say(&b, m);
		if (!v.v)
			return false;
		b.value[sq_place_number(m->d)] = v;
	}
	for (unsigned i = 0; i < SQ_PLACES; i++) {
		const struct sq_place p = sq_place_of(i);
		const bool gpr = p.base == SQ_AT_GPR;
		LV v;

		if (!b.value[i].written ||
		    !(gpr ? sq_is_live(b.piece->live, p) : b.piece->rooms >> (i - SQ_FIRST_ROOM) & 1))
			continue;
		v = settled(&b, b.value[i]);
		fl_emit_store(e, gpr ? SELECT(mask, v, fl_emit_load(e, address(&b, p))) : v, address(&b, p));
	}
	fl_emit_loop_end(e);
	return true;
}
#else
bool mr600_sq_compiles(unsigned run)
{
	(void)run;
	return false;
}

bool mr600_sq_build(struct fl_emit *e, void *arg)
{
	(void)e, (void)arg;
	return false;
}
#endif
