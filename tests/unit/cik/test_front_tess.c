/* SPDX-License-Identifier: MIT
 *
 * Tessellation of Sea Islands: patches of four corners through LS, HS, the tessellator and the program of the
 * domain (CIK facts 4.2, 4.3, 4.6; reference, VGT_TF_PARAM, VGT_LS_HS_CONFIG).
 */
#include "tests/unit/cik/front_rig.h"

#define PRIM(name)      CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##name
#define TF(field, name) CIK_VGT_TF_PARAM__##field(CIK_VGT_TF_PARAM__##field##__##name)

enum {
	LS = 0x420000,
	HS = 0x430000,
	RING = 0x2000, /* of factors, from OUT on; before it is what HS leaves for the domain */
	FACTORS = 512, /* records of IN: four factors, and two more */
	ALL_ON = CIK_VGT_SHADER_STAGES_EN__LS_EN(1) | CIK_VGT_SHADER_STAGES_EN__HS_EN(1) |
		 CIK_VGT_SHADER_STAGES_EN__VS_EN(1) | CIK_VGT_SHADER_STAGES_EN__DYNAMIC_HS(1),
};

/* A corner to the group's LDS, by its number in the group. */
#define LS_TEXT                                             \
	"s_mov_b32 m0, -1\n"                                \
	"buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen\n" \
	"v_lshlrev_b32 v8, 4, v1\n"                         \
	"s_waitcnt vmcnt(0)\n"                              \
	"ds_write_b64 v8, v[4:5]\n"                         \
	"ds_write_b64 v8, v[6:7] offset:8\n"                \
	"s_waitcnt lgkmcnt(0)\n"                            \
	"s_endpgm\n"

/* A corner from there to the buffer, at s8; the first one of a patch stores its factors, at s9. */
#define HS_TEXT(control)                                                   \
	"s_mov_b32 m0, -1\n"                                               \
	"v_and_b32 v2, 0xff, v1\n"                                         \
	"v_bfe_u32 v3, v1, 8, 5\n"                                         \
	"v_lshlrev_b32 v4, 2, v2\n"                                        \
	"v_add_i32 v4, vcc, v4, v3\n"                                      \
	"v_lshlrev_b32 v4, 4, v4\n"                                        \
	"ds_read_b64 v[8:9], v4\n"                                         \
	"ds_read_b64 v[10:11], v4 offset:8\n"                              \
	"s_waitcnt lgkmcnt(0)\n"                                           \
	"buffer_store_dwordx4 v[8:11], v4, s[4:7], s8 offen\n"             \
	"v_mov_b32 v5, 0x200\n"                                            \
	"buffer_load_dwordx4 v[14:17], v5, s[0:3], 0 idxen\n"              \
	"buffer_load_dwordx2 v[18:19], v5, s[0:3], 0 idxen offset:16\n"    \
	"s_waitcnt vmcnt(0)\n"                                             \
	"v_cmp_eq_u32 vcc, 0, v1\n"                                        \
	"s_and_saveexec_b64 s[10:11], vcc\n"                               \
	"v_mov_b32 v12, " control "\n"                                     \
	"v_mov_b32 v13, 0x2000\n"                                          \
	"buffer_store_dword v12, v13, s[4:7], s9 offen\n"                  \
	"s_mov_b64 exec, s[10:11]\n"                                       \
	"v_cmp_eq_u32 vcc, 0, v3\n"                                        \
	"s_and_saveexec_b64 s[10:11], vcc\n"                               \
	"v_mul_u32_u24 v13, 24, v2\n"                                      \
	"v_add_i32 v13, vcc, 0x2004, v13\n"                                \
	"buffer_store_dwordx4 v[14:17], v13, s[4:7], s9 offen\n"           \
	"buffer_store_dwordx2 v[18:19], v13, s[4:7], s9 offen offset:16\n" \
	"s_waitcnt vmcnt(0)\n"                                             \
	"s_endpgm\n"

