/* SPDX-License-Identifier: MIT
 *
 * The clear state: what the context registers are when a stream begins. Linux clearstate_ci.h, as the ring's
 * start emits it; what is not listed is 0.
 */
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/pixels.h"

enum { CONTEXT_FIRST = 0x28000, CONTEXT_END = 0x29000 };

static const struct {
	uint32_t at, count, stride, value;
} defaults[] = {
    {CIK_PA_SC_SCREEN_SCISSOR_BR, 1, 0, 0x40004000},
    {CIK_PA_SC_WINDOW_SCISSOR_TL, 1, 0, 0x80000000},
    {CIK_PA_SC_WINDOW_SCISSOR_BR, 1, 0, 0x40004000},
    {CIK_PA_SC_CLIPRECT_RULE, 1, 0, 0x0000ffff},
    {CIK_PA_SC_CLIPRECT_BR(0), 4, 8, 0x40004000},
    {CIK_PA_SC_EDGERULE, 1, 0, 0xaa99aaaa},
    {CIK_CB_TARGET_MASK, 1, 0, 0xffffffff},
    {CIK_CB_SHADER_MASK, 1, 0, 0xffffffff},
    {CIK_PA_SC_GENERIC_SCISSOR_TL, 1, 0, 0x80000000},
    {CIK_PA_SC_GENERIC_SCISSOR_BR, 1, 0, 0x40004000},
    {CIK_PA_SC_VPORT_SCISSOR_TL(0), 16, 8, 0x80000000},
    {CIK_PA_SC_VPORT_SCISSOR_BR(0), 16, 8, 0x40004000},
    {CIK_PA_SC_VPORT_ZMAX(0), 16, 8, 0x3f800000},
    {CIK_VGT_MAX_VTX_INDX, 1, 0, 0xffffffff},
    {CIK_SPI_PS_IN_CONTROL, 1, 0, 2},
    {CIK_PA_CL_CLIP_CNTL, 1, 0, 0x00090000},
    {CIK_PA_SU_SC_MODE_CNTL, 1, 0, 4},
    {CIK_VGT_GS_PER_ES, 1, 0, 0x100},
    {CIK_VGT_ES_PER_GS, 1, 0, 0x80},
    {CIK_VGT_GS_PER_VS, 1, 0, 2},
    {CIK_IA_MULTI_VGT_PARAM, 1, 0, 0xff},
    {CIK_PA_SC_LINE_CNTL, 1, 0, 0x1000},
    {CIK_PA_SU_VTX_CNTL, 1, 0, 5},
    {CIK_PA_CL_GB_VERT_CLIP_ADJ, 4, 4, 0x3f800000},
    {CIK_PA_SC_AA_MASK_X0Y0_X1Y0, 2, 4, 0xffffffff},
    {CIK_VGT_VERTEX_REUSE_BLOCK_CNTL, 1, 0, 0xe},
    {CIK_VGT_OUT_DEALLOC_CNTL, 1, 0, 0x10},
};

void mcik_clear_state(struct mcik *c)
{
	for (uint32_t at = CONTEXT_FIRST; at < CONTEXT_END; at += 4)
		c->reg[at / 4] = 0;
	for (unsigned i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		for (uint32_t k = 0; k < defaults[i].count; k++)
			c->reg[(defaults[i].at + k * defaults[i].stride) / 4] = defaults[i].value;
	for (unsigned se = 0; se < MCIK_SES; se++) {
		CIK_BANKED(c, PA_SC_RASTER_CONFIG, se) = c->variant->raster_config[0];
		CIK_BANKED(c, PA_SC_RASTER_CONFIG_1, se) = c->variant->raster_config[1];
	}
	mcik_rb_map(c);
	c->dirty |= MCIK_DIRTY_CONTEXT;
}
