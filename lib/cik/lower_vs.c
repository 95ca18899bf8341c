/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs (lib/fl_ff_form.h) in the words of Sea Islands.
 */
#include "lib/cik/lower_own.h"

enum { DESCRIPTOR_DW = 4 };

/* n descriptors in a row, in loads of as many as one takes */
static uint32_t descriptors(struct fl_cik_low *l, uint32_t n)
{
	const uint32_t first = fl_cik_low_sgprs(l, DESCRIPTOR_DW * n);

	for (uint32_t k = 0; k < n;) {
		uint32_t row = n - k >= 4 ? 4 : n - k >= 2 ? 2 : 1;

		fl_cik_load(&l->code, first + DESCRIPTOR_DW * k, FL_CIK_S_VERTICES, DESCRIPTOR_DW * k,
			    DESCRIPTOR_DW * row);
		k += row;
	}
	return first;
}

static void inputs(struct fl_cik_low *l)
{
	const struct fl_cik_src s[2] = {fl_cik_s(FL_CIK_S_FIRST_VERTEX), fl_cik_v(0)};
	const uint32_t first = descriptors(l, l->at->n_in);

	fl_cik_low_constants(l);
	fl_cik_valu(&l->code, FL_CIK_V2(ADD_I32), 0, s, 2, false);
	fl_cik_wait_lgkm(&l->code);
	l->waits = false;
	for (uint32_t i = 0; i < l->at->n_in; i++) {
		const uint32_t reg = FL_CIK_LOW_IN + i;

		if (!l->reads[reg])
			continue;
		fl_cik_fetch(&l->code, fl_cik_low_vgpr(l, reg), 0, first + DESCRIPTOR_DW * i);
		fl_cik_low_loads(l, reg);
	}
}

/* y = max(b, 0), z = b > 0 ? max(a, 0)^c : 0. The logarithm of 0 is a large negative number, and 0 times
 * anything is 0: 0^0 is 1. What is written may be what is read. */
static void light(struct fl_cik_low *l, const struct fl_ff_inst *i)
{
	const struct fl_cik_src zero = fl_cik_s(CIK_SSRC__SRC_0), work = fl_cik_v(FL_CIK_LOW_SPARE),
				a = fl_cik_low_src(l, i->a, 0), b = fl_cik_low_src(l, i->b, 0),
				c = fl_cik_low_src(l, i->c, 0), vcc = fl_cik_s(CIK_SSRC__VCC_LO);
	const uint32_t to = fl_cik_low_vgpr(l, fl_cik_low_reg(l, i->to.file, i->to.at)),
		       at = FL_CIK_LOW_SPARE;

	fl_cik_low_op(l, FL_CIK_V2(MAX_F32), at, (const struct fl_cik_src[]){zero, a}, 2, false);
	fl_cik_low_op(l, FL_CIK_V1(LOG_CLAMP_F32), at, &work, 1, false);
	fl_cik_low_op(l, FL_CIK_V2(MUL_LEGACY_F32), at, (const struct fl_cik_src[]){c, work}, 2, false);
	fl_cik_low_op(l, FL_CIK_V1(EXP_F32), at, &work, 1, false);
	fl_cik_low_op(l, FL_CIK_VC(CMP_LT_F32), CIK_SSRC__VCC_LO, (const struct fl_cik_src[]){zero, b}, 2,
		      false);
	if (i->to.mask & 2)
		fl_cik_low_op(l, FL_CIK_V2(MAX_F32), to + 1, (const struct fl_cik_src[]){zero, b}, 2,
			      i->to.saturate);
	if (i->to.mask & 4)
		fl_cik_valu(&l->code, FL_CIK_V2(CNDMASK_B32), to + 2,
			    (const struct fl_cik_src[]){zero, work, vcc}, 2, false);
	if (i->to.mask & 4 && i->to.saturate)
		fl_cik_low_op(l, FL_CIK_V1(MOV_B32), to + 2, (const struct fl_cik_src[]){fl_cik_v(to + 2)}, 1,
			      true);
}

static void exports(struct fl_cik_low *l)
{
	const struct fl_ff_places *at = l->at;
	const bool sized = at->out[FL_FF_OUT_POINT_SIZE] != FL_FF_NOT_THERE;

	fl_cik_low_export(l, FL_FF_OUT_POSITION, CIK_EXP_TGT__EXP_POS, 15, CIK_EXP_WORD0__DONE(!sized));
	if (sized)
		fl_cik_low_export(l, FL_FF_OUT_POINT_SIZE, CIK_EXP_TGT__EXP_POS + 1, 1,
				  CIK_EXP_WORD0__DONE(1));
	for (uint32_t out = FL_FF_OUT_COLOR; out < FL_FF_OUT_COUNT; out++)
		if (at->out[out] != FL_FF_NOT_THERE)
			fl_cik_low_export(l, out, CIK_EXP_TGT__EXP_PARAM + fl_cik_param(at, out), 15, 0);
}

void fl_cik_vs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		     struct fl_cik_lowered *out)
{
	struct fl_cik_low l;

	fl_cik_low_begin(&l, false, inst, n, at, out);
	inputs(&l);
	while (l.now < n) {
		if (inst[l.now].op == FL_FF_LIT)
			light(&l, &inst[l.now]);
		else
			fl_cik_low_alu(&l, &inst[l.now]);
		fl_cik_low_next(&l);
	}
	exports(&l);
	fl_cik_low_end(&l);
}