/* Between the corners, which are at s9, behind an SGPR that nobody uses: (0, 0), (1, 0), (0, 1), (1, 1). */
#define VS_TEXT                                                          \
	"v_lshlrev_b32 v4, 6, v2\n"                                      \
	"buffer_load_dwordx2 v[8:9], v4, s[4:7], s9 offen\n"             \
	"buffer_load_dwordx2 v[10:11], v4, s[4:7], s9 offen offset:16\n" \
	"buffer_load_dwordx2 v[12:13], v4, s[4:7], s9 offen offset:32\n" \
	"buffer_load_dwordx2 v[14:15], v4, s[4:7], s9 offen offset:48\n" \
	"s_waitcnt vmcnt(0)\n"                                           \
	"v_sub_f32 v10, v10, v8\n"                                       \
	"v_sub_f32 v11, v11, v9\n"                                       \
	"v_sub_f32 v14, v14, v12\n"                                      \
	"v_sub_f32 v15, v15, v13\n"                                      \
	"v_mac_f32 v8, v10, v0\n"                                        \
	"v_mac_f32 v9, v11, v0\n"                                        \
	"v_mac_f32 v12, v14, v0\n"                                       \
	"v_mac_f32 v13, v15, v0\n"                                       \
	"v_sub_f32 v12, v12, v8\n"                                       \
	"v_sub_f32 v13, v13, v9\n"                                       \
	"v_mac_f32 v8, v12, v1\n"                                        \
	"v_mac_f32 v9, v13, v1\n"                                        \
	"v_mov_b32 v24, 0\n"                                             \
	"v_mov_b32 v25, 1.0\n"                                           \
	"exp pos0 v8, v9, v24, v25 done\n"                               \
	"exp param0 v8, v9, v24, v25\n"                                  \
	"s_endpgm\n"

/* The registers that it begins with, to a record of the patch and the corner. */
#define VS_RECORDS                                             \
	"v_cvt_u32_f32 v4, v0\n"                               \
	"v_cvt_u32_f32 v5, v1\n"                               \
	"v_lshlrev_b32 v5, 1, v5\n"                            \
	"v_lshlrev_b32 v6, 2, v3\n"                            \
	"v_add_i32 v4, vcc, v4, v5\n"                          \
	"v_add_i32 v4, vcc, v4, v6\n"                          \
	"v_lshlrev_b32 v4, 4, v4\n"                            \
	"s_mov_b32 s12, 0x3000\n"                              \
	"buffer_store_dwordx4 v[0:3], v4, s[4:7], s12 offen\n" \
	"s_waitcnt vmcnt(0)\n"                                 \
	"exp pos0 v0, v0, v0, v0 done\n"                       \
	"s_endpgm\n"

static void factors(struct cik_rig *g, const float f[6])
{
	fl_model_vram_write(g->m, FRONT_IN + 16ull * FACTORS, f, 6 * sizeof(float));
}

/* OUT in bytes, from s4 on */
static void raw_out(struct cik_rig *g, uint32_t user)
{
	front_sh(g, user + 4 * 5, 0);
	front_sh(g, user + 4 * 6, 4 * FRONT_OUT_DW);
}

/* Its packet wants index 2 (CIK facts 1.2). */
static void config(struct cik_rig *g, uint32_t value)
{
	enum { INDEX_2 = 2 << 28 };

	CIK_SEND(g, CIK_PKT3_SET_CONTEXT_REG, (CIK_VGT_LS_HS_CONFIG - CIK_CONTEXT) / 4 | INDEX_2, value);
}

static void uconfig(struct cik_rig *g, uint32_t reg, uint32_t value)
{
	CIK_SEND(g, CIK_PKT3_SET_UCONFIG_REG, (reg - CIK_UCONFIG) / 4, value);
}

/* Patches of quads, by groups of so many. */
static struct cik_rig patches(const char *vs, unsigned group, uint32_t tf)
{
	struct cik_rig g = front_picture();

