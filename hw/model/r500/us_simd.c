/* SPDX-License-Identifier: MIT
 *
 * US: the vector machine. A wave runs through the program an operation at a time; an operation walks its
 * lanes (channels), a lane walks the wave in vectors. us_scalar.c computes the same bits.
 */
#include "hw/model/num/flush.h"
#include "hw/model/num/num.h"
#include "hw/model/r500/r500.h"
#include "hw/model/r500/tx_block.h"
#include "hw/model/r500/us.h"
#include "hw/model/r500/us_native.h"

#define NUM_KIT_VECTOR
#include "hw/model/num/num_kit.h"
#include "hw/model/r500/us_math_body.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum { VB = FL_LANES * 4, UNROLL = 4 };

struct run {
	uint8_t *base[2]; /* indexed by bit 0 of a us_ref; the second one's address makes up for that bit */
	int nv;           /* vectors with pixels in them, rounded up to UNROLL */
	bool legacy;
	struct fl_raster_thread *t;
	const struct mr500_us_state *us;
	const struct us_lane *lanes;
	struct us_flow *flow;
};

INLINE const uint8_t *at(const struct run *r, us_ref ref)
{
	return r->base[ref & US_REF_CONST] + ref;
}

INLINE vf get(const uint8_t *p, int i)
{
	return *(const vf *)(p + i * VB);
}

INLINE void put(const struct run *r, us_ref ref, int i, vf v)
{
	*(vf *)(r->base[0] + ref + i * VB) = v;
}

/* Bits to a mask of 0 and ~0: the way back from vi_bits(). */
INLINE vi from_bits(uint64_t bits, int i)
{
	vi lane;
	for (int k = 0; k < FL_LANES; k++)
		lane[k] = 1 << k;
	return (vi_set((int32_t)(bits >> (i * FL_LANES) & ((1u << FL_LANES) - 1))) & lane) != 0;
}

INLINE bool any_nan(vf x)
{
#if defined(__AVX512F__)
	return _mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_UNORD_Q) != 0;
#else
	return vi_bits(x != x) != 0;
#endif
}

INLINE bool any_nan4(const vf v[UNROLL])
{
#if defined(__AVX512F__)
	return (_mm512_cmp_ps_mask((__m512)v[0], (__m512)v[1], _CMP_UNORD_Q) |
		_mm512_cmp_ps_mask((__m512)v[2], (__m512)v[3], _CMP_UNORD_Q)) != 0;
#elif defined(__AVX__)
	return _mm256_movemask_ps(_mm256_or_ps(_mm256_cmp_ps((__m256)v[0], (__m256)v[1], _CMP_UNORD_Q),
					       _mm256_cmp_ps((__m256)v[2], (__m256)v[3], _CMP_UNORD_Q))) != 0;
#else
	return vi_bits((v[0] != v[0]) | (v[1] != v[1]) | (v[2] != v[2]) | (v[3] != v[3])) != 0;
#endif
}

struct mods {
	vi and, xor;
};

INLINE struct mods mods_of(unsigned mod)
{
	return (struct mods){vi_set(mod & US_MOD_ABS ? 0x7fffffff : -1),
			     vi_set(mod & US_MOD_NEG ? (int32_t)0x80000000 : 0)};
}

INLINE vf modify(vf v, struct mods m)
{
	return (vf)(((vi)v & m.and) ^ m.xor);
}

INLINE vf finish(const struct us_lane *l, vf v)
{
	if (l->fin & US_FIN_OMOD)
		v *= l->omod;
	if (l->fin & US_FIN_CLAMP)
		v = numv_us_clamp(v);
	if (l->fin & US_FIN_FP24)
		v = numv_us_fp24(v);
	if (l->fin & US_FIN_NAN)
		v = vf_select(v != v, (vf)vi_set(0x7fffffff), v);
	return v;
}

/* The same for UNROLL vectors, so that what a lane does not need costs one branch. */
#define EACH for (int k = 0; k < UNROLL; k++)
INLINE void modify4(vf v[UNROLL], unsigned mod)
{
	struct mods m = mods_of(mod);

#pragma GCC unroll 4
	EACH v[k] = modify(v[k], m);
}

