/* SPDX-License-Identifier: MIT
 *
 * A card of the Sea Islands model that draws: a vertex program in the kit's assembler's text, and what a draw
 * wants of registers beside the clear state.
 */
#ifndef TESTS_UNIT_CIK_FRONT_RIG_H
#define TESTS_UNIT_CIK_FRONT_RIG_H

#include "lib/cik/asm.h"
#include "tests/unit/cik/test_model_rig.h"

enum {
	FRONT_VS = 0x400000,
	FRONT_PS = 0x410000,
	FRONT_IN = 0x500000,  /* what programs read, by s[0:3] */
	FRONT_OUT = 0x600000, /* what they write, by s[4:7] */
	FRONT_OUT_DW = 4096,
	FRONT_IMAGE = 0x700000,
	FRONT_PX = 64, /* a side of the image */
	FRONT_SH = 0xb000,
	FRONT_INDEX_1 = 1 << 28, /* of SET_CONTEXT_REG and its like: registers that want it */
};

static inline void front_sh(struct cik_rig *g, uint32_t offset, uint32_t value)
{
	CIK_SEND(g, CIK_PKT3_SET_SH_REG, (offset - FRONT_SH) / 4, value);
}

static inline void front_context(struct cik_rig *g, uint32_t offset, uint32_t value)
{
	CIK_SEND(g, CIK_PKT3_SET_CONTEXT_REG, (offset - CIK_CONTEXT) / 4, value);
}

static inline void front_float(struct cik_rig *g, uint32_t offset, float value)
{
	uint32_t u;

	memcpy(&u, &value, 4);
	front_context(g, offset, u);
}

static inline void front_prim(struct cik_rig *g, uint32_t type)
{
	CIK_SEND(g, CIK_PKT3_SET_UCONFIG_REG, (CIK_VGT_PRIMITIVE_TYPE - CIK_UCONFIG) / 4 | FRONT_INDEX_1,
		 type);
}

static inline void front_code(struct cik_rig *g, uint32_t at, const char *text)
{
	static struct fl_cik_program p;

	cr_assert(fl_cik_asm(&p, text, strlen(text)), "%s", text);
	for (uint32_t i = 0; i < p.n; i++)
		vram_wr(g, at + 4ull * i, p.words[i]);
}

/* A program of 32 VGPRs, 32 SGPRs, eight of which are descriptors of IN and OUT: records of 16 bytes. */
static inline void front_stage(struct cik_rig *g, uint32_t pgm_lo, uint32_t code, uint32_t comps,
			       uint32_t rsrc2)
{
	enum { RSRC1 = 8, RSRC2 = 12, USER = 16, STRIDE_B = 16, FORMAT = 14 << 15 | 7 << 12, XYZW = 0xfac };
	const uint32_t base[2] = {FRONT_IN, FRONT_OUT};

	front_sh(g, pgm_lo, code >> 8);
	front_sh(g, pgm_lo + 4, 0);
	front_sh(g, pgm_lo + RSRC1,
		 CIK_SPI_SHADER_PGM_RSRC1_VS__VGPRS(7) | CIK_SPI_SHADER_PGM_RSRC1_VS__SGPRS(3) |
		     CIK_SPI_SHADER_PGM_RSRC1_VS__FLOAT_MODE(0xc0) |
		     CIK_SPI_SHADER_PGM_RSRC1_VS__VGPR_COMP_CNT(comps));
	front_sh(g, pgm_lo + RSRC2, CIK_SPI_SHADER_PGM_RSRC2_VS__USER_SGPR(8) | rsrc2);
	for (unsigned k = 0; k < 2; k++) {
		front_sh(g, pgm_lo + USER + 16 * k, base[k]);
		front_sh(g, pgm_lo + USER + 16 * k + 4, STRIDE_B << 16);
		front_sh(g, pgm_lo + USER + 16 * k + 8, FRONT_OUT_DW / 4);
		front_sh(g, pgm_lo + USER + 16 * k + 12, FORMAT | XYZW);
	}
}

/* Primitives are not drawn. */
static inline struct cik_rig front_rig_of(struct cik_rig g, const char *vs, uint32_t comps, uint32_t rsrc2)
{
	front_code(&g, FRONT_VS, vs);
	front_stage(&g, CIK_SPI_SHADER_PGM_LO_VS, FRONT_VS, comps, rsrc2);
	for (uint32_t i = 0; i < FRONT_OUT_DW; i++)
		vram_wr(&g, FRONT_OUT + 4ull * i, ~0u);
	front_context(&g, CIK_PA_CL_CLIP_CNTL, CIK_PA_CL_CLIP_CNTL__DX_RASTERIZATION_KILL(1));
	front_context(&g, CIK_SPI_SHADER_POS_FORMAT,
		      CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT__SPI_SHADER_4COMP);
	front_context(&g, CIK_VGT_INSTANCE_STEP_RATE_0, 1);
	front_prim(&g, CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POINTLIST);
	return g;
}

static inline struct cik_rig front_rig(const char *vs, uint32_t comps, uint32_t rsrc2)
{
	return front_rig_of(cik_rig_running("bonaire"), vs, comps, rsrc2);
}

