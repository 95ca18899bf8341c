/* SPDX-License-Identifier: MIT
 *
 * Image instructions of Sea Islands, by hand-made descriptors and addresses, against the texel that they
 * name: texel (x, y) of layer z, level l of the images here is x + 16 y, z, l, 255.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/cik/mimg.h"

#define OP(name)   CIK_OP_MIMG__IMAGE_##name
#define TYPE(name) CIK_SQ_IMG_RSRC_WORD3__TYPE__SQ_RSRC_IMG_##name

enum { MEMORY_B = 1 << 20, BASE = 0x100000, RGBA8 = 10, LINEAR = 8, THIN_1D = 13, PLANES = 12 };

struct rig {
	uint8_t *memory;
	struct mcik_tile_tables tables;
	struct mcik_mimg x;
	struct mcik_sq_env env;
	struct mcik_wave w;
	mcik_plane address[PLANES], data[4], out[5];
	struct mcik_image i;
	char said[200];
};

static const uint8_t *memory_of(void *of, const struct fl_texel_unit *u)
{
	struct rig *r = of;

	if (u->image.addr < BASE || u->image.addr + u->size_B > BASE + MEMORY_B)
		return NULL;
	return r->memory + (u->image.addr - BASE);
}

static bool never(void *of)
{
	return of == NULL;
}

static bool always(void *of, uint64_t texels_B)
{
	return of || texels_B;
}

static bool load(void *arg, unsigned vmid, uint64_t va, void *to, unsigned size_B, unsigned access)
{
	struct rig *r = arg;

	(void)vmid;
	(void)access;
	memcpy(to, r->memory + (va - BASE), size_B);
	return true;
}

static bool keep(void *arg, unsigned vmid, uint64_t va, const void *from, unsigned size_B, unsigned access)
{
	struct rig *r = arg;

	(void)vmid;
	(void)access;
	memcpy(r->memory + (va - BASE), from, size_B);
	return true;
}

static bool change(void *arg, unsigned vmid, uint64_t va, unsigned size_B, mcik_atomic_fn *fn,
		   const uint64_t data[2], uint64_t *old)
{
	struct rig *r = arg;
	uint64_t now;

	(void)vmid;
	*old = 0;
	memcpy(old, r->memory + (va - BASE), size_B);
	now = fn(*old, data[0], data[1]);
	memcpy(r->memory + (va - BASE), &now, size_B);
	return true;
}

__attribute__((format(printf, 5, 0))) static void report(void *arg, const struct mcik_wave *w,
							 enum fl_severity severity, const char *section,
							 const char *fmt, va_list ap)
{
	struct rig *r = arg;

	(void)w;
	(void)severity;
	(void)section;
	vsnprintf(r->said, sizeof(r->said), fmt, ap);
}

static struct rig *rig_new(void)
{
	static const struct fl_texel_family family = {
	    .memory = memory_of, .gathered = never, .spend = always};
	struct rig *r = calloc(1, sizeof(*r));

	r->memory = calloc(1, MEMORY_B);
	r->tables = (struct mcik_tile_tables){.tiling = *mcik_variant("bonaire")->tiling, .row_B = 2048};
	r->x = (struct mcik_mimg){.tables = &r->tables,
				  .texels = fl_texel_cache_new(1 << 22, &family, r),
				  .border_va = BASE + MEMORY_B / 2};
	r->env = (struct mcik_sq_env){
	    .arg = r, .load = load, .store = keep, .atomic = change, .report = report, .isa = FL_ISA_SCALAR};
	r->w.env = &r->env;
	r->i = (struct mcik_image){.dmask = 15, .lanes = ~UINT64_C(0), .address = r->address, .out = r->out};
	return r;
}

static void rig_free(struct rig *r)
{
	fl_texel_cache_free(r->x.texels);
	free(r->memory);
	free(r);
}

struct image {
	unsigned type, width, height, depth, layers, last, base;
};

/* Describe it, and paint it where its levels stand. */
static void image(struct rig *r, const struct image *m)
{
	struct mcik_image_kind kind;
	struct fl_texel_unit u;
	uint32_t *word = r->i.resource;

	memset(word, 0, sizeof(r->i.resource));
	word[0] = BASE >> 8;
	word[1] = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(RGBA8) | CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(4); /* UINT */
	word[2] = CIK_SQ_IMG_RSRC_WORD2__WIDTH(m->width - 1) | CIK_SQ_IMG_RSRC_WORD2__HEIGHT(m->height - 1);
	word[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | CIK_SQ_IMG_RSRC_WORD3__BASE_LEVEL(m->base) |
		  CIK_SQ_IMG_RSRC_WORD3__LAST_LEVEL(m->last) | CIK_SQ_IMG_RSRC_WORD3__TILING_INDEX(THIN_1D) |
		  CIK_SQ_IMG_RSRC_WORD3__POW2_PAD(m->last && m->type != TYPE(2D_MSAA)) |
		  CIK_SQ_IMG_RSRC_WORD3__TYPE(m->type);
	word[4] = CIK_SQ_IMG_RSRC_WORD4__DEPTH(m->depth ? m->depth - 1 : 0) |
		  CIK_SQ_IMG_RSRC_WORD4__PITCH(m->width - 1);
	word[5] = CIK_SQ_IMG_RSRC_WORD5__LAST_ARRAY(m->layers ? m->layers - 1 : 0);
	cr_assert_null(mcik_tx_image(&u, &kind, &r->tables, word));
	for (unsigned n = 0; n < u.image.n_levels; n++)
		for (uint32_t z = 0; z < u.level[n].depth; z++)
			for (uint32_t y = 0; y < u.level[n].height; y++)
				for (uint32_t x = 0; x < u.level[n].width; x++) {
					const uint8_t px[4] = {(uint8_t)(x + 16 * y), (uint8_t)z, (uint8_t)n,
							       255};
					uint64_t at;

					u.row(&u.image, &u.level[n], z, y, x, 1, 1, &at);
					memcpy(r->memory + at, px, 4);
				}
}

static void floats(struct rig *r, unsigned plane, float v)
{
	for (unsigned k = 0; k < MCIK_LANES; k++)
		memcpy(&r->address[plane][k], &v, 4);
}

static void whole(struct rig *r, unsigned plane, uint32_t v)
{
	for (unsigned k = 0; k < MCIK_LANES; k++)
		r->address[plane][k] = v;
}

static void run(struct rig *r, unsigned op)
{
	r->i.op = (uint8_t)op;
	r->said[0] = 0;
	memset(r->out, 0x55, sizeof(r->out));
	mcik_mimg(&r->x, &r->w, &r->i);
}

static void is(const struct rig *r, const char *what, uint32_t x, uint32_t y, uint32_t z, uint32_t level)
{
	cr_expect_str_empty(r->said, "%s: %s", what, r->said);
	cr_expect_eq(r->out[0][5], x + 16 * y, "%s: texel %u, not (%u, %u)", what, r->out[0][5], x, y);
	cr_expect_eq(r->out[1][5], z, "%s: layer %u, not %u", what, r->out[1][5], z);
	cr_expect_eq(r->out[2][5], level, "%s: level %u, not %u", what, r->out[2][5], level);
	cr_expect_eq(r->out[3][5], 255, "%s", what);
}

Test(cik_mimg, loads)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16, .last = 4});
	whole(r, 0, 3);
	whole(r, 1, 2);
	run(r, OP(LOAD));
	is(r, "2D", 3, 2, 0, 0);
	whole(r, 2, 1);
	run(r, OP(LOAD_MIP));
	is(r, "a level", 3, 2, 0, 1);
	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16, .last = 4, .base = 1});
	run(r, OP(LOAD_MIP));
	is(r, "a level above the base", 3, 2, 0, 2);
	run(r, OP(LOAD));
	is(r, "the base level", 3, 2, 0, 1);
	whole(r, 0, 99);
	run(r, OP(LOAD));
	cr_expect_eq(r->out[3][5], 0); /* outside */
	rig_free(r);
}

