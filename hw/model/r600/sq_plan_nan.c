/* SPDX-License-Identifier: MIT
 *
 * NaNs that nobody sees: arithmetic gives one NaN (SQ_NAN), whatever the processor makes of it, and to find
 * it out takes as long as an addition. Where whoever reads a planned result until its place is written anew
 * treats all NaNs alike, it may be any.
 *
 * A clause is gone through from its end, where all bits of all registers matter. Groups that are not planned
 * may read anything, and so may what begins behind them with fewer lanes.
 */
#include "hw/model/r600/sq_math.h"

#include <string.h>

enum {
	AT_PREVIOUS = MR600_GPRS * 4,
	AT_TEMP = AT_PREVIOUS + 2 * SQ_UNITS,
	PLACES = AT_TEMP + 3 * SQ_UNITS,
	FIRST = 1,
	SECOND = 2,
	THIRD = 4,
	TWO = FIRST | SECOND,
	ALL = TWO | THIRD,
};

/* Of sources, a bit each: those whose NaNs come out as some NaN, or as nothing that depends on their bits;
 * and those that may come out as they are. Operations that are not here see bits. */
static const struct row {
	uint8_t run, raw, eats, hands;
} rows[] = {
    {SQ_OP_add, SQ_OP_add_raw, TWO, 0},
    {SQ_OP_add_b, SQ_OP_add_raw_b, TWO, 0},
    {SQ_OP_mul, SQ_OP_mul_raw, TWO, 0},
    {SQ_OP_mul_b, SQ_OP_mul_raw_b, TWO, 0},
    {SQ_OP_mul_ieee, SQ_OP_mul_ieee_raw, TWO, 0},
    {SQ_OP_mul_ieee_b, SQ_OP_mul_ieee_raw_b, TWO, 0},
    {SQ_OP_muladd, SQ_OP_muladd_raw, ALL, 0},
    {SQ_OP_muladd_b, SQ_OP_muladd_raw_b, ALL, 0},
    {SQ_OP_muladd_c, SQ_OP_muladd_raw_c, ALL, 0},
    {SQ_OP_muladd_bc, SQ_OP_muladd_raw_bc, ALL, 0},
    {SQ_OP_muladd_ieee, SQ_OP_muladd_ieee_raw, ALL, 0},
    {SQ_OP_muladd_ieee_b, SQ_OP_muladd_ieee_raw_b, ALL, 0},
    {SQ_OP_muladd_ieee_c, SQ_OP_muladd_ieee_raw_c, ALL, 0},
    {SQ_OP_muladd_ieee_bc, SQ_OP_muladd_ieee_raw_bc, ALL, 0},
    {SQ_OP_sete, 0, TWO, 0},
    {SQ_OP_setgt, 0, TWO, 0},
    {SQ_OP_setge, 0, TWO, 0},
    {SQ_OP_setne, 0, TWO, 0},
    {SQ_OP_fract, 0, FIRST, 0},
    {SQ_OP_floor, 0, FIRST, 0},
    {SQ_OP_twice, 0, FIRST, 0},
    {SQ_OP_fourfold, 0, FIRST, 0},
    {SQ_OP_half, 0, FIRST, 0},
    {SQ_OP_sat, 0, FIRST, 0},
    {SQ_OP_sat_nan, 0, FIRST, 0},
    {SQ_OP_mov, 0, 0, FIRST},
    {SQ_OP_abs, 0, 0, FIRST},
    {SQ_OP_neg, 0, 0, FIRST},
    {SQ_OP_neg_abs, 0, 0, FIRST},
    {SQ_OP_max, 0, 0, TWO},
    {SQ_OP_min, 0, 0, TWO},
    {SQ_OP_max_dx10, 0, 0, TWO},
    {SQ_OP_min_dx10, 0, 0, TWO},
    {SQ_OP_max_dx10_b, 0, 0, TWO},
    {SQ_OP_min_dx10_b, 0, 0, TWO},
    {SQ_OP_cnde, 0, FIRST, SECOND | THIRD},
    {SQ_OP_cndgt, 0, FIRST, SECOND | THIRD},
    {SQ_OP_cndge, 0, FIRST, SECOND | THIRD},
};

static const struct row *row_of(unsigned run)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].run == run)
			return &rows[i];
	return NULL;
}

/* PLACES: a constant, which nothing writes. */
static unsigned number_of(struct sq_place p)
{
	static const unsigned first[SQ_BASES] = {
	    [SQ_AT_GPR] = 0, [SQ_AT_PREVIOUS] = AT_PREVIOUS, [SQ_AT_TEMP] = AT_TEMP, [SQ_AT_TABLE] = PLACES};

	return p.base == SQ_AT_TABLE ? PLACES : first[p.base] + p.at;
}

/* matters: of each place, whether the bits of a NaN there do, behind the move; then before it. */
static void before(struct sq_move *m, bool matters[PLACES + 1])
{
	const struct row *row = row_of(m->run);
	const bool result = matters[number_of(m->d)];

	matters[number_of(m->d)] = false;
	if (row && row->raw && !result)
		m->run = row->raw;
	for (unsigned k = 0; k < 3; k++)
		if (!row || (row->hands >> k & 1 && result))
			matters[number_of(m->src[k])] = true;
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
