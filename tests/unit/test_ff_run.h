/* SPDX-License-Identifier: MIT
 *
 * A program of fixed function run as lib/fl_ff_form.h says, in double precision, and the rules of the form.
 * What nobody wrote is not a number, and so is what comes of it.
 */
#ifndef TESTS_UNIT_TEST_FF_RUN_H
#define TESTS_UNIT_TEST_FF_RUN_H

#include "lib/fl_ff_form.h"

#include <criterion/criterion.h>
#include <math.h>

struct run {
	const struct fl_ff_places *at;
	double in[FL_FF_IN_COUNT][4], out[FL_FF_OUT_COUNT][4], temp[32][4], constant[FL_FF_C_COUNT][4];
	uint8_t written[FL_FF_OUT_COUNT]; /* masks */
	void (*texel)(uint32_t unit, uint32_t kind, const double at[3], double t[4]);
	bool shared; /* an input and the temporary of its number are one register */
	bool fragment, killed;
};

static inline void run_begin(struct run *r, const struct fl_ff_places *at, bool fragment)
{
	memset(r, 0, sizeof(*r));
	for (double *p = r->in[0]; p < (double *)r->written; p++)
		*p = NAN;
	r->at = at;
	r->fragment = fragment;
}

static inline double run_read(const struct run *r, struct fl_ff_src s, uint32_t k)
{
	uint32_t select = FL_FF_SELECTOR(s, k);
	const double *v = s.file == FL_FF_TEMP              ? r->temp[s.at]
			  : s.file == FL_FF_CONST           ? r->constant[s.at]
			  : s.file == FL_FF_IN && r->shared ? r->temp[r->at->in[s.at]]
							    : r->in[s.at];
	double x = select == FL_FF_0 ? 0 : select == FL_FF_1 ? 1 : v[select];

	cr_assert(select >= FL_FF_0 || s.file != FL_FF_LITERAL);
	cr_assert_neq(s.file, FL_FF_OUT);
	if (s.file == FL_FF_IN)
		cr_assert_neq(r->at->in[s.at], FL_FF_NOT_THERE);
	return s.select & FL_FF_NEGATE ? -x : x;
}

static inline double run_dot(const double *a, const double *b, uint32_t n)
{
	double sum = 0;

	for (uint32_t k = 0; k < n; k++)
		sum += a[k] * b[k];
	return sum;
}

static inline void run_write(struct run *r, struct fl_ff_dst to, const double *v)
{
	double *reg = to.file == FL_FF_OUT ? r->out[to.at] : r->temp[to.at];

	cr_assert(to.file == FL_FF_OUT || to.file == FL_FF_TEMP);
	if (to.file == FL_FF_OUT) {
		cr_assert_neq(r->at->out[to.at], FL_FF_NOT_THERE);
		cr_assert_eq(r->written[to.at] & to.mask, 0, "put out twice");
		r->written[to.at] |= to.mask;
	}
	for (uint32_t k = 0; k < 4; k++)
		if (to.mask >> k & 1)
			reg[k] = to.saturate ? fmin(fmax(v[k], 0), 1) : v[k];
}