Test(cik_mimg, loads_of_each_kind)
{
	struct rig *r = rig_new();

	whole(r, 0, 3);
	image(r, &(struct image){.type = TYPE(1D), .width = 16, .height = 1});
	run(r, OP(LOAD));
	is(r, "1D", 3, 0, 0, 0);
	image(r, &(struct image){.type = TYPE(1D_ARRAY), .width = 16, .height = 1, .layers = 4});
	r->i.da = true;
	whole(r, 1, 2);
	run(r, OP(LOAD));
	is(r, "1D array", 3, 0, 2, 0);
	whole(r, 1, 5);
	whole(r, 2, 3);
	image(r, &(struct image){.type = TYPE(2D_ARRAY), .width = 16, .height = 8, .layers = 4});
	run(r, OP(LOAD));
	is(r, "2D array", 3, 5, 3, 0);
	r->i.da = false;
	run(r, OP(LOAD));
	is(r, "its first layer", 3, 5, 0, 0);
	image(r, &(struct image){.type = TYPE(3D), .width = 16, .height = 8, .depth = 4});
	run(r, OP(LOAD));
	is(r, "3D", 3, 5, 3, 0);
	image(r, &(struct image){.type = TYPE(2D_MSAA), .width = 16, .height = 8, .last = 2});
	run(r, OP(LOAD));
	is(r, "sample 3", 3, 5, 3, 0); /* samples are layers here */
	rig_free(r);
}

