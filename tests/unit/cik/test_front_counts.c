/* SPDX-License-Identifier: MIT
 *
 * Counters of Sea Islands' front (CIK facts 1.3, 9): eleven of the pipeline's, in the order in which Mesa's
 * si_query.c reads them, and two for each stream.
 */
#include "tests/unit/cik/front_rig.h"

#define PRIM(name)  CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##name
#define EVENT(name) CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__##name

enum {
	COUNTS = 0x680000,
	STATISTICS = 2 << 8, /* EVENT_WRITE's index */
	STREAMOUT = 3 << 8,
	MARK = 0x80000000u, /* of a counter that was written, in its upper half */
};
enum {
	PIXELS,
	CLIPPED,
	TO_CLIPPER,
	VERTICES,
	GEOMETRY,
	GEOMETRY_MADE,
	PRIMITIVES_IN,
	VERTICES_IN,
	PATCHES,
	DOMAIN,
	COMPUTE,
	N_COUNTS
};

static void event(struct cik_rig *g, unsigned e)
{
	cr_assert(CIK_SEND(g, CIK_PKT3_EVENT_WRITE, e));
}

static void sample(struct cik_rig *g, unsigned e)
{
	cr_assert(CIK_SEND(g, CIK_PKT3_EVENT_WRITE, e, COUNTS, 0));
	cr_assert(fl_model_wait(g->m));
}

static uint32_t count(struct cik_rig *g, unsigned i)
{
	return vram_rd(g, COUNTS + 8ull * i);
}

static void is(struct cik_rig *g, const uint32_t want[N_COUNTS], unsigned times)
{
	sample(g, EVENT(SAMPLE_PIPELINESTAT) | STATISTICS);
	for (unsigned i = 0; i < N_COUNTS; i++)
		cr_assert_eq(count(g, i), times * want[i], "counter %u: %u, not %u", i, count(g, i),
			     times * want[i]);
}

/* Two triangles that cover 32 x 16 pixels, by six vertices of which two come twice. */
Test(cik_front_counts, what_a_draw_adds)
{
	struct cik_rig g = front_picture();
	static const uint16_t index[6] = {0, 1, 2, 2, 1, 3};
	static const uint32_t none[N_COUNTS],
	    want[N_COUNTS] = {[PIXELS] = 32 * 16, [CLIPPED] = 2,       [TO_CLIPPER] = 2,
			      [VERTICES] = 4,     [PRIMITIVES_IN] = 2, [VERTICES_IN] = 6};
	enum { INDICES = FRONT_IN + 0x1000 };

	for (unsigned i = 0; i < 4; i++)
		front_vertex(&g, i, i & 1 ? 0.5f : -0.5f, i & 2 ? 0.25f : -0.25f, 0, 1);
	fl_model_vram_write(g.m, INDICES, index, sizeof index);
	front_prim(&g, PRIM(TRILIST));
	for (unsigned i = 0; i < 5; i++) {
		/* before they are started, and after they are stopped, nothing counts */
		if (i == 1)
			event(&g, EVENT(PIPELINESTAT_START));
		if (i == 4)
			event(&g, EVENT(PIPELINESTAT_STOP));
		cr_assert(CIK_SEND(&g, CIK_PKT3_INDEX_TYPE, 0));
		cr_assert(CIK_SEND(&g, CIK_PKT3_DRAW_INDEX_2, 6, INDICES, 0, 6, 0));
		is(&g, i ? want : none, i < 4 ? i : 3);
	}
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Six vertices of a strip are four triangles; three fit. */
Test(cik_front_counts, streams)
{
	struct cik_rig g =
	    front_rig("s_waitcnt vmcnt(0)\n"
		      "exp pos0 v0, v0, v0, v0 done\n"
		      "s_endpgm\n",
		      0, CIK_SPI_SHADER_PGM_RSRC2_VS__SO_EN(1) | CIK_SPI_SHADER_PGM_RSRC2_VS__SO_BASE0_EN(1));

	front_context(&g, CIK_VGT_STRMOUT_CONFIG, CIK_VGT_STRMOUT_CONFIG__STREAMOUT_0_EN(1));
	front_context(&g, CIK_VGT_STRMOUT_BUFFER_CONFIG, 1);
	front_context(&g, CIK_VGT_STRMOUT_BUFFER_SIZE_0, 10); /* three of four triangles, a dword a vertex */
	front_context(&g, CIK_VGT_STRMOUT_VTX_STRIDE_0, 1);
	front_prim(&g, PRIM(TRISTRIP));
	front_auto(&g, 6);
	sample(&g, EVENT(SAMPLE_STREAMOUTSTATS) | STREAMOUT);
	cr_assert_eq(count(&g, 0), 4, "%u are needed", count(&g, 0));
	cr_assert_eq(count(&g, 1), 3, "%u are written", count(&g, 1));
	for (unsigned i = 0; i < 2; i++)
		cr_assert_eq(vram_rd(&g, COUNTS + 8 * i + 4), MARK);
	sample(&g, EVENT(SAMPLE_STREAMOUTSTATS2) | STREAMOUT);
	cr_assert_eq(count(&g, 0), 0, "the third stream has none");
	no_reports(&g);
	fl_model_delete(g.m);
}
