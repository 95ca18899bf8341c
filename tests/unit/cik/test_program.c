/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own on Sea Islands: what names stand for, what a program finds when it begins, run
 * by waves of the model, and what is wrong with texts.
 */
#include "lib/cik/program.h"
#include "tests/unit/cik/program_rig.h"

TestSuite(cik_program, .timeout = 60);

static struct fl_program p;

/* ---- names --------------------------------------------------------------------------------------------- */
/* With its names, the text has the words that the other one has without. */
Test(cik_program, names_stand_for_registers)
{
	static const struct {
		const char *with, *without;
	} same[] = {
	    {"vertex\nin position\nin normal\nout pos : position\ntemp t\n"
	     "v_add_f32 t.w, position.x, normal.z\nexp pos0 pos.x, pos.y, t.z, t.w done\n",
	     "v_add_f32 v19, v4, v10\nexp pos0 v12, v13, v18, v19 done\n"},
	    {"fragment\nin uv : texcoord2\nin position\nin face\nin tint : color0\nout c\n"
	     "v_mul_f32 c.y, -uv.x, |tint.w|\nv_max_f32 c.z, face.x, position.w\n",
	     "v_mul_f32 v17, -v8, |v15|\nv_max_f32 v18, v6, v5\n"},
	    {"const a\nscalar b\ntable far[200]\nconst rows[3]\ntexture wood : 3\ntemp t\n"
	     "s_load_dwordx4 b, s[0:1], far[5]\ns_and_b64 b.zw, vcc, b.xy\ns_load_dword b.y, s[0:1], "
	     "far[63]\n"
	     "v_mul_f32 t.x, rows[2].y, t.z\nimage_sample t.yz, t.xy, wood, wood.sampler dmask:0x3\n"
	     "v_mov_b32 t.x, a.w\n",
	     "s_load_dwordx4 s[16:19], s[0:1], 24\ns_and_b64 s[18:19], vcc, s[16:17]\n"
	     "s_load_dword s17, s[0:1], 0x100\nv_mul_f32 v4, s29, v6\n"
	     "image_sample v[5:6], v[4:5], s[32:39], s[40:43] dmask:0x3\nv_mov_b32 v4, s15\n"},
	    {"vertex\nin position\nstream to\ntemp t\nbuffer_store_dwordx4 t, to.index, to, to.at idxen\n"
	     "s_mov_b64 exec, to.mask\n",
	     "buffer_store_dwordx4 v[12:15], v8, s[12:15], s18 idxen\ns_mov_b64 exec, s[16:17]\n"},
	    {"fragment\nin live_one : color1\ns_and_b64 live, live, vcc\ns_mov_b64 exec, live\n",
	     "s_and_b64 s[10:11], s[10:11], vcc\ns_mov_b64 exec, s[10:11]\n"},
	};
	static struct fl_cik_program plain;

	for (uint32_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		cr_assert(fl_cik_asm(&rig_program, same[i].with, strlen(same[i].with)), "%u: %u: %s", i,
			  rig_program.source.error[0].line, rig_program.source.error[0].text);
		cr_assert(fl_cik_asm(&plain, same[i].without, strlen(same[i].without)));
		cr_expect_eq(rig_program.n, plain.n);
		cr_expect_arr_eq(rig_program.words, plain.words, 4 * plain.n, "%u", i);
	}
}

/* ---- errors -------------------------------------------------------------------------------------------- */
#define V  "vertex\nin position\nout pos : position\nout c : color0\n"
#define VE V "exp pos0 v0, v0, v0, v0 done\nexp param0 v0, v0, v0, v0\n"
#define F  "fragment\nin c : color0\n"
#define FE "exp mrt0 v0, v0, v0, v0 done vm\n"