/* Nearest texels of normalized and other coordinates, with offsets of each lane's own. */
/* Masks in which sample n shows fragment n: a load returns 0x76543210, as far as there are samples. Loads are
 * how programs come from a sample to its fragment (Mesa ac_apply_fmask_to_sample()). */
Test(cik_mimg, masks_of_fragments)
{
	static const struct {
		unsigned data;
		uint32_t stored, loaded;
	} cases[] = {
	    {CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_FMASK8_S2_F2, 0x02, 0x10},
	    {CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_FMASK8_S4_F4, 0xe4, 0x3210},
	    {CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_FMASK8_S4_F4, 0x1b, 0x0123},
	    {CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_FMASK32_S8_F8, 0x76543210, 0x76543210},
	    /* fragment 2 of two is none: it is not known which the sample shows */
	    {CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_FMASK8_S4_F2, 0x24, 0x0210},
	};
	struct rig *r = rig_new();

	for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct mcik_image_kind kind;
		struct fl_texel_unit u;
		uint64_t at;

		image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16});
		r->i.resource[1] =
		    CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(cases[n].data) | CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(4);
		r->i.resource[3] &= ~(uint32_t)0xfff; /* all components are the first */
		r->i.resource[3] |= 4 | 4 << 3 | 4 << 6 | 4 << 9;
		cr_assert_null(mcik_tx_image(&u, &kind, &r->tables, r->i.resource));
		u.row(&u.image, &u.level[0], 0, 2, 3, 1, 1, &at);
		memcpy(r->memory + at, &cases[n].stored, u.image.format.bits / 8);
		fl_texel_cache_invalidate(r->x.texels);
		whole(r, 0, 3);
		whole(r, 1, 2);
		run(r, OP(LOAD));
		for (unsigned c = 0; c < 4; c++)
			cr_expect_eq(r->out[c][5], cases[n].loaded, "case %u: 0x%x", n, r->out[c][5]);
	}
	rig_free(r);
}

