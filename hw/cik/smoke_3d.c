/* SPDX-License-Identifier: MIT
 *
 * Smoke test: one triangle through the whole 3D engine, with the smallest programs and no memory but the
 * picture; then the same by each render backend alone, as the backends' own counters say. On the clear state;
 * what is set beside it is what Mesa's driver sends for such a draw (CIK facts 0.2, 4, 8, 9, 10).
 */
#include "hw/cik/smoke.h"

enum {
	MAX_DW = 256,
	SETTLE_US = 500000,
	LINEAR = 8, /* index of the mode of aligned rows */
	ALL_CUS = 0xffff,
	ALL_WAVES = 0x3f,
	USER_SGPRS = 0,
	/* in the place of another picture: two programs, and counters, two of each backend */
	OTHER = 1,
	PROGRAM_B = 256,
	COUNTERS_B = 2 * PROGRAM_B,
	COUNTER_STRIDE_B = 16,
	EVENT_INDEX_ZPASS = 1,
};

/* ---- programs ------------------------------------------------------------------------------------------ */
/* Corners out of the vertex' number */
static const uint32_t vertex[] = {
    0x7d840081,             /* v_cmp_eq_u32 vcc, 1, v0 */
    0xd2000001, 0x01a9e480, /* v_cndmask_b32 v1, 0, 1.0, vcc */
    0x7d820081,             /* v_cmp_lt_u32 vcc, 1, v0 */
    0xd2000002, 0x01a9e480, /* v_cndmask_b32 v2, 0, 1.0, vcc */
    0x7e060280,             /* v_mov_b32 v3, 0 */
    0x7e0802f2,             /* v_mov_b32 v4, 1.0 */
    0xf80008cf, 0x04030201, /* exp pos0 v1, v2, v3, v4 done */
    0xf800020f, 0x04030201, /* exp param0 v1, v2, v3, v4: the chip wants one */
    0xbf810000,             /* s_endpgm */
};
static const uint32_t pixel[] = {
    0x7e0002ff, 0x3e4ccccd, /* v_mov_b32 v0, 0.2 */
    0x7e0202ff, 0x3ecccccd, /* v_mov_b32 v1, 0.4 */
    0x7e0402ff, 0x3f19999a, /* v_mov_b32 v2, 0.6 */
    0x7e0602ff, 0x3f4ccccd, /* v_mov_b32 v3, 0.8 */
    0xf800180f, 0x03020100, /* exp mrt0 v0, v1, v2, v3 done vm */
    0xbf810000,             /* s_endpgm */
};

/* ---- state --------------------------------------------------------------------------------------------- */
#define MODE_1(x) CIK_PA_SC_MODE_CNTL_1__##x

