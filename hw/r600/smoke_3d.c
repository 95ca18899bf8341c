/* SPDX-License-Identifier: MIT
 *
 * Smoke test: one triangle through the whole 3D engine, with the smallest programs and no memory but the
 * picture: a vertex program that makes corners of the numbers of vertices, which the viewport makes larger;
 * a pixel program that gives a constant. The state is what Mesa's driver sends for such a draw (Mesa
 * r600_state.c); programs as the R600 and R700 ISA documents have them.
 */
#include "hw/r600/mc.h"
#include "hw/r600/smoke.h"

#define ONE 0x3f800000u

/* ---- programs ------------------------------------------------------------------------------------------ */
/* In words of R7xx: control flow, then slots of the ALU, `alu` of them; literals stand behind. */
struct program {
	uint8_t cf, alu, n;
	uint32_t word[9][2];
};

static const struct program vertex = {
    .cf = 3,
    .alu = 5,
    .n = 8,
    .word = {{0x00000003, 0xa0100000},  /* ALU, 5 slots from 3 on */
	     {0xc000a03c, 0x94000688},  /* EXPORT_DONE POS 60, R1.xyzw */
	     {0xc000c000, 0x94200688},  /* EXPORT_DONE PARAM 0, R1.xyzw; the end */
	     {0x80000000, 0x00003610},  /* t: INT_TO_FLT R0.x, R0.x: the vertex' number */
	     {0x001f2000, 0x00200410},  /* x: SETE  R1.x, R0.x, 1.0 */
	     {0x001f2000, 0x20200490},  /* y: SETGT R1.y, R0.x, 1.0 */
	     {0x000000f8, 0x40200c90},  /* z: MOV   R1.z, 0 */
	     {0x800000f9, 0x60200c90}}, /* w: MOV   R1.w, 1.0 */
};

static const struct program pixel = {
    .cf = 2,
    .alu = 4,
    .n = 8,
    .word = {{0x00000002, 0xa0140000}, /* ALU, 4 slots from 2 on, and four literals */
	     {0xc0000000, 0x94200688}, /* EXPORT_DONE PIXEL 0, R0.xyzw; the end */
	     {0x000000fd, 0x00000c90}, /* x: MOV R0.x, 0.2 */
	     {0x000004fd, 0x20000c90}, /* y: MOV R0.y, 0.4 */
	     {0x000008fd, 0x40000c90}, /* z: MOV R0.z, 0.6 */
	     {0x80000cfd, 0x60000c90}, /* w: MOV R0.w, 0.8 */
	     {0x3e4ccccd, 0x3ecccccd},
	     {0x3f19999a, 0x3f4ccccd}},
};

enum {
	PROGRAM_B = 256 /* programs begin at multiples */,
	PROGRAMS = 1 /* the picture in whose place they are */
};

/* An operation's number is a bit higher in R6xx's words. */
static uint32_t of_r6xx(uint32_t word1)
{
	return (word1 & ~R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__MASK) |
	       R600_SQ_ALU_WORD1_OP2__ALU_INST(R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__GET(word1));
}

static void put_program(const struct r600_card *c, const struct program *p, uint64_t at_B)
{
	for (uint32_t i = 0; i < p->n; i++) {
		bool op = i >= p->cf && i < (uint32_t)p->cf + p->alu && !c->family->r7xx;
		uint32_t w[2] = {p->word[i][0], op ? of_r6xx(p->word[i][1]) : p->word[i][1]};

		fl_vram_write(c->up.dev, at_B + i * sizeof(w), w, sizeof(w));
	}
}

/* ---- state --------------------------------------------------------------------------------------------- */
#define NO_OFFSET 0x80000000u /* of scissors: the window's offset is not for them */
#define CORNER    ((uint32_t)FL_SMOKE_SIDE << 16 | FL_SMOKE_SIDE)

