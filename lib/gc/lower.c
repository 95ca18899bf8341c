/* SPDX-License-Identifier: MIT
 *
 * Fixed-function programs, vertex and pixel: registers, operands, and the operations that take several
 * instructions.
 */
#include "lib/gc/lower.h"
#include "hw/regs/gc.h"

#include <string.h>

enum { TEMPS = 16, NO_REG = 255, SCRATCH = 3 };
#define SWIZ(x, y, z, w) ((uint8_t)((x) | (y) << 2 | (z) << 4 | (w) << 6))
enum { X, Y, Z, W };
#define ALL_OF(c)  SWIZ(c, c, c, c)
#define OP(name)   GC_INST_OPCODE__##name
#define COND(name) GC_INST_CONDITION__##name

/* Places in the literals */
enum { ZERO = X, ONE = Y, TINY = Z };

const float fl_gc_literals[4] = {0, 1, 0x1p-126f, 0.5f};

struct low {
	const struct fl_gc_info *info;
	struct fl_gc_lowered *out;
	const struct fl_ff_places *at;
	uint32_t literals; /* the uniform */
	uint8_t first_in, next;
	uint8_t temp[TEMPS], scratch[SCRATCH], put_out[FL_FF_OUT_COUNT];
};

static uint8_t own(struct low *l, uint8_t *reg)
{
	if (*reg == NO_REG)
		*reg = l->next++;
	return *reg;
}

static uint8_t reg_of(struct low *l, uint32_t file, uint32_t at)
{
	if (file == FL_FF_IN)
		return (uint8_t)(l->first_in + l->at->in[at]);
	return own(l, file == FL_FF_OUT ? &l->put_out[at] : &l->temp[at]);
}

/* ---- operands ------------------------------------------------------------------------------------------ */
static struct fl_gc_src register_src(uint32_t reg, uint8_t swiz)
{
	return (struct fl_gc_src){
	    .use = true, .reg = (uint16_t)reg, .swiz = swiz, .group = GC_INST_RGROUP__TEMP};
}

static struct fl_gc_src uniform_src(uint32_t reg, uint8_t swiz)
{
	return (struct fl_gc_src){.use = true,
				  .reg = (uint16_t)(reg % FL_GC_UNIFORM_HALF),
				  .swiz = swiz,
				  .group = reg < FL_GC_UNIFORM_HALF ? GC_INST_RGROUP__UNIFORM_0
								    : GC_INST_RGROUP__UNIFORM_1};
}

static struct fl_gc_src literal(const struct low *l, uint32_t which)
{
	return uniform_src(l->literals, ALL_OF(which));
}

static bool is_uniform(const struct fl_gc_src *s)
{
	return s->use && (s->group == GC_INST_RGROUP__UNIFORM_0 || s->group == GC_INST_RGROUP__UNIFORM_1);
}

/* ---- instructions -------------------------------------------------------------------------------------- */
struct to {
	uint8_t reg, mask;
	bool sat;
};

/* No program is longer than FL_GC_LOWERED_MAX (tests/unit/gc/test_lib_lower.c goes through them): what would
 * be is left out. */
static void put(struct low *l, const struct fl_gc_inst *i)
{
	if (l->out->n < FL_GC_LOWERED_MAX)
		fl_gc_inst_words(i, l->out->words[l->out->n++]);
}

static struct fl_gc_inst inst_to(uint32_t op, struct to to)
{
	return (struct fl_gc_inst){.op = (uint8_t)op,
				   .form = FL_GC_ALU,
				   .sat = to.sat,
				   .dst = {.use = true, .reg = to.reg, .mask = to.mask}};
}

static void put1(struct low *l, uint32_t op, struct to to, struct fl_gc_src s2)
{
	struct fl_gc_inst i = inst_to(op, to);

	i.src[2] = s2;
	put(l, &i);
}

/* The k-th operand, if it is another uniform than one before it, comes by a register of its own. */
static void one_uniform(struct low *l, struct fl_gc_src s[3])
{
	const struct fl_gc_src *first = NULL;

	for (uint32_t k = 0; k < 3; k++) {
		struct fl_gc_src whole = s[k];
		uint8_t reg;

		if (!is_uniform(&s[k]))
			continue;
		if (!first || (first->reg == s[k].reg && first->group == s[k].group)) {
			first = first ? first : &s[k];
			continue;
		}
		reg = own(l, &l->scratch[k]);
		whole.neg = false;
		whole.swiz = FL_GC_XYZW;
		put1(l, OP(MOV), (struct to){reg, 15, false}, whole);
		s[k].reg = reg;
		s[k].group = GC_INST_RGROUP__TEMP;
	}
}

