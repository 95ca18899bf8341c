/* SPDX-License-Identifier: MIT
 *
 * Vertices that are written register by register: PRIM_WALK 0. What goes to GA is caught by a sink.
 * Registers: R5xx guide 11.11 (VAP_VTX_ST_*, VAP_VTX_STATE_CNTL).
 */
#include "tests/unit/r500/test_model_rig.h"

#include "hw/model/r500/vap.h"

static struct fl_raster_vertex got[16];
static unsigned n_got, n_attr;

static const struct mr500_draw *sink_begin(struct mr500 *r, const struct mr500_vap_out *out)
{
	static struct mr500_draw d;

	d.vap = *out;
	n_attr = out->n_attr;
	return &d;
}

static void sink_point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	memset(&got[n_got % 16], 0, sizeof(*got));
	fl_raster_vertex_copy(&got[n_got++ % 16], v, n_attr);
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
	cr_assert_fail("no triangles here");
}

static const struct fl_raster_sink shapes = {sink_point, sink_line, sink_triangle, NULL};
static const struct mr500_vap_sink sink = {sink_begin, &shapes};

static uint32_t f(float v)
{
	uint32_t w;

	memcpy(&w, &v, 4);
	return w;
}

/* Position, color 0 and texture 3 of FLOAT_4, past the shader: input vectors 0, 2 and 9. */
static struct rig rig_points(void)
{
	struct rig g = rig_running("r580");

	((struct mr500 *)g.m)->vap->sink = &sink;
	n_got = 0;
	wr(&g, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	wr(&g, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	wr(&g, R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_W0_FMT(1) | R500_VAP_VTE_CNTL__VTX_XY_FMT(1));
	wr(&g, R500_VAP_OUT_VTX_FMT_0,
	   R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1) | R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1));
	wr(&g, R500_VAP_OUT_VTX_FMT_1, 4 << 9); /* texture 3: four components */
	wr(&g, R500_VAP_VSM_VTX_ASSM,
	   R500_VAP_VSM_VTX_ASSM__POSITION(1) | R500_VAP_VSM_VTX_ASSM__COLOR(1) |
	       R500_VAP_VSM_VTX_ASSM__TEXCOORD3(1));
	wr(&g, R500_VAP_PROG_STREAM_CNTL(0), (3 | 0 << 8) | (uint32_t)(3 | 2 << 8) << 16);
	wr(&g, R500_VAP_PROG_STREAM_CNTL(1), 3 | 9 << 8 | 1 << 13);
	wr(&g, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xf688f688);
	wr(&g, R500_VAP_PROG_STREAM_CNTL_EXT(1), 0xf688);
	return g;
}

static void trigger(struct rig *g, unsigned n)
{
	wr(g, R500_VAP_VF_CNTL,
	   R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST | R500_VAP_VF_CNTL__PRIM_WALK__STATE << 4 |
	       R500_VAP_VF_CNTL__NUM_VERTICES(n));
}

static void is(unsigned i, float x, float y, float z, const float color[4], const float tex[4])
{
	cr_expect(got[i].x == x && got[i].y == y && got[i].z == z, "point %u: %g, %g, %g", i,
		  (double)got[i].x, (double)got[i].y, (double)got[i].z);
	cr_expect_arr_eq(got[i].attr, color, 16, "point %u", i);
	cr_expect_arr_eq(got[i].attr + 4, tex, 16, "point %u", i);
}