INLINE void finish4(const struct us_lane *l, vf v[UNROLL])
{
	if (l->fin == US_FIN_NAN) {
#pragma GCC unroll 4
		EACH v[k] = vf_select(v[k] != v[k], (vf)vi_set(0x7fffffff), v[k]);
		return;
	}
	if (l->fin & US_FIN_OMOD) {
#pragma GCC unroll 4
		EACH v[k] *= l->omod;
	}
	if (l->fin == US_FIN_OMOD)
		return;
	if (l->fin & US_FIN_CLAMP) {
#pragma GCC unroll 4
		EACH v[k] = numv_us_clamp(v[k]);
	}
	if (l->fin & US_FIN_FP24) {
#pragma GCC unroll 4
		EACH v[k] = numv_us_fp24(v[k]);
	}
	if (l->fin & US_FIN_NAN) {
#pragma GCC unroll 4
		EACH v[k] = vf_select(v[k] != v[k], (vf)vi_set(0x7fffffff), v[k]);
	}
}

/* Of a constant, one vector is all of them. */
INLINE void get4(vf v[UNROLL], const uint8_t *p, int i, bool konst)
{
	if (konst) {
		const vf one = get(p, 0);

#pragma GCC unroll 4
		EACH v[k] = one;
	} else {
#pragma GCC unroll 4
		EACH v[k] = get(p, i + k);
	}
}

/* ---- multiply and add: has_b and has_c say which of a * b + c there is --------------------------------- */
INLINE void mad(const struct run *r, const struct us_op *op, bool has_b, bool has_c, bool plain, bool legacy)
{
	for (const struct us_lane *l = r->lanes + op->lane, *e = l + op->n; l < e; l++) {
		const uint8_t *a = at(r, l->a), *b = at(r, l->b), *c = at(r, l->c);
		uint8_t *d = r->base[0] + l->d;

		for (int i = 0; i < r->nv; i += UNROLL) {
			vf x[UNROLL], y[UNROLL], z[UNROLL], v[UNROLL];

			get4(x, a, i, false);
			if (has_b)
				get4(y, b, i, l->b & US_REF_CONST);
			if (has_c)
				get4(z, c, i, l->c & US_REF_CONST);
			if (!plain) {
				if (l->mod[0])
					modify4(x, l->mod[0]);
				if (has_b && l->mod[1])
					modify4(y, l->mod[1]);
				if (has_c && l->mod[2])
					modify4(z, l->mod[2]);
			}
#pragma GCC unroll 4
			EACH v[k] = has_b ? x[k] * y[k] : x[k];
			if (has_c && !plain && l->fin & US_FIN_FP24) {
#pragma GCC unroll 4
				EACH v[k] = numv_us_sum24(v[k], z[k]);
			} else if (has_c) {
#pragma GCC unroll 4
				EACH v[k] = v[k] + z[k];
			}
			if (!has_c || legacy) {
#pragma GCC unroll 4
				EACH v[k] = v[k] + 0.0f;
			}
			/* Once the signs of zeros are gone, the legacy multiplier's 0 * x differs from the
			 * other's only for a NaN. */
			if (legacy && has_b && __builtin_expect(any_nan4(v), 0)) {
				EACH
				{
					v[k] = numv_us_mul0(x[k], y[k]);
					if (has_c)
						v[k] = v[k] + z[k];
					v[k] = v[k] + 0.0f;
				}
			}
			if (!plain && l->fin)
				finish4(l, v);
#pragma GCC unroll 4
			EACH *(vf *)(d + (i + k) * VB) = v[k];
		}
	}
}

/* ---- the operations whose result is one of their operands, or nearly ----------------------------------- */
INLINE vf select_op(unsigned kind, vf a, vf b, vf c)
{
	switch (kind) {
	case US_K_MIN:
		return vf_select(a < b, a, b);
	case US_K_MAX: /* a >= b is true of two zeros, where the second is required: 8.7.2 */
		return vf_select(a > b, a, b);
	case US_K_CND:
		return vf_select(c > vf_set(0.5f), a, b);
	case US_K_CMP:
		return vf_select(c >= vf_set(0.0f), a, b);
	default:
		return a - numv_floor(a);
	}
}

