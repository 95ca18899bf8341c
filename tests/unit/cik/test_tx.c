/* SPDX-License-Identifier: MIT
 *
 * Descriptors of images and samplers of Sea Islands: each field, the places of levels that a recorded stream
 * of Mesa's shows, and that no two texels of a chain of levels share a place.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/cik/tx.h"

#define DATA(name)   CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_##name
#define NUMBER(name) CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__IMG_NUM_FORMAT_##name
#define TYPE(name)   CIK_SQ_IMG_RSRC_WORD3__TYPE__SQ_RSRC_IMG_##name

enum { BASE = 0x12340000, THIN_2D = 14, THIN_1D = 13, LINEAR = 8, THICK_1D = 19, THICK_2D = 20 };

static const struct mcik_tile_tables *bonaire(void)
{
	static struct mcik_tile_tables c = {.row_B = 2048};

	c.tiling = *mcik_variant("bonaire")->tiling;
	c.tiling.mode[THICK_1D] = 0x0040014c; /* rows that the newer driver fills in (facts 0.1) */
	c.tiling.mode[THICK_2D] = 0x0040015c;
	return &c;
}

struct image {
	unsigned type, index, data, width, height, depth, layers, pitch, last;
};

static void describe(const struct image *i, uint32_t word[MCIK_T_WORDS])
{
	memset(word, 0, MCIK_T_WORDS * sizeof(*word));
	word[0] = BASE >> 8;
	word[1] =
	    CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(i->data) |
	    CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(i->data == DATA(32_32_32_32) ? NUMBER(UINT) : NUMBER(UNORM));
	word[2] = CIK_SQ_IMG_RSRC_WORD2__WIDTH(i->width - 1) | CIK_SQ_IMG_RSRC_WORD2__HEIGHT(i->height - 1);
	word[3] = CIK_SQ_IMG_RSRC_WORD3__DST_SEL_X(4) | CIK_SQ_IMG_RSRC_WORD3__DST_SEL_Y(5) |
		  CIK_SQ_IMG_RSRC_WORD3__DST_SEL_Z(6) | CIK_SQ_IMG_RSRC_WORD3__DST_SEL_W(7) |
		  CIK_SQ_IMG_RSRC_WORD3__LAST_LEVEL(i->last) | CIK_SQ_IMG_RSRC_WORD3__TILING_INDEX(i->index) |
		  CIK_SQ_IMG_RSRC_WORD3__POW2_PAD(i->last && i->type < TYPE(2D_MSAA)) |
		  CIK_SQ_IMG_RSRC_WORD3__TYPE(i->type);
	word[4] = CIK_SQ_IMG_RSRC_WORD4__DEPTH(i->depth ? i->depth - 1 : 0) |
		  CIK_SQ_IMG_RSRC_WORD4__PITCH((i->pitch ? i->pitch : i->width) - 1);
	word[5] = CIK_SQ_IMG_RSRC_WORD5__LAST_ARRAY(i->layers ? i->layers - 1 : 0);
}

static void make(struct fl_texel_unit *u, struct mcik_image_kind *kind, const struct image *i)
{
	uint32_t word[MCIK_T_WORDS];
	const char *why;

	describe(i, word);
	why = mcik_tx_image(u, kind, bonaire(), word);
	cr_assert_null(why, "%s", why);
}

/* Facts 7.4: what the stream tex_genmip of Mesa's driver writes to. */
Test(cik_tx, levels_of_a_recorded_stream)
{
	static const struct {
		uint32_t at_B, pitch;
	} want[] = {{0, 64}, {0x4000, 32}, {0x5000, 16}, {0x5400, 8}, {0x5500, 8}, {0x5600, 8}, {0x5700, 8}};
	struct mcik_image_kind kind;
	struct fl_texel_unit u;

	make(&u, &kind, &(struct image){TYPE(2D), THIN_2D, DATA(8_8_8_8), 64, 64, .last = 6});
	cr_assert_eq(u.image.n_levels, 7);
	for (unsigned l = 0; l < 7; l++) {
		cr_expect_eq(u.level[l].at_B, want[l].at_B, "level %u at 0x%llx", l,
			     (unsigned long long)u.level[l].at_B);
		cr_expect_eq(u.level[l].pitch, want[l].pitch, "level %u", l);
		cr_expect_eq(u.level[l].width, 64u >> l);
	}
	cr_expect_eq(u.size_B, 0x5800);
	cr_expect_eq(u.image.addr, BASE);
}

