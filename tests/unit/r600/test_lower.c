/* SPDX-License-Identifier: MIT
 *
 * Fixed function in the words of R6xx and R7xx: programs of random keys are read back by the disassembler,
 * which the assembler's rules must let pass, and are run by SQ of the model beside the form that they were
 * made from.
 */
#include "lib/r600/lower.h"
#include "tests/unit/r600/sq_rig.h"
#include "tests/unit/test_ff_state.h"

TestSuite(r600_lower, .timeout = 120);

enum {
	STATES = 400, /* of each chip */
	TEXTURES = 0x400000,
	TEXTURE_B = 0x10000, /* apart */
	KIND_B = 0x4000,
	PITCH = 8, /* texels in a row of one, of which two are there */
	SIDE = 2,
};

static const char *const chips[] = {"r600", "rv770"};
static struct fl_r600_lowered code;

/* ---- textures ------------------------------------------------------------------------------------------ */
/* Component c of the texel of a texture of two texels a side; z: the layer, or the face */
static double texel_at(uint32_t unit, uint32_t kind, uint32_t x, uint32_t y, uint32_t z, uint32_t c)
{
	return ((unit * 5 + kind * 7 + x * 11 + y * 13 + z * 17 + c * 3) * 37u % 64) / 64.0;
}

static void put_texture(uint32_t unit, uint32_t kind)
{
	uint64_t at = TEXTURES + unit * (uint64_t)TEXTURE_B + kind * (uint64_t)KIND_B;
	float(*to)[4] = (float(*)[4])fl_mem_span(&rig.r->base.mem, at, KIND_B);

	for (uint32_t z = 0; z < (kind == FL_TEX_CUBE ? 6u : kind == FL_TEX_3D ? SIDE : 1u); z++)
		for (uint32_t y = 0; y < SIDE; y++)
			for (uint32_t x = 0; x < SIDE; x++)
				for (uint32_t c = 0; c < 4; c++)
					to[(z * SIDE + y) * PITCH + x][c] =
					    (float)texel_at(unit, kind, x, y, z, c);
}

/* Resource and sampler of a unit: linear, the nearest of a cube; R6xx facts 5.2, 5.3 */
static void set_texture(uint32_t unit, uint32_t kind)
{
	static const uint32_t dim[] = {[FL_TEX_2D] = 1, [FL_TEX_3D] = 2, [FL_TEX_CUBE] = 3};
	uint64_t at = TEXTURES + unit * (uint64_t)TEXTURE_B + kind * (uint64_t)KIND_B;
	const uint32_t depth = kind == FL_TEX_3D ? SIDE - 1u : 0, filter = kind != FL_TEX_CUBE, to_edge = 2,
		       float_32 = 35,
		       word[7] = {dim[kind] | (PITCH / 8 - 1) << 8 | (SIDE - 1) << 19,
				  (SIDE - 1) | depth << 13 | float_32 << 26,
				  (uint32_t)(at >> 8),
				  (uint32_t)(at >> 8),
				  1u << 14 | 1 << 19 | 2 << 22 | 3 << 25,
				  (kind == FL_TEX_CUBE ? 5u : depth) << 17,
				  0x80000010};

	for (uint32_t i = 0; i < 7; i++)
		rig.r->reg[R600_SQ_TEX_RESOURCE_WORD(unit) / 4 + i] = word[i];
	rig.r->reg[R600_SQ_TEX_SAMPLER_WORD(unit) / 4] =
	    to_edge * 0x49 | filter << 9 | filter << 12 | 1 << 22;
	rig.r->reg[R600_SQ_TEX_SAMPLER_WORD(unit) / 4 + 1] = 0xf0000;
	rig.r->reg[R600_SQ_TEX_SAMPLER_WORD(unit) / 4 + 2] = 1u << 31;
}

static bool unsure; /* a look-up is so near an edge that rounding decides */

/* OpenGL 1.5, 3.8.6: which face, and where on it */
static void look_at_cube(uint32_t unit, const double at[3], double t[4])
{
	const double x = at[0], y = at[1], z = at[2], ax = fabs(x), ay = fabs(y), az = fabs(z);
	const uint32_t major = az >= ax && az >= ay ? 2 : ay >= ax ? 1 : 0;
	const double m = major == 2 ? az : major == 1 ? ay : ax;
	const double s = major == 2 ? (z < 0 ? -x : x) : major == 1 ? x : x < 0 ? z : -z;
	const double v = major == 1 ? (y < 0 ? -z : z) : -y;
	const uint32_t face = 2 * major + (at[major] < 0);

	unsure |= fabs(s) < 0.01 * m || fabs(v) < 0.01 * m || fabs(s) > 0.99 * m || fabs(v) > 0.99 * m;
	for (uint32_t c = 0; c < 4; c++)
		t[c] = texel_at(unit, FL_TEX_CUBE, s > 0, v > 0, face, c);
}

