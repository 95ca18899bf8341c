/* SPDX-License-Identifier: MIT
 *
 * What the registers of programs hold: SPI_SHADER_PGM_x.
 */
#ifndef LIB_CIK_PROGRAM_REGS_H
#define LIB_CIK_PROGRAM_REGS_H

#include "hw/cik/pm4.h"

/* RSRC1 of every kind: registers in granules; singles lose denormals, halves and doubles keep them, as Mesa
 * has it. sgprs: with VCC's two. */
static inline uint32_t fl_cik_rsrc1(uint32_t vgprs, uint32_t sgprs)
{
	enum { VGPR_GRANULE = 4, SGPR_GRANULE = 8, KEEP_OTHER_DENORMALS = 0xc0 };

	return CIK_SPI_SHADER_PGM_RSRC1_PS__VGPRS((vgprs - 1) / VGPR_GRANULE) |
	       CIK_SPI_SHADER_PGM_RSRC1_PS__SGPRS((sgprs - 1) / SGPR_GRANULE) |
	       CIK_SPI_SHADER_PGM_RSRC1_PS__FLOAT_MODE(KEEP_OTHER_DENORMALS) |
	       CIK_SPI_SHADER_PGM_RSRC1_PS__DX10_CLAMP(1);
}

/* Four registers from SPI_SHADER_PGM_LO_x on: where the program is, and its words. user: scalar registers
 * that it begins with. RSRC2 is the last of them. */
static inline uint32_t *fl_cik_put_program(uint32_t *p, uint32_t reg, uint64_t addr, uint32_t rsrc1,
					   uint32_t user)
{
	p = cik_pm4_sh(p, reg, 4);
	*p++ = (uint32_t)(addr >> 8);
	*p++ = (uint32_t)(addr >> 40);
	*p++ = rsrc1;
	*p++ = CIK_SPI_SHADER_PGM_RSRC2_PS__USER_SGPR(user);
	return p;
}

#endif
