/* SPDX-License-Identifier: MIT
 *
 * Whole draws on the model of R6xx: programs out of the assembler, vertices of 16 floats, a linear buffer of
 * 64 by 64 pixels of four floats each. Registers are set beside the command processor.
 */
#ifndef TESTS_UNIT_R600_DRAW_RIG_H
#define TESTS_UNIT_R600_DRAW_RIG_H

#include "tests/unit/r600/sq_rig.h"
#include "hw/model/r600/vgt.h"

enum {
	DRAW_PS =
	    0x100000, /* addresses; the vertex program is where the rig of SQ has it, in a page of its own */
	DRAW_VS = 0x120000,
	DRAW_ES = 0x140000,
	DRAW_GS = 0x160000,
	DRAW_VERTICES = 0x300000,
	DRAW_TARGET = 0x400000,
	DRAW_STREAM = 0x600000,
	DRAW_ESGS = 0x700000,
	DRAW_GSVS = 0x740000,
	DRAW_PX = 64,
	DRAW_FLOATS = 16, /* of a vertex */
	DRAW_RESOURCES_VS = 160,
	DRAW_RESOURCES_GS = 336,
};

/* position: R1; three vectors behind it: R2 to R4 */
#define DRAW_FETCH                                                \
	"VTX\n VFETCH R1.xyzw, R0.x, RID:0 MFC:16 UCF OFFSET:0\n" \
	" VFETCH R2.xyzw, R0.x, RID:0 MFC:16 UCF OFFSET:16\n"     \
	" VFETCH R3.xyzw, R0.x, RID:0 MFC:16 UCF OFFSET:32\n"     \
	" VFETCH R4.xyzw, R0.x, RID:0 MFC:16 UCF OFFSET:48\n"
#define DRAW_PLAIN DRAW_FETCH "EXPORT_DONE POS 60, R1.xyzw\nEXPORT_DONE PARAM 0, R2.xyzw EOP\n"

static inline void draw_set(uint32_t offset, uint32_t value)
{
	rig.r->reg[offset / 4] = value;
	rig.r->dirty = MR600_DIRTY_ALL;
	if (offset == R600_PA_SC_LINE_STIPPLE_STATE)
		mr600_vgt_write(rig.r, offset, value, MR600_HOST);
}

static inline void draw_float(uint32_t offset, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, 4);
	draw_set(offset, bits);
}

/* A program of a stage: PS, VS, ES or GS. */
static inline void draw_program(enum mr600_stage stage, const char *text)
{
	static const struct {
		uint32_t addr, start, resources;
	} of[] = {[MR600_PS] = {DRAW_PS, R600_SQ_PGM_START_PS, R600_SQ_PGM_RESOURCES_PS},
		  [MR600_VS] = {DRAW_VS, R600_SQ_PGM_START_VS, R600_SQ_PGM_RESOURCES_VS},
		  [MR600_GS] = {DRAW_GS, R600_SQ_PGM_START_GS, R600_SQ_PGM_RESOURCES_GS},
		  [MR600_ES] = {DRAW_ES, R600_SQ_PGM_START_ES, R600_SQ_PGM_RESOURCES_ES}};

	rig_assemble(of[stage].addr, text);
	draw_set(of[stage].start, of[stage].addr >> 8);
	draw_set(of[stage].resources, R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(16) |
					  R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(4) |
					  R600_SQ_PGM_RESOURCES_PS__UNCACHED_FIRST_INST(stage == MR600_PS));
}

static inline void draw_buffer(unsigned resource, uint64_t addr, uint32_t size_B, uint32_t stride_B)
{
	const uint32_t at = R600_SQ_VTX_CONSTANT_WORD(resource);

	draw_set(at, (uint32_t)addr);
	draw_set(at + 4, size_B - 1);
	draw_set(at + 8, R600_SQ_VTX_CONSTANT_WORD2__STRIDE(stride_B) |
			     R600_SQ_VTX_CONSTANT_WORD2__DATA_FORMAT(35) |
			     R600_SQ_VTX_CONSTANT_WORD2__NUM_FORMAT_ALL(2));
	draw_set(at + 24, 3u << 30);
}

static inline void draw_viewport(unsigned i, float x, float y, float w, float h)
{
	draw_float(R600_PA_CL_VPORT_XSCALE(i), w / 2);
	draw_float(R600_PA_CL_VPORT_XOFFSET(i), x + w / 2);
	draw_float(R600_PA_CL_VPORT_YSCALE(i), h / 2);
	draw_float(R600_PA_CL_VPORT_YOFFSET(i), y + h / 2);
	draw_float(R600_PA_CL_VPORT_ZSCALE(i), 1);
	draw_float(R600_PA_SC_VPORT_ZMAX(i), 1);
	draw_set(R600_PA_SC_VPORT_SCISSOR_TL(i), 1u << 31);
	draw_set(R600_PA_SC_VPORT_SCISSOR_BR(i), DRAW_PX | DRAW_PX << 16);
}

/* A vertex program that hands R2 on, a pixel program that stores it; positions are clip coordinates, with
 * the whole target from -1 to 1. */