static void texel(uint32_t unit, uint32_t kind, const double at[3], double t[4])
{
	double f[3];

	if (kind == FL_TEX_CUBE) {
		look_at_cube(unit, at, t);
		return;
	}
	for (uint32_t i = 0; i < 3; i++)
		f[i] = kind == FL_TEX_2D && i == 2 ? 0 : fmin(fmax(at[i] * SIDE - 0.5, 0), 1);
	for (uint32_t c = 0; c < 4; c++) {
		t[c] = 0;
		for (uint32_t k = 0; k < 8; k++)
			t[c] += (k & 1 ? f[0] : 1 - f[0]) * (k & 2 ? f[1] : 1 - f[1]) *
				(k & 4 ? f[2] : 1 - f[2]) *
				texel_at(unit, kind, k & 1, k >> 1 & 1, kind == FL_TEX_3D ? k >> 2 : 0, c);
	}
}

/* ---- words --------------------------------------------------------------------------------------------- */
/* Every rule that the assembler knows holds, and nothing is in the words that their text does not say. */
static void check_words(bool r700, const struct fl_r600_lowered *c)
{
	static char text[1 << 16];
	const uint32_t(*words)[2] = (const uint32_t(*)[2])c->words;
	struct fl_asm_out out;

	fl_asm_out(&out, text, sizeof(text));
	cr_assert_eq(fl_r600_disasm(r700, words, c->n, &out), 0u, "%s", text);
	cr_assert_lt(out.need_B, sizeof(text));
	cr_assert_not(strchr(text, '^'), "%s", text);
	if (!fl_r600_asm(&rig_asm, r700, text, out.need_B)) {
		char why[200];

		fl_asm_error_text(&rig_asm.source, 0, why, sizeof(why));
		cr_assert_fail("%s\n%s", why, text);
	}
	cr_assert_eq(rig_asm.n, c->n);
	cr_assert_arr_eq(rig_asm.words, words, sizeof(words[0]) * c->n, "%s", text);
	cr_assert_leq(rig_asm.gprs, c->gprs);
	cr_assert_leq(rig_asm.stack, c->stack);
}

/* ---- running ------------------------------------------------------------------------------------------- */
static void set_gpr(uint32_t gpr, const double v[4])
{
	for (uint32_t c = 0; c < 4; c++)
		for (uint32_t l = 0; l < MR600_WAVE; l++)
			rig.gpr[gpr][c].f[l] = (float)v[c];
}

static void set_constants(const struct run *r, uint32_t first)
{
	float *file = (float *)&rig.r->reg[R600_SQ_ALU_CONSTANT0(0) / 4];

	for (uint32_t i = 0; i < FL_FF_C_COUNT; i++)
		for (uint32_t c = 0; c < 4; c++)
			file[(first + i) * 4 + c] = (float)r->constant[i][c];
}

static void run_code(enum mr600_stage stage)
{
	const uint32_t resources = R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(code.gprs) |
				   R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(code.stack) |
				   R600_SQ_PGM_RESOURCES_PS__UNCACHED_FIRST_INST(1);
	const struct mr600_program *p;

	rig_put(RIG_PROGRAM, code.words, 8 * code.n);
	R600_REG(rig.r, SQ_PGM_START_PS) = RIG_PROGRAM >> 8;
	R600_REG(rig.r, SQ_PGM_START_VS) = RIG_PROGRAM >> 8;
	R600_REG(rig.r, SQ_PGM_START_FS) = RIG_FETCH >> 8;
	R600_REG(rig.r, SQ_PGM_RESOURCES_PS) = R600_REG(rig.r, SQ_PGM_RESOURCES_VS) = resources;
	R600_REG(rig.r, SQ_PGM_RESOURCES_FS) = R600_SQ_PGM_RESOURCES_FS__NUM_GPRS(1);
	fl_arena_reset(&rig.arena);
	memset(rig.vs, 0, sizeof(*rig.vs));
	memset(rig.px, 0, sizeof(*rig.px));
	p = mr600_sq_decode(rig.r, &rig.arena, stage);
	cr_assert(rig_run(p, stage, ~UINT64_C(0)));
	rig_quiet();
}

static void expect_near(const char *what, const float got[4], const double want[4], uint32_t n, double more)
{
	for (uint32_t c = 0; c < n; c++)
		cr_assert(fabs((double)got[c] - want[c]) <= 1e-3 * (1 + fabs(want[c])) + more,
			  "%s: component %u is %g, not %g", what, c, (double)got[c], want[c]);
}

