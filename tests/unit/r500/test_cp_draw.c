/* SPDX-License-Identifier: MIT
 *
 * How packets feed indices to a draw: in the packet, through INDX_BUFFER, made by MPEG_INDEX; with flag words
 * between them. R5xx guide 6.2.3, 11.11 (VAP_VF_CNTL). Vertex i stands at x = i; what goes to GA is caught by
 * a sink.
 */
#include "tests/unit/r500/test_model_rig.h"

#include "hw/model/r500/cp.h"
#include "hw/model/r500/vap.h"

enum { ARRAY = 0x300000, INDICES = 0x310000, VERTICES = 512 };

static int got[64][3]; /* x of the corners */
static unsigned n_got;

static const struct mr500_draw *sink_begin(struct mr500 *r, const struct mr500_vap_out *out)
{
	static struct mr500_draw d;

	d.vap = *out;
	return &d;
}

static void sink_point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	got[n_got++ % 64][0] = (int)v->x;
}

static void sink_line(struct fl_raster *ras, const struct fl_raster_vertex *a,
		      const struct fl_raster_vertex *b, const struct fl_raster_vertex *p)
{
	cr_assert_fail("no lines here");
}

static void sink_triangle(struct fl_raster *ras, const struct fl_raster_vertex *a,
			  const struct fl_raster_vertex *b, const struct fl_raster_vertex *c,
			  const struct fl_raster_vertex *p, unsigned edges)
{
	const struct fl_raster_vertex *v[3] = {a, b, c};

	cr_expect_eq(edges, 7, "all three edges are shown: guide 7.4.3");
	for (unsigned i = 0; i < 3; i++)
		got[n_got % 64][i] = (int)v[i]->x;
	n_got++;
}

static const struct fl_raster_sink shapes = {sink_point, sink_line, sink_triangle, NULL};
static const struct mr500_vap_sink sink = {sink_begin, &shapes};

static struct rig start(void)
{
	struct rig g = rig_running("r580");

	((struct mr500 *)g.m)->vap->sink = &sink;
	n_got = 0;
	for (unsigned i = 0; i < VERTICES; i++) {
		float v[2] = {(float)i, 0};

		fl_model_vram_write(g.m, ARRAY + 8 * i, v, 8);
	}
	wr(&g, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	wr(&g, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	wr(&g, R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1));
	wr(&g, R500_VAP_OUT_VTX_FMT_0, R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1));
	wr(&g, R500_VAP_PROG_STREAM_CNTL(0), 1 | 1 << 13); /* FLOAT_2 */
	wr(&g, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xfb08);  /* X, Y, 0, 1 */
	wr(&g, R500_VAP_VTX_NUM_ARRAYS, 1);
	wr(&g, R500_VAP_VTX_AOS_ATTR(0), 2 | 2 << 8);
	wr(&g, R500_VAP_VTX_AOS_ADDR0(0), g.base + ARRAY);
	wr(&g, R500_VAP_VF_MAX_VTX_INDX, VERTICES - 1);
	return g;
}

static uint32_t cntl(unsigned type, unsigned n, bool wide)
{
	return type | R500_VAP_VF_CNTL__PRIM_WALK__INDEXES << 4 | R500_VAP_VF_CNTL__INDEX_SIZE(wide) |
	       n << 16;
}

static void two_triangles(struct rig *g)
{
	static const int want[2][3] = {{10, 11, 12}, {300, 7, 500}};

	rig_kick(g);
	cr_assert(rig_idle(g));
	cr_assert_eq(n_got, 2, "%u triangles", n_got);
	for (unsigned t = 0; t < 2; t++)
		for (unsigned i = 0; i < 3; i++)
			cr_expect_eq(got[t][i], want[t][i], "triangle %u, corner %u: %d", t, i, got[t][i]);
	no_reports(g);
	rig_delete(g);
}

/* [Index 1, Index 0] [wFlags, Index 2]: "the engine just steps over the wFlags word". NUM_VERTICES counts
 * indices. */
static const uint32_t flags_16[4] = {11 << 16 | 10, 0xbeef0000 | 12, 7 << 16 | 300, 0xffff0000 | 500};
static const uint32_t flags_32[8] = {10, 11, 12, 0xdeadbeef, 300, 7, 500, 3};

Test(cp_draw, wflags_in_the_packet)
{
	struct rig g = start();

	emit(&g, type3(R500_PKT3_3D_DRAW_INDX_2, 5));
	emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS, 6, false));
	for (unsigned i = 0; i < 4; i++)
		emit(&g, flags_16[i]);
	two_triangles(&g);
}

