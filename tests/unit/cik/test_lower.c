/* SPDX-License-Identifier: MIT
 *
 * Fixed function in the words of Sea Islands: programs of random keys are read back by the disassembler, are
 * assembled again, and are run by waves of the model beside the form that they were made from. A register
 * that is read before its load was waited for makes the model report.
 */
#include "lib/cik/lower.h"
#include "hw/model/cik/mimg.h"
#include "hw/regs/cik.h"
#include "tests/unit/cik/sq_rig.h"
#include "tests/unit/test_ff_state.h"

TestSuite(cik_lower, .timeout = 120);

enum {
	STATES = 400,
	TEXTURES_AT = 0x60000, /* in the rig's memory */
	TEXTURE_B = 0x10000,
	KIND_B = 0x4000,
	CONSTANTS_AT = 0x2000,
	VERTICES_AT = 0x3000, /* descriptors, */
	RECORDS_AT = 0x8000,  /* and what they describe */
	UNITS_AT = 0x4000,
	TILED_1D = 13,
	SIDE = 2, /* texels */
	LANE = 6, /* that is looked at */
	FIRST = 3,
	RECORDS = FIRST + 64,
};

static struct fl_cik_lowered code;

/* ---- textures ------------------------------------------------------------------------------------------ */
static struct mcik_tile_tables tables;
static struct mcik_mimg images;

/* Component c of the texel of a texture of two texels a side; z: the layer, or the face */
static double texel_at(uint32_t unit, uint32_t kind, uint32_t x, uint32_t y, uint32_t z, uint32_t c)
{
	return ((unit * 5 + kind * 7 + x * 11 + y * 13 + z * 17 + c * 3) * 37u % 64) / 64.0;
}

