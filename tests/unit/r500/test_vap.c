/* SPDX-License-Identifier: MIT
 *
 * The vertex path around the shader (PVS_BYPASS): stream formats, fetch, indices, primitives, clipping,
 * viewport. What goes to GA is caught by a sink.
 */
#include "hw/model/r500/ga.h"
#include "tests/unit/r500/test_pvs_rig.h"

struct shape {
	unsigned corners;
	struct fl_raster_vertex v[3], provoke;
	unsigned edges;
};

static struct shape got[512];
static unsigned n_got;

static const struct mr500_draw *sink_begin(struct mr500 *r, const struct mr500_vap_out *out)
{
	static struct mr500_draw d;

	n_got = 0;
	d.vap = *out;
	return &d;
}

/* The memory of a vertex ends after the attributes. */
static struct fl_raster_vertex copy(const struct fl_raster_vertex *v)
{
	struct fl_raster_vertex to;

	memset(&to, 0, sizeof(to));
	fl_raster_vertex_copy(&to, v, MR500_MAX_ATTR);
	return to;
}

static void sink_point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	got[n_got++ % 512] = (struct shape){.corners = 1, .v = {copy(v)}};
}

static void sink_line(struct fl_raster *ras, const struct fl_raster_vertex *a,
		      const struct fl_raster_vertex *b, const struct fl_raster_vertex *p)
{
	got[n_got++ % 512] = (struct shape){.corners = 2, .v = {copy(a), copy(b)}, .provoke = copy(p)};
}

static void sink_triangle(struct fl_raster *ras, const struct fl_raster_vertex *a,
			  const struct fl_raster_vertex *b, const struct fl_raster_vertex *c,
			  const struct fl_raster_vertex *p, unsigned edges)
{
	got[n_got++ % 512] = (struct shape){
	    .corners = 3, .v = {copy(a), copy(b), copy(c)}, .provoke = copy(p), .edges = edges};
}

static struct fl_raster_point_part part;

static void sink_point_part(struct fl_raster *ras, const struct fl_raster_vertex *v,
			    const struct fl_raster_point_part *p)
{
	got[n_got++ % 512] = (struct shape){.corners = p->n, .v = {copy(v)}};
	part = *p;
}

static const struct fl_raster_sink shapes = {sink_point, sink_line, sink_triangle, sink_point_part};
static const struct mr500_vap_sink sink = {sink_begin, &shapes};

enum { HERE = 0x40000000 };

struct bench {
	struct prig g;
	struct mr500 *r;
	uint32_t mem[1024];
};

static void reg(struct bench *b, uint32_t offset, uint32_t value)
{
	b->r->reg[offset / 4] = value;
}

static void regf(struct bench *b, uint32_t offset, float value)
{
	memcpy(&b->r->reg[offset / 4], &value, 4);
}

/* One array of FLOAT_4 positions at HERE, no viewport, w as it is, clipping on in OpenGL's space, no guard
 * band. */
static struct bench *bench_new(void)
{
	struct bench *b = calloc(1, sizeof(*b));

	b->g = prig_new("r580");
	b->r = b->g.r;
	b->r->ga = calloc(1, sizeof(*b->r->ga));
	b->r->vap->sink = &sink;
	b->r->base.mem.limit_B = UINT64_C(1) << 32;
	cr_assert(fl_mem_map(&b->r->base.mem, HERE, (uint8_t *)b->mem, sizeof(b->mem)));
	reg(b, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	reg(b, R500_VAP_CNTL, 0x00b0085a);
	reg(b, R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_W0_FMT(1));
	regf(b, R500_VAP_GB_VERT_CLIP_ADJ, 1);
	regf(b, R500_VAP_GB_VERT_DISC_ADJ, 1);
	regf(b, R500_VAP_GB_HORZ_CLIP_ADJ, 1);
	regf(b, R500_VAP_GB_HORZ_DISC_ADJ, 1);
	reg(b, R500_VAP_OUT_VTX_FMT_0, R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1));
	reg(b, R500_VAP_VF_MAX_VTX_INDX, 0xffffff);
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 1);
	reg(b, R500_VAP_VTX_AOS_ATTR(0), 4 | 4 << 8);
	reg(b, R500_VAP_VTX_AOS_ADDR0(0), HERE);
	reg(b, R500_VAP_PROG_STREAM_CNTL(0), 0x2003);
	reg(b, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xf688);
	return b;
}

static void bench_delete(struct bench *b)
{
	free(b->r->ga);
	fl_mem_free(&b->r->base.mem);
	prig_delete(&b->g);
	free(b);
}