static void put3(struct low *l, uint32_t op, uint32_t cond, struct to to, struct fl_gc_src a,
		 struct fl_gc_src b, struct fl_gc_src c)
{
	struct fl_gc_inst i = inst_to(op, to);

	i.cond = (uint8_t)cond;
	i.src[0] = a;
	i.src[1] = b;
	i.src[2] = c;
	one_uniform(l, i.src);
	put(l, &i);
}

static const struct fl_gc_src none;

/* ---- sources of the form ------------------------------------------------------------------------------- */
static uint8_t swizzle(struct fl_ff_src s)
{
	uint32_t bits = 0;

	for (uint32_t k = 0; k < 4; k++)
		bits |= (FL_FF_SELECTOR(s, k) & 3) << 2 * k;
	return (uint8_t)bits;
}

/* Which of its components are 0 or 1 */
static uint32_t constant_mask(struct fl_ff_src s)
{
	uint32_t mask = 0;

	for (uint32_t k = 0; k < 4; k++)
		mask |= (FL_FF_SELECTOR(s, k) >= FL_FF_0) << k;
	return mask;
}

/* Selectors of 0 and 1 as places in the literals, others X */
static uint8_t literal_swizzle(struct fl_ff_src s)
{
	uint32_t bits = 0;

	for (uint32_t k = 0; k < 4; k++)
		bits |= (FL_FF_SELECTOR(s, k) == FL_FF_1 ? (uint32_t)ONE : (uint32_t)ZERO) << 2 * k;
	return (uint8_t)bits;
}

static struct fl_gc_src plain(struct low *l, struct fl_ff_src s)
{
	return s.file == FL_FF_CONST ? uniform_src(s.at, swizzle(s))
				     : register_src(reg_of(l, s.file, s.at), swizzle(s));
}

/* Operand k of an instruction whose result has these components. Zeros and ones beside components of a
 * register are put together in one of our own. */
static struct fl_gc_src source(struct low *l, struct fl_ff_src s, uint32_t k, uint32_t reads)
{
	const uint32_t constant = constant_mask(s) & reads;
	struct fl_gc_src out;

	if (!constant) {
		out = plain(l, s);
	} else if (constant == reads) {
		out = uniform_src(l->literals, literal_swizzle(s));
	} else {
		const uint8_t reg = own(l, &l->scratch[k]);

		put1(l, OP(MOV), (struct to){reg, (uint8_t)(reads & ~constant), false}, plain(l, s));
		put1(l, OP(MOV), (struct to){reg, (uint8_t)constant, false},
		     uniform_src(l->literals, literal_swizzle(s)));
		out = register_src(reg, FL_GC_XYZW);
	}
	out.neg = s.select & FL_FF_NEGATE;
	return out;
}

/* ---- operations ---------------------------------------------------------------------------------------- */
/* y = max(b, 0), z = b > 0 ? max(a, 0)^c : 0. The logarithm is of the smallest number there is in place of 0:
 * 0 times it is 0, so that 0^0 is 1. */
static void light(struct low *l, const struct fl_ff_inst *i, struct to to)
{
	const struct fl_gc_src a = source(l, i->a, 0, 1), b = source(l, i->b, 1, 1),
			       c = source(l, i->c, 2, 1), tiny = literal(l, TINY), zero = literal(l, ZERO);
	const uint8_t reg = own(l, &l->scratch[0]);
	const struct to work = {.reg = reg, .mask = 1}, pair = {.reg = reg, .mask = 3};
	const struct fl_gc_src s = register_src(reg, ALL_OF(X));
	struct fl_gc_inst log = inst_to(OP(LOG), l->info->two_factors ? pair : work);

	put3(l, OP(SELECT), COND(LT), work, a, tiny, a);
	log.src[2] = s;
	if (l->info->two_factors)
		log.rmode = GC_INST_ROUND_MODE__RTZ;
	put(l, &log);
	if (l->info->two_factors)
		put3(l, OP(MUL), 0, work, s, register_src(reg, ALL_OF(Y)), none);
	put3(l, OP(MUL), 0, work, s, c, none);
	put1(l, OP(EXP), work, s);
	/* b before what may be written over it */
	if (i->to.mask & 4)
		put3(l, OP(SELECT), COND(GZ), (struct to){reg, 1, false}, b, s, zero);
	if (i->to.mask & 2)
		put3(l, OP(SELECT), COND(LT), (struct to){to.reg, 2, to.sat}, b, zero, b);
	if (i->to.mask & 4)
		put1(l, OP(MOV), (struct to){to.reg, 4, to.sat}, s);
}