Test(cik_mimg, samples)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16, .last = 4});
	r->i.sampler[1] = CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(0xfff);
	r->i.sampler[2] = CIK_SQ_IMG_SAMP_WORD2__MIP_FILTER(1);
	floats(r, 0, 4.5f / 16);
	floats(r, 1, 6.5f / 16);
	run(r, OP(SAMPLE));
	is(r, "plain", 4, 6, 0, 0);
	run(r, OP(SAMPLE_LZ));
	is(r, "level 0", 4, 6, 0, 0);
	floats(r, 2, 2);
	run(r, OP(SAMPLE_L));
	is(r, "level 2", 1, 1, 0, 2);
	run(r, OP(SAMPLE_CL));
	is(r, "at least level 2", 1, 1, 0, 2);
	floats(r, 0, 1);
	floats(r, 1, 4.5f / 16);
	floats(r, 2, 6.5f / 16);
	for (unsigned k = 0; k < MCIK_LANES; k++) { /* a texel a pixel: LOD 0, and the bias */
		const float at = (4.5f + (float)(k & 1)) / 16;

		memcpy(&r->address[1][k], &at, 4);
	}
	run(r, OP(SAMPLE_B));
	is(r, "a bias of 1", 2, 3, 0, 1);
	/* offsets: lane 5 by (2, -3), all others by (-1, 0) */
	floats(r, 1, 4.5f / 16);
	floats(r, 2, 6.5f / 16);
	whole(r, 0, 0x3f);
	r->address[0][5] = 2 | 0x3d << 8;
	run(r, OP(SAMPLE_LZ_O));
	is(r, "offsets", 6, 3, 0, 0);
	cr_expect_eq(r->out[0][6], 3 + 16 * 6);
	r->i.unorm = true;
	floats(r, 0, 7.5f);
	floats(r, 1, 9.5f);
	run(r, OP(SAMPLE));
	is(r, "unnormalized", 7, 9, 0, 0);
	rig_free(r);
}

/* Texels that are 0 or 1, as a depth has it, are equal to what lies beyond them: where they are of fixed
 * point, which references are clamped to, and not where they are floats. */
Test(cik_mimg, references)
{
	enum { FLOAT32 = 4, EQUAL = 2 };
	static const struct {
		unsigned data, number;
		uint32_t texel;
		float reference, want;
	} cases[] = {
	    {RGBA8, 0, 0xff, 2, 1},         {RGBA8, 0, 0xff, 1, 1},         {RGBA8, 0, 0xff, 0.5f, 0},
	    {RGBA8, 0, 0, -1, 1},           {FLOAT32, 7, 0x3f800000, 2, 0}, {FLOAT32, 7, 0x3f800000, 1, 1},
	    {FLOAT32, 7, 0x40000000, 2, 1}, {FLOAT32, 7, 0, -1, 0},
	};
	struct rig *r = rig_new();

	r->i.sampler[0] = CIK_SQ_IMG_SAMP_WORD0__DEPTH_COMPARE_FUNC(EQUAL);
	for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		float got;

		image(r, &(struct image){.type = TYPE(2D), .width = 8, .height = 8});
		r->i.resource[1] = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(cases[n].data) |
				   CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(cases[n].number);
		for (unsigned k = 0; k < 64; k++)
			memcpy(r->memory + 4 * k, &cases[n].texel, 4);
		fl_texel_cache_invalidate(r->x.texels);
		floats(r, 0, cases[n].reference);
		floats(r, 1, 0.5f);
		floats(r, 2, 0.5f);
		run(r, OP(SAMPLE_C_LZ));
		memcpy(&got, &r->out[0][5], 4);
		cr_expect_eq(got, cases[n].want, "case %u: %g", n, (double)got);
	}
	rig_free(r);
}

/* Gradients of two texels a pixel in one direction: level 1. */
Test(cik_mimg, gradients)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16, .last = 4});
	r->i.sampler[1] = CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(0xfff);
	r->i.sampler[2] = CIK_SQ_IMG_SAMP_WORD2__MIP_FILTER(1);
	floats(r, 0, 2.0f / 16); /* ds/dx */
	floats(r, 3, 1.0f / 16); /* dt/dy */
	floats(r, 4, 4.5f / 16);
	floats(r, 5, 6.5f / 16);
	run(r, OP(SAMPLE_D));
	is(r, "level 1", 2, 3, 0, 1);
	run(r, OP(SAMPLE_CD));
	is(r, "coarse", 2, 3, 0, 1);
	floats(r, 3, 4.0f / 16);
	run(r, OP(SAMPLE_D));
	is(r, "level 2", 1, 1, 0, 2);
	rig_free(r);
}

