/* SPDX-License-Identifier: MIT
 *
 * The steps of a vertex program over a group of vertices: every operand is 64 lanes in a row, or one splat.
 *
 * Multiply, add, multiply-add and dot product, which programs mostly consist of, have loops of their own for
 * each number of channels; all else goes through general(), which also knows masks.
 */
#include "hw/model/num/flush.h"
#include "hw/model/r500/pvs_math.h"
#include "hw/model/r500/pvs_native.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE vf load(const float *p)
{
	return *(const vf *)p;
}

INLINE vf src(const struct mr500_pvs_step *s, unsigned k, unsigned c, unsigned v, bool plain)
{
	vf x = load(s->src[k][c] + (v * FL_LANES & s->same[k][c]));

	if (plain)
		return x;
	return (vf)(((vu)x & s->keep[k][c]) ^ s->flip[k][c]);
}

INLINE vf ones(vi m)
{
	return (vf)(m & 0x3f800000);
}

/* Products as they come (0 times infinity is NaN), or by the engine's rule. The two differ only where a NaN
 * comes out: the loops below take the first, and again the second where there is one. */
enum product { PLAIN, RULED };

INLINE vf product(enum product how, vf a, vf b)
{
	return how == PLAIN ? a * b : numv_pvs_mul(a, b);
}

INLINE vf arithmetic(unsigned op, enum product how, vf a, vf b, vf c)
{
	switch (op) {
	case VE_MULTIPLY:
		return product(how, a, b);
	case VE_ADD:
		return a + b;
	case VE_MULTIPLY_ADD:
		return product(how, a, b) + c;
	case VE_MULTIPLYX2_ADD:
		return 2.0f * product(how, a, b) + c;
	case VE_MAXIMUM:
		return vf_select(a > b, a, b);
	case VE_MINIMUM:
		return vf_select(a < b, a, b);
	case VE_FRACTION:
		return a - numv_floor(a);
	case VE_FLT2FIX_DX:
		return numv_floor(a);
	case VE_FLT2FIX_DX_RND:
		return numv_floor(a + 0.5f);
	case VE_SET_GREATER_THAN_EQUAL:
		return ones(a >= b);
	case VE_SET_LESS_THAN:
		return ones(a < b);
	case VE_SET_GREATER_THAN:
		return ones(a > b);
	case VE_SET_EQUAL:
		return ones(a == b);
	case VE_SET_NOT_EQUAL:
		return ones(a != b);
	case VE_COND_MUX_EQ:
		return vf_select(a == 0.0f, b, c);
	case VE_COND_MUX_GT:
		return vf_select(a > 0.0f, b, c);
	case VE_COND_MUX_GTE:
		return vf_select(a >= 0.0f, b, c);
	}
	return b; /* VE_COND_WRITE_* */
}

INLINE void some_of(const struct mr500_pvs_step *s, unsigned v, unsigned op, enum product how, unsigned n,
		    bool plain, vf *r)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned c = s->ch[i];
		vf z = op == VE_MULTIPLY_ADD ? src(s, 2, c, v, plain) : vf_set(0);

		r[i] = arithmetic(op, how, src(s, 0, c, v, plain), src(s, 1, c, v, plain), z);
	}
}

INLINE void some(const struct mr500_pvs_step *s, unsigned nv, unsigned op, unsigned n, bool plain)
{
	for (unsigned v = 0; v < nv; v++) {
		vf r[4];
		vi nan = vi_set(0);

		some_of(s, v, op, PLAIN, n, plain, r);
		for (unsigned i = 0; i < n && op != VE_ADD; i++)
			nan |= r[i] != r[i];
		if (op != VE_ADD && __builtin_expect(vi_bits(nan), 0))
			some_of(s, v, op, RULED, n, plain, r);
		for (unsigned i = 0; i < n; i++)
			*(vf *)(s->dst[s->ch[i]] + v * FL_LANES) = r[i];
	}
}