static void judge_vs(struct run *r, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	uint32_t n = fl_ff_vs_make(key, inst);
	double zero[4] = {0};

	fl_r600_vs_lower(rig.r7xx, inst, n, r->at, &code);
	check_words(rig.r7xx, &code);
	set_gpr(0, zero);
	for (uint32_t i = 0; i < FL_FF_IN_COUNT; i++) {
		if (r->at->in[i] == FL_FF_NOT_THERE)
			continue;
		for (int c = 0; c < 4; c++)
			r->in[i][c] = i == FL_FF_IN_POSITION && c == 3 ? 1 : (double)number(-1, 1);
		set_gpr(1u + r->at->in[i], r->in[i]);
	}
	run(r, inst, n);
	set_constants(r, 256);
	run_code(MR600_VS);
	for (uint32_t o = 0; o < FL_FF_OUT_COUNT; o++) {
		union mr600_value(*v)[4] = o == FL_FF_OUT_POSITION     ? &rig.vs->pos[0]
					   : o == FL_FF_OUT_POINT_SIZE ? &rig.vs->pos[1]
								       : NULL;
		float got[4];

		if (r->at->out[o] == FL_FF_NOT_THERE)
			continue;
		if (!v) {
			cr_assert(rig.vs->has_param >> fl_r600_param(r->at, o) & 1);
			v = &rig.vs->param[fl_r600_param(r->at, o)];
		}
		for (uint32_t c = 0; c < 4; c++)
			got[c] = (*v)[c].f[5];
		expect_near("vertex program", got, r->out[o], o == FL_FF_OUT_POINT_SIZE ? 1 : 4, 0);
	}
	cr_assert_eq(rig.vs->has_param, (1u << fl_r600_params(r->at)) - 1);
	cr_assert_eq(rig.vs->has_pos, r->at->out[FL_FF_OUT_POINT_SIZE] == FL_FF_NOT_THERE ? 1u : 3u);
}

static void judge_fs(struct run *r, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	uint32_t n = fl_ff_fs_make(key, inst), killed;
	float got[4];

	fl_r600_fs_lower(rig.r7xx, inst, n, r->at, &code);
	check_words(rig.r7xx, &code);
	for (uint32_t i = 0; i < FL_FF_IN_COUNT; i++) {
		bool signs = i >= FL_FF_IN_TEXCOORD && i < FL_FF_IN_FOG;

		if (r->at->in[i] == FL_FF_NOT_THERE)
			continue;
		for (int c = 0; c < 4; c++)
			r->in[i][c] = (double)number(signs && c < 3 ? -1 : 0.25, 1);
		set_gpr(r->at->in[i], r->in[i]);
	}
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (FL_FF_FS_UNIT(key, u) & FL_FF_FS_ON)
			set_texture(u, FL_FF_FS_KIND_OF(FL_FF_FS_UNIT(key, u)));
	r->shared = true;
	r->texel = texel;
	unsure = false;
	run(r, inst, n);
	set_constants(r, 0);
	run_code(MR600_PS);
	cr_assert_eq(code.kills, (key & FL_FF_FS_STIPPLE) != 0);
	killed = (uint32_t)__builtin_popcountll(rig.wave.killed);
	cr_assert_eq(killed, r->killed ? 64u : 0u, "%u pixels are gone", killed);
	if (killed)
		return;
	cr_assert_eq(rig.px->has_out, 1u);
	for (uint32_t c = 0; c < 4; c++)
		got[c] = rig.px->out[0][c][5];
	/* a filter's weights have eight bits: half a step, on two axes */
	if (!unsure)
		expect_near("fragment program", got, r->out[FL_FF_OUT_COLOR], 4, 1 / 256.);
}

static void judge(uint32_t i, struct run *vs, uint64_t vs_key, struct run *fs, uint64_t fs_key)
{
	judge_vs(vs, vs_key);
	judge_fs(fs, fs_key);
}

Test(r600_lower, words_do_what_the_form_says)
{
	seed = 88172645463325252u;
	for (uint32_t i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
		rig_new(chips[i]);
		R600_REG(rig.r, SQ_CONFIG) |= R600_SQ_CONFIG__DX9_CONSTS(1);
		rig_assemble(RIG_FETCH, "RETURN\n");
		for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
			for (uint32_t kind = 0; kind < 3; kind++)
				put_texture(u, kind);
		each_state(STATES, judge);
		rig_free();
	}
}

/* The room for programs holds the longest, which test_ff.c shows to be the longest, and the smallest chips
 * have registers for them: 36 of vertex programs, as Mesa shares them out (R6xx facts 0.2). */
Test(r600_lower, the_longest_programs_fit)
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
	for (uint32_t r700 = 0; r700 < 2; r700++) {
		fl_ff_vs_places(vs, &at);
		fl_r600_vs_lower(r700, inst, fl_ff_vs_make(vs, inst), &at, &code);
		check_words(r700, &code);
		cr_assert(code.n > FL_R600_LOWERED_MAX * 3 / 4 && code.n < FL_R600_LOWERED_MAX * 15 / 16,
			  "%u slots", code.n);
		cr_assert_leq(code.gprs, 36);
		fl_ff_fs_places(fs, &at);
		fl_r600_fs_lower(r700, inst, fl_ff_fs_make(fs, inst), &at, &code);
		check_words(r700, &code);
		cr_assert_lt(code.n, FL_R600_LOWERED_MAX / 2);
	}
}
