/* SPDX-License-Identifier: MIT
 *
 * Fixed-function programs (lib/fl_ff_form.h) in the words of Sea Islands, and what programs of either kind,
 * also the caller's own, find in their registers. There is no fetch program: a vertex program reads its
 * inputs through descriptors of buffers, whose formats convert, and whose DST_SEL gives components that are
 * missing 0, 0, 0, 1. So one program serves every layout of vertices.
 *
 * Scalar registers, the same for all (SPI_SHADER_PGM_RSRC2_x.USER_SGPR = FL_CIK_USER_SGPRS):
 *	s[0:1]	the address of the constants, vectors of four floats; a multiple of 16
 *	s[2:3]	vertex programs: the address of the descriptors of the inputs, 16 bytes each, in the order of
 *		struct fl_ff_places; a multiple of 16
 *	s[4:5]	the address of the textures: unit u at FL_CIK_TEXTURE_B * u, its image at +0, its sampler at
 *		FL_CIK_SAMPLER_B; a multiple of 64
 *	s6	the first vertex, which is added to the number in v0; s7 the first instance
 *	s8	pixel programs: what the chip says of the attributes, for M0
 *
 * A vertex program (VGPR_COMP_CNT = 0; 3 where v3 is read, the number of the instance) exports the position
 * to POS 0, the point's size to x of POS 1, and the outputs behind these to PARAM 0, 1 and so on in the order
 * of struct fl_ff_places.
 *
 * A pixel program has in v0 and v1 the weights of SPI_PS_INPUT_ENA = SPI_PS_INPUT_ADDR = PERSP_CENTER, and
 * attribute i, which SPI_PS_INPUT_CNTL_i finds, is input i of struct fl_ff_places. It exports four floats to
 * MRT 0: SPI_SHADER_COL_FORMAT.COL0_EXPORT_FORMAT = 32_ABGR, whatever the target. Pixels that are thrown away
 * are not in EXEC at the last export.
 */
#ifndef LIB_CIK_LOWER_H
#define LIB_CIK_LOWER_H

#include "lib/fl_ff_form.h"

enum {
	FL_CIK_S_CONSTANTS = 0,
	FL_CIK_S_VERTICES = 2,
	FL_CIK_S_TEXTURES = 4,
	FL_CIK_S_FIRST_VERTEX = 6,
	FL_CIK_S_FIRST_INSTANCE = 7,
	FL_CIK_USER_SGPRS = 8,
	FL_CIK_S_PRIM_MASK = FL_CIK_USER_SGPRS,
	FL_CIK_TEXTURE_B = 64,
	FL_CIK_SAMPLER_B = 32,
};

/* Dwords that no program has more of */
#define FL_CIK_LOWERED_MAX 600u

struct fl_cik_lowered {
	uint32_t n;           /* dwords */
	uint8_t vgprs, sgprs; /* that it has, VCC's two among them: SPI_SHADER_PGM_RSRC1_x, in granules */
	bool kills;           /* it may throw pixels away: DB_SHADER_CONTROL.KILL_ENABLE */
	uint32_t inputs;      /* SPI_PS_INPUT_ENA and _ADDR of pixel programs */
	uint32_t words[FL_CIK_LOWERED_MAX];
};

/* Lower a program of n instructions, whose inputs and outputs are at places. */
void fl_cik_vs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		     struct fl_cik_lowered *out);
void fl_cik_fs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		     struct fl_cik_lowered *out);

/* The PARAM of output `out` (FL_FF_OUT_COLOR and later ones), which must be there; how many there are. */
static inline uint32_t fl_cik_param(const struct fl_ff_places *at, uint32_t out)
{
	return (uint32_t)(at->out[out] - at->out[FL_FF_OUT_COLOR]);
}

static inline uint32_t fl_cik_params(const struct fl_ff_places *at)
{
	return (uint32_t)(at->n_out - at->out[FL_FF_OUT_COLOR]);
}

#endif