static inline void draw_new(const char *chip)
{
	rig_new(chip);
	draw_set(R600_GB_TILING_CONFIG, rig.r->variant->tiling);
	draw_program(MR600_PS, "EXPORT_DONE PIXEL 0, R0.xyzw EOP\n");
	draw_program(MR600_VS, DRAW_PLAIN);
	draw_buffer(DRAW_RESOURCES_VS, DRAW_VERTICES, 1 << 20, DRAW_FLOATS * 4);
	draw_set(R600_SQ_PGM_EXPORTS_PS, 2);
	draw_set(R600_SPI_VS_OUT_ID(0), 1 | 2 << 8 | 3 << 16 | 4 << 24);
	draw_set(R600_SPI_PS_IN_CONTROL_0,
		 R600_SPI_PS_IN_CONTROL_0__NUM_INTERP(1) | R600_SPI_PS_IN_CONTROL_0__PERSP_GRADIENT_ENA(1));
	for (unsigned i = 0; i < 4; i++)
		draw_set(R600_SPI_PS_INPUT_CNTL(i), i + 1);
	draw_set(R600_SPI_INTERP_CONTROL_0, R600_SPI_INTERP_CONTROL_0__FLAT_SHADE_ENA(1));
	draw_set(R600_PA_CL_VTE_CNTL, 0x43f);
	draw_set(R600_PA_CL_CLIP_CNTL, R600_PA_CL_CLIP_CNTL__DX_CLIP_SPACE_DEF(1));
	for (unsigned i = 0; i < 4; i++)
		draw_float(R600_PA_CL_GB_VERT_CLIP_ADJ + 4 * i, 1);
	draw_viewport(0, 0, 0, DRAW_PX, DRAW_PX);
	draw_set(R600_PA_SC_SCREEN_SCISSOR_BR, DRAW_PX | DRAW_PX << 16);
	draw_set(R600_PA_SC_WINDOW_SCISSOR_TL, 1u << 31);
	draw_set(R600_PA_SC_WINDOW_SCISSOR_BR, DRAW_PX | DRAW_PX << 16);
	draw_set(R600_PA_SC_GENERIC_SCISSOR_TL, 1u << 31);
	draw_set(R600_PA_SC_GENERIC_SCISSOR_BR, DRAW_PX | DRAW_PX << 16);
	draw_set(R600_PA_SC_CLIPRECT_RULE, 0xffff);
	draw_set(R600_PA_SC_MODE_CNTL, 1u << 22);
	draw_set(R600_PA_SC_AA_MASK, ~0u);
	draw_set(R600_PA_SU_VTX_CNTL, 0x29);
	draw_set(R600_PA_SU_LINE_CNTL, 8);
	draw_set(R600_PA_SU_POINT_SIZE, 8 | 8 << 16);
	draw_set(R600_PA_SU_SC_MODE_CNTL, R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1));
	draw_set(R600_VGT_MAX_VTX_INDX, ~0u);
	draw_set(R600_CB_COLOR_BASE(0), DRAW_TARGET >> 8);
	draw_set(R600_CB_COLOR_SIZE(0), (DRAW_PX / 8 - 1) | (DRAW_PX * DRAW_PX / 64 - 1) << 10);
	draw_set(R600_CB_COLOR_INFO(0),
		 R600_CB_COLOR_INFO__FORMAT(R600_CB_COLOR_INFO__FORMAT__COLOR_32_32_32_32_FLOAT) |
		     R600_CB_COLOR_INFO__ARRAY_MODE(1) |
		     R600_CB_COLOR_INFO__NUMBER_TYPE(R600_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_FLOAT));
	draw_set(R600_CB_TARGET_MASK, 0xf);
	draw_set(R600_CB_SHADER_MASK, 0xf);
	draw_set(R600_CB_COLOR_CONTROL, R600_CB_COLOR_CONTROL__ROP3(0xcc));
}

/* Vertex i: its place in pixels, z and w of 0 and 1; R2 to R4 are 0. */
static inline float *draw_vertex(unsigned i, float x, float y)
{
	float *v =
	    (void *)fl_mem_span(&rig.r->base.mem, DRAW_VERTICES + 4ull * DRAW_FLOATS * i, 4 * DRAW_FLOATS);

	memset(v, 0, 4 * DRAW_FLOATS);
	v[0] = x / (DRAW_PX / 2) - 1;
	v[1] = y / (DRAW_PX / 2) - 1;
	v[3] = 1;
	return v;
}

static inline void draw_color(unsigned i, float x, float y, float red)
{
	draw_vertex(i, x, y)[4] = red;
}

static inline void draw_auto(unsigned prim, unsigned n)
{
	draw_set(R600_VGT_PRIMITIVE_TYPE, prim);
	mr600_vgt_draw(rig.r, &(struct mr600_draw_src){.count = n, .initiator = 2});
}

/* All that was drawn, in memory. */
typedef const float draw_row[4];

static inline draw_row *draw_done(void)
{
	mr600_finish(rig.r);
	mr600_rb_flush(rig.r, MR600_RB_COLOR);
	return (const void *)fl_mem_span(&rig.r->base.mem, DRAW_TARGET, 16 * DRAW_PX * DRAW_PX);
}

static inline void draw_wipe(void)
{
	draw_row *px = draw_done();

	memset((void *)(uintptr_t)px, 0, 16 * DRAW_PX * DRAW_PX);
	mr600_rb_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_EVENT, 0);
}

static inline float draw_red(unsigned x, unsigned y)
{
	return draw_done()[y * DRAW_PX + x][0];
}

#endif