/* n context registers from reg on hold value. */
static const struct {
	uint32_t reg, n, value;
} state[] = {
    /* VGT: each number once, as it is */
    {R600_VGT_MAX_VTX_INDX, 1, ~0u},
    {R600_VGT_MIN_VTX_INDX, 3, 0}, /* and VGT_INDX_OFFSET, VGT_MULTI_PRIM_IB_RESET_INDX */
    {R600_VGT_OUTPUT_PATH_CNTL, 13, 0},
    {R600_VGT_PRIMITIVEID_EN, 1, 0},
    {R600_VGT_MULTI_PRIM_IB_RESET_EN, 1, 0},
    {R600_VGT_INSTANCE_STEP_RATE_0, 2, 0},
    {R600_VGT_REUSE_OFF, 2, 0}, /* and VGT_VTX_CNT_EN */
    {R600_VGT_STRMOUT_BUFFER_EN, 1, 0},
    /* Programs: two registers, one; an export of color */
    {R600_SQ_PGM_RESOURCES_PS, 1, R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(1)},
    {R600_SQ_PGM_EXPORTS_PS, 1, R600_SQ_PGM_EXPORTS_PS__EXPORT_MODE(2)},
    {R600_SQ_PGM_RESOURCES_VS, 1, R600_SQ_PGM_RESOURCES_VS__NUM_GPRS(2)},
    {R600_SQ_PGM_CF_OFFSET_PS, 5, 0},
    {R600_SQ_ESGS_RING_ITEMSIZE, 9, 0},
    {R600_SQ_ALU_CONST_BUFFER_SIZE_PS(0), 48, 0},
    {R600_SQ_VTX_SEMANTIC_CLEAR, 1, ~0u},
    /* From one to the other: one value, which is not looked at */
    {R600_SPI_VS_OUT_CONFIG, 1, 0},
    {R600_SPI_VS_OUT_ID(0), 1, 1},
    {R600_SPI_PS_INPUT_CNTL(0), 1, R600_SPI_PS_INPUT_CNTL__SEMANTIC(1)},
    {R600_SPI_PS_IN_CONTROL_0, 1,
     R600_SPI_PS_IN_CONTROL_0__NUM_INTERP(1) | R600_SPI_PS_IN_CONTROL_0__PERSP_GRADIENT_ENA(1)},
    {R600_SPI_PS_IN_CONTROL_1, 1, 0},
    {R600_SPI_INTERP_CONTROL_0, 1, 0},
    {R600_SPI_INPUT_Z, 4, 0}, /* and SPI_FOG_* */
    /* PA: not clipped, not culled, 64.5 times as large; centers at .5, 1/16 of a pixel */
    {R600_PA_CL_VPORT_XSCALE(0), 1, FL_SMOKE_TRIANGLE_SIDE},
    {R600_PA_CL_VPORT_XOFFSET(0), 1, 0},
    {R600_PA_CL_VPORT_YSCALE(0), 1, FL_SMOKE_TRIANGLE_SIDE},
    {R600_PA_CL_VPORT_YOFFSET(0), 1, 0},
    {R600_PA_CL_VTE_CNTL, 1,
     R600_PA_CL_VTE_CNTL__VPORT_X_SCALE_ENA(1) | R600_PA_CL_VTE_CNTL__VPORT_X_OFFSET_ENA(1) |
	 R600_PA_CL_VTE_CNTL__VPORT_Y_SCALE_ENA(1) | R600_PA_CL_VTE_CNTL__VPORT_Y_OFFSET_ENA(1) |
	 R600_PA_CL_VTE_CNTL__VTX_W0_FMT(1)},
    {R600_PA_CL_VS_OUT_CNTL, 2, 0}, /* and PA_CL_NANINF_CNTL */
    {R600_PA_CL_CLIP_CNTL, 1, R600_PA_CL_CLIP_CNTL__CLIP_DISABLE(1)},
    {R600_PA_CL_GB_VERT_CLIP_ADJ, 4, ONE},
    {R600_PA_SU_SC_MODE_CNTL, 1, 0},
    {R600_PA_SU_POLY_OFFSET_DB_FMT_CNTL, 1, 0},
    {R600_PA_SU_VTX_CNTL, 1, R600_PA_SU_VTX_CNTL__PIX_CENTER(1)},
    /* SC: all of the picture */
    {R600_PA_SC_SCREEN_SCISSOR_TL, 1, 0},
    {R600_PA_SC_SCREEN_SCISSOR_BR, 1, CORNER},
    {R600_PA_SC_WINDOW_OFFSET, 1, 0},
    {R600_PA_SC_WINDOW_SCISSOR_TL, 1, NO_OFFSET},
    {R600_PA_SC_WINDOW_SCISSOR_BR, 1, CORNER},
    {R600_PA_SC_GENERIC_SCISSOR_TL, 1, NO_OFFSET},
    {R600_PA_SC_GENERIC_SCISSOR_BR, 1, CORNER},
    {R600_PA_SC_VPORT_SCISSOR_TL(0), 1, NO_OFFSET},
    {R600_PA_SC_VPORT_SCISSOR_BR(0), 1, CORNER},
    {R600_PA_SC_VPORT_ZMIN(0), 1, 0},
    {R600_PA_SC_VPORT_ZMAX(0), 1, ONE},
    {R600_PA_SC_CLIPRECT_RULE, 1, 0xffff},
    {R600_PA_SC_MODE_CNTL, 1,
     R600_PA_SC_MODE_CNTL__WALK_ALIGN8_PRIM_FITS_ST(1) | R600_PA_SC_MODE_CNTL__FORCE_EOV_CNTDWN_ENABLE(1)},
    {R600_PA_SC_LINE_CNTL, 1, 0},
    {R600_PA_SC_AA_CONFIG, 1, 0},
    {R600_PA_SC_AA_MASK, 1, ~0u},
    /* DB: no depth, no tests */
    {R600_DB_DEPTH_INFO, 1, 0},
    {R600_DB_DEPTH_CONTROL, 1, 0},
    {R600_DB_SHADER_CONTROL, 1, 0},
    {R600_DB_RENDER_CONTROL, 2, 0}, /* and DB_RENDER_OVERRIDE */
    {R600_DB_ALPHA_TO_MASK, 1, 0xaa00},
    {R600_SX_ALPHA_TEST_CONTROL, 1, 0},
    /* CB: written as it is, into one target, bytes B, G, R, A */
    {R600_CB_COLOR_SIZE(0), 1,
     R600_CB_COLOR_SIZE__PITCH_TILE_MAX(FL_SMOKE_SIDE / 8 - 1) |
	 R600_CB_COLOR_SIZE__SLICE_TILE_MAX(FL_SMOKE_SIDE *FL_SMOKE_SIDE / 64 - 1)},
    {R600_CB_COLOR_VIEW(0), 1, 0},
    {R600_CB_COLOR_INFO(0), 8, 0},
    {R600_CB_COLOR_INFO(0), 1,
     R600_CB_COLOR_INFO__FORMAT(R600_CB_COLOR_INFO__FORMAT__COLOR_8_8_8_8) |
	 R600_CB_COLOR_INFO__ARRAY_MODE(1) | R600_CB_COLOR_INFO__COMP_SWAP(1) |
	 R600_CB_COLOR_INFO__BLEND_CLAMP(1)},
    {R600_CB_COLOR_MASK(0), 1, 0},
    {R600_CB_TARGET_MASK, 2, 0xf}, /* and CB_SHADER_MASK */
    {R600_CB_SHADER_CONTROL, 1, R600_CB_SHADER_CONTROL__RT0_ENABLE(1)},
    {R600_CB_COLOR_CONTROL, 1, R600_CB_COLOR_CONTROL__ROP3(0xcc)},
    {R600_CB_CLRCMP_CONTROL, 1, 0x01000000}, /* no comparing of colors */
    {R600_CB_CLRCMP_MSK, 1, ~0u},
};