Test(cp_draw, wflags_of_32_bits)
{
	struct rig g = start();

	emit(&g, type3(R500_PKT3_3D_DRAW_INDX_2, 9));
	emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS, 6, true));
	for (unsigned i = 0; i < 8; i++)
		emit(&g, flags_32[i]);
	two_triangles(&g);
}

/* From an index buffer, and by the ports in pieces: the first two dwords with the packet, the others by
 * register. */
Test(cp_draw, wflags_from_memory_and_ports)
{
	for (unsigned ports = 0; ports < 2; ports++) {
		struct rig g = start();

		emit(&g, type3(R500_PKT3_3D_DRAW_INDX_2, ports ? 3 : 1));
		emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS, 6, false));
		if (ports) {
			emit(&g, flags_16[0]);
			emit(&g, flags_16[1]);
			emit_reg(&g, R500_VAP_PORT_DATA(0), flags_16[2]);
			emit_reg(&g, R500_VAP_PORT_DATA(15), flags_16[3]);
		} else {
			fl_model_vram_write(g.m, INDICES, flags_16, sizeof(flags_16));
			emit(&g, type3(R500_PKT3_INDX_BUFFER, 3));
			emit(&g, 1u << 31 | R500_VAP_PORT_DATA(0) >> 2);
			emit(&g, g.base + INDICES);
			emit(&g, 4);
		}
		two_triangles(&g);
	}
}

/* 6.2.3.11: SKIP_COUNT dwords at the start are thrown away. */
Test(cp_draw, index_buffer_skips)
{
	static const uint32_t words[5] = {99, 99, 11 << 16 | 10, 300 << 16 | 12, 500 << 16 | 7};
	struct rig g = start();

	fl_model_vram_write(g.m, INDICES, words, sizeof(words));
	emit(&g, type3(R500_PKT3_3D_DRAW_INDX, 2));
	emit(&g, 0xffffffff); /* VAP_VTX_FMT: thrown away */
	emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, 6, false));
	emit(&g, type3(R500_PKT3_INDX_BUFFER, 3));
	emit(&g, 1u << 31 | 2 << 16 | R500_VAP_PORT_DATA(0) >> 2);
	emit(&g, g.base + INDICES);
	emit(&g, 5);
	two_triangles(&g);
}

/* 6.2.3.7: the same through the port of 128 bits. */
Test(cp_draw, draw_128)
{
	struct rig g = start();

	emit(&g, type3(R500_PKT3_3D_DRAW_128, 4));
	emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, 6, false));
	emit(&g, 11 << 16 | 10);
	emit(&g, 300 << 16 | 12);
	emit(&g, 500 << 16 | 7);
	two_triangles(&g);
}

/* 6.2.3.12: registers whose bits are set, in their order; four indices from each first one; words after them
 * mean nothing. */
Test(cp_draw, mpeg_index)
{
	for (unsigned wide = 0; wide < 2; wide++) {
		static const int want[12] = {4, 5, 6, 7, 500, 501, 502, 503, 100, 101, 102, 103};
		struct rig g = start();

		emit(&g, type3(R500_PKT3_MPEG_INDEX, 10));
		emit(&g, 1 << 9 | 1 << 10 | 1 << 18);
		emit(&g, 0x00040080);
		emit(&g, 5);
		emit(&g, 0x123400);
		emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST, 12, wide));
		emit(&g, 3);
		emit(&g, 4);
		emit(&g, 500);
		emit(&g, 100);
		emit(&g, 0xbadbad);
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		cr_assert_eq(n_got, 12);
		for (unsigned i = 0; i < 12; i++)
			cr_expect_eq(got[i][0], want[i], "index %u: %d", i, got[i][0]);
		cr_expect_eq(rd(&g, R500_RS_COUNT), 0x00040080);
		cr_expect_eq(rd(&g, R500_RS_INST_COUNT), 5);
		cr_expect_eq(rd(&g, R500_RB3D_COLOROFFSET(0)), 0x123400);
		no_reports(&g);
		rig_delete(&g);
	}
}