	front_code(&g, FRONT_VS, vs);
	front_code(&g, LS, LS_TEXT);
	front_code(&g, HS, HS_TEXT("0x80000000"));
	front_stage(&g, CIK_SPI_SHADER_PGM_LO_LS, LS, 1, CIK_SPI_SHADER_PGM_RSRC2_LS__LDS_SIZE(8));
	front_stage(&g, CIK_SPI_SHADER_PGM_LO_HS, HS, 0, CIK_SPI_SHADER_PGM_RSRC2_HS__OC_LDS_EN(1));
	front_stage(&g, CIK_SPI_SHADER_PGM_LO_VS, FRONT_VS, 3, CIK_SPI_SHADER_PGM_RSRC2_VS__OC_LDS_EN(1));
	raw_out(&g, CIK_SPI_SHADER_USER_DATA_HS(0));
	raw_out(&g, CIK_SPI_SHADER_USER_DATA_VS(0));
	front_context(&g, CIK_VGT_SHADER_STAGES_EN, ALL_ON);
	config(&g, CIK_VGT_LS_HS_CONFIG__NUM_PATCHES(group) | CIK_VGT_LS_HS_CONFIG__HS_NUM_INPUT_CP(4) |
		       CIK_VGT_LS_HS_CONFIG__HS_NUM_OUTPUT_CP(4));
	front_context(&g, CIK_VGT_TF_PARAM, TF(TYPE, TESS_QUAD) | tf);
	front_float(&g, CIK_VGT_HOS_MAX_TESS_LEVEL, 64);
	uconfig(&g, CIK_VGT_TF_RING_SIZE, 0x400);
	uconfig(&g, CIK_VGT_TF_MEMORY_BASE, (FRONT_OUT + RING) >> 8);
	/* two places of 4 KB for what HS leaves */
	uconfig(&g, CIK_VGT_HS_OFFCHIP_PARAM,
		CIK_VGT_HS_OFFCHIP_PARAM__OFFCHIP_BUFFERING(2) |
		    CIK_VGT_HS_OFFCHIP_PARAM__OFFCHIP_GRANULARITY(
			CIK_VGT_HS_OFFCHIP_PARAM__OFFCHIP_GRANULARITY__DWORDS_1K));
	front_prim(&g, PRIM(PATCH));
	return g;
}

/* A rectangle in pixels: the corners of patch p. */
static void corners(struct cik_rig *g, unsigned p, float x0, float y0, float x1, float y1)
{
	const float half = FRONT_PX / 2;

	for (unsigned k = 0; k < 4; k++)
		front_vertex(g, 4 * p + k, (k & 1 ? x1 : x0) / half - 1, (k & 2 ? y1 : y0) / half - 1, 0, 1);
}

/* Five patches beside each other, whatever they are cut into, and however many are a group. */
Test(cik_front_tess, patches_cover_their_quads)
{
	static const float some[][6] = {{1, 1, 1, 1, 1, 1},       {2, 2, 2, 2, 2, 2},
					{5, 3, 4, 7, 2, 6},       {1.5f, 2.5f, 3.75f, 9.1f, 4.2f, 6.6f},
					{16, 16, 16, 16, 16, 16}, {1, 1, 1, 1, 8, 1}};
	static const uint32_t spacing[] = {TF(PARTITIONING, PART_INTEGER), TF(PARTITIONING, PART_POW2),
					   TF(PARTITIONING, PART_FRAC_ODD), TF(PARTITIONING, PART_FRAC_EVEN)};
	enum { X0 = 4, SIDE = 10, Y0 = 20, Y1 = 52, PATCHES = 5 };

	for (unsigned group = 1; group <= PATCHES; group += 2)
		for (unsigned s = 0; s < 4; s++) {
			struct cik_rig g =
			    patches(VS_TEXT, group, TF(TOPOLOGY, OUTPUT_TRIANGLE_CW) | spacing[s]);

			for (unsigned p = 0; p < PATCHES; p++)
				corners(&g, p, (float)(X0 + SIDE * p), Y0, (float)(X0 + SIDE * (p + 1)), Y1);
			for (unsigned f = 0; f < sizeof some / sizeof some[0]; f++) {
				factors(&g, some[f]);
				front_auto(&g, 4 * PATCHES + 3); /* the rest is no patch */
				cr_assert(fl_model_flush(g.m));
				for (unsigned y = 0; y < FRONT_PX; y++)
					for (unsigned x = 0; x < FRONT_PX; x++)
						cr_assert_eq(front_white(&g, x, y),
							     x >= X0 && x < X0 + SIDE * PATCHES && y >= Y0 &&
								 y < Y1,
							     "groups of %u, spacing %u, factors %u: %u, %u",
							     group, s, f, x, y);
				front_count(&g);
			}
			no_reports(&g);
			fl_model_delete(g.m);
		}
}

/* TOPOLOGY's CW turns from u to v, which is OpenGL's counter-clockwise (CIK facts 4.6). Here u goes right and
 * v goes down: clockwise as seen with row 0 on top, which is not FACE 0's front (choices.md). */
