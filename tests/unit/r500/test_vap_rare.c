/* SPDX-License-Identifier: MIT
 *
 * What drivers seldom ask of the vertex fetch: arrays in another order of bytes, two indices in one word,
 * indices that nothing holds; and what the model objects to before it draws.
 */
#include "tests/unit/r500/test_vap_rig.h"

#include <math.h>

enum {
	POINTS = 1,
	WFLAGS = 7,
	INDEXES = 1,
	LIST = 2,
	WIDE = 1 << 11,
	REUSE_OFF = 1 << 12,
	DUAL = 1 << 13,
};

static void expect_x(const float *x, unsigned n)
{
	cr_assert_eq(n_got, n, "%u, not %u", n_got, n);
	for (unsigned i = 0; i < n; i++)
		cr_expect(fabsf(got[i].v[0].x - x[i] / 1000) < 1e-6f, "vertex %u: %g", i,
			  (double)got[i].v[0].x * 1000);
}

/* VC_SWAP: the bytes of halves, of the whole, the halves (R5xx guide 11.11, VAP_CNTL_STATUS). */
Test(vap_rare, orders_of_bytes)
{
	for (unsigned how = 0; how < 4; how++) {
		struct bench *b = bench_new();

		numbers(b, 4);
		for (unsigned i = 0; i < 16; i++) {
			const uint32_t w = b->mem[i], halves = w >> 16 | w << 16, all = __builtin_bswap32(w);

			b->mem[i] = how == 0 ? w : how == 1 ? all >> 16 | all << 16 : how == 2 ? all : halves;
		}
		reg(b, R500_VAP_CNTL_STATUS,
		    R500_VAP_CNTL_STATUS__PVS_BYPASS(1) | R500_VAP_CNTL_STATUS__VC_SWAP(how));
		draw(b, POINTS, LIST, 4, NULL, 0);
		expect_x((const float[]){0, 1, 2, 3}, 4);
		quiet(b);
		bench_delete(b);
	}
}

/* Bits 23 to 16 are the index into the first array, 15 to 0 that into the others: x of one, w of another. */
Test(vap_rare, two_indices_in_a_word)
{
	struct bench *b = bench_new();

	for (unsigned i = 0; i < 8; i++)
		at(b, i, (float)i, 0, 0, (float)(1000 << i));
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 2);
	reg(b, R500_VAP_VTX_AOS_ATTR(0), (2 | 4 << 8) | (uint32_t)(2 | 4 << 8) << 16);
	reg(b, R500_VAP_VTX_AOS_ADDR0(0), HERE);
	reg(b, R500_VAP_VTX_AOS_ADDR1(0), HERE + 8);
	draw(b, POINTS | DUAL | WIDE, INDEXES, 3,
	     (const uint32_t[]){3 << 16 | 1, 5 << 16 | 0, 0xff000000 | 2 << 16 | 6}, 3);
	cr_assert_eq(n_got, 3u);
	cr_expect(fabsf(got[0].v[0].x - 3 / 2000.0f) < 1e-7f);
	cr_expect(fabsf(got[1].v[0].x - 5 / 1000.0f) < 1e-7f);
	cr_expect(fabsf(got[2].v[0].x - 2 / 64000.0f) < 1e-7f);
	bench_delete(b);
}

/* Indices of 16 and of 32 bits that no memory holds, or holds only at their beginning: they count as 0. */
Test(vap_rare, indices_that_nothing_holds)
{
	for (unsigned wide = 0; wide < 2; wide++) {
		struct bench *b = bench_new();
		struct mr500_draw_src src = {.index_addr = 0x70000000, .index_size_dw = 4};

		numbers(b, 8);
		n_got = 0;
		mr500_vap_draw(b->r, POINTS | (wide ? WIDE : 0) | INDEXES << 4 | 4u << 16, &src);
		expect_x((const float[]){0, 0, 0, 0}, 4);
		cr_expect(prig_reported(&b->g, "index buffer: nothing is at 70000000; every index is 0"));
		/* the last dword of memory */
		b->mem[1023] = wide ? 6 : 6 | 5 << 16;
		src.index_addr = HERE + 4092;
		n_got = 0;
		mr500_vap_draw(b->r, POINTS | (wide ? WIDE : 0) | INDEXES << 4 | 4u << 16, &src);
		expect_x(wide ? (const float[]){6, 0, 0, 0} : (const float[]){6, 5, 0, 0}, 4);
		bench_delete(b);
	}
}

/* R5xx guide 11.11, VAP_VF_CNTL, VAP_VTX_NUM_ARRAYS, VAP_PSC_SGN_NORM_CNTL. */
Test(vap_rare, objections)
{
	struct bench *b = bench_new();

	numbers(b, 8);
	draw(b, WFLAGS, LIST, 3, NULL, 0);
	cr_expect(prig_reported(&b->g, "there is no stream that the flags could stand in"));
	draw(b, POINTS | REUSE_OFF, LIST, 3, NULL, 0);
	cr_expect(prig_reported(&b->g, "VTX_REUSE_DIS is set, which only PRIM_WALK Indexes may"));
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 17);
	for (unsigned i = 1; i < 16; i++)
		reg(b, i & 1 ? R500_VAP_VTX_AOS_ADDR1(i / 2) : R500_VAP_VTX_AOS_ADDR0(i / 2), HERE);
	draw(b, POINTS, LIST, 3, NULL, 0);
	cr_expect(prig_reported(&b->g, "17 arrays, of 16 that there are"));
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 1);
	reg(b, R500_VAP_PROG_STREAM_CNTL(0), 0x2000 | 4 | 1 << 14 | 1 << 15); /* bytes, signed, normalized */
	reg(b, R500_VAP_PSC_SGN_NORM_CNTL, 3);
	b->r->dirty = ~0u;
	draw(b, POINTS, LIST, 3, NULL, 0);
	cr_expect(prig_reported(&b->g, "SGN_NORM_METHOD_0 is 3, which is reserved"));
	bench_delete(b);
}

/* Vertex programs (R5xx guide 7.4): how a destination is addressed, which there are, what may be dual. */
Test(vap_rare, objections_to_vertex_programs)
{
	static const struct {
		uint32_t word;
		const char *says;
	} rows[] = {
	    {PVS_DST_OUT << 8 | 1u << 31 | 1 << 12, "destination addressing mode 3 is reserved"},
	    {PVS_DST_OUT << 8 | 127 << 13, "there is no destination vector 127 of type 2"},
	    {PVS_DST_OUT << 8 | PVS_DST_DUAL_MATH_OP | PVS_DST_MATH_INST, "is not a plain vector operation"},
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bench *b = bench_new();
		const uint32_t w[4] = {rows[i].word | 2, 0, 0, 0};

		mr500_pvs_check(b->r, b->r->vap->pvs, 0, w);
		cr_expect(prig_reported(&b->g, rows[i].says), "%s: %s", rows[i].says,
			  b->r->base.n_reports ? b->r->base.reports[0].text : "nothing");
		bench_delete(b);
	}
}