Test(vap_st, points)
{
	struct rig g = rig_points();
	static const float red[4] = {1, 0, 0, 0.2f}, mix[4] = {51 / 255.f, 102 / 255.f, 1, 0};
	static const float tex[4] = {5, 6, 7, 8};

	for (unsigned c = 0; c < 4; c++) {
		wr(&g, R500_VAP_VTX_ST_CLR_R(0) + 4 * c, f(red[c]));
		wr(&g, R500_VAP_VTX_ST_TEX_S(3) + 4 * c, f(tex[c]));
	}
	trigger(&g, 3);
	wr(&g, R500_VAP_VTX_ST_POS_0_X_4, f(10));
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_4, f(20));
	wr(&g, R500_VAP_VTX_ST_POS_0_Z_4, f(4));
	wr(&g, R500_VAP_VTX_ST_POS_0_W_4, f(2));
	wr(&g, R500_VAP_VTX_ST_CLR_PKD(0), 0x003366ffu); /* a, r, g, b */
	wr(&g, R500_VAP_VTX_ST_POS_0_X_2, f(11));
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_2, f(21));
	cr_assert_eq(n_got, 0, "nothing is drawn before the last vertex is there");
	wr(&g, R500_VAP_VTX_ST_POS_0_X_3, f(12));
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_3, f(22));
	wr(&g, R500_VAP_VTX_ST_POS_0_Z_3, f(0.5f));
	cr_assert_eq(n_got, 3);
	is(0, 10, 20, 2, red, tex); /* z / w */
	is(1, 11, 21, 0, mix, tex);
	is(2, 12, 22, 0.5f, mix, tex);
	no_reports(&g);
	/* and one too many */
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_2, f(1));
	cr_assert(reported(&g, FL_WARN, "no draw with PRIM_WALK 0"));
	rig_delete(&g);
}

/* Guide 11.11 VAP_VTX_STATE_CNTL: color 0 is the user's; the draw ends early. */
Test(vap_st, user_colors_and_end)
{
	struct rig g = rig_points();
	static const float zero[4], one[4] = {0.25f, 0.5f, 0.75f, 1}, two[4] = {1, 1, 0, 1};

	trigger(&g, 9);
	wr(&g, R500_VAP_VTX_STATE_CNTL, R500_VAP_VTX_STATE_CNTL__UPDATE_USER_COLOR_0_ENA(1) | 1);
	for (unsigned c = 0; c < 4; c++)
		wr(&g, R500_VAP_VTX_ST_USR_CLR_R + 4 * c, f(one[c]));
	wr(&g, R500_VAP_VTX_ST_POS_0_X_2, f(1));
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_2, f(2));
	wr(&g, R500_VAP_VTX_STATE_CNTL, 1); /* user color 1 keeps what it has */
	wr(&g, R500_VAP_VTX_ST_USR_CLR_PKD, 0xffffff00);
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_2, f(3));
	wr(&g, R500_VAP_VTX_STATE_CNTL, 2);
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_2, f(4));
	cr_assert_eq(n_got, 0);
	wr(&g, R500_VAP_VTX_ST_END_OF_PKT, 0);
	cr_assert_eq(n_got, 3);
	is(0, 1, 2, 0, one, zero);
	is(1, 1, 3, 0, two, zero);
	is(2, 1, 4, 0, one, zero);
	no_reports(&g);
	cr_assert(rig_idle(&g));
	rig_delete(&g);
}

/* Three signed fields of 10 bits, X lowest; -512 is a little below -1. The normal is input vector 1, here
 * shown as color 0. */
Test(vap_st, packed_normal)
{
	struct rig g = rig_points();
	static const float want[2][4] = {{1, -1, 0, 0}, {-512 / 511.f, 256 / 511.f, -1 / 511.f, 0}}, zero[4];

	wr(&g, R500_VAP_OUT_VTX_FMT_1, 0);
	wr(&g, R500_VAP_VSM_VTX_ASSM, R500_VAP_VSM_VTX_ASSM__POSITION(1) | R500_VAP_VSM_VTX_ASSM__NORMAL(1));
	wr(&g, R500_VAP_PROG_STREAM_CNTL(0), (3 | 0 << 8) | (uint32_t)(3 | 2 << 8 | 1 << 13) << 16);
	trigger(&g, 2);
	wr(&g, R500_VAP_VTX_ST_NORM_0_PKD, 511 | (-511 & 1023) << 10 | 0 << 20);
	wr(&g, R500_VAP_VTX_ST_POS_0_X_2, f(1));
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_2, f(2));
	wr(&g, R500_VAP_VTX_ST_NORM_0_PKD, (-512 & 1023) | 256 << 10 | (uint32_t)(-1 & 1023) << 20);
	wr(&g, R500_VAP_VTX_ST_POS_0_Y_2, f(3));
	cr_assert_eq(n_got, 2);
	is(0, 1, 2, 0, want[0], zero);
	is(1, 1, 3, 0, want[1], zero);
	no_reports(&g);
	rig_delete(&g);
}