static void describe_image(uint32_t word[8], uint32_t unit, uint32_t kind)
{
	const uint64_t at = RIG_BASE + TEXTURES_AT + unit * (uint64_t)TEXTURE_B + kind * (uint64_t)KIND_B;
	static const uint32_t types[] = {
	    [FL_TEX_2D] = CIK_SQ_IMG_RSRC_WORD3__TYPE__SQ_RSRC_IMG_2D,
	    [FL_TEX_3D] = CIK_SQ_IMG_RSRC_WORD3__TYPE__SQ_RSRC_IMG_3D,
	    [FL_TEX_CUBE] = CIK_SQ_IMG_RSRC_WORD3__TYPE__SQ_RSRC_IMG_CUBE,
	    [FL_TEX_LAYERS] = CIK_SQ_IMG_RSRC_WORD3__TYPE__SQ_RSRC_IMG_2D_ARRAY,
	};
	const uint32_t float_32x4 = 14, is_float = 7, pitch = 8;

	memset(word, 0, 32);
	word[0] = (uint32_t)(at >> 8);
	word[1] =
	    CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(float_32x4) | CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(is_float);
	word[2] = CIK_SQ_IMG_RSRC_WORD2__WIDTH(SIDE - 1) | CIK_SQ_IMG_RSRC_WORD2__HEIGHT(SIDE - 1);
	word[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | CIK_SQ_IMG_RSRC_WORD3__TILING_INDEX(TILED_1D) |
		  CIK_SQ_IMG_RSRC_WORD3__TYPE(types[kind]);
	word[4] = CIK_SQ_IMG_RSRC_WORD4__DEPTH(kind == FL_TEX_3D ? SIDE - 1 : 0) |
		  CIK_SQ_IMG_RSRC_WORD4__PITCH(pitch - 1);
	word[5] = CIK_SQ_IMG_RSRC_WORD5__LAST_ARRAY(kind == FL_TEX_CUBE ? 5 : kind == FL_TEX_LAYERS ? 1 : 0);
}

static void put_texture(uint32_t unit, uint32_t kind)
{
	struct mcik_image_kind what;
	struct fl_texel_unit u;
	uint32_t word[8];

	describe_image(word, unit, kind);
	cr_assert_null(mcik_tx_image(&u, &what, &tables, word));
	for (uint32_t z = 0; z < u.level[0].depth; z++)
		for (uint32_t y = 0; y < SIDE; y++)
			for (uint32_t x = 0; x < SIDE; x++) {
				float v[4];
				uint64_t at;

				for (uint32_t c = 0; c < 4; c++)
					v[c] = (float)texel_at(unit, kind, x, y, z, c);
				u.row(&u.image, &u.level[0], z, y, x, 1, 1, &at);
				at += TEXTURES_AT + unit * (uint64_t)TEXTURE_B + kind * (uint64_t)KIND_B;
				memcpy(rig.mem + at, v, sizeof(v));
			}
}

/* Linear, the nearest of a cube, to the edge */
static void set_texture(uint32_t unit, uint32_t kind)
{
	const uint32_t filter = kind != FL_TEX_CUBE,
		       edge = CIK_SQ_IMG_SAMP_WORD0__CLAMP_X__SQ_TEX_CLAMP_LAST_TEXEL;
	uint32_t *to = (uint32_t *)(rig.mem + UNITS_AT + FL_CIK_TEXTURE_B * unit), *sampler = to + 8;

	describe_image(to, unit, kind);
	sampler[0] = CIK_SQ_IMG_SAMP_WORD0__CLAMP_X(edge) | CIK_SQ_IMG_SAMP_WORD0__CLAMP_Y(edge) |
		     CIK_SQ_IMG_SAMP_WORD0__CLAMP_Z(edge);
	sampler[1] = CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(0xf00);
	sampler[2] = CIK_SQ_IMG_SAMP_WORD2__XY_MAG_FILTER(filter) |
		     CIK_SQ_IMG_SAMP_WORD2__XY_MIN_FILTER(filter) |
		     CIK_SQ_IMG_SAMP_WORD2__Z_FILTER(filter + 1);
	sampler[3] = 0;
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

static double within(double x)
{
	return fmin(fmax(x, 0), 1);
}

static void texel(uint32_t unit, uint32_t kind, const double at[3], double t[4])
{
	double f[3];
	const uint32_t layer = kind == FL_TEX_LAYERS ? (uint32_t)within(nearbyint(at[2])) : 0;

	if (kind == FL_TEX_CUBE) {
		look_at_cube(unit, at, t);
		return;
	}
	for (uint32_t i = 0; i < 3; i++)
		f[i] = i < 2 || kind == FL_TEX_3D ? within(at[i] * SIDE - 0.5) : 0;
	for (uint32_t c = 0; c < 4; c++) {
		t[c] = 0;
		for (uint32_t k = 0; k < 8; k++)
			t[c] +=
			    (k & 1 ? f[0] : 1 - f[0]) * (k & 2 ? f[1] : 1 - f[1]) *
			    (k & 4 ? f[2] : 1 - f[2]) *
			    texel_at(unit, kind, k & 1, k >> 1 & 1, kind == FL_TEX_3D ? k >> 2 : layer, c);
	}
}

static const uint8_t *texels_of(void *of, const struct fl_texel_unit *u)
{
	return rig_at(u->image.addr, (unsigned)u->size_B);
}

static bool never(void *of)
{
	return false;
}

static bool always(void *of, uint64_t texels_B)
{
	return true;
}

/* Pixels that are there, some of quads that have others, and all pixels of their quads */
#define THERE UINT64_C(0x0f0f30ffff0f1248)
#define QUADS UINT64_C(0x0f0ff0ffff0fffff)

static void look_up(void *arg, struct mcik_wave *w, const struct mcik_image *i)
{
	cr_assert_eq(i->lanes, QUADS, "0x%llx", (unsigned long long)i->lanes);
	mcik_mimg(&images, w, i);
}

/* ---- exports ------------------------------------------------------------------------------------------- */
static struct {
	uint64_t targets, lanes;
	uint32_t done; /* exports that say so, but for the parameters, */
	bool last;     /* and the last one does */
	float v[64][4];
	uint8_t mask[64];
} put_out;

static void exported(void *arg, struct mcik_wave *w, const struct mcik_export *e)
{
	cr_assert(e->target < 64 && !(put_out.targets >> e->target & 1));
	put_out.targets |= UINT64_C(1) << e->target;
	put_out.mask[e->target] = e->en;
	if (e->target < CIK_EXP_TGT__EXP_PARAM) {
		put_out.done += e->done;
		put_out.last = e->done;
		put_out.lanes = e->lanes;
		cr_assert_eq(e->vm, e->target == CIK_EXP_TGT__EXP_MRT);
	}
	for (uint32_t c = 0; c < 4; c++)
		memcpy(&put_out.v[e->target][c], &e->src[c][LANE], 4);
}

/* ---- words --------------------------------------------------------------------------------------------- */
/* Nothing is in the words that their text does not say. */
static void check_words(const struct fl_cik_lowered *c)
{
	static char text[1 << 16];
	struct fl_asm_out out;

	cr_assert_leq(c->n, FL_CIK_LOWERED_MAX);
	fl_asm_out(&out, text, sizeof(text));
	cr_assert_eq(fl_cik_disasm(c->words, c->n, &out), 0u, "%s", text);
	cr_assert_lt(out.need_B, sizeof(text));
	cr_assert(fl_cik_asm(&rig_program, text, strlen(text)), "%s\n%s", rig_program.source.error[0].text,
		  text);
	cr_assert_eq(rig_program.n, c->n);
	cr_assert_arr_eq(rig_program.words, c->words, 4 * c->n, "%s", text);
}

/* ---- running ------------------------------------------------------------------------------------------- */
static void set_constants(const struct run *r)
{
	float(*to)[4] = (float(*)[4])(rig.mem + CONSTANTS_AT);

	for (uint32_t i = 0; i < FL_FF_C_COUNT; i++)
		for (uint32_t c = 0; c < 4; c++)
			to[i][c] = (float)r->constant[i][c];
}

/* Registers hold nonsense but for what the head of lower.h names, and there are no more than it asks for. */
static void prepare(void)
{
	mcik_wave_free(rig.w);
	cr_assert(
	    mcik_wave_init(rig.w, rig.code, &rig.env, (code.sgprs + 7u) & ~7u, (code.vgprs + 3u) & ~3u));
	rig.w->group = &rig.group;
	rig.w->budget = 100000;
	for (uint32_t i = 0; i < code.sgprs; i++)
		rig.w->s[i] = 0x7fc00000 + i;
	for (uint32_t i = 0; i < code.vgprs; i++)
		for (uint32_t l = 0; l < MCIK_LANES; l++)
			rig.w->v[i][l] = 0x7fc00000 + i;
	rig_set_pair(FL_CIK_S_CONSTANTS, RIG_BASE + CONSTANTS_AT);
	rig_set_pair(FL_CIK_S_VERTICES, RIG_BASE + VERTICES_AT);
	rig_set_pair(FL_CIK_S_TEXTURES, RIG_BASE + UNITS_AT);
	rig.w->s[FL_CIK_S_FIRST_VERTEX] = FIRST;
	rig.w->s[FL_CIK_S_FIRST_INSTANCE] = 0;
}

static void run_code(void)
{
	memset(&put_out, 0, sizeof(put_out));
	memcpy(rig.mem + RIG_CODE, code.words, 4ul * code.n);
	mcik_code_invalidate(rig.code);
	rig.w->pc = RIG_BASE + RIG_CODE;
	rig.w->state = MCIK_RUNNING;
	cr_assert_eq(mcik_wave_run(rig.w), MCIK_ENDED, "%s", rig.said);
	cr_assert_eq(rig.reports + rig.faults, 0, "%s", rig.said);
	cr_assert_eq(put_out.done, 1);
	cr_assert(put_out.last);
}

static void expect_near(const char *what, const float got[4], const double want[4], uint32_t n)
{
	for (uint32_t c = 0; c < n; c++)
		cr_assert(fabs((double)got[c] - want[c]) <= 2e-3 * (1 + fabs(want[c])),
			  "%s: component %u is %g, not %g", what, c, (double)got[c], want[c]);
}

/* Input n: records, of which all but that of the lane are something else */
static void set_input(uint32_t n, const double v[4])
{
	const uint64_t at = RECORDS_AT + n * 0x1000ull;
	uint32_t *word = (uint32_t *)(rig.mem + VERTICES_AT + 16ul * n);
	const uint32_t float_32x4 = 14, is_float = 7;
	float(*to)[4] = (float(*)[4])(rig.mem + at);

	for (uint32_t i = 0; i < RECORDS; i++)
		for (uint32_t c = 0; c < 4; c++)
			to[i][c] = (float)v[c] + (float)i - (FIRST + LANE);
	word[0] = (uint32_t)(RIG_BASE + at);
	word[1] = (uint32_t)((RIG_BASE + at) >> 32) | CIK_SQ_BUF_RSRC_WORD1__STRIDE(16);
	word[2] = RECORDS;
	word[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT(is_float) |
		  CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT(float_32x4);
}

static uint32_t target_of(const struct run *r, uint32_t out)
{
	return out == FL_FF_OUT_POSITION     ? CIK_EXP_TGT__EXP_POS
	       : out == FL_FF_OUT_POINT_SIZE ? CIK_EXP_TGT__EXP_POS + 1
					     : CIK_EXP_TGT__EXP_PARAM + fl_cik_param(r->at, out);
}

static void judge_vs(struct run *r, const struct fl_ff_inst *inst, uint32_t n)
{
	fl_cik_vs_lower(inst, n, r->at, &code);
	check_words(&code);
	prepare();
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
	set_constants(r);
	run_code();
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

/* Attribute n in LDS, and weights that make v of it; facts 4.4 */
static void set_attribute(uint32_t n, const double v[4])
{
	float *to = (float *)(rig.lds + 48ul * n);

	for (uint32_t c = 0; c < 4; c++) {
		to[2 * c + 1] = number(-1, 1);
		to[8 + c] = number(-1, 1);
		to[2 * c] = (float)v[c] - 0.25f * to[2 * c + 1] - 0.5f * to[8 + c];
	}
}

static void judge_fs(struct run *r, const struct fl_ff_inst *inst, uint32_t n)
{
	fl_cik_fs_lower(inst, n, r->at, &code);
	check_words(&code);
	cr_assert_eq(code.inputs, 2u);
	prepare();
	rig.w->s[FL_CIK_S_PRIM_MASK] = 0;
	for (uint32_t l = 0; l < MCIK_LANES; l++) {
		rig.w->v[0][l] = rig_bits(0.25f);
		rig.w->v[1][l] = rig_bits(0.5f);
	}
	rig_set_pair(MCIK_EXEC, THERE);
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
	set_constants(r);
	run_code();
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

static void open_rig(void)
{
	static const struct fl_texel_family family = {
	    .memory = texels_of, .gathered = never, .spend = always};

	rig_open(1);
	rig.env.export = exported;
	rig.env.image = look_up;
	tables = (struct mcik_tile_tables){.tiling = *mcik_variant("bonaire")->tiling, .row_B = 2048};
	images = (struct mcik_mimg){.tables = &tables, .texels = fl_texel_cache_new(1 << 22, &family, &rig)};
	seed = 88172645463325252u;
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		for (uint32_t kind = 0; kind < 4; kind++)
			put_texture(u, kind);
}

static void close_rig(void)
{
	fl_texel_cache_free(images.texels);
	rig_close();
}

Test(cik_lower, words_do_what_the_form_says)
{
	open_rig();
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
	check_words(&code);
	cr_assert(code.n > FL_CIK_LOWERED_MAX * 3 / 4 && code.n < FL_CIK_LOWERED_MAX * 15 / 16, "%u dwords",
		  code.n);
	cr_assert_leq(code.sgprs, 104);
	cr_assert_leq(code.vgprs, 84, "%u: three waves at a time", code.vgprs);
	fl_ff_fs_places(fs, &at);
	fl_cik_fs_lower(inst, fl_ff_fs_make(fs, inst), &at, &code);
	check_words(&code);
	cr_assert_lt(code.n, FL_CIK_LOWERED_MAX / 2);
	cr_assert_leq(code.sgprs, 104);
	cr_assert_leq(code.vgprs, 36, "%u: seven waves at a time", code.vgprs);
}
