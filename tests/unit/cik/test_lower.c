/* SPDX-License-Identifier: MIT
 *
 * Fixed function in the words of Sea Islands: programs of random keys are read back by the disassembler, are
 * assembled again, and are run by waves of the model beside the form that they were made from. A register
 * that is read before its load was waited for makes the model report.
 */
#include "tests/unit/cik/program_rig.h"
#include "tests/unit/test_ff_state.h"

TestSuite(cik_lower, .timeout = 120);

enum { STATES = 400 };

static struct fl_cik_lowered code;

static uint32_t target_of(const struct run *r, uint32_t out)
{
	return out == FL_FF_OUT_POSITION     ? CIK_EXP_TGT__EXP_POS
	       : out == FL_FF_OUT_POINT_SIZE ? CIK_EXP_TGT__EXP_POS + 1
					     : CIK_EXP_TGT__EXP_PARAM + fl_cik_param(r->at, out);
}

static void judge_vs(struct run *r, const struct fl_ff_inst *inst, uint32_t n)
{
	fl_cik_vs_lower(inst, n, r->at, &code);
	check_words(code.words, code.n);
	prepare(code.vgprs, code.sgprs);
	for (uint32_t i = 0; i < FL_FF_IN_COUNT; i++) {
		if (r->at->in[i] == FL_FF_NOT_THERE)
			continue;
		for (int c = 0; c < 4; c++)
			r->in[i][c] = i == FL_FF_IN_POSITION && c == 3 ? 1 : (double)number(-1, 1);
		set_input(r->at->in[i], r->in[i]);
	}
	for (uint32_t l = 0; l < MCIK_LANES; l++)
		rig.w->v[0][l] = l;
	run(r, inst, n);
	set_constants((const double(*)[4])r->constant, FL_FF_C_COUNT);
	run_code(code.words, code.n);
	for (uint32_t o = 0; o < FL_FF_OUT_COUNT; o++) {
		const uint32_t target = target_of(r, o), parts = o == FL_FF_OUT_POINT_SIZE ? 1 : 4;

		if (r->at->out[o] == FL_FF_NOT_THERE)
			continue;
		cr_assert(put_out.targets >> target & 1);
		cr_assert_eq(put_out.mask[target], (1u << parts) - 1);
		put_out.targets &= ~(UINT64_C(1) << target);
		expect_near("vertex program", put_out.v[target], r->out[o], parts);
	}
	cr_assert_eq(put_out.targets, 0u, "0x%llx", (unsigned long long)put_out.targets);
}

static void judge_fs(struct run *r, const struct fl_ff_inst *inst, uint32_t n)
{
	fl_cik_fs_lower(inst, n, r->at, &code);
	check_words(code.words, code.n);
	cr_assert_eq(code.inputs, 2u);
	prepare(code.vgprs, code.sgprs);
	set_weights();
	for (uint32_t i = 0; i < FL_FF_IN_COUNT; i++) {
		bool signs = i >= FL_FF_IN_TEXCOORD && i < FL_FF_IN_FOG;

		if (r->at->in[i] == FL_FF_NOT_THERE)
			continue;
		for (int c = 0; c < 4; c++)
			r->in[i][c] = (double)number(signs && c < 3 ? -1 : 0.25, 1);
		set_attribute(r->at->in[i], r->in[i]);
	}
	for (uint32_t k = 0; k < n; k++)
		if (inst[k].op == FL_FF_TEX || inst[k].op == FL_FF_TEXP)
			set_texture(inst[k].unit, inst[k].kind);
	r->shared = true;
	r->texel = texel;
	unsure = false;
	run(r, inst, n);
	set_constants((const double(*)[4])r->constant, FL_FF_C_COUNT);
	run_code(code.words, code.n);
	cr_assert_eq(put_out.targets, 1u << CIK_EXP_TGT__EXP_MRT);
	cr_assert_eq(put_out.mask[0], 15);
	cr_assert_eq(put_out.lanes, r->killed ? 0 : THERE, "0x%llx", (unsigned long long)put_out.lanes);
	if (!unsure && !r->killed)
		expect_near("fragment program", put_out.v[0], r->out[FL_FF_OUT_COLOR], 4);
}

