/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs (lib/fl_ff_form.h) in the words of R6xx and R7xx.
 */
#include "lib/r600/lower_own.h"

enum { INDEX_GPR = 1, POSITION = 60 }; /* the registers before the inputs; R6xx facts 4.8 */

/* y = max(b, 0), z = b > 0 ? max(a, 0)^c : 0. The logarithm of 0 is a large negative number, and 0 times
 * anything is 0: 0^0 is 1. Of y no more than its sign matters to z, so b may be written before it is read. */
static void light(struct fl_r600_low *l, const struct fl_ff_inst *i)
{
	const struct fl_r600_src a = fl_r600_low_src(l, i->a, 0), b = fl_r600_low_src(l, i->b, 0),
				 c = fl_r600_low_src(l, i->c, 0), zero = {.sel = FL_R600_SRC_0};
	const uint8_t gpr = (uint8_t)fl_r600_low_gpr(l, i->to.file, i->to.at);
	struct fl_r600_to work;
	struct fl_r600_src s;

	if (l->scratch == FL_R600_NO_GPR)
		l->scratch = l->next++;
	work = (struct fl_r600_to){.gpr = l->scratch};
	s = (struct fl_r600_src){.sel = l->scratch};
	fl_r600_low_one(l, FL_R600_OP2(MAX), work, (const struct fl_r600_src[]){a, zero}, 2);
	fl_r600_low_one(l, FL_R600_OP2(LOG_CLAMPED), work, &s, 1);
	fl_r600_low_one(l, FL_R600_OP2(MUL), work, (const struct fl_r600_src[]){s, c}, 2);
	fl_r600_low_one(l, FL_R600_OP2(EXP_IEEE), work, &s, 1);
	if (i->to.mask & 2)
		fl_r600_low_one(l, FL_R600_OP2(MAX),
				(struct fl_r600_to){.gpr = gpr, .chan = 1, .clamp = i->to.saturate},
				(const struct fl_r600_src[]){b, zero}, 2);
	if (i->to.mask & 4)
		fl_r600_low_one(l, FL_R600_OP3(CNDGT),
				(struct fl_r600_to){.gpr = gpr, .chan = 2, .clamp = i->to.saturate},
				(const struct fl_r600_src[]){b, s, zero}, 3);
}

static void exports(struct fl_r600_low *l)
{
	const struct fl_ff_places *at = l->at;
	const bool sized = at->out[FL_FF_OUT_POINT_SIZE] != FL_FF_NOT_THERE;

	fl_r600_low_export(l, FL_FF_OUT_POSITION, R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_POS,
			   POSITION, !sized);
	if (sized)
		fl_r600_low_export(l, FL_FF_OUT_POINT_SIZE,
				   R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_POS, POSITION + 1, true);
	for (uint32_t out = FL_FF_OUT_COLOR; out < FL_FF_OUT_COUNT; out++)
		if (at->out[out] != FL_FF_NOT_THERE)
			fl_r600_low_export(l, out, R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PARAM,
					   fl_r600_param(at, out), at->out[out] + 1u == at->n_out);
}

void fl_r600_vs_lower(bool r700, const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		      struct fl_r600_lowered *out)
{
	struct fl_r600_low l;

	fl_r600_low_begin(&l, r700, at, INDEX_GPR, out);
	out->stack = 1; /* of the call */
	fl_r600_low_cf(&l, 0, R600_SQ_CF_WORD1__CF_INST(R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_CALL_FS));
	for (uint32_t k = 0; k < n; k++)
		if (inst[k].op == FL_FF_LIT)
			light(&l, &inst[k]);
		else
			fl_r600_low_alu(&l, &inst[k]);
	exports(&l);
	fl_r600_low_end(&l);
}