static void at(struct bench *b, unsigned i, float x, float y, float z, float w)
{
	float v[4] = {x, y, z, w};

	memcpy(&b->mem[i * 4], v, 16);
}

static void draw(struct bench *b, unsigned type, unsigned walk, unsigned count, const uint32_t *dw,
		 uint32_t size_dw)
{
	struct mr500_draw_src src = {.dw = dw, .size_dw = size_dw};

	n_got = 0;
	mr500_vap_draw(b->r, type | walk << 4 | count << 16, &src);
}

static void quiet(const struct bench *b)
{
	cr_assert_eq(b->r->base.n_reports, 0, "%s", b->r->base.n_reports ? b->r->base.reports[0].text : "");
}

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
static void numbers(struct bench *b, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		at(b, i, (float)i, 0, 0, 1000);
}

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

/* ---- primitives ---------------------------------------------------------------------------------------- */
struct prim_case {
	unsigned type, count, provoke;
	const char *want; /* corners as digits, '/' and the provoking vertex, ':' and the edges shown; a space
			     between */
};

static const struct prim_case prims[] = {
    {1, 2, 3, "0 1"},
    {2, 5, 0, "01/0 23/2"},
    {2, 4, 3, "01/1 23/3"},
    {3, 4, 3, "01/1 12/2 23/3"},
    {12, 3, 0, "01/0 12/1 20/2"},
    {12, 3, 3, "01/1 12/2 20/0"},
    {4, 7, 0, "012/0:7 345/3:7"},
    {4, 6, 1, "012/1:7 345/4:7"},
    {4, 6, 3, "012/2:7 345/5:7"},
    {5, 5, 1, "012/1:7 023/2:7 034/3:7"},
    {5, 5, 3, "012/2:7 023/3:7 034/4:7"},
    {6, 5, 0, "012/0:7 213/1:7 234/2:7"},
    {6, 5, 3, "012/2:7 213/3:7 234/4:7"},
    {13, 9, 3, "013/3:5 123/3:3 457/7:5 567/7:3"},
    {13, 4, 0, "013/1:5 123/1:3"},
    {14, 6, 3, "203/3:5 013/3:3 425/5:5 235/5:3"},
    {15, 5, 3, "120/0:5 230/0:1 340/0:3"},
    {15, 3, 0, "120/1:7"},
};

Test(vap, primitives)
{
	struct bench *b = bench_new();

	numbers(b, 16);
	for (unsigned i = 0; i < sizeof(prims) / sizeof(*prims); i++) {
		char text[200] = "", one[40];
		reg(b, R500_GA_COLOR_CONTROL, R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(prims[i].provoke));
		draw(b, prims[i].type, 2, prims[i].count, NULL, 0);
		for (unsigned k = 0; k < n_got; k++) {
			const struct shape *s = &got[k];
			int v[4];
			for (unsigned c = 0; c < 3; c++)
				v[c] = (int)lrintf(s->v[c].x * 1000);
			v[3] = (int)lrintf(s->provoke.x * 1000);
			if (s->corners == 1)
				snprintf(one, sizeof(one), "%d", v[0]);
			else if (s->corners == 2)
				snprintf(one, sizeof(one), "%d%d/%d", v[0], v[1], v[3]);
			else
				snprintf(one, sizeof(one), "%d%d%d/%d:%u", v[0], v[1], v[2], v[3], s->edges);
			strcat(strcat(text, k ? " " : ""), one);
		}
		cr_assert_str_eq(text, prims[i].want,
				 "primitive %u, %u vertices, provoking %u: want %s, got %s", prims[i].type,
				 prims[i].count, prims[i].provoke, prims[i].want, text);
	}
	/* three indices and a word to step over */
	uint32_t flags[] = {0 | 1 << 16, 2 | 0xffffu << 16, 4 | 5 << 16, 6 | 0xffffu << 16};
	draw(b, 7, 1, 6, flags, 4);
	cr_assert_eq(n_got, 2);
	cr_assert_float_eq(got[1].v[0].x * 1000, 4, 1e-3);
	quiet(b);
	draw(b, 9, 2, 3, NULL, 0);
	cr_assert(prig_reported(&b->g, "PRIM_TYPE 9 is unused"));
	bench_delete(b);
}