/* Facts 7.3: a linear slice is a multiple of 64 elements and of 256 bytes; 7.4: offsets of levels, whose
 * widths and slices count as powers of two. */
Test(cik_tx, levels_of_linear_arrays)
{
	static const struct {
		unsigned data, bytes;
	} of[] = {{DATA(8), 1},
		  {DATA(8_8), 2},
		  {DATA(8_8_8_8), 4},
		  {DATA(16_16_16_16), 8},
		  {DATA(32_32_32_32), 16}};
	enum { WIDTH = 65, LAYERS = 5, SLICES = 8, LAST = 6 };
	static const unsigned base = 256;

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		const unsigned least = of[i].bytes < 4 ? 256 / of[i].bytes : 64;
		struct mcik_image_kind kind;
		struct fl_texel_unit u;
		uint64_t at_B = 0;

		make(&u, &kind,
		     &(struct image){TYPE(1D_ARRAY), LINEAR, of[i].data, WIDTH, 1, .layers = LAYERS,
				     .pitch = base, .last = LAST});
		for (unsigned l = 0; l <= LAST; l++) {
			const unsigned pitch = base >> l < least ? least : base >> l;

			cr_expect_eq(u.level[l].pitch, pitch, "%u bytes, level %u: pitch %u", of[i].bytes, l,
				     u.level[l].pitch);
			cr_expect_eq(u.level[l].layer_B, pitch * of[i].bytes);
			cr_expect_eq(u.level[l].at_B, at_B, "%u bytes, level %u", of[i].bytes, l);
			at_B += SLICES * pitch * of[i].bytes;
		}
	}
}

/* No element of a chain of levels, and none of its layers, shares a byte with another. */
static void one_to_one(const struct image *i)
{
	struct mcik_image_kind kind;
	struct fl_texel_unit u;
	uint8_t *taken;
	unsigned bytes;

	make(&u, &kind, i);
	bytes = u.image.format.bits / 8u;
	taken = calloc(1, u.size_B);
	for (unsigned n = 0; n < u.image.n_levels; n++) {
		const struct fl_texel_level *l = &u.level[n];
		const unsigned bw = u.image.format.block_w, bh = u.image.format.block_h;

		for (uint32_t z = 0; z < l->depth; z++)
			for (uint32_t y = 0; y < (l->height + bh - 1) / bh; y++)
				for (uint32_t x = 0; x < (l->width + bw - 1) / bw; x++) {
					uint64_t at;

					u.row(&u.image, l, z, y, x, 1, 1, &at);
					cr_assert(
					    at + bytes <= u.size_B && !taken[at],
					    "type %u, index %u, %u bits: level %u (%u, %u, %u) at 0x%llx",
					    i->type, i->index, u.image.format.bits, n, x, y, z,
					    (unsigned long long)at);
					memset(taken + at, 1, bytes);
				}
	}
	free(taken);
}

