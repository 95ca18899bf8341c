/* SPDX-License-Identifier: MIT
 *
 * The clear state; see clear_state.h.
 */
#include "hw/cik/clear_state.h"
#include "hw/regs/cik.h"

struct cik_clear_run cik_clear_run(unsigned i)
{
	/* What clearstate_ci.h has of registers that are known, and those of the rasterizers. */
	static const struct cik_clear_run runs[] = {
	    {CIK_DB_RENDER_CONTROL, 6},
	    {CIK_DB_DEPTH_BOUNDS_MIN, 6},
	    {CIK_DB_DEPTH_INFO, 9},
	    {CIK_TA_BC_BASE_ADDR, 2},
	    {CIK_PA_SC_WINDOW_OFFSET, 18},
	    {CIK_PA_SC_VPORT_SCISSOR_TL(0), 67},
	    {CIK_CP_RINGID, 2},
	    {CIK_VGT_MAX_VTX_INDX, 4},
	    {CIK_CB_BLEND_RED, 4},
	    {CIK_DB_STENCIL_CONTROL, 3},
	    {CIK_PA_CL_VPORT_XSCALE(0), 120},
	    {CIK_SPI_PS_INPUT_CNTL(0), 33},
	    {CIK_SPI_PS_INPUT_ENA, 4},
	    {CIK_SPI_BARYC_CNTL, 1},
	    {CIK_SPI_TMPRING_SIZE, 1},
	    {CIK_SPI_SHADER_POS_FORMAT, 3},
	    {CIK_CB_BLEND_CONTROL(0), 8},
	    {CIK_PA_CL_POINT_X_RAD, 6},
	    {CIK_DB_DEPTH_CONTROL, 12},
	    {CIK_PA_SU_POINT_SIZE, 29},
	    {CIK_WD_ENHANCE, 2},
	    {CIK_VGT_PRIMITIVEID_RESET, 1},
	    {CIK_VGT_MULTI_PRIM_IB_RESET_EN, 1},
	    {CIK_VGT_INSTANCE_STEP_RATE_0, 11},
	    {CIK_VGT_STRMOUT_BUFFER_SIZE_0, 2},
	    {CIK_VGT_STRMOUT_BUFFER_OFFSET_0, 3},
	    {CIK_VGT_STRMOUT_BUFFER_OFFSET_1, 3},
	    {CIK_VGT_STRMOUT_BUFFER_OFFSET_2, 3},
	    {CIK_VGT_STRMOUT_BUFFER_OFFSET_3, 1},
	    {CIK_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 3},
	    {CIK_VGT_GS_MAX_VERT_OUT, 1},
	    {CIK_VGT_SHADER_STAGES_EN, 18},
	    {CIK_PA_SC_CENTROID_PRIORITY_0, 27},
	    {CIK_VGT_VERTEX_REUSE_BLOCK_CNTL, 15},
	    {CIK_CB_COLOR_BASE(1), 13},
	    {CIK_CB_COLOR_BASE(2), 13},
	    {CIK_CB_COLOR_BASE(3), 13},
	    {CIK_CB_COLOR_BASE(4), 13},
	    {CIK_CB_COLOR_BASE(5), 13},
	    {CIK_CB_COLOR_BASE(6), 13},
	    {CIK_CB_COLOR_BASE(7), 13},
	};

	return i < sizeof(runs) / sizeof(*runs) ? runs[i] : (struct cik_clear_run){0, 0};
}

/* Those that are not 0. */
static const struct preset {
	uint32_t first, value;
	uint8_t n, stride_B;
} presets[] = {
    {CIK_PA_SC_SCREEN_SCISSOR_BR, 0x40004000, 1, 0},
    {CIK_PA_SC_WINDOW_SCISSOR_TL, 0x80000000, 1, 0},
    {CIK_PA_SC_WINDOW_SCISSOR_BR, 0x40004000, 1, 0},
    {CIK_PA_SC_CLIPRECT_RULE, 0xffff, 1, 0},
    {CIK_PA_SC_CLIPRECT_BR(0), 0x40004000, 4, 8},
    {CIK_PA_SC_EDGERULE, 0xaa99aaaa, 1, 0},
    {CIK_CB_TARGET_MASK, ~0u, 1, 0},
    {CIK_CB_SHADER_MASK, ~0u, 1, 0},
    {CIK_PA_SC_GENERIC_SCISSOR_TL, 0x80000000, 1, 0},
    {CIK_PA_SC_GENERIC_SCISSOR_BR, 0x40004000, 1, 0},
    {CIK_PA_SC_VPORT_SCISSOR_TL(0), 0x80000000, 16, 8},
    {CIK_PA_SC_VPORT_SCISSOR_BR(0), 0x40004000, 16, 8},
    {CIK_PA_SC_VPORT_ZMAX(0), 0x3f800000, 16, 8},
    {CIK_VGT_MAX_VTX_INDX, ~0u, 1, 0},
    {CIK_SPI_PS_IN_CONTROL, 2, 1, 0},
    {CIK_PA_CL_CLIP_CNTL, 0x90000, 1, 0},
    {CIK_PA_SU_SC_MODE_CNTL, 4, 1, 0},
    {CIK_VGT_GS_PER_ES, 0x100, 1, 0},
    {CIK_VGT_ES_PER_GS, 0x80, 1, 0},
    {CIK_VGT_GS_PER_VS, 2, 1, 0},
    {CIK_IA_MULTI_VGT_PARAM, 0xff, 1, 0},
    {CIK_PA_SC_LINE_CNTL, 0x1000, 1, 0},
    {CIK_PA_SU_VTX_CNTL, 5, 1, 0},
    {CIK_PA_CL_GB_VERT_CLIP_ADJ, 0x3f800000, 4, 4},
    {CIK_PA_SC_AA_MASK_X0Y0_X1Y0, ~0u, 2, 4},
    {CIK_VGT_VERTEX_REUSE_BLOCK_CNTL, 0xe, 1, 0},
    {CIK_VGT_OUT_DEALLOC_CNTL, 0x10, 1, 0},
};

uint32_t cik_clear_value(const struct cik_family_info *f, uint32_t reg)
{
	if (reg == CIK_PA_SC_RASTER_CONFIG || reg == CIK_PA_SC_RASTER_CONFIG_1)
		return f->raster_config[reg == CIK_PA_SC_RASTER_CONFIG_1];
	for (const struct preset *p = presets; p < presets + sizeof(presets) / sizeof(*presets); p++)
		for (unsigned k = 0; k < p->n; k++)
			if (reg == p->first + k * p->stride_B)
				return p->value;
	return 0;
}