/* Texels (4..5, 6..7), from the lower left counter-clockwise: the footprint of a linear filter at (5, 7),
 * and, of integers, of what a point filter takes at (4.5, 6.5) and its neighbors. */
Test(cik_mimg, gathers)
{
	static const uint8_t at[4][2] = {{4, 7}, {5, 7}, {5, 6}, {4, 6}};
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16});
	r->i.dmask = 1;
	for (unsigned s = 0; s < 2; s++) { /* anywhere in the texel */
		floats(r, 0, (4.0f + 0.9f * (float)s) / 16);
		floats(r, 1, (6.9f - 0.9f * (float)s) / 16);
		run(r, OP(GATHER4_LZ));
		for (unsigned c = 0; c < 4; c++)
			cr_expect_eq(r->out[c][5], at[c][0] + 16u * at[c][1], "%u: %u", c, r->out[c][5]);
	}
	r->i.resource[1] &= ~CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__MASK; /* UNORM */
	floats(r, 0, 5.0f / 16);
	floats(r, 1, 7.0f / 16);
	run(r, OP(GATHER4_LZ));
	for (unsigned c = 0; c < 4; c++) {
		float got;

		memcpy(&got, &r->out[c][5], 4);
		cr_expect_float_eq(got * 255, (float)(at[c][0] + 16 * at[c][1]), 0.01f, "%u: %g", c,
				   (double)got);
	}
	r->i.resource[1] |= CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(4);
	r->i.dmask = 8;
	run(r, OP(GATHER4_LZ));
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(r->out[c][5], 255);
	rig_free(r);
}

/* A cube's faces by the middle of each, 1.5 on both axes; 8 a cube in arrays. */
Test(cik_mimg, cubes)
{
	struct rig *r = rig_new();

	r->i.da = true;
	floats(r, 0, 1 + 3.5f / 8);
	floats(r, 1, 1 + 5.5f / 8);
	for (unsigned layers = 6; layers <= 12; layers += 6) {
		image(r, &(struct image){.type = TYPE(CUBE), .width = 8, .height = 8, .layers = layers});
		for (unsigned face = 0; face < layers; face++) {
			floats(r, 2, (float)(face % 6 + face / 6 * 8));
			run(r, OP(SAMPLE_LZ));
			is(r, "a face", 3, 5, face, 0);
		}
	}
	rig_free(r);
}

/* Views of some layers of an array, of which DEPTH says how many there are: one of them, and six as the faces
 * of a cube, of which LAST_ARRAY gives the first alone (Mesa's views, piglit's arb_texture_view). */
Test(cik_mimg, views)
{
	struct rig *r = rig_new();

	r->i.da = true;
	r->i.sampler[1] = CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(0xfff);
	r->i.sampler[2] = CIK_SQ_IMG_SAMP_WORD2__MIP_FILTER(1);
	image(r, &(struct image){
		     .type = TYPE(2D_ARRAY), .width = 8, .height = 8, .depth = 16, .layers = 16, .last = 3});
	r->i.resource[5] = CIK_SQ_IMG_RSRC_WORD5__BASE_ARRAY(3) | CIK_SQ_IMG_RSRC_WORD5__LAST_ARRAY(3);
	for (unsigned level = 0; level < 4; level++) {
		whole(r, 0, 0);
		whole(r, 1, 0);
		whole(r, 2, 0);
		whole(r, 3, level);
		run(r, OP(LOAD_MIP));
		is(r, "a layer", 0, 0, 3, level);
	}
	r->i.resource[5] = CIK_SQ_IMG_RSRC_WORD5__BASE_ARRAY(5) | CIK_SQ_IMG_RSRC_WORD5__LAST_ARRAY(5);
	r->i.resource[4] = CIK_SQ_IMG_RSRC_WORD4__DEPTH(16 / 6 - 1) | CIK_SQ_IMG_RSRC_WORD4__PITCH(8 - 1);
	r->i.resource[3] &= ~(uint32_t)CIK_SQ_IMG_RSRC_WORD3__TYPE__MASK;
	r->i.resource[3] |= CIK_SQ_IMG_RSRC_WORD3__TYPE(TYPE(CUBE));
	for (unsigned level = 0; level < 4; level++)
		for (unsigned face = 0; face < 6; face++) {
			floats(r, 0, 1 + 0.5f / (float)(8 >> level));
			floats(r, 1, 1 + 0.5f / (float)(8 >> level));
			floats(r, 2, (float)face);
			floats(r, 3, (float)level);
			run(r, OP(SAMPLE_L));
			is(r, "a face", 0, 0, 5 + face, level);
		}
	rig_free(r);
}