INLINE void each(const struct mr500_pvs_step *s, unsigned nv, unsigned op)
{
	switch (s->n * 2 + s->plain) {
	case 2:
		some(s, nv, op, 1, false);
		break;
	case 3:
		some(s, nv, op, 1, true);
		break;
	case 4:
		some(s, nv, op, 2, false);
		break;
	case 5:
		some(s, nv, op, 2, true);
		break;
	case 6:
		some(s, nv, op, 3, false);
		break;
	case 7:
		some(s, nv, op, 3, true);
		break;
	case 8:
		some(s, nv, op, 4, false);
		break;
	case 9:
		some(s, nv, op, 4, true);
		break;
	}
}

INLINE vf dot4_of(const struct mr500_pvs_step *s, unsigned v, enum product how, bool plain)
{
	vf r = product(how, src(s, 0, 0, v, plain), src(s, 1, 0, v, plain));

	for (unsigned c = 1; c < 4; c++)
		r = r + product(how, src(s, 0, c, v, plain), src(s, 1, c, v, plain));
	return r;
}

INLINE vf dot4(const struct mr500_pvs_step *s, unsigned v, bool plain)
{
	vf r = dot4_of(s, v, PLAIN, plain);

	return __builtin_expect(vi_bits(r != r), 0) ? dot4_of(s, v, RULED, plain) : r;
}

INLINE void dot(const struct mr500_pvs_step *s, unsigned nv, bool plain)
{
	for (unsigned v = 0; v < nv; v++) {
		vf r = dot4(s, v, plain);
		for (unsigned i = 0; i < s->n; i++)
			*(vf *)(s->dst[s->ch[i]] + v * FL_LANES) = r;
	}
}

/* Sets the predicate of each lane, and returns the counter beside it: 0 where it is set, otherwise where
 * not. */
INLINE vf predicate(int32_t *pred, vi yes, vf otherwise)
{
	*(vi *)pred = yes;
	return (vf)(~yes & (vi)otherwise);
}

/* VE_PRED_SET_*_PUSH: the counter in src0.w, the value to compare with 0 in src1.w. */
INLINE vf predicate_push(unsigned op, int32_t *pred, vf counter, vf x)
{
	vi yes = op == VE_PRED_SET_EQ_PUSH    ? x == 0.0f
		 : op == VE_PRED_SET_GT_PUSH  ? x > 0.0f
		 : op == VE_PRED_SET_GTE_PUSH ? x >= 0.0f
					      : x != 0.0f;

	return predicate(pred, yes & (counter == 0.0f), counter + 1.0f);
}

INLINE void distance(const struct mr500_pvs_step *s, unsigned v, vf r[4])
{
	for (unsigned i = 0; i < s->n; i++)
		switch (s->ch[i]) {
		case 0:
			r[0] = vf_set(1.0f);
			break;
		case 1:
			r[1] = numv_pvs_mul(src(s, 0, 1, v, false), src(s, 1, 1, v, false));
			break;
		case 2:
			r[2] = src(s, 0, 2, v, false);
			break;
		case 3:
			r[3] = src(s, 1, 3, v, false);
			break;
		}
	if (s->replicate_x)
		r[0] = vf_set(1.0f);
}

INLINE vf multiply_clamp(const struct mr500_pvs_step *s, unsigned v)
{
	vf x = numv_pvs_mul(src(s, 0, 0, v, false), src(s, 1, 0, v, false));
	vf a = numv_pvs_mul(src(s, 0, 3, v, false), src(s, 1, 3, v, false));
	vf b = src(s, 2, 0, v, false), c = src(s, 2, 3, v, false);

	return vf_select(c < a, c, vf_select(b >= x, b, x));
}

/* The operations of the vector engine that treat each channel alike. */
INLINE void each_channel(const struct mr500_pvs_step *s, unsigned v, vf r[4])
{
	bool one = s->op == VE_FRACTION || s->op == VE_FLT2FIX_DX || s->op == VE_FLT2FIX_DX_RND;
	bool third = s->op == VE_MULTIPLY_ADD || s->op == VE_MULTIPLYX2_ADD ||
		     (s->op >= VE_COND_MUX_EQ && s->op <= VE_COND_MUX_GTE);

	for (unsigned i = 0; i < (s->replicate_x ? s->n + 1u : s->n); i++) {
		unsigned ch = i < s->n ? s->ch[i] : 0;
		vf a = src(s, 0, ch, v, false);
		vf b = one ? a : src(s, 1, ch, v, false);
		vf c = third ? src(s, 2, ch, v, false) : b;
		r[ch] = arithmetic(s->op, RULED, a, b, c);
	}
}