Test(cik_front_tess, triangles_turn_as_asked)
{
	static const float f[6] = {3, 4, 5, 6, 3, 4};
	static const struct {
		uint32_t topology, cull;
		bool drawn;
	} cases[] = {
	    {TF(TOPOLOGY, OUTPUT_TRIANGLE_CW), CIK_PA_SU_SC_MODE_CNTL__CULL_FRONT(1), true},
	    {TF(TOPOLOGY, OUTPUT_TRIANGLE_CW), CIK_PA_SU_SC_MODE_CNTL__CULL_BACK(1), false},
	    {TF(TOPOLOGY, OUTPUT_TRIANGLE_CCW), CIK_PA_SU_SC_MODE_CNTL__CULL_FRONT(1), false},
	    {TF(TOPOLOGY, OUTPUT_TRIANGLE_CCW), CIK_PA_SU_SC_MODE_CNTL__CULL_BACK(1), true},
	};

	for (unsigned i = 0; i < 4; i++) {
		struct cik_rig g = patches(VS_TEXT, 1, cases[i].topology);

		corners(&g, 0, 8, 8, 56, 56);
		factors(&g, f);
		front_context(&g, CIK_PA_SU_SC_MODE_CNTL, cases[i].cull);
		front_auto(&g, 4);
		cr_assert_eq(front_count(&g), cases[i].drawn ? 48 * 48 : 0, "case %u", i);
		no_reports(&g);
		fl_model_delete(g.m);
	}
}