Test(cik_program, what_is_wrong_is_said)
{
	static const struct {
		const char *vertex, *fragment, *why;
	} wrong[] = {
	    {V "v_mov_b32 pos.q, 0\n", F FE, "vertex program 5:15: 'q': expected x, y, z, w"},
	    {V "v_mov_b32 pos.xz, 0\n", F FE, "expected x, y, z, w, or some of them in this order"},
	    {V "v_mov_b32 pos, 0\n", F FE, "expected 1 vector register"},
	    {V "v_mov_b32 nobody.x, 0\n", F FE, "expected a vector register"},
	    {"vertex\nin normal\nin position\n", F FE, "in this order"},
	    {"vertex\nin position\ntemp t\nin color\n", F FE, "before other names"},
	    {"vertex\nin position\nin speed\n", F FE, "inputs are position, color, normal"},
	    {"vertex\nvertex\n", F FE, "this once, before all names"},
	    {"vertex\nin position\nout f : face\n", F FE, "the chip makes the face"},
	    {"vertex\nin position\ntemp v4\n", F FE, "a name that is not the language's"},
	    {"vertex\nin position\ntemp position\n", F FE, "this name is taken"},
	    {"vertex\nin position\nconst c[23]\n", F FE, "the scalar registers are used up"},
	    {"vertex\nin position\ntable c[257]\n", F FE, "expected a count up to 256"},
	    {"vertex\nin position\nconst c[2] = {1, 2, 3, 4}\n", F FE, "1 more values"},
	    {"vertex\nin position\nconst c[2]\ntemp t\nv_mov_b32 t.x, c.x\n", F FE,
	     "which of them? Expected c[0] to [1]"},
	    {"vertex\nin position\ntable c[2]\ntemp t\nv_mov_b32 t.x, c.x\n", F FE, "stays in memory"},
	    {"vertex\nin position\nconst c[2]\ntemp t\nv_mov_b32 t.x, c[2].x\n", F FE, "which of them"},
	    {"vertex\nin position\nscalar k\ns_mov_b64 k.yz, 0\n", F FE, "stand in pairs and fours"},
	    {"vertex\nin position\ntexture t : 8\n", F FE, "a unit"},
	    {"vertex\nin position\ntexture t : 1\ntexture u : 1\n", F FE, "unit 1 has a name"},
	    {"vertex\nin position\nstream to\nstream more\n", F FE, "a vertex program has one stream"},
	    {"vertex\nin position\nstream to\ns_mov_b64 to.x, 0\n", F FE, "expected index, at or mask"},
	    {VE, "fragment\nstream to\n", "a vertex program has one stream"},
	    {VE "const state_nothing\n", F FE, "state_... are"},
	    {F FE, F FE, "vertex program: it does not say `vertex`"},
	    {"vertex\nin color\n" FE, F FE, "it has no input that is called position"},
	    {V "exp param0 v0, v0, v0, v0\n", F FE, "exports no pos0"},
	    {V "exp pos0 v0, v0, v0, v0\nexp param0 v0, v0, v0, v0\n", F FE, "`done`"},
	    {"vertex\nin position\nexp pos0 v0, v0, v0, v0 done\n", F FE, "the chip wants one param"},
	    {V "exp pos0 v0, v0, v0, v0 done\nexp param1 v0, v0, v0, v0\n", F FE, "exports param0 to param0"},
	    {VE "s_mov_b32 s102, 0\n", F FE, "s102 or s103"},
	    {VE, "fragment\nin p : pointsize\n", "fragment program 2:4: 'p': inputs come before"},
	    {VE, F "s_endpgm\n", "fragment program: it exports neither"},
	    {VE, F "exp mrt0 v0, v0, v0, v0 done\n", "does not say `done vm`"},
	    {VE, F FE "exp mrt1 v0, v0, v0, v0 vm\n", "does not say `done vm`"},
	    {VE, F "texture wood : 0\n" FE, "all pixels of a quad run"},
	    {VE, VE, "fragment program: it does not say `fragment`"},
	};
	struct fl_err err;

	cr_assert_eq(fl_program_make(&p, VE, F FE, &err), FL_OK, "%s", err.text);
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		cr_expect_eq(fl_program_make(&p, wrong[i].vertex, wrong[i].fragment, &err), FL_USAGE, "%u",
			     i);
		cr_expect(strstr(err.text, wrong[i].why), "%u: '%s', not '%s'", i, err.text, wrong[i].why);
		cr_expect_null(p.head.kind);
	}
}

Test(cik_program, too_long)
{
	static char text[FL_CIK_OWN_MAX * 8 + 200];
	struct fl_err err;

	strcpy(text, V);
	for (uint32_t i = 0; i < FL_CIK_OWN_MAX; i++)
		strcat(text, "s_nop 0\n");
	cr_expect_eq(fl_program_make(&p, text, F FE, &err), FL_USAGE);
	cr_expect(strstr(err.text, "of 1024"), "%s", err.text);
}