/* The operations of the math engine that change the predicate. */
INLINE vf math_predicate(unsigned op, int32_t *pred, vf a)
{
	switch (op) {
	case ME_PRED_SET_EQ:
		return predicate(pred, a == 0.0f, vf_set(1.0f));
	case ME_PRED_SET_GT:
		return predicate(pred, a > 0.0f, vf_set(1.0f));
	case ME_PRED_SET_GTE:
		return predicate(pred, a >= 0.0f, vf_set(1.0f));
	case ME_PRED_SET_NEQ:
		return predicate(pred, a != 0.0f, vf_set(1.0f));
	case ME_PRED_SET_CLR: /* resets the bit: see pvs_scalar.c */
		return predicate(pred, vi_set(0), vf_set(NUM_MAX_FLOAT));
	case ME_PRED_SET_INV:
		return predicate(pred, a == 1.0f, vf_select(a == 0.0f, vf_set(1.0f), a));
	case ME_PRED_SET_POP:
		return predicate(pred, a - 1.0f <= 0.0f, a - 1.0f); /* see pvs_scalar.c */
	case ME_PRED_SET_RESTORE:
		return predicate(pred, a == 0.0f, a);
	}
	return vf_set(0);
}

/* The operations of the math engine with one result, for all channels. */
INLINE vf math_one(unsigned op, int32_t *pred, vf a, vf b, vf c)
{
	const float inf = __builtin_inff(), max = NUM_MAX_FLOAT;

	switch (op) {
	case ME_EXP_BASEE_FF:
		return numv_exp2(a * 1.44269504f);
	case ME_POWER_FUNC_FF:
		return numv_pvs_pow(a, c);
	case ME_RECIP_DX:
		return numv_pvs_rcp(a, max, false);
	case ME_RECIP_FF:
		return numv_pvs_rcp(a, 0.0f, false);
	case ME_RECIP_IEEE:
		return numv_pvs_rcp(a, inf, true);
	case ME_RECIP_SQRT_DX:
		return numv_pvs_rsq(a, max);
	case ME_RECIP_SQRT_FF:
		return numv_pvs_rsq(a, 0.0f);
	case ME_RECIP_SQRT_IEEE:
		return numv_pvs_rsq(a, inf);
	case ME_MULTIPLY:
		return numv_pvs_mul(a, b);
	case ME_EXP_BASE2_FULL_DX:
		return numv_exp2(a);
	case ME_LOG_BASE2_FULL_DX:
		return numv_pvs_log2(a, -max);
	case ME_LOG_BASE2_IEEE:
		return numv_pvs_log2(a, -inf);
	case ME_POWER_FUNC_FF_CLAMP_B:
		return vf_select(a < b, vf_set(0), numv_pvs_pow(a, c));
	case ME_POWER_FUNC_FF_CLAMP_B1:
		return vf_select(a < b, vf_set(0), vf_select(a > 1.0f, vf_set(1.0f), numv_pvs_pow(a, c)));
	case ME_POWER_FUNC_FF_CLAMP_01:
		return vf_select(a <= 0.0f, vf_set(0), vf_select(a > 1.0f, vf_set(1.0f), numv_pvs_pow(a, c)));
	case ME_SIN:
		return numv_pvs_sin(a);
	case ME_COS:
		return numv_pvs_cos(a);
	}
	return math_predicate(op, pred, a);
}