/* DMASK packs what it has; a status follows; lanes outside stay. */
Test(cik_mimg, results)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16});
	whole(r, 0, 3);
	whole(r, 1, 2);
	r->i.dmask = 0x9;
	r->i.tfe = true;
	r->i.lanes = 1 << 5;
	run(r, OP(LOAD));
	cr_expect_eq(r->out[0][5], 3 + 32);
	cr_expect_eq(r->out[1][5], 255);
	cr_expect_eq(r->out[2][5], 0);
	cr_expect_eq(r->out[3][5], 0x55555555);
	cr_expect_eq(r->out[0][6], 0x55555555);
	rig_free(r);
}

Test(cik_mimg, questions)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D_ARRAY), .width = 16, .height = 8, .layers = 5, .last = 3});
	whole(r, 0, 1);
	run(r, OP(GET_RESINFO));
	cr_expect_eq(r->out[0][5], 8);
	cr_expect_eq(r->out[1][5], 4);
	cr_expect_eq(r->out[2][5], 5);
	cr_expect_eq(r->out[3][5], 4);
	/* the LOD of a quad whose s grows by four texels a pixel: 2; clamped to 1 */
	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16, .last = 4});
	r->i.sampler[1] = CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(0x100);
	r->i.sampler[2] = CIK_SQ_IMG_SAMP_WORD2__MIP_FILTER(2);
	r->i.dmask = 3;
	floats(r, 1, 0.5f);
	for (unsigned k = 0; k < MCIK_LANES; k++) {
		const float s = (float)(k & 1) * 4 / 16;

		memcpy(&r->address[0][k], &s, 4);
	}
	run(r, OP(GET_LOD));
	float lod[2];

	memcpy(&lod[0], &r->out[0][5], 4);
	memcpy(&lod[1], &r->out[1][5], 4);
	cr_expect_eq(lod[0], 1);
	cr_expect_eq(lod[1], 2);
	rig_free(r);
}

/* Stores reach the texel that loads read: of each kind, with the format's arithmetic; outside nothing is. */
Test(cik_mimg, stores)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D_ARRAY), .width = 16, .height = 16, .layers = 3, .last = 2});
	whole(r, 0, 3);
	whole(r, 1, 2);
	whole(r, 2, 1);
	whole(r, 3, 1); /* the level */
	r->i.da = true;
	r->i.data = r->data;
	for (unsigned c = 0; c < 4; c++)
		for (unsigned k = 0; k < MCIK_LANES; k++)
			r->data[c][k] = 200 + c;
	r->i.lanes = 1 << 5;
	run(r, OP(STORE_MIP));
	fl_texel_cache_invalidate(r->x.texels);
	run(r, OP(LOAD_MIP));
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(r->out[c][5], 200 + c, "%u: %u", c, r->out[c][5]);
	whole(r, 0, 4); /* beside it nothing changed */
	run(r, OP(LOAD_MIP));
	is(r, "beside", 4, 2, 1, 1);
	whole(r, 0, 99);
	run(r, OP(STORE_MIP));
	cr_expect_str_empty(r->said);
	/* normalized: 0.5 becomes 128 of 255 */
	r->i.resource[1] &= ~CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__MASK;
	whole(r, 0, 3);
	r->data[0][5] = 0x3f000000;
	run(r, OP(STORE_MIP));
	r->i.resource[1] |= CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(4);
	fl_texel_cache_invalidate(r->x.texels);
	run(r, OP(LOAD_MIP));
	cr_expect_eq(r->out[0][5], 128);
	rig_free(r);
}

