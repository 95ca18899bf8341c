/* SPDX-License-Identifier: MIT
 *
 * The vertex path up to the shader (PVS_BYPASS): stream formats, arrays, indices, data that come in pieces.
 */
#include "hw/model/r500/chips.h"
#include "tests/unit/r500/test_vap_rig.h"

/* ---- stream control ------------------------------------------------------------------------------------ */
struct format_case {
	const char *name;
	uint32_t cntl; /* type, SIGNED, NORMALIZE */
	unsigned method;
	uint32_t dw[4];
	float want[4];
};

/* Formulas of guide 11.11, worked out by hand. */
static const struct format_case formats[] = {
    {"FLOAT_1", 0, 0, {0x40000000}, {2, 0, 0, 1}},
    {"FLOAT_2", 1, 0, {0x40000000, 0xbf800000}, {2, -1, 0, 1}},
    {"FLOAT_3", 2, 0, {0x40000000, 0xbf800000, 0x3f000000}, {2, -1, 0.5f, 1}},
    {"FLOAT_4", 3, 0, {0x40000000, 0xbf800000, 0x3f000000, 0x41200000}, {2, -1, 0.5f, 10}},
    {"BYTE", 4, 0, {0x80ff0102}, {2, 1, 255, 128}},
    {"BYTE signed", 4 | 1 << 14, 0, {0x80ff0102}, {2, 1, -1, -128}},
    {"BYTE norm", 4 | 1 << 15, 0, {0x80ff0033}, {51.0f / 255, 0, 1, 128.0f / 255}},
    {"BYTE snorm 0", 4 | 3 << 14, 0, {0x80810200 | 0x7f}, {1, 2.0f / 127, -1, -128.0f / 127}},
    {"BYTE snorm 1", 4 | 3 << 14, 1, {0x80810200 | 0x7f}, {1, 2.0f / 127, -1, -1}},
    {"BYTE snorm 2", 4 | 3 << 14, 2, {0x8081007f}, {1, 1.0f / 255, -253.0f / 255, -1}},
    {"D3DCOLOR norm", 5 | 1 << 15, 0, {0xff336600}, {0.2f, 0.4f, 0, 1}},
    {"SHORT_2 norm", 6 | 1 << 15, 0, {0x3333ffff}, {1, 0.2f, 0, 1}},
    {"SHORT_2 signed", 6 | 1 << 14, 0, {0x80007fff}, {32767, -32768, 0, 1}},
    {"SHORT_4", 7, 0, {0x00020001, 0x00040003}, {1, 2, 3, 4}},
    {"SHORT_4 snorm 2", 7 | 3 << 14, 2, {0x80007fff, 0x00000000}, {1, -1, 1.0f / 65535, 1.0f / 65535}},
    {"TTT", 8, 0, {1 | 2 << 10 | 1023 << 20}, {1, 2, 1023, 1}},
    {"TTT snorm 1", 8 | 3 << 14, 1, {511 | 512 << 10 | 0 << 20}, {1, -1, 0, 1}},
    {"EET norm", 9 | 1 << 15, 0, {2047 | 0 << 11 | 1023u << 22}, {1, 0, 1, 1}},
    {"EET signed", 9 | 1 << 14, 0, {1024 | 1023 << 11 | 512u << 22}, {-1024, 1023, -512, 1}},
    {"FLT16_2", 11, 0, {0xbc000001}, {0x1p-24f, -1, 0, 1}},
    {"FLT16_4", 12, 0, {0x3c004000, 0x7bff8400}, {2, 1, -0x1p-14f, 65504}},
};