enum {
	STATE = sizeof(state) / sizeof(*state),
	MAX_DW = 512,
	AUTO_INDEX = 2,
	COLOR_BASES = 0xff << 1, /* of SURFACE_BASE_UPDATE */
};

static uint32_t *draw(const struct r600_card *c, uint32_t *p, uint64_t target, uint64_t programs)
{
	const bool r600 = c->chip->family == R600_FAMILY_R600, r7xx = c->family->r7xx;

	if (!r7xx) { /* each buffer of commands begins so there */
		p = r600_pm4_pkt3(p, R600_PKT3_START_3D_CMDBUF, 1);
		*p++ = 0;
	}
	p = r600_pm4_sync(p, R600_CP_COHER_CNTL__SH_ACTION_ENA(1)); /* programs are new */
	for (unsigned i = 0; i < STATE; i++) {
		p = r600_pm4_context(p, state[i].reg, state[i].n);
		for (unsigned k = 0; k < state[i].n; k++)
			*p++ = state[i].value;
	}
	p = r600_pm4_put(p, R600_SQ_PGM_START_VS, (uint32_t)(programs >> 8));
	p = r600_pm4_put(p, R600_SQ_PGM_START_PS, (uint32_t)(programs >> 8) + 1);
	p = r600_pm4_put(p, R600_CB_COLOR_BASE(0), (uint32_t)(target >> 8));
	if (r600) /* Mesa r600_update_ps_state() */
		p = r600_pm4_put(p, R600_SQ_PGM_RESOURCES_PS,
				 R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(1) |
				     R600_SQ_PGM_RESOURCES_PS__UNCACHED_FIRST_INST(1));
	if (!r600 && !r7xx) { /* those between take bases only so: those of the first packets, too */
		p = r600_pm4_pkt3(p, R600_PKT3_SURFACE_BASE_UPDATE, 1);
		*p++ = COLOR_BASES;
	}
	p = r600_pm4_first(p, 0, 2);
	*p++ = 0;
	*p++ = 0;
	p = r600_pm4_config(p, R600_VGT_PRIMITIVE_TYPE, 1);
	*p++ = R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE(R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST);
	p = r600_pm4_pkt3(p, R600_PKT3_INDEX_TYPE, 1);
	*p++ = 0;
	p = r600_pm4_pkt3(p, R600_PKT3_NUM_INSTANCES, 1);
	*p++ = 1;
	p = r600_pm4_pkt3(p, R600_PKT3_DRAW_INDEX_AUTO, 2);
	*p++ = 3;
	*p++ = AUTO_INDEX;
	return p;
}

enum fl_code r600_check_triangle(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	uint32_t dw[MAX_DW];
	uint64_t at_B, programs_B;
	enum fl_code code = fl_smoke_picture(up, 0, &at_B, err);

	if (!code)
		code = fl_smoke_picture(up, PROGRAMS, &programs_B, err);
	if (code)
		return code;
	put_program(c, &vertex, programs_B);
	put_program(c, &pixel, programs_B + PROGRAM_B);
	fl_smoke_paint(up, at_B, fl_smoke_ground);
	r600_hdp_flush(up->dev, c->family->r7xx, at_B);
	code = fl_ring_submit(&c->ring, dw,
			      (uint32_t)(draw(c, dw, up->vram_addr + at_B, up->vram_addr + programs_B) - dw),
			      err);
	if (!code)
		code = r600_fence_sync(&c->fence, &c->ring, 500000, err);
	if (!code) {
		r600_hdp_flush(up->dev, c->family->r7xx, at_B);
		code = fl_smoke_compare(up, at_B, "3D triangle", fl_smoke_triangle, err);
	}
	if (!code)
		fl_did(up, "2080 pixels covered, and of the right color");
	return code;
}