/* The math engine: it works on the W of its operands. */
INLINE void math(const struct mr500_pvs_step *s, int32_t *pred, unsigned v, vf r[4])
{
	vf a = s->op == ME_PRED_SET_CLR ? vf_set(0) : src(s, 0, 3, v, false), b = a, c = a;
	vi zero, nan;

	if (s->op == ME_MULTIPLY || s->op == ME_LIGHT_COEFF_DX || s->op == ME_POWER_FUNC_FF_CLAMP_B ||
	    s->op == ME_POWER_FUNC_FF_CLAMP_B1)
		b = src(s, 1, 3, v, false);
	if (s->op == ME_LIGHT_COEFF_DX || s->op == ME_POWER_FUNC_FF ||
	    (s->op >= ME_POWER_FUNC_FF_CLAMP_B && s->op <= ME_POWER_FUNC_FF_CLAMP_01))
		c = src(s, 2, 3, v, false);
	switch (s->op) {
	case ME_EXP_BASE2_DX:
		r[0] = numv_exp2(numv_floor(a));
		r[1] = vf_select(a > 128.0f, vf_set(0), a - numv_floor(a));
		r[2] = numv_exp2(a);
		r[3] = vf_set(1.0f);
		break;
	case ME_LOG_BASE2_DX:
		zero = numv_pvs_zero(a);
		nan = a != a;
		r[0] = vf_select(zero, vf_set(-NUM_MAX_FLOAT), vf_select(nan, a, numv_exponent(a)));
		r[1] = vf_select(zero, vf_set(1.0f), vf_select(nan, a, numv_mantissa(a)));
		r[2] = numv_pvs_log2(a, -NUM_MAX_FLOAT);
		r[3] = vf_set(1.0f);
		break;
	case ME_LIGHT_COEFF_DX:
		r[0] = vf_set(1.0f);
		r[1] = vf_select(b > 0.0f, b, vf_set(0));
		r[2] = numv_pvs_lit(a, b, c);
		r[3] = vf_set(1.0f);
		break;
	default:
		r[0] = r[1] = r[2] = r[3] = math_one(s->op, pred, a, b, c);
	}
}

/* All four results of one step for one vector of lanes. */
INLINE void compute(const struct mr500_pvs_step *s, struct mr500_pvs_regs *g, unsigned v, vf r[4])
{
	int32_t *pred = &g->pred[0][v * FL_LANES];

	switch (s->op) {
	case VE_DOT_PRODUCT:
		r[0] = r[1] = r[2] = r[3] = dot4(s, v, false);
		break;
	case VE_DISTANCE_VECTOR:
		distance(s, v, r);
		break;
	case VE_MULTIPLY_CLAMP:
		r[0] = r[1] = r[2] = r[3] = multiply_clamp(s, v);
		break;
	case VE_PRED_SET_EQ_PUSH:
	case VE_PRED_SET_GT_PUSH:
	case VE_PRED_SET_GTE_PUSH:
	case VE_PRED_SET_NEQ_PUSH:
		r[0] = r[1] = r[2] = r[3] =
		    predicate_push(s->op, pred, src(s, 0, 3, v, false), src(s, 1, 3, v, false));
		break;
	default:
		if (s->op < VE_OPS)
			each_channel(s, v, r);
		else
			math(s, pred, v, r);
	}
}

INLINE vi compare0(unsigned op, vf a)
{
	return op == VE_COND_WRITE_EQ    ? a == 0.0f
	       : op == VE_COND_WRITE_GT  ? a > 0.0f
	       : op == VE_COND_WRITE_GTE ? a >= 0.0f
					 : a != 0.0f;
}

static void general(const struct mr500_pvs_step *s, struct mr500_pvs_regs *g, unsigned nv)
{
	bool conditional = s->op >= VE_COND_WRITE_EQ && s->op <= VE_COND_WRITE_NEQ;

	for (unsigned v = 0; v < nv; v++) {
		vf r[4];
		vi lanes = vi_set(-1), enable[4];
		if (s->pred >= 0) { /* as it is before the step changes it */
			vi pred = *(vi *)&g->pred[s->pred_from][v * FL_LANES];
			lanes = s->pred ? pred : ~pred;
		}
		for (unsigned i = 0; i < s->n; i++)
			enable[s->ch[i]] =
			    conditional ? lanes & compare0(s->op, src(s, 0, s->ch[i], v, false)) : lanes;
		compute(s, g, v, r);
		for (unsigned i = 0; i < s->n; i++) {
			unsigned c = s->ch[i];
			vf x = s->replicate_x ? r[0] : r[c];
			if (s->sat)
				x = numv_pvs_saturate(x);
			x = numv_pvs_flush(x);
			if (s->to_a0)
				x = (vf)numv_pvs_address(x);
			vf *to = (vf *)(s->dst[c] + v * FL_LANES);
			*to = s->pred >= 0 || conditional ? vf_select(enable[c], x, *to) : x;
		}
	}
}

