/* SPDX-License-Identifier: MIT
 *
 * PA and SC of Sea Islands: which pixels a primitive covers, by the area that its registers leave of it
 * (CIK facts 4.3, 10; reference, PA_*).
 */
#include "tests/unit/cik/front_rig.h"

#include <stdio.h>

#define PRIM(name) CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##name

enum { ALL = FRONT_PX * FRONT_PX };

/* A rectangle in pixels, as two triangles that turn the same way; clockwise as row 0 on top shows it. */
static struct cik_rig rectangle(float x0, float y0, float x1, float y1)
{
	struct cik_rig g = front_picture();
	const float half = FRONT_PX / 2, x[2] = {x0 / half - 1, x1 / half - 1},
		    y[2] = {y0 / half - 1, y1 / half - 1};

	front_vertex(&g, 0, x[0], y[0], 0, 1);
	front_vertex(&g, 1, x[1], y[0], 0, 1);
	front_vertex(&g, 2, x[0], y[1], 0, 1);
	front_vertex(&g, 3, x[1], y[1], 0, 1);
	front_prim(&g, PRIM(TRISTRIP));
	return g;
}

static unsigned drawn(struct cik_rig *g)
{
	front_auto(g, 4);
	return front_count(g);
}

Test(cik_front_pictures, viewport_and_window)
{
	struct cik_rig g = rectangle(8, 16, 40, 48);

	front_auto(&g, 4);
	cr_assert(fl_model_flush(g.m));
	for (unsigned y = 0; y < FRONT_PX; y++)
		for (unsigned x = 0; x < FRONT_PX; x++)
			cr_assert_eq(front_white(&g, x, y), x >= 8 && x < 40 && y >= 16 && y < 48, "%u, %u",
				     x, y);
	no_reports(&g);
	front_count(&g);
	/* moved by the window's offset, where PA_SU_SC_MODE_CNTL says so */
	front_context(&g, CIK_PA_SC_WINDOW_OFFSET, 4 | 8 << 16);
	front_context(&g, CIK_PA_SU_SC_MODE_CNTL, CIK_PA_SU_SC_MODE_CNTL__VTX_WINDOW_OFFSET_ENABLE(1));
	front_auto(&g, 4);
	cr_assert(fl_model_flush(g.m));
	cr_assert(front_white(&g, 12, 24) && front_white(&g, 43, 55));
	cr_assert_not(front_white(&g, 11, 24) || front_white(&g, 12, 23) || front_white(&g, 44, 55));
	fl_model_delete(g.m);
}

/* FACE 0: what turns counter-clockwise, as seen with row 0 on top, is front (choices.md); the rectangle's
 * triangles turn clockwise. */
Test(cik_front_pictures, faces_are_culled)
{
	static const struct {
		uint32_t mode;
		bool drawn;
	} of[] = {
	    {0, true},
	    {CIK_PA_SU_SC_MODE_CNTL__CULL_FRONT(1) | CIK_PA_SU_SC_MODE_CNTL__CULL_BACK(1), false},
	    {CIK_PA_SU_SC_MODE_CNTL__CULL_FRONT(1), true},
	    {CIK_PA_SU_SC_MODE_CNTL__CULL_BACK(1), false},
	    {CIK_PA_SU_SC_MODE_CNTL__CULL_FRONT(1) | CIK_PA_SU_SC_MODE_CNTL__FACE(1), false},
	    {CIK_PA_SU_SC_MODE_CNTL__CULL_BACK(1) | CIK_PA_SU_SC_MODE_CNTL__FACE(1), true},
	};
	struct cik_rig g = rectangle(0, 0, 64, 64);

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		front_context(&g, CIK_PA_SU_SC_MODE_CNTL, of[i].mode);
		cr_assert_eq(drawn(&g), of[i].drawn ? ALL : 0, "PA_SU_SC_MODE_CNTL 0x%x", of[i].mode);
	}
	fl_model_delete(g.m);
}

/* Every scissor leaves 16 of the 64 columns. */
Test(cik_front_pictures, scissors)
{
	static const uint32_t tl[] = {CIK_PA_SC_SCREEN_SCISSOR_TL, CIK_PA_SC_WINDOW_SCISSOR_TL,
				      CIK_PA_SC_GENERIC_SCISSOR_TL, CIK_PA_SC_VPORT_SCISSOR_TL(0)};

	for (unsigned i = 0; i < 4; i++) {
		struct cik_rig g = rectangle(0, 0, 64, 64);

		front_context(&g, CIK_PA_SC_MODE_CNTL_0, CIK_PA_SC_MODE_CNTL_0__VPORT_SCISSOR_ENABLE(1));
		front_context(&g, tl[i], 16);
		front_context(&g, tl[i] + 4, 32 | FRONT_PX << 16);
		cr_assert_eq(drawn(&g), 16 * FRONT_PX, "scissor %u", i);
		front_context(&g, CIK_PA_SC_MODE_CNTL_0, 0);
		cr_assert_eq(drawn(&g), i == 3 ? ALL : 16 * FRONT_PX, "scissor %u, that of viewports off", i);
		fl_model_delete(g.m);
	}
}