/* Facts 6: GLC goes past the cache, which has the texels beside it, too. */
Test(cik_mimg, loads_of_what_others_stored)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16});
	whole(r, 0, 3);
	whole(r, 1, 2);
	run(r, OP(LOAD));
	is(r, "before", 3, 2, 0, 0);
	memset(r->memory, 77, MEMORY_B);
	run(r, OP(LOAD));
	is(r, "cached", 3, 2, 0, 0);
	r->i.glc = true;
	run(r, OP(LOAD));
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(r->out[c][5], 77, "%u: %u", c, r->out[c][5]);
	rig_free(r);
}

/* Lanes add up in one texel, one after the other; GLC gives back what was there. */
Test(cik_mimg, atomics)
{
	static const struct {
		unsigned op;
		uint32_t old, data, second, want;
	} is[] = {
	    {OP(ATOMIC_SWAP), 5, 9, 0, 9},     {OP(ATOMIC_CMPSWAP), 5, 9, 5, 9},
	    {OP(ATOMIC_CMPSWAP), 5, 9, 6, 5},  {OP(ATOMIC_ADD), 5, 9, 0, 14},
	    {OP(ATOMIC_SUB), 5, 9, 0, ~3u},    {OP(ATOMIC_SMIN), 5, ~0u, 0, ~0u},
	    {OP(ATOMIC_UMIN), 5, ~0u, 0, 5},   {OP(ATOMIC_SMAX), 5, ~0u, 0, 5},
	    {OP(ATOMIC_UMAX), 5, ~0u, 0, ~0u}, {OP(ATOMIC_AND), 5, 4, 0, 4},
	    {OP(ATOMIC_OR), 5, 8, 0, 13},      {OP(ATOMIC_XOR), 5, 4, 0, 1},
	    {OP(ATOMIC_INC), 5, 5, 0, 0},      {OP(ATOMIC_DEC), 0, 7, 0, 7},
	};
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16, .last = 0});
	r->i.resource[1] = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(4) | CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(4);
	r->i.dmask = 1;
	r->i.glc = true;
	r->i.data = r->data;
	whole(r, 0, 0);
	whole(r, 1, 0);
	for (unsigned n = 0; n < sizeof(is) / sizeof(is[0]); n++) {
		uint32_t got;

		r->i.lanes = 1;
		memcpy(r->memory, &is[n].old, 4);
		r->data[0][0] = is[n].data;
		r->data[1][0] = is[n].second;
		run(r, is[n].op);
		memcpy(&got, r->memory, 4);
		cr_expect_eq(got, is[n].want, "%u: %u", is[n].op, got);
		cr_expect_eq(r->out[0][0], is[n].old, "%u", is[n].op);
	}
	memset(r->memory, 0, 4);
	r->i.lanes = ~UINT64_C(0);
	for (unsigned k = 0; k < MCIK_LANES; k++)
		r->data[0][k] = 1;
	run(r, OP(ATOMIC_ADD));
	cr_expect_eq(r->memory[0], 64);
	cr_expect_eq(r->out[0][63], 63);
	rig_free(r);
}

/* What is not modelled, or no image at all: a report, and 0. */
Test(cik_mimg, refused)
{
	struct rig *r = rig_new();

	image(r, &(struct image){.type = TYPE(2D), .width = 16, .height = 16});
	run(r, OP(LOAD_PCK));
	cr_expect(strstr(r->said, "not modelled"));
	r->i.resource[3] = 0;
	run(r, OP(LOAD));
	cr_expect(strstr(r->said, "TYPE"));
	cr_expect_eq(r->out[0][5], 0);
	rig_free(r);
}
