/* SPDX-License-Identifier: MIT
 *
 * NaNs that nobody sees (hw/model/num/num_nans.h), of SQ_NAN.
 *
 * A clause is gone through from its end, where all bits of all registers matter. Groups that are not planned
 * may read anything, and so may what begins behind them with fewer lanes.
 */
#include "hw/model/r600/sq_math.h"
#include "hw/model/num/num_nans.h"

#include <string.h>

enum {
	AT_PREVIOUS = MR600_GPRS * 4,
	AT_TEMP = AT_PREVIOUS + 2 * SQ_UNITS,
	PLACES = AT_TEMP + 3 * SQ_UNITS,
	FIRST = FL_NANS_FIRST,
	TWO = FIRST | FL_NANS_SECOND,
	OTHERS = FL_NANS_SECOND | FL_NANS_THIRD,
};

static const struct fl_nans_row rows[] = {
    {SQ_OP_add, SQ_OP_add_raw, 0},
    {SQ_OP_add_b, SQ_OP_add_raw_b, 0},
    {SQ_OP_mul, SQ_OP_mul_raw, 0},
    {SQ_OP_mul_b, SQ_OP_mul_raw_b, 0},
    {SQ_OP_mul_ieee, SQ_OP_mul_ieee_raw, 0},
    {SQ_OP_mul_ieee_b, SQ_OP_mul_ieee_raw_b, 0},
    {SQ_OP_muladd, SQ_OP_muladd_raw, 0},
    {SQ_OP_muladd_b, SQ_OP_muladd_raw_b, 0},
    {SQ_OP_muladd_c, SQ_OP_muladd_raw_c, 0},
    {SQ_OP_muladd_bc, SQ_OP_muladd_raw_bc, 0},
    {SQ_OP_muladd_ieee, SQ_OP_muladd_ieee_raw, 0},
    {SQ_OP_muladd_ieee_b, SQ_OP_muladd_ieee_raw_b, 0},
    {SQ_OP_muladd_ieee_c, SQ_OP_muladd_ieee_raw_c, 0},
    {SQ_OP_muladd_ieee_bc, SQ_OP_muladd_ieee_raw_bc, 0},
    {SQ_OP_sete, 0, 0},
    {SQ_OP_setgt, 0, 0},
    {SQ_OP_setge, 0, 0},
    {SQ_OP_setne, 0, 0},
    {SQ_OP_fract, 0, 0},
    {SQ_OP_floor, 0, 0},
    {SQ_OP_twice, 0, 0},
    {SQ_OP_fourfold, 0, 0},
    {SQ_OP_half, 0, 0},
    {SQ_OP_sat, 0, 0},
    {SQ_OP_sat_nan, 0, 0},
    {SQ_OP_mov, 0, FIRST},
    {SQ_OP_abs, 0, FIRST},
    {SQ_OP_neg, 0, FIRST},
    {SQ_OP_neg_abs, 0, FIRST},
    {SQ_OP_max, 0, TWO},
    {SQ_OP_min, 0, TWO},
    {SQ_OP_max_dx10, 0, TWO},
    {SQ_OP_min_dx10, 0, TWO},
    {SQ_OP_max_dx10_b, 0, TWO},
    {SQ_OP_min_dx10_b, 0, TWO},
    {SQ_OP_cnde, 0, OTHERS},
    {SQ_OP_cndgt, 0, OTHERS},
    {SQ_OP_cndge, 0, OTHERS},
};

/* PLACES: a constant, which nothing writes. */
static unsigned number_of(struct sq_place p)
{
	static const unsigned first[SQ_BASES] = {
	    [SQ_AT_GPR] = 0, [SQ_AT_PREVIOUS] = AT_PREVIOUS, [SQ_AT_TEMP] = AT_TEMP, [SQ_AT_TABLE] = PLACES};

	return p.base == SQ_AT_TABLE ? PLACES : first[p.base] + p.at;
}

static void before(struct sq_move *m, bool matters[PLACES + 1])
{
	const unsigned from[3] = {number_of(m->src[0]), number_of(m->src[1]), number_of(m->src[2])};

	m->run = (uint8_t)fl_nans_before(rows, sizeof(rows) / sizeof(*rows), m->run, number_of(m->d), from,
					 matters);
}

void mr600_sq_plan_nans(struct sq_code *c, const struct sq_step *s)
{
	bool matters[PLACES + 1];

	memset(matters, true, sizeof(matters));
	for (uint32_t i = s->n; i-- > 0;) {
		const struct sq_group *g = &c->group[s->first + i];

		if (!g->planned)
			memset(matters, true, sizeof(matters));
		for (uint32_t k = g->planned ? g->n_move : 0; k-- > 0;)
			before(&c->move[g->first_move + k], matters);
	}
}