/* 6.2.3.12: NUM_INDICES has 14 bits. */
Test(cp_draw, mpeg_index_counts_to_14_bits)
{
	static const uint32_t counts[2] = {0x1555, 0x2aaa};
	static uint32_t dw[4 + 0x2aaa];

	for (unsigned i = 0; i < 2; i++) {
		struct rig g = start();
		const uint32_t n = counts[i];

		dw[0] = type3(R500_PKT3_MPEG_INDEX, 3 + n);
		dw[1] = 0;
		dw[2] = cntl(R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST, 4 * n, false);
		dw[3] = n | 0xffffc000; /* what is above counts for nothing */
		cr_assert(fl_model_run(g.m, dw, 4 + n));
		cr_assert(fl_model_wait(g.m));
		cr_assert_eq(n_got, 4 * n);
		rig_delete(&g);
	}
}

/* 6.2.3.11: INDX_BUFFER feeds any register, or registers one after the other. Only those of the port go to
 * the draw that waits for indices. */
Test(cp_draw, index_buffer_to_other_registers)
{
	static const uint32_t words[3] = {0xa1, 0xb2, 0xc3};

	for (unsigned waits = 0; waits < 2; waits++) {
		struct rig g = start();

		fl_model_vram_write(g.m, INDICES, words, sizeof(words));
		if (waits) {
			emit(&g, type3(R500_PKT3_3D_DRAW_INDX_2, 1));
			emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, 6, false));
		}
		emit(&g, type3(R500_PKT3_INDX_BUFFER, 3));
		emit(&g, R500_SCRATCH_REG(2) >> 2);
		emit(&g, g.base + INDICES);
		emit(&g, 3);
		if (waits) {
			emit(&g, type0(R500_VAP_PORT_DATA(0), 3));
			emit(&g, 11 << 16 | 10);
			emit(&g, 300 << 16 | 12);
			emit(&g, 500 << 16 | 7);
		}
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		cr_assert_eq(n_got, 2 * waits);
		for (unsigned i = 0; i < 3; i++)
			cr_expect_eq(rd(&g, R500_SCRATCH_REG(2 + i)), words[i], "%u", i);
		no_reports(&g);
		rig_delete(&g);
	}
}

/* What a packet has too much is said with the size of a vertex, 7 bits. */
Test(cp_draw, dwords_too_many_are_reported)
{
	for (unsigned bit = 0; bit < 7; bit++) {
		struct rig g = start();
		const uint32_t size_dw = 1u << bit;
		char text[64];

		wr(&g, R500_VAP_VTX_SIZE, size_dw);
		emit(&g, type3(R500_PKT3_3D_DRAW_IMMD_2, 2 + size_dw));
		emit(&g, R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST |
			     R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA << 4 | 1 << 16);
		for (uint32_t i = 0; i <= size_dw; i++)
			emit(&g, 0);
		rig_kick(&g);
		rig_idle(&g);
		snprintf(text, sizeof(text), "takes %u of them (VAP_VTX_SIZE %u)", size_dw, size_dw);
		cr_assert(reported(&g, FL_WARN, text), "%s", text);
		rig_delete(&g);
	}
}

/* 6.2.3.12: which register each bit of the mask stands for. Bit 17 is RB3D_DSTCACHE_CTLSTAT, which holds
 * nothing; US_CODE_ADDR_0 to _3 are of chips before R520. */
Test(cp_draw, mpeg_index_registers)
{
	static const uint16_t regs[20] = {0x22d0, 0x22d8, 0x2150, 0x2154, 0x2158, 0x215c, 0x2090,
					  0x2094, 0x20c0, 0x4300, 0x4304, 0x4104, 0x4610, 0x4614,
					  0x4618, 0x461c, 0x4600, 0x4e4c, 0x4e28, 0x4e38};
	enum { VALUE = 2, OFFSET = 0x40, CTLSTAT = 17, COLOROFFSET = 18 };

	for (unsigned bit = 0; bit < 20; bit++) {
		const uint32_t value = bit == COLOROFFSET ? OFFSET : VALUE;
		struct rig g;

		if (bit == CTLSTAT)
			continue;
		g = rig_running("r420");
		cr_assert_neq(rd(&g, regs[bit]), value);
		emit(&g, type3(R500_PKT3_MPEG_INDEX, 4));
		emit(&g, 1u << bit);
		emit(&g, value);
		emit(&g, cntl(R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST, 0, true));
		emit(&g, 0);
		rig_kick(&g);
		rig_idle(&g);
		cr_assert_eq(rd(&g, regs[bit]), value, "bit %u: register 0x%04x is 0x%x", bit, regs[bit],
			     rd(&g, regs[bit]));
		rig_delete(&g);
	}
}