static inline void run_one(struct run *r, const struct fl_ff_inst *i)
{
	double a[4], b[4], c[4], v[4], texel[4] = {0};

	for (uint32_t k = 0; k < 4; k++) {
		a[k] = run_read(r, i->a, k);
		b[k] = run_read(r, i->b, k);
		c[k] = run_read(r, i->c, k);
	}
	if (i->op == FL_FF_KIL) {
		for (uint32_t n = 0; n < FL_FF_OUT_COUNT; n++)
			cr_assert_eq(r->written[n], 0);
		cr_assert(!isnan(a[0]));
		r->killed |= a[0] < 0;
		return;
	}
	if (i->op == FL_FF_TEX || i->op == FL_FF_TEXP) {
		double q = i->op == FL_FF_TEXP ? a[3] : 1, at[3] = {a[0] / q, a[1] / q, a[2] / q};

		r->texel(i->unit, i->kind, at, texel);
	}
	for (uint32_t k = 0; k < 4; k++)
		switch (i->op) {
		case FL_FF_MOV:
			v[k] = a[k];
			break;
		case FL_FF_ADD:
			v[k] = a[k] + b[k];
			break;
		case FL_FF_MUL:
			v[k] = a[k] * b[k];
			break;
		case FL_FF_MAD:
			v[k] = a[k] * b[k] + c[k];
			break;
		case FL_FF_DP3:
			v[k] = run_dot(a, b, 3);
			break;
		case FL_FF_DP4:
			v[k] = run_dot(a, b, 4);
			break;
		case FL_FF_MAX:
			v[k] = fmax(a[k], b[k]);
			break;
		case FL_FF_FRC:
			v[k] = a[k] - floor(a[k]);
			break;
		case FL_FF_RSQ:
			v[k] = 1 / sqrt(a[0]);
			break;
		case FL_FF_RCP:
			v[k] = 1 / a[0];
			break;
		case FL_FF_EX2:
			v[k] = exp2(a[0]);
			break;
		case FL_FF_LIT:
			cr_assert((i->to.mask & 9) == 0, "only y and z are anything");
			v[k] = k == 1 ? fmax(b[0], 0) : b[0] > 0 ? pow(fmax(a[0], 0), c[0]) : 0;
			break;
		default:
			v[k] = texel[k];
			break;
		}
	run_write(r, i->to, v);
}

/* The rules that a lowering relies on, instruction by instruction */
static inline void run_rules(const struct fl_ff_inst *i, bool fragment)
{
	static const uint8_t reads[FL_FF_OPS] = {1, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 3, 1, 1, 1};
	const uint32_t both = 1u << FL_FF_MOV | 1u << FL_FF_ADD | 1u << FL_FF_MUL | 1u << FL_FF_MAD |
			      1u << FL_FF_EX2,
		       vertex = both | 1u << FL_FF_DP3 | 1u << FL_FF_DP4 | 1u << FL_FF_MAX | 1u << FL_FF_RSQ |
				1u << FL_FF_RCP | 1u << FL_FF_LIT,
		       pixel = both | 1u << FL_FF_FRC | 1u << FL_FF_TEX | 1u << FL_FF_TEXP | 1u << FL_FF_KIL,
		       one = 1u << FL_FF_RSQ | 1u << FL_FF_RCP | 1u << FL_FF_EX2 | 1u << FL_FF_LIT |
			     1u << FL_FF_KIL;
	const struct fl_ff_src s[3] = {i->a, i->b, i->c};
	uint64_t temps = 0, constants = 0, ins = 0;

	cr_assert((fragment ? pixel : vertex) >> i->op & 1, "operation %u", i->op);
	cr_assert(i->op == FL_FF_KIL || i->to.mask);
	if (fragment && (i->op == FL_FF_FRC || i->op == FL_FF_EX2))
		cr_assert_eq(i->to.mask, 8);
	for (uint32_t k = 0; k < reads[i->op]; k++) {
		temps |= s[k].file == FL_FF_TEMP ? UINT64_C(1) << s[k].at : 0;
		constants |= s[k].file == FL_FF_CONST ? UINT64_C(1) << s[k].at : 0;
		ins |= s[k].file == FL_FF_IN ? UINT64_C(1) << s[k].at : 0;
		if (one >> i->op & 1)
			cr_assert_eq((s[k].select & 0xfff) % 01111, 0, "four selectors alike");
	}
	cr_assert_leq(__builtin_popcountll(temps), 2);
	cr_assert_leq(__builtin_popcountll(constants), 1);
	cr_assert_leq(__builtin_popcountll(ins), fragment ? 2 : 1);
}

/* r->in and r->constant are filled. */
static inline void run(struct run *r, const struct fl_ff_inst *inst, uint32_t n)
{
	for (uint32_t k = 0; k < FL_FF_IN_COUNT && r->shared; k++)
		if (r->at->in[k] != FL_FF_NOT_THERE)
			memcpy(r->temp[r->at->in[k]], r->in[k], sizeof(r->in[k]));
	for (uint32_t k = 0; k < n; k++) {
		run_rules(&inst[k], r->fragment);
		run_one(r, &inst[k]);
	}
	for (uint32_t k = 0; k < FL_FF_OUT_COUNT; k++)
		cr_assert_eq(r->written[k], r->at->out[k] == FL_FF_NOT_THERE ? 0 : 15, "output %u", k);
}

#endif