static void gather(const struct mr500_pvs *p, const struct mr500_pvs_step *s, struct mr500_pvs_regs *g,
		   unsigned n)
{
	float(*to)[MR500_PVS_LANES] = (float(*)[MR500_PVS_LANES])(void *)s->dst[0];

	for (unsigned l = 0; l < n; l++) {
		int at = s->addr + g->a0[s->a0][l];
		if (!s->size) { /* constants */
			bool in = at >= 0 && (unsigned)at <= p->const_max;
			const uint32_t *k = p->konst[((unsigned)at + p->const_base) % MR500_PVS_CONSTS];
			for (unsigned c = 0; c < 4; c++)
				to[c][l] = in ? num_float((int32_t)k[c]) : 0.0f;
		} else {
			bool in = at >= 0 && at < s->size;
			for (unsigned c = 0; c < 4; c++)
				to[c][l] = in ? g->v[s->base + at][c][l] : 0.0f;
		}
	}
}

static void scatter(const struct mr500_pvs_step *s, struct mr500_pvs_regs *g, unsigned n)
{
	for (unsigned l = 0; l < n; l++) {
		int at = s->addr + g->a0[s->a0][l];
		if (at < 0 || at >= s->size || (s->pred >= 0 && s->pred != (g->pred[s->pred_from][l] & 1)))
			continue;
		for (unsigned c = 0; c < 4; c++)
			if (s->mask >> c & 1)
				g->v[s->base + at][c][l] = g->v[MR500_PVS_SCRATCH + 3][c][l];
	}
}

static void steps(const struct mr500_pvs *p, const struct mr500_pvs_step *s, unsigned left, unsigned n)
{
	struct mr500_pvs_regs *g = p->regs;
	unsigned nv = (n + FL_LANES - 1) / FL_LANES;

	for (; left; left--, s++) {
		switch (s->simple ? s->op : ME_OPS) {
		case VE_MULTIPLY:
			each(s, nv, VE_MULTIPLY);
			break;
		case VE_ADD:
			each(s, nv, VE_ADD);
			break;
		case VE_MULTIPLY_ADD:
			each(s, nv, VE_MULTIPLY_ADD);
			break;
		case VE_DOT_PRODUCT:
			if (s->plain)
				dot(s, nv, true);
			else
				dot(s, nv, false);
			break;
		default:
			switch (s->op) {
			case PVS_STEP_GATHER:
				gather(p, s, g, n);
				break;
			case PVS_STEP_SCATTER:
				scatter(s, g, n);
				break;
			case PVS_STEP_SNAPSHOT:
				memcpy(g->pred[1], g->pred[0], sizeof(g->pred[0]));
				memcpy(g->v[MR500_PVS_SCRATCH + 4], g->v[MR500_PVS_ALT], 4 * sizeof(g->v[0]));
				break;
			default:
				general(s, g, nv);
			}
		}
	}
}

static __attribute__((noinline)) void run(struct mr500_pvs *p, unsigned n)
{
	struct mr500_pvs_regs *g = p->regs;
	const struct mr500_pvs_native *native = p->native;
	unsigned nv = (n + FL_LANES - 1) / FL_LANES;

	for (unsigned i = 0; i < p->n_zero; i++)
		for (unsigned c = 0; c < 4; c++)
			memset(g->v[p->zero[i]][c], 0, nv * sizeof(vf));
	if (p->uses_a0)
		memset(g->a0, 0, sizeof(g->a0));
	if (p->uses_pred)
		memset(g->pred, 0, sizeof(g->pred));
	if (!native) {
		steps(p, p->step, p->n_steps, n);
		return;
	}
	for (const struct pvs_part *part = native->part; part < native->part + native->n_part; part++)
		if (part->code)
			mr500_pvs_native_run(part->code, g, p->pool, n);
		else
			steps(p, p->step + part->first, part->n, n);
}

void FL_SIMD(mr500_pvs_run)(struct mr500_pvs *p, unsigned n)
{
	uint64_t was;

	if (p->looped) { /* no steps */
		mr500_pvs_run_scalar(p, n);
		return;
	}
	if (p->worn_now)
		p->worn_now->ran += (n + 15) & ~15u;
	was = fl_num_flush_begin();
	run(p, n);
	fl_num_flush_end(was);
}
