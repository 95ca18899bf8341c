/* SPDX-License-Identifier: MIT
 *
 * Fixed function in the instructions of Vivante's cores: programs of random keys are read back by the
 * disassembler, which finds every rule kept, and are run by SH of the model beside the form that they were
 * made from.
 */
#include "lib/gc/asm.h"
#include "lib/gc/lower.h"
#define run sh_rig_run
#include "tests/unit/gc/sh_rig.h"
#undef run
#include "tests/unit/test_ff_state.h"

TestSuite(gc_lib_lower, .timeout = 120);

enum { STATES = 1500, RUNS = 300, LANE = 5 };

static struct fl_gc_lowered code;
static char text[1u << 16];

static void is_valid(const struct fl_gc_info *info, const char *stage)
{
	struct fl_asm_out out = {.text = text, .size_B = sizeof(text)};

	cr_assert_eq(fl_gc_disasm(info->level, (const uint32_t(*)[FL_GC_WORDS])code.words, code.n, &out), 0,
		     "%s, %s program: %s", info->name, stage, text);
	cr_assert(code.n >= 1 && code.n < FL_GC_LOWERED_MAX, "%s, %s program: %u instructions", info->name,
		  stage, code.n);
	cr_assert_leq(code.temps, FL_GC_TEMPS);
}

static uint32_t one(const struct fl_gc_info *info, uint32_t extra)
{
	struct fl_ff_inst vs[FL_FF_VS_LONGEST], ps[FL_FF_FS_LONGEST];
	const uint64_t vs_key = fl_ff_vs_key(&d), ps_key = fl_ff_fs_key(&d);
	struct fl_ff_places at;
	uint32_t n;

	fl_ff_vs_places(vs_key, &at);
	fl_gc_vs_lower(info, vs, fl_ff_vs_make(vs_key, vs), &at, extra >> 5, &code);
	is_valid(info, "vertex");
	n = code.n;
	fl_ff_fs_places(ps_key, &at);
	fl_gc_ps_lower(info, ps, fl_ff_fs_make(ps_key, ps), &at, extra, &code);
	is_valid(info, "pixel");
	return n;
}

Test(gc_lib_lower, rules_are_kept)
{
	static const char *const names[] = {"GC400", "GC880", "GC2000", "GC3000", "GC7000L"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		uint32_t longest = 0;

		seed = 12345 + i;
		for (unsigned k = 0; k < STATES; k++) {
			uint32_t n;

			random_state();
			n = one(fl_gc_info_named(names[i]),
				(any(2) ? FL_GC_PS_TESTS(any(8)) | any(2) * 16 : 0) | FL_GC_PS_CLIPS(any(7)));
			longest = n > longest ? n : longest;
		}
		cr_assert_gt(longest, 100u); /* the states were not all plain */
	}
}

/* ---- what they compute --------------------------------------------------------------------------------- */
static const struct fl_gc_info *info;
static struct sh_rig sh[2]; /* vertex, pixel */

/* A texel is a sum of its coordinates, so that what is looked up shows where. */
static double sum(uint32_t unit, uint32_t kind, const double at[3], uint32_t c)
{
	return 0.3 + 0.1 * c + 0.05 * unit + 0.15 * at[0] - 0.2 * at[1] +
	       (kind == FL_TEX_2D ? 0 : 0.1 * at[2]);
}

static void texel(uint32_t unit, uint32_t kind, const double at[3], double t[4])
{
	for (uint32_t c = 0; c < 4; c++)
		t[c] = sum(unit, kind, at, c);
}

static uint32_t kinds[FL_TEXCOORDS];

static bool look(void *ctx, const struct mgc_sh_lookup *q)
{
	(void)ctx;
	for (unsigned lane = 0; lane < MGC_LANES; lane++) {
		const double at[3] = {(double)q->coord[0][lane], (double)q->coord[1][lane],
				      q->coord[2] ? (double)q->coord[2][lane] : 0};

		for (unsigned c = 0; c < 4; c++)
			if (q->out[c])
				q->out[c][lane] = (float)sum(q->unit, kinds[q->unit % FL_TEXCOORDS], at, c);
	}
	return true;
}