static inline void front_auto(struct cik_rig *g, uint32_t count)
{
	cr_assert(CIK_SEND(g, CIK_PKT3_DRAW_INDEX_AUTO, count,
			   CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX));
	cr_assert(fl_model_wait(g->m));
}

/* Indices at IN. */
static inline void front_indexed(struct cik_rig *g, uint32_t count, uint32_t most, bool wide)
{
	cr_assert(CIK_SEND(g, CIK_PKT3_INDEX_TYPE, wide));
	cr_assert(CIK_SEND(g, CIK_PKT3_DRAW_INDEX_2, most, FRONT_IN, 0, count, 0));
	cr_assert(fl_model_wait(g->m));
}

static inline uint32_t front_out(struct cik_rig *g, uint32_t i)
{
	return vram_rd(g, FRONT_OUT + 4ull * i);
}

/* ---- pictures ------------------------------------------------------------------------------------------ */
/* Positions are the records of IN; every pixel that is covered becomes white in a linear image of 64 x 64. */
static inline struct cik_rig front_picture_of(struct cik_rig card)
{
	struct cik_rig g = front_rig_of(card,
					"buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen\n"
					"s_waitcnt vmcnt(0)\n"
					"exp pos0 v4, v5, v6, v7 done\n"
					"exp param0 v4, v5, v6, v7\n"
					"s_endpgm\n",
					0, 0);
	enum { LINEAR = 8, HALF = FRONT_PX / 2, TILES_LESS_1 = FRONT_PX / 8 - 1 };

	front_code(&g, FRONT_PS,
		   "v_mov_b32 v0, 1.0\n"
		   "exp mrt0 v0, v0, v0, v0 done vm\n"
		   "s_endpgm\n");
	front_stage(&g, CIK_SPI_SHADER_PGM_LO_PS, FRONT_PS, 0, 0);
	for (uint32_t i = 0; i < FRONT_PX * FRONT_PX; i++)
		vram_wr(&g, FRONT_IMAGE + 4ull * i, 0);
	front_context(&g, CIK_PA_CL_CLIP_CNTL, 0);
	front_context(&g, CIK_PA_CL_VTE_CNTL, 0x43f);
	front_float(&g, CIK_PA_CL_VPORT_XSCALE(0), HALF);
	front_float(&g, CIK_PA_CL_VPORT_XOFFSET(0), HALF);
	front_float(&g, CIK_PA_CL_VPORT_YSCALE(0), HALF);
	front_float(&g, CIK_PA_CL_VPORT_YOFFSET(0), HALF);
	front_float(&g, CIK_PA_CL_VPORT_ZSCALE(0), 0.5f);
	front_float(&g, CIK_PA_CL_VPORT_ZOFFSET(0), 0.5f);
	front_context(&g, CIK_PA_SU_VTX_CNTL, 0x2d);
	front_context(&g, CIK_SPI_PS_INPUT_ENA, CIK_SPI_PS_INPUT_ENA__PERSP_CENTER_ENA(1));
	front_context(&g, CIK_SPI_PS_INPUT_ADDR, CIK_SPI_PS_INPUT_ENA__PERSP_CENTER_ENA(1));
	front_context(&g, CIK_SPI_SHADER_COL_FORMAT,
		      CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_ABGR);
	front_context(&g, CIK_CB_SHADER_MASK, 15);
	front_context(&g, CIK_CB_TARGET_MASK, 15);
	front_context(&g, CIK_CB_COLOR_CONTROL, 0xcc0010);
	front_context(&g, CIK_CB_COLOR_BASE(0), FRONT_IMAGE >> 8);
	front_context(&g, CIK_CB_COLOR_PITCH(0), TILES_LESS_1);
	front_context(&g, CIK_CB_COLOR_SLICE(0), FRONT_PX * FRONT_PX / 64 - 1);
	front_context(&g, CIK_CB_COLOR_VIEW(0), 0);
	front_context(&g, CIK_CB_COLOR_ATTRIB(0), CIK_CB_COLOR_ATTRIB__TILE_MODE_INDEX(LINEAR));
	front_context(&g, CIK_CB_COLOR_INFO(0), 0x28028);
	return g;
}

static inline struct cik_rig front_picture(void)
{
	return front_picture_of(cik_rig_running("bonaire"));
}

static inline void front_vertex(struct cik_rig *g, unsigned i, float x, float y, float z, float w)
{
	const float v[4] = {x, y, z, w};

	fl_model_vram_write(g->m, FRONT_IN + 16ull * i, v, sizeof(v));
}

static inline bool front_white(struct cik_rig *g, unsigned x, unsigned y)
{
	return vram_rd(g, FRONT_IMAGE + 4ull * (y * FRONT_PX + x)) == ~0u;
}

/* How many pixels are white; the image is black again. */
static inline unsigned front_count(struct cik_rig *g)
{
	unsigned n = 0;

	cr_assert(fl_model_flush(g->m));
	for (unsigned i = 0; i < FRONT_PX * FRONT_PX; i++) {
		n += vram_rd(g, FRONT_IMAGE + 4ull * i) == ~0u;
		vram_wr(g, FRONT_IMAGE + 4ull * i, 0);
	}
	return n;
}

#endif
