/* SPDX-License-Identifier: MIT
 *
 * NaNs that nobody sees: arithmetic gives one NaN (SH_NAN), whatever the processor makes of it, and to find
 * it out takes as long as an addition. Where whoever reads a planned result until its place is written anew
 * treats all NaNs alike, it may be any.
 *
 * A span is gone through from its end, where all bits of all registers matter, to its beginning.
 */
#include "hw/model/gc/sh_code.h"

#include <string.h>

enum {
	AT_ROOM = 4 * MGC_TEMPS,
	PLACES = AT_ROOM + SH_ROOMS,
	FIRST = 1,
	SECOND = 2,
	TWO = FIRST | SECOND,
	ALL = TWO | 4,
};

/* Of sources, a bit each: those whose NaNs come out as some NaN, or as nothing that depends on their bits;
 * and those that may come out as they are. Operations that are not here see bits. */
static const struct row {
	uint16_t run, raw;
	uint8_t eats, hands;
} rows[] = {{SH_OP_add, SH_OP_add_raw, TWO, 0},
	    {SH_OP_sub, SH_OP_sub_raw, TWO, 0},
	    {SH_OP_mul, SH_OP_mul_raw, TWO, 0},
	    {SH_OP_mad, SH_OP_mad_raw, ALL, 0},
	    {SH_OP_msub, SH_OP_msub_raw, ALL, 0},
	    {SH_OP_nmad, SH_OP_nmad_raw, ALL, 0},
	    {SH_OP_rcp, SH_OP_rcp_raw, FIRST, 0},
	    {SH_OP_div, 0, TWO, 0},
	    {SH_OP_rsq, 0, FIRST, 0},
	    {SH_OP_exp, 0, FIRST, 0},
	    {SH_OP_log, 0, FIRST, 0},
	    {SH_OP_sqrt, 0, FIRST, 0},
	    {SH_OP_frc, 0, FIRST, 0},
	    {SH_OP_floor, 0, FIRST, 0},
	    {SH_OP_ceil, 0, FIRST, 0},
	    {SH_OP_sat, 0, FIRST, 0},
	    {SH_OP_sign, 0, FIRST, 0},
	    {SH_OP_mov, 0, 0, FIRST},
	    {SH_OP_neg, 0, 0, FIRST},
	    {SH_OP_abs, 0, 0, FIRST},
	    {SH_OP_neg_abs, 0, 0, FIRST},
#define SH_ENTRY(t) {SH_OP_pick_##t, 0, FIRST, SECOND | 4}, {SH_OP_set_##t, 0, TWO, 0},
	    SH_ENTRY(gt) SH_ENTRY(lt) SH_ENTRY(ge) SH_ENTRY(le) SH_ENTRY(eq) SH_ENTRY(ne) SH_ENTRY(nz)
		SH_ENTRY(gez) SH_ENTRY(gz) SH_ENTRY(lez) SH_ENTRY(lz)
#undef SH_ENTRY
};

static const struct row *row_of(unsigned run)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].run == run)
			return &rows[i];
	return NULL;
}

/* PLACES: what nothing writes. */
static unsigned number_of(struct sh_place p)
{
	return p.base == SH_AT_TEMP ? p.at : p.base == SH_AT_ROOM ? AT_ROOM + p.at : PLACES;
}

/* matters: of each place, whether the bits of a NaN there do, behind the move; then before it. */
static void before(struct sh_move *m, bool matters[PLACES + 1])
{
	const struct row *row = row_of(m->run);
	const bool result = matters[number_of(m->d)];

	if (m->run >= SH_OPS)
		return;
	matters[number_of(m->d)] = false;
	if (row && row->raw && !result)
		m->run = row->raw;
	for (unsigned k = 0; k < 3; k++)
		if (!row || (row->hands >> k & 1 && result))
			matters[number_of(m->src[k])] = true;
}

void mgc_sh_plan_nans(struct sh_code *c, const struct sh_span *s)
{
	bool matters[PLACES + 1];

	memset(matters, true, 4 * MGC_TEMPS);
	memset(matters + AT_ROOM, false, sizeof(matters) - AT_ROOM);
	for (uint32_t i = s->n_move; i-- > 0;)
		before(&c->move[s->first_move + i], matters);
}