Test(cik_tx, no_two_texels_in_one_place)
{
	static const unsigned data[] = {DATA(8),           DATA(5_6_5), DATA(8_8_8_8),
					DATA(16_16_16_16), DATA(BC1),   DATA(BC3)};

	for (unsigned d = 0; d < sizeof(data) / sizeof(data[0]); d++) {
		one_to_one(&(struct image){TYPE(2D), THIN_2D, data[d], 256, 128, .last = 8});
		one_to_one(&(struct image){TYPE(2D), THIN_1D, data[d], 128, 16, .last = 7});
		one_to_one(&(struct image){TYPE(2D), THIN_2D, data[d], 100, 60, .pitch = 256});
		one_to_one(&(struct image){TYPE(2D), LINEAR, data[d], 256, 19, .last = 0});
		one_to_one(&(struct image){TYPE(CUBE), THIN_2D, data[d], 64, 64, .layers = 6, .last = 6});
		one_to_one(&(struct image){TYPE(CUBE), THIN_1D, data[d], 32, 32, .layers = 1});
		one_to_one(&(struct image){TYPE(2D_ARRAY), THIN_2D, data[d], 64, 64, .layers = 5, .last = 3});
		one_to_one(&(struct image){TYPE(3D), THIN_2D, data[d], 64, 64, .depth = 16, .last = 6});
		one_to_one(&(struct image){TYPE(3D), THICK_1D, data[d], 32, 32, .depth = 8, .last = 5});
		one_to_one(&(struct image){TYPE(3D), THICK_2D, data[d], 128, 128, .depth = 8, .last = 2});
		one_to_one(&(struct image){TYPE(1D), THIN_1D, data[d], 256, 1, .last = 3});
		if (data[d] < DATA(BC1))
			one_to_one(&(struct image){TYPE(2D_MSAA), THIN_2D, data[d], 64, 64, .last = 2});
	}
}

Test(cik_tx, kinds)
{
	static const struct {
		struct image image;
		uint8_t kind, samples_log2;
		bool line, array, cube;
		uint32_t size[4];
	} is[] = {
	    {{TYPE(1D), THIN_1D, DATA(8), 256, 9, .last = 1},
	     FL_TEXEL_2D,
	     0,
	     true,
	     false,
	     false,
	     {256, 1, 1, 2}},
	    {{TYPE(2D), THIN_1D, DATA(8), 64, 32, .last = 0},
	     FL_TEXEL_2D,
	     0,
	     false,
	     false,
	     false,
	     {64, 32, 1, 1}},
	    {{TYPE(3D), THIN_1D, DATA(8), 64, 32, .depth = 7},
	     FL_TEXEL_3D,
	     0,
	     false,
	     false,
	     false,
	     {64, 32, 7, 1}},
	    {{TYPE(CUBE), THIN_1D, DATA(8), 64, 64, .last = 0},
	     FL_TEXEL_CUBE,
	     0,
	     false,
	     true,
	     true,
	     {64, 64, 6, 1}},
	    {{TYPE(CUBE), THIN_1D, DATA(8), 64, 64, .layers = 12},
	     FL_TEXEL_CUBE,
	     0,
	     false,
	     true,
	     true,
	     {64, 64, 12, 1}},
	    {{TYPE(1D_ARRAY), THIN_1D, DATA(8), 64, 1, .layers = 4},
	     FL_TEXEL_ARRAY,
	     0,
	     true,
	     true,
	     false,
	     {64, 4, 4, 1}},
	    {{TYPE(2D_ARRAY), THIN_1D, DATA(8), 64, 64, .layers = 4},
	     FL_TEXEL_ARRAY,
	     0,
	     false,
	     true,
	     false,
	     {64, 64, 4, 1}},
	    {{TYPE(2D_MSAA), THIN_1D, DATA(8), 64, 64, .last = 2},
	     FL_TEXEL_ARRAY,
	     2,
	     false,
	     false,
	     false,
	     {64, 64, 1, 1}},
	};

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct mcik_image_kind kind;
		struct fl_texel_unit u;

		make(&u, &kind, &is[i].image);
		cr_expect_eq(u.image.kind, is[i].kind, "%u", i);
		cr_expect_eq(kind.samples_log2, is[i].samples_log2, "%u", i);
		cr_expect_eq(kind.line, is[i].line, "%u", i);
		cr_expect_eq(kind.array, is[i].array, "%u", i);
		cr_expect_eq(kind.cube, is[i].cube, "%u", i);
		for (unsigned s = 0; s < 4; s++)
			cr_expect_eq(kind.size[s], is[i].size[s], "%u: size %u is %u", i, s, kind.size[s]);
	}
}