/* ---- what is known of them ----------------------------------------------------------------------------- */
Test(cik_program, what_a_draw_has_to_know)
{
	static const char none[] = F FE, kills[] = F "s_and_b64 live, live, vcc\ns_mov_b64 exec, live\n" FE,
			  by_comparing[] = F "v_cmpx_lt_f32 vcc, c.x, c.y\n" FE,
			  by_saving[] = F "s_and_saveexec_b64 s[20:21], vcc\n" FE,
			  textured[] = F "texture a : 1\ntexture b : 6\ns_mov_b64 exec, live\n" FE,
			  deep[] = "fragment\nin position\nin a : texcoord1\nin b : color2\n"
				   "exp mrt2 v0, v0, v0, v0\nexp mrtz v0, off, off, off done vm\n",
			  faced[] = "fragment\nin face\nin a : texcoord1\n" FE,
			  sized[] =
			      "vertex\nin position\nin texcoord1\nout pos : position\nout size : pointsize\n"
			      "out a : texcoord1\nout b : color2\nv_mov_b32 a.x, v3\n"
			      "exp pos0 v0, v0, v0, v0\nexp pos1 v0, off, off, off done\n"
			      "exp param0 v0, v0, v0, v0\nexp param1 v0, v0, v0, v0\n";
	struct fl_err err;

	cr_assert_eq(fl_program_make(&p, VE, none, &err), FL_OK, "%s", err.text);
	cr_expect(!p.kills && !p.depth && !p.sized && !p.instances && !p.textures);
	cr_expect(p.targets == 1 && p.attributes == 1 && p.n_in == 1 && p.n_out == 1);
	cr_expect_eq(p.inputs, 2u);
	cr_assert_eq(fl_program_make(&p, VE, kills, &err), FL_OK, "%s", err.text);
	cr_expect(p.kills);
	cr_assert_eq(fl_program_make(&p, VE, by_comparing, &err), FL_OK, "%s", err.text);
	cr_expect(p.kills);
	cr_assert_eq(fl_program_make(&p, VE, by_saving, &err), FL_OK, "%s", err.text);
	cr_expect(p.kills);
	cr_assert_eq(fl_program_make(&p, VE, textured, &err), FL_OK, "%s", err.text);
	cr_expect(!p.kills && p.textures == 0x42);
	cr_assert_eq(fl_program_make(&p, sized, deep, &err), FL_OK, "%s", err.text);
	cr_expect(p.sized && p.instances && p.attributes == 0x11 && p.depth && p.targets == 4);
	cr_expect(p.n_out == 2 && p.out[0] == FL_MEANS_TEXCOORD + 1 && p.out[1] == FL_MEANS_COLOR + 2);
	cr_expect(p.n_in == 2 && p.in[0] == FL_MEANS_TEXCOORD + 1 && p.in[1] == FL_MEANS_COLOR + 2);
	cr_expect_eq(p.inputs, 0xf02u);
	cr_assert_eq(fl_program_make(&p, VE, faced, &err), FL_OK, "%s", err.text);
	cr_expect_eq(p.inputs, 0x1002u);
}

/* ---- running ------------------------------------------------------------------------------------------- */
static void start(enum fl_stage_of stage)
{
	const struct fl_cik_own *s = &p.stage[stage];
	double v[FL_CIK_CONSTANTS][4];

	check_words(s->words, s->n);
	prepare(s->vgprs, s->sgprs);
	for (uint32_t i = 0; i < s->n_constants; i++)
		for (uint32_t c = 0; c < 4; c++) {
			float f;

			memcpy(&f, &s->value[i][c], 4);
			v[i][c] = (double)f;
		}
	set_constants((const double(*)[4])v, s->n_constants);
}