static void judge(uint32_t i, struct run *vs, uint64_t vs_key, struct run *fs, uint64_t fs_key)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];

	judge_vs(vs, inst, fl_ff_vs_make(vs_key, inst));
	judge_fs(fs, inst, fl_ff_fs_make(fs_key, inst));
	cr_assert_eq(code.kills, (fs_key & FL_FF_FS_STIPPLE) != 0);
}

Test(cik_lower, words_do_what_the_form_says)
{
	open_rig();
	seed = 88172645463325252u;
	each_state(STATES, judge);
	close_rig();
}

/* What the form allows, and no program of a key has: components changed about in one register, two components
 * of a constant in one instruction, saturated results of each kind, dot products into what they read. */
Test(cik_lower, what_no_key_has)
{
	enum {
		YXWZ = FL_FF_SELECT(1, 0, 3, 2),
		YZWX = FL_FF_SELECT(1, 2, 3, 0),
		XYZW = FL_FF_SELECT(0, 1, 2, 3)
	};
#define SRC(f, n, s)                                        \
	{                                                   \
		.file = FL_FF_##f, .at = (n), .select = (s) \
	}
#define DST(f, n, m)                                      \
	{                                                 \
		.file = FL_FF_##f, .at = (n), .mask = (m) \
	}
#define SATURATED(n)                                                    \
	{                                                               \
		.file = FL_FF_OUT, .at = (n), .mask = 15, .saturate = 1 \
	}
	const struct fl_ff_inst inst[] = {
	    {.op = FL_FF_MAD,
	     .to = DST(TEMP, 0, 15),
	     .a = SRC(IN, FL_FF_IN_POSITION, YXWZ),
	     .b = SRC(CONST, 1, XYZW),
	     .c = SRC(CONST, 1, YZWX)},
	    {.op = FL_FF_MOV, .to = DST(TEMP, 0, 15), .a = SRC(TEMP, 0, YZWX | FL_FF_NEGATE)},
	    {.op = FL_FF_MUL, .to = DST(TEMP, 0, 7), .a = SRC(TEMP, 0, YXWZ), .b = SRC(TEMP, 0, XYZW)},
	    {.op = FL_FF_DP4, .to = DST(TEMP, 0, 12), .a = SRC(TEMP, 0, XYZW), .b = SRC(TEMP, 0, YZWX)},
	    {.op = FL_FF_DP3, .to = DST(TEMP, 1, 1), .a = SRC(CONST, 1, XYZW), .b = SRC(CONST, 1, YZWX)},
	    {.op = FL_FF_MAD,
	     .to = DST(TEMP, 0, 3),
	     .a = SRC(CONST, 1, FL_FF_SELECT(3, 2, 1, 0)),
	     .b = SRC(CONST, 1, XYZW),
	     .c = SRC(CONST, 1, YZWX)},
	    {.op = FL_FF_ADD,
	     .to = SATURATED(FL_FF_OUT_POSITION),
	     .a = SRC(TEMP, 0, XYZW),
	     .b = SRC(TEMP, 1, 0)},
	    {.op = FL_FF_DP4,
	     .to = SATURATED(FL_FF_OUT_COLOR),
	     .a = SRC(TEMP, 0, XYZW),
	     .b = SRC(IN, FL_FF_IN_POSITION, FL_FF_SELECT(0, FL_FF_0, FL_FF_1, 3))},
	    {.op = FL_FF_MOV,
	     .to = SATURATED(FL_FF_OUT_TEXCOORD),
	     .a = SRC(IN, FL_FF_IN_POSITION, FL_FF_SELECT(0, 1, FL_FF_0, FL_FF_1) | FL_FF_NEGATE)},
	    {.op = FL_FF_RCP, .to = SATURATED(FL_FF_OUT_FOG), .a = SRC(TEMP, 0, 0)},
	};
	struct fl_ff_places at;
	struct run r;

	open_rig();
	seed = 88172645463325252u;
	memset(&at, FL_FF_NOT_THERE, sizeof(at));
	at.in[FL_FF_IN_POSITION] = 0, at.n_in = 1, at.n_out = 0;
	at.out[FL_FF_OUT_POSITION] = at.n_out++;
	at.out[FL_FF_OUT_COLOR] = at.n_out++;
	at.out[FL_FF_OUT_TEXCOORD] = at.n_out++;
	at.out[FL_FF_OUT_FOG] = at.n_out++;
	for (uint32_t i = 0; i < 100; i++) {
		run_begin(&r, &at, false);
		for (uint32_t c = 0; c < 4; c++)
			r.constant[1][c] = (double)number(-1, 1);
		judge_vs(&r, inst, sizeof(inst) / sizeof(inst[0]));
	}
	close_rig();
}