/* Strips and fans over several groups of 64 are the same as in one piece. */
Test(vap, long_strips)
{
	struct bench *b = bench_new();

	numbers(b, 250);
	draw(b, 6, 2, 250, NULL, 0);
	cr_assert_eq(n_got, 248);
	for (unsigned k = 0; k < 248; k++) {
		float x[3] = {(float)k, (float)k + 1, (float)k + 2};
		if (k & 1)
			x[0] = (float)k + 1, x[1] = (float)k;
		for (unsigned c = 0; c < 3; c++)
			cr_assert_float_eq(got[k].v[c].x * 1000, x[c], 1e-2, "triangle %u", k);
	}
	draw(b, 5, 2, 250, NULL, 0);
	cr_assert_eq(n_got, 248);
	cr_assert_eq(got[247].v[0].x, 0.0f);
	cr_assert_float_eq(got[247].v[1].x * 1000, 248, 1e-2);
	draw(b, 12, 2, 250, NULL, 0);
	cr_assert_eq(n_got, 250);
	cr_assert_eq(got[249].v[1].x, 0.0f);
	quiet(b);
	bench_delete(b);
}

/* ---- clipping ------------------------------------------------------------------------------------------ */
static double area(void)
{
	double sum = 0;

	for (unsigned i = 0; i < n_got; i++) {
		const struct fl_raster_vertex *v = got[i].v;
		sum += ((double)(v[1].x - v[0].x) * (double)(v[2].y - v[0].y) -
			(double)(v[2].x - v[0].x) * (double)(v[1].y - v[0].y)) /
		       2;
	}
	return sum;
}

Test(vap, clipping)
{
	struct bench *b = bench_new();

	/* a triangle over all of the square -1 … 1, and more */
	at(b, 0, -4, -4, 0, 1);
	at(b, 1, 12, -4, 0, 1);
	at(b, 2, -4, 12, 0, 1);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_float_eq(area(), 4, 1e-5);
	for (unsigned i = 0; i < n_got; i++)
		cr_assert_eq(got[i].edges, 0, "all edges come from clipping");
	reg(b, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__BOUNDARY_EDGE_FLAG_ENA(1));
	draw(b, 4, 2, 3, NULL, 0);
	unsigned shown = 0;
	for (unsigned i = 0; i < n_got; i++)
		shown += (unsigned)__builtin_popcount(got[i].edges);
	cr_assert_eq(shown, n_got + 2, "the outline of a polygon of %u corners", n_got + 2);
	/* a guard band of 3: clipped at 3, or not at all when nothing is outside of it */
	regf(b, R500_VAP_GB_VERT_CLIP_ADJ, 3);
	regf(b, R500_VAP_GB_HORZ_CLIP_ADJ, 3);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_float_eq(area(), 36, 1e-4);
	/* outside of the discard band on one side: gone, though inside the guard band */
	at(b, 0, 1.5f, 0, 0, 1);
	at(b, 1, 2, 0, 0, 1);
	at(b, 2, 2, 1, 0, 1);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_eq(n_got, 0);
	/* a user plane x + w/2 > 0 cuts a quarter of the width; as a cull plane it cuts nothing */
	float plane[4] = {1, 0, 0, 0.5f};
	memcpy(b->g.p->ucp[2], plane, 16);
	at(b, 0, -1, -1, 0, 1);
	at(b, 1, 1, -1, 0, 1);
	at(b, 2, 1, 1, 0, 1);
	at(b, 3, -1, 1, 0, 1);
	reg(b, R500_VAP_CLIP_CNTL, 1 << 2);
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 3, 1e-5);
	reg(b, R500_VAP_CLIP_CNTL, 1 << 2 | R500_VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA(1));
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 4, 1e-5);
	/* z: OpenGL's space takes -w … w, DirectX's 0 … w */
	reg(b, R500_VAP_CLIP_CNTL, 0);
	at(b, 0, -1, -1, -1, 1);
	at(b, 1, 1, -1, -1, 1);
	at(b, 2, 1, 1, 1, 1);
	at(b, 3, -1, 1, 1, 1);
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 4, 1e-5);
	reg(b, R500_VAP_CNTL, 0x00b0085a | R500_VAP_CNTL__DX_CLIP_SPACE_DEF(1));
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 2, 1e-5);
	/* not a number: dropped, and nothing breaks */
	at(b, 1, NAN, -1, 0, 1);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_eq(n_got, 0);
	quiet(b);
	bench_delete(b);
}

/* What is left of the last point, by the shoelace formula. */
static double part_area(void)
{
	double sum = 0;

	for (unsigned i = 0; i < part.n; i++) {
		unsigned k = (i + 1) % part.n;

		sum += (double)part.x[i] * (double)part.y[k] - (double)part.x[k] * (double)part.y[i];
	}
	return fabs(sum) / 2;
}

enum { CENTER, RADIUS, CUT, FAN }; /* PS_UCP_MODE */