/* A view of some levels and layers, what channels show, the smallest LOD, a swizzle in the base. */
Test(cik_tx, view)
{
	struct mcik_image_kind kind;
	struct fl_texel_unit u;
	uint32_t word[MCIK_T_WORDS];

	describe(&(struct image){TYPE(2D_ARRAY), THIN_2D, DATA(8_8_8_8), 64, 64, .layers = 8, .last = 4},
		 word);
	word[0] |= 1 | 5 << 2;
	word[1] |= CIK_SQ_IMG_RSRC_WORD1__BASE_ADDRESS_HI(0x7f) | CIK_SQ_IMG_RSRC_WORD1__MIN_LOD(0x180);
	word[3] = (word[3] & ~0xfffu) | CIK_SQ_IMG_RSRC_WORD3__DST_SEL_X(6) |
		  CIK_SQ_IMG_RSRC_WORD3__DST_SEL_Y(1) | CIK_SQ_IMG_RSRC_WORD3__DST_SEL_Z(0) |
		  CIK_SQ_IMG_RSRC_WORD3__DST_SEL_W(7) | CIK_SQ_IMG_RSRC_WORD3__BASE_LEVEL(2);
	word[5] |= CIK_SQ_IMG_RSRC_WORD5__BASE_ARRAY(3);
	cr_assert_null(mcik_tx_image(&u, &kind, bonaire(), word));
	cr_expect_eq(u.image.addr, 0x7f0012340000); /* bits 47 to 40 */
	cr_expect_eq(u.image.sel[0], FL_TEXEL_SEL_2);
	cr_expect_eq(u.image.sel[1], FL_TEXEL_SEL_ONE);
	cr_expect_eq(u.image.sel[2], FL_TEXEL_SEL_ZERO);
	cr_expect_eq(u.image.sel[3], FL_TEXEL_SEL_3);
	cr_expect_eq(u.min_level, 2);
	cr_expect_eq(u.max_level, 4);
	cr_expect_eq(u.first_layer, 3);
	cr_expect_eq(u.last_layer, 7);
	cr_expect_eq(u.lod_min, 1.5f);
	cr_expect_eq(kind.size[2], 5);
	cr_expect_eq(kind.size[3], 3);
	/* element (0, 0): pipe 0 ^ 1, bank 0 ^ 5, of 4 pipes */
	uint64_t at;

	u.row(&u.image, &u.level[0], 0, 0, 0, 1, 1, &at);
	cr_expect_eq(at, 1 << 8 | 5 << 10);
}

Test(cik_tx, refused)
{
	struct mcik_image_kind kind;
	struct fl_texel_unit u;
	uint32_t word[MCIK_T_WORDS];
	const struct image plain = {TYPE(2D), THIN_2D, DATA(8_8_8_8), 64, 64, .last = 0};

	describe(&plain, word);
	word[3] &= 0x0fffffff;
	cr_expect_not_null(mcik_tx_image(&u, &kind, bonaire(), word)); /* a buffer */
	describe(&plain, word);
	word[1] &= ~CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__MASK;
	cr_expect_not_null(mcik_tx_image(&u, &kind, bonaire(), word));
	describe(&plain, word);
	word[1] = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(DATA(32_32_32)) |
		  CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(NUMBER(FLOAT));
	cr_expect_not_null(mcik_tx_image(&u, &kind, bonaire(), word));
	describe(&(struct image){TYPE(2D_MSAA), THICK_1D, DATA(8), 64, 64, .last = 1}, word);
	cr_expect_not_null(mcik_tx_image(&u, &kind, bonaire(), word));
}