/* v0 to v3 of the program of the domain: u, v, the patch in its group, and in the draw; points come once. */
Test(cik_front_tess, registers_of_the_domain)
{
	static const float f[6] = {1, 1, 1, 1, 1, 1};
	enum { RECORDS = 0x3000 / 4, PATCHES = 7, GROUP = 3, ONE = 0x3f800000 };
	struct cik_rig g = patches(VS_RECORDS, GROUP, TF(TOPOLOGY, OUTPUT_POINT));

	front_context(&g, CIK_PA_CL_CLIP_CNTL, CIK_PA_CL_CLIP_CNTL__DX_RASTERIZATION_KILL(1));
	factors(&g, f);
	front_auto(&g, 4 * PATCHES);
	for (unsigned p = 0; p < PATCHES; p++)
		for (unsigned k = 0; k < 4; k++) {
			const uint32_t want[4] = {k & 1 ? ONE : 0, k & 2 ? ONE : 0, p % GROUP, p};

			for (unsigned c = 0; c < 4; c++)
				cr_assert_eq(front_out(&g, RECORDS + 4 * (4 * p + k) + c), want[c],
					     "patch %u, corner %u, v%u", p, k, c);
		}
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Groups take the places for what HS leaves, and the parts of the ring, in turn: 4 KB, and 1 + 6 dwords. */
Test(cik_front_tess, groups_have_their_places)
{
	static const float f[6] = {1, 1, 1, 1, 1, 1};
	struct cik_rig g = patches(VS_TEXT, 1, TF(TOPOLOGY, OUTPUT_TRIANGLE_CW));
	enum { PLACE_DW = 1024, GROUP_DW = 7 };

	factors(&g, f);
	for (unsigned p = 0; p < 2; p++)
		corners(&g, p, 8, 8, 16, 16);
	front_auto(&g, 8);
	for (unsigned p = 0; p < 2; p++) {
		cr_assert_eq(front_out(&g, p * PLACE_DW + 3), 0x3f800000, "w of the first corner");
		cr_assert_eq(front_out(&g, RING / 4 + p * GROUP_DW), 0x80000000u);
	}
	cr_assert_eq(front_out(&g, 16), ~0u, "nothing behind the first patch's corners");
	no_reports(&g);
	fl_model_delete(g.m);
}

/* The number of the instance is in v2 of LS: each stands 16 pixels lower than the one before. */
Test(cik_front_tess, instances)
{
	static const float f[6] = {2, 2, 2, 2, 2, 2};
	struct cik_rig g = patches(VS_TEXT, 1, TF(TOPOLOGY, OUTPUT_TRIANGLE_CW));

	front_code(&g, LS,
		   "s_mov_b32 m0, -1\n"
		   "buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen\n"
		   "v_lshlrev_b32 v8, 4, v1\n"
		   "v_cvt_f32_u32 v9, v2\n"
		   "v_mul_f32 v9, 0.5, v9\n"
		   "s_waitcnt vmcnt(0)\n"
		   "v_add_f32 v5, v5, v9\n"
		   "ds_write_b64 v8, v[4:5]\n"
		   "ds_write_b64 v8, v[6:7] offset:8\n"
		   "s_waitcnt lgkmcnt(0)\n"
		   "s_endpgm\n");
	front_stage(&g, CIK_SPI_SHADER_PGM_LO_LS, LS, 2, CIK_SPI_SHADER_PGM_RSRC2_LS__LDS_SIZE(8));
	corners(&g, 0, 8, 0, 24, 8);
	factors(&g, f);
	cr_assert(CIK_SEND(&g, CIK_PKT3_NUM_INSTANCES, 3));
	front_auto(&g, 4);
	cr_assert(fl_model_flush(g.m));
	for (unsigned y = 0; y < FRONT_PX; y++)
		cr_assert_eq(front_white(&g, 16, y), y < 48 && y % 16 < 8, "row %u", y);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* A patch with a factor that is not above 0 is dropped; the one beside it is not. */
Test(cik_front_tess, dropped_patches)
{
	static const float f[6] = {1, 0, 1, 1, 1, 1};
	struct cik_rig g = patches(VS_TEXT, 1, TF(TOPOLOGY, OUTPUT_TRIANGLE_CW));

	corners(&g, 0, 8, 8, 56, 56);
	factors(&g, f);
	front_auto(&g, 4);
	cr_assert_eq(front_count(&g), 0);
	no_reports(&g);
	fl_model_delete(g.m);
}

Test(cik_front_tess, what_is_refused)
{
	static const struct {
		uint32_t reg, value;
		const char *text;
	} cases[] = {
	    {CIK_VGT_SHADER_STAGES_EN, ALL_ON & ~(uint32_t)CIK_VGT_SHADER_STAGES_EN__LS_EN(3),
	     "with tessellation LS and HS are on"},
	    {CIK_VGT_SHADER_STAGES_EN, ALL_ON & ~(uint32_t)CIK_VGT_SHADER_STAGES_EN__DYNAMIC_HS(1),
	     "with tessellation LS and HS are on"},
	    {CIK_VGT_SHADER_STAGES_EN, 0, "a patch without tessellation"},
	    {CIK_VGT_TF_PARAM, 3, "VGT_TF_PARAM 0x00000003"},
	    {CIK_VGT_TF_PARAM, TF(TYPE, TESS_QUAD) | TF(TOPOLOGY, OUTPUT_LINE), "isolines (TYPE 0) become"},
	    {CIK_VGT_LS_HS_CONFIG, CIK_VGT_LS_HS_CONFIG__NUM_PATCHES(1), "of 0 control points"},
	    {CIK_VGT_LS_HS_CONFIG,
	     CIK_VGT_LS_HS_CONFIG__NUM_PATCHES(1) | CIK_VGT_LS_HS_CONFIG__HS_NUM_INPUT_CP(33) |
		 CIK_VGT_LS_HS_CONFIG__HS_NUM_OUTPUT_CP(4),
	     "of 33 control points"},
	};

	for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		static const float f[6] = {1, 1, 1, 1, 1, 1};
		struct cik_rig g = patches(VS_TEXT, 1, TF(TOPOLOGY, OUTPUT_TRIANGLE_CW));

		corners(&g, 0, 8, 8, 56, 56);
		factors(&g, f);
		if (cases[i].reg == CIK_VGT_LS_HS_CONFIG)
			config(&g, cases[i].value);
		else
			front_context(&g, cases[i].reg, cases[i].value);
		front_auto(&g, 4);
		cr_assert(reported(&g, FL_REFUSE, cases[i].text), "case %u", i);
		cr_assert_eq(front_count(&g), 0, "case %u", i);
		fl_model_delete(g.m);
	}
}

Test(cik_front_tess, a_ring_that_is_too_small)
{
	static const float f[6] = {1, 1, 1, 1, 1, 1};
	struct cik_rig g = patches(VS_TEXT, 2, TF(TOPOLOGY, OUTPUT_TRIANGLE_CW));

	factors(&g, f);
	uconfig(&g, CIK_VGT_TF_RING_SIZE, 12); /* two patches take 13 dwords */
	front_auto(&g, 8);
	cr_assert(reported(&g, FL_REFUSE, "52 bytes of the ring of factors (VGT_TF_RING_SIZE has 48)"));
	fl_model_delete(g.m);
}

Test(cik_front_tess, factors_without_their_first_dword)
{
	static const float f[6] = {1, 1, 1, 1, 1, 1};
	struct cik_rig g = patches(VS_TEXT, 1, TF(TOPOLOGY, OUTPUT_TRIANGLE_CW));

	front_code(&g, HS, HS_TEXT("1.0"));
	factors(&g, f);
	front_auto(&g, 4);
	cr_assert(reported(&g, FL_WARN, "begin with 0x3f800000: their first dword is 0x80000000"));
	fl_model_delete(g.m);
}