/* Rule 1 << 0: pixels that are in no rectangle; 0xaaaa: in the first, whatever the others. */
Test(cik_front_pictures, clip_rectangles)
{
	struct cik_rig g = rectangle(0, 0, 64, 64);

	for (unsigned i = 0; i < 4; i++) {
		front_context(&g, CIK_PA_SC_CLIPRECT_TL(i), 0);
		front_context(&g, CIK_PA_SC_CLIPRECT_BR(i), 8 | 8 << 16);
	}
	front_context(&g, CIK_PA_SC_CLIPRECT_RULE, 0xaaaa);
	cr_assert_eq(drawn(&g), 64);
	front_context(&g, CIK_PA_SC_CLIPRECT_RULE, 1);
	cr_assert_eq(drawn(&g), ALL - 64);
	fl_model_delete(g.m);
}

/* Distances that the program exports cut or drop: X of the position is the distance to plane 0. */
Test(cik_front_pictures, clip_and_cull_distances)
{
	struct cik_rig g = rectangle(0, 0, 64, 64);

	front_code(&g, FRONT_VS,
		   "buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen\n"
		   "s_waitcnt vmcnt(0)\n"
		   "exp pos0 v4, v5, v6, v7\n"
		   "exp pos1 v4, v5, v6, v7 done\n"
		   "exp param0 v4, v5, v6, v7\n"
		   "s_endpgm\n");
	front_context(&g, CIK_SPI_SHADER_POS_FORMAT, 0x44);
	front_context(&g, CIK_PA_CL_VS_OUT_CNTL,
		      CIK_PA_CL_VS_OUT_CNTL__VS_OUT_CCDIST0_VEC_ENA(1) |
			  CIK_PA_CL_VS_OUT_CNTL__CLIP_DIST_ENA_0(1));
	cr_assert_eq(drawn(&g), ALL / 2);
	front_context(&g, CIK_PA_CL_VS_OUT_CNTL,
		      CIK_PA_CL_VS_OUT_CNTL__VS_OUT_CCDIST0_VEC_ENA(1) |
			  CIK_PA_CL_VS_OUT_CNTL__CULL_DIST_ENA_0(1));
	cr_assert_eq(drawn(&g), ALL); /* no triangle is all outside */
	no_reports(&g);
	front_context(&g, CIK_PA_CL_VS_OUT_CNTL, CIK_PA_CL_VS_OUT_CNTL__CLIP_DIST_ENA_0(1));
	front_auto(&g, 4);
	cr_assert(reported(&g, FL_WARN, "which are not exported"));
	fl_model_delete(g.m);
}

/* Depths in front of the near plane are cut away, unless that is off: half of a rectangle from -2 to 0. */
Test(cik_front_pictures, near_plane)
{
	struct cik_rig g = rectangle(0, 0, 64, 64);

	for (unsigned i = 0; i < 4; i++)
		front_vertex(&g, i, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 1 ? 0 : -2, 1);
	cr_assert_eq(drawn(&g), ALL / 2);
	front_context(&g, CIK_PA_CL_CLIP_CNTL, CIK_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE(1));
	cr_assert_eq(drawn(&g), ALL);
	/* of Direct3D: from 0 on, which is an edge here */
	front_context(&g, CIK_PA_CL_CLIP_CNTL, CIK_PA_CL_CLIP_CNTL__DX_CLIP_SPACE_DEF(1));
	cr_assert_eq(drawn(&g), 0);
	fl_model_delete(g.m);
}

