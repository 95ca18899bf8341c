/* SPDX-License-Identifier: MIT
 *
 * A rig for the tests of the vertex path: a chip with the VAP alone, arrays in its memory, and a sink that
 * catches what would go to GA.
 */
#ifndef TESTS_UNIT_R500_TEST_VAP_RIG_H
#define TESTS_UNIT_R500_TEST_VAP_RIG_H

#include "hw/model/r500/ga.h"
#include "tests/unit/r500/test_pvs_rig.h"

struct shape {
	unsigned corners;
	struct fl_raster_vertex v[3], provoke;
	unsigned edges;
};

static struct shape got[512];
static unsigned n_got;

static inline const struct mr500_draw *sink_begin(struct mr500 *r, const struct mr500_vap_out *out)
{
	static struct mr500_draw d;

	n_got = 0;
	d.vap = *out;
	return &d;
}

/* The memory of a vertex ends after the attributes. */
static inline struct fl_raster_vertex copy(const struct fl_raster_vertex *v)
{
	struct fl_raster_vertex to;

	memset(&to, 0, sizeof(to));
	fl_raster_vertex_copy(&to, v, MR500_MAX_ATTR);
	return to;
}

static inline void sink_point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	got[n_got++ % 512] = (struct shape){.corners = 1, .v = {copy(v)}};
}

static inline void sink_line(struct fl_raster *ras, const struct fl_raster_vertex *a,
			     const struct fl_raster_vertex *b, const struct fl_raster_vertex *p)
{
	got[n_got++ % 512] = (struct shape){.corners = 2, .v = {copy(a), copy(b)}, .provoke = copy(p)};
}

static inline void sink_triangle(struct fl_raster *ras, const struct fl_raster_vertex *a,
				 const struct fl_raster_vertex *b, const struct fl_raster_vertex *c,
				 const struct fl_raster_vertex *p, unsigned edges)
{
	got[n_got++ % 512] = (struct shape){
	    .corners = 3, .v = {copy(a), copy(b), copy(c)}, .provoke = copy(p), .edges = edges};
}

static struct fl_raster_point_part part;

static inline void sink_point_part(struct fl_raster *ras, const struct fl_raster_vertex *v,
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

static inline void reg(struct bench *b, uint32_t offset, uint32_t value)
{
	b->r->reg[offset / 4] = value;
}

static inline void regf(struct bench *b, uint32_t offset, float value)
{
	memcpy(&b->r->reg[offset / 4], &value, 4);
}

/* One array of FLOAT_4 positions at HERE, no viewport, w as it is, clipping on in OpenGL's space, no guard
 * band. */
static inline struct bench *bench_new(void)
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

static inline void bench_delete(struct bench *b)
{
	free(b->r->ga);
	fl_mem_free(&b->r->base.mem);
	prig_delete(&b->g);
	free(b);
}

static inline void at(struct bench *b, unsigned i, float x, float y, float z, float w)
{
	float v[4] = {x, y, z, w};

	memcpy(&b->mem[i * 4], v, 16);
}

static inline void draw(struct bench *b, unsigned type, unsigned walk, unsigned count, const uint32_t *dw,
			uint32_t size_dw)
{
	struct mr500_draw_src src = {.dw = dw, .size_dw = size_dw};

	n_got = 0;
	mr500_vap_draw(b->r, type | walk << 4 | count << 16, &src);
}

static inline void quiet(const struct bench *b)
{
	cr_assert_eq(b->r->base.n_reports, 0, "%s", b->r->base.n_reports ? b->r->base.reports[0].text : "");
}

/* Vertex i has the x coordinate i / 1000. */
static inline void numbers(struct bench *b, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		at(b, i, (float)i, 0, 0, 1000);
}

#endif