static const struct {
	uint32_t reg, value;
} state[] = {
    /* From one program to the other: one value, which is not looked at; a color of four floats */
    {CIK_SPI_VS_OUT_CONFIG, 0},
    {CIK_SPI_PS_INPUT_CNTL(0), 0},
    {CIK_SPI_PS_IN_CONTROL, CIK_SPI_PS_IN_CONTROL__NUM_INTERP(1)},
    {CIK_SPI_PS_INPUT_ENA, CIK_SPI_PS_INPUT_ENA__PERSP_CENTER_ENA(1)},
    {CIK_SPI_PS_INPUT_ADDR, CIK_SPI_PS_INPUT_ADDR__PERSP_CENTER_ENA(1)},
    {CIK_SPI_SHADER_POS_FORMAT, CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT(
				    CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT__SPI_SHADER_4COMP)},
    {CIK_SPI_SHADER_COL_FORMAT, CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_ABGR},
    /* PA: not clipped, not culled, 64.5 times as large */
    {CIK_PA_CL_VPORT_XSCALE(0), FL_SMOKE_TRIANGLE_SIDE},
    {CIK_PA_CL_VPORT_XOFFSET(0), 0},
    {CIK_PA_CL_VPORT_YSCALE(0), FL_SMOKE_TRIANGLE_SIDE},
    {CIK_PA_CL_VPORT_YOFFSET(0), 0},
    {CIK_PA_CL_VTE_CNTL, CIK_PA_CL_VTE_CNTL__VPORT_X_SCALE_ENA(1) |
			     CIK_PA_CL_VTE_CNTL__VPORT_X_OFFSET_ENA(1) |
			     CIK_PA_CL_VTE_CNTL__VPORT_Y_SCALE_ENA(1) |
			     CIK_PA_CL_VTE_CNTL__VPORT_Y_OFFSET_ENA(1) | CIK_PA_CL_VTE_CNTL__VTX_W0_FMT(1)},
    {CIK_PA_SU_SC_MODE_CNTL, 0},
    {CIK_PA_SC_LINE_CNTL, 0},
    {CIK_PA_SC_MODE_CNTL_1, MODE_1(WALK_ALIGN8_PRIM_FITS_ST)(1) | MODE_1(WALK_FENCE_ENABLE)(1) |
				MODE_1(WALK_FENCE_SIZE)(2) | MODE_1(SUPERTILE_WALK_ORDER_ENABLE)(1) |
				MODE_1(FORCE_EOV_CNTDWN_ENABLE)(1) | MODE_1(FORCE_EOV_REZ_ENABLE)(1)},
    /* 0 can hang Bonaire, also where nothing stays on the chip. */
    {CIK_VGT_GS_ONCHIP_CNTL,
     CIK_VGT_GS_ONCHIP_CNTL__ES_VERTS_PER_SUBGRP(64) | CIK_VGT_GS_ONCHIP_CNTL__GS_PRIMS_PER_SUBGRP(4)},
    /* DB: no depth; samples are counted */
    {CIK_DB_SHADER_CONTROL,
     CIK_DB_SHADER_CONTROL__Z_ORDER(CIK_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_LATE_Z)},
    {CIK_DB_COUNT_CONTROL,
     CIK_DB_COUNT_CONTROL__PERFECT_ZPASS_COUNTS(1) | CIK_DB_COUNT_CONTROL__ZPASS_ENABLE(1)},
    /* CB: written as it is, into one target, bytes B, G, R, A */
    {CIK_CB_COLOR_PITCH(0), CIK_CB_COLOR_PITCH__TILE_MAX(FL_SMOKE_SIDE / 8 - 1)},
    {CIK_CB_COLOR_SLICE(0), CIK_CB_COLOR_SLICE__TILE_MAX(FL_SMOKE_SIDE *FL_SMOKE_SIDE / 64 - 1)},
    {CIK_CB_COLOR_VIEW(0), 0},
    {CIK_CB_COLOR_INFO(0), CIK_CB_COLOR_INFO__FORMAT(CIK_CB_COLOR_INFO__FORMAT__COLOR_8_8_8_8) |
			       CIK_CB_COLOR_INFO__COMP_SWAP(CIK_CB_COLOR_INFO__COMP_SWAP__SWAP_ALT) |
			       CIK_CB_COLOR_INFO__BLEND_CLAMP(1) | CIK_CB_COLOR_INFO__SIMPLE_FLOAT(1)},
    {CIK_CB_COLOR_ATTRIB(0),
     CIK_CB_COLOR_ATTRIB__TILE_MODE_INDEX(LINEAR) | CIK_CB_COLOR_ATTRIB__FMASK_TILE_MODE_INDEX(LINEAR)},
    {CIK_CB_TARGET_MASK, 0xf},
    {CIK_CB_SHADER_MASK, 0xf},
    {CIK_CB_COLOR_CONTROL,
     CIK_CB_COLOR_CONTROL__MODE(CIK_CB_COLOR_CONTROL__MODE__CB_NORMAL) | CIK_CB_COLOR_CONTROL__ROP3(0xcc)},
};

static uint32_t *program(uint32_t *p, uint32_t reg, uint64_t at)
{
	p = cik_pm4_sh(p, reg, 4);
	*p++ = (uint32_t)(at >> 8);
	*p++ = (uint32_t)(at >> 40);
	*p++ = CIK_SPI_SHADER_PGM_RSRC1_PS__VGPRS(1) | CIK_SPI_SHADER_PGM_RSRC1_PS__SGPRS(0);
	*p++ = CIK_SPI_SHADER_PGM_RSRC2_PS__USER_SGPR(USER_SGPRS);
	return p;
}

static uint32_t *count(uint32_t *p, uint64_t to)
{
	p = cik_pm4_pkt3(p, CIK_PKT3_EVENT_WRITE, 3);
	*p++ = CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_TYPE(CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__ZPASS_DONE) |
	       CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_INDEX(EVENT_INDEX_ZPASS);
	*p++ = (uint32_t)to;
	*p++ = (uint32_t)(to >> 32);
	return p;
}

/* By the backends in `by`; those that are alive have pixels again behind it. */
static uint32_t *draw(const struct cik_card *c, uint32_t *p, uint64_t target, uint64_t other, uint32_t by)
{
	enum { WHICH = 1 << 28 };

	p = cik_pm4_acquire(p); /* programs are new */
	for (unsigned i = 0; i < sizeof(state) / sizeof(*state); i++)
		p = cik_pm4_put(p, state[i].reg, state[i].value);
	p = cik_pm4_put(p, CIK_CB_COLOR_BASE(0), (uint32_t)(target >> 8));
	p = cik_pm4_context(p, CIK_IA_MULTI_VGT_PARAM, 1);
	p[-1] |= WHICH;
	*p++ = CIK_IA_MULTI_VGT_PARAM__PRIMGROUP_SIZE(127) | CIK_IA_MULTI_VGT_PARAM__WD_SWITCH_ON_EOP(1);
	p = program(p, CIK_SPI_SHADER_PGM_LO_VS, other);
	p = program(p, CIK_SPI_SHADER_PGM_LO_PS, other + PROGRAM_B);
	p = cik_pm4_put_sh(p, CIK_SPI_SHADER_PGM_RSRC3_PS,
			   CIK_SPI_SHADER_PGM_RSRC3_PS__CU_EN(ALL_CUS) |
			       CIK_SPI_SHADER_PGM_RSRC3_PS__WAVE_LIMIT(ALL_WAVES));
	p = cik_pm4_put_sh(p, CIK_SPI_SHADER_PGM_RSRC3_VS,
			   CIK_SPI_SHADER_PGM_RSRC3_VS__CU_EN(ALL_CUS) |
			       CIK_SPI_SHADER_PGM_RSRC3_VS__WAVE_LIMIT(ALL_WAVES));
	p = cik_put_raster(p, c->family, by);
	p = count(p, other + COUNTERS_B);
	p = cik_pm4_draw_auto(cik_pm4_prim(p, CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE(
						  CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST)),
			      3, 1);
	p = count(p, other + COUNTERS_B + sizeof(uint64_t));
	return cik_put_raster(p, c->family, c->backends);
}