INLINE void selects(const struct run *r, const struct us_op *op, unsigned kind, bool plain)
{
	const bool has_b = kind != US_K_FRC, has_c = kind == US_K_CND || kind == US_K_CMP;

	for (const struct us_lane *l = r->lanes + op->lane, *e = l + op->n; l < e; l++) {
		const uint8_t *a = at(r, l->a), *b = at(r, l->b), *c = at(r, l->c);
		uint8_t *d = r->base[0] + l->d;

		for (int i = 0; i < r->nv; i += UNROLL) {
			vf x[UNROLL], y[UNROLL], z[UNROLL], v[UNROLL];

#pragma GCC unroll 4
			EACH
			{
				x[k] = get(a, i + k);
				y[k] = has_b ? get(b, i + k) : x[k];
				z[k] = has_c ? get(c, i + k) : x[k];
			}
			if (!plain && l->mod[0])
				modify4(x, l->mod[0]);
			if (!plain && has_b && l->mod[1])
				modify4(y, l->mod[1]);
			if (!plain && has_c && l->mod[2])
				modify4(z, l->mod[2]);
#pragma GCC unroll 4
			EACH
			{
				v[k] = select_op(kind, x[k], y[k], z[k]);
				if (plain)
					v[k] *= l->omod;
			}
			if (!plain && l->fin)
				finish4(l, v);
#pragma GCC unroll 4
			EACH *(vf *)(d + (i + k) * VB) = v[k];
		}
	}
}

#if FL_LANES == 16
#define QUADS(v, n)                                                                                       \
	__builtin_shufflevector(v, v, n, n, n, n, 4 + n, 4 + n, 4 + n, 4 + n, 8 + n, 8 + n, 8 + n, 8 + n, \
				12 + n, 12 + n, 12 + n, 12 + n)
#else
#define QUADS(v, n) __builtin_shufflevector(v, v, n, n, n, n, 4 + n, 4 + n, 4 + n, 4 + n)
#endif

static void derivative(const struct run *r, const struct us_op *op)
{
	for (const struct us_lane *l = r->lanes + op->lane, *e = l + op->n; l < e; l++) {
		const uint8_t *a = at(r, l->a), *b = at(r, l->b);
		struct mods ma = mods_of(l->mod[0]), mb = mods_of(l->mod[1]), mc = mods_of(l->mod[2]);

		for (int i = 0; i < r->nv; i++) {
			vf s = get(a, i);
			vf x = modify(QUADS(s, 0), ma), y = modify(get(b, i), mb);
			vf z = modify(op->kind == US_K_MDH ? QUADS(s, 1) : QUADS(s, 2), mc);
			vf v = r->legacy ? numv_us_mul0(x, y) + z + 0.0f : x * y + z;
			put(r, l->d, i, finish(l, v));
		}
	}
}

INLINE void dot(const struct run *r, const struct us_op *op, unsigned n, bool plain, bool legacy)
{
	const struct us_lane *l = r->lanes + op->lane;
	const uint8_t *a[4], *b[4], *c = at(r, l->c);

	for (unsigned k = 0; k < n; k++) {
		a[k] = at(r, l[k].a);
		b[k] = at(r, l[k].b);
	}
	for (int i = 0; i < r->nv; i++) {
		vf x[4], y[4], z = vf_set(0), v;
#pragma GCC unroll 4
		for (unsigned k = 0; k < n; k++) {
			x[k] = get(a[k], i);
			y[k] = get(b[k], i);
			if (!plain) {
				x[k] = modify(x[k], mods_of(l[k].mod[0]));
				y[k] = modify(y[k], mods_of(l[k].mod[1]));
			}
		}
		if (op->has_c)
			z = modify(get(c, i), mods_of(l->mod[2]));
		v = x[0] * y[0];
#pragma GCC unroll 4
		for (unsigned k = 1; k < n; k++)
			v = v + x[k] * y[k];
		if (op->has_c)
			v = v + z;
		if (legacy) {
			v = v + 0.0f;
			if (__builtin_expect(any_nan(v), 0)) {
				v = numv_us_mul0(x[0], y[0]);
				for (unsigned k = 1; k < n; k++)
					v = v + numv_us_mul0(x[k], y[k]);
				if (op->has_c)
					v = v + z;
				v = v + 0.0f;
			}
		}
		put(r, l->d, i, v);
	}
}