/* Inputs, constants near and far, tables, the numbers of vertex and instance, a texture */
Test(cik_program, a_vertex_program_finds_what_it_declares)
{
	static const char text[] = "; !!GFX7\n"
				   "vertex\n"
				   "in position\nin color\nin texcoord2\n"
				   "out pos : position\nout a : color0\nout b : texcoord0\n"
				   "const by[3] = {1, 2, 3, 4}, 5, {6, 7, 8}\n"
				   "table steps[70]\n"
				   "const set\n"
				   "texture height : 1\n"
				   "scalar k\n"
				   "s_load_dwordx4 k, s[0:1], steps[69]\n"
				   "v_mul_f32 pos.x, by[0].y, position.x\n"
				   "v_mul_f32 pos.y, by[2].z, position.y\n"
				   "v_mul_f32 pos.z, set.x, color.z\n"
				   "v_mul_f32 pos.w, set.w, texcoord2.w\n"
				   "v_cvt_f32_u32 a.x, v0\n"
				   "v_cvt_f32_u32 a.y, v3\n"
				   "s_waitcnt lgkmcnt(0)\n"
				   "v_mov_b32 a.z, k.z\n"
				   "v_mov_b32 a.w, by[1].w\n"
				   "image_sample_lz b, texcoord2.xy, height, height.sampler dmask:0xf\n"
				   "s_waitcnt vmcnt(0)\n"
				   "exp pos0 pos.x, pos.y, pos.z, pos.w done\n"
				   "exp param0 a.x, a.y, a.z, a.w\n"
				   "exp param1 b.x, b.y, b.z, b.w\n";
	static const double in[3][4] = {{0.5, 0.25, 0, 1}, {0, 0, 3, 0}, {0.3, 0.6, 0, 9}};
	const float set[1][4] = {{10, 0, 0, 0.125f}}, half[1][4] = {{0, 0, 42, 0}};
	const double at[3] = {0.3, 0.6, 0};
	double want[4];
	struct fl_err err;

	open_rig();
	cr_assert_eq(fl_program_make(&p, text, "fragment\nin b : texcoord0\n" FE, &err), FL_OK, "%s",
		     err.text);
	fl_program_set(&p, FL_VERTEX, fl_program_const(&p, FL_VERTEX, "set"), 1, set);
	fl_program_set(&p, FL_VERTEX, fl_program_const(&p, FL_VERTEX, "steps") + 69, 1, half);
	cr_expect_eq(fl_program_const(&p, FL_VERTEX, "by"), 0);
	cr_expect_eq(fl_program_const(&p, FL_VERTEX, "steps"), 3);
	cr_expect_eq(fl_program_const(&p, FL_VERTEX, "set"), 73);
	cr_expect_eq(fl_program_const(&p, FL_VERTEX, "position"), -1);
	cr_expect(p.dirty[FL_VERTEX].first == 72 && p.dirty[FL_VERTEX].end == 74);
	start(FL_VERTEX);
	for (uint32_t i = 0; i < 3; i++)
		set_input(i, in[i]);
	for (uint32_t l = 0; l < MCIK_LANES; l++) {
		rig.w->v[0][l] = l;
		rig.w->v[3][l] = 2;
	}
	rig.w->s[FL_CIK_S_FIRST_INSTANCE] = 7;
	set_texture(1, FL_TEX_2D);
	all_lanes = ~UINT64_C(0);
	run_code(p.stage[FL_VERTEX].words, p.stage[FL_VERTEX].n);
	cr_expect_eq(put_out.targets, UINT64_C(3) << 32 | 1u << 12);
	expect_near("pos", put_out.v[12], (const double[4]){1, 2, 30, 1.125}, 4);
	expect_near("param0", put_out.v[32], (const double[4]){FIRST + LANE, 9, 42, 5}, 4);
	texel(1, FL_TEX_2D, at, want);
	expect_near("param1", put_out.v[33], want, 4);
	close_rig();
}

/* Inputs in their order, the chip's own, a texture seen from whole quads, pixels thrown away */
Test(cik_program, a_fragment_program_finds_what_it_declares)
{
	static const char text[] = "; !!GFX7\n"
				   "fragment\n"
				   "in uv : texcoord0\nin position\nin tint : color0\nin face\n"
				   "texture wood : 2\n"
				   "const half = {0.5, 0.5, 0.5, 0.5}\n"
				   "out c\n"
				   "image_sample c, uv.xy, wood, wood.sampler dmask:0xf\n"
				   "v_cmp_lt_f32 vcc, half.x, position.x\n"
				   "s_and_b64 live, live, vcc\n"
				   "s_waitcnt vmcnt(0)\n"
				   "v_mul_f32 c.x, c.x, tint.y\n"
				   "v_mov_b32 c.y, position.w\n"
				   "v_mov_b32 c.z, face.x\n"
				   "s_mov_b64 exec, live\n"
				   "exp mrt0 c.x, c.y, c.z, c.w done vm\n";
	static const double uv[4] = {0.4, 0.7, 0, 1}, tint[4] = {9, 0.25, 9, 9};
	double want[4];
	struct fl_err err;

	open_rig();
	cr_assert_eq(fl_program_make(&p, VE, text, &err), FL_OK, "%s", err.text);
	cr_expect(p.kills);
	start(FL_FRAGMENT);
	set_weights();
	set_attribute(0, uv);
	set_attribute(1, tint);
	for (uint32_t l = 0; l < MCIK_LANES; l++) {
		rig.w->v[2][l] = rig_bits(l & 1 ? 0.25f : 0.75f);
		rig.w->v[5][l] = rig_bits(7);
		rig.w->v[6][l] = rig_bits(-1);
	}
	set_texture(2, FL_TEX_2D);
	run_code(p.stage[FL_FRAGMENT].words, p.stage[FL_FRAGMENT].n);
	texel(2, FL_TEX_2D, uv, want);
	want[0] *= 0.25;
	want[1] = 7;
	want[2] = -1;
	expect_near("mrt0", put_out.v[0], want, 4);
	cr_expect_eq(put_out.lanes, THERE & UINT64_C(0x5555555555555555));
	close_rig();
}
