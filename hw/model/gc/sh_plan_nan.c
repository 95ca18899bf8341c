/* SPDX-License-Identifier: MIT
 *
 * NaNs that nobody sees (hw/model/num/num_nans.h), of SH_NAN.
 *
 * A span is gone through from its end, where all bits of all registers matter, to its beginning.
 */
#include "hw/model/gc/sh_code.h"
#include "hw/model/num/num_nans.h"

#include <string.h>

enum {
	AT_ROOM = 4 * MGC_TEMPS,
	PLACES = AT_ROOM + SH_ROOMS,
	FIRST = FL_NANS_FIRST,
	OTHERS = FL_NANS_SECOND | FL_NANS_THIRD,
};

static const struct fl_nans_row rows[] = {{SH_OP_add, SH_OP_add_raw, 0},
					  {SH_OP_sub, SH_OP_sub_raw, 0},
					  {SH_OP_mul, SH_OP_mul_raw, 0},
					  {SH_OP_mad, SH_OP_mad_raw, 0},
					  {SH_OP_msub, SH_OP_msub_raw, 0},
					  {SH_OP_nmad, SH_OP_nmad_raw, 0},
					  {SH_OP_rcp, SH_OP_rcp_raw, 0},
					  {SH_OP_div, 0, 0},
					  {SH_OP_rsq, 0, 0},
					  {SH_OP_exp, 0, 0},
					  {SH_OP_log, 0, 0},
					  {SH_OP_sqrt, 0, 0},
					  {SH_OP_frc, 0, 0},
					  {SH_OP_floor, 0, 0},
					  {SH_OP_ceil, 0, 0},
					  {SH_OP_sat, 0, 0},
					  {SH_OP_sign, 0, 0},
					  {SH_OP_mov, 0, FIRST},
					  {SH_OP_neg, 0, FIRST},
					  {SH_OP_abs, 0, FIRST},
					  {SH_OP_neg_abs, 0, FIRST},
#define SH_ENTRY(t) {SH_OP_pick_##t, 0, OTHERS}, {SH_OP_set_##t, 0, 0},
					  SH_ENTRY(gt) SH_ENTRY(lt) SH_ENTRY(ge) SH_ENTRY(le) SH_ENTRY(eq)
					      SH_ENTRY(ne) SH_ENTRY(nz) SH_ENTRY(gez) SH_ENTRY(gz)
						  SH_ENTRY(lez) SH_ENTRY(lz)
#undef SH_ENTRY
};

/* PLACES: what nothing writes. */
static unsigned number_of(struct sh_place p)
{
	return p.base == SH_AT_TEMP ? p.at : p.base == SH_AT_ROOM ? AT_ROOM + p.at : PLACES;
}

static void before(struct sh_move *m, bool matters[PLACES + 1])
{
	const unsigned from[3] = {number_of(m->src[0]), number_of(m->src[1]), number_of(m->src[2])};

	if (m->run >= SH_OPS)
		return;
	m->run = (uint16_t)fl_nans_before(rows, sizeof(rows) / sizeof(*rows), m->run, number_of(m->d), from,
					  matters);
}

void mgc_sh_plan_nans(struct sh_code *c, const struct sh_span *s)
{
	bool matters[PLACES + 1];

	memset(matters, true, 4 * MGC_TEMPS);
	memset(matters + AT_ROOM, false, sizeof(matters) - AT_ROOM);
	for (uint32_t i = s->n_move; i-- > 0;)
		before(&c->move[s->first_move + i], matters);
}