static void points_meet(struct bench *b, unsigned mode, float x, float y, uint32_t more)
{
	at(b, 0, x, y, 0, 2);
	reg(b, R500_VAP_CLIP_CNTL, 1 | mode << 14 | more);
	draw(b, 1, 2, 1, NULL, 0);
}

/* A point of 0.4 x 0.2 around (x, y) / 2, and the plane x > 0. Window coordinates are x / w, y / w here. */
Test(vap, points_at_planes)
{
	struct bench *b = bench_new();
	static const float plane[4] = {1, 0, 0, 0}, tex[4] = {0, 1, 1, 0};
	float scale[4] = {0.02f, 0.02f, 0.5f, 0.03f};

	memcpy(b->g.p->ucp[0], plane, 16);
	memcpy(b->g.p->ucp[MR500_PVS_POINT_GEN_TEX], tex, 16);
	reg(b, R500_GA_POINT_SIZE, R500_GA_POINT_SIZE__WIDTH(20 * 6) | R500_GA_POINT_SIZE__HEIGHT(10 * 6));
	/* without factors the center decides in each mode */
	for (unsigned mode = CENTER; mode <= FAN; mode++) {
		points_meet(b, mode, 0.1f, 0, 0);
		cr_expect(n_got == 1 && got[0].corners == 1);
		points_meet(b, mode, -0.1f, 0, 0);
		cr_expect_eq(n_got, 0);
	}
	memcpy(b->g.p->ucp[MR500_PVS_POINT_VPORT_SCALE], scale, 16);
	points_meet(b, CENTER, -0.1f, 0, 0);
	cr_expect_eq(n_got, 0);
	/* the radius is 20 * 0.5 * 0.03 * w = 0.6 */
	points_meet(b, RADIUS, -0.59f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 1);
	points_meet(b, RADIUS, -0.61f, 0, 0);
	cr_expect_eq(n_got, 0);
	/* all of it, when no plane is near; a part when one is */
	points_meet(b, CUT, 0.61f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 1);
	points_meet(b, CUT, -0.1f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 4);
	cr_expect_float_eq(part_area(), 0.15 * 0.2, 1e-6); /* -0.25 ... 0.15 of x */
	cr_expect_float_eq(part.x0, -0.25, 1e-6);
	cr_expect_float_eq(part.x1, 0.15, 1e-6);
	cr_expect_float_eq(part.y0, -0.1, 1e-6);
	cr_expect_float_eq(part.y1, 0.1, 1e-6);
	cr_expect_arr_eq(part.tex, tex, sizeof(tex));
	/* always, in mode 3 */
	points_meet(b, FAN, 0.8f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 4);
	cr_expect_float_eq(part_area(), 0.4 * 0.2, 1e-6);
	/* nothing is left of it, though its center is not culled */
	points_meet(b, FAN, -0.5f, 0, 0);
	cr_expect_eq(n_got, 0);
	/* the frustum cuts too, where a guard band does not keep it away: x up to 1.1, y from -1.05 */
	points_meet(b, FAN, 1.8f, -1.9f, 0);
	cr_expect_eq(n_got, 1);
	cr_expect_float_eq(part_area(), 0.3 * 0.15, 1e-5);
	regf(b, R500_VAP_GB_HORZ_CLIP_ADJ, 2);
	regf(b, R500_VAP_GB_VERT_CLIP_ADJ, 2);
	points_meet(b, FAN, 1.8f, -1.9f, 0);
	cr_expect_float_eq(part_area(), 0.4 * 0.2, 1e-5);
	/* planes that only cull */
	points_meet(b, FAN, -0.1f, 0, R500_VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA(1));
	cr_expect_float_eq(part_area(), 0.4 * 0.2, 1e-5);
	quiet(b);
	bench_delete(b);
}

/* Attributes follow the cut, colors are clamped before it, the provoking vertex stays whole; lines and
 * points. */