/* ---- samplers ------------------------------------------------------------------------------------------ */
Test(cik_tx, samplers)
{
	static const float table[4] = {0.25f, -1, 2, 0.5f};
	struct mcik_image_kind kind;
	struct fl_texel_unit u;
	uint32_t s[MCIK_S_WORDS] = {0};

	make(&u, &kind, &(struct image){TYPE(2D), THIN_2D, DATA(8_8_8_8), 64, 64, .last = 6});
	u.lod_min = 0.5f; /* of the image */
	s[0] = CIK_SQ_IMG_SAMP_WORD0__CLAMP_X(1) | CIK_SQ_IMG_SAMP_WORD0__CLAMP_Y(2) |
	       CIK_SQ_IMG_SAMP_WORD0__CLAMP_Z(6) | CIK_SQ_IMG_SAMP_WORD0__DEPTH_COMPARE_FUNC(3) | 3u << 9;
	s[1] = CIK_SQ_IMG_SAMP_WORD1__MIN_LOD(0x40) | CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(0x280);
	s[2] = CIK_SQ_IMG_SAMP_WORD2__LOD_BIAS(0x3f80) | CIK_SQ_IMG_SAMP_WORD2__XY_MAG_FILTER(1) |
	       CIK_SQ_IMG_SAMP_WORD2__XY_MIN_FILTER(3) | CIK_SQ_IMG_SAMP_WORD2__Z_FILTER(1) |
	       CIK_SQ_IMG_SAMP_WORD2__MIP_FILTER(2);
	s[3] = CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_TYPE(3) | CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_PTR(77);
	mcik_tx_sampler(&u, s, table);
	cr_expect_eq(u.wrap[0], FL_TEXEL_MIRROR);
	cr_expect_eq(u.wrap[1], FL_TEXEL_CLAMP_EDGE);
	cr_expect_eq(u.wrap[2], FL_TEXEL_CLAMP_BORDER);
	cr_expect_eq(u.compare, 3); /* less, or equal */
	cr_expect_eq(u.aniso, 3);
	cr_expect_eq(u.mag, FL_TEXEL_LINEAR);
	cr_expect_eq(u.min, FL_TEXEL_ANISO);
	cr_expect_eq(u.vol, FL_TEXEL_POINT);
	cr_expect_eq(u.mip, FL_TEXEL_LINEAR);
	cr_expect_eq(u.lod_min, 0.5f); /* the larger */
	cr_expect_eq(u.lod_max, 2.5f);
	cr_expect(u.lod_clamp);
	cr_expect_eq(u.lod_bias, -0.5f);
	cr_expect(u.seamless);
	cr_expect_arr_eq(u.border, table, sizeof(table));
	cr_expect_eq(mcik_tx_border(s), 77);
	s[0] |= CIK_SQ_IMG_SAMP_WORD0__DISABLE_CUBE_WRAP(1);
	s[1] = CIK_SQ_IMG_SAMP_WORD1__MIN_LOD(0x100) | CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(0xfff);
	for (unsigned type = 0; type < 3; type++) {
		const float rgb = type == 2, alpha = type > 0;

		s[3] = CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_TYPE(type) | 77;
		mcik_tx_sampler(&u, s, table);
		cr_expect_eq(u.border[0], rgb);
		cr_expect_eq(u.border[2], rgb);
		cr_expect_eq(u.border[3], alpha);
		cr_expect_eq(mcik_tx_border(s), -1);
	}
	cr_expect_eq(u.lod_min, 1);
	cr_expect_not(u.seamless);
}

/* Integers are not filtered, whatever the sampler says. */
Test(cik_tx, integers_are_not_filtered)
{
	struct mcik_image_kind kind;
	struct fl_texel_unit u;
	uint32_t word[MCIK_T_WORDS], s[MCIK_S_WORDS] = {0};

	describe(&(struct image){TYPE(2D), THIN_2D, DATA(8_8_8_8), 64, 64, .last = 6}, word);
	word[1] |= CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(NUMBER(UINT));
	cr_assert_null(mcik_tx_image(&u, &kind, bonaire(), word));
	s[2] = CIK_SQ_IMG_SAMP_WORD2__XY_MAG_FILTER(1) | CIK_SQ_IMG_SAMP_WORD2__XY_MIN_FILTER(1) |
	       CIK_SQ_IMG_SAMP_WORD2__MIP_FILTER(2);
	mcik_tx_sampler(&u, s, NULL);
	cr_expect_eq(u.mag, FL_TEXEL_POINT);
	cr_expect_eq(u.min, FL_TEXEL_POINT);
	cr_expect_eq(u.mip, FL_TEXEL_POINT);
}
