/* SPDX-License-Identifier: MIT
 *
 * Packets of the R6xx and R7xx command processor (guide, chapter 5): their headers, and writing them at a
 * cursor. A type-3 packet has an opcode (R600_PKT3_… of hw/regs/r600.h) and n dwords of body, a type-2
 * packet is a filler of one dword. Registers are written by packets of their own, one for each space:
 *
 *	p = r600_pm4_config(p, R600_WAIT_UNTIL, 1);         // 2 dwords, n values follow
 *	*p++ = R600_WAIT_UNTIL__WAIT_3D_IDLE(1);
 *	p = r600_pm4_context(p, R600_CB_TARGET_MASK, 1);
 *	*p++ = 0xf;
 */
#ifndef HW_R600_PM4_H
#define HW_R600_PM4_H

#include "hw/regs/r600.h"

enum { R600_CONFIG_SPACE = 0x8000, R600_CONTEXT_SPACE = 0x28000 };

/* n is the number of dwords that follow the header; 1 to 0x4000. */
#define R600_TYPE2            0x80000000u
#define R600_TYPE3(opcode, n) (3u << 30 | ((uint32_t)((n)-1) & 0x3fff) << 16 | (uint32_t)(opcode) << 8)

/* A header; a body of n dwords follows. */
static inline uint32_t *r600_pm4_pkt3(uint32_t *p, uint32_t opcode, uint32_t n)
{
	*p = R600_TYPE3(opcode, n);
	return p + 1;
}

/* The values of the n registers from reg on follow. */
static inline uint32_t *r600_pm4_config(uint32_t *p, uint32_t reg, uint32_t n)
{
	p[0] = R600_TYPE3(R600_PKT3_SET_CONFIG_REG, n + 1);
	p[1] = (reg - R600_CONFIG_SPACE) / 4;
	return p + 2;
}

static inline uint32_t *r600_pm4_context(uint32_t *p, uint32_t reg, uint32_t n)
{
	p[0] = R600_TYPE3(R600_PKT3_SET_CONTEXT_REG, n + 1);
	p[1] = (reg - R600_CONTEXT_SPACE) / 4;
	return p + 2;
}

#endif
