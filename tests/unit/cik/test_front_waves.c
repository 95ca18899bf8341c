/* SPDX-License-Identifier: MIT
 *
 * VGT of Sea Islands: what vertex programs begin with (CIK facts 4.3), and how often they run. The program
 * stores its first four VGPRs in the record of its vertex, or of its instance.
 */
#include "tests/unit/cik/front_rig.h"

#define AT(v)                                                   \
	"buffer_store_dwordx4 v[0:3], " v ", s[4:7], 0 idxen\n" \
	"s_waitcnt vmcnt(0)\n"                                  \
	"exp pos0 v0, v0, v0, v0 done\n"                        \
	"s_endpgm\n"

#define PRIM(name) CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##name

static void is(struct cik_rig *g, uint32_t record, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
	const uint32_t want[4] = {x, y, z, w};

	for (unsigned k = 0; k < 4; k++)
		cr_assert_eq(front_out(g, 4 * record + k), want[k], "record %u, v%u: %u, not %u", record, k,
			     front_out(g, 4 * record + k), want[k]);
}

Test(cik_front_waves, vertices_are_numbered)
{
	struct cik_rig g = front_rig(AT("v0"), 3, 0);

	front_auto(&g, 150); /* two waves, and a part of one */
	for (uint32_t i = 0; i < 150; i++)
		is(&g, i, i, 0, 0, 0);
	is(&g, 150, ~0u, ~0u, ~0u, ~0u);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* v1 and v2 count instances by the two steps, v3 all. */
Test(cik_front_waves, instances_step)
{
	struct cik_rig g = front_rig(AT("v3"), 3, 0);

	front_context(&g, CIK_VGT_INSTANCE_STEP_RATE_0, 2);
	front_context(&g, CIK_VGT_INSTANCE_STEP_RATE_1, 3);
	cr_assert(CIK_SEND(&g, CIK_PKT3_NUM_INSTANCES, 10));
	front_auto(&g, 1);
	for (uint32_t i = 0; i < 10; i++)
		is(&g, i, 0, i / 2, i / 3, i);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* Fewer VGPRs than four are given where VGPR_COMP_CNT says so. */
Test(cik_front_waves, registers_that_are_not_asked_for)
{
	struct cik_rig g = front_rig(AT("v0"), 1, 0);

	cr_assert(CIK_SEND(&g, CIK_PKT3_NUM_INSTANCES, 5));
	front_auto(&g, 1);
	is(&g, 0, 0, 4, 0, 0);
	fl_model_delete(g.m);
}

/* Indices of both sizes, moved by VGT_INDX_OFFSET, kept in bounds; one beyond what may be read is 0. */
Test(cik_front_waves, indices)
{
	for (unsigned wide = 0; wide < 2; wide++) {
		struct cik_rig g = front_rig(AT("v0"), 0, 0);
		static const uint32_t at[6] = {7, 3, 7, 90, 5, 20};

		for (unsigned i = 0; i < 6; i++) {
			const uint16_t half = (uint16_t)at[i];

			fl_model_vram_write(g.m, FRONT_IN + (wide ? 4u : 2u) * i,
					    wide ? (const void *)&at[i] : &half, wide ? 4 : 2);
		}
		front_context(&g, CIK_VGT_INDX_OFFSET, 10);
		front_context(&g, CIK_VGT_MAX_VTX_INDX, 50);
		front_indexed(&g, 6, 5, wide);
		for (uint32_t i = 0; i < 60; i++)
			cr_assert_eq(front_out(&g, 4 * i) != ~0u,
				     i == 17 || i == 13 || i == 50 || i == 15 || i == 10, "vertex %u", i);
		no_reports(&g);
		fl_model_delete(g.m);
	}
}

/* With numbers of primitives v2 is that of the one that a vertex belongs to, and starts anew with instances;
 * a reset index parts strips, and belongs to none. */
Test(cik_front_waves, primitives_are_numbered_across_restarts)
{
	/* the last vertex of a triangle of a strip has its number: stored by v0 */
	struct cik_rig g = front_rig(AT("v0"), 2, 0);
	static const uint32_t at[8] = {0, 1, 2, 3, 0xffff, 10, 11, 12};

	for (unsigned i = 0; i < 8; i++)
		vram_wr(&g, FRONT_IN + 4 * i, at[i]);
	front_context(&g, CIK_VGT_PRIMITIVEID_EN, 1);
	front_context(&g, CIK_VGT_MULTI_PRIM_IB_RESET_EN, 1);
	front_context(&g, CIK_VGT_MULTI_PRIM_IB_RESET_INDX, 0xffff);
	front_prim(&g, PRIM(TRISTRIP));
	front_indexed(&g, 8, 8, true);
	/* a vertex of several triangles keeps what the last one stored */
	is(&g, 0, 0, 0, 0, 0);
	is(&g, 3, 3, 0, 1, 0);
	is(&g, 12, 12, 0, 2, 0);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* A quad is one, of which both triangles have the number; two vertices of a strip's are the next one's
 * too. */
Test(cik_front_waves, a_quad_has_one_number)
{
	for (unsigned strip = 0; strip < 2; strip++) {
		struct cik_rig g = front_rig(AT("v0"), 2, 0);

		front_context(&g, CIK_VGT_PRIMITIVEID_EN, 1);
		front_prim(&g, strip ? PRIM(QUADSTRIP) : PRIM(QUADLIST));
		front_auto(&g, 8);
		for (uint32_t i = 0; i < 8; i++)
			is(&g, i, i, 0, !strip ? i / 4 : i < 6 ? i / 2 : 2, 0);
		no_reports(&g);
		fl_model_delete(g.m);
	}
}

/* An index buffer that nobody has is a fault of the VM's, and nothing is drawn. */
Test(cik_front_waves, indices_that_are_not_there)
{
	struct cik_rig g = front_rig(AT("v0"), 0, 0);

	cr_assert(CIK_SEND(&g, CIK_PKT3_INDEX_TYPE, 0));
	cr_assert(CIK_SEND(&g, CIK_PKT3_DRAW_INDEX_2, 3, 0, 0x80, 3, 0));
	cr_assert(reported(&g, FL_WARN, "VGT"));
	is(&g, 0, ~0u, ~0u, ~0u, ~0u);
	fl_model_delete(g.m);
}

Test(cik_front_waves, what_is_refused)
{
	struct cik_rig g = front_rig(AT("v0"), 0, 0);

	front_context(&g, CIK_VGT_SHADER_STAGES_EN, CIK_VGT_SHADER_STAGES_EN__GS_EN(1));
	front_auto(&g, 1);
	cr_assert(reported(&g, FL_REFUSE, "with a geometry program ES is real"));
	front_context(&g, CIK_VGT_SHADER_STAGES_EN, 0);
	front_sh(&g, CIK_SPI_SHADER_PGM_RSRC1_VS, CIK_SPI_SHADER_PGM_RSRC1_VS__SGPRS(15));
	front_auto(&g, 1);
	cr_assert(reported(&g, FL_REFUSE, "SPI_SHADER_PGM_RSRC1_VS"));
	is(&g, 0, ~0u, ~0u, ~0u, ~0u);
	fl_model_delete(g.m);
}

/* A program without an end hangs the ring, and says so. */
Test(cik_front_waves, a_program_that_does_not_end)
{
	struct cik_rig g = front_rig("L0:\ns_branch L0\n", 0, 0);

	CIK_SEND(&g, CIK_PKT3_DRAW_INDEX_AUTO, 1,
		 CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX);
	cr_assert(reported(&g, FL_REFUSE, "the program finds no end"));
	cr_assert_not(CIK_SEND(&g, CIK_PKT3_NUM_INSTANCES, 1));
	fl_model_delete(g.m);
}

/* ---- stream-out ---------------------------------------------------------------------------------------- */
/* s8: vertices that fit; s10: where the buffer stands, in dwords. Each lane stores its number behind it. */
#define STREAM                                         \
	"v_mbcnt_lo_u32_b32 v8, -1, 0\n"               \
	"v_mbcnt_hi_u32_b32 v8, -1, v8\n"              \
	"s_bfe_u32 s12, s8, 0x70010\n"                 \
	"v_cmp_gt_u32 vcc, s12, v8\n"                  \
	"s_and_saveexec_b64 s[14:15], vcc\n"           \
	"v_add_i32 v8, vcc, s10, v8\n"                 \
	"v_lshlrev_b32 v8, 2, v8\n"                    \
	"buffer_store_dword v0, v8, s[4:7], 0 offen\n" \
	"s_mov_b64 exec, s[14:15]\n"                   \
	"s_waitcnt vmcnt(0)\n"                         \
	"exp pos0 v0, v0, v0, v0 done\n"               \
	"s_endpgm\n"

/* A strip of triangles is streamed as a list of them; of the four triangles three fit in 10 dwords. */
Test(cik_front_waves, streams)
{
	struct cik_rig g = front_rig(
	    STREAM, 0, CIK_SPI_SHADER_PGM_RSRC2_VS__SO_EN(1) | CIK_SPI_SHADER_PGM_RSRC2_VS__SO_BASE0_EN(1));
	static const uint32_t want[10] = {0, 1, 2, 2, 1, 3, 2, 3, 4, ~0u};

	front_sh(&g, CIK_SPI_SHADER_USER_DATA_VS(5), 0); /* of bytes */
	front_sh(&g, CIK_SPI_SHADER_USER_DATA_VS(6), 4 * FRONT_OUT_DW);
	front_context(&g, CIK_PA_SU_SC_MODE_CNTL, CIK_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1));
	front_context(&g, CIK_VGT_STRMOUT_CONFIG, CIK_VGT_STRMOUT_CONFIG__STREAMOUT_0_EN(1));
	front_context(&g, CIK_VGT_STRMOUT_BUFFER_CONFIG, 1);
	front_context(&g, CIK_VGT_STRMOUT_BUFFER_SIZE_0, 10);
	front_context(&g, CIK_VGT_STRMOUT_VTX_STRIDE_0, 1);
	front_prim(&g, PRIM(TRISTRIP));
	front_auto(&g, 6);
	for (unsigned i = 0; i < 10; i++)
		cr_assert_eq(front_out(&g, i), want[i], "dword %u: %u, not %u", i, front_out(&g, i), want[i]);
	no_reports(&g);
	fl_model_delete(g.m);
}