static void dots(const struct run *r, const struct us_op *op)
{
	if (op->n == 3 && op->plain && r->legacy)
		dot(r, op, 3, true, true);
	else if (op->n == 4 && op->plain && r->legacy)
		dot(r, op, 4, true, true);
	else if (op->n == 2)
		dot(r, op, 2, false, r->legacy);
	else if (op->n == 3)
		dot(r, op, 3, false, r->legacy);
	else
		dot(r, op, 4, false, r->legacy);
}

INLINE void trans(const struct run *r, const struct us_op *op, unsigned fn)
{
	const struct us_lane *l = r->lanes + op->lane;
	const uint8_t *a = at(r, l->a);
	struct mods ma = mods_of(l->mod[0]);

	for (int i = 0; i < r->nv; i++) {
		vf x = modify(get(a, i), ma);
		put(r, l->d, i,
		    fn == US_EX2   ? numv_us_ex2(x)
		    : fn == US_LN2 ? numv_us_ln2(x)
		    : fn == US_RCP ? numv_us_rcp(x)
		    : fn == US_RSQ ? numv_us_rsq(x)
		    : fn == US_SIN ? numv_us_sin(x)
				   : numv_us_cos(x));
	}
}

static void transcendental(const struct run *r, const struct us_op *op)
{
	switch (op->fn) {
	case US_EX2:
		trans(r, op, US_EX2);
		break;
	case US_LN2:
		trans(r, op, US_LN2);
		break;
	case US_RCP:
		trans(r, op, US_RCP);
		break;
	case US_RSQ:
		trans(r, op, US_RSQ);
		break;
	case US_SIN:
		trans(r, op, US_SIN);
		break;
	default:
		trans(r, op, US_COS);
	}
}

/* US_K_FIN, and US_K_COPY, which has nothing to finish. */
static void op_unary(struct run *r, const struct us_op *op, const struct us_inst *in)
{
	for (const struct us_lane *l = r->lanes + op->lane, *e = l + op->n; l < e; l++) {
		const uint8_t *a = at(r, l->a);
		uint8_t *d = r->base[0] + l->d;

		for (int i = 0; i < r->nv; i += UNROLL) {
			vf v[UNROLL];

#pragma GCC unroll 4
			EACH v[k] = get(a, i + k);
			if (l->fin)
				finish4(l, v);
#pragma GCC unroll 4
			EACH *(vf *)(d + (i + k) * VB) = v[k];
		}
	}
}

static void op_presub(struct run *r, const struct us_op *op, const struct us_inst *in)
{
	for (const struct us_lane *l = r->lanes + op->lane, *e = l + op->n; l < e; l++) {
		const uint8_t *a = at(r, l->a), *b = at(r, l->b);

		for (int i = 0; i < r->nv; i++) {
			vf x = get(a, i);

			put(r, l->d, i,
			    finish(l, op->fn == 0   ? 1.0f - 2.0f * x
				      : op->fn == 1 ? get(b, i) - x
				      : op->fn == 2 ? get(b, i) + x
						    : 1.0f - x));
		}
	}
}

/* The operations that use the masks of flow control. */
static void op_flow(struct run *r, const struct us_op *op, const struct us_inst *in)
{
	for (const struct us_lane *l = r->lanes + op->lane, *e = l + op->n; l < e; l++) {
		const uint8_t *a = at(r, l->a);
		uint64_t active = in->write_inactive ? r->flow->lanes : r->flow->active, bits = 0;

		if (op->kind == US_K_STORE) {
			uint64_t mask = us_flow_writes(r->flow, in, l->chan);

			for (int i = 0; i < r->nv; i++)
				put(r, l->d, i,
				    vf_select(from_bits(mask, i), get(a, i),
					      *(vf *)(r->base[0] + l->d + i * VB)));
			continue;
		}
		for (int i = 0; i < r->nv; i++)
			bits |= vi_bits(numv_us_test(op->fn, get(a, i))) << (i * FL_LANES);
		if (op->kind == US_K_PRED)
			r->flow->pred[l->chan] = (bits & active) | (r->flow->pred[l->chan] & ~active);
		else
			r->flow->alu = (bits & active) | (r->flow->alu & ~active);
	}
}