static void look_up(struct low *l, const struct fl_ff_inst *i, struct to to)
{
	struct fl_gc_inst t = inst_to(OP(TEXLD), to);

	t.form = FL_GC_TEX;
	t.tex.id = i->unit;
	t.tex.swiz = FL_GC_XYZW;
	t.src[0] = source(l, i->a, 0, i->kind == FL_TEX_2D ? 3 : 7);
	if (i->op == FL_FF_TEXP) {
		const uint8_t reg = own(l, &l->scratch[0]);
		const struct fl_gc_src a = source(l, i->a, 0, 15);
		struct fl_gc_src w = a;

		w.swiz = ALL_OF(a.swiz >> 6);
		put1(l, OP(RCP), (struct to){reg, 8, false}, w);
		put3(l, OP(MUL), 0, (struct to){reg, 7, false}, a, register_src(reg, ALL_OF(W)), none);
		t.src[0] = register_src(reg, FL_GC_XYZW);
	}
	put(l, &t);
}

static void throw_away(struct low *l, uint32_t cond, struct fl_gc_src a, struct fl_gc_src b)
{
	struct fl_gc_inst i = {.op = OP(TEXKILL), .form = FL_GC_ALU, .cond = (uint8_t)cond};

	i.src[0] = a;
	i.src[1] = b;
	one_uniform(l, i.src);
	put(l, &i);
	l->out->kills = true;
}

/* Components of its sources that an operation reads; each has as many as its result, but for these. */
static uint32_t reads(const struct fl_ff_inst *i)
{
	switch (i->op) {
	case FL_FF_DP3:
		return 7;
	case FL_FF_DP4:
		return 15;
	case FL_FF_RSQ:
	case FL_FF_RCP:
	case FL_FF_EX2:
		return 1; /* its selectors are alike */
	default:
		return i->to.mask;
	}
}

/* An input that is put out as it came stays where it is. */
static bool passes(struct low *l, const struct fl_ff_inst *i)
{
	if (i->op != FL_FF_MOV || i->to.file != FL_FF_OUT || i->to.mask != 15 || i->to.saturate ||
	    i->a.file != FL_FF_IN || i->a.select != FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W))
		return false;
	l->put_out[i->to.at] = reg_of(l, FL_FF_IN, i->a.at);
	return true;
}

static void lower(struct low *l, const struct fl_ff_inst *i)
{
	static const uint8_t op[FL_FF_OPS] = {
	    [FL_FF_MUL] = OP(MUL), [FL_FF_MAD] = OP(MAD), [FL_FF_DP3] = OP(DP3),
	    [FL_FF_DP4] = OP(DP4), [FL_FF_FRC] = OP(FRC), [FL_FF_RSQ] = OP(RSQ),
	    [FL_FF_RCP] = OP(RCP), [FL_FF_EX2] = OP(EXP), [FL_FF_MOV] = OP(MOV)};
	const uint32_t mask = reads(i);
	struct fl_gc_src a, b;
	struct to to;

	if (i->op == FL_FF_KIL) {
		throw_away(l, COND(LT), source(l, i->a, 0, 15), literal(l, ZERO));
		return;
	}
	if (passes(l, i))
		return;
	to = (struct to){reg_of(l, i->to.file, i->to.at), i->to.mask, i->to.saturate};
	switch (i->op) {
	case FL_FF_LIT:
		light(l, i, to);
		return;
	case FL_FF_TEX:
	case FL_FF_TEXP:
		look_up(l, i, to);
		return;
	case FL_FF_MOV:
	case FL_FF_FRC:
	case FL_FF_RSQ:
	case FL_FF_RCP:
	case FL_FF_EX2:
		put1(l, op[i->op], to, source(l, i->a, 0, mask));
		return;
	}
	a = source(l, i->a, 0, mask);
	b = source(l, i->b, 1, mask);
	if (i->op == FL_FF_ADD)
		put3(l, OP(ADD), 0, to, a, none, b);
	else if (i->op == FL_FF_MAX)
		put3(l, OP(SELECT), COND(LT), to, a, b, a);
	else
		put3(l, op[i->op], 0, to, a, b, i->op == FL_FF_MAD ? source(l, i->c, 2, mask) : none);
}