/* Points of 6 by 6 pixels by the register, and of 10 by what the program exports. */
Test(cik_front_pictures, points)
{
	struct cik_rig g = front_picture();
	enum { UNIT = 16, SIZE = 6 };

	front_prim(&g, PRIM(POINTLIST));
	front_vertex(&g, 0, 0, 0, 0, 1);
	front_context(&g, CIK_PA_SU_POINT_SIZE, SIZE / 2 * UNIT | SIZE / 2 * UNIT << 16);
	front_context(&g, CIK_PA_SU_POINT_MINMAX, 0xffff0000);
	front_auto(&g, 1);
	cr_assert_eq(front_count(&g), SIZE * SIZE);
	front_code(&g, FRONT_VS,
		   "buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen\n"
		   "v_mov_b32 v8, 0x41200000\n" /* 10.0 */
		   "s_waitcnt vmcnt(0)\n"
		   "exp pos0 v4, v5, v6, v7\n"
		   "exp pos1 v8, off, off, off done\n"
		   "exp param0 v4, v5, v6, v7\n"
		   "s_endpgm\n");
	front_context(&g, CIK_SPI_SHADER_POS_FORMAT, 0x44);
	front_context(&g, CIK_PA_CL_VS_OUT_CNTL,
		      CIK_PA_CL_VS_OUT_CNTL__VS_OUT_MISC_VEC_ENA(1) |
			  CIK_PA_CL_VS_OUT_CNTL__USE_VTX_POINT_SIZE(1));
	front_auto(&g, 1);
	cr_assert_eq(front_count(&g), 100);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* The viewport that the program names: the second has a fourth of the first one's area. */
Test(cik_front_pictures, viewports_by_index)
{
	struct cik_rig g = rectangle(0, 0, 64, 64);

	front_code(&g, FRONT_VS,
		   "buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen\n"
		   "v_mov_b32 v8, 1\n"
		   "s_waitcnt vmcnt(0)\n"
		   "exp pos0 v4, v5, v6, v7\n"
		   "exp pos1 off, off, off, v8 done\n"
		   "exp param0 v4, v5, v6, v7\n"
		   "s_endpgm\n");
	front_context(&g, CIK_SPI_SHADER_POS_FORMAT, 0x44);
	for (unsigned k = 0; k < 2; k++) {
		front_float(&g, CIK_PA_CL_VPORT_XSCALE(1) + 8 * k, 16);
		front_float(&g, CIK_PA_CL_VPORT_XOFFSET(1) + 8 * k, 48);
	}
	front_float(&g, CIK_PA_CL_VPORT_ZSCALE(1), 0.5f);
	front_float(&g, CIK_PA_CL_VPORT_ZOFFSET(1), 0.5f);
	front_context(&g, CIK_PA_CL_VS_OUT_CNTL,
		      CIK_PA_CL_VS_OUT_CNTL__VS_OUT_MISC_VEC_ENA(1) |
			  CIK_PA_CL_VS_OUT_CNTL__USE_VTX_VIEWPORT_INDX(1));
	front_auto(&g, 4);
	cr_assert(fl_model_flush(g.m));
	cr_assert(front_white(&g, 32, 32) && front_white(&g, 63, 63));
	cr_assert_eq(front_count(&g), ALL / 4);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Masks of samples: the four pixels of a quad have bits of their own. */
Test(cik_front_pictures, sample_masks)
{
	struct cik_rig g = rectangle(0, 0, 64, 64);

	front_context(&g, CIK_PA_SC_AA_MASK_X0Y0_X1Y0, 0xffff0000);
	front_context(&g, CIK_PA_SC_AA_MASK_X0Y1_X1Y1, 0);
	front_auto(&g, 4);
	cr_assert(fl_model_flush(g.m));
	cr_assert(front_white(&g, 1, 0));
	cr_assert_eq(front_count(&g), ALL / 4);
	front_context(&g, CIK_PA_SC_AA_CONFIG, CIK_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES(4));
	front_auto(&g, 4);
	cr_assert(reported(&g, FL_REFUSE, "8 are the most"));
	fl_model_delete(g.m);
}

/* Exports of 32-bit channels, in the places where Mesa's programs have them: those that are not exported are
 * 0, and A is the fourth. 51 of 255 is 0.2. */
Test(cik_front_pictures, channels_of_exports)
{
	static const struct {
		uint32_t format;
		const char *export;
		uint32_t want;
	} of[] = {{CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_R,
		   "exp mrt0 v0, off, off, off done vm\n", 0x000000ff},
		  {CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_GR,
		   "exp mrt0 v0, v1, off, off done vm\n", 0x000033ff},
		  {CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_AR,
		   "exp mrt0 v0, off, off, v1 done vm\n", 0x330000ff},
		  {CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_ABGR,
		   "exp mrt0 v0, v1, v1, v1 done vm\n", 0x333333ff}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct cik_rig g = rectangle(0, 0, 64, 64);
		char text[160];

		snprintf(text, sizeof text, "v_mov_b32 v0, 1.0\nv_mov_b32 v1, 0x3e4ccccd\n%ss_endpgm\n",
			 of[i].export);
		front_code(&g, FRONT_PS, text);
		front_context(&g, CIK_SPI_SHADER_COL_FORMAT, of[i].format);
		front_auto(&g, 4);
		cr_assert(fl_model_flush(g.m));
		cr_expect_eq(vram_rd(&g, FRONT_IMAGE), of[i].want, "%s: 0x%08x", of[i].export,
			     vram_rd(&g, FRONT_IMAGE));
		fl_model_delete(g.m);
	}
}