/* Of a program whose inputs begin at register first; constants, then literals. */
static void prepare(struct sh_rig *r, const struct run *from, unsigned first, uint32_t n_constants,
		    uint32_t literals)
{
	for (uint32_t i = 0; i < n_constants; i++)
		for (uint32_t c = 0; c < 4; c++)
			if (!isnan(from->constant[i][c]))
				uniform(r, i, c, as_bits((float)from->constant[i][c]));
	for (uint32_t c = 0; c < 4; c++)
		uniform(r, literals, c, as_bits(fl_gc_literals[c]));
	memset(r->w->t, 0, sizeof(r->w->t));
	for (uint32_t i = 0; i < FL_FF_IN_COUNT; i++)
		for (uint32_t c = 0; c < 4 && from->at->in[i] != FL_FF_NOT_THERE; c++)
			for (unsigned lane = 0; lane < MGC_LANES; lane++)
				r->w->t[first + from->at->in[i]][c].f[lane] = (float)from->in[i][c];
	r->n = code.n;
	memcpy(r->code, code.words, sizeof(code.words[0]) * code.n);
	r->w->kill = 0;
	r->w->exec = r->w->live = ~0ull;
	r->w->lookup = look;
}

static void judge_output(const struct sh_rig *r, const struct run *from, const char *what, uint32_t o,
			 uint32_t n)
{
	for (uint32_t c = 0; c < n; c++) {
		const double want = from->out[o][c], got = (double)r->w->t[code.out_reg[o]][c].f[LANE];

		cr_assert(fabs(got - want) <= 2e-3 * (1 + fabs(want)),
			  "%s, %s program, output %u.%u: %g, not %g", info->name, what, o, c, got, want);
	}
}

static void judge_vs(struct run *r, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	const uint32_t n = fl_ff_vs_make(key, inst);

	for (uint32_t i = 0; i < FL_FF_IN_COUNT; i++)
		for (int c = 0; c < 4; c++)
			r->in[i][c] = i == FL_FF_IN_COLOR                ? (double)number(0, 1)
				      : i == FL_FF_IN_POSITION && c == 3 ? 1
				      : c == 3                           ? 1
									 : (double)number(-2, 2);
	run(r, inst, n);
	fl_gc_vs_lower(info, inst, n, r->at, 0, &code);
	prepare(&sh[0], r, 0, FL_FF_C_COUNT, FL_GC_VS_LITERALS);
	cr_assert(sh_rig_run(&sh[0], false));
	for (uint32_t o = 0; o < FL_FF_OUT_COUNT; o++)
		if (r->at->out[o] != FL_FF_NOT_THERE)
			judge_output(&sh[0], r, "vertex", o, o == FL_FF_OUT_POINT_SIZE ? 1 : 4);
}

static void judge_ps(struct run *r, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	const uint32_t n = fl_ff_fs_make(key, inst);

	for (uint32_t i = 0; i < FL_FF_IN_COUNT; i++)
		for (int c = 0; c < 4; c++)
			r->in[i][c] = (double)number(0.25, 1);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		kinds[u] = FL_FF_FS_KIND_OF(FL_FF_FS_UNIT(key, u));
	r->shared = true;
	r->texel = texel;
	fl_gc_ps_lower(info, inst, n, r->at, 0, &code);
	prepare(&sh[1], r, 1, FL_FF_FC_STIPPLE + 1, FL_GC_PS_LITERALS);
	run(r, inst, n);
	cr_assert(sh_rig_run(&sh[1], false));
	cr_assert_eq(sh[1].w->kill, r->killed ? ~UINT64_C(0) : 0);
	if (!r->killed)
		judge_output(&sh[1], r, "pixel", FL_FF_OUT_COLOR, 4);
}

static void judge(uint32_t i, struct run *vs, uint64_t vs_key, struct run *fs, uint64_t fs_key)
{
	(void)i;
	judge_vs(vs, vs_key);
	judge_ps(fs, fs_key);
}

Test(gc_lib_lower, words_do_what_the_form_says)
{
	static const char *const names[][2] = {{"gc400", "GC400"},
					       {"gc880", "GC880"},
					       {"gc2000", "GC2000"},
					       {"gc3000", "GC3000"},
					       {"gc7000l", "GC7000L"}};

	seed = 88172645463325252u;
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct fl_report *report;

		info = fl_gc_info_named(names[i][1]);
		sh[0] = sh_rig(names[i][0], MGC_VERTEX);
		sh[1] = sh_rig(names[i][0], MGC_PIXEL);
		each_state(RUNS, judge);
		for (unsigned k = 0; k < 2; k++) {
			for (unsigned n = 0; (report = fl_model_report(sh[k].m, n)); n++)
				cr_assert_eq(report->severity, FL_NOTE, "%s: %s", report->block,
					     report->text);
			sh_rig_free(&sh[k]);
		}
	}
}