/* ---- whole programs ------------------------------------------------------------------------------------ */
static void begin(struct low *l, const struct fl_gc_info *info, const struct fl_ff_places *at,
		  uint8_t first_in, uint32_t literals, struct fl_gc_lowered *out)
{
	*l = (struct low){.info = info,
			  .out = out,
			  .at = at,
			  .literals = literals,
			  .first_in = first_in,
			  .next = (uint8_t)(first_in + at->n_in)};
	memset(l->temp, NO_REG, sizeof(l->temp));
	memset(l->scratch, NO_REG, sizeof(l->scratch));
	memset(l->put_out, NO_REG, sizeof(l->put_out));
	out->n = 0;
	out->kills = false;
}

/* A program has one instruction at least. */
static void end(struct low *l)
{
	static const struct fl_gc_inst nop = {.op = OP(NOP), .form = FL_GC_ALU};

	if (!l->out->n)
		put(l, &nop);
	l->out->temps = l->next;
	memcpy(l->out->out_reg, l->put_out, sizeof(l->out->out_reg));
}

/* How far the position is from each plane. */
static void clip(struct low *l, uint32_t planes)
{
	const struct fl_gc_src position = register_src(l->put_out[FL_FF_OUT_POSITION], FL_GC_XYZW);

	for (uint32_t i = 0; i < planes; i++) {
		if (i % 4 == 0)
			l->out->clip_reg[i / 4] = l->next++;
		put3(l, OP(DP4), 0, (struct to){l->out->clip_reg[i / 4], (uint8_t)(1u << i % 4), false},
		     position, uniform_src(FL_GC_VS_PLANES + i, FL_GC_XYZW), none);
	}
}

void fl_gc_vs_lower(const struct fl_gc_info *info, const struct fl_ff_inst *inst, uint32_t n,
		    const struct fl_ff_places *at, uint32_t planes, struct fl_gc_lowered *out)
{
	struct low l;

	begin(&l, info, at, 0, FL_GC_VS_LITERALS, out);
	for (uint32_t k = 0; k < n; k++)
		lower(&l, &inst[k]);
	clip(&l, planes);
	end(&l);
}

/* The pixel stays if alpha, as the target would take it, compares so with the reference. */
static void test_alpha(struct low *l, uint32_t func)
{
	static const uint8_t fails[8] = {COND(TRUE), COND(GE), COND(NE), COND(GT),
					 COND(LE),   COND(EQ), COND(LT), COND(TRUE)};
	const uint8_t reg = own(l, &l->scratch[0]);

	if (func == GC_COMPARE_FUNC__ALWAYS)
		return;
	put1(l, OP(MOV), (struct to){reg, 1, true}, register_src(l->put_out[FL_FF_OUT_COLOR], ALL_OF(W)));
	throw_away(l, fails[func], register_src(reg, ALL_OF(X)), uniform_src(FL_GC_PS_ALPHA, ALL_OF(X)));
}

/* Red and blue change places, in a register of its own: the color may be an input. */
static void swap(struct low *l)
{
	const uint8_t reg = own(l, &l->scratch[1]);

	put1(l, OP(MOV), (struct to){reg, 15, false},
	     register_src(l->put_out[FL_FF_OUT_COLOR], SWIZ(Z, Y, X, W)));
	l->put_out[FL_FF_OUT_COLOR] = reg;
}

void fl_gc_ps_lower(const struct fl_gc_info *info, const struct fl_ff_inst *inst, uint32_t n,
		    const struct fl_ff_places *at, uint32_t extra, struct fl_gc_lowered *out)
{
	const uint32_t planes = extra >> 5;
	struct low l;

	begin(&l, info, at, 1, FL_GC_PS_LITERALS, out);
	for (uint8_t i = 0; i < at->n_in && i < TEMPS; i++)
		l.temp[i] = (uint8_t)(1 + i);
	l.next = (uint8_t)(l.next + (planes + 3) / 4);
	for (uint32_t i = 0; i < planes; i++)
		throw_away(&l, COND(LT), register_src(1u + at->n_in + i / 4, ALL_OF(i % 4)),
			   literal(&l, ZERO));
	for (uint32_t k = 0; k < n; k++)
		lower(&l, &inst[k]);
	if (extra & 8)
		test_alpha(&l, extra & 7);
	if (extra & FL_GC_PS_SWAPS)
		swap(&l);
	end(&l);
}