Test(vap, clipping_attributes)
{
	struct bench *b = bench_new();
	float v[2][12] = {{0, 0, 0, 1, 2, 0.5f, -1, 1, 10, 20, 30, 40},
			  {4, 0, 0, 1, 0, 0.5f, 1, 0, 50, 60, 70, 80}};

	memcpy(b->mem, v, sizeof(v));
	reg(b, R500_VAP_VTX_AOS_ATTR(0), 12 | 12 << 8);
	reg(b, R500_VAP_PROG_STREAM_CNTL(0), 3 | (uint32_t)(3 | 2 << 8) << 16);
	reg(b, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xf688f688);
	reg(b, R500_VAP_PROG_STREAM_CNTL(1), 3 | 6 << 8 | 1 << 13);
	reg(b, R500_VAP_PROG_STREAM_CNTL_EXT(1), 0xf688);
	reg(b, R500_VAP_OUT_VTX_FMT_0,
	    R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1) | R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1));
	reg(b, R500_VAP_OUT_VTX_FMT_1, 4);
	reg(b, R500_GA_COLOR_CONTROL, R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(3));
	draw(b, 2, 2, 2, NULL, 0);
	cr_assert_eq(n_got, 1);
	/* cut at x = 1, a quarter of the way; colors 1, 0.5, 0, 1 to 0, 0.5, 1, 0 */
	static const float want[8] = {0.75f, 0.5f, 0.25f, 0.75f, 20, 30, 40, 50};
	cr_assert_float_eq(got[0].v[1].x, 1, 1e-6);
	for (unsigned i = 0; i < 8; i++)
		cr_assert_float_eq(got[0].v[1].attr[i], want[i], 1e-5, "%u: %g", i,
				   (double)got[0].v[1].attr[i]);
	cr_assert_eq(got[0].provoke.attr[4], 50);
	/* round a cylinder from 0.9 to 0.1 the short way leads over 1 */
	reg(b, R500_SU_TEX_WRAP, 1 << 1);
	memcpy(&b->mem[8], (float[]){0.9f, 0.9f}, 8);
	memcpy(&b->mem[20], (float[]){0.1f, 0.1f}, 8);
	draw(b, 2, 2, 2, NULL, 0);
	cr_assert_float_eq(got[0].v[1].attr[4], 0.7f, 1e-5);
	cr_assert_float_eq(got[0].v[1].attr[5], 0.95f, 1e-5);
	draw(b, 1, 2, 2, NULL, 0); /* of the points, the second lies outside */
	cr_assert_eq(n_got, 1);
	cr_assert_eq(got[0].v[0].attr[0], 2);
	quiet(b);
	bench_delete(b);
}

/* ---- viewport ------------------------------------------------------------------------------------------ */
Test(vap, viewport_modes)
{
	enum fl_isa isa[4];
	unsigned n = prig_isas(isa);

	isa[n++] = FL_ISA_SCALAR;
	for (unsigned mode = 0; mode < 512; mode++)
		for (unsigned k = 0; k < n; k++) {
			struct bench *b = bench_new();
			bool xy = mode & 64, z = mode & 128, w = mode & 256;
			uint32_t e = mode & 63;
			b->r->isa = isa[k];
			reg(b, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
			reg(b, R500_VAP_VTE_CNTL,
			    e | (uint32_t)xy << 8 | (uint32_t)z << 9 | (uint32_t)w << 10);
			regf(b, R500_VAP_VPORT_XSCALE, 3);
			regf(b, R500_VAP_VPORT_XOFFSET, 100);
			regf(b, R500_VAP_VPORT_YSCALE, -5);
			regf(b, R500_VAP_VPORT_YOFFSET, 200);
			regf(b, R500_VAP_VPORT_ZSCALE, 0.5f);
			regf(b, R500_VAP_VPORT_ZOFFSET, 0.25f);
			at(b, 0, 8, 16, 32, 4);
			draw(b, 1, 2, 1, NULL, 0);
			float q = w ? 0.25f : 4.0f, fx = xy ? 1 : q, fz = z ? 1 : q;
			cr_assert_eq(got[0].v[0].rhw, q);
			cr_assert_eq(got[0].v[0].x, 8 * fx * (e & 1 ? 3 : 1) + (e & 2 ? 100 : 0));
			cr_assert_eq(got[0].v[0].y, 16 * fx * (e & 4 ? -5 : 1) + (e & 8 ? 200 : 0));
			cr_assert_eq(got[0].v[0].z, 32 * fz * (e & 16 ? 0.5f : 1) + (e & 32 ? 0.25f : 0));
			bench_delete(b);
		}
}

/* ---- what cannot be drawn ------------------------------------------------------------------------------ */
Test(vap, refusals)
{
	struct bench *b = bench_new();

	numbers(b, 4);
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 0);
	draw(b, 1, 2, 3, NULL, 0);
	cr_assert(prig_reported(&b->g, "no vertex data"));
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 1);
	reg(b, R500_VAP_CNTL_STATUS, 0);
	reg(b, R500_VAP_CNTL, 0);
	draw(b, 1, 2, 3, NULL, 0);
	cr_assert(prig_reported(&b->g, "no slots, controllers or engines"));
	cr_assert_eq(n_got, 0);
	bench_delete(b);
}
