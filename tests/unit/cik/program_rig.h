/* SPDX-License-Identifier: MIT
 *
 * Programs for drawing on waves of the model: what they find in registers and memory, by the head of
 * lib/cik/lower.h, and what they export. Each texture of two texels a side has values of its own.
 */
#ifndef TESTS_UNIT_CIK_PROGRAM_RIG_H
#define TESTS_UNIT_CIK_PROGRAM_RIG_H

#include "hw/model/cik/mimg.h"
#include "hw/regs/cik.h"
#include "lib/cik/lower.h"
#include "tests/unit/cik/sq_rig.h"

#include <math.h>

enum {
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
/* ---- textures ------------------------------------------------------------------------------------------ */
static struct mcik_tile_tables tables;
static struct mcik_mimg images;

/* Component c of the texel of a texture of two texels a side; z: the layer, or the face */
static inline double texel_at(uint32_t unit, uint32_t kind, uint32_t x, uint32_t y, uint32_t z, uint32_t c)
{
	return ((unit * 5 + kind * 7 + x * 11 + y * 13 + z * 17 + c * 3) * 37u % 64) / 64.0;
}

static inline void describe_image(uint32_t word[8], uint32_t unit, uint32_t kind)
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

static inline void put_texture(uint32_t unit, uint32_t kind)
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
static inline void set_texture(uint32_t unit, uint32_t kind)
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
static inline void look_at_cube(uint32_t unit, const double at[3], double t[4])
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

static inline double within(double x)
{
	return fmin(fmax(x, 0), 1);
}

static inline void texel(uint32_t unit, uint32_t kind, const double at[3], double t[4])
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

static inline const uint8_t *texels_of(void *of, const struct fl_texel_unit *u)
{
	return rig_at(u->image.addr, (unsigned)u->size_B);
}

static inline bool never(void *of)
{
	return false;
}

static inline bool always(void *of, uint64_t texels_B)
{
	return true;
}

/* Pixels that are there, some of quads that have others, and all pixels of their quads */
#define THERE UINT64_C(0x0f0f30ffff0f1248)
#define QUADS UINT64_C(0x0f0ff0ffff0fffff)

static uint64_t all_lanes = QUADS; /* that look textures up */

static inline void look_up(void *arg, struct mcik_wave *w, const struct mcik_image *i)
{
	cr_assert_eq(i->lanes, all_lanes, "0x%llx", (unsigned long long)i->lanes);
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

static inline void exported(void *arg, struct mcik_wave *w, const struct mcik_export *e)
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
static inline void check_words(const uint32_t *words, uint32_t n)
{
	static char text[1 << 16];
	struct fl_asm_out out;

	fl_asm_out(&out, text, sizeof(text));
	cr_assert_eq(fl_cik_disasm(words, n, &out), 0u, "%s", text);
	cr_assert_lt(out.need_B, sizeof(text));
	cr_assert(fl_cik_asm(&rig_program, text, strlen(text)), "%s\n%s", rig_program.source.error[0].text,
		  text);
	cr_assert_eq(rig_program.n, n);
	cr_assert_arr_eq(rig_program.words, words, 4 * n, "%s", text);
}

/* ---- running ------------------------------------------------------------------------------------------- */
static inline void set_constants(const double (*v)[4], uint32_t n)
{
	float(*to)[4] = (float(*)[4])(rig.mem + CONSTANTS_AT);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t c = 0; c < 4; c++)
			to[i][c] = (float)v[i][c];
}

/* Registers hold nonsense but for what the head of lower.h names, and there are no more than it asks for. */
static inline void prepare(uint32_t vgprs, uint32_t sgprs)
{
	mcik_wave_free(rig.w);
	cr_assert(mcik_wave_init(rig.w, rig.code, &rig.env, (sgprs + 7u) & ~7u, (vgprs + 3u) & ~3u));
	rig.w->group = &rig.group;
	mcik_wave_allow(rig.w, 100000);
	for (uint32_t i = 0; i < sgprs; i++)
		rig.w->s[i] = 0x7fc00000 + i;
	for (uint32_t i = 0; i < vgprs; i++)
		for (uint32_t l = 0; l < MCIK_LANES; l++)
			rig.w->v[i][l] = 0x7fc00000 + i;
	rig_set_pair(FL_CIK_S_CONSTANTS, RIG_BASE + CONSTANTS_AT);
	rig_set_pair(FL_CIK_S_VERTICES, RIG_BASE + VERTICES_AT);
	rig_set_pair(FL_CIK_S_TEXTURES, RIG_BASE + UNITS_AT);
	rig.w->s[FL_CIK_S_FIRST_VERTEX] = FIRST;
	rig.w->s[FL_CIK_S_FIRST_INSTANCE] = 0;
}

static inline void run_code(const uint32_t *words, uint32_t n)
{
	memset(&put_out, 0, sizeof(put_out));
	memcpy(rig.mem + RIG_CODE, words, 4ul * n);
	mcik_code_invalidate(rig.code);
	rig.w->pc = RIG_BASE + RIG_CODE;
	rig.w->state = MCIK_RUNNING;
	cr_assert_eq(mcik_wave_run(rig.w), MCIK_ENDED, "%s", rig.said);
	cr_assert_eq(rig.reports + rig.faults, 0, "%s", rig.said);
	cr_assert_eq(put_out.done, 1);
	cr_assert(put_out.last);
}

static inline void expect_near(const char *what, const float got[4], const double want[4], uint32_t n)
{
	for (uint32_t c = 0; c < n; c++)
		cr_assert(fabs((double)got[c] - want[c]) <= 2e-3 * (1 + fabs(want[c])),
			  "%s: component %u is %g, not %g", what, c, (double)got[c], want[c]);
}

/* Input n: records, of which all but that of the lane are something else */
static inline void set_input(uint32_t n, const double v[4])
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

/* ---- inputs of fragment programs ----------------------------------------------------------------------- */
static inline float any_slope(void)
{
	static uint32_t state = 1;

	state = state * 1664525u + 1013904223u;
	return (float)(state >> 8) / (1 << 23) - 1;
}

/* Attribute n in LDS, and weights that make v of it; facts 4.4 */
static inline void set_attribute(uint32_t n, const double v[4])
{
	float *to = (float *)(rig.lds + 48ul * n);

	for (uint32_t c = 0; c < 4; c++) {
		to[2 * c + 1] = any_slope();
		to[8 + c] = any_slope();
		to[2 * c] = (float)v[c] - 0.25f * to[2 * c + 1] - 0.5f * to[8 + c];
	}
}

static inline void set_weights(void)
{
	rig.w->s[FL_CIK_S_PRIM_MASK] = 0;
	for (uint32_t l = 0; l < MCIK_LANES; l++) {
		rig.w->v[0][l] = rig_bits(0.25f);
		rig.w->v[1][l] = rig_bits(0.5f);
	}
	rig_set_pair(MCIK_EXEC, THERE);
}

/* ---- the rig ------------------------------------------------------------------------------------------- */
static inline void open_rig(void)
{
	static const struct fl_texel_family family = {
	    .memory = texels_of, .gathered = never, .spend = always};

	rig_open(1);
	rig.env.export = exported;
	rig.env.image = look_up;
	tables = (struct mcik_tile_tables){.tiling = *mcik_variant("bonaire")->tiling, .row_B = 2048};
	images = (struct mcik_mimg){.tables = &tables, .texels = fl_texel_cache_new(1 << 22, &family, &rig)};
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		for (uint32_t kind = 0; kind < 4; kind++)
			put_texture(u, kind);
}

static inline void close_rig(void)
{
	fl_texel_cache_free(images.texels);
	rig_close();
}

#endif