/* ---- the checks ---------------------------------------------------------------------------------------- */
/* Where the picture and what else is there are: VRAM offsets. */
static enum fl_code place(struct fl_bringup *up, uint64_t *at_B, uint64_t *other_B, struct fl_err *err)
{
	enum fl_code code = fl_smoke_picture(up, 0, at_B, err);

	if (!code)
		code = fl_smoke_picture(up, OTHER, other_B, err);
	if (code)
		return code;
	fl_vram_write(up->dev, *other_B, vertex, sizeof(vertex));
	fl_vram_write(up->dev, *other_B + PROGRAM_B, pixel, sizeof(pixel));
	return FL_OK;
}

static enum fl_code draw_by(struct fl_bringup *up, uint64_t at_B, uint64_t other_B, uint32_t by,
			    const char *what, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	uint32_t dw[MAX_DW];
	enum fl_code code;

	for (uint32_t i = 0; i < CIK_MOST_BACKENDS * COUNTER_STRIDE_B; i += 4)
		fl_smoke_poke(up->dev, other_B + COUNTERS_B + i, 0);
	fl_smoke_paint(up, at_B, fl_smoke_ground);
	code = fl_ring_submit(&c->ring, dw,
			      (uint32_t)(draw(c, dw, up->vram_addr + at_B, up->vram_addr + other_B, by) - dw),
			      err);
	if (!code)
		code = cik_fence_sync(&c->fence, &c->ring, SETTLE_US, err);
	return code ? code : fl_smoke_compare(up, at_B, what, fl_smoke_triangle, err);
}

enum fl_code cik_check_triangle(struct fl_bringup *up, struct fl_err *err)
{
	uint64_t at_B, other_B;
	enum fl_code code = place(up, &at_B, &other_B, err);

	if (!code)
		code = draw_by(up, at_B, other_B, cik_card(up)->backends, "3D triangle", err);
	if (!code)
		fl_did(up, "%d pixels covered, and of the right color", (int)FL_SMOKE_TRIANGLE_PX);
	return code;
}

/* What backend i counted while the triangle was drawn. False: it said nothing. Their highest bit says that
 * counters are written, and the rest wraps around. */
static bool counted(struct fl_bringup *up, uint64_t other_B, unsigned i, uint32_t *n)
{
	const uint64_t at_B = other_B + COUNTERS_B + COUNTER_STRIDE_B * i;

	*n = fl_smoke_peek(up->dev, at_B + 8) - fl_smoke_peek(up->dev, at_B);
	return fl_smoke_peek(up->dev, at_B + 4) >> 31 && fl_smoke_peek(up->dev, at_B + 12) >> 31;
}

static enum fl_code backend(struct fl_bringup *up, uint64_t at_B, uint64_t other_B, unsigned which,
			    struct fl_err *err)
{
	const struct cik_card *c = cik_card(up);
	enum fl_code code = draw_by(up, at_B, other_B, 1u << which, "triangle by one backend", err);

	if (code)
		return fl_fail_more(err, code, "; render backend %u of shader engine %u alone",
				    which % c->family->backends, which / c->family->backends);
	for (unsigned i = 0; i < CIK_MOST_BACKENDS; i++) {
		uint32_t n, want = i == which ? (uint32_t)FL_SMOKE_TRIANGLE_PX : 0;

		if (!(c->backends >> i & 1))
			continue;
		if (!counted(up, other_B, i, &n))
			return fl_fail(err, FL_FAILED,
				       "render backend %u of shader engine %u wrote no counter at "
				       "ZPASS_DONE",
				       i % c->family->backends, i / c->family->backends);
		if (n != want)
			return fl_fail(
			    err, FL_FAILED,
			    "render backend %u of shader engine %u counted %u samples instead of %u, when "
			    "number %u alone was to draw",
			    i % c->family->backends, i / c->family->backends, n, want, which);
	}
	return FL_OK;
}

enum fl_code cik_check_backends(struct fl_bringup *up, struct fl_err *err)
{
	const struct cik_card *c = cik_card(up);
	uint64_t at_B, other_B;
	enum fl_code code = place(up, &at_B, &other_B, err);

	for (unsigned i = 0; !code && i < CIK_MOST_BACKENDS; i++)
		if (c->backends >> i & 1)
			code = backend(up, at_B, other_B, i, err);
	if (!code)
		fl_did(up, "a triangle by each of %u render backends alone", cik_ones(c->backends));
	return code;
}