/* Layers, with and without a projection */
Test(cik_lower, layers)
{
	const uint16_t all = FL_FF_SELECT(0, 1, 2, 3);
	struct fl_ff_inst inst[2] = {
	    {.op = FL_FF_TEX,
	     .kind = FL_TEX_LAYERS,
	     .unit = 2,
	     .to = {.file = FL_FF_TEMP, .at = 0, .mask = 15},
	     .a = {.file = FL_FF_IN, .at = FL_FF_IN_TEXCOORD, .select = all}},
	    {.op = FL_FF_MOV,
	     .to = {.file = FL_FF_OUT, .at = FL_FF_OUT_COLOR, .mask = 15},
	     .a = {.file = FL_FF_TEMP, .at = 0, .select = all}},
	};
	struct fl_ff_places at;
	struct run r;

	open_rig();
	seed = 88172645463325252u;
	memset(&at, FL_FF_NOT_THERE, sizeof(at));
	at.in[FL_FF_IN_TEXCOORD] = 0, at.n_in = 1;
	at.out[FL_FF_OUT_COLOR] = 0, at.n_out = 1;
	for (uint32_t i = 0; i < 200; i++) {
		inst[0].op = i & 1 ? FL_FF_TEXP : FL_FF_TEX;
		run_begin(&r, &at, true);
		judge_fs(&r, inst, 2);
	}
	close_rig();
}

/* The room for programs holds the longest, which test_ff.c shows to be the longest. */
Test(cik_lower, the_longest_programs_fit)
{
	uint64_t vs = FL_FF_VS_LIGHTING | FL_FF_VS_COLOR_MATERIAL | FL_FF_VS_FOG(1 + FL_FOG_EXP2) |
		      FL_FF_VS_POINT_SIZE,
		 fs = FL_FF_FS_FOG | FL_FF_FS_STIPPLE;
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct fl_ff_places at;

	for (uint32_t i = 0; i < 4; i++) {
		vs |= FL_FF_LIGHT_AT(FL_FF_LIGHT_ATTENUATED | FL_FF_LIGHT_SPECULAR, i);
		vs |= FL_FF_UNIT_AT(FL_FF_UNIT_ON | FL_FF_UNIT_GEN(FL_GEN_SPHERE) | FL_FF_UNIT_MATRIX |
					FL_FF_UNIT_THREE | FL_FF_UNIT_PROJ,
				    i);
		fs |= FL_FF_FS_UNIT_AT(
		    FL_FF_FS_ON | FL_FF_FS_ENV(FL_DECAL) | FL_FF_FS_PROJ | FL_FF_FS_KIND(FL_TEX_CUBE), i);
	}
	fl_ff_vs_places(vs, &at);
	fl_cik_vs_lower(inst, fl_ff_vs_make(vs, inst), &at, &code);
	check_words(code.words, code.n);
	cr_assert(code.n > FL_CIK_LOWERED_MAX * 3 / 4 && code.n < FL_CIK_LOWERED_MAX * 15 / 16, "%u dwords",
		  code.n);
	cr_assert_leq(code.sgprs, 104);
	cr_assert_leq(code.vgprs, 84, "%u: three waves at a time", code.vgprs);
	fl_ff_fs_places(fs, &at);
	fl_cik_fs_lower(inst, fl_ff_fs_make(fs, inst), &at, &code);
	check_words(code.words, code.n);
	cr_assert_lt(code.n, FL_CIK_LOWERED_MAX / 2);
	cr_assert_leq(code.sgprs, 104);
	cr_assert_leq(code.vgprs, 36, "%u: seven waves at a time", code.vgprs);
}