/* One function for each operation: small functions, whose operands stay in registers. */
typedef void operation(struct run *r, const struct us_op *op, const struct us_inst *in);

#define OPERATION(name, call)                                                             \
	static void name(struct run *r, const struct us_op *op, const struct us_inst *in) \
	{                                                                                 \
		call;                                                                     \
	}
#define MAD(name, has_b, has_c)                                         \
	OPERATION(name, mad(r, op, has_b, has_c, false, false))         \
	OPERATION(name##_plain, mad(r, op, has_b, has_c, true, false))  \
	OPERATION(name##_legacy, mad(r, op, has_b, has_c, false, true)) \
	OPERATION(name##_plain_legacy, mad(r, op, has_b, has_c, true, true))
MAD(op_mov, false, false)
MAD(op_mul, true, false)
MAD(op_add, false, true)
MAD(op_mad, true, true)

#define SELECT(name, kind)                           \
	OPERATION(name, selects(r, op, kind, false)) \
	OPERATION(name##_plain, selects(r, op, kind, true))
SELECT(op_min, US_K_MIN)
SELECT(op_max, US_K_MAX)
SELECT(op_cnd, US_K_CND)
SELECT(op_cmp, US_K_CMP)
SELECT(op_frc, US_K_FRC)

OPERATION(op_derivative, derivative(r, op))
OPERATION(op_dot, dots(r, op))
OPERATION(op_trans, transcendental(r, op))

#define OPERATIONS(plain, legacy)                                                                   \
	{                                                                                           \
		[US_K_MOV] = op_mov##plain##legacy, [US_K_MUL] = op_mul##plain##legacy,             \
		[US_K_ADD] = op_add##plain##legacy, [US_K_MAD] = op_mad##plain##legacy,             \
		[US_K_MIN] = op_min##plain, [US_K_MAX] = op_max##plain, [US_K_CND] = op_cnd##plain, \
		[US_K_CMP] = op_cmp##plain, [US_K_FRC] = op_frc##plain, [US_K_MDH] = op_derivative, \
		[US_K_MDV] = op_derivative, [US_K_DOT] = op_dot, [US_K_TRANS] = op_trans,           \
		[US_K_FIN] = op_unary, [US_K_COPY] = op_unary, [US_K_PRESUB] = op_presub,           \
		[US_K_STORE] = op_flow, [US_K_PRED] = op_flow, [US_K_ALU_RESULT] = op_flow          \
	}
/* by legacy and plain */
static operation *const operations[2][2][US_K_ALU_RESULT + 1] = {
    {OPERATIONS(, ), OPERATIONS(_plain, )},
    {OPERATIONS(, _legacy), OPERATIONS(_plain, _legacy)},
};

static void execute(struct run *r, const struct us_op *op, unsigned n, const struct us_inst *in)
{
	for (const struct us_op *e = op + n; op < e; op++)
		operations[r->legacy][op->plain][op->kind](r, op, in);
}

/* The instruction uses aL, and is compiled for its current value. */
static void execute_relative(struct run *r, const struct us_step *s, bool masked)
{
	struct us_op op[24];
	struct us_lane lane[40];
	struct us_prog p = r->us->prog;
	struct us_build b = {
	    .p = &p, .cap_op = 24, .cap_lane = 40, .cap_slot = p.n_slot, .al = us_flow_al(r->flow)};
	uint16_t first, n;

	b.konst_at = r->us->prog.n_slot * US_SLOT_B;
	p.op = op;
	p.lane = lane;
	p.n_op = p.n_lane = 0;
	mr500_us_compile_inst(&b, &s->in, masked, &first, &n);
	const struct us_lane *old = r->lanes;
	r->lanes = lane;
	execute(r, op, n, &s->in);
	r->lanes = old;
}

/* ---- texture instructions ------------------------------------------------------------------------------ */
static void kill(struct run *r, const struct us_inst *in, unsigned al)
{
	struct mr500_px *px = mr500_px_of(r->t);
	unsigned reg = (in->coord.index + (in->coord.rel ? al : 0)) & (MR500_MAX_TEMPS - 1);
	uint64_t dead = 0;

	for (unsigned c = 0; c < 4; c++) {
		if (!(in->wmask >> c & 1))
			continue;
		uint64_t bits = 0;
		for (int i = 0; i < r->nv; i++) {
			vf x = *(vf *)&px->temp[reg][c][i * FL_LANES];
			/* -0 counts as less than 0 (Mesa, radeon_pair_translate.c). */
			bits |= vi_bits(((vi)x < 0) & (x == x)) << (i * FL_LANES);
		}
		dead |= bits & us_flow_writes(r->flow, in, c);
	}
	for (unsigned s = 0; s < FL_WAVE_SAMPLES; s++)
		r->t->wave.cover[s] &= ~dead;
}

static uint64_t covered(const struct fl_wave *w)
{
	uint64_t m = 0;
	unsigned n = w->draw->samples > 1 ? w->draw->samples : 1;

	for (unsigned s = 0; s < n && s < FL_WAVE_SAMPLES; s++)
		m |= w->cover[s];
	return m;
}

static void texture(struct run *r, const struct us_inst *in)
{
	struct mr500_px *px = mr500_px_of(r->t);
	unsigned al = us_flow_al(r->flow);

	if (in->tex_op == US_TEX_NOP || in->tex_op == US_TEX_RESERVED)
		return;
	if (in->tex_op == US_TEX_KILL) {
		kill(r, in, al);
		return;
	}
	struct fl_texel_request q = {
	    .op = mr500_tx_op(in->tex_op),
	    .unscaled = in->unscaled,
	    .n_quads = r->t->wave.n_quads,
	};
	const struct us_reg *src[3] = {&in->coord, &in->dx, &in->dy};
	const float **to[3] = {q.coord, q.dx, q.dy};
	for (unsigned n = 0; n < 3; n++) {
		unsigned reg = (src[n]->index + (src[n]->rel ? al : 0)) & (MR500_MAX_TEMPS - 1);
		for (unsigned c = 0; c < 4; c++)
			to[n][c] = px->temp[reg][src[n]->swz[c]];
	}
	uint64_t mask[4];
	for (unsigned c = 0; c < 4; c++) {
		mask[c] = in->wmask >> c & 1 ? us_flow_writes(r->flow, in, c) : 0;
		if (in->ignore_uncovered)
			mask[c] &= covered(&r->t->wave);
		q.lanes |= mask[c];
		q.out[c] = px->us[4 + c];
	}
	r->t->looked_up = true;
	uint64_t dead =
	    FL_SIMD(fl_texel_lookup)(mr500_tx_unit(mr500_draw_of(r->t->wave.draw)->tx, in->unit), &q);
	if (__builtin_expect(dead != 0, 0))
		for (unsigned s = 0; s < FL_WAVE_SAMPLES; s++)
			r->t->wave.cover[s] &= ~(dead & q.lanes);

	unsigned dst = (in->result.index + (in->result.rel ? al : 0)) & (MR500_MAX_TEMPS - 1);
	for (unsigned c = 0; c < 4; c++) {
		vf *d = (vf *)px->temp[dst][c], *s = (vf *)q.out[in->result.swz[c]];
		if (r->us->prog.late)
			mr500_us_late_fetch(px, dst, c, mask[c], q.out[in->result.swz[c]]);
		else if (mask[c] == r->flow->lanes)
			for (int i = 0; i < r->nv; i++)
				d[i] = s[i];
		else if (mask[c])
			for (int i = 0; i < r->nv; i++)
				d[i] = vf_select(from_bits(mask[c], i), s[i], d[i]);
	}
}

/* ---- the program --------------------------------------------------------------------------------------- */
/* How many steps from s on were compiled together, and have run. most: if there may be more, none. */
static unsigned run_compiled(const struct run *r, const struct us_step *s, unsigned most)
{
	const struct us_code *c = r->us->native ? &r->us->native->at[s - r->us->prog.step] : NULL;

	if (!c || !c->code || c->n > most)
		return 0;
	us_native_run(c, r->base[0], r->us->table, r->flow);
	return c->n;
}

static void straight(struct run *r)
{
	const struct us_prog *p = &r->us->prog;

	for (const struct us_step *s = p->step, *e = s + p->n_step; s < e;) {
		const unsigned compiled = run_compiled(r, s, p->n_step);

		if (compiled) {
			s += compiled;
		} else if (s->in.type == US_TEX) {
			texture(r, &s->in);
			s++;
		} else if (r->us->native) {
			execute(r, p->op + s->op, s->n_op, &s->in);
			s++;
		} else {
			const struct us_step *last = s + s->span - 1;

			execute(r, p->op + s->op, last->op + last->n_op - s->op, &s->in);
			s += s->span;
		}
	}
}

/* Returns the step that follows. */
static unsigned interpret(struct run *r, const struct us_step *s)
{
	const struct us_prog *p = &r->us->prog;
	const struct us_inst *in = &s->in;
	const bool masked = s->masked || (r->flow->active != r->flow->lanes && !in->write_inactive);
	unsigned next = s->next;

	if (p->late)
		mr500_us_late_wait(mr500_px_of(r->t), in);
	if (in->type == US_FC)
		next = us_flow_step(r->flow, s, p->step, r->us->bools, r->us->ints, covered(&r->t->wave));
	else if (in->type == US_TEX)
		texture(r, in);
	else if (s->rel)
		execute_relative(r, s, masked);
	else if (masked)
		execute(r, p->op + s->mop, s->n_mop, in);
	else
		execute(r, p->op + s->op, s->n_op, in);
	if (p->late)
		mr500_us_late_acquire(mr500_px_of(r->t), in);
	return next;
}

static void branching(struct run *r)
{
	const struct us_prog *p = &r->us->prog;
	const unsigned most = fl_work_steps(r->t->model);
	unsigned at_step = 0;

	for (unsigned n = 0; n < most; n++) {
		const struct us_step *s = &p->step[at_step];
		const unsigned compiled = run_compiled(r, s, most - n);

		if (compiled) {
			n += compiled - 1;
			s += compiled - 1;
			at_step = s->next;
		} else {
			at_step = interpret(r, s);
		}
		if ((s->in.last && us_flow_last(r->flow, &s->in)) || s->end) {
			us_count_steps(r->t, r->us->hung, n, true);
			return;
		}
	}
	us_count_steps(r->t, r->us->hung, most, false);
}

/* See us_scalar.c. */
static void round_outputs(struct run *r)
{
	for (unsigned i = 0; i < MR500_MAX_TARGETS; i++)
		for (unsigned c = 0; c < 4 && r->us->out_fmt[i] <= US_OUT_C4_10_GAMMA; c++)
			for (int k = 0; k < r->nv; k++) {
				vf *v = (vf *)mr500_px_of(r->t)->out[i][c] + k;
				*v = numv_us_round16(*v);
			}
}

static __attribute__((noinline)) void run_wave(struct fl_raster_thread *t)
{
	const struct mr500_us_state *us = mr500_draw_of(t->wave.draw)->us;
	struct us_flow flow;
	struct run r = {
	    .base = {(uint8_t *)mr500_px_of(t), (uint8_t *)us->table - US_REF_CONST},
	    .nv = ((int)t->wave.n_quads * 4 + FL_LANES * UNROLL - 1) / (FL_LANES * UNROLL) * UNROLL,
	    .legacy = us->prog.legacy_zero,
	    .t = t,
	    .us = us,
	    .lanes = us->prog.lane,
	    .flow = &flow,
	};

	if (us->prog.flow)
		us_flow_start(&flow, t->wave.n_quads, us->prog.full_fc);
	else
		us_flow_plain(&flow, t->wave.n_quads);
	us_zero(t);
	if (us->ran)
		__atomic_fetch_add(us->ran, us->prog.n_lane, __ATOMIC_RELAXED);
	if (us->prog.late)
		mr500_us_late_begin(mr500_px_of(t));
	if (us->prog.flow)
		branching(&r);
	else
		straight(&r);
	if (us->prog.fp24)
		round_outputs(&r);
}

void FL_SIMD(mr500_us_run)(struct fl_raster_thread *t)
{
	if (!t->wave.n_quads || __atomic_load_n(mr500_draw_of(t->wave.draw)->us->hung, __ATOMIC_RELAXED))
		return;
	const uint64_t was = fl_num_flush_begin();
	run_wave(t);
	fl_num_flush_end(was);
}