Test(vap, stream_formats)
{
	enum fl_isa isa[4];
	unsigned n = prig_isas(isa);

	isa[n++] = FL_ISA_SCALAR;
	for (unsigned f = 0; f < sizeof(formats) / sizeof(*formats); f++)
		for (unsigned k = 0; k < n; k++) {
			const struct format_case *c = &formats[f];
			static const uint8_t size[] = {1, 2, 3, 4, 1, 1, 1, 2, 1, 1, 8, 1, 2};
			unsigned count = size[c->cntl & 15];
			struct bench *b = bench_new();
			b->r->isa = isa[k];
			reg(b, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
			/* to texture 0, with the position from the same dwords */
			reg(b, R500_VAP_PROG_STREAM_CNTL(0), c->cntl | 6 << 8 | 1 << 13);
			reg(b, R500_VAP_PSC_SGN_NORM_CNTL, c->method);
			reg(b, R500_VAP_OUT_VTX_FMT_1, 4);
			reg(b, R500_VAP_VTX_AOS_ATTR(0), count | count << 8);
			for (unsigned v = 0; v < 3; v++)
				memcpy(&b->mem[v * count], c->dw, count * 4);
			draw(b, 1, 2, 3, NULL, 0);
			cr_assert_eq(n_got, 3);
			for (unsigned i = 0; i < 4; i++)
				cr_assert_eq(got[2].v[0].attr[i], c->want[i],
					     "%s, set %d, %c: want %.9g, got %.9g", c->name, isa[k],
					     "xyzw"[i], (double)c -> want[i], (double)got[2].v[0].attr[i]);
			quiet(b);
			bench_delete(b);
		}
}

/* Mesa r300_screen.c, r300_is_format_supported() */
Test(vap, half_floats_came_with_r4xx)
{
	static const char *const chips[] = {"r300", "rv350", "r420", "r580"};

	for (unsigned c = 0; c < 4; c++)
		for (uint32_t type = 11; type <= 12; type++) {
			struct bench *b = bench_new();

			b->r->variant = mr500_variant(chips[c]);
			reg(b, R500_VAP_PROG_STREAM_CNTL(0), type | 1 << 13);
			reg(b, R500_VAP_VTX_AOS_ATTR(0), (type - 10) | (type - 10) << 8);
			draw(b, 1, 2, 1, NULL, 0);
			cr_assert_eq(prig_reported(&b->g, "half floats came with R4xx"), c < 2, "%s",
				     chips[c]);
			bench_delete(b);
		}
}

/* Swizzle, write mask, skipped dwords, FLOAT_8, and no last element. */
Test(vap, stream_elements)
{
	struct bench *b = bench_new();

	reg(b, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	reg(b, R500_VAP_OUT_VTX_FMT_1, 4 | 4 << 3);
	/* FLOAT_1 and two dwords skipped; FLOAT_2 to texture 0: y, x, 1, 0 but no w; 8 floats to textures 0
	 * (lost but w) and 1 */
	reg(b, R500_VAP_PROG_STREAM_CNTL(0), (0 | 2 << 4 | 0 << 8) | (uint32_t)(1 | 6 << 8) << 16);
	reg(b, R500_VAP_PROG_STREAM_CNTL_EXT(0),
	    (uint32_t)(SWZ_XYZW | 15 << 12) | (uint32_t)(SWZ(1, 0, 5, 4) | 7 << 12) << 16);
	reg(b, R500_VAP_PROG_STREAM_CNTL(1), 10 | 7 << 8 | 1 << 13);
	reg(b, R500_VAP_PROG_STREAM_CNTL_EXT(1), SWZ(3, 2, 1, 0) | 15 << 12);
	reg(b, R500_VAP_VTX_AOS_ATTR(0), 13 | 13 << 8);
	for (unsigned i = 0; i < 13; i++)
		memcpy(&b->mem[i], &(float){(float)i}, 4);
	draw(b, 1, 2, 1, NULL, 0);
	static const float want[8] = {4, 3, 1, 0, 8, 7, 6, 5};
	for (unsigned i = 0; i < 8; i++)
		cr_assert_eq(got[0].v[0].attr[i], want[i], "%u: %g", i, (double)got[0].v[0].attr[i]);
	quiet(b);
	reg(b, R500_VAP_VTX_AOS_ATTR(0), 14 | 14 << 8);
	draw(b, 1, 2, 1, NULL, 0);
	cr_assert(prig_reported(&b->g, "takes 13 dwords a vertex, 14 come"));
	for (unsigned i = 0; i < 8; i++)
		reg(b, R500_VAP_PROG_STREAM_CNTL(i), 0);
	draw(b, 1, 2, 1, NULL, 0);
	cr_assert(prig_reported(&b->g, "LAST_VEC"));
	bench_delete(b);
}

/* ---- fetch --------------------------------------------------------------------------------------------- */
static void expect_x(const float *want, unsigned n)
{
	cr_assert_eq(n_got, n, "%u primitives", n_got);
	for (unsigned i = 0; i < n; i++)
		cr_assert_float_eq(got[i].v[0].x * 1000, want[i], 1e-3, "%u: %g", i,
				   (double)got[i].v[0].x * 1000);
}

Test(vap, indices)
{
	struct bench *b = bench_new();
	uint32_t half[] = {5 | 2 << 16, 5 | 9 << 16}, full[] = {7, 1, 0xffffff, 3};

	numbers(b, 16);
	draw(b, 1, 1, 4, half, 2);
	expect_x((const float[]){5, 2, 5, 9}, 4);
	reg(b, R500_VAP_VF_MAX_VTX_INDX, 8);
	reg(b, R500_VAP_VF_MIN_VTX_INDX, 3);
	draw(b, 1, 1, 4, half, 2);
	expect_x((const float[]){5, 3, 5, 8}, 4);
	reg(b, R500_VAP_INDEX_OFFSET, (uint32_t)-2 & 0x1ffffff);
	draw(b, 1 | 1 << 11, 1, 4, full, 4);
	expect_x((const float[]){5, 8, 8, 3}, 4); /* 1 - 2 wraps, as below */
	draw(b, 1, 2, 8, NULL, 0); /* -2 … 5: what is below 0 wraps, and is above the largest */
	expect_x((const float[]){8, 8, 3, 3, 3, 3, 4, 5}, 8);
	/* how a driver draws indices 0xfffffe … with a base of 4 */
	reg(b, R500_VAP_INDEX_OFFSET, 4);
	draw(b, 1 | 1 << 11, 1, 4, (const uint32_t[]){0xfffffe, 0xffffff, 0, 1}, 4);
	expect_x((const float[]){3, 3, 4, 5}, 4);
	/* in memory, and a count beyond 16 bits' register */
	reg(b, R500_VAP_INDEX_OFFSET, 0);
	b->mem[800] = 6 | 4 << 16;
	reg(b, R500_VAP_ALT_NUM_VERTICES, 2);
	struct mr500_draw_src src = {.index_addr = HERE + 3200, .index_size_dw = 1};
	mr500_vap_draw(b->r, 1 | 1 << 4 | 1 << 14 | 99 << 16, &src);
	expect_x((const float[]){6, 4}, 2);
	quiet(b);
	draw(b, 1, 1, 5, half, 2);
	cr_assert_eq(n_got, 0);
	cr_assert(prig_reported(&b->g, "takes 3 dwords of indices and gets 2"));
	bench_delete(b);
}

/* Thousands of indices over a range wider than the ring of transformed vertices: nothing stale is taken. */
Test(vap, reuse_is_never_stale)
{
	enum { COUNT = 6000 };
	static uint32_t mem[8192 * 4];
	static uint16_t index[COUNT];
	struct bench *b = bench_new();
	uint32_t s = 1;

	cr_assert(fl_mem_unmap(&b->r->base.mem, HERE, sizeof(b->mem)));
	cr_assert(fl_mem_map(&b->r->base.mem, HERE, (uint8_t *)mem, sizeof(mem)));
	for (unsigned i = 0; i < 8192; i++) {
		float v[4] = {(float)i, 0, 0, 8192};
		memcpy(&mem[i * 4], v, 16);
	}
	for (unsigned i = 0; i < COUNT; i++) {
		s = s * 1664525 + 1013904223;
		index[i] = (uint16_t)(s >> 24 & 1 ? s >> 12 & 8191 : s >> 12 & 63); /* half of them often */
	}
	for (unsigned pass = 0; pass < COUNT / 500; pass++) {
		draw(b, 1, 1, 500, (const uint32_t *)(index + pass * 500), 250);
		cr_assert_eq(n_got, 500);
		for (unsigned i = 0; i < 500; i++)
			cr_assert_eq(got[i].v[0].x * 8192, (float)index[pass * 500 + i]);
	}
	quiet(b);
	bench_delete(b);
}

/* FLOAT_1 to FLOAT_3, up to the last dword of the memory: sanitizers see what is read behind it. */
Test(vap, short_vertices_end_with_the_memory)
{
	enum fl_isa isa[3];
	const unsigned n_isa = prig_isas(isa);

	for (unsigned round = 0; round < 3 * 3 * 24 * n_isa; round++) {
		const unsigned count = 1 + round % 3, stride = count + round / 3 % 3, n = 1 + round / 9 % 24;
		struct bench *b = bench_new();
		const unsigned words = sizeof(b->mem) / 4, first = words - (n - 1) * stride - count;

		b->r->isa = isa[round / 216];
		reg(b, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
		reg(b, R500_VAP_PROG_STREAM_CNTL(0), (count - 1) | 1 << 13);
		reg(b, R500_VAP_VTX_AOS_ATTR(0), count | stride << 8);
		reg(b, R500_VAP_VTX_AOS_ADDR0(0), HERE + first * 4);
		for (unsigned i = first; i < words; i++)
			b->mem[i] = 0x3f800000 + i;
		draw(b, 1, 2, n, NULL, 0);
		cr_assert_eq(n_got, n);
		for (unsigned i = 0; i < n; i++)
			for (unsigned c = 0; c < 4; c++) {
				const uint32_t dw = 0x3f800000 + first + i * stride + c;
				float want = c == 3;

				if (c < count)
					memcpy(&want, &dw, 4);
				cr_assert_eq(got[i].v[0].clip[c], want,
					     "%u dwords, vertex %u of %u, set %d, %c", count, i, n, b->r->isa,
					     "xyzw"[c]);
			}
		quiet(b);
		bench_delete(b);
	}
}

Test(vap, arrays_strides_and_swaps)
{
	struct bench *b = bench_new();

	numbers(b, 4);
	reg(b, R500_VAP_VTX_AOS_ATTR(0), 4); /* stride 0: the same for all */
	reg(b, R500_VAP_VTX_AOS_ADDR0(0), HERE + 32);
	draw(b, 1, 2, 3, NULL, 0);
	expect_x((const float[]){2, 2, 2}, 3);
	/* x and y from one array, z and w from a second, bytes swapped */
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 2);
	reg(b, R500_VAP_VTX_AOS_ATTR(0), (2 | 4 << 8) | (uint32_t)(2 | 4 << 8) << 16);
	reg(b, R500_VAP_VTX_AOS_ADDR0(0), HERE);
	reg(b, R500_VAP_VTX_AOS_ADDR1(0), HERE + 8);
	draw(b, 1, 2, 3, NULL, 0);
	expect_x((const float[]){0, 1, 2}, 3);
	for (unsigned i = 0; i < 16; i++)
		b->mem[i] = __builtin_bswap32(b->mem[i]);
	reg(b, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1) | R500_VAP_CNTL_STATUS__VC_SWAP(2));
	draw(b, 1, 2, 3, NULL, 0);
	expect_x((const float[]){0, 1, 2}, 3);
	quiet(b);
	/* past the end of memory: zeros, of which nothing is drawn */
	reg(b, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	draw(b, 1, 2, 400, NULL, 0);
	cr_assert(prig_reported(&b->g, "nothing is at 40001000"));
	bench_delete(b);
}

Test(vap, ports_take_a_draw_in_pieces)
{
	struct bench *b = bench_new();
	float v[8] = {3, 0, 0, 1000, 4, 0, 0, 1000};
	uint32_t dw[8];

	memcpy(dw, v, sizeof(dw));
	reg(b, R500_VAP_VTX_SIZE, 4);
	mr500_vap_write(b->r, R500_VAP_VF_CNTL, 1 | 3 << 4 | 2 << 16, MR500_CP);
	for (unsigned i = 0; i < 8; i++) {
		n_got = 0;
		mr500_vap_write(b->r, R500_VAP_PORT_DATA(i), dw[i], MR500_CP);
	}
	expect_x((const float[]){3, 4}, 2);
	quiet(b);
	mr500_vap_write(b->r, R500_VAP_PORT_DATA(0), 1, MR500_CP);
	cr_assert(prig_reported(&b->g, "no draw that waits"));
	mr500_vap_write(b->r, R500_VAP_VF_CNTL, 1 | 3 << 4 | 2 << 16, MR500_CP);
	mr500_vap_write(b->r, R500_VAP_VF_CNTL, 1 | 2 << 4 | 1 << 16, MR500_CP);
	cr_assert(prig_reported(&b->g, "still waits"));
	bench_delete(b);
}