/* Guide 7.7, 11.11: how many dwords a draw takes, by its walk, the width of its indices, and the two counts
 * of vertices. None come, so it stays open. */
static uint64_t needs(const char *chip, uint32_t vf_cntl, uint32_t alt, uint32_t vertex_dw)
{
	struct rig g = rig_running(chip);
	struct mr500 *r = (struct mr500 *)g.m;
	uint64_t need;

	r->reg[R500_VAP_ALT_NUM_VERTICES / 4] = alt;
	r->reg[R500_VAP_VTX_SIZE / 4] = vertex_dw;
	mr500_cp_vf_cntl(r, vf_cntl);
	cr_assert(mr500_cp_draw_open(r));
	need = r->cp->draw_need_dw;
	rig_delete(&g);
	return need;
}

Test(cp_draw, dwords_that_draws_take)
{
	const uint32_t points = R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST,
		       flags = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS,
		       list = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST,
		       inside = R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA << 4;
	static const uint32_t counts[] = {1, 2, 3, 5, 6, 7, 9, 0x5555, 0xaaaa, 0xffff};

	for (unsigned i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		const uint32_t n = counts[i];

		cr_expect_eq(needs("r580", cntl(points, n, true), 0, 0), n);
		cr_expect_eq(needs("r580", cntl(list, n, false), 0, 0), (n + 1) / 2);
		cr_expect_eq(needs("r580", cntl(flags, n, true), 0, 0), n + n / 3, "%u with flags", n);
		cr_expect_eq(needs("r580", cntl(flags, n, false), 0, 0), (n + n / 3 + 1) / 2);
	}
	for (unsigned bit = 0; bit < 24; bit++) {
		const uint32_t alt = R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS(1);

		cr_expect_eq(needs("r580", cntl(points, 3, true) | alt, 1u << bit, 0), 1u << bit);
		cr_expect_eq(needs("r420", cntl(points, 3, true) | alt, 1u << bit, 0), 3,
			     "R4xx has no other");
	}
	cr_expect_eq(
	    needs("r580", cntl(points, 3, true) | R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS(1), 0xff000001, 0), 1,
	    "of 24 bits");
	for (unsigned bit = 0; bit < 7; bit++)
		cr_expect_eq(needs("r580", points | inside | 5 << 16, 0, 1u << bit), 5u << bit);
}

/* 6.2.3.11: the fields of INDX_BUFFER, and what its registers hold afterwards. */
Test(cp_draw, fields_of_an_index_buffer)
{
	for (unsigned skip = 0; skip < 8; skip++)
		for (unsigned step = 0; step < 2; step++) {
			const unsigned few = step && skip; /* a dword fewer than are skipped */
			struct rig g = rig_running("r580");

			for (uint32_t i = 0; i < 16; i++)
				vram_wr(&g, INDICES + 4 * i, 0x100 + i);
			emit(&g, type3(R500_PKT3_INDX_BUFFER, 3));
			emit(&g, (step ? 0u : 1u << 31) | skip << 16 | R500_SCRATCH_REG(1) >> 2);
			emit(&g, (g.base + INDICES) | 3);
			emit(&g, 0xff800000 | (skip + 3)); /* a size of 23 bits */
			rig_kick(&g);
			cr_assert(rig_idle(&g));
			cr_expect_eq(rd(&g, R500_SCRATCH_REG(1)), 0x100 + skip + (step ? 0 : 2));
			cr_expect_eq(rd(&g, R500_SCRATCH_REG(2)), step ? 0x101 + skip : 0);
			cr_expect_eq(rd(&g, R500_SCRATCH_REG(3)), step ? 0x102 + skip : 0);
			cr_expect_eq(rd(&g, R500_SCRATCH_REG(4)), 0);
			cr_expect_eq(((struct mr500 *)g.m)->reg[R500_CP_IB2_BASE / 4], g.base + INDICES);
			cr_expect_eq(((struct mr500 *)g.m)->reg[R500_CP_IB2_BUFSZ / 4], skip + 3);
			rig_delete(&g);

			g = rig_running("r580"); /* as many as there are may be skipped, and no more */
			emit(&g, type3(R500_PKT3_INDX_BUFFER, 3));
			emit(&g, skip << 16 | R500_SCRATCH_REG(1) >> 2);
			emit(&g, g.base + INDICES);
			emit(&g, skip - few);
			rig_kick(&g);
			cr_expect_eq(rig_idle(&g), !few, "%u of %u", skip, skip - few);
			rig_delete(&g);
		}
}
